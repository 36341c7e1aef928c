// Recording to MCAP without chunks and index: every message is on its way to the disk at once, and
// a recording that was cut off can be read up to there.
#include "ros/mcap_writer.h"

#include "base/memory.h"
#include "ros/mcap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t FLUSH_PERIOD = 1000000000; // ns

struct limb__mcap_writer {
    FILE *file;
    limb__builder record; // the one that is being made
    uint32_t sequence;
    int64_t flushed;
    bool failed;
};

static void write_channel(limb__mcap_writer *writer, const limb__channel_info *channel, int id);
static const char *qos_profile(const limb__channel_info *channel);
static void begin_record(limb__mcap_writer *writer, int code);
static void put(limb__mcap_writer *writer, uint64_t value, int bytes);
static void put_text(limb__mcap_writer *writer, const char *text);
static void end_record(limb__mcap_writer *writer, const void *more, size_t more_size);
static void write_bytes(limb__mcap_writer *writer, const void *bytes, size_t size);

limb_status limb__mcap_writer_open(limb__mcap_writer **out, const char *path,
                                   const limb__channel_info *channel, int nchannel)
{
    *out = NULL;
    limb__mcap_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return LIMB_ERROR_MEMORY;
    limb__builder_init(&writer->record, limb__memory(NULL));
    writer->file = fopen(path, "wb");
    if (!writer->file) {
        free(writer);
        return LIMB_ERROR_IO;
    }
    write_bytes(writer, limb__mcap_magic, sizeof limb__mcap_magic);
    begin_record(writer, LIMB__MCAP_HEADER);
    put_text(writer, "ros2");
    put_text(writer, "limb");
    end_record(writer, NULL, 0);
    for (int i = 0; i < nchannel; i++)
        write_channel(writer, &channel[i], i + 1);
    *out = writer;
    if (!writer->failed && fflush(writer->file) == 0) return LIMB_OK;
    limb__mcap_writer_close(writer);
    *out = NULL;
    return LIMB_ERROR_IO;
}

bool limb__mcap_writer_add(limb__mcap_writer *writer, int channel, int64_t time, const void *bytes,
                           size_t size)
{
    begin_record(writer, LIMB__MCAP_MESSAGE);
    put(writer, (uint64_t)channel + 1, 2);
    put(writer, writer->sequence++, 4);
    put(writer, (uint64_t)time, 8);
    put(writer, (uint64_t)time, 8);
    end_record(writer, bytes, size);
    if (time - writer->flushed > FLUSH_PERIOD || time < writer->flushed) {
        writer->flushed = time;
        if (fflush(writer->file) != 0) writer->failed = true;
    }
    return !writer->failed;
}

bool limb__mcap_writer_close(limb__mcap_writer *writer)
{
    if (!writer) return true;
    begin_record(writer, LIMB__MCAP_DATA_END);
    put(writer, 0, 4); // no checksum
    end_record(writer, NULL, 0);
    begin_record(writer, LIMB__MCAP_FOOTER);
    put(writer, 0, 8); // no summary
    put(writer, 0, 8);
    put(writer, 0, 4);
    end_record(writer, NULL, 0);
    write_bytes(writer, limb__mcap_magic, sizeof limb__mcap_magic);
    if (fclose(writer->file) != 0) writer->failed = true;
    const bool whole = !writer->failed;
    limb__builder_free(&writer->record);
    free(writer);
    return whole;
}

static void write_channel(limb__mcap_writer *writer, const limb__channel_info *channel, int id)
{
    limb__builder schema;
    limb__builder_init(&schema, limb__memory(NULL));
    limb__write_schema(&schema, channel->type);
    begin_record(writer, LIMB__MCAP_SCHEMA);
    put(writer, (uint64_t)id, 2);
    put_text(writer, channel->type->name);
    put_text(writer, "ros2msg");
    put_text(writer, limb__builder_nul(&schema));
    end_record(writer, NULL, 0);
    limb__builder_free(&schema);

    static const char key[] = "offered_qos_profiles";
    const char *profile = qos_profile(channel);
    begin_record(writer, LIMB__MCAP_CHANNEL);
    put(writer, (uint64_t)id, 2);
    put(writer, (uint64_t)id, 2);
    put_text(writer, channel->topic);
    put_text(writer, "cdr");
    put(writer, 4 + strlen(key) + 4 + strlen(profile), 4);
    put_text(writer, key);
    put_text(writer, profile);
    end_record(writer, NULL, 0);
}

// So that `ros2 bag play` latches what was latched: enumerators of rmw, keep last and reliable.
static const char *qos_profile(const limb__channel_info *channel)
{
    return channel->latched ? "- history: 1\n  depth: 1\n  reliability: 1\n  durability: 1\n"
                            : "- history: 1\n  depth: 10\n  reliability: 1\n  durability: 2\n";
}

static void begin_record(limb__mcap_writer *writer, int code)
{
    writer->record.size = 0;
    put(writer, (uint64_t)code, 1);
    put(writer, 0, 8); // the length, when it is known
}

static void put(limb__mcap_writer *writer, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        limb__builder_char(&writer->record, (char)(unsigned char)(value >> (8 * i)));
}

static void put_text(limb__mcap_writer *writer, const char *text)
{
    const size_t size = strlen(text);
    put(writer, size, 4);
    limb__builder_bytes(&writer->record, text, size);
}

static void end_record(limb__mcap_writer *writer, const void *more, size_t more_size)
{
    limb__builder *record = &writer->record;
    if (record->failed) {
        writer->failed = true;
        return;
    }
    const uint64_t length = record->size - LIMB__MCAP_RECORD_HEAD + more_size;
    for (int i = 0; i < 8; i++)
        record->data[1 + i] = (char)(unsigned char)(length >> (8 * i));
    write_bytes(writer, record->data, record->size);
    if (more_size > 0) write_bytes(writer, more, more_size);
}

static void write_bytes(limb__mcap_writer *writer, const void *bytes, size_t size)
{
    if (!writer->failed && fwrite(bytes, 1, size, writer->file) != size) writer->failed = true;
}
