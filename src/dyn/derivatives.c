// Derivatives of inverse and forward dynamics, analytically.
//
// In world axes about one point (Carpentier and Mansard, RSS 2018). Moving coordinate j by dq drags
// every body k behind it along its motion S: inertias, velocities and forces turn with it, except
// that the parent's velocity vp and acceleration ap stay behind. What remains of the change of the
// force on k is linear in two vectors that belong to j alone:
//     w = vp x S,   z = ap x S + vp x w:    df_k = S x* f_k + I_k z + B_k w
//     B_k x = v_k x* I_k x - I_k (v_k x x) + x x* I_k v_k
// and for the rate of j: df_k = I_k (v_j x S + vp x S) + B_k S. Summed over the bodies behind a
// joint, I, B and f become composites; a joint i between j and the base feels those behind j, one
// behind j only those behind itself, and there the turning of S_i cancels the term S x* f.
#include "limb/dynamics.h"

#include "dyn/spatial.h"
#include "math/dense.h"
#include "model/work.h"

#include <string.h>

typedef struct parts { // of a body, with all behind it
    double velocity[6], acceleration[6];
    double inertia[10], force[6];
    double b[36]; // the matrix B
} parts;

typedef struct direction { // of one velocity coordinate of a joint
    double s[6], w[6], z[6], rate[6];
} direction;

_Static_assert(sizeof(parts) <= LIMB__WORK_PER_BODY * sizeof(double), "scratch per body");

// the columns of one joint live on the stack: followers share coordinates but not columns
typedef struct joint_columns {
    int count;
    direction column[6];
} joint_columns;

static void go_outwards(const limb_model *m, limb_work *w, const double point[3], const double *v,
                        const double *a, parts *body);
static void columns_of(const limb_model *m, const limb_work *w, const double point[3],
                       const parts *body, int i, joint_columns *out);
static void b_matrix(const double inertia[10], const double velocity[6], double b[36]);
static void b_apply(const double b[36], const double x[6], double out[6]);
static void fill_rows(const limb_model *m, const limb_work *w, const double point[3],
                      const parts *body, int j, double *by_q, double *by_v, double *by_a);
static void add_entry(const limb_model *m, double *matrix, int row, int column, double value);

void limb_inverse_dynamics_derivatives(const limb_model *m, limb_work *w, const double *q,
                                       const double *v, const double *a, double *by_q, double *by_v,
                                       double *by_a)
{
    const size_t size = (size_t)m->nv * (size_t)m->nv * sizeof(double);
    if (by_q) memset(by_q, 0, size);
    if (by_v) memset(by_v, 0, size);
    if (by_a) memset(by_a, 0, size);
    limb_fk(m, w, q);
    double point[3];
    limb__reference_point(m, w, point);
    parts *body = (parts *)(void *)w->scratch->body;
    go_outwards(m, w, point, v, a, body);
    for (int i = m->njoint - 1; i >= 0; i--) {
        const parts *b = &body[i + 1];
        fill_rows(m, w, point, body, i, by_q, by_v, by_a);
        if (m->joint_parent[i] == 0) continue;
        parts *parent = &body[m->joint_parent[i]];
        for (int k = 0; k < 10; k++)
            parent->inertia[k] += b->inertia[k];
        for (int k = 0; k < 6; k++)
            parent->force[k] += b->force[k];
        for (int k = 0; k < 36; k++)
            parent->b[k] += b->b[k];
    }
}

// velocities and accelerations, and of each body alone its inertia, force and B
static void go_outwards(const limb_model *m, limb_work *w, const double point[3], const double *v,
                        const double *a, parts *body)
{
    memset(&body[0], 0, sizeof body[0]);
    for (int k = 0; k < 3; k++)
        body[0].acceleration[3 + k] = -m->gravity[k];
    for (int i = 0; i < m->njoint; i++) {
        const parts *parent = &body[m->joint_parent[i]];
        parts *b = &body[i + 1];
        const int kind = m->joint_kind[i];
        double joint[6] = {0}, change[6] = {0}, bend[6], momentum[6], gyro[6];
        for (int k = 0; k < limb__kind_nv(kind); k++) {
            double s[6];
            limb__joint_motion(w, point, i + 1, kind, k, s);
            for (int c = 0; c < 6; c++) {
                joint[c] += m->joint_scale[i] * s[c] * v[m->joint_v[i] + k];
                change[c] += m->joint_scale[i] * s[c] * a[m->joint_v[i] + k];
            }
        }
        for (int c = 0; c < 6; c++)
            b->velocity[c] = parent->velocity[c] + joint[c];
        limb__cross_motion(b->velocity, joint, bend);
        for (int c = 0; c < 6; c++)
            b->acceleration[c] = parent->acceleration[c] + change[c] + bend[c];
        limb__world_inertia(limb__body_pose(w, i + 1), point,
                            m->body_inertia + 10 * ((size_t)i + 1), b->inertia);
        limb__inertia_apply(b->inertia, b->velocity, momentum);
        limb__cross_force(b->velocity, momentum, gyro);
        limb__inertia_apply(b->inertia, b->acceleration, b->force);
        for (int c = 0; c < 6; c++)
            b->force[c] += gyro[c];
        b_matrix(b->inertia, b->velocity, b->b);
    }
}

