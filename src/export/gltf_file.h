// Writing glTF 2.0: buffers of bytes, accessors, materials and pictures, put together as one GLB.
//
// JSON arrays are built as text side by side, one builder per kind of object; an object's index is
// its count. Failure to allocate is remembered by the builders and told at the end.
#ifndef LIMB_EXPORT_GLTF_FILE_H
#define LIMB_EXPORT_GLTF_FILE_H

#include "base/text.h"
#include "limb/mesh.h"

typedef struct limb__gltf_list { // a JSON array in the making
    limb__builder text;
    int count;
} limb__gltf_list;

typedef struct limb__gltf {
    const limb_allocator *memory;
    limb__builder bytes; // the binary chunk
    limb__gltf_list node, mesh, material, accessor, view, image, texture, animation;
} limb__gltf;

void limb__gltf_init(limb__gltf *file, const limb_allocator *memory);
void limb__gltf_free(limb__gltf *file);

// Begins a new object of the list (a comma where needed) and returns its index; the caller writes
// the object's text to list->text.
int limb__gltf_begin(limb__gltf_list *list);

typedef enum limb__gltf_use {
    LIMB__GLTF_VERTICES = 34962,
    LIMB__GLTF_INDICES = 34963,
    LIMB__GLTF_OTHER = 0
} limb__gltf_use;

// Copies bytes into the binary chunk, aligned to four, as a buffer view.
int limb__gltf_view(limb__gltf *file, const void *bytes, size_t size, limb__gltf_use use);
// Float accessors: width 1, 2, 3, 4 (SCALAR, VEC2 ...). With bounds when with_range (positions,
// times).
int limb__gltf_floats(limb__gltf *file, const float *value, int count, int width,
                      limb__gltf_use use, bool with_range);
// Index accessor over [first, first + count) of a view of 16- or 32-bit indices.
int limb__gltf_indices(limb__gltf *file, int view, bool wide, int first, int count);
// An embedded picture; -1 when it is neither PNG nor JPEG.
int limb__gltf_image(limb__gltf *file, const void *bytes, size_t size);

typedef struct limb__gltf_material {
    const char *name;
    float rgba[4]; // display values (sRGB), as in URDF
    float emissive[3];
    float metallic, roughness;
    bool double_sided;
    int image; // -1: none
} limb__gltf_material;

int limb__gltf_material_add(limb__gltf *file, const limb__gltf_material *material);

void limb__gltf_numbers(limb__builder *text, const double *value, int count); // [1,2,3]

// The whole file; root is the index of the scene's only node. One block of *size bytes.
limb_status limb__gltf_finish(limb__gltf *file, int root, void **out, size_t *size);

#endif
