#!/usr/bin/env python3
"""limb.Model.fk beside forward kinematics written plainly in vectorized NumPy, in one run.

    PYTHONPATH=build/python /usr/bin/python3 bench/bench_python.py [ROBOT LINK]

Prints the time of 100,000 configurations both ways with their ratio, and what one call costs. The
smallest of several runs counts.
"""
import pathlib
import sys
import time

import numpy as np

import limb


def chain(robot, link):
    """Joints from the root down to a link."""
    joints = []
    by_child = {joint.child: joint for joint in robot.joints.values()}
    while link in by_child:
        joints.append(by_child[link])
        link = by_child[link].parent
    return joints[::-1]


def numpy_fk(joints, column, q):
    """(N, 4, 4) by one product of matrices after the other, all configurations at once."""
    count = len(q)
    pose = np.broadcast_to(np.eye(4), (count, 4, 4))
    for joint in joints:
        origin = np.eye(4)
        origin[:3] = joint.origin
        pose = pose @ origin
        if joint.name not in column:
            continue
        value = q[:, column[joint.name]]
        motion = np.zeros((count, 4, 4))
        motion[:, [0, 1, 2, 3], [0, 1, 2, 3]] = 1
        axis = np.asarray(joint.axis) / np.linalg.norm(joint.axis)
        if joint.type == "prismatic":
            motion[:, :3, 3] = value[:, None] * axis
        else:  # Rodrigues
            cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
            sine, cosine = np.sin(value)[:, None, None], np.cos(value)[:, None, None]
            motion[:, :3, :3] = np.eye(3) + sine * cross + (1 - cosine) * (cross @ cross)
        pose = pose @ motion
    return pose


def smallest(call, runs):
    best = float("inf")
    for _ in range(runs):
        begun = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - begun)
    return best


def main():
    examples = pathlib.Path(__file__).resolve().parent.parent / "examples"
    path, link = sys.argv[1:3] if len(sys.argv) > 2 else (examples / "arm.urdf", "tool_link")
    robot = limb.load(path)
    model = robot.model()
    q = model.random(1, 100_000)
    joints = chain(robot, link)
    column = {name: i for i, name in enumerate(model.q_names)}
    np.testing.assert_allclose(model.fk(q[:100], link), numpy_fk(joints, column, q[:100])[:, :3], atol=1e-12)

    out = np.empty((len(q), 3, 4))
    ours = smallest(lambda: model.fk(q, link, out), 10)
    theirs = smallest(lambda: numpy_fk(joints, column, q), 5)
    print(f"fk of 100,000 configurations, {model.nq} joints: limb {ours * 1e3:.1f} ms, "
          f"NumPy {theirs * 1e3:.1f} ms, ratio {theirs / ours:.1f}")

    one, pose, calls = q[0].copy(), np.empty((3, 4)), 100_000
    each = smallest(lambda: [model.fk(one, link, pose) for _ in range(calls)], 5) / calls
    print(f"one call of fk: {each * 1e6:.2f} us")


if __name__ == "__main__":
    main()
