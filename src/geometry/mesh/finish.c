// Completes a mesh: welds equal vertices (weld_streams.c), drops degenerate triangles (drop.c),
// computes normals if requested, and packs.
//
// Positions, normals and texture coordinates are welded separately; a vertex is then a triple of
// their indices, welded by the same table. So two corners are one vertex exactly if all their
// values are equal, however the file had indexed them.
#include "geometry/mesh/builder.h"

#include "base/memory.h"
#include "geometry/mesh/join.h"
#include "geometry/mesh/weld.h"

#include <math.h>
#include <string.h>

typedef struct plan { // how vertices are formed
    bool by_index;    // corners are distinguished by the file's indices first
    bool compute;     // normals
    bool bare;        // corners have only a position
} plan;

static limb_status count_parts(limb__mesh_builder *b);
static limb_status complete_streams(limb__mesh_builder *b);
static limb_status prepare_positions(limb__mesh_builder *b, bool by_index);
static void choose(limb__mesh_builder *b, plan *p);
static limb_status finish_bare(limb__mesh_builder *b, const plan *p, limb_mesh **out);
static limb_status finish_rich(limb__mesh_builder *b, const plan *p, limb_mesh **out);
static bool joins_by_index(const limb__mesh_builder *b);
static bool prepare_normals(limb__mesh_builder *b);
static double inverse_length(double square);
static limb_status write_indexed(limb__mesh_builder *b, limb_mesh **out);
static limb_status write_joined(limb__mesh_builder *b, limb_mesh **out);
static limb_status join_corners(limb__mesh_builder *b, limb__weld *vertex);
static limb_status number_corners(limb__mesh_builder *b, limb__weld *vertex, uint32_t *first);
static limb_status write_vertices(limb__mesh_builder *b, const limb__weld *vertex, limb_mesh **out);
static limb_status keep_used_positions(limb__mesh_builder *b);
static limb_status write_plain(limb__mesh_builder *b, bool normals, limb_mesh **out);
static limb_status pack(limb__mesh_builder *b, limb_mesh *mesh, limb_mesh **out);
static void report_dropped(limb__mesh_builder *b);

limb_status limb__mesh_finish(limb__mesh_builder *b, limb_mesh **out)
{
    limb_status status = count_parts(b);
    if (status == LIMB_OK) status = complete_streams(b);
    if (status != LIMB_OK) return status;
    plan p = {.by_index = joins_by_index(b)};
    status = prepare_positions(b, p.by_index);
    if (status != LIMB_OK) return status;
    choose(b, &p);
    if (p.by_index && (p.compute || p.bare)) status = limb__mesh_weld_positions(b);
    if (status == LIMB_OK) status = p.bare ? finish_bare(b, &p, out) : finish_rich(b, &p, out);
    if (status == LIMB_OK) report_dropped(b);
    return status;
}

// Parts may share a long name, and each gets a copy.
static limb_status count_parts(limb__mesh_builder *b)
{
    limb_status status = limb__mesh_make(b, 0);
    for (int i = 0; i < b->npart && status == LIMB_OK; i++)
        status = limb__mesh_make(b, sizeof *b->part + strlen(b->part[i].name) + 1);
    return status;
}

// Extends the streams to the last triangle: attributes that a reader did not add are absent.
static limb_status complete_streams(limb__mesh_builder *b)
{
    if (b->nvertex_read == 0) b->nvertex_read = b->position.count;
    if (b->opts.normals == LIMB_MESH_NORMALS_NONE)
        b->corner_normal.count = b->corner_texcoord.count = b->color.count = 0;
    while (b->corner_normal.count > 0 && b->corner_normal.count < b->corner_position.count)
        b->corner_normal.value[b->corner_normal.count++] = LIMB__CORNER_NONE;
    while (b->corner_texcoord.count > 0 && b->corner_texcoord.count < b->corner_position.count)
        b->corner_texcoord.value[b->corner_texcoord.count++] = LIMB__CORNER_NONE;
    if (b->color.count == 0 || b->color.count >= b->position.count) return LIMB_OK;
    if (!limb__mesh_reserve_corners(b, &b->color, b->position.count - b->color.count))
        return LIMB_ERROR_MEMORY;
    while (b->color.count < b->position.count)
        b->color.value[b->color.count++] = UINT32_MAX;
    return LIMB_OK;
}

