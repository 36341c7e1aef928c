// Findings of reading: where they point, and whose name they carry.
#include "base/format.h"
#include "base/text.h"
#include "diag/report.h"
#include "urdf/read.h"

#include <stdarg.h>
#include <string.h>

enum { MESSAGE_SIZE = 1100, PATH_SIZE = 512 };

static void add(limb__reader *r, int node, int attr, uint32_t offset, uint32_t size, limb_rule rule,
                const char *format, va_list args) __attribute__((format(printf, 7, 0)));
static size_t owner_prefix(const limb__reader *r, char *text, size_t capacity);
static void note(limb__reader *r, uint32_t offset, uint32_t size, const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));

void limb__find_at(limb__reader *r, int node, int attr, uint32_t offset, uint32_t size,
                   limb_rule rule, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(r, node, attr, offset, size, rule, format, args);
    va_end(args);
}

limb_text limb__numbers_part(const limb_document *doc, int attr, int first, int last)
{
    const limb__xml_attr *a = &doc->attr[attr];
    const char *at = doc->source.text + a->value;
    const char *end = at + a->value_size;
    limb_text part = {at, a->value_size};
    for (int i = 0; i <= last && !limb__xml_has_reference(a->label); i++) {
        while (at < end && limb__is_space(*at))
            at++;
        if (i == first) part.data = at;
        while (at < end && !limb__is_space(*at))
            at++;
        part.size = (size_t)(at - part.data);
    }
    return part;
}

void limb__find_attr(limb__reader *r, int node, int attr, limb_rule rule, const char *format, ...)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    va_list args;
    va_start(args, format);
    add(r, node, attr, a->value, a->value_size, rule, format, args);
    va_end(args);
}

void limb__find_node(limb__reader *r, int node, limb_rule rule, const char *format, ...)
{
    const limb__xml_node *n = &r->doc->node[node];
    va_list args;
    va_start(args, format);
    add(r, node, -1, limb__xml_name(n), n->label.size, rule, format, args);
    va_end(args);
}

void limb__find_owner(limb__reader *r, int node, limb_rule rule, const char *format, ...)
{
    const int attr = limb__attr_of(r, node, LIMB__KEY_NAME);
    const limb__xml_node *n = &r->doc->node[node];
    const uint32_t offset = attr < 0 ? limb__xml_name(n) : r->doc->attr[attr].value;
    const uint32_t size = attr < 0 ? n->label.size : r->doc->attr[attr].value_size;
    const int owner = r->owner;
    r->owner = -1; // the message names it
    va_list args;
    va_start(args, format);
    add(r, node, attr, offset, size, rule, format, args);
    va_end(args);
    r->owner = owner;
}

void limb__note_node(limb__reader *r, int node, const char *format, ...)
{
    const limb__xml_node *n = &r->doc->node[node];
    va_list args;
    va_start(args, format);
    note(r, limb__xml_name(n), n->label.size, format, args);
    va_end(args);
}

void limb__note_attr(limb__reader *r, int attr, const char *format, ...)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    va_list args;
    va_start(args, format);
    note(r, a->value, a->value_size, format, args);
    va_end(args);
}

void limb__note_owner(limb__reader *r, int node, const char *format, ...)
{
    const int attr = limb__attr_of(r, node, LIMB__KEY_NAME);
    const limb__xml_node *n = &r->doc->node[node];
    va_list args;
    va_start(args, format);
    if (attr < 0) {
        note(r, limb__xml_name(n), n->label.size, format, args);
    } else {
        note(r, r->doc->attr[attr].value, r->doc->attr[attr].value_size, format, args);
    }
    va_end(args);
}

void limb__fix_attr_value(limb__reader *r, int attr, const char *title, const char *text)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    limb__report_fix(r->report, a->value, a->value_size, title, text, strlen(text));
}

int limb__attr_of(const limb__reader *r, int node, limb__key key)
{
    const limb__xml_node *n = &r->doc->node[node];
    for (int i = n->attr; i < limb__xml_attr_end(n); i++) {
        if (limb__key_at(r, i) == key) return i;
    }
    return -1;
}

bool limb__has_name(const limb__reader *r, int node)
{
    return limb__attr_of(r, node, LIMB__KEY_NAME) >= 0;
}

// All findings of reading pass here.
static void add(limb__reader *r, int node, int attr, uint32_t offset, uint32_t size, limb_rule rule,
                const char *format, va_list args)
{
    char path[PATH_SIZE];
    char message[MESSAGE_SIZE];
    path[0] = message[0] = 0;
    if (limb__report_keeps(r->report, r->doc->source.file, rule)) {
        const limb__xml_attr *a = attr < 0 ? NULL : &r->doc->attr[attr];
        const size_t prefix = owner_prefix(r, message, sizeof message / 2);
        limb__format_list(message + prefix, sizeof message - prefix, format, args);
        limb__xml_path(r->doc, node, a ? r->text + a->name : NULL, a ? a->label.size : 0, path,
                       sizeof path);
    }
    limb__report_add_text(r->report, &r->doc->source, rule, path, offset, size, message);
}

// joint "elbow": and a blank, or nothing
static size_t owner_prefix(const limb__reader *r, char *text, size_t capacity)
{
    text[0] = 0;
    if (r->owner < 0) return 0;
    const int attr = limb__attr_of(r, r->owner, LIMB__KEY_NAME);
    if (attr < 0) return 0;
    const limb__xml_node *n = &r->doc->node[r->owner];
    const limb__xml_attr *a = &r->doc->attr[attr];
    const size_t size =
        limb__format(text, capacity, "%.*s \"%.*s\": ", (int)n->label.size,
                     r->text + limb__xml_name(n), (int)a->value_size, r->text + a->value);
    if (size < capacity) return size;
    text[0] = 0;
    return 0;
}

static void note(limb__reader *r, uint32_t offset, uint32_t size, const char *format, va_list args)
{
    char message[MESSAGE_SIZE];
    limb__format_list(message, sizeof message, format, args);
    limb__report_note(r->report, &r->doc->source, offset, size, "%s", message);
}
