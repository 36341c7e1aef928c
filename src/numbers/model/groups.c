// Joints that share a coordinate: an independent one and those that mimic it.
//
// If all joints of a coordinate are attached to one body, or to each other, they move relative to
// that body like one joint with several bodies, each with its own motion: the recursions of
// dynamics then only need the sum over the group where they otherwise have one joint. This is the
// case in grippers, hands and telescopes. Only joints that follow one in another branch, or across
// an independent joint, need another method.
//
//   joint_above  the body that carries the group; a joint alone: joint_parent       (njoint)
//   joint_next   the next joint of the group, with a larger number; -1: none        (njoint)
//   v_joint      the first joint of the group                                       (nv)
//   grouped      whether every group is attached to one body
//
// Joints are in depth-first order: the subtree of a joint follows it, and so do its coordinates:
//
//   subtree_first, subtree_end  the coordinates of the joint and of its subtree    (njoint)
//   v_end  of a coordinate, subtree_end of its joint; of a group, none but itself    (nv, padded)
//   v_above  the next coordinate towards the base, which is smaller; -1: none. Where joints follow
//            others across branches, or a source comes after the subtree of a follower, just the
//            coordinate before: zeros of the mass matrix are then not used           (nv)
//   v_run    the first coordinate of the run that ends here: each is v_above of the next   (nv)
//   v_last   the last coordinate from which v_above leads to this one; itself: none   (nv)
#include "numbers/model/model.h"

static int count_of(const limb_model *m, int i)
{
    return m->joint_kind[i] == LIMB_MOTION_FLOATING ? 6 : 1;
}

static void fill_above(const limb_model *m, limb__model_fill *fill)
{
    bool ordered = fill->grouped;
    for (int i = 0; i < m->njoint && fill->grouped; i++) {
        const int carrier = fill->joint_above[i] - 1, own = m->joint_v[i], count = count_of(m, i);
        fill->v_above[own] = carrier < 0 ? -1 : m->joint_v[carrier] + count_of(m, carrier) - 1;
        ordered = ordered && fill->v_above[own] < own;
        for (int k = 1; k < count; k++)
            fill->v_above[own + k] = own + k - 1;
    }
    for (int v = 0; v < m->nv && !ordered; v++)
        fill->v_above[v] = v - 1;
    for (int v = 0; v < m->nv; v++) {
        fill->v_last[v] = v;
        fill->v_run[v] = v > 0 && fill->v_above[v] == v - 1 ? fill->v_run[v - 1] : v;
    }
    for (int v = m->nv - 1; v >= 0; v--) {
        const int above = fill->v_above[v];
        if (above >= 0 && fill->v_last[v] > fill->v_last[above])
            fill->v_last[above] = fill->v_last[v];
    }
}

void limb__model_group(limb_model *m)
{
    limb__model_fill *fill = limb__model_fill_of(m);
    for (int v = 0; v < m->nv; v++)
        fill->v_joint[v] = -1;
    for (int i = m->njoint - 1; i >= 0; i--) {
        int *first = &fill->v_joint[m->joint_v[i]];
        fill->joint_next[i] = *first;
        *first = i;
    }
    fill->grouped = true;
    for (int i = 0; i < m->njoint; i++) {
        const int parent = m->joint_parent[i], first = fill->v_joint[m->joint_v[i]];
        const bool inside = parent > 0 && m->joint_v[parent - 1] == m->joint_v[i];
        fill->joint_above[i] = inside ? fill->joint_above[parent - 1] : parent;
        if (fill->joint_above[i] != fill->joint_above[first]) fill->grouped = false;
    }
    int v = 0;
    for (int i = 0; i < m->njoint; i++) {
        fill->subtree_first[i] = v;
        if (!m->joint_mimics[i]) v += count_of(m, i);
        fill->subtree_end[i] = v;
    }
    for (int i = m->njoint - 1; i >= 0; i--) {
        const int parent = m->joint_parent[i] - 1;
        if (parent >= 0 && fill->subtree_end[i] > fill->subtree_end[parent])
            fill->subtree_end[parent] = fill->subtree_end[i];
    }
    fill_above(m, fill);
    for (int i = 0; i < m->njoint; i++) {
        const int own = m->joint_v[i];
        const bool alone = fill->v_joint[own] == i && fill->joint_next[i] < 0;
        const int end = alone ? fill->subtree_end[i] : own + 1;
        for (int k = 0; k < count_of(m, i); k++)
            fill->v_end[own + k] = end;
    }
}
