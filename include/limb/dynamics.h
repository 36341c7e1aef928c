// Dynamics: torques, accelerations, mass matrix, energy, derivatives, and simulation steps.
//
// tau (nv) are the generalized forces: N m or N; for a floating joint moment, then force on the
// child, in the child's axes. a (nv) is the time derivative of v. Mimic joints follow their source
// exactly: tau = G^T tau_full, M = G^T M_full G, where v_full = G v. Friction and damping are not
// included unless stated otherwise (limb_resistance). Matrices are row-major. Nothing allocates;
// NaN in the input gives NaN in the output. The content of the work afterwards is undefined: call
// limb_fk for poses.
//
// Threads: any number may share a model, each with its own limb_work.
#ifndef LIMB_DYNAMICS_H
#define LIMB_DYNAMICS_H

#include "limb/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// An external force and moment on a link.
typedef struct limb_external_wrench {
    int link;
    double point[3];  // point of application of the force, in the link's frame, m
    double moment[3]; // in world axes, N m
    double force[3];  // in world axes, N
} limb_external_wrench;

//---- torques from accelerations ------------------------------------------------------------------

// tau = M(q) a + bias(q, v) - the effect of the wrenches: the recursive Newton-Euler algorithm
// (Luh, Walker and Paul 1980; Featherstone 2008, table 5.1), linear in the number of joints. A
// negative nwrench counts as 0.
// Nullable: wrench (with nwrench 0)
LIMB_API void limb_inverse_dynamics(const limb_model *model, limb_work *work, const double *q,
                                    const double *v, const double *a,
                                    const limb_external_wrench *wrench, int nwrench, double *tau);
// tau that holds the robot at rest at q against gravity.
LIMB_API void limb_gravity(const limb_model *model, limb_work *work, const double *q, double *tau);
// tau at zero acceleration: gravity, Coriolis and centrifugal forces.
LIMB_API void limb_bias_forces(const limb_model *model, limb_work *work, const double *q,
                               const double *v, double *tau);
// The torque lost to damping and friction: damping * v + friction * sign(v). Between -speed and
// speed the friction is proportional to v; with speed 0 it is discontinuous.
LIMB_API void limb_resistance(const limb_model *model, const double *v, double speed, double *tau);

//---- accelerations from torques ------------------------------------------------------------------

// M(q), nv x nv: the composite rigid body algorithm (Featherstone 2008, table 6.2).
LIMB_API void limb_mass_matrix(const limb_model *model, limb_work *work, const double *q,
                               double *mass);
// a from tau: the articulated body algorithm (Featherstone 2008, table 7.1), linear in the number
// of joints; if there are mimic joints, the reduced mass matrix is factored instead.
// LIMB_ERROR_NUMERIC: bodies without inertia can be accelerated without force; a is then undefined.
// Nullable: wrench (with nwrench 0)
LIMB_API LIMB_MUST_CHECK limb_status limb_forward_dynamics(const limb_model *model, limb_work *work,
                                                           const double *q, const double *v,
                                                           const double *tau,
                                                           const limb_external_wrench *wrench,
                                                           int nwrench, double *a);
// The same by factoring the mass matrix; the factors are left in mass (nv x nv), see
// limb_mass_factor. For several tau at one configuration see limb_mass_solve.
// Nullable: wrench (with nwrench 0)
LIMB_API LIMB_MUST_CHECK limb_status limb_forward_dynamics_dense(
    const limb_model *model, limb_work *work, const double *q, const double *v, const double *tau,
    const limb_external_wrench *wrench, int nwrench, double *mass, double *a);
// Factors a mass matrix (nv x nv, of this model) in place into L^T D L along the tree: afterwards
// the inverse of D is on the diagonal, -L below it and its transpose above it. Entries of L between
// coordinates of different branches are zero and cost nothing (Featherstone 2008, table 6.3).
// LIMB_ERROR_NUMERIC: not positive definite.
LIMB_API LIMB_MUST_CHECK limb_status limb_mass_factor(const limb_model *model, double *mass);
// x = M^-1 x with the factors.
LIMB_API void limb_mass_solve(const limb_model *model, const double *factors, double *x);
// M(q)^-1, nv x nv. LIMB_ERROR_NUMERIC as in limb_forward_dynamics; inverse is then undefined.
LIMB_API LIMB_MUST_CHECK limb_status limb_inverse_mass_matrix(const limb_model *model,
                                                              limb_work *work, const double *q,
                                                              double *inverse);

