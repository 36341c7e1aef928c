// Reads MCAP: finds the JointState messages of a file, in time order.
//
// The file is traversed once, record by record, to build an index; messages are read on demand.
// Messages in chunks are found by decompressing each chunk, of which one is kept. A file that ends
// in the middle of a record, because its writer was stopped, is read up to that point.
#include "limb/ros.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "services/mcap/mcap.h"
#include "services/mcap/mcap_chunk.h"
#include "services/messages/joint_message.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDS = 65536, MAX_DESCRIPTION = 1 << 20, MAX_MESSAGE = 64 << 20, REASON_SIZE = 200 };

typedef struct entry {
    uint64_t time; // ns
    int chunk;     // -1: outside of chunks
    size_t offset; // in the file, or in the uncompressed chunk
    size_t size;
    int number; // in the file
} entry;

struct limb_recording {
    limb__file file;
    entry *entry;
    int count;
    int capacity;
    limb__mcap_chunk *chunk;
    int nchunk;
    int chunk_capacity;
    int ndamage;  // skipped chunks and a truncated end
    int unpacked; // the chunk currently decompressed; -1: none
    char *bytes;
    size_t nbytes;
    char *message; // the message read last
    size_t message_capacity;
    limb__joint_message joints;
    const char *topic;    // while indexing
    bool *is_joint_state; // schema ids                 (IDS)
    bool *is_wanted;      // channel ids                (IDS)
    char *reason;
};

typedef struct place { // bytes of the file, or of the uncompressed chunk
    limb_recording *recording;
    int chunk;
    size_t size;
} place;

static limb_status index_file(limb_recording *recording);
static limb_status index_records(const place *in, size_t at);
static limb_status index_record(const place *in, int code, size_t at, size_t size);
static limb_status index_schema(const place *in, size_t at, size_t size);
static limb_status index_channel(const place *in, size_t at, size_t size);
static limb_status index_message(const place *in, size_t at, size_t size);
static limb_status index_chunk(const place *in, size_t at, size_t size);
static limb_status leave_out(limb_recording *recording);
static bool read_at(const place *in, size_t at, void *out, size_t size);
static limb_status use_chunk(limb_recording *recording, int chunk);
static bool next_text(const char *bytes, size_t size, size_t *at, limb_text *out);
static uint64_t number_at(const void *bytes, int count);
static int by_time(const void *a, const void *b);
static limb_status fail(limb_recording *recording, limb_status status, const char *reason);

limb_status limb_recording_open(limb_recording **out, const char *path, const char *topic,
                                char *reason)
{
    assert(out);
    *out = NULL;
    if (reason) reason[0] = 0;
    if (!path) return LIMB_ERROR_IO;
    char unheard[REASON_SIZE];
    limb_recording *recording = calloc(1, sizeof *recording);
    if (!recording) return LIMB_ERROR_MEMORY;
    recording->file.descriptor = -1;
    recording->unpacked = -1;
    recording->topic = topic;
    recording->reason = reason ? reason : unheard;
    recording->reason[0] = 0;
    recording->is_joint_state = calloc(IDS, sizeof(bool));
    recording->is_wanted = calloc(IDS, sizeof(bool));
    limb_status status = LIMB_ERROR_MEMORY;
    if (recording->is_joint_state && recording->is_wanted) {
        status = limb__file_open(&recording->file, path);
        if (status != LIMB_OK) fail(recording, status, "it cannot be opened");
    }
    if (status == LIMB_OK) status = index_file(recording);
    free(recording->is_joint_state);
    free(recording->is_wanted);
    recording->is_joint_state = recording->is_wanted = NULL;
    recording->reason = NULL;
    if (status != LIMB_OK) {
        limb_recording_free(recording);
        return status;
    }
    *out = recording;
    return LIMB_OK;
}

void limb_recording_free(limb_recording *recording)
{
    const limb_allocator *memory = limb__memory(NULL);
    if (!recording) return;
    if (recording->file.descriptor >= 0) limb__file_close(&recording->file);
    limb__release(memory, recording->entry, sizeof(entry) * (size_t)recording->capacity);
    limb__release(memory, recording->chunk,
                  sizeof *recording->chunk * (size_t)recording->chunk_capacity);
    limb__joint_message_free(&recording->joints);
    free(recording->bytes);
    free(recording->message);
    free(recording);
}

int limb_recording_count(const limb_recording *recording)
{
    assert(recording);
    return recording->count;
}

int limb_recording_count_damage(const limb_recording *recording)
{
    assert(recording);
    return recording->ndamage;
}

