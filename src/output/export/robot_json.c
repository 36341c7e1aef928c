// Writes a robot as JSON. Optional parts missing in the file are null. Lengths are in meters,
// angles in radians.
#include "output/export/robot_json.h"

#include "documents/xml/places.h"
#include "limb/export.h"
#include "limb/model.h"

#include <assert.h>
#include <string.h>

typedef struct writer {
    limb__json_out *out;
    const limb_robot *robot;
    const limb__robot_json_opts *opts;
    limb__xml_places places; // for lines
} writer;

static void write_link(writer *w, const limb_link *link);
static void write_inertial(writer *w, const limb_inertial *inertial);
static void write_shapes(writer *w, const char *key, const limb_link_shape *shape, int count,
                         bool visual);
static void write_geometry(writer *w, const limb_shape *geometry);
static void write_material(writer *w, const char *key, const limb_material *material);
static void write_joint(writer *w, const limb_joint *joint);
static void write_limit(writer *w, const limb_joint *joint);
static void write_mimic(writer *w, const limb_mimic *mimic);
static void write_more(writer *w, const limb_joint *joint);
static void write_origin(writer *w, const limb_origin *origin);
static void write_lines(writer *w, int node);
static void optional(writer *w, const char *key, bool present, double value);

limb_status limb_export_json(const limb_robot *robot, const limb_export_opts *opts,
                             limb_write_fn *write, void *ctx)
{
    assert(robot && write);
    limb__builder text;
    limb__json_out out;
    limb__builder_init(&text, opts ? opts->memory : NULL);
    limb__json_out_init(&out, &text, false);
    limb__json_out_open(&out, NULL, '{');
    limb__json_out_text(&out, "schema", LIMB__ROBOT_JSON_SCHEMA);
    limb__robot_json(&out, robot, &(limb__robot_json_opts){0});
    limb__json_out_close(&out);
    const limb_status status = text.failed ? LIMB_ERROR_MEMORY : write(ctx, text.data, text.size);
    limb__builder_free(&text);
    return status;
}

void limb__robot_json(limb__json_out *out, const limb_robot *robot,
                      const limb__robot_json_opts *opts)
{
    writer w = {.out = out, .robot = robot, .opts = opts};
    if (opts->lines) limb__xml_places_init(&w.places, robot->document);
    limb__json_out_text(out, "name", robot->name);
    limb__json_out_text(out, "root", robot->root >= 0 ? robot->link[robot->root].name : NULL);
    limb__json_out_open(out, "links", '[');
    for (int i = 0; i < robot->nlink; i++)
        write_link(&w, &robot->link[i]);
    limb__json_out_close(out);
    limb__json_out_open(out, "joints", '[');
    for (int i = 0; i < robot->njoint; i++)
        write_joint(&w, &robot->joint[i]);
    limb__json_out_close(out);
    limb__json_out_open(out, "materials", '[');
    for (int i = 0; i < robot->nmaterial; i++)
        write_material(&w, NULL, &robot->material[i]);
    limb__json_out_close(out);
    if (opts->lines) limb__xml_places_free(&w.places);
}

//---- links ---------------------------------------------------------------------------------------

static void write_link(writer *w, const limb_link *link)
{
    limb__json_out_open(w->out, NULL, '{');
    limb__json_out_text(w->out, "name", link->name);
    write_lines(w, link->node);
    write_inertial(w, link->inertial);
    write_shapes(w, "visuals", link->visual, link->nvisual, true);
    write_shapes(w, "collisions", link->collision, link->ncollision, false);
    limb__json_out_close(w->out);
}

static void write_inertial(writer *w, const limb_inertial *inertial)
{
    if (!inertial) {
        limb__json_out_null(w->out, "inertial");
        return;
    }
    limb__json_out_open(w->out, "inertial", '{');
    optional(w, "mass", inertial->has_mass, inertial->mass);
    write_origin(w, &inertial->origin);
    if (inertial->has_inertia)
        limb__json_out_numbers(w->out, "inertia", inertial->inertia, 6);
    else
        limb__json_out_null(w->out, "inertia");
    limb__json_out_close(w->out);
}

static void write_shapes(writer *w, const char *key, const limb_link_shape *shape, int count,
                         bool visual)
{
    limb__json_out_open(w->out, key, '[');
    for (int i = 0; i < count; i++) {
        limb__json_out_open(w->out, NULL, '{');
        limb__json_out_text(w->out, "name", shape[i].has_name ? shape[i].name : NULL);
        write_origin(w, &shape[i].origin);
        write_geometry(w, &shape[i].geometry);
        if (visual) {
            const limb_material *shown = limb_visual_material(&shape[i], false);
            const limb_material *own = limb_visual_material(&shape[i], true);
            write_material(w, "material", shown);
            if (own != shown) write_material(w, "own_material", own);
        }
        limb__json_out_close(w->out);
    }
    limb__json_out_close(w->out);
}

static void write_geometry(writer *w, const limb_shape *geometry)
{
    const limb_shape_info *info = limb_shape_info_of(geometry->type);
    limb__json_out_open(w->out, "geometry", '{');
    limb__json_out_text(w->out, "type", info->name);
    if (geometry->filename) limb__json_out_text(w->out, "filename", geometry->filename);
    for (int i = 0; i < info->ndimension; i++) {
        const limb_shape_dimension *d = &info->dimension[i];
        const double *value = (const double *)(const void *)((const char *)geometry + d->offset);
        if (d->count == 1)
            limb__json_out_number(w->out, d->name, *value);
        else
            limb__json_out_numbers(w->out, d->name, value, d->count);
    }
    const char *reason = NULL;
    if (geometry->filename && w->opts->find_mesh &&
        !w->opts->find_mesh(w->opts->find_ctx, geometry->filename, &reason))
        limb__json_out_text(w->out, "missing", reason ? reason : "");
    limb__json_out_close(w->out);
}

