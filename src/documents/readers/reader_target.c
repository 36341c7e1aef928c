// limb_check_target: the verdict of each reader, from the features of the file and the
// numbers that arrive.
//
// Readers that are built on urdfdom have the refusals and losses that limb_target_urdfdom reports,
// and also rows of their own.
#include "documents/readers/readers.h"

#include "base/format.h"
#include "base/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LINES = 4 };

typedef struct target_block {
    limb_target_check check;
    limb__arena arena;
} target_block;

// Places that share a feature, for one reader.
typedef struct reason_group {
    limb_reader_verdict verdict;
    int count;
    int node, attr; // of the first place
    uint32_t line[MAX_LINES];
} reason_group;

typedef struct checker {
    limb__arena *arena, *scratch;
    const limb_allocator *memory;
    limb__source *source;
    limb_report *report;
    limb__sheet *sheet;
    limb_target *urdfdom[2]; // 3 and 6
    limb_report *urdfdom_report[2];
    target_block *block;
    limb_reader_result *result;
    limb__reader_id reader;
    reason_group group[LIMB__FEATURE_COUNT]; // of the reader at hand
    int helps[LIMB__FEATURE_COUNT];          // readers that the feature's edit helps
    reason_group first[LIMB__FEATURE_COUNT]; // where
} checker;

static limb_status check_all(checker *c, const char *text, size_t size,
                             const limb_check_target_opts *opts);
static limb_status ask_urdfdom(checker *c, const char *text, size_t size);
static void check_reader(checker *c, limb__reader_id reader, limb_reader_result *result);
static const limb_target *urdfdom_of(const checker *c, limb__reader_id reader, int *index);
static void add_found(void *ctx, limb__feature feature, int node, int attr);
static bool skips_unnamed(limb__reader_id reader);
static void add_odd(checker *c);
static bool is_left_out(limb__reader_id reader, const limb__sheet_odd *odd);
static void check_value(checker *c, const limb__sheet_odd *odd, const double *value);
static void finish_reader(checker *c, const limb_target *urdfdom, int index);
static limb_reader_verdict verdict_of(char cell);
static void set_reason(limb_reader_reason *reason, limb_reader_verdict verdict, const char *message,
                       const char *edit, limb_span span, int count);
static limb__place place_of(const checker *c, int node, int attr);
static void report_reasons(checker *c);
static void sort_results(limb_reader_result *result, int count);
static void choose_edit(checker *c);

static const limb_reader_info reader_table[LIMB__READER_COUNT] = {
#define LIMB__READER(id, name, title, version, cure) {name, title, version, cure},
#include "documents/readers/readers.def"
#undef LIMB__READER
};

int limb_reader_count(void)
{
    return LIMB__READER_COUNT;
}

const limb_reader_info *limb_reader_at(int reader)
{
    return reader < 0 || reader >= LIMB__READER_COUNT ? NULL : &reader_table[reader];
}

int limb_reader_find(const char *name)
{
    for (int i = 0; name && i < LIMB__READER_COUNT; i++)
        if (strcmp(reader_table[i].name, name) == 0) return i;
    return -1;
}

int limb_reader_list(const char *names, int *reader, limb_text *unknown)
{
    assert(names && reader);
    bool is_chosen[LIMB__READER_COUNT] = {false};
    for (const char *at = names; at;) {
        const char *comma = strchr(at, ',');
        const limb_text name = {at, comma ? (size_t)(comma - at) : strlen(at)};
        char copy[32] = "";
        if (name.size < sizeof copy) memcpy(copy, name.data, name.size);
        limb_urdfdom version;
        int found = limb_reader_find(copy);
        if (found < 0 && limb_urdfdom_find(copy, &version))
            found = version == LIMB_URDFDOM_3 ? LIMB__READER_URDFDOM_3 : LIMB__READER_URDFDOM_6;
        const bool is_all = strcmp(copy, "all") == 0;
        if (found < 0 && !is_all) {
            if (unknown) *unknown = name;
            return -1;
        }
        for (int i = 0; i < LIMB__READER_COUNT; i++)
            is_chosen[i] |= is_all || i == found;
        at = comma ? comma + 1 : NULL;
    }
    int count = 0;
    for (int i = 0; i < LIMB__READER_COUNT; i++)
        if (is_chosen[i]) reader[count++] = i;
    return count;
}

