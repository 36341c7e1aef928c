"""DART: DartLoader().parseSkeleton"""
import math

import dartpy

NAME, VERSION = "dart", dartpy.__version__ if hasattr(dartpy, "__version__") else "6.20.0"


def read(path):
    loader = dartpy.utils.DartLoader() if hasattr(dartpy.utils, "DartLoader") else dartpy.io.DartLoader()
    robot = loader.parseSkeleton(path)
    if robot is None:
        raise ValueError("parseSkeleton returns nothing")
    limits, dof = {}, 0
    for i in range(robot.getNumJoints()):
        joint = robot.getJoint(i)
        if i == 0 and joint.getNumDofs() == 6:
            continue
        dof += joint.getNumDofs()
        if joint.getNumDofs() == 1:
            low, high = joint.getPositionLowerLimit(0), joint.getPositionUpperLimit(0)
            limits[joint.getName()] = [finite(low), finite(high)]
    bodies = [robot.getBodyNode(i) for i in range(robot.getNumBodyNodes())]
    return {"mass": sum(body.getMass() for body in bodies), "links": len(bodies), "dof": dof, "limits": limits,
            "visuals": None, "collisions": None}


def finite(x):
    return float(x) if math.isfinite(x) else None
