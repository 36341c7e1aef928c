"""limb: read, check, edit and compute with URDF robots.

    >>> import limb
    >>> robot = limb.load("arm.urdf")
    >>> robot.joints["elbow"].limit.upper
    2.7
    >>> model = robot.model()
    >>> pose = model.fk(model.neutral(), "tool_link")
    >>> pose.shape
    (3, 4)

Units are SI and radians. Poses are 3 x 4 matrices, world from link, as NumPy arrays. q holds the
independent joints only, in tree order: ``model.q_names`` says which.
"""
from __future__ import annotations

import base64
import os
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _limb

__version__ = _limb.version()
__all__ = ["load", "parse", "Robot", "Model", "Finding", "Link", "Joint", "Limit", "Mimic",
           "RobotError", "IKError"]


class Finding(NamedTuple):
    """Something that is wrong with a file, or suspicious, and where."""

    severity: str  # "error", "warning" or "info"
    rule: str      # "joint-axis-zero"; `limb explain` prints its page
    message: str
    file: str
    line: int      # from 1; 0 when the finding is about the file as a whole
    column: int
    path: str      # in the document: "/robot/joint[3]/axis/@xyz"
    fix: Optional[str]  # what `limb check --fix` would do, or None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message} [{self.rule}]"


class RobotError(ValueError):
    """A file that cannot be loaded. str() prints the findings as the command does."""

    def __init__(self, findings: List[Finding], report: str):
        super().__init__(report.rstrip() or "the robot cannot be loaded")
        self.findings = findings


class IKError(ArithmeticError):
    """Inverse kinematics found no solution. q is the configuration that came nearest."""

    def __init__(self, reason: str, q: np.ndarray, position_error: float, rotation_error: float):
        super().__init__(f"{reason}: {position_error:.3g} m and {rotation_error:.3g} rad are left")
        self.reason, self.q = reason, q
        self.position_error, self.rotation_error = position_error, rotation_error


class Limit(NamedTuple):
    """Of a joint: rad or m, N m or N, per second."""

    lower: float
    upper: float
    effort: float
    velocity: float


class Mimic(NamedTuple):
    """value = multiplier * value(joint) + offset"""

    joint: str
    multiplier: float
    offset: float


class Link(NamedTuple):
    name: str
    parent_joint: Optional[str]  # None at the root
    mass: Optional[float]        # kg; None without <inertial>
    inertia: Optional[Tuple[float, ...]]  # ixx ixy ixz iyy iyz izz about the centre of mass
    nvisual: int
    ncollision: int


class Joint(NamedTuple):
    name: str
    type: str    # "revolute", "continuous", "prismatic", "fixed", "floating" or "planar"
    parent: str
    child: str
    origin: np.ndarray  # (3, 4), of the joint in the parent link at position zero
    axis: Tuple[float, float, float]
    limit: Optional[Limit]
    mimic: Optional[Mimic]


def load(path: Union[str, os.PathLike], *, packages: Sequence[Union[str, os.PathLike]] = (),
         keep_broken: bool = False, **arguments) -> "Robot":
    """Reads a .urdf file, or a .xacro file with its arguments: load("arm.xacro", side="left").

    packages are folders in which package:// is looked for. Raises RobotError with every finding when
    the file is refused, unless keep_broken is set and it can be shown all the same.
    """
    words: List[str] = []
    for name, value in arguments.items():
        words += [name, str(value)]
    return _made(_limb.load(os.fspath(path), None, words, [os.fspath(p) for p in packages],
                            keep_broken))


def parse(text: str, file: str = "", *, keep_broken: bool = False) -> "Robot":
    """The same from URDF text; file is the name in findings and where relative meshes are."""
    return _made(_limb.load(file, text, [], [], keep_broken))


def _made(answer) -> "Robot":
    inner, found, report = answer
    findings = [Finding(*f) for f in found]
    if inner is None:
        raise RobotError(findings, report)
    return Robot(inner, findings)


