// The engine's "let go": the robot falls under its own weight until its joint limits stop it.
//
// Each step is one of limb_simulate_step. Coordinates beyond a limit get impulses that end
// their outward motion, M dv = J^T p with p directed inwards only: projected Gauss-Seidel
// over the coordinates at their limits. Thus a joint at its limit carries its subtree, like
// a mechanical stop.
#include "services/wasm_api/engine.h"

#include "base/memory.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    SWEEPS = 20,             // of Gauss-Seidel: only a few stops interact
    MAX_VELOCITIES = 1 << 13 // matrices of 512 MiB
};

typedef struct falling {
    const limb_model *model;
    limb_work *work;
    double dt;
    double *q, *v;
    double *mass;     // M, factored (nv x nv)
    double *response; // M^-1 e_i of each stop (nv x nv)
    double *push;     // impulse of each stop so far (nv)
    double *change;   // change of v by all impulses (nv)
    int *stop;        // coordinates at a limit (nv)
    double *inwards;  // +1 at the lower, -1 at the upper (nv)
    int nstop;
} falling;

static limb_status step(falling *f, double drag);
static void find_stops(falling *f);
static limb_status push_back(falling *f);
static void sweep(falling *f);

limb_status limb_engine_fall(limb_engine *engine, double dt, int count, double drag, double *q,
                             double *v)
{
    assert(engine);
    limb_status status = limb__engine_model(engine);
    if (status == LIMB_ERROR_INPUT)
        return limb__engine_end(engine, status, "there is no robot that can move");
    if (status != LIMB_OK) return limb__engine_end(engine, status, NULL);
    if (count < 0) return limb__engine_end(engine, LIMB_ERROR_INPUT, "the count is negative");
    const size_t nv = (size_t)engine->model->nv;
    // two matrices and a little more; with 32-bit addresses the squares overflow first
    if (nv >= MAX_VELOCITIES) return limb__engine_end(engine, LIMB_ERROR_MEMORY, NULL);
    const size_t size = (2 * nv * nv + 3 * nv + 1) * sizeof(double) + nv * sizeof(int);
    double *memory = limb__allocate(limb__memory(engine->memory), size);
    if (!memory) return limb__engine_end(engine, LIMB_ERROR_MEMORY, NULL);
    falling f = {.model = engine->model, .work = engine->work, .dt = dt, .q = q, .v = v};
    f.mass = memory;
    f.response = f.mass + nv * nv;
    f.push = f.response + nv * nv;
    f.change = f.push + nv;
    f.inwards = f.change + nv;
    f.stop = (int *)(void *)(f.inwards + nv);
    for (int i = 0; i < count && status == LIMB_OK; i++)
        status = step(&f, drag);
    limb__release(limb__memory(engine->memory), memory, size);
    return limb__engine_end(engine, status,
                            status == LIMB_ERROR_NUMERIC
                                ? "links without mass can be moved without force: they cannot fall"
                                : NULL);
}

static limb_status step(falling *f, double drag)
{
    limb_status status = limb_simulate_step(f->model, f->work, NULL, f->dt, NULL, f->q, f->v);
    if (status != LIMB_OK) return status;
    find_stops(f);
    if (f->nstop > 0) status = push_back(f);
    const double slow = 1 / (1 + drag * f->dt);
    for (int i = 0; i < f->model->nv; i++)
        f->v[i] *= slow;
    return status;
}

// Finds the coordinates beyond a limit; those of floating joints have none.
static void find_stops(falling *f)
{
    const limb_model *m = f->model;
    f->nstop = 0;
    for (int i = 0; i < m->nv; i++) {
        const int at = m->v_q[i];
        if (at < 0) continue;
        const bool low = f->q[at] < m->q_min[at];
        if (!low && !(f->q[at] > m->q_max[at])) continue;
        f->stop[f->nstop] = i;
        f->inwards[f->nstop++] = low ? 1 : -1;
    }
}

static limb_status push_back(falling *f)
{
    const limb_model *m = f->model;
    const size_t nv = (size_t)m->nv;
    limb_mass_matrix(m, f->work, f->q, f->mass);
    const limb_status status = limb_mass_factor(m, f->mass);
    if (status != LIMB_OK) return status;
    memset(f->response, 0, nv * (size_t)f->nstop * sizeof *f->response);
    memset(f->change, 0, nv * sizeof *f->change);
    memset(f->push, 0, nv * sizeof *f->push);
    for (int i = 0; i < f->nstop; i++) {
        double *column = f->response + nv * (size_t)i;
        column[f->stop[i]] = 1;
        limb_mass_solve(m, f->mass, column);
    }
    for (int i = 0; i < SWEEPS; i++)
        sweep(f);

    // the step moved q with the velocity before the impulses
    limb_integrate(m, f->q, f->change, f->dt, f->q);
    for (size_t i = 0; i < nv; i++)
        f->v[i] += f->change[i];
    limb_clamp_to_limits(m, f->q);
    return LIMB_OK;
}

// Each stop removes the remaining outward velocity, and never pulls.
static void sweep(falling *f)
{
    const size_t nv = (size_t)f->model->nv;
    for (int i = 0; i < f->nstop; i++) {
        const int at = f->stop[i];
        const double *column = f->response + nv * (size_t)i;
        const double outwards = -f->inwards[i] * (f->v[at] + f->change[at]);
        const double push = fmax(f->push[i] + outwards / column[at], 0);
        const double more = f->inwards[i] * (push - f->push[i]);
        f->push[i] = push;
        for (size_t k = 0; k < nv; k++)
            f->change[k] += more * column[k];
    }
}
