// The neutral configuration of a robot, and the motion of a joint at a position.
//
// limb_fk would give the poses too, but its last bits depend on the instruction set, while a GLB
// has the same bytes on every machine: the motions are computed here in scalar code.
#include "output/export/glb_neutral.h"

#include "limb/kinematics.h"
#include "limb/model.h"
#include "numbers/math/sin_cos.h"

#include <math.h>

static void take_values(double *out, const limb_robot *robot, const limb_model *model,
                        const double *q);
static void turn_about(const double axis[3], double angle, double pose[12]);

limb_status limb__glb_neutral_values(double **out, const limb_robot *robot, limb__arena *arena,
                                     const limb_allocator *memory)
{
    double *value = limb__arena_take_zero(arena, sizeof *value * (size_t)robot->njoint);
    *out = value;
    if (!value) return LIMB_ERROR_MEMORY;
    limb_model *model = NULL;
    const limb_status status =
        limb_model_build(&model, robot, &(limb_model_opts){.memory = memory});
    // a robot without a valid model is shown with all joints at zero
    if (status != LIMB_OK) return status == LIMB_ERROR_INPUT ? LIMB_OK : status;
    double *q = LIMB__ARENA_ARRAY(arena, double, model->nq);
    if (q) {
        limb_neutral(model, q);
        take_values(value, robot, model, q);
    }
    limb_model_free(model);
    return q ? LIMB_OK : LIMB_ERROR_MEMORY;
}

static void take_values(double *out, const limb_robot *robot, const limb_model *model,
                        const double *q)
{
    for (int i = 0; i < model->njoint; i++) {
        const int joint = model->joint_source[i];
        if (joint < 0 || limb_joint_info_of(robot->joint[joint].type)->ndof != 1) continue;
        out[joint] = model->joint_scale[i] * q[model->joint_q[i]] + model->joint_offset[i];
    }
}

void limb__glb_joint_motion(const limb_joint *joint, double value, double pose[12])
{
    limb_pose_identity(pose);
    const limb_joint_info *info = limb_joint_info_of(joint->type);
    const double *axis = joint->axis;
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (value == 0 || info->ndof != 1 || !(length > 0)) return;
    const double unit[3] = {axis[0] / length, axis[1] / length, axis[2] / length};
    if (info->slides) {
        for (int i = 0; i < 3; i++)
            pose[4 * i + 3] = unit[i] * value;
    } else {
        turn_about(unit, value, pose);
    }
}

// Rodrigues' formula: R = c I + s [axis]x + (1 - c) axis axis^T.
static void turn_about(const double axis[3], double angle, double pose[12])
{
    double s, c;
    limb__sin_cos(angle, &s, &c);
    const double skew[3][3] = {
        {0, -axis[2], axis[1]}, {axis[2], 0, -axis[0]}, {-axis[1], axis[0], 0}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            pose[4 * i + k] = (i == k ? c : 0) + s * skew[i][k] + (1 - c) * axis[i] * axis[k];
    }
}
