"""Arguments as arrays of numbers, used where they are when they fit; errors name the argument."""
from __future__ import annotations

from typing import Tuple

import numpy as np


def numbers(value, name: str) -> np.ndarray:
    try:
        return np.ascontiguousarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must hold numbers") from None


def pose_matrix(value) -> np.ndarray:
    pose = numbers(value, "pose")
    if pose.shape == (4, 4):
        pose = np.ascontiguousarray(pose[:3])
    if pose.shape != (3, 4):
        raise ValueError(f"pose must have the shape (3, 4) or (4, 4), not {pose.shape}")
    return pose


def given(out, shape: Tuple[int, ...]) -> np.ndarray:
    if getattr(out, "shape", None) != shape:
        raise ValueError(f"out must have the shape {shape}, not {getattr(out, 'shape', None)}")
    return out
