// Builds and queries sphere sets: spheres grouped by link, a bounding sphere of each group, and the
// pairs of groups that are compared.
#include "numbers/collision/sphere_set.h"

#include "base/memory.h"
#include "numbers/kernels/kernels.h"
#include "numbers/math/pose.h"
#include "numbers/model/bodies.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, BLOCKS_PER_TASK = 16 };

typedef struct sphere_batch {
    const limb_sphere_set *set;
    char *scratch;
    const float *q;
    int count;
    bool *touches;
} sphere_batch;

static bool is_sphere(const limb_model *model, const limb_sphere *sphere);
static limb_sphere_set *allocate(const limb_model *model, const limb_allocator *memory, int nsphere,
                                 int ngroup);
static void add_groups(limb_sphere_set *s, const limb_sphere *sphere, int nsphere);
static int by_link(const void *a, const void *b);
static limb_sphere ball_around(const limb_sphere *sphere, int count);
static void add_pairs(limb_sphere_set *s, const limb_sphere_set_opts *opts);
static bool are_compared(const limb_model *model, int a, int b, const limb_sphere_set_opts *opts);
static limb_sphere placed(const limb_sphere_set *set, const limb_work *work, int group, int sphere);
static bool overlap(const limb_sphere *a, const limb_sphere *b);
static double apart(const double *a, const double *b);
static size_t rounded(size_t size);
static size_t worker_size(const limb_sphere_set *set);
static unsigned collide_block(const limb_sphere_set *set, char *scratch, const float *q);
static char *aligned(void *scratch);
static void sphere_task(void *ctx, int task, int worker);

//---- building ------------------------------------------------------------------------------------

limb_status limb_sphere_set_build(limb_sphere_set **out, const limb_model *model,
                                  const limb_sphere *sphere, int nsphere,
                                  const limb_sphere_set_opts *opts)
{
    assert(out && model && (sphere || nsphere <= 0));
    static const limb_sphere_set_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    if (nsphere < 0) return LIMB_ERROR_INPUT;
    int count = 0;
    for (int i = 0; i < nsphere; i++) {
        if (!is_sphere(model, &sphere[i])) return LIMB_ERROR_INPUT;
        count += model->link_body[sphere[i].link] >= 0;
    }
    const int ngroup = count < model->nlink ? count : model->nlink;
    limb_sphere_set *set = allocate(model, limb__memory(opts->memory), count, ngroup);
    if (!set) return LIMB_ERROR_MEMORY;
    add_groups(set, sphere, nsphere);
    add_pairs(set, opts);
    *out = set;
    return LIMB_OK;
}

static bool is_sphere(const limb_model *model, const limb_sphere *sphere)
{
    return sphere->link >= 0 && sphere->link < model->nlink && isfinite(sphere->center[0]) &&
           isfinite(sphere->center[1]) && isfinite(sphere->center[2]) && isfinite(sphere->radius) &&
           sphere->radius >= 0;
}

// Allocates one block with capacity for ngroup groups.
static limb_sphere_set *allocate(const limb_model *model, const limb_allocator *memory, int nsphere,
                                 int ngroup)
{
    const size_t n = (size_t)nsphere + (size_t)ngroup, g = (size_t)ngroup;
    const size_t radii = n + LIMB__SPHERE_PART; // lanes after the last are accessed
    const size_t part[6] = {rounded(sizeof(limb_sphere_set)),
                            rounded(n * sizeof(limb_sphere)),
                            rounded(n * sizeof(limb__sphere_float)),
                            rounded(g * sizeof(limb__sphere_group)),
                            rounded((g * g / 2 + 1) * sizeof(limb__group_pair)),
                            rounded(radii * sizeof(float))};
    const size_t size = part[0] + part[1] + part[2] + part[3] + part[4] + part[5];
    char *at = limb__allocate(memory, size);
    if (!at) return NULL;
    limb_sphere_set *set = (limb_sphere_set *)(void *)at;
    *set = (limb_sphere_set){.memory = memory,
                             .size = size,
                             .model = model,
                             .lanes = limb__sphere_lanes_of(model->isa),
                             .nsphere = nsphere};
    set->sphere = (limb_sphere *)(void *)(at += part[0]);
    set->sphere_float = (limb__sphere_float *)(void *)(at += part[1]);
    set->group = (limb__sphere_group *)(void *)(at += part[2]);
    set->pair = (limb__group_pair *)(void *)(at += part[3]);
    set->radius = (float *)(void *)(at += part[4]);
    memset(set->radius, 0, radii * sizeof(float));
    return set;
}

void limb_sphere_set_free(limb_sphere_set *set)
{
    if (set) limb__release(set->memory, set, set->size);
}

