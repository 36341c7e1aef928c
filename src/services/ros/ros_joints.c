// Publishes joint states at a rate, from the values of other topics.
#include "services/ros/ros_joints.h"

#include "base/memory.h"
#include "services/messages/cdr.h"
#include "services/ros/ros_parameters.h"

#include <messages.h>
#include <stdlib.h>
#include <string.h>

static dds_entity_t listen(limb_ros *ros, const limb__message_type *type, const char *topic,
                           const limb__qos *qos);
static void wake(dds_entity_t reader, void *ctx);
static void read_description(limb_ros *ros, const limb__raw_message *message);
static void publish(limb_ros *ros);
static int64_t find_period(const limb_ros *ros);

limb_status limb__ros_joints_start(limb_ros *ros)
{
    static const limb__qos incoming = {.depth = 10};
    static const limb__qos latched = {.reliable = true, .transient_local = true, .depth = 1};
    const limb__parameter *sources = limb__parameters_find(&ros->declared, "source_list");
    for (int i = 0; sources && i < sources->count && i < LIMB__MAX_SOURCES; i++) {
        const dds_entity_t reader =
            listen(ros, &limb__type_joint_state, sources->item[i].text, &incoming);
        if (reader < 0) {
            limb__ros_warn(ros, "source_list: %.100s is not a valid topic name",
                           sources->item[i].text);
            return LIMB_ERROR_INPUT;
        }
        ros->source_reader[ros->nsource++] = reader;
    }
    if (sources && sources->count > LIMB__MAX_SOURCES)
        limb__ros_warn(ros, "source_list: only the first %d topics are read", LIMB__MAX_SOURCES);
    ros->description_reader = listen(ros, &limb__type_string, "robot_description", &latched);
    return ros->description_reader < 0 ? LIMB_ERROR_IO : LIMB_OK;
}

limb_status limb__ros_joints_show(limb_ros *ros, const limb_robot *robot)
{
    limb__joint_publisher *made;
    const limb_status status = limb__joint_publisher_build(&made, robot, &ros->declared);
    if (status != LIMB_OK) return status;
    limb__joint_publisher_free(ros->joint_publisher);
    ros->joint_publisher = made;
    return LIMB_OK;
}

void limb__ros_joints_handle(limb_ros *ros)
{
    limb__raw_message message;
    while (limb__raw_take(ros->description_reader, &message)) {
        read_description(ros, &message);
        limb__raw_release(&message);
    }
    for (int i = 0; i < ros->nsource; i++) {
        while (limb__raw_take(ros->source_reader[i], &message)) {
            ros->counts.received++;
            if (limb__joint_message_read_all(&ros->joints, message.bytes, message.size) !=
                LIMB_OK) {
                ros->counts.ignored++;
                limb__ros_warn(ros, "a malformed message of %zu bytes is ignored", message.size);
            } else if (ros->joint_publisher) {
                limb__joint_publisher_hear(ros->joint_publisher, &ros->joints);
            }
            limb__raw_release(&message);
        }
    }
}

void limb__ros_joints_tick(limb_ros *ros)
{
    const int64_t now = limb_ros_now(ros), period = find_period(ros);
    // a clock that went back, or has just started, restarts the rate
    if (ros->next_joints > now + period) ros->next_joints = now;
    if (!ros->joint_publisher || now < ros->next_joints || (ros->opts.use_sim_time && now == 0))
        return;
    publish(ros);
    ros->next_joints += period;
    // if late by more than a period, do not catch up
    if (ros->next_joints <= now) ros->next_joints = now + period;
}

int64_t limb__ros_joints_left(const limb_ros *ros, int64_t longest)
{
    // simulated time advances with /clock, which wakes the caller
    if (!ros->joint_publisher || ros->opts.use_sim_time) return longest;
    const int64_t left = ros->next_joints - limb_ros_now(ros);
    return left < 0 ? 0 : left < longest ? left : longest;
}

static dds_entity_t listen(limb_ros *ros, const limb__message_type *type, const char *topic,
                           const limb__qos *qos)
{
    const dds_entity_t reader = limb__node_read(&ros->node, type, topic, qos);
    if (reader < 0) return reader;
    dds_listener_t *listener = dds_create_listener(ros);
    dds_lset_data_available(listener, wake);
    const dds_return_t set = dds_set_listener(reader, listener);
    dds_delete_listener(listener);
    return set == DDS_RETCODE_OK ? reader : set;
}

static void wake(dds_entity_t reader, void *ctx)
{
    (void)reader;
    limb_ros *ros = ctx;
    limb__handover_enter(&ros->handover, false);
}

static void read_description(limb_ros *ros, const limb__raw_message *message)
{
    limb__cdr cdr;
    if (!limb__cdr_open(&cdr, message->bytes, message->size)) return;
    const limb_text text = limb__cdr_text(&cdr);
    char *copy = cdr.failed ? NULL : calloc(text.size + 1, 1);
    if (!copy) return;
    if (text.size > 0) memcpy(copy, text.data, text.size);
    char reason[LIMB__REASON_SIZE] = "";
    if (limb__ros_describe(ros, copy, reason) != LIMB_OK)
        limb__ros_warn(ros, "the robot_description that arrived cannot be read: %s", reason);
    free(copy);
}

static void publish(limb_ros *ros)
{
    limb__joint_output out;
    limb__joint_publisher_tick(ros->joint_publisher, limb__ros_number(ros, "delta"), &out);
    limb__builder *message = &ros->encoded;
    limb__cdr_begin(message);
    limb__cdr_put_stamp(message, limb_ros_now(ros));
    limb__cdr_put_text(message, "");
    limb__cdr_put_u32(message, (uint32_t)out.count);
    for (int i = 0; i < out.count; i++)
        limb__cdr_put_text(message, out.name[i]);
    const struct {
        const double *value;
        int count;
    } list[] = {
        {out.position, out.nposition}, {out.velocity, out.nvelocity}, {out.effort, out.neffort}};
    for (int k = 0; k < 3; k++) {
        limb__cdr_put_u32(message, (uint32_t)list[k].count);
        for (int i = 0; i < list[k].count; i++)
            limb__cdr_put_double(message, list[k].value[i]);
    }
    if (message->failed) return;
    if (limb__raw_write(ros->writer[LIMB__CHANNEL_JOINT_STATES], &ros->joints_topic, message->data,
                        message->size) == LIMB_OK)
        ros->counts.published++;
}

static int64_t find_period(const limb_ros *ros)
{
    static const double SECOND = 1e9;
    const double rate = limb__ros_number(ros, "rate");
    return (int64_t)(SECOND / (rate > 0 ? rate : 10));
}