limb_status limb_recording_read(limb_recording *recording, int index, limb_recorded_joints *out)
{
    assert(recording && out);
    *out = (limb_recorded_joints){.time = 0};
    if (index < 0 || index >= recording->count) return LIMB_ERROR_INPUT;
    const entry *from = &recording->entry[index];
    const place in = {recording, from->chunk, from->chunk < 0 ? recording->file.size : SIZE_MAX};
    const char *bytes;
    *out = (limb_recorded_joints){.time = 1e-9 * (double)(from->time - recording->entry[0].time)};
    if (from->chunk >= 0) {
        const limb_status status = use_chunk(recording, from->chunk);
        if (status != LIMB_OK) return status;
        bytes = recording->bytes + from->offset;
    } else {
        if (from->size > recording->message_capacity) {
            char *moved = realloc(recording->message, from->size);
            if (!moved) return LIMB_ERROR_MEMORY;
            recording->message = moved;
            recording->message_capacity = from->size;
        }
        if (!read_at(&in, from->offset, recording->message, from->size)) return LIMB_ERROR_IO;
        bytes = recording->message;
    }
    const limb_status status = limb__joint_message_read(&recording->joints, bytes, from->size);
    if (status != LIMB_OK) return status;
    if (recording->joints.nname != recording->joints.nvalue) return LIMB_ERROR_INPUT;
    out->count = recording->joints.nname;
    out->name = recording->joints.name;
    out->position = recording->joints.value;
    return LIMB_OK;
}

//---- the index -----------------------------------------------------------------------------------

static limb_status index_file(limb_recording *recording)
{
    unsigned char magic[sizeof limb__mcap_magic];
    const place in = {recording, -1, recording->file.size};
    if (!recording->file.regular) return fail(recording, LIMB_ERROR_IO, "it is not a regular file");
    if (!read_at(&in, 0, magic, sizeof magic) || memcmp(magic, limb__mcap_magic, sizeof magic) != 0)
        return fail(recording, LIMB_ERROR_INPUT, "it is not an MCAP file");
    const limb_status status = index_records(&in, sizeof magic);
    if (status != LIMB_OK) return status;
    if (recording->count > 0)
        qsort(recording->entry, (size_t)recording->count, sizeof *recording->entry, by_time);
    return LIMB_OK;
}

static limb_status index_records(const place *in, size_t at)
{
    limb_status status = LIMB_OK;
    bool is_whole = at == in->size;
    while (status == LIMB_OK && at < in->size) {
        unsigned char head[LIMB__MCAP_RECORD_HEAD];
        if (!read_at(in, at, head, sizeof head)) break;
        at += sizeof head;
        const uint64_t size = number_at(head + 1, 8);
        if (size > in->size - at) break;
        if (head[0] == LIMB__MCAP_DATA_END || head[0] == LIMB__MCAP_FOOTER) return status;
        status = index_record(in, head[0], at, (size_t)size);
        at += (size_t)size;
        is_whole = at == in->size;
    }
    // the records of a file end with a footer, those of a chunk with the chunk
    if (status == LIMB_OK && (in->chunk < 0 || !is_whole)) in->recording->ndamage++;
    return status;
}

static limb_status index_record(const place *in, int code, size_t at, size_t size)
{
    switch (code) {
    case LIMB__MCAP_SCHEMA:
        return index_schema(in, at, size);
    case LIMB__MCAP_CHANNEL:
        return index_channel(in, at, size);
    case LIMB__MCAP_MESSAGE:
        return index_message(in, at, size);
    // chunks are not nested
    case LIMB__MCAP_CHUNK:
        return in->chunk < 0 ? index_chunk(in, at, size) : LIMB_OK;
    default:
        return LIMB_OK;
    }
}

static limb_status index_schema(const place *in, size_t at, size_t size)
{
    limb_recording *recording = in->recording;
    char *bytes = size <= MAX_DESCRIPTION ? malloc(size + 1) : NULL;
    size_t next = 2;
    limb_text name;
    if (!bytes) return fail(recording, LIMB_ERROR_LIMIT, "it has a schema of more than 1 MiB");
    if (read_at(in, at, bytes, size) && size >= 2 && next_text(bytes, size, &next, &name)) {
        recording->is_joint_state[number_at(bytes, 2)] =
            limb__text_equal(name, "sensor_msgs/msg/JointState") ||
            limb__text_equal(name, "sensor_msgs/JointState");
    }
    free(bytes);
    return LIMB_OK;
}

static limb_status index_channel(const place *in, size_t at, size_t size)
{
    limb_recording *recording = in->recording;
    char *bytes = size <= MAX_DESCRIPTION ? malloc(size + 1) : NULL;
    size_t next = 4;
    limb_text topic, encoding;
    if (!bytes) return fail(recording, LIMB_ERROR_LIMIT, "it has a channel of more than 1 MiB");
    if (read_at(in, at, bytes, size) && size >= 4 && next_text(bytes, size, &next, &topic) &&
        next_text(bytes, size, &next, &encoding)) {
        recording->is_wanted[number_at(bytes, 2)] =
            recording->is_joint_state[number_at(bytes + 2, 2)] &&
            limb__text_equal(encoding, "cdr") &&
            (!recording->topic || limb__text_equal(topic, recording->topic));
    }
    free(bytes);
    return LIMB_OK;
}

