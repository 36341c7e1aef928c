// Readers to come.
#include "mesh/builder.h"

limb_status limb__gltf_read(limb__mesh_builder *b)
{
    return limb__mesh_unsupported(b, 0, "glTF is not read yet");
}

limb_status limb__ply_read(limb__mesh_builder *b)
{
    return limb__mesh_unsupported(b, 0, "PLY is not read yet");
}
