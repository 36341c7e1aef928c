// Findings about nodes: document paths, and adding to a report with them.
//
// A path names each element from the outermost one inwards, "/robot/joint[3]/axis": a number counts
// brothers of the same name from 1 and is left out where there is only one.
#include "base/format.h"
#include "xml/reader.h"

#include <stdarg.h>

enum {
    BROTHERS_FEW = 8, // counted anew each time
    MESSAGE_MAX = 512,
    PATH_MAX_BYTES = 512,
    PATH_DEPTH_MAX = 64,    // of deeper elements the outermost ones are shown
    BROTHERS_MAX = 1 << 20, // looked at to number one element; beyond it has no number
};

typedef struct path_text {
    char *data;
    size_t capacity; // 0: only count
    size_t size;     // whole length, also of what did not fit
} path_text;

static void append(path_text *path, const char *bytes, size_t size);
static void append_step(path_text *path, limb_document *doc, int node);
static void append_number(path_text *path, int number);
static int number_of(limb_document *doc, int node);
static int outer_number(limb_document *doc, int node);
static limb__xml_counted *nearest_counted(limb_document *doc, const limb__xml_node *it, int node);
static bool has_later_brother(const limb_document *doc, int node);
static inline bool same_name(const limb_document *doc, int node, const limb__xml_node *other);
static void report_at(limb_document *doc, limb_report *report, int node, const char *suffix,
                      size_t suffix_size, uint32_t offset, uint32_t size, limb_rule rule,
                      const char *format, va_list list) __attribute__((format(printf, 9, 0)));
static bool is_full(const limb_report *report);

size_t limb__xml_path(limb_document *doc, int node, const char *attr, size_t attr_size,
                      char *buffer, size_t capacity)
{
    int chain[PATH_DEPTH_MAX];
    int depth = 0;
    for (int i = node; i >= 0; i = doc->node[i].parent) {
        if (depth == PATH_DEPTH_MAX) {
            // keep the outermost ones: drop the innermost
            memmove(chain, chain + 1, sizeof chain - sizeof *chain);
            depth--;
        }
        chain[depth++] = i;
    }
    path_text path = {buffer, capacity, 0};
    for (int i = depth - 1; i >= 0; i--)
        append_step(&path, doc, chain[i]);
    if (attr) {
        append(&path, "/@", 2);
        append(&path, attr, attr_size);
    }
    if (capacity > 0) buffer[path.size < capacity ? path.size : capacity - 1] = 0;
    return path.size;
}

static void append(path_text *path, const char *bytes, size_t size)
{
    if (path->size + 1 < path->capacity) {
        const size_t room = path->capacity - 1 - path->size;
        memcpy(path->data + path->size, bytes, size < room ? size : room);
    }
    path->size += size;
}

static void append_step(path_text *path, limb_document *doc, int node)
{
    static const char *const other[] = {"", "text()", "text()", "comment()", "?", "doctype()"};
    const limb__xml_node *it = &doc->node[node];
    append(path, "/", 1);
    if (limb__xml_kind(it) != LIMB_NODE_ELEMENT)
        append(path, other[limb__xml_kind(it)], strlen(other[limb__xml_kind(it)]));
    append(path, doc->source.text + limb__xml_name(it), it->label.size);
    const int number = number_of(doc, node);
    if (number > 1 || (number == 1 && has_later_brother(doc, node))) append_number(path, number);
}

// [3]
static void append_number(path_text *path, int number)
{
    char text[16];
    char *first = text + sizeof text;
    *--first = ']';
    for (; number > 0; number /= 10)
        *--first = (char)('0' + number % 10);
    *--first = '[';
    append(path, first, (size_t)(text + sizeof text - first));
}