static limb_status index_message(const place *in, size_t at, size_t size)
{
    limb_recording *recording = in->recording;
    unsigned char head[LIMB__MCAP_MESSAGE_HEAD];
    if (size < sizeof head || !read_at(in, at, head, sizeof head)) return LIMB_OK;
    if (!recording->is_wanted[number_at(head, 2)] || size > MAX_MESSAGE) return LIMB_OK;
    if (!limb__grow(limb__memory(NULL), (void **)&recording->entry, &recording->capacity,
                    recording->count + 1, sizeof *recording->entry))
        return LIMB_ERROR_MEMORY;
    recording->entry[recording->count] = (entry){.time = number_at(head + 6, 8),
                                                 .chunk = in->chunk,
                                                 .offset = at + sizeof head,
                                                 .size = size - sizeof head,
                                                 .number = recording->count};
    recording->count++;
    return LIMB_OK;
}

static limb_status index_chunk(const place *in, size_t at, size_t size)
{
    limb_recording *recording = in->recording;
    limb__mcap_chunk chunk;
    char head[LIMB__MCAP_CHUNK_HEAD];
    const size_t head_size = size < sizeof head ? size : sizeof head;
    if (!read_at(in, at, head, head_size) ||
        !limb__mcap_chunk_read(&chunk, head, head_size, at, size))
        return leave_out(recording);
    if (chunk.packing == LIMB__MCAP_UNKNOWN)
        return fail(recording, LIMB_ERROR_UNSUPPORTED, "its compression is not known");
    if (chunk.unpacked_size > LIMB__MCAP_MAX_CHUNK)
        return fail(recording, LIMB_ERROR_LIMIT, "it has a chunk of more than 256 MiB");
    if (!limb__grow(limb__memory(NULL), (void **)&recording->chunk, &recording->chunk_capacity,
                    recording->nchunk + 1, sizeof *recording->chunk))
        return LIMB_ERROR_MEMORY;
    const int number = recording->nchunk++;
    recording->chunk[number] = chunk;
    const limb_status status = use_chunk(recording, number);
    if (status == LIMB_ERROR_INPUT) {
        recording->nchunk--;
        return leave_out(recording);
    }
    if (status != LIMB_OK) return status;
    const place inside = {recording, number, recording->nbytes};
    return index_records(&inside, 0);
}

// Skips a broken chunk: the others can still be read.
static limb_status leave_out(limb_recording *recording)
{
    recording->ndamage++;
    return LIMB_OK;
}

static bool read_at(const place *in, size_t at, void *out, size_t size)
{
    const limb_recording *recording = in->recording;
    if (at > in->size || size > in->size - at) return false;
    if (in->chunk < 0) return limb__file_read_at(&recording->file, at, out, size);
    memcpy(out, recording->bytes + at, size);
    return true;
}

// Decompresses a chunk, replacing the last one.
static limb_status use_chunk(limb_recording *recording, int number)
{
    if (recording->unpacked == number) return LIMB_OK;
    const limb__mcap_chunk *chunk = &recording->chunk[number];
    free(recording->bytes);
    recording->unpacked = -1;
    recording->nbytes = 0;
    recording->bytes = malloc(chunk->unpacked_size + 1);
    char *packed = malloc(chunk->packed_size + 1);
    limb_status status = LIMB_ERROR_MEMORY;
    if (recording->bytes && packed) {
        status = LIMB_ERROR_INPUT;
        if (limb__file_read_at(&recording->file, chunk->offset, packed, chunk->packed_size) &&
            limb__mcap_unpack(chunk, packed, recording->bytes)) {
            status = LIMB_OK;
            recording->unpacked = number;
            recording->nbytes = chunk->unpacked_size;
        }
    }
    free(packed);
    return status;
}

// Reads a length-prefixed string; returns false if it is truncated.
static bool next_text(const char *bytes, size_t size, size_t *at, limb_text *out)
{
    if (size < *at || size - *at < 4) return false;
    const size_t length = (size_t)number_at(bytes + *at, 4);
    if (length > size - *at - 4) return false;
    *out = (limb_text){bytes + *at + 4, length};
    *at += 4 + length;
    return true;
}

static uint64_t number_at(const void *bytes, int count)
{
    const unsigned char *byte = bytes;
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value |= (uint64_t)byte[i] << (8 * i);
    return value;
}

static int by_time(const void *a, const void *b)
{
    const entry *first = a, *second = b;
    if (first->time != second->time) return first->time < second->time ? -1 : 1;
    return first->number < second->number ? -1 : first->number > second->number;
}

static limb_status fail(limb_recording *recording, limb_status status, const char *reason)
{
    snprintf(recording->reason, REASON_SIZE, "%s", reason);
    return status;
}
