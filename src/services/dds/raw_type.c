// A DDS type whose samples are raw bytes: the callbacks that Cyclone DDS requires.
#include "services/dds/raw_type.h"

#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <dds/ddsi/q_radmin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 4, PADDING = 4 }; // DDS reads up to the next multiple of four

typedef struct raw_data {
    struct ddsi_serdata common;
    size_t size;
    unsigned char *bytes; // (size + PADDING)
} raw_data;

static const struct ddsi_sertype_ops type_ops;
static const struct ddsi_serdata_ops data_ops;

static raw_data *make(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind, size_t size);

limb__raw_topic limb__raw_topic_create(dds_entity_t participant, const char *topic,
                                       const char *type)
{
    limb__raw_topic made = {.topic = DDS_RETCODE_OUT_OF_RESOURCES};
    struct ddsi_sertype *own = calloc(1, sizeof *own);
    if (!own) return made;
    ddsi_sertype_init(own, type, &type_ops, &data_ops, true);
    own->allowed_data_representation = DDS_DATA_REPRESENTATION_FLAG_XCDR1;
    made.topic = dds_create_topic_sertype(participant, topic, &own, NULL, NULL, NULL);
    if (made.topic < 0) ddsi_sertype_unref(own);
    made.type = own; // or the one of an earlier topic
    return made;
}

limb_status limb__raw_write(dds_entity_t writer, const limb__raw_topic *topic, const void *bytes,
                            size_t size)
{
    if (size < HEADER || size > UINT32_MAX - PADDING) return LIMB_ERROR_INPUT;
    raw_data *data = make(topic->type, SDK_DATA, size);
    if (!data) return LIMB_ERROR_MEMORY;
    memcpy(data->bytes, bytes, size);
    data->common.statusinfo = 0;
    data->common.timestamp.v = dds_time();
    return dds_writecdr(writer, &data->common) == DDS_RETCODE_OK ? LIMB_OK : LIMB_ERROR_IO;
}

bool limb__raw_take(dds_entity_t reader, limb__raw_message *out)
{
    for (;;) {
        struct ddsi_serdata *data;
        dds_sample_info_t info;
        if (dds_takecdr(reader, &data, 1, &info, DDS_ANY_STATE) <= 0) return false;
        if (info.valid_data) {
            ddsrt_iovec_t whole;
            out->data = data;
            out->size = ddsi_serdata_size(data);
            out->held = ddsi_serdata_to_ser_ref(data, 0, out->size, &whole);
            out->bytes = whole.iov_base;
            out->time = info.source_timestamp;
            out->writer = info.publication_handle;
            return true;
        }
        ddsi_serdata_unref(data);
    }
}

void limb__raw_release(limb__raw_message *message)
{
    const ddsrt_iovec_t whole = {.iov_base = message->bytes,
                                 .iov_len = (ddsrt_iov_len_t)message->size};
    ddsi_serdata_to_ser_unref(message->held, &whole);
    ddsi_serdata_unref(message->data);
}

//---- what DDS calls: messages --------------------------------------------------------------------

static raw_data *make(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind, size_t size)
{
    raw_data *data = calloc(1, sizeof *data);
    if (!data) return NULL;
    data->bytes = calloc(1, size + PADDING);
    if (!data->bytes) {
        free(data);
        return NULL;
    }
    data->size = size;
    ddsi_serdata_init(&data->common, type, kind);
    return data;
}

static bool have_equal_keys(const struct ddsi_serdata *a, const struct ddsi_serdata *b)
{
    (void)a, (void)b;
    return true; // the type has no keys
}

static uint32_t find_size(const struct ddsi_serdata *d)
{
    return (uint32_t)((const raw_data *)d)->size;
}

// Assembles a message from packet fragments, which may overlap.
static struct ddsi_serdata *from_packets(const struct ddsi_sertype *type,
                                         enum ddsi_serdata_kind kind, const struct nn_rdata *piece,
                                         size_t size)
{
    raw_data *data = make(type, kind, size);
    size_t at = 0;
    for (; data && piece; piece = piece->nextfrag) {
        if (piece->maxp1 <= at || piece->maxp1 > size) continue;
        const unsigned char *from = NN_RMSG_PAYLOADOFF(piece->rmsg, NN_RDATA_PAYLOAD_OFF(piece));
        memcpy(data->bytes + at, from + (at - piece->min), piece->maxp1 - at);
        at = piece->maxp1;
    }
    return data ? &data->common : NULL;
}

static struct ddsi_serdata *from_blocks(const struct ddsi_sertype *type,
                                        enum ddsi_serdata_kind kind, ddsrt_msg_iovlen_t count,
                                        const ddsrt_iovec_t *block, size_t size)
{
    raw_data *data = make(type, kind, size);
    size_t at = 0;
    for (ddsrt_msg_iovlen_t i = 0; data && i < count; i++) {
        const size_t length = block[i].iov_len < size - at ? block[i].iov_len : size - at;
        memcpy(data->bytes + at, block[i].iov_base, length);
        at += length;
    }
    return data ? &data->common : NULL;
}

