// COLLADA geometry: the primitives of a <mesh> as triangles, placed by a matrix.
//
// Indices are read straight from the text of <p>: each corner is `stride` integers, of which the
// inputs name those for position, normal and texture coordinate. A source is appended to the
// builder once per instance of the geometry, transformed; several primitives then share it.
#include "mesh/dae.h"

#include "base/memory.h"
#include "mesh/matrix.h"
#include "mesh/scan.h"

#include <string.h>

// one attribute of a primitive
typedef struct input {
    int offset;               // within a corner; -1: absent
    limb__dae_source *source; // NULL: absent
} input;

typedef struct primitive {
    limb__dae *dae;
    const double *matrix;
    bool mirrored; // by the matrix: triangles are turned round
    int instance;
    int stride; // integers per corner
    input position, normal, texcoord;
    int position_base, normal_base, texcoord_base; // first rows in the builder
    limb__corner *corner;                          // of one polygon
    int ncorner;
    int corner_capacity;
} primitive;

// reading integers from the texts of an element
typedef struct int_reader {
    const limb__dae *dae;
    int node;
    int child;
    const char *at;
    const char *end;
} int_reader;

typedef enum shape { TRIANGLES, POLYLIST, POLYGONS, TRISTRIPS, TRIFANS, LINES, OTHER } shape;

static shape shape_of(const limb__dae *dae, int node);
static limb_status add_primitive(primitive *p, int node, shape kind);
static limb_status read_inputs(primitive *p, int node);
static limb_status read_input(primitive *p, int input_node, int offset);
static limb_status append_sources(primitive *p);
static limb_status append_rows(primitive *p, input *in, int role, limb__float_stream *stream,
                               int width, int *base);
static limb_status read_triangles(primitive *p, int node);
static limb_status read_polylist(primitive *p, int node);
static limb_status read_polygons(primitive *p, int node);
static limb_status read_runs(primitive *p, int node, shape kind);
static limb_status read_corner(primitive *p, int_reader *reader, limb__corner *corner, bool *ended);
static limb_status read_outline(primitive *p, int node);
static limb_status add_triangle(primitive *p, const limb__corner *a, const limb__corner *b,
                                const limb__corner *c);
static limb_status add_polygon(primitive *p);
static void begin_ints(int_reader *reader, const limb__dae *dae, int node);
static inline bool next_int(int_reader *reader, int64_t *value, limb_status *status);
static bool find_int(int_reader *reader);
static int bound_material(const limb__dae *dae, int node, const limb__dae_binding *binding,
                          int nbinding);

