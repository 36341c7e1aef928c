// Edits of limb.Robot, one function per verb; an invalid argument sets an exception.
#include "module.h"

typedef limb_status make_fn(limb_edit *edit, PyObject *values);

static bool may_change(PyObject *self);
static void forget_xacro(PyObject *self);
static limb_status make(limb_edit *edit, const char *verb, PyObject *values);
static int take_link(limb_edit *edit, PyObject *values);
static int find_node(limb_edit *edit, const char *path);
static int find_joint(limb_edit *edit, const char *name);

PyObject *limb_py_robot_edit(PyObject *self, PyObject *arguments)
{
    const char *verb;
    PyObject *values;
    limb_edit *edit;
    if (!PyArg_ParseTuple(arguments, "sO!", &verb, &PyTuple_Type, &values)) return NULL;
    if (!may_change(self)) return NULL;
    if (limb_edit_begin(&edit, ((limb_py_robot *)self)->robot) != LIMB_OK) return PyErr_NoMemory();
    limb_status status = make(edit, verb, values);
    PyObject *message = NULL;
    if (status == LIMB_OK) {
        message = PyUnicode_DecodeUTF8(limb_edit_message(edit),
                                       (Py_ssize_t)strlen(limb_edit_message(edit)), "replace");
        status = limb_edit_apply(edit, NULL);
    }
    if (status == LIMB_OK) forget_xacro(self);
    if (status != LIMB_OK) {
        Py_CLEAR(message);
        if (!PyErr_Occurred()) limb_py_fail(status, limb_edit_message(edit));
    }
    limb_edit_free(edit);
    return message;
}

PyObject *limb_py_robot_join(PyObject *self, PyObject *arguments)
{
    PyObject *tool, *pose;
    const char *at, *prefix, *joint;
    if (!PyArg_ParseTuple(arguments, "O!sOzz", &limb_py_robot_type, &tool, &at, &pose, &prefix,
                          &joint)) {
        return NULL;
    }
    if (!may_change(self)) return NULL;
    Py_buffer view = {0};
    limb_join_opts opts = {.prefix = prefix, .joint = joint};
    if (pose != Py_None) {
        if (!limb_py_doubles(pose, &view, 12, false, "pose")) return NULL;
        opts.pose = view.buf;
    }
    opts.at = limb_py_find_link(((limb_py_robot *)self)->robot, at);
    limb_edit *edit = NULL;
    limb_status status = LIMB_ERROR_INPUT;
    if (opts.at >= 0) {
        status = limb_edit_begin(&edit, ((limb_py_robot *)self)->robot);
        if (status == LIMB_OK) status = limb_edit_join(edit, ((limb_py_robot *)tool)->robot, &opts);
        if (status == LIMB_OK) status = limb_edit_apply(edit, NULL);
        if (status != LIMB_OK) limb_py_fail(status, edit ? limb_edit_message(edit) : NULL);
    }
    limb_edit_free(edit);
    if (pose != Py_None) PyBuffer_Release(&view);
    if (status != LIMB_OK) return NULL;
    forget_xacro(self);
    Py_RETURN_NONE;
}

static bool may_change(PyObject *self)
{
    if (((limb_py_robot *)self)->nreader == 0) return true;
    PyErr_SetString(PyExc_RuntimeError, "the robot is being read by another thread");
    return false;
}

// Places in the expansion say nothing about a text that changed.
static void forget_xacro(PyObject *self)
{
    limb_py_robot *robot = (limb_py_robot *)self;
    limb_xacro_free(robot->xacro);
    robot->xacro = NULL;
}

//---- verbs ---------------------------------------------------------------------------------------

static limb_status set(limb_edit *edit, PyObject *values)
{
    const char *path, *name, *value;
    if (!PyArg_ParseTuple(values, "ssz", &path, &name, &value)) return LIMB_ERROR_INPUT;
    const int node = find_node(edit, path);
    return node < 0 ? LIMB_ERROR_INPUT : limb_edit_set_attribute(edit, node, name, value);
}

static limb_status add(limb_edit *edit, PyObject *values)
{
    const char *path, *xml;
    if (!PyArg_ParseTuple(values, "ss", &path, &xml)) return LIMB_ERROR_INPUT;
    const int node = find_node(edit, path);
    return node < 0 ? LIMB_ERROR_INPUT : limb_edit_add(edit, node, xml);
}

static limb_status remove_element(limb_edit *edit, PyObject *values)
{
    const char *path;
    if (!PyArg_ParseTuple(values, "s", &path)) return LIMB_ERROR_INPUT;
    const int node = find_node(edit, path);
    return node < 0 ? LIMB_ERROR_INPUT : limb_edit_remove(edit, node);
}

static limb_status remove_tree(limb_edit *edit, PyObject *values)
{
    const int link = take_link(edit, values);
    return link < 0 ? LIMB_ERROR_INPUT : limb_edit_remove_tree(edit, link);
}

static limb_status set_root(limb_edit *edit, PyObject *values)
{
    const int link = take_link(edit, values);
    return link < 0 ? LIMB_ERROR_INPUT : limb_edit_set_root(edit, link);
}

