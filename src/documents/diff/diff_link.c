// Compares links: inertial, visuals, collisions.
//
// Visuals and collisions are identified only by their name, so those with equal content are paired
// first, then those with equal names, then the rest in order.
#include "documents/diff/diff.h"

#include <stdio.h>
#include <string.h>

static void compare_link(limb__diff *d, const limb_link *a, const limb_link *b);
static void compare_inertial(limb__diff *d, const char *path, const limb_inertial *a,
                             const limb_inertial *b);
static limb__diff_place place_of_child(limb__diff *d, const char *path, const char *tag, int a,
                                       int b);
static void compare_shapes(limb__diff *d, const char *path, const char *tag,
                           const limb_link_shape *a, int na, const limb_link_shape *b, int nb);
static void compare_shape(limb__diff *d, const char *path, const limb_link_shape *a,
                          const limb_link_shape *b);
static void compare_geometry(limb__diff *d, const char *path, const limb_shape *a,
                             const limb_shape *b);
static void compare_material(limb__diff *d, const char *path, const limb_link_shape *a,
                             const limb_link_shape *b);
static const char *type_name(limb_shape_type type);

void limb__diff_links(limb__diff *d)
{
    for (int i = 0; i < d->a->nlink; i++) {
        const limb_link *a = &d->a->link[i];
        const int k = d->link_match[i];
        const char *path = limb__diff_path(d, "link", a->name, "");
        if (k < 0) {
            limb__diff_add(d, LIMB_CHANGE_REMOVED, path, "", "", "", a->node, -1);
            continue;
        }
        const limb_link *b = &d->b->link[k];
        if (strcmp(a->name, b->name) != 0)
            limb__diff_add(d, LIMB_CHANGE_RENAMED, path, "name", a->name, b->name, a->node,
                           b->node);
        compare_link(d, a, b);
    }
    for (int k = 0; k < d->b->nlink; k++)
        if (d->link_back[k] < 0)
            limb__diff_add(d, LIMB_CHANGE_ADDED, limb__diff_path(d, "link", d->b->link[k].name, ""),
                           "", "", "", -1, d->b->link[k].node);
}

static void compare_link(limb__diff *d, const limb_link *a, const limb_link *b)
{
    const char *path = limb__diff_path(d, "link", a->name, "");
    const char *inertial = limb__diff_path(d, path, "inertial", "");
    if ((a->inertial || b->inertial) &&
        limb__diff_both(d, inertial, a->inertial ? a->inertial->node : -1,
                        b->inertial ? b->inertial->node : -1)) {
        compare_inertial(d, inertial, a->inertial, b->inertial);
    }
    compare_shapes(d, path, "visual", a->visual, a->nvisual, b->visual, b->nvisual);
    compare_shapes(d, path, "collision", a->collision, a->ncollision, b->collision, b->ncollision);
    limb__diff_unknown(d, path, a->node, b->node);
}

static void compare_inertial(limb__diff *d, const char *path, const limb_inertial *a,
                             const limb_inertial *b)
{
    static const char *const key[6] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    const limb__diff_place mass = place_of_child(d, path, "mass", a->node, b->node);
    const limb__diff_place tensor = place_of_child(d, path, "inertia", a->node, b->node);
    limb__diff_origin(d, path, &a->origin, &b->origin, a->node, b->node);
    limb__diff_numbers(d, mass, "value", &a->mass, &b->mass, 1);
    for (int i = 0; i < 6; i++)
        limb__diff_numbers(d, tensor, key[i], &a->inertia[i], &b->inertia[i], 1);
}

static limb__diff_place place_of_child(limb__diff *d, const char *path, const char *tag, int a,
                                       int b)
{
    const int in_a = limb_node_find(d->a->document, a, tag);
    const int in_b = limb_node_find(d->b->document, b, tag);
    return (limb__diff_place){limb__diff_path(d, path, tag, ""), in_a >= 0 ? in_a : a,
                              in_b >= 0 ? in_b : b};
}

