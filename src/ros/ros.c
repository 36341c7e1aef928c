// The node: joint states in, transforms out.
//
// A message is read where DDS received it (names are not copied), turned into transforms in memory
// that was taken when the robot was shown, and written from there by the code that idlc generated.
#include "limb/ros.h"

#include "base/memory.h"
#include "foxglove/foxglove.h"
#include "messages/joint_message.h"
#include "messages/sink.h"
#include "ros/clock.h"
#include "ros/mcap_writer.h"
#include "ros/node.h"
#include "ros/ros_tf.h"
#include "ros/state.h"

#include <assert.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <math.h>
#include <messages.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 32, DEFAULT_FREQUENCY = 20 };
static const int64_t WARNING_PERIOD = 5000000000; // ns; a sender repeats its mistake all the time

struct limb_ros {
    limb_ros_opts opts;
    limb__node node;
    dds_entity_t writer[LIMB__NCHANNEL];
    dds_entity_t joints_reader;
    dds_entity_t poses_reader;
    dds_entity_t waitset;
    dds_instance_handle_t own_joints; // our writer of joint states
    limb__channel_info channel[LIMB__NCHANNEL];
    limb__state *state; // NULL: no robot yet
    limb__transform *transform;
    limb__tf tf;
    limb__joint_message joints;
    limb__builder encoded;
    limb__mcap_writer *record;
    limb__foxglove *foxglove;
    limb_ros_counts counts;
    int64_t warned; // ns
};

static limb_status start_endpoints(limb_ros *ros);
static limb_status start_sinks(limb_ros *ros);
static bool has_sinks(const limb_ros *ros);
static limb_status publish(limb_ros *ros, limb__channel channel, const void *message);
static void to_sinks(limb_ros *ros, limb__channel channel, const void *bytes, size_t size);
static limb_status publish_description(limb_ros *ros, const limb_robot *robot);
static limb_status append(void *builder, const void *bytes, size_t size);
static limb_status publish_fixed(limb_ros *ros);
static int take_messages(limb_ros *ros, dds_entity_t reader, bool is_poses);
static void take_message(limb_ros *ros, struct ddsi_serdata *data, bool is_poses, bool is_own);
static void use_joints(limb_ros *ros, bool is_poses, bool is_own);
static void warn(limb_ros *ros, const char *format, ...) __attribute__((format(printf, 2, 3)));

//---- start and stop ------------------------------------------------------------------------------

limb_status limb_ros_start(limb_ros **out, const limb_ros_opts *opts)
{
    assert(out);
    static const limb_ros_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    limb_ros *ros = calloc(1, sizeof *ros);
    if (!ros) return LIMB_ERROR_MEMORY;
    ros->opts = *opts;
    if (ros->opts.publish_frequency == 0) ros->opts.publish_frequency = DEFAULT_FREQUENCY;
    limb__builder_init(&ros->encoded, limb__memory(NULL));
    char reason[LIMB__REASON_SIZE] = "";
    limb_status status = limb__node_start(&ros->node, opts, reason);
    if (status == LIMB_OK) status = start_endpoints(ros);
    if (status == LIMB_OK) status = start_sinks(ros);
    if (status != LIMB_OK) {
        if (reason[0]) warn(ros, "%s", reason);
        limb_ros_stop(ros);
        return status;
    }
    limb__node_announce(&ros->node);
    *out = ros;
    return LIMB_OK;
}

void limb_ros_stop(limb_ros *ros)
{
    if (!ros) return;
    limb__foxglove_stop(ros->foxglove);
    if (!limb__mcap_writer_close(ros->record)) warn(ros, "the recording is not complete");
    limb__node_stop(&ros->node);
    limb__state_free(ros->state);
    limb__tf_free(&ros->tf);
    free(ros->transform);
    limb__joint_message_free(&ros->joints);
    limb__builder_free(&ros->encoded);
    free(ros);
}

