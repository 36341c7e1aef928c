// Derivatives of inverse dynamics, in world axes about one point.
//
// A change dq of coordinate j moves every body k of its subtree along the motion S of j: inertias,
// velocities and forces rotate with it, but the parent's velocity vp and acceleration ap are
// unchanged (Carpentier and Mansard, RSS 2018). The remaining change of the force on k is linear in
// two vectors that depend only on j:
//     w = vp x S,   z = ap x S + vp x w:    df_k = S x* f_k + I_k z + B_k w
//     B_k x = v_k x* I_k x - I_k (v_k x x) + x x* I_k v_k
// and for the velocity of j: df_k = I_k (v_j x S + vp x S) + B_k S. Summed over the subtree of a
// joint, I, B and f become composites. A joint i between j and the base transmits the force on the
// subtree of j; a joint i in the subtree of j transmits only that on its own subtree, and there the
// rotation of S_i cancels the term S x* f. With the composites of j and
//     F = I S,  near = I z + B w,  far = near + S x* f,  r = I rate + B S,  back = B^T S
// the entries for i between j and the base are (after Singh, Russell and Wensing 2022):
//     dtau_i / dq_j = S_i . far_j        dtau_j / dq_i = F_j . z_i + back_j . w_i
//     dtau_i / dv_j = S_i . r_j          dtau_j / dv_i = F_j . rate_i + back_j . S_i
//
// Explicitly, with momentum (n, f) = I_k v_k, tensor T, h = m c and v_k = (u, v):
//     B_k (a, b) = (E a - n x a, -2 f x a),   E = [u] T + ([u] T)^T - v h^T - h v^T + 2 (v.h) 1
// so B consists of six numbers and the momentum, and both are summed over bodies.
#include "numbers/kernels/kernels.h"
#include "numbers/kernels/spatial.h"
#include "numbers/kernels/tiles.h"
#include "numbers/model/model.h"
#include "numbers/model/work.h"

#include <string.h>

typedef struct direction { // of one velocity coordinate of a joint
    six s, w, z, rate;
} direction;

typedef struct sums { // over a body and its subtree
    rigid inertia;
    six force, momentum;
    columns3 e;
} sums;

typedef struct parts { // of a body
    six velocity, acceleration;
    sums subtree;
    direction own;  // of a joint that shares its coordinate
    bool on_shared; // the joint, or one between it and the base, shares its coordinate
} parts;

// The effects of four coordinates, side by side.
typedef struct columns {
    double force[6][4], far[6][4], by_rate[6][4], back[3][4];
} columns;

_Static_assert(sizeof(parts) <= LIMB__WORK_PER_BODY * sizeof(double), "scratch per body");
_Static_assert(sizeof(direction) <= LIMB__WORK_PER_VELOCITY * sizeof(double), "scratch");
_Static_assert(sizeof(columns) <= 4 * LIMB__WORK_PER_MASS * sizeof(double), "scratch");

typedef struct task {
    const limb_model *m;
    const limb_work *w;
    parts *body;
    direction *direction;       // of each coordinate (nv, padded)
    columns *column;            // (nv, padded, / 4)
    double *by_q, *by_v, *by_a; // each may be NULL
} task;

static bool is_shared(const limb_model *m, int i);
static void go_outwards(const task *t, vec point, const double *v, const double *a);
static direction *directions_of(const task *t, int i);
static void clear_shared(const task *t, int v);
static void add_to_parent(const task *t, int i);
static void fill_columns(const task *t, int i);
static void add_columns(const task *t, int i);
static void fill_matrices(const task *t);
static void repair_floating(const task *t, int i);
static void add_shared(const task *t, int j);

