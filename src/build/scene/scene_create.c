// Builds a scene: colliders become convex shapes and trees, objects get boxes, pairs are listed.
#include "build/scene/scene_create.h"

#include "base/memory.h"
#include "limb/mesh.h"
#include "numbers/collision/scene.h"
#include "numbers/math/pose.h"
#include "numbers/narrowphase/hull_arrays.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
enum {
    MAX_OUTLINED = 100000,    // vertices of a mesh
    MAX_SHAPE_PAIRS = 1 << 26 // a query keeps 32 bytes for each
};
static const double largest_size = 1e15; // m; beyond it squares of squares lose their precision

typedef struct pair_plan {
    const int (*skip)[2]; // not compared, in order (nskip)
    int nskip;
    const int *shaped; // objects that have shapes (nshaped)
    int nshaped;
} pair_plan;

static limb_status add_objects(limb_scene *s, const limb_scene_object *object, int count);
static limb_status add_collider(limb_scene *s, const limb_collider *in, int object);
static bool is_size(double x);
static bool is_pose(const double *pose);
static void add_primitive(const limb_collider *in, limb__collider *c);
static limb_status add_hull(limb_scene *s, const limb_collider *in, limb__collider *c, bool *empty);
static limb_status fill_hull(limb_scene *s, const limb_mesh *hull, const double *scale,
                             limb__collider *c);
static limb_status add_outline(limb_scene *s, const limb_mesh *mesh, const double *scale,
                               limb__collider *c);
static limb_status add_mesh(limb_scene *s, const limb_collider *in, limb__collider *c, bool *empty);
static bool all_finite(const float *position, int nvertex, const double scale[3]);
static void *take_aligned(limb_scene *s, size_t size);
static void bound_object(limb_scene *s, limb__object *object);
static limb_status add_pairs(limb_scene *s, const int *skip, int nskip);
static limb_status list_pairs(limb_scene *s, const pair_plan *plan);
static int by_pair(const void *a, const void *b);

limb_status limb_scene_create(limb_scene **out, const limb_scene_object *object, int nobject,
                              const int *skip, int nskip, const limb_scene_opts *opts)
{
    assert(out && (object || nobject <= 0) && (skip || nskip <= 0));
    static const limb_scene_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    if (nobject < 0 || nskip < 0 || opts->nobstacle < 0) return LIMB_ERROR_INPUT;
    const limb_isa isa = limb__isa_choose(opts->isa);
    if (isa == LIMB_ISA_AUTO) return LIMB_ERROR_UNSUPPORTED;
    const limb_allocator *memory = limb__memory(opts->memory);
    limb_scene *s = limb__allocate(memory, sizeof *s);
    if (!s) return LIMB_ERROR_MEMORY;
    *s = (limb_scene){.memory = memory};
    limb__arena_init(&s->arena, memory, 16 * 1024);
    s->pairs = limb__pairs_of(isa);
    s->broad = limb__broad_of(isa);
    int ncollider = 0;
    for (int i = 0; i < nobject; i++)
        ncollider += object[i].ncollider;
    for (int i = 0; i < opts->nobstacle; i++)
        ncollider += opts->obstacle[i].ncollider;
    s->object = LIMB__ARENA_ARRAY(&s->arena, limb__object, nobject + opts->nobstacle + 1);
    s->collider = LIMB__ARENA_ARRAY(&s->arena, limb__collider, ncollider + 1);
    limb_status status = s->arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    if (status == LIMB_OK) status = add_objects(s, object, nobject);
    s->nlink = nobject;
    if (status == LIMB_OK) status = add_objects(s, opts->obstacle, opts->nobstacle);
    if (status == LIMB_OK) status = add_pairs(s, skip, nskip);
    if (status != LIMB_OK) {
        limb_scene_free(s);
        return status;
    }
    *out = s;
    return LIMB_OK;
}

bool limb__collider_is_sound(const limb_collider *c)
{
    if (c->pose && !is_pose(c->pose)) return false;
    const bool has_mesh = c->kind == LIMB_COLLIDER_HULL || c->kind == LIMB_COLLIDER_MESH;
    return has_mesh || (is_size(c->radius) && is_size(c->length / 2) && is_size(c->size[0]) &&
                        is_size(c->size[1]) && is_size(c->size[2]));
}

//---- objects -------------------------------------------------------------------------------------

