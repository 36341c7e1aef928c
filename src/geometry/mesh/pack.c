// Packs all data of a mesh into one block and sets the pointers into it.
#include "geometry/mesh/builder.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

// Traverses the parts of the block in order: first without a block, to measure, then to place.
typedef struct packer {
    char *block; // NULL: measure only
    size_t used;
} packer;

static size_t measure(const limb_mesh *source);
static limb_mesh *place(char *block, size_t size, const limb_mesh *source,
                        const limb_allocator *memory);
static void pack_all(packer *p, limb_mesh *mesh, const limb_mesh *source);
static const void *pack_bytes(packer *p, const void *bytes, size_t size);
static const char *pack_text(packer *p, const char *text);
static void pack_parts(packer *p, limb_mesh *mesh, const limb_mesh *source);
static void pack_materials(packer *p, limb_mesh *mesh, const limb_mesh *source);
static const void *pack_picture(packer *p, const limb_mesh *mesh, const limb_mesh *source, int i);
static void find_bounds(limb_mesh *mesh);
static void widen_bounds(float *lower, float *upper, const float *p, int count);
static bool in_range(const limb_mesh *mesh);

limb_status limb_mesh_copy(limb_mesh **out, const limb_mesh *source, const limb_allocator *memory)
{
    assert(out && source);
    *out = NULL;
    if (!in_range(source)) return LIMB_ERROR_INPUT;
    return limb__mesh_pack(out, source, limb__memory(memory));
}

void limb__mesh_turn_y_up(limb_mesh *mesh)
{
    float *rows[2] = {(float *)(uintptr_t)mesh->position, (float *)(uintptr_t)mesh->normal};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; rows[k] && i < mesh->nvertex; i++) {
            float *row = rows[k] + 3 * (size_t)i;
            const float y = row[1];
            row[1] = -row[2];
            row[2] = y;
        }
    }
    find_bounds(mesh);
}

void limb_mesh_free(limb_mesh *mesh)
{
    if (mesh) limb__release(mesh->allocator, mesh, mesh->memory);
}

limb_status limb__mesh_pack(limb_mesh **out, const limb_mesh *source, const limb_allocator *memory)
{
    const size_t size = measure(source);
    char *block = limb__allocate(memory, size);
    if (!block) return LIMB_ERROR_MEMORY;
    *out = place(block, size, source, memory);
    return LIMB_OK;
}

limb_status limb__mesh_pack_in_place(limb_mesh **out, const limb_mesh *source,
                                     limb__mesh_builder *b)
{
    limb__corner_stream *corner = &b->corner_position;
    if (!corner->value) return limb__mesh_pack(out, source, b->memory);
    const size_t size = measure(source);
    char *block =
        b->memory->resize(b->memory->ctx, (char *)corner->value - LIMB__MESH_HEAD,
                          LIMB__MESH_HEAD + (size_t)corner->capacity * sizeof(uint32_t), size);
    if (!block) return LIMB_ERROR_MEMORY;
    *corner = (limb__corner_stream){.count = corner->count};
    limb_mesh moved = *source;
    moved.index = (const uint32_t *)(const void *)(block + LIMB__MESH_HEAD);
    *out = place(block, size, &moved, b->memory);
    return LIMB_OK;
}

static size_t measure(const limb_mesh *source)
{
    limb_mesh measured = *source;
    packer p = {NULL, sizeof(limb_mesh)};
    pack_all(&p, &measured, source);
    return p.used;
}

static limb_mesh *place(char *block, size_t size, const limb_mesh *source,
                        const limb_allocator *memory)
{
    limb_mesh *mesh = (limb_mesh *)(void *)block;
    *mesh = *source;
    mesh->memory = size;
    mesh->allocator = memory;
    packer p = {block, sizeof(limb_mesh)};
    pack_all(&p, mesh, source);
    find_bounds(mesh);
    return mesh;
}

static void pack_all(packer *p, limb_mesh *mesh, const limb_mesh *source)
{
    const size_t nvertex = (size_t)source->nvertex;
    mesh->index = pack_bytes(p, source->index, (size_t)source->ntriangle * 3 * sizeof(uint32_t));
    mesh->position = pack_bytes(p, source->position, nvertex * 3 * sizeof(float));
    if (source->normal) mesh->normal = pack_bytes(p, source->normal, nvertex * 3 * sizeof(float));
    if (source->texcoord)
        mesh->texcoord = pack_bytes(p, source->texcoord, nvertex * 2 * sizeof(float));
    if (source->color) mesh->color = pack_bytes(p, source->color, nvertex * 4);
    pack_parts(p, mesh, source);
    pack_materials(p, mesh, source);
    mesh->file = pack_text(p, source->file ? source->file : "");
}

