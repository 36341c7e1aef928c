// Velocities and accelerations of points of links; those of bodies are in numbers/kernels/motion.c.
#include "limb/kinematics.h"
#include "numbers/kernels/kernels.h"
#include "numbers/math/pose.h"
#include "numbers/model/bodies.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static bool point_in_world(const limb_model *m, const limb_work *w, int link, const double point[3],
                           limb_reference reference, double way[3], double *out);
static void add_scaled(double scale, const double a[3], double out[3]);

void limb_fk_velocity(const limb_model *m, limb_work *w, const double *q, const double *v)
{
    assert(m && w && ((q && v) || m->nv == 0));
    limb__kernels_for(m)->fk_velocity(m, w, q, v);
}

void limb_fk_acceleration(const limb_model *m, limb_work *w, const double *q, const double *v,
                          const double *a)
{
    assert(m && w && ((q && v && a) || m->nv == 0));
    limb__kernels_for(m)->fk_acceleration(m, w, q, v, a);
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

// Computes the vector from the body's origin to the point, in world axes; NaN for a link that is
// not connected to the root.
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
