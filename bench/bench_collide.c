// Collision beside FCL, libccd and Bullet: pairs of shapes and meshes at random poses, building a
// tree, and a whole arm against itself.
#include "bench_collide.h"
#include "bench.h"
#include "collide/hull.h"
#include "collide/scene.h"
#include "limb/limb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSES = 512 };

typedef struct pair_case {
    bench_body body[2];
    limb_scene *scene; // of the two
    limb_query *query;
    bench_poses poses;
    const bench_peer *peer;
    void *peer_pair;
} pair_case;

static double uniform(uint64_t *state, double low, double high)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*state >> 11) * 0x1p-53;
}

static void random_pose(uint64_t *state, double spread, double pose[12])
{
    double q[4], n = 0;
    for (int k = 0; k < 4; k++) {
        q[k] = uniform(state, -1, 1);
        n += q[k] * q[k];
    }
    for (int k = 0; k < 4; k++)
        q[k] /= sqrt(n);
    double at[3];
    for (int k = 0; k < 3; k++)
        at[k] = uniform(state, -spread, spread);
    limb_pose_from_quat(at, q, pose);
}

//---- ours ----------------------------------------------------------------------------------------

static void ours_collide(void *ctx)
{
    const pair_case *c = ctx;
    const limb_scene *s = c->scene;
    int touching = 0;
    for (int i = 0; i < c->poses.count; i++) {
        memcpy(c->query->pose, c->poses.a[i], sizeof c->poses.a[i]);
        memcpy(c->query->pose + 12, c->poses.b[i], sizeof c->poses.b[i]);
        limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
        touching += limb__colliders_touch(c->query, &s->collider[0], &s->collider[1], &memory);
    }
    limb_bench_keep(touching);
}

static void ours_distance(void *ctx)
{
    const pair_case *c = ctx;
    const limb_scene *s = c->scene;
    double sum = 0;
    for (int i = 0; i < c->poses.count; i++) {
        memcpy(c->query->pose, c->poses.a[i], sizeof c->poses.a[i]);
        memcpy(c->query->pose + 12, c->poses.b[i], sizeof c->poses.b[i]);
        limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
        limb__proximity near;
        if (limb__colliders_distance(c->query, &s->collider[0], &s->collider[1], &memory, HUGE_VAL,
                                     &near)) {
            sum += near.distance;
        }
    }
    limb_bench_keep(sum);
}

static void ours_build(void *ctx)
{
    const pair_case *c = ctx;
    const double one[3] = {1, 1, 1};
    const limb__triangles in = {
        c->body[0].vertex, c->body[0].index, c->body[0].ntriangle, {one[0], one[1], one[2]}, NULL};
    limb__bvh_plan plan;
    if (limb__bvh_plan_build(&plan, &in, NULL) != LIMB_OK) return;
    limb__bvh_node *node = aligned_alloc(64, (size_t)plan.nnode * sizeof *node);
    limb__oriented_node *oriented = aligned_alloc(32, (size_t)plan.nnode * sizeof *oriented);
    limb__triangle_block *block = aligned_alloc(64, (size_t)plan.nblock * sizeof *block);
    limb__bvh tree;
    limb__bvh_fill(&plan, node, block, &tree);
    c->scene->pairs->mesh_orient(&tree, oriented);
    limb_bench_keep(tree.half[0]);
    limb__bvh_plan_free(&plan);
    free(node);
    free(oriented);
    free(block);
}

static void peer_collide(void *ctx)
{
    const pair_case *c = ctx;
    limb_bench_keep(c->peer->collide(c->peer_pair, &c->poses));
}

static void peer_distance(void *ctx)
{
    const pair_case *c = ctx;
    limb_bench_keep(c->peer->distance(c->peer_pair, &c->poses));
}

static void peer_depth(void *ctx)
{
    const pair_case *c = ctx;
    limb_bench_keep(c->peer->depth(c->peer_pair, &c->poses));
}

static void peer_build(void *ctx)
{
    const pair_case *c = ctx;
    c->peer->build(&c->body[0]);
}

//---- cases ---------------------------------------------------------------------------------------

static limb_collider collider_of(const bench_body *body, limb_mesh *mesh)
{
    const double *s = body->size;
    *mesh = (limb_mesh){.nvertex = body->nvertex,
                        .position = body->vertex,
                        .ntriangle = body->ntriangle,
                        .index = body->index};
    switch (body->kind) {
    case BENCH_SPHERE:
        return (limb_collider){.kind = LIMB_COLLIDER_SPHERE, .radius = s[0]};
    case BENCH_CAPSULE:
        return (limb_collider){.kind = LIMB_COLLIDER_CAPSULE, .radius = s[0], .length = s[1]};
    case BENCH_BOX:
        return (limb_collider){.kind = LIMB_COLLIDER_BOX, .size = {s[0], s[1], s[2]}};
    case BENCH_CYLINDER:
        return (limb_collider){.kind = LIMB_COLLIDER_CYLINDER, .radius = s[0], .length = s[1]};
    case BENCH_HULL:
        return (limb_collider){.kind = LIMB_COLLIDER_HULL, .mesh = mesh};
    default:
        return (limb_collider){.kind = LIMB_COLLIDER_MESH, .mesh = mesh};
    }
}

