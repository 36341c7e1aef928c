// <joint>: type, origin, axis, limits and other elements; names of links and joints
// are resolved later.
#include "base/text.h"
#include "documents/urdf/read.h"
#include "documents/urdf/types.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static inline void clear(limb_joint *out);
static bool read_type(limb__reader *r, int node, int attr, limb_joint *out);
static int type_of(limb_text text);
static bool report_type(limb__reader *r, int node, int attr, limb_text text, limb_joint *out);
static int read_reference(limb__reader *r, int node, limb__tag tag);
static void read_axis(limb__reader *r, int node, limb_joint *out);
static void keep_axis(limb__reader *r, int node, limb_joint *out);
static const limb_limit *read_limit(limb__reader *r, int node);
static void read_limit_rates(limb__reader *r, int node, const limb__attrs *attrs, limb_limit *out);
static const limb_dynamics *read_dynamics(limb__reader *r, int node);
static limb_mimic *read_mimic(limb__reader *r, int node, int *joint_attr);
static const limb_safety *read_safety(limb__reader *r, int node);
static const limb_calibration *read_calibration(limb__reader *r, int node);

void limb__read_joint(limb__reader *r, int node, limb_joint *out, limb__joint_refs *refs)
{
    limb__attrs attrs;
    limb__children children;
    clear(out);
    out->node = node;
    r->owner = node;
    limb__read_attrs(r, node, LIMB__TAG_JOINT, &attrs);
    limb__read_children(r, node, LIMB__TAG_JOINT, &children);

    const int name = limb__attr(&attrs, LIMB__KEY_NAME);
    out->name = limb__read_text(r, name);
    if (name < 0)
        limb__report(r->report, limb__at_owner(r, node), LIMB_RULE_JOINT_NAME,
                     "a joint has no name");
    limb__names_fetch(&r->robot->joint_name, out->name);
    const bool knows_type = read_type(r, node, limb__attr(&attrs, LIMB__KEY_TYPE), out);
    limb__read_origin(r, limb__child(&children, LIMB__TAG_ORIGIN), &out->origin);

    // links: found by name if all of them are already known
    refs->parent_node = limb__child(&children, LIMB__TAG_PARENT);
    refs->child_node = limb__child(&children, LIMB__TAG_CHILD);
    refs->parent_attr = read_reference(r, refs->parent_node, LIMB__TAG_PARENT);
    refs->child_attr = read_reference(r, refs->child_node, LIMB__TAG_CHILD);

    out->axis_node = limb__child(&children, LIMB__TAG_AXIS);
    if (out->axis_node >= 0 && (limb__joint_table[out->type].has_axis || !knows_type))
        read_axis(r, out->axis_node, out);
    else if (out->axis_node >= 0)
        keep_axis(r, out->axis_node, out);
    const int limit = limb__child(&children, LIMB__TAG_LIMIT);
    if (limit >= 0) out->limit = read_limit(r, limit);
    const int dynamics = limb__child(&children, LIMB__TAG_DYNAMICS);
    if (dynamics >= 0) out->dynamics = read_dynamics(r, dynamics);
    const int mimic = limb__child(&children, LIMB__TAG_MIMIC);
    refs->mimic = mimic >= 0 ? read_mimic(r, mimic, &refs->mimic_attr) : NULL;
    out->mimic = refs->mimic;
    const int safety = limb__child(&children, LIMB__TAG_SAFETY_CONTROLLER);
    if (safety >= 0) out->safety = read_safety(r, safety);
    const int calibration = limb__child(&children, LIMB__TAG_CALIBRATION);
    if (calibration >= 0) out->calibration = read_calibration(r, calibration);
    r->owner = -1;
}

// Clears all fields that not every joint sets, one by one, which for so few bytes is faster than
// the string instruction that compilers use.
static inline void clear(limb_joint *out)
{
    out->parent_name = out->child_name = "";
    out->parent = out->child = -1;
    out->has_axis = false;
    out->axis[0] = 1;
    out->axis[1] = out->axis[2] = 0;
    out->limit = NULL;
    out->dynamics = NULL;
    out->mimic = NULL;
    out->safety = NULL;
    out->calibration = NULL;
}

// Returns false if it is absent or unknown.
static bool read_type(limb__reader *r, int node, int attr, limb_joint *out)
{
    out->type = LIMB_JOINT_FIXED; // the type assumed for an unknown one
    if (attr < 0) {
        limb__report(r->report, limb__xml_about(limb__at_owner(r, node), r->places, node),
                     LIMB_RULE_JOINT_TYPE, "the type is missing: %s", limb__joint_type_list);
        return false;
    }
    const limb__xml_attr *a = &r->doc->attr[attr];
    const limb_text text = {r->text + a->value, a->value_size};
    const int type = type_of(text);
    if (type < 0) return report_type(r, node, attr, text, out);
    out->type = (limb_joint_type)type;
    return true;
}

