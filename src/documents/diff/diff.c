// Creates and frees a diff, and adds changes to it.
#include "documents/diff/diff.h"

#include "base/memory.h"
#include "documents/xml/xml.h"
#include "numbers/math/pose.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// rotation matrices whose entries differ by less are equal up to rounding
static const double SAME_ROTATION = 1e-14;

static void compare(limb__diff *d);
static void init_source(const limb__diff *d, limb__source *source, const limb_robot *robot);
static limb_span place_of(limb__source *source, const limb_robot *robot, int node);
static const char *copy(limb__diff *d, const char *text);
static const char *text_of_numbers(limb__diff *d, const double *value, int count);
static bool is_same_rotation(const limb_origin *a, const limb_origin *b);

limb_status limb_diff_build(limb_diff **out, const limb_robot *old_robot,
                            const limb_robot *new_robot, const limb_allocator *memory)
{
    assert(out && old_robot && new_robot);
    memory = limb__memory(memory);
    *out = NULL;
    limb__diff *d = limb__allocate(memory, sizeof *d);
    if (!d) return LIMB_ERROR_MEMORY;
    memset(d, 0, sizeof *d);
    d->memory = memory;
    d->a = old_robot;
    d->b = new_robot;
    limb__arena_init(&d->arena, memory, 0);
    limb__builder_init(&d->text, memory);
    init_source(d, &d->old_source, old_robot);
    init_source(d, &d->new_source, new_robot);
    if (limb__diff_match(d)) compare(d);
    limb__source_free(&d->old_source);
    limb__source_free(&d->new_source);
    const bool failed = d->arena.failed || d->text.failed;
    limb__builder_free(&d->text);
    d->open.change = d->change;
    d->open.link_match = d->link_match;
    d->open.joint_match = d->joint_match;
    if (failed) {
        limb_diff_free(&d->open);
        return LIMB_ERROR_MEMORY;
    }
    *out = &d->open;
    return LIMB_OK;
}

void limb_diff_free(limb_diff *diff)
{
    if (!diff) return;
    limb__diff *d = (limb__diff *)diff;
    limb__arena_free(&d->arena);
    limb__release(d->memory, d, sizeof *d);
}

static void compare(limb__diff *d)
{
    const limb__diff_place robot = {"robot", d->a->node, d->b->node};
    limb__diff_text(d, robot, "name", d->a->name, d->b->name);
    const double a = d->a->version_minor, b = d->b->version_minor;
    limb__diff_numbers(d, robot, "version", &a, &b, 1);
    limb__diff_links(d);
    limb__diff_joints(d);
    limb__diff_materials(d);
    limb__diff_extensions(d);
}

const char *limb__diff_path(limb__diff *d, const char *first, const char *second, const char *third)
{
    const char *const part[3] = {first, second, third};
    d->text.size = 0;
    for (int i = 0; i < 3; i++) {
        if (!*part[i]) continue;
        if (d->text.size > 0) limb__builder_char(&d->text, '/');
        limb__builder_text(&d->text, part[i]);
    }
    return copy(d, limb__builder_nul(&d->text));
}

void limb__diff_add(limb__diff *d, limb_change_kind kind, const char *path, const char *attribute,
                    const char *old_value, const char *new_value, int old_node, int new_node)
{
    if (d->open.nchange == d->capacity) {
        const int capacity = d->capacity > 0 ? 2 * d->capacity : 64;
        limb_change *grown = limb__arena_take(&d->arena, (size_t)capacity * sizeof *grown);
        if (!grown) return;
        if (d->capacity > 0) memcpy(grown, d->change, (size_t)d->capacity * sizeof *grown);
        d->change = grown;
        d->capacity = capacity;
    }
    d->change[d->open.nchange++] =
        (limb_change){.kind = kind,
                      .path = copy(d, path),
                      .attribute = copy(d, attribute),
                      .old_value = copy(d, old_value),
                      .new_value = copy(d, new_value),
                      .old_place = place_of(&d->old_source, d->a, old_node),
                      .new_place = place_of(&d->new_source, d->b, new_node)};
}

