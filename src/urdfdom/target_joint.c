// Joints: any fault in one refuses the file.
#include "urdfdom/target.h"

#include <string.h>

// An attribute that is one number.
typedef struct number_attr {
    const char *name;
    bool required;
    double value; // the default, then what was read
} number_attr;

static bool read_joint(limb__target_reader *reader, const limb__tiny_element *element,
                       limb_target_joint *joint, limb__target_fault *fault);
static const char *link_name(limb__target_reader *reader, const limb__tiny_element *element,
                             const char *child);
static bool read_type(limb__target_reader *reader, const limb__tiny_element *element,
                      limb_target_joint *joint, limb__target_fault *fault);
static bool read_axis(limb__target_reader *reader, const limb__tiny_element *element,
                      limb_target_joint *joint, limb__target_fault *fault);
static bool read_limit(limb__target_reader *reader, const limb__tiny_element *element,
                       limb_target_joint *joint, limb__target_fault *fault);
static bool read_extras(limb__target_reader *reader, const limb__tiny_element *element,
                        limb__target_fault *fault);
static bool read_numbers(limb__target_reader *reader, const limb__tiny_element *element,
                         number_attr *attr, int count, limb__target_fault *fault);

bool limb__target_joint(limb__target_reader *reader, const limb__tiny_element *element,
                        limb_target_joint *joint)
{
    *joint = (limb_target_joint){.name = "", .parent = "", .child = "", .quat = {0, 0, 0, 1}};
    limb__target_fault fault;
    if (read_joint(reader, element, joint, &fault)) return true;
    limb__target_refuse(reader, &fault, "%s: %s", limb__target_owner(reader, reader->owner),
                        fault.what);
    return false;
}

static bool read_joint(limb__target_reader *reader, const limb__tiny_element *element,
                       limb_target_joint *joint, limb__target_fault *fault)
{
    reader->owner = element;
    const limb__tiny_attr *name = limb__target_attr(reader, element, "name");
    if (!name) return limb__target_fault_at(fault, element, NULL, "it has no name");
    joint->name = limb__target_string(reader, name);

    if (!limb__target_origin(reader, element, joint->xyz, joint->quat, fault)) return false;
    joint->parent = link_name(reader, element, "parent");
    joint->child = link_name(reader, element, "child");
    return read_type(reader, element, joint, fault) && read_axis(reader, element, joint, fault) &&
           read_limit(reader, element, joint, fault) && read_extras(reader, element, fault);
}

static const char *link_name(limb__target_reader *reader, const limb__tiny_element *element,
                             const char *child)
{
    const limb__tiny_element *e = limb__target_child(reader, element, child);
    return e ? limb__target_string(reader, limb__target_attr(reader, e, "link")) : "";
}

static bool read_type(limb__target_reader *reader, const limb__tiny_element *element,
                      limb_target_joint *joint, limb__target_fault *fault)
{
    static const char *const known[] = {"planar",     "floating",  "revolute",
                                        "continuous", "prismatic", "fixed"};
    const limb__tiny_attr *type = limb__target_attr(reader, element, "type");
    if (!type) return limb__target_fault_at(fault, element, NULL, "it has no type");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strlen(known[i]) != type->value.size ||
            memcmp(known[i], type->value.data, type->value.size) != 0)
            continue;
        joint->type = known[i];
        return true;
    }
    const char *what = limb__target_text(reader, "\"%s\" is not a type of joint",
                                         limb__target_show(reader, type->value));
    return limb__target_fault_at(fault, element, type, what);
}

// An <axis> without xyz is 0 0 0, no <axis> at all is 1 0 0.
static bool read_axis(limb__target_reader *reader, const limb__tiny_element *element,
                      limb_target_joint *joint, limb__target_fault *fault)
{
    if (strcmp(joint->type, "fixed") == 0 || strcmp(joint->type, "floating") == 0) return true;
    const limb__tiny_element *axis = limb__target_child(reader, element, "axis");
    if (!axis) {
        joint->axis[0] = 1;
        return true;
    }
    const limb__tiny_attr *xyz = limb__target_attr(reader, axis, "xyz");
    if (xyz) return limb__target_vector(reader, axis, xyz, joint->axis, fault);
    const limb__target_fault at = {.element = axis};
    limb__target_lose(reader, &at, "%s: urdfdom takes an axis without xyz as 0 0 0",
                      limb__target_owner(reader, reader->owner));
    return true;
}

