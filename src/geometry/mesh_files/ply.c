// PLY, ASCII and binary of either byte order: vertices and faces as the header describes them.
//
// Known properties are position, normal, texture coordinates and color of "vertex", the lists of
// corners and of their texture coordinates of "face", and the corners of "tristrips"; everything
// else is passed over. A comment may name the picture.
#include "geometry/mesh_files/ply.h"

#include "base/memory.h"
#include "base/number.h"
#include "geometry/mesh_files/scan.h"

#include <string.h>

enum { X, Y, Z, NX, NY, NZ, U, V, RED, GREEN, BLUE, ALPHA, NROLE };

typedef struct ply {
    limb__mesh_builder *b;
    limb__ply_header *h;
    const char *at;
    const char *end;
    bool has[NROLE];        // among the vertex's properties
    int nnormal, ntexcoord; // of the vertices
    limb__corner *corner;   // of a face or strip
    int ncorner;
    int corner_capacity;
    float *wedge; // texture coordinates of a face's corners
    int nwedge;
    int wedge_capacity;
    bool surplus_reported;
} ply;

static limb_status paint(ply *p);
static limb_status read_elements(ply *p);
static limb_status read_vertices(ply *p, const limb__ply_element *e);
static int role_of(limb_text name);
static limb_status add_vertex(ply *p, const double value[NROLE], const bool byte_color);
static limb_status read_faces(ply *p, const limb__ply_element *e, bool strips);
static void report_face_colors(ply *p, const limb__ply_element *e);
static limb_status read_corners(ply *p, const limb__ply_property *list, bool strips);
static limb_status read_wedges(ply *p, const limb__ply_property *list);
static limb_status add_face(ply *p);
static limb_status add_strip(ply *p);
static limb_status skip_property(ply *p, const limb__ply_property *property);
static limb_status read_ascii(ply *p, double *value);
static void begin_row(ply *p);
static void end_row(ply *p);
static limb_status read_value(ply *p, limb__ply_type type, double *value);
static bool is_any(limb_text name, const char *a, const char *b);

limb_status limb__ply_read(limb__mesh_builder *b)
{
    limb__ply_header *h = limb__arena_take(&b->arena, sizeof *h);
    if (!h) return LIMB_ERROR_MEMORY;
    limb_status status = limb__ply_read_header(b, h);
    if (status != LIMB_OK) return status;
    ply p = {.b = b, .h = h, .at = h->data, .end = b->source.text + b->source.size};
    status = paint(&p);
    if (status == LIMB_OK) status = read_elements(&p);
    limb__release(b->memory, p.corner, (size_t)p.corner_capacity * sizeof *p.corner);
    limb__release(b->memory, p.wedge, (size_t)p.wedge_capacity * sizeof *p.wedge);
    return status;
}

// A material for the picture that the header names.
static limb_status paint(ply *p)
{
    const limb_text picture = p->h->picture;
    if (picture.size == 0) return LIMB_OK;
    const int material = limb__mesh_add_material(p->b, "");
    return material >= 0 && limb__mesh_set_texture(p->b, material, picture.data, picture.size) &&
                   limb__mesh_begin_part(p->b, "", material)
               ? LIMB_OK
               : LIMB_ERROR_MEMORY;
}

static limb_status read_elements(ply *p)
{
    limb_status status = LIMB_OK;
    for (int i = 0; i < p->h->nelement && status == LIMB_OK; i++) {
        const limb__ply_element *e = &p->h->element[i];
        if (e->nproperty == 0) continue;
        if (is_any(e->name, "vertex", "vertex")) {
            status = read_vertices(p, e);
        } else if (is_any(e->name, "face", "tristrips")) {
            status = read_faces(p, e, e->name.data[0] == 't');
        } else {
            for (int64_t k = 0; k < e->count && status == LIMB_OK; k++) {
                begin_row(p);
                for (int n = 0; n < e->nproperty && status == LIMB_OK; n++)
                    status = skip_property(p, &p->h->property[e->first + n]);
                if (status == LIMB_OK) end_row(p);
            }
        }
    }
    return status;
}

