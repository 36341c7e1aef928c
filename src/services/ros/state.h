// Computes transforms from joint values: the function of robot_state_publisher without the network.
//
// A state has every joint's origin in its parent and the time of its last publication. For each
// message it returns the transforms of the joints it names (and of those that mimic them), unless
// it is too early to publish again. No function allocates after the build.
//
// Names in a message: a joint with one coordinate uses its own name; a planar joint has three,
// "name/x", "name/y", "name/theta"; a floating one seven, "name/x" "/y" "/z" "/qx" "/qy" "/qz"
// "/qw": the names of limb_model's coordinates. All values of a joint must be in one message.
#ifndef LIMB_ROS_STATE_H
#define LIMB_ROS_STATE_H

#include "limb/robot.h"

typedef struct limb__state limb__state;

typedef struct limb__state_opts {
    double frequency;         // max rate in Hz, per joint; 0: every message
    const char *frame_prefix; // prepended to frame names; NULL: ""
    bool ignore_timestamp;    // publish every message, regardless of its stamp
} limb__state_opts;

typedef struct limb__transform {
    const char *parent; // frame names with prefix; valid as long as the state
    const char *child;
    double xyz[3];  // m
    double quat[4]; // x y z w, unit
} limb__transform;

typedef enum limb__state_result {
    LIMB__STATE_READY,     // there are transforms to publish, possibly zero
    LIMB__STATE_TOO_SOON,  // a joint of the message was published less than a period ago
    LIMB__STATE_MISMATCHED // the numbers of values and names differ
} limb__state_result;

limb_status limb__state_build(limb__state **out, const limb_robot *robot,
                              const limb__state_opts *opts);
void limb__state_free(limb__state *state); // NULL is allowed

// frequency 0: every message.
void limb__state_set_rate(limb__state *state, double frequency, bool ignore_timestamp);

// Returns the max number of transforms for any message.
int limb__state_max(const limb__state *state);
// Computes all fixed joints, in document order. Returns their number.
int limb__state_fixed(const limb__state *state, limb__transform *out);

typedef struct limb__joint_values {
    int64_t stamp; // ns, of the message
    int64_t now;   // ns, local clock; if it goes back everything is published again
    int nname;
    const limb_text *name;
    int nvalue;          // must be nname
    const double *value; // (nvalue), or poses x y z qx qy qz qw (nvalue x 7)
} limb__joint_values;

// Takes positions, as in a JointState. The first value of a name counts; unknown names and values
// that are not finite are ignored.
limb__state_result limb__state_update(limb__state *state, const limb__joint_values *values,
                                      limb__transform *out, int *count);
// Takes poses of planar and floating joints in their joint frame, as in a MultiDOFJointState.
limb__state_result limb__state_update_poses(limb__state *state, const limb__joint_values *values,
                                            limb__transform *out, int *count);

#endif
