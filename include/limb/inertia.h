// The inertia that a link's shapes would have, to compare with what the file declares.
#ifndef LIMB_INERTIA_H
#define LIMB_INERTIA_H

#include "limb/mesh.h"
#include "limb/meshes.h"
#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_link_inertia {
    limb_mass_properties mass; // in the link's frame; inertia about the centre of mass, axes the
                               // link's
    double volume;             // m^3
    double lower[3], upper[3]; // bounds of the shapes in the link's frame
    int nshape;                // that were weighed
    int nopen;                 // meshes among them that are not closed: their hull is weighed
    int nmissing;              // meshes that were not loaded, not weighed
    bool from_visual;          // the link has no collision shapes: its visuals were taken
} limb_link_inertia;

// Weighs the collision shapes of a link (its visuals when it has none) at a density, kg/m^3;
// overlaps count twice. meshes may be NULL: then meshes are missing. LIMB_ERROR_NUMERIC: nothing
// with a volume.
LIMB_API LIMB_MUST_CHECK limb_status limb_link_find_inertia(limb_link_inertia *out,
                                                            const limb_robot *robot, int link,
                                                            const limb_robot_meshes *meshes,
                                                            double density);

// The declared inertia of a link in the same form: turned into the link's axes. False: the link
// declares none.
LIMB_API bool limb_link_declared_inertia(limb_mass_properties *out, const limb_robot *robot,
                                         int link);

#ifdef __cplusplus
}
#endif
#endif // LIMB_INERTIA_H
