// The DDS participant and its endpoints.
#include "services/dds/node.h"

#include "base/memory.h"
#include "services/dds/dds_config.h"
#include "services/dds/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How long reliable writers wait for a slow reader before a message is dropped. Differs from the
// default of 100 ms, which Cyclone DDS would not announce, and some clients accept only writers
// that announce reliability.
static const dds_duration_t MAX_BLOCKING = DDS_MSECS(50);

enum { USER_DATA = 128 };

static limb_status make_participant(limb__node *node, const char *config,
                                    char reason[LIMB__REASON_SIZE]);
static dds_entity_t make_topic(limb__node *node, const limb__message_type *type, const char *topic);
static dds_qos_t *make_qos(const char *user_data, const limb__qos *qos);
static const char *type_data(const limb__message_type *type, char out[USER_DATA]);

limb_status limb__node_start(limb__node *node, const limb_ros_opts *opts,
                             char reason[LIMB__REASON_SIZE])
{
    memset(node, 0, sizeof *node);
    if (!limb__node_name_init(&node->name, limb__role_name(opts),
                              opts->name_space ? opts->name_space : "/", opts->remap, opts->nremap,
                              reason))
        return LIMB_ERROR_INPUT;
    // an unknown distribution in the environment belongs to another program, or is newer than limb
    if (!limb__graph_gid_size(opts->distro ? opts->distro : getenv("ROS_DISTRO"),
                              &node->gid_size) &&
        opts->distro) {
        snprintf(reason, LIMB__REASON_SIZE, "unknown ROS distribution \"%.40s\"", opts->distro);
        return LIMB_ERROR_INPUT;
    }
    if (!limb__dds_domain(opts, &node->domain_id)) {
        snprintf(reason, LIMB__REASON_SIZE, "the domain must be a number from 0 to 232");
        return LIMB_ERROR_INPUT;
    }
    limb__builder config;
    limb__builder_init(&config, limb__memory(NULL));
    limb_status status = LIMB_ERROR_INPUT;
    limb__dds_log_start(&node->log);
    node->has_log = true;
    if (limb__dds_config(&config, opts)) {
        status = make_participant(node, limb__builder_nul(&config), reason);
    } else {
        snprintf(reason, LIMB__REASON_SIZE,
                 "ROS_AUTOMATIC_DISCOVERY_RANGE must be SUBNET, LOCALHOST, OFF or SYSTEM_DEFAULT");
    }
    limb__builder_free(&config);
    if (status != LIMB_OK) limb__node_stop(node);
    return status;
}

void limb__node_stop(limb__node *node)
{
    if (node->participant > 0) dds_delete(node->participant);
    if (node->domain > 0) dds_delete(node->domain);
    if (node->has_log) limb__dds_log_end(&node->log);
    node->participant = node->domain = 0;
    node->nwriter = node->nreader = 0;
    node->has_log = false;
}

dds_entity_t limb__node_write(limb__node *node, const limb__message_type *type, const char *topic,
                              const limb__qos *qos)
{
    const dds_entity_t on = make_topic(node, type, topic);
    if (on < 0 || node->nwriter == LIMB__MAX_ENDPOINTS) return DDS_RETCODE_ERROR;
    char data[USER_DATA];
    dds_qos_t *wanted = make_qos(type_data(type, data), qos);
    dds_qset_writer_data_lifecycle(wanted, false);
    const dds_entity_t writer = dds_create_writer(node->participant, on, wanted, NULL);
    dds_delete_qos(wanted);
    if (writer > 0) node->writer[node->nwriter++] = writer;
    return writer;
}

dds_entity_t limb__node_read(limb__node *node, const limb__message_type *type, const char *topic,
                             const limb__qos *qos)
{
    const dds_entity_t on = make_topic(node, type, topic);
    if (on < 0 || node->nreader == LIMB__MAX_ENDPOINTS) return DDS_RETCODE_ERROR;
    char data[USER_DATA];
    dds_qos_t *wanted = make_qos(type_data(type, data), qos);
    const dds_entity_t reader = dds_create_reader(node->participant, on, wanted, NULL);
    dds_delete_qos(wanted);
    if (reader > 0) node->reader[node->nreader++] = reader;
    return reader;
}