//---- vertices ------------------------------------------------------------------------------------

static limb_status read_vertices(ply *p, const limb__ply_element *e)
{
    int role[LIMB__PLY_MAX_PROPERTIES];
    bool byte_color = false;
    for (int n = 0; n < e->nproperty; n++) {
        const limb__ply_property *property = &p->h->property[e->first + n];
        role[n] = property->count == LIMB__PLY_NONE ? role_of(property->name) : -1;
        if (role[n] < 0) continue;
        p->has[role[n]] = true;
        if (role[n] == RED) byte_color = property->type < LIMB__PLY_F32;
    }
    if (!p->has[X] || !p->has[Y] || !p->has[Z])
        return limb__mesh_broken(p->b, (size_t)(e->name.data - p->b->source.text),
                                 "vertices have no x, y and z");
    limb_status status = LIMB_OK;
    for (int64_t i = 0; i < e->count && status == LIMB_OK; i++) {
        double value[NROLE] = {0};
        value[ALPHA] = byte_color ? 255 : 1;
        begin_row(p);
        for (int n = 0; n < e->nproperty && status == LIMB_OK; n++) {
            const limb__ply_property *property = &p->h->property[e->first + n];
            status = role[n] < 0 ? skip_property(p, property)
                                 : read_value(p, property->type, &value[role[n]]);
        }
        if (status == LIMB_OK) end_row(p);
        if (status == LIMB_OK) status = add_vertex(p, value, byte_color);
    }
    p->nnormal = p->b->normal.count;
    p->ntexcoord = p->b->texcoord.count;
    return status;
}

static int role_of(limb_text name)
{
    static const struct {
        const char *name;
        int role;
    } known[] = {{"x", X},
                 {"y", Y},
                 {"z", Z},
                 {"nx", NX},
                 {"ny", NY},
                 {"nz", NZ},
                 {"u", U},
                 {"v", V},
                 {"s", U},
                 {"t", V},
                 {"texture_u", U},
                 {"texture_v", V},
                 {"red", RED},
                 {"green", GREEN},
                 {"blue", BLUE},
                 {"alpha", ALPHA},
                 {"r", RED},
                 {"g", GREEN},
                 {"b", BLUE},
                 {"a", ALPHA},
                 {"diffuse_red", RED},
                 {"diffuse_green", GREEN},
                 {"diffuse_blue", BLUE},
                 {"diffuse_alpha", ALPHA}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (is_any(name, known[i].name, known[i].name)) return known[i].role;
    }
    return -1;
}

static limb_status add_vertex(ply *p, const double v[NROLE], const bool byte_color)
{
    limb__mesh_builder *b = p->b;
    if (!limb__mesh_add_position(b, (float)v[X], (float)v[Y], (float)v[Z]))
        return LIMB_ERROR_MEMORY;
    if (p->has[NX] && p->has[NY] && p->has[NZ] &&
        !limb__mesh_add_normal(b, (float)v[NX], (float)v[NY], (float)v[NZ]))
        return LIMB_ERROR_MEMORY;
    if (p->has[U] && p->has[V] && !limb__mesh_add_texcoord(b, (float)v[U], (float)(1 - v[V])))
        return LIMB_ERROR_MEMORY;
    if (!p->has[RED] || !p->has[GREEN] || !p->has[BLUE]) return LIMB_OK;
    uint8_t rgba[4];
    for (int k = 0; k < 4; k++) {
        const double shown = byte_color ? v[RED + k] : v[RED + k] * 255 + 0.5;
        rgba[k] = (uint8_t)(shown > 0 ? (shown < 255 ? shown : 255) : 0);
    }
    if (!limb__mesh_reserve_corners(b, &b->color, 1)) return LIMB_ERROR_MEMORY;
    memcpy(&b->color.value[b->color.count++], rgba, 4);
    return LIMB_OK;
}

