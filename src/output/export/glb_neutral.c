// The neutral configuration of a robot as poses of its links.
#include "output/export/glb_neutral.h"

#include "limb/kinematics.h"
#include "limb/model.h"

#include <string.h>

static void take_poses(double *out, const limb_model *model, const limb_work *work);
static void take_values(double *out, const limb_model *model, const double *q);

limb_status limb__glb_neutral_find(limb__glb_neutral *out, const limb_robot *robot,
                                   limb__arena *arena, const limb_allocator *memory)
{
    limb_model *model = NULL;
    limb_work *work = NULL;
    out->link_pose = NULL;
    out->value = limb__arena_take_zero(arena, sizeof *out->value * (size_t)robot->njoint);
    if (!out->value) return LIMB_ERROR_MEMORY;
    limb_status status = limb_model_build(&model, robot, &(limb_model_opts){.memory = memory});
    // a robot that cannot be computed with is shown as its file places the links
    if (status == LIMB_ERROR_INPUT) return LIMB_OK;
    if (status == LIMB_OK) status = limb_work_create(&work, model, memory);
    double *q = NULL;
    double *pose = NULL;
    if (status == LIMB_OK) {
        q = LIMB__ARENA_ARRAY(arena, double, model->nq);
        pose = LIMB__ARENA_ARRAY(arena, double, 12 * (size_t)model->nlink);
        if (!q || !pose) status = LIMB_ERROR_MEMORY;
    }
    if (status == LIMB_OK) {
        limb_neutral(model, q);
        limb_fk(model, work, q);
        take_poses(pose, model, work);
        take_values(out->value, model, q);
        out->link_pose = pose;
    }
    limb_work_free(work);
    limb_model_free(model);
    return status;
}

// Links that are not connected to the root keep the identity.
static void take_poses(double *out, const limb_model *model, const limb_work *work)
{
    for (int i = 0; i < model->nlink; i++) {
        if (model->link_body[i] >= 0)
            memcpy(out + 12 * (size_t)i, limb_link_pose(model, work, i), 12 * sizeof *out);
        else
            limb_pose_identity(out + 12 * (size_t)i);
    }
}

static void take_values(double *out, const limb_model *model, const double *q)
{
    for (int i = 0; i < model->njoint; i++) {
        const bool single = model->joint_source[i] >= 0 && !model->joint_mimics[i] &&
                            model->joint_kind[i] != LIMB_MOTION_FLOATING;
        if (single) out[model->joint_source[i]] = q[model->joint_q[i]];
    }
}
