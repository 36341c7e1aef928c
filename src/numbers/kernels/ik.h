// Inverse kinematics: the chain that moves a link, and one evaluation of it.
#ifndef LIMB_KERNELS_IK_H
#define LIMB_KERNELS_IK_H

#include "limb/model.h"

// The path from the base to a link, the coordinates that move along it, and the state of a search.
// All arrays are in the scratch of a work.
typedef struct limb__ik {
    const limb_model *m;
    int njoint;                   // joints on the path, base first
    int *joint;                   // (njoint)
    int *column;                  // first column of each joint                          (njoint)
    int ncolumn;                  // velocity coordinates that move the link
    int *coordinate;              // of each column                                      (ncolumn)
    _Alignas(32) double base[12]; // pose of the body that carries the first joint
    double tool[12];              // in the last body
    double goal[12];              // in the world

    int nrow;             // 6, or 3
    int first_row;        // 0 angular, 3 linear
    double weight[6];     // square roots of the weights, per row
    double *column_scale; // square roots of 1 / joint_weight               (ncolumn)

    double *pose;                     // of each body on the path            (njoint x 12)
    double *position, *sine, *cosine; // of each joint on the path, padded
    _Alignas(32) double tip[12];      // of the tool
    double error[6];                  // rotation vector and translation to the goal, unweighted
    double *jacobian;                 // weighted and scaled                 (6 x ncolumn)
    double *step;                     // of each coordinate on the path      (ncolumn)
    double *wish;                     // step towards the rest pose           (ncolumn)
    bool *blocked;                    // at a limit that the step would cross (ncolumn)
    double *q, *best, *moved;         // (nq)
} limb__ik;

// Kernels: ik_evaluate computes the poses on the path and the error at q; ik_jacobian the Jacobian
// at the configuration evaluated last; ik_solve step = wish + J^T (J J^T + damping)^-1 (error - J
// wish), without blocked columns.

#endif
