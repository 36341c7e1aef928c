// Rules for the groups of an SRDF and the states that belong to them.
#include "documents/srdf/srdf.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

static void check_members(limb__srdf_check *c, const limb_srdf_group *group);
static void check_chain(limb__srdf_check *c, const limb_srdf_chain *chain);
static void check_cycles(limb__srdf_check *c);
static void report_repeated(limb__srdf_check *c, int node, int first, const char *what,
                            const char *name);
static void check_state(limb__srdf_check *c, int index);
static void check_value(limb__srdf_check *c, const limb_srdf_state *state, int index,
                        bool knows_group);
static void check_limit(limb__srdf_check *c, const limb_srdf_value *value, int joint);
static void check_follower(limb__srdf_check *c, const limb_srdf_state *state,
                           const limb_srdf_value *value);
static void check_complete(limb__srdf_check *c, const limb_srdf_state *state);
static bool is_driven(const limb_joint *joint);

void limb__srdf_check_groups(limb__srdf_check *c)
{
    static const char *const needed[] = {"name"};
    for (int i = 0; i < c->srdf->ngroup; i++) {
        const limb_srdf_group *group = &c->srdf->group[i];
        if (!limb__srdf_has(c, group->node, needed, 1)) continue;
        const int first = limb_srdf_find_group(c->srdf, group->name);
        if (first < i)
            report_repeated(c, group->node, c->srdf->group[first].node, "group", group->name);
        check_members(c, group);
    }
    check_cycles(c);
}

static void check_members(limb__srdf_check *c, const limb_srdf_group *group)
{
    static const char *const name[] = {"name"};
    static const char *const ends[] = {"base_link", "tip_link"};
    if (group->nlink + group->njoint + group->nchain + group->nsubgroup == 0) {
        limb__report(c->report, limb__srdf_at(c, group->node, NULL), LIMB_RULE_SRDF_GROUP_EMPTY,
                     "the group holds no link, joint, chain or group");
    }
    for (int i = 0; i < group->nlink; i++) {
        const limb_srdf_name *it = &group->link[i];
        if (limb__srdf_has(c, it->node, name, 1))
            limb__srdf_link(c, it->node, "name", it->name, LIMB_RULE_SRDF_LINK);
    }
    for (int i = 0; i < group->njoint; i++) {
        const limb_srdf_name *it = &group->joint[i];
        if (!limb__srdf_has(c, it->node, name, 1)) continue;
        if (limb__srdf_is_virtual(c->srdf, it->name)) continue;
        limb__srdf_joint(c, it->node, "name", it->name);
    }
    for (int i = 0; i < group->nchain; i++)
        if (limb__srdf_has(c, group->chain[i].node, ends, 2)) check_chain(c, &group->chain[i]);
    for (int i = 0; i < group->nsubgroup; i++) {
        const limb_srdf_name *it = &group->subgroup[i];
        if (limb__srdf_has(c, it->node, name, 1)) limb__srdf_group(c, it->node, "name", it->name);
    }
}

static void check_chain(limb__srdf_check *c, const limb_srdf_chain *chain)
{
    const int base =
        limb__srdf_link(c, chain->node, "base_link", chain->base_link, LIMB_RULE_SRDF_LINK);
    const int tip =
        limb__srdf_link(c, chain->node, "tip_link", chain->tip_link, LIMB_RULE_SRDF_LINK);
    if (base < 0 || tip < 0 || limb__srdf_joins(c, base, tip)) return;
    limb__report(c->report, limb__srdf_at(c, chain->node, NULL), LIMB_RULE_SRDF_CHAIN,
                 limb__srdf_joins(c, tip, base)
                     ? "the chain is upside down: \"%s\" is below \"%s\""
                     : "\"%s\" is not an ancestor of \"%s\", so no chain joins them",
                 chain->base_link, chain->tip_link);
}

