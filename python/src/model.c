// The C half of limb.Model: the model and calls on one configuration; rows.c has calls on many.
#include "module.h"

static limb_py_model *model_of(PyObject *self)
{
    return (limb_py_model *)self;
}

static void model_dealloc(PyObject *self)
{
    limb_work_free(model_of(self)->work);
    limb_model_free(model_of(self)->model);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *model_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    (void)keywords;
    PyObject *robot;
    const char *root;
    int floating;
    double gravity[3];
    if (!PyArg_ParseTuple(arguments, "O!zp(ddd)", &limb_py_robot_type, &robot, &root, &floating,
                          &gravity[0], &gravity[1], &gravity[2])) {
        return NULL;
    }
    limb_report *report = NULL;
    limb_py_model *self = (limb_py_model *)type->tp_alloc(type, 0);
    if (!self || limb_report_create(&report, NULL) != LIMB_OK) {
        Py_XDECREF(self);
        return PyErr_NoMemory();
    }
    const limb_model_opts opts = {
        .root = root, .floating_base = floating, .gravity = gravity, .report = report};
    limb_status status = limb_model_build(&self->model, ((limb_py_robot *)robot)->robot, &opts);
    if (status == LIMB_OK) status = limb_work_create(&self->work, self->model, NULL);
    if (status != LIMB_OK) {
        limb_py_fail(status, report->nfinding > 0 ? report->finding[0].message : NULL);
        Py_CLEAR(self);
    }
    limb_report_free(report);
    return (PyObject *)self;
}

//---- names and counts ----------------------------------------------------------------------------

static PyObject *texts(const char *const *text, int count)
{
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++)
        PyList_SET_ITEM(list, i, limb_py_text(text[i]));
    return list;
}

static PyObject *model_names(PyObject *self, PyObject *unused)
{
    (void)unused;
    const limb_model *m = model_of(self)->model;
    return Py_BuildValue("(NNN)", texts(m->link_name, m->nlink), texts(m->q_name, m->nq),
                         texts(m->v_name, m->nv));
}

static PyObject *model_counts(PyObject *self, PyObject *unused)
{
    (void)unused;
    const limb_model *m = model_of(self)->model;
    return Py_BuildValue("(iiid)", m->nq, m->nv, m->nlink, limb_model_mass(m));
}

// limits(q_min, q_max, v_max, tau_max): fills four arrays
static PyObject *model_limits(PyObject *self, PyObject *arguments)
{
    const limb_model *m = model_of(self)->model;
    const double *const from[4] = {m->q_min, m->q_max, m->v_max, m->tau_max};
    static const char *const name[4] = {"q_min", "q_max", "v_max", "tau_max"};
    PyObject *out[4];
    if (!PyArg_ParseTuple(arguments, "OOOO", &out[0], &out[1], &out[2], &out[3])) return NULL;
    for (int i = 0; i < 4; i++) {
        Py_buffer view;
        const int count = i < 2 ? m->nq : m->nv;
        if (!limb_py_doubles(out[i], &view, count, true, name[i])) return NULL;
        memcpy(view.buf, from[i], (size_t)count * sizeof(double));
        PyBuffer_Release(&view);
    }
    Py_RETURN_NONE;
}

//---- one configuration ---------------------------------------------------------------------------

// fk(q, link, out): one link's pose, or with link -1 all of them
static PyObject *model_fk(PyObject *self, PyObject *const *argument, Py_ssize_t count)
{
    const limb_model *m = model_of(self)->model;
    limb_work *work = model_of(self)->work;
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "fk takes q, link and out");
        return NULL;
    }
    const int link = (int)PyLong_AsLong(argument[1]);
    if (PyErr_Occurred() || (link >= 0 && !limb_py_check_link(m, link))) return NULL;
    limb_py_buffers b = {.count = 0};
    const double *q = limb_py_input(&b, argument[0], m->nq, "q");
    double *out =
        limb_py_output(&b, argument[2], link >= 0 ? 12 : 12 * (Py_ssize_t)m->nlink, "out");
    if (out && link >= 0) {
        limb_fk_link(m, work, q, link);
        memcpy(out, limb_link_pose(m, work, link), 12 * sizeof(double));
    } else if (out) {
        limb_fk(m, work, q);
        for (int i = 0; i < m->nlink; i++)
            memcpy(out + 12 * i, limb_link_pose(m, work, i), 12 * sizeof(double));
    }
    return limb_py_finish(&b, LIMB_OK);
}