static void compare_shapes(limb__diff *d, const char *path, const char *tag,
                           const limb_link_shape *a, int na, const limb_link_shape *b, int nb)
{
    int *node = limb__arena_take(&d->arena, (size_t)(na + nb + 1) * sizeof *node);
    if (!node) return;
    for (int i = 0; i < na; i++)
        node[i] = a[i].node;
    for (int k = 0; k < nb; k++)
        node[na + k] = b[k].node;
    int *back;
    const int *partner = limb__diff_pair(d, node, na, node + na, nb, false, &back);
    if (!partner) return;
    char part[48];
    for (int i = 0; i < na; i++) {
        snprintf(part, sizeof part, na > 1 ? "%s[%d]" : "%s", tag, i + 1);
        const char *element = limb__diff_path(d, path, part, "");
        if (partner[i] >= 0 && limb__diff_is_same_xml(d, a[i].node, b[partner[i]].node)) continue;
        if (partner[i] >= 0) {
            compare_shape(d, element, &a[i], &b[partner[i]]);
        } else {
            limb__diff_add(d, LIMB_CHANGE_REMOVED, element, "", "", "", a[i].node, -1);
        }
    }
    for (int k = 0; k < nb; k++) {
        snprintf(part, sizeof part, nb > 1 ? "%s[%d]" : "%s", tag, k + 1);
        if (back[k] < 0)
            limb__diff_add(d, LIMB_CHANGE_ADDED, limb__diff_path(d, path, part, ""), "", "", "", -1,
                           b[k].node);
    }
}

static void compare_shape(limb__diff *d, const char *path, const limb_link_shape *a,
                          const limb_link_shape *b)
{
    const limb__diff_place at = {path, a->node, b->node};
    limb__diff_text(d, at, "name", a->name, b->name);
    limb__diff_origin(d, path, &a->origin, &b->origin, a->node, b->node);
    compare_geometry(d, limb__diff_path(d, path, "geometry", ""), &a->geometry, &b->geometry);
    compare_material(d, limb__diff_path(d, path, "material", ""), a, b);
    limb__diff_unknown(d, path, a->node, b->node);
}

static void compare_geometry(limb__diff *d, const char *path, const limb_shape *a,
                             const limb_shape *b)
{
    const limb__diff_place shape = {path, a->node, b->node};
    if (a->type != b->type) {
        limb__diff_text(d, shape, "shape", type_name(a->type), type_name(b->type));
        return;
    }
    const limb__diff_place at = {limb__diff_path(d, path, type_name(a->type), ""), a->node,
                                 b->node};
    limb__diff_numbers(d, at, "size", a->size, b->size, 3);
    limb__diff_numbers(d, at, "radius", &a->radius, &b->radius, 1);
    limb__diff_numbers(d, at, "length", &a->length, &b->length, 1);
    if (a->type != LIMB_SHAPE_MESH) return;
    limb__diff_text(d, at, "filename", a->filename, b->filename);
    limb__diff_numbers(d, at, "scale", a->scale, b->scale, 3);
}

static void compare_material(limb__diff *d, const char *path, const limb_link_shape *a,
                             const limb_link_shape *b)
{
    const limb_material *x = a->inline_material, *y = b->inline_material;
    if (!x && !y) return;
    if (!limb__diff_both(d, path, x ? x->node : -1, y ? y->node : -1)) return;
    const limb__diff_place at = {path, x->node, y->node};
    static const double none[4] = {0, 0, 0, 0};
    limb__diff_text(d, at, "name", x->name, y->name);
    const limb__diff_place color = {limb__diff_path(d, path, "color", ""), x->node, y->node};
    limb__diff_numbers(d, color, "rgba", x->has_color ? x->rgba : none,
                       y->has_color ? y->rgba : none, 4);
    const limb__diff_place texture = {limb__diff_path(d, path, "texture", ""), x->node, y->node};
    limb__diff_text(d, texture, "filename", x->texture ? x->texture : "",
                    y->texture ? y->texture : "");
}

static const char *type_name(limb_shape_type type)
{
    return limb_shape_info_of(type)->name;
}
