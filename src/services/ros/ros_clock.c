// /clock: each message is read on the receiving thread, and stored as one number.
#include "services/ros/ros_clock.h"

#include "services/dds/clock.h"
#include "services/messages/cdr.h"

#include <assert.h>

static void receive(dds_entity_t reader, void *ctx);

int64_t limb_ros_now(const limb_ros *ros)
{
    assert(ros);
    return ros->opts.use_sim_time ? atomic_load(&ros->sim_time) : limb__clock_now();
}

limb_status limb__ros_use_clock(limb_ros *ros, bool is_simulated)
{
    ros->opts.use_sim_time = is_simulated;
    if (!is_simulated || ros->clock_reader > 0) return LIMB_OK;
    static const limb__qos last = {.depth = 1};
    ros->clock_reader =
        limb__node_read(&ros->node, limb__find_type("rosgraph_msgs/msg/Clock"), "/clock", &last);
    if (ros->clock_reader < 0) return LIMB_ERROR_IO;
    dds_listener_t *listener = dds_create_listener(ros);
    dds_lset_data_available(listener, receive);
    const dds_return_t set = dds_set_listener(ros->clock_reader, listener);
    dds_delete_listener(listener);
    receive(ros->clock_reader, ros);
    return set == DDS_RETCODE_OK ? LIMB_OK : LIMB_ERROR_IO;
}

// Runs on the receiving thread.
static void receive(dds_entity_t reader, void *ctx)
{
    limb_ros *ros = ctx;
    limb__raw_message message;
    while (limb__raw_take(reader, &message)) {
        limb__cdr cdr;
        if (limb__cdr_open(&cdr, message.bytes, message.size)) {
            const int32_t seconds = (int32_t)limb__cdr_u32(&cdr);
            const uint32_t nanoseconds = limb__cdr_u32(&cdr);
            if (!cdr.failed)
                atomic_store(&ros->sim_time, (int64_t)seconds * 1000000000 + nanoseconds);
        }
        limb__raw_release(&message);
    }
    // joint states are published at a rate in this time
    if (ros->opts.role == LIMB_ROS_ROLE_JOINTS) limb__handover_enter(&ros->handover, false);
}