// Brings the poses at which the two are apart to the front: distance and depth are measured on
// their own, as some peers do not say how deep things overlap unless asked.
static int apart_first(pair_case *c)
{
    int count = 0;
    for (int i = 0; i < c->poses.count; i++) {
        double pose[24];
        memcpy(pose, c->poses.a[i], 12 * sizeof *pose);
        memcpy(pose + 12, c->poses.b[i], 12 * sizeof *pose);
        if (limb_query_place_objects(c->query, pose, 2) != LIMB_OK ||
            limb_collide_pair(c->query, 0, 1)) {
            continue;
        }
        memcpy(c->poses.a[i], c->poses.a[count], sizeof *c->poses.a);
        memcpy(c->poses.b[i], c->poses.b[count], sizeof *c->poses.b);
        memcpy(c->poses.a[count], pose, sizeof *c->poses.a);
        memcpy(c->poses.b[count++], pose + 12, sizeof *c->poses.b);
    }
    return count;
}

static void run_pair(const char *name, pair_case *c, double spread, int count, bool with_build)
{
#ifdef LIMB_BENCH_FCL
    static const bench_peer *const peers[] = {&bench_fcl, &bench_ccd_gjk, &bench_ccd_mpr,
                                              &bench_bullet};
    const int npeer = 4;
#else
    static const bench_peer *const peers[] = {NULL};
    const int npeer = 1;
#endif
    char label[100];
    snprintf(label, sizeof label, "collide/%s", name);
    if (!limb_bench_wanted(label) && !limb_bench_matches(label)) return;
    limb_mesh mesh[2];
    limb_collider collider[2];
    limb_scene_object object[2];
    for (int i = 0; i < 2; i++) {
        collider[i] = collider_of(&c->body[i], &mesh[i]);
        object[i] = (limb_scene_object){.ncollider = 1, .collider = &collider[i]};
    }
    if (limb_scene_create(&c->scene, object, 2, NULL, 0, NULL) != LIMB_OK) return;
    if (limb_query_create(&c->query, c->scene, NULL) != LIMB_OK) return;
    uint64_t state = 7;
    c->poses.count = count;
    c->poses.a = malloc((size_t)count * sizeof *c->poses.a);
    c->poses.b = malloc((size_t)count * sizeof *c->poses.b);
    for (int i = 0; i < count; i++) {
        random_pose(&state, spread, c->poses.a[i]);
        random_pose(&state, spread, c->poses.b[i]);
    }
    const int napart = apart_first(c);
    const bench_poses all = c->poses, apart = {napart, all.a, all.b},
                      deep = {count - napart, all.a + napart, all.b + napart};
    const bool surface = c->body[0].kind == BENCH_MESH;
    for (int p = 0; p < npeer; p++) {
        c->peer = peers[p];
        const char *peer = c->peer ? c->peer->name : NULL;
        if (surface && p > 0) break;
        if (c->peer) c->peer_pair = c->peer->open(&c->body[0], &c->body[1]);
        snprintf(label, sizeof label, "collide/%s/touch", name);
        limb_bench_run(
            &(limb_bench_case){label, ours_collide, peer, c->peer ? peer_collide : NULL, c, count});
        snprintf(label, sizeof label, "collide/%s/distance", name);
        c->poses = apart;
        if (!c->peer || c->peer->distance)
            limb_bench_run(&(limb_bench_case){label, ours_distance, peer,
                                              c->peer ? peer_distance : NULL, c, napart});
        snprintf(label, sizeof label, "collide/%s/depth", name);
        c->poses = deep;
        // FCL gives up on spheres and capsules, at length
        const bool is_known =
            !c->peer || (c->peer->depth && (p > 0 || c->body[0].kind >= BENCH_BOX));
        if (!surface && is_known)
            limb_bench_run(&(limb_bench_case){label, ours_distance, peer,
                                              c->peer ? peer_depth : NULL, c, count - napart});
        c->poses = all;
        snprintf(label, sizeof label, "collide/%s/build", name);
        if (with_build)
            limb_bench_run(
                &(limb_bench_case){label, ours_build, peer, c->peer ? peer_build : NULL, c, 1});
        if (c->peer) c->peer->close(c->peer_pair);
    }
    free(c->poses.a);
    free(c->poses.b);
    limb_query_free(c->query);
    limb_scene_free(c->scene);
}

