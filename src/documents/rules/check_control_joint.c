// Rules for the joints and transmissions of a <ros2_control> block, which are compared
// with the robot's.
#include "documents/rules/control.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

static void list_joint(limb__control *block, int node, int joint);
static void check_mimic(limb__control *block, int node, int joint);
static bool is_following(limb__check *c, int node, const limb_joint *joint);
static void check_states(limb__check *c, int node);
static void check_params(limb__check *c, int node);
static void check_interface(limb__check *c, int node, const limb_joint *joint);
static void check_range(limb__check *c, int node, const char *name, const limb_joint *joint,
                        const int at[2], const double value[2]);
static void check_wider(limb__check *c, const char *name, const limb_joint *joint, const int at[2],
                        const double value[2]);
static void check_reduction(limb__check *c, int node);

void limb__check_control_joint(limb__control *block, int node, bool with_mimic)
{
    limb__check *c = block->check;
    char name[LIMB__CONTROL_TEXT], hint[LIMB__HINT_SIZE];
    if (!limb__control_attr(c, node, "name", name)) return;
    const int joint = limb_robot_find_joint(c->robot, name);
    if (with_mimic) {
        if (joint >= 0) check_mimic(block, node, joint);
        return;
    }
    if (joint < 0) {
        limb__report(c->report, limb__check_at(c, node, "name"), LIMB_RULE_CONTROL_JOINT,
                     "no joint named \"%s\"%s", name, limb__check_hint(c, name, false, true, hint));
    } else if (c->robot->joint[joint].type == LIMB_JOINT_FIXED &&
               limb__check_knows_type(c, &c->robot->joint[joint])) {
        limb__report(c->report, limb__check_at(c, node, "name"), LIMB_RULE_ROS2_CONTROL_FIXED,
                     "joint \"%s\" is fixed: the hardware is not loaded with it", name);
    }
    if (joint >= 0) list_joint(block, node, joint);
    check_states(c, node);
    check_params(c, node);
    static const char *const tag[] = {"command_interface", "state_interface"};
    for (int k = 0; k < 2; k++) {
        for (int it = limb_node_find(c->doc, node, tag[k]); it >= 0;
             it = limb_node_find_next(c->doc, it, tag[k]))
            check_interface(c, it, joint < 0 ? NULL : &c->robot->joint[joint]);
    }
}

// Reports a joint listed twice in a block, or commanded by two blocks.
static void list_joint(limb__control *block, int node, int joint)
{
    limb__check *c = block->check;
    const bool is_commanded = limb_node_find(c->doc, node, "command_interface") >= 0;
    const char *name = c->robot->joint[joint].name;
    const limb__place place = limb__check_at(c, node, "name");
    if (block->block_of[joint] == block->node) {
        limb__report(c->report, place, LIMB_RULE_ROS2_CONTROL_REPEATED,
                     "the block lists joint \"%s\" twice", name);
        limb__report_note(c->report, limb__check_at(c, block->listed_at[joint], "name"),
                          "the first time is here");
    } else if (is_commanded && block->commanded_at[joint] >= 0) {
        limb__report(c->report, place, LIMB_RULE_ROS2_CONTROL_REPEATED,
                     "two blocks command joint \"%s\"", name);
        limb__report_note(c->report, limb__check_at(c, block->commanded_at[joint], "name"),
                          "the other one is here");
    }
    block->block_of[joint] = block->node;
    block->listed_at[joint] = node;
    if (is_commanded && block->commanded_at[joint] < 0) block->commanded_at[joint] = node;
}

static void check_mimic(limb__control *block, int node, int index)
{
    limb__check *c = block->check;
    const limb_joint *joint = &c->robot->joint[index];
    char text[LIMB__CONTROL_TEXT];
    const bool asks = limb__control_attr(c, node, "mimic", text) && (text[0] | 0x20) == 't';
    if (asks && !joint->mimic) {
        limb__report(c->report, limb__check_at(c, node, "mimic"),
                     LIMB_RULE_ROS2_CONTROL_MIMIC_LEADER,
                     "mimic=\"%s\", but joint \"%s\" has no <mimic>", text, joint->name);
        return;
    }
    if (!is_following(c, node, joint)) return;
    const int command = limb_node_find(c->doc, node, "command_interface");
    if (command >= 0) {
        limb__report(c->report, limb__check_at(c, command, NULL),
                     LIMB_RULE_ROS2_CONTROL_MIMIC_COMMAND,
                     "joint \"%s\" follows another joint and cannot be commanded; remove this, or "
                     "write mimic=\"false\"",
                     joint->name);
    }
    const int leader = joint->mimic->joint;
    if (leader < 0 || block->block_of[leader] == block->node) return;
    limb__report(c->report, limb__check_at(c, node, "name"), LIMB_RULE_ROS2_CONTROL_MIMIC_LEADER,
                 "joint \"%s\" follows \"%s\", which the block does not list", joint->name,
                 c->robot->joint[leader].name);
}

