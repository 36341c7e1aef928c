// limb.Robot's C half: loading, and what it holds. robot_edit.c has the edits, robot_pictures.c
// GLB, pictures and the page.
#include "module.h"

static bool take_texts(PyObject *list, const char *name, const char ***out, Py_ssize_t *count);

static void robot_dealloc(PyObject *self)
{
    limb_robot_free(((limb_py_robot *)self)->robot);
    Py_TYPE(self)->tp_free(self);
}

//---- loading -------------------------------------------------------------------------------------

static PyObject *wrap(limb_robot *robot)
{
    limb_py_robot *self = PyObject_New(limb_py_robot, &limb_py_robot_type);
    if (self) {
        self->robot = robot;
    } else {
        limb_robot_free(robot);
    }
    return (PyObject *)self;
}

static limb_status load(const char *path, const char *text, Py_ssize_t size, bool keep,
                        limb_robot_file_opts *opts, limb_robot **robot)
{
    opts->load.keep_broken = keep;
    if (text) {
        opts->load.file = path;
        return limb_robot_parse(robot, text, (size_t)size, &opts->load);
    }
    limb_robot_file *file = NULL;
    const limb_status status = limb_robot_file_load(&file, path, opts);
    if (file) {
        *robot = file->robot;
        file->robot = NULL;
        limb_robot_file_free(file);
    }
    return status;
}

PyObject *limb_py_load(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *path, *text;
    Py_ssize_t size;
    PyObject *list, *folders;
    int keep;
    if (!PyArg_ParseTuple(arguments, "sz#OOp", &path, &text, &size, &list, &folders, &keep))
        return NULL;
    const char **words = NULL, **folder = NULL; // name, value, name, value, ...
    Py_ssize_t nword = 0, nfolder = 0;
    limb_xacro_argument *argument = NULL;
    limb_report *report = NULL;
    limb_robot *robot = NULL;
    PyObject *answer = NULL;
    if (!take_texts(list, "arguments", &words, &nword) ||
        !take_texts(folders, "packages", &folder, &nfolder)) {
        goto done;
    }
    argument = PyMem_Calloc((size_t)nword + 1, sizeof *argument);
    if (!argument || limb_report_create(&report, NULL) != LIMB_OK) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t i = 0; i < nword / 2; i++)
        argument[i] = (limb_xacro_argument){.name = words[2 * i], .value = words[2 * i + 1]};
    const limb_resolve_opts resolve = {.packages = folder, .npackages = (int)nfolder};
    limb_robot_file_opts opts = {.load.report = report, .resolve = &resolve};
    opts.xacro.argument = argument;
    opts.xacro.nargument = (int)(nword / 2);
    opts.xacro.yaml = LIMB_PY_YAML;
    const limb_status status = load(path, text, size, keep, &opts, &robot);
    if (status == LIMB_ERROR_MEMORY) {
        PyErr_NoMemory();
        goto done;
    }
    PyObject *wrapped = robot ? wrap(robot) : Py_NewRef(Py_None);
    robot = NULL;
    answer = wrapped ? Py_BuildValue("(NNN)", wrapped, limb_py_findings(report),
                                     limb_py_report_text(report))
                     : NULL;
done:
    limb_robot_free(robot);
    limb_report_free(report);
    PyMem_Free(words);
    PyMem_Free(argument);
    PyMem_Free(folder);
    return answer;
}

// A sequence of str as an array that lives as long as the sequence.
static bool take_texts(PyObject *list, const char *name, const char ***out, Py_ssize_t *count)
{
    if (!PyList_Check(list)) {
        PyErr_Format(PyExc_TypeError, "%s must be a list of str", name);
        return false;
    }
    *count = PyList_GET_SIZE(list);
    *out = PyMem_Calloc((size_t)*count + 1, sizeof **out);
    if (!*out) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t i = 0; i < *count; i++) {
        (*out)[i] = PyUnicode_AsUTF8(PyList_GET_ITEM(list, i));
        if (!(*out)[i]) return false;
    }
    return true;
}

//---- what it holds -------------------------------------------------------------------------------

const limb_robot *limb_py_robot_of(PyObject *self)
{
    return ((limb_py_robot *)self)->robot;
}

int limb_py_find_link(const limb_robot *robot, const char *name)
{
    const int link = limb_robot_find_link(robot, name);
    if (link < 0) PyErr_Format(PyExc_KeyError, "no link \"%s\"", name);
    return link;
}

static PyObject *robot_source(PyObject *self, PyObject *unused)
{
    (void)unused;
    const limb_text source = limb_document_source(limb_py_robot_of(self)->document);
    return PyUnicode_DecodeUTF8(source.data, (Py_ssize_t)source.size, "surrogateescape");
}

static PyObject *numbers(const double *value, int count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++)
        PyTuple_SET_ITEM(tuple, i, PyFloat_FromDouble(value[i]));
    return tuple;
}

static PyObject *robot_links(PyObject *self, PyObject *unused)
{
    (void)unused;
    const limb_robot *robot = limb_py_robot_of(self);
    PyObject *list = PyList_New(robot->nlink);
    for (int i = 0; list && i < robot->nlink; i++) {
        const limb_link *link = &robot->link[i];
        const limb_inertial *inertial = link->inertial;
        const int joint = link->parent_joint;
        PyList_SET_ITEM(list, i,
                        Py_BuildValue("(szNNii)", link->name,
                                      joint >= 0 ? robot->joint[joint].name : NULL,
                                      inertial ? numbers(&inertial->mass, 1) : Py_NewRef(Py_None),
                                      inertial ? numbers(inertial->inertia, 6) : Py_NewRef(Py_None),
                                      link->nvisual, link->ncollision));
    }
    return list;
}