void LIMB__FOR_ISA(limb__rnea_derivatives)(const limb_model *m, limb_work *w, const double *q,
                                           const double *v, const double *a, double *by_q,
                                           double *by_v, double *by_a)
{
    if (m->nv == 0) return;
    LIMB__FOR_ISA(limb__fk_bodies)(m, w, q);
    const task t = {.m = m,
                    .w = w,
                    .body = (parts *)(void *)w->scratch->body,
                    .direction = (direction *)(void *)w->scratch->velocity,
                    .column = (columns *)(void *)w->scratch->mass,
                    .by_q = by_q,
                    .by_v = by_v,
                    .by_a = by_a};
    go_outwards(&t, reference_point(m, w), v, a);
    const limb__model_fill *inner = &m->internal->fill;
    for (int i = 0; i < m->njoint && m->nmimic > 0; i++) {
        if (is_shared(m, i) && inner->v_joint[m->joint_v[i]] == i) clear_shared(&t, m->joint_v[i]);
    }
    for (int i = m->njoint - 1; i >= 0; i--) {
        if (!is_shared(m, i)) {
            fill_columns(&t, i);
        } else if (inner->grouped) {
            add_columns(&t, i);
        }
        add_to_parent(&t, i);
    }
    fill_matrices(&t);
    for (int i = 0; i < m->njoint && m->nmimic > 0; i++)
        add_shared(&t, i);
}

// Returns whether other joints move with the joint's coordinate.
static bool is_shared(const limb_model *m, int i)
{
    const limb__model_fill *inner = &m->internal->fill;
    return inner->joint_next[i] >= 0 || inner->v_joint[m->joint_v[i]] != i;
}

//---- outwards ------------------------------------------------------------------------------------

// Returns E of B, see above.
LIMB__INLINE columns3 e_of(rigid inertia, six velocity)
{
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const vec u = velocity.turn, v = velocity.move, h = inertia.h;
    columns3 e = {vec_cross(u, inertia.t.x), vec_cross(u, inertia.t.y), vec_cross(u, inertia.t.z)};
    e = columns3_add_product(e, vec_scaled(-1, v), spread_of(h));
    columns3 other = e;
    vec_transpose(&other.x, &other.y, &other.z);
    const double both = 2 * vec_dot(v, h);
    e = columns3_add(e, other);
    e.x = vec_add_scaled(e.x, both, vec_splat(unit[0]));
    e.y = vec_add_scaled(e.y, both, vec_splat(unit[1]));
    e.z = vec_add_scaled(e.z, both, vec_splat(unit[2]));
    return e;
}

// Per joint, all in world axes about the point: S of its coordinates, v = vp + S qd, a = ap + S qdd
// + v x S qd (Featherstone 2008, table 5.1, first loop), w, z and rate of each coordinate as
// defined above; then the body's own I, I v, f = I a + v x* I v and E. Gravity is an acceleration
// of the base.
static void go_outwards(const task *t, vec point, const double *v, const double *a)
{
    static const double zero[6] = {0};
    const limb_model *m = t->m;
    t->body[0].velocity = t->body[0].acceleration = six_of(zero);
    t->body[0].acceleration.move = vec_scaled(-1, vec_of(m->gravity));
    for (int i = 0; i < m->njoint; i++) {
        const parts *parent = &t->body[m->joint_parent[i]];
        parts *b = &t->body[i + 1];
        const double *pose = limb__body_pose(t->w, i + 1);
        const axes f = axes_of(pose);
        direction *own = directions_of(t, i);
        const int kind = m->joint_kind[i], count = limb__kind_nv(kind);
        const six vp = parent->velocity, ap = parent->acceleration;
        six joint = six_of(zero), change = six_of(zero);
        for (int k = 0; k < count; k++) {
            const double scale = m->joint_scale[i];
            own[k].s = joint_motion(f, point, kind, k);
            joint = six_add_scaled(joint, scale * v[m->joint_v[i] + k], own[k].s);
            change = six_add_scaled(change, scale * a[m->joint_v[i] + k], own[k].s);
        }
        const six velocity = six_add(vp, joint);
        const six acceleration = six_add(six_add(ap, change), cross_motion(velocity, joint));
        for (int k = 0; k < count; k++) {
            direction *d = &own[k];
            const six s = d->s, w = cross_motion(vp, s);
            d->w = w;
            d->z = six_add(cross_motion(ap, s), cross_motion(vp, w));
            d->rate = six_add(cross_motion(velocity, s), w);
        }
        const rigid inertia =
            rigid_in_world(pose, f, point, m->body_inertia + 10 * ((size_t)i + 1));
        const six momentum = rigid_apply(inertia, velocity);
        b->velocity = velocity;
        b->acceleration = acceleration;
        b->subtree.inertia = inertia;
        b->subtree.momentum = momentum;
        b->subtree.force =
            six_add(rigid_apply(inertia, acceleration), cross_force(velocity, momentum));
        b->subtree.e = e_of(inertia, velocity);
    }
}

