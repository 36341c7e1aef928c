// COLLADA geometry: the primitives of a <mesh> as triangles, placed by a matrix.
//
// A source is appended to the builder once per instance of the geometry, transformed; several
// primitives then share it. Triangles go from a list's block of corners to the builder all
// together, other polygons one by one.
#include "geometry/mesh_files/dae.h"

#include "base/memory.h"
#include "geometry/mesh/matrix.h"

#include <string.h>

typedef struct primitive {
    limb__dae *dae;
    int mesh; // element
    const double *matrix;
    bool mirrored; // by the matrix: triangles are turned round
    int instance;
    limb__dae_corners *list;
    limb__corner *corner; // of one polygon
    int ncorner;
    int corner_capacity;
} primitive;

typedef enum shape { TRIANGLES, POLYLIST, POLYGONS, TRISTRIPS, TRIFANS, LINES, OTHER } shape;

static shape shape_of(const limb__dae *dae, int node);
static int bound_material(const limb__dae *dae, int node, const limb__dae_binding *binding,
                          int nbinding);
static limb_status add_primitive(primitive *p, int node, shape kind);
static limb_status read_inputs(primitive *p, int node);
static limb_status read_input(primitive *p, int input_node, int offset);
static void report_colors(limb__dae *dae, int input_node);
static limb_status append_sources(primitive *p);
static limb_status append_rows(primitive *p, limb__dae_input *in, int role,
                               limb__float_stream *stream, int width);
static limb_status read_triangles(primitive *p, int node);
static limb_status read_polylist(primitive *p, int node);
static int whole_triangles(const primitive *p);
static limb_status take_polygon(primitive *p, uint32_t count, bool *ended);
static limb_status read_polygons(primitive *p, int node);
static limb_status read_runs(primitive *p, int node, shape kind);
static limb_status take_outline(primitive *p, int node);
static limb_status take_corner(primitive *p, bool *ended);
static limb_status add_triangles(primitive *p, int count);
static void swap(uint32_t pair[2]);
static limb_status add_triangle(primitive *p, int a, int b, int c);
static limb_status add_polygon(primitive *p);

limb_status limb__dae_add_geometry(limb__dae *dae, int geometry, const double matrix[12],
                                   const limb__dae_binding *binding, int nbinding,
                                   const char *part_name)
{
    const int mesh = limb__dae_find(dae, geometry, "mesh");
    if (mesh < 0) {
        limb__mesh_skipped(dae->b, limb__dae_offset(dae, geometry),
                           "a geometry that is not a <mesh> is left out");
        return LIMB_OK;
    }
    limb__dae_corners list; // large, and filled before it is used
    list.dae = dae;
    primitive p = {.dae = dae,
                   .mesh = mesh,
                   .matrix = matrix,
                   .mirrored = limb__matrix_determinant(matrix) < 0,
                   .instance = ++dae->instance,
                   .list = &list};
    limb_status status = LIMB_OK;
    for (int node = limb__dae_next_element(dae, mesh, -1); node >= 0 && status == LIMB_OK;
         node = limb__dae_next_element(dae, mesh, node)) {
        const shape kind = shape_of(dae, node);
        status = limb__mesh_step(dae->b, 1);
        if (status != LIMB_OK) break;
        if (kind == OTHER) continue;
        if (kind == LINES) {
            dae->b->nskipped++;
            continue;
        }
        const int bound = bound_material(dae, node, binding, nbinding);
        const int material = bound >= 0 ? limb__dae_material(dae, bound) : -1;
        if ((bound >= 0 && material < 0) || !limb__mesh_begin_part(dae->b, part_name, material)) {
            status = LIMB_ERROR_MEMORY;
            break;
        }
        status = add_primitive(&p, node, kind);
    }
    limb__release(dae->b->memory, p.corner, (size_t)p.corner_capacity * sizeof *p.corner);
    return status;
}

static shape shape_of(const limb__dae *dae, int node)
{
    if (limb__dae_is(dae, node, "triangles")) return TRIANGLES;
    if (limb__dae_is(dae, node, "polylist")) return POLYLIST;
    if (limb__dae_is(dae, node, "polygons")) return POLYGONS;
    if (limb__dae_is(dae, node, "tristrips")) return TRISTRIPS;
    if (limb__dae_is(dae, node, "trifans")) return TRIFANS;
    if (limb__dae_is(dae, node, "lines") || limb__dae_is(dae, node, "linestrips")) return LINES;
    return OTHER;
}

