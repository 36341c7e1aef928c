// Kinematics: poses, velocities, accelerations, Jacobians, center of mass.
//
// Nothing here allocates or fails; a NaN or infinity in the input gives NaN in everything that
// depends on it, and so does the index of a missing link. A NULL model, work or array is a caller's
// bug, which debug builds assert. Spatial vectors are angular first. Each function says what must
// have been computed in the work before: limb_fk for poses, limb_fk_velocity for poses and
// velocities, limb_fk_acceleration for all three.
//
// Threads: any number may share a model, each with its own limb_work (or limb_batch).
#ifndef LIMB_KINEMATICS_H
#define LIMB_KINEMATICS_H

#include "limb/model.h"
#include "limb/pool.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- motion of links -----------------------------------------------------------------------------

// Computes the poses of all links and bodies at q.
LIMB_API void limb_fk(const limb_model *model, limb_work *work, const double *q);
// Computes only the poses of one link and of the bodies between it and the base, which suffices for
// limb_link_pose and limb_jacobian of that link. Other poses are unchanged.
LIMB_API void limb_fk_link(const limb_model *model, limb_work *work, const double *q, int link);
// Computes poses, and velocities of all bodies.
LIMB_API void limb_fk_velocity(const limb_model *model, limb_work *work, const double *q,
                               const double *v);
// Computes poses, velocities and accelerations of all bodies; without gravity.
LIMB_API void limb_fk_acceleration(const limb_model *model, limb_work *work, const double *q,
                                   const double *v, const double *a);

// The world pose of a link after limb_fk (12 numbers inside the work). All NaN if the link is not
// connected to the root, or if there is no link with this index (such as -1 from a failed search
// for a name).
LIMB_API const double *limb_link_pose(const limb_model *model, const limb_work *work, int link);
// The pose of link b relative to link a. After limb_fk.
LIMB_API void limb_relative_pose(const limb_model *model, const limb_work *work, int a, int b,
                                 double pose[12]);

// The meaning of the six numbers for the motion of a point fixed in a link.
typedef enum limb_reference {
    LIMB_REFERENCE_ALIGNED = 0, // world axes; linear part is the velocity of the point
    LIMB_REFERENCE_LOCAL = 1,   // the link's axes; linear part is the velocity of the point
    LIMB_REFERENCE_WORLD =
        2 // world axes; linear part is that of the link's material at the world's origin
} limb_reference;

// Angular, then linear velocity of a point of a link. The point is in the link's frame; NULL: its
// origin. After limb_fk_velocity.
// Nullable: point
LIMB_API void limb_link_velocity(const limb_model *model, const limb_work *work, int link,
                                 const double point[3], limb_reference reference, double out[6]);
// The time derivative of these six numbers: for LIMB_REFERENCE_ALIGNED the acceleration of the
// point in the world. After limb_fk_acceleration.
LIMB_API void limb_link_acceleration(const limb_model *model, const limb_work *work, int link,
                                     const double point[3], limb_reference reference,
                                     double out[6]);

//---- Jacobians -----------------------------------------------------------------------------------

// The 6 x nv matrix J, row-major, with J v = limb_link_velocity. After limb_fk or limb_fk_link.
LIMB_API void limb_jacobian(const limb_model *model, const limb_work *work, int link,
                            const double point[3], limb_reference reference, double *jacobian);
// The time derivative of J: J a + dJ/dt v = limb_link_acceleration. After limb_fk_velocity.
LIMB_API void limb_jacobian_rate(const limb_model *model, const limb_work *work, int link,
                                 const double point[3], limb_reference reference, double *rate);

//---- center of mass ------------------------------------------------------------------------------

// In world coordinates, m; NaN for a robot without mass. After limb_fk.
LIMB_API void limb_center_of_mass(const limb_model *model, const limb_work *work, double center[3]);
// 3 x nv, row-major: multiplied by v it is the velocity of the center of mass. After limb_fk.
LIMB_API void limb_center_of_mass_jacobian(const limb_model *model, limb_work *work,
                                           double *jacobian);

//---- many configurations -------------------------------------------------------------------------

// Configurations are computed side by side in vector lanes: 8 of doubles, 16 of floats. "In lanes"
// means that the numbers of one block of configurations are adjacent: q is (nq x lanes), poses are
// (nslot x 12 x lanes). Arrays in lanes must be aligned to 32 bytes.
enum { LIMB_LANES = 8, LIMB_LANES_FLOAT = 16 };