static struct ddsi_serdata *from_key(const struct ddsi_sertype *type,
                                     const struct ddsi_keyhash *key)
{
    (void)key;
    raw_data *data = make(type, SDK_KEY, 0);
    return data ? &data->common : NULL;
}

static struct ddsi_serdata *from_sample(const struct ddsi_sertype *type,
                                        enum ddsi_serdata_kind kind, const void *sample)
{
    (void)sample; // messages are written as bytes
    raw_data *data = make(type, kind, 0);
    return data ? &data->common : NULL;
}

static void copy_bytes(const struct ddsi_serdata *d, size_t from, size_t size, void *out)
{
    memcpy(out, ((const raw_data *)d)->bytes + from, size);
}

static struct ddsi_serdata *lend_bytes(const struct ddsi_serdata *d, size_t from, size_t size,
                                       ddsrt_iovec_t *out)
{
    out->iov_base = ((const raw_data *)d)->bytes + from;
    out->iov_len = (ddsrt_iov_len_t)size;
    return ddsi_serdata_ref(d);
}

static void return_bytes(struct ddsi_serdata *d, const ddsrt_iovec_t *block)
{
    (void)block;
    ddsi_serdata_unref(d);
}

static bool to_sample(const struct ddsi_serdata *d, void *sample, void **at, void *end)
{
    (void)d, (void)sample, (void)at, (void)end;
    return true;
}

static struct ddsi_serdata *to_untyped(const struct ddsi_serdata *d)
{
    raw_data *key = make(d->type, SDK_KEY, 0);
    if (!key) return NULL;
    key->common.type = NULL;
    return &key->common;
}

static bool untyped_to_sample(const struct ddsi_sertype *type, const struct ddsi_serdata *d,
                              void *sample, void **at, void *end)
{
    (void)type, (void)d, (void)sample, (void)at, (void)end;
    return true;
}

static void free_data(struct ddsi_serdata *d)
{
    raw_data *data = (raw_data *)d; // the first member
    free(data->bytes);
    free(data);
}

static size_t print_data(const struct ddsi_sertype *type, const struct ddsi_serdata *d, char *out,
                         size_t room)
{
    (void)type;
    const int size = snprintf(out, room, "%zu bytes", ((const raw_data *)d)->size);
    return size > 0 ? (size_t)size : 0;
}

static void find_key(const struct ddsi_serdata *d, struct ddsi_keyhash *out, bool force_md5)
{
    (void)d, (void)force_md5;
    memset(out, 0, sizeof *out);
}

static const struct ddsi_serdata_ops data_ops = {.eqkey = have_equal_keys,
                                                 .get_size = find_size,
                                                 .from_ser = from_packets,
                                                 .from_ser_iov = from_blocks,
                                                 .from_keyhash = from_key,
                                                 .from_sample = from_sample,
                                                 .to_ser = copy_bytes,
                                                 .to_ser_ref = lend_bytes,
                                                 .to_ser_unref = return_bytes,
                                                 .to_sample = to_sample,
                                                 .to_untyped = to_untyped,
                                                 .untyped_to_sample = untyped_to_sample,
                                                 .free = free_data,
                                                 .print = print_data,
                                                 .get_keyhash = find_key};

//---- what DDS calls: types -----------------------------------------------------------------------

static void free_type(struct ddsi_sertype *type)
{
    ddsi_sertype_fini(type);
    free(type);
}

static void zero_samples(const struct ddsi_sertype *type, void *samples, size_t count)
{
    (void)type, (void)samples, (void)count;
}

static void resize_samples(void **sample, const struct ddsi_sertype *type, void *old,
                           size_t old_count, size_t count)
{
    (void)type, (void)old, (void)old_count;
    for (size_t i = 0; i < count; i++)
        sample[i] = NULL;
}

static void free_samples(const struct ddsi_sertype *type, void **sample, size_t count,
                         dds_free_op_t what)
{
    (void)type, (void)sample, (void)count, (void)what;
}

// Compares two types of the same name.
static bool have_equal_types(const struct ddsi_sertype *a, const struct ddsi_sertype *b)
{
    (void)a, (void)b;
    return true;
}

static uint32_t hash_type(const struct ddsi_sertype *type)
{
    (void)type;
    return 0;
}

static const struct ddsi_sertype_ops type_ops = {.version = ddsi_sertype_v0,
                                                 .free = free_type,
                                                 .zero_samples = zero_samples,
                                                 .realloc_samples = resize_samples,
                                                 .free_samples = free_samples,
                                                 .equal = have_equal_types,
                                                 .hash = hash_type};
