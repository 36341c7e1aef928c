// The joints of a state, for the files that build and use it.
#ifndef LIMB_ROS_STATE_JOINT_H
#define LIMB_ROS_STATE_JOINT_H

#include "base/arena.h"
#include "base/names.h"
#include "services/ros/state.h"

enum { LIMB__MAX_VALUES = 7 };

typedef enum limb__joint_motion {
    LIMB__JOINT_STILL,
    LIMB__JOINT_TURNS,
    LIMB__JOINT_SLIDES,
    LIMB__JOINT_PLANAR,
    LIMB__JOINT_FLOATS
} limb__joint_motion;

typedef struct limb__state_joint {
    const char *name;
    const char *parent; // frame names
    const char *child;
    limb__joint_motion motion;
    double xyz[3]; // the joint's frame in its parent
    double quat[4];
    double rotation[9];
    double axis[3];  // unit, in the joint's frame
    double plane[6]; // planar: the directions of x and y, in the joint's frame
    int source;      // the joint that it mimics; -1: none
    double multiplier, offset;
    bool is_held;                  // it mimics a joint that never moves, so its value is constant
    double held;                   // that constant value
    int nvalue;                    // coordinates
    int first_value;               // in limb__state.value
    int64_t published;             // ns, the stamp that it was last published with
    uint64_t given;                // the message that last set all its values
    double pose[LIMB__MAX_VALUES]; // the values in that message
    bool is_pose;                  // the values are a pose in the joint's frame
} limb__state_joint;

struct limb__state {
    limb__arena arena;
    int njoint;
    limb__state_joint *joint; // document order
    int nmoving;
    int *moving; // joints that move, sources before their mimic joints   (nmoving)
    int nvalue;
    double *value;           // of the coordinates                                  (nvalue)
    uint64_t *value_at;      // the message that last set it                        (nvalue)
    int *value_joint;        // index of the joint                                   (nvalue)
    const char **value_name; //                                                  (nvalue)
    size_t *value_name_size; //                                                  (nvalue)
    limb__names names;       // of values; for poses the joints' names are looked up
    limb__names joint_names;
    int *guess; // value index of the i-th name in the last message     (nvalue)
    uint64_t message;
    int64_t period; // ns
    int64_t now;    // time and stamp of the last message
    int64_t stamp;
    bool ignore_timestamp;
};

#endif