// The <material> of a primitive: bound by the instance, or named directly.
static int bound_material(const limb__dae *dae, int node, const limb__dae_binding *binding,
                          int nbinding)
{
    const limb_text symbol = limb__dae_attr(dae, node, "material");
    if (!symbol.data) return -1;
    for (int i = 0; i < nbinding; i++) {
        if (binding[i].symbol.size == symbol.size &&
            memcmp(binding[i].symbol.data, symbol.data, symbol.size) == 0)
            return binding[i].material;
    }
    const int named = limb__names_find(&dae->id, symbol.data, symbol.size);
    return limb__dae_is(dae, named, "material") ? named : -1;
}

static limb_status add_primitive(primitive *p, int node, shape kind)
{
    limb__dae_corners *const list = p->list;
    list->position = list->normal = list->texcoord = (limb__dae_input){-1, NULL, 0};
    limb_status status = read_inputs(p, node);
    if (status != LIMB_OK) return status;
    if (!list->position.source || list->position.source->ncolumn < 3) {
        limb__mesh_skipped(p->dae->b, limb__dae_offset(p->dae, node),
                           "a primitive has no positions and is left out");
        return LIMB_OK;
    }
    status = append_sources(p);
    if (status != LIMB_OK) return status;
    switch (kind) {
    case TRIANGLES:
        return read_triangles(p, node);
    case POLYLIST:
        return read_polylist(p, node);
    case POLYGONS:
        return read_polygons(p, node);
    case TRISTRIPS:
    case TRIFANS:
        return read_runs(p, node, kind);
    case LINES:
    case OTHER:
        break;
    }
    return LIMB_OK;
}

//---- inputs --------------------------------------------------------------------------------------

static limb_status read_inputs(primitive *p, int node)
{
    limb__dae *dae = p->dae;
    limb_status status = LIMB_OK;
    p->list->stride = 1;
    for (int in = limb_node_find(&dae->doc, node, "input"); in >= 0 && status == LIMB_OK;
         in = limb_node_find_next(&dae->doc, in, "input")) {
        const int offset = limb__dae_int(dae, in, "offset", 0);
        if (offset < 0 || offset > 255)
            return limb__mesh_broken(dae->b, limb__dae_offset(dae, in),
                                     "an input offset is out of range");
        if (offset >= p->list->stride) p->list->stride = offset + 1;
        const limb_text semantic = limb__dae_attr(dae, in, "semantic");
        if (semantic.size == 6 && memcmp(semantic.data, "VERTEX", 6) == 0) {
            // means all inputs of <vertices>
            const int vertices = limb__dae_target_in(dae, p->mesh, in, "source");
            for (int own = vertices >= 0 ? limb_node_find(&dae->doc, vertices, "input") : -1;
                 own >= 0 && status == LIMB_OK; own = limb_node_find_next(&dae->doc, own, "input"))
                status = read_input(p, own, offset);
        } else {
            status = read_input(p, in, offset);
        }
    }
    return status;
}

// The first of each kind counts: further texture coordinate sets are not used.
static limb_status read_input(primitive *p, int input_node, int offset)
{
    p->dae->b->nstep++;
    const limb_text semantic = limb__dae_attr(p->dae, input_node, "semantic");
    limb__dae_corners *const list = p->list;
    limb__dae_input *into = NULL;
    if (semantic.size == 8 && memcmp(semantic.data, "POSITION", 8) == 0) into = &list->position;
    if (semantic.size == 6 && memcmp(semantic.data, "NORMAL", 6) == 0) into = &list->normal;
    if (semantic.size == 8 && memcmp(semantic.data, "TEXCOORD", 8) == 0) into = &list->texcoord;
    const bool plain = p->dae->b->opts.normals == LIMB_MESH_NORMALS_NONE;
    if (semantic.size == 5 && memcmp(semantic.data, "COLOR", 5) == 0 && !plain)
        report_colors(p->dae, input_node);
    if (!into || into->source) return LIMB_OK;
    if (plain && into != &list->position) return LIMB_OK;
    limb_status status;
    into->source = limb__dae_read_source(
        p->dae, limb__dae_target_in(p->dae, p->mesh, input_node, "source"), &status);
    into->offset = offset;
    return status;
}

static void report_colors(limb__dae *dae, int input_node)
{
    if (dae->colors_reported) return;
    dae->colors_reported = true;
    limb__mesh_skipped(dae->b, limb__dae_offset(dae, input_node),
                       "colors of vertices are left out");
}

