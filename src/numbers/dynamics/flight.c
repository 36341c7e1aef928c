// Robots in free flight: their momentum over a step.
//
// The joints of a floating robot cannot change its total momentum; only gravity and external
// wrenches do, and its center of mass moves with the linear part. A first-order step violates this
// by dt^2. So the momentum is computed before the step, and afterwards the robot receives the
// missing rigid motion: in free flight, momentum is then conserved to rounding.
#include "numbers/dynamics/flight.h"

#include "limb/kinematics.h"
#include "numbers/kernels/spatial.h"
#include "numbers/math/dense.h"
#include "numbers/model/work.h"

#include <string.h>

typedef struct whole { // a floating joint's body with its subtree, in world axes
    double mass, center[3];
    double angular[3], linear[3]; // momentum, angular about the center of mass
    double tensor[9];             // about it, upper triangle
} whole;

static bool flies(const limb_model *m, int i);
static whole whole_of(const limb_model *m, const limb_work *w, int i);
static void forces_on(const limb_model *m, const limb_work *w, int i, bool wrenches,
                      const double *tau, const double center[3], double out[6]);
static void add_wrench(const double *pose, const double center[3], const double *local,
                       double out[6]);
static void correct(const limb_model *m, const limb_work *w, int i, const double *record, double *q,
                    double *v);

void limb__flight_begin(const limb_model *m, limb_work *w, const limb_simulate_opts *opts,
                        const double *tau, double dt, const double *q, const double *v,
                        double *record)
{
    bool ready = false;
    for (int i = 0; i < m->njoint; i++) {
        if (!flies(m, i)) continue;
        if (!ready) limb_fk_velocity(m, w, q, v);
        ready = true;
        const whole all = whole_of(m, w, i);
        double force[6];
        forces_on(m, w, i, opts->nwrench > 0, tau + m->joint_v[i], all.center, force);
        for (int k = 0; k < 3; k++) {
            record[k] = all.angular[k] + dt * force[k];
            record[3 + k] = all.linear[k] + dt * (force[3 + k] + all.mass * m->gravity[k]);
            record[6 + k] = all.center[k] + dt * record[3 + k] / all.mass;
        }
        record += LIMB__FLIGHT;
    }
}

void limb__flight_end(const limb_model *m, limb_work *w, const double *record, double *q, double *v)
{
    bool ready = false;
    for (int i = 0; i < m->njoint; i++) {
        if (!flies(m, i)) continue;
        if (!ready) limb_fk_velocity(m, w, q, v);
        ready = true;
        correct(m, w, i, record, q, v);
        record += LIMB__FLIGHT;
    }
}

// resistance at the joint is an external force that is unknown before the step
static bool flies(const limb_model *m, int i)
{
    if (m->joint_kind[i] != LIMB_MOTION_FLOATING || m->joint_parent[i] != 0) return false;
    for (int k = 0; k < 6; k++) {
        if (m->damping[m->joint_v[i] + k] != 0 || m->friction[m->joint_v[i] + k] != 0) return false;
    }
    return true;
}

static whole whole_of(const limb_model *m, const limb_work *w, int i)
{
    static const double zero[6] = {0};
    const vec point = origin_of(limb__body_pose(w, i + 1));
    const vec none = vec_of(zero);
    rigid inertia = {none, {none, none, none}, 0};
    six momentum = six_of(zero);
    // the subtree of a joint follows it
    for (int j = i; j < m->njoint && (j == i || m->joint_parent[j] > i); j++) {
        const double *pose = limb__body_pose(w, j + 1);
        const rigid own =
            rigid_in_world(pose, axes_of(pose), point, m->body_inertia + 10 * ((size_t)j + 1));
        six rate = six_of(w->velocity + 6 * ((size_t)j + 1));
        rate.move = vec_add_cross(rate.move, rate.turn, vec_subtract(point, origin_of(pose)));
        momentum = six_add(momentum, rigid_apply(own, rate));
        inertia = rigid_add(inertia, own);
    }
    whole all = {.mass = inertia.m};
    const vec arm = vec_scaled(1 / inertia.m, inertia.h);
    vec_put(vec_add(point, arm), all.center);
    vec_put(momentum.move, all.linear);
    vec_put(vec_subtract(momentum.turn, vec_cross(arm, momentum.move)), all.angular);
    // from the point to the center of mass: I - (h.c) 1 + h c^T
    columns3 t = columns3_add_product(inertia.t, inertia.h, spread_of(arm));
    const double less = vec_dot(inertia.h, arm);
    vec_put(t.x, all.tensor);
    vec_put(t.y, all.tensor + 3);
    vec_put(t.z, all.tensor + 6);
    for (int k = 0; k < 3; k++)
        all.tensor[4 * k] -= less;
    return all;
}

// moment about the center and force, in world axes, without gravity
static void forces_on(const limb_model *m, const limb_work *w, int i, bool wrenches,
                      const double *tau, const double center[3], double out[6])
{
    memset(out, 0, 6 * sizeof(double));
    add_wrench(limb__body_pose(w, i + 1), center, tau, out);
    for (int j = i; wrenches && j < m->njoint && (j == i || m->joint_parent[j] > i); j++)
        add_wrench(limb__body_pose(w, j + 1), center, w->scratch->wrench + 6 * ((size_t)j + 1),
                   out);
}

static void add_wrench(const double *pose, const double center[3], const double *local,
                       double out[6])
{
    double moment[3], force[3];
    limb__pose_rotate(pose, local, moment);
    limb__pose_rotate(pose, local + 3, force);
    const double arm[3] = {pose[3] - center[0], pose[7] - center[1], pose[11] - center[2]};
    limb__cross_add(arm, force, moment);
    for (int k = 0; k < 3; k++) {
        out[k] += moment[k];
        out[3 + k] += force[k];
    }
}

static void correct(const limb_model *m, const limb_work *w, int i, const double *record, double *q,
                    double *v)
{
    whole all = whole_of(m, w, i);
    if (!(all.mass > 0)) return;
    const double *pose = limb__body_pose(w, i + 1);
    double turn[3], move[3], local[3], shift[3], frame[12];
    limb__subtract(record, all.angular, turn);
    if (limb__ldlt_factor(all.tensor, 3)) {
        limb__ldlt_solve(all.tensor, 3, turn);
    } else {
        memset(turn, 0, sizeof turn);
    }
    const double arm[3] = {pose[3] - all.center[0], pose[7] - all.center[1],
                           pose[11] - all.center[2]};
    for (int k = 0; k < 3; k++)
        move[k] = (record[3 + k] - all.linear[k]) / all.mass;
    limb__cross_add(turn, arm, move);
    double *rate = v + m->joint_v[i];
    limb__pose_rotate_back(pose, turn, local);
    for (int k = 0; k < 3; k++)
        rate[k] += local[k];
    limb__pose_rotate_back(pose, move, local);
    for (int k = 0; k < 3; k++)
        rate[3 + k] += local[k];
    // the position, in the axes of the joint's frame
    limb__subtract(record + 6, all.center, shift);
    limb__pose_multiply(m->base_pose, m->joint_frame + 12 * (size_t)i, frame);
    limb__pose_rotate_back(frame, shift, local);
    for (int k = 0; k < 3; k++)
        q[m->joint_q[i] + k] += local[k];
}
