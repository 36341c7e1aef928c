"""Compares the predictions of `limb check --target` with the URDF readers: runs conformance/compare.py for each one in this environment."""
import os
import pathlib
import subprocess
import sys

CONFORMANCE = pathlib.Path(__file__).resolve().parents[2] / "conformance"
LIGHT = ("read_pinocchio", "read_pinocchio_mimic", "read_mujoco", "read_mujoco_full", "read_yourdfpy")
HEAVY = ("read_drake", "read_drake_scene")


def main(drivers):
    """Ends the program: 0 when each of them agrees."""
    failed = 0
    for driver in drivers:
        done = subprocess.run([sys.executable, "-B", CONFORMANCE / "compare.py", driver], check=False,
                              env={**os.environ, "PYTHONPATH": str(CONFORMANCE / "drivers")})
        failed += done.returncode != 0
    print(f"{len(drivers)} readers, {failed} failures")
    sys.exit(failed > 0 or not drivers)


if __name__ == "__main__":
    main(LIGHT)
