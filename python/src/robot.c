// limb.Robot's C half: loading, what it holds, edits, GLB, pictures.
#include "module.h"

#include "limb/render.h"

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

static const limb_robot *robot_of(PyObject *self)
{
    return ((limb_py_robot *)self)->robot;
}

static PyObject *robot_source(PyObject *self, PyObject *unused)
{
    (void)unused;
    const limb_text source = limb_document_source(robot_of(self)->document);
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
    const limb_robot *robot = robot_of(self);
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
    const limb_robot *robot = robot_of(self);
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
    const limb_text source = limb_document_source(robot_of(self)->document);
    const limb_load_opts opts = {
        .report = report, .file = robot_of(self)->file, .keep_broken = true};
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
    const limb_status status = limb_robot_save(robot_of(self), PyBytes_AS_STRING(path));
    if (status != LIMB_OK) {
        limb_py_fail(status, NULL);
        Py_DECREF(path);
        return NULL;
    }
    Py_DECREF(path);
    Py_RETURN_NONE;
}

//---- edits ---------------------------------------------------------------------------------------

static int find_link(const limb_robot *robot, const char *name)
{
    const int link = limb_robot_find_link(robot, name);
    if (link < 0) PyErr_Format(PyExc_KeyError, "no link \"%s\"", name);
    return link;
}

static int find_joint(const limb_robot *robot, const char *name)
{
    const int joint = limb_robot_find_joint(robot, name);
    if (joint < 0) PyErr_Format(PyExc_KeyError, "no joint \"%s\"", name);
    return joint;
}

static int find_node(const limb_robot *robot, const char *path)
{
    const int node = limb_robot_find_node(robot, path);
    if (node < 0) PyErr_Format(PyExc_KeyError, "no element \"%s\"", path);
    return node;
}

// One edit of the table below. LIMB_ERROR_INPUT with an exception set: an argument is wrong.
static limb_status make(limb_edit *edit, const char *verb, PyObject *values)
{
    const limb_robot *robot = limb_edit_robot(edit);
    const char *a = NULL, *b = NULL, *c = NULL;
    double x = 0;
    int flag = 0, index;
    if (strcmp(verb, "set") == 0) {
        if (!PyArg_ParseTuple(values, "ssz", &a, &b, &c) || (index = find_node(robot, a)) < 0)
            return LIMB_ERROR_INPUT;
        return limb_edit_set_attribute(edit, index, b, c);
    }
    if (strcmp(verb, "add") == 0) {
        if (!PyArg_ParseTuple(values, "ss", &a, &b) || (index = find_node(robot, a)) < 0)
            return LIMB_ERROR_INPUT;
        return limb_edit_add(edit, index, b);
    }
    if (strcmp(verb, "remove") == 0) {
        if (!PyArg_ParseTuple(values, "s", &a) || (index = find_node(robot, a)) < 0)
            return LIMB_ERROR_INPUT;
        return limb_edit_remove(edit, index);
    }
    if (strcmp(verb, "remove_tree") == 0 || strcmp(verb, "root") == 0 ||
        strcmp(verb, "extract") == 0) {
        if (!PyArg_ParseTuple(values, "s|z", &a, &b) || (index = find_link(robot, a)) < 0)
            return LIMB_ERROR_INPUT;
        const int to = b ? find_link(robot, b) : -1;
        if (b && to < 0) return LIMB_ERROR_INPUT;
        return verb[0] == 'e'   ? limb_edit_extract(edit, index, to)
               : verb[1] == 'o' ? limb_edit_set_root(edit, index)
                                : limb_edit_remove_tree(edit, index);
    }
    if (strcmp(verb, "rename_link") == 0) {
        if (!PyArg_ParseTuple(values, "ss", &a, &b) || (index = find_link(robot, a)) < 0)
            return LIMB_ERROR_INPUT;
        return limb_edit_rename_link(edit, index, b);
    }
    if (strcmp(verb, "rename_joint") == 0) {
        if (!PyArg_ParseTuple(values, "ss", &a, &b) || (index = find_joint(robot, a)) < 0)
            return LIMB_ERROR_INPUT;
        return limb_edit_rename_joint(edit, index, b);
    }
    if (strcmp(verb, "reparent") == 0) {
        if (!PyArg_ParseTuple(values, "ssp", &a, &b, &flag) || (index = find_joint(robot, a)) < 0)
            return LIMB_ERROR_INPUT;
        const int link = find_link(robot, b);
        return link < 0 ? LIMB_ERROR_INPUT : limb_edit_reparent(edit, index, link, flag);
    }
    if (strcmp(verb, "lock") == 0) {
        if (!PyArg_ParseTuple(values, "sd", &a, &x) || (index = find_joint(robot, a)) < 0)
            return LIMB_ERROR_INPUT;
        return limb_edit_lock_joint(edit, index, x);
    }
    if (strcmp(verb, "prefix") == 0)
        return PyArg_ParseTuple(values, "s", &a) ? limb_edit_add_prefix(edit, a) : LIMB_ERROR_INPUT;
    if (strcmp(verb, "lump") == 0) return limb_edit_lump(edit);
    if (strcmp(verb, "scale") == 0)
        return PyArg_ParseTuple(values, "dp", &x, &flag) ? limb_edit_scale(edit, x, flag)
                                                         : LIMB_ERROR_INPUT;
    if (strcmp(verb, "mirror") == 0)
        return PyArg_ParseTuple(values, "izz", &flag, &a, &b) ? limb_edit_mirror(edit, flag, a, b)
                                                              : LIMB_ERROR_INPUT;
    if (strcmp(verb, "strip") == 0) {
        static const char *const kind[] = {"visual", "collision", "inertial", "gazebo", "unknown"};
        if (!PyArg_ParseTuple(values, "s", &a)) return LIMB_ERROR_INPUT;
        for (int i = 0; i < 5; i++)
            if (strcmp(a, kind[i]) == 0) return limb_edit_strip(edit, (limb_strip)i);
    }
    PyErr_Format(PyExc_ValueError, "no edit \"%s\"%s%s", verb, a ? " of " : "", a ? a : "");
    return LIMB_ERROR_INPUT;
}