static void write_material(writer *w, const char *key, const limb_material *material)
{
    if (!material) {
        limb__json_out_null(w->out, key);
        return;
    }
    limb__json_out_open(w->out, key, '{');
    limb__json_out_text(w->out, "name", material->has_name ? material->name : NULL);
    if (material->has_color)
        limb__json_out_numbers(w->out, "rgba", material->rgba, 4);
    else
        limb__json_out_null(w->out, "rgba");
    limb__json_out_text(w->out, "texture", material->texture);
    limb__json_out_close(w->out);
}

//---- joints --------------------------------------------------------------------------------------

static void write_joint(writer *w, const limb_joint *joint)
{
    limb__json_out_open(w->out, NULL, '{');
    limb__json_out_text(w->out, "name", joint->name);
    limb__json_out_text(w->out, "type", limb_joint_type_name(joint->type));
    limb__json_out_text(w->out, "parent", joint->parent_name);
    limb__json_out_text(w->out, "child", joint->child_name);
    write_lines(w, joint->node);
    write_origin(w, &joint->origin);
    limb__json_out_numbers(w->out, "axis", joint->axis, 3);
    write_limit(w, joint);
    write_mimic(w, joint->mimic);
    write_more(w, joint);
    limb__json_out_close(w->out);
}

// The effective value of an absent bound, or null if there is none.
static void write_limit(writer *w, const limb_joint *joint)
{
    const limb_limit *limit = joint->limit;
    if (!limit) {
        limb__json_out_null(w->out, "limit");
        return;
    }
    const bool bounded = limb_joint_info_of(joint->type)->has_bounds;
    limb__json_out_open(w->out, "limit", '{');
    optional(w, "lower", limit->has_lower || bounded, limit->lower);
    optional(w, "upper", limit->has_upper || bounded, limit->upper);
    optional(w, "effort", limit->has_effort, limit->effort);
    optional(w, "velocity", limit->has_velocity, limit->velocity);
    optional(w, "acceleration", limit->has_acceleration, limit->acceleration);
    optional(w, "deceleration", limit->has_deceleration, limit->deceleration);
    optional(w, "jerk", limit->has_jerk, limit->jerk);
    limb__json_out_close(w->out);
}

static void write_mimic(writer *w, const limb_mimic *mimic)
{
    if (!mimic) {
        limb__json_out_null(w->out, "mimic");
        return;
    }
    limb__json_out_open(w->out, "mimic", '{');
    limb__json_out_text(w->out, "joint", mimic->joint_name);
    limb__json_out_number(w->out, "multiplier", mimic->multiplier);
    limb__json_out_number(w->out, "offset", mimic->offset);
    limb__json_out_close(w->out);
}

// Dynamics, safety controller and calibration are rare: written only if they exist.
static void write_more(writer *w, const limb_joint *joint)
{
    if (joint->dynamics) {
        limb__json_out_open(w->out, "dynamics", '{');
        limb__json_out_number(w->out, "damping", joint->dynamics->damping);
        limb__json_out_number(w->out, "friction", joint->dynamics->friction);
        limb__json_out_close(w->out);
    }
    if (joint->safety) {
        limb__json_out_open(w->out, "safety_controller", '{');
        limb__json_out_number(w->out, "soft_lower_limit", joint->safety->soft_lower);
        limb__json_out_number(w->out, "soft_upper_limit", joint->safety->soft_upper);
        limb__json_out_number(w->out, "k_position", joint->safety->k_position);
        limb__json_out_number(w->out, "k_velocity", joint->safety->k_velocity);
        limb__json_out_close(w->out);
    }
    if (joint->calibration) {
        limb__json_out_open(w->out, "calibration", '{');
        optional(w, "rising", joint->calibration->has_rising, joint->calibration->rising);
        optional(w, "falling", joint->calibration->has_falling, joint->calibration->falling);
        limb__json_out_close(w->out);
    }
}

//---- both ----------------------------------------------------------------------------------------

// Always writes xyz and rpy; for a quaternion in the file, that as well, with rpy computed from it.
static void write_origin(writer *w, const limb_origin *origin)
{
    double rpy[3];
    memcpy(rpy, origin->rpy, sizeof rpy);
    if (origin->has_quat) {
        double pose[12];
        limb_origin_pose(origin, pose);
        limb_pose_to_rpy(pose, rpy);
    }
    limb__json_out_numbers(w->out, "xyz", origin->xyz, 3);
    limb__json_out_numbers(w->out, "rpy", rpy, 3);
    if (origin->has_quat) limb__json_out_numbers(w->out, "quat_xyzw", origin->quat, 4);
}

static void write_lines(writer *w, int node)
{
    if (!w->opts->lines) return;
    const limb__xml_node *n = &w->robot->document->node[node];
    const limb_span span = limb__source_span(&w->places.source, n->begin, n->end - n->begin);
    limb__json_out_number(w->out, "line", span.line);
    limb__json_out_number(w->out, "end_line", span.end_line);
}

static void optional(writer *w, const char *key, bool present, double value)
{
    if (present)
        limb__json_out_number(w->out, key, value);
    else
        limb__json_out_null(w->out, key);
}