static limb_status add_objects(limb_scene *s, const limb_scene_object *object, int count)
{
    for (int i = 0; i < count; i++) {
        const limb_scene_object *in = &object[i];
        limb__object *o = &s->object[s->nobject];
        *o = (limb__object){.first = s->ncollider};
        const char *name = in->name ? in->name : "";
        o->name = limb__arena_copy_text(&s->arena, name, strlen(name));
        if (!o->name) return LIMB_ERROR_MEMORY;
        if (in->pose && !is_pose(in->pose)) return LIMB_ERROR_INPUT;
        memcpy(o->pose, in->pose ? in->pose : identity, sizeof o->pose);
        for (int k = 0; k < in->ncollider; k++) {
            const limb_status status = add_collider(s, &in->collider[k], s->nobject);
            if (status != LIMB_OK) return status;
        }
        o->count = s->ncollider - o->first;
        bound_object(s, o);
        s->nobject++;
    }
    return LIMB_OK;
}

static limb_status add_collider(limb_scene *s, const limb_collider *in, int object)
{
    limb__collider *c = &s->collider[s->ncollider];
    *c = (limb__collider){.object = object};
    if (!limb__collider_is_sound(in)) return LIMB_ERROR_INPUT;
    memcpy(c->pose, in->pose ? in->pose : identity, sizeof c->pose);
    c->is_placed = memcmp(c->pose, identity, sizeof identity) != 0;
    limb_status status = LIMB_OK;
    bool empty = false;
    switch (in->kind) {
    case LIMB_COLLIDER_HULL:
        status = add_hull(s, in, c, &empty);
        break;
    case LIMB_COLLIDER_MESH:
    case LIMB_COLLIDER_POINTS:
        status = add_mesh(s, in, c, &empty);
        break;
    default:
        add_primitive(in, c);
    }
    if (status != LIMB_OK) return status;
    if (empty) {
        s->nmissing++;
    } else {
        s->ncollider++;
    }
    return LIMB_OK;
}

static bool is_size(double x)
{
    return x >= 0 && x <= largest_size;
}

static bool is_pose(const double *pose)
{
    for (int k = 0; k < 12; k++)
        if (!(fabs(pose[k]) <= largest_size)) return false;
    return true;
}

static void add_primitive(const limb_collider *in, limb__collider *c)
{
    const double r = in->radius, h = in->length / 2;
    limb__convex *shape = &c->convex;
    switch (in->kind) {
    case LIMB_COLLIDER_SPHERE:
        *shape = (limb__convex){.core = LIMB__CORE_POINT, .radius = r};
        break;
    case LIMB_COLLIDER_CAPSULE:
        *shape = (limb__convex){.core = LIMB__CORE_SEGMENT, .radius = r, .half = {0, 0, h}};
        break;
    case LIMB_COLLIDER_CYLINDER:
        *shape = (limb__convex){.core = LIMB__CORE_CYLINDER, .half = {r, r, h}};
        break;
    case LIMB_COLLIDER_BOX:
        *shape = (limb__convex){.core = LIMB__CORE_BOX,
                                .half = {in->size[0] / 2, in->size[1] / 2, in->size[2] / 2}};
        break;
    default:
        c->class = LIMB__SHAPE_PLANE;
        c->half_space = in->kind == LIMB_COLLIDER_HALF_SPACE;
        return;
    }
    if (shape->core == LIMB__CORE_BOX || shape->core == LIMB__CORE_CYLINDER)
        shape->inner_radius = fmin(shape->half[0], fmin(shape->half[1], shape->half[2]));
    c->radius = shape->radius;
    memcpy(c->half, shape->half, sizeof c->half);
}

static limb_status add_hull(limb_scene *s, const limb_collider *in, limb__collider *c, bool *empty)
{
    static const double one[3] = {1, 1, 1};
    const double *scale = in->scale ? in->scale : one;
    const float *point = in->mesh ? in->mesh->position : in->point;
    const int npoint = in->mesh ? in->mesh->nvertex : in->npoint;
    *empty = npoint <= 0 || !all_finite(point, npoint, scale);
    if (*empty) return LIMB_OK;
    limb_mesh *hull;
    limb_status status = limb_hull_build(&hull, point, npoint, s->memory, NULL);
    if (status != LIMB_OK) return status;
    status = fill_hull(s, hull, scale, c);
    limb_mesh_free(hull);
    if (status != LIMB_OK) return status;
    for (int k = 0; k < 3; k++) {
        const double *row = c->convex.vertex + k * c->convex.nlane;
        double lower = HUGE_VAL, upper = -HUGE_VAL;
        for (int i = 0; i < c->convex.nvertex; i++) {
            lower = fmin(lower, row[i]);
            upper = fmax(upper, row[i]);
        }
        c->center[k] = (lower + upper) / 2;
        c->half[k] = (upper - lower) / 2;
    }
    memcpy(c->pose, identity, sizeof identity);
    c->is_placed = false;
    return LIMB_OK;
}

