// Collects findings: copies of all texts in one arena, findings in one growing array.
//
// A lack of memory does not fail a caller immediately: the finding is counted as omitted and in
// nlost, and the call that returns a status converts this to LIMB_ERROR_MEMORY.
#include "documents/diag/report.h"

#include "base/format.h"
#include "base/memory.h"
#include "documents/diag/store.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

enum { DEFAULT_MAX_FINDINGS = 1000, MAX_NOTES = 20, MESSAGE_SIZE = 1024, PATH_SIZE = 512 };

static int first_to_sort(limb__store *store);
static bool mute(limb__store *store, const limb_report_opts *opts);
static limb_finding *count_finding(limb__store *store, const char *file, limb_rule rule);
static size_t put_subject(const limb__place *place, char *text, size_t capacity);
static char *put(char *text, const char *bytes, size_t size);
static void drop_last(limb__store *store);
static void lose(limb__store *store);
static limb__file_counts *find_file(limb__store *store, const char *name);
static bool make_room(limb__store *store, const limb__file_counts *file);
static void keep_source_line(limb__store *store, limb_finding *finding, limb__source *source);
static const char *keep_message(limb__arena *arena, const char *message);
static void *room_for_one_more(limb__arena *arena, const void *items, int count, size_t item_size);
static void sift_down(limb__finding_key *key, int root, int count);
static bool is_before(const limb__finding_key *a, const limb__finding_key *b);
static void swap(limb__finding_key *key, int a, int b);
static void follow_keys(limb_finding *finding, limb__finding_key *key, int count);

limb_status limb_report_create(limb_report **out, const limb_report_opts *opts)
{
    assert(out);
    static const limb_report_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    const limb_allocator *memory = limb__memory(opts->memory);
    limb__store *store = limb__allocate(memory, sizeof *store);
    if (!store) return LIMB_ERROR_MEMORY;
    memset(store, 0, sizeof *store);
    store->memory = memory;
    store->max_findings = opts->max_findings != 0 ? opts->max_findings : DEFAULT_MAX_FINDINGS;
    limb__arena_init(&store->arena, memory, 0);
    if (opts->nmuted > 0 && !mute(store, opts)) {
        limb__release(memory, store, sizeof *store);
        return LIMB_ERROR_MEMORY;
    }
    *out = &store->report;
    return LIMB_OK;
}

void limb_report_free(limb_report *report)
{
    if (!report) return;
    limb__store *store = (limb__store *)report;
    const limb_allocator *memory = store->memory;
    limb__store_release(store);
    limb__release(memory, store->muted, (size_t)limb_rule_count() * sizeof *store->muted);
    limb__release(memory, store, sizeof *store);
}

void limb_report_clear(limb_report *report)
{
    assert(report);
    limb__store *store = (limb__store *)report;
    limb__store_release(store);
    const limb__store empty = {
        .memory = store->memory, .max_findings = store->max_findings, .muted = store->muted};
    *store = empty;
    limb__arena_init(&store->arena, store->memory, 0);
}

// Heap sort of the keys: in place, so that it cannot fail. The index in a key makes it stable and
// identifies the finding. The part that was already sorted and precedes all later additions is
// skipped, because a report of many files is sorted after each file.
void limb_report_sort(limb_report *report)
{
    assert(report);
    limb__store *store = (limb__store *)report;
    store->last = NULL;
    if (report->nfinding == store->nsorted) return;
    const int begin = first_to_sort(store);
    limb__finding_key *key = store->key + begin;
    const int count = report->nfinding - begin;
    store->nsorted = report->nfinding;
    bool in_order = true;
    for (int i = 0; i < count; i++) {
        key[i].order = (uint64_t)store->finding[begin + i].rule << 32 | (uint32_t)i;
        if (i > 0 && is_before(&key[i], &key[i - 1])) in_order = false;
    }
    if (in_order) return;
    for (int root = count / 2 - 1; root >= 0; root--)
        sift_down(key, root, count);
    for (int end = count - 1; end > 0; end--) {
        swap(key, 0, end);
        sift_down(key, 0, end);
    }
    follow_keys(store->finding + begin, key, count);
}