// -1: none of them.
static int type_of(limb_text text)
{
    for (int i = 0; i < LIMB_JOINT_TYPE_COUNT; i++) {
        const char *name = limb__joint_table[i].name;
        if (text.size > 0 && text.data[0] == name[0] && limb__text_equal(text, name)) return i;
    }
    return -1;
}

// A certain misspelling is read as the intended type.
static bool report_type(limb__reader *r, int node, int attr, limb_text text, limb_joint *out)
{
    const char *name[LIMB_JOINT_TYPE_COUNT];
    for (int i = 0; i < LIMB_JOINT_TYPE_COUNT; i++)
        name[i] = limb__joint_table[i].name;
    const limb__place place = limb__at_value(r, node, attr);
    const int near = limb__nearest(text.data, text.size, name, LIMB_JOINT_TYPE_COUNT);
    if (near < 0) {
        limb__report(r->report, place, LIMB_RULE_JOINT_TYPE, "\"%.*s\" is not a joint type: %s",
                     (int)text.size, text.data, limb__joint_type_list);
        return false;
    }
    limb__report(r->report, place, LIMB_RULE_JOINT_TYPE,
                 "\"%.*s\" is not a joint type; did you mean \"%s\"?", (int)text.size, text.data,
                 name[near]);
    if (!limb__is_certain(text, name[near])) return false;
    char title[48];
    snprintf(title, sizeof title, "write \"%s\"", name[near]);
    limb__report_fix(r->report, place, title, name[near]);
    out->type = (limb_joint_type)near;
    return true;
}

// Returns the attribute that names the link; -1: absent, which limb__resolve_joints reports.
static int read_reference(limb__reader *r, int node, limb__tag tag)
{
    return node < 0 ? -1 : limb__read_leaf_attr(r, node, tag, LIMB__KEY_LINK);
}

static void read_axis(limb__reader *r, int node, limb_joint *out)
{
    const int xyz = limb__read_leaf_attr(r, node, LIMB__TAG_AXIS, LIMB__KEY_XYZ);
    if (xyz >= 0) out->has_axis = limb__read_numbers(r, node, xyz, out->axis, 3, 0);
}

// Keeps the axis of a joint type without one for programs that need it; readers do not use it.
static void keep_axis(limb__reader *r, int node, limb_joint *out)
{
    const limb__xml_node *n = &r->doc->node[node];
    const bool is_common = limb__xml_nattr(n) == 1 && n->close == n->open_end &&
                           limb__key_at(r, n->attr) == LIMB__KEY_XYZ;
    out->has_axis = is_common && limb__read_decimals(r, n->attr, out->axis, 3);
    if (out->has_axis) return;
    double axis[3];
    out->has_axis = limb_node_numbers(r->doc, node, "xyz", axis, 3);
    if (out->has_axis) memcpy(out->axis, axis, sizeof axis);
    limb__report_unread(r, node, LIMB__TAG_AXIS);
}

static const limb_limit *read_limit(limb__reader *r, int node)
{
    limb_limit *out = limb__arena_take_zero(r->arena, sizeof *out);
    if (!out) return NULL;
    limb__attrs attrs;
    out->node = node;
    limb__read_attrs(r, node, LIMB__TAG_LIMIT, &attrs);
    const double unlimited = r->minor >= 2 ? (double)INFINITY : 0;
    out->lower = 0 - unlimited; // not -0
    out->upper = out->effort = out->velocity = unlimited;
    out->acceleration = out->deceleration = out->jerk = (double)INFINITY;

    const int flags = LIMB__ALLOW_INFINITE;
    out->has_lower = limb__read_value(r, node, &attrs, LIMB__KEY_LOWER, &out->lower, flags);
    out->has_upper = limb__read_value(r, node, &attrs, LIMB__KEY_UPPER, &out->upper, flags);
    out->has_effort = limb__read_value(r, node, &attrs, LIMB__KEY_EFFORT, &out->effort, flags);
    out->has_velocity =
        limb__read_value(r, node, &attrs, LIMB__KEY_VELOCITY, &out->velocity, flags);
    const uint64_t rates = LIMB__BIT(LIMB__KEY_ACCELERATION) | LIMB__BIT(LIMB__KEY_DECELERATION) |
                           LIMB__BIT(LIMB__KEY_JERK);
    if (attrs.present & rates) read_limit_rates(r, node, &attrs, out);
    return out;
}

