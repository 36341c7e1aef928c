// A robot as one GLB: the tree of links and joints, with shapes shared where a mesh is named twice.
//
// Links are taken children first, so that a node's children have their indices when it is written.
// Vertices of a mesh are stored once; a glTF mesh pairs them with materials, once per mesh and URDF
// material that overrides.
#include "limb/glb.h"

#include "base/arena.h"
#include "base/memory.h"
#include "export/glb_shapes.h"
#include "formats/glb_file.h"
#include "limb/math.h"
#include "math/inertia.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct exporter {
    const limb_robot *robot;
    const limb_glb_opts *opts;
    limb__arena arena;
    limb__glb_file file;
    limb__glb_shapes shapes;
    double size;    // of link frames and of the boxes that replace missing meshes, m
    int *link_node; // (nlink), -1: not written yet
} exporter;

static limb_status write_robot(exporter *e, void **out, size_t *size);
static double typical_size(const limb_robot *robot);
static int write_link(exporter *e, int link);
static int write_group(exporter *e, int link, bool visual);
static int write_geom(exporter *e, const limb_link_shape *geom, int index, bool visual);
static int write_joint(exporter *e, int joint);
static int write_frame(exporter *e);
static int write_inertia(exporter *e, const limb_inertial *inertial);
static int write_root(exporter *e);
static void node_name(limb__builder *text, const char *name);
static void node_pose(limb__builder *text, const double pose[12]);
static void node_children(limb__builder *text, const int *child, int count);
static void link_motion(const exporter *e, int link, double pose[12]);
static void joint_extras(limb__builder *text, const limb_joint *joint);
static void sweep_joints(exporter *e);
static int sweep_joint(exporter *e, int link, double start, limb__builder *channel,
                       limb__builder *sampler, int count);

limb_status limb_glb_build(limb_glb **out, const limb_robot *robot, const limb_glb_opts *opts)
{
    assert(out && robot);
    static const limb_glb_opts defaults;
    *out = NULL;
    if (robot->root < 0) return LIMB_ERROR_INPUT;
    exporter e = {.robot = robot, .opts = opts ? opts : &defaults};
    limb__arena_init(&e.arena, e.opts->memory, 0);
    limb__glb_init(&e.file, e.opts->memory);
    const limb_allocator *memory = limb__memory(e.opts->memory);
    limb_glb *glb = limb__allocate(memory, sizeof *glb);
    limb_status status = LIMB_ERROR_MEMORY;
    if (glb && limb__glb_shapes_init(&e.shapes, &e.file, &e.arena, robot, e.opts)) {
        *glb = (limb_glb){.memory = memory};
        status = write_robot(&e, &glb->bytes, &glb->size);
    }
    limb__glb_free(&e.file);
    limb__arena_free(&e.arena);
    if (status == LIMB_OK)
        *out = glb;
    else
        limb__release(memory, glb, sizeof *glb);
    return status;
}

void limb_glb_free(limb_glb *glb)
{
    if (!glb) return;
    const limb_allocator *memory = glb->memory;
    limb__release(memory, glb->bytes, glb->size);
    limb__release(memory, glb, sizeof *glb);
}

const void *limb_glb_bytes(const limb_glb *glb)
{
    assert(glb);
    return glb->bytes;
}

size_t limb_glb_size(const limb_glb *glb)
{
    assert(glb);
    return glb->size;
}

static limb_status write_robot(exporter *e, void **out, size_t *size)
{
    const limb_robot *robot = e->robot;
    e->size = typical_size(robot);
    e->link_node = LIMB__ARENA_ARRAY(&e->arena, int, robot->nlink);
    if (!e->link_node) return LIMB_ERROR_MEMORY;
    for (int i = 0; i < robot->nlink; i++)
        e->link_node[i] = -1;
    for (int i = robot->norder - 1; i >= 0; i--) {
        const int link = robot->link_order[i];
        e->link_node[link] = write_link(e, link);
        if (e->arena.failed) return LIMB_ERROR_MEMORY;
    }
    const int root = write_root(e);
    if (e->opts->animate) sweep_joints(e);
    if (e->arena.failed) return LIMB_ERROR_MEMORY;
    return limb__glb_finish(&e->file, root, out, size);
}

