// Rules for references in extensions: the joints and links named in transmissions and gazebo
// elements must exist.
#include "documents/rules/control.h"

#include "base/number.h"
#include "base/text.h"
#include "documents/urdf/schema.h"

#include <string.h>

enum { TEXT_SIZE = 256 };

static void check_gazebo(limb__check *c, const limb_extension *gazebo);
static void check_transmission(limb__check *c, const limb_extension *transmission,
                               bool has_control);
static void check_unread(limb__check *c, int node);
static void check_hardware_interfaces(limb__check *c, int node);
static void report_incomplete(limb__check *c, int node, bool has_type, bool has_joint);
static bool is_joint_element(const limb_document *doc, int node, limb_text name);
static void check_transmission_joint(limb__check *c, int node);
static void check_reduction(limb__check *c, int node);
static const char *trimmed(char *text);

void limb__check_references(limb__check *c)
{
    bool has_control = false;
    for (int i = 0; i < c->robot->nextension && !has_control; i++)
        has_control = strcmp(c->robot->extension[i].tag, "ros2_control") == 0;
    for (int i = 0; i < c->robot->nextension; i++) {
        const limb_extension *extension = &c->robot->extension[i];
        const unsigned tag = limb__xml_word(c->doc->node[extension->node].label);
        if (tag == LIMB__TAG_GAZEBO) check_gazebo(c, extension);
        if (tag == LIMB__TAG_TRANSMISSION) check_transmission(c, extension, has_control);
    }
    limb__check_controls(c);
    limb__check_gazebos(c);
}

static void check_gazebo(limb__check *c, const limb_extension *gazebo)
{
    const char *name = gazebo->reference;
    if (name[0] == 0) return;
    if (limb_robot_find_link(c->robot, name) >= 0 || limb_robot_find_joint(c->robot, name) >= 0) {
        return;
    }
    char hint[LIMB__HINT_SIZE];
    limb__report(c->report, limb__check_at(c, gazebo->node, "reference"),
                 LIMB_RULE_GAZEBO_REFERENCE,
                 "no link or joint named \"%s\", so its content is lost%s", name,
                 limb__check_hint(c, name, true, true, hint));
}

// The type is an element in the current form and an attribute in the PR2's, whose joints and
// actuators have their own element names.
static void check_transmission(limb__check *c, const limb_extension *transmission, bool has_control)
{
    const int node = transmission->node;
    bool has_type = false, has_joint = false, has_actuator = false;
    for (int child = limb__xml_first_child(c->doc, node); child >= 0;
         child = limb__xml_next(c->doc, child)) {
        if (limb__xml_kind(&c->doc->node[child]) != LIMB_NODE_ELEMENT) continue;
        const limb_text name = limb_node_name(c->doc, child);
        if (is_joint_element(c->doc, child, name)) {
            check_transmission_joint(c, child);
            has_joint = true;
        }
        has_type |= limb__text_equal(name, "type");
        has_actuator |= limb__text_equal(name, "actuator") ||
                        limb__text_equal(name, "leftActuator") ||
                        limb__text_equal(name, "rightActuator");
        if (limb__text_equal(name, "mechanicalReduction")) check_reduction(c, child);
        const int inner = limb_node_find(c->doc, child, "mechanicalReduction");
        if (inner >= 0) check_reduction(c, inner);
    }
    if (has_control) check_unread(c, node);
    check_hardware_interfaces(c, node);
    if (!has_type) has_type = limb__xml_find_attr(c->doc, node, "type") >= 0;
    if (!has_type || !has_joint || !has_actuator) report_incomplete(c, node, has_type, has_joint);
}

// ros2_control reads transmissions only inside its own blocks.
static void check_unread(limb__check *c, int node)
{
    limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_TRANSMISSION_UNREAD,
                 "ros2_control does not read this form, which is that of ROS 1; a transmission "
                 "belongs in its <ros2_control> block");
}

