// Motion over time: semi-implicit Euler, and Runge-Kutta on the manifold.
//
// A floating joint's rotation within a step is R0 exp(s): s changes by w + s x w / 2 + s x (s x w)
// / 12, the first terms of the inverse differential of exp (Munthe-Kaas 1998; the others are of
// higher order than the method). Its position changes with the velocity in the world, in the axes
// of R0. So the stages are vectors of one space, and limb_integrate applies their mean.
//
// Damping and friction: with C their slope, treating them implicitly at the end of the step gives
// the acceleration of (M + dt C) a = tau - bias - C v. However stiff they are, they can only
// decelerate, but they are accurate to first order in dt. Semi-implicit steps treat all of them in
// this way, Runge-Kutta only those of coordinates for which dt C M^-1 might be large (by
// numbers/model/mobility.c); the others are evaluated in every stage. Friction of a coordinate that
// is too fast to stop within the step is a constant.
//
// A semi-implicit step advances the linear velocity of a floating joint in fixed axes; if it
// carries a robot in free flight, numbers/dynamics/flight.c conserves the momentum.
#include "numbers/dynamics/flight.h"
#include "numbers/dynamics/forward.h"
#include "numbers/dynamics/wrench.h"

#include "limb/kinematics.h"
#include "numbers/math/pose.h"
#include "numbers/model/model.h"
#include "numbers/model/work.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double FRICTION_SPEED = 0.001;
// dt times the largest decay rate handled in stages; Runge-Kutta is stable up to 2.78.
static const double STIFF = 1;

typedef struct stepper {
    const limb_model *m;
    limb_work *w;
    const limb_simulate_opts *opts;
    const double *tau; // (nv)
    double dt;
    double *load, *armature; // (nv)
    double *stiff;           // 1 if resistance is treated at the end of the step, else 0 (nv)
    double *free;            // additional vectors of nv that forward dynamics does not use
} stepper;

static limb_status semi_implicit(stepper *s, double dt, double *q, double *v);
static limb_status rk4(stepper *s, double dt, double *q, double *v);
static void to_fixed_axes(const limb_model *m, const double *v, double *a);
static void to_turned_axes(const limb_model *m, double dt, double *v);
static void find_stiff(stepper *s, const double *v);
static double rate_of(const stepper *s, int k, double v);
static double friction_speed(const stepper *s);
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
    s.stiff = s.free, s.free += nv;
    return s.opts->integrator == LIMB_INTEGRATOR_RK4 ? rk4(&s, dt, q, v)
                                                     : semi_implicit(&s, dt, q, v);
}

static limb_status semi_implicit(stepper *s, double dt, double *q, double *v)
{
    double *a = s->free, *flight = a + s->m->nv;
    for (int k = 0; k < s->m->nv; k++)
        s->stiff[k] = 1;
    const limb_status status = acceleration(s, q, v, a);
    if (status != LIMB_OK) return status;
    limb__flight_begin(s->m, s->w, s->opts, s->tau, dt, q, v, flight);
    to_fixed_axes(s->m, v, a);
    for (int k = 0; k < s->m->nv; k++)
        v[k] += dt * a[k];
    limb_integrate(s->m, q, v, dt, q);
    to_turned_axes(s->m, dt, v);
    limb__flight_end(s->m, s->w, flight, q, v);
    return LIMB_OK;
}

// derivatives of linear velocities in the axes at the start of the step: the effect of rotation on
// the components is omitted
static void to_fixed_axes(const limb_model *m, const double *v, double *a)
{
    for (int i = 0; i < m->njoint; i++) {
        const int at = m->joint_v[i];
        if (m->joint_kind[i] == LIMB_MOTION_FLOATING)
            limb__cross_add(v + at, v + at + 3, a + at + 3);
    }
}

// transforms linear velocities from the axes at the start of the step to those at its end
static void to_turned_axes(const limb_model *m, double dt, double *v)
{
    for (int i = 0; i < m->njoint; i++) {
        double *own = v + m->joint_v[i], quat[4], pose[12], fixed[3];
        if (m->joint_kind[i] != LIMB_MOTION_FLOATING) continue;
        const double turn[3] = {dt * own[0], dt * own[1], dt * own[2]};
        limb__quat_from_vector(turn, quat);
        limb__quat_rotation(quat, pose);
        limb__copy3(own + 3, fixed);
        limb__pose_rotate_back(pose, fixed, own + 3);
    }
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
    find_stiff(s, v);
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

// selects coordinates whose resistance is too stiff for the stages; none if all together are not
static void find_stiff(stepper *s, const double *v)
{
    const int nv = s->m->nv;
    double sum = 0;
    for (int k = 0; k < nv; k++) {
        s->stiff[k] = s->dt * rate_of(s, k, v[k]);
        sum += s->stiff[k];
    }
    for (int k = 0; k < nv; k++)
        s->stiff[k] = !(sum <= STIFF) && !(s->stiff[k] <= STIFF / nv);
}

// returns an upper bound of the decay rate of a velocity due to resistance
static double rate_of(const stepper *s, int k, double v)
{
    const double mobility = s->m->internal->fill.mobility[k];
    const double damping = s->m->damping[k], friction = s->m->friction[k];
    const double speed = friction_speed(s);
    double slope = damping;
    if (friction > 0 && !(fabs(v) > speed + 2 * s->dt * mobility * friction))
        slope += friction / speed;
    return slope > 0 ? slope * mobility : 0;
}

static double friction_speed(const stepper *s)
{
    return s->opts->friction_speed > 0 ? s->opts->friction_speed : FRICTION_SPEED;
}

// friction at the end of a step is linear from zero to its current value, so that it
// never reverses v
static limb_status acceleration(stepper *s, const double *q, const double *v, double *a)
{
    const limb_model *m = s->m;
    const double speed = friction_speed(s);
    const double *on_body = limb__wrench_on_bodies(m, s->w, q, s->opts->wrench, s->opts->nwrench);
    limb__forward_input in = {q, v, s->tau, on_body, m->gravity, NULL};
    if (!s->opts->no_resistance) {
        for (int k = 0; k < m->nv; k++) {
            const double slope = m->damping[k] + m->friction[k] / fmax(fabs(v[k]), speed);
            s->load[k] = s->tau[k] - slope * v[k];
            s->armature[k] = s->stiff[k] > 0 ? s->dt * slope : 0;
        }
        in.tau = s->load;
        in.armature = s->armature;
    }
    return limb__forward(m, s->w, &in, a);
}

// the derivative of the displacement since the start of the step, where v is the velocity there
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
