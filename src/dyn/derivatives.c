// Derivatives of inverse and forward dynamics, analytically.
//
// In world axes about one point (after Carpentier and Mansard, RSS 2018). Moving coordinate j by dq
// drags every body k behind it along its motion S: inertias, velocities and forces turn with it,
// except that the parent's velocity vp and acceleration ap stay behind. What remains of the change
// of the force on k is linear in two vectors that belong to j alone:
//     w = vp x S,   z = ap x S + vp x w:    df_k = S x* f_k + I_k z + B_k w
//     B_k x = v_k x* I_k x - I_k (v_k x x) + x x* I_k v_k
// and for the rate of j: df_k = I_k (v_j x S + vp x S) + B_k S. Summed over the bodies behind a
// joint, I, B and f become composites; a joint i between j and the base feels those behind j, one
// behind j only those behind itself, and there the turning of S_i cancels the term S x* f.
//
// Written out, with momentum (n, f) = I_k v_k, tensor T, h = m c and v_k = (u, v):
//     B_k (a, b) = (E a - n x a, -2 f x a),   E = [u] T + ([u] T)^T - v h^T - h v^T + 2 (v.h) 1
// so B is six numbers and the momentum, and both add up over bodies.
#include "limb/dynamics.h"

#include "kernels/spatial.h"
#include "limb/kinematics.h"
#include "math/dense.h"
#include "model/work.h"

#include <string.h>

typedef struct direction { // of one velocity coordinate of a joint
    six s, w, z, rate;
} direction;

typedef struct parts { // of a body; inertia, force, momentum and e with all behind it
    six velocity, acceleration;
    rigid inertia;
    six force, momentum;
    columns3 e;
    direction direction; // of its joint; floating ones keep theirs in the scratch of velocities
} parts;

_Static_assert(sizeof(parts) <= LIMB__WORK_PER_BODY * sizeof(double), "scratch per body");
_Static_assert(sizeof(direction) <= LIMB__WORK_PER_VELOCITY * sizeof(double), "scratch");

typedef struct task {
    const limb_model *m;
    limb_work *w;
    parts *body;
    double *by_q, *by_v, *by_a; // each may be NULL
} task;

static void go_outwards(const task *t, vec point, const double *v, const double *a);
static columns3 e_of(rigid inertia, six velocity);
static six b_apply(const parts *b, vec turn);
static vec b_transposed(const parts *b, six force);
static direction *directions_of(const task *t, int i);
static void fill_entries(const task *t, int j, int k);
static void add_entry(const task *t, double *matrix, int row, int column, double value);

void limb_inverse_dynamics_derivatives(const limb_model *m, limb_work *w, const double *q,
                                       const double *v, const double *a, double *by_q, double *by_v,
                                       double *by_a)
{
    const size_t size = (size_t)m->nv * (size_t)m->nv * sizeof(double);
    if (by_q) memset(by_q, 0, size);
    if (by_v) memset(by_v, 0, size);
    if (by_a) memset(by_a, 0, size);
    limb_fk(m, w, q);
    const task t = {m, w, (parts *)(void *)w->scratch->body, by_q, by_v, by_a};
    go_outwards(&t, reference_point(m, w), v, a);
    for (int i = m->njoint - 1; i >= 0; i--) {
        const parts *b = &t.body[i + 1];
        for (int k = 0; k < limb__kind_nv(m->joint_kind[i]); k++)
            fill_entries(&t, i, k);
        if (m->joint_parent[i] == 0) continue;
        parts *parent = &t.body[m->joint_parent[i]];
        parent->inertia = rigid_add(parent->inertia, b->inertia);
        parent->force = six_add(parent->force, b->force);
        parent->momentum = six_add(parent->momentum, b->momentum);
        parent->e = columns3_add(parent->e, b->e);
    }
}

// velocities and accelerations, each body's own inertia, force and B, and the joints' directions
static void go_outwards(const task *t, vec point, const double *v, const double *a)
{
    const limb_model *m = t->m;
    const six nothing = {{0, 0, 0}, {0, 0, 0}};
    t->body[0].velocity = nothing;
    t->body[0].acceleration = (six){{0, 0, 0}, vec_scaled(-1, vec_of(m->gravity))};
    for (int i = 0; i < m->njoint; i++) {
        const parts *parent = &t->body[m->joint_parent[i]];
        parts *b = &t->body[i + 1];
        const double *pose = limb__body_pose(t->w, i + 1);
        const axes f = axes_of(pose);
        direction *own = directions_of(t, i);
        const int kind = m->joint_kind[i], count = limb__kind_nv(kind);
        six joint = nothing, change = nothing;
        for (int k = 0; k < count; k++) {
            const double scale = m->joint_scale[i];
            own[k].s = joint_motion(f, point, kind, k);
            joint = six_add_scaled(joint, scale * v[m->joint_v[i] + k], own[k].s);
            change = six_add_scaled(change, scale * a[m->joint_v[i] + k], own[k].s);
        }
        b->velocity = six_add(parent->velocity, joint);
        b->acceleration =
            six_add(six_add(parent->acceleration, change), cross_motion(b->velocity, joint));
        for (int k = 0; k < count; k++) {
            direction *d = &own[k];
            d->w = cross_motion(parent->velocity, d->s);
            d->z = six_add(cross_motion(parent->acceleration, d->s),
                           cross_motion(parent->velocity, d->w));
            d->rate = six_add(cross_motion(b->velocity, d->s), d->w);
        }
        b->inertia = rigid_in_world(pose, f, point, m->body_inertia + 10 * ((size_t)i + 1));
        b->momentum = rigid_apply(b->inertia, b->velocity);
        b->force = six_add(rigid_apply(b->inertia, b->acceleration),
                           cross_force(b->velocity, b->momentum));
        b->e = e_of(b->inertia, b->velocity);
    }
}