// A bumpy ball of rings and sectors.
static bench_body bumpy(int rings, int sectors, int kind, uint64_t seed)
{
    bench_body m = {
        .kind = kind, .nvertex = (rings + 1) * sectors, .ntriangle = 2 * rings * sectors};
    float *vertex = malloc((size_t)m.nvertex * 3 * sizeof *vertex);
    unsigned *index = malloc((size_t)m.ntriangle * 3 * sizeof *index), *at = index;
    for (int i = 0; i <= rings; i++)
        for (int j = 0; j < sectors; j++) {
            const double u = 3.14159265358979 * i / rings, v = 6.28318530717959 * j / sectors;
            const double r = 0.3 * (1 + 0.1 * sin(3 * u + (double)seed) * cos(4 * v));
            float *p = vertex + 3 * (i * sectors + j);
            p[0] = (float)(r * sin(u) * cos(v));
            p[1] = (float)(r * sin(u) * sin(v));
            p[2] = (float)(1.5 * r * cos(u));
        }
    for (int i = 0; i < rings; i++)
        for (int j = 0; j < sectors; j++) {
            const unsigned a = (unsigned)(i * sectors + j),
                           b = (unsigned)(i * sectors + (j + 1) % sectors);
            const unsigned corner[6] = {a, a + (unsigned)sectors, b,
                                        b, a + (unsigned)sectors, b + (unsigned)sectors};
            memcpy(at, corner, sizeof corner);
            at += 6;
        }
    m.vertex = vertex;
    m.index = index;
    return m;
}

// A hull of random points on a ball.
static limb_mesh *random_hull(int npoint, uint64_t seed)
{
    float *point = malloc((size_t)npoint * 3 * sizeof *point);
    for (int i = 0; i < npoint; i++) {
        double p[3], n = 0;
        for (int k = 0; k < 3; k++) {
            p[k] = uniform(&seed, -1, 1);
            n += p[k] * p[k];
        }
        for (int k = 0; k < 3; k++)
            point[3 * i + k] = (float)((k == 2 ? 0.45 : 0.3) * p[k] / sqrt(n));
    }
    limb_mesh *hull = NULL;
    if (limb_hull_build(&hull, point, npoint, NULL, NULL) != LIMB_OK) hull = NULL;
    free(point);
    return hull;
}

//---- a whole robot -------------------------------------------------------------------------------

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

static void run_self(const char *name, const char *file, bool hulls)
{
    char label[100], path[1000];
    snprintf(label, sizeof label, "collide/self/%s/%s", name, hulls ? "hulls" : "meshes");
    if (!limb_bench_matches(label) || !limb_bench_corpus_path(file, path, sizeof path)) return;
    self_case c = {0};
    const limb_robot_meshes_opts load = {.no_visual = true};
    if (limb_robot_load(&c.robot, path, NULL) == LIMB_OK &&
        limb_robot_meshes_load(&c.meshes, c.robot, &load) == LIMB_OK &&
        limb_model_build(&c.model, c.robot, NULL) == LIMB_OK &&
        limb_work_create(&c.work, c.model, NULL) == LIMB_OK) {
        // pairs that touch at (nearly) every configuration are left out, as an SRDF would
        limb_scene_opts opts = {
            .find_mesh = limb_robot_meshes_find, .find_ctx = c.meshes, .mesh_as_hull = hulls};
        limb_srdf srdf = {.robot = ""};
        limb_srdf_pair *disabled = NULL;
        if (limb_scene_build(&c.scene, c.robot, &opts) == LIMB_OK) {
            const int npair = limb_scene_pair_count(c.scene);
            limb_pair_count *pair = malloc((size_t)(npair + 1) * sizeof *pair);
            disabled = malloc((size_t)(npair + 1) * sizeof *disabled);
            if (limb_collide_sample(c.scene, c.model, &(limb_sample_opts){.nsample = 1000}, pair) ==
                LIMB_OK)
                for (int i = 0; i < npair; i++)
                    if (pair[i].touching >= 950)
                        disabled[srdf.npair++] =
                            (limb_srdf_pair){c.robot->link[pair[i].a].name,
                                             c.robot->link[pair[i].b].name, "", false};
            free(pair);
            limb_scene_free(c.scene);
        }
        srdf.pair = disabled;
        opts.srdf = &srdf;
        if (limb_scene_build(&c.scene, c.robot, &opts) == LIMB_OK &&
            limb_query_create(&c.query, c.scene, NULL) == LIMB_OK) {
            const size_t n = (size_t)c.model->nlink;
            c.pose = malloc(POSES * n * 12 * sizeof *c.pose);
            c.q = malloc(POSES * (size_t)c.model->nq * sizeof *c.q);
            uint64_t seed = 3;
            for (int i = 0; i < POSES; i++) {
                double *q = c.q + (size_t)i * (size_t)c.model->nq;
                limb_random_configuration(c.model, &seed, q);
                limb_fk(c.model, c.work, q);
                for (int link = 0; link < c.model->nlink; link++)
                    memcpy(c.pose + 12 * (n * (size_t)i + (size_t)link),
                           limb_link_pose(c.model, c.work, link), 12 * sizeof(double));
            }
            limb_bench_run(&(limb_bench_case){label, self_check, NULL, NULL, &c, POSES});
            limb_bench_note("%s: %d pairs, %d of %d configurations touch", label,
                            limb_scene_pair_count(c.scene), c.touching, POSES);
            snprintf(label, sizeof label, "collide/self/%s/%s/batch", name,
                     hulls ? "hulls" : "meshes");
            run_self_batch(label, &c);
            free(c.pose);
            free(c.q);
        }
        free(disabled);
    }
    limb_query_free(c.query);
    limb_scene_free(c.scene);
    limb_work_free(c.work);
    limb_model_free(c.model);
    limb_robot_meshes_free(c.meshes);
    limb_robot_free(c.robot);
}

