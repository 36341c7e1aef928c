// Pairs of bodies at random poses: see pairs.h.
#include "pairs.h"
#include "bench.h"
#include "limb/limb.h"
#include "numbers/collision/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct pair_case {
    bench_body body[2];
    limb_scene *scene; // of the two
    limb_query *query;
    bench_poses poses;
    const bench_peer *peer;
    void *peer_pair;
} pair_case;

#ifdef LIMB_BENCH_FCL
static const bench_peer *const peers[] = {&bench_fcl, &bench_ccd_gjk, &bench_ccd_mpr,
                                          &bench_bullet};
enum { PEERS = 4 };
#else
static const bench_peer *const peers[] = {NULL};
enum { PEERS = 1 };
#endif

static limb_status open_case(pair_case *c, double spread, int count);
static void close_case(pair_case *c);
static void run_beside(const char *name, pair_case *c, int count, int napart);
static limb_collider collider_of(const bench_body *body, limb_mesh *mesh);
static int apart_first(pair_case *c);
static void ours_collide(void *ctx);
static void ours_distance(void *ctx);
static void peer_collide(void *ctx);
static void peer_distance(void *ctx);
static void peer_depth(void *ctx);
static void random_pose(uint64_t *state, double spread, double pose[12]);

void bench_pair_run(const char *name, const bench_body body[2], double spread, int count)
{
    char label[100];
    snprintf(label, sizeof label, "collide/%s/", name);
    if (!limb_bench_wanted(label)) return;
    pair_case c = {.body = {body[0], body[1]}};
    if (open_case(&c, spread, count) == LIMB_OK) {
        const int napart = apart_first(&c);
        const bool surface = body[0].kind == BENCH_MESH;
        for (int p = 0; p < PEERS; p++) {
            // only the first knows meshes
            if (surface && p > 0) break;
            c.peer = peers[p];
            if (c.peer) c.peer_pair = c.peer->open(&c.body[0], &c.body[1]);
            run_beside(name, &c, count, napart);
            if (c.peer) c.peer->close(c.peer_pair);
        }
    }
    close_case(&c);
}

static limb_status open_case(pair_case *c, double spread, int count)
{
    limb_mesh mesh[2];
    limb_collider collider[2];
    limb_scene_object object[2];
    for (int i = 0; i < 2; i++) {
        collider[i] = collider_of(&c->body[i], &mesh[i]);
        object[i] = (limb_scene_object){.ncollider = 1, .collider = &collider[i]};
    }
    uint64_t state = 7;
    c->poses.count = count;
    c->poses.a = malloc((size_t)count * sizeof *c->poses.a);
    c->poses.b = malloc((size_t)count * sizeof *c->poses.b);
    for (int i = 0; i < count; i++) {
        random_pose(&state, spread, c->poses.a[i]);
        random_pose(&state, spread, c->poses.b[i]);
    }
    const limb_status status = limb_scene_create(&c->scene, object, 2, NULL, 0, NULL);
    return status == LIMB_OK ? limb_query_create(&c->query, c->scene, NULL) : status;
}

static void close_case(pair_case *c)
{
    free(c->poses.a);
    free(c->poses.b);
    limb_query_free(c->query);
    limb_scene_free(c->scene);
}

static void run_beside(const char *name, pair_case *c, int count, int napart)
{
    const bench_poses all = c->poses, apart = {napart, all.a, all.b},
                      deep = {count - napart, all.a + napart, all.b + napart};
    const char *peer = c->peer ? c->peer->name : NULL;
    char label[100];
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
    const bool gives_up = c->peer == peers[0] && c->body[0].kind < BENCH_BOX;
    const bool is_known = !c->peer || (c->peer->depth && !gives_up);
    if (c->body[0].kind != BENCH_MESH && is_known)
        limb_bench_run(&(limb_bench_case){label, ours_distance, peer, c->peer ? peer_depth : NULL,
                                          c, count - napart});
    c->poses = all;
}

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

//---- what is timed

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

//---- numbers

double bench_uniform(uint64_t *state, double low, double high)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*state >> 11) * 0x1p-53;
}

static void random_pose(uint64_t *state, double spread, double pose[12])
{
    double q[4], n = 0;
    for (int k = 0; k < 4; k++) {
        q[k] = bench_uniform(state, -1, 1);
        n += q[k] * q[k];
    }
    for (int k = 0; k < 4; k++)
        q[k] /= sqrt(n);
    double at[3];
    for (int k = 0; k < 3; k++)
        at[k] = bench_uniform(state, -spread, spread);
    limb_pose_from_quat(at, q, pose);
}
