// Forward kinematics of one configuration.
//
// First everything that is independent of other joints: the motions of floating joints, whose
// division takes long; then sines and cosines of four joints at once, and with them the columns x
// and y of every joint's step, its constant frame times its motion. Then the chain, in which each
// pose depends on the one before: world pose = parent's pose times step. This loop is latency
// bound, so it keeps the columns of a pose in registers, is three fused products deep, and
// broadcasts the entries of the step from memory; poses are transposed to rows only to be stored.
// Last the links with a frame of their own, which are independent of each other: by rows, or
// without arithmetic if the frame only permutes and negates axes.
#include "numbers/kernels/chain.h"
#include "numbers/kernels/kernels.h"
#include "numbers/model/model.h"
#include "numbers/model/work.h"
#include "numbers/simd/sincos.h"

static void place_links(const limb_model *m, double *pose, int slot, int end);

void LIMB__FOR_ISA(limb__fk)(const limb_model *m, limb_work *w, const double *q)
{
    LIMB__FOR_ISA(limb__fk_bodies)(m, w, q);
    place_links(m, w->pose, m->nbody, m->nslot);
}

// The arrays that the loops below read, copied to local variables: otherwise the compiler would
// load the pointers from the model again after every store of a vector.
typedef struct chain_lists {
    const int *joint_parent, *joint_kind, *joint_q;
    const double *joint_scale, *joint_offset, *joint_frame, *joint_turn;
    const double *q;
    double *position, *turned, *pose;
    double *motion; // poses of floating joints (njoint x 12)
} chain_lists;

LIMB__INLINE chain_lists lists_of(const limb_model *m, const limb_work *w, const double *q)
{
    return (chain_lists){.joint_parent = m->joint_parent,
                         .joint_kind = m->joint_kind,
                         .joint_q = m->joint_q,
                         .joint_scale = m->joint_scale,
                         .joint_offset = m->joint_offset,
                         .joint_frame = m->joint_frame,
                         .joint_turn = m->internal->fill.joint_turn,
                         .q = q,
                         .position = w->scratch->position,
                         .turned = w->scratch->turned,
                         .pose = w->pose,
                         .motion = w->scratch->body};
}

// Returns the positions scale * q + offset of joints i to i + 3. The model's arrays are padded with
// zeros to whole vectors.
LIMB__INLINE limb__v4 positions_of(chain_lists l, int i)
{
    const int *at = l.joint_q + i;
    const limb__v4 own = {l.q[at[0]], l.q[at[1]], l.q[at[2]], l.q[at[3]]};
    return fma4(*(const limb__v4 *)(l.joint_scale + i), own,
                *(const limb__v4 *)(l.joint_offset + i));
}

// Computes the positions of joints i to i + 3, and the columns x and y of frame_i Rz(position):
// x cos + y sin and y cos - x sin. joint_turn and turned hold both columns of four joints entry by
// entry (6 x 4 doubles).
LIMB__INLINE void rotate_four(chain_lists l, int i)
{
    // positions, sines and cosines of the four joints
    const limb__v4 position = positions_of(l, i);
    limb__v4 s, c;
    sincos4(position, &s, &c);
    *(limb__v4 *)(l.position + i) = position;
    // the same entry of four rotated columns at a time
    const double *frame = l.joint_turn + 6 * (size_t)i;
    double *turned = l.turned + 6 * (size_t)i;
    for (int k = 0; k < 12; k += 4) {
        const limb__v4 x = *(const limb__v4 *)(frame + k), y = *(const limb__v4 *)(frame + k + 12);
        *(limb__v4 *)(turned + k) = fma4(x, c, y * s);
        *(limb__v4 *)(turned + k + 12) = fma4(y, c, -(x * s));
    }
}

// Computes the motions of all floating joints, from their position and quaternion.
LIMB__INLINE void floating_motions(const limb_model *m, chain_lists l)
{
    const limb__model_fill *inner = &m->internal->fill;
    for (int k = 0; k < inner->nfloating; k++) {
        const int i = inner->floating[k];
        const double *q = l.q + l.joint_q[i];
        limb_pose_from_quat(q, q + 3, l.motion + 12 * (size_t)i);
    }
}

// Returns the world pose X_i = f frame_i motion_i of the body that joint i moves; f is the pose
// of its parent body.
LIMB__INLINE axes chain_joint(chain_lists l, int i, axes f)
{
    const double *frame = l.joint_frame + 12 * (size_t)i;
    const int kind = l.joint_kind[i];
    if (kind == LIMB_MOTION_REVOLUTE) {
        // x and y were rotated by rotate_four; z and the origin are those of the constant frame
        const double *t = l.turned + 24 * ((size_t)i / 4) + (size_t)i % 4;
        return (axes){
            vec_combine(f.x, f.y, f.z, spread_splat(t[0], t[4], t[8])),
            vec_combine(f.x, f.y, f.z, spread_splat(t[12], t[16], t[20])),
            vec_combine(f.x, f.y, f.z, spread_splat(frame[2], frame[6], frame[10])),
            vec_add(vec_combine(f.x, f.y, f.z, spread_splat(frame[3], frame[7], frame[11])), f.p)};
    }
    if (kind == LIMB_MOTION_PRISMATIC) {
        // the constant frame, then the displacement along its z
        f = chain(f, frame);
        f.p = vec_add_scaled(f.p, l.position[i], f.z);
        return f;
    }
    return chain(chain(f, frame), l.motion + 12 * (size_t)i);
}