// Poses of all slots for one block. Needs no work.
LIMB_API void limb_fk_lanes(const limb_model *model, const double *q, double *pose);
LIMB_API void limb_fk_lanes_float(const limb_model *model, const float *q, float *pose);

// Scratch for batches: for each of nworker threads poses in lanes (about 800 bytes per link).
typedef struct limb_batch {
    int nworker;
    double *lanes;      // nworker parts
    size_t worker_size; // of one part, in doubles
} limb_batch;
LIMB_API size_t limb_batch_size(const limb_model *model, int nworker);
// Places a batch in memory of at least limb_batch_size bytes (any alignment). Returns NULL if it
// is too small.
LIMB_API limb_batch *limb_batch_init(const limb_model *model, int nworker, void *memory,
                                     size_t size);

// Poses of some links for count configurations: q is (count x nq), pose (count x nlink x 12). link
// contains nlink indices; NULL: all links of the model, and nlink is not used. pool: threads to
// share the work; NULL, or a pool with more workers than the batch: only the calling thread.
// Results do not depend on the number of threads.
// Nullable: pool, link
LIMB_API void limb_fk_batch(const limb_model *model, limb_batch *batch, limb_pool *pool,
                            const double *q, int count, const int *link, int nlink, double *pose);
// Nullable: pool, link
LIMB_API void limb_fk_batch_float(const limb_model *model, limb_batch *batch, limb_pool *pool,
                                  const float *q, int count, const int *link, int nlink,
                                  float *pose);

//---- configuration -------------------------------------------------------------------------------
//
// Configurations: moving, comparing and sampling q, limits, and the safety controller.
//
// Positions of floating joints contain a quaternion, and continuous joints wrap around; these
// functions take this into account. Nothing here allocates or fails. Input and output may be
// the same array.
//
// Threads: any number may share a model.

//---- moving and comparing ------------------------------------------------------------------------

// The initial pose in all parts of limb, the same as joint_state_publisher's: a joint is at zero
// if its range includes zero, else in the middle of its range (1 from the limit if there is only
// one). The range is that of the limits and of the safety controller's soft limits. Quaternions
// are the identity.
LIMB_API void limb_neutral(const limb_model *model, double *q);
// Integrates q with velocity v for time dt. Quaternions stay unit; positions do not wrap.
LIMB_API void limb_integrate(const limb_model *model, const double *q, const double *v, double dt,
                             double *out);
// The velocity (nv) that moves a to b in one second: continuous joints and rotations take the
// shorter direction.
LIMB_API void limb_difference(const limb_model *model, const double *a, const double *b,
                              double *out);
// Interpolates between a (t = 0) and b (t = 1) along limb_difference; also extrapolates.
LIMB_API void limb_interpolate(const limb_model *model, const double *a, const double *b, double t,
                               double *out);

//---- limits --------------------------------------------------------------------------------------

// Clamps every coordinate to its limits and normalizes quaternions. Returns the number of
// coordinates that were outside.
LIMB_API int limb_clamp_to_limits(const limb_model *model, double *q);
// The distance of q from its limits: the minimum over all coordinates, negative outside, infinite
// without limits. margin (nq) receives the distance of each coordinate and *nearest
// the index of the minimum (-1: no limits).
// Nullable: margin, nearest
LIMB_API double limb_limit_margin(const limb_model *model, const double *q, double *margin,
                                  int *nearest);
// Samples uniformly within the limits, with a generator whose state is *seed. Coordinates without
// limits: angles in -pi .. pi, lengths within 1 m of zero or of the only limit, rotations
// uniformly. A limit beyond LIMB_RANDOM_LIMIT (rad or m) counts as none.
#define LIMB_RANDOM_LIMIT 1e4
LIMB_API void limb_random_configuration(const limb_model *model, uint64_t *seed, double *q);

//---- safety controller ---------------------------------------------------------------------------

// The bounds of a <safety_controller>, per coordinate; a joint without one, and coordinates of
// planar and floating joints, have only those of <limit>.

// Velocities allowed at q: k_position times the distance to the soft limit, at most v_max.
// (nv each)
LIMB_API void limb_safety_velocity(const limb_model *model, const double *q, double *low,
                                   double *high);
// Efforts allowed at q and v: k_velocity times the distance to the velocity bound, at most tau_max.
// (nv each)
LIMB_API void limb_safety_effort(const limb_model *model, const double *q, const double *v,
                                 double *low, double *high);