// Returns the directions of joint i: its own if it shares a coordinate, else those
// of the coordinate.
static direction *directions_of(const task *t, int i)
{
    return is_shared(t->m, i) ? &t->body[i + 1].own : &t->direction[t->m->joint_v[i]];
}

// Clears the entries of a shared coordinate. The tiles have no row for it, but a column if its
// joints are attached to one body: their effects are added.
static void clear_shared(const task *t, int v)
{
    columns *c = &t->column[v / 4];
    memset(&t->direction[v], 0, sizeof(direction));
    for (int n = 0; n < 6; n++)
        c->force[n][v % 4] = c->far[n][v % 4] = c->by_rate[n][v % 4] = 0;
    for (int n = 0; n < 3; n++)
        c->back[n][v % 4] = 0;
}

//---- inwards -------------------------------------------------------------------------------------

// I, f, I v and E of all bodies have the same frame, so those of a subtree are simply added
// to the parent's.
static void add_to_parent(const task *t, int i)
{
    if (t->m->joint_parent[i] == 0) return;
    const sums *b = &t->body[i + 1].subtree;
    sums *parent = &t->body[t->m->joint_parent[i]].subtree;
    parent->inertia = rigid_add(parent->inertia, b->inertia);
    parent->force = six_add(parent->force, b->force);
    parent->momentum = six_add(parent->momentum, b->momentum);
    parent->e = columns3_add(parent->e, b->e);
}

// Returns B (a, b), see above: only the angular part a matters.
LIMB__INLINE six b_apply(const sums *b, vec turn)
{
    return (six){vec_add_cross(columns3_apply(b->e, turn), turn, b->momentum.turn),
                 vec_scaled(2, vec_cross(turn, b->momentum.move))};
}

// Returns B^T times a force-like vector: only the angular part is not zero.
LIMB__INLINE vec b_transposed(const sums *b, six force)
{
    const vec by_turn =
        vec_add_cross(columns3_apply(b->e, force.turn), b->momentum.turn, force.turn);
    return vec_add_scaled(by_turn, 2, vec_cross(b->momentum.move, force.move));
}

typedef struct effects { // of a coordinate on itself and on those between it and the base
    six force, near, far, by_rate;
    vec back;
} effects;

// Returns F, near, far, r and back of a coordinate, see above.
LIMB__INLINE effects effects_of(const sums *b, const direction *d)
{
    effects e;
    e.force = rigid_apply(b->inertia, d->s);
    e.near = six_add(rigid_apply(b->inertia, d->z), b_apply(b, d->w.turn));
    e.far = six_add(e.near, cross_force(d->s, b->force));
    e.by_rate = six_add(rigid_apply(b->inertia, d->rate), b_apply(b, d->s.turn));
    e.back = b_transposed(b, d->s);
    return e;
}

static void add_entries(const task *t, int j, int k, const effects *e, int i);