const char *limb_reader_verdict_name(limb_reader_verdict verdict)
{
    static const char *const name[] = {"whole", "loses", "changes", "dies", "refuses"};
    return (unsigned)verdict < sizeof name / sizeof *name ? name[verdict] : "unknown";
}

limb_status limb_check_target(limb_target_check **out, const char *text, size_t size,
                              const limb_check_target_opts *opts)
{
    assert(out);
    static const limb_check_target_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    if (size >= 1u << 30) return LIMB_ERROR_LIMIT;
    if (!text) size = 0;
    if (size == 0) text = "";
    limb__arena arena, scratch;
    limb__source source;
    limb__arena_init(&arena, opts->memory, 0);
    limb__arena_init(&scratch, opts->memory, 0);
    target_block *block = limb__arena_take_zero(&arena, sizeof *block);
    checker *c = limb__arena_take_zero(&scratch, sizeof *c);
    const char *copy = limb__arena_copy_text(&scratch, text, size); // XML wants a NUL after it
    limb_status status = LIMB_ERROR_MEMORY;
    if (block && c && copy) {
        limb__source_init(&source, limb__memory(opts->memory), opts->file ? opts->file : "-", copy,
                          size);
        *c = (checker){.arena = &arena,
                       .scratch = &scratch,
                       .memory = opts->memory,
                       .source = &source,
                       .report = opts->report,
                       .block = block};
        status = check_all(c, copy, size, opts);
        for (int i = 0; i < 2; i++) {
            limb_target_free(c->urdfdom[i]);
            limb_report_free(c->urdfdom_report[i]);
        }
        limb__source_free(&source);
        if (status == LIMB_OK && (arena.failed || scratch.failed)) status = LIMB_ERROR_MEMORY;
    }
    limb__arena_free(&scratch);
    if (status != LIMB_OK) {
        limb__arena_free(&arena);
        return status;
    }
    block->arena = arena;
    *out = &block->check;
    return LIMB_OK;
}

void limb_target_check_free(limb_target_check *check)
{
    if (!check) return;
    limb__arena arena = ((target_block *)check)->arena; // the block lies in it
    limb__arena_free(&arena);
}

//---- all readers ---------------------------------------------------------------------------------

static limb_status check_all(checker *c, const char *text, size_t size,
                             const limb_check_target_opts *opts)
{
    limb__sheet sheet;
    limb_document doc;
    if (!limb__sheet_read(&sheet, c->scratch, limb__memory(opts->memory), &doc, text, size))
        return LIMB_ERROR_MEMORY;
    c->sheet = &sheet;
    // names that the result shows outlive the sheet
    for (int i = 0; i < sheet.njoint; i++) {
        limb__sheet_joint *joint = &sheet.joint[i];
        joint->name = limb__arena_copy_text(c->arena, joint->name, strlen(joint->name));
        joint->source_name =
            limb__arena_copy_text(c->arena, joint->source_name, strlen(joint->source_name));
        if (!joint->name || !joint->source_name) return LIMB_ERROR_MEMORY;
    }
    const limb_status status = ask_urdfdom(c, text, size);
    if (status != LIMB_OK) return status;
    limb_target_check *check = &c->block->check;
    const int count = opts->reader ? opts->nreader : LIMB__READER_COUNT;
    limb_reader_result *result = LIMB__ARENA_ARRAY(c->arena, limb_reader_result, count + 1);
    if (!result) return LIMB_ERROR_MEMORY;
    for (int i = 0; i < count; i++) {
        const int reader = opts->reader ? opts->reader[i] : i;
        assert(reader >= 0 && reader < LIMB__READER_COUNT);
        check_reader(c, (limb__reader_id)reader, &result[i]);
    }
    for (int i = 0; i < sheet.nlink; i++)
        check->mass += sheet.link[i].mass.value;
    sort_results(result, count);
    check->result = result;
    check->nresult = count;
    choose_edit(c);
    if (c->report) {
        limb_report_sort(c->report);
        if (c->report->nlost > 0) return LIMB_ERROR_MEMORY;
    }
    return LIMB_OK;
}

