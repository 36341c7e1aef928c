"""A robot as defined in its file: loading, links and joints, edits, pictures."""
from __future__ import annotations

import base64
import html
import os
from typing import Dict, List, Optional, Sequence, Union

import numpy as np

from . import _limb
from ._arrays import file_name, pose_matrix, positive
from ._findings import Finding, RobotError
from ._model import Model
from ._parts import Joint, Limit, Link, Mimic


def load(path: Union[str, os.PathLike], *, packages: Sequence[Union[str, os.PathLike]] = (),
         keep_broken: bool = False, **arguments) -> Robot:
    """Reads a .urdf file, or a .xacro file with its arguments: load("arm.xacro", side="left").

    packages are folders in which package:// is looked for, besides those the command looks in; they
    hold for meshes and pictures of the robot, too. Raises RobotError with every finding when the file
    is refused, unless keep_broken is set and it can be shown all the same. True and False become
    xacro's true and false.
    """
    name = file_name(path)
    if arguments and not name.lower().endswith(".xacro"):
        raise TypeError(f"{name} is no .xacro file and takes no arguments: {', '.join(arguments)}")
    words: List[str] = []
    for key, value in arguments.items():
        words += [key, str(value).lower() if isinstance(value, bool) else str(value)]
    return _made(_limb.load(name, None, words, _folders(packages), keep_broken))


def parse(text: str, file: Union[str, os.PathLike] = "<text>", *, packages: Sequence[Union[str, os.PathLike]] = (),
          keep_broken: bool = False) -> Robot:
    """The same from URDF text; file is the name in findings and where relative meshes are."""
    if not isinstance(text, str):
        raise TypeError(f"text must be str, not {type(text).__name__}")
    # what a text that was not UTF-8 was read as goes back to the same bytes
    return _made(_limb.load(file_name(file, "file"), text.encode("utf-8", "surrogateescape"), [], _folders(packages), keep_broken))


def _folders(packages) -> List[str]:
    if isinstance(packages, (str, bytes, os.PathLike)):
        raise TypeError("packages must be a sequence of folders, not one folder")
    return [file_name(folder, "packages") for folder in packages]


def _again(source: str, file: str, folders: List[str], findings: List[Finding]) -> Robot:
    inner, found, report = _limb.load(file, source.encode("utf-8", "surrogateescape"), [], folders, True)
    if inner is None:
        raise RobotError([Finding(*f) for f in found], report)
    return Robot(inner, findings)


def _made(answer) -> Robot:
    inner, found, report = answer
    findings = [Finding(*f) for f in found]
    if inner is None:
        raise RobotError(findings, report)
    return Robot(inner, findings)


class Robot:
    """What a URDF file says: made by load() or parse(). Edits change only the bytes they concern.

    findings holds those of loading. copy.copy() and pickle make a robot of the same text. Threads may read one robot; an edit while another thread draws
    or checks it raises RuntimeError.
    """

    def __init__(self, inner, findings: List[Finding]):
        self._inner = inner
        self.findings = findings  # of loading

    def __reduce__(self):  # a copy, also in another process, is edited for itself
        return _again, (self.source, self.file, list(self._inner.folders), list(self.findings))


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

    def join(self, tool: Robot, at: str, pose=None, prefix: Optional[str] = None,
             joint: Optional[str] = None) -> None:
        """Puts a tool onto a link; pose (3, 4) is of the tool's root in that link."""
        matrix = None if pose is None else pose_matrix(pose)
        self._inner.join(tool._inner, at, matrix, prefix, joint)

    def _edit(self, verb: str, *values) -> str:
        return self._inner.edit(verb, values)

    # numbers and pictures

    def model(self, *, root: Optional[str] = None, floating_base: bool = False,
              gravity: Sequence[float] = (0.0, 0.0, -9.81)) -> Model:
        """What the mathematics needs; it does not change when the robot does."""
        return Model(self, root=root, floating_base=floating_base, gravity=gravity)

    def inertia(self, link: str, density: float = 1000.0):
        """(mass, center of mass, inertia) of a link if its shapes were solid.

        density in kg/m^3; mass in kg; center (3,) in m, in the link's frame; inertia (6,) in kg m^2:
        ixx ixy ixz iyy iyz izz about the center of mass. Raises ValueError for a link without shapes.
        """
        mass, center, tensor = self._inner.inertia(link, positive(density, "density"))
        return mass, np.array(center), np.array(tensor)

    def to_glb(self, *, urdf_colors: bool = False, own_materials: bool = False) -> bytes:
        """One GLB file with visuals, collisions and joints, as bytes. urdf_colors: colors of the URDF replace the materials
        of meshes; own_materials: of a material name that is defined more than once each visual shows its own definition,
        not the first one as in ROS."""
        return self._inner.glb(urdf_colors, own_materials)

    def render(self, q=None, *, width: int = 800, height: int = 600, azimuth: float = 0.8,
               elevation: float = 0.35, dark: bool = False, urdf_colors: bool = False,
               own_materials: bool = False) -> bytes:
        """A picture as PNG bytes. q (nq,) poses the robot as for model().fk; width and height are in
        pixels, azimuth and elevation of the camera in radians; urdf_colors and own_materials are those of to_glb."""
        for name, size in (("width", width), ("height", height)):
            if not 1 <= size <= 8192:
                raise ValueError(f"{name} must be 1 to 8192 pixels, not {size}")
        poses = None if q is None else self.model().fk(q)
        return self._inner.png(poses, width, height, azimuth, elevation, dark, urdf_colors, own_materials)

    def _repr_png_(self) -> bytes:
        return self.render()

    def to_html(self) -> bytes:
        """The page of `limb view` with the robot in it, edits included: one HTML file, which needs no network."""
        if not hasattr(self._inner, "html"):
            raise NotImplementedError("this build of limb has no page")
        return self._inner.html()

    def _repr_html_(self) -> str:
        """In a notebook: the page by itself, or a picture where it cannot be made."""
        try:
            page = self.to_html().decode()
        except (NotImplementedError, OSError, ValueError):
            picture = base64.b64encode(self.render()).decode()
            return f'<img alt="{html.escape(self.name)}" src="data:image/png;base64,{picture}"/>'
        # as an attribute: browsers refuse addresses as long as the page would be. In the sandbox it cannot reach the
        # notebook that it is shown in
        return (f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-downloads allow-modals" '
                'allow="fullscreen; clipboard-write" width="100%" height="520" style="border:0"></iframe>')

    def __repr__(self) -> str:
        links, joints = self._inner.links(), self._inner.joints()
        return f"<limb.Robot {self.name!r}: {len(links)} links, {len(joints)} joints>"


def _by_name(items) -> dict:
    """The first of a name counts, as everywhere."""
    found: dict = {}
    for item in items:
        found.setdefault(item.name, item)
    return found
