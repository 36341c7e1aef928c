// Shared by the mesh fuzz targets: loads in several ways and walks the result.
#ifndef LIMB_FUZZ_MESH_H
#define LIMB_FUZZ_MESH_H

#include "limb/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct limb_fuzz_bytes {
    const uint8_t *data;
    size_t size;
} limb_fuzz_bytes;

// Companions are the file itself: a mesh may be its own material library and buffer.
static limb_status limb_fuzz_read(void *ctx, const char *uri, const limb_allocator *memory,
                                  void **bytes, size_t *size)
{
    (void)uri;
    const limb_fuzz_bytes *own = (const limb_fuzz_bytes *)ctx;
    char *copy = (char *)memory->resize(memory->ctx, NULL, 0, own->size + 1);
    if (!copy) return LIMB_ERROR_MEMORY;
    if (own->size > 0) memcpy(copy, own->data, own->size);
    copy[own->size] = 0;
    *bytes = copy;
    *size = own->size;
    return LIMB_OK;
}

static void limb_fuzz_check(const limb_mesh *mesh)
{
    for (int i = 0; i < mesh->ntriangle * 3; i++) {
        if (mesh->index[i] >= (uint32_t)mesh->nvertex) abort();
    }
    for (int i = 0; i < mesh->nvertex * 3; i++) {
        if (!isfinite(mesh->position[i])) abort();
    }
    int next = 0;
    for (int i = 0; i < mesh->npart; i++) {
        const limb_mesh_part *part = &mesh->part[i];
        if (part->first != next || part->material >= mesh->nmaterial || !part->name) abort();
        next += part->count;
    }
    if (next != mesh->ntriangle) abort();
    for (int i = 0; i < mesh->nmaterial; i++) {
        const limb_mesh_texture *texture = &mesh->material[i].texture;
        if (mesh->material[i].has_texture && !texture->path && !texture->bytes) abort();
    }
}

static void limb_fuzz_mesh(const uint8_t *data, size_t size, const char *name)
{
    limb_fuzz_bytes own = {data, size};
    for (int pass = 0; pass < 3; pass++) {
        limb_mesh_opts opts;
        memset(&opts, 0, sizeof opts);
        opts.file = name;
        opts.normals = (limb_mesh_normals)pass;
        opts.weld = pass == 2 ? 1e-3 : 0;
        opts.apply_up_axis = pass == 1;
        opts.max_triangles = 100000;
        opts.read = limb_fuzz_read;
        opts.read_ctx = &own;
        limb_report *report = NULL;
        if (pass == 0 && limb_report_create(&report, NULL) != LIMB_OK) return;
        opts.report = report;
        limb_mesh *mesh;
        if (limb_mesh_parse(&mesh, data, size, &opts) == LIMB_OK) {
            limb_fuzz_check(mesh);
            if (pass == 1 && mesh->ntriangle > 0 && !mesh->normal) abort();
            limb_mesh_free(mesh);
        } else if (pass == 0 && report->nfinding == 0) {
            abort(); // a refusal says why
        }
        limb_report_free(report);
    }
}

#endif