// Computes X_i = X_parent frame_i motion_i for all bodies, world from body, as 3x4. The motions of
// joints are those of Featherstone 2008, table 4.1.
void LIMB__FOR_ISA(limb__fk_bodies)(const limb_model *m, limb_work *w, const double *q)
{
    const chain_lists l = lists_of(m, w, q);
    const int njoint = m->njoint;
    // motions of single joints
    floating_motions(m, l);
    for (int i = 0; i < njoint; i += 4)
        rotate_four(l, i);
    // world poses along the chains, parents first
    limb__pose_copy(m->base_pose, l.pose);
    axes current = axes_of(l.pose);
    for (int i = 0; i < njoint; i++) {
        // most bodies are children of the one just computed, whose pose is still in registers
        const int parent = l.joint_parent[i];
        if (parent != i) current = axes_of(l.pose + 12 * (size_t)parent);
        current = chain_joint(l, i, current);
        axes_put(current, l.pose + 12 * ((size_t)i + 1));
    }
}

// Computes the same for a link and the bodies between it and the base only.
void LIMB__FOR_ISA(limb__fk_link)(const limb_model *m, limb_work *w, const double *q, int link)
{
    const chain_lists l = lists_of(m, w, q);
    int *way = w->scratch->way, count = 0, last = -1;
    // the joints on the path, from the link to the base
    floating_motions(m, l);
    for (int body = m->link_body[link]; body > 0; body = l.joint_parent[body - 1]) {
        const int i = body - 1;
        if (i / 4 != last) rotate_four(l, i / 4 * 4);
        last = i / 4;
        way[count++] = i;
    }
    // world poses along the path, from the base to the link
    limb__pose_copy(m->base_pose, l.pose);
    axes current = axes_of(l.pose);
    while (count > 0) {
        const int i = way[--count];
        current = chain_joint(l, i, current);
        axes_put(current, l.pose + 12 * ((size_t)i + 1));
    }
    const int slot = m->link_slot[link];
    if (slot >= m->nbody) place_links(m, w->pose, slot, slot + 1);
}

// Computes the world poses X_body frame_link of the link slots from slot to end.
static void place_links(const limb_model *m, double *pose, int slot, int end)
{
    const limb__model_fill *inner = &m->internal->fill;
    const int *slot_body = m->slot_body, *slot_pick = inner->slot_pick;
    const double *slot_frame = m->slot_frame, *slot_sign = inner->slot_sign;
    const int nbody = m->nbody, end_aligned = nbody + inner->naligned;
    // frames that only permute and negate axes come first
    for (; slot < end && slot < end_aligned; slot++) {
        const size_t i = (size_t)(slot - nbody);
        axes_change(pose + 12 * (size_t)slot_body[slot], slot_pick + 8 * i, slot_sign + 4 * i,
                    pose + 12 * (size_t)slot);
    }
    // general frames: each row of the product is a combination of the rows x, y and z of the frame
    const limb__v4 none = {0, 0, 0, 0};
    for (; slot < end; slot++) {
        const double *b = pose + 12 * (size_t)slot_body[slot];
        const double *frame = slot_frame + 12 * (size_t)slot;
        const limb__v4 x = *(const limb__v4 *)frame, y = *(const limb__v4 *)(frame + 4),
                       z = *(const limb__v4 *)(frame + 8);
        double *out = pose + 12 * (size_t)slot;
        for (int row = 0; row < 12; row += 4) {
            const limb__v4 all = *(const limb__v4 *)(b + row);
            limb__v4 sum = __builtin_shufflevector(none, all, 0, 1, 2, 7); // the translation
            sum = fma4(__builtin_shufflevector(all, all, 2, 2, 2, 2), z, sum);
            sum = fma4(__builtin_shufflevector(all, all, 1, 1, 1, 1), y, sum);
            *(limb__v4 *)(out + row) = fma4(limb__splat4(b[row]), x, sum);
        }
    }
}

// Computes frame_i motion_i for all joints, parent from body.
void LIMB__FOR_ISA(limb__joint_steps)(const limb_model *m, limb_work *w, const double *q)
{
    const chain_lists l = lists_of(m, w, q);
    const limb__scratch *scratch = w->scratch;
    // positions, sines and cosines of all joints
    for (int i = 0; i < m->njoint; i += 4) {
        const limb__v4 position = positions_of(l, i);
        limb__v4 s, c;
        sincos4(position, &s, &c);
        *(limb__v4 *)(scratch->position + i) = position;
        *(limb__v4 *)(scratch->sine + i) = s;
        *(limb__v4 *)(scratch->cosine + i) = c;
    }
    // the steps
    for (int i = 0; i < m->njoint; i++) {
        joint_step(m, i, q, scratch->position[i], scratch->sine[i], scratch->cosine[i],
                   scratch->body + 12 * (size_t)i);
    }
}
