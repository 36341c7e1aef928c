// Lines along the edges of collision and inertia shapes: where faces meet at an angle, or end.
//
// Corners are compared by their positions, since shapes store a corner once per face. A table finds
// an edge by its two corners; its second face determines whether it is sharp.
#include "output/render/draw.h"

#include <math.h>
#include <string.h>

typedef struct edge {
    uint32_t corner[2]; // first vertices with these positions; equal: free slot
    float normal[3];    // of the first face
    bool smooth;
    uint16_t material;
} edge;

typedef struct finder {
    const limb__stage *stage;
    uint32_t *vertex; // first vertex per position: open addressing (size), NO_VERTEX: free
    edge *table;      // open addressing (size)
    size_t size;      // a power of two, at least twice as many as corners
    float smooth;     // cosine of the angle below which an edge is smooth
} finder;

static const uint32_t NO_VERTEX = 0xffffffffu;

static void add_triangle(finder *f, int triangle);
static uint32_t canonical(finder *f, uint32_t vertex);
static edge *find_edge(finder *f, uint32_t a, uint32_t b);
static bool face_normal(const limb_mesh *mesh, const uint32_t *index, float normal[3]);
static size_t mix(uint64_t value);

bool limb__edges_find(limb__stage *stage, limb__arena *arena)
{
    const limb_mesh *mesh = stage->mesh;
    size_t ntriangle = 0;
    for (int t = 0; t < mesh->ntriangle; t++)
        ntriangle += stage->role[stage->material[t]] == LIMB__ROLE_OVERLAY;
    if (ntriangle == 0) return true;
    finder f = {.stage = stage, .size = 64, .smooth = cosf(limb__looks.edge_angle * 0.01745329f)};
    while (f.size < ntriangle * 6)
        f.size *= 2;
    f.vertex = LIMB__ARENA_ARRAY(arena, uint32_t, f.size);
    f.table = limb__arena_take_zero(arena, f.size * sizeof *f.table);
    if (!f.vertex || !f.table) return false;
    memset(f.vertex, 0xff, f.size * sizeof *f.vertex);
    for (int t = 0; t < mesh->ntriangle; t++)
        if (stage->role[stage->material[t]] == LIMB__ROLE_OVERLAY) add_triangle(&f, t);

    stage->line = LIMB__ARENA_ARRAY(arena, limb__line, ntriangle * 3);
    if (!stage->line) return false;
    for (size_t i = 0; i < f.size; i++) {
        const edge *e = &f.table[i];
        if (e->corner[0] == e->corner[1] || e->smooth) continue;
        stage->line[stage->nline++] =
            (limb__line){{e->corner[0], e->corner[1]}, stage->material_edge[e->material]};
    }
    return true;
}

static void add_triangle(finder *f, int triangle)
{
    const limb_mesh *mesh = f->stage->mesh;
    const uint32_t *index = mesh->index + 3 * (size_t)triangle;
    float normal[3];
    if (!face_normal(mesh, index, normal)) return;
    uint32_t corner[3];
    for (int k = 0; k < 3; k++)
        corner[k] = canonical(f, index[k]);
    for (int k = 0; k < 3; k++) {
        const uint32_t a = corner[k], b = corner[(k + 1) % 3];
        if (a == b) continue;
        edge *e = find_edge(f, a < b ? a : b, a < b ? b : a);
        if (e->corner[0] == e->corner[1]) {
            e->corner[0] = a < b ? a : b;
            e->corner[1] = a < b ? b : a;
            e->material = f->stage->material[triangle];
            memcpy(e->normal, normal, sizeof normal);
        } else if (limb__dot3(e->normal, normal) > f->smooth) {
            e->smooth = true;
        }
    }
}

// Returns the first vertex at this position.
static uint32_t canonical(finder *f, uint32_t vertex)
{
    const float *p = f->stage->mesh->position + 3 * (size_t)vertex;
    uint32_t bits[3];
    float clean[3];
    for (int k = 0; k < 3; k++)
        clean[k] = p[k] + 0.0f; // -0 is 0
    memcpy(bits, clean, sizeof bits);
    size_t at = mix(bits[0] ^ (uint64_t)bits[1] << 21 ^ (uint64_t)bits[2] << 42) & (f->size - 1);
    for (; f->vertex[at] != NO_VERTEX; at = (at + 1) & (f->size - 1)) {
        const float *q = f->stage->mesh->position + 3 * (size_t)f->vertex[at];
        if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) return f->vertex[at];
    }
    f->vertex[at] = vertex;
    return vertex;
}

static edge *find_edge(finder *f, uint32_t a, uint32_t b)
{
    size_t at = mix((uint64_t)a << 32 | b) & (f->size - 1);
    for (;; at = (at + 1) & (f->size - 1)) {
        edge *e = &f->table[at];
        if (e->corner[0] == e->corner[1] || (e->corner[0] == a && e->corner[1] == b)) return e;
    }
}

static bool face_normal(const limb_mesh *mesh, const uint32_t *index, float normal[3])
{
    const float *p[3];
    for (int k = 0; k < 3; k++)
        p[k] = mesh->position + 3 * (size_t)index[k];
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3;
        const int v = (k + 2) % 3;
        normal[k] =
            (p[1][u] - p[0][u]) * (p[2][v] - p[0][v]) - (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
    }
    const float length = sqrtf(limb__dot3(normal, normal));
    for (int k = 0; k < 3; k++)
        normal[k] /= length;
    return length > 0;
}

static size_t mix(uint64_t value)
{
    value *= 0x9e3779b97f4a7c15u;
    return (size_t)(value >> 20 ^ value >> 45);
}
