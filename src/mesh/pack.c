// Packing: everything a mesh owns into one block, found again by pointers into it.
#include "mesh/builder.h"

#include "base/memory.h"

#include <string.h>

// Walks over the block's pieces in order: first with no block, to measure, then to place.
typedef struct packer {
    char *block; // NULL: measure only
    size_t used;
} packer;

static void pack_all(packer *p, limb_mesh *mesh, const limb_mesh *source);
static const void *pack_bytes(packer *p, const void *bytes, size_t size);
static const char *pack_text(packer *p, const char *text);
static void pack_parts(packer *p, limb_mesh *mesh, const limb_mesh *source);
static void pack_materials(packer *p, limb_mesh *mesh, const limb_mesh *source);
static const void *pack_picture(packer *p, const limb_mesh *mesh, const limb_mesh *source, int i);
static void find_bounds(limb_mesh *mesh);
static bool in_range(const limb_mesh *mesh);

limb_status limb_mesh_copy(limb_mesh **out, const limb_mesh *source, const limb_allocator *memory)
{
    *out = NULL;
    if (!in_range(source)) return LIMB_ERROR_INPUT;
    return limb__mesh_pack(out, source, limb__memory(memory));
}

void limb_mesh_free(limb_mesh *mesh)
{
    if (mesh) limb__release(mesh->allocator, mesh, mesh->memory);
}

limb_status limb__mesh_pack(limb_mesh **out, const limb_mesh *source, const limb_allocator *memory)
{
    const limb_mesh_part whole = {"", 0, source->ntriangle, -1};
    limb_mesh filled = *source;
    if (filled.npart == 0 && filled.ntriangle > 0) {
        filled.npart = 1;
        filled.part = &whole;
    }
    limb_mesh measured = filled;
    packer p = {NULL, sizeof(limb_mesh)};
    pack_all(&p, &measured, &filled);
    limb_mesh *mesh = limb__allocate(memory, p.used);
    if (!mesh) return LIMB_ERROR_MEMORY;

    *mesh = filled;
    mesh->memory = p.used;
    mesh->allocator = memory;
    p = (packer){(char *)mesh, sizeof(limb_mesh)};
    pack_all(&p, mesh, &filled);
    find_bounds(mesh);
    *out = mesh;
    return LIMB_OK;
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

static void pack_parts(packer *p, limb_mesh *mesh, const limb_mesh *source)
{
    mesh->part = pack_bytes(p, source->part, (size_t)source->npart * sizeof *source->part);
    for (int i = 0; i < source->npart; i++) {
        const char *name = pack_text(p, source->part[i].name ? source->part[i].name : "");
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

// A picture that one of the materials just before has too is shared with it.
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
    if (place && size > 0) memcpy(place, bytes, size);
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

static void find_bounds(limb_mesh *mesh)
{
    for (int k = 0; k < 3; k++)
        mesh->lower[k] = mesh->upper[k] = mesh->nvertex > 0 ? mesh->position[k] : 0;
    for (int i = 1; i < mesh->nvertex; i++) {
        const float *p = mesh->position + (size_t)i * 3;
        for (int k = 0; k < 3; k++) {
            mesh->lower[k] = p[k] < mesh->lower[k] ? p[k] : mesh->lower[k];
            mesh->upper[k] = p[k] > mesh->upper[k] ? p[k] : mesh->upper[k];
        }
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