// Prepares positions that compare by value, and only triangles that have an area.
static limb_status prepare_positions(limb__mesh_builder *b, bool by_index)
{
    limb_status status = LIMB_OK;
    if (by_index)
        limb__weld_words(b->position.value, (size_t)b->position.count * 3);
    else if (!b->welded)
        status = limb__mesh_weld_positions(b);
    if (status != LIMB_OK) return status;
    if (b->npart > 0) {
        limb_mesh_part *last = &b->part[b->npart - 1];
        last->count = b->corner_position.count / 3 - last->first;
    }
    if (!b->welded) limb__mesh_drop_triangles(b, by_index);
    return LIMB_OK;
}

// Determines how vertices are formed.
static void choose(limb__mesh_builder *b, plan *p)
{
    const bool all_given = prepare_normals(b);
    p->compute = !all_given && b->opts.normals == LIMB_MESH_NORMALS_COMPUTE;
    if (!all_given && !p->compute) b->corner_normal.count = 0;
    p->bare = b->corner_normal.count + b->corner_texcoord.count == 0;
}

static limb_status finish_bare(limb__mesh_builder *b, const plan *p, limb_mesh **out)
{
    const limb_status status = p->compute ? limb__mesh_compute_vertices(b) : keep_used_positions(b);
    return status == LIMB_OK ? write_plain(b, p->compute, out) : status;
}

static limb_status finish_rich(limb__mesh_builder *b, const plan *p, limb_mesh **out)
{
    const limb_status status = p->compute ? limb__mesh_compute_normals(b) : LIMB_OK;
    if (status != LIMB_OK) return status;
    return p->by_index ? write_indexed(b, out) : write_joined(b, out);
}

//---- positions -----------------------------------------------------------------------------------

// Returns whether vertices are distinguished by the file's indices first: only exactly equal ones
// are merged, and corners have attributes other than a position.
static bool joins_by_index(const limb__mesh_builder *b)
{
    return !b->welded && b->opts.weld == 0 && b->color.count == 0 &&
           b->corner_normal.count + b->corner_texcoord.count > 0;
}

//---- vertices ------------------------------------------------------------------------------------

// Normalizes given normals; returns false if a corner has none or a zero one.
static bool prepare_normals(limb__mesh_builder *b)
{
    if (b->opts.normals == LIMB_MESH_NORMALS_NONE) return true;
    if (b->corner_normal.count == 0) return b->corner_position.count == 0;
    bool all_usable = true;
    for (int i = 0; i < b->normal.count; i++) {
        float *n = b->normal.value + (size_t)i * 3;
        const double x = (double)n[0], y = (double)n[1], z = (double)n[2];
        const double scale = inverse_length(x * x + y * y + z * z);
        const bool usable = scale > 0;
        all_usable = all_usable && usable;
        n[0] = usable ? (float)(x * scale) : 0;
        n[1] = usable ? (float)(y * scale) : 0;
        n[2] = usable ? (float)(z * scale) : 0;
    }
    for (int i = 0; i < b->corner_normal.count && !all_usable; i++) {
        uint32_t *corner = &b->corner_normal.value[i];
        if (*corner == LIMB__CORNER_NONE) continue;
        const float *n = b->normal.value + (size_t)*corner * 3;
        if (n[0] == 0 && n[1] == 0 && n[2] == 0) *corner = LIMB__CORNER_NONE;
    }
    uint32_t absent = 0;
    for (int i = 0; i < b->corner_normal.count; i++)
        absent |= b->corner_normal.value[i] == LIMB__CORNER_NONE;
    return absent == 0;
}

// Returns 1 / length from its square, 0 for zero. Nearly all normals have nearly unit length, for
// which five terms of the series are as accurate as root and division.
static inline double inverse_length(double square)
{
    const double d = square - 1;
    if (fabs(d) < 1e-3) return 1 + d * (-0.5 + d * (0.375 + d * (-0.3125 + d * 0.2734375)));
    const double length = sqrt(square);
    return length > 1e-12 && isfinite(length) ? 1 / length : 0;
}

