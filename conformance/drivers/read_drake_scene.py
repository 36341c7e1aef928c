"""Drake with a scene graph: shapes are read, too"""
import read_drake

NAME, VERSION = "drake:scene", read_drake.VERSION


def read(path):
    return read_drake.read(path, scene=True)
