// The hot loops of kinematics and dynamics, compiled once per instruction set: one const table of
// functions each. A model points to the table that its functions use.
//
// q (nq), v, a and tau (nv), poses 3x4 row-major in the work; limb/kinematics.h and limb/dynamics.h
// describe the results. The caller has checked the arguments.
#ifndef LIMB_KERNELS_KERNELS_H
#define LIMB_KERNELS_KERNELS_H

#include "base/isa.h"
#include "numbers/kernels/ik.h"
#include "numbers/model/model.h"

// The inputs of forward dynamics.
typedef struct limb__forward_input {
    const double *q, *v, *tau;
    const double *wrench;   // on each body about its origin, in its axes (nbody x 6); NULL: none
    const double *gravity;  // 3
    const double *armature; // added to the diagonal of the mass matrix (nv); NULL: none
} limb__forward_input;

// The target of a Jacobian: a point fixed in a body.
typedef struct limb__jacobian_target {
    int body;
    double point[3];     // in the world
    double motion[6];    // velocity of the point, for the rate
    const double *local; // pose whose axes the result is in, or NULL: the world's
} limb__jacobian_target;

// Lists the basic kernels, which the other kernels use: LIMB__FOR_ISA(limb__...).
#define LIMB__KERNEL_BASIC(KERNEL)                                                                 \
    /* sines and cosines of count numbers */                                                       \
    KERNEL(void, sincos, (const double *x, double *sine, double *cosine, int count))               \
    /* poses of all slots */                                                                       \
    KERNEL(void, fk, (const limb_model *m, limb_work *w, const double *q))                         \
    /* only the bodies, not the links that have poses of their own */                              \
    KERNEL(void, fk_bodies, (const limb_model *m, limb_work *w, const double *q))                  \
    /* only a link and the bodies between it and the base */                                       \
    KERNEL(void, fk_link, (const limb_model *m, limb_work *w, const double *q, int link))          \
    /* only the step of every joint, its constant frame times its motion, into scratch->body */    \
    KERNEL(void, joint_steps, (const limb_model *m, limb_work *w, const double *q))                \
    /* poses of all slots, and velocities of bodies, into work->velocity */                        \
    KERNEL(void, fk_velocity,                                                                      \
           (const limb_model *m, limb_work *w, const double *q, const double *v))                  \
    /* and accelerations, into work->acceleration */                                               \
    KERNEL(void, fk_acceleration,                                                                  \
           (const limb_model *m, limb_work *w, const double *q, const double *v, const double *a)) \
    /* center of mass, from poses of bodies */                                                     \
    KERNEL(void, center, (const limb_model *m, const limb_work *w, double center[3]))              \
    /* adds the columns of all joints between a body and the base to a 6 x nv matrix of zeros */   \
    KERNEL(void, jacobian,                                                                         \
           (const limb_model *m, const limb_work *w, const limb__jacobian_target *t,               \
            double *jacobian))                                                                     \
    KERNEL(                                                                                        \
        void, jacobian_rate,                                                                       \
        (const limb_model *m, const limb_work *w, const limb__jacobian_target *t, double *rate))   \
    /* wrench as in limb__forward_input */                                                         \
    KERNEL(void, rnea,                                                                             \
           (const limb_model *m, limb_work *w, const double *q, const double *v, const double *a,  \
            const double *wrench, double *tau))                                                    \
    KERNEL(void, crba, (const limb_model *m, limb_work *w, const double *q, double *mass))         \
    /* false: the mass matrix is singular */                                                       \
    KERNEL(bool, aba,                                                                              \
           (const limb_model *m, limb_work *w, const limb__forward_input *in, double *a))          \
    KERNEL(double, kinetic_energy,                                                                 \
           (const limb_model *m, limb_work *w, const double *q, const double *v))                  \
    /* angular about the center of mass, then linear, in world axes */                             \
    KERNEL(                                                                                        \
        void, momentum,                                                                            \
        (const limb_model *m, limb_work *w, const double *q, const double *v, double momentum[6])) \
    /* mass times center in the world, and mass */                                                 \
    KERNEL(void, mass_moment, (const limb_model *m, limb_work *w, const double *q, double sum[4])) \
    /* see numbers/kernels/mass.c; false: the mass matrix is singular */                           \
    KERNEL(bool, mass_factor, (const limb_model *m, double *mass))                                 \
    KERNEL(void, mass_solve, (const limb_model *m, const double *factors, double *x))              \
    KERNEL(void, mass_invert, (const limb_model *m, limb_work *w, double *factors))                \
    /* see numbers/kernels/ik.h */                                                                 \
    KERNEL(void, ik_evaluate, (limb__ik * ik, const double *q))                                    \
    KERNEL(void, ik_jacobian, (limb__ik * ik))                                                     \
    KERNEL(bool, ik_solve, (limb__ik * ik, double damping))

// Batches and derivatives: the engine of the page omits these kernels for their size
// (LIMB__BASIC_KERNELS), since none of its exports uses them.
#define LIMB__KERNEL_MORE(KERNEL)                                                                  \
    KERNEL(void, fk_lanes, (const limb_model *m, const double *q, double *pose))                   \
    KERNEL(void, fk_lanes_float, (const limb_model *m, const float *q, float *pose))               \
    KERNEL(void, rnea_lanes,                                                                       \
           (const limb_model *m, void *scratch, const double *q, const double *v, const double *a, \
            double *tau))                                                                          \
    KERNEL(void, rnea_lanes_float,                                                                 \
           (const limb_model *m, void *scratch, const float *q, const float *v, const float *a,    \
            float *tau))                                                                           \
    /* nv x (10 nbody) */                                                                          \
    KERNEL(void, regressor,                                                                        \
           (const limb_model *m, limb_work *w, const double *q, const double *v, const double *a,  \
            double *regressor))                                                                    \
    /* matrices nv x nv, each may be NULL */                                                       \
    KERNEL(void, rnea_derivatives,                                                                 \
           (const limb_model *m, limb_work *w, const double *q, const double *v, const double *a,  \
            double *by_q, double *by_v, double *by_a))                                             \
    /* false: the mass matrix is singular; no armature */                                          \
    KERNEL(bool, forward_derivatives,                                                              \
           (const limb_model *m, limb_work *w, const limb__forward_input *in, double *a,           \
            double *by_q, double *by_v, double *by_tau))

typedef struct limb__kernels {
#define LIMB__MEMBER(result, name, arguments) result(*name) arguments;
    LIMB__KERNEL_BASIC(LIMB__MEMBER)
    LIMB__KERNEL_MORE(LIMB__MEMBER)
#undef LIMB__MEMBER
} limb__kernels;

LIMB__ISA_TABLES(limb__kernels)

// The functions of the instruction set being compiled.
#if defined(LIMB__ISA)
#define LIMB__DECLARE(result, name, arguments) result LIMB__FOR_ISA(limb__##name) arguments;
LIMB__KERNEL_BASIC(LIMB__DECLARE)
LIMB__KERNEL_MORE(LIMB__DECLARE)
#undef LIMB__DECLARE
#endif

static inline const limb__kernels *limb__kernels_for(const limb_model *m)
{
    return m->internal->fill.kernels;
}

#endif