static void add_groups(limb_sphere_set *s, const limb_sphere *sphere, int nsphere)
{
    int count = 0;
    for (int i = 0; i < nsphere; i++)
        if (s->model->link_body[sphere[i].link] >= 0) s->sphere[count++] = sphere[i];
    qsort(s->sphere, (size_t)count, sizeof *s->sphere, by_link);
    for (int first = 0, end; first < count; first = end) {
        const int link = s->sphere[first].link;
        for (end = first + 1; end < count && s->sphere[end].link == link;)
            end++;
        const int ball = s->nsphere + s->ngroup;
        s->group[s->ngroup++] =
            (limb__sphere_group){link, s->model->link_slot[link], first, end - first, ball};
        s->sphere[ball] = ball_around(s->sphere + first, end - first);
    }
    for (int i = 0; i < s->nsphere + s->ngroup; i++) {
        limb__sphere_float *out = &s->sphere_float[i];
        for (int k = 0; k < 3; k++)
            out->center[k] = (float)s->sphere[i].center[k];
        out->radius = s->radius[i] = (float)s->sphere[i].radius;
    }
}

static int by_link(const void *a, const void *b)
{
    const limb_sphere *p = a, *q = b;
    return p->link < q->link ? -1 : p->link > q->link;
}

// Computes a small bounding sphere: starting at the center of the box, it moves towards the
// farthest sphere by decreasing steps (Badoiu and Clarkson 2003).
static limb_sphere ball_around(const limb_sphere *sphere, int count)
{
    enum { STEPS = 200 };
    limb_sphere ball = {.link = sphere[0].link};
    for (int k = 0; k < 3; k++) {
        double lower = HUGE_VAL, upper = -HUGE_VAL;
        for (int i = 0; i < count; i++) {
            lower = fmin(lower, sphere[i].center[k] - sphere[i].radius);
            upper = fmax(upper, sphere[i].center[k] + sphere[i].radius);
        }
        ball.center[k] = (lower + upper) / 2;
    }
    for (int step = 1; step <= STEPS; step++) {
        int far = 0;
        double reach = -1;
        for (int i = 0; i < count; i++) {
            const double way = apart(sphere[i].center, ball.center) + sphere[i].radius;
            if (way > reach) {
                reach = way;
                far = i;
            }
        }
        // slightly enlarged, so that rounding to floats leaves none outside
        ball.radius = reach * (1 + 1e-6);
        const double length = apart(sphere[far].center, ball.center);
        if (step == STEPS || !(length > 0)) break;
        const double share = (reach - sphere[far].radius) / length / (step + 8);
        for (int k = 0; k < 3; k++)
            ball.center[k] += share * (sphere[far].center[k] - ball.center[k]);
    }
    return ball;
}

static void add_pairs(limb_sphere_set *s, const limb_sphere_set_opts *opts)
{
    for (int i = 0; i < s->ngroup; i++)
        for (int j = 0; j < i; j++) {
            const limb__sphere_group *a = &s->group[i], *b = &s->group[j];
            if (!are_compared(s->model, a->link, b->link, opts)) continue;
            s->pair[s->npair++] =
                a->count <= b->count ? (limb__group_pair){i, j} : (limb__group_pair){j, i};
        }
}

static bool are_compared(const limb_model *model, int a, int b, const limb_sphere_set_opts *opts)
{
    const int body_a = model->link_body[a], body_b = model->link_body[b];
    if (body_a == body_b) return false;
    if (body_a > 0 && model->joint_parent[body_a - 1] == body_b) return false;
    if (body_b > 0 && model->joint_parent[body_b - 1] == body_a) return false;
    for (int i = 0; i < opts->nskip; i++) {
        const int *skip = opts->skip + 2 * (size_t)i;
        if ((skip[0] == a && skip[1] == b) || (skip[0] == b && skip[1] == a)) return false;
    }
    return true;
}

int limb_sphere_set_count(const limb_sphere_set *set)
{
    assert(set);
    return set->nsphere;
}

long long limb_sphere_set_pair_count(const limb_sphere_set *set)
{
    assert(set);
    long long count = 0;
    for (int i = 0; i < set->npair; i++)
        count += (long long)set->group[set->pair[i].a].count * set->group[set->pair[i].b].count;
    return count;
}

//---- one configuration ---------------------------------------------------------------------------

bool limb_sphere_set_collide(const limb_sphere_set *set, const limb_work *work, int *link)
{
    assert(set && work);
    for (int i = 0; i < set->npair; i++) {
        const int ga = set->pair[i].a, gb = set->pair[i].b;
        const limb__sphere_group *a = &set->group[ga], *b = &set->group[gb];
        const limb_sphere ball_a = placed(set, work, ga, a->ball);
        const limb_sphere ball_b = placed(set, work, gb, b->ball);
        if (!overlap(&ball_a, &ball_b)) continue;
        for (int k = a->first; k < a->first + a->count; k++) {
            const limb_sphere one = placed(set, work, ga, k);
            if (!overlap(&one, &ball_b)) continue;
            for (int m = b->first; m < b->first + b->count; m++) {
                const limb_sphere other = placed(set, work, gb, m);
                if (!overlap(&one, &other)) continue;
                if (link) {
                    link[0] = a->link;
                    link[1] = b->link;
                }
                return true;
            }
        }
    }
    return false;
}

