// A baseline is a text file with one accepted finding per line: file, rule and message, separated
// by tabs. Positions are left out, so that a finding that only moved is still the same. File names
// are relative to the folder of the baseline, regardless of the caller's working directory.
#include "base/file.h"
#include "base/memory.h"
#include "documents/policy/policy.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 256 << 20 };

static const char header[] =
    "# Findings that are accepted: limb check --baseline. One per line: file, rule, message.\n";
static const char header_start[] = "# Findings that are accepted";

typedef struct baseline {
    limb_baseline open; // must be first: a limb_baseline * is cast to a baseline *
    const limb_allocator *memory;
    char folder[LIMB__PATH_MAX]; // absolute folder of the file; "" if it does not exist
    bool records;
    limb__builder record; // the new file's text while recording
    char *text;           // the old file's text, split into lines
    size_t size;
    const char **line; // (count) sorted
    bool *used;        // (count)
    int count;
    int capacity; // of line and used
} baseline;

static limb_status begin(baseline **out, const char *path, const limb_allocator *memory);
static limb_status finish(limb_baseline **out, baseline *b, limb_status status);
static limb_status check_replaceable(const baseline *b, const char *path);
static limb_status find_folder(baseline *b, const char *path);
static limb_status index_lines(baseline *b);
static int by_text(const void *a, const void *b);
static bool use_line(baseline *b, const char *key);
static bool write_key(const baseline *b, limb__builder *key, const limb_finding *finding);
static bool write_file(const baseline *b, limb__builder *key, const char *file);
static void write_text(limb__builder *key, const char *text);

limb_status limb_baseline_create(limb_baseline **out, const char *path,
                                 const limb_allocator *memory)
{
    assert(out && path);
    baseline *b = NULL;
    limb_status status = begin(&b, path, memory);
    if (status == LIMB_OK) {
        b->records = true;
        limb__builder_text(&b->record, header);
        status = b->record.failed ? LIMB_ERROR_MEMORY : check_replaceable(b, path);
    }
    return finish(out, b, status);
}

limb_status limb_baseline_load(limb_baseline **out, const char *path, const limb_allocator *memory)
{
    assert(out && path);
    baseline *b = NULL;
    limb_status status = begin(&b, path, memory);
    if (status == LIMB_OK)
        status = limb__file_read_input(path, b->memory, MAX_BYTES, &b->text, &b->size);
    if (status == LIMB_OK) status = index_lines(b);
    return finish(out, b, status);
}

limb_status limb_baseline_write(const limb_baseline *open, limb_write_fn *write, void *ctx)
{
    assert(open && write);
    const baseline *b = (const baseline *)open;
    return b->record.failed ? LIMB_ERROR_MEMORY : write(ctx, b->record.data, b->record.size);
}

void limb_baseline_free(limb_baseline *open)
{
    if (!open) return;
    baseline *b = (baseline *)open;
    const limb_allocator *memory = b->memory;
    limb__builder_free(&b->record);
    if (b->text) limb__release(memory, b->text, b->size + 1);
    if (b->line) limb__release(memory, b->line, (size_t)b->capacity * sizeof *b->line);
    if (b->used) limb__release(memory, b->used, (size_t)b->capacity * sizeof *b->used);
    limb__release(memory, b, sizeof *b);
}

bool limb__baseline_records(const limb_baseline *open)
{
    return ((const baseline *)open)->records;
}

