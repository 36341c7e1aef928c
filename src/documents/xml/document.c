// The public interface of a document, and a few look-ups shared with other rooms.
#include "base/number.h"
#include "base/text.h"
#include "documents/xml/places.h"

#include <assert.h>
#include <string.h>

static const limb__xml_node *node_at(const limb_document *doc, int node);
static limb_text text_of(const limb_document *doc, uint32_t begin, uint32_t end);
static int find_from(const limb_document *doc, int node, const char *name);

// Decoded text for a caller's buffer, which may be too short.
typedef struct output {
    char *buffer;
    size_t capacity;
    size_t size;
} output;

static void put(output *out, const char *bytes, size_t size);
static void put_decoded(output *out, limb_text raw, bool has_reference);
static int put_end(output *out);

//---- nodes ---------------------------------------------------------------------------------------

limb_text limb_document_source(const limb_document *doc)
{
    assert(doc);
    return (limb_text){doc->source.text, doc->source.size};
}

int limb_document_root(const limb_document *doc)
{
    assert(doc);
    return doc->root;
}

int limb_document_node_count(const limb_document *doc)
{
    assert(doc);
    return doc->nnode;
}

limb_node_kind limb_node_kind_of(const limb_document *doc, int node)
{
    assert(doc);
    const limb__xml_node *it = node_at(doc, node);
    return it ? limb__xml_kind(it) : LIMB_NODE_TEXT;
}

int limb_node_parent(const limb_document *doc, int node)
{
    assert(doc);
    const limb__xml_node *it = node_at(doc, node);
    return it ? it->parent : -1;
}

int limb_node_first_child(const limb_document *doc, int node)
{
    assert(doc);
    return node_at(doc, node) ? limb__xml_first_child(doc, node) : -1;
}

int limb_node_next(const limb_document *doc, int node)
{
    assert(doc);
    return node_at(doc, node) ? limb__xml_next(doc, node) : -1;
}

limb_text limb_node_name(const limb_document *doc, int node)
{
    assert(doc);
    const limb__xml_node *it = node_at(doc, node);
    if (!it || it->label.size == 0) return (limb_text){"", 0};
    const uint32_t name = limb__xml_name(it);
    return text_of(doc, name, name + it->label.size);
}

limb_text limb_node_source(const limb_document *doc, int node)
{
    assert(doc);
    const limb__xml_node *it = node_at(doc, node);
    return it ? text_of(doc, it->begin, it->end) : (limb_text){"", 0};
}

limb_span limb_node_span(const limb_document *doc, int node)
{
    assert(doc);
    const limb__xml_node *it = node_at(doc, node);
    if (!it) return (limb_span){.file = doc->source.file};
    // lines are counted again and not stored, because threads may share the document
    limb__source source = {
        .file = doc->source.file, .text = doc->source.text, .size = doc->source.size};
    return limb__source_span(&source, it->begin, it->end - it->begin);
}

int limb_node_find(const limb_document *doc, int node, const char *name)
{
    assert(doc);
    return find_from(doc, limb_node_first_child(doc, node), name);
}

int limb_node_find_next(const limb_document *doc, int node, const char *name)
{
    assert(doc);
    return find_from(doc, limb_node_next(doc, node), name);
}

static int find_from(const limb_document *doc, int node, const char *name)
{
    const size_t size = name ? strlen(name) : 0;
    for (; node >= 0; node = limb__xml_next(doc, node)) {
        const limb__xml_node *it = &doc->node[node];
        if (limb__xml_kind(it) != LIMB_NODE_ELEMENT) continue;
        if (!name) return node;
        if (it->label.size == size &&
            memcmp(doc->source.text + limb__xml_name(it), name, size) == 0) {
            return node;
        }
    }
    return -1;
}

static const limb__xml_node *node_at(const limb_document *doc, int node)
{
    return node >= 0 && node < doc->nnode ? &doc->node[node] : NULL;
}

static limb_text text_of(const limb_document *doc, uint32_t begin, uint32_t end)
{
    return (limb_text){doc->source.text + begin, end - begin};
}

//---- attributes and text -------------------------------------------------------------------------

int limb__xml_find_attr(const limb_document *doc, int node, const char *name)
{
    const limb__xml_node *it = node_at(doc, node);
    if (!it || !name) return -1;
    const size_t size = strlen(name);
    for (int i = it->attr; i < limb__xml_attr_end(it); i++) {
        const limb__xml_attr *attr = &doc->attr[i];
        if (attr->label.size == size && memcmp(doc->source.text + attr->name, name, size) == 0) {
            return i;
        }
    }
    return -1;
}

