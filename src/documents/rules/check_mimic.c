// Rules for mimic joints: the source exists, has one coordinate, and is not part of a cycle; the
// follower stays within its limits.
#include "documents/rules/check.h"

#include "base/memory.h"
#include "documents/urdf/types.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// a follower may exceed its limits by this much without a finding: degrees written
// with two decimals
static const double RANGE_TOLERANCE = 2e-3;

static bool has_one_coordinate(limb_joint_type type);
static void report_cycle(limb__check *c, int start);
static void check_range(limb__check *c, const limb_joint *joint, const limb_joint *source);

void limb__check_follower(limb__check *c, int index)
{
    const limb_joint *joint = &c->robot->joint[index];
    const limb_mimic *mimic = joint->mimic;
    // an absent attribute was reported by the reader
    if (mimic->joint < 0 && limb__xml_find_attr(c->doc, mimic->node, "joint") >= 0) {
        char hint[LIMB__HINT_SIZE];
        limb__report(c->report, limb__check_at(c, mimic->node, "joint"), LIMB_RULE_MIMIC_MISSING,
                     "no joint named \"%s\" to mimic%s", mimic->joint_name,
                     limb__check_hint(c, mimic->joint_name, false, true, hint));
    }
    if (!limb__check_knows_type(c, joint)) return;
    if (!has_one_coordinate(joint->type)) {
        limb__report(c->report, limb__check_at(c, mimic->node, NULL), LIMB_RULE_MIMIC_IGNORED,
                     "a %s joint cannot mimic another", limb_joint_type_name(joint->type));
        return;
    }
    if (mimic->joint < 0) return;
    if (mimic->joint == index) {
        limb__report(c->report, limb__check_at(c, mimic->node, "joint"), LIMB_RULE_MIMIC_SELF,
                     "the joint mimics itself");
        return;
    }
    const limb_joint *source = &c->robot->joint[mimic->joint];
    if (!limb__check_knows_type(c, source)) return;
    if (!has_one_coordinate(source->type)) {
        limb__report(c->report, limb__check_at(c, mimic->node, "joint"), LIMB_RULE_MIMIC_SOURCE,
                     "\"%s\" is %s and has no single position to mimic", source->name,
                     limb_joint_type_name(source->type));
        return;
    }
    if (mimic->multiplier == 0) {
        limb__report(c->report, limb__check_at(c, mimic->node, "multiplier"), LIMB_RULE_MIMIC_ZERO,
                     "multiplier is 0, so the joint stays at its offset");
    }
    check_range(c, joint, source);
}

// Each joint is visited once: a walk that reaches one of its own joints has found a cycle.
void limb__check_mimic_cycles(limb__check *c)
{
    const limb_robot *robot = c->robot;
    const size_t size = sizeof(int) * (size_t)robot->njoint;
    int *walk = limb__allocate(c->memory, size); // number of the walk that came here, 0: none
    if (!walk) {
        c->failed = true;
        return;
    }
    memset(walk, 0, size);
    for (int i = 0; i < robot->njoint; i++) {
        int at = i;
        while (at >= 0 && walk[at] == 0 && robot->joint[at].mimic) {
            walk[at] = i + 1;
            at = robot->joint[at].mimic->joint;
        }
        // a joint that follows itself has its own rule
        const bool circle = at >= 0 && walk[at] == i + 1 && robot->joint[at].mimic->joint != at;
        if (circle) report_cycle(c, at);
    }
    limb__release(c->memory, walk, size);
}

static bool has_one_coordinate(limb_joint_type type)
{
    return limb__joint_table[type].ndof == 1;
}

static void report_cycle(limb__check *c, int start)
{
    char names[512];
    size_t size = 0;
    int at = start;
    do {
        const char *name = c->robot->joint[at].name;
        const int room = (int)(sizeof names - size);
        const int written = snprintf(names + size, (size_t)room, "%s \xe2\x86\x92 ", name);
        if (written < 0 || written >= room) break;
        size += (size_t)written;
        at = c->robot->joint[at].mimic->joint;
    } while (at != start);
    names[size] = 0;
    const int node = c->robot->joint[start].mimic->node;
    const int attr = limb__xml_find_attr(c->doc, node, "joint");
    limb__report(c->report, limb__xml_at_value(c->places, node, attr), LIMB_RULE_MIMIC_CYCLE,
                 "mimic joints follow each other in a cycle: %s%s", names,
                 c->robot->joint[start].name);
}

static void check_range(limb__check *c, const limb_joint *joint, const limb_joint *source)
{
    const limb_mimic *mimic = joint->mimic;
    const limb_limit *own = joint->limit;
    const limb_limit *range = source->limit;
    const bool bounded = own && range && limb__joint_table[joint->type].has_bounds &&
                         limb__joint_table[source->type].has_bounds;
    if (!bounded || !limb__check_has_range(c, own) || !limb__check_has_range(c, range) ||
        limb__check_is_broken(c, mimic->node, "multiplier", mimic->has_multiplier) ||
        limb__check_is_broken(c, mimic->node, "offset", mimic->has_offset)) {
        return;
    }
    const double a = mimic->multiplier * range->lower + mimic->offset;
    const double b = mimic->multiplier * range->upper + mimic->offset;
    const double low = fmin(a, b);
    const double high = fmax(a, b);
    const double slack = RANGE_TOLERANCE * fmax(1e-3, own->upper - own->lower);
    if (low >= own->lower - slack && high <= own->upper + slack) return;
    char text[4][LIMB__SHOWN_SIZE];
    limb__report(c->report, limb__check_at(c, joint->mimic->node, NULL), LIMB_RULE_MIMIC_RANGE,
                 "mimicking \"%s\", it moves from %s to %s, outside its own limits %s to %s",
                 source->name, limb__check_show(low, text[0]), limb__check_show(high, text[1]),
                 limb__check_show(own->lower, text[2]), limb__check_show(own->upper, text[3]));
}
