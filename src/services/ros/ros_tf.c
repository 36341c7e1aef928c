// Fills TFMessages with transforms.
#include "services/ros/ros_tf.h"

#include "services/dds/clock.h"

#include <stdlib.h>
#include <string.h>

static char *borrow(const char *text);

bool limb__tf_reserve(limb__tf *tf, int capacity)
{
    geometry_msgs_msg_dds__TransformStamped_ *moved =
        realloc(tf->stamped, (size_t)capacity * sizeof *moved);
    if (!moved) return false;
    memset(moved, 0, (size_t)capacity * sizeof *moved);
    tf->stamped = moved;
    return true;
}

void limb__tf_fill(limb__tf *tf, const limb__transform *transform, int count, int64_t stamp)
{
    builtin_interfaces_msg_dds__Time_ time;
    limb__stamp(stamp, &time);
    for (int i = 0; i < count; i++) {
        const limb__transform *from = &transform[i];
        geometry_msgs_msg_dds__TransformStamped_ *to = &tf->stamped[i];
        to->header.stamp = time;
        to->header.frame_id = borrow(from->parent);
        to->child_frame_id = borrow(from->child);
        to->transform.translation =
            (geometry_msgs_msg_dds__Vector3_){from->xyz[0], from->xyz[1], from->xyz[2]};
        to->transform.rotation = (geometry_msgs_msg_dds__Quaternion_){from->quat[0], from->quat[1],
                                                                      from->quat[2], from->quat[3]};
    }
    tf->message.transforms._buffer = tf->stamped;
    tf->message.transforms._length = (uint32_t)count;
    tf->message.transforms._maximum = (uint32_t)count;
}

void limb__tf_free(limb__tf *tf)
{
    free(tf->stamped);
    memset(tf, 0, sizeof *tf);
}

// DDS types lack const for data that is only read.
static char *borrow(const char *text)
{
    union {
        const char *from;
        char *to;
    } same = {text};
    return same.to;
}
