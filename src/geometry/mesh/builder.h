// The target of every mesh reader: streams of attributes, corners that index them, parts and
// materials. limb__mesh_finish converts it into one limb_mesh.
//
// A reader gets a builder with the file's bytes in source, adds what it reads, and returns a
// status; it does not need to free anything. Names and other small data go into the arena,
// which exists as long as the builder. Positions are appended in the final frame (unit and
// transforms applied).
#ifndef LIMB_MESH_BUILDER_H
#define LIMB_MESH_BUILDER_H

#include "base/arena.h"
#include "base/file.h"
#include "base/names.h"
#include "documents/diag/report.h"
#include "limb/mesh.h"

#define LIMB__CORNER_NONE UINT32_MAX // this corner has no such attribute

// Bytes before corner_position's values: its block becomes the mesh, in which the indices
// follow the struct.
#define LIMB__MESH_HEAD ((sizeof(limb_mesh) + 15) & ~(size_t)15)

// Bytes counted for a triangle in limb__mesh_make: its corners, and its share of the tables for
// welding and shading.
#define LIMB__MESH_TRIANGLE ((size_t)80)

typedef struct limb__float_stream {
    float *value;
    int count;    // rows
    int capacity; // rows
} limb__float_stream;

typedef struct limb__corner_stream {
    uint32_t *value;
    int count;
    int capacity;
} limb__corner_stream;

typedef struct limb__mesh_builder {
    const limb_allocator *memory;
    limb_mesh_opts opts; // the caller's, defaults filled in
    limb_report *report;
    limb__source source; // file, text, size; text formats have a NUL after the last byte
    // the file, if it is read in pieces; NULL: source has all of it. The source of a binary STL has
    // only the header, that of an OBJ no text until a finding needs it
    const limb__file *stream;
    bool on_disk;       // loaded from a file; companions are beside it
    const char *root;   // companions must be in this folder; NULL until needed
    char *fetched_text; // the text that a finding needed (source.size + 1 bytes), or NULL
    size_t nbyte;       // of the file and of the companions read
    bool is_text;       // findings show line and column
    limb_isa isa;       // used for reading
    limb__arena arena;
    limb_mesh_format format;
    limb_up_axis up_axis;
    double unit;
    bool has_unit;

    limb__float_stream position; // rows of 3
    limb__float_stream normal;   // rows of 3
    limb__float_stream texcoord; // rows of 2, picture's upper left corner is 0 0
    limb__corner_stream color;   // rgba bytes, one per position; count 0: none

    // three per triangle; the last two have count 0 until an attribute occurs, then as many
    limb__corner_stream corner_position;
    limb__corner_stream corner_normal;
    limb__corner_stream corner_texcoord;

    int npart;
    int part_capacity;
    limb_mesh_part *part;
    int nmaterial;
    int material_capacity;
    limb_mesh_material *material;
    limb__names material_name; // of the first nnamed materials
    int nnamed;
    int name_capacity;

    size_t nstep;           // steps of the scene traversal; bounded
    size_t nmade;           // bytes made of data that the file may instance; bounded
    long long polygon_work; // steps for non-convex polygons; bounded
    bool welded;            // positions are already unique and in order of first use
    int nvertex_read;       // 0: number of positions
    int ndegenerate;
    int nskipped;
    int nnonfinite; // triangles dropped because a coordinate is not finite
} limb__mesh_builder;

void limb__mesh_builder_init(limb__mesh_builder *b, const limb_mesh_opts *opts, const char *file,
                             const char *bytes, size_t size);
void limb__mesh_builder_free(limb__mesh_builder *b);

// Adding data. Return false if there is no memory.
bool limb__mesh_add_position(limb__mesh_builder *b, float x, float y, float z);
bool limb__mesh_add_normal(limb__mesh_builder *b, float x, float y, float z);
bool limb__mesh_add_texcoord(limb__mesh_builder *b, float u, float v);
// Ensures capacity for more rows; the caller then writes them and increases count.
bool limb__mesh_reserve_floats(limb__mesh_builder *b, limb__float_stream *stream, int more,
                               int width);
// The same for rows that a file may use more than once, which limb__mesh_make counts.
limb_status limb__mesh_reserve_rows(limb__mesh_builder *b, limb__float_stream *stream, int more,
                                    int width);
bool limb__mesh_reserve_corners(limb__mesh_builder *b, limb__corner_stream *stream, int more);

// Counts instanced data: steps of the traversal, and the bytes made: rows, triangles, texts.
// LIMB_ERROR_LIMIT: they exceed the size of the file and its companions too far; a finding says so.
// Callers without a status add to nmade; the next call reports it.
limb_status limb__mesh_step(limb__mesh_builder *b, int count);
limb_status limb__mesh_make(limb__mesh_builder *b, size_t size);

typedef struct limb__corner {
    uint32_t position;
    uint32_t normal;   // or LIMB__CORNER_NONE
    uint32_t texcoord; // or LIMB__CORNER_NONE
} limb__corner;