//---- faces ---------------------------------------------------------------------------------------

static limb_status read_faces(ply *p, const limb__ply_element *e, bool strips)
{
    report_face_colors(p, e);
    limb_status status = LIMB_OK;
    for (int64_t i = 0; i < e->count && status == LIMB_OK; i++) {
        p->ncorner = p->nwedge = 0;
        begin_row(p);
        for (int n = 0; n < e->nproperty && status == LIMB_OK; n++) {
            const limb__ply_property *property = &p->h->property[e->first + n];
            const bool list = property->count != LIMB__PLY_NONE;
            if (list && is_any(property->name, "vertex_indices", "vertex_index"))
                status = read_corners(p, property, strips);
            else if (list && is_any(property->name, "texcoord", "texcoord"))
                status = read_wedges(p, property);
            else
                status = skip_property(p, property);
        }
        if (status == LIMB_OK) end_row(p);
        if (status == LIMB_OK) status = strips ? add_strip(p) : add_face(p);
    }
    return status;
}

static void report_face_colors(ply *p, const limb__ply_element *e)
{
    for (int n = 0; n < e->nproperty; n++) {
        const limb__ply_property *property = &p->h->property[e->first + n];
        if (role_of(property->name) != RED || e->count == 0) continue;
        limb__mesh_skipped(p->b, (size_t)(property->name.data - p->b->source.text),
                           "colors of faces are left out");
        return;
    }
}

// In strips, -1 ends one and begins another.
static limb_status read_corners(ply *p, const limb__ply_property *list, bool strips)
{
    double count;
    limb_status status = read_value(p, list->count, &count);
    if (status != LIMB_OK) return status;
    p->ncorner = 0;
    for (double k = 0; k < count; k++) {
        if (p->h->ascii) p->at = limb__scan_blank(p->at, p->end);
        const char *const at = p->at;
        double index;
        status = read_value(p, list->type, &index);
        if (status != LIMB_OK) return status;
        if (strips && index < 0) {
            status = add_strip(p);
            if (status != LIMB_OK) return status;
            p->ncorner = 0;
            continue;
        }
        if (!(index >= 0 && index < p->b->position.count))
            return limb__mesh_broken(p->b, (size_t)(at - p->b->source.text),
                                     "a face refers to a vertex that does not exist");
        if (!limb__grow(p->b->memory, (void **)&p->corner, &p->corner_capacity, p->ncorner + 1,
                        sizeof *p->corner))
            return LIMB_ERROR_MEMORY;
        const uint32_t vertex = (uint32_t)index;
        limb__corner *corner = &p->corner[p->ncorner++];
        corner->position = vertex;
        corner->normal = vertex < (uint32_t)p->nnormal ? vertex : LIMB__CORNER_NONE;
        corner->texcoord = vertex < (uint32_t)p->ntexcoord ? vertex : LIMB__CORNER_NONE;
    }
    return LIMB_OK;
}

static limb_status read_wedges(ply *p, const limb__ply_property *list)
{
    double count;
    limb_status status = read_value(p, list->count, &count);
    p->nwedge = 0;
    for (double k = 0; k < count && status == LIMB_OK; k++) {
        double value = 0;
        status = read_value(p, list->type, &value);
        if (!limb__grow(p->b->memory, (void **)&p->wedge, &p->wedge_capacity, p->nwedge + 1,
                        sizeof *p->wedge))
            return LIMB_ERROR_MEMORY;
        p->wedge[p->nwedge++] = (float)value;
    }
    return status;
}

