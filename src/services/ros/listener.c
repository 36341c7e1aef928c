// limb_ros_listener: prints one topic as text.
#include "base/memory.h"
#include "limb/ros.h"
#include "services/dds/clock.h"
#include "services/dds/discover.h"
#include "services/messages/print_message.h"

#include <assert.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE = 1000 }; // messages waiting to be printed
static const dds_duration_t LOOK_PERIOD = DDS_MSECS(20);

struct limb_ros_listener {
    limb_ros_opts opts;
    limb__node node;
    const limb__message_type *type;
    dds_entity_t reader;
    dds_entity_t waitset;
    limb__builder text;
};

static limb_status find_publisher(limb_ros_listener *listener, const char *topic, const char *type,
                                  double seconds, limb__qos *qos);
static void look(const limb__discovery *discovery, const char *wire, const char *type,
                 limb__qos *qos, const char **found);
static limb_status say(const limb_ros_listener *listener, limb_status status, const char *format,
                       ...) __attribute__((format(printf, 3, 4)));

limb_status limb_ros_listen(limb_ros_listener **out, const limb_ros_opts *opts, const char *topic,
                            const char *type, double seconds)
{
    assert(out);
    static const limb_ros_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    if (!topic) return LIMB_ERROR_INPUT;
    limb_ros_listener *listener = calloc(1, sizeof *listener);
    if (!listener) return LIMB_ERROR_MEMORY;
    listener->opts = *opts;
    limb__builder_init(&listener->text, limb__memory(NULL));
    char reason[LIMB__REASON_SIZE] = "";
    limb__qos qos = {.depth = QUEUE};
    limb_status status = limb__node_start(&listener->node, opts, reason);
    if (status != LIMB_OK) say(listener, status, "%s", reason);
    if (status == LIMB_OK) status = find_publisher(listener, topic, type, seconds, &qos);
    if (status == LIMB_OK) {
        listener->reader = limb__node_read(&listener->node, listener->type, topic, &qos);
        listener->waitset = dds_create_waitset(listener->node.participant);
        const dds_entity_t ready = dds_create_readcondition(listener->reader, DDS_ANY_STATE);
        if (listener->reader < 0 || dds_waitset_attach(listener->waitset, ready, 0) < 0)
            status = LIMB_ERROR_IO;
    }
    if (status == LIMB_OK) {
        limb__node_announce(&listener->node);
        *out = listener;
    } else {
        limb_ros_listener_free(listener);
    }
    return status;
}

void limb_ros_listener_free(limb_ros_listener *listener)
{
    if (!listener) return;
    limb__node_stop(&listener->node);
    limb__builder_free(&listener->text);
    free(listener);
}

limb_status limb_ros_listener_next(limb_ros_listener *listener, double seconds, bool json,
                                   limb_write_fn *write, void *ctx)
{
    assert(listener && write);
    struct ddsi_serdata *data;
    dds_sample_info_t info;
    const dds_time_t end = dds_time() + limb__clock_span(seconds * 1e9);
    for (;;) {
        const int count = dds_takecdr(listener->reader, &data, 1, &info, DDS_ANY_STATE);
        if (count > 0 && info.valid_data) break;
        if (count > 0) ddsi_serdata_unref(data);
        if (count > 0) continue;
        dds_attach_t ready;
        const dds_duration_t left = end - dds_time();
        if (left <= 0 || dds_waitset_wait(listener->waitset, &ready, 1, left) <= 0)
            return LIMB_ERROR_LIMIT;
    }
    ddsrt_iovec_t bytes;
    struct ddsi_serdata *held = ddsi_serdata_to_ser_ref(data, 0, ddsi_serdata_size(data), &bytes);
    listener->text.size = 0;
    limb_status status =
        limb__print_message(&listener->text, listener->type, bytes.iov_base, bytes.iov_len, json);
    ddsi_serdata_to_ser_unref(held, &bytes);
    ddsi_serdata_unref(data);
    if (status == LIMB_OK) status = write(ctx, listener->text.data, listener->text.size);
    return status;
}

// Waits for a publisher of the topic, and adopts its type and quality of service.
static limb_status find_publisher(limb_ros_listener *listener, const char *topic, const char *type,
                                  double seconds, limb__qos *qos)
{
    char name[LIMB__TOPIC_SIZE], wire[LIMB__TOPIC_SIZE], own_type[LIMB__TYPE_NAME_SIZE] = "";
    if (!limb__topic_resolve(&listener->node.name, topic, name))
        return say(listener, LIMB_ERROR_INPUT, "\"%.100s\" is not a valid topic name", topic);
    limb__topic_to_wire(name, wire);
    limb__discovery discovery;
    limb_status status = limb__discovery_start(&discovery, &listener->node);
    const dds_time_t end = dds_time() + limb__clock_span(seconds * 1e9);
    while (status == LIMB_OK) {
        const char *found = NULL;
        look(&discovery, wire, type, qos, &found);
        if (found) limb__type_ros_name(found, own_type);
        if (found || dds_time() >= end) break;
        dds_sleepfor(LOOK_PERIOD);
        status = limb__discovery_update(&discovery);
    }
    limb__discovery_free(&discovery);
    if (status != LIMB_OK) return status;
    // if the type is given, listening may begin before there is a publisher
    const char *wanted = type ? type : own_type;
    if (wanted[0] == 0)
        return say(listener, LIMB_ERROR_INPUT,
                   "nobody publishes %s on domain %d; \"limb topics\" lists what is there", name,
                   listener->node.domain_id);
    listener->type = limb__find_type(wanted);
    if (!listener->type)
        return say(listener, LIMB_ERROR_UNSUPPORTED, "%s has the type %.150s, which is not known",
                   name, wanted);
    return LIMB_OK;
}

// Looks up what all publishers of the topic offer.
static void look(const limb__discovery *discovery, const char *wire, const char *type,
                 limb__qos *qos, const char **found)
{
    const limb__message_type *wanted = type ? limb__find_type(type) : NULL;
    qos->reliable = qos->transient_local = true;
    for (int i = 0; i < discovery->count; i++) {
        const limb__endpoint *endpoint = &discovery->endpoint[i];
        if (!endpoint->is_writer || strcmp(endpoint->topic, wire) != 0) continue;
        if (wanted && strcmp(wanted->descriptor->m_typename, endpoint->type) != 0) continue;
        *found = endpoint->type;
        qos->reliable = qos->reliable && endpoint->reliable;
        qos->transient_local = qos->transient_local && endpoint->transient_local;
    }
    if (!*found) qos->reliable = qos->transient_local = false;
}

static limb_status say(const limb_ros_listener *listener, limb_status status, const char *format,
                       ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (listener->opts.message) listener->opts.message(listener->opts.ctx, text);
    return status;
}
