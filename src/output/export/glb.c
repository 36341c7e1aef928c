// Builds the GLB of a robot: the tree of links and joints, sharing shapes if a mesh is named twice.
//
// Links are processed children first, so that a node's children have their indices when it is
// written. Vertices of a mesh are stored once; a glTF mesh combines them with materials, once per
// mesh and overriding URDF material.
#include "limb/export.h"

#include "base/arena.h"
#include "base/memory.h"
#include "geometry/mesh_files/glb_file.h"
#include "limb/model.h"
#include "output/export/glb_helpers.h"
#include "output/export/glb_neutral.h"
#include "output/export/glb_node.h"
#include "output/export/glb_sweep.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct exporter {
    const limb_robot *robot;
    const limb_glb_opts *opts;
    limb__arena arena;
    limb__glb_file file;
    limb__glb_shapes shapes;
    double *joint_value; // neutral position of each joint; NULL if not needed
    double *size;        // of each link's helpers, m
    double bone;         // of the skeleton, m
    int *link_node;      // (nlink), -1: not written yet
    bool *lacks;         // the link has shapes in the file, but none can be shown (nlink)
    bool has_shapes;     // any visual or collision
} exporter;

static limb_status write_robot(exporter *e, void **out, size_t *size);
static void look_for_shapes(exporter *e);
static int write_link(exporter *e, int link);
static int write_visuals(exporter *e, int link);
static int write_collisions(exporter *e, int link);
static int write_geom(exporter *e, const limb_link_shape *geom, int index, bool visual);
static int write_stand_ins(exporter *e, int link, int *child);
static int write_stand_in(exporter *e, const char *reason, const limb_link_shape *geom, int child);
static bool needs_bones(const exporter *e, int link);
static const char *reason_missing(const exporter *e, const limb_link_shape *shape, int count);
static int count_found(const exporter *e, const limb_link_shape *shape, int count);
static int write_joint(exporter *e, int joint);
static int write_root(exporter *e);
static void link_motion(const exporter *e, int link, double pose[12]);
static void joint_extras(limb__builder *text, const limb_joint *joint);

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
    e->size = limb__arena_take_zero(&e->arena, sizeof *e->size * (size_t)robot->nlink);
    e->link_node = LIMB__ARENA_ARRAY(&e->arena, int, robot->nlink);
    e->lacks = LIMB__ARENA_ARRAY(&e->arena, bool, robot->nlink);
    if (!e->size || !e->link_node || !e->lacks ||
        !limb__glb_measure(robot, e->opts, &e->arena, e->size))
        return LIMB_ERROR_MEMORY;
    if (!e->opts->link_pose || e->opts->animate) {
        const limb_status status =
            limb__glb_neutral_values(&e->joint_value, robot, &e->arena, e->opts->memory);
        if (status != LIMB_OK) return status;
    }
    for (int i = 0; i < robot->nlink; i++)
        e->bone = fmax(e->bone, e->size[i]);
    look_for_shapes(e);
    for (int i = 0; i < robot->nlink; i++)
        e->link_node[i] = -1;
    for (int i = robot->norder - 1; i >= 0; i--) {
        const int link = robot->link_order[i];
        e->link_node[link] = write_link(e, link);
        if (e->arena.failed) return LIMB_ERROR_MEMORY;
    }
    const int root = write_root(e);
    if (e->opts->animate &&
        !limb__glb_sweep(&e->file, robot, e->link_node, e->joint_value, e->opts->memory))
        return LIMB_ERROR_MEMORY;
    if (e->arena.failed) return LIMB_ERROR_MEMORY;
    return limb__glb_finish(&e->file, root, out, size);
}

static void look_for_shapes(exporter *e)
{
    for (int i = 0; i < e->robot->nlink; i++) {
        const limb_link *link = &e->robot->link[i];
        e->has_shapes = e->has_shapes || link->nvisual + link->ncollision > 0;
        e->lacks[i] = link->nvisual > 0 && count_found(e, link->visual, link->nvisual) == 0 &&
                      count_found(e, link->collision, link->ncollision) == 0;
    }
}

