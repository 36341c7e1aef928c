// Receives joint states and publishes transforms.
//
// A message is handled by the DDS thread that received it, as long as the caller waits in
// limb_ros_spin and the transforms go only to the network: any other thread would have to be woken
// first. Potentially slow work is left to the caller: callbacks, a recording, Foxglove. The writer
// of /tf never waits: the acknowledgements for which it would wait arrive on the same thread.
#include "services/dds/clock.h"
#include "services/ros/ros_joints.h"
#include "services/ros/ros_node.h"

#include <assert.h>
#include <dds/ddsi/ddsi_serdata.h>

// Messages handled per call: a flood must not starve the caller's other work.
enum { BATCH = 32 };

static dds_entity_t read_topic(limb_ros *ros, const limb__message_type *type, const char *topic);
static void receive(dds_entity_t reader, void *ctx);
static bool handle_messages(limb_ros *ros);
static bool take_message(limb_ros *ros, dds_entity_t reader, bool is_poses);
static void read_message(limb_ros *ros, struct ddsi_serdata *data, bool is_poses, bool is_own);
static void use_joints(limb_ros *ros, bool is_poses, bool is_own);
static void pass_on_warning(limb_ros *ros);

limb_status limb__ros_listen_joints(limb_ros *ros)
{
    ros->joints_reader = read_topic(ros, &limb__type_joint_state, "joint_states");
    ros->poses_reader = read_topic(ros, &limb__type_multi_joint_state, "multi_dof_joint_states");
    if (ros->joints_reader < 0 || ros->poses_reader < 0) return LIMB_ERROR_IO;
    // messages may have arrived before the listener was set
    limb__handover_enter(&ros->handover, false);
    return LIMB_OK;
}

void limb_ros_spin(limb_ros *ros, double seconds)
{
    assert(ros);
    const int64_t wait = limb__clock_span(seconds * 1e9);
    char said[LIMB__LOG_SIZE];
    if (limb__dds_log_take(&ros->node.log, said)) limb__ros_warn(ros, "%s", said);
    const bool moves_joints = ros->opts.role == LIMB_ROS_ROLE_JOINTS;
    if (moves_joints) limb__ros_joints_tick(ros);
    const bool has_arrived =
        limb__handover_wait(&ros->handover, moves_joints ? limb__ros_joints_left(ros, wait) : wait);
    if (has_arrived) {
        pass_on_warning(ros);
        if (ros->server && limb__parameter_server_answer(ros->server) > 0)
            limb__ros_warn(ros, "a malformed request about parameters is ignored");
        if (moves_joints) limb__ros_joints_handle(ros);
        // leave the remaining messages to the next call
        if (!handle_messages(ros)) limb__handover_enter(&ros->handover, false);
    }
    if (moves_joints) limb__ros_joints_tick(ros);
}

static dds_entity_t read_topic(limb_ros *ros, const limb__message_type *type, const char *topic)
{
    // as many as may arrive while this process waits to be scheduled, so that none are dropped
    static const limb__qos incoming = {.depth = 500};
    const dds_entity_t reader = limb__node_read(&ros->node, type, topic, &incoming);
    if (reader < 0) return reader;
    dds_listener_t *listener = dds_create_listener(ros);
    dds_lset_data_available(listener, receive);
    const dds_return_t set = dds_set_listener(reader, listener);
    dds_delete_listener(listener);
    return set == DDS_RETCODE_OK ? reader : set;
}

// Runs on the receiving thread, or on that of our own writer.
static void receive(dds_entity_t reader, void *ctx)
{
    (void)reader;
    limb_ros *ros = ctx;
    // callbacks and file output run on the caller's thread
    const limb_ros_opts *opts = &ros->opts;
    const bool can_use = !opts->record && !opts->foxglove && !opts->joints;
    if (!limb__handover_enter(&ros->handover, can_use)) return;
    bool is_done;
    do {
        ros->is_lent = true;
        limb__awake_note(&ros->awake);
        is_done = handle_messages(ros);
        ros->is_lent = false;
    } while (limb__handover_leave(&ros->handover, !is_done));
}

