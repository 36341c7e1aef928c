// The volume that a fit is compared with: exact for a closed shell, estimated for other surfaces
// that enclose something, that of the hull for the rest.
#include "base/memory.h"
#include "geometry/solids/enclosed.h"
#include "limb/mesh.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Of the hull: shells that overlap by less do not, and what encloses less than this is open.
static const double NO_OVERLAP = 1e-6, NO_VOLUME = 2e-3;

static limb_status estimate(limb_solid_volume *out, const limb_mesh *mesh,
                            const limb_mesh_topology *topology, const double *scale,
                            const limb_allocator *memory);
static double scaled(double volume, const double *scale);

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
    if (dimension == 3) out->hull = scaled(limb_mesh_volume(hull), scale);
    limb_mesh_free(hull);
    limb_mesh_topology topology;
    status = limb_mesh_compute_topology(&topology, mesh, memory);
    if (status != LIMB_OK) return status;
    if (!isfinite(out->hull)) return LIMB_ERROR_NUMERIC;
    if (topology.watertight) out->solid = scaled(limb_mesh_volume(mesh), scale);
    out->is_closed = out->solid > 1e-9 * out->hull && out->solid <= out->hull * (1 + 1e-6);
    // shells within each other or overlapping may add up to anything
    if (!out->is_closed || topology.ncomponent > 1)
        status = estimate(out, mesh, &topology, scale, memory);
    out->solid = fmin(out->solid, out->hull);
    return status;
}

static limb_status estimate(limb_solid_volume *out, const limb_mesh *mesh,
                            const limb_mesh_topology *topology, const double *scale,
                            const limb_allocator *memory)
{
    limb__enclosed enclosed = {0, 0};
    const limb_status status =
        out->hull > 0 ? limb__enclosed_volume(&enclosed, mesh, memory) : LIMB_OK;
    if (status != LIMB_OK) return status;
    const double once = scaled(enclosed.once, scale), shells = scaled(enclosed.shells, scale);
    if (topology->watertight && once > 0) {
        // the sum is exact, and only what overlaps is estimated
        if (out->is_closed && fabs(once - shells) <= NO_OVERLAP * out->hull) return LIMB_OK;
        out->solid += once - shells;
    } else {
        out->solid = once;
    }
    out->is_closed = false;
    out->is_estimated = out->solid > NO_VOLUME * out->hull;
    if (!out->is_estimated) out->solid = out->hull;
    return LIMB_OK;
}

static double scaled(double volume, const double *scale)
{
    return fabs(volume * (scale ? scale[0] * scale[1] * scale[2] : 1));
}
