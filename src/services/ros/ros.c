// The node: its presence on the network, and its publishers.
//
// Messages are written from memory allocated when the robot was shown, by the code that idlc
// generated. ros_receive.c handles arrivals.
#include "base/memory.h"
#include "services/dds/clock.h"
#include "services/dds/dds_config.h"
#include "services/ros/client_joints.h"
#include "services/ros/ros_clock.h"
#include "services/ros/ros_joints.h"
#include "services/ros/ros_node.h"
#include "services/ros/ros_parameters.h"

#include <assert.h>
#include <math.h>
#include <messages.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_FREQUENCY = 20 };
#define LATCHED                                                                                    \
    {                                                                                              \
        .reliable = true, .transient_local = true, .depth = 1                                      \
    }
static const int64_t WARNING_PERIOD = 5000000000; // ns; a sender usually repeats its error

static limb_status start_handover(limb_ros *ros);
static limb_status start_endpoints(limb_ros *ros);
static limb_status start_writers(limb_ros *ros);
static bool is_written(const limb_ros *ros, limb__channel channel);
static dds_entity_t start_writer(limb_ros *ros, limb__channel channel, const char *topic,
                                 const limb__qos *qos);
static limb_status start_sinks(limb_ros *ros);
static limb_status client_joints(void *ctx, const void *bytes, size_t size);
static limb_status publish_description(limb_ros *ros, const limb_robot *robot);
static limb_status append(void *builder, const void *bytes, size_t size);
static limb_status publish_fixed(limb_ros *ros);

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
    if (status == LIMB_OK) status = start_handover(ros);
    if (status == LIMB_OK && !opts->listen_only) status = limb__ros_declare(ros);
    if (status == LIMB_OK) status = start_endpoints(ros);
    if (status == LIMB_OK) status = start_sinks(ros);
    if (status != LIMB_OK) {
        if (reason[0]) limb__ros_warn(ros, "%s", reason);
        limb_ros_stop(ros);
        return status;
    }
    ros->counts.domain = ros->node.domain_id;
    ros->counts.is_local = limb__dds_is_local(opts);
    limb__node_announce(&ros->node);
    *out = ros;
    return LIMB_OK;
}

limb_status limb_ros_stop(limb_ros *ros)
{
    if (!ros) return LIMB_OK;
    limb__foxglove_stop(ros->foxglove);
    const bool is_recorded = limb__mcap_writer_close(ros->record);
    limb__node_stop(&ros->node);
    limb__ros_free_parameters(ros);
    limb__joint_publisher_free(ros->joint_publisher);
    if (ros->has_handover) {
        limb__awake_stop(&ros->awake);
        limb__handover_destroy(&ros->handover);
    }
    limb__state_free(ros->state);
    limb__tf_free(&ros->tf);
    free(ros->transform);
    limb__joint_message_free(&ros->joints);
    limb__builder_free(&ros->encoded);
    free(ros);
    return is_recorded ? LIMB_OK : LIMB_ERROR_IO;
}

// Must run before anything can arrive.
static limb_status start_handover(limb_ros *ros)
{
    if (!limb__handover_init(&ros->handover)) return LIMB_ERROR_MEMORY;
    limb__awake_start(&ros->awake);
    ros->has_handover = true;
    return LIMB_OK;
}

static limb_status start_endpoints(limb_ros *ros)
{
    limb_status status = start_writers(ros);
    if (status == LIMB_OK) status = limb__ros_use_clock(ros, ros->opts.use_sim_time);
    if (status != LIMB_OK) return status;
    return ros->opts.role == LIMB_ROS_ROLE_JOINTS ? limb__ros_joints_start(ros)
                                                  : limb__ros_listen_joints(ros);
}

