// From joint values to transforms: what robot_state_publisher does, without any network.
//
// A state knows every joint's place in its parent and when it was last published. One message goes
// in, the transforms of the joints it names (and of those that mimic them) come out, unless it is
// too early to publish again. Nothing here allocates after the build.
//
// Names in a message: a joint of one coordinate has its own; a planar joint is given by three,
// "name/x", "name/y", "name/theta"; a floating one by seven, "name/x" "/y" "/z" "/qx" "/qy" "/qz"
// "/qw": the names of limb_model's coordinates. All of a joint's values must be in one message.
#ifndef LIMB_ROS_STATE_H
#define LIMB_ROS_STATE_H

#include "limb/robot.h"

typedef struct limb__state limb__state;

typedef struct limb__state_opts {
    double frequency;         // Hz at most, per joint; 0: every message
    const char *frame_prefix; // before every frame's name; NULL: ""
    bool ignore_timestamp;    // publish every message, whatever its stamp
} limb__state_opts;

typedef struct limb__transform {
    const char *parent; // frames with their prefix; they live as long as the state
    const char *child;
    double xyz[3];  // m
    double quat[4]; // x y z w, unit
} limb__transform;

typedef enum limb__state_result {
    LIMB__STATE_READY,     // transforms to publish; there may be none
    LIMB__STATE_TOO_SOON,  // a joint of the message was published less than a period ago
    LIMB__STATE_MISMATCHED // another number of values than of names
} limb__state_result;

limb_status limb__state_build(limb__state **out, const limb_robot *robot,
                              const limb__state_opts *opts);
void limb__state_free(limb__state *state); // NULL is allowed

// 0 Hz: every message.
void limb__state_set_rate(limb__state *state, double frequency, bool ignore_timestamp);

// Room that transforms of any message need.
int limb__state_max(const limb__state *state);
// All fixed joints, in document order. Returns how many.
int limb__state_fixed(const limb__state *state, limb__transform *out);

typedef struct limb__joint_values {
    int64_t stamp; // ns, of the message
    int64_t now;   // ns, of our clock; when it goes back everything is published again
    int nname;
    const limb_text *name;
    int nvalue;          // must be nname
    const double *value; // (nvalue), or poses x y z qx qy qz qw (nvalue x 7)
} limb__joint_values;

// Positions, as in a JointState. The first value of a name counts; unknown names and values that
// are not finite are passed over.
limb__state_result limb__state_update(limb__state *state, const limb__joint_values *values,
                                      limb__transform *out, int *count);
// The poses of planar and floating joints in their joint frame, as in a MultiDOFJointState.
limb__state_result limb__state_update_poses(limb__state *state, const limb__joint_values *values,
                                            limb__transform *out, int *count);

#endif
