// Rules for <gazebo> elements, as sdformat reads them: unknown elements are copied silently, and
// links at fixed joints are merged into their parents unless the joint is preserved.
#include "documents/rules/control.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

typedef struct gazebo { // settings for the robot's joints
    limb__check *check;
    bool *is_preserved; // (joints)
    bool has_gazebo;
} gazebo;

enum { OF_LINK = 1, OF_JOINT = 2, IS_NUMBER = 4, IS_OLD = 8 };
typedef struct known {
    const char *name;
    int flags;
} known;

// children that sdformat reads itself
static const known child_table[] = {
    {"material", OF_LINK},
    {"collision", OF_LINK},
    {"visual", OF_LINK},
    {"sensor", OF_LINK | OF_JOINT},
    {"turnGravityOff", OF_LINK},
    {"dampingFactor", OF_LINK | IS_NUMBER},
    {"maxVel", OF_LINK | IS_NUMBER},
    {"minDepth", OF_LINK | IS_NUMBER},
    {"mu1", OF_LINK | IS_NUMBER},
    {"mu2", OF_LINK | IS_NUMBER},
    {"fdir1", OF_LINK},
    {"kp", OF_LINK | IS_NUMBER},
    {"kd", OF_LINK | IS_NUMBER},
    {"selfCollide", OF_LINK},
    {"maxContacts", OF_LINK | IS_NUMBER},
    {"laserRetro", OF_LINK | IS_NUMBER},
    {"springReference", OF_JOINT | IS_NUMBER},
    {"springStiffness", OF_JOINT | IS_NUMBER},
    {"stopCfm", OF_JOINT | IS_NUMBER},
    {"stopErp", OF_JOINT | IS_NUMBER},
    {"fudgeFactor", OF_JOINT | IS_NUMBER},
    {"provideFeedback", OF_JOINT},
    {"implicitSpringDamper", OF_JOINT},
    {"cfmDamping", OF_JOINT | IS_OLD},
    {"disableFixedJointLumping", OF_JOINT},
    {"preserveFixedJoint", OF_JOINT},
    {"static", 0},
    {"plugin", 0},
};
enum { NCHILD = sizeof child_table / sizeof *child_table };

static void note_preserved(gazebo *g, const limb_extension *extension);
static bool says_yes(limb__check *c, int node, const char *tag);
static void check_children(gazebo *g, const limb_extension *extension);
static void check_child(gazebo *g, const limb_extension *extension, int node, bool is_link,
                        bool is_joint);
static void check_kind(limb__check *c, int node, const known *it, bool is_link, bool is_joint,
                       const char *name);
static void check_sensor(gazebo *g, int node, int joint);
static bool is_lumped(const gazebo *g, int joint);
static void check_plugins(gazebo *g, int node);
static void check_plugin(gazebo *g, int node);
static void check_plugin_name(gazebo *g, int node);
static void check_massless(gazebo *g);

void limb__check_gazebos(limb__check *c)
{
    gazebo g = {.check = c};
    const size_t room = (size_t)c->robot->njoint + 1;
    g.is_preserved = limb__allocate(c->memory, room);
    if (!g.is_preserved) {
        c->failed = true;
        return;
    }
    memset(g.is_preserved, 0, room);
    for (int i = 0; i < c->robot->nextension; i++)
        if (strcmp(c->robot->extension[i].tag, "gazebo") == 0)
            note_preserved(&g, &c->robot->extension[i]);
    for (int i = 0; i < c->robot->nextension && g.has_gazebo; i++) {
        if (strcmp(c->robot->extension[i].tag, "gazebo") != 0) continue;
        check_children(&g, &c->robot->extension[i]);
        check_plugins(&g, c->robot->extension[i].node);
    }
    if (g.has_gazebo) check_massless(&g);
    limb__release(c->memory, g.is_preserved, room);
}

static void note_preserved(gazebo *g, const limb_extension *extension)
{
    limb__check *c = g->check;
    const int joint = limb_robot_find_joint(c->robot, extension->reference);
    g->has_gazebo = true;
    const bool preserves = says_yes(c, extension->node, "preserveFixedJoint");
    const bool turns = says_yes(c, extension->node, "disableFixedJointLumping");
    if (joint < 0) return;
    g->is_preserved[joint] |= preserves || turns;
    if (!turns || preserves || c->robot->joint[joint].type != LIMB_JOINT_FIXED) return;
    const int node = limb_node_find(c->doc, extension->node, "disableFixedJointLumping");
    limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_GAZEBO_DISABLE_LUMPING,
                 "joint \"%s\" becomes a revolute joint with the limits 0 and 0; "
                 "<preserveFixedJoint> keeps it fixed",
                 extension->reference);
}