static limb_status start_writers(limb_ros *ros)
{
    static const struct {
        limb__channel channel;
        const char *topic;
        const limb__message_type *type;
        limb__qos qos;
    } written[] = {
        {LIMB__CHANNEL_DESCRIPTION, "robot_description", &limb__type_string, LATCHED},
        {LIMB__CHANNEL_TF_STATIC, "/tf_static", &limb__type_tf, LATCHED},
        {LIMB__CHANNEL_TF,
         "/tf",
         &limb__type_tf,
         {.reliable = true, .depth = 100, .never_waits = true}},
        {LIMB__CHANNEL_JOINT_STATES,
         "joint_states",
         &limb__type_joint_state,
         {.reliable = true, .depth = 10}},
    };
    for (int i = 0; i < LIMB__NCHANNEL; i++) {
        const limb__channel channel = written[i].channel;
        limb__channel_info *info = &ros->channel[channel];
        info->type = written[i].type;
        info->latched = written[i].qos.transient_local;
        info->depth = written[i].qos.depth;
        if (!limb__topic_resolve(&ros->node.name, written[i].topic, info->topic)) {
            limb__ros_warn(ros, "a rule turns %s into a name that is not valid", written[i].topic);
            return LIMB_ERROR_INPUT;
        }
        if (!is_written(ros, channel)) continue;
        limb__qos qos = written[i].qos;
        limb__ros_override_qos(ros, info->topic, "publisher", &qos);
        info->depth = qos.depth;
        info->latched = qos.transient_local;
        ros->writer[channel] = start_writer(ros, channel, written[i].topic, &qos);
        if (ros->writer[channel] < 0) return LIMB_ERROR_IO;
    }
    if (ros->writer[LIMB__CHANNEL_JOINT_STATES] > 0)
        dds_get_instance_handle(ros->writer[LIMB__CHANNEL_JOINT_STATES], &ros->own_joints);
    return LIMB_OK;
}

// Writers that would never publish are not announced.
static bool is_written(const limb_ros *ros, limb__channel channel)
{
    const limb_ros_opts *opts = &ros->opts;
    if (channel == LIMB__CHANNEL_JOINT_STATES)
        return opts->role == LIMB_ROS_ROLE_JOINTS ||
               (opts->role == LIMB_ROS_ROLE_BOTH &&
                (!opts->sends_no_joints || opts->foxglove_joints));
    return !opts->listen_only && opts->role != LIMB_ROS_ROLE_JOINTS;
}

static dds_entity_t start_writer(limb_ros *ros, limb__channel channel, const char *topic,
                                 const limb__qos *qos)
{
    const limb__message_type *type = ros->channel[channel].type;
    if (ros->opts.role != LIMB_ROS_ROLE_JOINTS)
        return limb__node_write(&ros->node, type, topic, qos);
    char wire[LIMB__TOPIC_SIZE], user_data[128];
    limb__topic_to_wire(ros->channel[channel].topic, wire);
    snprintf(user_data, sizeof user_data, "typehash=%s;", type->hash);
    return limb__node_write_raw(&ros->node, &ros->joints_topic, wire, type->descriptor->m_typename,
                                qos, user_data);
}