static limb_status fill_hull(limb_scene *s, const limb_mesh *hull, const double *scale,
                             limb__collider *c)
{
    const limb__hull_surface surface = {hull->nvertex, hull->position, hull->ntriangle,
                                        hull->index};
    const limb__hull_plan plan = limb__hull_measure(&surface);
    const limb__hull_room room = {
        .vertex = take_aligned(s, 3 * (size_t)plan.nlane * sizeof *room.vertex),
        .coarse = take_aligned(s, 3 * (size_t)plan.nlane * sizeof *room.coarse),
        .packed = take_aligned(s, 4 * (size_t)plan.nvertex * sizeof *room.packed),
        .first = LIMB__ARENA_ARRAY(&s->arena, int, plan.nvertex + 1),
        .neighbor = LIMB__ARENA_ARRAY(&s->arena, int, plan.nneighbor + 1),
    };
    if (s->arena.failed) return LIMB_ERROR_MEMORY;
    limb__hull_fill(&surface, scale, c->is_placed ? c->pose : NULL, &plan, &room, &c->convex);
    return LIMB_OK;
}

// The hull of a mesh, if it is small, which separates most pairs faster than their triangles.
static limb_status add_outline(limb_scene *s, const limb_mesh *mesh, const double *scale,
                               limb__collider *c)
{
    if (mesh->nvertex > MAX_OUTLINED) return LIMB_OK;
    limb_mesh *hull;
    limb_status status = limb_hull_build(&hull, mesh->position, mesh->nvertex, s->memory, NULL);
    if (status != LIMB_OK) return status == LIMB_ERROR_MEMORY ? status : LIMB_OK;
    if (hull->nvertex < LIMB__HULL_CLIMB) status = fill_hull(s, hull, scale, c);
    limb_mesh_free(hull);
    return status;
}

static limb_status add_mesh(limb_scene *s, const limb_collider *in, limb__collider *c, bool *empty)
{
    const bool cloud = in->kind == LIMB_COLLIDER_POINTS;
    limb__triangles triangles = {.scale = {1, 1, 1}, .pose = c->is_placed ? c->pose : NULL};
    if (in->scale) memcpy(triangles.scale, in->scale, sizeof triangles.scale);
    triangles.position = cloud ? in->point : in->mesh->position;
    triangles.index = cloud ? NULL : in->mesh->index;
    triangles.ntriangle = cloud ? in->npoint : in->mesh->ntriangle;
    *empty =
        triangles.ntriangle <= 0 ||
        !all_finite(triangles.position, cloud ? in->npoint : in->mesh->nvertex, triangles.scale);
    if (*empty) return LIMB_OK;
    limb__bvh_plan plan;
    limb_status status = cloud ? LIMB_OK : add_outline(s, in->mesh, triangles.scale, c);
    if (status == LIMB_OK) status = limb__bvh_plan_build(&plan, &triangles, s->memory);
    if (status != LIMB_OK) return status;
    limb__bvh_node *node = take_aligned(s, (size_t)plan.nnode * sizeof *node);
    limb__oriented_node *oriented = take_aligned(s, (size_t)plan.nnode * sizeof *oriented);
    limb__triangle_block *block = take_aligned(s, (size_t)plan.nblock * sizeof *block);
    if (s->arena.failed) {
        status = LIMB_ERROR_MEMORY;
    } else {
        limb__bvh_fill(&plan, node, block, &c->mesh);
        s->pairs->mesh_orient(&c->mesh, oriented);
        c->class = LIMB__SHAPE_MESH;
        c->radius = c->mesh.radius = cloud ? in->radius : 0;
        memcpy(c->center, c->mesh.center, sizeof c->center);
        memcpy(c->half, c->mesh.half, sizeof c->half);
        memcpy(c->pose, identity, sizeof identity);
        c->is_placed = false;
    }
    limb__bvh_plan_free(&plan);
    return status;
}