static void check_hardware_interfaces(limb__check *c, int node)
{
    static const char *const known[] = {"EffortJointInterface",   "PositionJointInterface",
                                        "VelocityJointInterface", "PosVelJointInterface",
                                        "JointStateInterface",    "PosVelAccJointInterface",
                                        "EffortActuatorInterface"};
    char text[LIMB__CONTROL_TEXT];
    const int end = c->doc->node[node].after;
    for (int it = node; it < end; it++) {
        if (limb__xml_kind(&c->doc->node[it]) != LIMB_NODE_ELEMENT ||
            !limb__text_equal(limb_node_name(c->doc, it), "hardwareInterface")) {
            continue;
        }
        const char *name = limb__control_content(c, it, text);
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            if (strcmp(name, known[i]) != 0) continue;
            limb__report(c->report, limb__check_at_content(c, it), LIMB_RULE_TRANSMISSION_INTERFACE,
                         "\"%s\" lacks its package; write \"hardware_interface/%s\"", name, name);
        }
    }
}

static void report_incomplete(limb__check *c, int node, bool has_type, bool has_joint)
{
    limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_TRANSMISSION_INCOMPLETE,
                 "<%s> is missing, so controllers cannot use the transmission",
                 !has_type    ? "type"
                 : !has_joint ? "joint"
                              : "actuator");
}

// Returns true for <joint> of the current form and for the PR2's elements.
static bool is_joint_element(const limb_document *doc, int node, limb_text name)
{
    static const char *const known[] = {"gap_joint", "passive_joint", "flexJoint", "rollJoint"};
    const unsigned tag = limb__xml_word(doc->node[node].label);
    if (tag != LIMB__TAG_OTHER) return tag == LIMB__TAG_JOINT;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (limb__text_equal(name, known[i])) return true;
    }
    return false;
}

static void check_transmission_joint(limb__check *c, int node)
{
    char name[TEXT_SIZE];
    const int size = limb_node_attribute(c->doc, node, "name", name, sizeof name);
    if (size < 0 || size >= TEXT_SIZE) return;
    const int joint = limb_robot_find_joint(c->robot, name);
    if (joint < 0) {
        char hint[LIMB__HINT_SIZE];
        limb__report(c->report, limb__check_at(c, node, "name"), LIMB_RULE_TRANSMISSION_JOINT,
                     "no joint named \"%s\"%s", name, limb__check_hint(c, name, false, true, hint));
    } else if (c->robot->joint[joint].type == LIMB_JOINT_FIXED &&
               limb__check_knows_type(c, &c->robot->joint[joint])) {
        limb__report(c->report, limb__check_at(c, node, "name"), LIMB_RULE_TRANSMISSION_JOINT,
                     "joint \"%s\" is fixed and cannot move", name);
    }
}

static void check_reduction(limb__check *c, int node)
{
    char text[TEXT_SIZE];
    const int size = limb_node_text(c->doc, node, text, sizeof text);
    if (size < 0 || size >= TEXT_SIZE) return;
    const char *at = trimmed(text);
    const char *end = at + strlen(at);
    double value = 0;
    const char *stop = at;
    const limb__number_result result = limb__number_parse(at, end, &value, &stop);
    if (result != LIMB__NUMBER_OK || stop != end) {
        limb__report(c->report, limb__check_at_content(c, node), LIMB_RULE_TRANSMISSION_REDUCTION,
                     "mechanicalReduction \"%s\" is not a number", at);
    } else if (value == 0) {
        limb__report(c->report, limb__check_at_content(c, node), LIMB_RULE_TRANSMISSION_REDUCTION,
                     "mechanicalReduction is 0, so the actuator cannot move "
                     "the joint");
    }
}

static const char *trimmed(char *text)
{
    size_t size = strlen(text);
    while (size > 0 && limb__is_space(text[size - 1]))
        text[--size] = 0;
    while (limb__is_space(*text))
        text++;
    return text;
}
