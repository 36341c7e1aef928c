// The regressor: torques are linear in the ten inertia parameters of each body.
//
// With w, w', a of a body's origin in its own axes and A = [w'] + [w][w], the motion of the body
// requires the wrench
//     force = m a + A h,   moment = I w' + w x I w + h x a.
// So its parameters m, h, Ixx Ixy Ixz Iyy Iyz Izz have a constant 6 x 10 block, which is computed
// once in world axes about the body's origin; the column of m has no moment, and those of I have no
// force. A joint between the body and the base, with its axis z at r from the body's origin,
// transmits z . (moment + r x force): row z of the moments plus row z x r of the forces.
//
// Rows of the result are written once, in order: the bodies of a joint's subtree are consecutive.
#include "numbers/kernels/chain.h"
#include "numbers/kernels/kernels.h"
#include "numbers/kernels/spatial.h"
#include "numbers/model/work.h"

#include <string.h>

typedef struct block { // of a body: three rows of four numbers each
    double first[12];  // moments of 0, hx, hy, hz
    double second[12]; // moments of Ixx, Ixy, Ixz, Iyy
    double third[12];  // moments of Iyz, Izz, 0, 0
    double force[12];  // forces of m, hx, hy, hz
} block;

typedef struct body_motion { // in the body's axes; gravity counts as acceleration
    vec w, dw, a;
} body_motion;

_Static_assert(sizeof(block) + sizeof(body_motion) <= LIMB__WORK_PER_BODY * sizeof(double),
               "scratch per body");

static void fill_block(const double *pose, body_motion b, block *out);
static int subtree_end(const limb_model *m, int i);
static void fill_row(const limb_model *m, const limb_work *w, const block *blocks, int i, int k,
                     bool add, double *row);

void LIMB__FOR_ISA(limb__regressor)(const limb_model *m, limb_work *w, const double *q,
                                    const double *v, const double *a, double *regressor)
{
    LIMB__FOR_ISA(limb__fk_acceleration)(m, w, q, v, a);
    block *blocks = (block *)(void *)w->scratch->body;
    const vec gravity = vec_of(m->gravity);
    for (int body = 1; body < m->nbody; body++) {
        const double *pose = limb__body_pose(w, body);
        const double *velocity = w->velocity + 6 * (size_t)body;
        const double *change = w->acceleration + 6 * (size_t)body;
        const body_motion b = {turn_in(pose, vec_of(velocity)), turn_in(pose, vec_of(change)),
                               vec_subtract(vec_of(change + 3), gravity)};
        fill_block(pose, b, &blocks[body]);
    }
    const size_t columns = 10 * (size_t)m->nbody;
    const limb__model_fill *inner = &m->internal->fill;
    for (int i = 0; i < m->njoint; i++) {
        const bool first = inner->v_joint[m->joint_v[i]] == i;
        for (int k = 0; k < limb__kind_nv(m->joint_kind[i]); k++) {
            double *row = regressor + (size_t)(m->joint_v[i] + k) * columns;
            const bool alone = first && inner->joint_next[i] < 0;
            if (first && !alone) memset(row, 0, columns * sizeof(double));
            fill_row(m, w, blocks, i, k, !alone, row);
        }
    }
}