// A length to draw helpers by: a part of the distance that the joints span.
static double typical_size(const limb_robot *robot)
{
    double longest = 0;
    double sum = 0;
    for (int i = 0; i < robot->njoint; i++) {
        const double *xyz = robot->joint[i].origin.xyz;
        const double length = sqrt(xyz[0] * xyz[0] + xyz[1] * xyz[1] + xyz[2] * xyz[2]);
        if (!isfinite(length)) continue;
        sum += length;
        if (length > longest) longest = length;
    }
    const double size = fmin(longest * 0.3, sum * 0.06);
    return size > 1e-6 ? size : 0.1;
}

static int write_link(exporter *e, int link)
{
    const limb_link *data = &e->robot->link[link];
    int *child = LIMB__ARENA_ARRAY(&e->arena, int, data->nchild_joint + 4);
    if (!child) return -1;
    int nchild = 0;
    if (!e->opts->no_visual && data->nvisual > 0) child[nchild++] = write_group(e, link, true);
    if (!e->opts->no_collision && data->ncollision > 0) {
        child[nchild++] = write_group(e, link, false);
    }
    if (e->opts->frames) child[nchild++] = write_frame(e);
    if (e->opts->inertia && data->inertial && data->inertial->mass > 0) {
        child[nchild++] = write_inertia(e, data->inertial);
    }
    for (int i = 0; i < data->nchild_joint; i++) {
        const int joint = data->child_joint[i];
        const int below = e->robot->joint[joint].child;
        // a link with two parents is a child of one of them only
        const bool ours = below >= 0 && e->robot->link[below].parent_joint == joint;
        if (ours && e->link_node[below] >= 0) child[nchild++] = write_joint(e, joint);
    }

    const int node = limb__glb_begin(&e->file.node);
    limb__builder *text = &e->file.node.text;
    node_name(text, data->name);
    double pose[12];
    link_motion(e, link, pose);
    node_pose(text, pose);
    node_children(text, child, nchild);
    limb__builder_text(text, ",\"extras\":{\"limb\":\"link\",\"name\":");
    limb__builder_json(text, data->name, strlen(data->name));
    limb__builder_text(text, "}}");
    return node;
}

static int write_group(exporter *e, int link, bool visual)
{
    const limb_link *data = &e->robot->link[link];
    const int count = visual ? data->nvisual : data->ncollision;
    const limb_link_shape *geom = visual ? data->visual : data->collision;
    int *child = LIMB__ARENA_ARRAY(&e->arena, int, count);
    if (!child) return -1;
    for (int i = 0; i < count; i++)
        child[i] = write_geom(e, &geom[i], i, visual);
    const int node = limb__glb_begin(&e->file.node);
    limb__builder *text = &e->file.node.text;
    node_name(text, visual ? "visuals" : "collisions");
    node_children(text, child, count);
    limb__builder_text(text, visual ? ",\"extras\":{\"limb\":\"visuals\"}}"
                                    : ",\"extras\":{\"limb\":\"collisions\"}}");
    return node;
}

static int write_geom(exporter *e, const limb_link_shape *geom, int index, bool visual)
{
    double scale[3];
    const char *missing = NULL;
    const int mesh = limb__glb_shape(&e->shapes, geom, visual, e->size, scale, &missing);
    double pose[12];
    limb_origin_pose(&geom->origin, pose);

    const int node = limb__glb_begin(&e->file.node);
    limb__builder *text = &e->file.node.text;
    node_name(text, geom->name[0] ? geom->name : visual ? "visual" : "collision");
    node_pose(text, pose);
    limb__builder_text(text, ",\"scale\":");
    limb__glb_numbers(text, scale, 3);
    if (mesh >= 0) {
        limb__builder_text(text, ",\"mesh\":");
        limb__builder_int(text, mesh);
    }
    limb__builder_text(text, visual ? ",\"extras\":{\"limb\":\"visual\",\"index\":"
                                    : ",\"extras\":{\"limb\":\"collision\",\"index\":");
    limb__builder_int(text, index);
    if (missing) {
        limb__builder_text(text, ",\"missing\":");
        limb__builder_json(text, missing, strlen(missing));
    }
    limb__builder_text(text, "}}");
    return node;
}

