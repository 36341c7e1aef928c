// Whether a file defines the appearance of its mesh.
#include "limb/mesh.h"

#include <assert.h>

bool limb_mesh_has_looks(const limb_mesh *mesh)
{
    assert(mesh);
    if (mesh->color) return true;
    for (int i = 0; i < mesh->npart; i++) {
        const int material = mesh->part[i].material;
        if (mesh->part[i].count > 0 && material >= 0 && !mesh->material[material].undescribed)
            return true;
    }
    return false;
}
