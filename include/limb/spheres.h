// Sphere sets: links replaced by spheres, and whether such a robot touches itself, for many
// configurations at once.
//
// A set is built once for a model, never changes and may be shared by any number of threads; it
// keeps the model, which has to live as long. Nothing allocates and nothing fails after that.
// Lengths in m.
//
//     limb_sphere_set_build(&set, model, sphere, nsphere, NULL);
//     scratch = malloc(limb_sphere_set_scratch_size(set, 1));
//     limb_sphere_set_collide_batch(set, scratch, NULL, q, count, touches);
//
// Spheres of links that are fixed to each other are never compared, nor are those of links that
// one joint joins.
//
// Threads: a set may be shared by any number; scratch belongs to one call at a time.
#ifndef LIMB_SPHERES_H
#define LIMB_SPHERES_H

#include "limb/model.h"
#include "limb/pool.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_sphere {
    int link;         // of the model
    double center[3]; // in the frame of the link
    double radius;
} limb_sphere;

typedef struct limb_sphere_set limb_sphere_set;

typedef struct limb_sphere_set_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    const int *skip; // pairs of links that are not compared (nskip x 2)
    int nskip;
} limb_sphere_set_opts;

// The spheres may be in any order and are copied. LIMB_ERROR_INPUT: the model has no such
// link, or a number is not finite or a radius negative. Links that are not connected to the
// root are left out.
LIMB_API LIMB_MUST_CHECK limb_status limb_sphere_set_build(limb_sphere_set **out,
                                                           const limb_model *model,
                                                           const limb_sphere *sphere, int nsphere,
                                                           const limb_sphere_set_opts *opts);
LIMB_API void limb_sphere_set_free(limb_sphere_set *set); // NULL is fine

LIMB_API int limb_sphere_set_count(const limb_sphere_set *set); // spheres
// Pairs of spheres that are compared.
LIMB_API long long limb_sphere_set_pair_count(const limb_sphere_set *set);

// Whether any two spheres touch after limb_fk, in doubles. The links of the first two that do are
// written to link (2) unless NULL.
LIMB_API bool limb_sphere_set_collide(const limb_sphere_set *set, const limb_work *work, int *link);

// Bytes of scratch (any alignment) for nworker threads.
LIMB_API size_t limb_sphere_set_scratch_size(const limb_sphere_set *set, int nworker);

// One block of LIMB_LANES_FLOAT configurations, q in lanes (nq x LIMB_LANES_FLOAT, aligned to 32
// bytes; see limb/kinematics.h): bit k of the result is set where configuration k touches. Poses
// and distances are floats: what is nearer to touching than about a millionth of the robot's reach
// may come out either way. A configuration that is not finite counts as touching.
LIMB_API unsigned limb_sphere_set_collide_lanes(const limb_sphere_set *set, void *scratch,
                                                const float *q);
// The same for count configurations (count x nq), on the threads of a pool; scratch is for its
// workers. pool NULL: the calling thread alone. The answers do not depend on the number of threads.
LIMB_API void limb_sphere_set_collide_batch(const limb_sphere_set *set, void *scratch,
                                            limb_pool *pool, const float *q, int count,
                                            bool *touches);

#ifdef __cplusplus
}
#endif
#endif // LIMB_SPHERES_H
