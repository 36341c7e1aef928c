// Draco: the decoder of KHR_draco_mesh_compression for limb_mesh_opts, by Google's library. It is a
// library of its own (limb-draco), since it needs C++.
//
// Threads: any number may decode at once.
#ifndef LIMB_DRACO_H
#define LIMB_DRACO_H

#include "limb/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// A limb_draco_fn. NOTE: memory while decoding is the library's own, and bounded by its checks of
// the stream only.
LIMB_MUST_CHECK limb_status limb_draco_decode(limb_draco_mesh *out, const void *bytes, size_t size,
                                              const limb_draco_attribute *attribute, int count,
                                              const limb_allocator *memory);

#ifdef __cplusplus
}
#endif
#endif // LIMB_DRACO_H
