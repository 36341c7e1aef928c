// What every mesh reader fills: streams of attributes, corners that point into them, parts and
// materials. limb__mesh_finish turns it into one limb_mesh.
//
// A reader gets a builder with the file's bytes in source, adds what it reads, and returns a
// status; it need not free anything. Names and other small things go into the arena, which lives as
// long as the builder. Positions are appended in the final frame (unit and transforms applied).
#ifndef LIMB_MESH_BUILDER_H
#define LIMB_MESH_BUILDER_H

#include "base/arena.h"
#include "base/file.h"
#include "base/names.h"
#include "documents/diag/report.h"
#include "limb/mesh.h"

#define LIMB__CORNER_NONE UINT32_MAX // this corner has no such attribute

// Bytes in front of corner_position's values: its block becomes the mesh, whose indices come first
// after the struct.
#define LIMB__MESH_HEAD ((sizeof(limb_mesh) + 15) & ~(size_t)15)

// What a triangle counts for in limb__mesh_make: its corners, and a share of the tables in which
// they are welded and shaded.
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
    // where the file is read from piece by piece; NULL: source has it all. A binary STL's source
    // has only the header, an OBJ's no text until a finding needs it
    const limb__file *stream;
    bool on_disk;       // loaded from a file, beside which companions are
    const char *root;   // companions may not leave this folder; NULL until asked for
    char *fetched_text; // the text that a finding needed (source.size + 1 bytes), or NULL
    size_t nbyte;       // of the file and of the companions read
    bool is_text;       // findings show line and column
    limb_isa isa;       // that is read with
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

    size_t nstep;           // spent on walking the scene; bounded
    size_t nmade;           // bytes of what the file may show more than once; bounded
    long long polygon_work; // steps spent on polygons that are not convex; bounded
    bool welded;            // positions are unique and in order of first use already
    int nvertex_read;       // 0: number of positions
    int ndegenerate;
    int nskipped;
    int nnonfinite; // triangles left out for a coordinate that is not finite
} limb__mesh_builder;

void limb__mesh_builder_init(limb__mesh_builder *b, const limb_mesh_opts *opts, const char *file,
                             const char *bytes, size_t size);
void limb__mesh_builder_free(limb__mesh_builder *b);

// Adding. False: no memory.
bool limb__mesh_add_position(limb__mesh_builder *b, float x, float y, float z);
bool limb__mesh_add_normal(limb__mesh_builder *b, float x, float y, float z);
bool limb__mesh_add_texcoord(limb__mesh_builder *b, float u, float v);
// Room for more rows; the caller then writes them and raises count.
bool limb__mesh_reserve_floats(limb__mesh_builder *b, limb__float_stream *stream, int more,
                               int width);
// The same for rows that a file may use more than once, which are counted by limb__mesh_make.
limb_status limb__mesh_reserve_rows(limb__mesh_builder *b, limb__float_stream *stream, int more,
                                    int width);
bool limb__mesh_reserve_corners(limb__mesh_builder *b, limb__corner_stream *stream, int more);

// A small file may show what it holds over and over. Counted are the steps of the walk over it, and
// the bytes that are made of it: rows, triangles, texts. LIMB_ERROR_LIMIT: they are far more than
// the file and its companions have bytes; a finding says so. Callers without a status add to nmade;
// the next call reports it.
limb_status limb__mesh_step(limb__mesh_builder *b, int count);
limb_status limb__mesh_make(limb__mesh_builder *b, size_t size);

typedef struct limb__corner {
    uint32_t position;
    uint32_t normal;   // or LIMB__CORNER_NONE
    uint32_t texcoord; // or LIMB__CORNER_NONE
} limb__corner;

// One triangle. Indices must be in range. LIMB_ERROR_LIMIT: too many triangles.
limb_status limb__mesh_add_triangle(limb__mesh_builder *b, const limb__corner corner[3]);

// The same for many, by arrays of three indices each; NULL: none has the attribute.
limb_status limb__mesh_add_triangles(limb__mesh_builder *b, int count, const uint32_t *position,
                                     const uint32_t *normal, const uint32_t *texcoord);

// A polygon of any number of corners, as triangles; fewer than three corners are skipped.
limb_status limb__mesh_add_polygon(limb__mesh_builder *b, const limb__corner *corner, int ncorner);