static PyObject *robot_edit(PyObject *self, PyObject *arguments)
{
    const char *verb;
    PyObject *values;
    limb_edit *edit;
    if (!PyArg_ParseTuple(arguments, "sO!", &verb, &PyTuple_Type, &values)) return NULL;
    if (limb_edit_begin(&edit, ((limb_py_robot *)self)->robot) != LIMB_OK) return PyErr_NoMemory();
    limb_status status = make(edit, verb, values);
    PyObject *message = NULL;
    if (status == LIMB_OK) {
        message = PyUnicode_DecodeUTF8(limb_edit_message(edit),
                                       (Py_ssize_t)strlen(limb_edit_message(edit)), "replace");
        status = limb_edit_apply(edit, NULL);
    }
    if (status != LIMB_OK) {
        Py_CLEAR(message);
        if (!PyErr_Occurred()) limb_py_fail(status, limb_edit_message(edit));
    }
    limb_edit_free(edit);
    return message;
}

static PyObject *robot_join(PyObject *self, PyObject *arguments)
{
    PyObject *tool, *pose;
    const char *at, *prefix, *joint;
    if (!PyArg_ParseTuple(arguments, "O!sOzz", &limb_py_robot_type, &tool, &at, &pose, &prefix,
                          &joint)) {
        return NULL;
    }
    Py_buffer view = {0};
    limb_join_opts opts = {.prefix = prefix, .joint = joint};
    if (pose != Py_None) {
        if (!limb_py_doubles(pose, &view, 12, false, "pose")) return NULL;
        opts.pose = view.buf;
    }
    opts.at = find_link(robot_of(self), at);
    limb_edit *edit = NULL;
    limb_status status = LIMB_ERROR_INPUT;
    if (opts.at >= 0) {
        status = limb_edit_begin(&edit, ((limb_py_robot *)self)->robot);
        if (status == LIMB_OK) status = limb_edit_join(edit, robot_of(tool), &opts);
        if (status == LIMB_OK) status = limb_edit_apply(edit, NULL);
        if (status != LIMB_OK) limb_py_fail(status, edit ? limb_edit_message(edit) : NULL);
    }
    limb_edit_free(edit);
    if (pose != Py_None) PyBuffer_Release(&view);
    if (status != LIMB_OK) return NULL;
    Py_RETURN_NONE;
}

//---- GLB, pictures, inertia ----------------------------------------------------------------------

static limb_status build_glb(const limb_robot *robot, const double *pose, limb_glb **glb)
{
    limb_robot_meshes *meshes = NULL;
    limb_status status = limb_robot_meshes_load(&meshes, robot, NULL);
    const limb_glb_opts opts = {.find_mesh = limb_robot_meshes_find,
                                .find_image = limb_robot_meshes_find_image,
                                .find_ctx = meshes,
                                .link_pose = pose,
                                .no_collision = pose != NULL};
    if (status == LIMB_OK) status = limb_glb_build(glb, robot, &opts);
    limb_robot_meshes_free(meshes);
    return status;
}

