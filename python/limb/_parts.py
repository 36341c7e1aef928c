"""Links and joints as defined in a file."""
from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

import numpy as np


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
    inertia: Optional[Tuple[float, ...]]  # ixx ixy ixz iyy iyz izz about the center of mass, kg m^2
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
