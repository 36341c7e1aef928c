"""Compares poses, Jacobians, mass matrices, inverse and forward dynamics with MuJoCo 4.

MuJoCo gets the file without shapes, because the search for meshes is not tested here. It refuses moving bodies without mass
and physically impossible tensors; these are enlarged, and then only poses are compared.
"""
import xml.etree.ElementTree as xml

import mujoco
import numpy as np

import motion
from robots import without_shapes
from tally import Refused, Tally

REFUSALS = [
    ("floating joint", "left out: MuJoCo places a floating joint in the world, not in its parent"),
    ("bad format in attribute|joint parent or child missing", "left out: MuJoCo rejects the whole file where limb leaves out an element"),
    ("not at start of entity|not well-formed", "left out: not well-formed XML"),
]


class MuJoCo:
    def __init__(self, path):
        self.moves, self.why = True, ""
        try:
            self.model = mujoco.MjModel.from_xml_string(with_compiler(without_shapes(path), {}))
        except ValueError as error:
            if "inertia" not in str(error):
                raise
            self.moves, self.why = False, "a moving link has no mass, or a tensor that no body has"
            self.model = mujoco.MjModel.from_xml_string(with_compiler(without_shapes(path), {
                "balanceinertia": "true", "boundmass": "1e-6", "boundinertia": "1e-9"}))
        if any(self.model.jnt_type == mujoco.mjtJoint.mjJNT_FREE):
            raise Refused("floating joint")
        self.data = mujoco.MjData(self.model)
        self.body = {self.model.body(i).name: i for i in range(1, self.model.nbody)}
        self.links, self.joints = self.body.keys(), {self.model.joint(i).name for i in range(self.model.njnt)}

    def place(self, position, rates, nv):
        model, data = self.model, self.data
        self.G = np.zeros((model.nv, nv))
        for i in range(model.njnt):
            joint = model.joint(i)
            data.qpos[joint.qposadr[0]] = position[joint.name][0]
            self.G[joint.dofadr[0]] = rates[joint.name]
        data.qvel[:] = 0
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_makeM(model, data)

    def pose(self, link):
        i = self.body[link]
        return np.hstack([self.data.xmat[i].reshape(3, 3), self.data.xpos[i][:, None]])

    def jacobian(self, link):
        J = np.zeros((6, self.model.nv))
        mujoco.mj_jacBody(self.model, self.data, J[3:], J[:3], self.body[link])
        return J @ self.G

    def mass_matrix(self):
        full = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, full)
        return self.G.T @ full @ self.G

    def torques(self, v, a):
        self.data.qvel[:], self.data.qacc[:] = self.G @ v, self.G @ a
        mujoco.mj_comVel(self.model, self.data)
        tau = np.empty(self.model.nv)
        mujoco.mj_rne(self.model, self.data, 1, tau)
        return self.G.T @ tau

    def accelerations(self, v, tau):
        return np.linalg.solve(self.mass_matrix(), tau - self.torques(v, np.zeros(len(v))))


def with_compiler(robot, settings):
    xml.SubElement(xml.SubElement(robot, "mujoco"), "compiler", {"fusestatic": "false", **settings})
    return xml.tostring(robot, encoding="unicode")


tally = Tally("MuJoCo", REFUSALS)
motion.compare(MuJoCo, tally)
tally.finish("poses", "Jacobians", "mass matrices", "gravity", "inverse dynamics", "forward dynamics")