static bool is_following(limb__check *c, int node, const limb_joint *joint)
{
    char text[LIMB__CONTROL_TEXT];
    if (!joint->mimic) return false;
    return !limb__control_attr(c, node, "mimic", text) || (text[0] | 0x20) != 'f';
}

static void check_states(limb__check *c, int node)
{
    const int command = limb_node_find(c->doc, node, "command_interface");
    if (command < 0 || limb_node_find(c->doc, node, "state_interface") >= 0) return;
    limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_ROS2_CONTROL_STATE,
                 "the joint has command interfaces but no state interface, so nothing reports its "
                 "position");
}

static void check_params(limb__check *c, int node)
{
    char key[LIMB__CONTROL_TEXT];
    for (int it = limb_node_find(c->doc, node, "param"); it >= 0;
         it = limb_node_find_next(c->doc, it, "param")) {
        if (!limb__control_attr(c, it, "name", key)) continue;
        if (strcmp(key, "mimic") != 0 && strcmp(key, "multiplier") != 0) continue;
        limb__report(c->report, limb__check_at(c, it, NULL), LIMB_RULE_ROS2_CONTROL_MIMIC_PARAM,
                     "the parameter \"%s\" is not read any more; <mimic> of the joint is used",
                     key);
    }
}

static void check_interface(limb__check *c, int node, const limb_joint *joint)
{
    static const char *const known[] = {"position", "velocity", "acceleration",
                                        "effort",   "jerk",     "torque"};
    static const char *const limit[2] = {"min", "max"};
    char name[LIMB__CONTROL_TEXT], key[LIMB__CONTROL_TEXT], text[LIMB__CONTROL_TEXT];
    if (!limb__control_attr(c, node, "name", name)) return;
    bool is_known = false;
    for (int i = 0; i < 6; i++)
        is_known |= strcmp(name, known[i]) == 0;
    const int near = is_known ? -1 : limb__nearest(name, strlen(name), known, 6);
    if (near >= 0) {
        limb__report(c->report, limb__check_at(c, node, "name"), LIMB_RULE_ROS2_CONTROL_INTERFACE,
                     "no controller looks for the interface \"%s\"; did you mean \"%s\"?", name,
                     known[near]);
    }
    int at[2] = {-1, -1};
    double value[2] = {0, 0};
    for (int it = limb_node_find(c->doc, node, "param"); it >= 0;
         it = limb_node_find_next(c->doc, it, "param")) {
        if (!limb__control_attr(c, it, "name", key)) continue;
        for (int k = 0; k < 2; k++) {
            if (strcmp(key, limit[k]) != 0) continue;
            const char *number = limb__control_content(c, it, text);
            if (limb__control_number(number, &value[k])) {
                at[k] = it;
                continue;
            }
            limb__report(c->report, limb__check_at_content(c, it), LIMB_RULE_ROS2_CONTROL_NUMBER,
                         "%s \"%s\" is not a finite number, so the limit is dropped", key, number);
        }
    }
    check_range(c, node, name, joint, at, value);
}

static void check_range(limb__check *c, int node, const char *name, const limb_joint *joint,
                        const int at[2], const double value[2])
{
    static const char *const symmetric[] = {"velocity", "effort"};
    bool is_symmetric = false;
    for (int i = 0; i < 2; i++)
        is_symmetric |= strcmp(name, symmetric[i]) == 0;
    if (at[0] >= 0 && at[1] >= 0 && value[0] > value[1]) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_ROS2_CONTROL_LIMIT,
                     "min of \"%s\" is above max", name);
    } else if (is_symmetric && at[0] >= 0 && value[0] == 0) {
        limb__report(c->report, limb__check_at_content(c, at[0]), LIMB_RULE_ROS2_CONTROL_LIMIT,
                     "min 0 makes the limit of \"%s\" 0 in both directions: the smaller of |min| "
                     "and max is used",
                     name);
    } else if (joint && joint->limit) {
        check_wider(c, name, joint, at, value);
    }
}