class Robot:
    """What a URDF file says. Edits change only the bytes they mean."""

    def __init__(self, inner, findings: List[Finding]):
        self._inner = inner
        self.findings = findings  # of loading
        self._is_edited = False

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def file(self) -> str:
        return self._inner.file

    @property
    def source(self) -> str:
        """The text of the file, as read or as edited."""
        return self._inner.source()

    @property
    def links(self) -> Dict[str, Link]:
        return {row[0]: Link(row[0], row[1], row[2][0] if row[2] else None, row[3], row[4], row[5])
                for row in reversed(self._inner.links())}

    @property
    def joints(self) -> Dict[str, Joint]:
        return {row[0]: Joint(*row[:4], np.array(row[4]).reshape(3, 4), row[5],
                              Limit(*row[6]) if row[6] else None,
                              Mimic(row[7], *row[8]) if row[7] is not None else None)
                for row in reversed(self._inner.joints())}

    def check(self) -> List[Finding]:
        """Every finding of the robot as it is now."""
        return [Finding(*f) for f in self._inner.check()]

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the file; one that is there is replaced as a whole or not at all."""
        self._inner.save(path)

    # edits: each one raises ValueError with the reason and changes nothing when it makes no sense

    def set(self, path: str, attribute: str, value) -> None:
        """set("joint/elbow/limit", "upper", 2.5); a sequence becomes "0 0 1", None removes it."""
        if value is not None and not isinstance(value, str):
            numbers = np.atleast_1d(np.asarray(value, dtype=float))
            value = " ".join(repr(float(x)).removesuffix(".0") for x in numbers)
        self._edit("set", path, attribute, value)

    def add(self, path: str, xml: str) -> None:
        """add("robot", '<link name="tool"/>'): XML as the last child of an element."""
        self._edit("add", path, xml)

    def remove(self, path: str) -> None:
        """remove("link/base/visual"): one element. For a link with all below it, see remove_tree."""
        self._edit("remove", path)

    def remove_tree(self, link: str) -> str:
        return self._edit("remove_tree", link)

    def rename_link(self, old: str, new: str) -> str:
        """With every reference to it. Returns what else still says the old name."""
        return self._edit("rename_link", old, new)

    def rename_joint(self, old: str, new: str) -> str:
        return self._edit("rename_joint", old, new)

    def reparent(self, joint: str, link: str, keep_pose: bool = True) -> None:
        self._edit("reparent", joint, link, keep_pose)

    def set_root(self, link: str) -> None:
        """Turns the tree around; every joint keeps its values."""
        self._edit("root", link)

    def add_prefix(self, prefix: str) -> None:
        self._edit("prefix", prefix)

    def lock_joint(self, joint: str, value: float = 0.0) -> str:
        return self._edit("lock", joint, float(value))

    def lump(self) -> str:
        """Folds fixed joints."""
        return self._edit("lump")

    def strip(self, what: str) -> str:
        """what: "visual", "collision", "inertial", "gazebo" or "unknown"."""
        return self._edit("strip", what)

    def scale(self, factor: float, keep_density: bool = False) -> None:
        self._edit("scale", float(factor), keep_density)

    def mirror(self, axis: str, left: Optional[str] = None, right: Optional[str] = None) -> None:
        """mirror("y", "left", "right"): the mirror image, with names that change sides."""
        if axis not in ("x", "y", "z"):
            raise ValueError(f'axis is "x", "y" or "z", not {axis!r}')
        self._edit("mirror", "xyz".index(axis), left, right)

    def extract(self, link: str, to: Optional[str] = None) -> str:
        """Keeps only the link and what is below it, or the chain down to another one."""
        return self._edit("extract", link, to)

    def join(self, tool: "Robot", at: str, pose=None, prefix: Optional[str] = None,
             joint: Optional[str] = None) -> None:
        """Puts a tool onto a link; pose (3, 4) is of the tool's root in that link."""
        matrix = None if pose is None else _numbers(pose, "pose").reshape(-1)[:12]
        self._inner.join(tool._inner, at, matrix, prefix, joint)
        self._is_edited = True

    def _edit(self, verb: str, *values) -> str:
        message = self._inner.edit(verb, values)
        self._is_edited = True
        return message

    # numbers and pictures

    def model(self, *, root: Optional[str] = None, floating_base: bool = False,
              gravity: Sequence[float] = (0.0, 0.0, -9.81)) -> "Model":
        """What the mathematics needs; it does not change when the robot does."""
        return Model(self, root=root, floating_base=floating_base, gravity=gravity)

    def inertia(self, link: str, density: float = 1000.0):
        """(mass, centre of mass, inertia) of a link if its shapes were solid, kg/m^3."""
        mass, center, tensor = self._inner.inertia(link, float(density))
        return mass, np.array(center), np.array(tensor)

    def to_glb(self) -> bytes:
        """One GLB file with visuals, collisions and joints."""
        return self._inner.glb()

    def render(self, q=None, *, width: int = 800, height: int = 600, azimuth: float = 0.8,
               elevation: float = 0.35, dark: bool = False) -> bytes:
        """A picture as PNG bytes; q poses the robot. Angles of the camera in radians."""
        poses = None if q is None else self.model().fk(q)
        return self._inner.png(poses, width, height, azimuth, elevation, dark)

    def _repr_png_(self) -> bytes:
        return self.render()

    def _repr_html_(self) -> str:
        """In a notebook: the page by itself, or a picture where it cannot be made."""
        if hasattr(self._inner, "html") and not self._is_edited and os.path.exists(self.file):
            page = base64.b64encode(self._inner.html()).decode()
            return (f'<iframe src="data:text/html;base64,{page}" width="100%" height="520" '
                    'style="border:0"></iframe>')
        picture = base64.b64encode(self.render()).decode()
        return f'<img alt="{self.name}" src="data:image/png;base64,{picture}"/>'

    def __repr__(self) -> str:
        links, joints = self._inner.links(), self._inner.joints()
        return f"<limb.Robot {self.name!r}: {len(links)} links, {len(joints)} joints>"