static int write_link(exporter *e, int link)
{
    const limb_link *data = &e->robot->link[link];
    int *child = LIMB__ARENA_ARRAY(&e->arena, int, data->nchild_joint + 5);
    if (!child) return -1;
    int nchild = 0;
    if (!e->opts->no_visual && data->nvisual > 0) child[nchild++] = write_visuals(e, link);
    if (!e->opts->no_collision && data->ncollision > 0) child[nchild++] = write_collisions(e, link);
    if (needs_bones(e, link))
        child[nchild++] = limb__glb_bones(&e->shapes, e->robot, link, e->bone,
                                          e->has_shapes && !e->lacks[link] ? e->lacks : NULL);
    if (e->opts->frames) child[nchild++] = limb__glb_frame(&e->shapes, e->size[link]);
    if (e->opts->inertia && limb__glb_has_inertia(data->inertial))
        child[nchild++] = limb__glb_inertia(&e->shapes, data->inertial, LIMB__GLB_PAINT_INERTIA);
    for (int i = 0; i < data->nchild_joint; i++) {
        const int joint = data->child_joint[i];
        const int below = e->robot->joint[joint].child;
        // a link with two parents is a child of only one of them
        const bool ours = below >= 0 && e->robot->link[below].parent_joint == joint;
        if (ours && e->link_node[below] >= 0) child[nchild++] = write_joint(e, joint);
    }

    const int node = limb__glb_node(&e->file, data->name);
    limb__builder *text = &e->file.node.text;
    double pose[12];
    link_motion(e, link, pose);
    limb__glb_node_pose(&e->file, pose);
    limb__glb_node_children(&e->file, child, nchild);
    limb__builder_text(text, ",\"extras\":{\"limb\":\"link\",\"name\":");
    limb__builder_json(text, data->name, strlen(data->name));
    limb__builder_text(text, ",\"size\":");
    limb__builder_number(text, e->size[link]);
    limb__builder_text(text, "}}");
    return node;
}

static int write_visuals(exporter *e, int link)
{
    const limb_link *data = &e->robot->link[link];
    int *child = LIMB__ARENA_ARRAY(&e->arena, int, data->nvisual + data->ncollision + 1);
    if (!child) return -1;
    int count = 0;
    for (int i = 0; i < data->nvisual; i++)
        child[count++] = write_geom(e, &data->visual[i], i, true);
    count += write_stand_ins(e, link, child + count);
    const int node = limb__glb_node(&e->file, "visuals");
    limb__glb_node_children(&e->file, child, count);
    limb__builder_text(&e->file.node.text, ",\"extras\":{\"limb\":\"visuals\"}}");
    return node;
}

static int write_collisions(exporter *e, int link)
{
    const limb_link *data = &e->robot->link[link];
    int *child = LIMB__ARENA_ARRAY(&e->arena, int, data->ncollision);
    if (!child) return -1;
    for (int i = 0; i < data->ncollision; i++)
        child[i] = write_geom(e, &data->collision[i], i, false);
    const int node = limb__glb_node(&e->file, "collisions");
    limb__glb_node_children(&e->file, child, data->ncollision);
    limb__builder_text(&e->file.node.text, ",\"extras\":{\"limb\":\"collisions\"}}");
    return node;
}

