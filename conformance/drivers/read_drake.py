"""Drake: Parser(plant).AddModels, without a scene graph"""
import importlib.metadata
import math

from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import JointIndex, ModelInstanceIndex

NAME, VERSION = "drake", importlib.metadata.version("drake")


def read(path, scene=False):
    if scene:
        from pydrake.geometry import SceneGraph
        graph = SceneGraph()
    plant = MultibodyPlant(0.001)
    if scene:
        plant.RegisterAsSourceForSceneGraph(graph)
    models = Parser(plant).AddModels(path)
    plant.Finalize()
    bodies = [body for model in models for body in plant.GetBodyIndices(model)]
    free = sum(6 for i in bodies if plant.get_body(i).is_floating_base_body())
    limits = {}
    for index in [j for model in models for j in plant.GetJointIndices(model)]:
        joint = plant.get_joint(index)
        if joint.num_positions() == 1:
            low, high = joint.position_lower_limits()[0], joint.position_upper_limits()[0]
            limits[joint.name()] = [finite(low), finite(high)]
    facts = {"mass": sum(plant.get_body(i).default_mass() for i in bodies), "links": len(bodies), "dof": plant.num_velocities() - free, "limits": limits}
    if scene:
        facts["collisions"] = plant.num_collision_geometries()
        facts["visuals"] = sum(len(plant.GetVisualGeometriesForBody(plant.get_body(i))) for i in bodies)
    return facts


def finite(x):
    return float(x) if math.isfinite(x) else None