// The corner from which a quad is cut into two triangles: the one that turns against it, else 0.
int limb__mesh_quad_apex(const float *position, const uint32_t corner[4]);

// Triangles added from now on belong to a part of this name and material; a part without triangles
// vanishes, one equal to the part before it is joined to it. The name must live in the arena.
bool limb__mesh_begin_part(limb__mesh_builder *b, const char *name, int material);

// A new material: white, rough, opaque, named; its index or -1. Texts in it must live in the arena.
int limb__mesh_add_material(limb__mesh_builder *b, const char *name);
// The first material of that name, -1: none, -2: no memory.
int limb__mesh_find_material(limb__mesh_builder *b, const char *name, size_t size);
// Sets the base color picture by its URI as written. False: no memory.
bool limb__mesh_set_texture(limb__mesh_builder *b, int material, const char *uri, size_t size);

// Copies embedded pictures into the arena, at most max bytes: what they point to may be freed then.
limb_status limb__mesh_keep_textures(limb__mesh_builder *b, size_t max);

// Findings. Broken and unsupported return the status to pass on.
limb_status limb__mesh_broken(limb__mesh_builder *b, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
limb_status limb__mesh_unsupported(limb__mesh_builder *b, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void limb__mesh_skipped(limb__mesh_builder *b, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Reads a companion file by the caller's function or beside the mesh. A missing or refused one is a
// finding; returns LIMB_ERROR_IO then. Release the bytes with limb__release(b->memory, ...). The
// block has size + 1 bytes and ends in a NUL.
limb_status limb__mesh_read_companion(limb__mesh_builder *b, const char *uri, char **bytes,
                                      size_t *size);
// The same without a finding.
limb_status limb__mesh_try_companion(limb__mesh_builder *b, const char *uri, char **bytes,
                                     size_t *size);

// Welds, computes normals when asked, packs everything into one block.
limb_status limb__mesh_finish(limb__mesh_builder *b, limb_mesh **out);

// Readers of lines count on '\n' and on nothing before the first word: CRs of a text that has no
// other line ends are replaced, and so is a byte order mark, by blanks. Binary files stay.
void limb__mesh_plain_text(char *text, size_t size);

// Fills the materials that a material library (OBJ's MTL text) describes, adding new ones.
limb_status limb__mtl_read(limb__mesh_builder *b, const char *text, size_t size);

// Readers, one per format.
#define LIMB_MESH_FORMAT(number, NAME, name, extension, is_text, in_pieces, test, reader, may_be,  \
                         write)                                                                    \
    limb_status limb__##reader##_read(limb__mesh_builder *b);
#include "limb/mesh_formats.def"
#undef LIMB_MESH_FORMAT

// Makes positions unique, with their colors, and lets the corners point to them.
limb_status limb__mesh_weld_positions(limb__mesh_builder *b);
// Makes another stream's rows unique; a corner without the attribute gets a row of zeros.
limb_status limb__mesh_weld_attribute(limb__mesh_builder *b, limb__float_stream *stream,
                                      limb__corner_stream *corner, int width);

// Leaves out triangles with two equal corners or coordinates that are not finite. Corners are equal
// by their numbers, where positions are welded, or by value; there is no -0 then.
void limb__mesh_drop_triangles(limb__mesh_builder *b, bool by_value);

// Normals for all corners that have none, into normal and corner_normal. Positions are welded.
limb_status limb__mesh_compute_normals(limb__mesh_builder *b);
// The same where corners have nothing but a position: position and normal (and color) become rows
// of vertices, corner_position their numbers.
limb_status limb__mesh_compute_vertices(limb__mesh_builder *b);

// Turns a mesh that nobody has seen yet by +90 degrees about x, from y-up to z-up.
void limb__mesh_turn_y_up(limb_mesh *mesh);

// Packs arrays into one block; parts, materials and their texts are copied. Bounds are computed.
limb_status limb__mesh_pack(limb_mesh **out, const limb_mesh *source, const limb_allocator *memory);
// The same in the block of the builder's corner positions, which are the indices.
limb_status limb__mesh_pack_in_place(limb_mesh **out, const limb_mesh *source,
                                     limb__mesh_builder *b);

#endif
