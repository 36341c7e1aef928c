// Collision queries of the engine: which links touch in a configuration, the distances of the
// others, and where in a joint's range they touch.
//
// In many files some links overlap in every pose: covers over motors, parts of one housing.
// Reporting them in every pose would hide what matters, so pairs that touch in nearly all of
// several random configurations are left out of the scene, as in limb collide --matrix. The same
// applies to neighbors that touch in the neutral configuration, as in MoveIt's assistant: limb
// check reports them.
#include "services/wasm_api/engine.h"

#include "base/memory.h"
#include "limb/kinematics.h"
#include "limb/srdf.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct limb__given_mesh {
    const char *uri;
    limb_mesh *mesh;
} given_mesh;

// As in limb collide --matrix: touching in 95 % of the configurations counts as always.
enum { ALWAYS_SAMPLES = 100, ALWAYS_TOUCHING = 95 };
enum { NEIGHBOR_JOINTS = 3 }; // max moving joints between links that may be parts of one housing

static limb_status need_query(limb_engine *engine);
static limb_status build_scene(limb_engine *engine);
static limb_status leave_out_always(limb_engine *engine, const limb_scene_opts *opts);
static limb_status count_pairs(limb_engine *engine, limb_pair_count *pair);
static limb_status count_resting(limb_engine *engine, limb_pair_count *pair, int npair);
static bool are_neighbors(const limb_model *model, int a, int b);
static limb_status rebuild_without(limb_engine *engine, const limb_pair_count *pair, int count,
                                   const limb_scene_opts *opts);
static const limb_mesh *find_mesh(void *engine, const char *uri, const char **reason);
static bool needs_files(const limb_engine *engine);
static const given_mesh *find_given(const limb_engine *engine, const char *uri);
static bool place(limb_engine *engine, const double *q);
static void write_contact(const limb_contact *contact, double out[9]);

//---- meshes --------------------------------------------------------------------------------------

limb_status limb_engine_add_mesh(limb_engine *engine, const char *uri, const float *position,
                                 int npoint, const uint32_t *triangle, int ntriangle)
{
    assert(engine && (position || npoint <= 0) && (triangle || ntriangle <= 0));
    if (!uri) return limb__engine_end(engine, LIMB_ERROR_INPUT, "the mesh has no name");
    void *items = engine->given;
    if (!limb__grow(limb__memory(engine->memory), &items, &engine->given_capacity,
                    engine->ngiven + 1, sizeof *engine->given))
        return limb__engine_end(engine, LIMB_ERROR_MEMORY, NULL);
    engine->given = items;
    const limb_mesh source = {
        .nvertex = npoint, .position = position, .ntriangle = ntriangle, .index = triangle};
    given_mesh *next = &engine->given[engine->ngiven];
    next->uri = limb__arena_copy_text(&engine->names, uri, strlen(uri));
    limb_status status = next->uri ? LIMB_OK : LIMB_ERROR_MEMORY;
    if (status == LIMB_OK)
        status = limb_mesh_copy(&next->mesh, &source, limb__memory(engine->memory));
    if (status == LIMB_OK) engine->ngiven++;
    limb__engine_forget_scene(engine);
    return limb__engine_end(engine, status, NULL);
}

void limb__engine_drop_meshes(limb_engine *engine)
{
    for (int i = 0; i < engine->ngiven; i++)
        limb_mesh_free(engine->given[i].mesh);
    limb__release(limb__memory(engine->memory), engine->given,
                  (size_t)engine->given_capacity * sizeof *engine->given);
    engine->given = NULL;
    engine->ngiven = engine->given_capacity = 0;
}

void limb__engine_forget_scene(limb_engine *engine)
{
    limb_query_free(engine->query);
    engine->query = NULL;
    limb_scene_free(engine->scene);
    engine->scene = NULL;
}

//---- questions -----------------------------------------------------------------------------------

int limb_engine_missing_count(limb_engine *engine)
{
    assert(engine);
    return need_query(engine) == LIMB_OK ? limb_scene_missing_count(engine->scene) : -1;
}

int limb_engine_pair_count(limb_engine *engine)
{
    assert(engine);
    return need_query(engine) == LIMB_OK ? limb_scene_pair_count(engine->scene) : -1;
}