static limb_status ask_urdfdom(checker *c, const char *text, size_t size)
{
    for (int i = 0; i < 2; i++) {
        const limb_report_opts how = {.memory = c->memory};
        if (limb_report_create(&c->urdfdom_report[i], &how) != LIMB_OK) return LIMB_ERROR_MEMORY;
        const limb_target_opts opts = {.memory = c->memory,
                                       .version = i == 0 ? LIMB_URDFDOM_3 : LIMB_URDFDOM_6,
                                       .report = c->urdfdom_report[i],
                                       .file = c->source->file};
        const limb_status status = limb_target_urdfdom(&c->urdfdom[i], text, size, &opts);
        if (status != LIMB_OK) return status;
    }
    return LIMB_OK;
}

static void check_reader(checker *c, limb__reader_id reader, limb_reader_result *result)
{
    *result = (limb_reader_result){.reader = (int)reader};
    c->reader = reader;
    c->result = result;
    memset(c->group, 0, sizeof c->group);
    for (int i = 0; i < c->sheet->nhit; i++) {
        const limb__sheet_hit *hit = &c->sheet->hit[i];
        if (!hit->in_unnamed || !skips_unnamed(reader))
            add_found(c, hit->feature, hit->node, hit->attr);
    }
    add_odd(c);
    int index;
    const limb_target *urdfdom = urdfdom_of(c, reader, &index);
    const bool loads = !urdfdom || urdfdom->verdict != LIMB_VERDICT_REFUSES;
    if (loads && c->sheet->link && c->sheet->joint)
        limb__reader_facts(c->sheet, reader, urdfdom, c->arena, result, add_found, c);
    finish_reader(c, urdfdom, index);
}

// Returns whether the reader skips a joint with an empty name, as Drake does.
static bool skips_unnamed(limb__reader_id reader)
{
    return reader == LIMB__READER_DRAKE || reader == LIMB__READER_DRAKE_SCENE;
}

// Returns urdfdom's own result for the file, for readers that are built on it.
static const limb_target *urdfdom_of(const checker *c, limb__reader_id reader, int *index)
{
    *index = reader == LIMB__READER_URDFDOM_3 || reader == LIMB__READER_MOVEIT ? 0 : 1;
    return reader <= LIMB__READER_PINOCCHIO_MIMIC ? c->urdfdom[*index] : NULL;
}

static void add_found(void *ctx, limb__feature feature, int node, int attr)
{
    checker *c = ctx;
    const limb_reader_verdict verdict = verdict_of(limb__feature_cell(feature, c->reader));
    if (verdict == LIMB_READER_VERDICT_WHOLE) return;
    reason_group *group = &c->group[feature];
    if (group->count == 0) {
        group->verdict = verdict;
        group->node = node;
        group->attr = attr;
    }
    if (group->count < MAX_LINES) {
        const limb__place place = place_of(c, node, attr);
        group->line[group->count] = limb__source_span(c->source, place.offset, place.size).line;
    }
    group->count++;
}

static void add_odd(checker *c)
{
    for (int i = 0; i < c->sheet->nodd; i++) {
        const limb__sheet_odd *odd = &c->sheet->odd[i];
        double value[4] = {0};
        if (odd->in_unnamed && skips_unnamed(c->reader)) continue;
        const bool is_axis = odd->feature == LIMB__FEATURE_NUMBER_AXIS ||
                             odd->feature == LIMB__FEATURE_NUMBER_AXIS_UNTYPED;
        const bool is_read = limb__reader_numbers(c->reader, odd->text, odd->count, is_axis, value);
        if (!is_read && !is_left_out(c->reader, odd)) {
            add_found(c, odd->feature, odd->node, odd->attr);
        } else if (is_read) {
            check_value(c, odd, value);
        }
    }
}