// Adds one triangle. Indices must be in range. LIMB_ERROR_LIMIT: too many triangles.
limb_status limb__mesh_add_triangle(limb__mesh_builder *b, const limb__corner corner[3]);

// The same for many, with arrays of three indices each; NULL: none has the attribute.
limb_status limb__mesh_add_triangles(limb__mesh_builder *b, int count, const uint32_t *position,
                                     const uint32_t *normal, const uint32_t *texcoord);

// Adds a polygon with any number of corners, as triangles; fewer than three corners are skipped.
limb_status limb__mesh_add_polygon(limb__mesh_builder *b, const limb__corner *corner, int ncorner);

// Returns the corner at which a quad is split into two triangles: the reflex one, else 0.
int limb__mesh_quad_apex(const float *position, const uint32_t corner[4]);

// Later triangles belong to a part with this name and material; a part without triangles is
// dropped, one equal to the previous part is merged with it. The name must be in the arena.
bool limb__mesh_begin_part(limb__mesh_builder *b, const char *name, int material);

// Adds a material: white, rough, opaque, with a name; returns its index or -1. Its texts must be
// in the arena.
int limb__mesh_add_material(limb__mesh_builder *b, const char *name);
// Returns the first material of that name, -1: none, -2: no memory.
int limb__mesh_find_material(limb__mesh_builder *b, const char *name, size_t size);
// Sets the base color picture by its URI as written. Returns false if there is no memory.
bool limb__mesh_set_texture(limb__mesh_builder *b, int material, const char *uri, size_t size);

// Copies embedded pictures into the arena, at most max bytes, so that their source may be freed.
limb_status limb__mesh_keep_textures(limb__mesh_builder *b, size_t max);

// Findings. Those for broken and unsupported data return the status to pass on.
limb_status limb__mesh_broken(limb__mesh_builder *b, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
limb_status limb__mesh_unsupported(limb__mesh_builder *b, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void limb__mesh_skipped(limb__mesh_builder *b, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Reads a companion file with the caller's function or from the mesh's folder. If it is missing or
// rejected, adds a finding and returns LIMB_ERROR_IO. Release the bytes with
// limb__release(b->memory, ...). The block has size + 1 bytes and ends in a NUL.
limb_status limb__mesh_read_companion(limb__mesh_builder *b, const char *uri, char **bytes,
                                      size_t *size);
// The same without a finding.
limb_status limb__mesh_try_companion(limb__mesh_builder *b, const char *uri, char **bytes,
                                     size_t *size);

// Welds, computes normals if requested, and packs everything into one block.
limb_status limb__mesh_finish(limb__mesh_builder *b, limb_mesh **out);

// Prepares text for line readers, which expect '\n' and no characters before the first word: a
// byte order mark, and CRs of a text without other line ends, are replaced by spaces. Binary
// files are unchanged.
void limb__mesh_plain_text(char *text, size_t size);

// Fills the materials described in a material library (OBJ's MTL text), adding new ones.
limb_status limb__mtl_read(limb__mesh_builder *b, const char *text, size_t size);

// Readers, one per format.
#define LIMB_MESH_FORMAT(number, NAME, name, extension, is_text, in_pieces, test, reader, may_be,  \
                         write)                                                                    \
    limb_status limb__##reader##_read(limb__mesh_builder *b);
#include "limb/mesh_formats.def"
#undef LIMB_MESH_FORMAT

// Makes positions unique, together with their colors, and updates the corners.
limb_status limb__mesh_weld_positions(limb__mesh_builder *b);
// Makes another stream's rows unique; a corner without the attribute gets a row of zeros.
limb_status limb__mesh_weld_attribute(limb__mesh_builder *b, limb__float_stream *stream,
                                      limb__corner_stream *corner, int width);

// Drops triangles with two equal corners or coordinates that are not finite. Corners are compared
// by index if positions are welded, else by value; there is no -0 then.
void limb__mesh_drop_triangles(limb__mesh_builder *b, bool by_value);

// Computes normals for all corners without one, into normal and corner_normal.
// Positions are welded.
limb_status limb__mesh_compute_normals(limb__mesh_builder *b);
// The same if corners have only a position: position and normal (and color) become rows of
// vertices, corner_position their indices.
limb_status limb__mesh_compute_vertices(limb__mesh_builder *b);

// Rotates a mesh under construction by +90 degrees about x, from y-up to z-up.
void limb__mesh_turn_y_up(limb_mesh *mesh);

// Packs arrays into one block; parts, materials and their texts are copied. Bounds are computed.
limb_status limb__mesh_pack(limb_mesh **out, const limb_mesh *source, const limb_allocator *memory);
// The same in the block of the builder's corner positions, which are the indices.
limb_status limb__mesh_pack_in_place(limb_mesh **out, const limb_mesh *source,
                                     limb__mesh_builder *b);

#endif