// Fills the keys of new findings.
static int first_to_sort(limb__store *store)
{
    limb__finding_key *key = store->key;
    uint64_t least = UINT64_MAX;
    for (int i = store->nsorted; i < store->report.nfinding; i++) {
        key[i].place = (key[i].place >> 32 << 32) | store->finding[i].span.offset;
        if (key[i].place < least) least = key[i].place;
    }
    int low = 0;
    int high = store->nsorted;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (key[middle].place < least) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

//---- places --------------------------------------------------------------------------------------

limb__place limb__place_text(limb__source *source, uint32_t offset, uint32_t size)
{
    return (limb__place){.source = source, .file = source->file, .offset = offset, .size = size};
}

limb__place limb__place_byte(const char *file, size_t offset)
{
    return (limb__place){.file = file,
                         .offset = offset < UINT32_MAX ? (uint32_t)offset : UINT32_MAX};
}

limb__place limb__place_file(const char *file)
{
    return limb__place_byte(file, 0);
}

//---- findings ------------------------------------------------------------------------------------

void limb__report(limb_report *report, limb__place place, limb_rule rule, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    limb__report_list(report, place, rule, format, list);
    va_end(list);
}

void limb__report_list(limb_report *report, limb__place place, limb_rule rule, const char *format,
                       va_list list)
{
    if (!report) return;
    limb__store *store = (limb__store *)report;
    limb_finding *finding = count_finding(store, place.file, rule);
    if (!finding) return;
    char text[MESSAGE_SIZE + 1];
    const size_t begin = put_subject(&place, text, sizeof text / 2);
    limb__format_list(text + begin, sizeof text - begin, format, list);
    finding->message = keep_message(&store->arena, text);
    text[0] = 0;
    if (place.path) place.path(&place, text, PATH_SIZE);
    finding->path = limb__arena_copy_text(&store->arena, text, strlen(text));
    finding->span.offset = place.offset;
    if (place.source) {
        const char *kept_name = finding->span.file;
        finding->span = limb__source_span(place.source, place.offset, place.size);
        finding->span.file = kept_name;
        keep_source_line(store, finding, place.source);
    }
    if (store->arena.failed) drop_last(store);
}

void limb__report_note(limb_report *report, limb__place place, const char *format, ...)
{
    limb__store *store = (limb__store *)report;
    if (!store || !store->last || store->last->nnote == MAX_NOTES) return;
    limb_finding *finding = store->last;
    char message[MESSAGE_SIZE + 1];
    va_list list;
    va_start(list, format);
    limb__format_list(message, sizeof message, format, list);
    va_end(list);
    limb_note note = {.message = keep_message(&store->arena, message), .span.offset = place.offset};
    if (place.source) note.span = limb__source_span(place.source, place.offset, place.size);
    note.span.file = strcmp(place.file, finding->span.file) == 0
                         ? finding->span.file
                         : limb__arena_copy_text(&store->arena, place.file, strlen(place.file));
    limb_note *notes = room_for_one_more(&store->arena, finding->note, finding->nnote, sizeof note);
    if (!notes || store->arena.failed) {
        lose(store);
        return;
    }
    notes[finding->nnote++] = note;
    finding->note = notes;
}

void limb__report_fix(limb_report *report, limb__place place, const char *title, const char *text)
{
    limb__store *store = (limb__store *)report;
    if (!store || !store->last || store->last_lost_fix || !place.source) return;
    limb_finding *finding = store->last;
    const limb_span span = limb__source_span(place.source, place.offset, place.size);
    const limb_fix fix = {.title = limb__arena_copy_text(&store->arena, title, strlen(title)),
                          .offset = span.offset,
                          .size = span.size,
                          .text = limb__arena_copy_text(&store->arena, text, strlen(text)),
                          .line = span.line,
                          .column = span.column,
                          .end_line = span.end_line,
                          .end_column = span.end_column};
    limb_fix *fixes = room_for_one_more(&store->arena, finding->fix, finding->nfix, sizeof fix);
    if (!fixes || store->arena.failed) {
        // related changes are useless if one of them is missing
        finding->nfix = 0;
        store->last_lost_fix = true;
        lose(store);
        return;
    }
    fixes[finding->nfix++] = fix;
    finding->fix = fixes;
}

bool limb__report_mutes(const limb_report *report, limb_rule rule)
{
    const limb__store *store = (const limb__store *)report;
    const limb_rule_info *info = limb_rule_of(rule);
    return store->muted && info && store->muted[info - limb_rule_at(0)];
}

void limb__report_drop_fixes(limb_report *report, int finding)
{
    ((limb__store *)report)->finding[finding].nfix = 0;
}

static bool mute(limb__store *store, const limb_report_opts *opts)
{
    const size_t size = (size_t)limb_rule_count() * sizeof *store->muted;
    store->muted = limb__allocate(store->memory, size);
    if (!store->muted) return false;
    memset(store->muted, 0, size);
    for (int i = 0; i < opts->nmuted; i++) {
        const limb_rule_info *info = limb_rule_of(opts->muted[i]);
        if (info && !info->refuses) store->muted[info - limb_rule_at(0)] = true;
    }
    return true;
}

void limb__store_release(limb__store *store)
{
    const limb_allocator *memory = store->memory;
    limb__arena_free(&store->arena);
    limb__release(memory, store->finding, (size_t)store->finding_capacity * sizeof *store->finding);
    limb__release(memory, store->key, (size_t)store->key_capacity * sizeof *store->key);
    limb__release(memory, store->file, (size_t)store->file_capacity * sizeof *store->file);
}

// Counts the finding, and ensures capacity if it is to be kept. NULL: only counted.
static limb_finding *count_finding(limb__store *store, const char *file, limb_rule rule)
{
    limb_report *report = &store->report;
    const limb_rule_info *info = limb_rule_of(rule);
    assert(info);
    store->last = NULL;
    store->last_lost_fix = false;
    if (store->muted && store->muted[info - limb_rule_at(0)]) return NULL;

    limb__file_counts *in = find_file(store, file);
    int *total[] = {&report->ninfo, &report->nwarning, &report->nerror};
    ++*total[info->severity];
    report->nrefusal += info->refuses;
    if (in) in->count[info->severity]++;
    if (!in || !make_room(store, in)) {
        report->nomitted++;
        if (in) in->nomitted++;
        return NULL;
    }
    const int index = report->nfinding++;
    store->key[index] = (limb__finding_key){.place = (uint64_t)(in - store->file) << 32};
    store->finding[index] = (limb_finding){
        .rule = rule, .id = info->id, .severity = info->severity, .span.file = in->name};
    store->last = &store->finding[index];
    return store->last;
}

// Writes 'joint "elbow": ', or nothing if there is no subject or it would fill the message.
static size_t put_subject(const limb__place *place, char *text, size_t capacity)
{
    const limb_text kind = place->kind;
    if (!kind.data) return 0;
    if (!place->name.data) {
        const size_t size =
            limb__format(text, capacity, "a %.*s without a name: ", (int)kind.size, kind.data);
        return size < capacity ? size : 0;
    }
    const char *name = place->name.data;
    const char *nul = memchr(name, 0, place->name.size); // names from a file may contain one
    const size_t name_size = nul ? (size_t)(nul - name) : place->name.size;
    if (kind.size + name_size + strlen(" \"\": ") >= capacity) return 0;
    char *next = put(text, kind.data, kind.size);
    next = put(next, " \"", 2);
    next = put(next, name, name_size);
    next = put(next, "\": ", 3);
    return (size_t)(next - text);
}

static char *put(char *text, const char *bytes, size_t size)
{
    memcpy(text, bytes, size);
    return text + size;
}

// Drops the finding added last, which could not be kept completely.
static void drop_last(limb__store *store)
{
    const int index = --store->report.nfinding;
    store->report.nomitted++;
    store->file[store->key[index].place >> 32].nomitted++;
    store->last = NULL;
    lose(store);
}

// Records that memory ran out, for the call that returns a status.
static void lose(limb__store *store)
{
    store->report.nlost++;
    store->arena.failed = false; // the next one may be smaller
}

static limb__file_counts *find_file(limb__store *store, const char *name)
{
    // the current file is the one added last
    for (int i = store->nfile - 1; i >= 0; i--) {
        if (strcmp(store->file[i].name, name) == 0) return &store->file[i];
    }
    const char *kept = limb__arena_copy_text(&store->arena, name, strlen(name));
    if (!kept || !limb__grow(store->memory, (void **)&store->file, &store->file_capacity,
                             store->nfile + 1, sizeof *store->file)) {
        lose(store);
        return NULL;
    }
    limb__file_counts *file = &store->file[store->nfile++];
    *file = (limb__file_counts){.name = kept};
    return file;
}

static bool make_room(limb__store *store, const limb__file_counts *file)
{
    const int needed = store->report.nfinding + 1;
    const int in_file = file->count[0] + file->count[1] + file->count[2] - file->nomitted;
    if (in_file > store->max_findings) return false;
    if (!limb__grow(store->memory, (void **)&store->key, &store->key_capacity, needed,
                    sizeof *store->key) ||
        !limb__grow(store->memory, (void **)&store->finding, &store->finding_capacity, needed,
                    sizeof *store->finding)) {
        lose(store);
        return false;
    }
    store->report.finding = store->finding;
    return true;
}

static void keep_source_line(limb__store *store, limb_finding *finding, limb__source *source)
{
    const limb_text line = limb__source_line(source, finding->span, &finding->source_column);
    finding->source_line = limb__arena_copy_text(&store->arena, line.data, line.size);
}

// Copies a message, truncated with an ellipsis if it is too long; NULL: no memory.
static const char *keep_message(limb__arena *arena, const char *message)
{
    static const char ellipsis[] = "\xE2\x80\xA6";
    size_t size = strlen(message);
    if (size < MESSAGE_SIZE) return limb__arena_copy_text(arena, message, size);
    // avoid a partial character
    size = MESSAGE_SIZE - 1;
    while (size > 0 && ((unsigned char)message[size - 1] & 0xC0u) == 0x80u)
        size--;
    if (size > 0 && ((unsigned char)message[size - 1] & 0x80u) != 0) size--;
    char cut[MESSAGE_SIZE + sizeof ellipsis];
    memcpy(cut, message, size);
    memcpy(cut + size, ellipsis, sizeof ellipsis);
    return limb__arena_copy_text(arena, cut, size + sizeof ellipsis - 1);
}

// Returns the items with capacity for one more: they move if the count is a power of two.
static void *room_for_one_more(limb__arena *arena, const void *items, int count, size_t item_size)
{
    if (count > 0 && (count & (count - 1)) != 0) {
        return (void *)(uintptr_t)items;
    }
    const size_t capacity = count > 0 ? 2 * (size_t)count : 1;
    void *moved = limb__arena_take(arena, capacity * item_size);
    if (moved && count > 0) memcpy(moved, items, (size_t)count * item_size);
    return moved;
}

static void sift_down(limb__finding_key *key, int root, int count)
{
    for (;;) {
        int child = 2 * root + 1;
        if (child >= count) return;
        if (child + 1 < count && is_before(&key[child], &key[child + 1])) child++;
        if (!is_before(&key[root], &key[child])) return;
        swap(key, root, child);
        root = child;
    }
}

static bool is_before(const limb__finding_key *a, const limb__finding_key *b)
{
    return a->place != b->place ? a->place < b->place : a->order < b->order;
}

static void swap(limb__finding_key *key, int a, int b)
{
    const limb__finding_key kept = key[a];
    key[a] = key[b];
    key[b] = kept;
}

// Moves every finding to the position of its key, once, along the cycles of the permutation.
// Afterwards each key has the index of its own position.
static void follow_keys(limb_finding *finding, limb__finding_key *key, int count)
{
    for (int first = 0; first < count; first++) {
        const limb_finding moved = finding[first];
        int to = first;
        for (;;) {
            const int from = (int)(key[to].order & UINT32_MAX);
            key[to].order = (uint64_t)to;
            if (from == first) break;
            finding[to] = finding[from];
            to = from;
        }
        finding[to] = moved;
    }
}