_REFERENCES = {"aligned": 0, "local": 1, "world": 2}
_GOALS = {"pose": 0, "position": 1, "orientation": 2}


def _numbers(value, name: str) -> np.ndarray:
    try:
        return np.ascontiguousarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must hold numbers") from None


class Model:
    """A robot's kinematics and dynamics. Many threads may use one model."""

    def __init__(self, robot: Robot, *, root: Optional[str] = None, floating_base: bool = False,
                 gravity: Sequence[float] = (0.0, 0.0, -9.81)):
        self._inner = _limb.Model(robot._inner, root, floating_base, tuple(map(float, gravity)))
        self.nq, self.nv, self.nlink, self.mass = self._inner.counts()
        self.link_names, self.q_names, self.v_names = self._inner.names()
        self._link = {name: i for i, name in reversed(list(enumerate(self.link_names)))}
        self.q_min, self.q_max = np.empty(self.nq), np.empty(self.nq)
        self.v_max, self.tau_max = np.empty(self.nv), np.empty(self.nv)
        self._inner.limits(self.q_min, self.q_max, self.v_max, self.tau_max)

    def link(self, name: str) -> int:
        """Index of a link; KeyError names those that there are."""
        try:
            return self._link[name]
        except KeyError:
            raise KeyError(f"no link {name!r}; there are {', '.join(self.link_names)}") from None

    def neutral(self) -> np.ndarray:
        """(nq,) All joints at zero, or the limit nearest to it."""
        q = np.empty(self.nq)
        self._inner.neutral(q)
        return q

    def random(self, seed: int, count: Optional[int] = None) -> np.ndarray:
        """(nq,) or (count, nq) Configurations within the limits, the same for the same seed."""
        q = np.empty(self.nq if count is None else (count, self.nq))
        self._inner.random(q, seed)
        return q

    def fk(self, q, link: Optional[str] = None, out: Optional[np.ndarray] = None) -> np.ndarray:
        """Poses, world from link: (3, 4) of one link, or (nlink, 3, 4) of all.

        q is (nq,), or (N, nq) for N configurations on all cores: then the result has N rows.
        """
        q = _numbers(q, "q")
        index = -1 if link is None else self.link(link)
        shape = (3, 4) if link is not None else (self.nlink, 3, 4)
        if q.ndim == 1:
            pose = np.empty(shape) if out is None else out
            self._inner.fk(q, index, pose)
            return pose
        self._rows(q, "q", self.nq)
        pose = np.empty((len(q),) + shape) if out is None else out
        self._inner.fk_batch(q, index, pose)
        return pose

    def jacobian(self, q, link: str, reference: str = "aligned") -> np.ndarray:
        """(6, nv) Angular rows first. reference: "aligned" (world axes, at the link's origin),
        "local" or "world"."""
        if reference not in _REFERENCES:
            raise ValueError(f"reference is one of {', '.join(_REFERENCES)}, not {reference!r}")
        out = np.empty((6, self.nv))
        self._inner.jacobian(_numbers(q, "q"), self.link(link), _REFERENCES[reference], out)
        return out

    def inverse_dynamics(self, q, v=None, a=None) -> np.ndarray:
        """(nv,) Torques that give the accelerations a at q and v; (N, nv) for N rows of q."""
        q = _numbers(q, "q")
        shape = (self.nv,) if q.ndim == 1 else (len(q), self.nv)
        v = np.zeros(shape) if v is None else _numbers(v, "v")
        a = np.zeros(shape) if a is None else _numbers(a, "a")
        tau = np.empty(shape)
        if q.ndim == 1:
            self._inner.inverse_dynamics(q, v, a, tau)
        else:
            self._rows(q, "q", self.nq)
            self._inner.inverse_dynamics_batch(q, v, a, tau)
        return tau

    def mass_matrix(self, q) -> np.ndarray:
        """(nv, nv)"""
        out = np.empty((self.nv, self.nv))
        self._inner.mass_matrix(_numbers(q, "q"), out)
        return out

    def forward_dynamics(self, q, v, tau) -> np.ndarray:
        """(nv,) Accelerations that torques cause. ArithmeticError where the mass matrix is singular."""
        out = np.empty(self.nv)
        self._inner.forward_dynamics(_numbers(q, "q"), _numbers(v, "v"), _numbers(tau, "tau"), out)
        return out

    def step(self, q, v, tau=None, dt: float = 0.001, *, rk4: bool = False):
        """(q, v) after dt seconds, with damping and friction of the joints."""
        q, v = np.array(q, dtype=np.float64), np.array(v, dtype=np.float64)
        tau = np.zeros(self.nv) if tau is None else _numbers(tau, "tau")
        self._inner.step(q, v, tau, float(dt), rk4)
        return q, v

    def ik(self, link: str, pose, start=None, goal: str = "pose") -> np.ndarray:
        """(nq,) Joint values that bring a link to a pose (3, 4). goal: "pose", "position" or
        "orientation". Raises IKError, with the nearest configuration, where there are none."""
        if goal not in _GOALS:
            raise ValueError(f"goal is one of {', '.join(_GOALS)}, not {goal!r}")
        matrix = _numbers(pose, "pose")
        if matrix.shape == (4, 4):
            matrix = np.ascontiguousarray(matrix[:3])
        q = np.empty(self.nq)
        reason, position, rotation = self._inner.ik(
            self.link(link), matrix, None if start is None else _numbers(start, "start"),
            _GOALS[goal], q)
        if reason != "solved":
            raise IKError(reason, q, position, rotation)
        return q

    @staticmethod
    def _rows(value: np.ndarray, name: str, width: int) -> None:
        if value.ndim != 2 or value.shape[1] != width:
            raise ValueError(f"{name} must have the shape ({width},) or (N, {width}), "
                             f"not {value.shape}")

    def __repr__(self) -> str:
        return f"<limb.Model: nq {self.nq}, nv {self.nv}, {self.nlink} links, {self.mass:.4g} kg>"