static PyObject *robot_joints(PyObject *self, PyObject *unused)
{
    (void)unused;
    const limb_robot *robot = limb_py_robot_of(self);
    PyObject *list = PyList_New(robot->njoint);
    for (int i = 0; list && i < robot->njoint; i++) {
        const limb_joint *joint = &robot->joint[i];
        double pose[12];
        limb_origin_pose(&joint->origin, pose);
        const limb_limit *limit = joint->limit;
        const double limits[4] = {limit ? limit->lower : 0, limit ? limit->upper : 0,
                                  limit ? limit->effort : 0, limit ? limit->velocity : 0};
        const limb_mimic *mimic = joint->mimic;
        const double ratio[2] = {mimic ? mimic->multiplier : 1, mimic ? mimic->offset : 0};
        PyList_SET_ITEM(list, i,
                        Py_BuildValue("(ssssNNNzN)", joint->name, limb_joint_type_name(joint->type),
                                      joint->parent_name, joint->child_name, numbers(pose, 12),
                                      numbers(joint->axis, 3),
                                      limit ? numbers(limits, 4) : Py_NewRef(Py_None),
                                      mimic ? mimic->joint_name : NULL, numbers(ratio, 2)));
    }
    return list;
}

static PyObject *robot_check(PyObject *self, PyObject *unused)
{
    (void)unused;
    limb_report *report;
    if (limb_report_create(&report, NULL) != LIMB_OK) return PyErr_NoMemory();
    const limb_text source = limb_document_source(limb_py_robot_of(self)->document);
    const limb_load_opts opts = {
        .report = report, .file = limb_py_robot_of(self)->file, .keep_broken = true};
    limb_robot *again = NULL;
    const limb_status status = limb_robot_parse(&again, source.data, source.size, &opts);
    limb_robot_free(again);
    PyObject *answer = status == LIMB_ERROR_MEMORY ? PyErr_NoMemory() : limb_py_findings(report);
    limb_report_free(report);
    return answer;
}

static PyObject *robot_save(PyObject *self, PyObject *argument)
{
    PyObject *path;
    if (!PyUnicode_FSConverter(argument, &path)) return NULL;
    const limb_status status = limb_robot_save(limb_py_robot_of(self), PyBytes_AS_STRING(path));
    if (status != LIMB_OK) {
        limb_py_fail(status, NULL);
        Py_DECREF(path);
        return NULL;
    }
    Py_DECREF(path);
    Py_RETURN_NONE;
}

static PyObject *robot_inertia(PyObject *self, PyObject *arguments)
{
    const char *name;
    limb_inertia_opts opts = {0};
    if (!PyArg_ParseTuple(arguments, "sd", &name, &opts.density)) return NULL;
    const limb_robot *robot = limb_py_robot_of(self);
    const int link = limb_py_find_link(robot, name);
    if (link < 0) return NULL;
    limb_robot_meshes *meshes = NULL;
    limb_link_inertia out;
    limb_status status = limb_robot_meshes_load(&meshes, robot, NULL);
    opts.find_mesh = limb_robot_meshes_find;
    opts.find_ctx = meshes;
    if (status == LIMB_OK) status = limb_link_compute_inertia(&out, &robot->link[link], &opts);
    PyObject *answer = NULL;
    if (status != LIMB_OK) {
        limb_py_fail(status, NULL);
    } else if (out.reason) {
        PyErr_Format(PyExc_ValueError, "link \"%s\": %s", name, out.reason);
    } else {
        answer = Py_BuildValue("(dNN)", out.mass, numbers(out.center, 3), numbers(out.inertia, 6));
    }
    limb_robot_meshes_free(meshes);
    return answer;
}

static PyObject *robot_name(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(limb_py_robot_of(self)->name);
}

static PyObject *robot_file(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_DecodeFSDefault(limb_py_robot_of(self)->file);
}

static PyMethodDef methods[] = {
    {"source", robot_source, METH_NOARGS, "the text of the file, as read or as edited"},
    {"links", robot_links, METH_NOARGS, NULL},
    {"joints", robot_joints, METH_NOARGS, NULL},
    {"check", robot_check, METH_NOARGS, NULL},
    {"save", robot_save, METH_O, NULL},
    {"edit", limb_py_robot_edit, METH_VARARGS, "edit(verb, arguments)"},
    {"join", limb_py_robot_join, METH_VARARGS, NULL},
    {"glb", limb_py_robot_glb, METH_NOARGS, NULL},
    {"png", limb_py_robot_png, METH_VARARGS, NULL},
#ifdef LIMB_PYTHON_PAGE
    {"html", limb_py_robot_html, METH_NOARGS, NULL},
#endif
    {"inertia", robot_inertia, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef members[] = {{"name", robot_name, NULL, NULL, NULL},
                                {"file", robot_file, NULL, NULL, NULL},
                                {NULL, NULL, NULL, NULL, NULL}};

PyTypeObject limb_py_robot_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "_limb.Robot",
    .tp_basicsize = sizeof(limb_py_robot),
    .tp_dealloc = robot_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = methods,
    .tp_getset = members,
};