limb_status limb__baseline_accept(limb_baseline *open, const limb_finding *finding, bool *accepted)
{
    baseline *b = (baseline *)open;
    *accepted = false;
    if (b->records) {
        *accepted = write_key(b, &b->record, finding);
        limb__builder_char(&b->record, '\n');
        // a file without this finding must not be written
        b->record.failed |= !*accepted;
    } else {
        limb__builder key;
        limb__builder_init(&key, b->memory);
        const bool is_made = write_key(b, &key, finding);
        const char *text = limb__builder_nul(&key);
        const bool is_known = is_made && !key.failed;
        if (is_known) *accepted = use_line(b, text);
        limb__builder_free(&key);
        if (!is_known) return LIMB_ERROR_MEMORY;
    }
    open->naccepted += *accepted;
    return b->record.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

bool limb__baseline_mark_init(limb__baseline_mark *mark, const limb_baseline *open)
{
    const baseline *b = (const baseline *)open;
    const size_t size = (size_t)b->capacity * sizeof *b->used;
    mark->naccepted = open->naccepted;
    mark->used = limb__allocate(b->memory, size);
    if (mark->used) memcpy(mark->used, b->used, size);
    return mark->used != NULL;
}

void limb__baseline_undo(limb_baseline *open, limb__baseline_mark *mark)
{
    const baseline *b = (const baseline *)open;
    const size_t size = (size_t)b->capacity * sizeof *b->used;
    memcpy(b->used, mark->used, size);
    open->naccepted = mark->naccepted;
    limb__release(b->memory, mark->used, size);
    mark->used = NULL;
}

//---- the file ------------------------------------------------------------------------------------

static limb_status begin(baseline **out, const char *path, const limb_allocator *memory)
{
    memory = limb__memory(memory);
    baseline *b = limb__allocate(memory, sizeof *b);
    *out = b;
    if (!b) return LIMB_ERROR_MEMORY;
    memset(b, 0, sizeof *b);
    b->memory = memory;
    limb__builder_init(&b->record, memory);
    return find_folder(b, path);
}

// Closes the baseline. Preserves errno for the caller.
static limb_status finish(limb_baseline **out, baseline *b, limb_status status)
{
    const int error = errno;
    if (status != LIMB_OK && b) limb_baseline_free(&b->open);
    *out = status == LIMB_OK ? &b->open : NULL;
    errno = error;
    return status;
}

// Returns LIMB_ERROR_INPUT for a file that is not a baseline, so that it is not
// overwritten by mistake.
static limb_status check_replaceable(const baseline *b, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    if (limb__is_stream(path)) return LIMB_OK;
    const limb_status status = limb__file_read(path, b->memory, MAX_BYTES, &text, &size);
    if (status == LIMB_ERROR_MEMORY) return status;
    if (status != LIMB_OK) return LIMB_OK; // writing reports the reason
    const bool is_other = size > 0 && strncmp(text, header_start, sizeof header_start - 1) != 0;
    limb__release(b->memory, text, size + 1);
    return is_other ? LIMB_ERROR_INPUT : LIMB_OK;
}

static limb_status find_folder(baseline *b, const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t size = slash ? (size_t)(slash - path) + (slash == path) : 0;
    char folder[LIMB__PATH_MAX];
    if (size + 1 > sizeof folder) return LIMB_ERROR_LIMIT;
    memcpy(folder, path, size);
    folder[size] = 0;
    errno = 0;
    if (limb__file_real_path(size > 0 ? folder : ".", b->folder)) return LIMB_OK;
    b->folder[0] = 0;
    return errno == ENOMEM ? LIMB_ERROR_MEMORY : LIMB_OK;
}

static limb_status index_lines(baseline *b)
{
    int count = 2;
    for (const char *at = b->text; *at; at++)
        count += *at == '\n';
    b->line = limb__allocate(b->memory, (size_t)count * sizeof *b->line);
    b->used = limb__allocate(b->memory, (size_t)count * sizeof *b->used);
    b->capacity = count;
    if (!b->line || !b->used) return LIMB_ERROR_MEMORY;
    memset(b->used, 0, (size_t)count * sizeof *b->used);
    for (char *at = b->text; *at;) {
        char *end = at + strcspn(at, "\n");
        const bool is_last = *end == 0;
        *end = 0;
        if (end > at && end[-1] == '\r') end[-1] = 0;
        if (*at && *at != '#') b->line[b->count++] = at;
        if (is_last) break;
        at = end + 1;
    }
    qsort(b->line, (size_t)b->count, sizeof *b->line, by_text);
    return LIMB_OK;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Marks one unused line equal to the key as used; returns false if there is none. The used lines
// come first among equal ones, so a binary search finds the first unused line.
static bool use_line(baseline *b, const char *key)
{
    int low = 0, high = b->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const int order = strcmp(b->line[middle], key);
        if (order < 0 || (order == 0 && b->used[middle])) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == b->count || strcmp(b->line[low], key) != 0) return false;
    b->used[low] = true;
    return true;
}

//---- one line ------------------------------------------------------------------------------------

static bool write_key(const baseline *b, limb__builder *key, const limb_finding *finding)
{
    if (!write_file(b, key, finding->span.file ? finding->span.file : "")) return false;
    limb__builder_char(key, '\t');
    write_text(key, finding->id);
    limb__builder_char(key, '\t');
    write_text(key, finding->message);
    return !key->failed;
}

// Appends the path from the folder to the file; a name that is not a file name is copied unchanged.
// Returns false if memory is exhausted.
static bool write_file(const baseline *b, limb__builder *key, const char *file)
{
    char real[LIMB__PATH_MAX];
    const char *folder = b->folder;
    errno = 0;
    if (!folder[0] || !limb__file_real_path(file, real)) {
        write_text(key, file);
        return !folder[0] || errno != ENOMEM;
    }
    size_t shared = 0; // size of the common prefix, including its last slash
    for (size_t i = 0; real[i] == (folder[i] ? folder[i] : '/'); i++) {
        if (real[i] == '/') shared = i + 1;
        if (!folder[i]) break;
    }
    if (shared <= strlen(folder)) {
        for (const char *at = folder + shared; at; at = strchr(at, '/')) {
            at += *at == '/';
            if (!*at) break;
            limb__builder_text(key, "../");
        }
    }
    write_text(key, real + shared);
    return true;
}

// Replaces control characters in names by spaces, so that a finding stays on one line.
static void write_text(limb__builder *key, const char *text)
{
    for (; *text; text++)
        limb__builder_char(key, (unsigned char)*text < ' ' ? ' ' : *text);
}
