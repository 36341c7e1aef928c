// SRDF: the joints of a group. As in MoveIt, a link contributes its parent joint, a chain all
// joints from its tip up to its base, and a subgroup its own joints.
#include "documents/srdf/srdf.h"

#include "base/memory.h"

#include <assert.h>

static void add_group(const limb_srdf_group *group, const limb_robot *robot, bool *is_member);
static void add_chain(const limb_srdf_chain *chain, const limb_robot *robot, bool *is_member);

limb_status limb_srdf_group_joints(const limb_srdf *srdf, int group, const limb_robot *robot,
                                   bool *is_member)
{
    assert(srdf && robot && group >= 0 && group < srdf->ngroup);
    const limb_allocator *memory = limb__memory(NULL);
    if (srdf->document) memory = limb__srdf_of(srdf)->memory;
    for (int i = 0; i < robot->njoint; i++)
        is_member[i] = false;
    // visited groups, each once, even if they form cycles
    const size_t room = (size_t)srdf->ngroup * sizeof(int);
    int *reached = limb__allocate(memory, 2 * room);
    if (!reached) return LIMB_ERROR_MEMORY;
    int *is_reached = reached + srdf->ngroup;
    for (int i = 0; i < srdf->ngroup; i++)
        is_reached[i] = i == group;
    reached[0] = group;
    for (int next = 0, count = 1; next < count; next++) {
        const limb_srdf_group *it = &srdf->group[reached[next]];
        add_group(it, robot, is_member);
        for (int i = 0; i < it->nsubgroup; i++) {
            const int inner = limb_srdf_find_group(srdf, it->subgroup[i].name);
            if (inner < 0 || is_reached[inner]) continue;
            is_reached[inner] = 1;
            reached[count++] = inner;
        }
    }
    limb__release(memory, reached, 2 * room);
    return LIMB_OK;
}

static void add_group(const limb_srdf_group *group, const limb_robot *robot, bool *is_member)
{
    for (int i = 0; i < group->njoint; i++) {
        const int joint = limb_robot_find_joint(robot, group->joint[i].name);
        if (joint >= 0) is_member[joint] = true;
    }
    for (int i = 0; i < group->nlink; i++) {
        const int link = limb_robot_find_link(robot, group->link[i].name);
        if (link >= 0 && robot->link[link].parent_joint >= 0)
            is_member[robot->link[link].parent_joint] = true;
    }
    for (int i = 0; i < group->nchain; i++)
        add_chain(&group->chain[i], robot, is_member);
}

// Adds the joints of a chain; none if the base is not an ancestor of the tip. The number of steps
// is bounded, since the tree may contain cycles.
static void add_chain(const limb_srdf_chain *chain, const limb_robot *robot, bool *is_member)
{
    const int base = limb_robot_find_link(robot, chain->base_link);
    const int tip = limb_robot_find_link(robot, chain->tip_link);
    if (base < 0 || tip < 0 || !limb__srdf_is_above(robot, base, tip)) return;
    for (int link = tip; link != base;) {
        const int joint = robot->link[link].parent_joint;
        is_member[joint] = true;
        link = robot->joint[joint].parent;
    }
}

bool limb__srdf_is_above(const limb_robot *robot, int base, int tip)
{
    int link = tip;
    for (int step = 0; step <= robot->nlink && link >= 0; step++) {
        if (link == base) return true;
        const int joint = robot->link[link].parent_joint;
        link = joint >= 0 ? robot->joint[joint].parent : -1;
    }
    return false;
}