// Computes the columns in world axes, where e_x e_y e_z are the axes of the body. Force of h_k: A
// e_k in world axes; moment of h_k: e_k x a; moment of I_kl: e_k w'_l + e_l w'_k + (w x e_k) w_l +
// (w x e_l) w_k, only once for k = l. a is in world axes.
static void fill_block(const double *pose, body_motion b, block *out)
{
    static const double zero[3] = {0};
    const vec none = vec_splat(zero);
    const axes f = axes_of(pose);
    double w[3], dw[3];
    vec_put(b.w, w);
    vec_put(b.dw, dw);
    const vec x = f.x, y = f.y, z = f.z, turn = turn_out(f, b.w), change = turn_out(f, b.dw);
    const vec cx = vec_cross(turn, x), cy = vec_cross(turn, y), cz = vec_cross(turn, z);
    vec_columns(b.a, vec_add_cross(vec_cross(turn, cx), change, x),
                vec_add_cross(vec_cross(turn, cy), change, y),
                vec_add_cross(vec_cross(turn, cz), change, z), out->force);
    vec_columns(none, vec_cross(x, b.a), vec_cross(y, b.a), vec_cross(z, b.a), out->first);
    const vec xx = vec_add_scaled(vec_scaled(dw[0], x), w[0], cx);
    const vec yy = vec_add_scaled(vec_scaled(dw[1], y), w[1], cy);
    const vec zz = vec_add_scaled(vec_scaled(dw[2], z), w[2], cz);
#define BOTH(k, l, i, j)                                                                           \
    vec_add_scaled(vec_add_scaled(vec_add_scaled(vec_scaled(dw[j], k), dw[i], l), w[j], c##k),     \
                   w[i], c##l)
    vec_columns(xx, BOTH(x, y, 0, 1), BOTH(x, z, 0, 2), yy, out->second);
    vec_columns(BOTH(y, z, 1, 2), zz, none, none, out->third);
#undef BOTH
}

// Returns the body after the last one of the subtree of joint i.
static int subtree_end(const limb_model *m, int i)
{
    int end = i + 1;
    while (end < m->njoint && m->joint_parent[end] > i)
        end++;
    return end + 1;
}

LIMB__INLINE limb__v4 along(const double rows[12], const double axis[3], limb__v4 sum)
{
    sum = fma4(limb__splat4(axis[0]), *(const limb__v4 *)rows, sum);
    sum = fma4(limb__splat4(axis[1]), *(const limb__v4 *)(rows + 4), sum);
    return fma4(limb__splat4(axis[2]), *(const limb__v4 *)(rows + 8), sum);
}

typedef double two __attribute__((vector_size(16), may_alias, aligned(8)));

LIMB__INLINE void put_ten(limb__v4 first, limb__v4 second, limb__v4 third, bool add, double *to)
{
    if (add) {
        first = first + *(const limb__v4u *)to;
        second = second + *(const limb__v4u *)(to + 4);
        third = third + (limb__v4){to[8], to[9], 0, 0};
    }
    *(limb__v4u *)to = first;
    *(limb__v4u *)(to + 4) = second;
    *(two *)(to + 8) = (two){third[0], third[1]};
}

// Fills the row of coordinate k of joint i: the wrenches of its subtree along that coordinate.
static void fill_row(const limb_model *m, const limb_work *w, const block *blocks, int i, int k,
                     bool add, double *row)
{
    const int kind = m->joint_kind[i], end = subtree_end(m, i);
    const axes f = axes_of(limb__body_pose(w, i + 1));
    const vec unit = kind != LIMB_MOTION_FLOATING || k % 3 == 2 ? f.z : k % 3 == 0 ? f.x : f.y;
    const vec z = vec_scaled(m->joint_scale[i], unit);
    const bool turns = limb__joint_turns(kind, k);
    const limb__v4 none = limb__splat4(0);
    double axis[3], lever[3];
    vec_put(z, axis);
    if (!add) {
        memset(row, 0, 10 * ((size_t)i + 1) * sizeof(double));
        memset(row + 10 * (size_t)end, 0, 10 * (size_t)(m->nbody - end) * sizeof(double));
    }
    for (int body = i + 1; body < end; body++) {
        const block *b = &blocks[body];
        double *to = row + 10 * (size_t)body;
        if (!turns) {
            put_ten(along(b->force, axis, none), none, none, add, to);
            continue;
        }
        vec_put(vec_cross(z, vec_subtract(origin_of(limb__body_pose(w, body)), f.p)), lever);
        put_ten(along(b->first, axis, along(b->force, lever, none)), along(b->second, axis, none),
                along(b->third, axis, none), add, to);
    }
}