// Among the brothers of the same name, from 1; 0: too far to count.
static int number_of(limb_document *doc, int node)
{
    const limb__xml_node *it = &doc->node[node];
    const bool is_outer = doc->root >= 0 && it->parent == doc->root; // no root: it is being read
    if (is_outer && limb__xml_word(it->label) != 0) return outer_number(doc, node);
    limb__xml_counted *from = nearest_counted(doc, it, node);
    const int first = it->parent >= 0 ? it->parent + 1 : 0;
    int i = from ? from->node : first;
    int number = from ? from->number : same_name(doc, first, it);
    int looked = 0;
    for (; i != node && looked < BROTHERS_MAX; looked++) {
        i = doc->node[i].after; // a brother, since one follows
        number += same_name(doc, i, it);
    }
    if (i != node) return 0;
    if (!from && looked < BROTHERS_FEW) return number;
    if (!from) from = &doc->counted[doc->ncounted++ % LIMB__XML_COUNTED];
    *from = (limb__xml_counted){node, number};
    return number;
}

// The number of an element in the outermost one, which may hold thousands: all names that have a
// word are counted on the way to it, so that the next one is near, whatever its name.
static int outer_number(limb_document *doc, int node)
{
    limb__xml_outer *at = &doc->outer;
    if (at->node == 0 || at->node > node) {
        *at = (limb__xml_outer){.node = doc->root + 1};
        at->number[limb__xml_word(doc->node[at->node].label)] = 1;
    }
    while (at->node != node) {
        at->node = doc->node[at->node].after;
        at->number[limb__xml_word(doc->node[at->node].label)]++;
    }
    return at->number[limb__xml_word(doc->node[node].label)];
}

// A brother of the same name, at or before the node, whose number is known; or NULL.
static limb__xml_counted *nearest_counted(limb_document *doc, const limb__xml_node *it, int node)
{
    for (int i = 0; i < LIMB__XML_COUNTED; i++) {
        limb__xml_counted *known = &doc->counted[i];
        if (known->number > 0 && known->node <= node &&
            doc->node[known->node].parent == it->parent && same_name(doc, known->node, it)) {
            return known;
        }
    }
    return NULL;
}

static bool has_later_brother(const limb_document *doc, int node)
{
    const limb__xml_node *it = &doc->node[node];
    int looked = 0;
    for (int i = limb__xml_next(doc, node); i >= 0 && looked < BROTHERS_MAX; looked++) {
        if (same_name(doc, i, it)) return true;
        i = limb__xml_next(doc, i);
    }
    return false;
}

static inline bool same_name(const limb_document *doc, int node, const limb__xml_node *other)
{
    const limb__xml_node *it = &doc->node[node];
    // a number but 0 stands for one name, which always has it
    if (limb__xml_word(other->label) != 0)
        return limb__xml_word(it->label) == limb__xml_word(other->label);
    return limb__xml_kind(it) == limb__xml_kind(other) && it->label.size == other->label.size &&
           memcmp(doc->source.text + limb__xml_name(it), doc->source.text + limb__xml_name(other),
                  it->label.size) == 0;
}

void limb__xml_report_node(limb_document *doc, limb_report *report, int node, limb_rule rule,
                           const char *format, ...)
{
    va_list list;
    va_start(list, format);
    limb__xml_report_list(doc, report, node, -1, rule, format, list);
    va_end(list);
}

void limb__xml_report_attr(limb_document *doc, limb_report *report, int node, int attr,
                           limb_rule rule, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    limb__xml_report_list(doc, report, node, attr, rule, format, list);
    va_end(list);
}

void limb__xml_report_list(limb_document *doc, limb_report *report, int node, int attr,
                           limb_rule rule, const char *format, va_list list)
{
    if (!report) return;
    const limb__xml_node *it = &doc->node[node];
    if (attr < 0) {
        const uint32_t stop = limb__xml_kind(it) == LIMB_NODE_ELEMENT ? it->open_end : it->end;
        report_at(doc, report, node, NULL, 0, it->begin, stop - it->begin, rule, format, list);
        return;
    }
    const limb__xml_attr *own = &doc->attr[attr];
    // of an empty value the quotes are shown
    const uint32_t quote = own->value_size == 0;
    report_at(doc, report, node, doc->source.text + own->name, own->label.size, own->value - quote,
              own->value_size + 2 * quote, rule, format, list);
}

