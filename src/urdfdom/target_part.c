// The parts of which links and joints are made: children, attributes, numbers, origins.
#include "urdfdom/target.h"

#include <float.h>
#include <string.h>

static bool check_count(limb__target_reader *reader, const limb__tiny_element *element,
                        const limb__tiny_attr *attr, int count, limb_text bad,
                        limb__target_fault *fault);

const limb__tiny_element *limb__target_child(limb__target_reader *reader,
                                             const limb__tiny_element *parent, const char *name)
{
    const limb__tiny_element *first = limb__tiny_find(parent, name);
    if (!first) return NULL;
    for (const limb__tiny_element *e = limb__tiny_next(first); e; e = limb__tiny_next(e)) {
        const limb__target_fault at = {.element = e};
        limb__target_lose(reader, &at, "%s: urdfdom reads only the first <%s>, not this one",
                          limb__target_owner(reader, reader->owner), name);
    }
    return first;
}

const limb__tiny_attr *limb__target_attr(limb__target_reader *reader,
                                         const limb__tiny_element *element, const char *name)
{
    limb__tiny_attr *attr = limb__tiny_attribute(element, name);
    if (attr && attr->altered) {
        attr->altered = false; // told once
        const limb__target_fault at = {.element = element, .attr = attr};
        limb__target_lose(reader, &at, "%s: urdfdom reads this %s as \"%s\"",
                          limb__target_owner(reader, reader->owner), name,
                          limb__target_show(reader, attr->value));
    }
    return attr;
}

const char *limb__target_string(limb__target_reader *reader, const limb__tiny_attr *attr)
{
    if (!attr) return "";
    const char *copy = limb__arena_copy_text(reader->arena, attr->value.data, attr->value.size);
    return copy ? copy : "";
}

bool limb__target_scalar(limb__target_reader *reader, const limb__tiny_element *element,
                         const limb__tiny_attr *attr, double *value, limb__target_fault *fault)
{
    if (limb__target_number(attr->value, value)) return true;
    const char *what = limb__target_text(reader, "%s=\"%s\" is not a number to urdfdom",
                                         limb__target_show(reader, attr->name),
                                         limb__target_show(reader, attr->value));
    return limb__target_fault_at(fault, element, attr, what);
}

bool limb__target_vector(limb__target_reader *reader, const limb__tiny_element *element,
                         const limb__tiny_attr *attr, double value[3], limb__target_fault *fault)
{
    limb_text bad = {NULL, 0};
    const int count = limb__target_numbers(attr->value, -DBL_MAX, DBL_MAX, value, 3, &bad);
    if (check_count(reader, element, attr, count, bad, fault)) return true;
    memset(value, 0, 3 * sizeof *value);
    return false;
}

bool limb__target_origin(limb__target_reader *reader, const limb__tiny_element *parent,
                         double xyz[3], double quat[4], limb__target_fault *fault)
{
    memset(xyz, 0, 3 * sizeof *xyz);
    memset(quat, 0, 4 * sizeof *quat);
    quat[3] = 1;
    const limb__tiny_element *origin = limb__target_child(reader, parent, "origin");
    if (!origin) return true;

    const limb__tiny_attr *attr = limb__target_attr(reader, origin, "xyz");
    if (attr && !limb__target_vector(reader, origin, attr, xyz, fault)) return false;
    attr = limb__target_attr(reader, origin, "rpy");
    if (attr) {
        double rpy[3];
        if (!limb__target_vector(reader, origin, attr, rpy, fault)) return false;
        limb__target_quat(rpy, quat);
    }
    attr = limb__target_attr(reader, origin, "quat_xyzw");
    if (attr) {
        const limb__target_fault at = {.element = origin, .attr = attr};
        limb__target_lose(reader, &at, "%s: urdfdom 3.0 does not know quat_xyzw",
                          limb__target_owner(reader, reader->owner));
    }
    return true;
}

static bool check_count(limb__target_reader *reader, const limb__tiny_element *element,
                        const limb__tiny_attr *attr, int count, limb_text bad,
                        limb__target_fault *fault)
{
    if (count == 3) return true;
    const char *name = limb__target_show(reader, attr->name);
    const char *what = count < 0
                           ? limb__target_text(reader, "\"%s\" in %s is not a number to urdfdom",
                                               limb__target_show(reader, bad), name)
                           : limb__target_text(reader, "%s has %d number%s instead of 3", name,
                                               count, count == 1 ? "" : "s");
    limb__target_fault_at(fault, element, attr, what);
    fault->part = bad;
    return false;
}