dds_entity_t limb__node_write_raw(limb__node *node, limb__raw_topic *out, const char *topic,
                                  const char *type, const limb__qos *qos, const char *user_data)
{
    *out = limb__raw_topic_create(node->participant, topic, type);
    if (out->topic < 0 || node->nwriter == LIMB__MAX_ENDPOINTS) return DDS_RETCODE_ERROR;
    dds_qos_t *wanted = make_qos(user_data, qos);
    dds_qset_writer_data_lifecycle(wanted, false);
    const dds_entity_t writer = dds_create_writer(node->participant, out->topic, wanted, NULL);
    dds_delete_qos(wanted);
    if (writer > 0) node->writer[node->nwriter++] = writer;
    return writer;
}

dds_entity_t limb__node_read_raw(limb__node *node, const char *topic, const char *type,
                                 const limb__qos *qos, const char *user_data)
{
    const limb__raw_topic on = limb__raw_topic_create(node->participant, topic, type);
    if (on.topic < 0 || node->nreader == LIMB__MAX_ENDPOINTS) return DDS_RETCODE_ERROR;
    dds_qos_t *wanted = make_qos(user_data, qos);
    const dds_entity_t reader = dds_create_reader(node->participant, on.topic, wanted, NULL);
    dds_delete_qos(wanted);
    if (reader > 0) node->reader[node->nreader++] = reader;
    return reader;
}

bool limb__node_announce(limb__node *node)
{
    return limb__graph_publish(node);
}

static limb_status make_participant(limb__node *node, const char *config,
                                    char reason[LIMB__REASON_SIZE])
{
    const dds_domainid_t id = (dds_domainid_t)node->domain_id;
    node->domain = dds_create_domain(id, config);
    // another node of this process may have created it already
    if (node->domain < 0 && node->domain != DDS_RETCODE_PRECONDITION_NOT_MET) {
        char said[LIMB__LOG_SIZE];
        snprintf(reason, LIMB__REASON_SIZE, "the network cannot be used: %s",
                 limb__dds_log_take(&node->log, said) ? said : dds_strretcode(node->domain));
        return LIMB_ERROR_IO;
    }
    dds_qos_t *qos = dds_create_qos();
    static const char enclave[] = "enclave=/;";
    dds_qset_userdata(qos, enclave, sizeof enclave - 1);
    node->participant = dds_create_participant(id, qos, NULL);
    dds_delete_qos(qos);
    if (node->participant > 0) return LIMB_OK;
    char said[LIMB__LOG_SIZE];
    snprintf(reason, LIMB__REASON_SIZE, "domain %d cannot be joined: %s", node->domain_id,
             limb__dds_log_take(&node->log, said) ? said : dds_strretcode(node->participant));
    return LIMB_ERROR_IO;
}

static dds_entity_t make_topic(limb__node *node, const limb__message_type *type, const char *topic)
{
    char name[LIMB__TOPIC_SIZE], wire[LIMB__TOPIC_SIZE];
    if (!limb__topic_resolve(&node->name, topic, name)) return DDS_RETCODE_BAD_PARAMETER;
    limb__topic_to_wire(name, wire);
    return dds_create_topic(node->participant, type->descriptor, wire, NULL, NULL);
}

static dds_qos_t *make_qos(const char *user_data, const limb__qos *wanted)
{
    dds_qos_t *qos = dds_create_qos();
    dds_qset_reliability(qos,
                         wanted->reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT,
                         wanted->never_waits ? 0 : MAX_BLOCKING);
    dds_qset_durability(qos, wanted->transient_local ? DDS_DURABILITY_TRANSIENT_LOCAL
                                                     : DDS_DURABILITY_VOLATILE);
    dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, wanted->depth);
    if (wanted->transient_local) {
        dds_qset_durability_service(qos, 0, DDS_HISTORY_KEEP_LAST, wanted->depth,
                                    DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED,
                                    DDS_LENGTH_UNLIMITED);
    }
    if (user_data) dds_qset_userdata(qos, user_data, strlen(user_data));
    return qos;
}

// Returns the user data of a type in Iron and later; NULL if there is none.
static const char *type_data(const limb__message_type *type, char out[USER_DATA])
{
    if (!type->hash) return NULL;
    snprintf(out, USER_DATA, "typehash=%s;", type->hash);
    return out;
}