//---- energy and momentum -------------------------------------------------------------------------

LIMB_API double limb_kinetic_energy(const limb_model *model, limb_work *work, const double *q,
                                    const double *v); // J
// Relative to all mass at the world's origin. J
LIMB_API double limb_potential_energy(const limb_model *model, limb_work *work, const double *q);
// Angular momentum about the center of mass, then linear momentum, in world axes. Zero for a
// robot without mass.
LIMB_API void limb_momentum(const limb_model *model, limb_work *work, const double *q,
                            const double *v, double momentum[6]);

//---- derivatives ---------------------------------------------------------------------------------

// The derivatives of tau of limb_inverse_dynamics (without wrenches) with respect to q, v and a,
// each nv x nv (rows tau); the last is the mass matrix. Derivatives with respect to q are along
// limb_integrate.
// Nullable: by_q, by_v, by_a
LIMB_API void limb_inverse_dynamics_derivatives(const limb_model *model, limb_work *work,
                                                const double *q, const double *v, const double *a,
                                                double *by_q, double *by_v, double *by_a);
// The derivatives of a of limb_forward_dynamics with respect to q, v and tau, each nv x nv; the
// last is the inverse of the mass matrix. a (nv) receives the acceleration itself.
LIMB_API LIMB_MUST_CHECK limb_status limb_forward_dynamics_derivatives(
    const limb_model *model, limb_work *work, const double *q, const double *v, const double *tau,
    double *a, double *by_q, double *by_v, double *by_tau);
// The matrix Y, nv x (10 nbody), with tau = Y p, where p are the bodies' inertias in the
// form of body_inertia.
LIMB_API void limb_regressor(const limb_model *model, limb_work *work, const double *q,
                             const double *v, const double *a, double *regressor);

//---- motion over time ----------------------------------------------------------------------------

typedef enum limb_integrator {
    LIMB_INTEGRATOR_SEMI_IMPLICIT = 0, // v first, then q with the new v: one evaluation, order 1
    LIMB_INTEGRATOR_RK4 = 1            // the classic Runge-Kutta method, on the manifold: order 4
} limb_integrator;

typedef struct limb_simulate_opts { // zero-initialize; zero means the default
    limb_integrator integrator;
    bool no_resistance;                 // ignore damping and friction
    double friction_speed;              // see limb_resistance; default 0.001 rad/s or m/s
    const limb_external_wrench *wrench; // constant during the step
    int nwrench;
} limb_simulate_opts;

// Advances q and v by dt under tau (NULL: none), which is constant during the step. Damping and
// friction never make a step unstable. RK4 evaluates them in its stages and keeps order 4, except
// for coordinates where dt times their decay rate may exceed 1; there, and in semi-implicit steps,
// they act at the end of the step, to first order. A semi-implicit step conserves the momentum of a
// robot in free flight to rounding. Limits are not enforced. LIMB_ERROR_NUMERIC as in
// limb_forward_dynamics; q and v are then unchanged.
// Nullable: tau, opts
LIMB_API LIMB_MUST_CHECK limb_status limb_simulate_step(const limb_model *model, limb_work *work,
                                                        const double *tau, double dt,
                                                        const limb_simulate_opts *opts, double *q,
                                                        double *v);

//---- many configurations -------------------------------------------------------------------------

// Torques for one block of configurations, as in limb_fk_lanes: q is (nq x lanes), v, a and tau (nv
// x lanes); scratch has limb_inverse_dynamics_lanes_size bytes; all aligned to 32 bytes.
LIMB_API size_t limb_inverse_dynamics_lanes_size(const limb_model *model);
LIMB_API void limb_inverse_dynamics_lanes(const limb_model *model, void *scratch, const double *q,
                                          const double *v, const double *a, double *tau);
LIMB_API void limb_inverse_dynamics_lanes_float(const limb_model *model, void *scratch,
                                                const float *q, const float *v, const float *a,
                                                float *tau);

#ifdef __cplusplus
}
#endif
#endif // LIMB_DYNAMICS_H