static PyObject *robot_glb(PyObject *self, PyObject *unused)
{
    (void)unused;
    limb_glb *glb = NULL;
    limb_status status;
    Py_BEGIN_ALLOW_THREADS status = build_glb(robot_of(self), NULL, &glb);
    Py_END_ALLOW_THREADS PyObject *bytes =
        status == LIMB_OK
            ? PyBytes_FromStringAndSize(limb_glb_bytes(glb), (Py_ssize_t)limb_glb_size(glb))
            : limb_py_fail(status, NULL);
    limb_glb_free(glb);
    return bytes;
}

static limb_status draw(const limb_robot *robot, const double *pose, const limb_render_opts *opts,
                        limb_py_bytes *png)
{
    limb_glb *glb = NULL;
    limb_mesh *scene = NULL;
    limb_image image = {0};
    limb_status status = build_glb(robot, pose, &glb);
    const limb_mesh_opts read = {.normals = LIMB_MESH_NORMALS_COMPUTE};
    if (status == LIMB_OK)
        status = limb_mesh_parse(&scene, limb_glb_bytes(glb), limb_glb_size(glb), &read);
    if (status == LIMB_OK) status = limb_render(&image, scene, opts);
    if (status == LIMB_OK) status = limb_image_write_png(&image, limb_py_append, png);
    limb_image_free(&image);
    limb_mesh_free(scene);
    limb_glb_free(glb);
    return status;
}

static PyObject *robot_png(PyObject *self, PyObject *arguments)
{
    PyObject *poses;
    limb_render_opts opts = {.has_view = true};
    int dark;
    if (!PyArg_ParseTuple(arguments, "Oiiddp", &poses, &opts.width, &opts.height, &opts.azimuth,
                          &opts.elevation, &dark)) {
        return NULL;
    }
    opts.dark = dark;
    const limb_robot *robot = robot_of(self);
    Py_buffer view = {0};
    if (poses != Py_None && !limb_py_doubles(poses, &view, 12 * robot->nlink, false, "poses"))
        return NULL;
    limb_py_bytes png = {0};
    // PyMem needs the lock, and a picture takes a while: it is drawn with the lock held
    const limb_status status = draw(robot, poses != Py_None ? view.buf : NULL, &opts, &png);
    if (poses != Py_None) PyBuffer_Release(&view);
    if (status == LIMB_OK) return limb_py_take(&png);
    PyMem_Free(png.data);
    return limb_py_fail(status, NULL);
}

#ifdef LIMB_PYTHON_PAGE
#include "limb/view.h"

static PyObject *robot_html(PyObject *self, PyObject *unused)
{
    (void)unused;
    limb_py_bytes html = {0};
    const limb_status status =
        limb_view_write_html(robot_of(self)->file, NULL, limb_py_append, &html);
    if (status == LIMB_OK) return limb_py_take(&html);
    PyMem_Free(html.data);
    return limb_py_fail(status, NULL);
}
#endif

static PyObject *robot_inertia(PyObject *self, PyObject *arguments)
{
    const char *name;
    limb_inertia_opts opts = {0};
    if (!PyArg_ParseTuple(arguments, "sd", &name, &opts.density)) return NULL;
    const limb_robot *robot = robot_of(self);
    const int link = find_link(robot, name);
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
    return PyUnicode_FromString(robot_of(self)->name);
}

static PyObject *robot_file(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_DecodeFSDefault(robot_of(self)->file);
}

static PyMethodDef methods[] = {
    {"source", robot_source, METH_NOARGS, "the text of the file, as read or as edited"},
    {"links", robot_links, METH_NOARGS, NULL},
    {"joints", robot_joints, METH_NOARGS, NULL},
    {"check", robot_check, METH_NOARGS, NULL},
    {"save", robot_save, METH_O, NULL},
    {"edit", robot_edit, METH_VARARGS, "edit(verb, arguments)"},
    {"join", robot_join, METH_VARARGS, NULL},
    {"glb", robot_glb, METH_NOARGS, NULL},
    {"png", robot_png, METH_VARARGS, NULL},
#ifdef LIMB_PYTHON_PAGE
    {"html", robot_html, METH_NOARGS, NULL},
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
