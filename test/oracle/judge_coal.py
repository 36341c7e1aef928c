"""Compares the links in contact and the smallest distance between links with coal, using Pinocchio's reader.

Pinocchio reads the file and poses its shapes, assimp reads the meshes, and coal compares them, so no code of limb is involved.
The pairs are those that limb compares: links that are not connected by a joint. If the verdicts differ, the distance must be
below TOUCHING, because some robots have coplanar faces, whose contact depends on rounding.
"""
import itertools
import json
import os
import subprocess

import coal
import numpy as np
import pinocchio as pin

import limb
from motion import Ours
from robots import corpus, robots
from tally import Tally

CONFIGURATIONS = 3
TOUCHING = 2e-6  # m; coal's cylinders are right to 1e-6
REFUSALS = [
    ("valid URDF model|min_effort", "left out: Pinocchio does not read them (see judge_pinocchio)"),
    ("GeometryModel", "left out: a mesh whose package is named otherwise than its folder, which Pinocchio does not find"),
]
UNCHECKED = 3  # exit status of limb where a shape could not be compared


class Coal:
    def __init__(self, path):
        self.model = pin.buildModelFromUrdf(str(path))
        self.data = self.model.createData()
        beside = [str(folder) for folder in path.parents if corpus() and folder.is_relative_to(corpus() / "robots")]
        self.shapes = pin.buildGeomFromUrdf(self.model, str(path), pin.GeometryType.COLLISION, beside)
        self.placed = pin.GeometryData(self.shapes)
        self.on_link = {}
        for i, shape in enumerate(self.shapes.geometryObjects):
            shape.geometry.computeLocalAABB()
            self.on_link.setdefault(self.model.frames[shape.parentFrame].name, []).append(i)

    def place(self, position):
        q = np.empty(self.model.nq)
        for joint, name in zip(self.model.joints[1:], self.model.names[1:]):
            at = position[name]
            if joint.nq == 2 or joint.nq == 4:
                at = [*at[:-1], np.cos(at[-1]), np.sin(at[-1])]
            q[joint.idx_q:joint.idx_q + joint.nq] = at
        pin.updateGeometryPlacements(self.model, self.data, self.shapes, self.placed, q)

    def touch(self, a, b, moved=np.zeros(3)):
        """Whether two links do, the first one moved."""
        return any(coal.collide(g, coal.Transform3s(at_g.getRotation(), at_g.getTranslation() + moved), h, at_h,
                                coal.CollisionRequest(), coal.CollisionResult()) for g, at_g, h, at_h in self.pairs(a, b))

    def graze(self, a, b):
        """Whether they touch by so little that some way of TOUCHING parts them."""
        return any(not self.touch(a, b, TOUCHING * np.array(way)) for way in itertools.product((-1, 0, 1), repeat=3))

    def distance(self, a, b, bound=np.inf):
        """Of two links; of those of their shapes that may be nearer than bound."""
        best = bound
        for g, at_g, h, at_h in self.pairs(a, b):
            apart = np.linalg.norm(middle(g, at_g) - middle(h, at_h)) - g.aabb_radius - h.aabb_radius
            if apart < best:
                best = min(best, coal.distance(g, at_g, h, at_h, coal.DistanceRequest(), coal.DistanceResult()))
        return best

    def pairs(self, a, b):
        for i, k in itertools.product(self.on_link[a], self.on_link[b]):
            yield (self.shapes.geometryObjects[i].geometry, transform(self.placed.oMg[i]),
                   self.shapes.geometryObjects[k].geometry, transform(self.placed.oMg[k]))


def transform(pose):
    return coal.Transform3s(pose.rotation, pose.translation)


def middle(geometry, at):
    return at.transform(geometry.aabb_center)


def main():
    tally, compared, every = Tally("coal", REFUSALS), 0, robots()
    for name, path in every:
        try:
            ours = Ours(path)
        except ValueError:
            tally.left_out["left out: limb makes no model of them"].append(name)
            continue
        try:
            theirs = Coal(path)
        except Exception as error:
            tally.refused(name, error)
            continue
        compared += compare(tally, name, path, ours, theirs)
    print(f"{compared} robots with shapes compared, {CONFIGURATIONS} configurations each")
    if compared < 0.6 * len(every):
        tally.fail(f"only {compared} of {len(every)} robots were compared")
    tally.finish("verdicts", "verdicts: touching", "nearest")


def compare(tally, name, path, ours, theirs):
    """Whether anything was there to compare."""
    ours_on = {link.name: link.ncollision for link in ours.robot.links.values() if link.ncollision}
    both = [link for link in ours_on if len(theirs.on_link.get(link, ())) == ours_on[link]]
    if len(both) < len(ours_on):
        tally.left_out["without the links of which Pinocchio leaves out shapes"].append(name)
    joined = {frozenset((joint.parent, joint.child)) for joint in ours.robot.joints.values()}
    pairs = [pair for pair in itertools.combinations(both, 2) if frozenset(pair) not in joined]
    if not pairs:
        tally.left_out["left out: no two links to compare"].append(name)
        return False
    for q in ours.model.random(seed=1, count=CONFIGURATIONS):
        touching, nearest = collide(path, ours, q)
        if touching is None:
            tally.left_out["left out: a shape that limb cannot compare"].append(name)
            return False
        theirs.place(ours.place(q)[0])
        verdicts(tally, name, theirs, pairs, touching)
        if len(both) == len(ours_on) and not touching and nearest is not None:
            least = np.inf
            for pair in pairs:
                least = theirs.distance(*pair, least)
            tally.near("nearest", name, nearest, least, TOUCHING)
    return True


def verdicts(tally, name, theirs, pairs, touching):
    for pair in pairs:
        tally.count["verdicts"] += 1
        is_touching = frozenset(pair) in touching
        tally.count["verdicts: touching"] += is_touching
        if is_touching == theirs.touch(*pair):
            continue
        if not is_touching and not theirs.graze(*pair):
            tally.fail(f"{name}: {' and '.join(pair)} touch, and limb calls them free")
        if is_touching and theirs.distance(*pair) > TOUCHING:
            tally.fail(f"{name}: {' and '.join(pair)} touch to limb, and are {theirs.distance(*pair):.3g} m apart")


def collide(path, ours, q):
    """Pairs that touch, and the distance of the nearest, by `limb collide`."""
    joints = ",".join(f"{name}={value!r}" for name, value in zip(ours.model.q_names, q.tolist()))
    command = [os.environ["LIMB"], "collide", str(path), "--json", "--distance"] + (["--joints", joints] if joints else [])
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode == UNCHECKED:
        return None, None
    found = json.loads(done.stdout)
    return {frozenset((pair["a"], pair["b"])) for pair in found["pairs"]}, found.get("distance")


main()
