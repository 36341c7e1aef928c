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
import html
import os
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _limb

__version__ = _limb.version()
__all__ = ["load", "parse", "mesh", "Robot", "Model", "Mesh", "Finding", "Link", "Joint", "Limit",
           "Mimic", "RobotError", "IKError"]


class Finding(NamedTuple):
    """Something that is wrong with a file, or suspicious, and where. str() is the command's line."""

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
    """Of a joint, as the file says it."""

    lower: float     # rad or m
    upper: float     # rad or m
    effort: float    # N m or N
    velocity: float  # rad/s or m/s


class Mimic(NamedTuple):
    """value = multiplier * value(joint) + offset"""

    joint: str
    multiplier: float
    offset: float


class Link(NamedTuple):
    """A rigid body of the robot."""

    name: str
    parent_joint: Optional[str]  # None at the root
    mass: Optional[float]        # kg; None without <inertial>
    inertia: Optional[Tuple[float, ...]]  # ixx ixy ixz iyy iyz izz about the centre of mass, kg m^2
    nvisual: int
    ncollision: int


class Joint(NamedTuple):
    """What connects two links, and how they may move."""

    name: str
    type: str    # "revolute", "continuous", "prismatic", "fixed", "floating" or "planar"
    parent: str
    child: str
    origin: np.ndarray  # (3, 4), of the joint in the parent link at position zero
    axis: Tuple[float, float, float]  # in the joint's frame
    limit: Optional[Limit]
    mimic: Optional[Mimic]


class Mesh(NamedTuple):
    """The triangles of a file; lengths in metres, equal vertices are one."""

    file: str
    format: str             # "STL", "COLLADA", ...
    vertices: np.ndarray    # (N, 3) float32
    normals: np.ndarray     # (N, 3) float32, unit length
    triangles: np.ndarray   # (M, 3) uint32, counter-clockwise from outside
    area: float             # m^2
    volume: float           # m^3, negative when inside out; meaningful when watertight
    watertight: bool        # every edge has two triangles, oppositely directed

    def __repr__(self) -> str:
        return (f"<limb.Mesh {self.file!r}: {self.format}, {len(self.vertices)} vertices, "
                f"{len(self.triangles)} triangles>")


def load(path: Union[str, os.PathLike], *, packages: Sequence[Union[str, os.PathLike]] = (),
         keep_broken: bool = False, **arguments) -> "Robot":
    """Reads a .urdf file, or a .xacro file with its arguments: load("arm.xacro", side="left").

    packages are folders in which package:// is looked for, besides those the command looks in; they
    hold for meshes and pictures of the robot, too. Raises RobotError with every finding when the file
    is refused, unless keep_broken is set and it can be shown all the same. True and False become
    xacro's true and false.
    """
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"path must be str or a path of str, not {type(name).__name__}")
    if arguments and not name.lower().endswith(".xacro"):
        raise TypeError(f"{name} is no .xacro file and takes no arguments: {', '.join(arguments)}")
    words: List[str] = []
    for key, value in arguments.items():
        words += [key, str(value).lower() if isinstance(value, bool) else str(value)]
    return _made(_limb.load(name, None, words, _folders(packages), keep_broken))


def parse(text: str, file: str = "", *, packages: Sequence[Union[str, os.PathLike]] = (),
          keep_broken: bool = False) -> "Robot":
    """The same from URDF text; file is the name in findings and where relative meshes are."""
    if not isinstance(text, str):
        raise TypeError(f"text must be str, not {type(text).__name__}")
    return _made(_limb.load(os.fspath(file), text, [], _folders(packages), keep_broken))


def mesh(path: Union[str, os.PathLike]) -> Mesh:
    """Reads an STL, OBJ, COLLADA, glTF, GLB or PLY file. Raises RobotError with its findings."""
    answer = _limb.mesh(os.fspath(path))
    if len(answer) == 2:
        raise RobotError([Finding(*f) for f in answer[0]], answer[1])
    form, positions, normals, indices, area, volume, watertight = answer
    return Mesh(os.fspath(path), form, _table(positions, np.float32), _table(normals, np.float32),
                _table(indices, np.uint32), area, volume, watertight)


def _table(data: Optional[bytes], kind) -> np.ndarray:
    return np.frombuffer(data or b"", dtype=kind).reshape(-1, 3)