static limb_status append_sources(primitive *p)
{
    limb__mesh_builder *b = p->dae->b;
    limb__dae_corners *const list = p->list;
    limb_status status = append_rows(p, &list->position, LIMB__DAE_POSITION, &b->position, 3);
    if (status == LIMB_OK && list->normal.source)
        status = append_rows(p, &list->normal, LIMB__DAE_NORMAL, &b->normal, 3);
    if (status == LIMB_OK && list->texcoord.source)
        status = append_rows(p, &list->texcoord, LIMB__DAE_TEXCOORD, &b->texcoord, 2);
    return status;
}

// A source's rows, placed, once per instance of the geometry.
static limb_status append_rows(primitive *p, limb__dae_input *in, int role,
                               limb__float_stream *stream, int width)
{
    limb__dae_source *source = in->source;
    if (source->ncolumn < width) {
        in->source = NULL;
        return LIMB_OK;
    }
    if (source->instance[role] == p->instance) {
        in->base = source->base[role];
        return LIMB_OK;
    }
    in->base = source->base[role] = stream->count;
    source->instance[role] = p->instance;
    if (source->count == 0) return LIMB_OK;
    const limb_status status = limb__mesh_reserve_rows(p->dae->b, stream, source->count, width);
    if (status != LIMB_OK) return status;
    float *const first = stream->value + (size_t)stream->count * (size_t)width;
    const float *row = source->value + source->offset;
    float *out = first;
    for (int i = 0; i < source->count; i++, row += source->stride) {
        for (int k = 0; k < width; k++)
            *out++ = row[source->column[k]];
    }
    stream->count += source->count;
    if (role == LIMB__DAE_POSITION) limb__matrix_place_points(p->matrix, first, source->count);
    if (role == LIMB__DAE_NORMAL) limb__matrix_place_normals(p->matrix, first, source->count);
    for (int i = 0; role == LIMB__DAE_TEXCOORD && i < source->count; i++)
        first[i * 2 + 1] = 1 - first[i * 2 + 1];
    return LIMB_OK;
}

//---- primitives ----------------------------------------------------------------------------------

static limb_status read_triangles(primitive *p, int node)
{
    limb_status status = LIMB_OK;
    for (int list = limb_node_find(&p->dae->doc, node, "p"); list >= 0 && status == LIMB_OK;
         list = limb_node_find_next(&p->dae->doc, list, "p")) {
        limb__dae_begin_corners(p->list, list);
        do {
            status = limb__dae_next_block(p->list);
            if (status == LIMB_OK) status = add_triangles(p, p->list->count / 3);
        } while (status == LIMB_OK && p->list->count > 0);
    }
    return status;
}

// <vcount> says how many corners each polygon of <p> has.
static limb_status read_polylist(primitive *p, int node)
{
    enum { COUNTS = 256 };
    const int counts = limb_node_find(&p->dae->doc, node, "vcount");
    const int list = limb_node_find(&p->dae->doc, node, "p");
    if (counts < 0 || list < 0) return LIMB_OK;
    limb__dae_ints ints = limb__dae_begin_ints(p->dae, counts);
    limb__dae_begin_corners(p->list, list);
    uint32_t count[COUNTS];
    int ncount;
    while ((ncount = limb__dae_read_ints(&ints, count, COUNTS)) > 0) {
        for (int i = 0; i < ncount;) {
            // triangles go together, as many as the block has
            int run = 0;
            while (run < whole_triangles(p) && i + run < ncount && count[i + run] == 3)
                run++;
            bool ended = false;
            const limb_status status =
                run > 0 ? add_triangles(p, run) : take_polygon(p, count[i], &ended);
            if (status != LIMB_OK) return status;
            if (ended) {
                limb__mesh_skipped(p->dae->b, limb__dae_offset(p->dae, counts),
                                   "<vcount> declares more polygons than <p> has corners for");
                return LIMB_OK;
            }
            i += run > 0 ? run : 1;
        }
    }
    return limb__dae_end_ints(&ints);
}

// Triangles of the block that can be added as they are; mirrored ones are turned round as polygons.
static int whole_triangles(const primitive *p)
{
    return p->mirrored ? 0 : (p->list->count - p->list->next) / 3;
}

