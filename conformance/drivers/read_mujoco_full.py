"""MuJoCo with all bodies and visuals kept: the spec is changed before it is compiled, as <mujoco><compiler> in the file does"""
import re

import mujoco

from read_mujoco import VERSION, facts

NAME = "mujoco:full"
KEEP = b'<mujoco><compiler fusestatic="false" discardvisual="false" strippath="false"/></mujoco>'


def read(path):
    data = open(path, "rb").read()
    at = data.rfind(b"</robot>")
    data = data[:at] + KEEP + data[at:] if at >= 0 else data
    kept = path + ".full.urdf"
    try:
        with open(kept, "wb") as file:
            file.write(data)
        return facts(mujoco.MjModel.from_xml_path(kept))
    finally:
        import os
        os.unlink(kept)
