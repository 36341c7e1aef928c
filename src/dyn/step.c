// Motion over time: semi-implicit Euler, and Runge-Kutta on the manifold.
//
// A floating joint's rotation within a step is R0 exp(s): s changes by w + s x w / 2 + s x (s x w)
// / 12, the first terms of the inverse differential of exp (Munthe-Kaas 1998; the rest is of higher
// order than the method). Its position moves with the velocity in the world, in the axes of R0. So
// the stages are vectors of one space, and limb_integrate takes their mean.
//
// Damping and friction are taken at the end of the step: with C their slope, the acceleration is
// that of (M + dt C) a = tau - bias - C v. However stiff they are for the step, they only slow
// down; what is lost is that the resistance counts to first order in dt.
#include "dyn/forward.h"
#include "dyn/wrench.h"

#include "limb/configuration.h"
#include "math/pose.h"
#include "model/work.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double FRICTION_SPEED = 0.001;

typedef struct stepper {
    const limb_model *m;
    limb_work *w;
    const limb_simulate_opts *opts;
    const double *tau; // (nv)
    double dt;
    double *load, *armature; // (nv)
    double *free;            // more vectors of nv that forward dynamics does not use
} stepper;

static limb_status semi_implicit(stepper *s, double dt, double *q, double *v);
static limb_status rk4(stepper *s, double dt, double *q, double *v);
static limb_status acceleration(stepper *s, const double *q, const double *v, double *a);
static void straight_rate(const limb_model *m, const double *way, const double *v, double *rate);

limb_status limb_simulate_step(const limb_model *model, limb_work *work, const double *tau,
                               double dt, const limb_simulate_opts *opts, double *q, double *v)
{
    assert(model && work && ((q && v) || model->nv == 0));
    static const limb_simulate_opts defaults = {0};
    const size_t nv = (size_t)model->nv;
    stepper s = {.m = model, .w = work, .opts = opts ? opts : &defaults, .tau = tau};
    // the first two vectors of this scratch belong to forward dynamics
    s.free = work->scratch->velocity + 2 * nv;
    if (!tau) {
        s.tau = memset(s.free, 0, nv * sizeof(double));
        s.free += nv;
    }
    s.dt = dt;
    s.load = s.free, s.free += nv;
    s.armature = s.free, s.free += nv;
    return s.opts->integrator == LIMB_INTEGRATOR_RK4 ? rk4(&s, dt, q, v)
                                                     : semi_implicit(&s, dt, q, v);
}

static limb_status semi_implicit(stepper *s, double dt, double *q, double *v)
{
    double *a = s->free;
    const limb_status status = acceleration(s, q, v, a);
    if (status != LIMB_OK) return status;
    for (int k = 0; k < s->m->nv; k++)
        v[k] += dt * a[k];
    limb_integrate(s->m, q, v, dt, q);
    return LIMB_OK;
}

static limb_status rk4(stepper *s, double dt, double *q, double *v)
{
    static const double at[4] = {0, 0.5, 0.5, 1}, share[4] = {1, 2, 2, 1};
    const limb_model *m = s->m;
    const size_t nv = (size_t)m->nv, bytes = nv * sizeof(double);
    double *a = s->free, *way = a + nv, *rate = way + nv, *speed = rate + nv;
    double *sum_rate = speed + nv, *sum_a = sum_rate + nv, *moved = sum_a + nv; // moved: nq
    memset(a, 0, bytes);
    memset(rate, 0, bytes);
    memset(sum_rate, 0, bytes);
    memset(sum_a, 0, bytes);
    for (int stage = 0; stage < 4; stage++) {
        const double h = at[stage] * dt;
        for (size_t k = 0; k < nv; k++) {
            way[k] = h * rate[k];
            speed[k] = v[k] + h * a[k];
        }
        limb_integrate(m, q, way, 1, moved);
        const limb_status status = acceleration(s, moved, speed, a);
        if (status != LIMB_OK) return status;
        straight_rate(m, way, speed, rate);
        for (size_t k = 0; k < nv; k++) {
            sum_rate[k] += share[stage] / 6 * rate[k];
            sum_a[k] += share[stage] / 6 * a[k];
        }
    }
    for (size_t k = 0; k < nv; k++)
        v[k] += dt * sum_a[k];
    limb_integrate(m, q, sum_rate, dt, q);
    return LIMB_OK;
}

// friction has the slope of the line from zero to where it is now, so it never turns v around
static limb_status acceleration(stepper *s, const double *q, const double *v, double *a)
{
    const limb_model *m = s->m;
    const double speed = s->opts->friction_speed > 0 ? s->opts->friction_speed : FRICTION_SPEED;
    const double *on_body = limb__wrench_on_bodies(m, s->w, q, s->opts->wrench, s->opts->nwrench);
    limb__forward_input in = {q, v, s->tau, on_body, m->gravity, NULL};
    if (!s->opts->no_resistance) {
        for (int k = 0; k < m->nv; k++) {
            const double slope = m->damping[k] + m->friction[k] / fmax(fabs(v[k]), speed);
            s->load[k] = s->tau[k] - slope * v[k];
            s->armature[k] = s->dt * slope;
        }
        in.tau = s->load;
        in.armature = s->armature;
    }
    return limb__forward(m, s->w, &in, a);
}

// the rate of the way from the step's start, where v is the velocity after that way
static void straight_rate(const limb_model *m, const double *way, const double *v, double *rate)
{
    memcpy(rate, v, (size_t)m->nv * sizeof(double));
    for (int i = 0; i < m->njoint; i++) {
        if (m->joint_kind[i] != LIMB_MOTION_FLOATING) continue;
        const double *s = way + m->joint_v[i], *w = v + m->joint_v[i];
        double *out = rate + m->joint_v[i];
        double once[3], twice[3], quat[4], pose[12];
        limb__cross(s, w, once);
        limb__cross(s, once, twice);
        for (int k = 0; k < 3; k++)
            out[k] = w[k] + once[k] / 2 + twice[k] / 12;
        limb__quat_from_vector(s, quat);
        limb__quat_rotation(quat, pose);
        limb__pose_rotate(pose, w + 3, out + 3);
    }
}