static limb_status take_polygon(primitive *p, uint32_t count, bool *ended)
{
    p->ncorner = 0;
    if (count == UINT32_MAX) count = 0; // negative
    for (uint32_t k = 0; k < count; k++) {
        const limb_status status = take_corner(p, ended);
        if (status != LIMB_OK || *ended) return status;
    }
    return add_polygon(p);
}

// One polygon in each <p>; one with holes is in <ph> and is left out.
static limb_status read_polygons(primitive *p, int node)
{
    limb__dae *dae = p->dae;
    limb_status status = LIMB_OK;
    bool reported = false;
    for (int list = limb__dae_next_element(dae, node, -1); list >= 0 && status == LIMB_OK;
         list = limb__dae_next_element(dae, node, list)) {
        if (limb__dae_is(dae, list, "ph")) {
            dae->b->nskipped++;
            if (!reported)
                limb__mesh_skipped(dae->b, limb__dae_offset(dae, list),
                                   "a polygon with holes is left out");
            reported = true;
        } else if (limb__dae_is(dae, list, "p")) {
            status = take_outline(p, list);
            if (status == LIMB_OK) status = add_polygon(p);
        }
    }
    return status;
}

// Strips and fans, one in each <p>.
static limb_status read_runs(primitive *p, int node, shape kind)
{
    limb_status status = LIMB_OK;
    for (int list = limb_node_find(&p->dae->doc, node, "p"); list >= 0 && status == LIMB_OK;
         list = limb_node_find_next(&p->dae->doc, list, "p")) {
        status = take_outline(p, list);
        for (int i = 0; i + 2 < p->ncorner && status == LIMB_OK; i++) {
            // every other triangle of a strip runs backwards
            if (kind == TRIFANS)
                status = add_triangle(p, 0, i + 1, i + 2);
            else if (i % 2)
                status = add_triangle(p, i + 1, i, i + 2);
            else
                status = add_triangle(p, i, i + 1, i + 2);
        }
    }
    return status;
}

// All corners of a <p> into p->corner.
static limb_status take_outline(primitive *p, int node)
{
    limb__dae_begin_corners(p->list, node);
    p->ncorner = 0;
    limb_status status = LIMB_OK;
    for (bool ended = false; !ended && status == LIMB_OK;)
        status = take_corner(p, &ended);
    return status;
}

// The next corner of the list to the end of p->corner.
static limb_status take_corner(primitive *p, bool *ended)
{
    limb__dae_corners *const list = p->list;
    if (list->next == list->count) {
        const limb_status status = limb__dae_next_block(list);
        *ended = list->count == 0;
        if (status != LIMB_OK || *ended) return status;
    }
    if (!limb__grow(p->dae->b->memory, (void **)&p->corner, &p->corner_capacity, p->ncorner + 1,
                    sizeof *p->corner))
        return LIMB_ERROR_MEMORY;
    const int at = list->next++;
    p->corner[p->ncorner++] =
        (limb__corner){list->position_of[at], list->normal_of[at], list->texcoord_of[at]};
    return LIMB_OK;
}

//---- to the builder ------------------------------------------------------------------------------

// The next triangles of the block.
static limb_status add_triangles(primitive *p, int count)
{
    limb__dae_corners *const list = p->list;
    uint32_t *const position = list->position_of + list->next;
    uint32_t *const normal = list->normal_of + list->next;
    uint32_t *const texcoord = list->texcoord_of + list->next;
    list->next += 3 * count;
    for (int i = 0; i < count && p->mirrored; i++) {
        swap(position + 3 * i + 1);
        swap(normal + 3 * i + 1);
        swap(texcoord + 3 * i + 1);
    }
    return limb__mesh_add_triangles(p->dae->b, count, position, list->normal.source ? normal : NULL,
                                    list->texcoord.source ? texcoord : NULL);
}

static void swap(uint32_t pair[2])
{
    const uint32_t first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

static limb_status add_triangle(primitive *p, int a, int b, int c)
{
    const limb__corner corner[3] = {p->corner[a], p->corner[p->mirrored ? c : b],
                                    p->corner[p->mirrored ? b : c]};
    return limb__mesh_add_triangle(p->dae->b, corner);
}

static limb_status add_polygon(primitive *p)
{
    for (int i = 0, k = p->ncorner - 1; p->mirrored && i < k; i++, k--) {
        const limb__corner first = p->corner[i];
        p->corner[i] = p->corner[k];
        p->corner[k] = first;
    }
    return limb__mesh_add_polygon(p->dae->b, p->corner, p->ncorner);
}
