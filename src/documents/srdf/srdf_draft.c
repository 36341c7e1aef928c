// Drafts an SRDF for a robot: a group for every chain of joints, end effectors at their tips, and a
// state in which every joint is at zero or at the limit closest to it.
//
// The tree of moving joints is cut where it branches. A part between two branchings is a chain if
// it has at least two driven joints; small subtrees beyond a chain's tip that contain only short
// parts form one end effector.
#include "documents/srdf/srdf.h"

#include "base/format.h"
#include "base/memory.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { MIN_CHAIN = 2, GROUP_NAME_SIZE = 64 };

typedef struct part { // a path between two branchings
    int base, tip;    // links
    int njoint;       // driven ones
    int parent;       // part that ends at the base of this one; -1: none
    bool is_chain;
    bool has_chain;                    // this part or a descendant is a chain
    int effector_of;                   // the part whose end effector this one belongs to; -1: none
    int first_effector, next_effector; // linked parts of one chain's end effector; -1: end
    char name[GROUP_NAME_SIZE];
} part;

typedef struct draft {
    const limb_robot *robot;
    const bool *moves; // (links) the link or a descendant has a moving joint
    int *path;         // (links) scratch
    part *part;
    int npart;
    limb__builder *out;
} draft;

static limb_status find_parts(draft *d, limb__arena *arena);
static void follow(draft *d, int index);
static int moving_children(const draft *d, int link, int *only);
static bool is_driven(const limb_joint *joint);
static void choose_effectors(draft *d);
static void name_parts(draft *d);
static void name_chain(const draft *d, const part *it, char name[GROUP_NAME_SIZE]);
static bool has_chain_named(const draft *d, int before, const char *name);
static void write_groups(const draft *d);
static void write_effectors(const draft *d);
static void write_joints(const draft *d, const part *it);
static int path_of(const draft *d, const part *it);
static void write_states(const draft *d);
static void put(limb__builder *out, const char *before, const char *value, const char *after);

limb_status limb_srdf_draft(const limb_robot *robot, const limb_srdf_pair *pair, int npair,
                            limb_write_fn *write, void *ctx)
{
    assert(robot && write);
    limb__arena arena;
    limb__builder out;
    limb__arena_init(&arena, limb__memory(NULL), 0);
    limb__builder_init(&out, limb__memory(NULL));
    draft d = {.robot = robot, .out = &out};
    limb_status status = find_parts(&d, &arena);
    if (status == LIMB_OK) {
        choose_effectors(&d);
        name_parts(&d);
        put(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot name=\"", robot->name,
            "\">\n");
        write_groups(&d);
        write_states(&d);
        write_effectors(&d);
        for (int i = 0; i < npair; i++) {
            limb__builder_text(&out, "  ");
            limb__srdf_put_pair(&out, &pair[i]);
            limb__builder_char(&out, '\n');
        }
        limb__builder_text(&out, "</robot>\n");
        status = out.failed ? LIMB_ERROR_MEMORY : write(ctx, out.data, out.size);
    }
    limb__builder_free(&out);
    limb__arena_free(&arena);
    return status;
}

static limb_status find_parts(draft *d, limb__arena *arena)
{
    const limb_robot *robot = d->robot;
    bool *moves = limb__arena_take_zero(arena, (size_t)robot->nlink + 1);
    part *list = LIMB__ARENA_ARRAY(arena, part, robot->nlink + 1);
    d->path = LIMB__ARENA_ARRAY(arena, int, robot->nlink + 1);
    if (!moves || !list || !d->path) return LIMB_ERROR_MEMORY;
    for (int i = robot->norder - 1; i >= 0; i--) {
        const int link = robot->link_order[i];
        const int joint = robot->link[link].parent_joint;
        if (joint < 0) continue;
        moves[link] |= robot->joint[joint].type != LIMB_JOINT_FIXED;
        moves[robot->joint[joint].parent] |= moves[link];
    }
    d->moves = moves;
    d->part = list;
    if (robot->root < 0 || !moves[robot->root]) return LIMB_OK;
    list[d->npart++] = (part){.base = robot->root, .tip = robot->root, .parent = -1};
    for (int i = 0; i < d->npart; i++)
        follow(d, i);
    // children follow their parents
    for (int i = d->npart - 1; i >= 0; i--) {
        list[i].has_chain |= list[i].is_chain;
        if (list[i].has_chain && list[i].parent >= 0) list[list[i].parent].has_chain = true;
    }
    return LIMB_OK;
}