BENCH(collide, "collide")
{
    if (!limb_bench_wanted("collide/")) return;
    pair_case sphere = {
        .body = {{.kind = BENCH_SPHERE, .size = {0.3}}, {.kind = BENCH_SPHERE, .size = {0.4}}}};
    run_pair("sphere-sphere", &sphere, 0.4, POSES, false);
    pair_case capsule = {.body = {{.kind = BENCH_CAPSULE, .size = {0.15, 0.7}},
                                  {.kind = BENCH_CAPSULE, .size = {0.2, 0.5}}}};
    run_pair("capsule-capsule", &capsule, 0.4, POSES, false);
    pair_case box = {.body = {{.kind = BENCH_BOX, .size = {0.3, 0.5, 0.7}},
                              {.kind = BENCH_BOX, .size = {0.6, 0.4, 0.3}}}};
    run_pair("box-box", &box, 0.4, POSES, false);
    pair_case cylinder = {.body = {{.kind = BENCH_CYLINDER, .size = {0.2, 0.7}},
                                   {.kind = BENCH_CYLINDER, .size = {0.3, 0.4}}}};
    run_pair("cylinder-cylinder", &cylinder, 0.4, POSES, false);
    pair_case mixed[] = {
        {.body = {{.kind = BENCH_SPHERE, .size = {0.3}}, box.body[1]}},
        {.body = {capsule.body[0], box.body[1]}},
        {.body = {{.kind = BENCH_SPHERE, .size = {0.3}}, cylinder.body[1]}},
        {.body = {capsule.body[0], cylinder.body[1]}},
        {.body = {box.body[0], cylinder.body[1]}},
    };
    run_pair("sphere-box", &mixed[0], 0.4, POSES, false);
    run_pair("capsule-box", &mixed[1], 0.4, POSES, false);
    run_pair("sphere-cylinder", &mixed[2], 0.4, POSES, false);
    run_pair("capsule-cylinder", &mixed[3], 0.4, POSES, false);
    run_pair("box-cylinder", &mixed[4], 0.4, POSES, false);
    limb_mesh *hull[2] = {random_hull(152, 1), random_hull(102, 2)};
    if (hull[0] && hull[1]) {
        pair_case hulls;
        memset(&hulls, 0, sizeof hulls);
        for (int i = 0; i < 2; i++)
            hulls.body[i] = (bench_body){.kind = BENCH_HULL,
                                         .vertex = hull[i]->position,
                                         .nvertex = hull[i]->nvertex,
                                         .index = hull[i]->index,
                                         .ntriangle = hull[i]->ntriangle};
        run_pair("hull-hull", &hulls, 0.4, POSES, false);
    }
    limb_mesh_free(hull[0]);
    limb_mesh_free(hull[1]);
    pair_case small = {.body = {bumpy(21, 25, BENCH_MESH, 1), bumpy(21, 28, BENCH_MESH, 2)}};
    run_pair("mesh-1k", &small, 0.4, 64, false);
    pair_case large = {.body = {bumpy(140, 200, BENCH_MESH, 1), bumpy(100, 170, BENCH_MESH, 2)}};
    run_pair("mesh-50k", &large, 0.4, 32, true);
    run_self("panda", "panda_moveit/panda_description/urdf/panda.urdf", true);
    run_self("panda", "panda_moveit/panda_description/urdf/panda.urdf", false);
    run_self("ur5", "ur5/ur_description/urdf/ur5.urdf", true);
    run_self("ur5", "ur5/ur_description/urdf/ur5.urdf", false);
}
