"""Mesh files."""
from __future__ import annotations

import os
from typing import NamedTuple, Optional, Union

import numpy as np

from . import _limb
from ._arrays import file_name
from ._findings import Finding, RobotError


class Mesh(NamedTuple):
    """The triangles of a file; lengths in meters, equal vertices are one."""

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


def mesh(path: Union[str, os.PathLike]) -> Mesh:
    """Reads an STL, OBJ, COLLADA, glTF, GLB or PLY file. Raises RobotError with its findings."""
    file = file_name(path)
    answer = _limb.mesh(file)
    if len(answer) == 2:
        raise RobotError([Finding(*f) for f in answer[0]], answer[1])
    form, positions, normals, indices, area, volume, watertight = answer
    return Mesh(file, form, _table(positions, np.float32), _table(normals, np.float32),
                _table(indices, np.uint32), area, volume, watertight)


def _table(data: Optional[bytes], kind) -> np.ndarray:
    return np.frombuffer(data or b"", dtype=kind).reshape(-1, 3)
