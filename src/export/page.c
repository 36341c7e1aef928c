// What the page knows of a robot beside its GLB: links, joints, findings and the source, as JSON.
#include "limb/glb.h"

#include "base/text.h"
#include "math/rotation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA = 1 };

static void write_links(limb__builder *out, const limb_robot *robot, const limb_page_opts *opts);
static void write_inertial(limb__builder *out, const limb_inertial *inertial);
static void write_geoms(limb__builder *out, const char *name, const limb_link_shape *geom,
                        int count, const limb_page_opts *opts);
static void write_shape(limb__builder *out, const limb_shape *shape, const limb_page_opts *opts);
static void write_joints(limb__builder *out, const limb_robot *robot);
static void write_joint_parts(limb__builder *out, const limb_joint *joint);
static void write_findings(limb__builder *out, const limb_robot *robot, const limb_report *report,
                           bool broken);
static void write_element(limb__builder *out, const limb_robot *robot, const limb_finding *finding);
static void write_element_by_path(limb__builder *out, const limb_robot *robot, const char *path);
static void write_source(limb__builder *out, const limb_robot *robot);
static void write_lines(limb__builder *out, const limb_robot *robot, int node);
static void write_origin(limb__builder *out, const limb_origin *origin);
static void key_text(limb__builder *out, const char *key, const char *text);
static void key_number(limb__builder *out, const char *key, double value);
static void key_numbers(limb__builder *out, const char *key, const double *value, int count);
static void optional(limb__builder *out, const char *key, bool given, double value, bool *first);

limb_status limb_page_write(const limb_robot *robot, const limb_report *report,
                            const limb_page_opts *opts, limb_write_fn *write, void *ctx)
{
    static const limb_page_opts defaults;
    if (!opts) opts = &defaults;
    limb__builder out;
    limb__builder_init(&out, opts->memory);
    limb__builder_text(&out, "{\"schema\":");
    limb__builder_int(&out, SCHEMA);
    key_number(&out, ",\"version\":", opts->version);
    key_text(&out, ",\"file\":", robot->file);
    key_text(&out, ",\"name\":", robot->name);
    key_text(&out, ",\"root\":", robot->root >= 0 ? robot->link[robot->root].name : "");
    limb__builder_text(&out, opts->broken ? ",\"broken\":true" : ",\"broken\":false");
    key_number(&out, ",\"triangles\":", opts->ntriangle);
    write_links(&out, robot, opts);
    write_joints(&out, robot);
    write_findings(&out, robot, report, opts->broken);
    write_source(&out, robot);
    limb__builder_text(&out, "}\n");
    const limb_status status = out.failed ? LIMB_ERROR_MEMORY : write(ctx, out.data, out.size);
    limb__builder_free(&out);
    return status;
}

static void write_links(limb__builder *out, const limb_robot *robot, const limb_page_opts *opts)
{
    limb__builder_text(out, ",\"links\":[");
    for (int i = 0; i < robot->nlink; i++) {
        const limb_link *link = &robot->link[i];
        if (i > 0) limb__builder_char(out, ',');
        key_text(out, "{\"name\":", link->name);
        write_lines(out, robot, link->node);
        if (link->inertial) write_inertial(out, link->inertial);
        write_geoms(out, "visuals", link->visual, link->nvisual, opts);
        write_geoms(out, "collisions", link->collision, link->ncollision, opts);
        limb__builder_char(out, '}');
    }
    limb__builder_char(out, ']');
}

static void write_inertial(limb__builder *out, const limb_inertial *inertial)
{
    key_number(out, ",\"inertial\":{\"mass\":", inertial->mass);
    write_origin(out, &inertial->origin);
    key_numbers(out, ",\"inertia\":", inertial->inertia, 6);
    limb__builder_char(out, '}');
}

static void write_geoms(limb__builder *out, const char *name, const limb_link_shape *geom,
                        int count, const limb_page_opts *opts)
{
    limb__builder_text(out, ",\"");
    limb__builder_text(out, name);
    limb__builder_text(out, "\":[");
    for (int i = 0; i < count; i++) {
        if (i > 0) limb__builder_char(out, ',');
        key_text(out, "{\"name\":", geom[i].name);
        write_origin(out, &geom[i].origin);
        write_shape(out, &geom[i].geometry, opts);
        limb__builder_char(out, '}');
    }
    limb__builder_char(out, ']');
}

