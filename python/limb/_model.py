"""Kinematics and dynamics of a robot."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Optional, Sequence, Tuple

import numpy as np

from . import _limb
from ._arrays import finite, given, numbers, pose_matrix, positive
from ._findings import IKError

if TYPE_CHECKING:
    from ._robot import Robot

_REFERENCES = {"aligned": 0, "local": 1, "world": 2}
_GOALS = {"pose": 0, "position": 1, "orientation": 2}


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
        down = finite(gravity, "gravity")
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
        """(nq,) The pose that is shown first: zero, or the middle of a range without zero."""
        q = np.empty(self.nq)
        self._inner.neutral(q)
        return q

    def random(self, seed: int, count: Optional[int] = None) -> np.ndarray:
        """(nq,) or (count, nq) Configurations within the limits, the same for the same seed."""
        if count is not None and count < 0:
            raise ValueError(f"count must not be negative, not {count}")
        if not 0 <= operator.index(seed) < 2 ** 64:
            raise ValueError(f"seed must be from 0 to 2**64 - 1, not {seed}")
        q = np.empty(self.nq if count is None else (count, self.nq))
        self._inner.random(q, seed)
        return q

    def fk(self, q, link: Optional[str] = None, out: Optional[np.ndarray] = None) -> np.ndarray:
        """Poses, world from link: (3, 4) of one link, or (nlink, 3, 4) of all; lengths in m.

        q is (nq,), or (N, nq) for N configurations: then the result has N rows. out, if given, is a
        float64 array of that shape, apart from q, and is returned.
        """
        q = numbers(q, "q")
        index = -1 if link is None else self.link(link)
        shape = (3, 4) if link is not None else (self.nlink, 3, 4)
        if q.ndim == 1:
            pose = np.empty(shape) if out is None else given(out, shape)
            self._inner.fk(q, index, pose)
            return pose
        rows = self._rows(q)
        pose = np.empty((rows,) + shape) if out is None else given(out, (rows,) + shape)
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
        q, v = numbers(q, "q").copy(), self._velocities(v, "v", ()).copy()
        if q.ndim != 1:
            raise ValueError(f"q must have the shape ({self.nq},), not {q.shape}")
        self._inner.step(q, v, self._velocities(tau, "tau", ()), positive(dt, "dt"), rk4)
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
            self.link(link), pose_matrix(pose), None if start is None else finite(start, "start"),
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
        q = numbers(q, "q")
        if q.shape == (self.nq,):
            return q, -1, ()
        rows = self._rows(q)
        return q, rows, (rows,)

    def _velocities(self, value, name: str, lead: Tuple[int, ...]) -> np.ndarray:
        shape = lead + (self.nv,)
        if value is None:
            return np.zeros(shape)
        array = numbers(value, name)
        if array.shape != shape:
            raise ValueError(f"{name} must have the shape {shape}, not {array.shape}")
        return array

    def __repr__(self) -> str:
        return f"<limb.Model: nq {self.nq}, nv {self.nv}, {self.nlink} links, {self.mass:.4g} kg>"