static limb_status start_sinks(limb_ros *ros)
{
    const limb_ros_opts *opts = &ros->opts;
    if (opts->record) {
        const limb_status status =
            limb__mcap_writer_open(&ros->record, opts->record, ros->channel, LIMB__NCHANNEL);
        if (status != LIMB_OK) {
            limb__ros_warn(ros, "%.200s cannot be written", opts->record);
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
                                          .nchannel = LIMB__NCHANNEL,
                                          .joints = opts->foxglove_joints ? client_joints : NULL,
                                          .ctx = ros};
    const limb_status status = limb__foxglove_start(&ros->foxglove, &foxglove);
    if (status != LIMB_OK) {
        limb__ros_warn(ros, "port %d cannot be served",
                       limb__foxglove_default_port(opts->foxglove_port));
        return status;
    }
    ros->counts.foxglove_port = limb__foxglove_port(ros->foxglove);
    return LIMB_OK;
}

// Publishes a client's joint states; our own reader receives them, and forwards them to /tf and all
// sinks. Runs on a thread of the server, which may only write.
static limb_status client_joints(void *ctx, const void *bytes, size_t size)
{
    const limb_ros *ros = ctx;
    return limb__client_joints_write(ros->writer[LIMB__CHANNEL_JOINT_STATES], bytes, size);
}

//---- out -----------------------------------------------------------------------------------------

limb_status limb_ros_show(limb_ros *ros, const limb_robot *robot)
{
    assert(ros && robot);
    if (ros->opts.role == LIMB_ROS_ROLE_JOINTS) return limb__ros_joints_show(ros, robot);
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
    // without a writer for them, or in another role
    if (count < 0 || ros->own_joints == 0 || ros->opts.role == LIMB_ROS_ROLE_JOINTS)
        return LIMB_ERROR_INPUT;
    sensor_msgs_msg_dds__JointState_ message;
    memset(&message, 0, sizeof message);
    limb__stamp(limb_ros_now(ros), &message.header.stamp);
    char frame[] = "";
    message.header.frame_id = frame;
    // DDS types lack const for data that is only read
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
    // sinks get it with all others, when our reader receives it
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
        status = limb__ros_publish(ros, LIMB__CHANNEL_DESCRIPTION, &message);
        if (status == LIMB_OK) status = limb__ros_note_description(ros, text.data);
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

// Publishes all fixed transforms in one message: the topic keeps the last message for late joiners.
static limb_status publish_fixed(limb_ros *ros)
{
    const int count = limb__state_fixed(ros->state, ros->transform);
    limb__tf_fill(&ros->tf, ros->transform, count, limb_ros_now(ros));
    return limb__ros_publish(ros, LIMB__CHANNEL_TF_STATIC, &ros->tf.message);
}

limb_status limb__ros_publish(limb_ros *ros, limb__channel channel, const void *message)
{
    if (limb__ros_has_sinks(ros)) {
        ros->encoded.size = 0;
        if (!limb__encode(&ros->encoded, ros->channel[channel].type, message))
            return LIMB_ERROR_MEMORY;
        limb__ros_to_sinks(ros, channel, ros->encoded.data, ros->encoded.size);
    }
    return dds_write(ros->writer[channel], message) == DDS_RETCODE_OK ? LIMB_OK : LIMB_ERROR_IO;
}

bool limb__ros_has_sinks(const limb_ros *ros)
{
    return ros->record || ros->foxglove;
}

void limb__ros_to_sinks(limb_ros *ros, limb__channel channel, const void *bytes, size_t size)
{
    const int64_t now = limb__clock_now();
    if (ros->record && !limb__mcap_writer_add(ros->record, (int)channel, now, bytes, size))
        limb__ros_warn(ros, "the recording cannot be written any more: is the disk full?");
    if (ros->foxglove) limb__foxglove_publish(ros->foxglove, (int)channel, now, bytes, size);
}

void limb_ros_count(const limb_ros *ros, limb_ros_counts *out)
{
    assert(ros && out);
    dds_subscription_matched_status_t matched;
    *out = ros->counts;
    if (dds_get_subscription_matched_status(ros->joints_reader, &matched) == DDS_RETCODE_OK &&
        matched.current_count > 0)
        out->nother = (int)matched.current_count - (ros->own_joints != 0); // do not count our own
}

void limb__ros_warn(limb_ros *ros, const char *format, ...)
{
    const int64_t now = limb__clock_now();
    if (!ros->opts.message || (ros->warned != 0 && now - ros->warned < WARNING_PERIOD)) return;
    ros->warned = now;
    char text[sizeof ros->warning];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (ros->is_lent) {
        memcpy(ros->warning, text, sizeof text); // callbacks run on the caller's thread
    } else {
        ros->opts.message(ros->opts.ctx, text);
    }
}
