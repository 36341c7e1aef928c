"""Arguments as the C half takes them, arrays used where they are when they fit; errors name the argument."""
from __future__ import annotations

import os
from typing import Tuple

import numpy as np

_DOUBLE = np.dtype(np.float64)  # the native one is a single object


def numbers(value, name: str) -> np.ndarray:
    if type(value) is np.ndarray and value.dtype is _DOUBLE and value.flags.c_contiguous:
        return value
    try:
        array = np.asarray(value)
        if array.dtype.kind in "biuf":
            return np.ascontiguousarray(array, dtype=np.float64)
    except (TypeError, ValueError):
        pass
    raise TypeError(f"{name} must hold numbers")


def finite(value, name: str) -> np.ndarray:
    array = numbers(value, name)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite")
    return array


def pose_matrix(value) -> np.ndarray:
    pose = finite(value, "pose")
    if pose.shape == (4, 4):
        pose = np.ascontiguousarray(pose[:3])
    if pose.shape != (3, 4):
        raise ValueError(f"pose must have the shape (3, 4) or (4, 4), not {pose.shape}")
    return pose


def given(out, shape: Tuple[int, ...]) -> np.ndarray:
    if getattr(out, "shape", None) != shape:
        raise ValueError(f"out must have the shape {shape}, not {getattr(out, 'shape', None)}")
    return out


def positive(value, name: str) -> float:
    number = float(value)
    if not (0 < number < float("inf")):
        raise ValueError(f"{name} must be above zero and finite, not {value}")
    return number


def file_name(path, name: str = "path") -> str:
    text = os.fspath(path)
    if not isinstance(text, str):
        raise TypeError(f"{name} must be str or a path of str, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError(f"{name} must not hold a null character")
    return text
