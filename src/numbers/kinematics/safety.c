// The safety controller: bounds of velocity from position, of effort from velocity.
//
// As pr2_controller_manager/safety_limits describes it and ros_control computes it:
//   v_low   = clamp(-k_position (q - soft_min), -v_max, v_max), v_high likewise with soft_max
//   tau_low = clamp(-k_velocity (v - v_low), -tau_max, tau_max), tau_high likewise with v_high
#include "limb/kinematics.h"

#include <assert.h>
#include <math.h>

static double clamp(double x, double low, double high);
static bool holds_back(const limb_model *m, int v);
static void velocity_bounds(const limb_model *m, const double *q, int v, double *low, double *high);
static void effort_bounds(const limb_model *m, const double *q, const double *v, int at,
                          double *low, double *high);
static int bring(double *command, double low, double high);

void limb_safety_velocity(const limb_model *m, const double *q, double *low, double *high)
{
    assert(m);
    for (int v = 0; v < m->nv; v++)
        velocity_bounds(m, q, v, &low[v], &high[v]);
}

void limb_safety_effort(const limb_model *m, const double *q, const double *v, double *low,
                        double *high)
{
    assert(m);
    for (int at = 0; at < m->nv; at++)
        effort_bounds(m, q, v, at, &low[at], &high[at]);
}

int limb_safety_limit_effort(const limb_model *m, const double *q, const double *v, double *tau)
{
    assert(m);
    int changed = 0;
    for (int at = 0; at < m->nv; at++) {
        double low, high;
        effort_bounds(m, q, v, at, &low, &high);
        changed += bring(&tau[at], low, high);
    }
    return changed;
}

int limb_safety_limit_velocity(const limb_model *m, const double *q, const double *v, double dt,
                               double *command)
{
    assert(m);
    int changed = 0;
    for (int at = 0; at < m->nv; at++) {
        double low, high;
        velocity_bounds(m, q, at, &low, &high);
        // the bound of position comes first where the two leave nothing in common
        const double slowest = v[at] - m->a_max[at] * dt, fastest = v[at] + m->a_max[at] * dt;
        const double least = clamp(slowest, low, high), most = clamp(fastest, low, high);
        changed += bring(&command[at], least, most);
    }
    return changed;
}

int limb_safety_limit_position(const limb_model *m, const double *last, double dt, double *command)
{
    assert(m);
    int changed = 0;
    for (int v = 0; v < m->nv; v++) {
        const int at = m->v_q[v];
        if (at < 0) continue;
        double low, high;
        velocity_bounds(m, last, v, &low, &high);
        const double least = clamp(last[at] + low * dt, m->q_min[at], m->q_max[at]);
        const double most = clamp(last[at] + high * dt, m->q_min[at], m->q_max[at]);
        changed += bring(&command[at], least, most);
    }
    return changed;
}

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

// a continuous joint has no position limits, so nothing to hold back from
static bool holds_back(const limb_model *m, int v)
{
    const int q = m->v_q[v];
    return m->has_safety[v] && q >= 0 && (isfinite(m->q_min[q]) || isfinite(m->q_max[q]));
}

static void velocity_bounds(const limb_model *m, const double *q, int v, double *low, double *high)
{
    const double most = m->v_max[v];
    *low = -most;
    *high = most;
    if (!holds_back(m, v)) return;
    const double at = q[m->v_q[v]];
    *low = clamp(-m->k_position[v] * (at - m->soft_min[v]), -most, most);
    *high = clamp(-m->k_position[v] * (at - m->soft_max[v]), -most, most);
}

static void effort_bounds(const limb_model *m, const double *q, const double *v, int at,
                          double *low, double *high)
{
    const double most = m->tau_max[at];
    *low = -most;
    *high = most;
    if (!m->has_safety[at]) return;
    double slowest, fastest;
    velocity_bounds(m, q, at, &slowest, &fastest);
    *low = clamp(-m->k_velocity[at] * (v[at] - slowest), -most, most);
    *high = clamp(-m->k_velocity[at] * (v[at] - fastest), -most, most);
}

static int bring(double *command, double low, double high)
{
    const double inside = clamp(*command, low, high);
    if (isnan(*command) || inside == *command) return 0;
    *command = inside;
    return 1;
}
