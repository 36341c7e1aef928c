#!/usr/bin/env python3
"""Write a C file that calls every public function which takes only const objects, for threads that share them.

    make_const_calls.py SOURCE OUTPUT

The functions are those of include/limb/*.h. An object is a type that has a _free, _stop or _init of its own; a
function is called when every object it takes is const, or belongs to one thread at a time by its documentation
(OWN below). Arguments follow from types and names; const_objects.h holds what they name. What cannot be called is
in const_calls.txt with a reason: a function without arguments and without a row is an error, and so is a row that
nothing needs.
"""
import pathlib
import re
import sys

# objects that threads share, as members of "shared"
SHARED = {"robot", "document", "model", "mesh", "report", "scene", "srdf", "target_check", "sphere_set", "collision_matrix", "trajectory", "xacro", "robot_file",
          "joint_list", "image", "glb"}
# objects of which each thread has its own, as members of "own"
OWN = {"work", "query", "report", "resolver"}
# plain data that is only read
GIVEN = {"limb_link": "s->robot->link", "limb_origin": "&s->robot->joint[0].origin", "limb_fit": "&s->fit",
         "limb_scene_object": "s->object", "limb_sphere": "s->sphere", "limb_link_inertia": "&s->weighed"}
OPTIONS = {"limb_glb_opts": "&s->glb_opts", "limb_scene_opts": "&s->scene_opts", "limb_inertia_opts": "&s->inertia_opts",
           "limb_cover_opts": "&s->cover_opts", "limb_page_opts": "&s->page_opts",
           "limb_render_opts": "&s->render_opts", "limb_ik_opts": "&s->ik_opts"}
TEXTS = {"path": "s->path", "uri": '"picture.png"', "group": "NULL", "name": '"b"', "link1": '"a"', "link2": '"b"', "text": "s->text",
         "id": '"joint-limit"', "mtllib": '"a.mtl"', "file": "s->path",
         "root_link": '"a"', "rule": '"joint-limit"', "severity": '"error"', "a": '"a"', "b": '"b"'}
# arguments that follow from neither type nor name
SPECIAL = {
    ("limb_policy_find", "path"): "o->text", ("limb_policy_find", "capacity"): "sizeof o->text",
    ("limb_reader_list", "names"): '"all"', ("limb_reader_list", "unknown"): "NULL",
    ("limb_visual_material", "visual"): "s->robot->link[0].visual",
    ("limb_robot_meshes_find", "ctx"): "s->meshes", ("limb_robot_meshes_find", "uri"): '"mesh.obj"',
    ("limb_robot_meshes_find_image", "ctx"): "s->meshes",
    ("limb_robot_check_meshes", "meshes"): "s->meshes",
    ("limb_mesh_load", "path"): "s->mesh_path", ("limb_srdf_load", "path"): "s->srdf_path",
    ("limb_mesh_format_written", "path"): "s->mesh_path",
    ("limb_mesh_parse", "bytes"): "s->mesh_text", ("limb_mesh_parse", "size"): "strlen(s->mesh_text)",
    ("limb_srdf_draft", "pair"): "s->srdf->pair",
    ("limb_srdf_parse", "text"): "s->srdf_text", ("limb_srdf_parse", "size"): "strlen(s->srdf_text)",
    ("limb_sphere_list_parse", "text"): "s->sphere_text",
    ("limb_sphere_list_parse", "size"): "strlen(s->sphere_text)",
    ("limb_mesh_write", "format"): "LIMB_MESH_FORMAT_OBJ",
    ("limb_scene_create", "nskip"): "0", ("limb_scene_create", "nobject"): "2",
    ("limb_image_size", "bytes"): "s->png", ("limb_image_size", "size"): "s->png_size",
    ("limb_image_parse", "bytes"): "s->png", ("limb_image_parse", "size"): "s->png_size",
    ("limb_render", "scene"): "s->drawn",
    ("limb_number_parse", "text"): '"1.5"', ("limb_joint_list_find", "name"): '"slide"',
    ("limb_model_find_joint", "name"): '"slide"', ("limb_robot_find_joint", "name"): '"slide"',
    ("limb_node_attribute_raw", "name"): '"name"', ("limb_node_attribute", "name"): '"name"',
    ("limb_node_find", "name"): '"link"', ("limb_urdfdom_find", "name"): '"humble"',
    ("limb_model_add_payload", "link"): "1", ("limb_model_add_payload", "inertia"): "s->inertia",
    ("limb_sphere_set_build", "nsphere"): "2", ("limb_distance", "bound"): "HUGE_VAL",
    ("limb_distance_pair", "bound"): "HUGE_VAL", ("limb_distance_pair", "b"): "1",
    ("limb_collide_pair", "b"): "1", ("limb_query_place_objects", "pose"): "s->poses",
    ("limb_query_place_objects", "count"): "2", ("limb_mechanism_compare", "diff"): "NULL", ("limb_file_rewrite", "before"): "s->text",
    ("limb_render", "out"): "&o->image", ("limb_image_parse", "out"): "&o->image", ("limb_trajectory_build", "nrow"): "1",
    ("limb_simplification_build", "meshes"): "s->meshes",
    ("limb_nearest", "candidate"): "s->words",
    ("limb_nearest", "count"): "2",
    ("limb_hull_build", "npoint"): "8", ("limb_hull_build", "point"): "s->corner",
    ("limb_fit_points", "npoint"): "8", ("limb_fit_points", "point"): "s->corner",
    ("limb_fit_points", "scale"): "NULL", ("limb_mesh_solid_volume", "scale"): "NULL",
    ("limb_mesh_mass", "scale"): "NULL",
    ("limb_report_print", "opts"): "NULL", ("limb_node_numbers", "name"): '"value"',
    ("limb_ray_cast", "direction"): "s->inertia", ("limb_sweep", "b"): "s->other_q",
    ("limb_mass_factor", "mass"): "o->identity", ("limb_collide_batch", "query"): "&o->query",
    ("limb_collide_batch", "work"): "&o->work",
}