// Clamps commands to the bounds, in place; returns the number of changed commands.
LIMB_API int limb_safety_limit_effort(const limb_model *model, const double *q, const double *v,
                                      double *tau);
// Also limits the change from the current velocity v to the acceleration limit times dt.
LIMB_API int limb_safety_limit_velocity(const limb_model *model, const double *q, const double *v,
                                        double dt, double *command);
// Positions (nq): at most the allowed velocity times dt from the last command, within limits.
LIMB_API int limb_safety_limit_position(const limb_model *model, const double *last, double dt,
                                        double *command);

//---- ik ------------------------------------------------------------------------------------------
//
// Inverse kinematics: joint positions that bring a link to a pose.
//
// A damped least-squares iteration (Levenberg-Marquardt) from a given start, then from seeded
// random starts until one converges. Limits are always respected, mimic joints follow, and nothing
// is allocated. The same input and seed give the same result, unless a time budget ends the search.
//
// Threads: any number may share a model, each with its own limb_work.

typedef enum limb_ik_goal {
    LIMB_IK_GOAL_POSE = 0,
    LIMB_IK_GOAL_POSITION = 1,   // any orientation
    LIMB_IK_GOAL_ORIENTATION = 2 // any position
} limb_ik_goal;

typedef struct limb_ik_opts { // zero-initialize; zero means the default
    limb_ik_goal goal;
    const double *tool;   // 12 numbers: pose of a tool in the link, which is brought to the pose;
                          // NULL: the link
    const double *start;  // (nq); NULL: the middle of the limits
    const double *rest;   // (nq): among all solutions near it, the closest to this; NULL: none
    const double *weight; // 6 numbers, angular first: importance of each error; NULL: 1
    const double *joint_weight; // (nv): cost of moving each coordinate; NULL: 1
    double position_tolerance;  // m; default 1e-6
    double rotation_tolerance;  // rad; default 1e-6
    int max_iterations;         // per try; default 100
    int max_tries;              // starts; default 100
    double max_seconds;         // stop after this time; 0: no such limit
    uint64_t seed;              // of the random starts
} limb_ik_opts;

typedef enum limb_ik_outcome {
    LIMB_IK_OUTCOME_SOLVED = 0,
    LIMB_IK_OUTCOME_OUT_OF_REACH, // no joint positions bring it there, as far as the search found
    LIMB_IK_OUTCOME_LIMITS,       // reachable only beyond the joint limits
    LIMB_IK_OUTCOME_BUDGET,       // time is up, or all tries ended while still
                                  // approaching the target
    LIMB_IK_OUTCOME_NO_JOINTS,    // no joint moves the link
    LIMB_IK_OUTCOME_NOT_A_POSE    // the matrix of the pose or tool is not a rotation, or not finite
} limb_ik_outcome;

LIMB_API const char *limb_ik_outcome_text(limb_ik_outcome outcome); // "out of reach"

typedef struct limb_ik_result {
    limb_ik_outcome outcome;
    double position_error; // m, of the returned q; 0 if only a rotation was requested
    double rotation_error; // rad; 0 if only a position was requested; both NaN for an invalid pose
    int tries;
    int iterations; // of all tries
} limb_ik_result;

// Brings the tool of a link to a pose in the world. q (nq) receives the solution or, if there is
// none, the closest configuration; coordinates that do not move the link keep their starting
// values. A rotation matrix may be inaccurate by a thousandth, as a typed one is; for a goal of
// position or orientation only, the other part of the pose is ignored. Overwrites the work.
// Nullable: opts, result
LIMB_API limb_ik_outcome limb_ik(const limb_model *model, limb_work *work, int link,
                                 const double pose[12], const limb_ik_opts *opts, double *q,
                                 limb_ik_result *result);
// Finds up to max different solutions, from all tries; q is (max x nq). Different postures come
// first, each with the full turns closest to the start within the limits; then the same postures
// with other full turns, fewest first. Returns the number of solutions; if there are none, the
// first row is as in limb_ik. Returns 0 and writes nothing if max is not positive. Redundant arms
// have infinitely many solutions.
// Nullable: opts
LIMB_API int limb_ik_many(const limb_model *model, limb_work *work, int link, const double pose[12],
                          const limb_ik_opts *opts, int max, double *q, limb_ik_result *result);

#ifdef __cplusplus
}
#endif
#endif // LIMB_KINEMATICS_H
