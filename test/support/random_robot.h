// Robots from a seeded generator: plain data, all joint types, branches, mimic chains.
#ifndef LIMB_TEST_SUPPORT_RANDOM_ROBOT_H
#define LIMB_TEST_SUPPORT_RANDOM_ROBOT_H

#include "harness.h"
#include "limb/model.h"
#include "limb/robot.h"

typedef struct limb_test_robot_opts { // zero-initialize
    int nlink;                        // 0: 2 to 24, at random
    bool simple;                      // only revolute, continuous and prismatic joints
    bool serial;                      // one chain, no branches
    bool no_mimic;
    bool all_mass;    // every link that moves has mass
    bool quaternions; // all rotations are written as quaternions
    bool plain; // as most robots are: frames by quarter turns or about one axis, shifted along
                // some axes only, joints along axes; written as quaternions
} limb_test_robot_opts;

// Everything is in one malloc; limb_test_robot_free frees it.
limb_robot *limb_test_robot(uint64_t seed, const limb_test_robot_opts *opts);
void limb_test_robot_free(limb_robot *robot);

// The pose of a link in its root by walking up the tree, as the specification says it; q in the
// model's order gives the joints' positions.
void limb_test_naive_pose(const limb_robot *robot, const limb_model *model, const double *q,
                          int link, double pose[12]);

// Any q: positions in [-3, 3], quaternions of unit length.
void limb_test_random_q(limb_test_rng *rng, const limb_model *model, double *q);

#endif
