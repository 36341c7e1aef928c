// Comments that accept findings: <!-- limb: off RULE reason --> in an element applies to the
// findings in that element, <!-- limb: off-next-line RULE reason --> to those on the next line.
//
// A comment that names no rule, or that accepts nothing, is a finding itself, so that comments do
// not outlive their purpose. Rules that keep a robot from loading cannot be accepted.
#include "limb/check.h"

#include "base/arena.h"
#include "base/text.h"
#include "documents/rules/check.h"
#include "documents/xml/places.h"

#include <assert.h>
#include <string.h>

typedef struct acceptance {
    const limb_rule_info *rule;
    int node;            // the comment
    uint32_t begin, end; // bytes whose findings are accepted; for a line see below
    uint32_t line;       // 0: not by line
    bool is_used;
    struct acceptance *next;
} acceptance;

typedef struct suppression {
    const limb_document *doc;
    const char *file;
    limb_report *report;
    limb__xml_places places;
    limb__arena arena;
    acceptance *first;
    acceptance **end;
} suppression;

static bool needs_more_than_text(limb_rule rule);
static void read_comment(suppression *s, int node);
static limb_text take_word(limb_text *text);
static void accept(suppression *s, int node, const limb_rule_info *rule, bool next_line);
static int decide(void *ctx, const limb_finding *finding);
static bool covers(const suppression *s, const acceptance *a, const limb_finding *finding);
static const limb_span *place_in_file(const suppression *s, const limb_finding *finding);

limb_status limb_robot_suppress(const limb_robot *robot, limb_report *report)
{
    assert(robot);
    return limb__suppress(robot, report, true);
}

limb_status limb__suppress(const limb_robot *robot, limb_report *report, bool is_complete)
{
    assert(robot);
    const limb_document *doc = robot->document;
    if (!doc || !report) return LIMB_OK;
    suppression s = {.doc = doc, .file = robot->file, .report = report};
    s.end = &s.first;
    limb__arena_init(&s.arena, limb__robot_of(robot)->memory, 0);
    limb__xml_places_init(&s.places, doc);
    for (int node = 0; node < doc->nnode; node++)
        if (limb__xml_kind(&doc->node[node]) == LIMB_NODE_COMMENT) read_comment(&s, node);
    if (s.first) limb_report_adjust(report, decide, &s);
    for (const acceptance *a = s.first; a; a = a->next)
        if (!a->is_used && (is_complete || !needs_more_than_text(a->rule->rule)) &&
            !limb__report_mutes(report, a->rule->rule))
            limb__report(report, limb__xml_at_tag(&s.places, a->node), LIMB_RULE_SUPPRESSION_UNUSED,
                         "nothing here breaks %s: the comment can be removed", a->rule->id);
    const bool failed = s.arena.failed;
    limb__xml_places_free(&s.places);
    limb__arena_free(&s.arena);
    limb_report_sort(report);
    return failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

// Returns true for rules about meshes and shapes, and for the prediction of another reader.
static bool needs_more_than_text(limb_rule rule)
{
    enum { FILES_AND_MESHES = 3 };
    switch (rule) {
    case LIMB_RULE_INERTIA_ABOUT_ORIGIN:
    case LIMB_RULE_INERTIA_GEOMETRY:
    case LIMB_RULE_INERTIA_CENTER_OUTSIDE:
    case LIMB_RULE_INERTIA_SIGN:
    case LIMB_RULE_DENSITY_IMPOSSIBLE:
    case LIMB_RULE_COLLISION_AT_ZERO:
    case LIMB_RULE_URDFDOM_REFUSES:
    case LIMB_RULE_URDFDOM_LOSES:
        return true;
    default:
        return (int)rule / 100 == FILES_AND_MESHES;
    }
}

// Parses "limb: off RULE reason".
static void read_comment(suppression *s, int node)
{
    const limb__xml_node *n = &s->doc->node[node];
    limb_text text = {s->doc->source.text + n->open_end, n->close - n->open_end};
    if (!limb__text_equal(take_word(&text), "limb:")) return;
    const limb_text verb = take_word(&text);
    const bool next_line = limb__text_equal(verb, "off-next-line");
    const limb_text word = take_word(&text);
    const char *id = limb__arena_copy_text(&s->arena, word.data, word.size);
    if (!id) return;
    const limb__place place = limb__xml_at_tag(&s->places, node);
    const limb_rule_info *rule = limb_rule_find(id);
    if (!next_line && !limb__text_equal(verb, "off")) {
        limb__report(s->report, place, LIMB_RULE_SUPPRESSION_UNKNOWN,
                     "after \"limb:\" comes \"off\" or \"off-next-line\" and a rule");
    } else if (!rule) {
        limb__report(s->report, place, LIMB_RULE_SUPPRESSION_UNKNOWN, "there is no rule \"%s\"",
                     id);
    } else if (rule->refuses) {
        limb__report(s->report, place, LIMB_RULE_SUPPRESSION_UNKNOWN,
                     "%s keeps a robot from loading and cannot be accepted", rule->id);
    } else {
        accept(s, node, rule, next_line);
    }
}

static limb_text take_word(limb_text *text)
{
    while (text->size > 0 && limb__is_space(*text->data))
        text->data++, text->size--;
    limb_text word = {text->data, 0};
    while (text->size > 0 && !limb__is_space(*text->data))
        text->data++, text->size--, word.size++;
    return word;
}

static void accept(suppression *s, int node, const limb_rule_info *rule, bool next_line)
{
    acceptance *made = limb__arena_take_zero(&s->arena, sizeof *made);
    if (!made) return;
    const int parent = s->doc->node[node].parent;
    made->rule = rule;
    made->node = node;
    made->begin = parent >= 0 ? s->doc->node[parent].begin : 0;
    made->end = parent >= 0 ? s->doc->node[parent].end : (uint32_t)s->doc->source.size;
    const uint32_t end = s->doc->node[node].end;
    if (next_line) made->line = limb__source_span(&s->places.source, end, 0).line + 1;
    *s->end = made;
    s->end = &made->next;
}

static int decide(void *ctx, const limb_finding *finding)
{
    suppression *s = ctx;
    for (acceptance *a = s->first; a; a = a->next) {
        if (!covers(s, a, finding)) continue;
        a->is_used = true;
        return LIMB_SEVERITY_OFF;
    }
    return (int)finding->severity;
}

// A finding about the whole file has no line: a comment outside of every link and joint accepts it.
static bool covers(const suppression *s, const acceptance *a, const limb_finding *finding)
{
    if (a->rule->rule != finding->rule) return false;
    const limb_span *place = place_in_file(s, finding);
    if (!place) return false;
    if (a->line > 0) return place->line == a->line;
    const int parent = s->doc->node[a->node].parent;
    if (parent < 0 || parent == s->doc->root) return true;
    return place->line > 0 && place->offset >= a->begin && place->offset < a->end;
}

// Returns the finding's location in this file; for one in a mesh, that of the reference to the
// mesh. NULL: none.
static const limb_span *place_in_file(const suppression *s, const limb_finding *finding)
{
    if (finding->span.file && strcmp(finding->span.file, s->file) == 0) return &finding->span;
    for (int i = 0; i < finding->nnote; i++) {
        const limb_span *span = &finding->note[i].span;
        if (span->file && strcmp(span->file, s->file) == 0) return span;
    }
    return NULL;
}
