// The bit streams of EXT_meshopt_compression (glTF): vertex attributes, triangles, index sequences,
// and the filters that follow.
#ifndef LIMB_GLTF_MESHOPT_H
#define LIMB_GLTF_MESHOPT_H

#include "limb/base.h"

// All of these fill out completely or return false: the stream is malformed.

// Rows of stride bytes (a multiple of 4, at most 256).
bool limb__meshopt_attributes(const void *bytes, size_t size, size_t count, size_t stride,
                              unsigned char *out);
// Three indices per triangle; count is of indices.
bool limb__meshopt_triangles(const void *bytes, size_t size, size_t count, uint32_t *out);
bool limb__meshopt_indices(const void *bytes, size_t size, size_t count, uint32_t *out);

// In place, over the rows that limb__meshopt_attributes gave. Octahedral: unit vectors of signed
// bytes (stride 4) or shorts (stride 8). Quaternion: four shorts (stride 8). Exponential: floats.
void limb__meshopt_octahedral(unsigned char *row, size_t count, size_t stride);
void limb__meshopt_quaternion(unsigned char *row, size_t count);
void limb__meshopt_exponential(unsigned char *row, size_t count, size_t stride);

#endif
