// Endpoints of other participants, from the built-in topics of DDS.
#define _XOPEN_SOURCE 700 // strdup

#include "services/dds/discover.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 64 };

static limb_status take(limb__discovery *discovery, dds_entity_t reader, bool is_writer);
static limb_status note(limb__discovery *discovery, const dds_builtintopic_endpoint_t *data,
                        bool is_writer);
static void forget(limb__discovery *discovery, const dds_guid_t *guid);
static limb__endpoint *find(limb__discovery *discovery, const dds_guid_t *guid);

limb_status limb__discovery_start(limb__discovery *discovery, const limb__node *node)
{
    memset(discovery, 0, sizeof *discovery);
    dds_get_guid(node->participant, &discovery->own);
    discovery->publications =
        dds_create_reader(node->participant, DDS_BUILTIN_TOPIC_DCPSPUBLICATION, NULL, NULL);
    discovery->subscriptions =
        dds_create_reader(node->participant, DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION, NULL, NULL);
    return discovery->publications > 0 && discovery->subscriptions > 0 ? LIMB_OK : LIMB_ERROR_IO;
}

limb_status limb__discovery_update(limb__discovery *discovery)
{
    const limb_status status = take(discovery, discovery->publications, true);
    return status == LIMB_OK ? take(discovery, discovery->subscriptions, false) : status;
}

void limb__discovery_free(limb__discovery *discovery)
{
    for (int i = 0; i < discovery->count; i++) {
        free(discovery->endpoint[i].topic);
        free(discovery->endpoint[i].type);
    }
    limb__release(limb__memory(NULL), discovery->endpoint,
                  (size_t)discovery->capacity * sizeof *discovery->endpoint);
    memset(discovery, 0, sizeof *discovery);
}

static limb_status take(limb__discovery *discovery, dds_entity_t reader, bool is_writer)
{
    limb_status status = LIMB_OK;
    for (;;) {
        void *sample[BATCH] = {NULL}; // DDS lends its own buffers
        dds_sample_info_t info[BATCH];
        const int count = dds_take(reader, sample, info, BATCH, BATCH);
        for (int i = 0; i < count && status == LIMB_OK; i++) {
            const dds_builtintopic_endpoint_t *data = sample[i];
            if (info[i].instance_state != DDS_ALIVE_INSTANCE_STATE) {
                forget(discovery, &data->key);
            } else if (info[i].valid_data) {
                status = note(discovery, data, is_writer);
            }
        }
        if (count > 0) dds_return_loan(reader, sample, count);
        if (count <= 0 || status != LIMB_OK) return status;
    }
}

static limb_status note(limb__discovery *discovery, const dds_builtintopic_endpoint_t *data,
                        bool is_writer)
{
    if (memcmp(&data->participant_key, &discovery->own, sizeof discovery->own) == 0 ||
        find(discovery, &data->key))
        return LIMB_OK;
    if (!limb__grow(limb__memory(NULL), (void **)&discovery->endpoint, &discovery->capacity,
                    discovery->count + 1, sizeof *discovery->endpoint))
        return LIMB_ERROR_MEMORY;
    dds_reliability_kind_t reliability = DDS_RELIABILITY_BEST_EFFORT;
    dds_durability_kind_t durability = DDS_DURABILITY_VOLATILE;
    dds_duration_t blocking;
    dds_qget_reliability(data->qos, &reliability, &blocking);
    dds_qget_durability(data->qos, &durability);
    limb__endpoint *added = &discovery->endpoint[discovery->count++];
    *added = (limb__endpoint){.topic = strdup(data->topic_name),
                              .type = strdup(data->type_name),
                              .is_writer = is_writer,
                              .reliable = reliability == DDS_RELIABILITY_RELIABLE,
                              .transient_local = durability != DDS_DURABILITY_VOLATILE,
                              .guid = data->key};
    return added->topic && added->type ? LIMB_OK : LIMB_ERROR_MEMORY;
}

static void forget(limb__discovery *discovery, const dds_guid_t *guid)
{
    limb__endpoint *gone = find(discovery, guid);
    if (!gone) return;
    free(gone->topic);
    free(gone->type);
    *gone = discovery->endpoint[--discovery->count];
}

static limb__endpoint *find(limb__discovery *discovery, const dds_guid_t *guid)
{
    for (int i = 0; i < discovery->count; i++) {
        if (memcmp(&discovery->endpoint[i].guid, guid, sizeof *guid) == 0)
            return &discovery->endpoint[i];
    }
    return NULL;
}