// Stores the effects of each coordinate of the joint, transposed: four coordinates side by side.
static void fill_columns(const task *t, int i)
{
    const sums *b = &t->body[i + 1].subtree;
    const direction *own = directions_of(t, i);
    for (int k = 0; k < limb__kind_nv(t->m->joint_kind[i]); k++) {
        const int v = t->m->joint_v[i] + k, lane = v % 4;
        const effects e = effects_of(b, &own[k]);
        columns *c = &t->column[v / 4];
        double force[6], far[6], by_rate[6], back[3];
        six_put(e.force, force);
        six_put(e.far, far);
        six_put(e.by_rate, by_rate);
        vec_put(e.back, back);
        for (int n = 0; n < 6; n++) {
            c->force[n][lane] = force[n];
            c->far[n][lane] = far[n];
            c->by_rate[n][lane] = by_rate[n];
        }
        for (int n = 0; n < 3; n++)
            c->back[n][lane] = back[n];
    }
}

// The same for a joint that shares its coordinate: effects are added.
static void add_columns(const task *t, int i)
{
    const double scale = t->m->joint_scale[i];
    const int v = t->m->joint_v[i], lane = v % 4;
    const effects e = effects_of(&t->body[i + 1].subtree, directions_of(t, i));
    columns *c = &t->column[v / 4];
    double force[6], far[6], by_rate[6], back[3];
    six_put(six_scaled(scale, e.force), force);
    six_put(six_scaled(scale, e.far), far);
    six_put(six_scaled(scale, e.by_rate), by_rate);
    vec_put(vec_scaled(scale, e.back), back);
    for (int n = 0; n < 6; n++) {
        c->force[n][lane] += force[n];
        c->far[n][lane] += far[n];
        c->by_rate[n][lane] += by_rate[n];
    }
    for (int n = 0; n < 3; n++)
        c->back[n][lane] += back[n];
}

//---- entries -------------------------------------------------------------------------------------

// Returns F_j . a + back_j . b for four j.
LIMB__INLINE limb__v4 backwards(const columns *c, const six *a, const vec *b)
{
    const limb__v4 *back = (const limb__v4 *)(const void *)c->back;
    const double *turn = (const double *)b;
    limb__v4 sum = six_along(a, (const limb__v4 *)(const void *)c->force);
    sum = fma4(limb__splat4(turn[0]), back[0], sum);
    sum = fma4(limb__splat4(turn[1]), back[1], sum);
    return fma4(limb__splat4(turn[2]), back[2], sum);
}

// For i between j and the base: dtau_i / dq_j = S_i . far_j; mirrored dtau_j / dq_i = F_j . z_i +
// back_j . w_i.
LIMB__INLINE void by_q_tile(const void *ctx, int from, int column, limb__v4 row[4],
                            limb__v4 mirror[4])
{
    const task *t = ctx;
    const columns *c = &t->column[column / 4];
    const direction *d = &t->direction[from];
    for (int k = 0; k < 4; k++) {
        row[k] = six_along(&d[k].s, (const limb__v4 *)(const void *)c->far);
        mirror[k] = backwards(c, &d[k].z, &d[k].w.turn);
    }
}

// The same for velocities: dtau_i / dv_j = S_i . r_j; mirrored dtau_j / dv_i = F_j . rate_i +
// back_j . S_i.
LIMB__INLINE void by_v_tile(const void *ctx, int from, int column, limb__v4 row[4],
                            limb__v4 mirror[4])
{
    const task *t = ctx;
    const columns *c = &t->column[column / 4];
    const direction *d = &t->direction[from];
    for (int k = 0; k < 4; k++) {
        row[k] = six_along(&d[k].s, (const limb__v4 *)(const void *)c->by_rate);
        mirror[k] = backwards(c, &d[k].rate, &d[k].s.turn);
    }
}

// dtau_i / da_j = S_i . F_j, the mass matrix, which is symmetric.
LIMB__INLINE void by_a_tile(const void *ctx, int from, int column, limb__v4 row[4],
                            limb__v4 mirror[4])
{
    const task *t = ctx;
    const columns *c = &t->column[column / 4];
    const direction *d = &t->direction[from];
    for (int k = 0; k < 4; k++)
        row[k] = mirror[k] = six_along(&d[k].s, (const limb__v4 *)(const void *)c->force);
}

