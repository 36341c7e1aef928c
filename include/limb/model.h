// Poses and rotations: the mathematics that users of the other headers need.
//
// A pose is a 3x4 matrix, row-major (r00 r01 r02 x, r10 r11 r12 y, r20 r21 r22 z), that takes
// coordinates in the inner frame to the outer one: world from link. Quaternions are x y z w. Angles
// are radians; rpy is about the fixed axes x, y, z: R = Rz(yaw) Ry(pitch) Rx(roll). Outputs may be
// the same array as an input.
//
// Threads: the functions share no data.
#ifndef LIMB_MODEL_H
#define LIMB_MODEL_H

#include "limb/base.h"

#ifdef __cplusplus
extern "C" {
#endif

LIMB_API void limb_pose_identity(double pose[12]);
LIMB_API void limb_pose_multiply(const double a[12], const double b[12], double out[12]);
LIMB_API void limb_pose_inverse(const double pose[12], double out[12]);
// out = pose applied to a point.
LIMB_API void limb_pose_apply(const double pose[12], const double point[3], double out[3]);

LIMB_API void limb_pose_from_rpy(const double xyz[3], const double rpy[3], double pose[12]);
// The quaternion need not have unit length; a zero quaternion gives the identity.
LIMB_API void limb_pose_from_quat(const double xyz[3], const double quat[4], double pose[12]);
// Reproduces the rotation to rounding, also at and near pitch = +-pi/2, where roll and yaw rotate
// about the same axis: at the pole itself yaw is 0.
LIMB_API void limb_pose_to_rpy(const double pose[12], double rpy[3]);
// Unit, w >= 0.
LIMB_API void limb_pose_to_quat(const double pose[12], double quat[4]);

LIMB_API void limb_quat_from_rpy(const double rpy[3], double quat[4]);
LIMB_API void limb_quat_to_rpy(const double quat[4], double rpy[3]);

// The motion from a to b in outer coordinates: the rotation vector (rad, length at most pi), then
// the vector from a's origin to b's (m).
LIMB_API void limb_pose_difference(const double a[12], const double b[12], double out[6]);

//---- model ---------------------------------------------------------------------------------------
//
// limb_model: the data of a robot that computations need, as flat arrays.
//
// A model is one block that is independent of the robot. Everything is plain data to read.
//
// Threads: a model never changes after it was built; any number may share it. A limb_work belongs
// to one thread.
//
//   bodies   rigid bodies that move relative to each other. Links connected by fixed (or locked)
//            joints are one body. Body 0 is the base: it does not move.
//   joints   joint i moves body i + 1 relative to body joint_parent[i], which has a smaller number.
//            A joint rotates about, or moves along, the z axis of its body, whatever the axis in
//            the file; or it is floating. The frame of a body is that of its joint.
//   links    link l is link l of the robot (the same index); it is fixed in a body. So every link
//            of the file can be asked for, also those that were folded.
//   slots    limb_fk computes one pose per slot: slots 0 .. nbody-1 are the bodies, the others
//            are links whose frame is not the frame of their body. link_slot says which to read.
//
// Coordinates: q (nq) are positions, v (nv) velocities, both of independent joints only, in tree
// order (depth first, children as in the file). A revolute, continuous or prismatic joint has one
// of each. A planar joint is three joints in a row, "name/x", "name/y" (sliding in the plane normal
// to the axis) and "name/theta"; v is the rate of q. A floating joint has q = x y z and quaternion
// x y z w (it need not be exactly unit; it is normalized on use), and v = angular, then linear
// velocity of the child, in the child's axes. A joint that mimics has no coordinates: its position
// is joint_scale * q[joint_q] + joint_offset of the source at the end of its chain.

struct limb_report; // diag.h
struct limb_robot;  // robot.h

typedef enum limb_motion_kind {
    LIMB_MOTION_REVOLUTE = 0,  // turns about z of the joint's frame
    LIMB_MOTION_PRISMATIC = 1, // slides along z of the joint's frame
    LIMB_MOTION_FLOATING = 2   // any rigid motion
} limb_motion_kind;

typedef struct limb_model {
    int nlink;  // links of the robot
    int njoint; // joints that move
    int nbody;  // njoint + 1
    int nslot;  // poses that limb_fk computes, at least nbody
    int nq, nv; // coordinates
    int nmimic; // joints that follow another one
    int depth;  // joints on the longest way from the base to a body

    // the tree
    const int *joint_parent;    // body that carries the joint, <= i             (njoint)
    const int *joint_kind;      // limb_motion_kind                                     (njoint)
    const int *joint_q;         // first coordinate in q; a mimic joint: its source's  (njoint)
    const int *joint_v;         // first coordinate in v; a mimic joint: its source's  (njoint)
    const double *joint_scale;  // 1 unless the joint mimics                     (njoint)
    const double *joint_offset; // 0 unless the joint mimics                     (njoint)
    const bool *joint_mimics;   // it follows another and has no coordinates     (njoint)
    const bool *joint_wraps;    // continuous: positions 2 pi apart are the same (njoint)
    const int *joint_source;    // index in robot->joint; -1: added at build     (njoint)
    const double *joint_frame;  // pose in the parent body at position zero      (njoint x 12)
    const double *body_inertia; // m, m cx, m cy, m cz, Ixx Ixy Ixz Iyy Iyz Izz: mass, mass times
                                // center, tensor about the body's origin        (nbody x 10)
    double base_pose[12];       // of body 0 in the world
    double gravity[3];          // m/s^2, in the world

    // links, by their index in the robot
    const int *link_body;     // -1: not connected to the root; its pose is NaN (nlink)
    const int *link_slot;     // where limb_fk puts its pose                    (nlink)
    const double *link_frame; // pose in its body                               (nlink x 12)
    const int *slot_body;     // body that carries the slot                     (nslot)
    const double *slot_frame; // pose in that body; identity for bodies         (nslot x 12)
    int root;                 // the root link, fixed in body 0, or in body 1 under a floating base

    // per coordinate; absent limits are infinite, absent numbers 0 unless said otherwise
    const double *q_min, *q_max; // rad or m, q_min <= q_max; where followers may go too (nq)
    const double *v_max;         // rad/s or m/s                                 (nv)
    const double *tau_max;       // N m or N                                     (nv)
    const double *a_max;         // acceleration, per s^2                        (nv)
    const double *d_max;         // deceleration                                 (nv)
    const double *jerk_max;      // per s^3                                      (nv)
    const double *damping;       // N m s/rad or N s/m; followers included       (nv)
    const double *friction;      // N m or N; followers included                 (nv)
    const double *rising;        // calibration, NaN when absent                 (nv)
    const double *falling;       // calibration, NaN when absent                 (nv)
    const bool *has_safety;      // the joint has a safety controller            (nv)
    const double *soft_min;      // q_min without one                            (nv)
    const double *soft_max;      // q_max without one                            (nv)
    const double *k_position;    // 1/s                                          (nv)
    const double *k_velocity;    // N m s/rad or N s/m                           (nv)
    const int *v_q; // the position that this velocity is the rate of; -1: floating (nv)

    // names, NUL-terminated UTF-8
    const char *const *link_name;  //                                             (nlink)
    const char *const *joint_name; // of planar joints with "/x", "/y", "/theta"  (njoint)
    const char *const *q_name;     // the joint's name; floating: with "/x" ... "/qw"   (nq)
    const char *const *v_name;     // the joint's name; floating: with "/wx" ... "/vz"  (nv)

    limb_isa isa; // never AUTO
    const struct limb__model_private *internal;
    size_t memory; // bytes of the block
} limb_model;

typedef struct limb_lock { // a joint held at a constant value
    const char *joint;     // of one coordinate; also one that mimics (it then ignores its source)
    double value;          // rad or m
} limb_lock;

typedef struct limb_model_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    struct limb_report *report; // receives findings about what cannot be modeled as written
    bool strict;                // reject such robots instead
    bool floating_base;         // the root moves freely: joint 0 is floating, named "floating_base"
    const char *root;        // root at this link: joints between it and the file's root are turned
                             // around, with the same coordinates; planar and floating ones among
                             // them then give the pose of the file's parent in its child
    const limb_lock *lock;   // joints held still, folded as fixed ones are
    int nlock;               //
    const double *gravity;   // 3 numbers; NULL: 0 0 -9.81
    const double *base_pose; // 12 numbers, pose of the root in the world; NULL: identity
    limb_isa isa;            // LIMB_ERROR_UNSUPPORTED when this processor lacks it
} limb_model_opts;

