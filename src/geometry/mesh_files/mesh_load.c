// Loading a mesh: find the format by the content, let its reader fill a builder, finish.
//
// Formats that are read in pieces never have the whole file in memory; the others do.
#define _POSIX_C_SOURCE 200809L

#include "geometry/mesh_files/mesh_format.h"
#include "limb/system.h"

#include "base/file.h"
#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

enum { HEAD_SIZE = 4096 };

static void report_unreadable(const char *path, const limb_mesh_opts *opts);
static limb_status load_file(limb_mesh **out, const char *path, const limb__file *file,
                             size_t max_bytes, const limb_mesh_opts *opts);
static bool is_plain_text(const char *head, size_t size);
static limb_status load_bytes(limb_mesh **out, const limb__mesh_format *format, const char *file,
                              const char *bytes, size_t size, const limb__file *stream,
                              bool on_disk, const limb_mesh_opts *opts);
static void report_extension(limb__mesh_builder *b, const limb__mesh_format *format);

limb_status limb_mesh_load(limb_mesh **out, const char *path, const limb_mesh_opts *opts)
{
    assert(out);
    static const size_t default_max_bytes = (size_t)1 << 30;
    *out = NULL;
    const limb_mesh_opts none = {0};
    if (!opts) opts = &none;
    if (!path) path = "";
    const size_t max_bytes = opts->max_bytes ? opts->max_bytes : default_max_bytes;
    limb__file file;
    const bool standard_input = strcmp(path, "-") == 0; // a robot's meshes come by absolute paths
    limb_status status =
        standard_input ? limb__file_open_input(&file, path) : limb__file_open(&file, path);
    if (status != LIMB_OK) {
        report_unreadable(path, opts);
        return status;
    }
    status = load_file(out, path, &file, max_bytes, opts);
    limb__file_close(&file);
    return status;
}

static void report_unreadable(const char *path, const limb_mesh_opts *opts)
{
    limb__report(opts->report, limb__place_file(path), LIMB_RULE_FILE_READ, "cannot be read: %s",
                 limb_system_error_text(errno));
}

static limb_status load_file(limb_mesh **out, const char *path, const limb__file *file,
                             size_t max_bytes, const limb_mesh_opts *opts)
{
    // formats that are read in pieces
    char head[HEAD_SIZE];
    const size_t nhead = file->size < HEAD_SIZE ? file->size : HEAD_SIZE;
    if (file->regular && file->size <= max_bytes && limb__file_read_at(file, 0, head, nhead)) {
        const limb__mesh_head seen = {"", head, nhead, file->size};
        const limb__mesh_format *format = limb__mesh_format_detect(&seen);
        if (format && format->in_pieces && (!format->is_text || is_plain_text(head, nhead)))
            return load_bytes(out, format, path, format->is_text ? NULL : head, file->size, file,
                              true, opts);
    }

    const limb_allocator *memory = limb__memory(opts->memory);
    char *bytes;
    size_t size;
    limb_status status = limb__file_read_whole(file, memory, max_bytes, &bytes, &size);
    if (status == LIMB_ERROR_IO) report_unreadable(path, opts);
    if (status == LIMB_ERROR_LIMIT) {
        limb__report(opts->report, limb__place_file(path), LIMB_RULE_MESH_LIMIT,
                     "the file is larger than %lu bytes", (unsigned long)max_bytes);
    }
    if (status != LIMB_OK) return status;
    limb__mesh_plain_text(bytes, size);
    const limb__mesh_head seen = {path, bytes, size, size};
    status = load_bytes(out, limb__mesh_format_detect(&seen), path, bytes, size, NULL, true, opts);
    limb__release(memory, bytes, size + 1);
    return status;
}

limb_status limb_mesh_parse(limb_mesh **out, const void *bytes, size_t size,
                            const limb_mesh_opts *opts)
{
    assert(out);
    *out = NULL;
    if (!bytes) {
        bytes = "";
        size = 0;
    }
    limb_mesh_opts own = {0};
    if (opts) own = *opts;
    const limb_allocator *memory = limb__memory(own.memory);
    if (!own.read) own.skip_companions = true;
    if (own.max_bytes != 0 && size > own.max_bytes) {
        limb__report(own.report, limb__place_file(own.file), LIMB_RULE_MESH_LIMIT,
                     "the file is larger than %lu bytes", (unsigned long)own.max_bytes);
        return LIMB_ERROR_LIMIT;
    }
    const char *file = own.file ? own.file : "";
    limb__mesh_head seen = {file, bytes, size, size};
    if (limb__is_binary_stl(&seen))
        return load_bytes(out, limb__mesh_format_row(LIMB_MESH_FORMAT_STL), file, bytes, size, NULL,
                          false, &own);
    // readers of text need a NUL after it
    char *copy = limb__allocate(memory, size + 1);
    if (!copy) return LIMB_ERROR_MEMORY;
    if (size > 0) memcpy(copy, bytes, size);
    copy[size] = 0;
    limb__mesh_plain_text(copy, size);
    seen.bytes = copy;
    const limb_status status =
        load_bytes(out, limb__mesh_format_detect(&seen), file, copy, size, NULL, false, &own);
    limb__release(memory, copy, size + 1);
    return status;
}

// Whether limb__mesh_plain_text leaves a text of this head as it is.
static bool is_plain_text(const char *head, size_t size)
{
    return size > 0 && head[0] != '\xef' && memchr(head, '\n', size) != NULL;
}

void limb__mesh_plain_text(char *text, size_t size)
{
    const bool marked = size > 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    // the readers of XML and JSON know the mark
    if (marked && text[3] != '<' && text[3] != '{') memset(text, ' ', 3);
    if (memchr(text, '\n', size) || memchr(text, 0, size)) return;
    for (char *at = text; (at = memchr(at, '\r', size - (size_t)(at - text)));)
        *at = '\n';
}

// With a stream, bytes are the head of a binary file or NULL. No format: a finding says what the
// file is instead.
static limb_status load_bytes(limb_mesh **out, const limb__mesh_format *format, const char *file,
                              const char *bytes, size_t size, const limb__file *stream,
                              bool on_disk, const limb_mesh_opts *opts)
{
    if (!format) {
        const limb__mesh_head seen = {file, bytes, size, size};
        limb__report(opts->report, limb__place_file(file), LIMB_RULE_MESH_FORMAT, "%s",
                     limb__mesh_not_a_mesh(&seen));
        return LIMB_ERROR_INPUT;
    }
    limb__mesh_builder b;
    limb__mesh_builder_init(&b, opts, file, bytes, size);
    b.stream = stream;
    b.on_disk = on_disk;
    b.format = format->id;
    b.is_text = format->is_text;
    report_extension(&b, format);
    limb_status status = format->read(&b);
    if (status == LIMB_OK && b.arena.failed) status = LIMB_ERROR_MEMORY;
    if (status == LIMB_OK) status = limb__mesh_finish(&b, out);
    limb__mesh_builder_free(&b);
    return status;
}

// An extension that belongs to another format misleads other readers.
static void report_extension(limb__mesh_builder *b, const limb__mesh_format *format)
{
    const limb__mesh_format *named = limb__mesh_format_of_name(b->source.file);
    if (!named || strcmp(named->extension, format->extension) == 0) return;
    limb__report(b->report, limb__place_file(b->source.file), LIMB_RULE_MESH_ENDING,
                 "the file name ends in .%s, but the content is %s", named->extension,
                 format->name);
}
