// Helper functions of the calls that transform a whole robot.
#include "documents/edit/verbs.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NUMBERS = 6 };

static limb_status multiply_origin(limb_edit *edit, const limb_origin *origin, const double xyz[3],
                                   const double rpy[3]);
static limb_status multiply_link_origins(limb_edit *edit, const limb_link *link,
                                         const double xyz[3], const double rpy[3]);

limb_status limb__edit_multiply(limb_edit *edit, int node, const char *name, const double *factor,
                                int count)
{
    double value[MAX_NUMBERS];
    if (node < 0 || limb__xml_find_attr(edit->doc, node, name) < 0 ||
        !limb_node_numbers(edit->doc, node, name, value, count)) {
        return LIMB_OK;
    }
    bool is_same = true;
    for (int i = 0; i < count; i++) {
        const double product = value[i] * factor[i];
        is_same &= product == value[i];
        value[i] = product + 0.0; // no -0
    }
    return is_same ? LIMB_OK : limb__edit_put_numbers(edit, node, name, value, count);
}

limb_status limb__edit_multiply_origins(limb_edit *edit, const double xyz[3], const double rpy[3])
{
    const limb_robot *robot = edit->robot;
    limb_status status = LIMB_OK;
    for (int i = 0; i < robot->njoint && status == LIMB_OK; i++)
        status = multiply_origin(edit, &robot->joint[i].origin, xyz, rpy);
    for (int i = 0; i < robot->nlink && status == LIMB_OK; i++)
        status = multiply_link_origins(edit, &robot->link[i], xyz, rpy);
    return status;
}

limb_status limb__edit_each_shape(limb_edit *edit, limb__shape_fn *fn, const void *ctx)
{
    limb_status status = LIMB_OK;
    for (int i = 0; i < edit->robot->nlink; i++) {
        const limb_link *link = &edit->robot->link[i];
        for (int k = 0; k < link->nvisual && status == LIMB_OK; k++)
            status = fn(edit, &link->visual[k], ctx);
        for (int k = 0; k < link->ncollision && status == LIMB_OK; k++)
            status = fn(edit, &link->collision[k], ctx);
    }
    return status;
}

void limb__edit_copy_node(limb__builder *out, const limb_document *doc, int node)
{
    const limb_text indent = limb__layout_indent(doc, doc->node[node].begin);
    const limb_text source = limb_node_source(doc, node);
    for (size_t at = 0; at < source.size;) {
        const char *end = memchr(source.data + at, '\n', source.size - at);
        const size_t size = end ? (size_t)(end - source.data) + 1 - at : source.size - at;
        limb__builder_bytes(out, source.data + at, size);
        at += size;
        size_t shared = 0;
        while (shared < indent.size && at + shared < source.size &&
               source.data[at + shared] == indent.data[shared])
            shared++;
        at += shared;
    }
}

limb_status limb__edit_insert_copy(limb_edit *edit, int parent, const limb_document *doc, int node)
{
    limb__builder xml;
    limb__builder_init(&xml, edit->memory);
    limb__edit_copy_node(&xml, doc, node);
    return limb__edit_insert_built(edit, parent, false, &xml);
}

void limb__edit_say(limb_edit *edit, const char *format, ...)
{
    size_t size = strlen(edit->message);
    if (size > 0) {
        snprintf(edit->message + size, sizeof edit->message - size, "; ");
        size = strlen(edit->message);
    }
    va_list args;
    va_start(args, format);
    vsnprintf(edit->message + size, sizeof edit->message - size, format, args);
    va_end(args);
}

const char *limb__edit_free_name(limb_edit *edit, limb__arena *arena, const char *wanted)
{
    const limb_robot *robot = edit->robot;
    const size_t size = strlen(wanted) + 16;
    char *name = limb__arena_take(arena, size);
    if (!name) return NULL;
    snprintf(name, size, "%s", wanted);
    for (int n = 2;
         limb_robot_find_link(robot, name) >= 0 || limb_robot_find_joint(robot, name) >= 0; n++)
        snprintf(name, size, "%s_%d", wanted, n);
    return name;
}

static limb_status multiply_link_origins(limb_edit *edit, const limb_link *link,
                                         const double xyz[3], const double rpy[3])
{
    limb_status status =
        link->inertial ? multiply_origin(edit, &link->inertial->origin, xyz, rpy) : LIMB_OK;
    for (int k = 0; k < link->nvisual && status == LIMB_OK; k++)
        status = multiply_origin(edit, &link->visual[k].origin, xyz, rpy);
    for (int k = 0; k < link->ncollision && status == LIMB_OK; k++)
        status = multiply_origin(edit, &link->collision[k].origin, xyz, rpy);
    return status;
}

static limb_status multiply_origin(limb_edit *edit, const limb_origin *origin, const double xyz[3],
                                   const double rpy[3])
{
    const double quat[4] = {rpy[0], rpy[1], rpy[2], 1};
    limb_status status = limb__edit_multiply(edit, origin->node, "xyz", xyz, 3);
    if (status == LIMB_OK) status = limb__edit_multiply(edit, origin->node, "rpy", rpy, 3);
    if (status == LIMB_OK && limb__edit_has_quat(edit)) {
        status = limb__edit_multiply(edit, origin->node, "quat_xyzw", quat, 4);
    }
    return status;
}
