// Velocities and accelerations of bodies and links, in world axes at each body's origin.
//
// With z the joint's axis, r the way from the parent's origin to the body's:
//   w_b = w_p + z qd            v_b = v_p + w_p x r + z qd (sliding)
//   w'_b = w'_p + z qdd + w_p x z qd
//   v'_b = v'_p + w'_p x r + w_p x (w_p x r) + z qdd + 2 w_p x z qd (sliding)
#include "limb/kinematics.h"
#include "numbers/math/pose.h"
#include "numbers/model/bodies.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static void body_velocity(const limb_model *m, limb_work *w, const double *v, int i);
static void body_acceleration(const limb_model *m, limb_work *w, const double *v, const double *a,
                              int i);
static void floating_acceleration(const limb_model *m, limb_work *w, const double *v,
                                  const double *a, int i, double out[6]);
static bool point_in_world(const limb_model *m, const limb_work *w, int link, const double point[3],
                           limb_reference reference, double way[3], double *out);
static void add_scaled(double scale, const double a[3], double out[3]);

void limb_fk_velocity(const limb_model *m, limb_work *w, const double *q, const double *v)
{
    assert(m && w && (v || m->nv == 0));
    limb_fk(m, w, q);
    memset(w->velocity, 0, 6 * sizeof(double));
    for (int i = 0; i < m->njoint; i++)
        body_velocity(m, w, v, i);
}

void limb_fk_acceleration(const limb_model *m, limb_work *w, const double *q, const double *v,
                          const double *a)
{
    assert(m && w && (a || m->nv == 0));
    limb_fk_velocity(m, w, q, v);
    memset(w->acceleration, 0, 6 * sizeof(double));
    for (int i = 0; i < m->njoint; i++)
        body_acceleration(m, w, v, a, i);
}

static void body_velocity(const limb_model *m, limb_work *w, const double *v, int i)
{
    const int body = i + 1, parent = m->joint_parent[i];
    const double *before = w->velocity + 6 * (size_t)parent;
    double *after = w->velocity + 6 * (size_t)body;
    const double *rates = v + m->joint_v[i];
    double way[3], axis[3];
    limb__body_way(w, parent, body, way);
    memcpy(after, before, 6 * sizeof(double));
    limb__cross_add(before, way, after + 3);
    if (m->joint_kind[i] == LIMB_MOTION_FLOATING) {
        double turn[3], move[3];
        limb__pose_rotate(limb__body_pose(w, body), rates, turn);
        limb__pose_rotate(limb__body_pose(w, body), rates + 3, move);
        add_scaled(1, turn, after);
        add_scaled(1, move, after + 3);
        return;
    }
    limb__body_axis(w, body, axis);
    double *moved = m->joint_kind[i] == LIMB_MOTION_REVOLUTE ? after : after + 3;
    add_scaled(m->joint_scale[i] * rates[0], axis, moved);
}

static void body_acceleration(const limb_model *m, limb_work *w, const double *v, const double *a,
                              int i)
{
    const int body = i + 1, parent = m->joint_parent[i];
    const double *velocity = w->velocity + 6 * (size_t)parent;
    const double *before = w->acceleration + 6 * (size_t)parent;
    double *after = w->acceleration + 6 * (size_t)body;
    double way[3], turned[3], axis[3], bend[3];
    limb__body_way(w, parent, body, way);
    limb__cross(velocity, way, turned);
    memcpy(after, before, 6 * sizeof(double));
    limb__cross_add(before, way, after + 3);
    limb__cross_add(velocity, turned, after + 3);
    if (m->joint_kind[i] == LIMB_MOTION_FLOATING) {
        floating_acceleration(m, w, v, a, i, after);
        return;
    }
    limb__body_axis(w, body, axis);
    limb__cross(velocity, axis, bend);
    const double scale = m->joint_scale[i];
    const double rate = scale * v[m->joint_v[i]];
    const bool slides = m->joint_kind[i] == LIMB_MOTION_PRISMATIC;
    double *moved = slides ? after + 3 : after;
    add_scaled(scale * a[m->joint_v[i]], axis, moved);
    add_scaled(slides ? 2 * rate : rate, bend, moved);
}