// triangles without a part make one
static void pack_parts(packer *p, limb_mesh *mesh, const limb_mesh *source)
{
    const limb_mesh_part whole = {"", 0, source->ntriangle, -1};
    const bool none = source->npart == 0 && source->ntriangle > 0;
    const limb_mesh_part *part = none ? &whole : source->part;
    mesh->npart = none ? 1 : source->npart;
    mesh->part = pack_bytes(p, part, (size_t)mesh->npart * sizeof *part);
    for (int i = 0; i < mesh->npart; i++) {
        const char *name = pack_text(p, part[i].name ? part[i].name : "");
        if (p->block) ((limb_mesh_part *)(uintptr_t)mesh->part)[i].name = name;
    }
}

static void pack_materials(packer *p, limb_mesh *mesh, const limb_mesh *source)
{
    mesh->material =
        pack_bytes(p, source->material, (size_t)source->nmaterial * sizeof *source->material);
    for (int i = 0; i < source->nmaterial; i++) {
        const limb_mesh_material *from = &source->material[i];
        limb_mesh_material packed = *from;
        packed.name = pack_text(p, from->name ? from->name : "");
        packed.texture.uri = pack_text(p, from->texture.uri ? from->texture.uri : "");
        if (from->texture.path) packed.texture.path = pack_text(p, from->texture.path);
        if (from->texture.bytes) packed.texture.bytes = pack_picture(p, mesh, source, i);
        if (p->block) ((limb_mesh_material *)(uintptr_t)mesh->material)[i] = packed;
    }
}

// Shares a picture with one of the preceding materials.
static const void *pack_picture(packer *p, const limb_mesh *mesh, const limb_mesh *source, int i)
{
    enum { LOOK_BACK = 64 };
    const limb_mesh_texture *texture = &source->material[i].texture;
    for (int k = i - 1; k >= 0 && k >= i - LOOK_BACK; k--) {
        if (source->material[k].texture.bytes == texture->bytes)
            return p->block ? mesh->material[k].texture.bytes : NULL;
    }
    return pack_bytes(p, texture->bytes, texture->size);
}

static const void *pack_bytes(packer *p, const void *bytes, size_t size)
{
    p->used = (p->used + 15) & ~(size_t)15;
    char *place = p->block ? p->block + p->used : NULL;
    if (place && place != bytes && size > 0) memcpy(place, bytes, size);
    p->used += size;
    return place;
}

static const char *pack_text(packer *p, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *place = p->block ? p->block + p->used : NULL;
    if (place) memcpy(place, text, size);
    p->used += size;
    return place;
}

// Four points at a time: twelve floats are whole vector registers.
static void find_bounds(limb_mesh *mesh)
{
    float lower[12], upper[12];
    for (int k = 0; k < 12; k++)
        lower[k] = upper[k] = mesh->nvertex > 0 ? mesh->position[k % 3] : 0;
    const float *p = mesh->position;
    for (int left = mesh->nvertex; left > 0; left -= 4, p += 12) {
        const int step = left < 4 ? left * 3 : 12;
        if (step == 12) // a constant, for the compiler
            widen_bounds(lower, upper, p, 12);
        else
            widen_bounds(lower, upper, p, step);
    }
    for (int k = 0; k < 12; k++) {
        const int axis = k % 3;
        if (k == axis || lower[k] < mesh->lower[axis]) mesh->lower[axis] = lower[k];
        if (k == axis || upper[k] > mesh->upper[axis]) mesh->upper[axis] = upper[k];
    }
}

static inline void widen_bounds(float *lower, float *upper, const float *p, int count)
{
    for (int k = 0; k < count; k++) {
        lower[k] = p[k] < lower[k] ? p[k] : lower[k];
        upper[k] = p[k] > upper[k] ? p[k] : upper[k];
    }
}

static bool in_range(const limb_mesh *mesh)
{
    if (mesh->nvertex < 0 || mesh->ntriangle < 0 || mesh->npart < 0 || mesh->nmaterial < 0)
        return false;
    for (size_t i = 0; i < (size_t)mesh->ntriangle * 3; i++) {
        if (mesh->index[i] >= (uint32_t)mesh->nvertex) return false;
    }
    int next = 0;
    for (int i = 0; i < mesh->npart; i++) {
        const limb_mesh_part *part = &mesh->part[i];
        if (part->first != next || part->count < 0 || part->count > mesh->ntriangle - next)
            return false;
        if (part->material < -1 || part->material >= mesh->nmaterial) return false;
        next += part->count;
    }
    return mesh->npart == 0 || next == mesh->ntriangle;
}
