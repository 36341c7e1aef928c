// The C half of limb.Robot: loading, contents, checking, saving.
#include "module.h"

// As in the command: every thread has a stack of at least 1 MiB, unless
// threading.stack_size() was called.
enum { XACRO_STACK = 768 << 10 };

static PyObject *wrap(limb_robot *robot, limb_xacro *xacro, PyObject *path, PyObject *words,
                      PyObject *folders);
static limb_status load(const char *path, const limb_text *text, limb_robot_file_opts *opts,
                        limb_robot **robot, limb_xacro **xacro);
static limb_status check(const limb_py_robot *self, limb_robot_file_opts *file,
                         limb_report *report);
static bool has_small_stack(void);
static bool take_texts(PyObject *list, const char *name, PyObject *bytes, const char ***out,
                       Py_ssize_t *count);

static void robot_dealloc(PyObject *self)
{
    limb_py_robot *robot = (limb_py_robot *)self;
    limb_robot_free(robot->robot);
    limb_xacro_free(robot->xacro);
    Py_XDECREF(robot->path);
    Py_XDECREF(robot->words);
    Py_XDECREF(robot->folders);
    Py_TYPE(self)->tp_free(self);
}

//---- loading -------------------------------------------------------------------------------------

PyObject *limb_py_load(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *path, *words, *folders;
    limb_text text = {0};
    Py_ssize_t size;
    int keep;
    if (!PyArg_ParseTuple(arguments, "Uz#O!O!p", &path, &text.data, &size, &PyList_Type, &words,
                          &PyList_Type, &folders, &keep)) {
        return NULL;
    }
    text.size = (size_t)size;
    PyObject *name = PyUnicode_EncodeFSDefault(path);
    limb_py_places places;
    limb_report *report = NULL;
    limb_robot *robot = NULL;
    limb_xacro *xacro = NULL;
    PyObject *answer = NULL;
    if (!limb_py_places_init(&places, words, folders) || !name) goto done;
    if (limb_report_create(&report, NULL) != LIMB_OK) {
        PyErr_NoMemory();
        goto done;
    }
    places.file.load = (limb_load_opts){.report = report, .keep_broken = keep};
    limb_status status;
    Py_BEGIN_ALLOW_THREADS status =
        load(PyBytes_AS_STRING(name), text.data ? &text : NULL, &places.file, &robot, &xacro);
    Py_END_ALLOW_THREADS if (status == LIMB_ERROR_MEMORY)
    {
        PyErr_NoMemory();
        goto done;
    }
    PyObject *wrapped = robot ? wrap(robot, xacro, path, words, folders) : Py_NewRef(Py_None);
    if (robot) xacro = NULL;
    robot = NULL;
    answer = wrapped ? Py_BuildValue("(NNN)", wrapped, limb_py_findings(report),
                                     limb_py_report_text(report))
                     : NULL;
done:
    limb_robot_free(robot);
    limb_xacro_free(xacro);
    limb_report_free(report);
    limb_py_places_free(&places);
    Py_XDECREF(name);
    return answer;
}

// Takes the robot and its expansion, also when it fails.
static PyObject *wrap(limb_robot *robot, limb_xacro *xacro, PyObject *path, PyObject *words,
                      PyObject *folders)
{
    limb_py_robot *self = PyObject_New(limb_py_robot, &limb_py_robot_type);
    if (!self) {
        limb_robot_free(robot);
        limb_xacro_free(xacro);
        return NULL;
    }
    self->robot = robot;
    self->xacro = xacro;
    self->path = Py_NewRef(path);
    self->words = Py_NewRef(words);
    self->folders = Py_NewRef(folders);
    self->nreader = 0;
    return (PyObject *)self;
}

static limb_status load(const char *path, const limb_text *text, limb_robot_file_opts *opts,
                        limb_robot **robot, limb_xacro **xacro)
{
    const limb_check_opts check = {.file = opts, .text_only = true};
    limb_checked *checked;
    opts->load.file = path;
    const limb_status status = text ? limb_check_text(&checked, text->data, text->size, &check)
                                    : limb_check(&checked, path, &check);
    if (!checked) return status;
    *robot = checked->robot;
    checked->robot = NULL;
    if (checked->file) {
        *xacro = checked->file->xacro;
        checked->file->xacro = NULL;
    }
    limb_checked_free(checked);
    return status;
}

bool limb_py_places_init(limb_py_places *places, PyObject *words, PyObject *folders)
{
    Py_ssize_t nword, nfolder;
    *places = (limb_py_places){.bytes = PyList_New(0)};
    if (!places->bytes || !take_texts(words, "arguments", places->bytes, &places->word, &nword) ||
        !take_texts(folders, "packages", places->bytes, &places->folder, &nfolder)) {
        return false;
    }
    const int nargument = (int)(nword / 2);
    places->argument = PyMem_Calloc((size_t)nargument + 1, sizeof *places->argument);
    if (!places->argument) {
        PyErr_NoMemory();
        return false;
    }
    for (int i = 0; i < nargument; i++) {
        places->argument[i] =
            (limb_xacro_argument){.name = places->word[2 * i], .value = places->word[2 * i + 1]};
    }
    places->resolve = (limb_resolve_opts){.packages = places->folder, .npackages = (int)nfolder};
    places->file =
        (limb_robot_file_opts){.resolve = &places->resolve,
                               .xacro = {.argument = places->argument,
                                         .nargument = nargument,
                                         .yaml = LIMB_PY_YAML,
                                         .max_stack = has_small_stack() ? 0 : XACRO_STACK}};
    return true;
}

// Returns whether threading.stack_size() was set to less than the default size.
static bool has_small_stack(void)
{
    const size_t size = PyThread_get_stacksize();
    return size > 0 && size < XACRO_STACK + XACRO_STACK / 3;
}