int limb_engine_touching(limb_engine *engine, const double *q, double *contact, int max)
{
    assert(engine && (contact || max <= 0));
    if (!place(engine, q)) return -1;
    if (!limb_collide(engine->query, NULL)) return 0;
    const int npair = limb_scene_pair_count(engine->scene);
    if (max > npair) max = npair;
    if (max <= 0) return limb_collide_all(engine->query, NULL, 0);
    const size_t size = (size_t)max * sizeof(limb_contact);
    limb_contact *found = limb__allocate(limb__memory(engine->memory), size);
    if (!found) {
        limb__engine_end(engine, LIMB_ERROR_MEMORY, NULL);
        return -1;
    }
    const int count = limb_collide_all(engine->query, found, max);
    for (int i = 0; i < count && i < max; i++)
        write_contact(&found[i], contact + 9 * (size_t)i);
    limb__release(limb__memory(engine->memory), found, size);
    return count;
}

int limb_engine_nearest(limb_engine *engine, const double *q, double *contact)
{
    assert(engine && contact);
    limb_contact nearest;
    if (!place(engine, q)) return -1;
    if (!limb_distance(engine->query, HUGE_VAL, &nearest)) return 0;
    write_contact(&nearest, contact);
    return 1;
}

int limb_engine_touching_along(limb_engine *engine, const double *q, int index, const double *value,
                               int count, bool *touches)
{
    assert(engine && (count <= 0 || (value && touches)));
    if (need_query(engine) != LIMB_OK) return -1;
    if (index < 0 || index >= engine->model->nq) {
        limb__engine_end(engine, LIMB_ERROR_INPUT, "there is no such coordinate");
        return -1;
    }
    const size_t size = (size_t)engine->model->nq * sizeof *q;
    double *moved = limb__allocate(limb__memory(engine->memory), size);
    if (!moved) {
        limb__engine_end(engine, LIMB_ERROR_MEMORY, NULL);
        return -1;
    }
    memcpy(moved, q, size);
    int total = 0;
    for (int i = 0; i < count && total >= 0; i++) {
        moved[index] = value[i];
        if (!place(engine, moved)) {
            total = -1;
            break;
        }
        touches[i] = limb_collide(engine->query, NULL);
        total += touches[i];
    }
    limb__release(limb__memory(engine->memory), moved, size);
    return total;
}

// Puts the links where they are at q. False: the message says why.
static bool place(limb_engine *engine, const double *q)
{
    if (need_query(engine) != LIMB_OK) return false;
    limb_fk(engine->model, engine->work, q);
    const limb_status status = limb_query_place(engine->query, engine->model, engine->work);
    return limb__engine_end(engine, status, NULL) == LIMB_OK;
}

static void write_contact(const limb_contact *contact, double out[9])
{
    out[0] = contact->a;
    out[1] = contact->b;
    out[2] = contact->distance;
    memcpy(out + 3, contact->point_a, sizeof contact->point_a);
    memcpy(out + 6, contact->point_b, sizeof contact->point_b);
}

//---- the scene -----------------------------------------------------------------------------------

static limb_status need_query(limb_engine *engine)
{
    if (engine->query) return limb__engine_end(engine, LIMB_OK, NULL);
    limb_status status = limb__engine_model(engine);
    if (status == LIMB_ERROR_INPUT)
        return limb__engine_end(engine, status, "there is no robot that can move");
    if (status == LIMB_OK && needs_files(engine)) status = limb__engine_meshes(engine);
    if (status == LIMB_OK) status = build_scene(engine);
    if (status == LIMB_OK)
        status = limb_query_create(&engine->query, engine->scene, engine->memory);
    if (status != LIMB_OK) limb__engine_forget_scene(engine);
    return limb__engine_end(engine, status, NULL);
}

static limb_status build_scene(limb_engine *engine)
{
    const limb_scene_opts opts = {
        .memory = engine->memory, .find_mesh = find_mesh, .find_ctx = engine};
    limb_status status = limb_scene_build(&engine->scene, engine->robot, &opts);
    if (status == LIMB_OK) status = leave_out_always(engine, &opts);
    return status;
}

