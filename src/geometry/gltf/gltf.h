// glTF 2.0: declarations shared by the reader's files.
//
// Each file calls only those after it: gltf.c parses the container; gltf_scene.c traverses the
// nodes; gltf_mesh.c converts primitives to triangles; gltf_skin.c poses skinned meshes;
// gltf_material.c reads materials; gltf_data.c reads accessors; gltf_meshopt.c decompresses views;
// gltf_buffer.c reads buffers; gltf_document.c has accessors for the JSON. Findings point at the
// JSON value concerned.
#ifndef LIMB_GLTF_GLTF_H
#define LIMB_GLTF_GLTF_H

#include "base/json.h"
#include "geometry/mesh/builder.h"

// A top-level array of the JSON, for access by index in constant time.
typedef struct limb__gltf_list {
    const limb__json **item;
    int count;
} limb__gltf_list;

// A view that was decompressed; NULL: not yet.
typedef struct limb__gltf_decoded {
    const char *bytes;
    size_t size;
} limb__gltf_decoded;

typedef struct limb__gltf_buffer {
    const char *bytes;
    size_t size;
    char *owned; // to be released, or NULL
    size_t owned_size;
    bool tried;
} limb__gltf_buffer;

// The role of an accessor.
enum { LIMB__GLTF_POSITION, LIMB__GLTF_NORMAL, LIMB__GLTF_TEXCOORD, LIMB__GLTF_ROLES };

// An accessor's rows in the builder: appended once for each transform.
typedef struct limb__gltf_appended {
    int frame; // 0: never
    int base;
    int with; // other data that affected them: positions' colors, texture coordinates' material
} limb__gltf_appended;

// Texture mapping of a material: the set of coordinates, and KHR_texture_transform.
typedef struct limb__gltf_laying {
    int set;
    bool moved;
    double u[3], v[3]; // u' = u[0] u + u[1] v + u[2]
} limb__gltf_laying;

typedef struct limb__gltf {
    limb__mesh_builder *b;
    limb__arena *arena;
    limb__json_document document;
    const limb__json *json;  // its root
    size_t json_offset;      // of the JSON in the file
    const limb__json *about; // the primitive, skin or image being read, for findings
    const char *binary;      // GLB's chunk, or NULL
    size_t binary_size;
    limb__gltf_list node, mesh, skin, accessor, view, buffer_json, material, texture, image;
    const char **node_name, **mesh_name; // copies, NULL until used
    double (*skin_place)[12];            // by skin, once skin_known  (skin.count)
    bool *skin_known;
    int *parent;                   // of each node, -1: none; NULL until needed
    limb__gltf_buffer *buffer;     // (buffer_json.count)
    limb__gltf_decoded *decoded;   // (view.count)
    limb__gltf_appended *appended; // (accessor.count x LIMB__GLTF_ROLES)
    int *material_of;              // builder's material + 1, 0 until read  (material.count)
    limb__gltf_laying *laying;     // (material.count)
    int nvisited;                  // nodes so far
    int nshown;                    // of them with a mesh
    int frame;                     // number of changes of matrix
    double matrix[12];             // of the previous mesh
} limb__gltf;

// ---- JSON (gltf_document.c)
// Returns the location of a value in the file, for findings; NULL: the start of the JSON.
size_t limb__gltf_place(const limb__gltf *g, const limb__json *value);
// Returns the member as an integer; if absent or not an integer, the default.
int limb__gltf_json_int(const limb__json *object, const char *name, int absent);
double limb__gltf_json_number(const limb__json *object, const char *name, double absent);
// Reads up to count numbers of an array member; returns how many there are.
int limb__gltf_json_numbers(const limb__json *object, const char *name, double *value, int count);
// Returns the member's text; data is NULL if it is not a string.
limb_text limb__gltf_json_text(const limb__json *object, const char *name);

// Returns a node's own matrix, without those of its parents.
void limb__gltf_local_matrix(const limb__json *node, double t[12]);

// ---- scene (gltf_scene.c)
limb_status limb__gltf_read_scene(limb__gltf *g);

// ---- skins (gltf_skin.c)
// Fills g->parent, once. A node with several parents belongs to the last.
limb_status limb__gltf_find_parents(limb__gltf *g);
// Returns the transform of a skin's mesh; root is above all nodes.
limb_status limb__gltf_skin_matrix(limb__gltf *g, int skin, const double root[12], double out[12]);

// ---- data (gltf_data.c)
void limb__gltf_free_buffers(limb__gltf *g);
// Returns the bytes of a buffer view, decompressed. LIMB_ERROR_INPUT: a finding was added.
limb_status limb__gltf_view_bytes(limb__gltf *g, int view, const char **bytes, size_t *size);
// Returns the bytes of an object with buffer, byteOffset and byteLength; name and number identify
// it in findings.
limb_status limb__gltf_buffer_bytes(limb__gltf *g, const limb__json *json, const char *name,
                                    int number, const char **bytes, size_t *size);

// ---- compressed views (gltf_meshopt.c)
// Returns the extension of a view, NULL: it has none.
const limb__json *limb__gltf_meshopt(const limb__gltf *g, int view);
limb_status limb__gltf_decode_view(limb__gltf *g, int view, const limb__json *extension);
bool limb__gltf_is_data(limb_text uri); // it begins with "data:"
// Decodes a "data:" URI into the arena; false: it is not one, or no memory.
bool limb__gltf_data_uri(limb__gltf *g, limb_text uri, const char **bytes, size_t *size);
// Returns the number of readable rows of an accessor, -1: a finding was added.
int limb__gltf_accessor_count(limb__gltf *g, int accessor);
// Reads rows of `width` floats (normalized integers are scaled); the accessor must have
// as many components.
limb_status limb__gltf_accessor_floats(limb__gltf *g, int accessor, int width, float *out);
// Components of an accessor: 1 to 4, or 9 and 16.
int limb__gltf_accessor_width(const limb__gltf *g, int accessor);
limb_status limb__gltf_accessor_indices(limb__gltf *g, int accessor, uint32_t *out);

// ---- Draco (gltf_draco.c)
// Returns the extension of a primitive that can be decoded, NULL: there is none.
const limb__json *limb__gltf_draco(const limb__gltf *g, const limb__json *primitive);
limb_status limb__gltf_add_draco(limb__gltf *g, const limb__json *extension,
                                 const double matrix[12], const limb__gltf_laying *laying);

// ---- rows (gltf_rows.c)
// Reads texture coordinates, transformed as the material requires.
void limb__gltf_lay(const limb__gltf_laying *l, float *row, int count);
// Reads colors of positions from base on, linear light; positions without one are white.
limb_status limb__gltf_put_colors(limb__gltf *g, int base, const float *row, int count, int width);

// ---- meshes (gltf_mesh.c)
// The name must exist as long as the builder.
limb_status limb__gltf_add_mesh(limb__gltf *g, int mesh, const double matrix[12], const char *name);

// Returns the builder's material, which is read on first use; -1: no memory.
// The builder's material, read when first asked for; -1: no memory.
int limb__gltf_material(limb__gltf *g, int material);
float limb__gltf_display(double linear); // linear light to display value

#endif
