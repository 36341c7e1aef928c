// Configurations as points of a manifold: integration and differences.
//
// A floating joint moves straight and rotates by the shortest path; its velocity is in the axes of
// the start. So integrate and difference are inverse to each other.
#include "limb/kinematics.h"

#include "numbers/kinematics/configuration.h"
#include "numbers/math/pose.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static void difference_floating(const double a[7], const double b[7], double out[6]);
static double shorter_way(double angle);
static double neutral_within(double low, double high);

void limb_neutral(const limb_model *m, double *q)
{
    assert(m);
    for (int k = 0; k < m->nq; k++)
        q[k] = neutral_within(m->q_min[k], m->q_max[k]);
    for (int k = 0; k < m->nv; k++) {
        const int at = m->v_q[k];
        if (at < 0 || !m->has_safety[k]) continue;
        const double low = fmax(m->q_min[at], m->soft_min[k]);
        const double high = fmin(m->q_max[at], m->soft_max[k]);
        if (low <= high) q[at] = neutral_within(low, high);
    }
    for (int i = 0; i < m->njoint; i++) {
        if (m->joint_kind[i] == LIMB_MOTION_FLOATING) q[m->joint_q[i] + 6] = 1;
    }
}

void limb_integrate(const limb_model *m, const double *q, const double *v, double dt, double *out)
{
    assert(m);
    for (int i = 0; i < m->njoint; i++) {
        if (m->joint_mimics[i]) continue;
        const int at = m->joint_q[i], rate = m->joint_v[i];
        if (m->joint_kind[i] == LIMB_MOTION_FLOATING) {
            limb__integrate_floating(q + at, v + rate, dt, out + at);
        } else {
            out[at] = q[at] + dt * v[rate];
        }
    }
}

void limb_difference(const limb_model *m, const double *a, const double *b, double *out)
{
    assert(m);
    for (int i = 0; i < m->njoint; i++) {
        if (m->joint_mimics[i]) continue;
        const int at = m->joint_q[i], rate = m->joint_v[i];
        if (m->joint_kind[i] == LIMB_MOTION_FLOATING) {
            difference_floating(a + at, b + at, out + rate);
        } else {
            const double way = b[at] - a[at];
            out[rate] = m->joint_wraps[i] ? shorter_way(way) : way;
        }
    }
}

void limb_interpolate(const limb_model *m, const double *a, const double *b, double t, double *out)
{
    assert(m);
    for (int i = 0; i < m->njoint; i++) {
        if (m->joint_mimics[i]) continue;
        const int at = m->joint_q[i];
        if (m->joint_kind[i] == LIMB_MOTION_FLOATING) {
            double way[6];
            difference_floating(a + at, b + at, way);
            limb__integrate_floating(a + at, way, t, out + at);
        } else {
            const double way = b[at] - a[at];
            out[at] = a[at] + t * (m->joint_wraps[i] ? shorter_way(way) : way);
        }
    }
}

void limb__integrate_floating(const double q[7], const double v[6], double dt, double out[7])
{
    double start[4], pose[12], way[3], quat[4], turned[4];
    memcpy(start, q + 3, sizeof start);
    limb__quat_normalize(start);
    limb__quat_rotation(start, pose);
    limb__pose_rotate(pose, v + 3, way);
    const double turn[3] = {dt * v[0], dt * v[1], dt * v[2]};
    limb__quat_from_vector(turn, quat);
    limb__quat_multiply(start, quat, turned);
    limb__quat_normalize(turned);
    for (int k = 0; k < 3; k++)
        out[k] = q[k] + dt * way[k];
    memcpy(out + 3, turned, sizeof turned);
}

static void difference_floating(const double a[7], const double b[7], double out[6])
{
    double from[12] = {0}, to[12] = {0}, turn[12] = {0};
    limb__quat_rotation(a + 3, from);
    limb__quat_rotation(b + 3, to);
    for (int row = 0; row < 3; row++) { // R_a^T R_b
        for (int column = 0; column < 3; column++) {
            turn[4 * row + column] = from[row] * to[column] + from[4 + row] * to[4 + column] +
                                     from[8 + row] * to[8 + column];
        }
    }
    const double way[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    limb__rotation_vector(turn, out);
    limb__pose_rotate_back(from, way, out + 3);
}

// Zero, or the middle of a range that does not include it.
static double neutral_within(double low, double high)
{
    if (low <= 0 && high >= 0) return 0;
    if (isinf(high)) return low + 1;
    if (isinf(low)) return high - 1;
    return 0.5 * low + 0.5 * high; // the sum could overflow
}

static double shorter_way(double angle)
{
    return remainder(angle, 2 * PI);
}
