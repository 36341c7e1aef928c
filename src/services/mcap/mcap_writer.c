// Records to MCAP in chunks of at most a second, so that a truncated recording is readable up to
// its last second.
//
// A chunk is compressed by zstd and followed by an index of its messages. The file ends with
// a summary: the channels again, statistics, and the positions of the chunks, so that
// players can seek.
#include "services/mcap/mcap_writer.h"

#include "base/memory.h"
#include "services/mcap/mcap.h"
#include "services/mcap/mcap_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

static const uint64_t CHUNK_PERIOD = 1000000000; // ns
static const size_t CHUNK_SIZE = 1 << 20;        // bytes, uncompressed

typedef struct message_entry {
    int channel;
    uint64_t time;   // ns
    uint64_t offset; // in the uncompressed chunk
} message_entry;

typedef struct span { // time range, ns; empty if the end is before the start
    uint64_t start, end;
} span;

struct limb__mcap_writer {
    FILE *file;
    uint64_t written; // bytes
    bool failed;
    uint32_t sequence;
    limb__builder record;   // the record being built
    limb__builder channels; // schema and channel records
    int nchannel;

    limb__builder chunk; // records of the messages that are not written yet
    char *packed;
    size_t packed_room;
    span chunk_times;
    message_entry *entry; // of the chunk
    int nentry;
    int entry_capacity;

    limb__builder chunk_index; // a record per chunk
    uint32_t nchunk;
    uint64_t count[LIMB__NCHANNEL];
    span times;
};

static void write_chunk(limb__mcap_writer *writer);
static const char *pack(limb__mcap_writer *writer, limb_text *records);
static void write_message_indexes(limb__mcap_writer *writer, uint64_t chunk_start,
                                  uint64_t chunk_size, const char *packing, size_t packed_size);
static void write_summary(limb__mcap_writer *writer);
static void put_statistics(limb__mcap_writer *writer, limb__builder *out);
static void include(span *times, uint64_t time);
static void write_record(limb__mcap_writer *writer, const limb__builder *record);
static void write_bytes(limb__mcap_writer *writer, const void *bytes, size_t size);

static const span NEVER = {UINT64_MAX, 0};

limb_status limb__mcap_writer_open(limb__mcap_writer **out, const char *path,
                                   const limb__channel_info *channel, int nchannel)
{
    *out = NULL;
    limb__mcap_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return LIMB_ERROR_MEMORY;
    limb__builder *const builder[] = {&writer->record, &writer->channels, &writer->chunk,
                                      &writer->chunk_index};
    for (size_t i = 0; i < sizeof builder / sizeof builder[0]; i++)
        limb__builder_init(builder[i], limb__memory(NULL));
    writer->times = writer->chunk_times = NEVER;
    writer->nchannel = nchannel;
    writer->file = fopen(path, "wb");
    if (!writer->file) {
        free(writer);
        return LIMB_ERROR_IO;
    }
    write_bytes(writer, limb__mcap_magic, sizeof limb__mcap_magic);
    const size_t header = limb__mcap_begin(&writer->record, LIMB__MCAP_HEADER);
    limb__mcap_put_text(&writer->record, "ros2");
    limb__mcap_put_text(&writer->record, "limb");
    limb__mcap_end(&writer->record, header, 0);
    write_record(writer, &writer->record);
    for (int i = 0; i < nchannel; i++)
        limb__mcap_put_channel(&writer->channels, &channel[i], i + 1);
    write_record(writer, &writer->channels);
    if (!writer->failed && fflush(writer->file) == 0) {
        *out = writer;
        return LIMB_OK;
    }
    limb__mcap_writer_close(writer);
    return LIMB_ERROR_IO;
}

bool limb__mcap_writer_add(limb__mcap_writer *writer, int channel, int64_t time, const void *bytes,
                           size_t size)
{
    if (writer->failed) return false;
    const uint64_t now = (uint64_t)time;
    const bool is_late = writer->nentry > 0 && (now < writer->chunk_times.start ||
                                                now - writer->chunk_times.start > CHUNK_PERIOD);
    if (is_late || writer->chunk.size > CHUNK_SIZE) write_chunk(writer);
    if (!limb__grow(limb__memory(NULL), (void **)&writer->entry, &writer->entry_capacity,
                    writer->nentry + 1, sizeof *writer->entry)) {
        writer->failed = true;
        return false;
    }
    writer->entry[writer->nentry++] = (message_entry){channel, now, writer->chunk.size};
    const size_t begin = limb__mcap_begin(&writer->chunk, LIMB__MCAP_MESSAGE);
    limb__mcap_put(&writer->chunk, (uint64_t)channel + 1, 2);
    limb__mcap_put(&writer->chunk, writer->sequence++, 4);
    limb__mcap_put(&writer->chunk, now, 8);
    limb__mcap_put(&writer->chunk, now, 8);
    limb__builder_bytes(&writer->chunk, bytes, size);
    limb__mcap_end(&writer->chunk, begin, 0);
    include(&writer->chunk_times, now);
    include(&writer->times, now);
    writer->count[channel]++;
    if (writer->chunk.failed) writer->failed = true;
    return !writer->failed;
}

