"""PyBullet: loadURDF with a fixed base"""
import importlib.metadata

import pybullet

NAME, VERSION = "pybullet", importlib.metadata.version("pybullet")
FLAGS = 0


def read(path, flags=0):
    client = pybullet.connect(pybullet.DIRECT)
    body = pybullet.loadURDF(path, useFixedBase=0, flags=flags)
    count = pybullet.getNumJoints(body)
    limits, dof = {}, 0
    masses = [pybullet.getDynamicsInfo(body, link)[0] for link in range(-1, count)]
    for i in range(count):
        info = pybullet.getJointInfo(body, i)
        kind = info[2]
        if kind in (pybullet.JOINT_REVOLUTE, pybullet.JOINT_PRISMATIC):
            dof += 1
            limits[info[1].decode("utf-8", "replace")] = [info[8], info[9]] if info[8] <= info[9] else None
        elif kind == pybullet.JOINT_SPHERICAL:
            dof += 3
        elif kind == pybullet.JOINT_PLANAR:
            dof += 3
    return {"mass": sum(masses), "links": count + 1, "dof": dof, "limits": limits, "visuals": len(pybullet.getVisualShapeData(body)),
            "collisions": sum(len(pybullet.getCollisionShapeData(body, link)) for link in range(-1, count))}
