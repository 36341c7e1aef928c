// Rules for <ros2_control>: the elements that hardware_interface reads, as a table, and what else
// it refuses or ignores. An unknown child of the block ends the loading; unknown elements further
// down are ignored.
#include "documents/rules/control.h"

#include "base/format.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/number.h"
#include "base/text.h"
#include "documents/urdf/read.h"
#include "documents/urdf/schema.h"

#include <math.h>
#include <string.h>

typedef struct element {
    const char *name;
    const char *attr;     // required attribute; NULL: none
    const char *child[8]; // known children, NULL after the last
} element;

// the children of <joint> and <actuator> in a transmission are included
static const element schema[] = {
    {"ros2_control", "name", {"hardware", "joint", "sensor", "gpio", "transmission", "properties"}},
    {"hardware", NULL, {"plugin", "group", "param"}},
    {"joint", "name", {"limits", "command_interface", "state_interface", "param"}},
    {"sensor", "name", {"limits", "command_interface", "state_interface", "param"}},
    {"gpio", "name", {"limits", "command_interface", "state_interface", "param"}},
    {"command_interface", "name", {"limits", "param"}},
    {"state_interface", "name", {"limits", "param"}},
    {"transmission", "name", {"plugin", "joint", "actuator", "param"}},
    {"param", "name", {NULL}},
};
enum { NSCHEMA = sizeof schema / sizeof *schema, NCHILD = 8 };
static const element transmission_part = {
    "joint", "name", {"mechanical_reduction", "offset", "param"}};

static void check_places(limb__check *c);
static void check_block(limb__control *block, const limb_extension *extension);
static bool check_type(limb__check *c, int node);
static void check_elements(limb__control *block);
static void check_children(limb__check *c, int node, const element *it, limb_rule rule);
static const element *element_of(limb__check *c, int node, int block);
static void check_values(limb__check *c, int node);
static void check_boolean(limb__check *c, int node, const char *attr);
static bool is_integer(const char *text, bool may_be_zero);
static void check_hardware(limb__check *c, int node);
static void check_interfaces(limb__check *c, int node);
static void check_uncontrolled(limb__check *c, const limb__control *block, bool has_block);

void limb__check_controls(limb__check *c)
{
    const int njoint = c->robot->njoint;
    int nblock = 0;
    check_places(c);
    for (int i = 0; i < c->robot->nextension; i++)
        nblock += strcmp(c->robot->extension[i].tag, "ros2_control") == 0;
    if (nblock == 0) return;
    limb__arena arena;
    limb__arena_init(&arena, c->memory, 0);
    limb__names names;
    limb__control block = {.check = c};
    block.block_of = LIMB__ARENA_ARRAY(&arena, int, njoint + 1);
    block.listed_at = LIMB__ARENA_ARRAY(&arena, int, njoint + 1);
    block.commanded_at = LIMB__ARENA_ARRAY(&arena, int, njoint + 1);
    c->failed |= !limb__names_init(&names, &arena, nblock) || arena.failed;
    for (int i = 0; i < njoint && !arena.failed; i++)
        block.block_of[i] = block.listed_at[i] = block.commanded_at[i] = -1;
    bool has_block = false;
    for (int i = 0; i < c->robot->nextension && !arena.failed; i++) {
        const limb_extension *it = &c->robot->extension[i];
        if (strcmp(it->tag, "ros2_control") != 0) continue;
        block.node = it->node;
        check_block(&block, it);
        has_block = true;
        const int first =
            it->name[0] ? limb__names_add(&names, it->name, strlen(it->name), it->node) : -1;
        if (first < 0) continue;
        limb__report(c->report, limb__check_at(c, it->node, "name"),
                     LIMB_RULE_ROS2_CONTROL_DUPLICATE,
                     "two blocks have this name, and then none of the robot's hardware is loaded");
        limb__report_note(c->report, limb__check_at(c, first, "name"), "the first one is here");
    }
    if (!arena.failed) check_uncontrolled(c, &block, has_block);
    limb__arena_free(&arena);
}

// hardware_interface finds only direct children of <robot>.
static void check_places(limb__check *c)
{
    for (int node = 0; node < c->doc->nnode; node++) {
        const limb__xml_node *it = &c->doc->node[node];
        if (limb__xml_kind(it) != LIMB_NODE_ELEMENT || it->parent == c->doc->root ||
            node == c->doc->root || limb__xml_word(it->label) != LIMB__TAG_ROS2_CONTROL) {
            continue;
        }
        const limb_text parent = limb_node_name(c->doc, it->parent);
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_ROS2_CONTROL_PLACE,
                     "<ros2_control> inside <%.*s> is not found; it has to be directly in <robot>",
                     (int)parent.size, parent.data);
    }
}

