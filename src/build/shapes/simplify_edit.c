// Simplification: edits the robot's file so that it uses the replacements.
#include "base/text.h"
#include "limb/edit.h"
#include "limb/shapes.h"

#include <assert.h>
#include <string.h>

enum { ADDRESS_SIZE = 16384 }; // of the URI of a mesh file

typedef struct editing {
    const limb_simplification *all;
    limb_edit *edit;
    limb_simplify_address_fn *address;
    void *ctx;
    limb__builder text; // of one element
} editing;

static limb_status edit_row(editing *w, const limb_replacement *row);
static limb_status edit_primitive(editing *w, const limb_replacement *row, limb_fit_kind kind);
static limb_status edit_capsule(editing *w, const limb_replacement *row);
static limb_status edit_files(editing *w, const limb_replacement *row);
static void begin_copy(editing *w, const limb_replacement *row, int number, const double *pose);
static void put_name(limb__builder *b, limb_text raw, int number);
static void put_origin(limb__builder *b, const double *pose);
static limb_status end_copy(editing *w, const limb_replacement *row);
static void put_shape(limb__builder *b, const limb_fit *fit, limb_fit_kind kind);
static void put_mesh(limb__builder *b, const limb_shape *shape, const char *address);
static void put_number(limb__builder *b, const char *before, double value);

limb_status limb_simplification_edit(const limb_simplification *all, limb_edit *edit,
                                     limb_simplify_address_fn *address, void *ctx)
{
    assert(all && edit && address);
    editing w = {.all = all, .edit = edit, .address = address, .ctx = ctx};
    limb__builder_init(&w.text, all->memory);
    limb_status status = LIMB_OK;
    for (int i = 0; i < all->nreplacement && status == LIMB_OK; i++)
        status = edit_row(&w, &all->replacement[i]);
    limb__builder_free(&w.text);
    return status;
}

static limb_status edit_row(editing *w, const limb_replacement *row)
{
    if (row->kind == LIMB_REPLACEMENT_NONE) return LIMB_OK;
    if (row->kind != LIMB_REPLACEMENT_PRIMITIVE) return edit_files(w, row);
    const limb_robot *robot = limb_edit_robot(w->edit);
    const bool has_capsule = robot->version_major == 1 && robot->version_minor >= 1;
    if (row->fit.kind == LIMB_FIT_CAPSULE && !has_capsule) return edit_capsule(w, row);
    return edit_primitive(w, row, row->fit.kind);
}

static limb_status edit_primitive(editing *w, const limb_replacement *row, limb_fit_kind kind)
{
    w->text.size = 0;
    put_shape(&w->text, &row->fit, kind);
    const char *text = limb__builder_nul(&w->text);
    if (w->text.failed) return LIMB_ERROR_MEMORY;
    const limb_status status = limb_edit_replace(w->edit, row->shape->geometry.node, text);
    if (status != LIMB_OK) return status;
    return limb_edit_set_origin(w->edit, row->shape->node, row->fit.pose);
}

// URDF 1.0 has no capsule: writes a cylinder, and a sphere at each end.
static limb_status edit_capsule(editing *w, const limb_replacement *row)
{
    const bool is_ball = !(row->fit.length > 0);
    limb_status status = edit_primitive(w, row, is_ball ? LIMB_FIT_SPHERE : LIMB_FIT_CYLINDER);
    for (int side = 0; side < 2 && status == LIMB_OK && !is_ball; side++) {
        double pose[12], end[3] = {0, 0, (side - 0.5) * row->fit.length};
        limb_pose_identity(pose);
        limb_pose_apply(row->fit.pose, end, end);
        for (int k = 0; k < 3; k++)
            pose[4 * k + 3] = end[k];
        begin_copy(w, row, side + 2, pose);
        put_shape(&w->text, &row->fit, LIMB_FIT_SPHERE);
        status = end_copy(w, row);
    }
    return status;
}

