// The message on /tf, in reused memory.
#ifndef LIMB_ROS_ROS_TF_H
#define LIMB_ROS_ROS_TF_H

#include "services/ros/state.h"

#include <messages.h>

typedef struct limb__tf { // zero-initialize
    tf2_msgs_msg_dds__TFMessage_ message;
    geometry_msgs_msg_dds__TransformStamped_ *stamped;
} limb__tf;

bool limb__tf_reserve(limb__tf *tf, int capacity); // false: memory exhausted
// The names are borrowed from the transforms.
void limb__tf_fill(limb__tf *tf, const limb__transform *transform, int count, int64_t stamp);
void limb__tf_free(limb__tf *tf);

#endif
