// Rules for shapes: sizes, mirrored meshes, and the form of mesh addresses.
#include "documents/packages/uri.h"
#include "documents/rules/check.h"

#include <math.h>
#include <string.h>

static void check_geoms(limb__check *c, const limb_link_shape *geom, int count);
static void check_names(limb__check *c, const char *kind, const limb_link_shape *geom, int count);
static void check_size(limb__check *c, const limb_shape *shape);
static void check_dimension(limb__check *c, const limb_shape *shape,
                            const limb_shape_dimension *dimension);
static void check_scale(limb__check *c, const limb_shape *shape);
static void check_address(limb__check *c, const limb_shape *shape);

void limb__check_shapes(limb__check *c, int index)
{
    const limb_link *link = &c->robot->link[index];
    check_geoms(c, link->visual, link->nvisual);
    check_geoms(c, link->collision, link->ncollision);
    check_names(c, "visual", link->visual, link->nvisual);
    check_names(c, "collision", link->collision, link->ncollision);
}

// Compares each name with the earlier ones, up to a limit; links have few shapes.
static void check_names(limb__check *c, const char *kind, const limb_link_shape *geom, int count)
{
    enum { MAX_COMPARED = 200 };
    for (int i = 1; i < count && i < MAX_COMPARED; i++) {
        if (geom[i].name[0] == 0) continue;
        int first = 0;
        while (first < i && strcmp(geom[first].name, geom[i].name) != 0)
            first++;
        if (first == i) continue;
        limb__report(c->report, limb__check_at(c, geom[i].node, "name"),
                     LIMB_RULE_SHAPE_NAME_DUPLICATE,
                     "two %ss are called \"%s\"; Drake refuses that, and others keep one", kind,
                     geom[i].name);
        limb__report_note(c->report, limb__check_at(c, geom[first].node, "name"),
                          "the first one is here");
    }
}

static void check_geoms(limb__check *c, const limb_link_shape *geom, int count)
{
    for (int i = 0; i < count; i++) {
        const limb_shape *shape = &geom[i].geometry;
        limb__check_origin_angles(c, &geom[i].origin);
        if (shape->type == LIMB_SHAPE_MESH) {
            if (shape->has_scale) check_scale(c, shape);
            check_address(c, shape);
        } else {
            check_size(c, shape);
        }
    }
}

static void check_size(limb__check *c, const limb_shape *shape)
{
    const limb_shape_info *info = limb_shape_info_of(shape->type);
    for (int i = 0; i < info->ndimension; i++)
        check_dimension(c, shape, &info->dimension[i]);
}

// Reports the range of numbers that are too small.
static void check_dimension(limb__check *c, const limb_shape *shape,
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
                 min == 0 ? "%s is zero, so the shape has no extent" : "%s is negative",
                 dimension->name);
}

static void check_scale(limb__check *c, const limb_shape *shape)
{
    const double *s = shape->scale;
    if (s[0] == 0 || s[1] == 0 || s[2] == 0) {
        limb__report(c->report, limb__check_at(c, shape->node, "scale"), LIMB_RULE_GEOMETRY_SIZE,
                     "a scale of zero flattens the mesh");
    } else if (s[0] * s[1] * s[2] < 0) {
        limb__report(c->report, limb__check_at(c, shape->node, "scale"),
                     LIMB_RULE_MESH_SCALE_NEGATIVE,
                     "the mesh is mirrored by its scale, which some tools draw "
                     "inside out");
    }
}

// Checks the form of the address; limb_robot_check_files checks that the file exists.
static void check_address(limb__check *c, const limb_shape *shape)
{
    const limb__uri_form form = limb__uri_form_of(shape->filename);
    if (form.problem) {
        limb__report(c->report, limb__check_at(c, shape->node, "filename"), LIMB_RULE_MESH_URI,
                     "%s", form.problem);
    } else if (form.is_relative) {
        limb__report(c->report, limb__check_at(c, shape->node, "filename"), LIMB_RULE_MESH_RELATIVE,
                     "RViz does not find relative paths; package:// works everywhere");
    }
}
