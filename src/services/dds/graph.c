// ros_discovery_info. Identifiers have one of two sizes under one type name, so there are two
// message types; in both, an array of identifiers takes count x size octets.
#include "services/dds/graph.h"

#include <messages.h>
#include <string.h>

enum { GUID = 16, GID_HUMBLE = 24 };

static bool make_writer(limb__node *node);
static void put_gids(const dds_entity_t *entity, int count, int size, unsigned char *out);
static bool write_24(const limb__node *node, unsigned char *own, unsigned char *readers,
                     unsigned char *writers);
static bool write_16(const limb__node *node, unsigned char *own, unsigned char *readers,
                     unsigned char *writers);

bool limb__graph_gid_size(const char *distro, int *size)
{
    static const struct {
        const char *name;
        int size;
    } known[] = {{"foxy", GID_HUMBLE}, {"galactic", GID_HUMBLE}, {"humble", GID_HUMBLE},
                 {"iron", GUID},       {"jazzy", GUID},          {"kilted", GUID},
                 {"lyrical", GUID},    {"rolling", GUID}};
    *size = GUID;
    if (!distro || distro[0] == 0) return true;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i].name, distro) == 0) {
            *size = known[i].size;
            return true;
        }
    }
    return false;
}

bool limb__graph_publish(limb__node *node)
{
    unsigned char own[GID_HUMBLE];
    unsigned char readers[LIMB__MAX_ENDPOINTS * GID_HUMBLE];
    unsigned char writers[LIMB__MAX_ENDPOINTS * GID_HUMBLE];
    if (node->graph == 0 && !make_writer(node)) return false;
    put_gids(&node->participant, 1, node->gid_size, own);
    put_gids(node->reader, node->nreader, node->gid_size, readers);
    put_gids(node->writer, node->nwriter, node->gid_size, writers);
    return node->gid_size == GID_HUMBLE ? write_24(node, own, readers, writers)
                                        : write_16(node, own, readers, writers);
}

static bool make_writer(limb__node *node)
{
    dds_topic_descriptor_t type = node->gid_size == GID_HUMBLE ? limb_graph_Participant24_desc
                                                               : limb_graph_Participant16_desc;
    type.m_typename = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";
    const dds_entity_t topic =
        dds_create_topic(node->participant, &type, "ros_discovery_info", NULL, NULL);
    if (topic < 0) return false;
    dds_qos_t *qos = dds_create_qos();
    dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, DDS_MSECS(50));
    dds_qset_durability(qos, DDS_DURABILITY_TRANSIENT_LOCAL);
    dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, 1);
    dds_qset_durability_service(qos, 0, DDS_HISTORY_KEEP_LAST, 1, DDS_LENGTH_UNLIMITED,
                                DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED);
    dds_qset_writer_data_lifecycle(qos, false);
    node->graph = dds_create_writer(node->participant, topic, qos, NULL);
    dds_delete_qos(qos);
    return node->graph > 0;
}

static void put_gids(const dds_entity_t *entity, int count, int size, unsigned char *out)
{
    memset(out, 0, (size_t)count * (size_t)size);
    for (int i = 0; i < count; i++) {
        dds_guid_t guid;
        if (dds_get_guid(entity[i], &guid) == DDS_RETCODE_OK)
            memcpy(out + (size_t)i * (size_t)size, guid.v, GUID);
    }
}

static bool write_24(const limb__node *node, unsigned char *own, unsigned char *readers,
                     unsigned char *writers)
{
    limb__node_name name = node->name;
    const uint32_t nreader = (uint32_t)node->nreader, nwriter = (uint32_t)node->nwriter;
    limb_graph_Node24 info = {
        .node_namespace = name.name_space,
        .node_name = name.name,
        .reader_gid_seq = {nreader, nreader, (limb_graph_Gid24 *)readers, false},
        .writer_gid_seq = {nwriter, nwriter, (limb_graph_Gid24 *)writers, false}};
    limb_graph_Participant24 message = {.node_entities_info_seq = {1, 1, &info, false}};
    memcpy(message.gid.data, own, sizeof message.gid.data);
    return dds_write(node->graph, &message) == DDS_RETCODE_OK;
}

static bool write_16(const limb__node *node, unsigned char *own, unsigned char *readers,
                     unsigned char *writers)
{
    limb__node_name name = node->name;
    const uint32_t nreader = (uint32_t)node->nreader, nwriter = (uint32_t)node->nwriter;
    limb_graph_Node16 info = {
        .node_namespace = name.name_space,
        .node_name = name.name,
        .reader_gid_seq = {nreader, nreader, (limb_graph_Gid16 *)readers, false},
        .writer_gid_seq = {nwriter, nwriter, (limb_graph_Gid16 *)writers, false}};
    limb_graph_Participant16 message = {.node_entities_info_seq = {1, 1, &info, false}};
    memcpy(message.gid.data, own, sizeof message.gid.data);
    return dds_write(node->graph, &message) == DDS_RETCODE_OK;
}
