// The scratch of one thread: the layout of its block.
//
// Parts start at multiples of LIMB__ALIGN bytes. body and velocity are shared by all algorithms;
// one that calls another uses parts that the other does not.
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
    double *wrench;   // external, on each body                                   (nbody x 6)
    double *dense;    // only if there are mimic joints                           (nv x nv)
    int *way;         // joints on the path from a link to the base               (depth)
} limb__scratch;

#endif
