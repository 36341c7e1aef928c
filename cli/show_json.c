// A robot as JSON, schema 1: docs/command.md describes every member. Optional parts that the file
// does not have are null. Lengths in metres, angles in radians.
#include "json.h"
#include "show.h"

#include <string.h>

static void print_link(cli_json *json, const limb_link *link);
static void print_inertial(cli_json *json, const limb_inertial *inertial);
static void print_geoms(cli_json *json, const char *key, const limb_link_shape *geom, int count,
                        bool visual);
static void print_geometry(cli_json *json, const limb_shape *geometry);
static void print_material(cli_json *json, const char *key, const limb_material *material);
static void print_joint(cli_json *json, const limb_joint *joint);
static void print_limit(cli_json *json, const limb_joint *joint);
static void print_mimic(cli_json *json, const limb_mimic *mimic);
static void print_more(cli_json *json, const limb_joint *joint);
static void print_origin(cli_json *json, const limb_origin *origin);
static void optional(cli_json *json, const char *key, bool present, double value);

void cli_show_json(const limb_robot *robot, FILE *out)
{
    cli_json json;
    cli_json_init(&json, out);
    cli_json_open(&json, NULL, '{');
    cli_json_int(&json, "schema", 1);
    cli_json_text(&json, "name", robot->name);
    cli_json_text(&json, "root", robot->root >= 0 ? robot->link[robot->root].name : NULL);
    cli_json_open(&json, "links", '[');
    for (int i = 0; i < robot->nlink; i++)
        print_link(&json, &robot->link[i]);
    cli_json_close(&json);
    cli_json_open(&json, "joints", '[');
    for (int i = 0; i < robot->njoint; i++)
        print_joint(&json, &robot->joint[i]);
    cli_json_close(&json);
    cli_json_open(&json, "materials", '[');
    for (int i = 0; i < robot->nmaterial; i++)
        print_material(&json, NULL, &robot->material[i]);
    cli_json_close(&json);
    cli_json_close(&json);
}

static void print_link(cli_json *json, const limb_link *link)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", link->name);
    print_inertial(json, link->inertial);
    print_geoms(json, "visuals", link->visual, link->nvisual, true);
    print_geoms(json, "collisions", link->collision, link->ncollision, false);
    cli_json_close(json);
}

static void print_inertial(cli_json *json, const limb_inertial *inertial)
{
    if (!inertial) {
        cli_json_null(json, "inertial");
        return;
    }
    cli_json_open(json, "inertial", '{');
    optional(json, "mass", inertial->has_mass, inertial->mass);
    print_origin(json, &inertial->origin);
    if (inertial->has_inertia) {
        cli_json_numbers(json, "inertia", inertial->inertia, 6);
    } else {
        cli_json_null(json, "inertia");
    }
    cli_json_close(json);
}

