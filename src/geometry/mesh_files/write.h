// Mesh writers, one per format.
#ifndef LIMB_MESH_FILES_WRITE_H
#define LIMB_MESH_FILES_WRITE_H

#include "base/text.h"
#include "limb/mesh.h"

// mtllib is used only for OBJ.
limb_status limb__stl_write(const limb_mesh *mesh, const char *mtllib, limb_write_fn *write,
                            void *ctx);
limb_status limb__obj_write(const limb_mesh *mesh, const char *mtllib, limb_write_fn *write,
                            void *ctx);
limb_status limb__glb_write(const limb_mesh *mesh, const char *mtllib, limb_write_fn *write,
                            void *ctx);

// Writes the shortest text that reads back as the same float; numbers that are not finite become 0.
void limb__mesh_float_text(limb__builder *out, float value);

#endif