static void check_block(limb__control *block, const limb_extension *extension)
{
    limb__check *c = block->check;
    const int node = extension->node;
    char type[LIMB__CONTROL_TEXT];
    const bool is_known = check_type(c, node);
    const bool is_actuator =
        is_known && limb__control_attr(c, node, "type", type) && strcmp(type, "actuator") == 0;
    check_elements(block);
    const int hardware = limb_node_find(c->doc, node, "hardware");
    if (hardware < 0) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_ROS2_CONTROL_MISSING,
                     "<hardware> is missing, so no driver is loaded");
    } else {
        check_hardware(c, hardware);
    }
    // two passes, since a mimic joint may precede its leader
    for (int pass = 0; pass < 2; pass++) {
        for (int joint = limb_node_find(c->doc, node, "joint"); joint >= 0;
             joint = limb_node_find_next(c->doc, joint, "joint"))
            limb__check_control_joint(block, joint, pass == 1);
    }
    for (int it = limb_node_find(c->doc, node, "transmission"); it >= 0;
         it = limb_node_find_next(c->doc, it, "transmission"))
        limb__check_control_transmission(block, it, is_actuator);
}

// Returns whether the type is known. A block of unknown type loads nothing, silently.
static bool check_type(limb__check *c, int node)
{
    static const char *const known[] = {"system", "actuator", "sensor"};
    char type[LIMB__CONTROL_TEXT];
    if (!limb__control_attr(c, node, "type", type)) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_ROS2_CONTROL_MISSING,
                     "the attribute type is missing: system, actuator or sensor");
        return false;
    }
    for (int i = 0; i < 3; i++)
        if (strcmp(type, known[i]) == 0) return true;
    const int near = limb__nearest(type, strlen(type), known, 3);
    const limb__place place = limb__check_at(c, node, "type");
    if (near < 0) {
        limb__report(c->report, place, LIMB_RULE_ROS2_CONTROL_TYPE,
                     "type \"%s\" is not system, actuator or sensor, so nothing of the block is "
                     "loaded",
                     type);
        return false;
    }
    limb__report(c->report, place, LIMB_RULE_ROS2_CONTROL_TYPE,
                 "type \"%s\" is unknown, so nothing of the block is loaded; did you mean \"%s\"?",
                 type, known[near]);
    if (limb__is_certain((limb_text){type, strlen(type)}, known[near])) {
        char title[64];
        limb__format(title, sizeof title, "write \"%s\"", known[near]);
        limb__report_fix(c->report, place, title, known[near]);
    }
    return false;
}

//---- elements ------------------------------------------------------------------------------------

static void check_elements(limb__control *block)
{
    limb__check *c = block->check;
    const int end = c->doc->node[block->node].after;
    for (int node = block->node; node < end; node++) {
        if (limb__xml_kind(&c->doc->node[node]) != LIMB_NODE_ELEMENT) continue;
        const element *it = element_of(c, node, block->node);
        if (!it) continue;
        const bool is_block = node == block->node;
        check_children(c, node, it,
                       is_block ? LIMB_RULE_ROS2_CONTROL_CHILD : LIMB_RULE_ROS2_CONTROL_NESTED);
        check_values(c, node);
        if (limb_node_find(c->doc, node, "command_interface") >= 0 ||
            limb_node_find(c->doc, node, "state_interface") >= 0)
            check_interfaces(c, node);
        if (!it->attr || limb__xml_find_attr(c->doc, node, it->attr) >= 0) continue;
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_ROS2_CONTROL_MISSING,
                     "<%s> has no attribute %s", it->name, it->attr);
    }
}

