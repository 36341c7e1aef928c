// A robot's counts, names and tree as functions, for callers that do not know its structs.
#include "limb/bindings.h"
#include "limb/robot.h"

#include <assert.h>
#include <math.h>

static const limb_link *link_at(const limb_robot *robot, int link)
{
    assert(robot);
    return link >= 0 && link < robot->nlink ? &robot->link[link] : NULL;
}

static const limb_joint *joint_at(const limb_robot *robot, int joint)
{
    assert(robot);
    return joint >= 0 && joint < robot->njoint ? &robot->joint[joint] : NULL;
}

const char *limb_robot_name(const limb_robot *robot)
{
    assert(robot);
    return robot->name;
}

int limb_robot_root(const limb_robot *robot)
{
    assert(robot);
    return robot->root;
}

const limb_document *limb_robot_document(const limb_robot *robot)
{
    assert(robot);
    return robot->document;
}

int limb_robot_link_count(const limb_robot *robot)
{
    assert(robot);
    return robot->nlink;
}

const char *limb_robot_link_name(const limb_robot *robot, int link)
{
    assert(robot);
    const limb_link *found = link_at(robot, link);
    return found ? found->name : NULL;
}

int limb_robot_link_parent_joint(const limb_robot *robot, int link)
{
    assert(robot);
    const limb_link *found = link_at(robot, link);
    return found ? found->parent_joint : -1;
}

int limb_robot_link_node(const limb_robot *robot, int link)
{
    assert(robot);
    const limb_link *found = link_at(robot, link);
    return found ? found->node : -1;
}

int limb_robot_joint_count(const limb_robot *robot)
{
    assert(robot);
    return robot->njoint;
}

const char *limb_robot_joint_name(const limb_robot *robot, int joint)
{
    assert(robot);
    const limb_joint *found = joint_at(robot, joint);
    return found ? found->name : NULL;
}

const char *limb_robot_joint_type(const limb_robot *robot, int joint)
{
    assert(robot);
    const limb_joint *found = joint_at(robot, joint);
    return found ? limb_joint_type_name(found->type) : NULL;
}

int limb_robot_joint_parent(const limb_robot *robot, int joint)
{
    assert(robot);
    const limb_joint *found = joint_at(robot, joint);
    return found ? found->parent : -1;
}

int limb_robot_joint_child(const limb_robot *robot, int joint)
{
    assert(robot);
    const limb_joint *found = joint_at(robot, joint);
    return found ? found->child : -1;
}

int limb_robot_joint_node(const limb_robot *robot, int joint)
{
    assert(robot);
    const limb_joint *found = joint_at(robot, joint);
    return found ? found->node : -1;
}

bool limb_robot_joint_limits(const limb_robot *robot, int joint, double *lower, double *upper)
{
    assert(robot);
    const limb_joint *found = joint_at(robot, joint);
    if (!found) return false;
    *lower = found->limit ? found->limit->lower : -(double)INFINITY;
    *upper = found->limit ? found->limit->upper : (double)INFINITY;
    return true;
}

int limb_robot_material_count(const limb_robot *robot)
{
    assert(robot);
    return robot->nmaterial;
}

const char *limb_robot_material_name(const limb_robot *robot, int material)
{
    assert(robot);
    return material >= 0 && material < robot->nmaterial ? robot->material[material].name : NULL;
}
