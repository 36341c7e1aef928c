// Order: the links of the root's tree, depth first, children as in the file.
//
// If the root is not the file's, the path from it to the file's root is traversed against the
// joints' direction; all other links stay attached as before.
#include "build/model/model_build.h"

#include "documents/diag/report.h"

#include <string.h>

typedef struct walker {
    limb__model_step *stack; // steps found but not yet taken, the next one last
    int nstack;
    bool *seen; // links
} walker;

static int find_root(limb__model_builder *build);
static void push_neighbors(const limb_robot *robot, walker *walk, int link);
static void push(const limb_robot *robot, walker *walk, int joint, bool reversed);

limb_status limb__model_order(limb__model_builder *build)
{
    const limb_robot *robot = build->robot;
    build->root = find_root(build);
    if (build->root < 0) {
        if (!build->opts->root)
            return limb__model_refuse(build, LIMB_RULE_TREE_NO_ROOT, "no single root in robot",
                                      robot->name);
        return limb__model_refuse(
            build, LIMB_RULE_TREE_NO_ROOT,
            "no link has the name that was requested as root:", build->opts->root);
    }
    // every joint is pushed at most twice, once from each of its links
    walker walk = {0};
    walk.stack = LIMB__ARENA_ARRAY(&build->arena, limb__model_step, 2 * (size_t)robot->njoint + 1);
    walk.seen = limb__arena_take_zero(&build->arena, (size_t)robot->nlink);
    build->step = LIMB__ARENA_ARRAY(&build->arena, limb__model_step, robot->nlink);
    if (build->arena.failed) return LIMB_ERROR_MEMORY;

    walk.seen[build->root] = true;
    push_neighbors(robot, &walk, build->root);
    while (walk.nstack > 0) {
        const limb__model_step step = walk.stack[--walk.nstack];
        if (walk.seen[step.to]) continue;
        walk.seen[step.to] = true;
        build->step[build->nstep++] = step;
        push_neighbors(robot, &walk, step.to);
    }
    if (build->nstep + 1 < robot->nlink) {
        build->changed = true;
        limb__report(build->opts->report, limb__place_file(robot->file),
                     LIMB_RULE_TREE_SEVERAL_ROOTS,
                     "%d links are not connected to \"%s\" and have no pose in the model",
                     robot->nlink - build->nstep - 1, robot->link[build->root].name);
    }
    return LIMB_OK;
}

static int find_root(limb__model_builder *build)
{
    const limb_robot *robot = build->robot;
    if (!build->opts->root) return robot->root;
    for (int link = 0; link < robot->nlink; link++) {
        if (strcmp(robot->link[link].name, build->opts->root) == 0) return link;
    }
    return -1;
}

// Pushes the first child last, so that it is popped first, and the parent below all children.
static void push_neighbors(const limb_robot *robot, walker *walk, int link)
{
    const limb_link *from = &robot->link[link];
    if (from->parent_joint >= 0) push(robot, walk, from->parent_joint, true);
    for (int i = from->nchild_joint - 1; i >= 0; i--)
        push(robot, walk, from->child_joint[i], false);
}

static void push(const limb_robot *robot, walker *walk, int joint, bool reversed)
{
    const limb_joint *over = &robot->joint[joint];
    if (over->parent < 0 || over->child < 0) return;
    const int from = reversed ? over->child : over->parent;
    const int to = reversed ? over->parent : over->child;
    if (walk->seen[to]) return;
    walk->stack[walk->nstack++] = (limb__model_step){joint, from, to, reversed};
}
