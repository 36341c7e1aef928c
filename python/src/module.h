// The Python module's C half: what its files share.
//
// _limb holds plain types over the library; limb/__init__.py makes them pleasant. Numbers come and
// go through the buffer protocol, so NumPy arrays are never copied here, and NumPy is not needed to
// build. Calls on one configuration keep the interpreter's lock and use the model's own work; calls
// on many release it and use memory of their own.
#ifndef LIMB_PYTHON_MODULE_H
#define LIMB_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "limb/limb.h"
#ifdef LIMB_PYTHON_YAML
#include "limb/yaml.h"
#define LIMB_PY_YAML limb_yaml_read // for limb_xacro_opts
#else
#define LIMB_PY_YAML NULL
#endif

#if PY_VERSION_HEX < 0x030A0000 // Python 3.9
static inline PyObject *Py_NewRef(PyObject *object)
{
    Py_INCREF(object);
    return object;
}
static inline int PyModule_AddObjectRef(PyObject *module, const char *name, PyObject *value)
{
    Py_INCREF(value);
    return PyModule_AddObject(module, name, value);
}
#endif

extern PyTypeObject limb_py_robot_type;
extern PyTypeObject limb_py_model_type;

typedef struct limb_py_robot {
    PyObject_HEAD limb_robot *robot;
} limb_py_robot;

// Raises MemoryError, OSError or ValueError for a status that is not LIMB_OK. Returns NULL.
PyObject *limb_py_fail(limb_status status, const char *what);

// An argument as doubles, C-contiguous, of exactly count numbers (or any with -1). False: TypeError
// or ValueError that names the argument.
bool limb_py_doubles(PyObject *object, Py_buffer *view, Py_ssize_t count, bool writable,
                     const char *name);

// [(severity, rule, message, file, line, column, path, fix)], and the report as the command prints
// it. NULL: an exception is set.
PyObject *limb_py_findings(const limb_report *report);
PyObject *limb_py_report_text(const limb_report *report);

// Grows a bytes buffer: a limb_write_fn over limb_py_bytes.
typedef struct limb_py_bytes {
    char *data;
    size_t size, capacity;
} limb_py_bytes;
limb_status limb_py_append(void *bytes, const void *data, size_t size);
PyObject *limb_py_take(limb_py_bytes *bytes); // as a bytes object; frees

PyObject *limb_py_load(PyObject *module, PyObject *arguments);
const limb_robot *limb_py_robot_of(PyObject *self);
int limb_py_find_link(const limb_robot *robot, const char *name); // -1: a KeyError is set

// Methods of limb.Robot (robot_edit.c, robot_pictures.c).
PyObject *limb_py_robot_edit(PyObject *self, PyObject *arguments);
PyObject *limb_py_robot_join(PyObject *self, PyObject *arguments);
PyObject *limb_py_robot_glb(PyObject *self, PyObject *unused);
PyObject *limb_py_robot_png(PyObject *self, PyObject *arguments);
PyObject *limb_py_robot_html(PyObject *self, PyObject *unused);

#endif
