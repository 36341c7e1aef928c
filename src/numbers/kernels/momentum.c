// Kinetic energy, momentum and center of mass by passes in the axes of each body.
//
// Outward pass, from the parent's velocity (w, v) at its origin: v + w x r at the child's origin,
// rotated into the child's axes, plus the joint's own motion. A body's momentum about its origin is
// n = I w + h x v, f = m v + w x h with h = m c. Inward pass: momenta and h are transformed like
// wrenches and added. No world poses are needed.
//
// Sums over the whole robot are taken about the origin of the first moving body, so that a robot
// far from the world's origin loses no precision.
#include "numbers/kernels/kernels.h"
#include "numbers/model/bodies.h"
#include "numbers/model/work.h"
#include "numbers/simd/vec_one.h"

typedef struct body_momentum {
    vec w, v; // of the origin, in the body's axes
    vec n, f; // momentum about the origin, in the body's axes
    vec h;    // mass times center of the body, then of its subtree
    double mass;
} body_momentum;

_Static_assert(sizeof(body_momentum) + 12 * sizeof(double) <= LIMB__WORK_PER_BODY * sizeof(double),
               "scratch per body");

static const double ZERO[3] = {0};

// Returns the velocity of the body of joint i from its parent's, in its own axes.
LIMB__INLINE body_momentum joint_velocity(const limb_model *m, const double *pose, int i,
                                          const body_momentum *parent, const double *rate)
{
    body_momentum b;
    const vec none = vec_splat(ZERO);
    b.w = b.v = none;
    if (m->joint_parent[i] > 0) {
        b.w = turn_in(pose, parent->w);
        b.v = turn_in(pose, vec_add_cross(parent->v, parent->w, origin_of(pose)));
    }
    if (m->joint_kind[i] == LIMB_MOTION_REVOLUTE) {
        b.w = vec_add_z(b.w, m->joint_scale[i] * rate[0]);
    } else if (m->joint_kind[i] == LIMB_MOTION_PRISMATIC) {
        b.v = vec_add_z(b.v, m->joint_scale[i] * rate[0]);
    } else {
        b.w = vec_add(b.w, vec_of(rate));
        b.v = vec_add(b.v, vec_of(rate + 3));
    }
    return b;
}

// Adds n = I w + h x v, f = m v + w x h.
LIMB__INLINE void add_own_momentum(const double *inertia, body_momentum *b)
{
    vec x, y, z;
    tensor_columns(inertia + 4, &x, &y, &z);
    b->h = vec_splat(inertia + 1);
    b->mass = inertia[0];
    b->n = vec_add_cross(vec_combine(x, y, z, spread_of(b->w)), b->h, b->v);
    b->f = vec_add_cross(vec_scaled(inertia[0], b->v), b->w, b->h);
}

LIMB__INLINE body_momentum *momenta_of(const limb_model *m, const limb_work *w)
{
    return (body_momentum *)(void *)(w->scratch->body + 12 * (size_t)m->nbody);
}

// Outward pass: velocity and momentum of every body.
LIMB__INLINE void fill_momenta(const limb_model *m, limb_work *w, const double *q, const double *v)
{
    LIMB__FOR_ISA(limb__joint_steps)(m, w, q);
    body_momentum *body = momenta_of(m, w);
    for (int i = 0; i < m->njoint; i++) {
        const double *pose = w->scratch->body + 12 * (size_t)i;
        body_momentum b = joint_velocity(m, pose, i, &body[m->joint_parent[i]], v + m->joint_v[i]);
        add_own_momentum(m->body_inertia + 10 * ((size_t)i + 1), &b);
        body[i + 1] = b;
    }
}

// T = sum of (w . n + v . f) / 2
double LIMB__FOR_ISA(limb__kinetic_energy)(const limb_model *m, limb_work *w, const double *q,
                                           const double *v)
{
    fill_momenta(m, w, q, v);
    const body_momentum *body = momenta_of(m, w);
    double sum = 0;
    for (int at = 1; at < m->nbody; at++)
        sum += vec_dot2(body[at].w, body[at].n, body[at].v, body[at].f);
    return sum / 2;
}