static void fill_matrices(const task *t)
{
    const limb_model *m = t->m;
    const int64_t *v_end = m->internal->fill.v_end;
    if (t->by_q) fill_tiles(m->nv, v_end, t, by_q_tile, t->by_q);
    if (t->by_v) fill_tiles(m->nv, v_end, t, by_v_tile, t->by_v);
    if (t->by_a) fill_tiles(m->nv, v_end, t, by_a_tile, t->by_a);
    for (int k = 0; k < m->internal->fill.nfloating && t->by_q; k++)
        repair_floating(t, m->internal->fill.floating[k]);
}

// Corrects the entries between the coordinates of one floating joint, where the force does not
// rotate: near instead of far.
static void repair_floating(const task *t, int i)
{
    const sums *b = &t->body[i + 1].subtree;
    const direction *own = directions_of(t, i);
    const size_t v = (size_t)t->m->joint_v[i], nv = (size_t)t->m->nv;
    for (size_t k = 1; k < 6; k++) {
        const effects e = effects_of(b, &own[k]);
        for (size_t c = 0; c < k; c++)
            t->by_q[(v + c) * nv + v + k] = six_dot(own[c].s, e.near);
    }
}

// Adds the entries between joint j and those between it and the base, in both directions, that the
// tiles lack: those of a joint that shares its coordinate, or all if j shares its coordinate and
// has no column in the tiles. Entries are added from the base outward.
static void add_shared(const task *t, int j)
{
    const limb_model *m = t->m;
    const bool shared = is_shared(m, j), alone = shared && !m->internal->fill.grouped;
    parts *b = &t->body[j + 1];
    b->on_shared = shared || (m->joint_parent[j] > 0 && t->body[m->joint_parent[j]].on_shared);
    if (!b->on_shared) return;
    for (int k = 0; k < limb__kind_nv(m->joint_kind[j]); k++) {
        const effects e = effects_of(&b->subtree, directions_of(t, j) + k);
        for (int at = j + 1; at > 0 && (alone || t->body[at].on_shared);
             at = m->joint_parent[at - 1]) {
            if (alone || is_shared(m, at - 1)) add_entries(t, j, k, &e, at - 1);
        }
    }
}

static void add_entry(const task *t, double *matrix, int row, int column, double value)
{
    if (matrix) matrix[(size_t)row * (size_t)t->m->nv + (size_t)column] += value;
}

// Adds the entries between coordinate k of joint j and all of joint i.
static void add_entries(const task *t, int j, int k, const effects *e, int i)
{
    const limb_model *m = t->m;
    const int row = m->joint_v[j] + k;
    const double scale = m->joint_scale[i] * m->joint_scale[j];
    const direction *other = directions_of(t, i);
    for (int c = 0; c < limb__kind_nv(m->joint_kind[i]); c++, other++) {
        const int column = m->joint_v[i] + c;
        const six s = six_scaled(scale, other->s);
        // the effect of j on itself and on joints towards the base
        add_entry(t, t->by_q, column, row, six_dot(s, i == j ? e->near : e->far));
        add_entry(t, t->by_v, column, row, six_dot(s, e->by_rate));
        add_entry(t, t->by_a, column, row, six_dot(s, e->force));
        if (i == j) continue;
        // the effect of those joints on j: only the subtree of j matters
        add_entry(t, t->by_q, row, column,
                  scale * (six_dot(e->force, other->z) + vec_dot(e->back, other->w.turn)));
        add_entry(t, t->by_v, row, column,
                  scale * (six_dot(e->force, other->rate) + vec_dot(e->back, other->s.turn)));
        add_entry(t, t->by_a, row, column, six_dot(s, e->force));
    }
}
