// The mass matrix by composite rigid bodies, in world axes.
//
// Inward pass: if only one joint moves, its subtree moves as one rigid body, so a unit acceleration
// of the joint needs the force F = Ic S with the composite inertia Ic. The component S^T F of this
// force along a joint between it and the base is an entry of M (Featherstone 2008, table 6.2).
// Coordinates of a subtree are consecutive, so once all forces are known, M is computed in tiles of
// 4 x 4 entries on and above the diagonal; entries below it follow from symmetry.
//
// Joints that share a coordinate (numbers/model/groups.c) are siblings on the body that carries
// the group, each with its motion relative to that body; their forces are added. If mimic
// joints are not in groups, the path from every joint to the base is followed separately, and
// entries are added.
#include "numbers/kernels/kernels.h"
#include "numbers/kernels/spatial.h"
#include "numbers/kernels/tiles.h"
#include "numbers/model/model.h"
#include "numbers/model/work.h"

#include <string.h>

typedef struct crba_body {
    rigid inertia; // of the body, then of its subtree, except joints of the same group
    six motion;    // S, relative to the body that carries the group; not for floating joints
    six force;     // Ic S, stored if joints share coordinates
} crba_body;

typedef struct crba_task {
    const limb_model *m;
    const limb_work *w;
    vec point;
    crba_body *body;
    six *motion;    // of each coordinate (nv, padded to 4)
    six *force;     // of each coordinate (nv, padded to 4)
    double *column; // forces in blocks of four side by side (6 entries x 4)
    double *mass;
} crba_task;

static void crba_start(const crba_task *t, int i);
static void crba_forces(const crba_task *t, int i, rigid inertia);
static void crba_tiles(const crba_task *t);
static void crba_group(const crba_task *t, int i);
static void crba_ungrouped(const crba_task *t);

_Static_assert(sizeof(crba_body) <= LIMB__WORK_PER_BODY * sizeof(double), "scratch per body");
_Static_assert(2 * sizeof(six) + 6 * sizeof(double) <= LIMB__WORK_PER_MASS * sizeof(double),
               "scratch per coordinate");

void LIMB__FOR_ISA(limb__crba)(const limb_model *m, limb_work *w, const double *q, double *mass)
{
    LIMB__FOR_ISA(limb__fk_bodies)(m, w, q);
    const size_t padded = ((size_t)m->nv + 3) / 4 * 4;
    crba_task t = {.m = m,
                   .w = w,
                   .point = reference_point(m, w),
                   .body = (crba_body *)(void *)w->scratch->body,
                   .motion = (six *)(void *)w->scratch->mass,
                   .mass = mass};
    t.force = t.motion + padded;
    t.column = (double *)(void *)(t.force + padded);
    for (int i = 0; i < m->njoint; i++)
        crba_start(&t, i);
    const limb__model_fill *inner = &m->internal->fill;
    if (!inner->grouped) {
        crba_ungrouped(&t);
        return;
    }
    static const double zero[3] = {0};
    const vec none = vec_splat(zero);
    const rigid nothing = {none, {none, none, none}, 0};
    rigid carried = nothing; // from the child just computed, not stored
    for (int i = m->njoint - 1; i >= 0; i--) {
        const int above = inner->joint_above[i];
        const rigid all = rigid_add(t.body[i + 1].inertia, carried);
        crba_forces(&t, i, all);
        carried = nothing;
        if (above == i) {
            carried = all;
        } else if (above > 0) {
            t.body[above].inertia = rigid_add(t.body[above].inertia, all);
        }
    }
    if (m->nv > 0) crba_tiles(&t);
    for (int i = 0; i < m->njoint && m->nmimic > 0; i++) {
        if (inner->joint_next[i] >= 0 && inner->v_joint[m->joint_v[i]] == i) crba_group(&t, i);
    }
}

// Computes I of the body and S of its joint, in world axes about the point; for a joint that shares
// its coordinate, S relative to the body that carries the group.
static void crba_start(const crba_task *t, int i)
{
    const limb_model *m = t->m;
    crba_body *b = &t->body[i + 1];
    const int parent = m->joint_parent[i];
    const double *pose = limb__body_pose(t->w, i + 1);
    const axes f = axes_of(pose);
    b->inertia = rigid_in_world(pose, f, t->point, m->body_inertia + 10 * ((size_t)i + 1));
    b->motion = joint_motion(f, t->point, m->joint_kind[i], 0);
    if (m->nmimic == 0) return;
    b->motion = six_scaled(m->joint_scale[i], b->motion);
    const limb__model_fill *inner = &m->internal->fill;
    if (inner->grouped && inner->joint_above[i] != parent) // the parent is moved by another joint
                                                           // of the group
        b->motion = six_add(b->motion, t->body[parent].motion);
}