static void write_shape(limb__builder *out, const limb_shape *shape, const limb_page_opts *opts)
{
    switch (shape->type) {
    case LIMB_SHAPE_BOX:
        key_numbers(out, ",\"shape\":\"box\",\"size\":", shape->size, 3);
        return;
    case LIMB_SHAPE_SPHERE:
        key_number(out, ",\"shape\":\"sphere\",\"radius\":", shape->radius);
        return;
    case LIMB_SHAPE_CYLINDER:
    case LIMB_SHAPE_CAPSULE:
        limb__builder_text(out, shape->type == LIMB_SHAPE_CYLINDER ? ",\"shape\":\"cylinder\""
                                                                   : ",\"shape\":\"capsule\"");
        key_number(out, ",\"radius\":", shape->radius);
        key_number(out, ",\"length\":", shape->length);
        return;
    case LIMB_SHAPE_MESH:
        break;
    }
    key_text(out, ",\"shape\":\"mesh\",\"filename\":", shape->filename);
    if (shape->has_scale) key_numbers(out, ",\"scale\":", shape->scale, 3);
    const char *reason = "";
    if (opts->find_mesh && !opts->find_mesh(opts->find_ctx, shape->filename, &reason)) {
        key_text(out, ",\"missing\":", reason);
    }
}

static void write_joints(limb__builder *out, const limb_robot *robot)
{
    limb__builder_text(out, ",\"joints\":[");
    bool first = true;
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *joint = &robot->joint[i];
        // a joint that is not part of the tree has nothing to show
        if (joint->parent < 0 || joint->child < 0) continue;
        if (!first) limb__builder_char(out, ',');
        first = false;
        key_text(out, "{\"name\":", joint->name);
        key_text(out, ",\"type\":", limb_joint_type_name(joint->type));
        key_text(out, ",\"parent\":", joint->parent_name);
        key_text(out, ",\"child\":", joint->child_name);
        write_lines(out, robot, joint->node);
        write_origin(out, &joint->origin);
        key_numbers(out, ",\"axis\":", joint->axis, 3);
        write_joint_parts(out, joint);
        limb__builder_char(out, '}');
    }
    limb__builder_char(out, ']');
}

static void write_joint_parts(limb__builder *out, const limb_joint *joint)
{
    bool first = true;
    if (joint->limit) {
        const limb_limit *limit = joint->limit;
        limb__builder_text(out, ",\"limit\":{");
        // what is absent still bounds the joint: URDF 1.0 reads it as zero
        optional(out, "lower", isfinite(limit->lower), limit->lower, &first);
        optional(out, "upper", isfinite(limit->upper), limit->upper, &first);
        optional(out, "effort", limit->has_effort, limit->effort, &first);
        optional(out, "velocity", limit->has_velocity, limit->velocity, &first);
        limb__builder_char(out, '}');
    }
    first = true;
    if (joint->dynamics) {
        limb__builder_text(out, ",\"dynamics\":{");
        optional(out, "damping", joint->dynamics->has_damping, joint->dynamics->damping, &first);
        optional(out, "friction", joint->dynamics->has_friction, joint->dynamics->friction, &first);
        limb__builder_char(out, '}');
    }
    if (joint->mimic) {
        key_text(out, ",\"mimic\":{\"joint\":", joint->mimic->joint_name);
        key_number(out, ",\"multiplier\":", joint->mimic->multiplier);
        key_number(out, ",\"offset\":", joint->mimic->offset);
        limb__builder_char(out, '}');
    }
    first = true;
    if (joint->safety) {
        const limb_safety *safety = joint->safety;
        limb__builder_text(out, ",\"safety\":{");
        optional(out, "soft_lower", safety->has_soft_lower, safety->soft_lower, &first);
        optional(out, "soft_upper", safety->has_soft_upper, safety->soft_upper, &first);
        optional(out, "k_position", safety->has_k_position, safety->k_position, &first);
        optional(out, "k_velocity", safety->has_k_velocity, safety->k_velocity, &first);
        limb__builder_char(out, '}');
    }
    first = true;
    if (joint->calibration) {
        limb__builder_text(out, ",\"calibration\":{");
        optional(out, "rising", joint->calibration->has_rising, joint->calibration->rising, &first);
        optional(out, "falling", joint->calibration->has_falling, joint->calibration->falling,
                 &first);
        limb__builder_char(out, '}');
    }
}

static void write_findings(limb__builder *out, const limb_robot *robot, const limb_report *report,
                           bool broken)
{
    static const char *const severity[] = {"info", "warning", "error"};
    limb__builder_text(out, ",\"findings\":[");
    for (int i = 0; report && i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (i > 0) limb__builder_char(out, ',');
        key_text(out, "{\"rule\":", finding->id);
        key_text(out, ",\"severity\":", severity[finding->severity]);
        key_text(out, ",\"message\":", finding->message);
        key_text(out, ",\"path\":", finding->path);
        if (strcmp(finding->span.file, robot->file) != 0) {
            key_text(out, ",\"file\":", finding->span.file);
        }
        key_number(out, ",\"line\":", finding->span.line);
        key_number(out, ",\"column\":", finding->span.column);
        key_number(out, ",\"size\":", finding->span.size);
        key_text(out, ",\"source\":", finding->source_line ? finding->source_line : "");
        key_number(out, ",\"sourceColumn\":", finding->source_column);
        if (!broken) write_element(out, robot, finding);
        limb__builder_char(out, '}');
    }
    limb__builder_char(out, ']');
}