// Finds cycles by Kahn's algorithm: a group is removed once all its subgroups are; the remaining
// groups are in a cycle, or contain one that is. Linked lists through the subgroups give the
// parents of each group.
static void check_cycles(limb__srdf_check *c)
{
    const limb_srdf_group *group = c->srdf->group;
    const int count = c->srdf->ngroup;
    int nedge = 0, nready = 0;
    for (int i = 0; i < count; i++)
        nedge += group[i].nsubgroup;
    limb__arena arena;
    limb__arena_init(&arena, c->memory, 0);
    int *nopen = LIMB__ARENA_ARRAY(&arena, int, count + 1); // remaining subgroups
    int *ready = LIMB__ARENA_ARRAY(&arena, int, count + 1);
    int *first = LIMB__ARENA_ARRAY(&arena, int, count + 1); // edge to a parent of the group
    int *next = LIMB__ARENA_ARRAY(&arena, int, nedge + 1);
    int *holder = LIMB__ARENA_ARRAY(&arena, int, nedge + 1);
    c->failed |= arena.failed;
    for (int i = 0; i < count && !arena.failed; i++) {
        first[i] = -1;
        nopen[i] = 0;
    }
    for (int i = 0, edge = 0; i < count && !arena.failed; i++) {
        for (int k = 0; k < group[i].nsubgroup; k++) {
            const int inner = limb_srdf_find_group(c->srdf, group[i].subgroup[k].name);
            if (inner < 0) continue;
            nopen[i]++;
            holder[edge] = i;
            next[edge] = first[inner];
            first[inner] = edge++;
        }
        if (nopen[i] == 0) ready[nready++] = i;
    }
    for (int at = 0; at < nready && !arena.failed; at++) {
        for (int edge = first[ready[at]]; edge >= 0; edge = next[edge])
            if (--nopen[holder[edge]] == 0) ready[nready++] = holder[edge];
    }
    for (int i = 0; i < count && !arena.failed; i++) {
        if (nopen[i] == 0) continue;
        limb__report(c->report, limb__srdf_at(c, group[i].node, NULL), LIMB_RULE_SRDF_GROUP_CYCLE,
                     "the group is part of a cycle of groups, or holds one that is");
    }
    limb__arena_free(&arena);
}

static void report_repeated(limb__srdf_check *c, int node, int first, const char *what,
                            const char *name)
{
    limb__report(c->report, limb__srdf_at(c, node, "name"), LIMB_RULE_SRDF_REPEATED,
                 "there are two %ss with the name \"%s\"", what, name);
    limb__report_note(c->report, limb__srdf_at(c, first, "name"), "the first one is here");
}

//---- states --------------------------------------------------------------------------------------

void limb__srdf_check_states(limb__srdf_check *c)
{
    static const char *const needed[] = {"name", "group"};
    for (int i = 0; i < c->srdf->nstate; i++) {
        const limb_srdf_state *state = &c->srdf->state[i];
        if (!limb__srdf_has(c, state->node, needed, 2)) continue;
        const int first = limb__srdf_of(c->srdf)->first_state[i];
        if (first < i)
            report_repeated(c, state->node, c->srdf->state[first].node, "state", state->name);
        check_state(c, i);
    }
}

static void check_state(limb__srdf_check *c, int index)
{
    static const char *const needed[] = {"name", "value"};
    const limb_srdf_state *state = &c->srdf->state[index];
    const int group = limb__srdf_group(c, state->node, "group", state->group);
    const bool knows_group = group >= 0 && c->robot && limb__srdf_members(c, group);
    for (int i = 0; c->robot && i < c->robot->njoint; i++)
        c->value_of[i] = -1;
    for (int i = 0; i < state->nvalue; i++) {
        if (limb__srdf_has(c, state->value[i].node, needed, 2))
            check_value(c, state, i, knows_group);
    }
    if (knows_group) check_complete(c, state);
    for (int i = 0; c->robot && i < state->nvalue; i++)
        check_follower(c, state, &state->value[i]);
}