// column by column from its definition
static void b_matrix(const double inertia[10], const double velocity[6], double b[36])
{
    double momentum[6];
    limb__inertia_apply(inertia, velocity, momentum);
    for (int k = 0; k < 6; k++) {
        double x[6] = {0}, ix[6], vx[6], first[6], second[6], third[6];
        x[k] = 1;
        limb__inertia_apply(inertia, x, ix);
        limb__cross_force(velocity, ix, first);
        limb__cross_motion(velocity, x, vx);
        limb__inertia_apply(inertia, vx, second);
        limb__cross_force(x, momentum, third);
        for (int row = 0; row < 6; row++)
            b[6 * row + k] = first[row] - second[row] + third[row];
    }
}

static void b_apply(const double b[36], const double x[6], double out[6])
{
    for (int row = 0; row < 6; row++)
        out[row] += limb__dot6(b + 6 * row, x);
}

static void columns_of(const limb_model *m, const limb_work *w, const double point[3],
                       const parts *body, int i, joint_columns *out)
{
    const parts *parent = &body[m->joint_parent[i]], *own = &body[i + 1];
    const int kind = m->joint_kind[i];
    out->count = limb__kind_nv(kind);
    for (int k = 0; k < out->count; k++) {
        direction *c = &out->column[k];
        double turned[6];
        limb__joint_motion(w, point, i + 1, kind, k, c->s);
        limb__cross_motion(parent->velocity, c->s, c->w);
        limb__cross_motion(parent->acceleration, c->s, c->z);
        limb__cross_motion(parent->velocity, c->w, turned);
        limb__cross_motion(own->velocity, c->s, c->rate);
        for (int e = 0; e < 6; e++) {
            c->z[e] += turned[e];
            c->rate[e] += c->w[e];
        }
    }
}

// all entries between joint j and those towards the base, both ways
static void fill_rows(const limb_model *m, const limb_work *w, const double point[3],
                      const parts *body, int j, double *by_q, double *by_v, double *by_a)
{
    const parts *b = &body[j + 1];
    joint_columns own, other;
    columns_of(m, w, point, body, j, &own);
    for (int k = 0; k < own.count; k++) {
        const direction *c = &own.column[k];
        const int vj = m->joint_v[j] + k;
        double near_q[6], far_q[6], by_rate[6], by_change[6], drag[6];
        limb__inertia_apply(b->inertia, c->z, near_q);
        b_apply(b->b, c->w, near_q);
        limb__cross_force(c->s, b->force, drag);
        for (int e = 0; e < 6; e++)
            far_q[e] = near_q[e] + drag[e];
        limb__inertia_apply(b->inertia, c->rate, by_rate);
        b_apply(b->b, c->s, by_rate);
        limb__inertia_apply(b->inertia, c->s, by_change);

        // what j does to itself and to those towards the base
        for (int at = j + 1; at > 0; at = m->joint_parent[at - 1]) {
            const int i = at - 1;
            const double scale = m->joint_scale[i] * m->joint_scale[j];
            columns_of(m, w, point, body, i, &other);
            for (int r = 0; r < other.count; r++) {
                const double *s = other.column[r].s;
                const int vi = m->joint_v[i] + r;
                add_entry(m, by_q, vi, vj, scale * limb__dot6(s, i == j ? near_q : far_q));
                add_entry(m, by_v, vi, vj, scale * limb__dot6(s, by_rate));
                add_entry(m, by_a, vi, vj, scale * limb__dot6(s, by_change));
                if (i == j) continue;
                // what those do to j: only what is behind j counts
                double from_q[6], from_rate[6];
                limb__inertia_apply(b->inertia, other.column[r].z, from_q);
                b_apply(b->b, other.column[r].w, from_q);
                limb__inertia_apply(b->inertia, other.column[r].rate, from_rate);
                b_apply(b->b, other.column[r].s, from_rate);
                add_entry(m, by_q, vj, vi, scale * limb__dot6(c->s, from_q));
                add_entry(m, by_v, vj, vi, scale * limb__dot6(c->s, from_rate));
                add_entry(m, by_a, vj, vi, scale * limb__dot6(s, by_change));
            }
        }
    }
}

static void add_entry(const limb_model *m, double *matrix, int row, int column, double value)
{
    if (matrix) matrix[(size_t)row * (size_t)m->nv + (size_t)column] += value;
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
