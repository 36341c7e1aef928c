"""Pinocchio: buildModelFromUrdf, mimic joints as free ones (the default)"""
import math

import pinocchio

NAME, VERSION, MIMIC = "pinocchio", pinocchio.__version__, False


def read(path, mimic=False):
    model = pinocchio.buildModelFromUrdf(path, mimic=mimic)
    limits, followers = {}, {}
    for i in range(1, model.njoints):
        joint = model.joints[i]
        name = joint.shortname()
        if "Mimic" in name:
            followers[model.names[i]] = ""
        elif joint.nq == 1:
            low, high = model.lowerPositionLimit[joint.idx_q], model.upperPositionLimit[joint.idx_q]
            limits[model.names[i]] = [finite(low), finite(high)]
        else:
            limits[model.names[i]] = None
    shapes = {}
    for key, kind in (("visuals", pinocchio.GeometryType.VISUAL), ("collisions", pinocchio.GeometryType.COLLISION)):
        shapes[key] = pinocchio.buildGeomFromUrdf(model, path, kind, package_dirs=[]).ngeoms
    bodies = sum(1 for frame in model.frames if frame.type == pinocchio.FrameType.BODY)
    return {"mass": sum(i.mass for i in model.inertias), "links": bodies, "dof": model.nv, "limits": limits, "mimic": followers, **shapes}


def finite(x):
    return float(x) if math.isfinite(x) and abs(x) < 1e300 else None