// As in sdformat: true, yes or 1, case-insensitive.
static bool says_yes(limb__check *c, int node, const char *tag)
{
    char text[LIMB__CONTROL_TEXT];
    const int it = limb_node_find(c->doc, node, tag);
    if (it < 0) return false;
    const char *value = limb__control_content(c, it, text);
    return value[0] == '1' || (value[0] | 0x20) == 't' || (value[0] | 0x20) == 'y';
}

//---- children ------------------------------------------------------------------------------------

static void check_children(gazebo *g, const limb_extension *extension)
{
    limb__check *c = g->check;
    const bool is_link = limb_robot_find_link(c->robot, extension->reference) >= 0;
    const bool is_joint = limb_robot_find_joint(c->robot, extension->reference) >= 0;
    for (int node = limb_node_find(c->doc, extension->node, NULL); node >= 0;
         node = limb_node_find_next(c->doc, node, NULL))
        check_child(g, extension, node, is_link, is_joint);
}

static void check_child(gazebo *g, const limb_extension *extension, int node, bool is_link,
                        bool is_joint)
{
    limb__check *c = g->check;
    const limb_text name = limb_node_name(c->doc, node);
    if (limb__text_equal(name, "sensor"))
        check_sensor(g, node, limb_robot_find_joint(c->robot, extension->reference));
    for (int i = 0; i < NCHILD; i++) {
        const known *it = &child_table[i];
        if (!limb__text_equal(name, it->name)) continue;
        if (is_link != is_joint) check_kind(c, node, it, is_link, is_joint, extension->reference);
        char text[LIMB__CONTROL_TEXT];
        double value;
        // as in sdformat, the attribute takes precedence over the text
        const bool has_attr = limb__control_attr(c, node, "value", text);
        const char *content = has_attr ? text : limb__control_content(c, node, text);
        if (it->flags & IS_NUMBER && limb_node_find(c->doc, node, NULL) < 0 &&
            !limb__control_number(content, &value) &&
            !limb__has_substitution(content, strlen(content)))
            limb__report(c->report,
                         has_attr ? limb__check_at(c, node, "value")
                                  : limb__check_at_content(c, node),
                         LIMB_RULE_GAZEBO_NUMBER, "<%s> holds \"%s\", which is not a number",
                         it->name, content);
        if (it->flags & IS_OLD)
            limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_GAZEBO_DEPRECATED,
                         "<%s> is an old name; write <implicitSpringDamper>", it->name);
        return;
    }
    // SDF elements are allowed here as well, so only a one-letter difference is reported
    if (!extension->reference[0]) return;
    for (int i = 0; i < NCHILD; i++) {
        const char *meant = child_table[i].name;
        const size_t size = strlen(meant);
        if (size < 6 || limb__edit_distance(name.data, name.size, meant, size, 2) > 2) continue;
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_GAZEBO_CHILD,
                     "<%.*s> is copied but means nothing; did you mean <%s>?", (int)name.size,
                     name.data, meant);
        return;
    }
}

static void check_kind(limb__check *c, int node, const known *it, bool is_link, bool is_joint,
                       const char *name)
{
    const bool for_link = it->flags & OF_LINK, for_joint = it->flags & OF_JOINT;
    if (for_link == for_joint) return;
    if ((is_link && for_link) || (is_joint && for_joint)) return;
    limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_GAZEBO_REFERENCE_KIND,
                 is_joint ? "<%s> belongs to a link, but \"%s\" is a joint"
                          : "<%s> belongs to a joint, but \"%s\" is a link",
                 it->name, name);
}

// A force-torque sensor measures at a joint, which must exist.
static void check_sensor(gazebo *g, int node, int joint)
{
    limb__check *c = g->check;
    const limb_text type = limb_node_attribute_raw(c->doc, node, "type");
    if (!type.data || !limb__text_equal(type, "force_torque") || !is_lumped(g, joint)) return;
    limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_GAZEBO_LUMPED,
                 "the sensor is lost: joint \"%s\" is fixed and is removed; "
                 "<preserveFixedJoint>true</preserveFixedJoint> keeps it",
                 c->robot->joint[joint].name);
}

static bool is_lumped(const gazebo *g, int joint)
{
    if (joint < 0 || g->check->robot->joint[joint].type != LIMB_JOINT_FIXED ||
        g->is_preserved[joint]) {
        return false;
    }
    // a joint to the world is kept
    const limb_joint *it = &g->check->robot->joint[joint];
    return it->parent >= 0 && strcmp(it->parent_name, "world") != 0;
}

//---- plugins -------------------------------------------------------------------------------------

