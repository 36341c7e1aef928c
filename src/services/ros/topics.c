// limb_ros_topics: endpoints grouped by topic.
#include "base/arena.h"
#include "base/memory.h"
#include "limb/ros.h"
#include "services/dds/clock.h"
#include "services/dds/discover.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const dds_duration_t LOOK_PERIOD = DDS_MSECS(20);

typedef struct list { // storage of the public list
    limb_ros_topics public_list;
    limb__arena arena;
} list;

static limb_status collect(limb__discovery *discovery, double seconds);
static limb_status gather(list *out, limb__discovery *discovery, bool all);
static int by_topic(const void *a, const void *b);
static limb_ros_topic describe(list *out, const limb__endpoint *first, int count);
static const char *qos_text(const limb__endpoint *first, int count, bool of_writers);

limb_status limb_ros_topics_collect(limb_ros_topics **out, const limb_ros_opts *opts,
                                    double seconds, bool all)
{
    assert(out);
    static const limb_ros_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    limb__node node;
    limb__discovery discovery = {0};
    char reason[LIMB__REASON_SIZE] = "";
    limb_status status = limb__node_start(&node, opts, reason);
    if (status != LIMB_OK) {
        if (opts->message) opts->message(opts->ctx, reason);
        return status;
    }
    list *made = calloc(1, sizeof *made);
    status = made ? limb__discovery_start(&discovery, &node) : LIMB_ERROR_MEMORY;
    if (made) limb__arena_init(&made->arena, limb__memory(NULL), 4096);
    if (status == LIMB_OK) status = collect(&discovery, seconds > 0 ? seconds : 2);
    if (status == LIMB_OK) status = gather(made, &discovery, all);
    limb__discovery_free(&discovery);
    limb__node_stop(&node);
    if (status == LIMB_OK) {
        *out = &made->public_list;
    } else if (made) {
        limb_ros_topics_free(&made->public_list);
    }
    return status;
}

void limb_ros_topics_free(limb_ros_topics *topics)
{
    list *made = (list *)topics; // the first member
    if (!made) return;
    limb__arena_free(&made->arena);
    free(made);
}

static limb_status collect(limb__discovery *discovery, double seconds)
{
    const dds_time_t end = dds_time() + limb__clock_span(seconds * 1e9);
    limb_status status = LIMB_OK;
    while (status == LIMB_OK && dds_time() < end) {
        dds_sleepfor(LOOK_PERIOD);
        status = limb__discovery_update(discovery);
    }
    return status;
}

static limb_status gather(list *out, limb__discovery *discovery, bool all)
{
    const int total = discovery->count;
    limb_ros_topic *topic = limb__arena_take_zero(&out->arena, sizeof *topic * ((size_t)total + 1));
    if (!topic) return LIMB_ERROR_MEMORY;
    if (total > 0) qsort(discovery->endpoint, (size_t)total, sizeof *discovery->endpoint, by_topic);
    int count = 0;
    for (int i = 0, next; i < total; i = next) {
        const limb__endpoint *first = &discovery->endpoint[i];
        for (next = i + 1; next < total && by_topic(first, first + (next - i)) == 0;)
            next++;
        if (all || limb__topic_from_wire(first->topic))
            topic[count++] = describe(out, first, next - i);
    }
    out->public_list.topic = topic;
    out->public_list.count = count;
    return out->arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

static int by_topic(const void *a, const void *b)
{
    const limb__endpoint *first = a, *second = b;
    const int order = strcmp(first->topic, second->topic);
    return order != 0 ? order : strcmp(first->type, second->type);
}

static limb_ros_topic describe(list *out, const limb__endpoint *first, int count)
{
    char type[LIMB__TYPE_NAME_SIZE];
    const char *name = limb__topic_from_wire(first->topic);
    if (!name) name = first->topic;
    limb__type_ros_name(first->type, type);
    limb_ros_topic topic = {0};
    for (int i = 0; i < count; i++) {
        topic.npublisher += first[i].is_writer;
        topic.nsubscriber += !first[i].is_writer;
    }
    topic.name = limb__arena_copy_text(&out->arena, name, strlen(name));
    topic.type = limb__arena_copy_text(&out->arena, type, strlen(type));
    topic.qos = qos_text(first, count, topic.npublisher > 0);
    return topic;
}

static const char *qos_text(const limb__endpoint *first, int count, bool of_writers)
{
    static const char *const text[] = {"best effort, volatile", "best effort, transient local",
                                       "reliable, volatile", "reliable, transient local"};
    int common = -1;
    for (int i = 0; i < count; i++) {
        if (first[i].is_writer != of_writers) continue;
        const int own = 2 * first[i].reliable + first[i].transient_local;
        if (common >= 0 && common != own) return "mixed";
        common = own;
    }
    return common >= 0 ? text[common] : "";
}
