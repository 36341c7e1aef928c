// Forward kinematics: one pass from the base outwards.
#include "limb/kinematics.h"

#include "kin/fk.h"
#include "math/pose.h"
#include "model/work.h"

#include <math.h>

void limb__joint_positions(const limb_model *m, const limb_work *w, const double *q)
{
    double *position = w->scratch->position;
    for (int i = 0; i < m->njoint; i++)
        position[i] = m->joint_scale[i] * q[m->joint_q[i]] + m->joint_offset[i];
}

static void joint_motion(const limb_model *m, const limb_work *w, const double *q, int i,
                         double local[12])
{
    limb_pose_identity(local);
    const double position = w->scratch->position[i];
    if (m->joint_kind[i] == LIMB_KIND_REVOLUTE) {
        const double s = sin(position), c = cos(position);
        local[0] = local[5] = c;
        local[1] = -s;
        local[4] = s;
    } else if (m->joint_kind[i] == LIMB_KIND_PRISMATIC) {
        local[11] = position;
    } else {
        limb_pose_from_quat(q + m->joint_q[i], q + m->joint_q[i] + 3, local);
    }
}

void limb_fk(const limb_model *m, limb_work *w, const double *q)
{
    limb__joint_positions(m, w, q);
    limb__pose_copy(m->base_pose, w->pose);
    for (int i = 0; i < m->njoint; i++) {
        double local[12], step[12];
        joint_motion(m, w, q, i, local);
        limb__pose_multiply(m->joint_frame + 12 * (size_t)i, local, step);
        limb__pose_multiply(w->pose + 12 * (size_t)m->joint_parent[i], step,
                            w->pose + 12 * ((size_t)i + 1));
    }
    for (int slot = m->nbody; slot < m->nslot; slot++) {
        limb__pose_multiply(w->pose + 12 * (size_t)m->slot_body[slot],
                            m->slot_frame + 12 * (size_t)slot, w->pose + 12 * (size_t)slot);
    }
}

void limb_relative_pose(const limb_model *m, const limb_work *w, int a, int b, double pose[12])
{
    double back[12];
    limb__pose_inverse(limb_link_pose(m, w, a), back);
    limb__pose_multiply(back, limb_link_pose(m, w, b), pose);
}