// Computes F = Ic S for each coordinate of the joint (Featherstone 2008, table 6.2), where Ic is
// the inertia of its subtree.
static void crba_forces(const crba_task *t, int i, rigid inertia)
{
    const limb_model *m = t->m;
    crba_body *b = &t->body[i + 1];
    const int v = m->joint_v[i];
    if (m->joint_kind[i] == LIMB_MOTION_FLOATING) {
        const axes f = axes_of(limb__body_pose(t->w, i + 1));
        for (int k = 0; k < 6; k++) {
            t->motion[v + k] = joint_motion(f, t->point, LIMB_MOTION_FLOATING, k);
            t->force[v + k] = rigid_apply(inertia, t->motion[v + k]);
        }
        return;
    }
    six force = rigid_apply(inertia, b->motion);
    if (m->nmimic > 0) {
        b->force = force;
        if (m->internal->fill.joint_next[i] >= 0) force = six_add(force, t->force[v]);
    }
    t->motion[v] = b->motion;
    t->force[v] = force;
}

// Computes one tile S^T F: the components of the columns' forces along the rows' motions;
// M is symmetric.
LIMB__INLINE void crba_tile(const void *ctx, int from, int column, limb__v4 row[4],
                            limb__v4 mirror[4])
{
    const crba_task *t = ctx;
    const limb__v4 *f = (const limb__v4 *)(const void *)(t->column + 6 * (size_t)column);
    for (int k = 0; k < 4; k++)
        row[k] = mirror[k] = six_along(&t->motion[from + k], f);
}

static void crba_tiles(const crba_task *t)
{
    const int nv = t->m->nv;
    for (int v = 0; v < nv; v += 4)
        six_columns(t->force + v, t->column + 6 * (size_t)v);
    fill_tiles(nv, t->m->internal->fill.v_end, t, crba_tile, t->mass);
}

// Processes the coordinate whose first joint is i: all its joints, each with its own motion.
// Subtrees of joints below another joint of the group are visited again.
static void crba_group(const crba_task *t, int i)
{
    const limb_model *m = t->m;
    const limb__model_fill *inner = &m->internal->fill;
    const size_t nv = (size_t)m->nv, row = (size_t)m->joint_v[i];
    double along = 0;
    for (int j = i; j >= 0; j = inner->joint_next[j]) {
        const crba_body *b = &t->body[j + 1];
        along += six_dot(b->motion, b->force);
        for (int v = inner->subtree_first[j]; v < inner->subtree_end[j]; v++) {
            const double entry = six_dot(b->motion, t->force[v]);
            t->mass[row * nv + (size_t)v] = t->mass[(size_t)v * nv + row] = entry;
        }
    }
    t->mass[row * nv + row] = along;
}

// Returns the components of a force along the six coordinates of a floating joint: moment and force
// at its origin, in its axes.
LIMB__INLINE six along_floating(const double *pose, vec point, six force)
{
    const vec arm = vec_subtract(origin_of(pose), point);
    return (six){turn_in(pose, vec_subtract(force.turn, vec_cross(arm, force.move))),
                 turn_in(pose, force.move)};
}

// Processes every joint separately and adds entries; an entry between two joints of one coordinate,
// or between two coordinates that meet in several places, is added once per occurrence.
static void crba_ungrouped(const crba_task *t)
{
    const limb_model *m = t->m;
    crba_body *body = t->body;
    const size_t nv = (size_t)m->nv;
    memset(t->mass, 0, nv * nv * sizeof(double));
    for (int i = m->njoint - 1; i >= 0; i--) {
        const axes f = axes_of(limb__body_pose(t->w, i + 1));
        const int kind = m->joint_kind[i], parent = m->joint_parent[i];
        for (int k = 0; k < limb__kind_nv(kind); k++) {
            const size_t row = (size_t)(m->joint_v[i] + k);
            const six own = kind == LIMB_MOTION_FLOATING ? joint_motion(f, t->point, kind, k)
                                                         : body[i + 1].motion;
            const six force = rigid_apply(body[i + 1].inertia, own);
            for (int at = i + 1; at > 0; at = m->joint_parent[at - 1]) {
                const size_t column = (size_t)m->joint_v[at - 1];
                double entry[6];
                const bool floating = m->joint_kind[at - 1] == LIMB_MOTION_FLOATING;
                if (floating) {
                    six_put(along_floating(limb__body_pose(t->w, at), t->point, force), entry);
                } else {
                    entry[0] = six_dot(body[at].motion, force);
                }
                for (size_t c = 0; c < (floating ? 6 : 1); c++) {
                    t->mass[row * nv + column + c] += entry[c];
                    if (at != i + 1) t->mass[(column + c) * nv + row] += entry[c];
                }
            }
        }
        if (parent > 0) body[parent].inertia = rigid_add(body[parent].inertia, body[i + 1].inertia);
    }
}