static limb_status start_endpoints(limb_ros *ros)
{
    static const limb__qos latched = {true, true, 1};
    static const struct {
        limb__channel channel;
        const char *topic;
        const limb__message_type *type;
        limb__qos qos;
    } written[] = {
        {LIMB__CHANNEL_DESCRIPTION, "robot_description", &limb__type_string, {true, true, 1}},
        {LIMB__CHANNEL_TF_STATIC, "/tf_static", &limb__type_tf, {true, true, 1}},
        {LIMB__CHANNEL_TF, "/tf", &limb__type_tf, {true, false, 100}},
        {LIMB__CHANNEL_JOINT_STATES, "joint_states", &limb__type_joint_state, {true, false, 10}},
    };
    for (int i = 0; i < LIMB__NCHANNEL; i++) {
        const limb__channel channel = written[i].channel;
        limb__channel_info *info = &ros->channel[channel];
        info->type = written[i].type;
        info->latched = written[i].qos.depth == latched.depth;
        if (!limb__topic_resolve(&ros->node.name, written[i].topic, info->topic)) {
            warn(ros, "a rule turns %s into a name that is not valid", written[i].topic);
            return LIMB_ERROR_INPUT;
        }
        if (ros->opts.listen_only && channel != LIMB__CHANNEL_JOINT_STATES) continue;
        ros->writer[channel] =
            limb__node_write(&ros->node, written[i].type, written[i].topic, &written[i].qos);
        if (ros->writer[channel] < 0) return LIMB_ERROR_IO;
    }
    dds_get_instance_handle(ros->writer[LIMB__CHANNEL_JOINT_STATES], &ros->own_joints);

    // as many as may come while this process waits for its turn, so that a flood is not cut short
    static const limb__qos incoming = {false, false, 500};
    ros->joints_reader =
        limb__node_read(&ros->node, &limb__type_joint_state, "joint_states", &incoming);
    ros->poses_reader = limb__node_read(&ros->node, &limb__type_multi_joint_state,
                                        "multi_dof_joint_states", &incoming);
    ros->waitset = dds_create_waitset(ros->node.participant);
    if (ros->joints_reader < 0 || ros->poses_reader < 0 || ros->waitset < 0) return LIMB_ERROR_IO;
    const dds_entity_t reader[] = {ros->joints_reader, ros->poses_reader};
    for (int i = 0; i < 2; i++) {
        const dds_entity_t condition = dds_create_readcondition(reader[i], DDS_ANY_STATE);
        if (condition < 0 || dds_waitset_attach(ros->waitset, condition, i) < 0)
            return LIMB_ERROR_IO;
    }
    return LIMB_OK;
}

static limb_status start_sinks(limb_ros *ros)
{
    const limb_ros_opts *opts = &ros->opts;
    if (opts->record) {
        const limb_status status =
            limb__mcap_writer_open(&ros->record, opts->record, ros->channel, LIMB__NCHANNEL);
        if (status != LIMB_OK) {
            warn(ros, "%.200s cannot be written", opts->record);
            return status;
        }
    }
    if (!opts->foxglove) return LIMB_OK;
    const limb__foxglove_opts foxglove = {.address = opts->address,
                                          .port = opts->foxglove_port,
                                          .origin = opts->origin,
                                          .norigin = opts->norigin,
                                          .resolve = opts->resolve,
                                          .name = ros->node.name.name,
                                          .channel = ros->channel,
                                          .nchannel = LIMB__NCHANNEL};
    const limb_status status = limb__foxglove_start(&ros->foxglove, &foxglove);
    if (status != LIMB_OK) {
        warn(ros, "port %d cannot be served", limb__foxglove_default_port(opts->foxglove_port));
        return status;
    }
    ros->counts.foxglove_port = limb__foxglove_port(ros->foxglove);
    return LIMB_OK;
}

//---- out -----------------------------------------------------------------------------------------

