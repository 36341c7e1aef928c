// Inverse dynamics by the recursive Newton-Euler algorithm.
//
// In the axes of each body, outward pass: angular velocity w, angular acceleration w', and
// acceleration a of the origin; a point at r from it has a + w' x r + w x (w x r) (Luh, Walker and
// Paul 1980; Featherstone 2008, table 5.1). Then the body's own force m a + w' x h + w x (w x h)
// and moment I w' + w x I w + h x a about its origin, h = m c; the inward pass sums them. Joint
// axes are z, so the joint's component of a vector is its third entry.
#include "numbers/kernels/kernels.h"
#include "numbers/model/bodies.h"
#include "numbers/model/work.h"
#include "numbers/simd/vec_one.h"

typedef struct rnea_motion {
    vec w, dw, a;
} rnea_motion;

typedef struct rnea_body { // the values of a body that are kept between the two passes
    rnea_motion motion;
    vec force, moment;
} rnea_body;

// w' x r + w x (w x r): what a point at r feels beyond the origin's acceleration
LIMB__INLINE vec swing(rnea_motion b, vec r)
{
    return vec_add_cross(vec_cross(b.dw, r), b.w, vec_cross(b.w, r));
}

// the joint's own motion on top of the parent's, already in the body's axes
LIMB__INLINE rnea_motion joint_moves(rnea_motion b, int kind, double scale, const double *v,
                                     const double *a)
{
    if (kind == LIMB_MOTION_REVOLUTE) {
        const double rate = scale * v[0];
        b.dw = vec_add_z(vec_add(b.dw, vec_cross_z(b.w, rate)), scale * a[0]);
        b.w = vec_add_z(b.w, rate);
    } else if (kind == LIMB_MOTION_PRISMATIC) {
        b.a = vec_add_z(vec_add(b.a, vec_cross_z(b.w, 2 * scale * v[0])), scale * a[0]);
    } else {
        const vec turn = vec_of(v), move = vec_of(v + 3);
        b.dw = vec_add(vec_add_cross(b.dw, b.w, turn), vec_of(a));
        b.a = vec_add_cross(b.a, b.w, move);
        b.w = vec_add(b.w, turn);
        b.a = vec_add(vec_add_cross(b.a, b.w, move), vec_of(a + 3));
    }
    return b;
}

// force m a + w' x h + w x (w x h) and moment I w' + w x I w + h x a that the body alone needs,
// about its origin in its axes
LIMB__INLINE void own_force(const double *inertia, rnea_motion b, rnea_body *out)
{
    const vec h = vec_splat(inertia + 1);
    vec x, y, z;
    tensor_columns(inertia + 4, &x, &y, &z);
    const vec spin = vec_combine(x, y, z, spread_of(b.w));
    const vec turn = vec_combine(x, y, z, spread_of(b.dw));
    out->force = vec_add_scaled(swing(b, h), inertia[0], b.a);
    out->moment = vec_add_cross(vec_add_cross(turn, b.w, spin), h, b.a);
}

// Featherstone 2008, table 5.1, first loop: motion of each body in its own axes. Gravity is treated
// as an acceleration -g of the base.
LIMB__INLINE void outwards(const limb_model *m, const double *step, const double *v,
                           const double *a, rnea_body *body)
{
    static const double nothing[3] = {0};
    const double *base = m->base_pose;
    const vec lift = vec_scaled(-1, vec_combine(vec_of(base), vec_of(base + 4), vec_of(base + 8),
                                                spread_of(vec_of(m->gravity))));
    rnea_motion b = {vec_splat(nothing), vec_splat(nothing), lift};
    body[0].motion = b;
    for (int i = 0; i < m->njoint; i++) {
        const double *pose = step + 12 * (size_t)i;
        const int parent = m->joint_parent[i];
        if (parent != i) b = body[parent].motion; // mostly the one just computed
        // a of the joint's origin, in the parent's axes; then all into the body's axes; then the
        // joint's own motion
        if (parent > 0) b.a = vec_add(b.a, swing(b, origin_of(pose))); // the base does not turn
        b = (rnea_motion){turn_in(pose, b.w), turn_in(pose, b.dw), turn_in(pose, b.a)};
        b = joint_moves(b, m->joint_kind[i], m->joint_scale[i], v + m->joint_v[i],
                        a + m->joint_v[i]);
        body[i + 1].motion = b;
        own_force(m->body_inertia + 10 * ((size_t)i + 1), b, &body[i + 1]);
    }
}

// Table 5.1, second loop: tau_i = S_i^T f_i, where S is z; then f_i to the parent, in its axes
// about its origin.
LIMB__INLINE void inwards(const limb_model *m, const double *step, rnea_body *body, double *tau)
{
    static const double zero[3] = {0};
    const vec nothing = vec_splat(zero);
    for (int v = 0; v < m->nv; v++)
        tau[v] = 0;
    // from the child just computed, not stored
    vec carried_force = nothing, carried_moment = nothing;
    for (int i = m->njoint - 1; i >= 0; i--) {
        const vec force = vec_add(body[i + 1].force, carried_force);
        const vec moment = vec_add(body[i + 1].moment, carried_moment);
        const int kind = m->joint_kind[i], parent = m->joint_parent[i];
        double *own = tau + m->joint_v[i];
        if (kind == LIMB_MOTION_FLOATING) {
            vec_put(moment, own);
            vec_put(force, own + 3);
        } else {
            const double along = vec_z(kind == LIMB_MOTION_REVOLUTE ? moment : force);
            *own = limb__fma1(m->joint_scale[i], along, *own);
        }
        carried_force = carried_moment = nothing;
        if (parent == 0) continue;
        const axes f = axes_of(step + 12 * (size_t)i);
        const vec turned = turn_out(f, force);
        const vec turning = vec_add_cross(turn_out(f, moment), f.p, turned);
        if (parent == i) {
            carried_force = turned;
            carried_moment = turning;
        } else {
            body[parent].force = vec_add(body[parent].force, turned);
            body[parent].moment = vec_add(body[parent].moment, turning);
        }
    }
}
_Static_assert(sizeof(rnea_body) + 12 * sizeof(double) <= LIMB__WORK_PER_BODY * sizeof(double),
               "scratch per body");

void LIMB__FOR_ISA(limb__rnea)(const limb_model *m, limb_work *w, const double *q, const double *v,
                               const double *a, const double *wrench, double *tau)
{
    LIMB__FOR_ISA(limb__joint_steps)(m, w, q);
    const double *step = w->scratch->body;
    rnea_body *body = (rnea_body *)(void *)(w->scratch->body + 12 * (size_t)m->nbody);
    outwards(m, step, v, a, body);
    for (int at = 1; at < m->nbody && wrench; at++) {
        body[at].moment = vec_subtract(body[at].moment, vec_of(wrench + 6 * at));
        body[at].force = vec_subtract(body[at].force, vec_of(wrench + 6 * at + 3));
    }
    inwards(m, step, body, tau);
}