// Adds a body's momentum and h, transformed to its parent's axes and to a point of the parent; p:
// from that point to the body's origin.
LIMB__INLINE void add_momentum(axes f, vec p, const body_momentum *b, body_momentum *to)
{
    const vec moved = turn_out(f, b->f);
    to->f = vec_add(to->f, moved);
    to->n = vec_add(to->n, vec_add_cross(turn_out(f, b->n), p, moved));
    to->h = vec_add(to->h, vec_add_scaled(turn_out(f, b->h), b->mass, p));
    to->mass += b->mass;
}

void LIMB__FOR_ISA(limb__momentum)(const limb_model *m, limb_work *w, const double *q,
                                   const double *v, double momentum[6])
{
    fill_momenta(m, w, q, v);
    body_momentum *body = momenta_of(m, w);
    const vec none = vec_splat(ZERO);
    const double *step = w->scratch->body, *base = m->base_pose, *fixed = m->body_inertia;
    // the base does not move; sums are about the origin of the first moving body, in its axes
    const vec point = m->njoint > 0 ? origin_of(step) : none;
    body[0].n = body[0].f = none;
    body[0].h = vec_add_scaled(vec_splat(fixed + 1), -fixed[0], point);
    body[0].mass = fixed[0];
    for (int i = m->njoint - 1; i >= 0; i--) {
        const axes f = axes_of(step + 12 * (size_t)i);
        const int parent = m->joint_parent[i];
        const vec p = parent > 0 ? f.p : vec_subtract(f.p, point);
        add_momentum(f, p, &body[i + 1], &body[parent]);
    }
    // about the center of mass: n - c x f; without mass, about the base's origin
    const vec center =
        body[0].mass > 0 ? vec_scaled(1 / body[0].mass, body[0].h) : vec_scaled(-1, point);
    const vec n = vec_subtract(body[0].n, vec_cross(center, body[0].f));
    // base poses are not necessarily aligned
    const vec x = {base[0], base[4], base[8]}, y = {base[1], base[5], base[9]},
              z = {base[2], base[6], base[10]};
    vec_put(vec_combine(x, y, z, spread_of(n)), momentum);
    vec_put(vec_combine(x, y, z, spread_of(body[0].f)), momentum + 3);
}

// Inward pass: mass times center of the whole robot in the world, and its mass.
void LIMB__FOR_ISA(limb__mass_moment)(const limb_model *m, limb_work *w, const double *q,
                                      double sum[4])
{
    LIMB__FOR_ISA(limb__joint_steps)(m, w, q);
    const double *step = w->scratch->body, *base = m->base_pose;
    body_momentum *body = momenta_of(m, w);
    for (int at = 0; at < m->nbody; at++) {
        body[at].h = vec_splat(m->body_inertia + 10 * (size_t)at + 1);
        body[at].mass = m->body_inertia[10 * (size_t)at];
    }
    for (int i = m->njoint - 1; i >= 0; i--) {
        const axes f = axes_of(step + 12 * (size_t)i);
        body_momentum *to = &body[m->joint_parent[i]];
        to->h = vec_add(to->h, vec_add_scaled(turn_out(f, body[i + 1].h), body[i + 1].mass, f.p));
        to->mass += body[i + 1].mass;
    }
    const vec x = {base[0], base[4], base[8]}, y = {base[1], base[5], base[9]},
              z = {base[2], base[6], base[10]}, p = {base[3], base[7], base[11]};
    const vec h = vec_combine(x, y, z, spread_of(body[0].h));
    vec_put(vec_add_scaled(h, body[0].mass, p), sum);
    sum[3] = body[0].mass;
}

//---- from poses ----------------------------------------------------------------------------------

// Returns R h + m p of a body in the world.
LIMB__INLINE vec moment_in_world(const limb_model *m, const limb_work *w, int body)
{
    const double *inertia = m->body_inertia + 10 * (size_t)body;
    const axes f = axes_of(limb__body_pose(w, body));
    return vec_add_scaled(
        vec_combine(f.x, f.y, f.z, spread_splat(inertia[1], inertia[2], inertia[3])), inertia[0],
        f.p);
}

void LIMB__FOR_ISA(limb__center)(const limb_model *m, const limb_work *w, double center[3])
{
    vec sum = moment_in_world(m, w, 0);
    double mass = m->body_inertia[0];
    for (int body = 1; body < m->nbody; body++) {
        sum = vec_add(sum, moment_in_world(m, w, body));
        mass += m->body_inertia[10 * (size_t)body];
    }
    double moment[3];
    vec_put(sum, moment);
    for (int k = 0; k < 3; k++)
        center[k] = moment[k] / mass;
}