static int write_joint(exporter *e, int joint)
{
    const limb_joint *data = &e->robot->joint[joint];
    double pose[12];
    limb_origin_pose(&data->origin, pose);
    const int node = limb__glb_begin(&e->file.node);
    limb__builder *text = &e->file.node.text;
    node_name(text, data->name);
    node_pose(text, pose);
    node_children(text, &e->link_node[data->child], 1);
    limb__builder_text(text, ",\"extras\":");
    joint_extras(text, data);
    limb__builder_char(text, '}');
    return node;
}

// Three rods, red x, green y, blue z.
static int write_frame(exporter *e)
{
    static const double turn[3][4] = {
        {0, 0.70710678118654752, 0, 0.70710678118654752},  // z to x
        {-0.70710678118654752, 0, 0, 0.70710678118654752}, // z to y
        {0, 0, 0, 1},
    };
    int child[3];
    for (int axis = 0; axis < 3; axis++) {
        double middle[3] = {0, 0, 0};
        middle[axis] = e->size / 2;
        const double scale[3] = {e->size * 0.03, e->size * 0.03, e->size};
        const int mesh = limb__glb_rod(&e->shapes, axis);
        child[axis] = limb__glb_begin(&e->file.node);
        limb__builder *text = &e->file.node.text;
        node_name(text, "axis");
        limb__builder_text(text, ",\"translation\":");
        limb__glb_numbers(text, middle, 3);
        limb__builder_text(text, ",\"rotation\":");
        limb__glb_numbers(text, turn[axis], 4);
        limb__builder_text(text, ",\"scale\":");
        limb__glb_numbers(text, scale, 3);
        limb__builder_text(text, ",\"mesh\":");
        limb__builder_int(text, mesh);
        limb__builder_char(text, '}');
    }
    const int node = limb__glb_begin(&e->file.node);
    node_name(&e->file.node.text, "frame");
    node_children(&e->file.node.text, child, 3);
    limb__builder_char(&e->file.node.text, '}');
    return node;
}

// The box of even density with the link's mass and moments: I = m/12 (b^2 + c^2), and so on.
static int write_inertia(exporter *e, const limb_inertial *inertial)
{
    double moment[3];
    double axes[9];
    limb__tensor_eigen(inertial->inertia, moment, axes);
    // eigenvectors have no sign: make them a right-handed frame
    const double triple = axes[0] * (axes[4] * axes[8] - axes[5] * axes[7]) -
                          axes[1] * (axes[3] * axes[8] - axes[5] * axes[6]) +
                          axes[2] * (axes[3] * axes[7] - axes[4] * axes[6]);
    double turn[12];
    limb_pose_identity(turn);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            turn[4 * r + c] = axes[3 * r + c] * (c == 2 && triple < 0 ? -1 : 1);
    }
    double pose[12];
    double side[3];
    limb_origin_pose(&inertial->origin, pose);
    limb_pose_multiply(pose, turn, pose);
    const double sum = moment[0] + moment[1] + moment[2];
    for (int k = 0; k < 3; k++)
        side[k] = sqrt(fmax(6 * (sum - 2 * moment[k]) / inertial->mass, 1e-12));

    const int mesh = limb__glb_inertia_box(&e->shapes);
    const int node = limb__glb_begin(&e->file.node);
    limb__builder *text = &e->file.node.text;
    node_name(text, "inertia");
    node_pose(text, pose);
    limb__builder_text(text, ",\"scale\":");
    limb__glb_numbers(text, side, 3);
    limb__builder_text(text, ",\"mesh\":");
    limb__builder_int(text, mesh);
    limb__builder_char(text, '}');
    return node;
}

