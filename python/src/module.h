// The Python module's C half: what its files share.
//
// _limb holds plain types over the library; limb/__init__.py makes them pleasant. Numbers come and
// go through the buffer protocol, so NumPy arrays are never copied here, and NumPy is not needed to
// build. Calls on one configuration keep the interpreter's lock and use the model's own work; calls
// on many release it and use memory of their own. Loading, meshes and pictures release it, too: a
// robot counts who reads it meanwhile, and is not edited then.
#ifndef LIMB_PYTHON_MODULE_H
#define LIMB_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "limb/limb.h"
#ifdef LIMB_PYTHON_YAML
#include "limb/xacro.h"
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
    limb_xacro *xacro; // says where an expansion came from; NULL: URDF, or edited
    PyObject *path;    // str, as given
    PyObject *words;   // arguments of xacro: name, value, name, value, ...
    PyObject *folders; // of packages
    int nreader;       // calls that read it without the interpreter's lock
} limb_py_robot;

typedef struct limb_py_model {
    PyObject_HEAD limb_model *model;
    limb_work *work; // of calls that keep the interpreter's lock
} limb_py_model;

// Texts of a robot's lists as the library takes them.
typedef struct limb_py_places {
    const char **word, **folder;
    PyObject *bytes; // what they point into
    limb_xacro_argument *argument;
    limb_resolve_opts resolve;
    limb_robot_file_opts file; // how the robot is loaded, by all of the above
} limb_py_places;
// False: an exception is set. To be freed in both cases.
bool limb_py_places_init(limb_py_places *places, PyObject *words, PyObject *folders);
void limb_py_places_free(limb_py_places *places);

// Index of a link of a robot, or -1 with KeyError set.
int limb_py_find_link(const limb_robot *robot, const char *name);

// Raises MemoryError, OSError or ValueError for a status that is not LIMB_OK. Returns NULL.
PyObject *limb_py_fail(limb_status status, const char *what);

// An argument as doubles, C-contiguous, of exactly count numbers (or any with -1). False: TypeError
// or ValueError that names the argument.
bool limb_py_doubles(PyObject *object, Py_buffer *view, Py_ssize_t count, bool writable,
                     const char *name);

// The arrays of one call. After one that could not be taken all others are NULL, so that a call
// need look only at the last.
enum { LIMB_PY_MAX_BUFFERS = 5 };
typedef struct limb_py_buffers {
    Py_buffer view[LIMB_PY_MAX_BUFFERS];
    int count;
    bool failed;
} limb_py_buffers;
const double *limb_py_input(limb_py_buffers *b, PyObject *object, Py_ssize_t count,
                            const char *name);
double *limb_py_output(limb_py_buffers *b, PyObject *object, Py_ssize_t count, const char *name);
void limb_py_release(limb_py_buffers *b);
// Releases them; None, or NULL with the exception of an argument or of the status.
PyObject *limb_py_finish(limb_py_buffers *b, limb_status status);

// False: IndexError is set.
bool limb_py_check_link(const limb_model *m, int link);

// A text of a file, whose bytes that are not UTF-8 become surrogates as in os.fsdecode;
// NULL is None.
PyObject *limb_py_text(const char *text);

// [(severity, rule, message, file, line, column, path, fix)], and the report as the command prints
// it. NULL: an exception is set.
PyObject *limb_py_findings(const limb_report *report);
PyObject *limb_py_report_text(const limb_report *report);

// A growing buffer: a limb_write_fn over limb_py_bytes, which needs no lock. data is
// freed by PyMem_RawFree.
typedef struct limb_py_bytes {
    char *data;
    size_t size, capacity;
} limb_py_bytes;
limb_status limb_py_append(void *bytes, const void *data, size_t size);
PyObject *limb_py_take(limb_py_bytes *bytes); // as a bytes object; frees

// functions of the module and methods of the robot
PyObject *limb_py_load(PyObject *module, PyObject *arguments);         // robot.c
PyObject *limb_py_mesh(PyObject *module, PyObject *argument);          // mesh.c
PyObject *limb_py_model_jacobian(PyObject *self, PyObject *arguments); // rows.c, with those below
PyObject *limb_py_model_mass_matrix(PyObject *self, PyObject *arguments);
PyObject *limb_py_model_inverse_dynamics(PyObject *self, PyObject *arguments);
PyObject *limb_py_model_forward_dynamics(PyObject *self, PyObject *arguments);
PyObject *limb_py_model_fk_batch(PyObject *self, PyObject *arguments);
PyObject *limb_py_robot_edit(PyObject *self, PyObject *arguments); // robot_edit.c
PyObject *limb_py_robot_join(PyObject *self, PyObject *arguments); // robot_edit.c
PyObject *limb_py_robot_glb(PyObject *self, PyObject *arguments);  // robot_pictures.c
PyObject *limb_py_robot_png(PyObject *self, PyObject *arguments);  // robot_pictures.c
PyObject *limb_py_robot_inertia(PyObject *self, PyObject *arguments);
#ifdef LIMB_PYTHON_PAGE
PyObject *limb_py_robot_html(PyObject *self, PyObject *unused); // robot_pictures.c
#endif

#endif
