// Moves a visual or collision to another link and keeps its world pose.
#include "documents/edit/verbs.h"

#include "limb/model.h"
#include "numbers/math/rotation.h"

#include <assert.h>

static const limb_link_shape *shape_at(const limb_robot *robot, int node, int *link);

limb_status limb_edit_move_shape(limb_edit *edit, int node, int link)
{
    assert(edit);
    limb__edit_start(edit);
    limb_status status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) return status;
    const limb_robot *robot = edit->robot;
    if (link < 0 || link >= robot->nlink) return limb__edit_fail(edit, "no link %d", link);
    int from;
    const limb_link_shape *shape = shape_at(robot, node, &from);
    if (!shape) return limb__edit_fail(edit, "node %d is not a visual or collision", node);
    double pose[12], between[12];
    status = limb__edit_pose_between(edit, link, from, between);
    if (status != LIMB_OK) return status;
    limb_origin_pose(&shape->origin, pose);
    limb_pose_multiply(between, pose, pose);
    for (int i = 3; i < 12; i += 4)
        pose[i] = limb__tidy(pose[i]);
    // first the pose, then the unchanged element: its node is still valid after the first step,
    // which only changes later text
    limb__edit_hold(edit);
    status = limb_edit_set_origin(edit, node, pose);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    if (status == LIMB_OK)
        status = limb__edit_insert_copy(edit, edit->robot->link[link].node, edit->doc, node);
    if (status == LIMB_OK) status = limb_edit_remove(edit, node);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    return limb__edit_settle(edit, status);
}

static const limb_link_shape *shape_at(const limb_robot *robot, int node, int *link)
{
    for (*link = 0; *link < robot->nlink; (*link)++) {
        const limb_link *l = &robot->link[*link];
        for (int k = 0; k < l->nvisual; k++)
            if (l->visual[k].node == node) return &l->visual[k];
        for (int k = 0; k < l->ncollision; k++)
            if (l->collision[k].node == node) return &l->collision[k];
    }
    return NULL;
}
