// Forward dynamics by articulated bodies, in world axes.
//
// Outward pass: velocities, rigid inertias and bias forces. Inward pass: the articulated
// inertia IA of each body, its apparent inertia while its subtree moves freely, and the bias
// force pA, which keeps it at zero acceleration. Second outward pass: accelerations
// (Featherstone 2008, table 7.1). In world axes about one common point, a quantity is added to
// its parent's without a transformation.
//
// Joints that share a coordinate (numbers/model/groups.c) are processed together: relative to the
// body that carries the group, each of their bodies has its own motion S and drift c, summed along
// the path from there. Then U = sum IA S, D = sum S^T IA S, and the rest is as for one joint.
#include "numbers/kernels/kernels.h"
#include "numbers/kernels/spatial.h"
#include "numbers/math/dense.h"
#include "numbers/model/model.h"
#include "numbers/model/work.h"

#include <math.h>

typedef struct articulated { // the symmetric 6x6 matrix [A H; H^T M]
    columns3 a, h, ht, m;
} articulated;

// Small, so that the bodies of a humanoid stay in the L1 cache; fields are reused between passes.
typedef struct aba_body {
    six rate;            // velocity; at the end acceleration
    six motion;          // S, relative to the body that carries the group
    six drift;           // c: acceleration at zero joint acceleration, relative to the same body
    six force;           // pA; of the first joint of a group then -U / D; floating: tau - pA
    articulated inertia; // IA; before a child is added, a, h.x and mass are those of the body alone
    double mass;
    double rest; // (tau - S^T (pA + IA c)) / D
    bool carries;
} aba_body;

_Static_assert(sizeof(aba_body) + sizeof(rigid) <= LIMB__WORK_PER_BODY * sizeof(double),
               "scratch per body");

// Ratio of pivots below which aba_is_regular examines a coordinate more closely. Pivots of a
// floating joint are closer to each other in any real body, and a small one magnifies rounding.
static const double SUSPICIOUS = 1e-10, SUSPICIOUS_FLOATING = 1e-7;

// Relative rounding error of a difference of nearly equal numbers, with a margin for
// a few operations.
static const double ROUNDING = 1e-14;

typedef struct aba_range { // of D over all coordinates
    double min, max;
    bool suspicious; // of one floating joint
} aba_range;

typedef struct aba_sums { // over the joints of a group
    six bias, u;          // pA + IA c, IA S
    double along, against;
} aba_sums;

static void aba_start(const limb_model *m, const limb_work *w, vec point, const double *v, int i,
                      aba_body *body);
static void aba_settle(aba_body *b);
static double aba_inwards(const limb_model *m, const limb__forward_input *in, int i,
                          aba_body *body);
static bool aba_inwards_floating(const double *pose, vec point, const double *tau, aba_body *b,
                                 aba_body *parent, double *factors, aba_range *range);
static bool aba_is_regular(const limb_model *m, const limb_work *w, vec point,
                           const aba_body *body);
static bool exceeds_rounding(const double *factors, const double held[6], int k);
static void aba_outwards(const limb_model *m, const limb_work *w, vec point, int i, aba_body *body,
                         double *a);
static double *aba_factors(const limb_model *m, const limb_work *w, int i);
static void put_columns(columns3 t, double *out);
static six wrench_to_world(const double *pose, vec point, const double local[6]);

bool LIMB__FOR_ISA(limb__aba)(const limb_model *m, limb_work *w, const limb__forward_input *in,
                              double *a)
{
    LIMB__FOR_ISA(limb__fk_bodies)(m, w, in->q);
    const vec point = reference_point(m, w);
    aba_body *body = (aba_body *)(void *)w->scratch->body;
    static const double zero[6] = {0};
    body[0].rate = six_of(zero);
    for (int i = 0; i < m->njoint; i++)
        aba_start(m, w, point, in->v, i, body);
    for (int at = 1; at < m->nbody && in->wrench; at++) {
        const six wrench = wrench_to_world(limb__body_pose(w, at), point, in->wrench + 6 * at);
        body[at].force = six_add_scaled(body[at].force, -1, wrench);
    }
    bool regular = true;
    aba_range range = {(double)INFINITY, 0, false};
    for (int i = m->njoint - 1; i >= 0; i--) {
        aba_body *b = &body[i + 1];
        aba_settle(b);
        if (m->joint_kind[i] == LIMB_MOTION_FLOATING) {
            aba_body *parent = m->joint_parent[i] == 0 ? NULL : &body[m->joint_parent[i]];
            regular &=
                aba_inwards_floating(limb__body_pose(w, i + 1), point, in->tau + m->joint_v[i], b,
                                     parent, aba_factors(m, w, i), &range);
        } else if (m->internal->fill.v_joint[m->joint_v[i]] == i) {
            const double along = aba_inwards(m, in, i, body);
            regular &= along > 0; // a zero results in NaN in the bodies closer to the base
            range.min = range.min < along ? range.min : along;
            range.max = range.max > along ? range.max : along;
        }
    }
    if (regular && (range.suspicious || !(range.min > SUSPICIOUS * range.max)))
        regular = aba_is_regular(m, w, point, body);
    body[0].rate.move = vec_scaled(-1, vec_of(in->gravity));
    for (int i = 0; i < m->njoint; i++)
        aba_outwards(m, w, point, i, body, a);
    return regular;
}

