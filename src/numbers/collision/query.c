// Queries: placing objects, and the pairs in contact or closest to each other.
#include "numbers/collision/scene.h"

#include "base/memory.h"
#include "numbers/math/pose.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static void contact_of(int a, int b, const limb__proximity *near, limb_contact *out);
static limb__pair_memory *memory_of(limb_query *query, int pair);
static bool objects_touch(limb_query *query, int a, int b, limb__pair_memory *memory);
static bool objects_distance(limb_query *query, int a, int b, limb__pair_memory *memory,
                             double bound, limb_contact *out);
static double box_gap(const limb__world_box *a, const limb__world_box *b);

//---- scratch -------------------------------------------------------------------------------------

static size_t rounded(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

size_t limb_query_size(const limb_scene *scene)
{
    assert(scene);
    const size_t n = (size_t)scene->nobject;
    return 64 + rounded(sizeof(limb_query)) + rounded(12 * n * sizeof(double)) +
           rounded(n * sizeof(limb__world_box)) +
           rounded((size_t)(scene->npair + 1) * sizeof(int)) +
           rounded((size_t)(scene->npair + 1) * sizeof(double)) +
           rounded((size_t)(scene->nmemory + 1) * sizeof(limb__pair_memory));
}

limb_query *limb_query_init(const limb_scene *scene, void *memory, size_t size)
{
    assert(scene);
    if (size < limb_query_size(scene)) return NULL;
    const size_t n = (size_t)scene->nobject;
    char *at = (char *)memory + (64 - ((uintptr_t)memory & 63)) % 64;
    limb_query *q = (limb_query *)(void *)at;
    *q = (limb_query){.scene = scene, .size = size, .block = memory};
    at += rounded(sizeof *q);
    q->pose = (double *)(void *)at;
    at += rounded(12 * n * sizeof(double));
    q->box = (limb__world_box *)(void *)at;
    at += rounded(n * sizeof(limb__world_box));
    q->candidate = (int *)(void *)at;
    at += rounded((size_t)(scene->npair + 1) * sizeof(int));
    q->speed = (double *)(void *)at;
    at += rounded((size_t)(scene->npair + 1) * sizeof(double));
    q->pair_memory = (limb__pair_memory *)(void *)at;
    memset(q->box, 0, n * sizeof(limb__world_box));
    for (int i = 0; i < scene->nobject; i++)
        memcpy(q->pose + 12 * (size_t)i, scene->object[i].pose, 12 * sizeof(double));
    q->is_placed = scene->broad->place(scene, q, q->pose, NULL, scene->nobject);
    limb_query_reset(q);
    return q;
}

limb_status limb_query_create(limb_query **out, const limb_scene *scene,
                              const limb_allocator *memory)
{
    assert(out && scene);
    *out = NULL;
    memory = limb__memory(memory);
    const size_t size = limb_query_size(scene);
    void *block = limb__allocate(memory, size);
    if (!block) return LIMB_ERROR_MEMORY;
    *out = limb_query_init(scene, block, size);
    (*out)->memory = memory;
    return LIMB_OK;
}

void limb_query_free(limb_query *query)
{
    if (query) limb__release(query->memory, query->block, query->size);
}

void limb_query_reset(limb_query *query)
{
    assert(query);
    memset(query->pair_memory, 0, (size_t)query->scene->nmemory * sizeof *query->pair_memory);
}

limb_status limb_query_place(limb_query *query, const limb_model *model, const limb_work *work)
{
    assert(query && model && work);
    const int count = query->scene->nlink < model->nlink ? query->scene->nlink : model->nlink;
    query->is_placed =
        query->scene->broad->place(query->scene, query, work->pose, model->link_slot, count);
    return query->is_placed ? LIMB_OK : LIMB_ERROR_NUMERIC;
}

limb_status limb_query_place_objects(limb_query *query, const double *pose, int count)
{
    assert(query && (pose || count <= 0));
    if (count < 0 || count > query->scene->nobject) return LIMB_ERROR_INPUT;
    query->is_placed = query->scene->broad->place(query->scene, query, pose, NULL, count);
    return query->is_placed ? LIMB_OK : LIMB_ERROR_NUMERIC;
}

//---- touching ------------------------------------------------------------------------------------

bool limb_collide(limb_query *query, int *pair)
{
    assert(query);
    const limb_scene *s = query->scene;
    if (!query->is_placed) return false;
    const int count = s->broad->candidates(s, query, 0);
    for (int i = 0; i < count; i++) {
        const limb__object_pair *at = &s->pair[query->candidate[i]];
        if (!objects_touch(query, at->a, at->b, memory_of(query, query->candidate[i]))) continue;
        if (pair) {
            pair[0] = at->a;
            pair[1] = at->b;
        }
        return true;
    }
    return false;
}

int limb_collide_all(limb_query *query, limb_contact *contact, int max)
{
    assert(query && (contact || max <= 0));
    const limb_scene *s = query->scene;
    if (!query->is_placed) return 0;
    const int count = s->broad->candidates(s, query, 0);
    int found = 0;
    for (int i = 0; i < count; i++) {
        const limb__object_pair *at = &s->pair[query->candidate[i]];
        limb__pair_memory *memory = memory_of(query, query->candidate[i]);
        if (!objects_touch(query, at->a, at->b, memory)) continue;
        if (found < max) {
            contact[found] = (limb_contact){.a = at->a, .b = at->b};
            objects_distance(query, at->a, at->b, memory, HUGE_VAL, &contact[found]);
        }
        found++;
    }
    return found;
}

int limb__touching_pairs(limb_query *query)
{
    const limb_scene *s = query->scene;
    if (!query->is_placed) return 0;
    const int count = s->broad->candidates(s, query, 0);
    int found = 0;
    for (int i = 0; i < count; i++) {
        const int index = query->candidate[i];
        const limb__object_pair *at = &s->pair[index];
        if (objects_touch(query, at->a, at->b, memory_of(query, index)))
            query->candidate[found++] = index;
    }
    return found;
}

static bool are_objects(const limb_query *query, int a, int b)
{
    const int count = query->scene->nobject;
    return a >= 0 && a < count && b >= 0 && b < count;
}

bool limb_collide_pair(limb_query *query, int a, int b)
{
    assert(query);
    if (!query->is_placed || !are_objects(query, a, b)) return false;
    if (box_gap(&query->box[a], &query->box[b]) > 0) return false;
    return objects_touch(query, a, b, NULL);
}

static limb__pair_memory *memory_of(limb_query *query, int pair)
{
    return query->pair_memory + query->scene->pair[pair].memory;
}

// memory has all pairs of their shapes; NULL: no state is kept.
static bool objects_touch(limb_query *query, int a, int b, limb__pair_memory *memory)
{
    const limb_scene *s = query->scene;
    const limb__object *oa = &s->object[a], *ob = &s->object[b];
    for (int i = 0; i < oa->count; i++)
        for (int j = 0; j < ob->count; j++) {
            limb__pair_memory fresh = {{0, 0, 0}, {0, 0}};
            limb__pair_memory *at = memory ? &memory[i * ob->count + j] : &fresh;
            if (limb__colliders_touch(query, &s->collider[oa->first + i],
                                      &s->collider[ob->first + j], at)) {
                return true;
            }
        }
    return false;
}

//---- distance ------------------------------------------------------------------------------------

bool limb_distance(limb_query *query, double bound, limb_contact *nearest)
{
    assert(query && nearest);
    const limb_scene *s = query->scene;
    if (!query->is_placed) return false;
    bool found = false;
    // pairs with overlapping boxes first: they give a bound for the others
    const int count = s->broad->candidates(s, query, 0);
    for (int pass = 0; pass < 2; pass++) {
        const int npair = pass ? s->npair : count;
        for (int i = 0; i < npair; i++) {
            const int index = pass ? i : query->candidate[i];
            const limb__object_pair *at = &s->pair[index];
            const double apart = box_gap(&query->box[at->a], &query->box[at->b]);
            if (pass && (apart <= 0 || apart >= bound)) continue;
            if (!objects_distance(query, at->a, at->b, memory_of(query, index), bound, nearest))
                continue;
            bound = nearest->distance;
            found = true;
        }
    }
    return found;
}

bool limb_distance_pair(limb_query *query, int a, int b, double bound, limb_contact *nearest)
{
    assert(query && nearest);
    if (!query->is_placed || !are_objects(query, a, b)) return false;
    if (a < b) return objects_distance(query, a, b, NULL, bound, nearest);
    return objects_distance(query, b, a, NULL, bound, nearest);
}

bool limb__pair_distance(limb_query *query, int pair, double bound, limb_contact *out)
{
    const limb__object_pair *at = &query->scene->pair[pair];
    return objects_distance(query, at->a, at->b, memory_of(query, pair), bound, out);
}

double limb__pair_box_gap(const limb_query *query, int pair)
{
    const limb__object_pair *at = &query->scene->pair[pair];
    return box_gap(&query->box[at->a], &query->box[at->b]);
}

// Returns a lower bound of the distance of two boxes, along one axis; negative: they overlap.
static double box_gap(const limb__world_box *a, const limb__world_box *b)
{
    double gap = -HUGE_VAL;
    for (int k = 0; k < 3; k++)
        gap = fmax(gap, fmax(a->lower[k] - b->upper[k], b->lower[k] - a->upper[k]));
    return gap;
}

static bool objects_distance(limb_query *query, int a, int b, limb__pair_memory *memory,
                             double bound, limb_contact *out)
{
    const limb_scene *s = query->scene;
    const limb__object *oa = &s->object[a], *ob = &s->object[b];
    bool found = false;
    for (int i = 0; i < oa->count; i++)
        for (int j = 0; j < ob->count; j++) {
            limb__pair_memory fresh = {{0, 0, 0}, {0, 0}};
            limb__pair_memory *at = memory ? &memory[i * ob->count + j] : &fresh;
            limb__proximity near;
            if (!limb__colliders_distance(query, &s->collider[oa->first + i],
                                          &s->collider[ob->first + j], at, bound, &near)) {
                continue;
            }
            if (found && near.distance >= bound) continue;
            bound = near.distance;
            contact_of(a, b, &near, out);
            found = true;
        }
    return found;
}

static void contact_of(int a, int b, const limb__proximity *near, limb_contact *out)
{
    out->a = a;
    out->b = b;
    out->distance = near->distance;
    for (int k = 0; k < 3; k++) {
        out->point_a[k] = near->point[0][k];
        out->point_b[k] = near->point[1][k];
        out->point[k] = (near->point[0][k] + near->point[1][k]) / 2;
        out->normal[k] = near->normal[k];
    }
}

//---- rays ----------------------------------------------------------------------------------------

bool limb_ray_cast(limb_query *query, const double from[3], const double direction[3], double reach,
                   limb_ray_result *hit)
{
    assert(query && from && direction && hit);
    const limb_scene *s = query->scene;
    bool found = false;
    double wrong = 0; // stays zero while the ray is finite
    for (int k = 0; k < 3; k++)
        wrong += 0 * from[k] + 0 * direction[k];
    if (!query->is_placed || wrong != 0) return false;
    for (int i = 0; i < s->ncollider; i++) {
        const limb__collider *c = &s->collider[i];
        double scratch[12], back[12];
        const double *pose = limb__collider_pose(query, c, scratch);
        limb__pose_inverse(pose, back);
        limb__ray ray = {.reach = found ? hit->t : reach};
        limb__ray_hit local = {.t = 0};
        limb__pose_point(back, from, ray.from);
        limb__pose_rotate(back, direction, ray.direction);
        if (c->class == LIMB__SHAPE_MESH) {
            if (!s->pairs->mesh_ray(&c->mesh, &ray, &local)) continue;
        } else if (c->class == LIMB__SHAPE_CONVEX) {
            if (!s->pairs->convex_ray(&c->convex, &ray, &local)) continue;
        } else {
            const double z = ray.from[2], speed = ray.direction[2];
            const bool inside = c->half_space && z <= 0;
            local.t = inside ? 0 : -z / speed;
            if (!inside && !(local.t >= 0 && local.t <= ray.reach)) continue;
            local.normal[2] = speed > 0 ? -1 : 1;
        }
        if (found && local.t >= hit->t) continue;
        found = true;
        hit->object = c->object;
        hit->t = local.t;
        limb__pose_rotate(pose, local.normal, hit->normal);
        for (int k = 0; k < 3; k++)
            hit->point[k] = from[k] + local.t * direction[k];
    }
    return found;
}
