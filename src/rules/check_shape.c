// Rules over shapes: sizes, mirrored meshes, and the form of mesh addresses.
#include "resolve/uri.h"
#include "rules/check.h"

#include <math.h>

static void check_geoms(limb__check *c, const limb_link *link, const limb_link_shape *geom,
                        int count);
static void check_size(limb__check *c, const limb_link *link, const limb_shape *shape);
static void check_dimension(limb__check *c, const limb_link *link, const limb_shape *shape,
                            const limb_shape_dimension *dimension);
static void check_scale(limb__check *c, const limb_link *link, const limb_shape *shape);
static void check_address(limb__check *c, const limb_link *link, const limb_shape *shape);

void limb__check_shapes(limb__check *c, int index)
{
    const limb_link *link = &c->robot->link[index];
    check_geoms(c, link, link->visual, link->nvisual);
    check_geoms(c, link, link->collision, link->ncollision);
}

static void check_geoms(limb__check *c, const limb_link *link, const limb_link_shape *geom,
                        int count)
{
    for (int i = 0; i < count; i++) {
        const limb_shape *shape = &geom[i].geometry;
        limb__check_origin_angles(c, "link", link->name, &geom[i].origin);
        if (shape->type == LIMB_SHAPE_MESH) {
            if (shape->has_scale) check_scale(c, link, shape);
            check_address(c, link, shape);
        } else {
            check_size(c, link, shape);
        }
    }
}

static void check_size(limb__check *c, const limb_link *link, const limb_shape *shape)
{
    const limb_shape_info *info = limb_shape_info_of(shape->type);
    for (int i = 0; i < info->ndimension; i++)
        check_dimension(c, link, shape, &info->dimension[i]);
}

// At the numbers that are too small, and what is between them.
static void check_dimension(limb__check *c, const limb_link *link, const limb_shape *shape,
                            const limb_shape_dimension *dimension)
{
    const double *number = (const double *)(const void *)((const char *)shape + dimension->offset);
    int first = -1;
    int last = -1;
    double min = INFINITY;
    for (int i = 0; i < dimension->count; i++) {
        if (number[i] > 0 || (number[i] == 0 && dimension->sign != LIMB_SIGN_POSITIVE)) continue;
        if (first < 0) first = i;
        last = i;
        min = fmin(min, number[i]);
    }
    if (first < 0) return;
    limb__report(c->report, limb__check_at_numbers(c, shape->node, dimension->name, first, last),
                 LIMB_RULE_GEOMETRY_SIZE,
                 min == 0 ? "link \"%s\": %s is zero, so the shape has no extent"
                          : "link \"%s\": %s is negative",
                 link->name, dimension->name);
}

static void check_scale(limb__check *c, const limb_link *link, const limb_shape *shape)
{
    const double *s = shape->scale;
    if (s[0] == 0 || s[1] == 0 || s[2] == 0) {
        limb__report(c->report, limb__check_at(c, shape->node, "scale"), LIMB_RULE_GEOMETRY_SIZE,
                     "link \"%s\": a scale of zero flattens the mesh", link->name);
    } else if (s[0] * s[1] * s[2] < 0) {
        limb__report(c->report, limb__check_at(c, shape->node, "scale"),
                     LIMB_RULE_MESH_SCALE_NEGATIVE,
                     "link \"%s\": the mesh is mirrored by its scale, which some tools draw "
                     "inside out",
                     link->name);
    }
}

// What the address looks like; whether the file is there is another question
// (limb_robot_check_files).
static void check_address(limb__check *c, const limb_link *link, const limb_shape *shape)
{
    const limb__uri_form form = limb__uri_form_of(shape->filename);
    if (form.problem) {
        limb__report(c->report, limb__check_at(c, shape->node, "filename"), LIMB_RULE_MESH_URI,
                     "link \"%s\": %s", link->name, form.problem);
    } else if (form.is_relative) {
        limb__report(c->report, limb__check_at(c, shape->node, "filename"), LIMB_RULE_MESH_RELATIVE,
                     "link \"%s\": RViz does not find relative paths; package:// works everywhere",
                     link->name);
    }
}