limb_status limb_ros_show(limb_ros *ros, const limb_robot *robot)
{
    assert(ros && robot);
    const double frequency = ros->opts.publish_frequency;
    const limb__state_opts opts = {.frequency = isinf(frequency) ? 0 : frequency,
                                   .frame_prefix = ros->opts.frame_prefix,
                                   .ignore_timestamp = ros->opts.ignore_timestamp};
    limb__state *state;
    limb_status status = limb__state_build(&state, robot, &opts);
    if (status != LIMB_OK) return status;
    const size_t room = (size_t)limb__state_max(state) + 1;
    limb__transform *transform = realloc(ros->transform, room * sizeof *transform);
    if (transform) ros->transform = transform;
    if (!transform || !limb__tf_reserve(&ros->tf, (int)room)) {
        limb__state_free(state);
        return LIMB_ERROR_MEMORY;
    }
    limb__state_free(ros->state);
    ros->state = state;
    if (ros->opts.listen_only) return LIMB_OK;
    if (ros->foxglove) status = limb__foxglove_set_robot(ros->foxglove, robot);
    if (status == LIMB_OK) status = publish_description(ros, robot);
    return status == LIMB_OK ? publish_fixed(ros) : status;
}

limb_status limb_ros_send_joints(limb_ros *ros, const char *const *name, const double *position,
                                 int count)
{
    assert(ros && (count <= 0 || (name && position)));
    if (count < 0) return LIMB_ERROR_INPUT;
    sensor_msgs_msg_dds__JointState_ message;
    memset(&message, 0, sizeof message);
    limb__stamp(limb__clock_now(), &message.header.stamp);
    char frame[] = "";
    message.header.frame_id = frame;
    // what DDS only reads is not const in its types
    union {
        const char *const *from;
        char **to;
    } names = {name};
    union {
        const double *from;
        double *to;
    } positions = {position};
    message.name._buffer = names.to;
    message.name._length = message.name._maximum = (uint32_t)count;
    message.position._buffer = positions.to;
    message.position._length = message.position._maximum = (uint32_t)count;
    // sinks get it with all others, when it comes back to our reader
    return dds_write(ros->writer[LIMB__CHANNEL_JOINT_STATES], &message) == DDS_RETCODE_OK
               ? LIMB_OK
               : LIMB_ERROR_IO;
}

static limb_status publish_description(limb_ros *ros, const limb_robot *robot)
{
    limb__builder text;
    limb__builder_init(&text, limb__memory(NULL));
    limb_status status = limb_robot_write(robot, append, &text);
    limb__builder_char(&text, 0);
    if (status == LIMB_OK && text.failed) status = LIMB_ERROR_MEMORY;
    if (status == LIMB_OK) {
        const std_msgs_msg_dds__String_ message = {.data = text.data};
        status = publish(ros, LIMB__CHANNEL_DESCRIPTION, &message);
    }
    limb__builder_free(&text);
    return status;
}