// Featherstone 2008, table 7.1, pass 1, in world axes about the point: v_i = v_p + S qd,
// c_i = v_i x S qd, I_i and p_i = v_i x* I_i v_i
static void aba_start(const limb_model *m, const limb_work *w, vec point, const double *v, int i,
                      aba_body *body)
{
    aba_body *b = &body[i + 1];
    const int kind = m->joint_kind[i], parent = m->joint_parent[i];
    const double *pose = limb__body_pose(w, i + 1), *rate = v + m->joint_v[i];
    const axes f = axes_of(pose);
    six joint;
    if (kind == LIMB_MOTION_FLOATING) {
        const vec turn = turn_out(f, vec_of(rate)), move = turn_out(f, vec_of(rate + 3));
        joint = (six){turn, vec_add_cross(move, vec_subtract(f.p, point), turn)};
    } else {
        six motion = joint_motion(f, point, kind, 0);
        if (m->nmimic > 0) motion = six_scaled(m->joint_scale[i], motion);
        b->motion = motion;
        joint = six_scaled(rate[0], motion);
    }
    const six velocity = six_add(body[parent].rate, joint);
    b->rate = velocity;
    b->drift = cross_motion(velocity, joint);
    if (m->internal->fill.joint_above[i] != parent) { // the parent is moved by another joint of
                                                      // the same group
        b->motion = six_add(b->motion, body[parent].motion);
        b->drift = six_add(b->drift, body[parent].drift);
    }
    const rigid own = rigid_in_world(pose, f, point, m->body_inertia + 10 * ((size_t)i + 1));
    b->inertia.a = own.t;
    b->inertia.h.x = own.h;
    b->mass = own.m;
    b->force = cross_force(velocity, rigid_apply(own, velocity));
    b->carries = false;
}

// the body's own inertia in full
LIMB__INLINE articulated aba_own(const aba_body *b)
{
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    articulated own;
    own.a = b->inertia.a;
    skew_columns(b->inertia.h.x, &own.h.x, &own.h.y, &own.h.z);
    own.ht = (columns3){vec_scaled(-1, own.h.x), vec_scaled(-1, own.h.y), vec_scaled(-1, own.h.z)};
    own.m =
        (columns3){vec_scaled(b->mass, vec_splat(unit[0])), vec_scaled(b->mass, vec_splat(unit[1])),
                   vec_scaled(b->mass, vec_splat(unit[2]))};
    return own;
}

// Adds the body's own inertia to the articulated inertia of a leaf.
static void aba_settle(aba_body *b)
{
    if (b->carries) return;
    // field by field: the compiler copies structures of this size by a slow instruction
    const articulated own = aba_own(b);
    b->inertia.h = own.h;
    b->inertia.ht = own.ht;
    b->inertia.m = own.m;
}

LIMB__INLINE six articulated_apply(const articulated *i, const six *m)
{
    const spread turn = spread_at(&m->turn), move = spread_at(&m->move);
    return (six){vec_add(vec_combine(i->a.x, i->a.y, i->a.z, turn),
                         vec_combine(i->h.x, i->h.y, i->h.z, move)),
                 vec_add(vec_combine(i->ht.x, i->ht.y, i->ht.z, turn),
                         vec_combine(i->m.x, i->m.y, i->m.z, move))};
}

LIMB__INLINE aba_sums aba_sums_of(const aba_body *b)
{
    aba_sums s;
    s.u = articulated_apply(&b->inertia, &b->motion);
    s.bias = six_add(b->force, articulated_apply(&b->inertia, &b->drift));
    s.along = six_dot(b->motion, s.u);
    s.against = six_dot(b->motion, s.bias);
    return s;
}

