// Joints: any fault in one makes urdfdom refuse the file.
#include "documents/urdfdom/target.h"

#include <math.h>
#include <string.h>

// An attribute that contains one number.
typedef struct number_attr {
    const char *name;
    bool required;
    double value; // initially the default, then the value read
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
static bool read_rates(limb__target_reader *reader, const limb__tiny_element *limit,
                       limb__target_fault *fault);
static bool check_limit(const limb__tiny_element *limit, const limb_target_joint *joint,
                        limb__target_fault *fault);
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

// Reads the axis: 0 0 0 for an <axis> without xyz, 1 0 0 without an <axis>.
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
    if (xyz) return limb__target_vector(reader, axis, xyz, joint->axis, 3, fault);
    const limb__target_fault at = {.element = axis};
    limb__target_lose(reader, &at, "%s: urdfdom takes an axis without xyz as 0 0 0",
                      limb__target_owner(reader, reader->owner));
    return true;
}

static bool read_limit(limb__target_reader *reader, const limb__tiny_element *element,
                       limb_target_joint *joint, limb__target_fault *fault)
{
    const limb__tiny_element *limit = limb__target_child(reader, element, "limit");
    const bool bounded =
        strcmp(joint->type, "revolute") == 0 || strcmp(joint->type, "prismatic") == 0;
    if (!limit) {
        if (!bounded) return true;
        const char *what = limb__target_text(reader, "a %s joint needs a limit", joint->type);
        return limb__target_fault_at(fault, element, NULL, what);
    }
    // since URDF 1.2 effort and velocity are optional, while lower and upper are required
    // for these types
    const bool newer = reader->minor >= 2;
    const double none = newer ? (double)INFINITY : 0;
    number_attr attr[] = {{"lower", newer && bounded, -none + 0.0},
                          {"upper", newer && bounded, none},
                          {"effort", !newer, none},
                          {"velocity", !newer, none}};
    if (!read_numbers(reader, limit, attr, 4, fault)) return false;
    joint->has_limit = true;
    joint->lower = attr[0].value;
    joint->upper = attr[1].value;
    joint->effort = attr[2].value;
    joint->velocity = attr[3].value;
    return read_rates(reader, limit, fault) && (!newer || check_limit(limit, joint, fault));
}

static bool read_rates(limb__target_reader *reader, const limb__tiny_element *limit,
                       limb__target_fault *fault)
{
    number_attr rate[] = {{"acceleration", false, (double)INFINITY},
                          {"deceleration", false, (double)INFINITY},
                          {"jerk", false, (double)INFINITY}};
    if (reader->minor < 2) {
        for (int i = 0; i < 3; i++) {
            const limb__tiny_attr *attr = limb__target_attr(reader, limit, rate[i].name);
            if (attr) limb__target_lose_newer(reader, limit, attr, "1.2");
        }
        return true;
    }
    if (!read_numbers(reader, limit, rate, 3, fault)) return false;
    for (int i = 0; i < 3; i++) {
        if (rate[i].value < 0)
            return limb__target_fault_at(fault, limit, limb__tiny_attribute(limit, rate[i].name),
                                         "a limit is negative");
    }
    return true;
}

// Checks the requirements of URDF 1.2.
static bool check_limit(const limb__tiny_element *limit, const limb_target_joint *joint,
                        limb__target_fault *fault)
{
    if (joint->lower > joint->upper)
        return limb__target_fault_at(fault, limit, limb__tiny_attribute(limit, "lower"),
                                     "the lower limit is above the upper one");
    if (joint->effort < 0 || joint->velocity < 0) {
        const char *name = joint->effort < 0 ? "effort" : "velocity";
        return limb__target_fault_at(fault, limit, limb__tiny_attribute(limit, name),
                                     "a limit is negative");
    }
    return true;
}

// Reads the elements whose values are not returned; they can only make urdfdom refuse the file.
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