static void check_children(limb__check *c, int node, const element *it, limb_rule rule)
{
    int count = 0;
    while (count < NCHILD && it->child[count])
        count++;
    for (int child = limb_node_find(c->doc, node, NULL); child >= 0;
         child = limb_node_find_next(c->doc, child, NULL)) {
        const limb_text name = limb_node_name(c->doc, child);
        bool is_known = memchr(name.data, ':', name.size) != NULL;
        for (int i = 0; i < count && !is_known; i++)
            is_known = limb__text_equal(name, it->child[i]);
        if (is_known) continue;
        const int near = limb__nearest(name.data, name.size, it->child, count);
        const limb__place place = limb__check_at(c, child, NULL);
        const char *what = rule == LIMB_RULE_ROS2_CONTROL_CHILD ? "ends the loading of the hardware"
                                                                : "is not read";
        if (near < 0) {
            limb__report(c->report, place, rule, "<%.*s> is unknown in <%s> and %s", (int)name.size,
                         name.data, it->name, what);
            continue;
        }
        limb__report(c->report, place, rule, "<%.*s> is unknown in <%s> and %s; did you mean <%s>?",
                     (int)name.size, name.data, it->name, what, it->child[near]);
        if (limb__is_certain(name, it->child[near]))
            limb__control_fix_name(c, child, it->child[near]);
    }
}

// Returns NULL for an element without a table row, or one in which everything is read.
static const element *element_of(limb__check *c, int node, int block)
{
    const limb_text name = limb_node_name(c->doc, node);
    const int parent = c->doc->node[node].parent;
    if (node != block && limb__text_equal(limb_node_name(c->doc, parent), "transmission") &&
        (limb__text_equal(name, "joint") || limb__text_equal(name, "actuator"))) {
        return &transmission_part;
    }
    for (int i = 0; i < NSCHEMA; i++)
        if (limb__text_equal(name, schema[i].name)) return &schema[i];
    return NULL;
}

//---- values --------------------------------------------------------------------------------------

static void check_values(limb__check *c, int node)
{
    static const char *const types[] = {"double", "float32", "bool",   "uint8", "int8",
                                        "uint16", "int16",   "uint32", "int32"};
    static const char *const boolean[] = {"is_async", "enable", "mimic"};
    char text[LIMB__CONTROL_TEXT];
    for (int i = 0; i < 3; i++)
        check_boolean(c, node, boolean[i]);
    if (limb__control_attr(c, node, "data_type", text)) {
        bool is_known = false;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            is_known |= strcmp(text, types[i]) == 0;
        if (!is_known)
            limb__report(
                c->report, limb__check_at(c, node, "data_type"), LIMB_RULE_ROS2_CONTROL_VALUE,
                "data_type \"%s\" is not double, float32, bool or an int of 8 to 32 bits", text);
    }
    static const char *const number[] = {"size", "rw_rate", "thread_priority"};
    for (int i = 0; i < 3; i++) {
        if (!limb__control_attr(c, node, number[i], text) || is_integer(text, i == 1)) continue;
        limb__report(c->report, limb__check_at(c, node, number[i]), LIMB_RULE_ROS2_CONTROL_VALUE,
                     "%s \"%s\" is not an integer %s 0", number[i], text,
                     i == 1 ? "from" : "above");
    }
}

static void check_boolean(limb__check *c, int node, const char *attr)
{
    static const char *const known[] = {"true", "false"};
    char text[LIMB__CONTROL_TEXT];
    if (!limb__control_attr(c, node, attr, text)) return;
    for (int i = 0; i < 2; i++) {
        const size_t size = strlen(text);
        // case-insensitive
        if (size == strlen(known[i]) && limb__edit_distance(text, size, known[i], size, 4) <= 5) {
            bool same = true;
            for (size_t k = 0; k < size; k++)
                same &= (text[k] | 0x20) == known[i][k];
            if (same) return;
        }
    }
    limb__report(c->report, limb__check_at(c, node, attr), LIMB_RULE_ROS2_CONTROL_BOOLEAN,
                 "%s=\"%s\" is neither true nor false, which ends the controller manager", attr,
                 text);
    const bool is_yes = strcmp(text, "1") == 0 || strcmp(text, "yes") == 0;
    const bool is_no = strcmp(text, "0") == 0 || strcmp(text, "no") == 0;
    if (is_yes || is_no)
        limb__report_fix(c->report, limb__check_at(c, node, attr),
                         is_yes ? "write \"true\"" : "write \"false\"", known[is_yes ? 0 : 1]);
}

static bool is_integer(const char *text, bool may_be_zero)
{
    if (!text[0] || text[strspn(text, "0123456789")]) return false;
    return may_be_zero || text[0] != '0';
}

