// Visuals and collisions: the first child of <geometry> determines the shape; any fault drops
// the whole element.
#include "documents/urdfdom/target.h"

#include "base/text.h"

#include <string.h>

static bool read_geometry(limb__target_reader *reader, const limb__tiny_element *geometry,
                          limb_target_shape *shape, limb__target_fault *fault);
static bool check_sizes(limb__target_reader *reader, const limb__tiny_element *element,
                        const limb_target_shape *shape, limb__target_fault *fault);
static bool read_box(limb__target_reader *reader, const limb__tiny_element *box,
                     limb_target_shape *shape, limb__target_fault *fault);
static bool read_round(limb__target_reader *reader, const limb__tiny_element *element,
                       const char *const *name, int count, limb_target_shape *shape,
                       limb__target_fault *fault);
static bool read_mesh(limb__target_reader *reader, const limb__tiny_element *mesh,
                      limb_target_shape *shape, limb__target_fault *fault);
static void report_other_shapes(limb__target_reader *reader, const limb__tiny_element *first);

bool limb__target_shape(limb__target_reader *reader, const limb__tiny_element *element,
                        limb_target_shape *shape, limb__target_fault *fault)
{
    *shape = (limb_target_shape){
        .shape = "", .filename = "", .material = "", .texture = "", .rgba = {0, 0, 0, 1}};
    if (!limb__target_origin(reader, element, shape->xyz, shape->quat, fault)) return false;
    const limb__tiny_element *geometry = limb__target_child(reader, element, "geometry");
    if (!geometry) return limb__target_fault_at(fault, element, NULL, "it has no geometry");
    return read_geometry(reader, geometry, shape, fault);
}

static bool read_geometry(limb__target_reader *reader, const limb__tiny_element *geometry,
                          limb_target_shape *shape, limb__target_fault *fault)
{
    const limb__tiny_element *first = geometry->child;
    if (!first) return limb__target_fault_at(fault, geometry, NULL, "its geometry is empty");
    bool ok;
    if (limb__text_equal(first->name, "box")) {
        ok = read_box(reader, first, shape, fault);
    } else if (limb__text_equal(first->name, "sphere")) {
        shape->shape = "sphere";
        ok = read_round(reader, first, (const char *const[]){"radius"}, 1, shape, fault);
    } else if (limb__text_equal(first->name, "cylinder")) {
        shape->shape = "cylinder";
        ok = read_round(reader, first, (const char *const[]){"radius", "length"}, 2, shape, fault);
    } else if (limb__text_equal(first->name, "mesh")) {
        ok = read_mesh(reader, first, shape, fault);
    } else if (limb__text_equal(first->name, "capsule") && reader->minor >= 1) {
        shape->shape = "capsule";
        ok = read_round(reader, first, (const char *const[]){"radius", "length"}, 2, shape, fault);
    } else {
        const bool is_newer =
            reader->version != LIMB_URDFDOM_3 && limb__text_equal(first->name, "capsule");
        const char *what = is_newer ? "<capsule> needs version=\"1.1\""
                                    : limb__target_text(reader, "<%s> is not a shape to urdfdom",
                                                        limb__target_show(reader, first->name));
        return limb__target_fault_at(fault, first, NULL, what);
    }
    if (ok && reader->minor >= 2) ok = check_sizes(reader, first, shape, fault);
    if (ok) report_other_shapes(reader, first);
    return ok;
}

// Checks that sizes other than a mesh's scale are positive, as required since URDF 1.2.
static bool check_sizes(limb__target_reader *reader, const limb__tiny_element *element,
                        const limb_target_shape *shape, limb__target_fault *fault)
{
    if (strcmp(shape->shape, "mesh") == 0) return true;
    const int count = strcmp(shape->shape, "box") == 0      ? 3
                      : strcmp(shape->shape, "sphere") == 0 ? 1
                                                            : 2;
    for (int i = 0; i < count; i++) {
        if (shape->size[i] > 0) continue;
        const char *what =
            limb__target_text(reader, "a size of the %s is not positive", shape->shape);
        return limb__target_fault_at(fault, element, NULL, what);
    }
    return true;
}

static bool read_box(limb__target_reader *reader, const limb__tiny_element *box,
                     limb_target_shape *shape, limb__target_fault *fault)
{
    shape->shape = "box";
    const limb__tiny_attr *size = limb__target_attr(reader, box, "size");
    if (!size) return limb__target_fault_at(fault, box, NULL, "the box has no size");
    return limb__target_vector(reader, box, size, shape->size, 3, fault);
}

// Reads the attributes of a cylinder or sphere, one number each.
static bool read_round(limb__target_reader *reader, const limb__tiny_element *element,
                       const char *const *name, int count, limb_target_shape *shape,
                       limb__target_fault *fault)
{
    for (int i = 0; i < count; i++) {
        const limb__tiny_attr *attr = limb__target_attr(reader, element, name[i]);
        if (!attr) {
            return limb__target_fault_at(
                fault, element, NULL,
                limb__target_text(reader, "the %s has no %s", shape->shape, name[i]));
        }
        if (!limb__target_scalar(reader, element, attr, &shape->size[i], fault)) return false;
    }
    return true;
}

static bool read_mesh(limb__target_reader *reader, const limb__tiny_element *mesh,
                      limb_target_shape *shape, limb__target_fault *fault)
{
    shape->shape = "mesh";
    const limb__tiny_attr *filename = limb__target_attr(reader, mesh, "filename");
    if (!filename) return limb__target_fault_at(fault, mesh, NULL, "the mesh has no filename");
    shape->filename = limb__target_string(reader, filename);
    const limb__tiny_attr *scale = limb__target_attr(reader, mesh, "scale");
    if (scale) return limb__target_vector(reader, mesh, scale, shape->size, 3, fault);
    for (int i = 0; i < 3; i++)
        shape->size[i] = 1;
    return true;
}

static void report_other_shapes(limb__target_reader *reader, const limb__tiny_element *first)
{
    for (const limb__tiny_element *e = first->next; e; e = e->next) {
        if (!limb__text_equal(e->name, "box") && !limb__text_equal(e->name, "sphere") &&
            !limb__text_equal(e->name, "cylinder") && !limb__text_equal(e->name, "mesh") &&
            !limb__text_equal(e->name, "capsule"))
            continue;
        const limb__target_fault at = {.element = e};
        limb__target_lose(
            reader, &at, "%s: urdfdom reads only the first shape of a geometry, not this <%s>",
            limb__target_owner(reader, reader->owner), limb__target_show(reader, e->name));
    }
}
