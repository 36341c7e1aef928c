// The C half of limb.mesh: a mesh file as arrays in bytes, with its measures.
#include "module.h"

static PyObject *answer(const limb_mesh *mesh);

PyObject *limb_py_mesh(PyObject *module, PyObject *argument)
{
    (void)module;
    PyObject *path;
    limb_report *report;
    if (!PyUnicode_FSConverter(argument, &path)) return NULL;
    if (limb_report_create(&report, NULL) != LIMB_OK) {
        Py_DECREF(path);
        return PyErr_NoMemory();
    }
    const limb_mesh_opts opts = {.report = report, .normals = LIMB_MESH_NORMALS_COMPUTE};
    limb_mesh *mesh = NULL;
    limb_status status;
    Py_BEGIN_ALLOW_THREADS status = limb_mesh_load(&mesh, PyBytes_AS_STRING(path), &opts);
    Py_END_ALLOW_THREADS PyObject *result =
        status == LIMB_ERROR_MEMORY
            ? PyErr_NoMemory()
            : (mesh ? answer(mesh)
                    : Py_BuildValue("(NN)", limb_py_findings(report), limb_py_report_text(report)));
    limb_mesh_free(mesh);
    limb_report_free(report);
    Py_DECREF(path);
    return result;
}

static PyObject *answer(const limb_mesh *mesh)
{
    limb_mesh_topology topology;
    if (limb_mesh_compute_topology(&topology, mesh, NULL) != LIMB_OK) return PyErr_NoMemory();
    const Py_ssize_t vertices = 3 * (Py_ssize_t)sizeof(float) * mesh->nvertex;
    const Py_ssize_t triangles = 3 * (Py_ssize_t)sizeof(uint32_t) * mesh->ntriangle;
    return Py_BuildValue("(sy#y#y#ddO)", limb_mesh_format_name(mesh->format),
                         (const char *)mesh->position, vertices, (const char *)mesh->normal,
                         vertices, (const char *)mesh->index, triangles, limb_mesh_area(mesh),
                         limb_mesh_volume(mesh), topology.watertight ? Py_True : Py_False);
}
