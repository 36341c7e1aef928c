// Builds a scene of a robot and its meshes: every <collision> (or <visual>) becomes a collider of
// its link, or spheres are given instead; pairs connected by a joint and pairs that an SRDF file
// disables are not compared.
#include "base/memory.h"
#include "build/scene/scene_create.h"
#include "limb/collision.h"
#include "limb/mesh.h"
#include "limb/robot.h"
#include "limb/srdf.h"
#include "numbers/collision/scene.h"

#include <assert.h>
#include <string.h>

typedef struct scene_job {
    const limb_allocator *memory;
    const limb_robot *robot;
    const limb_scene_opts *opts;
    limb_scene_object *object; // (nlink)
    limb_collider *collider;   // of all links in order
    double (*pose)[12];        // of each collider
    int ncollider;
    int nmissing;
    int *skip; // (nskip x 2)
    int nskip;
} scene_job;

static int count_shapes(const limb_robot *robot, const limb_scene_opts *opts);
static limb_status add_spheres(scene_job *j);
static void add_link(scene_job *j, int link);
static bool add_shape(scene_job *j, const limb_link_shape *in, limb_collider *c);
static int fill_skipped(scene_job *j, bool count_only);
static void skip_pair(scene_job *j, int a, int b, bool count_only, int *count);

limb_status limb_scene_build(limb_scene **out, const limb_robot *robot, const limb_scene_opts *opts)
{
    assert(out && robot);
    static const limb_scene_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    scene_job j = {.memory = limb__memory(opts->memory), .robot = robot, .opts = opts};
    const size_t n = (size_t)count_shapes(robot, opts) + 1;
    j.nskip = fill_skipped(&j, true);
    const size_t nobject = (size_t)robot->nlink + 1;
    const size_t size = nobject * sizeof *j.object + n * (sizeof *j.collider + sizeof *j.pose) +
                        2 * (size_t)(j.nskip + 1) * sizeof *j.skip;
    j.object = limb__allocate(j.memory, size);
    if (!j.object) return LIMB_ERROR_MEMORY;
    j.collider = (limb_collider *)(void *)(j.object + nobject);
    j.pose = (double(*)[12])(void *)(j.collider + n);
    j.skip = (int *)(void *)(j.pose + n);
    fill_skipped(&j, false);
    limb_status status = LIMB_OK;
    if (opts->sphere) status = add_spheres(&j);
    for (int i = 0; i < robot->nlink && !opts->sphere; i++)
        add_link(&j, i);
    if (status == LIMB_OK)
        status = limb_scene_create(out, j.object, robot->nlink, j.skip, j.nskip, opts);
    limb__release(j.memory, j.object, size);
    if (status == LIMB_OK) (*out)->nmissing += j.nmissing;
    return status;
}

static int count_shapes(const limb_robot *robot, const limb_scene_opts *opts)
{
    int count = 0;
    if (opts->sphere) return opts->nsphere;
    for (int i = 0; i < robot->nlink; i++)
        count += opts->from_visual ? robot->link[i].nvisual : robot->link[i].ncollision;
    return count;
}

// Grouped by link, each group in the given order.
static limb_status add_spheres(scene_job *j)
{
    const limb_sphere *sphere = j->opts->sphere;
    const int nlink = j->robot->nlink;
    for (int i = 0; i < nlink; i++)
        j->object[i] = (limb_scene_object){.name = j->robot->link[i].name};
    for (int i = 0; i < j->opts->nsphere; i++) {
        if (sphere[i].link < 0 || sphere[i].link >= nlink) return LIMB_ERROR_INPUT;
        j->object[sphere[i].link].ncollider++;
    }
    for (int i = 0; i < nlink; i++) {
        j->object[i].collider = j->collider + j->ncollider;
        j->ncollider += j->object[i].ncollider;
        j->object[i].ncollider = 0;
    }
    for (int i = 0; i < j->opts->nsphere; i++) {
        limb_scene_object *object = &j->object[sphere[i].link];
        const ptrdiff_t at = object->collider - j->collider + object->ncollider++;
        double *pose = j->pose[at];
        for (int k = 0; k < 12; k++)
            pose[k] = k % 4 == 3 ? sphere[i].center[k / 4] : k % 5 == 0;
        j->collider[at] =
            (limb_collider){.kind = LIMB_COLLIDER_SPHERE, .pose = pose, .radius = sphere[i].radius};
    }
    return LIMB_OK;
}