// Builds a model. What cannot be modeled as written is repaired, with a finding: a joint with a
// zero axis does not move; a mimic joint whose source is missing, is itself, is in a cycle, or does
// not have exactly one coordinate moves independently; swapped limits are swapped back; a link that
// is not connected to the root has pose NaN. LIMB_ERROR_INPUT: no root, numbers that are not
// finite, a root or lock with an unknown name (or a NULL lock), a negative nlock, or strict is set
// and something would be repaired.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_model_build(limb_model **out,
                                                      const struct limb_robot *robot,
                                                      const limb_model_opts *opts);
// Nullable: model
LIMB_API void limb_model_free(limb_model *model);

// Builds a copy with a load fixed in a link: mass (kg), center of mass in the link's frame (m),
// tensor ixx ixy ixz iyy iyz izz about the center of mass in the link's axes (kg m^2; NULL: a point
// mass). LIMB_ERROR_INPUT: no such link, or it is not connected to the root.
// Nullable: inertia, memory
LIMB_API LIMB_MUST_CHECK limb_status limb_model_add_payload(limb_model **out,
                                                            const limb_model *model, int link,
                                                            double mass, const double center[3],
                                                            const double inertia[6],
                                                            const limb_allocator *memory);

// -1: none, or name is NULL.
LIMB_API int limb_model_find_link(const limb_model *model, const char *name);
// A planar joint is found by its own name (its "/x" part) and by the names of its parts. -1: none,
// the joint does not move, or name is NULL.
LIMB_API int limb_model_find_joint(const limb_model *model, const char *name);
LIMB_API double limb_model_mass(const limb_model *model); // kg, the base included