// *sum = to + i + part u^T
LIMB__INLINE void articulated_add(const articulated *to, const articulated *i, six part, six u,
                                  articulated *sum)
{
    const spread turn = spread_of(u.turn), move = spread_of(u.move);
    sum->a = columns3_add_product(columns3_add(to->a, i->a), part.turn, turn);
    sum->h = columns3_add_product(columns3_add(to->h, i->h), part.turn, move);
    sum->ht = columns3_add_product(columns3_add(to->ht, i->ht), part.move, turn);
    sum->m = columns3_add_product(columns3_add(to->m, i->m), part.move, move);
}

// Pass 2: U = IA S, D = S^T U, u = tau - S^T (pA + IA c); the parent receives IA - U U^T / D and pA
// + IA c + U u / D. Returns D, the inertia along the coordinate while its subtree moves freely.
static double aba_inwards(const limb_model *m, const limb__forward_input *in, int i, aba_body *body)
{
    const int *next = m->internal->fill.joint_next;
    const int above = m->internal->fill.joint_above[i], at = m->joint_v[i];
    aba_body *b = &body[i + 1];
    aba_sums sums = aba_sums_of(b);
    for (int j = next[i]; j >= 0; j = next[j]) {
        const aba_sums more = aba_sums_of(&body[j + 1]);
        sums.bias = six_add(sums.bias, more.bias);
        sums.u = six_add(sums.u, more.u);
        sums.along += more.along;
        sums.against += more.against;
    }
    const double along = in->armature ? sums.along + in->armature[at] : sums.along;
    const double share = 1 / along, rest = in->tau[at] - sums.against;
    const six part = six_scaled(-share, sums.u);
    b->force = part;
    b->rest = rest * share;
    b->mass = along; // which is no longer needed
    if (above == 0) return along;
    aba_body *to = &body[above];
    to->force = six_add(to->force, six_add_scaled(sums.bias, -rest, part));
    if (to->carries) {
        articulated_add(&to->inertia, &b->inertia, part, sums.u, &to->inertia);
    } else {
        const articulated own = aba_own(to);
        articulated_add(&own, &b->inertia, part, sums.u, &to->inertia);
    }
    to->carries = true;
    for (int j = next[i]; j >= 0; j = next[j]) {
        const articulated *more = &body[j + 1].inertia;
        to->inertia.a = columns3_add(to->inertia.a, more->a);
        to->inertia.h = columns3_add(to->inertia.h, more->h);
        to->inertia.ht = columns3_add(to->inertia.ht, more->ht);
        to->inertia.m = columns3_add(to->inertia.m, more->m);
    }
    return along;
}

// Pass 2 of a floating joint: with six free coordinates IA - U D^-1 U^T is zero, so the parent
// receives only the wrench of the joint itself; tau is in the body's axes. Factors IA for pass 3.
static bool aba_inwards_floating(const double *pose, vec point, const double *tau, aba_body *b,
                                 aba_body *parent, double *factors, aba_range *range)
{
    const articulated *ia = &b->inertia;
    put_columns(ia->a, factors); // only the upper triangle is needed
    put_columns(ia->h, factors + 3);
    put_columns(ia->m, factors + 21);
    const six wrench = wrench_to_world(pose, point, tau);
    b->force = six_add_scaled(wrench, -1, b->force);
    if (parent) parent->force = six_add(parent->force, wrench);
    const bool regular = limb__ldlt_factor(factors, 6);
    double min = factors[0], max = factors[0];
    for (int k = 1; k < 6; k++) {
        min = factors[7 * k] < min ? factors[7 * k] : min;
        max = factors[7 * k] > max ? factors[7 * k] : max;
    }
    range->suspicious |= !(min > SUSPICIOUS_FLOATING * max);
    range->min = range->min < min ? range->min : min;
    range->max = range->max > max ? range->max : max;
    return regular;
}

