// Kinematics: poses, velocities, accelerations, Jacobians, centre of mass.
//
// Nothing here allocates or fails; a NaN or infinity in the input gives NaN in what depends on it,
// and so does the index of a link that does not exist. A NULL model, work or array is a caller's
// bug, which debug builds assert. Spatial vectors are angular first. Each function says what must
// have been computed in the work before: limb_fk for poses, limb_fk_velocity for poses and
// velocities, limb_fk_acceleration for all three.
//
// Threads: any number may share a model, each with a limb_work (or limb_batch) of its own.
#ifndef LIMB_KINEMATICS_H
#define LIMB_KINEMATICS_H

#include "limb/model.h"
#include "limb/pool.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- motion of links -----------------------------------------------------------------------------

// Poses of all links and bodies at q.
LIMB_API void limb_fk(const limb_model *model, limb_work *work, const double *q);
// Only the poses of one link and of the bodies between it and the base: enough for limb_link_pose
// and limb_jacobian of that link. The others are left as they were.
LIMB_API void limb_fk_link(const limb_model *model, limb_work *work, const double *q, int link);
// Poses, and velocities of all bodies.
LIMB_API void limb_fk_velocity(const limb_model *model, limb_work *work, const double *q,
                               const double *v);
// Poses, velocities and accelerations of all bodies; without gravity.
LIMB_API void limb_fk_acceleration(const limb_model *model, limb_work *work, const double *q,
                                   const double *v, const double *a);

// World pose of a link after limb_fk (12 numbers inside the work). All NaN when the link is
// not connected to the root, or there is no link of this index (such as -1, which finding a
// name may give).
LIMB_API const double *limb_link_pose(const limb_model *model, const limb_work *work, int link);
// Pose of link b seen from link a. After limb_fk.
LIMB_API void limb_relative_pose(const limb_model *model, const limb_work *work, int a, int b,
                                 double pose[12]);

// How six numbers describe the motion of a point fixed in a link.
typedef enum limb_reference {
    LIMB_REFERENCE_ALIGNED = 0, // world axes; linear part is the velocity of the point
    LIMB_REFERENCE_LOCAL = 1,   // the link's axes; linear part is the velocity of the point
    LIMB_REFERENCE_WORLD =
        2 // world axes; linear part is that of the link's material at the world's origin
} limb_reference;

// Angular, then linear velocity of a point of a link. The point is in the link's frame; NULL: its
// origin. After limb_fk_velocity.
LIMB_API void limb_link_velocity(const limb_model *model, const limb_work *work, int link,
                                 const double point[3], limb_reference reference, double out[6]);
// The rate of those six numbers: for LIMB_REFERENCE_ALIGNED the acceleration of the point as it is
// seen in the world. After limb_fk_acceleration.
LIMB_API void limb_link_acceleration(const limb_model *model, const limb_work *work, int link,
                                     const double point[3], limb_reference reference,
                                     double out[6]);

//---- Jacobians -----------------------------------------------------------------------------------

// The 6 x nv matrix J, row-major, with J v = limb_link_velocity. After limb_fk or limb_fk_link.
LIMB_API void limb_jacobian(const limb_model *model, const limb_work *work, int link,
                            const double point[3], limb_reference reference, double *jacobian);
// Its rate: J a + dJ/dt v = limb_link_acceleration. After limb_fk_velocity.
LIMB_API void limb_jacobian_rate(const limb_model *model, const limb_work *work, int link,
                                 const double point[3], limb_reference reference, double *rate);

//---- centre of mass ------------------------------------------------------------------------------

// In the world, m; NaN for a robot without mass. After limb_fk.
LIMB_API void limb_center_of_mass(const limb_model *model, const limb_work *work, double center[3]);
// 3 x nv, row-major: times v it is the velocity of the centre of mass. After limb_fk.
LIMB_API void limb_center_of_mass_jacobian(const limb_model *model, limb_work *work,
                                           double *jacobian);

//---- many configurations -------------------------------------------------------------------------

// Configurations are computed side by side in the lanes of vectors: 8 of doubles, 16 of floats. In
// lanes means that the numbers of one block of configurations are adjacent: q is (nq x lanes),
// poses are (nslot x 12 x lanes). Arrays in lanes must be aligned to 32 bytes.
enum { LIMB_LANES = 8, LIMB_LANES_FLOAT = 16 };

// Poses of all slots for one block. Nothing else is needed.
LIMB_API void limb_fk_lanes(const limb_model *model, const double *q, double *pose);
LIMB_API void limb_fk_lanes_float(const limb_model *model, const float *q, float *pose);

// Scratch for batches: for each of nworker threads poses in lanes (about 800 bytes per link).
typedef struct limb_batch {
    int nworker;
    double *lanes;      // nworker parts
    size_t worker_size; // of one part, in doubles
} limb_batch;
LIMB_API size_t limb_batch_size(const limb_model *model, int nworker);
// Places a batch in memory of at least limb_batch_size bytes (any alignment). NULL: too small.
LIMB_API limb_batch *limb_batch_init(const limb_model *model, int nworker, void *memory,
                                     size_t size);

// Poses of some links for count configurations: q is (count x nq), pose (count x nlink x 12). link
// holds nlink indices; NULL: all links of the model, nlink is then not read. pool: threads to share
// the work; NULL, or more workers than the batch has: the calling thread alone. The result does
// not depend on the number of threads.
LIMB_API void limb_fk_batch(const limb_model *model, limb_batch *batch, limb_pool *pool,
                            const double *q, int count, const int *link, int nlink, double *pose);
LIMB_API void limb_fk_batch_float(const limb_model *model, limb_batch *batch, limb_pool *pool,
                                  const float *q, int count, const int *link, int nlink,
                                  float *pose);

#ifdef __cplusplus
}
#endif
#endif // LIMB_KINEMATICS_H