bool limb__mcap_writer_close(limb__mcap_writer *writer)
{
    if (!writer) return true;
    write_chunk(writer);
    writer->record.size = 0;
    const size_t begin = limb__mcap_begin(&writer->record, LIMB__MCAP_DATA_END);
    limb__mcap_put(&writer->record, 0, 4); // no checksum: the chunks have their own
    limb__mcap_end(&writer->record, begin, 0);
    write_record(writer, &writer->record);
    write_summary(writer);
    write_bytes(writer, limb__mcap_magic, sizeof limb__mcap_magic);
    if (fclose(writer->file) != 0) writer->failed = true;
    const bool whole = !writer->failed;
    limb__release(limb__memory(NULL), writer->entry,
                  sizeof *writer->entry * (size_t)writer->entry_capacity);
    limb__builder *const builder[] = {&writer->record, &writer->channels, &writer->chunk,
                                      &writer->chunk_index};
    for (size_t i = 0; i < sizeof builder / sizeof builder[0]; i++)
        limb__builder_free(builder[i]);
    free(writer->packed);
    free(writer);
    return whole;
}

//---- chunks --------------------------------------------------------------------------------------

static void write_chunk(limb__mcap_writer *writer)
{
    if (writer->nentry == 0 || writer->failed) return;
    const uint64_t start = writer->written;
    limb_text records;
    const char *packing = pack(writer, &records);
    const uLong checksum =
        crc32_z(0, (const Bytef *)writer->chunk.data, (z_size_t)writer->chunk.size);

    limb__builder *head = &writer->record;
    head->size = 0;
    const size_t begin = limb__mcap_begin(head, LIMB__MCAP_CHUNK);
    limb__mcap_put(head, writer->chunk_times.start, 8);
    limb__mcap_put(head, writer->chunk_times.end, 8);
    limb__mcap_put(head, writer->chunk.size, 8);
    limb__mcap_put(head, checksum, 4);
    limb__mcap_put_text(head, packing);
    limb__mcap_put(head, records.size, 8);
    limb__mcap_end(head, begin, records.size);
    write_record(writer, head);
    write_bytes(writer, records.data, records.size);
    write_message_indexes(writer, start, writer->written - start, packing, records.size);
    if (fflush(writer->file) != 0) writer->failed = true;
    writer->nchunk++;
    writer->nentry = 0;
    writer->chunk.size = 0;
    writer->chunk_times = NEVER;
}

// Returns the name of the compression; if memory is exhausted the records stay uncompressed.
static const char *pack(limb__mcap_writer *writer, limb_text *records)
{
    enum { LEVEL = 1 };
    const limb__builder *chunk = &writer->chunk;
    *records = (limb_text){chunk->data, chunk->size};
    const size_t room = ZSTD_compressBound(chunk->size);
    if (room > writer->packed_room) {
        char *moved = realloc(writer->packed, room);
        if (!moved) return "";
        writer->packed = moved;
        writer->packed_room = room;
    }
    const size_t size = ZSTD_compress(writer->packed, room, chunk->data, chunk->size, LEVEL);
    if (ZSTD_isError(size)) return "";
    *records = (limb_text){writer->packed, size};
    return "zstd";
}

