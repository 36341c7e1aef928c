// The tree: which joint carries each link, which link is the root, in which order to walk.
//
// A link that is the child of several joints hangs from the one whose name comes last in the
// alphabet, as in urdfdom: so every link has at most one parent. All walks are loops over arrays: a
// chain of 100,000 links is as safe as one of seven.
#include "urdf/read.h"

#include <string.h>

static bool connect(limb__reader *r);
static void list_children(limb__reader *r, int *child_joint);
static int only_root(const limb__reader *r);

void limb__build_tree(limb__reader *r)
{
    limb_robot *robot = &r->robot->open;
    int *order = LIMB__ARENA_ARRAY(r->arena, int, robot->nlink);
    int *scratch = LIMB__ARENA_ARRAY(r->arena, int, robot->nlink);
    int *child_joint = LIMB__ARENA_ARRAY(r->arena, int, robot->njoint);
    if (r->arena->failed || robot->nlink == 0) return;

    const bool simple = connect(r);
    list_children(r, child_joint);
    robot->link_order = order;
    robot->root = only_root(r);
    if (robot->root >= 0) robot->norder = limb__walk_tree(r, robot->root, order, scratch);
    if (!simple || robot->norder < robot->nlink) limb__find_tree_defects(r, scratch);
}

// Each link's parent joint; a joint with an unknown link connects nothing. False: a link has two
// parents or is its own.
static bool connect(limb__reader *r)
{
    bool simple = true;
    for (int i = 0; i < r->robot->open.njoint; i++) {
        const limb_joint *joint = &r->joint[i];
        if (joint->parent < 0 || joint->child < 0) continue;
        r->link[joint->parent].nchild_joint++;
        limb_link *child = &r->link[joint->child];
        if (child->parent_joint >= 0 || joint->parent == joint->child) simple = false;
        if (child->parent_joint < 0 ||
            strcmp(joint->name, r->joint[child->parent_joint].name) > 0) {
            child->parent_joint = i;
        }
    }
    return simple;
}

// The lists of all links lie behind each other in one array.
static void list_children(limb__reader *r, int *child_joint)
{
    const limb_robot *robot = &r->robot->open;
    int begin = 0;
    for (int i = 0; i < robot->nlink; i++) {
        r->link[i].child_joint = child_joint + begin;
        begin += r->link[i].nchild_joint;
        r->link[i].nchild_joint = 0;
    }
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *joint = &r->joint[i];
        if (joint->parent < 0 || joint->child < 0) continue;
        limb_link *parent = &r->link[joint->parent];
        child_joint[(parent->child_joint - child_joint) + parent->nchild_joint++] = i;
    }
}

static int only_root(const limb__reader *r)
{
    int root = -1;
    for (int i = 0; i < r->robot->open.nlink; i++) {
        if (r->link[i].parent_joint >= 0) continue;
        if (root >= 0) return -1;
        root = i;
    }
    return root;
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