def functions(source):
    """(name, returned type, [(type, name), ...]) of every public function."""
    for header in sorted((source / "include/limb").glob("*.h")):
        text = re.sub(r"//[^\n]*", "", header.read_text())
        for declared in re.findall(r"LIMB_API\s+([^;{}]*?);", text):
            declared = " ".join(declared.split()).replace("LIMB_MUST_CHECK ", "")
            match = re.fullmatch(r"(.*?)\b(limb_\w+)\((.*)\)", declared)
            if not match:
                sys.exit(f"{header}: not understood: {declared}")
            returned, name, rest = match.groups()
            parameters = []
            for parameter in [] if rest == "void" else rest.split(","):
                parameter = parameter.strip().replace("struct ", "")
                array = re.sub(r"\b(\w+)\[\w*\]$", r"*\1", parameter)
                kind, what = re.fullmatch(r"(.*?)(\w+)", array).groups()
                parameters.append((kind.replace(" ", "") if "const" not in kind else " ".join(kind.split()), what))
            yield name, " ".join(returned.split()), parameters


def argument(function, kind, name, index, parameters, objects):
    """The C expression, None when there is none, False when the function changes a shared object."""
    if (function, name) in SPECIAL:
        return SPECIAL[function, name]
    base = kind.replace("const", "").replace("*", "").strip()
    stars = kind.count("*")
    constant = kind.startswith("const")
    short = base.removeprefix("limb_")
    if stars == 2 and base in objects and "const" not in kind:
        return f"&made_{name}"
    if stars == 1 and base in objects:
        if not constant:
            return f"o->{short}" if short in OWN else "NULL" if base == "limb_pool" else False
        return f"o->{short}" if short in OWN - SHARED else f"s->{short}" if short in SHARED else None
    if constant and base in GIVEN and stars == 1:
        return GIVEN[base]
    if constant and base.endswith("_opts"):
        return OPTIONS.get(base, "NULL")
    if base in ("limb_allocator", "limb_external_wrench") and constant:
        return "NULL"
    if base == "limb_write_fn":
        return "take"
    if kind == "void*" and name == "ctx" and ("limb_write_fn*", "write") in parameters:
        return "o"
    if kind == "const char *":
        return TEXTS.get(name)
    if kind == "const void *" and name == "bytes":
        return "s->text"
    numbers = {"const double *": "s->number", "const float *": "s->number_float", "const int *": "s->index",
               "double*": f"o->out[{index % 8}]", "float*": f"o->out_float[{index % 8}]", "int*": f"o->found[{index % 8}]",
               "bool*": "o->touches", "char*": "o->text", "uint64_t*": "&o->seed", "const char **": "&o->reason",
               "void**": "&o->block", "size_t*": "&o->block_size", "double": "1", "bool": "false", "unsigned": "0"}
    if kind in numbers:
        return numbers[kind]
    if kind == "void*" and name in ("memory", "scratch"):
        return "o->room"
    if kind == "size_t":
        before = parameters[index - 1][1]
        return {"buffer": "sizeof o->text", "memory": "sizeof o->room", "text": "strlen(s->text)",
                "bytes": "strlen(s->text)"}.get(before, "0")
    if kind == "int":
        counts = re.fullmatch(r"count|max|nworker|nlink|npoint|capacity", name)
        return "1" if counts and name != "nwrench" else "0"
    if stars == 0 and base.startswith("limb_") and base not in ("limb_text",):
        return f"({base})0"
    if stars == 1 and base.startswith("limb_") and not constant:
        return f"room_{name}"
    return None