// Reports limits wider than the robot's. The narrower ones are used, so nothing breaks, but the
// numbers are misleading.
static void check_wider(limb__check *c, const char *name, const limb_joint *joint, const int at[2],
                        const double value[2])
{
    static const double tolerance = 1e-3;
    double limit[2] = {joint->limit->lower, joint->limit->upper};
    const bool is_position = strcmp(name, "position") == 0;
    const bool is_velocity = strcmp(name, "velocity") == 0;
    if (is_position &&
        (!limb_joint_info_of(joint->type)->has_bounds || !limb__check_has_range(c, joint->limit))) {
        return;
    }
    if (is_velocity) {
        limit[1] = joint->limit->velocity;
        limit[0] = -limit[1];
    }
    if ((!is_position && !is_velocity) || (is_velocity && !joint->limit->has_velocity)) return;
    for (int k = 0; k < 2; k++) {
        const double beyond = k == 0 ? limit[0] - value[0] : value[1] - limit[1];
        if (at[k] < 0 || !(beyond > tolerance)) continue;
        char shown[2][LIMB__SHOWN_SIZE];
        limb__report(c->report, limb__check_at_content(c, at[k]),
                     LIMB_RULE_ROS2_CONTROL_LIMIT_WIDER,
                     "%s %s of \"%s\" is beyond the joint's own limit %s, which is used",
                     k == 0 ? "min" : "max", limb__check_show(value[k], shown[0]), name,
                     limb__check_show(limit[k], shown[1]));
        return;
    }
}

//---- transmissions -------------------------------------------------------------------------------

void limb__check_control_transmission(limb__control *block, int node, bool is_actuator)
{
    limb__check *c = block->check;
    static const char *const part[] = {"joint", "actuator"};
    char name[LIMB__CONTROL_TEXT];
    int njoint = 0;
    if (limb_node_find(c->doc, node, "plugin") < 0) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_ROS2_CONTROL_MISSING,
                     "<transmission> has no <plugin>");
    }
    for (int k = 0; k < 2; k++) {
        for (int it = limb_node_find(c->doc, node, part[k]); it >= 0;
             it = limb_node_find_next(c->doc, it, part[k])) {
            njoint += k == 0;
            check_reduction(c, it);
            if (limb__xml_find_attr(c->doc, it, "role") < 0)
                limb__report(c->report, limb__check_at(c, it, NULL), LIMB_RULE_ROS2_CONTROL_MISSING,
                             "<%s> has no attribute role", part[k]);
            if (k == 1 || !limb__control_attr(c, it, "name", name)) continue;
            const int joint = limb_robot_find_joint(c->robot, name);
            if (joint >= 0 && block->block_of[joint] == block->node) continue;
            limb__report(c->report, limb__check_at(c, it, "name"),
                         LIMB_RULE_ROS2_CONTROL_TRANSMISSION,
                         "joint \"%s\" of the transmission is not in the block", name);
        }
    }
    if (is_actuator && njoint > 1)
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_ROS2_CONTROL_TRANSMISSION,
                     "a block of type actuator takes one joint in a transmission, not %d", njoint);
}

static void check_reduction(limb__check *c, int node)
{
    static const char *const tag[] = {"mechanical_reduction", "offset"};
    char text[LIMB__CONTROL_TEXT];
    for (int k = 0; k < 2; k++) {
        const int it = limb_node_find(c->doc, node, tag[k]);
        if (it < 0) continue;
        double value = 1;
        const char *number = limb__control_content(c, it, text);
        if (!limb__control_number(number, &value)) {
            limb__report(c->report, limb__check_at_content(c, it), LIMB_RULE_ROS2_CONTROL_REDUCTION,
                         "%s \"%s\" is not a number, so %s is used", tag[k], number,
                         k == 0 ? "1" : "0");
        } else if (k == 0 && value == 0) {
            limb__report(c->report, limb__check_at_content(c, it), LIMB_RULE_ROS2_CONTROL_REDUCTION,
                         "mechanical_reduction is 0, so the actuator cannot move the joint");
        }
    }
}