// Extends the part to the next branching, and adds a part for each branch there.
static void follow(draft *d, int index)
{
    const limb_robot *robot = d->robot;
    part *it = &d->part[index];
    int only;
    while (moving_children(d, it->tip, &only) == 1) {
        const bool is_fixed = robot->joint[only].type == LIMB_JOINT_FIXED;
        it->njoint += is_driven(&robot->joint[only]);
        // links fixed to the world, or to the end of the previous part, are not in the chain
        if (is_fixed && it->base == it->tip) it->base = robot->joint[only].child;
        it->tip = robot->joint[only].child;
    }
    it->is_chain = it->njoint >= MIN_CHAIN;
    // a flange or tool that is fixed to the last link belongs to the chain
    const limb_link *tip = &robot->link[it->tip];
    while (it->is_chain && moving_children(d, it->tip, &only) == 0 && tip->nchild_joint == 1 &&
           robot->joint[tip->child_joint[0]].child >= 0 &&
           robot->link[robot->joint[tip->child_joint[0]].child].parent_joint ==
               tip->child_joint[0]) {
        it->tip = robot->joint[tip->child_joint[0]].child;
        tip = &robot->link[it->tip];
    }
    for (int i = 0; i < tip->nchild_joint; i++) {
        const limb_joint *joint = &robot->joint[tip->child_joint[i]];
        if (joint->child < 0 || !d->moves[joint->child] ||
            robot->link[joint->child].parent_joint != tip->child_joint[i]) {
            continue;
        }
        d->part[d->npart++] = (part){
            .base = it->tip, .tip = joint->child, .njoint = is_driven(joint), .parent = index};
    }
}

// Returns the number of child joints with motion below them; *only receives the last of them.
static int moving_children(const draft *d, int link, int *only)
{
    const limb_link *it = &d->robot->link[link];
    int count = 0;
    for (int i = 0; i < it->nchild_joint; i++) {
        const int child = d->robot->joint[it->child_joint[i]].child;
        if (child < 0 || !d->moves[child] ||
            d->robot->link[child].parent_joint != it->child_joint[i]) {
            continue;
        }
        *only = it->child_joint[i];
        count++;
    }
    return count;
}

static bool is_driven(const limb_joint *joint)
{
    return joint->type != LIMB_JOINT_FIXED && !joint->mimic;
}

// Assigns the parts that contain no chain and lie below one to its end effector.
static void choose_effectors(draft *d)
{
    for (int i = 0; i < d->npart; i++) {
        part *it = &d->part[i];
        it->effector_of = it->first_effector = -1;
        if (it->parent < 0 || it->has_chain) continue;
        const part *parent = &d->part[it->parent];
        it->effector_of = parent->is_chain ? it->parent : parent->effector_of;
    }
    for (int i = d->npart - 1; i >= 0; i--) {
        if (d->part[i].effector_of < 0) continue;
        part *chain = &d->part[d->part[i].effector_of];
        d->part[i].next_effector = chain->first_effector;
        chain->first_effector = i;
    }
}

static void name_parts(draft *d)
{
    int nchain = 0;
    for (int i = 0; i < d->npart; i++)
        nchain += d->part[i].is_chain;
    for (int i = 0, number = 0; i < d->npart; i++) {
        part *it = &d->part[i];
        it->name[0] = 0;
        if (!it->is_chain) continue;
        number++;
        if (nchain == 1) {
            limb__format(it->name, sizeof it->name, "arm");
            continue;
        }
        name_chain(d, it, it->name);
        if (it->name[0] == 0 || has_chain_named(d, i, it->name))
            limb__format(it->name, sizeof it->name, "chain_%d", number);
    }
}

// Names a chain by the common prefix of its joints: "left_arm" for left_arm_1_joint
// and left_arm_2_joint.
static void name_chain(const draft *d, const part *it, char name[GROUP_NAME_SIZE])
{
    const limb_robot *robot = d->robot;
    size_t size = GROUP_NAME_SIZE - 1;
    name[0] = 0;
    for (int link = it->tip; link != it->base;) {
        const limb_joint *joint = &robot->joint[robot->link[link].parent_joint];
        link = joint->parent;
        if (!is_driven(joint)) continue;
        if (name[0] == 0) limb__format(name, GROUP_NAME_SIZE, "%s", joint->name);
        size_t same = 0;
        while (same < size && name[same] && name[same] == joint->name[same])
            same++;
        size = same;
    }
    name[size] = 0;
    // cut at the last separator, since part of a word is not a name, then drop the separators
    while (size > 0 && (isdigit((unsigned char)name[size - 1]) || name[size - 1] == '_' ||
                        name[size - 1] == '-'))
        name[--size] = 0;
    static const char ending[] = "_joint";
    const size_t nending = sizeof ending - 1;
    if (size > nending && strcmp(name + size - nending, ending) == 0) name[size - nending] = 0;
    if (strcmp(name, "joint") == 0) name[0] = 0;
}