// Writes the positions of each channel's messages in the chunk, and indexes the chunk itself.
static void write_message_indexes(limb__mcap_writer *writer, uint64_t chunk_start,
                                  uint64_t chunk_size, const char *packing, size_t packed_size)
{
    enum { ENTRY_SIZE = 16, OFFSET_SIZE = 10 };
    const uint64_t start = writer->written;
    uint64_t index_at[LIMB__NCHANNEL];
    int nindex = 0, count[LIMB__NCHANNEL] = {0};
    for (int i = 0; i < writer->nentry; i++)
        count[writer->entry[i].channel]++;
    for (int channel = 0; channel < writer->nchannel; channel++) {
        index_at[channel] = writer->written;
        if (count[channel] == 0) continue;
        nindex++;
        limb__builder *index = &writer->record;
        index->size = 0;
        const size_t begin = limb__mcap_begin(index, LIMB__MCAP_MESSAGE_INDEX);
        limb__mcap_put(index, (uint64_t)channel + 1, 2);
        limb__mcap_put(index, (uint64_t)count[channel] * ENTRY_SIZE, 4);
        for (int i = 0; i < writer->nentry; i++) {
            if (writer->entry[i].channel != channel) continue;
            limb__mcap_put(index, writer->entry[i].time, 8);
            limb__mcap_put(index, writer->entry[i].offset, 8);
        }
        limb__mcap_end(index, begin, 0);
        write_record(writer, index);
    }

    limb__builder *out = &writer->chunk_index;
    const size_t begin = limb__mcap_begin(out, LIMB__MCAP_CHUNK_INDEX);
    limb__mcap_put(out, writer->chunk_times.start, 8);
    limb__mcap_put(out, writer->chunk_times.end, 8);
    limb__mcap_put(out, chunk_start, 8);
    limb__mcap_put(out, chunk_size, 8);
    limb__mcap_put(out, (uint64_t)nindex * OFFSET_SIZE, 4);
    for (int channel = 0; channel < writer->nchannel; channel++) {
        if (count[channel] == 0) continue;
        limb__mcap_put(out, (uint64_t)channel + 1, 2);
        limb__mcap_put(out, index_at[channel], 8);
    }
    limb__mcap_put(out, writer->written - start, 8);
    limb__mcap_put_text(out, packing);
    limb__mcap_put(out, packed_size, 8);
    limb__mcap_put(out, writer->chunk.size, 8);
    limb__mcap_end(out, begin, 0);
}

//---- summary -------------------------------------------------------------------------------------

static void write_summary(limb__mcap_writer *writer)
{
    const uint64_t start = writer->written;
    limb__builder *out = &writer->record;
    out->size = 0;
    limb__builder_bytes(out, writer->channels.data, writer->channels.size);
    put_statistics(writer, out);
    limb__builder_bytes(out, writer->chunk_index.data, writer->chunk_index.size);
    if (writer->chunk_index.failed) out->failed = true;
    const size_t footer = limb__mcap_begin(out, LIMB__MCAP_FOOTER);
    enum { CHECKSUM_SIZE = 4 };
    limb__mcap_put(out, start, 8);
    limb__mcap_put(out, 0, 8); // no offsets by record type
    limb__mcap_end(out, footer, CHECKSUM_SIZE);
    if (!out->failed)
        limb__mcap_put(out, crc32_z(0, (const Bytef *)out->data, (z_size_t)out->size),
                       CHECKSUM_SIZE);
    write_record(writer, out);
}

static void put_statistics(limb__mcap_writer *writer, limb__builder *out)
{
    enum { COUNT_SIZE = 10 };
    uint64_t total = 0;
    for (int i = 0; i < writer->nchannel; i++)
        total += writer->count[i];
    const size_t begin = limb__mcap_begin(out, LIMB__MCAP_STATISTICS);
    limb__mcap_put(out, total, 8);
    limb__mcap_put(out, (uint64_t)writer->nchannel, 2); // schemas
    limb__mcap_put(out, (uint64_t)writer->nchannel, 4);
    limb__mcap_put(out, 0, 4); // attachments
    limb__mcap_put(out, 0, 4); // metadata
    limb__mcap_put(out, writer->nchunk, 4);
    limb__mcap_put(out, total > 0 ? writer->times.start : 0, 8);
    limb__mcap_put(out, writer->times.end, 8);
    limb__mcap_put(out, (uint64_t)writer->nchannel * COUNT_SIZE, 4);
    for (int i = 0; i < writer->nchannel; i++) {
        limb__mcap_put(out, (uint64_t)i + 1, 2);
        limb__mcap_put(out, writer->count[i], 8);
    }
    limb__mcap_end(out, begin, 0);
}

//---- bytes ---------------------------------------------------------------------------------------

static void include(span *times, uint64_t time)
{
    if (time < times->start) times->start = time;
    if (time > times->end) times->end = time;
}

static void write_record(limb__mcap_writer *writer, const limb__builder *record)
{
    if (record->failed) writer->failed = true;
    write_bytes(writer, record->data, record->size);
}

static void write_bytes(limb__mcap_writer *writer, const void *bytes, size_t size)
{
    if (writer->failed || size == 0) return;
    if (fwrite(bytes, 1, size, writer->file) != size) writer->failed = true;
    writer->written += size;
}
