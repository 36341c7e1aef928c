// The tree: the joint that carries each link, the root, and the order of traversal.
//
// A link that is the child of several joints is attached to the one with the alphabetically last
// name, as in urdfdom, so every link has at most one parent. All traversals are loops over arrays:
// a chain of 100,000 links is as safe as one of seven.
#include "documents/urdf/read.h"

#include <string.h>

static int list_children(limb__reader *r, int *child_joint);

void limb__connect(limb__reader *r, int index)
{
    const limb_joint *joint = &r->joint[index];
    if (joint->parent < 0 || joint->child < 0) return;
    r->link[joint->parent].nchild_joint++;
    limb_link *child = &r->link[joint->child];
    if (child->parent_joint >= 0 || joint->parent == joint->child) r->not_a_tree = true;
    if (joint->parent == joint->child) return; // it connects nothing
    if (child->parent_joint < 0 || strcmp(joint->name, r->joint[child->parent_joint].name) > 0) {
        child->parent_joint = index;
    }
}

void limb__build_tree(limb__reader *r)
{
    limb_robot *robot = &r->robot->open;
    int *order = LIMB__ARENA_ARRAY(r->arena, int, robot->nlink);
    int *scratch = LIMB__ARENA_ARRAY(r->arena, int, robot->nlink);
    int *child_joint = LIMB__ARENA_ARRAY(r->arena, int, robot->njoint);
    if (r->arena->failed || robot->nlink == 0) return;

    robot->link_order = order;
    robot->root = list_children(r, child_joint);
    if (robot->root >= 0) robot->norder = limb__walk_tree(r, robot->root, order, scratch);
    if (r->not_a_tree || robot->norder < robot->nlink) limb__report_tree_defects(r, scratch);
}

// The lists of all links are stored consecutively in one array. Returns the only link without a
// parent, or -1.
static int list_children(limb__reader *r, int *child_joint)
{
    const limb_robot *robot = &r->robot->open;
    int begin = 0;
    int root = -1;
    int nroot = 0;
    for (int i = 0; i < robot->nlink; i++) {
        limb_link *link = &r->link[i];
        link->child_joint = child_joint + begin;
        begin += link->nchild_joint;
        link->nchild_joint = 0;
        if (link->parent_joint < 0) {
            root = i;
            nroot++;
        }
    }
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *joint = &r->joint[i];
        if (joint->parent < 0 || joint->child < 0) continue;
        limb_link *parent = &r->link[joint->parent];
        child_joint[(parent->child_joint - child_joint) + parent->nchild_joint++] = i;
    }
    return nroot == 1 ? root : -1;
}

int limb__walk_tree(const limb__reader *r, int root, int *order, int *stack)
{
    int norder = 0;
    int nstack = 0;
    stack[nstack++] = root;
    while (nstack > 0) {
        const int at = stack[--nstack];
        const limb_link *link = &r->link[at];
        order[norder++] = at;
        for (int i = link->nchild_joint - 1; i >= 0; i--) {
            const int child = r->joint[link->child_joint[i]].child;
            if (r->link[child].parent_joint == link->child_joint[i]) stack[nstack++] = child;
        }
    }
    return norder;
}