// glTF is y-up: a quarter turn about x brings z there.
static int write_root(exporter *e)
{
    const int node = limb__glb_begin(&e->file.node);
    limb__builder *text = &e->file.node.text;
    node_name(text, "limb_z_up");
    limb__builder_text(text, ",\"rotation\":[-0.7071067811865476,0,0,0.7071067811865476]");
    node_children(text, &e->link_node[e->robot->root], 1);
    limb__builder_text(text, ",\"extras\":{\"limb\":\"robot\",\"name\":");
    limb__builder_json(text, e->robot->name, strlen(e->robot->name));
    limb__builder_text(text, "}}");
    return node;
}

static void node_name(limb__builder *text, const char *name)
{
    limb__builder_text(text, "{\"name\":");
    limb__builder_json(text, name, strlen(name));
}

static void node_pose(limb__builder *text, const double pose[12])
{
    const double xyz[3] = {pose[3], pose[7], pose[11]};
    double quat[4];
    limb_pose_to_quat(pose, quat);
    if (xyz[0] != 0 || xyz[1] != 0 || xyz[2] != 0) {
        limb__builder_text(text, ",\"translation\":");
        limb__glb_numbers(text, xyz, 3);
    }
    if (quat[3] != 1) {
        limb__builder_text(text, ",\"rotation\":");
        limb__glb_numbers(text, quat, 4);
    }
}

static void node_children(limb__builder *text, const int *child, int count)
{
    if (count == 0) return;
    limb__builder_text(text, ",\"children\":[");
    for (int i = 0; i < count; i++) {
        if (i > 0) limb__builder_char(text, ',');
        limb__builder_int(text, child[i]);
    }
    limb__builder_char(text, ']');
}

// What the joint above the link does: the identity at zero, else inverse(parent origin) world.
static void link_motion(const exporter *e, int link, double pose[12])
{
    limb_pose_identity(pose);
    const int joint = e->robot->link[link].parent_joint;
    if (!e->opts->link_pose) return;
    const double *world = e->opts->link_pose + 12 * link;
    if (joint < 0) {
        memcpy(pose, world, 12 * sizeof *pose);
        return;
    }
    double origin[12];
    limb_origin_pose(&e->robot->joint[joint].origin, origin);
    const double *parent = e->opts->link_pose + 12 * e->robot->joint[joint].parent;
    limb_pose_multiply(parent, origin, pose);
    limb_pose_inverse(pose, pose);
    limb_pose_multiply(pose, world, pose);
}

static void joint_extras(limb__builder *text, const limb_joint *joint)
{
    limb__builder_text(text, "{\"limb\":\"joint\",\"name\":");
    limb__builder_json(text, joint->name, strlen(joint->name));
    limb__builder_text(text, ",\"type\":\"");
    limb__builder_text(text, limb_joint_type_name(joint->type));
    limb__builder_text(text, "\",\"axis\":");
    limb__glb_numbers(text, joint->axis, 3);
    if (limb_joint_info_of(joint->type)->has_bounds && joint->limit) {
        const double range[2] = {joint->limit->lower, joint->limit->upper};
        limb__builder_text(text, ",\"limits\":");
        limb__glb_numbers(text, range, 2);
    }
    if (joint->mimic) {
        limb__builder_text(text, ",\"mimic\":{\"joint\":");
        limb__builder_json(text, joint->mimic->joint_name, strlen(joint->mimic->joint_name));
        limb__builder_text(text, ",\"multiplier\":");
        limb__builder_number(text, joint->mimic->multiplier);
        limb__builder_text(text, ",\"offset\":");
        limb__builder_number(text, joint->mimic->offset);
        limb__builder_char(text, '}');
    }
    limb__builder_char(text, '}');
}