def _folders(packages) -> List[str]:
    if isinstance(packages, (str, bytes, os.PathLike)):
        raise TypeError("packages must be a sequence of folders, not one folder")
    return [os.fspath(folder) for folder in packages]


def _made(answer) -> "Robot":
    inner, found, report = answer
    findings = [Finding(*f) for f in found]
    if inner is None:
        raise RobotError(findings, report)
    return Robot(inner, findings)


class Robot:
    """What a URDF file says: made by load() or parse(). Edits change only the bytes they mean.

    findings holds those of loading. Threads may read one robot; an edit while another thread draws
    or checks it raises RuntimeError.
    """

    def __init__(self, inner, findings: List[Finding]):
        self._inner = inner
        self.findings = findings  # of loading
        self._is_edited = False

    @property
    def name(self) -> str:
        """The name attribute of the robot."""
        return self._inner.name

    @property
    def file(self) -> str:
        """The path it was loaded from, as given."""
        return self._inner.file

    @property
    def source(self) -> str:
        """The text of the file, as read or as edited."""
        return self._inner.source()

    @property
    def links(self) -> Dict[str, Link]:
        """The links by name, in the order of the file."""
        return _by_name(Link(row[0], row[1], row[2][0] if row[2] else None, row[3], row[4], row[5])
                        for row in self._inner.links())

    @property
    def joints(self) -> Dict[str, Joint]:
        """The joints by name, in the order of the file."""
        return _by_name(Joint(*row[:4], np.array(row[4]).reshape(3, 4), row[5],
                              Limit(*row[6]) if row[6] else None,
                              Mimic(row[7], *row[8]) if row[7] is not None else None)
                        for row in self._inner.joints())

    def check(self) -> List[Finding]:
        """Every finding of the robot as it is now, with its meshes, as `limb check` prints them."""
        return [Finding(*f) for f in self._inner.check()]

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the file; one that is there is replaced as a whole or not at all. Raises OSError."""
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
        """A link with all links and joints below it. Returns what was removed besides."""
        return self._edit("remove_tree", link)

    def rename_link(self, old: str, new: str) -> str:
        """With every reference to it. Returns what else still says the old name."""
        return self._edit("rename_link", old, new)

    def rename_joint(self, old: str, new: str) -> str:
        """With every reference to it. Returns what else still says the old name."""
        return self._edit("rename_joint", old, new)

    def reparent(self, joint: str, link: str, keep_pose: bool = True) -> None:
        """Hangs a joint below another link; with keep_pose its child stays where it is at zero."""
        self._edit("reparent", joint, link, keep_pose)

    def set_root(self, link: str) -> None:
        """Turns the tree around; every joint keeps its values."""
        self._edit("root", link)

    def add_prefix(self, prefix: str) -> None:
        """Puts a prefix before the names of all links, joints and materials."""
        self._edit("prefix", prefix)

    def lock_joint(self, joint: str, value: float = 0.0) -> str:
        """Makes a joint fixed at a value, rad or m."""
        return self._edit("lock", joint, float(value))

    def lump(self) -> str:
        """Folds links at fixed joints into their parents; mass and shapes move along."""
        return self._edit("lump")

    def strip(self, what: str) -> str:
        """what: "visual", "collision", "inertial", "gazebo" or "unknown"."""
        return self._edit("strip", what)

    def scale(self, factor: float, keep_density: bool = False) -> None:
        """All lengths times factor; with keep_density masses grow by its cube."""
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
        matrix = None if pose is None else _pose(pose)
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
        """(mass, centre of mass, inertia) of a link if its shapes were solid.

        density in kg/m^3; mass in kg; centre (3,) in m, in the link's frame; inertia (6,) in kg m^2:
        ixx ixy ixz iyy iyz izz about the centre of mass. Raises ValueError for a link without shapes.
        """
        mass, center, tensor = self._inner.inertia(link, float(density))
        return mass, np.array(center), np.array(tensor)

    def to_glb(self) -> bytes:
        """One GLB file with visuals, collisions and joints, as bytes."""
        return self._inner.glb()

    def render(self, q=None, *, width: int = 800, height: int = 600, azimuth: float = 0.8,
               elevation: float = 0.35, dark: bool = False) -> bytes:
        """A picture as PNG bytes. q (nq,) poses the robot as for model().fk; width and height are in
        pixels, azimuth and elevation of the camera in radians."""
        for name, size in (("width", width), ("height", height)):
            if not 1 <= size <= 8192:
                raise ValueError(f"{name} must be 1 to 8192 pixels, not {size}")
        poses = None if q is None else self.model().fk(q)
        return self._inner.png(poses, width, height, azimuth, elevation, dark)

    def _repr_png_(self) -> bytes:
        return self.render()

    def _repr_html_(self) -> str:
        """In a notebook: the page by itself, or a picture where it cannot be made."""
        if hasattr(self._inner, "html") and not self._is_edited and os.path.exists(self.file):
            try:
                page = base64.b64encode(self._inner.html()).decode()
            except (OSError, ValueError):
                pass
            else:
                return (f'<iframe src="data:text/html;base64,{page}" width="100%" height="520" '
                        'style="border:0"></iframe>')
        picture = base64.b64encode(self.render()).decode()
        return f'<img alt="{html.escape(self.name)}" src="data:image/png;base64,{picture}"/>'

    def __repr__(self) -> str:
        links, joints = self._inner.links(), self._inner.joints()
        return f"<limb.Robot {self.name!r}: {len(links)} links, {len(joints)} joints>"


def _by_name(items) -> dict:
    """The first of a name counts, as everywhere."""
    found: dict = {}
    for item in items:
        found.setdefault(item.name, item)
    return found


_REFERENCES = {"aligned": 0, "local": 1, "world": 2}
_GOALS = {"pose": 0, "position": 1, "orientation": 2}


def _numbers(value, name: str) -> np.ndarray:
    try:
        return np.ascontiguousarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must hold numbers") from None


def _pose(value) -> np.ndarray:
    pose = _numbers(value, "pose")
    if pose.shape == (4, 4):
        pose = np.ascontiguousarray(pose[:3])
    if pose.shape != (3, 4):
        raise ValueError(f"pose must have the shape (3, 4) or (4, 4), not {pose.shape}")
    return pose


def _given(out, shape: Tuple[int, ...]) -> np.ndarray:
    if getattr(out, "shape", None) != shape:
        raise ValueError(f"out must have the shape {shape}, not {getattr(out, 'shape', None)}")
    return out


class Model:
    """A robot's kinematics and dynamics: made by Robot.model(). Many threads may use one model.

    nq, nv           how many positions and velocities there are
    nlink            how many links
    mass             of all links, kg
    link_names       in the order of fk's result
    q_names, v_names of each position and velocity
    q_min, q_max     (nq,) limits, rad or m; infinite where there are none
    v_max, tau_max   (nv,) rad/s or m/s; N m or N

    Wherever q is taken it is (nq,), or (N, nq) for N configurations: then other arguments have N rows,
    too, the result has N rows, and the work is shared by all cores with the interpreter's lock released.
    """

    def __init__(self, robot: Robot, *, root: Optional[str] = None, floating_base: bool = False,
                 gravity: Sequence[float] = (0.0, 0.0, -9.81)):
        down = _numbers(gravity, "gravity")
        if down.shape != (3,):
            raise ValueError(f"gravity must have the shape (3,), not {down.shape}")
        self._inner = _limb.Model(robot._inner, root, floating_base, tuple(down.tolist()))
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
        if count is not None and count < 0:
            raise ValueError(f"count must not be negative, not {count}")
        q = np.empty(self.nq if count is None else (count, self.nq))
        self._inner.random(q, seed)
        return q

    def fk(self, q, link: Optional[str] = None, out: Optional[np.ndarray] = None) -> np.ndarray:
        """Poses, world from link: (3, 4) of one link, or (nlink, 3, 4) of all; lengths in m.

        q is (nq,), or (N, nq) for N configurations: then the result has N rows. out, if given, is a
        float64 array of that shape and is returned.
        """
        q = _numbers(q, "q")
        index = -1 if link is None else self.link(link)
        shape = (3, 4) if link is not None else (self.nlink, 3, 4)
        if q.ndim == 1:
            pose = np.empty(shape) if out is None else _given(out, shape)
            self._inner.fk(q, index, pose)
            return pose
        rows = self._rows(q)
        pose = np.empty((rows,) + shape) if out is None else _given(out, (rows,) + shape)
        self._inner.fk_batch(q, index, rows, pose)
        return pose

    def jacobian(self, q, link: str, reference: str = "aligned") -> np.ndarray:
        """(6, nv) or (N, 6, nv) Angular rows first: rad/s and m/s per unit of v.

        reference: "aligned" (world axes, at the link's origin), "local" (the link's axes) or "world"
        (world axes, at the world's origin).
        """
        if reference not in _REFERENCES:
            raise ValueError(f"reference is one of {', '.join(_REFERENCES)}, not {reference!r}")
        q, rows, lead = self._configurations(q)
        out = np.empty(lead + (6, self.nv))
        self._inner.jacobian(q, self.link(link), _REFERENCES[reference], rows, out)
        return out

    def inverse_dynamics(self, q, v=None, a=None) -> np.ndarray:
        """(nv,) or (N, nv) Torques, N m or N, that give the accelerations a at q and v.

        v and a have the shape of the result; None is zero.
        """
        q, rows, lead = self._configurations(q)
        tau = np.empty(lead + (self.nv,))
        self._inner.inverse_dynamics(q, self._velocities(v, "v", lead), self._velocities(a, "a", lead),
                                     rows, tau)
        return tau

    def mass_matrix(self, q) -> np.ndarray:
        """(nv, nv) or (N, nv, nv) Both triangles are filled."""
        q, rows, lead = self._configurations(q)
        out = np.empty(lead + (self.nv, self.nv))
        self._inner.mass_matrix(q, rows, out)
        return out

    def forward_dynamics(self, q, v=None, tau=None) -> np.ndarray:
        """(nv,) or (N, nv) Accelerations that the torques tau cause at q and v.

        v and tau have the shape of the result; None is zero. ArithmeticError where the mass matrix is
        singular.
        """
        q, rows, lead = self._configurations(q)
        out = np.empty(lead + (self.nv,))
        self._inner.forward_dynamics(q, self._velocities(v, "v", lead),
                                     self._velocities(tau, "tau", lead), rows, out)
        return out

    def step(self, q, v, tau=None, dt: float = 0.001, *, rk4: bool = False):
        """(q, v) after dt seconds, with damping and friction of the joints; the arguments stay.

        q is (nq,), v and tau are (nv,).
        """
        q, v = _numbers(q, "q").copy(), self._velocities(v, "v", ()).copy()
        if q.ndim != 1:
            raise ValueError(f"q must have the shape ({self.nq},), not {q.shape}")
        self._inner.step(q, v, self._velocities(tau, "tau", ()), float(dt), rk4)
        return q, v

    def ik(self, link: str, pose, start=None, goal: str = "pose") -> np.ndarray:
        """(nq,) Joint values that bring a link to a pose, (3, 4) or (4, 4), world from link.

        start (nq,) is where the search begins. goal: "pose", "position" or "orientation". Raises
        IKError, with the nearest configuration, where there are none.
        """
        if goal not in _GOALS:
            raise ValueError(f"goal is one of {', '.join(_GOALS)}, not {goal!r}")
        q = np.empty(self.nq)
        reason, position, rotation = self._inner.ik(
            self.link(link), _pose(pose), None if start is None else _numbers(start, "start"),
            _GOALS[goal], q)
        if reason != "solved":
            raise IKError(reason, q, position, rotation)
        return q

    def _rows(self, q: np.ndarray) -> int:
        if q.ndim != 2 or q.shape[1] != self.nq:
            raise ValueError(f"q must have the shape ({self.nq},) or (N, {self.nq}), not {q.shape}")
        return len(q)

    def _configurations(self, q) -> Tuple[np.ndarray, int, Tuple[int, ...]]:
        """q as an array, its rows or -1 for one configuration, and how the result's shape begins."""
        q = _numbers(q, "q")
        if q.shape == (self.nq,):
            return q, -1, ()
        rows = self._rows(q)
        return q, rows, (rows,)

    def _velocities(self, value, name: str, lead: Tuple[int, ...]) -> np.ndarray:
        shape = lead + (self.nv,)
        if value is None:
            return np.zeros(shape)
        array = _numbers(value, name)
        if array.shape != shape:
            raise ValueError(f"{name} must have the shape {shape}, not {array.shape}")
        return array

    def __repr__(self) -> str:
        return f"<limb.Model: nq {self.nq}, nv {self.nv}, {self.nlink} links, {self.mass:.4g} kg>"
