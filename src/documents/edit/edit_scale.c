// Scales a robot: every length is multiplied by one factor. Angles, efforts and
// extensions are unchanged.
//
// Masses stay and inertias grow with the square of the factor; with constant density masses grow
// with the cube and inertias with the fifth power. The multiplier of a mimic joint that couples a
// length with an angle is scaled, so that poses at the same joint values scale as a whole.
#include "documents/edit/verbs.h"

#include <assert.h>
#include <math.h>

static limb_status scale_shape(limb_edit *edit, const limb_link_shape *shape, const void *ctx);
static limb_status scale_inertial(limb_edit *edit, const limb_inertial *inertial, double factor,
                                  bool keep_density);
static limb_status scale_travel(limb_edit *edit, const limb_joint *joint, double factor);
static limb_status scale_mimic(limb_edit *edit, const limb_joint *joint, double factor);
static limb_status multiply_each(limb_edit *edit, int node, const char *const *name, int count,
                                 double factor);

limb_status limb_edit_scale(limb_edit *edit, double factor, bool keep_density)
{
    assert(edit);
    limb__edit_start(edit);
    if (!(factor > 0) || !isfinite(factor))
        return limb__edit_fail(edit, "the factor must be a number above 0");
    limb_status status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) return status;
    const int mark = limb__patches_mark(&edit->patches);
    const double lengths[3] = {factor, factor, factor}, ones[3] = {1, 1, 1};
    const limb_robot *robot = edit->robot;
    status = limb__edit_multiply_origins(edit, lengths, ones);
    if (status == LIMB_OK) status = limb__edit_each_shape(edit, scale_shape, &factor);
    for (int i = 0; i < robot->nlink && status == LIMB_OK; i++)
        status = scale_inertial(edit, robot->link[i].inertial, factor, keep_density);
    for (int i = 0; i < robot->njoint && status == LIMB_OK; i++)
        status = scale_travel(edit, &robot->joint[i], factor);
    for (int i = 0; i < robot->njoint && status == LIMB_OK; i++)
        status = scale_mimic(edit, &robot->joint[i], factor);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    return status;
}

static limb_status scale_shape(limb_edit *edit, const limb_link_shape *shape, const void *ctx)
{
    const double factor = *(const double *)ctx;
    const double factors[3] = {factor, factor, factor};
    const limb_shape *s = &shape->geometry;
    if (s->type == LIMB_SHAPE_MESH) {
        const double scale[3] = {s->scale[0] * factor, s->scale[1] * factor, s->scale[2] * factor};
        if (factor == 1) return LIMB_OK;
        return limb__edit_put_numbers(edit, s->node, "scale", scale, 3);
    }
    const limb_shape_info *info = limb_shape_info_of(s->type);
    limb_status status = LIMB_OK;
    for (int i = 0; i < info->ndimension && status == LIMB_OK; i++)
        status = limb__edit_multiply(edit, s->node, info->dimension[i].name, factors,
                                     info->dimension[i].count);
    return status;
}

static limb_status scale_inertial(limb_edit *edit, const limb_inertial *inertial, double factor,
                                  bool keep_density)
{
    if (!inertial) return LIMB_OK;
    static const char *const tensor[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    const double square = factor * factor;
    const double cube = square * factor;
    limb_status status = LIMB_OK;
    if (keep_density) {
        const int mass = limb_node_find(edit->doc, inertial->node, "mass");
        status = limb__edit_multiply(edit, mass, "value", &cube, 1);
    }
    const int inertia = limb_node_find(edit->doc, inertial->node, "inertia");
    if (status != LIMB_OK) return status;
    return multiply_each(edit, inertia, tensor, 6, keep_density ? square * cube : square);
}

// Scales limits, safety and calibration of a prismatic joint.
static limb_status scale_travel(limb_edit *edit, const limb_joint *joint, double factor)
{
    static const char *const limit[] = {"lower",        "upper",        "velocity",
                                        "acceleration", "deceleration", "jerk"};
    static const char *const safety[] = {"soft_lower_limit", "soft_upper_limit"};
    static const char *const calibration[] = {"rising", "falling"};
    if (joint->type != LIMB_JOINT_PRISMATIC) return LIMB_OK;
    limb_status status = LIMB_OK;
    if (joint->limit) status = multiply_each(edit, joint->limit->node, limit, 6, factor);
    if (status == LIMB_OK && joint->safety)
        status = multiply_each(edit, joint->safety->node, safety, 2, factor);
    if (status == LIMB_OK && joint->calibration)
        status = multiply_each(edit, joint->calibration->node, calibration, 2, factor);
    return status;
}

// value = multiplier * source + offset, where a prismatic joint's value is a length
static limb_status scale_mimic(limb_edit *edit, const limb_joint *joint, double factor)
{
    if (!joint->mimic || joint->mimic->joint < 0) return LIMB_OK;
    const bool slides = joint->type == LIMB_JOINT_PRISMATIC;
    const bool source_slides = edit->robot->joint[joint->mimic->joint].type == LIMB_JOINT_PRISMATIC;
    limb_status status = LIMB_OK;
    if (slides) status = limb__edit_multiply(edit, joint->mimic->node, "offset", &factor, 1);
    if (status != LIMB_OK || slides == source_slides) return status;
    const double ratio = joint->mimic->multiplier * (slides ? factor : 1 / factor);
    return limb__edit_put_numbers(edit, joint->mimic->node, "multiplier", &ratio, 1);
}

static limb_status multiply_each(limb_edit *edit, int node, const char *const *name, int count,
                                 double factor)
{
    limb_status status = LIMB_OK;
    for (int i = 0; i < count && status == LIMB_OK; i++)
        status = limb__edit_multiply(edit, node, name[i], &factor, 1);
    return status;
}