void limb__xml_report_name(limb_document *doc, limb_report *report, int node, int attr,
                           limb_rule rule, const char *format, ...)
{
    if (!report) return;
    const limb__xml_attr *it = attr >= 0 ? &doc->attr[attr] : NULL;
    va_list list;
    va_start(list, format);
    if (it) {
        report_at(doc, report, node, doc->source.text + it->name, it->label.size, it->name,
                  it->label.size, rule, format, list);
    } else {
        report_at(doc, report, node, NULL, 0, limb__xml_name(&doc->node[node]),
                  doc->node[node].label.size, rule, format, list);
    }
    va_end(list);
}

void limb__xml_report_part(limb_document *doc, limb_report *report, int node, int attr,
                           uint32_t offset, uint32_t size, limb_rule rule, const char *format, ...)
{
    if (!report) return;
    const limb__xml_attr *it = &doc->attr[attr];
    va_list list;
    va_start(list, format);
    report_at(doc, report, node, doc->source.text + it->name, it->label.size, offset, size, rule,
              format, list);
    va_end(list);
}

void limb__xml_note_node(limb_document *doc, limb_report *report, int node, const char *format, ...)
{
    if (!report) return;
    const limb__xml_node *it = &doc->node[node];
    const uint32_t stop = limb__xml_kind(it) == LIMB_NODE_ELEMENT ? it->open_end : it->end;
    char message[MESSAGE_MAX];
    va_list list;
    va_start(list, format);
    limb__format_list(message, sizeof message, format, list);
    va_end(list);
    limb__report_note(report, &doc->source, it->begin, stop - it->begin, "%s", message);
}

// The suffix, if any, is an attribute's name.
static void report_at(limb_document *doc, limb_report *report, int node, const char *suffix,
                      size_t suffix_size, uint32_t offset, uint32_t size, limb_rule rule,
                      const char *format, va_list list)
{
    char path[PATH_MAX_BYTES];
    char message[MESSAGE_MAX];
    path[0] = message[0] = 0;
    // a path costs a look at all siblings: not for a finding that is only counted
    if (limb__report_keeps(report, doc->source.file, rule)) {
        limb__xml_path(doc, node, suffix, suffix_size, path, sizeof path);
        limb__format_list(message, sizeof message, format, list);
    }
    limb__report_add_text(report, &doc->source, rule, path, offset, size, message);
}

// A finding would only be counted: its path, which takes time to number, is not needed.
static bool is_full(const limb_report *report)
{
    return report->nomitted > 0;
}

//---- findings while reading ----------------------------------------------------------------------

void limb__xml_found(limb__xml_reader *reader, limb_rule rule, const char *at, size_t size,
                     const char *format, ...)
{
    const limb_rule_info *info = limb_rule_of(rule);
    if (info && info->refuses && reader->status == LIMB_OK) reader->status = LIMB_ERROR_INPUT;
    if (!reader->report) return;
    // the document as far as it is read, for its paths
    limb_document *doc = reader->doc;
    doc->node = reader->node;
    doc->nnode = reader->nnode;
    char path[PATH_MAX_BYTES] = "";
    char message[MESSAGE_MAX];
    if (reader->open >= 0 && !is_full(reader->report)) {
        limb__xml_path(doc, reader->open, NULL, 0, path, sizeof path);
    }
    va_list list;
    va_start(list, format);
    limb__format_list(message, sizeof message, format, list);
    va_end(list);
    limb__report_add_text(reader->report, &doc->source, rule, path, limb__xml_offset(reader, at),
                          (uint32_t)size, message);
}

void limb__xml_found_note(limb__xml_reader *reader, const char *at, size_t size, const char *format,
                          ...)
{
    if (!reader->report) return;
    char message[MESSAGE_MAX];
    va_list list;
    va_start(list, format);
    limb__format_list(message, sizeof message, format, list);
    va_end(list);
    limb__report_note(reader->report, &reader->doc->source, limb__xml_offset(reader, at),
                      (uint32_t)size, "%s", message);
}

void limb__xml_found_fix(limb__xml_reader *reader, const char *at, size_t size, const char *title,
                         const char *text)
{
    if (!reader->report) return;
    limb__report_fix(reader->report, limb__xml_offset(reader, at), (uint32_t)size, title, text,
                     strlen(text));
}
