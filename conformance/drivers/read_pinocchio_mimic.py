"""Pinocchio with mimic=True"""
import read_pinocchio

NAME, VERSION = "pinocchio:mimic", read_pinocchio.VERSION


def read(path):
    return read_pinocchio.read(path, mimic=True)