static void read_limit_rates(limb__reader *r, int node, const limb__attrs *attrs, limb_limit *out)
{
    if (r->minor < 2) {
        for (int key = LIMB__KEY_ACCELERATION; key <= LIMB__KEY_JERK; key++) {
            const int attr = limb__attr(attrs, (limb__key)key);
            if (attr < 0) continue;
            limb__report(r->report, limb__at_attr(r, node, attr), LIMB_RULE_VERSION_FEATURE,
                         "%s is ignored: it needs <robot version=\"1.2\">", limb__key_name[key]);
        }
        return;
    }
    const int flags = LIMB__ALLOW_INFINITE;
    out->has_acceleration =
        limb__read_value(r, node, attrs, LIMB__KEY_ACCELERATION, &out->acceleration, flags);
    out->deceleration = out->acceleration;
    out->has_deceleration =
        limb__read_value(r, node, attrs, LIMB__KEY_DECELERATION, &out->deceleration, flags);
    out->has_jerk = limb__read_value(r, node, attrs, LIMB__KEY_JERK, &out->jerk, flags);
}

static const limb_dynamics *read_dynamics(limb__reader *r, int node)
{
    limb_dynamics *out = limb__arena_take_zero(r->arena, sizeof *out);
    if (!out) return NULL;
    limb__attrs attrs;
    out->node = node;
    limb__read_attrs(r, node, LIMB__TAG_DYNAMICS, &attrs);
    out->has_damping = limb__read_value(r, node, &attrs, LIMB__KEY_DAMPING, &out->damping, 0);
    out->has_friction = limb__read_value(r, node, &attrs, LIMB__KEY_FRICTION, &out->friction, 0);
    if (attrs.present == 0) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_JOINT_BROKEN,
                     "<dynamics> has neither damping nor friction, which makes urdfdom refuse "
                     "the whole file");
    }
    return out;
}

static limb_mimic *read_mimic(limb__reader *r, int node, int *joint_attr)
{
    limb_mimic *out = limb__arena_take_zero(r->arena, sizeof *out);
    *joint_attr = -1;
    if (!out) return NULL;
    limb__attrs attrs;
    out->node = node;
    out->joint = -1;
    out->multiplier = 1;
    limb__read_attrs(r, node, LIMB__TAG_MIMIC, &attrs);
    *joint_attr = limb__attr(&attrs, LIMB__KEY_JOINT);
    out->joint_name = limb__read_text(r, *joint_attr);
    out->has_multiplier =
        limb__read_value(r, node, &attrs, LIMB__KEY_MULTIPLIER, &out->multiplier, 0);
    out->has_offset = limb__read_value(r, node, &attrs, LIMB__KEY_OFFSET, &out->offset, 0);
    if (*joint_attr < 0) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_JOINT_BROKEN,
                     "<mimic> does not say which joint it follows: it needs the attribute joint");
    }
    return out;
}

static const limb_safety *read_safety(limb__reader *r, int node)
{
    limb_safety *out = limb__arena_take_zero(r->arena, sizeof *out);
    if (!out) return NULL;
    limb__attrs attrs;
    out->node = node;
    limb__read_attrs(r, node, LIMB__TAG_SAFETY_CONTROLLER, &attrs);
    out->has_soft_lower =
        limb__read_value(r, node, &attrs, LIMB__KEY_SOFT_LOWER_LIMIT, &out->soft_lower, 0);
    out->has_soft_upper =
        limb__read_value(r, node, &attrs, LIMB__KEY_SOFT_UPPER_LIMIT, &out->soft_upper, 0);
    out->has_k_position =
        limb__read_value(r, node, &attrs, LIMB__KEY_K_POSITION, &out->k_position, 0);
    out->has_k_velocity =
        limb__read_value(r, node, &attrs, LIMB__KEY_K_VELOCITY, &out->k_velocity, 0);
    if (!(attrs.present & LIMB__BIT(LIMB__KEY_K_VELOCITY))) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_JOINT_BROKEN,
                     "<safety_controller> lacks k_velocity, which makes urdfdom refuse the "
                     "whole file");
    }
    return out;
}

static const limb_calibration *read_calibration(limb__reader *r, int node)
{
    limb_calibration *out = limb__arena_take_zero(r->arena, sizeof *out);
    if (!out) return NULL;
    limb__attrs attrs;
    out->node = node;
    limb__read_attrs(r, node, LIMB__TAG_CALIBRATION, &attrs);
    out->has_rising = limb__read_value(r, node, &attrs, LIMB__KEY_RISING, &out->rising, 0);
    out->has_falling = limb__read_value(r, node, &attrs, LIMB__KEY_FALLING, &out->falling, 0);
    return out;
}