// Returns whether the reader ignores the value: yourdfpy does not check the number of a box's
// sizes, and MuJoCo treats an empty attribute as absent.
static bool is_left_out(limb__reader_id reader, const limb__sheet_odd *odd)
{
    const bool is_size = odd->feature == LIMB__FEATURE_NUMBER_VISUAL_SIZE ||
                         odd->feature == LIMB__FEATURE_NUMBER_COLLISION_SIZE;
    double value[4];
    if (reader == LIMB__READER_YOURDFPY && is_size && odd->count > 1) {
        for (int n = 1; n < odd->count; n++)
            if (limb__reader_plain(odd->text, n, value)) return true;
    }
    if (reader != LIMB__READER_MUJOCO && reader != LIMB__READER_MUJOCO_FULL) return false;
    const bool is_required = is_size || odd->feature == LIMB__FEATURE_NUMBER_MASS ||
                             odd->feature == LIMB__FEATURE_NUMBER_TENSOR ||
                             odd->feature == LIMB__FEATURE_NUMBER_AXIS ||
                             odd->feature == LIMB__FEATURE_NUMBER_COLOR;
    return !is_required && limb__reader_empty(odd->text);
}

// Checks a number that the reader parses differently, and that it may therefore refuse.
static void check_value(checker *c, const limb__sheet_odd *odd, const double *value)
{
    const bool is_visual = odd->feature == LIMB__FEATURE_NUMBER_VISUAL_SIZE;
    if (odd->feature == LIMB__FEATURE_NUMBER_AXIS && value[0] == 0 && value[1] == 0 &&
        value[2] == 0)
        add_found(c, LIMB__FEATURE_AXIS_ZERO, odd->node, odd->attr);
    if (!is_visual && odd->feature != LIMB__FEATURE_NUMBER_COLLISION_SIZE) return;
    bool is_positive = true;
    for (int i = 0; i < odd->count; i++)
        is_positive &= value[i] > 0; // not so for nan
    // a mesh may be mirrored
    const bool is_mesh = odd->owner < 0;
    if (!is_positive && !is_mesh)
        add_found(c, is_visual ? LIMB__FEATURE_VISUAL_SIZE : LIMB__FEATURE_COLLISION_SIZE,
                  odd->node, odd->attr);
}

//---- reasons -------------------------------------------------------------------------------------

static void finish_reader(checker *c, const limb_target *urdfdom, int index)
{
    limb_reader_result *result = c->result;
    int count = urdfdom && urdfdom->verdict != LIMB_VERDICT_LOADS ? 1 : 0;
    for (int i = 0; i < LIMB__FEATURE_COUNT; i++)
        count += c->group[i].count > 0;
    limb_reader_reason *reason = LIMB__ARENA_ARRAY(c->arena, limb_reader_reason, count + 1);
    if (!reason) return;
    result->reason = reason;
    // the worst first, urdfdom's own words before the rows
    for (int want = LIMB_READER_VERDICT_REFUSES; want > LIMB_READER_VERDICT_WHOLE; want--) {
        const bool refused = urdfdom && urdfdom->verdict == LIMB_VERDICT_REFUSES;
        // kdl_parser follows the null pointer that it gets for a refused file
        const int theirs = refused ? c->reader == LIMB__READER_MOVEIT ? LIMB_READER_VERDICT_DIES
                                                                      : LIMB_READER_VERDICT_REFUSES
                                   : LIMB_READER_VERDICT_LOSES;
        if (urdfdom && urdfdom->verdict != LIMB_VERDICT_LOADS && theirs == want) {
            const limb_report *found = c->urdfdom_report[index];
            const limb_finding *first = NULL;
            for (int i = 0; i < found->nfinding && !first; i++)
                if (!refused || found->finding[i].severity == LIMB_SEVERITY_ERROR)
                    first = &found->finding[i];
            const limb_span none = {.file = c->source->file};
            const char *message = refused ? urdfdom->reason : first ? first->message : "";
            limb_span span = first ? first->span : none;
            span.file = c->source->file;
            set_reason(&reason[result->nreason++], (limb_reader_verdict)want,
                       limb__arena_copy_text(c->arena, message, strlen(message)), "", span,
                       refused ? 1 : urdfdom->nloss);
        }
        for (int i = 0; i < LIMB__FEATURE_COUNT; i++) {
            reason_group *group = &c->group[i];
            if (group->count == 0 || (int)group->verdict != want) continue;
            const limb__place place = place_of(c, group->node, group->attr);
            const limb__feature_info *info = &limb__feature_table[i];
            limb_reader_reason *it = &reason[result->nreason++];
            set_reason(it, group->verdict, info->what, info->edit,
                       limb__source_span(c->source, place.offset, place.size), group->count);
            for (it->nline = 0; it->nline < MAX_LINES && it->nline < group->count; it->nline++)
                it->line[it->nline] = group->line[it->nline];
            if (c->helps[i]++ == 0) c->first[i] = *group;
        }
    }
    if (result->nreason > 0) result->verdict = reason[0].verdict;
    if (result->verdict >= LIMB_READER_VERDICT_DIES) result->has_facts = false;
    report_reasons(c);
}

