#!/usr/bin/env python3
"""Checks that no command prints control characters from names: check_terminal.py BUILD SOURCE.

A robot, its file, a mesh and a package have names with ESC, C1 and bidirectional controls. Every command with text output
runs on this robot, and with such arguments. The output must not contain these characters, and the names must be found.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

EVIL = "evil\x1b[31m\u009b2J\u202e\u200btxt"
FORBIDDEN = [b"\x1b", "\u009b".encode(), "\u202e".encode(), "\u200b".encode()]
ROBOT = f"""<?xml version="1.0"?>
<robot name="{EVIL}robot">
  <material name="{EVIL}paint"><color rgba="1 0 0 1"/></material>
  <link name="{EVIL}base"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><geometry><mesh filename="package://{EVIL}package/{EVIL}mesh.stl"/></geometry><material name="{EVIL}gone"/></visual></link>
  <link name="{EVIL}hand"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="{EVIL}turn" type="revolute"><parent link="{EVIL}base"/><child link="{EVIL}hand"/><origin xyz="0 0 1"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
"""


def commands(file, folder):
    hand, turn = f"{EVIL}hand", f"{EVIL}turn"
    other = f"{folder}/{EVIL}other.urdf"
    pathlib.Path(other).write_text(ROBOT.replace('mass value="1"', 'mass value="2"').replace(f"{EVIL}hand", f"{EVIL}tool"))
    obj = f"{folder}/{EVIL}mesh.obj"
    pathlib.Path(obj).write_text(f"mtllib {EVIL}.mtl\no {EVIL}part\nusemtl {EVIL}paint\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    yield from (
        ["check", file], ["check", "--target", "urdfdom", file], ["show", file],
        ["show", file, "--why"], ["show", file, "--why", f"package://{EVIL}/a.stl"], ["fk", file], ["fk", file, "--link", hand],
        ["fk", file, "--joints", f"{turn}=9"], ["fk", file, "--joints", f"{EVIL}none=1"], ["fk", file, "--link", f"{EVIL}none"],
        ["ik", file, "--link", hand, "--xyz", "0 0 1"], ["dyn", file], ["sim", file, "--seconds", "0.1"],
        ["reach", file, "--link", hand, "--samples", "10"], ["inertia", file], ["mesh", obj], ["diff", file, other],
        ["render", file, "-o", f"{folder}/{EVIL}.gif"], ["render", file, "-o", f"{folder}/a.png", "--size", "8x8"],
        ["graph", file, "-o", f"{folder}/{EVIL}/a.svg"], ["graph", file], ["check", "--format", "github", file], ["explain", EVIL], ["check", f"{EVIL}.urdf"],
        [EVIL], ["check", f"--{EVIL}"], ["check", "--rule", EVIL, file], ["check", "--package", EVIL, file], ["mesh", f"{EVIL}.stl"],
        ["view", file, "--html", f"{folder}/{EVIL}.pdf"], ["convert", file, "-o", f"{folder}/{EVIL}.doc"], ["collide", file],
    )


def main():
    limb = pathlib.Path(sys.argv[1]).resolve() / "limb"
    folder = tempfile.mkdtemp()
    nfailed = nnamed = count = 0
    try:
        file = f"{folder}/{EVIL}arm.urdf"
        pathlib.Path(file).write_text(ROBOT)
        for arguments in commands(file, folder):
            environment = dict(os.environ, LC_ALL="C.UTF-8", NO_COLOR="1")
            done = subprocess.run([limb, *arguments], capture_output=True, timeout=120, env=environment, stdin=subprocess.DEVNULL)
            output = done.stdout + done.stderr
            count += 1
            nnamed += b"evil" in output
            bad = [code for code in FORBIDDEN if code in output]
            if bad or done.returncode < 0:
                nfailed += 1
                shown = " ".join(word.replace(EVIL, "EVIL").replace(folder, "") for word in arguments)
                print(f"FAILED limb {shown}: {bad} in {output[:600]!r}, status {done.returncode}")
    finally:
        shutil.rmtree(folder)
    print(f"{count} commands, {nnamed} print names, {nfailed} failed")
    return nfailed > 0 or nnamed < 20


if __name__ == "__main__":
    sys.exit(bool(main()))
