// <link>: inertial, visuals, collisions.
#include "documents/urdf/read.h"

#include <limits.h>
#include <string.h>

static const limb_inertial *read_inertial(limb__reader *r, int node);
static void read_geoms(limb__reader *r, const limb__children *children, limb_link *out);
static void keep_lost(limb__reader *r, const limb_link *link, const limb_material *material);
static int count_of(const limb__reader *r, const limb__children *children, limb__tag tag);
static bool read_geom(limb__reader *r, int node, limb__tag tag, limb_link_shape *out);
static LIMB__COLD void report_no_geometry(limb__reader *r, int node, limb__tag tag);

void limb__read_link(limb__reader *r, int node, limb_link *out)
{
    limb__children children;
    memset(out, 0, sizeof *out);
    out->node = node;
    out->parent_joint = -1;
    r->owner = node;
    const int name = limb__read_branch_attr(r, node, LIMB__TAG_LINK, LIMB__KEY_NAME);
    limb__read_children(r, node, LIMB__TAG_LINK, &children);

    out->name = limb__read_text(r, name);
    if (name < 0)
        limb__report(r->report, limb__at_owner(r, node), LIMB_RULE_LINK_NAME, "a link has no name");
    limb__names_fetch(&r->robot->link_name, out->name);

    const int inertial = limb__child(&children, LIMB__TAG_INERTIAL);
    if (inertial >= 0) out->inertial = read_inertial(r, inertial);
    const uint64_t geoms = LIMB__BIT(LIMB__TAG_VISUAL) | LIMB__BIT(LIMB__TAG_COLLISION);
    if (children.present & geoms) read_geoms(r, &children, out);
    r->owner = -1;
}

static const limb_inertial *read_inertial(limb__reader *r, int node)
{
    limb_inertial *out = limb__arena_take_zero(r->arena, sizeof *out);
    if (!out) return NULL;
    limb__attrs attrs;
    limb__children children;
    out->node = node;
    limb__read_no_attr(r, node, LIMB__TAG_INERTIAL);
    limb__read_children(r, node, LIMB__TAG_INERTIAL, &children);
    limb__read_origin(r, limb__child(&children, LIMB__TAG_ORIGIN), &out->origin);

    const int mass = limb__child(&children, LIMB__TAG_MASS);
    if (mass >= 0) {
        const int value = limb__read_leaf_attr(r, mass, LIMB__TAG_MASS, LIMB__KEY_VALUE);
        if (value >= 0) out->has_mass = limb__read_numbers(r, mass, value, &out->mass, 1, 0);
    }
    const int inertia = limb__child(&children, LIMB__TAG_INERTIA);
    if (inertia >= 0) {
        limb__read_attrs(r, inertia, LIMB__TAG_INERTIA, &attrs);
        int nread = 0;
        for (int i = 0; i < 6; i++) {
            const limb__key key = (limb__key)(LIMB__KEY_IXX + i);
            nread += limb__read_value(r, inertia, &attrs, key, &out->inertia[i], 0);
        }
        out->has_inertia = nread == 6;
    }
    return out;
}

// Visuals and collisions share one block; unusable ones are left out.
static void read_geoms(limb__reader *r, const limb__children *children, limb_link *out)
{
    const int nvisual = count_of(r, children, LIMB__TAG_VISUAL);
    const int ncollision = count_of(r, children, LIMB__TAG_COLLISION);
    int left = nvisual + ncollision;
    limb_link_shape *visual = LIMB__ARENA_ARRAY(r->arena, limb_link_shape, left);
    if (!visual) return;
    limb_link_shape *collision = visual + nvisual;
    out->visual = visual;
    out->collision = collision;
    int i = nvisual > 0 ? children->at[LIMB__TAG_VISUAL] : INT_MAX;
    if (ncollision > 0 && children->at[LIMB__TAG_COLLISION] < i) {
        i = children->at[LIMB__TAG_COLLISION];
    }
    for (; left > 0; i = limb__xml_next(r->doc, i)) {
        if (limb__xml_kind(&r->doc->node[i]) != LIMB_NODE_ELEMENT) continue;
        const limb__tag tag = limb__tag_at(r, i);
        if (tag == LIMB__TAG_VISUAL) {
            limb_link_shape *geom = &visual[out->nvisual];
            if (read_geom(r, i, tag, geom)) {
                out->nvisual++;
            } else {
                out->nbroken_visual++;
                if (geom->inline_material) keep_lost(r, out, geom->inline_material);
            }
            left--;
        } else if (tag == LIMB__TAG_COLLISION) {
            if (read_geom(r, i, tag, &collision[out->ncollision]))
                out->ncollision++;
            else
                out->nbroken_collision++;
            left--;
        }
    }
}

// Reports the names it uses, and keeps those it defines for others.
static void keep_lost(limb__reader *r, const limb_link *link, const limb_material *material)
{
    limb__lost_material *lost = limb__arena_take(r->arena, sizeof *lost);
    if (!lost) return;
    *lost = (limb__lost_material){link, material, NULL};
    *(r->last_lost ? &r->last_lost->next : &r->lost) = lost;
    r->last_lost = lost;
}

static int count_of(const limb__reader *r, const limb__children *children, limb__tag tag)
{
    if (!(children->repeated & LIMB__BIT(tag))) return (int)(children->present >> tag & 1);
    int count = 0;
    for (int i = children->at[tag]; i >= 0; i = limb__xml_next(r->doc, i))
        count += limb__tag_at(r, i) == tag;
    return count;
}

static bool read_geom(limb__reader *r, int node, limb__tag tag, limb_link_shape *out)
{
    limb__children children;
    const int name = limb__read_branch_attr(r, node, tag, LIMB__KEY_NAME);
    limb__read_children(r, node, tag, &children);
    out->node = node;
    out->has_name = name >= 0;
    out->name = limb__read_text(r, name);
    out->inline_material = NULL;
    out->material = NULL;
    out->urdfdom_material = NULL;
    limb__read_origin(r, limb__child(&children, LIMB__TAG_ORIGIN), &out->origin);

    const int material = limb__child(&children, LIMB__TAG_MATERIAL);
    if (material >= 0) {
        limb_material *read = LIMB__ARENA_ARRAY(r->arena, limb_material, 1);
        if (read) limb__read_material(r, material, read);
        if (read && (read->has_color || read->texture)) r->ninline++;
        out->inline_material = read;
    }
    const int geometry = limb__child(&children, LIMB__TAG_GEOMETRY);
    if (geometry < 0) {
        report_no_geometry(r, node, tag);
        return false;
    }
    return limb__read_geometry(r, geometry, &out->geometry);
}

// A shape outside of it is the probable cause.
static void report_no_geometry(limb__reader *r, int node, limb__tag tag)
{
    const uint64_t shapes = limb__schema_of[LIMB__TAG_GEOMETRY].child;
    int shape = limb__xml_first_child(r->doc, node);
    while (shape >= 0 && (limb__tag_at(r, shape) == LIMB__TAG_OTHER ||
                          !(shapes & LIMB__BIT(limb__tag_at(r, shape)))))
        shape = limb__xml_next(r->doc, shape);
    if (shape >= 0) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_GEOMETRY_MISSING,
                     "this <%s> has its <%s> outside a <geometry> and is left out",
                     limb__tag_name[tag], limb__tag_name[limb__tag_at(r, shape)]);
    } else {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_GEOMETRY_MISSING,
                     "this <%s> has no <geometry> and is left out", limb__tag_name[tag]);
    }
}