static limb_sphere placed(const limb_sphere_set *set, const limb_work *work, int group, int sphere)
{
    limb_sphere out = set->sphere[sphere];
    limb__pose_point(work->pose + 12 * (size_t)set->group[group].slot, set->sphere[sphere].center,
                     out.center);
    return out;
}

// Returns true also for a pose that is not finite.
static bool overlap(const limb_sphere *a, const limb_sphere *b)
{
    return !(apart(a->center, b->center) > a->radius + b->radius);
}

static double apart(const double *a, const double *b)
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

//---- many configurations -------------------------------------------------------------------------

static size_t rounded(size_t size)
{
    return (size + LINE - 1) & ~(size_t)(LINE - 1);
}

// Returns the size of a worker's memory: poses and q of a block, centers of a part of it, and the
// groups whose centers are computed.
static size_t worker_size(const limb_sphere_set *set)
{
    const size_t numbers = 12 * (size_t)set->model->nslot + (size_t)set->model->nq;
    const size_t spheres = (size_t)set->nsphere + (size_t)set->ngroup;
    return numbers * LIMB_LANES_FLOAT * sizeof(float) +
           rounded(spheres * 3 * LIMB__SPHERE_PART * sizeof(float)) + rounded((size_t)set->ngroup);
}

size_t limb_sphere_set_scratch_size(const limb_sphere_set *set, int nworker)
{
    assert(set);
    return LINE - 1 + worker_size(set) * (size_t)(nworker > 0 ? nworker : 0);
}

static char *aligned(void *scratch)
{
    return (char *)scratch + (LINE - (uintptr_t)scratch % LINE) % LINE;
}

unsigned limb_sphere_set_collide_lanes(const limb_sphere_set *set, void *scratch, const float *q)
{
    assert(set && scratch && q);
    return collide_block(set, aligned(scratch), q);
}

static unsigned collide_block(const limb_sphere_set *set, char *scratch, const float *q)
{
    const size_t spheres = (size_t)set->nsphere + (size_t)set->ngroup;
    float *pose = (float *)(void *)scratch;
    float *center =
        pose + (12 * (size_t)set->model->nslot + (size_t)set->model->nq) * LIMB_LANES_FLOAT;
    char *group = (char *)center + rounded(spheres * 3 * LIMB__SPHERE_PART * sizeof(float));
    limb_fk_lanes_float(set->model, q, pose);
    return set->lanes->collide(set, pose, center, (unsigned char *)group);
}

void limb_sphere_set_collide_batch(const limb_sphere_set *set, void *scratch, limb_pool *pool,
                                   const float *q, int count, bool *touches)
{
    assert(set && (count <= 0 || (scratch && q && touches)));
    sphere_batch job = {set, aligned(scratch), q, count, touches};
    const int per_task = LIMB_LANES_FLOAT * BLOCKS_PER_TASK;
    const int tasks = count > 0 ? (count - 1) / per_task + 1 : 0;
    if (pool) {
        pool->run(pool, tasks, sphere_task, &job);
        return;
    }
    for (int i = 0; i < tasks; i++)
        sphere_task(&job, i, 0);
}

// Processes some blocks; the last one is filled up by repeating the last configuration.
static void sphere_task(void *ctx, int task, int worker)
{
    const sphere_batch *job = ctx;
    const size_t nq = (size_t)job->set->model->nq;
    char *scratch = job->scratch + worker_size(job->set) * (size_t)worker;
    float *q = (float *)(void *)scratch + 12 * (size_t)job->set->model->nslot * LIMB_LANES_FLOAT;
    for (int block = 0; block < BLOCKS_PER_TASK; block++) {
        const int first = (task * BLOCKS_PER_TASK + block) * LIMB_LANES_FLOAT;
        if (first >= job->count) return;
        const int left = job->count - first;
        const int filled = left < LIMB_LANES_FLOAT ? left : LIMB_LANES_FLOAT;
        for (int lane = 0; lane < LIMB_LANES_FLOAT; lane++) {
            const float *from = job->q + nq * (size_t)(first + (lane < filled ? lane : filled - 1));
            for (size_t k = 0; k < nq; k++)
                q[k * LIMB_LANES_FLOAT + (size_t)lane] = from[k];
        }
        const unsigned touching = collide_block(job->set, scratch, q);
        for (int lane = 0; lane < filled; lane++)
            job->touches[first + lane] = touching >> lane & 1;
    }
}