def call(name, returned, parameters, objects, always=False):
    """The body of a call; a text that says why there is none; False: it changes a shared object. always: also of a function that changes
    what the thread has of its own."""
    if re.search(r"_(free|stop)$", name):
        return False
    before, arguments, after = [], [], []
    all_given = [argument(name, kind, what, index, parameters, objects)
                 for index, (kind, what) in enumerate(parameters)]
    changes_own = any(str(given).removeprefix("o->") in OWN for given in all_given)
    shares = any(kind.removeprefix("const ").rstrip(" *") in objects for kind, _ in parameters if kind.startswith("const"))
    if False in all_given or (changes_own and not shares and not always):
        return False
    for given, (kind, what) in zip(all_given, parameters):
        if given is None:
            return f"no argument for {kind} {what}"
        base = kind.replace("*", "").strip()
        if given == f"&made_{what}":
            before.append(f"{base} *made_{what} = NULL;")
            after.append(f"{base}_free(made_{what});")
        elif given == f"room_{what}":
            before.append(f"{base} room_{what}[16];\n    memset(room_{what}, 0, sizeof room_{what});")
        elif given == "&o->block":
            before.append("o->block = NULL;")
            after.append("free(o->block);")
        arguments.append(given)
    expression = f"{name}({', '.join(arguments)})"
    if returned == "void":
        before.append(expression + ";")
    elif returned == "const char *":
        before.append(f"take_text(o, {expression});")
    elif "*" in returned or returned in ("limb_text", "limb_span"):
        before.append(f"const {returned.removeprefix('const ')} result = {expression};\n    (void)result;" if "*" not in returned else f"(void){expression};")
    else:
        before.append(f"const {returned} result = {expression};\n    take(o, &result, sizeof result);")
    if name in ("limb_render", "limb_image_parse"):
        after.append("limb_image_free(&o->image);")
    used = "".join(f"    (void){v};\n" for v in "so" if not re.search(rf"\b{v}->|\b{v}[,)]", " ".join(before + arguments)))
    return used + "".join(f"    {line}\n" for line in before + after)


def read_reasons(path):
    """{function: reason} of a file with a row for each function that is not called."""
    reasons = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        name, _, reason = line.partition(": ")
        if not reason or name in reasons:
            sys.exit(f"{path.name}:{number}: expected \"function: reason\", once")
        reasons[name] = reason
    return reasons


def object_types(public):
    """The types that have a _free, _stop or _init of their own."""
    names = {name for name, _, _ in public}
    objects = {m.group(1) for name in names if (m := re.fullmatch(r"(limb_\w+)_(free|stop|init)", name))}
    return objects | {f"limb_{name}" for name in SHARED}


def main():
    source, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    reasons = read_reasons(source / "test/project/const_calls.txt")
    public = list(functions(source))
    if len(public) < 300:
        sys.exit(f"only {len(public)} public functions found")
    names = {name for name, _, _ in public}
    objects = object_types(public)
    problems, bodies = [], []
    for name, returned, parameters in public:
        body = call(name, returned, parameters, objects)
        takes_only_const = body is not False
        called = takes_only_const and body.startswith("    ")
        if name in reasons:
            if not takes_only_const:
                problems.append(f"{name} has a row and changes what it is given: it needs none")
            continue
        if called:
            bodies.append((name, body))
        elif takes_only_const:
            problems.append(f"{name}: {body}: teach make_const_calls.py, or give it a row in const_calls.txt")
    problems += [f"{name} has a row, and there is no such function" for name in reasons if name not in names]
    if problems:
        sys.exit("\n".join(problems))
    text = "// Written by test/project/make_const_calls.py.\n" + '#include "project/const_objects.h"\n\n'
    text += "\n".join(f"static void call_{name}(const shared *s, own *o)\n{{\n{body}}}\n" for name, body in bodies)
    text += "\nconst call_of_function const_calls[] = {\n"
    text += "".join(f'    {{"{name}", call_{name}}},\n' for name, _ in bodies)
    text += "};\nconst int nconst_call = (int)(sizeof const_calls / sizeof *const_calls);\n"
    output.write_text(text)
    print(f"{len(bodies)} functions are called, {len(reasons)} have a row")


if __name__ == "__main__":
    main()
