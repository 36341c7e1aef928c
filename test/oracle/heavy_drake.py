"""Compares poses, Jacobians, mass matrices, inverse and forward dynamics with Drake.

Drake gets only links and joints: no shapes, limits, damping or transmissions. motion.py applies mimic joints.
"""
import logging
import xml.etree.ElementTree as xml

import numpy as np
from pydrake.math import RigidTransform
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import JacobianWrtVariable, MultibodyForces

import motion
from robots import without_shapes
from tally import Refused, Tally

REFUSALS = [
    ("several coordinates", "left out: a joint of several coordinates, for which Drake has others"),
    ("Expected 3 values|not at start of entity|not well-formed",
     "left out: Drake, or XML, rejects the whole file where limb leaves out an element"),
    ("unrecognized type", "left out: joints of a type that URDF does not have"),
]
said = []  # by Drake's reader


class Said(logging.Handler):
    def emit(self, record):
        said.append(record.getMessage())


logging.getLogger("drake").addHandler(Said())
logging.getLogger("drake").propagate = False


class Drake:
    def __init__(self, path):
        said.clear()
        plant = self.plant = MultibodyPlant(0.0)
        robot = bare(path)
        robot.set("name", "robot")
        Parser(plant).AddModelsFromString(xml.tostring(robot, encoding="unicode"), "urdf")
        children = {child.get("link") for child in robot.findall("joint/child")}
        for root in [link.get("name") for link in robot.findall("link") if link.get("name") not in children]:
            if root != "world":  # that is Drake's world itself
                plant.WeldFrames(plant.world_frame(), plant.GetFrameByName(root), RigidTransform())
        plant.Finalize()
        self.moves = not any("CouldBePhysicallyValid" in line for line in said) and not any(map(weightless, robot.iter("inertial")))
        self.why = "Drake replaces a tensor that no body has, and a mass of 0 under a tensor by 1"
        self.context = plant.CreateDefaultContext()
        self.links = {plant.get_body(i).name() for i in plant.GetBodyIndices(plant.GetModelInstanceByName("robot"))}
        moving = [joint for joint in map(plant.get_joint, plant.GetJointIndices()) if joint.num_velocities()]
        if any(joint.num_velocities() > 1 for joint in moving):
            raise Refused("a joint of several coordinates")
        self.moving, self.joints = moving, {joint.name() for joint in moving}

    def place(self, position, rates, nv):
        plant = self.plant
        q, self.G = np.empty(plant.num_positions()), np.empty((plant.num_velocities(), nv))
        for joint in self.moving:
            q[joint.position_start()] = position[joint.name()][0]
            self.G[joint.velocity_start()] = rates[joint.name()][0]
        plant.SetPositions(self.context, q)

    def pose(self, link):
        return self.plant.GetBodyByName(link).EvalPoseInWorld(self.context).GetAsMatrix34()

    def jacobian(self, link):
        plant, world = self.plant, self.plant.world_frame()
        return plant.CalcJacobianSpatialVelocity(self.context, JacobianWrtVariable.kV, plant.GetFrameByName(link), np.zeros(3),
                                                 world, world) @ self.G

    def mass_matrix(self):
        return self.G.T @ self.plant.CalcMassMatrix(self.context) @ self.G

    def torques(self, v, a):
        plant = self.plant
        plant.SetVelocities(self.context, self.G @ v)
        forces = MultibodyForces(plant)
        plant.CalcForceElementsContribution(self.context, forces)
        return self.G.T @ plant.CalcInverseDynamics(self.context, self.G @ a, forces)

    def accelerations(self, v, tau):
        return np.linalg.solve(self.mass_matrix(), tau - self.torques(v, np.zeros(len(v))))


def weightless(inertial):
    """Its mass is 0, its tensor is not."""
    return (float(inertial.find("mass").get("value")) == 0 and
            any(float(value) for value in inertial.find("inertia").attrib.values()))


def bare(path):
    robot = without_shapes(path)
    for parent in list(robot.iter()):
        for child in list(parent):
            if child.tag in ("transmission", "dynamics", "limit", "mimic", "material", "gazebo"):
                parent.remove(child)
    return robot


tally = Tally("Drake", REFUSALS)
motion.compare(Drake, tally)
tally.finish("poses", "Jacobians", "mass matrices", "gravity", "inverse dynamics", "forward dynamics")