static limb_status write_indexed(limb__mesh_builder *b, limb_mesh **out)
{
    limb__joined joined;
    limb_status status = limb__mesh_join(b, &joined);
    if (status != LIMB_OK) return status;
    limb_mesh mesh = {.nvertex = joined.count,
                      .position = joined.position,
                      .normal = joined.normal,
                      .texcoord = joined.texcoord};
    status = pack(b, &mesh, out);
    limb__release(b->memory, joined.block, joined.size);
    return status;
}

static limb_status write_joined(limb__mesh_builder *b, limb_mesh **out)
{
    limb__weld vertex;
    limb_status status = limb__weld_init(&vertex, b->memory, 3, b->position.count);
    if (status != LIMB_OK) return status;
    status = join_corners(b, &vertex);
    if (status == LIMB_OK) status = write_vertices(b, &vertex, out);
    limb__weld_free(&vertex);
    return status;
}

// Maps corners to vertices: corner_position becomes the index of triples in vertex.
static limb_status join_corners(limb__mesh_builder *b, limb__weld *vertex)
{
    limb_status status = limb__mesh_weld_attribute(b, &b->normal, &b->corner_normal, 3);
    if (status == LIMB_OK)
        status = limb__mesh_weld_attribute(b, &b->texcoord, &b->corner_texcoord, 2);
    if (status != LIMB_OK) return status;

    const size_t size = (size_t)b->position.count * sizeof(uint32_t);
    uint32_t *first = limb__allocate(b->memory, size);
    if (!first) return LIMB_ERROR_MEMORY;
    memset(first, 0xff, size);
    status = number_corners(b, vertex, first);
    limb__release(b->memory, first, size);
    return status;
}

// Most positions belong to one vertex, which first[position] gives without the table: only a
// position's other vertices are looked up there.
static limb_status number_corners(limb__mesh_builder *b, limb__weld *vertex, uint32_t *first)
{
    enum { STEP = 1024 };
    const bool normal = b->corner_normal.count > 0;
    const bool texcoord = b->corner_texcoord.count > 0;
    uint32_t *const corner = b->corner_position.value;
    const int count = b->corner_position.count;
    for (int i = 0; i < count; i++) {
        if (i % STEP == 0 && !limb__weld_reserve(vertex, STEP)) return LIMB_ERROR_MEMORY;
        const uint32_t triple[3] = {corner[i], normal ? b->corner_normal.value[i] : 0,
                                    texcoord ? b->corner_texcoord.value[i] : 0};
        uint32_t *const known = &first[triple[0]];
        if (*known == UINT32_MAX) {
            corner[i] = *known = limb__weld_append(vertex, triple);
            continue;
        }
        const uint32_t *row = vertex->row + (size_t)*known * 3;
        const bool same = row[1] == triple[1] && row[2] == triple[2];
        corner[i] = same ? *known : limb__weld_add(vertex, triple, 3);
    }
    return LIMB_OK;
}

static limb_status write_vertices(limb__mesh_builder *b, const limb__weld *vertex, limb_mesh **out)
{
    const bool normal = b->corner_normal.count > 0;
    const bool texcoord = b->corner_texcoord.count > 0;
    const bool color = b->color.count > 0;
    const size_t count = (size_t)vertex->count;
    const size_t width = 3u + (normal ? 3u : 0u) + (texcoord ? 2u : 0u) + (color ? 1u : 0u);
    const size_t size = count * width * sizeof(float);
    float *block = limb__allocate(b->memory, size);
    if (!block) return LIMB_ERROR_MEMORY;

    limb_mesh mesh = {.nvertex = vertex->count, .position = block};
    float *next = block + count * 3;
    float *const normal_out = next;
    if (normal) next += count * 3;
    float *const texcoord_out = next;
    if (texcoord) next += count * 2;
    uint8_t *const color_out = (uint8_t *)next;
    for (size_t i = 0; i < count; i++) {
        const uint32_t *triple = vertex->row + i * 3;
        memcpy(block + i * 3, b->position.value + (size_t)triple[0] * 3, 12);
        if (normal) memcpy(normal_out + i * 3, b->normal.value + (size_t)triple[1] * 3, 12);
        if (texcoord) memcpy(texcoord_out + i * 2, b->texcoord.value + (size_t)triple[2] * 2, 8);
        if (color) memcpy(color_out + i * 4, b->color.value + triple[0], 4);
    }
    mesh.normal = normal ? normal_out : NULL;
    mesh.texcoord = texcoord ? texcoord_out : NULL;
    mesh.color = color ? color_out : NULL;
    const limb_status status = pack(b, &mesh, out);
    limb__release(b->memory, block, size);
    return status;
}