//---- the same as functions -----------------------------------------------------------------------

//---- scratch of one thread -----------------------------------------------------------------------

// Poses and scratch for one thread, in one block. The functions of kinematics.h and dynamics.h
// write to it and never allocate.
typedef struct limb_work {
    double *pose;         // world pose of each slot, by limb_fk                    (nslot x 12)
    double *velocity;     // of each body: angular, then linear velocity of the body's origin, in
                          // world axes, by limb_fk_velocity                        (nbody x 6)
    double *acceleration; // the rate of velocity, by limb_fk_acceleration          (nbody x 6)
    struct limb__scratch *scratch; // for the algorithms; undefined between calls
    void *memory;                  // the block
    size_t size;
    const limb_allocator *allocator; // of limb_work_create; NULL: the memory is the caller's
} limb_work;

LIMB_API size_t limb_work_size(const limb_model *model);
// Places a work in memory of at least limb_work_size bytes (any alignment). Returns NULL if it
// is too small.
LIMB_API limb_work *limb_work_init(const limb_model *model, void *memory, size_t size);
// The same in memory from the allocator (NULL: malloc).
// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status limb_work_create(limb_work **out, const limb_model *model,
                                                      const limb_allocator *memory);
// NULL is allowed; a work in the caller's memory needs no call.
// Nullable: work
LIMB_API void limb_work_free(limb_work *work);

#ifdef __cplusplus
}
#endif
#endif // LIMB_MODEL_H