void limb__diff_text(limb__diff *d, limb__diff_place at, const char *attribute, const char *a,
                     const char *b)
{
    if (strcmp(a, b) == 0) return;
    limb__diff_add(d, LIMB_CHANGE_CHANGED, at.path, attribute, a, b, at.old_node, at.new_node);
}

void limb__diff_numbers(limb__diff *d, limb__diff_place at, const char *attribute, const double *a,
                        const double *b, int count)
{
    bool is_same = true;
    for (int i = 0; i < count; i++)
        is_same &= a[i] == b[i] || (isnan(a[i]) && isnan(b[i]));
    if (is_same) return;
    const char *old_value = text_of_numbers(d, a, count);
    const char *new_value = text_of_numbers(d, b, count);
    limb__diff_add(d, LIMB_CHANGE_CHANGED, at.path, attribute, old_value, new_value, at.old_node,
                   at.new_node);
}

// An absent origin equals a zero one, and rpy equals a quaternion of the same rotation.
void limb__diff_origin(limb__diff *d, const char *path, const limb_origin *a, const limb_origin *b,
                       int a_holder, int b_holder)
{
    const limb__diff_place at = {limb__diff_path(d, path, "origin", ""),
                                 a->node >= 0 ? a->node : a_holder,
                                 b->node >= 0 ? b->node : b_holder};
    limb__diff_numbers(d, at, "xyz", a->xyz, b->xyz, 3);
    if (is_same_rotation(a, b)) return;
    if (a->has_quat && b->has_quat) {
        limb__diff_numbers(d, at, "quat_xyzw", a->quat, b->quat, 4);
    } else if (!a->has_quat && !b->has_quat) {
        limb__diff_numbers(d, at, "rpy", a->rpy, b->rpy, 3);
    } else {
        double old_pose[12], new_pose[12], old_rpy[3], new_rpy[3];
        limb_origin_pose(a, old_pose);
        limb_origin_pose(b, new_pose);
        limb_pose_to_rpy(old_pose, old_rpy);
        limb_pose_to_rpy(new_pose, new_rpy);
        limb__diff_numbers(d, at, "rpy", old_rpy, new_rpy, 3);
    }
}

bool limb__diff_both(limb__diff *d, const char *path, int a_node, int b_node)
{
    if (a_node >= 0 && b_node >= 0) return true;
    if (a_node >= 0) limb__diff_add(d, LIMB_CHANGE_REMOVED, path, "", "", "", a_node, -1);
    if (b_node >= 0) limb__diff_add(d, LIMB_CHANGE_ADDED, path, "", "", "", -1, b_node);
    return false;
}

static void init_source(const limb__diff *d, limb__source *source, const limb_robot *robot)
{
    const limb_text text = limb_document_source(robot->document);
    limb__source_init(source, d->memory, robot->file, text.data, text.size);
}

static limb_span place_of(limb__source *source, const limb_robot *robot, int node)
{
    if (node < 0) return (limb_span){.file = robot->file};
    const limb__xml_node *at = &robot->document->node[node];
    return limb__source_span(source, at->begin, at->end - at->begin);
}

static const char *copy(limb__diff *d, const char *text)
{
    const char *made = limb__arena_copy_text(&d->arena, text, strlen(text));
    return made ? made : "";
}

static const char *text_of_numbers(limb__diff *d, const double *value, int count)
{
    d->text.size = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0) limb__builder_char(&d->text, ' ');
        limb__builder_number(&d->text, value[i]);
    }
    return copy(d, limb__builder_nul(&d->text));
}

static bool is_same_rotation(const limb_origin *a, const limb_origin *b)
{
    double pose_a[12], pose_b[12];
    limb_origin_pose(a, pose_a);
    limb_origin_pose(b, pose_b);
    for (int i = 0; i < 12; i++)
        if (i % 4 != 3 && !(fabs(pose_a[i] - pose_b[i]) <= SAME_ROTATION)) return false;
    return true;
}
