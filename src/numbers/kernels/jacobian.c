// Jacobians: one column for each coordinate between the link and the base; all others are zero.
//
// With z the joint's axis, o its origin and P the point, a revolute joint has the column (z, z x (P
// - o)), a prismatic one (0, z). Axes rotate with their body, so the derivative of z is w x z.
// Columns of mimic joints are added to their source's, times their scale.
#include "numbers/kernels/kernels.h"
#include "numbers/math/pose.h"
#include "numbers/model/bodies.h"

#include <string.h>

typedef double pair __attribute__((vector_size(16), may_alias, aligned(8)));
typedef limb__jacobian_target target;

static bool two_in_a_row(const limb_model *m, int body);
static void put_two_turning(const limb_model *m, const limb_work *w, const target *t, int body,
                            double *jacobian);
static void put_turning(const limb_model *m, const limb_work *w, const target *t, int body,
                        double *jacobian);
static void column_of(const limb_work *w, const target *t, int body, bool turns,
                      const double axis[3], double column[6]);
static void rate_of(const limb_work *w, const target *t, int body, bool turns, const double axis[3],
                    double rate[6]);
static void leave_local_axes(const target *t, const double column[6], double rate[6]);
static void add_column(const limb_model *m, const target *t, int v, double scale,
                       const double column[6], double *matrix);

void LIMB__FOR_ISA(limb__jacobian)(const limb_model *m, const limb_work *w, const target *t,
                                   double *jacobian)
{
    for (int body = t->body; body > 0; body = m->joint_parent[body - 1]) {
        const int i = body - 1, kind = m->joint_kind[i];
        if (kind == LIMB_MOTION_REVOLUTE && !t->local && m->nmimic == 0) {
            if (two_in_a_row(m, body)) {
                put_two_turning(m, w, t, --body, jacobian);
            } else {
                put_turning(m, w, t, body, jacobian);
            }
            continue;
        }
        for (int k = 0; k < limb__kind_nv(kind); k++) {
            double axis[3], column[6];
            limb__joint_axis(w, body, kind, k, axis);
            column_of(w, t, body, limb__joint_turns(kind, k), axis, column);
            add_column(m, t, m->joint_v[i] + k, m->joint_scale[i], column, jacobian);
        }
    }
}

void LIMB__FOR_ISA(limb__jacobian_rate)(const limb_model *m, const limb_work *w, const target *t,
                                        double *rate)
{
    for (int body = t->body; body > 0; body = m->joint_parent[body - 1]) {
        const int i = body - 1, kind = m->joint_kind[i];
        for (int k = 0; k < limb__kind_nv(kind); k++) {
            double axis[3], column[6], change[6];
            const bool turns = limb__joint_turns(kind, k);
            limb__joint_axis(w, body, kind, k, axis);
            rate_of(w, t, body, turns, axis, change);
            if (t->local) {
                column_of(w, t, body, turns, axis, column);
                leave_local_axes(t, column, change);
            }
            add_column(m, t, m->joint_v[i] + k, m->joint_scale[i], change, rate);
        }
    }
}

// Returns whether the joint is the child of another revolute joint whose coordinate
// precedes its own.
static bool two_in_a_row(const limb_model *m, int body)
{
    return body > 1 && m->joint_parent[body - 1] == body - 1 &&
           m->joint_kind[body - 2] == LIMB_MOTION_REVOLUTE;
}

// Stores two adjacent columns, of body and the next; the numbers are the same as one at a time.
static void put_two_turning(const limb_model *m, const limb_work *w, const target *t, int body,
                            double *jacobian)
{
    const double *p = limb__body_pose(w, body);
    const pair x = {p[2], p[14]}, y = {p[6], p[18]}, z = {p[10], p[22]};
    const pair a = t->point[0] - (pair){p[3], p[15]}, b = t->point[1] - (pair){p[7], p[19]},
               c = t->point[2] - (pair){p[11], p[23]};
    const size_t nv = (size_t)m->nv;
    double *column = jacobian + m->joint_v[body - 1];
    *(pair *)column = x;
    *(pair *)(column + nv) = y;
    *(pair *)(column + 2 * nv) = z;
    *(pair *)(column + 3 * nv) = y * c - z * b;
    *(pair *)(column + 4 * nv) = z * a - x * c;
    *(pair *)(column + 5 * nv) = x * b - y * a;
}

// The usual case without branches: a revolute joint, in world axes, without mimic joints.
static void put_turning(const limb_model *m, const limb_work *w, const target *t, int body,
                        double *jacobian)
{
    const double *pose = limb__body_pose(w, body);
    const double x = pose[2], y = pose[6], z = pose[10];
    const double a = t->point[0] - pose[3], b = t->point[1] - pose[7], c = t->point[2] - pose[11];
    const size_t nv = (size_t)m->nv;
    double *column = jacobian + m->joint_v[body - 1];
    column[0] = x;
    column[nv] = y;
    column[2 * nv] = z;
    column[3 * nv] = y * c - z * b;
    column[4 * nv] = z * a - x * c;
    column[5 * nv] = x * b - y * a;
}

static void column_of(const limb_work *w, const target *t, int body, bool turns,
                      const double axis[3], double column[6])
{
    if (!turns) {
        memset(column, 0, 3 * sizeof(double));
        limb__copy3(axis, column + 3);
        return;
    }
    const double *pose = limb__body_pose(w, body);
    const double arm[3] = {t->point[0] - pose[3], t->point[1] - pose[7], t->point[2] - pose[11]};
    limb__copy3(axis, column);
    limb__cross(axis, arm, column + 3);
}

static void rate_of(const limb_work *w, const target *t, int body, bool turns, const double axis[3],
                    double rate[6])
{
    const double *velocity = w->velocity + 6 * (size_t)body;
    double axis_rate[3], arm_rate[3];
    limb__cross(velocity, axis, axis_rate);
    column_of(w, t, body, turns, axis_rate, rate);
    if (!turns) return;
    limb__subtract(t->motion + 3, velocity + 3, arm_rate);
    limb__cross_add(axis, arm_rate, rate + 3);
}

// In axes that rotate with w, the derivative of a vector is smaller by w x that vector.
static void leave_local_axes(const target *t, const double column[6], double rate[6])
{
    double turned[6];
    limb__cross(t->motion, column, turned);
    limb__cross(t->motion, column + 3, turned + 3);
    for (int k = 0; k < 6; k++)
        rate[k] -= turned[k];
}

static void add_column(const limb_model *m, const target *t, int v, double scale,
                       const double column[6], double *matrix)
{
    double local[6];
    if (t->local) {
        limb__pose_rotate_back(t->local, column, local);
        limb__pose_rotate_back(t->local, column + 3, local + 3);
        column = local;
    }
    const size_t stride = (size_t)m->nv;
    for (size_t row = 0; row < 6; row++)
        matrix[row * stride + (size_t)v] += scale * column[row];
}