static void check_value(limb__srdf_check *c, const limb_srdf_state *state, int index,
                        bool knows_group)
{
    const limb_srdf_value *value = &state->value[index];
    if (value->count == 0) {
        limb__report(c->report, limb__srdf_at(c, value->node, "value"), LIMB_RULE_SRDF_STATE_NUMBER,
                     "the value of joint \"%s\" is not a number", value->joint);
    }
    if (limb__srdf_is_virtual(c->srdf, value->joint)) return;
    const int joint = limb__srdf_joint(c, value->node, "name", value->joint);
    if (joint < 0) return;
    const int before = c->value_of[joint];
    if (before >= 0)
        report_repeated(c, value->node, state->value[before].node, "value", value->joint);
    c->value_of[joint] = index;
    const limb_joint *it = &c->robot->joint[joint];
    const char *why = it->type == LIMB_JOINT_FIXED          ? "it is fixed"
                      : knows_group && !c->is_member[joint] ? "it is not in the group"
                                                            : NULL;
    if (why) {
        limb__report(c->report, limb__srdf_at(c, value->node, "name"), LIMB_RULE_SRDF_STATE_JOINT,
                     "the value of joint \"%s\" has no effect: %s", value->joint, why);
    }
    const int ndof = limb_joint_info_of(it->type)->ndof;
    if (value->count == 1 && ndof == 1) check_limit(c, value, joint);
}

// Reports a value for a mimic joint that differs from the one MoveIt computes, which
// is never reached.
static void check_follower(limb__srdf_check *c, const limb_srdf_state *state,
                           const limb_srdf_value *value)
{
    static const double tolerance = 1e-3;
    const int joint = limb_robot_find_joint(c->robot, value->joint);
    const limb_mimic *mimic = joint >= 0 ? c->robot->joint[joint].mimic : NULL;
    if (!mimic || mimic->joint < 0 || value->count != 1) return;
    const int index = c->value_of[mimic->joint];
    if (index < 0 || state->value[index].count != 1) return;
    const double follows = mimic->multiplier * state->value[index].value[0] + mimic->offset;
    if (fabs(follows - value->value[0]) <= tolerance) return;
    char shown[2][LIMB__SHOWN_SIZE];
    limb__report(c->report, limb__srdf_at(c, value->node, "value"), LIMB_RULE_SRDF_STATE_JOINT,
                 "joint \"%s\" follows \"%s\" and will be at %s, not at %s", value->joint,
                 state->value[index].joint, limb__check_show(follows, shown[0]),
                 limb__check_show(value->value[0], shown[1]));
}

// Reports values outside the limits. Values are written with few digits, so a difference of one in
// the last digit is accepted.
static void check_limit(limb__srdf_check *c, const limb_srdf_value *value, int joint)
{
    static const double tolerance = 1e-3;
    const limb_joint *it = &c->robot->joint[joint];
    if (!it->limit || !limb_joint_info_of(it->type)->has_bounds) return;
    const double number = value->value[0];
    if (it->limit->lower > it->limit->upper || !it->limit->has_lower || !it->limit->has_upper) {
        return;
    }
    if (number >= it->limit->lower - tolerance && number <= it->limit->upper + tolerance) return;
    char shown[3][LIMB__SHOWN_SIZE];
    limb__report(c->report, limb__srdf_at(c, value->node, "value"), LIMB_RULE_SRDF_STATE_LIMIT,
                 "joint \"%s\" at %s is outside its limits %s to %s", value->joint,
                 limb__check_show(number, shown[0]), limb__check_show(it->limit->lower, shown[1]),
                 limb__check_show(it->limit->upper, shown[2]));
}

static void check_complete(limb__srdf_check *c, const limb_srdf_state *state)
{
    int nmissing = 0, first = -1;
    for (int i = 0; i < c->robot->njoint; i++) {
        const bool needs_value =
            c->is_member[i] && !c->is_passive[i] && is_driven(&c->robot->joint[i]);
        if (needs_value && c->value_of[i] < 0 && nmissing++ == 0) first = i;
    }
    if (nmissing == 0) return;
    const limb__place place = limb__srdf_at(c, state->node, "name");
    if (nmissing == 1) {
        limb__report(c->report, place, LIMB_RULE_SRDF_STATE_INCOMPLETE,
                     "joint \"%s\" of the group has no value", c->robot->joint[first].name);
    } else {
        limb__report(c->report, place, LIMB_RULE_SRDF_STATE_INCOMPLETE,
                     "joint \"%s\" and %d more of the group have no value",
                     c->robot->joint[first].name, nmissing - 1);
    }
}

static bool is_driven(const limb_joint *joint)
{
    return !joint->mimic && joint->type != LIMB_JOINT_FIXED;
}