// step(q, v, tau, dt, rk4): changes q and v
static PyObject *model_step(PyObject *self, PyObject *arguments)
{
    const limb_model *m = model_of(self)->model;
    PyObject *object[3];
    double dt;
    int rk4;
    if (!PyArg_ParseTuple(arguments, "OOOdp", &object[0], &object[1], &object[2], &dt, &rk4))
        return NULL;
    limb_py_buffers b = {.count = 0};
    double *q = limb_py_output(&b, object[0], m->nq, "q");
    double *v = limb_py_output(&b, object[1], m->nv, "v");
    const double *tau = limb_py_input(&b, object[2], m->nv, "tau");
    const limb_simulate_opts opts = {.integrator =
                                         rk4 ? LIMB_INTEGRATOR_RK4 : LIMB_INTEGRATOR_SEMI_IMPLICIT};
    const limb_status status =
        tau ? limb_simulate_step(m, model_of(self)->work, tau, dt, &opts, q, v) : LIMB_OK;
    return limb_py_finish(&b, status);
}

// ik(link, pose, start, goal, q) -> (outcome, position error, rotation error)
static PyObject *model_ik(PyObject *self, PyObject *arguments)
{
    const limb_model *m = model_of(self)->model;
    PyObject *poses, *starts, *qs;
    int link, goal;
    if (!PyArg_ParseTuple(arguments, "iOOiO", &link, &poses, &starts, &goal, &qs) ||
        !limb_py_check_link(m, link)) {
        return NULL;
    }
    limb_py_buffers b = {.count = 0};
    const double *pose = limb_py_input(&b, poses, 12, "pose");
    const bool has_start = starts != Py_None;
    const double *start = has_start ? limb_py_input(&b, starts, m->nq, "start") : NULL;
    double *q = limb_py_output(&b, qs, m->nq, "q");
    limb_ik_result result = {0};
    if (q) {
        const limb_ik_opts opts = {.start = start, .goal = (limb_ik_goal)goal};
        limb_ik(m, model_of(self)->work, link, pose, &opts, q, &result);
    }
    limb_py_release(&b);
    if (PyErr_Occurred()) return NULL;
    if (result.outcome == LIMB_IK_OUTCOME_NOT_A_POSE) {
        PyErr_Format(PyExc_ValueError, "pose is %s", limb_ik_outcome_text(result.outcome));
        return NULL;
    }
    return Py_BuildValue("(sdd)", limb_ik_outcome_text(result.outcome), result.position_error,
                         result.rotation_error);
}

// neutral(q), random(q, seed)
static PyObject *model_neutral(PyObject *self, PyObject *argument)
{
    const limb_model *m = model_of(self)->model;
    limb_py_buffers b = {.count = 0};
    double *q = limb_py_output(&b, argument, m->nq, "q");
    if (q) limb_neutral(m, q);
    return limb_py_finish(&b, LIMB_OK);
}

static PyObject *model_random(PyObject *self, PyObject *arguments)
{
    const limb_model *m = model_of(self)->model;
    PyObject *qs;
    unsigned long long seed;
    if (!PyArg_ParseTuple(arguments, "OK", &qs, &seed)) return NULL;
    limb_py_buffers b = {.count = 0};
    double *q = limb_py_output(&b, qs, -1, "q");
    uint64_t state = seed;
    const size_t nq = (size_t)m->nq;
    const size_t rows = q && nq > 0 ? (size_t)b.view[0].len / (nq * sizeof(double)) : 0;
    for (size_t i = 0; i < rows; i++)
        limb_random_configuration(m, &state, q + i * nq);
    return limb_py_finish(&b, LIMB_OK);
}

static PyMethodDef methods[] = {
    {"names", model_names, METH_NOARGS, NULL},
    {"counts", model_counts, METH_NOARGS, NULL},
    {"limits", model_limits, METH_VARARGS, NULL},
    {"fk", (PyCFunction)(void (*)(void))model_fk, METH_FASTCALL, NULL},
    {"fk_batch", limb_py_model_fk_batch, METH_VARARGS, NULL},
    {"jacobian", limb_py_model_jacobian, METH_VARARGS, NULL},
    {"inverse_dynamics", limb_py_model_inverse_dynamics, METH_VARARGS, NULL},
    {"mass_matrix", limb_py_model_mass_matrix, METH_VARARGS, NULL},
    {"forward_dynamics", limb_py_model_forward_dynamics, METH_VARARGS, NULL},
    {"step", model_step, METH_VARARGS, NULL},
    {"ik", model_ik, METH_VARARGS, NULL},
    {"neutral", model_neutral, METH_O, NULL},
    {"random", model_random, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}};

PyTypeObject limb_py_model_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "_limb.Model",
    .tp_basicsize = sizeof(limb_py_model),
    .tp_dealloc = model_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = model_new,
    .tp_methods = methods,
};
