// Self-collision of a whole robot: hulls and meshes, single configurations and batches.
#include "bench.h"
#include "limb/limb.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSES = 512 };

typedef struct self_case {
    limb_robot *robot;
    limb_robot_meshes *meshes;
    limb_model *model;
    limb_work *work;
    limb_scene *scene;
    limb_query *query;
    double *pose; // (POSES x nlink x 12)
    double *q;    // (POSES x nq)
    int touching;
    limb_pool *pool;
    limb_query **queries; // one for each worker of the pool, as works
    limb_work **works;
} self_case;

static void self_check(void *ctx)
{
    self_case *c = ctx;
    c->touching = 0;
    const size_t n = (size_t)c->model->nlink;
    for (int i = 0; i < POSES; i++) {
        if (limb_query_place_objects(c->query, c->pose + 12 * n * (size_t)i, (int)n) != LIMB_OK)
            continue;
        c->touching += limb_collide(c->query, NULL);
    }
    limb_bench_keep(c->touching);
}

// The same from joint positions, on all cores.
static void self_check_batch(void *ctx)
{
    const self_case *c = ctx;
    static bool touches[POSES];
    limb_collide_batch(c->queries, c->works, c->model, c->pool, c->q, POSES, touches);
    limb_bench_keep(touches[POSES - 1]);
}

static void run_self_batch(const char *label, self_case *c)
{
    if (limb_pool_create(&c->pool, 0, NULL) != LIMB_OK) return;
    const int n = c->pool->nworker;
    bool ready = true;
    c->queries = calloc((size_t)n, sizeof *c->queries);
    c->works = calloc((size_t)n, sizeof *c->works);
    for (int i = 0; i < n; i++) {
        ready &= limb_query_create(&c->queries[i], c->scene, NULL) == LIMB_OK;
        ready &= limb_work_create(&c->works[i], c->model, NULL) == LIMB_OK;
    }
    if (ready) {
        limb_bench_run(&(limb_bench_case){label, self_check_batch, NULL, NULL, c, POSES});
        limb_bench_note("%s: joint positions in, %d workers", label, n);
    }
    for (int i = 0; i < n; i++) {
        limb_query_free(c->queries[i]);
        limb_work_free(c->works[i]);
    }
    free(c->queries);
    free(c->works);
    limb_pool_free(c->pool);
}

// Pairs that touch at (nearly) every configuration, which an SRDF would leave out. Their number.
static int always_touching(const self_case *c, limb_srdf_pair **out)
{
    const int npair = limb_scene_pair_count(c->scene);
    limb_pair_count *pair = malloc((size_t)(npair + 1) * sizeof *pair);
    int count = 0;
    *out = malloc((size_t)(npair + 1) * sizeof **out);
    if (limb_collide_sample(c->scene, c->model, &(limb_sample_opts){.nsample = 1000}, pair) ==
        LIMB_OK) {
        for (int i = 0; i < npair; i++)
            if (pair[i].touching >= 950)
                (*out)[count++] = (limb_srdf_pair){.link1 = c->robot->link[pair[i].a].name,
                                                   .link2 = c->robot->link[pair[i].b].name,
                                                   .reason = ""};
    }
    free(pair);
    return count;
}

static bool open_case(self_case *c, const char *path, bool hulls)
{
    const limb_robot_meshes_opts load = {.no_visual = true};
    if (limb_robot_load(&c->robot, path, NULL) != LIMB_OK ||
        limb_robot_meshes_load(&c->meshes, c->robot, &load) != LIMB_OK ||
        limb_model_build(&c->model, c->robot, NULL) != LIMB_OK ||
        limb_work_create(&c->work, c->model, NULL) != LIMB_OK) {
        return false;
    }
    limb_scene_opts opts = {
        .find_mesh = limb_robot_meshes_find, .find_ctx = c->meshes, .mesh_as_hull = hulls};
    if (limb_scene_build(&c->scene, c->robot, &opts) != LIMB_OK) return false;
    limb_srdf_pair *disabled;
    const int ndisabled = always_touching(c, &disabled);
    const limb_srdf srdf = {.robot = "", .npair = ndisabled, .pair = disabled};
    limb_scene_free(c->scene);
    c->scene = NULL;
    opts.srdf = &srdf;
    const limb_status status = limb_scene_build(&c->scene, c->robot, &opts);
    free(disabled);
    return status == LIMB_OK && limb_query_create(&c->query, c->scene, NULL) == LIMB_OK;
}

static void draw_poses(self_case *c)
{
    const size_t n = (size_t)c->model->nlink;
    uint64_t seed = 3;
    c->pose = malloc(POSES * n * 12 * sizeof *c->pose);
    c->q = malloc(POSES * (size_t)c->model->nq * sizeof *c->q);
    for (int i = 0; i < POSES; i++) {
        double *q = c->q + (size_t)i * (size_t)c->model->nq;
        limb_random_configuration(c->model, &seed, q);
        limb_fk(c->model, c->work, q);
        for (int link = 0; link < c->model->nlink; link++)
            memcpy(c->pose + 12 * (n * (size_t)i + (size_t)link),
                   limb_link_pose(c->model, c->work, link), 12 * sizeof(double));
    }
}

static void close_case(self_case *c)
{
    free(c->pose);
    free(c->q);
    limb_query_free(c->query);
    limb_scene_free(c->scene);
    limb_work_free(c->work);
    limb_model_free(c->model);
    limb_robot_meshes_free(c->meshes);
    limb_robot_free(c->robot);
}

static void run_self(const char *name, const char *file, bool hulls)
{
    char label[100], path[1000];
    snprintf(label, sizeof label, "collide/self/%s/%s", name, hulls ? "hulls" : "meshes");
    if (!limb_bench_matches(label) || !limb_bench_corpus_path(file, path, sizeof path)) return;
    self_case c = {0};
    if (open_case(&c, path, hulls)) {
        draw_poses(&c);
        limb_bench_run(&(limb_bench_case){label, self_check, NULL, NULL, &c, POSES});
        limb_bench_note("%s: %d pairs, %d of %d configurations touch", label,
                        limb_scene_pair_count(c.scene), c.touching, POSES);
        snprintf(label, sizeof label, "collide/self/%s/%s/batch", name, hulls ? "hulls" : "meshes");
        run_self_batch(label, &c);
    }
    close_case(&c);
}

BENCH(collide_self, "collide")
{
    // arms of seven joints, and one of six
    static const char *const robots[][2] = {
        {"panda", "panda_moveit/panda_description/urdf/panda.urdf"},
        {"iiwa14", "iiwa14_glb/iiwa14_glb.urdf"},
        {"sia5d", "motoman_sia5d/motoman_sia5d_support/urdf/sia5d.urdf"},
        {"lwa4d", "schunk_lwa4d/schunk_description/urdf/schunk_lwa4d.urdf"},
        {"ur5", "ur5/ur_description/urdf/ur5.urdf"},
    };
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        run_self(robots[i][0], robots[i][1], true);
        run_self(robots[i][0], robots[i][1], false);
    }
}