static columns3 e_of(rigid inertia, six velocity)
{
    const vec u = velocity.turn, v = velocity.move, h = inertia.h;
    // columns of [u] T
    const vec x = vec_cross(u, inertia.t.x), y = vec_cross(u, inertia.t.y),
              z = vec_cross(u, inertia.t.z);
    const double both = 2 * vec_dot(v, h);
    const double xy = x.y + y.x - v.x * h.y - h.x * v.y, xz = x.z + z.x - v.x * h.z - h.x * v.z,
                 yz = y.z + z.y - v.y * h.z - h.y * v.z;
    return (columns3){{2 * x.x - 2 * v.x * h.x + both, xy, xz},
                      {xy, 2 * y.y - 2 * v.y * h.y + both, yz},
                      {xz, yz, 2 * z.z - 2 * v.z * h.z + both}};
}

// B times a motion, of which only the turning counts
static six b_apply(const parts *b, vec turn)
{
    return (six){vec_add_cross(columns3_apply(b->e, turn), turn, b->momentum.turn),
                 vec_scaled(2, vec_cross(turn, b->momentum.move))};
}

// B^T times a force-like vector: only the turning part is not zero
static vec b_transposed(const parts *b, six force)
{
    const vec by_turn =
        vec_add_cross(columns3_apply(b->e, force.turn), b->momentum.turn, force.turn);
    return vec_add_scaled(by_turn, 2, vec_cross(b->momentum.move, force.move));
}

static direction *directions_of(const task *t, int i)
{
    if (t->m->joint_kind[i] != LIMB_MOTION_FLOATING) return &t->body[i + 1].direction;
    const size_t first = (size_t)t->m->joint_v[i] * LIMB__WORK_PER_VELOCITY;
    return (direction *)(void *)(t->w->scratch->velocity + first);
}

// all entries between coordinate k of joint j and those towards the base, both ways
static void fill_entries(const task *t, int j, int k)
{
    const limb_model *m = t->m;
    const parts *b = &t->body[j + 1];
    const direction *own = directions_of(t, j) + k;
    const int row = m->joint_v[j] + k;
    const six by_change = rigid_apply(b->inertia, own->s);
    const six by_rate = six_add(rigid_apply(b->inertia, own->rate), b_apply(b, own->s.turn));
    const six near = six_add(rigid_apply(b->inertia, own->z), b_apply(b, own->w.turn));
    const six far = six_add(near, cross_force(own->s, b->force));
    const vec back = b_transposed(b, own->s);
    for (int at = j + 1; at > 0; at = m->joint_parent[at - 1]) {
        const int i = at - 1;
        const double scale = m->joint_scale[i] * m->joint_scale[j];
        const direction *other = directions_of(t, i);
        for (int c = 0; c < limb__kind_nv(m->joint_kind[i]); c++, other++) {
            const int column = m->joint_v[i] + c;
            const six s = six_scaled(scale, other->s);
            // what j does to itself and to those towards the base
            add_entry(t, t->by_q, column, row, six_dot(s, i == j ? near : far));
            add_entry(t, t->by_v, column, row, six_dot(s, by_rate));
            add_entry(t, t->by_a, column, row, six_dot(s, by_change));
            if (i == j) continue;
            // what those do to j: only what is behind j counts
            add_entry(t, t->by_q, row, column,
                      scale * (six_dot(by_change, other->z) + vec_dot(back, other->w.turn)));
            add_entry(t, t->by_v, row, column,
                      scale * (six_dot(by_change, other->rate) + vec_dot(back, other->s.turn)));
            add_entry(t, t->by_a, row, column, six_dot(s, by_change));
        }
    }
}

static void add_entry(const task *t, double *matrix, int row, int column, double value)
{
    if (matrix) matrix[(size_t)row * (size_t)t->m->nv + (size_t)column] += value;
}

//---- forward -------------------------------------------------------------------------------------

limb_status limb_forward_dynamics_derivatives(const limb_model *m, limb_work *w, const double *q,
                                              const double *v, const double *tau, double *a,
                                              double *by_q, double *by_v, double *by_tau)
{
    // a changes by -M^-1 times what tau would have to change by to keep it
    const size_t nv = (size_t)m->nv;
    const limb_status status = limb_forward_dynamics_dense(m, w, q, v, tau, NULL, 0, by_tau, a);
    if (status != LIMB_OK) return status;
    limb_inverse_dynamics_derivatives(m, w, q, v, a, by_q, by_v, NULL);
    double *x = w->scratch->velocity;
    double *const matrix[2] = {by_q, by_v};
    for (int which = 0; which < 2; which++) {
        for (size_t column = 0; column < nv; column++) {
            for (size_t row = 0; row < nv; row++)
                x[row] = -matrix[which][row * nv + column];
            limb__ldlt_solve(by_tau, m->nv, x);
            for (size_t row = 0; row < nv; row++)
                matrix[which][row * nv + column] = x[row];
        }
    }
    limb__ldlt_inverse(by_tau, m->nv);
    return LIMB_OK;
}
