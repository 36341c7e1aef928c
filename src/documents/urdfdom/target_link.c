// Links: a fault ends the reading of the link; the parts read before it are kept.
//
// The order is inertial, visuals, collisions, regardless of the order in the file: a broken
// inertial costs the link all its shapes, a broken visual the visuals after it and all collisions.
#include "documents/urdfdom/target.h"

static bool read_inertial(limb__target_reader *reader, const limb__tiny_element *inertial,
                          limb_target_link *link, limb__target_fault *fault);
static bool read_inertia(limb__target_reader *reader, const limb__tiny_element *inertial,
                         limb_target_link *link, limb__target_fault *fault);
static const limb__tiny_element *
read_visuals(limb__target_reader *reader, const limb__tiny_element *first, limb_target_link *link);
static void read_collisions(limb__target_reader *reader, const limb__tiny_element *first,
                            limb_target_link *link);
static limb_target_shape *shapes_for(limb__target_reader *reader, const limb__tiny_element *first);
static void report_dropped(limb__target_reader *reader, const limb__tiny_element *first,
                           const limb__tiny_element *culprit);

void limb__target_link(limb__target_reader *reader, const limb__tiny_element *element,
                       limb_target_link *link)
{
    *link = (limb_target_link){.name = "", .inertial_quat = {0, 0, 0, 1}};
    reader->owner = element;
    const limb__tiny_attr *name = limb__target_attr(reader, element, "name");
    if (!name) {
        const limb__target_fault at = {.element = element};
        limb__target_lose(reader, &at,
                          "urdfdom keeps nothing of a link that has no name and calls it \"\"");
        return;
    }
    link->name = limb__target_string(reader, name);

    const limb__tiny_element *visual = limb__tiny_find(element, "visual");
    const limb__tiny_element *collision = limb__tiny_find(element, "collision");
    const limb__tiny_element *inertial = limb__target_child(reader, element, "inertial");
    const limb__tiny_element *culprit = NULL;
    if (inertial) {
        limb__target_fault fault;
        link->has_inertial = true;
        if (!read_inertial(reader, inertial, link, &fault)) {
            culprit = inertial;
            limb__target_lose(reader, &fault, "%s: urdfdom reads the inertial only up to here: %s",
                              limb__target_owner(reader, reader->owner), fault.what);
            report_dropped(reader, visual, culprit);
        }
    }
    if (!culprit) culprit = read_visuals(reader, visual, link);
    if (culprit) {
        report_dropped(reader, collision, culprit);
    } else {
        read_collisions(reader, collision, link);
    }
}

static bool read_inertial(limb__target_reader *reader, const limb__tiny_element *inertial,
                          limb_target_link *link, limb__target_fault *fault)
{
    if (!limb__target_origin(reader, inertial, link->inertial_xyz, link->inertial_quat, fault))
        return false;
    const limb__tiny_element *mass = limb__target_child(reader, inertial, "mass");
    if (!mass) return limb__target_fault_at(fault, inertial, NULL, "it has no mass");
    const limb__tiny_attr *value = limb__target_attr(reader, mass, "value");
    if (!value) return limb__target_fault_at(fault, mass, NULL, "the mass has no value");
    if (!limb__target_scalar(reader, mass, value, &link->mass, fault)) return false;
    return read_inertia(reader, inertial, link, fault);
}

// Reads the six values of the inertia, all or none.
static bool read_inertia(limb__target_reader *reader, const limb__tiny_element *inertial,
                         limb_target_link *link, limb__target_fault *fault)
{
    static const char *const name[6] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    const limb__tiny_element *inertia = limb__target_child(reader, inertial, "inertia");
    if (!inertia) return limb__target_fault_at(fault, inertial, NULL, "it has no inertia");
    double value[6];
    for (int i = 0; i < 6; i++) {
        const limb__tiny_attr *attr = limb__target_attr(reader, inertia, name[i]);
        if (!attr) {
            return limb__target_fault_at(fault, inertia, NULL,
                                         limb__target_text(reader, "%s is missing", name[i]));
        }
        if (!limb__target_scalar(reader, inertia, attr, &value[i], fault)) return false;
    }
    for (int i = 0; i < 6; i++)
        link->inertia[i] = value[i];
    return true;
}

// Returns the visual that ended the reading of the link, or NULL.
static const limb__tiny_element *
read_visuals(limb__target_reader *reader, const limb__tiny_element *first, limb_target_link *link)
{
    limb_target_shape *visual = shapes_for(reader, first);
    link->visual = visual;
    for (const limb__tiny_element *e = first; visual && e; e = limb__tiny_next(e)) {
        limb__target_fault fault;
        const limb__target_material *written;
        if (!limb__target_shape(reader, e, visual, &fault) ||
            !limb__target_visual_material(reader, e, visual, &written, &fault)) {
            limb__target_lose(reader, &fault, "%s: urdfdom drops this visual: %s",
                              limb__target_owner(reader, reader->owner), fault.what);
            report_dropped(reader, limb__tiny_next(e), e);
            return e;
        }
        limb__target_assign_material(reader, visual, written, e);
        link->nvisual++;
        visual++;
    }
    return NULL;
}

static void read_collisions(limb__target_reader *reader, const limb__tiny_element *first,
                            limb_target_link *link)
{
    limb_target_shape *collision = shapes_for(reader, first);
    link->collision = collision;
    for (const limb__tiny_element *e = first; collision && e; e = limb__tiny_next(e)) {
        limb__target_fault fault;
        if (!limb__target_shape(reader, e, collision, &fault)) {
            limb__target_lose(reader, &fault, "%s: urdfdom drops this collision: %s",
                              limb__target_owner(reader, reader->owner), fault.what);
            report_dropped(reader, limb__tiny_next(e), e);
            return;
        }
        link->ncollision++;
        collision++;
    }
}

static limb_target_shape *shapes_for(limb__target_reader *reader, const limb__tiny_element *first)
{
    const int count = limb__tiny_count(first);
    return count ? LIMB__ARENA_ARRAY(reader->arena, limb_target_shape, count) : NULL;
}

// Reports this element and its later siblings of the same name as dropped.
static void report_dropped(limb__target_reader *reader, const limb__tiny_element *first,
                           const limb__tiny_element *culprit)
{
    for (const limb__tiny_element *e = first; e; e = limb__tiny_next(e)) {
        const limb__target_fault at = {.element = e};
        limb__target_lose(
            reader, &at,
            "%s: urdfdom drops this %s, because it stops reading the link at a broken "
            "%s",
            limb__target_owner(reader, reader->owner), limb__target_show(reader, e->name),
            limb__target_show(reader, culprit->name));
        limb__target_note(reader, culprit, "urdfdom stops reading the link here");
    }
}