static bool all_finite(const float *position, int nvertex, const double scale[3])
{
    for (int i = 0; i < nvertex; i++)
        for (int k = 0; k < 3; k++)
            if (!(fabs((double)position[3 * (size_t)i + (size_t)k] * scale[k]) <= largest_size))
                return false;
    return true;
}

static void *take_aligned(limb_scene *s, size_t size)
{
    char *block = limb__arena_take(&s->arena, size + 64);
    return block ? block + (64 - ((uintptr_t)block & 63)) % 64 : NULL;
}

static void bound_object(limb_scene *s, limb__object *object)
{
    double lower[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    bool endless = false;
    for (int i = 0; i < object->count; i++) {
        const limb__collider *c = &s->collider[object->first + i];
        endless |= c->class == LIMB__SHAPE_PLANE;
        double center[3];
        limb__pose_point(c->pose, c->center, center);
        for (int k = 0; k < 3; k++) {
            const double *row = c->pose + 4 * k;
            const double extent = fabs(row[0]) * c->half[0] + fabs(row[1]) * c->half[1] +
                                  fabs(row[2]) * c->half[2] + c->radius;
            lower[k] = fmin(lower[k], center[k] - extent);
            upper[k] = fmax(upper[k], center[k] + extent);
        }
    }
    for (int k = 0; k < 3; k++) {
        // without shapes the box is empty and touches nothing
        object->center[k] = endless || object->count == 0 ? 0 : (lower[k] + upper[k]) / 2;
        object->half[k] = endless              ? HUGE_VAL
                          : object->count == 0 ? -HUGE_VAL
                                               : (upper[k] - lower[k]) / 2;
    }
}

//---- pairs ---------------------------------------------------------------------------------------

static limb_status add_pairs(limb_scene *s, const int *skip, int nskip)
{
    const size_t size =
        (size_t)(nskip + 1) * sizeof(int[2]) + (size_t)(s->nobject + 1) * sizeof(int);
    // in order, so that pairs are looked up sequentially
    int(*sorted)[2] = limb__allocate(s->memory, size);
    if (!sorted) return LIMB_ERROR_MEMORY;
    for (int i = 0; i < nskip; i++) {
        const int a = skip[2 * i], b = skip[2 * i + 1];
        sorted[i][0] = a < b ? a : b;
        sorted[i][1] = a < b ? b : a;
    }
    qsort(sorted, (size_t)nskip, sizeof *sorted, by_pair);
    int *shaped = (int *)(sorted + nskip + 1);
    int nshaped = 0;
    for (int i = 0; i < s->nobject; i++)
        if (s->object[i].count > 0) shaped[nshaped++] = i;

    const pair_plan plan = {(const int(*)[2])sorted, nskip, shaped, nshaped};
    limb_status status = list_pairs(s, &plan);
    if (status == LIMB_OK) {
        s->pair = LIMB__ARENA_ARRAY(&s->arena, limb__object_pair, s->npair + 1);
        status = s->pair ? list_pairs(s, &plan) : LIMB_ERROR_MEMORY;
    }
    limb__release(s->memory, sorted, size);
    return status;
}

// Only counts them while there is no memory for them.
static limb_status list_pairs(limb_scene *s, const pair_plan *plan)
{
    int at = 0;
    s->npair = s->nmemory = 0;
    for (int i = 0; i < plan->nshaped && plan->shaped[i] < s->nlink; i++)
        for (int k = i + 1; k < plan->nshaped; k++) {
            const int key[2] = {plan->shaped[i], plan->shaped[k]};
            while (at < plan->nskip && by_pair(plan->skip[at], key) < 0)
                at++;
            if (at < plan->nskip && by_pair(plan->skip[at], key) == 0) continue;
            const int64_t count =
                (int64_t)s->object[key[0]].count * (int64_t)s->object[key[1]].count;
            if (count > MAX_SHAPE_PAIRS - s->nmemory) return LIMB_ERROR_LIMIT;
            if (s->pair) s->pair[s->npair] = (limb__object_pair){key[0], key[1], s->nmemory};
            s->npair++;
            s->nmemory += (int)count;
        }
    return LIMB_OK;
}

static int by_pair(const void *a, const void *b)
{
    const int *p = a, *q = b;
    if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
    return p[1] < q[1] ? -1 : p[1] > q[1];
}
