"""Compares links, joints, origins, axes, limits, mimic joints and masses of a file, and the poses of links, with yourdfpy."""
import logging

import numpy as np
import yourdfpy

from motion import CONFIGURATIONS, Ours
from robots import robots
from tally import Refused, Tally

TOLERANCE = 1e-9
REFUSALS = [
    ("Unknown tag: capsule", "left out: yourdfpy does not know capsules"),
    ("could not convert string to float", "left out: yourdfpy rejects the whole file where limb leaves out an element"),
    ("list index out of range", "left out: joints of a type that URDF does not have"),
    ("no links", "left out: yourdfpy sees no element of a namespace"),
]


def main():
    logging.disable(logging.CRITICAL)
    tally, compared, every = Tally("yourdfpy", REFUSALS), 0, robots()
    for name, path in every:
        try:
            ours = Ours(path)
        except ValueError:
            tally.left_out["left out: limb makes no model of them"].append(name)
            continue
        try:
            theirs = yourdfpy.URDF.load(str(path), load_meshes=False)
            if not theirs.robot.links:
                raise Refused("no links")
        except Exception as error:
            tally.refused(name, f"{type(error).__name__}: {error}")
            continue
        compared += 1
        reading(tally, name, ours.robot, theirs.robot)
        for q in ours.model.random(seed=compared, count=CONFIGURATIONS):
            poses(tally, name, ours, theirs, q)
    print(f"{compared} robots compared")
    if compared < 0.75 * len(every):
        tally.fail(f"only {compared} of {len(every)} robots were compared")
    tally.finish("links", "joints", "origins", "axes", "limits", "masses", "poses")


def reading(tally, name, ours, theirs):
    tally.same("links", name, sorted(ours.links), sorted(link.name for link in theirs.links))
    tally.same("joints", name, sorted(ours.joints), sorted(joint.name for joint in theirs.joints))
    for joint in theirs.joints:
        if joint.name not in ours.joints:
            continue
        mine, where = ours.joints[joint.name], f"{name}: {joint.name}"
        tally.same("joints", where, (mine.type, mine.parent, mine.child), (joint.type, joint.parent, joint.child))
        tally.near("origins", where, mine.origin, np.eye(4)[:3] if joint.origin is None else joint.origin[:3], TOLERANCE)
        if joint.type not in ("fixed", "floating"):
            tally.near("axes", where, mine.axis, joint.axis / np.linalg.norm(joint.axis), TOLERANCE)
        tally.same("followers", where, mine.mimic and mine.mimic[:], joint.mimic and (
            joint.mimic.joint, 1.0 if joint.mimic.multiplier is None else joint.mimic.multiplier, joint.mimic.offset or 0.0))
        if joint.limit and mine.limit:
            theirs_limit = [joint.limit.lower, joint.limit.upper, joint.limit.effort, joint.limit.velocity]
            tally.near("limits", where, mine.limit, [value or 0.0 for value in theirs_limit], TOLERANCE)
    for link in theirs.links:
        mine = ours.links.get(link.name)
        if mine and link.inertial and link.inertial.mass is not None:
            tally.near("masses", f"{name}: {link.name}", mine.mass, link.inertial.mass, TOLERANCE)


def poses(tally, name, ours, theirs, q):
    position, _ = ours.place(q)
    if any(len(at) > 1 for at in position.values()):
        tally.left_out["without poses: yourdfpy does not move planar and floating joints"].append(name)
        return
    theirs.update_cfg({joint: position[joint][0] for joint in theirs.actuated_joint_names})
    for link, pose in zip(ours.model.link_names, ours.model.fk(q)):
        tally.near("poses", name, pose, theirs.get_transform(link, theirs.base_link)[:3], TOLERANCE)


main()
