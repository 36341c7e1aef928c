// Writing glTF 2.0: buffers of bytes, accessors, materials and pictures, put together as one GLB.
//
// JSON arrays are built as text side by side, one builder per kind of object; an object's index is
// its count. Failure to allocate is remembered by the builders and reported at the end.
#ifndef LIMB_MESH_FILES_GLB_FILE_H
#define LIMB_MESH_FILES_GLB_FILE_H

#include "base/text.h"
#include "limb/mesh.h"

typedef struct limb__glb_list { // a JSON array in the making
    limb__builder text;
    int count;
} limb__glb_list;

// A piece of the binary chunk: bytes of the caller that are copied at the end, or a run of `bytes`.
typedef struct limb__glb_piece {
    const void *borrowed; // NULL: the next bytes of `bytes`
    size_t size;          // in the chunk, a multiple of four when padded
    bool narrow;          // borrowed are 32-bit indices, 16 bits of them are written
} limb__glb_piece;

typedef struct limb__glb_file {
    const limb_allocator *memory;
    size_t size;         // of the binary chunk so far
    limb__builder bytes; // what it owns of it
    int npiece;
    int piece_capacity;
    limb__glb_piece *piece;
    bool failed; // to grow the pieces
    limb__glb_list node, mesh, material, accessor, view, image, texture, animation;
} limb__glb_file;

void limb__glb_init(limb__glb_file *file, const limb_allocator *memory);
void limb__glb_free(limb__glb_file *file);

// Begins a new object of the list (a comma where needed) and returns its index; the caller writes
// the object's text to list->text.
int limb__glb_begin(limb__glb_list *list);

typedef enum limb__glb_use {
    LIMB__GLB_VERTICES = 34962,
    LIMB__GLB_INDICES = 34963,
    LIMB__GLB_OTHER = 0
} limb__glb_use;

// Copies bytes into the binary chunk, aligned to four, as a buffer view.
int limb__glb_view(limb__glb_file *file, const void *bytes, size_t size, limb__glb_use use);
// The same without a copy: the bytes must live until the end.
int limb__glb_view_borrowed(limb__glb_file *file, const void *bytes, size_t size,
                            limb__glb_use use);
// Indices below 65536, borrowed too, written with 16 bits each.
int limb__glb_view_narrow(limb__glb_file *file, const uint32_t *index, int count);

// Float accessors: width 1, 2, 3, 4 (SCALAR, VEC2 ...). Copies the values into a view of their own.
// With bounds when with_range (positions, times).
int limb__glb_floats(limb__glb_file *file, const float *value, int count, int width,
                     limb__glb_use use, bool with_range);
// Over a view; lower and upper are bounds or NULL.
int limb__glb_float_accessor(limb__glb_file *file, int view, int count, int width,
                             const float *lower, const float *upper);
// Index accessor over [first, first + count) of a view of 16- or 32-bit indices.
int limb__glb_indices(limb__glb_file *file, int view, bool wide, int first, int count);
// A display value (sRGB), as in URDF, to linear light, as in glTF.
double limb__glb_linear(double display);
// An embedded picture, or one by its address; the texture that shows it has the same index. -1:
// neither PNG nor JPEG.
int limb__glb_image(limb__glb_file *file, const void *bytes, size_t size);
int limb__glb_image_uri(limb__glb_file *file, const char *uri);

typedef struct limb__glb_material {
    const char *name;
    float rgba[4]; // display values (sRGB), as in URDF
    float emissive[3];
    float metallic, roughness;
    bool double_sided;
    int image; // -1: none
} limb__glb_material;

int limb__glb_add_material(limb__glb_file *file, const limb__glb_material *material);

void limb__glb_numbers(limb__builder *text, const double *value, int count); // [1,2,3]

// The whole file; root is the index of the scene's only node. One block of *size bytes.
limb_status limb__glb_finish(limb__glb_file *file, int root, void **out, size_t *size);

#endif