void limb_py_places_free(limb_py_places *places)
{
    PyMem_Free(places->word);
    PyMem_Free(places->folder);
    PyMem_Free(places->argument);
    Py_XDECREF(places->bytes);
}

// A list of str as an array; the bytes, as the system has them, are added to another list.
static bool take_texts(PyObject *list, const char *name, PyObject *bytes, const char ***out,
                       Py_ssize_t *count)
{
    *count = PyList_GET_SIZE(list);
    *out = PyMem_Calloc((size_t)*count + 1, sizeof **out);
    if (!*out) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t i = 0; i < *count; i++) {
        PyObject *const text = PyList_GET_ITEM(list, i);
        PyObject *const encoded = PyUnicode_Check(text) ? PyUnicode_EncodeFSDefault(text) : NULL;
        if (!encoded || PyList_Append(bytes, encoded) != 0) {
            Py_XDECREF(encoded);
            if (!PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "%s must be texts", name);
            return false;
        }
        (*out)[i] = PyBytes_AS_STRING(encoded);
        Py_DECREF(encoded); // the list has it
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
                        Py_BuildValue("(NNNNii)", limb_py_text(link->name),
                                      limb_py_text(joint >= 0 ? robot->joint[joint].name : NULL),
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
        PyList_SET_ITEM(
            list, i,
            Py_BuildValue("(NsNNNNNNN)", limb_py_text(joint->name),
                          limb_joint_type_name(joint->type), limb_py_text(joint->parent_name),
                          limb_py_text(joint->child_name), numbers(pose, 12),
                          numbers(joint->axis, 3), limit ? numbers(limits, 4) : Py_NewRef(Py_None),
                          limb_py_text(mimic ? mimic->joint_name : NULL), numbers(ratio, 2)));
    }
    return list;
}

static PyObject *robot_name(PyObject *self, void *unused)
{
    (void)unused;
    return limb_py_text(robot_of(self)->name);
}

static PyObject *robot_file(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((limb_py_robot *)self)->path);
}

static PyObject *robot_folders(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((limb_py_robot *)self)->folders);
}

int limb_py_find_link(const limb_robot *robot, const char *name)
{
    const int link = limb_robot_find_link(robot, name);
    if (link < 0) PyErr_Format(PyExc_KeyError, "no link named \"%s\"", name);
    return link;
}

//---- checking and saving -------------------------------------------------------------------------

static PyObject *robot_check(PyObject *self, PyObject *unused)
{
    (void)unused;
    limb_py_robot *robot = (limb_py_robot *)self;
    limb_py_places places;
    limb_report *report = NULL;
    PyObject *answer = NULL;
    if (!limb_py_places_init(&places, robot->words, robot->folders)) goto done;
    limb_status status = limb_report_create(&report, NULL);
    if (status == LIMB_OK) {
        robot->nreader++;
        Py_BEGIN_ALLOW_THREADS status = check(robot, &places.file, report);
        Py_END_ALLOW_THREADS robot->nreader--;
    }
    answer = status == LIMB_ERROR_MEMORY ? PyErr_NoMemory() : limb_py_findings(report);
done:
    limb_report_free(report);
    limb_py_places_free(&places);
    return answer;
}

// As limb check: the text as it is now; for an unchanged expansion the files it was made from.
static limb_status check(const limb_py_robot *self, limb_robot_file_opts *file, limb_report *report)
{
    const limb_check_opts opts = {.file = file};
    const limb_text source = limb_document_source(self->robot->document);
    file->load = (limb_load_opts){.report = report, .file = self->robot->file};
    if (!self->xacro) return limb_check_text(NULL, source.data, source.size, &opts);
    file->load.file = self->xacro->file;
    return limb_check(NULL, self->xacro->file, &opts);
}

static PyObject *robot_save(PyObject *self, PyObject *argument)
{
    PyObject *path;
    if (!PyUnicode_FSConverter(argument, &path)) return NULL;
    const limb_status status = limb_robot_save(robot_of(self), PyBytes_AS_STRING(path));
    if (status != LIMB_OK) {
        PyErr_Format(status == LIMB_ERROR_MEMORY ? PyExc_MemoryError : PyExc_OSError, "%s: %s",
                     PyBytes_AS_STRING(path), limb_status_text(status));
    }
    Py_DECREF(path);
    if (status != LIMB_OK) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"source", robot_source, METH_NOARGS, "the text of the file, as read or as edited"},
    {"links", robot_links, METH_NOARGS, NULL},
    {"joints", robot_joints, METH_NOARGS, NULL},
    {"check", robot_check, METH_NOARGS, NULL},
    {"save", robot_save, METH_O, NULL},
    {"edit", limb_py_robot_edit, METH_VARARGS, "edit(verb, arguments)"},
    {"join", limb_py_robot_join, METH_VARARGS, NULL},
    {"glb", limb_py_robot_glb, METH_VARARGS, NULL},
    {"png", limb_py_robot_png, METH_VARARGS, NULL},
#ifdef LIMB_PYTHON_PAGE
    {"html", limb_py_robot_html, METH_NOARGS, NULL},
#endif
    {"inertia", limb_py_robot_inertia, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef members[] = {{"name", robot_name, NULL, NULL, NULL},
                                {"file", robot_file, NULL, NULL, NULL},
                                {"folders", robot_folders, NULL, NULL, NULL},
                                {NULL, NULL, NULL, NULL, NULL}};

PyTypeObject limb_py_robot_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "_limb.Robot",
    .tp_basicsize = sizeof(limb_py_robot),
    .tp_dealloc = robot_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = methods,
    .tp_getset = members,
};