static bool read_limit(limb__target_reader *reader, const limb__tiny_element *element,
                       limb_target_joint *joint, limb__target_fault *fault)
{
    static const char *const newer[] = {"acceleration", "deceleration", "jerk"};
    const limb__tiny_element *limit = limb__target_child(reader, element, "limit");
    if (!limit) {
        if (strcmp(joint->type, "revolute") != 0 && strcmp(joint->type, "prismatic") != 0)
            return true;
        const char *what = limb__target_text(reader, "a %s joint needs a limit", joint->type);
        return limb__target_fault_at(fault, element, NULL, what);
    }
    number_attr attr[] = {
        {"lower", false, 0}, {"upper", false, 0}, {"effort", true, 0}, {"velocity", true, 0}};
    if (!read_numbers(reader, limit, attr, 4, fault)) return false;
    joint->has_limit = true;
    joint->lower = attr[0].value;
    joint->upper = attr[1].value;
    joint->effort = attr[2].value;
    joint->velocity = attr[3].value;
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++) {
        const limb__target_fault at = {.element = limit,
                                       .attr = limb__target_attr(reader, limit, newer[i])};
        if (at.attr)
            limb__target_lose(reader, &at, "%s: urdfdom 3.0 does not know %s",
                              limb__target_owner(reader, reader->owner), newer[i]);
    }
    return true;
}

// The parts whose values are not shown: they only can refuse the file.
static bool read_extras(limb__target_reader *reader, const limb__tiny_element *element,
                        limb__target_fault *fault)
{
    const limb__tiny_element *e = limb__target_child(reader, element, "safety_controller");
    number_attr safety[] = {{"soft_lower_limit", false, 0},
                            {"soft_upper_limit", false, 0},
                            {"k_position", false, 0},
                            {"k_velocity", true, 0}};
    if (e && !read_numbers(reader, e, safety, 4, fault)) return false;

    e = limb__target_child(reader, element, "calibration");
    number_attr calibration[] = {{"rising", false, 0}, {"falling", false, 0}};
    if (e && !read_numbers(reader, e, calibration, 2, fault)) return false;

    e = limb__target_child(reader, element, "mimic");
    number_attr mimic[] = {{"multiplier", false, 1}, {"offset", false, 0}};
    if (e && !limb__target_attr(reader, e, "joint"))
        return limb__target_fault_at(fault, e, NULL, "mimic names no joint");
    if (e && !read_numbers(reader, e, mimic, 2, fault)) return false;

    e = limb__target_child(reader, element, "dynamics");
    number_attr dynamics[] = {{"damping", false, 0}, {"friction", false, 0}};
    if (e && !read_numbers(reader, e, dynamics, 2, fault)) return false;
    if (e && !limb__tiny_attribute(e, "damping") && !limb__tiny_attribute(e, "friction"))
        return limb__target_fault_at(fault, e, NULL, "dynamics has neither damping nor friction");
    return true;
}

static bool read_numbers(limb__target_reader *reader, const limb__tiny_element *element,
                         number_attr *attr, int count, limb__target_fault *fault)
{
    for (int i = 0; i < count; i++) {
        const limb__tiny_attr *found = limb__target_attr(reader, element, attr[i].name);
        if (found) {
            if (!limb__target_scalar(reader, element, found, &attr[i].value, fault)) return false;
        } else if (attr[i].required) {
            const char *what =
                limb__target_text(reader, "<%.*s> has no %s", (int)element->name.size,
                                  element->name.data, attr[i].name);
            return limb__target_fault_at(fault, element, NULL, what);
        }
    }
    return true;
}
