// The module's method table, and the helpers shared by both types.
#include "module.h"

static PyObject *version(PyObject *module, PyObject *unused);
static bool overlap(const Py_buffer *a, const Py_buffer *b);

static PyMethodDef methods[] = {
    {"load", limb_py_load, METH_VARARGS,
     "load(path, text, arguments, packages, keep_broken) -> (Robot or None, findings, report)"},
    {"mesh", limb_py_mesh, METH_O,
     "mesh(path) -> (format, positions, normals, indices, area, volume, watertight) or "
     "(findings, report)"},
    {"version", version, METH_NOARGS, "version() -> str"},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_limb",
                                        .m_doc = "limb's C functions", .m_size = -1,
                                        .m_methods = methods};

PyMODINIT_FUNC PyInit__limb(void);

PyMODINIT_FUNC PyInit__limb(void)
{
    if (PyType_Ready(&limb_py_robot_type) < 0 || PyType_Ready(&limb_py_model_type) < 0) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    if (PyModule_AddObjectRef(module, "Robot", (PyObject *)&limb_py_robot_type) < 0 ||
        PyModule_AddObjectRef(module, "Model", (PyObject *)&limb_py_model_type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}

static PyObject *version(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    return PyUnicode_FromString(limb_version());
}

PyObject *limb_py_fail(limb_status status, const char *what)
{
    PyObject *kind = status == LIMB_ERROR_MEMORY ? PyExc_MemoryError
                     : status == LIMB_ERROR_IO   ? PyExc_OSError
                                                 : PyExc_ValueError;
    return PyErr_Format(kind, "%s", what && *what ? what : limb_status_text(status));
}

bool limb_py_doubles(PyObject *object, Py_buffer *view, Py_ssize_t count, bool writable,
                     const char *name)
{
    const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, view, flags) != 0) {
        // the buffer's own error does not say which argument it is
        if (!PyObject_CheckBuffer(object)) {
            PyErr_Format(PyExc_TypeError, "%s must be an array", name);
        } else if (PyErr_ExceptionMatches(PyExc_ValueError) ||
                   PyErr_ExceptionMatches(PyExc_BufferError)) {
            PyErr_Format(PyExc_ValueError, "%s must be contiguous, row by row%s", name,
                         writable ? ", and writable" : "");
        }
        return false;
    }
    const char *format = view->format ? view->format : "B";
    if (format[0] == '<' || format[0] == '=' || format[0] == '@') format++;
    if (format[0] != 'd' || format[1] || view->itemsize != (Py_ssize_t)sizeof(double)) {
        PyErr_Format(PyExc_TypeError, "%s must hold float64 numbers", name);
    } else if (count >= 0 && view->len != count * (Py_ssize_t)sizeof(double)) {
        PyErr_Format(PyExc_ValueError, "%s must hold %zd numbers, not %zd", name, count,
                     view->len / (Py_ssize_t)sizeof(double));
    } else {
        return true;
    }
    PyBuffer_Release(view);
    return false;
}

PyObject *limb_py_findings(const limb_report *report)
{
    static const char *const severity[] = {"info", "warning", "error"};
    PyObject *list = PyList_New(report->nfinding);
    for (int i = 0; list && i < report->nfinding; i++) {
        const limb_finding *f = &report->finding[i];
        PyObject *item =
            Py_BuildValue("(ssNNIINN)", severity[f->severity], f->id, limb_py_text(f->message),
                          PyUnicode_DecodeFSDefault(f->span.file ? f->span.file : ""), f->span.line,
                          f->span.column, limb_py_text(f->path),
                          limb_py_text(f->nfix > 0 ? f->fix[0].title : NULL));
        if (!item) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SET_ITEM(list, i, item);
    }
    return list;
}

PyObject *limb_py_text(const char *text)
{
    if (!text) return Py_NewRef(Py_None);
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "surrogateescape");
}

PyObject *limb_py_report_text(const limb_report *report)
{
    limb_py_bytes text = {0};
    if (limb_report_print(report, LIMB_REPORT_FORMAT_TEXT, NULL, limb_py_append, &text) !=
        LIMB_OK) {
        PyMem_RawFree(text.data);
        return PyErr_NoMemory();
    }
    PyObject *made =
        PyUnicode_DecodeUTF8(text.data ? text.data : "", (Py_ssize_t)text.size, "replace");
    PyMem_RawFree(text.data);
    return made;
}

limb_status limb_py_append(void *ctx, const void *data, size_t size)
{
    limb_py_bytes *bytes = ctx;
    if (bytes->capacity - bytes->size < size) {
        const size_t capacity = 2 * bytes->capacity + size + 64;
        char *grown = PyMem_RawRealloc(bytes->data, capacity);
        if (!grown) return LIMB_ERROR_MEMORY;
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return LIMB_OK;
}

PyObject *limb_py_take(limb_py_bytes *bytes)
{
    PyObject *made = PyBytes_FromStringAndSize(bytes->data, (Py_ssize_t)bytes->size);
    PyMem_RawFree(bytes->data);
    return made;
}

static double *take(limb_py_buffers *b, PyObject *object, Py_ssize_t count, bool writable,
                    const char *name)
{
    Py_buffer *view = &b->view[b->count];
    if (b->failed || !limb_py_doubles(object, view, count, writable, name)) {
        b->failed = true;
        return NULL;
    }
    b->count++;
    for (int i = 0; writable && i < b->count - 1; i++) {
        // a result is written while the arguments are still read
        if (overlap(view, &b->view[i])) {
            PyErr_Format(PyExc_ValueError, "%s must not overlap another argument", name);
            b->failed = true;
            return NULL;
        }
    }
    return view->buf;
}

static bool overlap(const Py_buffer *a, const Py_buffer *b)
{
    const char *const from = a->buf, *const other = b->buf;
    return from < other + b->len && other < from + a->len;
}

const double *limb_py_input(limb_py_buffers *b, PyObject *object, Py_ssize_t count,
                            const char *name)
{
    return take(b, object, count, false, name);
}

double *limb_py_output(limb_py_buffers *b, PyObject *object, Py_ssize_t count, const char *name)
{
    return take(b, object, count, true, name);
}

void limb_py_release(limb_py_buffers *b)
{
    while (b->count > 0)
        PyBuffer_Release(&b->view[--b->count]);
}

PyObject *limb_py_finish(limb_py_buffers *b, limb_status status)
{
    limb_py_release(b);
    if (PyErr_Occurred()) return NULL;
    if (status == LIMB_ERROR_NUMERIC) {
        PyErr_SetString(PyExc_ArithmeticError, "the mass matrix is singular here");
        return NULL;
    }
    if (status != LIMB_OK) return limb_py_fail(status, NULL);
    Py_RETURN_NONE;
}

bool limb_py_check_link(const limb_model *m, int link)
{
    if (link >= 0 && link < m->nlink) return true;
    PyErr_Format(PyExc_IndexError, "no link %d", link);
    return false;
}