static int write_geom(exporter *e, const limb_link_shape *geom, int index, bool visual)
{
    double scale[3];
    const char *missing = NULL;
    const int mesh =
        visual ? limb__glb_visual(&e->shapes, geom, scale, &missing)
               : limb__glb_painted(&e->shapes, geom, LIMB__GLB_PAINT_COLLISION, scale, &missing);
    double pose[12];
    limb_origin_pose(&geom->origin, pose);

    const char *name = geom->name[0] ? geom->name : visual ? "visual" : "collision";
    const int node = limb__glb_node(&e->file, name);
    limb__builder *text = &e->file.node.text;
    limb__glb_node_pose(&e->file, pose);
    if (mesh >= 0) limb__glb_node_scale(&e->file, scale);
    limb__glb_node_mesh(&e->file, mesh);
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

// Replaces visuals with missing meshes: by the link's collision shapes, or, if there is no
// other visual, by its inertia box, or by nothing (the skeleton marks the link). Returns the
// number of nodes.
static int write_stand_ins(exporter *e, int link, int *child)
{
    const limb_link *data = &e->robot->link[link];
    const char *reason = reason_missing(e, data->visual, data->nvisual);
    int count = 0;
    if (!reason) return 0;
    for (int i = 0; i < data->ncollision; i++) {
        if (count_found(e, &data->collision[i], 1) == 1)
            child[count++] = write_stand_in(e, reason, &data->collision[i], -1);
    }
    const bool alone = count_found(e, data->visual, data->nvisual) == 0;
    if (count == 0 && alone && limb__glb_has_inertia(data->inertial)) {
        const int box = limb__glb_inertia(&e->shapes, data->inertial, LIMB__GLB_PAINT_MISSING);
        child[count++] = write_stand_in(e, reason, NULL, box);
    }
    return count;
}

// A collision shape, or an existing node, marked as a replacement.
static int write_stand_in(exporter *e, const char *reason, const limb_link_shape *geom, int child)
{
    double scale[3];
    double pose[12];
    const char *missing = NULL;
    const int mesh =
        geom ? limb__glb_painted(&e->shapes, geom, LIMB__GLB_PAINT_MISSING, scale, &missing) : -1;
    const int node = limb__glb_node(&e->file, "stand_in");
    if (geom) {
        limb_origin_pose(&geom->origin, pose);
        limb__glb_node_pose(&e->file, pose);
        limb__glb_node_scale(&e->file, scale);
        limb__glb_node_mesh(&e->file, mesh);
    } else {
        limb__glb_node_children(&e->file, &child, 1);
    }
    limb__builder *text = &e->file.node.text;
    limb__builder_text(text, ",\"extras\":{\"limb\":\"stand_in\",\"missing\":");
    limb__builder_json(text, reason, strlen(reason));
    limb__builder_text(text, "}}");
    return node;
}

// Bones connect what cannot be shown: all links of a robot without shapes, a link that lacks its
// own, and below a frame without shapes the links that lack theirs.
static bool needs_bones(const exporter *e, int link)
{
    const limb_link *data = &e->robot->link[link];
    if (e->opts->no_visual) return false;
    if (!e->has_shapes) return true;
    if (e->lacks[link] || data->nvisual + data->ncollision > 0) return e->lacks[link];
    for (int i = 0; i < data->nchild_joint; i++) {
        const int below = e->robot->joint[data->child_joint[i]].child;
        if (below >= 0 && e->lacks[below]) return true;
    }
    return false;
}

// Returns why the first shape without a mesh lacks it; NULL: none does.
static const char *reason_missing(const exporter *e, const limb_link_shape *shape, int count)
{
    for (int i = 0; i < count; i++) {
        if (shape[i].geometry.type != LIMB_SHAPE_MESH) continue;
        const char *reason = "meshes were not loaded";
        const limb_mesh *mesh =
            e->opts->find_mesh
                ? e->opts->find_mesh(e->opts->find_ctx, shape[i].geometry.filename, &reason)
                : NULL;
        if (!mesh) return reason;
        if (mesh->ntriangle == 0) return "the mesh has no triangles";
    }
    return NULL;
}

static int count_found(const exporter *e, const limb_link_shape *shape, int count)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += reason_missing(e, &shape[i], 1) == NULL;
    return found;
}

static int write_joint(exporter *e, int joint)
{
    const limb_joint *data = &e->robot->joint[joint];
    double pose[12];
    limb_origin_pose(&data->origin, pose);
    const int node = limb__glb_node(&e->file, data->name);
    limb__builder *text = &e->file.node.text;
    limb__glb_node_pose(&e->file, pose);
    limb__glb_node_children(&e->file, &e->link_node[data->child], 1);
    limb__builder_text(text, ",\"extras\":");
    joint_extras(text, data);
    limb__builder_char(text, '}');
    return node;
}

// glTF is y-up: a quarter turn about x maps z to y.
static int write_root(exporter *e)
{
    const int node = limb__glb_node(&e->file, "limb_z_up");
    limb__builder *text = &e->file.node.text;
    limb__builder_text(text, ",\"rotation\":[-0.7071067811865476,0,0,0.7071067811865476]");
    limb__glb_node_children(&e->file, &e->link_node[e->robot->root], 1);
    limb__builder_text(text, ",\"extras\":{\"limb\":\"robot\",\"name\":");
    limb__builder_json(text, e->robot->name, strlen(e->robot->name));
    if (!e->has_shapes) limb__builder_text(text, ",\"skeleton\":true");
    limb__builder_text(text, "}}");
    return node;
}

// Returns the motion of the joint above the link: that of its neutral position, or
// inverse(parent origin) world.
static void link_motion(const exporter *e, int link, double pose[12])
{
    limb_pose_identity(pose);
    const int joint = e->robot->link[link].parent_joint;
    const double *link_pose = e->opts->link_pose;
    if (!link_pose) {
        if (joint >= 0)
            limb__glb_joint_motion(&e->robot->joint[joint], e->joint_value[joint], pose);
        return;
    }
    const double *world = link_pose + 12 * link;
    if (joint < 0) {
        memcpy(pose, world, 12 * sizeof *pose);
        return;
    }
    double origin[12];
    limb_origin_pose(&e->robot->joint[joint].origin, origin);
    const double *parent = link_pose + 12 * e->robot->joint[joint].parent;
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