static limb_status leave_out_always(limb_engine *engine, const limb_scene_opts *opts)
{
    const int npair = limb_scene_pair_count(engine->scene);
    const size_t size = ((size_t)npair + 1) * sizeof(limb_pair_count);
    limb_pair_count *pair = limb__allocate(limb__memory(engine->memory), size);
    if (!pair) return LIMB_ERROR_MEMORY;
    limb_status status = count_pairs(engine, pair);
    if (status == LIMB_OK) status = count_resting(engine, pair, npair);
    int count = 0;
    for (int i = 0; status == LIMB_OK && i < npair; i++)
        if (pair[i].touching >= ALWAYS_TOUCHING) pair[count++] = pair[i];
    if (status == LIMB_OK && count > 0) status = rebuild_without(engine, pair, count, opts);
    limb__release(limb__memory(engine->memory), pair, size);
    return status;
}

static limb_status count_pairs(limb_engine *engine, limb_pair_count *pair)
{
    const limb_sample_opts opts = {.nsample = ALWAYS_SAMPLES, .memory = engine->memory};
    return limb_collide_sample(engine->scene, engine->model, &opts, pair);
}

// Neighbors that touch at the neutral configuration count as always touching.
static limb_status count_resting(limb_engine *engine, limb_pair_count *pair, int npair)
{
    const limb_model *model = engine->model;
    const limb_allocator *memory = limb__memory(engine->memory);
    const size_t size = ((size_t)model->nq + 1) * sizeof(double);
    double *q = limb__allocate(memory, size);
    if (!q) return LIMB_ERROR_MEMORY;
    limb_query *query = NULL;
    limb_status status = limb_query_create(&query, engine->scene, engine->memory);
    if (status == LIMB_OK) {
        limb_neutral(model, q);
        limb_fk(model, engine->work, q);
        status = limb_query_place(query, model, engine->work);
    }
    for (int i = 0; status == LIMB_OK && i < npair; i++)
        if (are_neighbors(model, pair[i].a, pair[i].b) &&
            limb_collide_pair(query, pair[i].a, pair[i].b))
            pair[i].touching = ALWAYS_SAMPLES;
    limb_query_free(query);
    limb__release(memory, q, size);
    return status;
}

static bool are_neighbors(const limb_model *model, int a, int b)
{
    int one = model->link_body[a], other = model->link_body[b];
    for (int joints = 0; joints <= NEIGHBOR_JOINTS && one >= 0 && other >= 0; joints++) {
        if (one == other) return true;
        // the one with the larger number is not an ancestor of the other
        if (one > other)
            one = model->joint_parent[one - 1];
        else
            other = model->joint_parent[other - 1];
    }
    return false;
}

static limb_status rebuild_without(limb_engine *engine, const limb_pair_count *pair, int count,
                                   const limb_scene_opts *opts)
{
    const limb_allocator *memory = limb__memory(engine->memory);
    const size_t size = (size_t)count * sizeof(limb_srdf_pair);
    limb_srdf_pair *disabled = limb__allocate(memory, size);
    if (!disabled) return LIMB_ERROR_MEMORY;
    for (int i = 0; i < count; i++)
        disabled[i] = (limb_srdf_pair){.link1 = engine->robot->link[pair[i].a].name,
                                       .link2 = engine->robot->link[pair[i].b].name,
                                       .reason = "Always"};
    const limb_srdf srdf = {.robot = "", .npair = count, .pair = disabled};
    limb_scene_opts fewer = *opts;
    fewer.srdf = &srdf;
    limb_scene_free(engine->scene);
    const limb_status status = limb_scene_build(&engine->scene, engine->robot, &fewer);
    limb__release(memory, disabled, size);
    return status;
}

// Given meshes come first; files are read where some mesh is not given.
static const limb_mesh *find_mesh(void *ctx, const char *uri, const char **reason)
{
    const limb_engine *engine = ctx;
    const given_mesh *given = find_given(engine, uri);
    if (given) return given->mesh;
    return engine->meshes ? limb_robot_meshes_find(engine->meshes, uri, reason) : NULL;
}

static bool needs_files(const limb_engine *engine)
{
    for (int i = 0; i < engine->robot->nlink; i++) {
        const limb_link *link = &engine->robot->link[i];
        for (int k = 0; k < link->ncollision; k++) {
            const char *uri = link->collision[k].geometry.filename;
            if (uri && !find_given(engine, uri)) return true;
        }
    }
    return false;
}

static const given_mesh *find_given(const limb_engine *engine, const char *uri)
{
    for (int i = 0; i < engine->ngiven; i++)
        if (strcmp(engine->given[i].uri, uri) == 0) return &engine->given[i];
    return NULL;
}
