// The kernels of dynamics, one per path.
#ifndef LIMB_DYN_PATHS_H
#define LIMB_DYN_PATHS_H

#include "limb/dynamics.h"

// What forward dynamics is asked.
typedef struct limb__forward_input {
    const double *q, *v, *tau;
    const limb_external_wrench *push;
    int npush;
    const double *gravity;  // 3
    const double *armature; // added to the diagonal of the mass matrix (nv); NULL: none
} limb__forward_input;

#define LIMB__DYN_KERNELS(path)                                                                    \
    void limb__rnea_##path(const limb_model *m, limb_work *w, const double *q, const double *v,    \
                           const double *a, const limb_external_wrench *push, int npush,           \
                           double *tau);                                                           \
    void limb__rnea_lanes_##path(const limb_model *m, void *scratch, const double *q,              \
                                 const double *v, const double *a, double *tau);                   \
    void limb__rnea_lanes_float_##path(const limb_model *m, void *scratch, const float *q,         \
                                       const float *v, const float *a, float *tau);                \
    void limb__crba_##path(const limb_model *m, limb_work *w, const double *q, double *mass);      \
    bool limb__aba_##path(const limb_model *m, limb_work *w, const limb__forward_input *in,        \
                          double *a)

LIMB__DYN_KERNELS(portable);
LIMB__DYN_KERNELS(avx2);

// name_avx2(...) or name_portable(...), as the model says
#if defined(LIMB_HAS_AVX2)
#define LIMB__DYN_CALL(name, m, ...)                                                               \
    ((m)->path == LIMB_ISA_AVX2 ? name##_avx2(__VA_ARGS__) : name##_portable(__VA_ARGS__))
#else
#define LIMB__DYN_CALL(name, m, ...) name##_portable(__VA_ARGS__)
#endif

// Forward dynamics with everything said; see limb_forward_dynamics.
limb_status limb__forward(const limb_model *m, limb_work *w, const limb__forward_input *in,
                          double *a);

// A push as moment and force on its body about the body's origin, in the body's axes. Returns the
// body, -1: the link hangs on nothing. After limb_fk.
int limb__push_on_body(const limb_model *m, const limb_work *w, const limb_external_wrench *push,
                       double wrench[6]);

#endif