static void set_reason(limb_reader_reason *reason, limb_reader_verdict verdict, const char *message,
                       const char *edit, limb_span span, int count)
{
    *reason = (limb_reader_reason){.verdict = verdict,
                                   .message = message ? message : "",
                                   .edit = edit,
                                   .span = span,
                                   .count = count,
                                   .nline = 1,
                                   .line = {span.line}};
}

static limb_reader_verdict verdict_of(char cell)
{
    switch (cell) {
    case 'r':
        return LIMB_READER_VERDICT_REFUSES;
    case 'x':
        return LIMB_READER_VERDICT_DIES;
    case 'c':
        return LIMB_READER_VERDICT_CHANGES;
    case 'l':
        return LIMB_READER_VERDICT_LOSES;
    default:
        return LIMB_READER_VERDICT_WHOLE;
    }
}

// The attribute's value, else the element's name.
static limb__place place_of(const checker *c, int node, int attr)
{
    const limb_document *doc = c->sheet->doc;
    if (attr >= 0) {
        const limb__xml_attr *it = &doc->attr[attr];
        return limb__place_text(c->source, it->value, it->value_size);
    }
    if (node < 0 || node >= doc->nnode || limb__xml_kind(&doc->node[node]) != LIMB_NODE_ELEMENT)
        return limb__place_text(c->source,
                                node >= 0 && node < doc->nnode ? doc->node[node].begin : 0, 0);
    const limb__xml_node *it = &doc->node[node];
    return limb__place_text(c->source, limb__xml_name(it), it->label.size);
}

static void report_reasons(checker *c)
{
    if (!c->report) return;
    const limb_reader_info *info = &reader_table[c->reader];
    for (int i = 0; i < c->result->nreason; i++) {
        const limb_reader_reason *reason = &c->result->reason[i];
        const limb_rule rule =
            reason->verdict >= LIMB_READER_VERDICT_DIES      ? LIMB_RULE_READER_REFUSES
            : reason->verdict == LIMB_READER_VERDICT_CHANGES ? LIMB_RULE_READER_CHANGES
                                                             : LIMB_RULE_READER_LOSES;
        static const char *const verb[] = {"loads it whole", "loses something", "changes something",
                                           "crashes", "refuses the file"};
        limb__report(c->report, limb__place_text(c->source, reason->span.offset, reason->span.size),
                     rule, "%s %s: %s", info->title, verb[reason->verdict], reason->message);
    }
}

// Sorts results, the worst first; equal verdicts are in the table's order.
static void sort_results(limb_reader_result *result, int count)
{
    for (int i = 1; i < count; i++) {
        const limb_reader_result it = result[i];
        int at = i;
        for (; at > 0 && result[at - 1].verdict < it.verdict; at--)
            result[at] = result[at - 1];
        result[at] = it;
    }
}

// The edit that helps most readers, by the features it removes.
static void choose_edit(checker *c)
{
    limb_target_check *check = &c->block->check;
    check->edit = "";
    for (int i = 0; i < LIMB__FEATURE_COUNT; i++) {
        if (c->helps[i] <= check->nhelped || !limb__feature_table[i].edit[0]) continue;
        check->nhelped = c->helps[i];
        check->edit = limb__feature_table[i].edit;
        const limb__place place = place_of(c, c->first[i].node, c->first[i].attr);
        check->edit_span = limb__source_span(c->source, place.offset, place.size);
    }
}