static limb_status append(void *builder, const void *bytes, size_t size)
{
    limb__builder *out = builder;
    limb__builder_bytes(out, bytes, size);
    return out->failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

// All in one message: the topic keeps the last one for whoever joins later.
static limb_status publish_fixed(limb_ros *ros)
{
    const int count = limb__state_fixed(ros->state, ros->transform);
    limb__tf_fill(&ros->tf, ros->transform, count, limb__clock_now());
    return publish(ros, LIMB__CHANNEL_TF_STATIC, &ros->tf.message);
}

static limb_status publish(limb_ros *ros, limb__channel channel, const void *message)
{
    if (has_sinks(ros)) {
        ros->encoded.size = 0;
        if (!limb__encode(&ros->encoded, ros->channel[channel].type, message))
            return LIMB_ERROR_MEMORY;
        to_sinks(ros, channel, ros->encoded.data, ros->encoded.size);
    }
    return dds_write(ros->writer[channel], message) == DDS_RETCODE_OK ? LIMB_OK : LIMB_ERROR_IO;
}

static bool has_sinks(const limb_ros *ros)
{
    return ros->record || ros->foxglove;
}

static void to_sinks(limb_ros *ros, limb__channel channel, const void *bytes, size_t size)
{
    const int64_t now = limb__clock_now();
    if (ros->record && !limb__mcap_writer_add(ros->record, (int)channel, now, bytes, size))
        warn(ros, "the recording cannot be written");
    if (ros->foxglove) limb__foxglove_publish(ros->foxglove, (int)channel, now, bytes, size);
}

//---- in ------------------------------------------------------------------------------------------

void limb_ros_spin(limb_ros *ros, double seconds)
{
    assert(ros);
    dds_attach_t ready[2];
    const dds_duration_t wait = seconds > 0 ? (dds_duration_t)(seconds * 1e9) : 0;
    if (dds_waitset_wait(ros->waitset, ready, 2, wait) <= 0) return;
    // as many as are there now: a flood must not keep the caller from its other work
    int left = BATCH;
    while (left > 0) {
        const int taken = take_messages(ros, ros->joints_reader, false) +
                          take_messages(ros, ros->poses_reader, true);
        if (taken == 0) break;
        left -= taken;
    }
}

void limb_ros_count(const limb_ros *ros, limb_ros_counts *out)
{
    assert(ros && out);
    dds_subscription_matched_status_t matched;
    *out = ros->counts;
    if (dds_get_subscription_matched_status(ros->joints_reader, &matched) == DDS_RETCODE_OK &&
        matched.current_count > 0)
        out->nother = (int)matched.current_count - 1; // one is our own
}

static int take_messages(limb_ros *ros, dds_entity_t reader, bool is_poses)
{
    struct ddsi_serdata *data[BATCH];
    dds_sample_info_t info[BATCH];
    const int count = dds_takecdr(reader, data, BATCH, info, DDS_ANY_STATE);
    for (int i = 0; i < count; i++) {
        if (info[i].valid_data)
            take_message(ros, data[i], is_poses, info[i].publication_handle == ros->own_joints);
        ddsi_serdata_unref(data[i]);
    }
    return count > 0 ? count : 0;
}

static void take_message(limb_ros *ros, struct ddsi_serdata *data, bool is_poses, bool is_own)
{
    ddsrt_iovec_t bytes;
    const size_t size = ddsi_serdata_size(data);
    struct ddsi_serdata *held = ddsi_serdata_to_ser_ref(data, 0, size, &bytes);
    const limb_status status =
        is_poses ? limb__joint_message_read_poses(&ros->joints, bytes.iov_base, bytes.iov_len)
                 : limb__joint_message_read(&ros->joints, bytes.iov_base, bytes.iov_len);
    ros->counts.received++;
    if (status == LIMB_OK) {
        if (!is_poses && has_sinks(ros))
            to_sinks(ros, LIMB__CHANNEL_JOINT_STATES, bytes.iov_base, bytes.iov_len);
        use_joints(ros, is_poses, is_own);
    } else {
        ros->counts.ignored++;
        warn(ros, "a malformed message of %zu bytes is ignored", size);
    }
    ddsi_serdata_to_ser_unref(held, &bytes);
}

static void use_joints(limb_ros *ros, bool is_poses, bool is_own)
{
    const limb__joint_message *in = &ros->joints;
    const limb__joint_values values = {.stamp = in->stamp,
                                       .now = limb__clock_now(),
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
        warn(ros, "a message with %d names and %d positions is ignored", in->nname, in->nvalue);
        return;
    }
    ros->counts.throttled += result == LIMB__STATE_TOO_SOON;
    if (!is_poses && !is_own && ros->opts.joints)
        ros->opts.joints(ros->opts.ctx, in->name, in->value, in->nvalue);
    if (count == 0 || ros->opts.listen_only) return;
    limb__tf_fill(&ros->tf, ros->transform, count, in->stamp);
    if (publish(ros, LIMB__CHANNEL_TF, &ros->tf.message) == LIMB_OK) ros->counts.published++;
}

static void warn(limb_ros *ros, const char *format, ...)
{
    const int64_t now = limb__clock_now();
    if (!ros->opts.message || (ros->warned != 0 && now - ros->warned < WARNING_PERIOD)) return;
    ros->warned = now;
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ros->opts.message(ros->opts.ctx, text);
}
