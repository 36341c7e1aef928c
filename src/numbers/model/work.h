// The scratch of one thread: how its block is divided.
//
// Parts begin at multiples of LIMB__ALIGN bytes. body and velocity serve whichever algorithm runs;
// one that calls another uses what the other does not.
#ifndef LIMB_MODEL_WORK_H
#define LIMB_MODEL_WORK_H

#include "limb/model.h"

enum {
    LIMB__WORK_PER_BODY = 160,    // composite or articulated inertias, forces, biases
    LIMB__WORK_PER_VELOCITY = 40, // vectors of nv, motion and force columns (6 x nv)
    LIMB__WORK_PER_MASS = 22      // motion, force, and the force once more in columns
};

typedef struct limb__scratch {
    double *position; // of each joint, followers included; padding is 0     (njoint, padded)
    double *sine;     // of position                                         (njoint, padded)
    double *cosine;   //                                                     (njoint, padded)
    double *turned;   // columns x and y of the joints' steps, as joint_turn (6 x njoint, padded)
    double *body;     //                                        (nbody x LIMB__WORK_PER_BODY)
    double *velocity; //                                       (nv x LIMB__WORK_PER_VELOCITY)
    double *mass;     // only of the mass matrix                (nv, padded, x LIMB__WORK_PER_MASS)
    double *wrench;   // from outside, on each body                          (nbody x 6)
    double *dense;    // only when joints follow others                      (nv x nv)
    int *way;         // joints between a link and the base                  (depth)
} limb__scratch;

#endif