static void print_geoms(cli_json *json, const char *key, const limb_link_shape *geom, int count,
                        bool visual)
{
    cli_json_open(json, key, '[');
    for (int i = 0; i < count; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", geom[i].has_name ? geom[i].name : NULL);
        print_origin(json, &geom[i].origin);
        print_geometry(json, &geom[i].geometry);
        if (visual) print_material(json, "material", geom[i].material);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void print_geometry(cli_json *json, const limb_shape *geometry)
{
    static const char *const name[] = {"box", "cylinder", "sphere", "capsule", "mesh"};
    cli_json_open(json, "geometry", '{');
    cli_json_text(json, "type", name[geometry->type]);
    switch (geometry->type) {
    case LIMB_SHAPE_BOX:
        cli_json_numbers(json, "size", geometry->size, 3);
        break;
    case LIMB_SHAPE_CYLINDER:
    case LIMB_SHAPE_CAPSULE:
        cli_json_number(json, "radius", geometry->radius);
        cli_json_number(json, "length", geometry->length);
        break;
    case LIMB_SHAPE_SPHERE:
        cli_json_number(json, "radius", geometry->radius);
        break;
    case LIMB_SHAPE_MESH:
        cli_json_text(json, "filename", geometry->filename);
        cli_json_numbers(json, "scale", geometry->scale, 3);
        break;
    }
    cli_json_close(json);
}

static void print_material(cli_json *json, const char *key, const limb_material *material)
{
    if (!material) {
        cli_json_null(json, key);
        return;
    }
    cli_json_open(json, key, '{');
    cli_json_text(json, "name", material->has_name ? material->name : NULL);
    if (material->has_color) {
        cli_json_numbers(json, "rgba", material->rgba, 4);
    } else {
        cli_json_null(json, "rgba");
    }
    cli_json_text(json, "texture", material->texture);
    cli_json_close(json);
}

static void print_joint(cli_json *json, const limb_joint *joint)
{

    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", joint->name);
    cli_json_text(json, "type", limb_joint_type_name(joint->type));
    cli_json_text(json, "parent", joint->parent_name);
    cli_json_text(json, "child", joint->child_name);
    print_origin(json, &joint->origin);
    cli_json_numbers(json, "axis", joint->axis, 3);
    print_limit(json, joint);
    print_mimic(json, joint->mimic);
    print_more(json, joint);
    cli_json_close(json);
}

// Where a bound is absent, the value that holds instead, or null where none does.
static void print_limit(cli_json *json, const limb_joint *joint)
{
    const limb_limit *limit = joint->limit;
    if (!limit) {
        cli_json_null(json, "limit");
        return;
    }
    const bool bounded = joint->type == LIMB_JOINT_REVOLUTE || joint->type == LIMB_JOINT_PRISMATIC;
    cli_json_open(json, "limit", '{');
    optional(json, "lower", limit->has_lower || bounded, limit->lower);
    optional(json, "upper", limit->has_upper || bounded, limit->upper);
    optional(json, "effort", limit->has_effort, limit->effort);
    optional(json, "velocity", limit->has_velocity, limit->velocity);
    optional(json, "acceleration", limit->has_acceleration, limit->acceleration);
    optional(json, "deceleration", limit->has_deceleration, limit->deceleration);
    optional(json, "jerk", limit->has_jerk, limit->jerk);
    cli_json_close(json);
}

static void print_mimic(cli_json *json, const limb_mimic *mimic)
{
    if (!mimic) {
        cli_json_null(json, "mimic");
        return;
    }
    cli_json_open(json, "mimic", '{');
    cli_json_text(json, "joint", mimic->joint_name);
    cli_json_number(json, "multiplier", mimic->multiplier);
    cli_json_number(json, "offset", mimic->offset);
    cli_json_close(json);
}

// dynamics, safety controller and calibration: rare, so they are members only where they exist
static void print_more(cli_json *json, const limb_joint *joint)
{
    if (joint->dynamics) {
        cli_json_open(json, "dynamics", '{');
        cli_json_number(json, "damping", joint->dynamics->damping);
        cli_json_number(json, "friction", joint->dynamics->friction);
        cli_json_close(json);
    }
    if (joint->safety) {
        cli_json_open(json, "safety_controller", '{');
        cli_json_number(json, "soft_lower_limit", joint->safety->soft_lower);
        cli_json_number(json, "soft_upper_limit", joint->safety->soft_upper);
        cli_json_number(json, "k_position", joint->safety->k_position);
        cli_json_number(json, "k_velocity", joint->safety->k_velocity);
        cli_json_close(json);
    }
    if (joint->calibration) {
        cli_json_open(json, "calibration", '{');
        optional(json, "rising", joint->calibration->has_rising, joint->calibration->rising);
        optional(json, "falling", joint->calibration->has_falling, joint->calibration->falling);
        cli_json_close(json);
    }
}

// xyz and rpy always; where the file gives a quaternion, that too, and rpy is made from it
static void print_origin(cli_json *json, const limb_origin *origin)
{
    double rpy[3];
    memcpy(rpy, origin->rpy, sizeof rpy);
    if (origin->has_quat) {
        double pose[12];
        limb_origin_pose(origin, pose);
        limb_pose_to_rpy(pose, rpy);
    }
    cli_json_numbers(json, "xyz", origin->xyz, 3);
    cli_json_numbers(json, "rpy", rpy, 3);
    if (origin->has_quat) cli_json_numbers(json, "quat_xyzw", origin->quat, 4);
}

static void optional(cli_json *json, const char *key, bool present, double value)
{
    if (present) {
        cli_json_number(json, key, value);
    } else {
        cli_json_null(json, key);
    }
}