// Returns false if work is left that the caller must do.
static bool handle_messages(limb_ros *ros)
{
    for (int i = 0; i < BATCH; i++) {
        if (!take_message(ros, ros->joints_reader, false) &&
            !take_message(ros, ros->poses_reader, true))
            return true;
        if (ros->warning[0]) return false;
    }
    return false;
}

static bool take_message(limb_ros *ros, dds_entity_t reader, bool is_poses)
{
    struct ddsi_serdata *data;
    dds_sample_info_t info;
    if (dds_takecdr(reader, &data, 1, &info, DDS_ANY_STATE) <= 0) return false;
    if (info.valid_data) {
        const int64_t begun = limb__clock_now();
        read_message(ros, data, is_poses, info.publication_handle == ros->own_joints);
        ros->counts.handling += 1e-9 * (double)(limb__clock_now() - begun);
    }
    ddsi_serdata_unref(data);
    return true;
}

static void read_message(limb_ros *ros, struct ddsi_serdata *data, bool is_poses, bool is_own)
{
    ddsrt_iovec_t bytes;
    const size_t size = ddsi_serdata_size(data);
    struct ddsi_serdata *held = ddsi_serdata_to_ser_ref(data, 0, size, &bytes);
    const limb_status status =
        is_poses ? limb__joint_message_read_poses(&ros->joints, bytes.iov_base, bytes.iov_len)
                 : limb__joint_message_read(&ros->joints, bytes.iov_base, bytes.iov_len);
    ros->counts.received++;
    if (status == LIMB_OK) {
        if (!is_poses && limb__ros_has_sinks(ros))
            limb__ros_to_sinks(ros, LIMB__CHANNEL_JOINT_STATES, bytes.iov_base, bytes.iov_len);
        use_joints(ros, is_poses, is_own);
    } else {
        ros->counts.ignored++;
        limb__ros_warn(ros, "a malformed message of %zu bytes is ignored", size);
    }
    ddsi_serdata_to_ser_unref(held, &bytes);
}

static void use_joints(limb_ros *ros, bool is_poses, bool is_own)
{
    const limb__joint_message *in = &ros->joints;
    const limb__joint_values values = {.stamp = in->stamp,
                                       .now = limb_ros_now(ros),
                                       .nname = in->nname,
                                       .name = in->name,
                                       .nvalue = in->nvalue,
                                       .value = in->value};
    int count = 0;
    limb__state_result result = LIMB__STATE_READY;
    if (ros->state)
        result = is_poses ? limb__state_update_poses(ros->state, &values, ros->transform, &count)
                          : limb__state_update(ros->state, &values, ros->transform, &count);
    else if (in->nname != in->nvalue)
        result = LIMB__STATE_MISMATCHED;
    if (result == LIMB__STATE_MISMATCHED) {
        ros->counts.ignored++;
        limb__ros_warn(ros, "a message with %d names and %d positions is ignored", in->nname,
                       in->nvalue);
        return;
    }
    ros->counts.throttled += result == LIMB__STATE_TOO_SOON;
    if (!is_poses && !is_own && ros->opts.joints)
        ros->opts.joints(ros->opts.ctx, in->name, in->value, in->nvalue);
    if (count == 0 || ros->opts.listen_only) return;
    limb__tf_fill(&ros->tf, ros->transform, count, in->stamp);
    if (limb__ros_publish(ros, LIMB__CHANNEL_TF, &ros->tf.message) == LIMB_OK)
        ros->counts.published++;
}

// Passes a warning from the receiving thread to the caller.
static void pass_on_warning(limb_ros *ros)
{
    if (ros->warning[0] && ros->opts.message) ros->opts.message(ros->opts.ctx, ros->warning);
    ros->warning[0] = 0;
}