// Plugins may also be inside sensors.
static void check_plugins(gazebo *g, int gazebo_node)
{
    limb__check *c = g->check;
    const int end = c->doc->node[gazebo_node].after;
    for (int node = gazebo_node + 1; node < end; node++) {
        if (limb__xml_kind(&c->doc->node[node]) != LIMB_NODE_ELEMENT) continue;
        if (!limb__text_equal(limb_node_name(c->doc, node), "plugin")) continue;
        // in ros2_control, <plugin> contains text
        const int parent = c->doc->node[node].parent;
        if (limb__text_equal(limb_node_name(c->doc, parent), "hardware") ||
            limb__text_equal(limb_node_name(c->doc, parent), "transmission")) {
            continue;
        }
        check_plugin(g, node);
        for (int it = limb_node_find(c->doc, node, NULL); it >= 0;
             it = limb_node_find_next(c->doc, it, NULL))
            check_plugin_name(g, it);
    }
}

static void check_plugin(gazebo *g, int node)
{
    limb__check *c = g->check;
    static const char *const attr[] = {"filename", "name"};
    for (int k = 0; k < 2; k++) {
        char text[LIMB__CONTROL_TEXT];
        if (limb__xml_find_attr(c->doc, node, attr[k]) < 0) {
            limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_GAZEBO_PLUGIN,
                         "<plugin> has no %s, so nothing is loaded", attr[k]);
            continue;
        }
        if (!limb__control_attr(c, node, attr[k], text)) continue;
        if (!strstr(text, "ignition-gazebo") && !strstr(text, "ignition::gazebo")) continue;
        limb__report(c->report, limb__check_at(c, node, attr[k]), LIMB_RULE_GAZEBO_DEPRECATED,
                     "\"%s\" is a name of Ignition, which Gazebo Harmonic and later call %s", text,
                     k == 0 ? "gz-sim-..." : "gz::sim::...");
    }
}

// Checks elements whose names indicate that they contain a joint of the robot.
static void check_plugin_name(gazebo *g, int node)
{
    static const char *const keys[] = {
        "joint",      "joint_name", "jointName",        "left_joint", "right_joint", "leftJoint",
        "rightJoint", "mimicJoint", "left_wheel_joint", "joint_left", "joint_right"};
    limb__check *c = g->check;
    const limb_text name = limb_node_name(c->doc, node);
    bool is_joint_name = false;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        is_joint_name |= limb__text_equal(name, keys[i]);
    if (!is_joint_name || limb_node_find(c->doc, node, NULL) >= 0) return;
    char text[LIMB__CONTROL_TEXT], hint[LIMB__HINT_SIZE];
    const char *value = limb__control_content(c, node, text);
    if (!value[0] || limb__has_substitution(value, strlen(value)) || strpbrk(value, " ,:/")) return;
    const int joint = limb_robot_find_joint(c->robot, value);
    if (joint < 0) {
        limb__report(c->report, limb__check_at_content(c, node), LIMB_RULE_GAZEBO_PLUGIN_NAME,
                     "no joint named \"%s\"%s", value,
                     limb__check_hint(c, value, false, true, hint));
    } else if (is_lumped(g, joint)) {
        limb__report(c->report, limb__check_at_content(c, node), LIMB_RULE_GAZEBO_LUMPED,
                     "joint \"%s\" is fixed and is removed, so the plugin does not find it; "
                     "<preserveFixedJoint>true</preserveFixedJoint> keeps it",
                     value);
    }
}

//---- links that vanish ---------------------------------------------------------------------------

// Reports a movable link without inertia, which sdformat drops together with its subtree.
static void check_massless(gazebo *g)
{
    const limb_robot *robot = g->check->robot;
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *joint = &robot->joint[i];
        if (joint->type == LIMB_JOINT_FIXED || joint->child < 0) continue;
        const limb_link *link = &robot->link[joint->child];
        if (link->inertial || link->parent_joint != i) continue;
        // links fixed to it are merged into it, including their mass
        bool has_mass = false;
        for (int k = 0; k < link->nchild_joint && !has_mass; k++) {
            const limb_joint *below = &robot->joint[link->child_joint[k]];
            has_mass = below->type == LIMB_JOINT_FIXED && below->child >= 0 &&
                       robot->link[below->child].inertial;
        }
        if (has_mass) continue;
        limb__report(g->check->report, limb__check_at(g->check, link->node, "name"),
                     LIMB_RULE_GAZEBO_MASSLESS,
                     link->nchild_joint > 0
                         ? "the link has no <inertial>: Gazebo drops it and the links below it"
                         : "the link has no <inertial>: Gazebo drops it");
    }
}
