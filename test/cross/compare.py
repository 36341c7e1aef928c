#!/usr/bin/env python3
"""Run a build for another machine as users would, and compare its output with that of this machine's build.

    compare.py NATIVE_LIMB EMULATOR LIMB SOURCE

EMULATOR is the program that runs LIMB (qemu-aarch64, wine), or "" where it runs by itself. Every command runs in a
copy of the examples whose folder has a space and letters beyond ASCII; standard output, exit status and written
files must be the same, byte for byte. Windows gets its own cases on top: backslashes, drive letters, line ends, names
of devices, lists of folders in variables.
"""
import json
import math
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

SECONDS = 900  # for one command, on a busy machine by an emulator

# commands whose output is the same everywhere; "> FILE" compares what they write to it, "< FILE" is their input
COMMANDS = """
check arm.urdf
check rover.urdf quadruped.urdf
check broken.urdf
check broken.urdf --format json
check broken.urdf --format sarif
check crlf.urdf
check .
check - < crlf.urdf
check pack/urdf/packed.urdf
convert pack/urdf/packed.urdf -o packed.glb > packed.glb
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
mesh {deep}/größe.stl -o {deep}/größe.obj > {deep}/größe.obj
convert arm.urdf -o arm.glb > arm.glb
convert arm.urdf -o pack/new.glb > pack/new.glb
convert arm.urdf -o out/new/arm.glb
inertia arm.urdf
collide arm.urdf
spheres arm.urdf -o balls.json > balls.json
spheres box.urdf -o box.json > box.json
edit arm.urdf rename link tool_link flange -o pack/neu.urdf > pack/neu.urdf
edit arm.urdf rename link tool_link flange -o neu/arm.urdf
xacro turret.urdf.xacro
xacro turret.urdf.xacro reach:=0.7
xacro turret.urdf.xacro -o pack/../turret.urdf.xacro > turret.urdf.xacro
check nowhere.urdf
check meshes
explain joint-axis-zero
"""
WINDOWS = r"""
check .\arm.urdf
check {drive}\arm.urdf
check {slashed}/arm.urdf
check drive.urdf
convert letter.urdf -o letter.glb > letter.glb
convert slanted.urdf -o slanted.glb > slanted.glb
ROS_PACKAGE_PATH={list} check away.urdf
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


ROBOT = '<robot name="d"><link name="a"><visual><geometry>\n<mesh filename="{}"/></geometry></visual></link></robot>'
DEEP = "/".join(["tief" * 12] * 7)  # beyond the 260 characters that Windows takes in its plain form


def main():
    native, emulator, limb, source = sys.argv[1:5]
    runner = shlex.split(emulator)
    windows = limb.endswith(".exe")
    ncommand = nfailed = 0
    # what is near a robot is found by itself, so the packages of a list lie far from it
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory(dir="/var/tmp") as far:
        theirs = make_folder(pathlib.Path(folder) / "a", source)
        ours = make_folder(pathlib.Path(folder) / "b", source)
        make_package(pathlib.Path(far) / "fernes", theirs)
        names = {"drive": "Z:" + str(ours).replace("/", "\\"), "slashed": f"Z:{ours}", "deep": DEEP,
                 "list": "Z:\\nowhere;Z:" + far.replace("/", "\\")}
        plain = {"drive": str(theirs), "slashed": str(theirs), "deep": DEEP, "list": f"/nowhere:{far}"}
        for commands in [COMMANDS] + [WINDOWS] * windows:
            if commands is WINDOWS:
                add_paths_of_windows(theirs, ours)
            for line in commands.strip().splitlines():
                found = run(runner + [limb], line, names, ours)
                expected = run([native], line.replace("\\", "/"), plain, theirs)
                ncommand += 1
                if " > " in line and expected[2] is None:
                    nfailed += 1
                    print(f"FAILED limb {line}\n  writes no file here")
                if found != expected and not (line.startswith("spheres arm.urdf") and is_alike(found, expected)):
                    nfailed += 1
                    print(f"FAILED limb {line}\n  expected {shown(expected)}\n  found    {shown(found)}")
        for check in [picture_is_drawn] + [devices_are_refused] * windows:
            ncommand += 1
            nfailed += not check(runner, limb, ours)
    print(f"{ncommand} commands, {nfailed} differ")
    return nfailed > 0 or ncommand < 20


def make_folder(folder, source):
    place = folder / "rö bot"
    shutil.copytree(f"{source}/examples", place, ignore=shutil.ignore_patterns("c"))
    text = (place / "arm.urdf").read_text()
    (place / "broken.urdf").write_text(text.replace("<axis xyz=", '<axis xyz="0 0 0" was=', 1).replace("revolute", "revolut", 1))
    (place / "crlf.urdf").write_bytes(text.replace("\n", "\r\n").encode())
    (place / "turret.urdf.xacro").write_text(TURRET)
    (place / "box.urdf").write_text(ROBOT.replace("visual", "collision").replace('<mesh filename="{}"/>', '<box size="0.3 0.2 0.1"/>'))
    mesh = sorted((place / "meshes").glob("*.stl"))[0]
    shutil.copy(mesh, place / "größe.stl")
    make_package(place / "pack", place)
    (place / DEEP).mkdir(parents=True)
    shutil.copy(mesh, place / DEEP / "größe.stl")
    (place / "pack/urdf/packed.urdf").write_text(ROBOT.format("package://pack/meshes/gr%C3%B6%C3%9Fe.stl"))
    return place


def add_paths_of_windows(theirs, ours):
    """Robots whose meshes are named as only Windows does, and the same as everywhere else."""
    for place, drive in (theirs, ""), (ours, "Z:"):
        slanted = "meshes/../größe.stl"
        for name, mesh in {"away": "package://fernes/meshes/größe.stl",
                           "drive": f"file://{'/' if drive else ''}{drive}{str(place).replace(' ', '%20')}/größe.stl",
                           "letter": f"{drive}{place}/größe.stl",
                           "slanted": slanted.replace("/", "\\") if drive else slanted}.items():
            (place / f"{name}.urdf").write_text(ROBOT.format(mesh))


def make_package(folder, place):
    """A package with a robot's folder and one mesh."""
    (folder / "urdf").mkdir(parents=True)
    (folder / "meshes").mkdir()
    (folder / "package.xml").write_text(f"<package><name>{folder.name}</name></package>")
    shutil.copy(place / "größe.stl", folder / "meshes")


