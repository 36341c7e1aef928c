"""Compares kinematics and dynamics of every robot with an oracle.

The two use different coordinates. limb's are the independent joints only; an oracle has one for each joint of the file,
mimic joints included, with its own signs and frames. So the oracle gets a configuration as the position of each joint by
name, with the matrix `rates` that maps limb's velocities to the joint's and converts results back. The reduction to
independent coordinates is thereby computed a second time here: tau = G' tau_full, M = G' M_full G.

An oracle is a class with

    Oracle(path)             reads the file, or raises Refused or its own error
    links                    names of those it has
    joints                   names of those that move
    place(position, rates, nv)  takes a configuration: {joint: numbers} and {joint: rows of limb's nv}
    pose(link)               3 x 4, world from link
    jacobian(link)           6 x nv, angular rows first, world axes at the link's origin
    mass_matrix()            nv x nv
    torques(v, a)            what inverse dynamics gives
    accelerations(v, tau)    what forward dynamics gives, or None where it has none
    moves                    False: only its poses and Jacobians count, and `why` says why
"""
import numpy as np

import limb
from robots import robots

CONFIGURATIONS = 4
TOLERANCE = 1e-9  # relative; they agree to 1e-12 and better but for the ill-conditioned

SINGULAR = "without forward dynamics: their mass matrix is singular"


class Ours:
    def __init__(self, path):
        self.robot = limb.load(path, keep_broken=True)
        self.model = self.robot.model()
        self.nv = self.model.nv
        self.joint = {name: joint for name, joint in self.robot.joints.items() if joint.type != "fixed"}

    def place(self, q):
        """({joint: positions}, {joint: rows}) of all joints that move."""
        at = dict(zip(self.model.q_names, q))
        row = {name: np.eye(self.nv)[i] for i, name in enumerate(self.model.v_names)}
        position, rates = {}, {}
        for name, joint in self.joint.items():
            if joint.type == "floating":
                position[name] = np.array([at[f"{name}/{k}"] for k in ("x", "y", "z", "qx", "qy", "qz", "qw")])
                rates[name] = np.array([row[f"{name}/{k}"] for k in ("wx", "wy", "wz", "vx", "vy", "vz")])
            elif joint.type == "planar":
                position[name] = np.array([at[f"{name}/{k}"] for k in ("x", "y", "theta")])
                rates[name] = np.array([row[f"{name}/{k}"] for k in ("x", "y", "theta")])
            else:
                source, scale, offset = self.follow(name)
                position[name] = np.array([scale * at[source] + offset])
                rates[name] = scale * row[source][None, :]
        return position, rates

    def follow(self, name):
        scale, offset = 1.0, 0.0
        while self.joint[name].mimic:
            mimic = self.joint[name].mimic
            offset, scale = offset + scale * mimic.offset, scale * mimic.multiplier
            name = mimic.joint
        return name, scale, offset


def compare(oracle, tally):
    loaded, every = 0, robots()
    for name, path in every:
        try:
            ours = Ours(path)
        except ValueError:  # RobotError is one
            tally.left_out["left out: limb makes no model of them"].append(name)
            continue
        try:
            theirs = oracle(path)
        except Exception as error:
            tally.refused(name, error)
            continue
        if theirs.joints - ours.joint.keys():
            tally.left_out["left out: joints of a type that URDF does not have"].append(name)
            continue
        loaded += 1
        if not theirs.moves:
            tally.left_out[f"by their poses alone: {theirs.why}"].append(name)
        rng = np.random.default_rng(loaded)
        for q in ours.model.random(seed=loaded, count=CONFIGURATIONS):
            theirs.place(*ours.place(q), ours.nv)
            poses(tally, name, ours, theirs, q)
            if theirs.moves and ours.nv:
                dynamics(tally, name, ours, theirs, q, rng)
    print(f"{loaded} robots compared with {tally.oracle}, {CONFIGURATIONS} configurations each")
    if loaded < 0.75 * len(every):
        tally.fail(f"only {loaded} of {len(every)} robots were compared")


def poses(tally, name, ours, theirs, q):
    for link, pose in zip(ours.model.link_names, ours.model.fk(q)):
        if link not in theirs.links:
            if ours.robot.links[link].parent_joint:  # the root may be called the world
                tally.fail(f"{name}: {tally.oracle} has no link {link}")
            continue
        tally.near("poses", name, pose, theirs.pose(link), TOLERANCE)
        tally.near("Jacobians", name, ours.model.jacobian(q, link), theirs.jacobian(link), TOLERANCE)


def dynamics(tally, name, ours, theirs, q, rng):
    model = ours.model
    v, a, tau = rng.standard_normal((3, ours.nv))
    still = np.zeros(ours.nv)
    mass = theirs.mass_matrix()
    tally.near("mass matrices", name, model.mass_matrix(q), mass, TOLERANCE)
    tally.near("gravity", name, model.inverse_dynamics(q), theirs.torques(still, still), TOLERANCE)
    tally.near("inverse dynamics", name, model.inverse_dynamics(q, v, a), theirs.torques(v, a), TOLERANCE)
    if name in tally.left_out[SINGULAR]:
        return
    values = np.linalg.eigvalsh(mass)
    if values[0] <= 1e-12 * values[-1]:  # links without mass: no acceleration is determined
        tally.left_out[SINGULAR].append(name)
        return
    # accelerations of light links are as uncertain as they are large: what counts is the force that is missing
    apart = model.forward_dynamics(q, v, tau) - theirs.accelerations(v, tau)
    tally.near("forward dynamics", name, mass @ apart, still, TOLERANCE)