// Writes the hull, or the first part in place of the mesh, the others as additional collisions.
static limb_status edit_files(editing *w, const limb_replacement *row)
{
    const bool is_parts = row->kind == LIMB_REPLACEMENT_PARTS;
    const int count = is_parts ? w->all->mesh[row->mesh].parts->npart : 1;
    limb_status status = LIMB_OK;
    for (int part = 0; part < count && status == LIMB_OK; part++) {
        char address[ADDRESS_SIZE];
        status = w->address(w->ctx, row->mesh, is_parts ? part + 1 : 0, address, sizeof address);
        if (status != LIMB_OK) return status;
        if (part == 0) {
            status =
                limb_edit_set_attribute(w->edit, row->shape->geometry.node, "filename", address);
        } else {
            double pose[12];
            limb_origin_pose(&row->shape->origin, pose);
            begin_copy(w, row, part + 1, pose);
            put_mesh(&w->text, &row->shape->geometry, address);
            status = end_copy(w, row);
        }
    }
    return status;
}

// An additional collision of the link, up to its geometry. If the first has a name, the others get
// names derived from it; parts keep the origin of the first as it is written.
static void begin_copy(editing *w, const limb_replacement *row, int number, const double *pose)
{
    const limb_document *doc = limb_edit_robot(w->edit)->document;
    limb__builder *b = &w->text;
    b->size = 0;
    limb__builder_text(b, "<collision");
    put_name(b, limb_node_attribute_raw(doc, row->shape->node, "name"), number);
    limb__builder_text(b, ">\n  ");
    const int own = row->kind == LIMB_REPLACEMENT_PARTS ? row->shape->origin.node : -1;
    const limb_text source = own >= 0 ? limb_node_source(doc, own) : (limb_text){0};
    if (own >= 0)
        limb__builder_bytes(b, source.data, source.size);
    else
        put_origin(b, pose);
    limb__builder_text(b, "\n  <geometry>\n    ");
}

// A quote within single quotes would end the value, so such a name is left out.
static void put_name(limb__builder *b, limb_text raw, int number)
{
    if (!raw.data || memchr(raw.data, '"', raw.size)) return;
    limb__builder_text(b, " name=\"");
    limb__builder_bytes(b, raw.data, raw.size);
    limb__builder_char(b, '_');
    limb__builder_int(b, number);
    limb__builder_char(b, '"');
}

static void put_origin(limb__builder *b, const double *pose)
{
    double rpy[3];
    limb_pose_to_rpy(pose, rpy);
    for (int k = 0; k < 3; k++)
        put_number(b, k == 0 ? "<origin xyz=\"" : " ", pose[4 * k + 3] + 0);
    if (rpy[0] != 0 || rpy[1] != 0 || rpy[2] != 0)
        for (int k = 0; k < 3; k++)
            put_number(b, k == 0 ? "\" rpy=\"" : " ", rpy[k] + 0);
    limb__builder_text(b, "\"/>");
}

static limb_status end_copy(editing *w, const limb_replacement *row)
{
    limb__builder_text(&w->text, "\n  </geometry>\n</collision>");
    const char *text = limb__builder_nul(&w->text);
    if (w->text.failed) return LIMB_ERROR_MEMORY;
    return limb_edit_add(w->edit, row->link->node, text);
}

static void put_shape(limb__builder *b, const limb_fit *fit, limb_fit_kind kind)
{
    if (kind == LIMB_FIT_BOX) {
        for (int k = 0; k < 3; k++)
            put_number(b, k == 0 ? "<box size=\"" : " ", fit->size[k]);
    } else {
        limb__builder_char(b, '<');
        limb__builder_text(b, limb_fit_kind_name(kind));
        put_number(b, " radius=\"", fit->radius);
        if (kind != LIMB_FIT_SPHERE) put_number(b, "\" length=\"", fit->length);
    }
    limb__builder_text(b, "\"/>");
}

static void put_mesh(limb__builder *b, const limb_shape *shape, const char *address)
{
    limb__builder_text(b, "<mesh filename=\"");
    limb__builder_xml(b, address, strlen(address), '"');
    for (int k = 0; k < 3 && shape->has_scale; k++)
        put_number(b, k == 0 ? "\" scale=\"" : " ", shape->scale[k]);
    limb__builder_text(b, "\"/>");
}

static void put_number(limb__builder *b, const char *before, double value)
{
    limb__builder_text(b, before);
    limb__builder_number(b, value);
}
