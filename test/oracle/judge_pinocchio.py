"""Compares poses, Jacobians, mass matrices, inverse and forward dynamics with Pinocchio 4."""
import numpy as np
import pinocchio as pin

import motion
from tally import Refused, Tally

REFUSALS = [
    ("does not contain a valid URDF model", "left out: urdfdom rejects the whole file where limb leaves out an element"),
    ("min_effort are greater than max_effort", "left out: it does not take a negative effort limit"),
]


class Pinocchio:
    moves = True

    def __init__(self, path):
        self.model = pin.buildModelFromUrdf(str(path))
        self.data = self.model.createData()
        self.frame = {frame.name: i for i, frame in enumerate(self.model.frames) if frame.type == pin.FrameType.BODY}
        self.links, self.joints = self.frame.keys(), set(self.model.names) - {"universe"}

    def place(self, position, rates, nv):
        model = self.model
        self.q, self.G, self.planar = np.empty(model.nq), np.empty((model.nv, nv)), []
        for i in range(1, model.njoints):
            joint, at, rate = model.joints[i], position[model.names[i]], rates[model.names[i]]
            if joint.shortname() == "JointModelPlanar":  # its velocity is in the child's axes
                c, s = np.cos(at[2]), np.sin(at[2])
                self.planar.append((joint.idx_v, rate))
                at, rate = [at[0], at[1], c, s], np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) @ rate
            elif joint.nq == 2:  # continuous: on a circle
                at = [np.cos(at[0]), np.sin(at[0])]
            elif joint.nq == 7:  # floating: linear velocity first
                rate = np.roll(rate, 3, axis=0)
            self.q[joint.idx_q:joint.idx_q + joint.nq] = at
            self.G[joint.idx_v:joint.idx_v + joint.nv] = rate
        pin.computeJointJacobians(model, self.data, self.q)
        pin.updateFramePlacements(model, self.data)

    def pose(self, link):
        return self.data.oMf[self.frame[link]].homogeneous[:3]

    def jacobian(self, link):
        if self.model.frames[self.frame[link]].parentJoint == 0:  # fixed in the world; asking for it reads out of bounds
            return np.zeros((6, self.G.shape[1]))
        J = pin.getFrameJacobian(self.model, self.data, self.frame[link], pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
        return np.roll(J, 3, axis=0) @ self.G

    def mass_matrix(self):
        upper = np.triu(pin.crba(self.model, self.data, self.q))
        return self.G.T @ (upper + np.triu(upper, 1).T) @ self.G

    def torques(self, v, a):
        return self.G.T @ pin.rnea(self.model, self.data, self.q, self.G @ v, self.G @ a + self.turning(v))

    def accelerations(self, v, tau):
        if self.model.nv == len(v):  # nothing follows: the coordinates are the same but for their order and axes
            theirs = pin.aba(self.model, self.data, self.q, self.G @ v, np.linalg.solve(self.G.T, tau))
            return np.linalg.solve(self.G, theirs - self.turning(v))
        return np.linalg.solve(self.mass_matrix(), tau - self.torques(v, np.zeros(len(v))))

    def turning(self, v):
        """G' v: what the axes of planar joints turn by."""
        out = np.zeros(self.model.nv)
        for i, rate in self.planar:
            out[i:i + 2] = (rate @ v)[2] * np.array([[0, 1], [-1, 0]]) @ (self.G[i:i + 2] @ v)
        return out


tally = Tally("Pinocchio", REFUSALS)
motion.compare(Pinocchio, tally)
tally.finish("poses", "Jacobians", "mass matrices", "gravity", "inverse dynamics", "forward dynamics")