static bool has_chain_named(const draft *d, int before, const char *name)
{
    enum { MAX_COMPARED = 1000 }; // beyond this number of chains each gets a number
    if (before > MAX_COMPARED) return true;
    for (int i = 0; i < before; i++)
        if (d->part[i].is_chain && strcmp(d->part[i].name, name) == 0) return true;
    return false;
}

static void write_groups(const draft *d)
{
    for (int i = 0; i < d->npart; i++) {
        const part *it = &d->part[i];
        if (!it->is_chain) continue;
        put(d->out, "  <group name=\"", it->name, "\">\n");
        put(d->out, "    <chain base_link=\"", d->robot->link[it->base].name, "\"");
        put(d->out, " tip_link=\"", d->robot->link[it->tip].name, "\"/>\n  </group>\n");
    }
}

// Writes the initial state; a joint whose limits exclude zero is at the closer limit.
static void write_states(const draft *d)
{
    const limb_robot *robot = d->robot;
    for (int i = 0; i < d->npart; i++) {
        const part *it = &d->part[i];
        if (!it->is_chain) continue;
        put(d->out, "  <group_state name=\"zero\" group=\"", it->name, "\">\n");
        for (int k = path_of(d, it) - 1; k >= 0; k--) {
            const limb_joint *joint = &robot->joint[d->path[k]];
            if (!is_driven(joint) || limb_joint_info_of(joint->type)->ndof != 1) continue;
            double value = 0;
            if (joint->limit && limb_joint_info_of(joint->type)->has_bounds) {
                if (value < joint->limit->lower)
                    value = joint->limit->lower;
                else if (value > joint->limit->upper)
                    value = joint->limit->upper;
            }
            put(d->out, "    <joint name=\"", joint->name, "\" value=\"");
            limb__builder_number(d->out, value);
            limb__builder_text(d->out, "\"/>\n");
        }
        limb__builder_text(d->out, "  </group_state>\n");
    }
}

// Writes one end effector for each chain with parts beyond its tip; its group
// contains their joints.
static void write_effectors(const draft *d)
{
    for (int i = 0; i < d->npart; i++) {
        const part *chain = &d->part[i];
        if (chain->first_effector < 0) continue;
        char name[GROUP_NAME_SIZE + 16];
        limb__format(name, sizeof name, "%s_hand", chain->name);
        put(d->out, "  <group name=\"", name, "\">\n");
        for (int k = chain->first_effector; k >= 0; k = d->part[k].next_effector)
            write_joints(d, &d->part[k]);
        limb__builder_text(d->out, "  </group>\n");
        put(d->out, "  <end_effector name=\"", name, "\"");
        put(d->out, " group=\"", name, "\"");
        put(d->out, " parent_link=\"", d->robot->link[chain->tip].name, "\"");
        put(d->out, " parent_group=\"", chain->name, "\"/>\n");
    }
}

static void write_joints(const draft *d, const part *it)
{
    for (int k = path_of(d, it) - 1; k >= 0; k--) {
        const limb_joint *joint = &d->robot->joint[d->path[k]];
        if (joint->type != LIMB_JOINT_FIXED)
            put(d->out, "    <joint name=\"", joint->name, "\"/>\n");
    }
}

// Fills d->path with the joints of the part from its tip to its base; returns their number.
static int path_of(const draft *d, const part *it)
{
    int count = 0;
    for (int link = it->tip; link != it->base;) {
        d->path[count] = d->robot->link[link].parent_joint;
        link = d->robot->joint[d->path[count++]].parent;
    }
    return count;
}

static void put(limb__builder *out, const char *before, const char *value, const char *after)
{
    limb__builder_text(out, before);
    limb__builder_xml(out, value, strlen(value), '"');
    limb__builder_text(out, after);
}