// Removes positions that no triangle uses; the others keep their order.
static limb_status keep_used_positions(limb__mesh_builder *b)
{
    // welding while reading may have added points of dropped triangles
    const bool all_used = b->welded && b->ndegenerate == 0;
    if (all_used || b->position.count == 0) return LIMB_OK;
    const size_t size = (size_t)b->position.count * sizeof(uint32_t);
    uint32_t *renamed = limb__allocate(b->memory, size);
    if (!renamed) return LIMB_ERROR_MEMORY;
    memset(renamed, 0, size);
    for (int i = 0; i < b->corner_position.count; i++)
        renamed[b->corner_position.value[i]] = 1;
    uint32_t kept = 0;
    for (int i = 0; i < b->position.count; i++) {
        if (!renamed[i]) continue;
        memmove(b->position.value + (size_t)kept * 3, b->position.value + (size_t)i * 3, 12);
        if (b->color.count > 0) b->color.value[kept] = b->color.value[i];
        renamed[i] = kept++;
    }
    for (int i = 0; i < b->corner_position.count; i++)
        b->corner_position.value[i] = renamed[b->corner_position.value[i]];
    limb__release(b->memory, renamed, size);
    b->position.count = (int)kept;
    if (b->color.count > 0) b->color.count = (int)kept;
    return LIMB_OK;
}

// Positions are vertices, each with a normal if there are normals.
static limb_status write_plain(limb__mesh_builder *b, bool normals, limb_mesh **out)
{
    limb_mesh mesh = {.nvertex = b->position.count, .position = b->position.value};
    if (normals) mesh.normal = b->normal.value;
    if (b->color.count > 0) mesh.color = (const uint8_t *)b->color.value;
    return pack(b, &mesh, out);
}

static limb_status pack(limb__mesh_builder *b, limb_mesh *mesh, limb_mesh **out)
{
    mesh->file = b->source.file;
    mesh->format = b->format;
    mesh->ntriangle = b->corner_position.count / 3;
    mesh->index = b->corner_position.value;
    mesh->npart = b->npart;
    mesh->part = b->part;
    mesh->nmaterial = b->nmaterial;
    mesh->material = b->material;
    mesh->up_axis = b->up_axis;
    mesh->unit = b->unit;
    mesh->has_unit = b->has_unit;
    mesh->nvertex_read = b->nvertex_read;
    mesh->ndegenerate = b->ndegenerate;
    mesh->nskipped = b->nskipped;
    mesh->nnonfinite = b->nnonfinite;
    return limb__mesh_pack_in_place(out, mesh, b);
}

static void report_dropped(limb__mesh_builder *b)
{
    if (b->nnonfinite > 0) {
        limb__report(b->report, limb__place_file(b->source.file), LIMB_RULE_MESH_SKIPPED,
                     "triangles left out because a coordinate is not finite: %d", b->nnonfinite);
    }
    if (b->corner_position.count > 0) return;
    if (b->nskipped > 0)
        limb__report(b->report, limb__place_file(b->source.file), LIMB_RULE_MESH_EMPTY,
                     "the mesh has no triangles, only points and lines (%d)", b->nskipped);
    else
        limb__report(b->report, limb__place_file(b->source.file), LIMB_RULE_MESH_EMPTY,
                     "the mesh has no triangles");
}
