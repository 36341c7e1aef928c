// Reports what urdfdom refuses or loses, with the place and the path in the document.
#include "documents/urdfdom/target.h"

#include "base/format.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// elements that findings refer to; siblings of other names need no ordinal
static const char *const counted_name[] = {"robot",
                                           "link",
                                           "joint",
                                           "material",
                                           "inertial",
                                           "origin",
                                           "mass",
                                           "inertia",
                                           "visual",
                                           "collision",
                                           "geometry",
                                           "box",
                                           "sphere",
                                           "cylinder",
                                           "mesh",
                                           "capsule",
                                           "color",
                                           "texture",
                                           "parent",
                                           "child",
                                           "axis",
                                           "limit",
                                           "safety_controller",
                                           "calibration",
                                           "mimic",
                                           "dynamics"};
enum { NCOUNTED = sizeof counted_name / sizeof *counted_name };

static void report(limb__target_reader *reader, limb_rule rule, const limb__target_fault *at,
                   const char *message);
static const char *vprint(limb__arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static void write_path(const limb__place *place, char *path, size_t capacity);
static const char *document_path(limb__target_reader *reader, const limb__target_fault *at);
static void count_siblings(limb__tiny_element *parent);
static int counted_index(limb_text name);
static limb__tiny_element *next_in_document(limb__tiny_element *element);

void limb__target_refuse(limb__target_reader *reader, const limb__target_fault *at,
                         const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = vprint(reader->arena, format, args);
    va_end(args);
    if (!reader->refused) reader->target->reason = message;
    reader->refused = true;
    report(reader, LIMB_RULE_URDFDOM_REFUSES, at,
           limb__target_text(reader, "%s refuses the file: %s", limb_urdfdom_name(reader->version),
                             message));
}

void limb__target_lose(limb__target_reader *reader, const limb__target_fault *at,
                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = vprint(reader->scratch, format, args);
    va_end(args);
    reader->nloss++;
    report(reader, LIMB_RULE_URDFDOM_LOSES, at, message);
}

void limb__target_note(limb__target_reader *reader, const limb__tiny_element *element,
                       const char *message)
{
    limb__report_note(
        reader->report,
        limb__place_text(reader->source, element->name_begin, (uint32_t)element->name.size), "%s",
        message);
}

const char *limb__target_owner(limb__target_reader *reader, const limb__tiny_element *element)
{
    if (!element) return "the file";
    const char *kind = limb__target_show(reader, element->name);
    const limb__tiny_attr *name = limb__tiny_attribute(element, "name");
    return name ? limb__target_text(reader, "%s \"%s\"", kind,
                                    limb__target_show(reader, name->value))
                : limb__target_text(reader, "a %s", kind);
}

const char *limb__target_show(limb__target_reader *reader, limb_text text)
{
    enum { LONGEST = 60 };
    if (text.size <= LONGEST) return limb__target_text(reader, "%.*s", (int)text.size, text.data);
    int size = LONGEST;
    while (size > 0 && ((unsigned char)text.data[size] & 0xc0) == 0x80)
        size--; // do not cut inside a UTF-8 character
    return limb__target_text(reader, "%.*s…", size, text.data);
}

const char *limb__target_show_name(limb__target_reader *reader, const char *name)
{
    return limb__target_show(reader, (limb_text){name, strlen(name)});
}

const char *limb__target_text(limb__target_reader *reader, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = vprint(reader->scratch, format, args);
    va_end(args);
    return text;
}

bool limb__target_fault_at(limb__target_fault *fault, const limb__tiny_element *element,
                           const limb__tiny_attr *attr, const char *what)
{
    *fault = (limb__target_fault){element, attr, {NULL, 0}, what};
    return false;
}

static void report(limb__target_reader *reader, limb_rule rule, const limb__target_fault *at,
                   const char *message)
{
    if (!reader->report) return;
    uint32_t begin = at->element->name_begin;
    uint32_t size = (uint32_t)at->element->name.size;
    if (at->attr) {
        begin = at->attr->begin;
        size = at->attr->size;
        // a decoded value is not stored in the source text; in that case all of it is shown
        const bool in_source = at->attr->value.data == reader->source->text + begin;
        if (at->part.data && in_source) {
            begin = (uint32_t)(at->part.data - reader->source->text);
            size = (uint32_t)at->part.size;
        }
    }
    limb__place place = limb__place_text(reader->source, begin, size);
    place.path = write_path;
    place.document = reader;
    place.node = at;
    limb__report(reader->report, place, rule, "%s", message);
}

static const char *vprint(limb__arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = size < 0 ? NULL : limb__arena_take(arena, (size_t)size + 1);
    if (!text) return "";
    vsnprintf(text, (size_t)size + 1, format, args);
    return text;
}

//---- paths ---------------------------------------------------------------------------------------

static void write_path(const limb__place *place, char *path, size_t capacity)
{
    limb__format(path, capacity, "%s", document_path(place->document, place->node));
}

static const char *document_path(limb__target_reader *reader, const limb__target_fault *at)
{
    if (!reader->counted) {
        for (limb__tiny_element *e = &reader->doc.top; e; e = next_in_document(e))
            count_siblings(e);
        reader->counted = true;
    }
    const char *path = "";
    if (at->attr) {
        path = limb__target_text(reader, "/@%.*s", (int)at->attr->name.size, at->attr->name.data);
    }
    for (const limb__tiny_element *e = at->element; e->parent; e = e->parent) {
        path = e->ordinal > 0
                   ? limb__target_text(reader, "/%.*s[%d]%s", (int)e->name.size, e->name.data,
                                       e->ordinal, path)
                   : limb__target_text(reader, "/%.*s%s", (int)e->name.size, e->name.data, path);
    }
    return path;
}

// Numbers the children that share their name with a sibling.
static void count_siblings(limb__tiny_element *parent)
{
    if (!parent->child || !parent->child->next) return;
    int count[NCOUNTED] = {0};
    for (limb__tiny_element *child = parent->child; child; child = child->next) {
        const int name = counted_index(child->name);
        if (name >= 0) child->ordinal = ++count[name];
    }
    for (limb__tiny_element *child = parent->child; child; child = child->next) {
        const int name = counted_index(child->name);
        if (name >= 0 && count[name] == 1) child->ordinal = 0;
    }
}

static int counted_index(limb_text name)
{
    for (int i = 0; i < NCOUNTED; i++)
        if (strlen(counted_name[i]) == name.size &&
            memcmp(counted_name[i], name.data, name.size) == 0)
            return i;
    return -1;
}

static limb__tiny_element *next_in_document(limb__tiny_element *element)
{
    if (element->child) return element->child;
    while (element && !element->next)
        element = element->parent;
    return element ? element->next : NULL;
}
