// The parts shared by links and joints: children, attributes, numbers, origins.
#include "documents/urdfdom/target.h"

#include <float.h>
#include <math.h>
#include <string.h>

static bool check_count(limb__target_reader *reader, const limb__tiny_element *element,
                        const limb__tiny_attr *attr, int count, int wanted, limb_text bad,
                        limb__target_fault *fault);
static bool read_quat(limb__target_reader *reader, const limb__tiny_element *origin,
                      const limb__tiny_attr *attr, const limb__tiny_attr *rpy, double quat[4],
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
        attr->altered = false; // reported once
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
                         const limb__tiny_attr *attr, double *value, int count,
                         limb__target_fault *fault)
{
    limb_text bad = {NULL, 0};
    const int found = limb__target_numbers(attr->value, -DBL_MAX, DBL_MAX, value, count, &bad);
    if (check_count(reader, element, attr, found, count, bad, fault)) return true;
    memset(value, 0, (size_t)count * sizeof *value);
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
    if (attr && !limb__target_vector(reader, origin, attr, xyz, 3, fault)) return false;
    const limb__tiny_attr *rpy = limb__target_attr(reader, origin, "rpy");
    attr = limb__target_attr(reader, origin, "quat_xyzw");
    if (attr && reader->minor >= 1) return read_quat(reader, origin, attr, rpy, quat, fault);
    if (rpy) {
        double angle[3];
        if (!limb__target_vector(reader, origin, rpy, angle, 3, fault)) return false;
        limb__target_quat(angle, quat);
    }
    if (attr) limb__target_lose_newer(reader, origin, attr, "1.1");
    return true;
}

static bool read_quat(limb__target_reader *reader, const limb__tiny_element *origin,
                      const limb__tiny_attr *attr, const limb__tiny_attr *rpy, double quat[4],
                      limb__target_fault *fault)
{
    if (rpy) return limb__target_fault_at(fault, origin, attr, "origin has both rpy and quat_xyzw");
    if (!limb__target_vector(reader, origin, attr, quat, 4, fault)) return false;
    double square = 0;
    for (int i = 0; i < 4; i++)
        square += quat[i] * quat[i];
    const double length = sqrt(square);
    for (int i = 0; i < 4; i++)
        quat[i] = length > 0 ? quat[i] / length : i == 3;
    return true;
}

void limb__target_lose_newer(limb__target_reader *reader, const limb__tiny_element *element,
                             const limb__tiny_attr *attr, const char *since)
{
    const limb__target_fault at = {.element = element, .attr = attr};
    if (reader->version == LIMB_URDFDOM_3) {
        limb__target_lose(
            reader, &at, "%s: %s does not know %s", limb__target_owner(reader, reader->owner),
            limb_urdfdom_name(reader->version), limb__target_show(reader, attr->name));
    } else {
        limb__target_lose(reader, &at, "%s: %s ignores %s unless the robot has version=\"%s\"",
                          limb__target_owner(reader, reader->owner),
                          limb_urdfdom_name(reader->version), limb__target_show(reader, attr->name),
                          since);
    }
}

static bool check_count(limb__target_reader *reader, const limb__tiny_element *element,
                        const limb__tiny_attr *attr, int count, int wanted, limb_text bad,
                        limb__target_fault *fault)
{
    if (count == wanted) return true;
    const char *name = limb__target_show(reader, attr->name);
    const char *what = count < 0
                           ? limb__target_text(reader, "\"%s\" in %s is not a number to urdfdom",
                                               limb__target_show(reader, bad), name)
                           : limb__target_text(reader, "%s has %d number%s instead of %d", name,
                                               count, count == 1 ? "" : "s", wanted);
    limb__target_fault_at(fault, element, attr, what);
    fault->part = bad;
    return false;
}
