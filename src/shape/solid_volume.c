// The volume that a fit is compared with: exact for closed meshes, that of the hull for others.
#include "base/memory.h"
#include "limb/fit.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static double scaled_volume(const limb_mesh *mesh, const double *scale);

limb_status limb_mesh_solid_volume(limb_solid_volume *out, const limb_mesh *mesh,
                                   const double *scale, const limb_allocator *memory)
{
    assert(out && mesh);
    memset(out, 0, sizeof *out);
    memory = limb__memory(memory);
    limb_mesh *hull;
    int dimension;
    limb_status status = limb_hull_build(&hull, mesh->position, mesh->nvertex, memory, &dimension);
    if (status != LIMB_OK) return status;
    if (dimension == 3) out->hull = scaled_volume(hull, scale);
    limb_mesh_free(hull);
    limb_mesh_topology topology;
    status = limb_mesh_compute_topology(&topology, mesh, memory);
    if (status != LIMB_OK) return status;
    // shells within each other or overlapping may add up to anything: more than the hull is not a
    // volume that the mesh encloses, and neither is nothing
    out->solid = topology.watertight ? scaled_volume(mesh, scale) : 0;
    out->is_closed = out->solid > 1e-9 * out->hull && out->solid <= out->hull * (1 + 1e-6);
    if (!out->is_closed) out->solid = out->hull;
    out->solid = fmin(out->solid, out->hull);
    return isfinite(out->hull) ? LIMB_OK : LIMB_ERROR_NUMERIC;
}

static double scaled_volume(const limb_mesh *mesh, const double *scale)
{
    const double factor = scale ? scale[0] * scale[1] * scale[2] : 1;
    return fabs(limb_mesh_volume(mesh) * factor);
}