// rates are in the body's axes: R (a + w x v) and so on
static void floating_acceleration(const limb_model *m, limb_work *w, const double *v,
                                  const double *a, int i, double out[6])
{
    const double *pose = limb__body_pose(w, i + 1);
    const double *before = w->velocity + 6 * (size_t)m->joint_parent[i];
    const double *after = w->velocity + 6 * ((size_t)i + 1);
    const double *rates = v + m->joint_v[i], *changes = a + m->joint_v[i];
    double turn[3], move[3], turn_change[3], move_change[3];
    limb__pose_rotate(pose, rates, turn);
    limb__pose_rotate(pose, rates + 3, move);
    limb__pose_rotate(pose, changes, turn_change);
    limb__pose_rotate(pose, changes + 3, move_change);
    add_scaled(1, turn_change, out);
    limb__cross_add(before, turn, out);
    add_scaled(1, move_change, out + 3);
    limb__cross_add(before, move, out + 3);
    limb__cross_add(after, move, out + 3);
}

void limb_link_velocity(const limb_model *m, const limb_work *w, int link, const double point[3],
                        limb_reference reference, double out[6])
{
    assert(m && w);
    double way[3];
    if (!point_in_world(m, w, link, point, reference, way, out)) return;
    const double *pose = limb__link_pose(m, w, link);
    double moved[6];
    memcpy(moved, w->velocity + 6 * (size_t)m->link_body[link], sizeof moved);
    limb__cross_add(moved, way, moved + 3);
    memcpy(out, moved, sizeof moved);
    if (reference != LIMB_REFERENCE_LOCAL) return;
    limb__pose_rotate_back(pose, moved, out);
    limb__pose_rotate_back(pose, moved + 3, out + 3);
}

void limb_link_acceleration(const limb_model *m, const limb_work *w, int link,
                            const double point[3], limb_reference reference, double out[6])
{
    assert(m && w);
    double way[3];
    if (!point_in_world(m, w, link, point, reference, way, out)) return;
    const size_t body = (size_t)m->link_body[link];
    const double *pose = limb__link_pose(m, w, link);
    const double *velocity = w->velocity + 6 * body;
    double change[6], turned[3], speed[3];
    memcpy(change, w->acceleration + 6 * body, sizeof change);
    limb__cross(velocity, way, turned);
    limb__cross_add(change, way, change + 3);
    limb__cross_add(velocity, turned, change + 3);
    for (int k = 0; k < 3; k++)
        speed[k] = velocity[3 + k] + turned[k];
    if (reference == LIMB_REFERENCE_ALIGNED) {
        memcpy(out, change, sizeof change);
        return;
    }
    // the rate of numbers, not of the vector: material passes the world's origin with w x v, and
    // the link's own axes turn with w
    double passing[3];
    limb__cross(velocity, speed, passing);
    add_scaled(-1, passing, change + 3);
    memcpy(out, change, sizeof change);
    if (reference != LIMB_REFERENCE_LOCAL) return;
    limb__pose_rotate_back(pose, change, out);
    limb__pose_rotate_back(pose, change + 3, out + 3);
}

// the way from the body's origin to the point meant; a link that is attached to nothing gives NaN
static bool point_in_world(const limb_model *m, const limb_work *w, int link, const double point[3],
                           limb_reference reference, double way[3], double *out)
{
    const int body = limb__link_body(m, link);
    if (body < 0) {
        for (int k = 0; k < 6; k++)
            out[k] = NAN;
        return false;
    }
    static const double origin[3] = {0};
    double at[3] = {0};
    if (reference != LIMB_REFERENCE_WORLD)
        limb__pose_point(limb__link_pose(m, w, link), point ? point : origin, at);
    const double *pose = limb__body_pose(w, body);
    for (int k = 0; k < 3; k++)
        way[k] = at[k] - pose[4 * k + 3];
    return true;
}

static void add_scaled(double scale, const double a[3], double out[3])
{
    out[0] += scale * a[0];
    out[1] += scale * a[1];
    out[2] += scale * a[2];
}