def run(program, line, names, folder):
    """Output with the folder's own name taken out, exit status, and the file that was written."""
    command, _, written = line.partition(" > ")
    command, _, read = command.partition(" < ")
    variables, arguments = {}, [word.format(**names) for word in words(command)]
    while "=" in arguments[0]:
        name, _, variables[name] = arguments.pop(0).partition("=")
    written = written.format(**names)
    with open(folder / read if read else os.devnull, "rb") as source:
        try:
            done = subprocess.run(program + arguments, cwd=folder, stdin=source, capture_output=True, timeout=SECONDS,
                                  env=dict(os.environ, **variables))
        except subprocess.TimeoutExpired:
            return f"none in {SECONDS} s", "", None
    out = done.stdout.decode("utf-8", "backslashreplace").replace(f"/Z:{folder}", "").replace(f"Z:{folder}", "")
    # with a slash after each part, on Windows as elsewhere; paths there may begin with .
    out = out.replace(str(folder), "").replace(str(folder).replace("ö", "%C3%B6").replace(" ", "%20"), "").replace("./", "")
    content = (folder / written).read_bytes() if written and (folder / written).exists() else None
    return done.returncode, out.replace("\n/", "\n"), content


def is_alike(found, expected):
    """Spheres are found by a search; the sines of the C library, in their last digits, decide between equals."""
    if found[:2] != expected[:2] or not found[2] or not expected[2]:
        return False
    a, b = json.loads(found[2]), json.loads(expected[2])
    return list(a["overshoot"]) == list(b["overshoot"]) and all(
        math.isclose(a["overshoot"][link], b["overshoot"][link], rel_tol=0.05) and
        math.isclose(len(a["collision_spheres"][link]), len(b["collision_spheres"][link]), rel_tol=0.1)
        for link in a["overshoot"])


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
                          capture_output=True, timeout=SECONDS)
    if b"was built without pictures" in done.stderr:
        print("this build has no pictures")
        return True
    bytes_ = (folder / "bild ü.png").read_bytes() if (folder / "bild ü.png").exists() else b""
    good = done.returncode == 0 and bytes_[:8] == b"\x89PNG\r\n\x1a\n" and bytes_[16:24] == bytes([0, 0, 1, 64, 0, 0, 0, 240])
    if not good:
        print(f"FAILED limb render: status {done.returncode}, {done.stderr.decode(errors='replace')}")
    return good


def devices_are_refused(runner, limb, folder):
    """Names that Windows keeps for devices are neither read nor written."""
    bad = 0
    for arguments in ("check aux.urdf", "check con", "mesh meshes/base.glb -o COM1.stl", "edit arm.urdf prefix a_ -o meshes/nul"):
        done = subprocess.run(runner + [limb] + arguments.split(), cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=SECONDS)
        if done.returncode != 3 or b"it is not a regular file" not in done.stdout + done.stderr:
            print(f"FAILED limb {arguments}: status {done.returncode}, {(done.stdout + done.stderr).decode(errors='replace')}")
            bad += 1
    return bad == 0


if __name__ == "__main__":
    sys.exit(main())