static limb_status extract(limb_edit *edit, PyObject *values)
{
    const limb_robot *robot = limb_edit_robot(edit);
    const char *name, *to = NULL;
    if (!PyArg_ParseTuple(values, "s|z", &name, &to)) return LIMB_ERROR_INPUT;
    const int link = limb_py_find_link(robot, name);
    const int last = link >= 0 && to ? limb_py_find_link(robot, to) : -1;
    if (link < 0 || (to && last < 0)) return LIMB_ERROR_INPUT;
    return limb_edit_extract(edit, link, last);
}

static limb_status rename_link(limb_edit *edit, PyObject *values)
{
    const char *old, *name;
    if (!PyArg_ParseTuple(values, "ss", &old, &name)) return LIMB_ERROR_INPUT;
    const int link = limb_py_find_link(limb_edit_robot(edit), old);
    return link < 0 ? LIMB_ERROR_INPUT : limb_edit_rename_link(edit, link, name);
}

static limb_status rename_joint(limb_edit *edit, PyObject *values)
{
    const char *old, *name;
    if (!PyArg_ParseTuple(values, "ss", &old, &name)) return LIMB_ERROR_INPUT;
    const int joint = find_joint(edit, old);
    return joint < 0 ? LIMB_ERROR_INPUT : limb_edit_rename_joint(edit, joint, name);
}

static limb_status reparent(limb_edit *edit, PyObject *values)
{
    const char *name, *parent;
    int keep_pose;
    if (!PyArg_ParseTuple(values, "ssp", &name, &parent, &keep_pose)) return LIMB_ERROR_INPUT;
    const int joint = find_joint(edit, name);
    const int link = joint < 0 ? -1 : limb_py_find_link(limb_edit_robot(edit), parent);
    return link < 0 ? LIMB_ERROR_INPUT : limb_edit_reparent(edit, joint, link, keep_pose);
}

static limb_status lock(limb_edit *edit, PyObject *values)
{
    const char *name;
    double position;
    if (!PyArg_ParseTuple(values, "sd", &name, &position)) return LIMB_ERROR_INPUT;
    const int joint = find_joint(edit, name);
    return joint < 0 ? LIMB_ERROR_INPUT : limb_edit_lock_joint(edit, joint, position);
}

static limb_status add_prefix(limb_edit *edit, PyObject *values)
{
    const char *prefix;
    return PyArg_ParseTuple(values, "s", &prefix) ? limb_edit_add_prefix(edit, prefix)
                                                  : LIMB_ERROR_INPUT;
}

static limb_status lump(limb_edit *edit, PyObject *values)
{
    return PyArg_ParseTuple(values, "") ? limb_edit_lump(edit) : LIMB_ERROR_INPUT;
}

static limb_status scale(limb_edit *edit, PyObject *values)
{
    double factor;
    int keep_density;
    return PyArg_ParseTuple(values, "dp", &factor, &keep_density)
               ? limb_edit_scale(edit, factor, keep_density)
               : LIMB_ERROR_INPUT;
}

static limb_status mirror(limb_edit *edit, PyObject *values)
{
    int axis;
    const char *left, *right;
    return PyArg_ParseTuple(values, "izz", &axis, &left, &right)
               ? limb_edit_mirror(edit, axis, left, right)
               : LIMB_ERROR_INPUT;
}

static limb_status strip(limb_edit *edit, PyObject *values)
{
    static const char *const kind[] = {"visual", "collision", "inertial", "gazebo", "unknown"};
    const char *what;
    if (!PyArg_ParseTuple(values, "s", &what)) return LIMB_ERROR_INPUT;
    for (int i = 0; i < 5; i++)
        if (strcmp(what, kind[i]) == 0) return limb_edit_strip(edit, (limb_strip)i);
    PyErr_Format(PyExc_ValueError, "cannot strip \"%s\"", what);
    return LIMB_ERROR_INPUT;
}

static const struct {
    const char *name;
    make_fn *make;
} verbs[] = {{"set", set},
             {"add", add},
             {"remove", remove_element},
             {"remove_tree", remove_tree},
             {"root", set_root},
             {"extract", extract},
             {"rename_link", rename_link},
             {"rename_joint", rename_joint},
             {"reparent", reparent},
             {"lock", lock},
             {"prefix", add_prefix},
             {"lump", lump},
             {"scale", scale},
             {"mirror", mirror},
             {"strip", strip}};

static limb_status make(limb_edit *edit, const char *verb, PyObject *values)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verb, verbs[i].name) == 0) return verbs[i].make(edit, values);
    PyErr_Format(PyExc_ValueError, "no edit \"%s\"", verb);
    return LIMB_ERROR_INPUT;
}

static int take_link(limb_edit *edit, PyObject *values)
{
    const char *name;
    return PyArg_ParseTuple(values, "s", &name) ? limb_py_find_link(limb_edit_robot(edit), name)
                                                : -1;
}

static int find_node(limb_edit *edit, const char *path)
{
    const int node = limb_robot_find_node(limb_edit_robot(edit), path);
    if (node < 0) PyErr_Format(PyExc_KeyError, "no element \"%s\"", path);
    return node;
}

static int find_joint(limb_edit *edit, const char *name)
{
    const int joint = limb_robot_find_joint(limb_edit_robot(edit), name);
    if (joint < 0) PyErr_Format(PyExc_KeyError, "no joint named \"%s\"", name);
    return joint;
}
