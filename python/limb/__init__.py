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
from . import _limb
from ._findings import Finding, IKError, RobotError
from ._mesh import Mesh, mesh
from ._model import Model
from ._parts import Joint, Limit, Link, Mimic
from ._robot import Robot, load, parse

__version__ = _limb.version()
__all__ = ["load", "parse", "mesh", "Robot", "Model", "Mesh", "Finding", "Link", "Joint", "Limit",
           "Mimic", "RobotError", "IKError"]

# errors print as limb.RobotError and pickles outlive a move between files
for _name in __all__:
    globals()[_name].__module__ = __name__
del _name
