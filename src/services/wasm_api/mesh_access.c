// A mesh's counts and arrays as functions, for callers that do not know its struct.
#include "limb/bindings.h"
#include "limb/mesh.h"

#include <assert.h>

int limb_mesh_vertex_count(const limb_mesh *mesh)
{
    assert(mesh);
    return mesh->nvertex;
}

int limb_mesh_triangle_count(const limb_mesh *mesh)
{
    assert(mesh);
    return mesh->ntriangle;
}

int limb_mesh_part_count(const limb_mesh *mesh)
{
    assert(mesh);
    return mesh->npart;
}

const char *limb_mesh_part_name(const limb_mesh *mesh, int part)
{
    assert(mesh);
    return part >= 0 && part < mesh->npart ? mesh->part[part].name : NULL;
}

const float *limb_mesh_vertex_positions(const limb_mesh *mesh)
{
    assert(mesh);
    return mesh->position;
}

const float *limb_mesh_vertex_normals(const limb_mesh *mesh)
{
    assert(mesh);
    return mesh->normal;
}

const uint32_t *limb_mesh_triangle_indices(const limb_mesh *mesh)
{
    assert(mesh);
    return mesh->index;
}

void limb_mesh_bounds(const limb_mesh *mesh, float lower[3], float upper[3])
{
    assert(mesh);
    for (int k = 0; k < 3; k++) {
        lower[k] = mesh->lower[k];
        upper[k] = mesh->upper[k];
    }
}
