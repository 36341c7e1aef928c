// COLLADA: declarations shared by the reader's files.
//
// Each file calls only those after it: dae.c reads the document, ids and units; dae_scene.c
// traverses the scene; dae_geometry.c converts one instance of a geometry to triangles;
// dae_material.c reads its materials, dae_corners.c its indices, dae_source.c its arrays;
// dae_document.c has accessors for elements.
#ifndef LIMB_MESH_FILES_DAE_H
#define LIMB_MESH_FILES_DAE_H

#include "base/names.h"
#include "documents/xml/xml.h"
#include "geometry/mesh/builder.h"

// The role of a source.
enum { LIMB__DAE_POSITION, LIMB__DAE_NORMAL, LIMB__DAE_TEXCOORD, LIMB__DAE_ROLES };

// A <source>'s numbers, read once, and where they were last appended to the builder.
typedef struct limb__dae_source {
    float *value; // as in the array, in the arena
    int nvalue;
    int count;                     // rows that the accessor reaches
    int stride;                    // values per row
    int offset;                    // of the first row's first value
    int ncolumn;                   // usable values of a row, at most 3; 0: none
    int column[3];                 // of the row
    int instance[LIMB__DAE_ROLES]; // the geometry instance for which it was last appended in this
                                   // role; 0: never
    int base[LIMB__DAE_ROLES];     // its first row there
} limb__dae_source;

typedef struct limb__dae {
    limb__mesh_builder *b;
    limb__arena *arena; // the builder's
    limb_document doc;
    limb__names id;               // to nodes
    limb__dae_source **source_of; // by <source> and <float_array>; NULL until read  (doc.nnode)
    int *material_of;             // by node: builder's material + 1, 0 until read  (doc.nnode)
    const char **name_of;         // by node; NULL until asked for  (doc.nnode)
    int instance;                 // geometry instances so far
    bool bad_index_reported;
    bool colors_reported;
} limb__dae;

typedef struct limb__dae_binding { // bind_material: symbol in the geometry to material
    limb_text symbol;
    int material; // node
} limb__dae_binding;

// ---- documents (dae_document.c)
// The attribute's value as written; data NULL when absent.
limb_text limb__dae_attr(const limb__dae *dae, int node, const char *name);
// Returns the attribute as an integer, or the default if it is absent or malformed.
int limb__dae_int(const limb__dae *dae, int node, const char *name, int absent);
// The node that a "#id" attribute refers to, or -1.
int limb__dae_target(const limb__dae *dae, int node, const char *attribute);
// The same; of several nodes with that id, prefers a child of the holder: ids are unique by the
// standard, but writers repeat them in each <mesh>.
int limb__dae_target_in(const limb__dae *dae, int holder, int node, const char *attribute);
bool limb__dae_is(const limb__dae *dae, int node, const char *name);
// Returns the next element after a child (or the first one if child is -1), -1: none.
int limb__dae_next_element(const limb__dae *dae, int parent, int child);
// The next span of text within the element after *child (-1 to begin).
bool limb__dae_next_text(const limb__dae *dae, int node, int *child, const char **begin,
                         const char **end);
// Up to count numbers of the element's text; returns how many there were.
int limb__dae_numbers(const limb__dae *dae, int node, double *value, int count);
// Decoded display name: attribute name, else id, else "". NULL: no memory.
const char *limb__dae_name(limb__dae *dae, int node);
// Returns the first child element of that name, -1: none; counts the search steps.
int limb__dae_find(const limb__dae *dae, int node, const char *name);
size_t limb__dae_offset(const limb__dae *dae, int node);

// ---- sources (dae_source.c)
// Returns the numbers of a <source>, NULL if it has no usable ones; *status is that of memory.
limb__dae_source *limb__dae_read_source(limb__dae *dae, int node, limb_status *status);

// ---- indices (dae_corners.c)
// Integers in the texts of an element.
typedef struct limb__dae_ints {
    const limb__dae *dae;
    int node;
    int child; // text
    const char *at;
    const char *end;
} limb__dae_ints;

limb__dae_ints limb__dae_begin_ints(const limb__dae *dae, int node);
// Reads up to capacity integers as limb__scan_indices does; returns how many. Fewer than capacity:
// the texts have ended, or contain something else, which limb__dae_end_ints then reports.
int limb__dae_read_ints(limb__dae_ints *ints, uint32_t *value, int capacity);
// Returns LIMB_OK if nothing is left, else LIMB_ERROR_INPUT with a finding.
limb_status limb__dae_end_ints(const limb__dae_ints *ints);

// One attribute of a primitive.
typedef struct limb__dae_input {
    int offset;               // within a corner's integers; -1: absent
    limb__dae_source *source; // NULL: absent
    int base;                 // first row in the builder
} limb__dae_input;

enum { LIMB__DAE_BLOCK = 3 * 256 }; // integers; three corners of the largest stride

// The corners of one list <p>, a block at a time. The indices are rows in the builder.
typedef struct limb__dae_corners {
    limb__dae *dae;
    int stride; // integers per corner, at most 256
    limb__dae_input position, normal, texcoord;

    limb__dae_ints ints;  // after the block
    limb__dae_ints begin; // of the block
    int nvalue;
    int count; // of the block's corners; a multiple of three except before an error or the end
    int next;  // of them, for the caller's use
    uint32_t value[LIMB__DAE_BLOCK];
    uint32_t position_of[LIMB__DAE_BLOCK];
    uint32_t normal_of[LIMB__DAE_BLOCK]; // LIMB__CORNER_NONE where there is none
    uint32_t texcoord_of[LIMB__DAE_BLOCK];
} limb__dae_corners;

void limb__dae_begin_corners(limb__dae_corners *c, int list);
// Reads the next block; count is 0 if there is none.
limb_status limb__dae_next_block(limb__dae_corners *c);

// ---- geometry (dae_geometry.c)
// One instance of a <geometry>, placed by matrix (3x4 row-major).
limb_status limb__dae_add_geometry(limb__dae *dae, int geometry, const double matrix[12],
                                   const limb__dae_binding *binding, int nbinding,
                                   const char *part_name);

// ---- scene (dae_scene.c)
limb_status limb__dae_read_scene(limb__dae *dae, const double root[12]);

// ---- materials (dae_material.c)
// Returns the builder's material for a <material> node, read on first use; -1: no memory.
int limb__dae_material(limb__dae *dae, int node);

#endif
