"""MuJoCo: MjModel.from_xml_path"""
import mujoco

NAME, VERSION = "mujoco", mujoco.__version__
FULL = ""


def read(path):
    model = mujoco.MjModel.from_xml_path(path)
    return facts(model)


def facts(model):
    names = lambda kind, count: [mujoco.mj_id2name(model, kind, i) or "" for i in range(count)]
    joints = names(mujoco.mjtObj.mjOBJ_JOINT, model.njnt)
    mimic = {}
    for i in range(model.neq):
        if model.eq_type[i] == mujoco.mjtEq.mjEQ_JOINT:
            mimic[joints[model.eq_obj1id[i]]] = joints[model.eq_obj2id[i]] if model.eq_obj2id[i] >= 0 else ""
    collisions = sum(1 for i in range(model.ngeom) if model.geom_contype[i] or model.geom_conaffinity[i])
    return {"mass": float(model.body_mass.sum()), "links": int(model.nbody), "dof": int(model.nv),
            "limits": {joint: [float(x) for x in model.jnt_range[i]] if model.jnt_limited[i] else None
                       for i, joint in enumerate(joints)},
            "mimic": mimic, "visuals": int(model.ngeom) - collisions, "collisions": collisions}