const char *limb__xml_attr_text(const limb_document *doc, int attr, limb__arena *arena)
{
    const limb__xml_attr *it = &doc->attr[attr];
    char *copy = limb__arena_copy_text(arena, doc->source.text + it->value, it->value_size);
    if (copy && limb__xml_has_reference(it->label)) limb__xml_decode(copy, it->value_size, copy);
    return copy;
}

int limb_node_attribute_count(const limb_document *doc, int node)
{
    assert(doc);
    const limb__xml_node *it = node_at(doc, node);
    return it ? limb__xml_nattr(it) : 0;
}

limb_text limb_node_attribute_name(const limb_document *doc, int node, int index)
{
    assert(doc);
    const limb__xml_node *it = node_at(doc, node);
    if (!it || index < 0 || index >= limb__xml_nattr(it)) return (limb_text){NULL, 0};
    const limb__xml_attr *attr = &doc->attr[it->attr + index];
    return text_of(doc, attr->name, attr->name + attr->label.size);
}

limb_text limb_node_attribute_raw(const limb_document *doc, int node, const char *name)
{
    assert(doc);
    const int index = limb__xml_find_attr(doc, node, name);
    if (index < 0) return (limb_text){NULL, 0};
    const limb__xml_attr *attr = &doc->attr[index];
    return text_of(doc, attr->value, attr->value + attr->value_size);
}

int limb_node_attribute(const limb_document *doc, int node, const char *name, char *buffer,
                        size_t capacity)
{
    assert(doc);
    const int index = limb__xml_find_attr(doc, node, name);
    if (index < 0) {
        if (capacity > 0) buffer[0] = 0;
        return -1;
    }
    const limb__xml_attr *attr = &doc->attr[index];
    output out = {buffer, capacity, 0};
    put_decoded(&out, text_of(doc, attr->value, attr->value + attr->value_size),
                limb__xml_has_reference(attr->label));
    return put_end(&out);
}

int limb_node_text(const limb_document *doc, int node, char *buffer, size_t capacity)
{
    assert(doc);
    output out = {buffer, capacity, 0};
    for (int i = limb_node_first_child(doc, node); i >= 0; i = limb__xml_next(doc, i)) {
        const limb__xml_node *it = &doc->node[i];
        if (limb__xml_kind(it) != LIMB_NODE_TEXT && limb__xml_kind(it) != LIMB_NODE_CDATA) continue;
        put_decoded(&out, text_of(doc, it->open_end, it->close),
                    limb__xml_has_reference(it->label));
    }
    return put_end(&out);
}

bool limb_node_numbers(const limb_document *doc, int node, const char *name, double *out, int count)
{
    assert(doc);
    const limb_text raw = limb_node_attribute_raw(doc, node, name);
    if (!raw.data || !out || count < 0) return false;
    const char *p = raw.data;
    const char *end = p + raw.size;
    for (int i = 0; i < count; i++) {
        while (p < end && limb__is_space(*p))
            p++;
        const limb__number_result result = limb__number_parse(p, end, &out[i], &p);
        if (result == LIMB__NUMBER_MALFORMED || result == LIMB__NUMBER_OVERFLOW) return false;
        if (p < end && !limb__is_space(*p)) return false;
    }
    while (p < end && limb__is_space(*p))
        p++;
    return p == end;
}

int limb_node_path(const limb_document *doc, int node, char *buffer, size_t capacity)
{
    assert(doc);
    limb__xml_places places; // its counts are not stored, because threads may share the document
    limb__xml_places_init(&places, doc);
    return (int)limb__xml_path(&places, node_at(doc, node) ? node : -1, NULL, 0, buffer, capacity);
}

//---- output --------------------------------------------------------------------------------------

static void put(output *out, const char *bytes, size_t size)
{
    if (out->size + 1 < out->capacity) {
        const size_t room = out->capacity - 1 - out->size;
        memcpy(out->buffer + out->size, bytes, size < room ? size : room);
    }
    out->size += size;
}

// Decodes in pieces, so that no memory is needed: text between two '&' is unchanged.
static void put_decoded(output *out, limb_text raw, bool has_reference)
{
    const char *end = raw.data + raw.size;
    const char *p = raw.data;
    while (has_reference && p < end) {
        const char *stop = memchr(p, '&', (size_t)(end - p));
        if (!stop) break;
        put(out, p, (size_t)(stop - p));
        char piece[4];
        const char *next;
        const size_t size = limb__xml_decode_one(stop, end, piece, &next);
        put(out, size > 0 ? piece : stop, size > 0 ? size : (size_t)(next - stop));
        p = next;
    }
    put(out, p, (size_t)(end - p));
}

static int put_end(output *out)
{
    if (out->capacity > 0) {
        out->buffer[out->size < out->capacity ? out->size : out->capacity - 1] = 0;
    }
    return (int)out->size;
}