// With the texture coordinates of its own corners, where it has them.
static limb_status add_face(ply *p)
{
    const bool wedged = p->ncorner > 0 && p->nwedge == 2 * p->ncorner;
    for (int i = 0; i < p->ncorner && wedged; i++) {
        p->corner[i].texcoord = (uint32_t)p->b->texcoord.count;
        if (!limb__mesh_add_texcoord(p->b, p->wedge[2 * i], 1 - p->wedge[2 * i + 1]))
            return LIMB_ERROR_MEMORY;
    }
    return limb__mesh_add_polygon(p->b, p->corner, p->ncorner);
}

// Every other triangle of a strip runs backwards.
static limb_status add_strip(ply *p)
{
    limb_status status = LIMB_OK;
    for (int i = 0; i + 2 < p->ncorner && status == LIMB_OK; i++) {
        const limb__corner *c = p->corner + i;
        const limb__corner triangle[3] = {c[0], c[1 + i % 2], c[2 - i % 2]};
        status = limb__mesh_add_triangle(p->b, triangle);
    }
    return status;
}

//---- values --------------------------------------------------------------------------------------

static limb_status skip_property(ply *p, const limb__ply_property *property)
{
    double value;
    if (property->count == LIMB__PLY_NONE) return read_value(p, property->type, &value);
    double count;
    limb_status status = read_value(p, property->count, &count);
    for (double k = 0; k < count && status == LIMB_OK; k++)
        status = read_value(p, property->type, &value);
    return status;
}

static limb_status read_ascii(ply *p, double *value)
{
    p->at = limb__scan_blank(p->at, p->end);
    const char *stop;
    if (limb__number_parse(p->at, p->end, value, &stop) == LIMB__NUMBER_MALFORMED)
        return limb__mesh_broken(
            p->b, (size_t)(p->at - p->b->source.text),
            p->at == p->end  ? "the file ends before its last element"
            : *p->at == '\n' ? "the line ends before the last value that the header declares"
                             : "expected a number");
    p->at = stop;
    return LIMB_OK;
}

// In ASCII an element is a line; empty ones do not count.
static void begin_row(ply *p)
{
    if (p->h->ascii) p->at = limb__scan_space(p->at, p->end);
}

// What a line has beyond the declared properties belongs to nothing.
static void end_row(ply *p)
{
    if (!p->h->ascii) return;
    p->at = limb__scan_blank(p->at, p->end);
    if (p->at == p->end || *p->at == '\n') return;
    if (!p->surplus_reported)
        limb__mesh_skipped(p->b, (size_t)(p->at - p->b->source.text),
                           "the line has more values than the header declares; they are ignored");
    p->surplus_reported = true;
    p->at = limb__scan_line(p->at, p->end);
}

static limb_status read_value(ply *p, limb__ply_type type, double *value)
{
    static const size_t size_of[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    if (p->h->ascii) return read_ascii(p, value);
    const size_t size = size_of[type];
    if ((size_t)(p->end - p->at) < size)
        return limb__mesh_broken(p->b, p->b->source.size, "the file ends before its last element");
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++) {
        const size_t place = p->h->big_endian ? size - 1 - i : i;
        bits |= (uint64_t)(unsigned char)p->at[i] << (8 * place);
    }
    p->at += size;
    const uint32_t word = (uint32_t)bits;
    float single;
    switch (type) {
    case LIMB__PLY_I8:
        *value = (double)(int8_t)bits;
        break;
    case LIMB__PLY_I16:
        *value = (double)(int16_t)bits;
        break;
    case LIMB__PLY_I32:
        *value = (double)(int32_t)bits;
        break;
    case LIMB__PLY_F32:
        memcpy(&single, &word, sizeof single);
        *value = (double)single;
        break;
    case LIMB__PLY_F64:
        memcpy(value, &bits, sizeof *value);
        break;
    default:
        *value = (double)bits;
        break;
    }
    return LIMB_OK;
}

static bool is_any(limb_text name, const char *a, const char *b)
{
    return (name.size == strlen(a) && memcmp(name.data, a, name.size) == 0) ||
           (name.size == strlen(b) && memcmp(name.data, b, name.size) == 0);
}
