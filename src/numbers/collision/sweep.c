// A motion between two configurations, by conservative advancement (Mirtich 1996; bounds for
// articulated bodies after Schwarzer, Saha and Latombe 2005).
//
// The speed of a point of link a relative to link b is at most the sum over the joints between them
// of the joint's rate times the maximum distance of the point from the joint. Two links at distance
// d cannot touch before d divided by that speed, so the motion advances by the smallest such time.
#include "limb/kinematics.h"
#include "numbers/collision/scene.h"
#include "numbers/model/work.h"

#include <assert.h>
#include <math.h>

static const double default_tolerance = 1e-4; // m

typedef struct motion {
    const limb_model *model;
    const double *a, *b;
    const double *rate; // (nv), over the whole motion
} motion;

static double pair_speed(const limb_scene *scene, const motion *m, int a, int b);
static double link_reach(const limb_scene *scene, const limb_model *model, int link);
static void climb(const motion *m, int *body, double *reach, double *speed);
static double length3(const double *v);
static double free_time(limb_query *query, double left, double tolerance, limb_contact *hit,
                        bool *touches);

limb_status limb_sweep(limb_query *query, const limb_model *model, limb_work *work, const double *a,
                       const double *b, double tolerance, limb_sweep_result *result)
{
    assert(query && model && work && a && b && result);
    const limb_scene *scene = query->scene;
    *result = (limb_sweep_result){.t = 0, .a = -1, .b = -1};
    if (!(tolerance > 0)) tolerance = default_tolerance;
    // vectors of nv, which limb_fk does not use
    double *rate = work->scratch->velocity, *q = rate + model->nv;
    limb_difference(model, a, b, rate);
    const motion m = {model, a, b, rate};
    for (int i = 0; i < scene->npair; i++) {
        query->speed[i] = pair_speed(scene, &m, scene->pair[i].a, scene->pair[i].b);
        if (!isfinite(query->speed[i])) return LIMB_ERROR_NUMERIC;
    }
    double t = 0;
    for (;;) {
        limb_interpolate(model, a, b, t, q);
        limb_fk(model, work, q);
        const limb_status status = limb_query_place(query, model, work);
        if (status != LIMB_OK) return status;
        result->nstep++;
        result->t = t;
        limb_contact hit = {.a = -1, .b = -1};
        const double step = free_time(query, 1 - t, tolerance, &hit, &result->touches);
        if (result->touches) {
            result->a = hit.a;
            result->b = hit.b;
            return LIMB_OK;
        }
        if (t >= 1) return LIMB_OK;
        t = t + step < 1 ? t + step : 1;
    }
}

// Returns how far the motion is free from here, at most left; touches: a pair is
// within the tolerance.
static double free_time(limb_query *query, double left, double tolerance, limb_contact *hit,
                        bool *touches)
{
    const limb_scene *scene = query->scene;
    double step = left;
    for (int i = 0; i < scene->npair; i++) {
        const double speed = query->speed[i];
        const double wanted = fmax(speed * step, tolerance);
        if (limb__pair_box_gap(query, i) > wanted) continue;
        limb_contact near;
        if (!limb__pair_distance(query, i, wanted, &near)) continue;
        if (near.distance <= tolerance) {
            *hit = near;
            *touches = true;
            return 0;
        }
        // the part that is certainly free
        const double free = near.distance * (1 - limb__mesh_far_share);
        if (free < speed * step) step = free / speed;
    }
    return step;
}

//---- speeds --------------------------------------------------------------------------------------

// Returns the maximum speed of a point of one object relative to the other, over the whole motion.
static double pair_speed(const limb_scene *scene, const motion *m, int a, int b)
{
    const limb_model *model = m->model;
    const int link[2] = {a, b};
    int body[2];
    double reach[2] = {0, 0}, speed = 0;
    for (int side = 0; side < 2; side++) {
        // obstacles and disconnected links do not move
        const bool moves = link[side] < scene->nlink && link[side] < model->nlink &&
                           model->link_body[link[side]] >= 0;
        body[side] = moves ? model->link_body[link[side]] : 0;
        if (moves) reach[side] = link_reach(scene, model, link[side]);
    }
    // joints below the body that carries both
    while (body[0] != body[1]) {
        const int lower = body[0] > body[1] ? 0 : 1;
        climb(m, &body[lower], &reach[lower], &speed);
    }
    return speed;
}

// Returns the maximum distance of a point of the link from the origin of its body.
static double link_reach(const limb_scene *scene, const limb_model *model, int link)
{
    const limb__object *o = &scene->object[link];
    const double *frame = model->link_frame + 12 * (size_t)link;
    const double offset[3] = {frame[3], frame[7], frame[11]};
    return length3(offset) + length3(o->center) + length3(o->half);
}

// Proceeds from a body to the one that carries its joint: adds the joint's contribution to the
// speed, and the maximum distance between the origins of the bodies to the reach.
static void climb(const motion *m, int *body, double *reach, double *speed)
{
    const limb_model *model = m->model;
    const int joint = *body - 1;
    const double *frame = model->joint_frame + 12 * (size_t)joint;
    const double offset[3] = {frame[3], frame[7], frame[11]};
    const int at = model->joint_q[joint];
    const double *rate = m->rate + model->joint_v[joint];
    const double scale = model->joint_scale[joint], shift = model->joint_offset[joint];
    double away = length3(offset);
    if (model->joint_kind[joint] == LIMB_MOTION_REVOLUTE) {
        *speed += fabs(scale * rate[0]) * *reach;
    } else if (model->joint_kind[joint] == LIMB_MOTION_PRISMATIC) {
        *speed += fabs(scale * rate[0]);
        away += fmax(fabs(scale * m->a[at] + shift), fabs(scale * m->b[at] + shift));
    } else {
        *speed += length3(rate) * *reach + length3(rate + 3);
        away += fmax(length3(m->a + at), length3(m->b + at));
    }
    *reach += away;
    *body = model->joint_parent[joint];
}

static double length3(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
