// Calls of limb.Model on many configurations: the rows of arrays are distributed over all cores,
// without the interpreter's lock. A single configuration uses the same computation with the
// model's own work.
#include "module.h"

enum { MAX_INPUTS = 3 };

// What a call computes for each row of its arrays.
typedef struct rows_job {
    const limb_model *m;
    limb_status (*compute)(const struct rows_job *job, limb_work *work, size_t row);
    const double *in[MAX_INPUTS];
    double *out;
    int link, reference; // of Jacobians
    int nrow;
    limb_work **work; // one for each worker
    int per_task;     // rows
    limb_status *status;
} rows_job;

static limb_status compute_jacobian(const rows_job *job, limb_work *work, size_t row)
{
    const limb_model *m = job->m;
    limb_fk_link(m, work, job->in[0] + row * (size_t)m->nq, job->link);
    limb_jacobian(m, work, job->link, NULL, (limb_reference)job->reference,
                  job->out + row * 6 * (size_t)m->nv);
    return LIMB_OK;
}

static limb_status compute_inverse_dynamics(const rows_job *job, limb_work *work, size_t row)
{
    const size_t nq = (size_t)job->m->nq, nv = (size_t)job->m->nv;
    limb_inverse_dynamics(job->m, work, job->in[0] + row * nq, job->in[1] + row * nv,
                          job->in[2] + row * nv, NULL, 0, job->out + row * nv);
    return LIMB_OK;
}

static limb_status compute_mass_matrix(const rows_job *job, limb_work *work, size_t row)
{
    const size_t nq = (size_t)job->m->nq, nv = (size_t)job->m->nv;
    limb_mass_matrix(job->m, work, job->in[0] + row * nq, job->out + row * nv * nv);
    return LIMB_OK;
}

static limb_status compute_forward_dynamics(const rows_job *job, limb_work *work, size_t row)
{
    const size_t nq = (size_t)job->m->nq, nv = (size_t)job->m->nv;
    return limb_forward_dynamics(job->m, work, job->in[0] + row * nq, job->in[1] + row * nv,
                                 job->in[2] + row * nv, NULL, 0, job->out + row * nv);
}

static void run_task(void *ctx, int task, int worker)
{
    rows_job *job = ctx;
    const int first = task * job->per_task;
    const int end = first + job->per_task < job->nrow ? first + job->per_task : job->nrow;
    for (int row = first; row < end; row++) {
        const limb_status status = job->compute(job, job->work[worker], (size_t)row);
        if (status != LIMB_OK) job->status[worker] = status;
    }
}

// Shares the rows among all cores; a failing row fails the call.
static limb_status run_rows(rows_job *job)
{
    limb_pool *pool = NULL;
    if (limb_pool_create(&pool, 0, NULL) != LIMB_OK) pool = NULL;
    const int nworker = pool ? pool->nworker : 1;
    limb_status status = LIMB_OK;
    job->work = calloc((size_t)nworker, sizeof *job->work);
    job->status = calloc((size_t)nworker, sizeof *job->status); // LIMB_OK
    if (!job->work || !job->status) status = LIMB_ERROR_MEMORY;
    for (int i = 0; status == LIMB_OK && i < nworker; i++)
        status = limb_work_create(&job->work[i], job->m, NULL);
    if (status == LIMB_OK) {
        job->per_task = 64;
        const int ntask = (job->nrow + job->per_task - 1) / job->per_task;
        if (pool) {
            pool->run(pool, ntask, run_task, job);
        } else {
            for (int task = 0; task < ntask; task++)
                run_task(job, task, 0);
        }
        for (int i = 0; i < nworker; i++)
            if (job->status[i] != LIMB_OK) status = job->status[i];
    }
    for (int i = 0; job->work && i < nworker; i++)
        limb_work_free(job->work[i]);
    free(job->work);
    free(job->status);
    limb_pool_free(pool);
    return status;
}

// rows -1: one configuration, with the model's own work and the lock held.
static PyObject *run(PyObject *self, rows_job *job, limb_py_buffers *b, int rows)
{
    limb_status status = LIMB_OK;
    if (job->out && rows < 0) {
        status = job->compute(job, ((limb_py_model *)self)->work, 0);
    } else if (job->out) {
        job->nrow = rows;
        Py_BEGIN_ALLOW_THREADS status = run_rows(job);
        Py_END_ALLOW_THREADS
    }
    return limb_py_finish(b, status);
}

