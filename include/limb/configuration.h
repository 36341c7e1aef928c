// Configurations: moving, comparing and sampling q, limits, and the safety controller.
//
// Positions of floating joints contain a quaternion, continuous joints close upon themselves: these
// functions know. Nothing here allocates or fails. In and out may be the same array.
//
// Threads: any number may share a model.
#ifndef LIMB_CONFIGURATION_H
#define LIMB_CONFIGURATION_H

#include "limb/model.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- moving and comparing ------------------------------------------------------------------------

// Zero, or the limit nearest to it; quaternions without rotation.
LIMB_API void limb_neutral(const limb_model *model, double *q);
// q after moving with velocity v for time dt. Quaternions stay unit; positions do not wrap.
LIMB_API void limb_integrate(const limb_model *model, const double *q, const double *v, double dt,
                             double *out);
// The velocity (nv) that takes a to b in one second: continuous joints and rotations by
// the shorter way.
LIMB_API void limb_difference(const limb_model *model, const double *a, const double *b,
                              double *out);
// Between a (t = 0) and b (t = 1) along limb_difference; beyond them too.
LIMB_API void limb_interpolate(const limb_model *model, const double *a, const double *b, double t,
                               double *out);

//---- limits --------------------------------------------------------------------------------------

// Moves every coordinate into its limits and quaternions to unit length. Returns how many
// coordinates were outside.
LIMB_API int limb_clamp_to_limits(const limb_model *model, double *q);
// How far q is inside its limits: the smallest over all coordinates, negative outside, infinite
// without limits. Unless NULL, margin (nq) receives each one's and *nearest the index of the
// smallest (-1: no limits).
LIMB_API double limb_limit_margin(const limb_model *model, const double *q, double *margin,
                                  int *nearest);
// Uniform within the limits, from a generator whose state is *seed. Coordinates without
// limits: angles in -pi .. pi, lengths within 1 m of zero or of the one limit there is, all
// rotations equally likely. A limit beyond LIMB_RANDOM_LIMIT (rad or m) counts as none.
#define LIMB_RANDOM_LIMIT 1e4
LIMB_API void limb_random_configuration(const limb_model *model, uint64_t *seed, double *q);

//---- safety controller ---------------------------------------------------------------------------

// The bounds that a <safety_controller> gives, per coordinate; a joint without one, and coordinates
// of planar and floating joints, have those of <limit> alone.

// Velocities allowed at q: k_position times the way to the soft limit, at most v_max. (nv each)
LIMB_API void limb_safety_velocity(const limb_model *model, const double *q, double *low,
                                   double *high);
// Efforts allowed at q and v: k_velocity times the way to the bound of the velocity, at most
// tau_max. (nv each)
LIMB_API void limb_safety_effort(const limb_model *model, const double *q, const double *v,
                                 double *low, double *high);
// Commands brought into the bounds, in place; return how many were changed.
LIMB_API int limb_safety_limit_effort(const limb_model *model, const double *q, const double *v,
                                      double *tau);
// Also keeps the change from the current velocity v within the acceleration limit for a period dt.
LIMB_API int limb_safety_limit_velocity(const limb_model *model, const double *q, const double *v,
                                        double dt, double *command);
// Positions (nq): at most the allowed velocity times dt away from the last command, within limits.
LIMB_API int limb_safety_limit_position(const limb_model *model, const double *last, double dt,
                                        double *command);

#ifdef __cplusplus
}
#endif
#endif // LIMB_CONFIGURATION_H