limb_status limb__dae_add_geometry(limb__dae *dae, int geometry, const double matrix[12],
                                   const limb__dae_binding *binding, int nbinding,
                                   const char *part_name)
{
    const int mesh = limb_node_find(&dae->doc, geometry, "mesh");
    if (mesh < 0) {
        limb__mesh_skipped(dae->b, limb__dae_offset(dae, geometry),
                           "a geometry that is not a <mesh> is left out");
        return LIMB_OK;
    }
    primitive p = {.dae = dae,
                   .matrix = matrix,
                   .mirrored = limb__matrix_determinant(matrix) < 0,
                   .instance = ++dae->instance};
    limb_status status = LIMB_OK;
    for (int node = limb__dae_next_element(dae, mesh, -1); node >= 0 && status == LIMB_OK;
         node = limb__dae_next_element(dae, mesh, node)) {
        const shape kind = shape_of(dae, node);
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
    p->position = p->normal = p->texcoord = (input){-1, NULL};
    limb_status status = read_inputs(p, node);
    if (status != LIMB_OK) return status;
    if (!p->position.source || p->position.source->stride < 3) {
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
    p->stride = 1;
    for (int in = limb_node_find(&dae->doc, node, "input"); in >= 0 && status == LIMB_OK;
         in = limb_node_find_next(&dae->doc, in, "input")) {
        const int offset = limb__dae_int(dae, in, "offset", 0);
        if (offset < 0 || offset > 255)
            return limb__mesh_broken(dae->b, limb__dae_offset(dae, in),
                                     "an input's offset is wrong");
        if (offset >= p->stride) p->stride = offset + 1;
        const limb_text semantic = limb__dae_attr(dae, in, "semantic");
        if (semantic.size == 6 && memcmp(semantic.data, "VERTEX", 6) == 0) {
            // stands for all inputs of <vertices>
            const int vertices = limb__dae_target(dae, in, "source");
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
    const limb_text semantic = limb__dae_attr(p->dae, input_node, "semantic");
    input *into = NULL;
    if (semantic.size == 8 && memcmp(semantic.data, "POSITION", 8) == 0) into = &p->position;
    if (semantic.size == 6 && memcmp(semantic.data, "NORMAL", 6) == 0) into = &p->normal;
    if (semantic.size == 8 && memcmp(semantic.data, "TEXCOORD", 8) == 0) into = &p->texcoord;
    if (!into || into->source) return LIMB_OK;
    const bool plain = p->dae->b->opts.normals == LIMB_NORMALS_NONE;
    if (plain && into != &p->position) return LIMB_OK;
    limb_status status;
    into->source =
        limb__dae_read_source(p->dae, limb__dae_target(p->dae, input_node, "source"), &status);
    into->offset = offset;
    return status;
}

static limb_status append_sources(primitive *p)
{
    limb__mesh_builder *b = p->dae->b;
    limb_status status =
        append_rows(p, &p->position, LIMB__DAE_POSITION, &b->position, 3, &p->position_base);
    if (status == LIMB_OK && p->normal.source)
        status = append_rows(p, &p->normal, LIMB__DAE_NORMAL, &b->normal, 3, &p->normal_base);
    if (status == LIMB_OK && p->texcoord.source)
        status =
            append_rows(p, &p->texcoord, LIMB__DAE_TEXCOORD, &b->texcoord, 2, &p->texcoord_base);
    return status;
}

// A source's rows, placed, once per instance of the geometry.
static limb_status append_rows(primitive *p, input *in, int role, limb__float_stream *stream,
                               int width, int *base)
{
    limb__dae_source *source = in->source;
    if (source->stride < width) {
        in->source = NULL;
        return LIMB_OK;
    }
    if (source->instance[role] == p->instance) {
        *base = source->base[role];
        return LIMB_OK;
    }
    *base = source->base[role] = stream->count;
    source->instance[role] = p->instance;
    if (source->count == 0) return LIMB_OK;
    if (!limb__mesh_reserve_floats(p->dae->b, stream, source->count, width))
        return LIMB_ERROR_MEMORY;
    float *const first = stream->value + (size_t)stream->count * (size_t)width;
    const float *row = source->value + source->offset;
    float *out = first;
    for (int i = 0; i < source->count; i++, row += source->stride, out += width)
        memcpy(out, row, (size_t)width * sizeof *out);
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
        int_reader reader;
        begin_ints(&reader, p->dae, list);
        for (;;) {
            limb__corner corner[3];
            bool ended = false;
            for (int k = 0; k < 3 && status == LIMB_OK && !ended; k++)
                status = read_corner(p, &reader, &corner[k], &ended);
            if (ended || status != LIMB_OK) break;
            status = add_triangle(p, &corner[0], &corner[1], &corner[2]);
            if (status != LIMB_OK) break;
        }
    }
    return status;
}

// <vcount> says how many corners each polygon of <p> has.
static limb_status read_polylist(primitive *p, int node)
{
    const int counts = limb_node_find(&p->dae->doc, node, "vcount");
    const int list = limb_node_find(&p->dae->doc, node, "p");
    if (counts < 0 || list < 0) return LIMB_OK;
    int_reader count_reader, reader;
    begin_ints(&count_reader, p->dae, counts);
    begin_ints(&reader, p->dae, list);
    limb_status status = LIMB_OK;
    int64_t count;
    while (status == LIMB_OK && next_int(&count_reader, &count, &status)) {
        p->ncorner = 0;
        bool ended = false;
        for (int64_t k = 0; k < count && status == LIMB_OK && !ended; k++) {
            if (!limb__grow(p->dae->b->memory, (void **)&p->corner, &p->corner_capacity,
                            p->ncorner + 1, sizeof *p->corner))
                return LIMB_ERROR_MEMORY;
            status = read_corner(p, &reader, &p->corner[p->ncorner], &ended);
            p->ncorner += !ended;
        }
        if (status == LIMB_OK && ended) {
            limb__mesh_skipped(p->dae->b, limb__dae_offset(p->dae, counts),
                               "polygons are declared that have no corners");
            return LIMB_OK;
        }
        if (status == LIMB_OK) status = add_polygon(p);
    }
    return status;
}

// One polygon in each <p>; one with holes stands in <ph> and is left out.
static limb_status read_polygons(primitive *p, int node)
{
    limb__dae *dae = p->dae;
    limb_status status = LIMB_OK;
    bool told = false;
    for (int list = limb__dae_next_element(dae, node, -1); list >= 0 && status == LIMB_OK;
         list = limb__dae_next_element(dae, node, list)) {
        if (limb__dae_is(dae, list, "ph")) {
            dae->b->nskipped++;
            if (!told)
                limb__mesh_skipped(dae->b, limb__dae_offset(dae, list),
                                   "a polygon with holes is left out");
            told = true;
        } else if (limb__dae_is(dae, list, "p")) {
            status = read_outline(p, list);
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
        status = read_outline(p, list);
        const limb__corner *c = p->corner;
        for (int i = 0; i + 2 < p->ncorner && status == LIMB_OK; i++) {
            // every other triangle of a strip runs backwards
            if (kind == TRIFANS)
                status = add_triangle(p, &c[0], &c[i + 1], &c[i + 2]);
            else if (i % 2)
                status = add_triangle(p, &c[i + 1], &c[i], &c[i + 2]);
            else
                status = add_triangle(p, &c[i], &c[i + 1], &c[i + 2]);
        }
    }
    return status;
}

// All corners of a <p> into p->corner.
static limb_status read_outline(primitive *p, int node)
{
    int_reader reader;
    begin_ints(&reader, p->dae, node);
    p->ncorner = 0;
    for (;;) {
        if (!limb__grow(p->dae->b->memory, (void **)&p->corner, &p->corner_capacity, p->ncorner + 1,
                        sizeof *p->corner))
            return LIMB_ERROR_MEMORY;
        bool ended = false;
        const limb_status status = read_corner(p, &reader, &p->corner[p->ncorner], &ended);
        if (ended || status != LIMB_OK) return status;
        p->ncorner++;
    }
}

static limb_status add_triangle(primitive *p, const limb__corner *a, const limb__corner *b,
                                const limb__corner *c)
{
    const limb__corner corner[3] = {*a, p->mirrored ? *c : *b, p->mirrored ? *b : *c};
    return limb__mesh_add_triangle(p->dae->b, corner);
}

static limb_status add_polygon(primitive *p)
{
    for (int i = 0, k = p->ncorner - 1; p->mirrored && i < k; i++, k--) {
        const limb__corner swap = p->corner[i];
        p->corner[i] = p->corner[k];
        p->corner[k] = swap;
    }
    return limb__mesh_add_polygon(p->dae->b, p->corner, p->ncorner);
}

//---- indices -------------------------------------------------------------------------------------

static uint32_t attribute_index(primitive *p, const input *in, int base, int64_t index,
                                const char *at)
{
    if (!in->source) return LIMB__CORNER_NONE;
    if (index >= 0 && index < in->source->count) return (uint32_t)(base + index);
    if (!p->dae->bad_index_told) {
        p->dae->bad_index_told = true;
        limb__mesh_skipped(p->dae->b, (size_t)(at - p->dae->doc.source.text),
                           "an index of a normal or texture coordinate is out of range");
    }
    return LIMB__CORNER_NONE;
}

// One corner; *ended when the text ends before it is complete.
static limb_status read_corner(primitive *p, int_reader *reader, limb__corner *corner, bool *ended)
{
    int64_t position = 0, normal = -1, texcoord = -1;
    limb_status status = LIMB_OK;
    for (int k = 0; k < p->stride; k++) {
        int64_t value;
        if (!next_int(reader, &value, &status)) {
            *ended = true;
            return status;
        }
        if (k == p->position.offset) position = value;
        if (k == p->normal.offset) normal = value;
        if (k == p->texcoord.offset) texcoord = value;
    }
    if (position < 0 || position >= p->position.source->count) {
        return limb__mesh_broken(p->dae->b, (size_t)(reader->at - p->dae->doc.source.text),
                                 "a position's index is out of range: there are %d",
                                 p->position.source->count);
    }
    corner->position = (uint32_t)(p->position_base + position);
    corner->normal = attribute_index(p, &p->normal, p->normal_base, normal, reader->at);
    corner->texcoord = attribute_index(p, &p->texcoord, p->texcoord_base, texcoord, reader->at);
    return LIMB_OK;
}

static void begin_ints(int_reader *reader, const limb__dae *dae, int node)
{
    *reader = (int_reader){.dae = dae, .node = node, .child = -1};
}

static inline bool next_int(int_reader *reader, int64_t *value, limb_status *status)
{
    // one blank between two indices is usual
    if (reader->at < reader->end && *reader->at == ' ') reader->at++;
    if ((reader->at == reader->end || (unsigned char)*reader->at <= ' ') && !find_int(reader))
        return false;
    const char *behind = limb__scan_int(reader->at, reader->end, value);
    if (!behind) {
        *status =
            limb__mesh_broken(reader->dae->b, (size_t)(reader->at - reader->dae->doc.source.text),
                              "an index is not an integer");
        return false;
    }
    reader->at = behind;
    return true;
}

// To the next word, in the next text when this one has ended.
static bool find_int(int_reader *reader)
{
    for (;;) {
        reader->at = limb__scan_space(reader->at, reader->end);
        if (reader->at < reader->end) return true;
        if (!limb__dae_next_text(reader->dae, reader->node, &reader->child, &reader->at,
                                 &reader->end))
            return false;
    }
}
