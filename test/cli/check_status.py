"""Checks the exit status of every command: 0 success, 1 invalid input or a negative answer, 2 wrong arguments, 3 a file cannot be read or
written, or a requested part is missing from the output. A command without a row fails."""
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

build, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
limb = str(build / "limb")
work = pathlib.Path(tempfile.mkdtemp())
failures, tried = [], 0


def robot(name, shape, material=""):
    parts = "".join(f"<{kind}><geometry>{shape}</geometry>{material if kind == 'visual' else ''}</{kind}>" for kind in ("visual", "collision"))
    mass = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    box = '<collision><geometry><box size="1 1 1"/></geometry></collision>'
    (work / name).write_text(
        f'<robot name="r"><link name="base"/><link name="a">{mass}{parts}</link><link name="b">{box}</link>'
        '<joint name="j" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint>'
        '<joint name="k" type="fixed"><parent link="base"/><child link="b"/><origin xyz="0 0 9"/></joint></robot>\n')


robot("whole.urdf", '<box size="1 1 1"/>')
robot("no_mesh.urdf", '<mesh filename="gone.stl"/>')
robot("no_shape.urdf", '<torus radius="1"/>')
robot("no_texture.urdf", '<box size="1 1 1"/>', '<material name="m"><texture filename="gone.png"/></material>')
robot("closed.urdf", '<mesh filename="closed.stl"/>')  # there, but no one can read it, not even root
(work / "closed.stl").symlink_to("/proc/self/mem")
(work / "wrong.urdf").write_text('<robot name="r"><link name="a">\n')
shutil.copy(source / "test/cli/files/wedge.obj", work / "wedge.obj")

# Per command: its arguments ({} is the file), then what it exits with for a whole robot, one that is not XML, one that is not there,
# and one whose mesh is not found, whose shape is unknown, and whose texture is not found; None: not asked.
ROWS = {
    "check": ("{}", 0, 1, 3, 0, 1, 0),  # they are findings: nothing is left out, and a warning is not a failure
    "explain": ("mesh-not-found", 0, None, None, None, None, None),
    "show": ("{}", 0, 1, 3, 0, 0, 0),  # the tree has no meshes
    "graph": ("{}", 0, 1, 3, 0, 0, 0),
    "fmt": ("{}", 0, 1, 3, 0, 0, 0),
    "xacro": ("{}", 0, 1, 3, 0, 0, 0),
    "edit": ("{} rename link a other", 0, 1, 3, 0, 0, 0),
    "join": ("{} {} --at a --prefix p_", 0, 1, 3, 0, 0, 0),
    "extract": ("{} --from a", 0, 1, 3, 0, 0, 0),
    "diff": ("{} {}", 0, 1, 3, 0, 0, 0),
    "convert": ("{} -o out.glb", 0, 1, 3, 3, 3, 3),
    "view": ("{} --html out.html", 0, 1, 3, 3, 3, 3),
    "render": ("{} -o out.png --size 16x16", 0, 1, 3, 3, 3, 3),
    "mesh": ("wedge.obj", 0, None, None, None, None, None),
    "inertia": ("{}", 0, 1, 3, 3, 3, 0),
    "fk": ("{}", 0, 1, 3, 0, 0, 0),
    "ik": ("{} --link a --xyz 0,0,0", 0, 1, 3, 0, 0, 0),
    "dyn": ("{}", 0, 1, 3, 0, 0, 0),
    "sim": ("{} --seconds 0.01", 0, 1, 3, 0, 0, 0),
    "reach": ("{} --link a --samples 10", 0, 1, 3, 0, 0, 0),
    "collide": ("{}", 0, 1, 3, 3, 3, 0),
    "srdf": ("init {}", 0, 1, 3, 3, 3, 0),
    "simplify": ("{} --dry-run", 0, 1, 3, 3, 0, 0),  # a shape that is not a mesh is not its business
    "spheres": ("{} --count 2", 0, 1, 3, 3, 3, 0),
    "publish": ("{} --localhost --domain 91 --duration 0.1", 0, 1, 3, 0, 0, 0),  # it publishes the text
    "state-publisher": ("{} --localhost --domain 91 --duration 0.1", 0, 1, 3, 0, 0, 0),
    "joint-publisher": ("{} --localhost --domain 91 --duration 0.1", 0, 1, 3, 0, 0, 0),
    "topics": ("--localhost --domain 91 --wait 0.1", 1, None, None, None, None, None),
    "echo": ("no_topic --localhost --domain 91 --wait 0.1", 1, None, None, None, None, None),
    "play": ("{} --localhost --domain 91", None, 1, 3, None, None, None),
    "help": ("check", 0, None, None, None, None, None),
    "completion": ("bash", 0, None, None, None, None, None),
    "names": ("link {}", 0, 0, 0, 0, 0, 0),  # a shell completes, or does not
    "version": ("", 0, None, None, None, None, None),
}
FILES = ("whole.urdf", "wrong.urdf", "gone.urdf", "no_mesh.urdf", "no_shape.urdf", "no_texture.urdf")
# The rest: a negative answer: and it stays so whatever is left out; writing fails; something else is left out.
MORE = [
    ("check closed.urdf", 3), ("check no_mesh.urdf --strict", 1), ("check no_mesh.urdf gone.urdf wrong.urdf", 3), ("explain no-such-rule", 2),
    ("fmt --check whole.urdf", 1), ("fmt --check whole.urdf gone.urdf", 3), ("diff whole.urdf no_mesh.urdf", 1),
    ("mesh gone.stl", 3), ("mesh closed.stl", 3), ("mesh wrong.urdf", 1), ("mesh wedge.obj gone.stl", 3),
    ("ik whole.urdf --link a --xyz 9,9,9", 1), ("show whole.urdf --why gone.stl", 1), ("edit whole.urdf remove link/gone", 1),
    ("collide touching.urdf", 1), ("convert closed.urdf -o out.glb", 3), ("render no_mesh.urdf -o none/out.png --size 16x16", 3),
    ("convert no_mesh.urdf -o out.dot", 0), ("render no_mesh.urdf -o out.png --show collision --size 16x16", 3),
    ("help no_such_command", 2), ("completion no_such_shell", 2), ("no_such_command", 2), ("", 2),
    ("graph whole.urdf -o /dev/full", 3), ("xacro whole.urdf -o /dev/full", 3)]