// Checks the plugin's name, which includes a package or a namespace.
static void check_hardware(limb__check *c, int node)
{
    char text[LIMB__CONTROL_TEXT];
    const int plugin = limb_node_find(c->doc, node, "plugin");
    if (plugin < 0) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_ROS2_CONTROL_MISSING,
                     "<hardware> has no <plugin>");
        return;
    }
    const char *name = limb__control_content(c, plugin, text);
    if (name[0] == 0) {
        limb__report(c->report, limb__check_at_content(c, plugin), LIMB_RULE_ROS2_CONTROL_MISSING,
                     "<plugin> is empty, so no driver can be loaded");
    } else if (!strchr(name, '/') && !strstr(name, "::")) {
        limb__report(c->report, limb__check_at_content(c, plugin), LIMB_RULE_ROS2_CONTROL_PLUGIN,
                     "plugin \"%s\" is not of the form package/Class", name);
    }
}

// Reports interfaces listed twice in one joint, sensor or gpio.
static void check_interfaces(limb__check *c, int node)
{
    enum { MAX_COMPARED = 64 }; // per kind; no hardware has this many for a joint
    static const char *const tag[] = {"command_interface", "state_interface"};
    for (int k = 0; k < 2; k++) {
        int seen[MAX_COMPARED];
        int nseen = 0;
        for (int it = limb_node_find(c->doc, node, tag[k]); it >= 0 && nseen < MAX_COMPARED;
             it = limb_node_find_next(c->doc, it, tag[k])) {
            const limb_text name = limb_node_attribute_raw(c->doc, it, "name");
            if (!name.data) continue;
            for (int i = 0; i < nseen; i++) {
                const limb_text other = limb_node_attribute_raw(c->doc, seen[i], "name");
                if (other.size != name.size || memcmp(other.data, name.data, name.size) != 0) {
                    continue;
                }
                limb__report(c->report, limb__check_at(c, it, "name"),
                             LIMB_RULE_ROS2_CONTROL_REPEATED,
                             "the %s interface \"%.*s\" is listed twice",
                             k == 0 ? "command" : "state", (int)name.size, name.data);
                break;
            }
            seen[nseen++] = it;
        }
    }
}

static void check_uncontrolled(limb__check *c, const limb__control *block, bool has_block)
{
    int count = 0, first = -1;
    for (int i = 0; i < c->robot->njoint && has_block; i++) {
        const limb_joint *joint = &c->robot->joint[i];
        if (block->block_of[i] >= 0 || joint->mimic || joint->type == LIMB_JOINT_FIXED) continue;
        if (count++ == 0) first = i;
    }
    // a robot without controlled joints has only sensors, or a finding for each name
    if (count == 0 || count == c->robot->njoint) return;
    const limb__place place = limb__check_at(c, c->robot->joint[first].node, "name");
    if (count == 1) {
        limb__report(c->report, place, LIMB_RULE_ROS2_CONTROL_UNCONTROLLED,
                     "the joint moves, but no ros2_control block lists it");
    } else {
        limb__report(c->report, place, LIMB_RULE_ROS2_CONTROL_UNCONTROLLED,
                     "this joint and %d more move, but no ros2_control block lists them",
                     count - 1);
    }
}

//---- what the rules share ------------------------------------------------------------------------

bool limb__control_attr(limb__check *c, int node, const char *name, char text[LIMB__CONTROL_TEXT])
{
    const int size = limb_node_attribute(c->doc, node, name, text, LIMB__CONTROL_TEXT);
    return size >= 0 && size < LIMB__CONTROL_TEXT;
}

const char *limb__control_content(limb__check *c, int node, char text[LIMB__CONTROL_TEXT])
{
    const int size = limb_node_text(c->doc, node, text, LIMB__CONTROL_TEXT);
    if (size < 0 || size >= LIMB__CONTROL_TEXT) return "";
    char *end = text + size;
    while (end > text && limb__is_space(end[-1]))
        *--end = 0;
    while (limb__is_space(*text))
        text++;
    return text;
}

bool limb__control_number(const char *text, double *value)
{
    const char *end = text + strlen(text), *stop;
    const limb__number_result result = limb__number_parse(text, end, value, &stop);
    const bool is_finite = result == LIMB__NUMBER_OK || result == LIMB__NUMBER_UNDERFLOW;
    return is_finite && stop == end && end > text;
}

void limb__control_fix_name(limb__check *c, int node, const char *name)
{
    const limb__xml_node *it = &c->doc->node[node];
    char title[64];
    limb__format(title, sizeof title, "write <%s>", name);
    limb__report_fix(c->report, limb__xml_at_name(c->places, node, -1), title, name);
    const uint32_t end_name = it->close + 2;
    if (it->end > it->close && it->end > end_name + it->label.size)
        limb__report_fix(c->report,
                         limb__xml_at_bytes(c->places, node, -1, end_name, it->label.size), title,
                         name);
}