// jacobian(q, link, reference, rows, out)
PyObject *limb_py_model_jacobian(PyObject *self, PyObject *arguments)
{
    const limb_model *m = ((limb_py_model *)self)->model;
    PyObject *qs, *outs;
    rows_job job = {.m = m, .compute = compute_jacobian};
    int rows;
    if (!PyArg_ParseTuple(arguments, "OiiiO", &qs, &job.link, &job.reference, &rows, &outs) ||
        !limb_py_check_link(m, job.link)) {
        return NULL;
    }
    const Py_ssize_t count = rows < 0 ? 1 : rows;
    limb_py_buffers b = {.count = 0};
    job.in[0] = limb_py_input(&b, qs, count * m->nq, "q");
    job.out = limb_py_output(&b, outs, count * 6 * m->nv, "out");
    return run(self, &job, &b, rows);
}

// mass_matrix(q, rows, out)
PyObject *limb_py_model_mass_matrix(PyObject *self, PyObject *arguments)
{
    const limb_model *m = ((limb_py_model *)self)->model;
    PyObject *qs, *outs;
    rows_job job = {.m = m, .compute = compute_mass_matrix};
    int rows;
    if (!PyArg_ParseTuple(arguments, "OiO", &qs, &rows, &outs)) return NULL;
    const Py_ssize_t count = rows < 0 ? 1 : rows;
    limb_py_buffers b = {.count = 0};
    job.in[0] = limb_py_input(&b, qs, count * m->nq, "q");
    job.out = limb_py_output(&b, outs, count * m->nv * m->nv, "out");
    return run(self, &job, &b, rows);
}

// q, two arrays of nv and rows, then out
static PyObject *run_dynamics(PyObject *self, PyObject *arguments, rows_job *job, const char *third)
{
    const limb_model *m = job->m;
    PyObject *object[4];
    int rows;
    if (!PyArg_ParseTuple(arguments, "OOOiO", &object[0], &object[1], &object[2], &rows,
                          &object[3])) {
        return NULL;
    }
    const Py_ssize_t count = rows < 0 ? 1 : rows;
    limb_py_buffers b = {.count = 0};
    job->in[0] = limb_py_input(&b, object[0], count * m->nq, "q");
    job->in[1] = limb_py_input(&b, object[1], count * m->nv, "v");
    job->in[2] = limb_py_input(&b, object[2], count * m->nv, third);
    job->out = limb_py_output(&b, object[3], count * m->nv, "out");
    return run(self, job, &b, rows);
}

// inverse_dynamics(q, v, a, rows, out)
PyObject *limb_py_model_inverse_dynamics(PyObject *self, PyObject *arguments)
{
    rows_job job = {.m = ((limb_py_model *)self)->model, .compute = compute_inverse_dynamics};
    return run_dynamics(self, arguments, &job, "a");
}

// forward_dynamics(q, v, tau, rows, out)
PyObject *limb_py_model_forward_dynamics(PyObject *self, PyObject *arguments)
{
    rows_job job = {.m = ((limb_py_model *)self)->model, .compute = compute_forward_dynamics};
    return run_dynamics(self, arguments, &job, "tau");
}

// fk_batch(q, link, rows, out): q (rows x nq), out (rows x 12); link -1: all, out (rows x
// nlink x 12)
PyObject *limb_py_model_fk_batch(PyObject *self, PyObject *arguments)
{
    const limb_model *m = ((limb_py_model *)self)->model;
    PyObject *qs, *outs;
    int link, rows;
    if (!PyArg_ParseTuple(arguments, "OiiO", &qs, &link, &rows, &outs) ||
        (link >= 0 && !limb_py_check_link(m, link))) {
        return NULL;
    }
    limb_py_buffers b = {.count = 0};
    const double *q = limb_py_input(&b, qs, (Py_ssize_t)rows * m->nq, "q");
    double *out =
        limb_py_output(&b, outs, (Py_ssize_t)rows * 12 * (link >= 0 ? 1 : m->nlink), "out");
    limb_status status = LIMB_OK;
    if (out) {
        Py_BEGIN_ALLOW_THREADS limb_pool *pool = NULL;
        status = limb_pool_create(&pool, 0, NULL);
        const int nworker = pool ? pool->nworker : 1;
        const size_t size = limb_batch_size(m, nworker);
        void *memory = malloc(size);
        limb_batch *batch = memory ? limb_batch_init(m, nworker, memory, size) : NULL;
        if (batch) {
            limb_fk_batch(m, batch, pool, q, rows, link >= 0 ? &link : NULL, 1, out);
            status = LIMB_OK;
        } else {
            status = LIMB_ERROR_MEMORY;
        }
        free(memory);
        limb_pool_free(pool);
        Py_END_ALLOW_THREADS
    }
    return limb_py_finish(&b, status);
}