(work / "touching.urdf").write_text((work / "no_mesh.urdf").read_text().replace(
    '<link name="base"/>', '<link name="base"/><link name="c"><collision><geometry><box size="1 1 1"/></geometry></collision></link>').replace(
    "</robot>", '<joint name="l" type="fixed"><parent link="base"/><child link="c"/><origin xyz="0 0 9"/></joint></robot>'))


def expect(line, status):
    global tried
    tried += 1
    done = subprocess.run([limb, *line.split()], cwd=work, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != status:
        failures.append(f"limb {line}: {done.returncode}, not {status}\n{done.stderr}")
    elif status != 0 and not done.stderr and not done.stdout:
        failures.append(f"limb {line}: {status} without any output")


commands = [name.replace("_", "-") for name in re.findall(r"^    X\((\w+)\)", (source / "cli/main.c").read_text(), re.M)]
shown = re.findall(r"^  ([a-z-]+) ", subprocess.run([limb, "help"], capture_output=True, text=True).stdout, re.M)
assert set(shown) <= set(commands) and len(commands) >= 31
assert set(commands) == set(ROWS), f"without a row, or a row too many: {set(commands) ^ set(ROWS)}"
for name, (arguments, *statuses) in ROWS.items():
    for file, status in zip(FILES, statuses, strict=True):
        if status is not None and (file == "whole.urdf" or "{}" in arguments):
            expect(f"{name} {arguments.replace('{}', file)}", status)
    expect(f"{name} --no-such-option", 2)
for line, status in MORE:
    expect(line, status)

# A page that is served opens and follows its file, whatever is missing; Ctrl-C ends it well.
for file in ("whole.urdf", "no_mesh.urdf"):
    page = subprocess.Popen([limb, "view", file, "--no-open"], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = page.stdout.readline()
    page.send_signal(signal.SIGINT)
    tried += 1
    if page.wait() != 0 or not address.startswith("http://"):
        failures.append(f"limb view {file}: {page.returncode}, {address!r}")

shutil.rmtree(work)
print("\n".join(failures), f"{tried} tried, {len(failures)} failed", sep="\n")
sys.exit(bool(failures) or tried < 180)
