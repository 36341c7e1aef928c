#!/usr/bin/env python3
"""Run a build for another machine as its users do, and hold what it prints to this machine's build.

    compare.py NATIVE_LIMB EMULATOR LIMB SOURCE

EMULATOR is the program that runs LIMB (qemu-aarch64, wine), or "" where it runs by itself. Every command runs in a
copy of the examples whose folder has a space and letters beyond ASCII; standard output, exit status and written
files must be the same, byte for byte. Windows gets its own cases on top: backslashes, drive letters, line ends.
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

# commands whose output is the same everywhere; "> FILE" compares what they write to it
COMMANDS = """
check arm.urdf
check rover.urdf quadruped.urdf
check broken.urdf
check broken.urdf --format json
check broken.urdf --format sarif
check crlf.urdf
check .
show arm.urdf
show arm.urdf --json
fmt arm.urdf
fmt crlf.urdf
fk arm.urdf
fk arm.urdf --joints elbow=0.4 --json
ik arm.urdf --link tool_link --xyz "0.4 0.1 0.5"
dyn arm.urdf
mesh meshes/gripper.dae
mesh meshes/base.glb -o out.stl > out.stl
mesh größe.stl -o größe.obj > größe.obj
convert arm.urdf -o arm.glb > arm.glb
convert arm.urdf -o out/new/arm.glb > out/new/arm.glb
inertia arm.urdf
collide arm.urdf
spheres arm.urdf -o balls.json > balls.json
edit arm.urdf rename link tool_link flange -o neu/arm.urdf > neu/arm.urdf
xacro turret.urdf.xacro
xacro turret.urdf.xacro reach:=0.7
check nowhere.urdf
check meshes
explain joint-axis-zero
"""
WINDOWS = r"""
check .\arm.urdf
check {drive}\arm.urdf
check {slashed}/arm.urdf
check drive.urdf
fmt --write crlf.urdf > crlf.urdf
mesh meshes\base.glb -o .\back.stl > back.stl
"""

TURRET = """<robot name="turret" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="reach" default="0.5"/>
  <xacro:macro name="barrel" params="name length">
    <link name="${name}"><visual><geometry><cylinder radius="${length / 10}" length="${length}"/></geometry></visual></link>
  </xacro:macro>
  <xacro:barrel name="gun" length="${2 * $(arg reach)}"/>
</robot>
"""


def main():
    native, emulator, limb, source = sys.argv[1:5]
    runner = [emulator] if emulator else []
    windows = limb.endswith(".exe")
    ncommand = nfailed = 0
    with tempfile.TemporaryDirectory() as folder:
        theirs = make_folder(pathlib.Path(folder) / "a", source, windows)
        ours = make_folder(pathlib.Path(folder) / "b", source, windows)
        names = {"drive": "Z:" + str(ours).replace("/", "\\"), "slashed": f"Z:{ours}"}
        for line in COMMANDS.strip().splitlines() + (WINDOWS.strip().splitlines() if windows else []):
            command, _, written = line.partition(" > ")
            arguments = [word.format(**names) for word in words(command)]
            plain = [word.replace("\\", "/") if "{" not in word else f"{theirs}/arm.urdf" for word in words(command)]
            found = run(runner + [limb] + arguments, ours, written, ours)
            expected = run([native] + plain, theirs, written, theirs)
            ncommand += 1
            if found != expected:
                nfailed += 1
                print(f"FAILED limb {' '.join(arguments)}\n  expected {shown(expected)}\n  found    {shown(found)}")
        nfailed += not picture_is_drawn(runner, limb, ours)
    print(f"{ncommand + 1} commands, {nfailed} differ")
    return nfailed > 0 or ncommand < 20


def make_folder(folder, source, windows):
    place = folder / "rö bot"
    shutil.copytree(f"{source}/examples", place, ignore=shutil.ignore_patterns("c"))
    text = (place / "arm.urdf").read_text()
    (place / "broken.urdf").write_text(text.replace("<axis xyz=", '<axis xyz="0 0 0" was=', 1).replace("revolute", "revolut", 1))
    (place / "crlf.urdf").write_bytes(text.replace("\n", "\r\n").encode())
    (place / "turret.urdf.xacro").write_text(TURRET)
    mesh = sorted((place / "meshes").glob("*.stl"))[0]
    shutil.copy(mesh, place / "größe.stl")
    drive = "/Z:" if windows and folder.name == "b" else ""
    (place / "drive.urdf").write_text(f"""<robot name="d"><link name="a"><visual><geometry>
<mesh filename="file://{drive}{str(place).replace(' ', '%20')}/größe.stl"/></geometry></visual></link></robot>""")
    return place


def run(command, folder, written, hidden):
    """Output with the folder's own name taken out, exit status, and the file that was written."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    out = done.stdout.decode("utf-8", "backslashreplace").replace(f"/Z:{hidden}", "").replace(f"Z:{hidden}", "")
    # with a slash after each part, on Windows as elsewhere; paths there may begin with .
    out = out.replace(str(hidden), "").replace(str(hidden).replace("ö", "%C3%B6").replace(" ", "%20"), "").replace("./", "")
    content = (folder / written).read_bytes() if written and (folder / written).exists() else None
    if content and written.endswith(".json"):
        # found by a search whose sines are the C library's own: so are last digits, and the order of equals
        content = re.sub(rb"-?\d+\.\d+(e-\d+)?", lambda number: b"%.4f" % (float(number[0]) + 0.0), content)
        content = b"\n".join(sorted(line.rstrip(b",") for line in content.splitlines()))
    return done.returncode, out.replace("\n/", "\n"), content


def words(command):
    """Quotes as in a shell; backslashes are themselves."""
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split, lexer.escape = True, ""
    return list(lexer)


def shown(result):
    status, out, content = result
    return f"status {status}, {len(content) if content is not None else 'no'} bytes written, {out[-1500:]!r}"


def picture_is_drawn(runner, limb, folder):
    """The picture is a PNG of the size asked for; builds without pictures say so."""
    done = subprocess.run(runner + [limb, "render", "arm.urdf", "--size", "320x240", "-o", "bild ü.png"], cwd=folder,
                          capture_output=True, timeout=600)
    if b"was built without pictures" in done.stderr:
        print("this build has no pictures")
        return True
    bytes_ = (folder / "bild ü.png").read_bytes() if (folder / "bild ü.png").exists() else b""
    good = done.returncode == 0 and bytes_[:8] == b"\x89PNG\r\n\x1a\n" and bytes_[16:24] == bytes([0, 0, 1, 64, 0, 0, 0, 240])
    if not good:
        print(f"FAILED limb render: status {done.returncode}, {done.stderr.decode(errors='replace')}")
    return good


if __name__ == "__main__":
    sys.exit(main())