static void add_link(scene_job *j, int link)
{
    const limb_link *in = &j->robot->link[link];
    const bool visual = j->opts->from_visual;
    limb_scene_object *object = &j->object[link];
    *object = (limb_scene_object){.name = in->name, .collider = j->collider + j->ncollider};
    const int count = visual ? in->nvisual : in->ncollision;
    j->nmissing += visual ? in->nbroken_visual : in->nbroken_collision;
    for (int i = 0; i < count; i++) {
        if (!add_shape(j, visual ? &in->visual[i] : &in->collision[i],
                       &j->collider[j->ncollider])) {
            j->nmissing++;
            continue;
        }
        j->ncollider++;
        object->ncollider++;
    }
}

// Returns false if it has no mesh, or an invalid size or position.
static bool add_shape(scene_job *j, const limb_link_shape *in, limb_collider *c)
{
    const limb_shape *shape = &in->geometry;
    double *pose = j->pose[j->ncollider];
    limb_origin_pose(&in->origin, pose);
    *c = (limb_collider){.pose = pose, .radius = shape->radius, .length = shape->length};
    switch (shape->type) {
    case LIMB_SHAPE_BOX:
        c->kind = LIMB_COLLIDER_BOX;
        memcpy(c->size, shape->size, sizeof c->size);
        break;
    case LIMB_SHAPE_CYLINDER:
        c->kind = LIMB_COLLIDER_CYLINDER;
        break;
    case LIMB_SHAPE_SPHERE:
        c->kind = LIMB_COLLIDER_SPHERE;
        c->length = 0;
        break;
    case LIMB_SHAPE_CAPSULE:
        c->kind = LIMB_COLLIDER_CAPSULE;
        break;
    case LIMB_SHAPE_MESH: {
        const char *reason = NULL;
        c->kind = j->opts->mesh_as_hull ? LIMB_COLLIDER_HULL : LIMB_COLLIDER_MESH;
        c->scale = shape->scale;
        c->radius = c->length = 0;
        if (j->opts->find_mesh)
            c->mesh = j->opts->find_mesh(j->opts->find_ctx, shape->filename, &reason);
        if (!c->mesh) return false;
        j->nmissing += c->mesh->nnonfinite > 0; // a part of it
        break;
    }
    }
    return limb__collider_is_sound(c);
}

// Lists pairs that are not compared; only counts them if count_only.
static int fill_skipped(scene_job *j, bool count_only)
{
    const limb_robot *robot = j->robot;
    const limb_srdf *srdf = j->opts->srdf;
    int count = 0;
    for (int i = 0; i < robot->njoint && !j->opts->all_pairs; i++) {
        const limb_joint *joint = &robot->joint[i];
        if (joint->parent < 0 || joint->child < 0 || joint->parent == joint->child) continue;
        skip_pair(j, joint->parent, joint->child, count_only, &count);
    }
    bool plain = true;
    for (int i = 0; srdf && i < srdf->npair; i++)
        plain &= !srdf->pair[i].enables && srdf->pair[i].link2[0] != 0;
    for (int i = 0; srdf && plain && i < srdf->npair; i++) {
        const int a = limb_robot_find_link(robot, srdf->pair[i].link1);
        const int b = limb_robot_find_link(robot, srdf->pair[i].link2);
        if (a >= 0 && b >= 0 && a != b) skip_pair(j, a, b, count_only, &count);
    }
    for (int a = 0; !plain && a < robot->nlink; a++)
        for (int b = a + 1; b < robot->nlink; b++)
            if (limb_srdf_disables(srdf, robot->link[a].name, robot->link[b].name))
                skip_pair(j, a, b, count_only, &count);
    return count;
}

static void skip_pair(scene_job *j, int a, int b, bool count_only, int *count)
{
    if (!count_only) {
        j->skip[2 * *count] = a;
        j->skip[2 * *count + 1] = b;
    }
    ++*count;
}
