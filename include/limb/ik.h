// Inverse kinematics: joint positions that bring a link to a pose.
//
// A damped least-squares iteration (Levenberg-Marquardt) from a start, then from seeded random
// starts until one arrives. Limits are always kept, mimic joints follow, and nothing is allocated.
// The same input and seed give the same answer, unless a time budget ends the search.
//
// Threads: any number may share a model, each with a limb_work of its own.
#ifndef LIMB_IK_H
#define LIMB_IK_H

#include "limb/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum limb_ik_goal {
    LIMB_IK_GOAL_POSE = 0,
    LIMB_IK_GOAL_POSITION = 1,   // any orientation
    LIMB_IK_GOAL_ORIENTATION = 2 // any position
} limb_ik_goal;

typedef struct limb_ik_opts { // zero-initialize; zero means the default
    limb_ik_goal goal;
    const double *tool;   // 12 numbers: the pose of what is to arrive, in the link; NULL: the link
    const double *start;  // (nq); NULL: the middle of the limits
    const double *rest;   // (nq): among all solutions near it, the nearest to this; NULL: none
    const double *weight; // 6 numbers, angular first: importance of each error; NULL: 1
    const double *joint_weight; // (nv): reluctance to move each coordinate; NULL: 1
    double position_tolerance;  // m; default 1e-6
    double rotation_tolerance;  // rad; default 1e-6
    int max_iterations;         // of one try; default 100
    int max_tries;              // starts; default 100
    double max_seconds;         // stop after this time; 0: no such limit
    uint64_t seed;              // of the random starts
} limb_ik_opts;

typedef enum limb_ik_outcome {
    LIMB_IK_OUTCOME_SOLVED = 0,
    LIMB_IK_OUTCOME_OUT_OF_REACH, // no joint positions bring it there, as far as was found
    LIMB_IK_OUTCOME_LIMITS,       // it could be reached if joints went beyond their limits
    LIMB_IK_OUTCOME_BUDGET,       // time is up, or every try ended while it still came nearer
    LIMB_IK_OUTCOME_NO_JOINTS,    // no joint moves the link
    LIMB_IK_OUTCOME_NOT_A_POSE    // the matrix of the pose or tool is not a rotation, or not finite
} limb_ik_outcome;

LIMB_API const char *limb_ik_outcome_text(limb_ik_outcome outcome); // "out of reach"

typedef struct limb_ik_result {
    limb_ik_outcome outcome;
    double position_error; // m, of the q that was given back; 0 when only a rotation was asked for
    double rotation_error; // rad; 0 when only a position was asked for; both NaN for no pose
    int tries;
    int iterations; // of all tries
} limb_ik_result;

// Brings the tool of a link to a pose in the world. q (nq) receives the solution, or, when there is
// none, the configuration that came nearest; coordinates that do not move the link are as in the
// start. A rotation may be a thousandth off, as one that was typed is; for a goal of a position or
// an orientation alone the other part of the pose is not looked at. Overwrites the work. opts,
// result: NULL allowed.
LIMB_API limb_ik_outcome limb_ik(const limb_model *model, limb_work *work, int link,
                                 const double pose[12], const limb_ik_opts *opts, double *q,
                                 limb_ik_result *result);
// Up to max different solutions, from all tries; q is (max x nq). Different postures come first,
// each by full turns as near to the start as limits allow; when there are no more, the same
// postures by other full turns, fewest first. Returns how many were found; with none, the first row
// is as limb_ik gives it. 0 when max is not positive; nothing is written then. Arms with a spare
// joint have infinitely many solutions.
LIMB_API int limb_ik_many(const limb_model *model, limb_work *work, int link, const double pose[12],
                          const limb_ik_opts *opts, int max, double *q, limb_ik_result *result);

#ifdef __cplusplus
}
#endif
#endif // LIMB_IK_H
