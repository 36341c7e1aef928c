"""Findings in a file, and the exceptions that contain them."""
from __future__ import annotations

from typing import List, NamedTuple, Optional

import numpy as np


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

    def __reduce__(self):  # so that other processes can raise it here
        return type(self), (self.findings, str(self))


class IKError(ArithmeticError):
    """Inverse kinematics found no solution. q is the configuration that came nearest."""

    def __init__(self, reason: str, q: np.ndarray, position_error: float, rotation_error: float):
        super().__init__(f"{reason}: {position_error:.3g} m and {rotation_error:.3g} rad are left")
        self.reason, self.q = reason, q
        self.position_error, self.rotation_error = position_error, rotation_error

    def __reduce__(self):
        return type(self), (self.reason, self.q, self.position_error, self.rotation_error)