// Returns whether every D is significant compared with the inertia along its coordinate while
// the subtree is held rigid, which is the diagonal of the mass matrix. A remainder of
// cancellation is not significant.
static bool aba_is_regular(const limb_model *m, const limb_work *w, vec point, const aba_body *body)
{
    rigid *subtree = (rigid *)(void *)(w->scratch->body +
                                       (sizeof(aba_body) / sizeof(double)) * (size_t)m->nbody);
    for (int i = 0; i < m->njoint; i++) {
        const double *pose = limb__body_pose(w, i + 1);
        subtree[i + 1] =
            rigid_in_world(pose, axes_of(pose), point, m->body_inertia + 10 * ((size_t)i + 1));
    }
    bool regular = true;
    for (int i = m->njoint - 1; i >= 0; i--) {
        if (m->joint_parent[i] > 0)
            subtree[m->joint_parent[i]] = rigid_add(subtree[m->joint_parent[i]], subtree[i + 1]);
        if (m->joint_kind[i] == LIMB_MOTION_FLOATING) {
            double full[3][3];
            vec_put(subtree[i + 1].t.x, full[0]);
            vec_put(subtree[i + 1].t.y, full[1]);
            vec_put(subtree[i + 1].t.z, full[2]);
            const double *factors = aba_factors(m, w, i), mass = subtree[i + 1].m;
            const double held[6] = {full[0][0], full[1][1], full[2][2], mass, mass, mass};
            for (int k = 0; k < 6; k++)
                regular &= exceeds_rounding(factors, held, k);
        } else if (m->internal->fill.v_joint[m->joint_v[i]] == i) {
            double held = 0;
            for (int j = i; j >= 0; j = m->internal->fill.joint_next[j])
                held +=
                    six_dot(body[j + 1].motion, rigid_apply(subtree[j + 1], body[j + 1].motion));
            regular &= body[i + 1].mass > LIMB__SINGULAR * held;
        }
    }
    return regular;
}

// Returns whether a pivot of a floating joint is significant. The pivot is x^T IA x for the motion
// x that has 1 in its own coordinate and 0 in the later ones and needs the least force, so that U x
// = 0 for the earlier ones. If rotation and translation nearly cancel, x is large, and so is the
// rounding error of the sum.
static bool exceeds_rounding(const double *factors, const double held[6], int k)
{
    double x[6], size = sqrt(held[k]);
    x[k] = 1;
    for (int i = k - 1; i >= 0; i--) {
        x[i] = 0;
        for (int j = i + 1; j <= k; j++)
            x[i] -= factors[6 * i + j] * x[j];
        size += fabs(x[i]) * sqrt(held[i]);
    }
    const double pivot = factors[7 * k];
    return pivot > LIMB__SINGULAR * held[k] && pivot > ROUNDING * size * size;
}

// Pass 3: qdd = (u - U^T (a_p + c)) / D, a_i = a_p + c + S qdd; gravity is an acceleration
// of the base
static void aba_outwards(const limb_model *m, const limb_work *w, vec point, int i, aba_body *body,
                         double *a)
{
    aba_body *b = &body[i + 1];
    const six carried = body[m->internal->fill.joint_above[i]].rate;
    double *out = a + m->joint_v[i];
    if (m->joint_kind[i] == LIMB_MOTION_FLOATING) {
        double solved[6];
        six_put(b->force, solved);
        limb__ldlt_solve(aba_factors(m, w, i), 6, solved);
        b->rate = six_of(solved);
        // the joint's own acceleration at the body's origin, in its axes
        const double *pose = limb__body_pose(w, i + 1);
        const six own = six_add_scaled(b->rate, -1, six_add(carried, b->drift));
        const vec move = vec_add_cross(own.move, own.turn, vec_subtract(origin_of(pose), point));
        vec_put(turn_in(pose, own.turn), out);
        vec_put(turn_in(pose, move), out + 3);
        return;
    }
    if (m->internal->fill.v_joint[m->joint_v[i]] == i)
        out[0] = b->rest + six_dot(b->force, carried);
    b->rate = six_add_scaled(six_add(carried, b->drift), out[0], b->motion);
}

// Returns IA of a floating joint (6 x 6), in world axes about the point, which becomes its factors
// L D L^T.
static double *aba_factors(const limb_model *m, const limb_work *w, int i)
{
    return w->scratch->mass + LIMB__WORK_PER_MASS * (size_t)m->joint_v[i];
}

// Stores a 3x3 matrix into three rows of a 6x6 matrix.
static void put_columns(columns3 t, double *out)
{
    const vec column[3] = {t.x, t.y, t.z};
    for (int k = 0; k < 3; k++) {
        double entry[3];
        vec_put(column[k], entry);
        for (int row = 0; row < 3; row++)
            out[6 * row + k] = entry[row];
    }
}

// Converts a moment and force about a body's origin in its axes to the common point and world axes.
static six wrench_to_world(const double *pose, vec point, const double local[6])
{
    const axes f = axes_of(pose);
    const vec force = turn_out(f, vec_of(local + 3));
    return (six){vec_add_cross(turn_out(f, vec_of(local)), vec_subtract(f.p, point), force), force};
}
