"""yourdfpy: URDF.load without meshes"""
import importlib.metadata
import logging

import yourdfpy

NAME, VERSION = "yourdfpy", importlib.metadata.version("yourdfpy")
MOVES = ("revolute", "continuous", "prismatic")


def read(path):
    logging.disable(logging.CRITICAL)
    robot = yourdfpy.URDF.load(path, load_meshes=False, build_collision_scene_graph=False)
    limits, mimic = {}, {}
    for joint in robot.robot.joints:
        if joint.type in MOVES:
            limit = joint.limit
            limits[joint.name] = [limit.lower, limit.upper] if limit else None
        if joint.mimic:
            mimic[joint.name] = joint.mimic.joint
    links = robot.robot.links
    return {"mass": sum((link.inertial.mass or 0) for link in links if link.inertial), "links": len(links), "dof": robot.num_dofs,
            "limits": limits, "mimic": mimic, "visuals": sum(len(link.visuals) for link in links),
            "collisions": sum(len(link.collisions) for link in links)}
