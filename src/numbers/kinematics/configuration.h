// Integrates one floating joint, for callers that move only some joints.
#ifndef LIMB_KINEMATICS_CONFIGURATION_H
#define LIMB_KINEMATICS_CONFIGURATION_H

void limb__integrate_floating(const double q[7], const double v[6], double dt, double out[7]);

#endif