// The same by "/robot/link[2]/...": of an expansion, whose findings are in the xacro file.
static void write_element_by_path(limb__builder *out, const limb_robot *robot, const char *path)
{
    static const char link[] = "/robot/link";
    static const char joint[] = "/robot/joint";
    const bool is_link = strncmp(path, link, sizeof link - 1) == 0;
    if (!is_link && strncmp(path, joint, sizeof joint - 1) != 0) return;
    const char *rest = path + (is_link ? sizeof link : sizeof joint) - 1;
    long number = *rest == '[' ? strtol(rest + 1, NULL, 10) : 1;
    int node = limb_node_find(robot->document, robot->node, is_link ? "link" : "joint");
    for (; number > 1 && node >= 0; number--)
        node = limb_node_find_next(robot->document, node, is_link ? "link" : "joint");
    for (int i = 0; is_link && i < robot->nlink; i++)
        if (robot->link[i].node == node) key_text(out, ",\"link\":", robot->link[i].name);
    for (int i = 0; !is_link && i < robot->njoint; i++)
        if (robot->joint[i].node == node) key_text(out, ",\"joint\":", robot->joint[i].name);
}

// The link or joint in whose source the finding lies; of a file other than the robot's it cannot be
// told.
static void write_element(limb__builder *out, const limb_robot *robot, const limb_finding *finding)
{
    if (finding->span.line == 0) return;
    if (strcmp(finding->span.file, robot->file) != 0) {
        write_element_by_path(out, robot, finding->path);
        return;
    }
    const char *source = limb_document_source(robot->document).data;
    const char *at = source + finding->span.offset;
    for (int i = 0; i < robot->nlink; i++) {
        const limb_text text = limb_node_source(robot->document, robot->link[i].node);
        if (at < text.data || at >= text.data + text.size) continue;
        key_text(out, ",\"link\":", robot->link[i].name);
        return;
    }
    for (int i = 0; i < robot->njoint; i++) {
        const limb_text text = limb_node_source(robot->document, robot->joint[i].node);
        if (at < text.data || at >= text.data + text.size) continue;
        key_text(out, ",\"joint\":", robot->joint[i].name);
        return;
    }
}

static void write_source(limb__builder *out, const limb_robot *robot)
{
    const limb_text source = limb_document_source(robot->document);
    const char *at = source.data;
    const char *end = source.data + source.size;
    limb__builder_text(out, ",\"source\":[");
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *line_end = stop ? stop : end;
        const bool carriage = line_end > at && line_end[-1] == '\r';
        limb__builder_json(out, at, (size_t)(line_end - at) - (carriage ? 1 : 0));
        at = stop ? stop + 1 : end;
        if (at < end) limb__builder_char(out, ',');
    }
    limb__builder_char(out, ']');
}

static void write_lines(limb__builder *out, const limb_robot *robot, int node)
{
    const limb_span span = limb_node_span(robot->document, node);
    const limb_text text = limb_node_source(robot->document, node);
    uint32_t last = span.line;
    for (size_t i = 0; i < text.size; i++)
        last += text.data[i] == '\n';
    key_number(out, ",\"line\":", span.line);
    key_number(out, ",\"endLine\":", last);
}

static void write_origin(limb__builder *out, const limb_origin *origin)
{
    double rpy[3] = {origin->rpy[0], origin->rpy[1], origin->rpy[2]};
    if (origin->has_quat) {
        double rotation[9];
        limb__quat_to_rotation(origin->quat, rotation);
        limb__rotation_to_rpy(rotation, rpy);
    }
    key_numbers(out, ",\"xyz\":", origin->xyz, 3);
    key_numbers(out, ",\"rpy\":", rpy, 3);
}

static void key_text(limb__builder *out, const char *key, const char *text)
{
    limb__builder_text(out, key);
    limb__builder_json(out, text, strlen(text));
}

// JSON has no infinity: such a number is 0 here, and where that matters the caller leaves it out.
static void key_number(limb__builder *out, const char *key, double value)
{
    limb__builder_text(out, key);
    limb__builder_number(out, isfinite(value) ? value : 0);
}

static void key_numbers(limb__builder *out, const char *key, const double *value, int count)
{
    limb__builder_text(out, key);
    for (int i = 0; i < count; i++)
        key_number(out, i == 0 ? "[" : ",", value[i]);
    limb__builder_char(out, ']');
}

static void optional(limb__builder *out, const char *key, bool given, double value, bool *first)
{
    if (!given) return;
    limb__builder_text(out, *first ? "\"" : ",\"");
    *first = false;
    limb__builder_text(out, key);
    key_number(out, "\":", value);
}