//---- animation: each joint in turn through its range and back ------------------------------------

enum { SWEEP_KEYS = 9 };
static const double SWEEP_SECONDS = 2;

static void sweep_joints(exporter *e)
{
    limb__builder channel;
    limb__builder sampler;
    limb__builder_init(&channel, e->opts->memory);
    limb__builder_init(&sampler, e->opts->memory);
    int count = 0;
    for (int i = 0; i < e->robot->norder; i++) {
        count += sweep_joint(e, e->robot->link_order[i], count * SWEEP_SECONDS, &channel, &sampler,
                             count);
    }
    if (channel.failed || sampler.failed) e->arena.failed = true;
    if (count > 0 && !e->arena.failed) {
        limb__glb_begin(&e->file.animation);
        limb__builder *text = &e->file.animation.text;
        limb__builder_text(text, "{\"name\":\"sweep\",\"channels\":[");
        limb__builder_bytes(text, channel.data, channel.size);
        limb__builder_text(text, "],\"samplers\":[");
        limb__builder_bytes(text, sampler.data, sampler.size);
        limb__builder_text(text, "]}");
    }
    limb__builder_free(&channel);
    limb__builder_free(&sampler);
}

// Zero, lower, upper, zero along a triangle of SWEEP_KEYS steps. Returns 1 when the link moves.
static int sweep_joint(exporter *e, int link, double start, limb__builder *channel,
                       limb__builder *sampler, int count)
{
    const int above = e->robot->link[link].parent_joint;
    const limb_joint *joint = above < 0 ? NULL : &e->robot->joint[above];
    if (!joint || joint->mimic) return 0;
    const limb_joint_info *info = limb_joint_info_of(joint->type);
    if (info->ndof != 1) return 0;
    const double *axis = joint->axis;
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (!(length > 0)) return 0;
    const bool bounded = info->has_bounds && joint->limit;
    const double lower = bounded ? joint->limit->lower : -3.14159265358979323846;
    const double upper = bounded ? joint->limit->upper : 3.14159265358979323846;
    const bool slides = info->slides;

    float time[SWEEP_KEYS];
    float value[SWEEP_KEYS * 4];
    const int width = slides ? 3 : 4;
    for (int k = 0; k < SWEEP_KEYS; k++) {
        static const double shape[SWEEP_KEYS] = {0, -0.5, -1, -0.5, 0, 0.5, 1, 0.5, 0};
        const double q = shape[k] < 0 ? -shape[k] * lower : shape[k] * upper;
        time[k] = (float)(start + SWEEP_SECONDS * k / (SWEEP_KEYS - 1));
        for (int c = 0; c < 3; c++) {
            value[k * width + c] = (float)(axis[c] / length * (slides ? q : sin(q / 2)));
        }
        if (!slides) value[k * width + 3] = (float)cos(q / 2);
    }
    const int input = limb__glb_floats(&e->file, time, SWEEP_KEYS, 1, LIMB__GLB_OTHER, true);
    const int output = limb__glb_floats(&e->file, value, SWEEP_KEYS, width, LIMB__GLB_OTHER, false);
    const char *comma = count > 0 ? "," : "";
    limb__builder_text(sampler, comma);
    limb__builder_text(sampler, "{\"input\":");
    limb__builder_int(sampler, input);
    limb__builder_text(sampler, ",\"output\":");
    limb__builder_int(sampler, output);
    limb__builder_char(sampler, '}');
    limb__builder_text(channel, comma);
    limb__builder_text(channel, "{\"sampler\":");
    limb__builder_int(channel, count);
    limb__builder_text(channel, ",\"target\":{\"node\":");
    limb__builder_int(channel, e->link_node[link]);
    limb__builder_text(channel,
                       slides ? ",\"path\":\"translation\"}}" : ",\"path\":\"rotation\"}}");
    return 1;
}
