// Locations of findings in a document: spans of the source, and paths.
//
// A path names each element from the outermost inward, "/robot/joint[3]/axis": a number counts
// siblings of the same name from 1 and is omitted if there is only one.
#include "documents/xml/places.h"

#include "base/text.h"

enum {
    FEW_SIBLINGS = 8,       // counted again each time, without a look-up
    MAX_PATH_DEPTH = 64,    // for deeper elements, only the outermost ones are shown
    MAX_SIBLINGS = 1 << 20, // visited at most to number one element; beyond it has no number
};

typedef struct path_text {
    char *data;
    size_t capacity; // 0: only count
    size_t size;     // full length, including text that did not fit
} path_text;

static void append(path_text *path, const char *bytes, size_t size);
static void append_step(path_text *path, limb__xml_places *places, int node);
static void append_number(path_text *path, int number);
static int number_of(limb__xml_places *places, int node);
static inline void count_siblings(const limb_document *doc, limb__xml_counted *at, int node,
                                  int limit);
static int outer_number(limb__xml_places *places, int node);
static limb__xml_counted *nearest_counted(limb__xml_places *places, const limb__xml_node *it,
                                          int node);
static bool has_later_sibling(const limb_document *doc, int node);
static inline bool same_name(const limb_document *doc, int node, const limb__xml_node *other);
static void write_path(const limb__place *place, char *path, size_t capacity);

void limb__xml_places_init(limb__xml_places *places, const limb_document *doc)
{
    // only partly cleared, because every parsed document has one and few need it
    places->doc = doc;
    places->ncounted = 0;
    for (int i = 0; i < LIMB__XML_COUNTED; i++)
        places->counted[i].number = 0;
    places->outer.node = 0;
    limb__source_init(&places->source, doc->memory, doc->source.file, doc->source.text,
                      doc->source.size);
}

void limb__xml_places_free(limb__xml_places *places)
{
    limb__source_free(&places->source);
}

//---- places --------------------------------------------------------------------------------------

limb__place limb__xml_at_bytes(limb__xml_places *places, int node, int attr, uint32_t offset,
                               uint32_t size)
{
    limb__place place = limb__place_text(&places->source, offset, size);
    if (node < 0) return place;
    place.path = write_path;
    place.document = places;
    place.node = &places->doc->node[node];
    place.attr = attr >= 0 ? &places->doc->attr[attr] : NULL;
    return place;
}

limb__place limb__xml_at_tag(limb__xml_places *places, int node)
{
    const limb__xml_node *it = &places->doc->node[node];
    const uint32_t stop = limb__xml_kind(it) == LIMB_NODE_ELEMENT ? it->open_end : it->end;
    return limb__xml_at_bytes(places, node, -1, it->begin, stop - it->begin);
}

limb__place limb__xml_at_value(limb__xml_places *places, int node, int attr)
{
    if (attr < 0) return limb__xml_at_tag(places, node);
    const limb__xml_attr *it = &places->doc->attr[attr];
    const uint32_t quote = it->value_size == 0;
    return limb__xml_at_bytes(places, node, attr, it->value - quote, it->value_size + 2 * quote);
}

limb__place limb__xml_at_numbers(limb__xml_places *places, int node, int attr, int first, int last)
{
    const limb__xml_attr *it = &places->doc->attr[attr];
    const char *text = places->doc->source.text;
    const char *at = text + it->value;
    const char *end = at + it->value_size;
    limb_text part = {at, it->value_size};
    for (int i = 0; i <= last && !limb__xml_has_reference(it->label); i++) {
        while (at < end && limb__is_space(*at))
            at++;
        if (i == first) part.data = at;
        while (at < end && !limb__is_space(*at))
            at++;
        part.size = (size_t)(at - part.data);
    }
    return limb__xml_at_bytes(places, node, attr, (uint32_t)(part.data - text),
                              (uint32_t)part.size);
}

limb__place limb__xml_at_name(limb__xml_places *places, int node, int attr)
{
    if (attr < 0) {
        const limb__xml_node *element = &places->doc->node[node];
        return limb__xml_at_bytes(places, node, -1, limb__xml_name(element), element->label.size);
    }
    const limb__xml_attr *it = &places->doc->attr[attr];
    return limb__xml_at_bytes(places, node, attr, it->name, it->label.size);
}

limb__place limb__xml_at_content(limb__xml_places *places, int node)
{
    const limb__xml_node *it = &places->doc->node[node];
    return limb__xml_at_bytes(places, node, -1, it->open_end, it->close - it->open_end);
}

limb__place limb__xml_about(limb__place place, const limb__xml_places *places, int element)
{
    const limb_document *doc = places->doc;
    const limb__xml_node *it = &doc->node[element];
    place.kind = (limb_text){doc->source.text + limb__xml_name(it), it->label.size};
    place.name = limb_node_attribute_raw(doc, element, "name");
    return place;
}

//---- paths ---------------------------------------------------------------------------------------

static void write_path(const limb__place *place, char *path, size_t capacity)
{
    limb__xml_places *places = place->document;
    const limb_document *doc = places->doc;
    const limb__xml_attr *attr = place->attr;
    const int node = (int)((const limb__xml_node *)place->node - doc->node);
    limb__xml_path(places, node, attr ? doc->source.text + attr->name : NULL,
                   attr ? attr->label.size : 0, path, capacity);
}

size_t limb__xml_path(limb__xml_places *places, int node, const char *attr, size_t attr_size,
                      char *buffer, size_t capacity)
{
    const limb_document *doc = places->doc;
    int chain[MAX_PATH_DEPTH];
    int depth = 0;
    for (int i = node; i >= 0; i = doc->node[i].parent) {
        if (depth == MAX_PATH_DEPTH) {
            // keep the outermost elements: drop the innermost
            memmove(chain, chain + 1, sizeof chain - sizeof *chain);
            depth--;
        }
        chain[depth++] = i;
    }
    path_text path = {buffer, capacity, 0};
    for (int i = depth - 1; i >= 0; i--)
        append_step(&path, places, chain[i]);
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

static void append_step(path_text *path, limb__xml_places *places, int node)
{
    const limb_document *doc = places->doc;
    static const char *const other[] = {"", "text()", "text()", "comment()", "?", "doctype()"};
    const limb__xml_node *it = &doc->node[node];
    append(path, "/", 1);
    if (limb__xml_kind(it) != LIMB_NODE_ELEMENT)
        append(path, other[limb__xml_kind(it)], strlen(other[limb__xml_kind(it)]));
    append(path, doc->source.text + limb__xml_name(it), it->label.size);
    const int number = number_of(places, node);
    if (number > 1 || (number == 1 && has_later_sibling(doc, node))) append_number(path, number);
}

// Appends an index such as [3].
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

// Returns the index among the siblings of the same name, from 1; 0: too many to count.
static int number_of(limb__xml_places *places, int node)
{
    const limb_document *doc = places->doc;
    const limb__xml_node *it = &doc->node[node];
    const bool is_outer = doc->root >= 0 && it->parent == doc->root; // no root: it is being parsed
    if (is_outer && limb__xml_word(it->label) != 0) return outer_number(places, node);
    limb__xml_counted at = {it->parent >= 0 ? it->parent + 1 : 0, 0};
    at.number = same_name(doc, at.node, it);
    count_siblings(doc, &at, node, FEW_SIBLINGS);
    if (at.node == node) return at.number;
    limb__xml_counted *known = nearest_counted(places, it, node);
    if (known) at = *known;
    count_siblings(doc, &at, node, MAX_SIBLINGS);
    if (at.node != node) return 0;
    if (!known) known = &places->counted[places->ncounted++ % LIMB__XML_COUNTED];
    *known = at;
    return at.number;
}

// Advances to the node, or by that many siblings.
static inline void count_siblings(const limb_document *doc, limb__xml_counted *at, int node,
                                  int limit)
{
    const limb__xml_node *it = &doc->node[node];
    for (int i = 0; i < limit && at->node != node; i++) {
        at->node = doc->node[at->node].after; // a sibling, since one follows
        at->number += same_name(doc, at->node, it);
    }
}

// Returns the index of an element in the outermost one, which may contain thousands: elements
// of all known names are counted along the way, so that the next request starts nearby
// whatever its name.
static int outer_number(limb__xml_places *places, int node)
{
    const limb_document *doc = places->doc;
    limb__xml_outer *at = &places->outer;
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

// Returns the closest sibling of the same name, at or before the node, whose index is
// known; or NULL.
static limb__xml_counted *nearest_counted(limb__xml_places *places, const limb__xml_node *it,
                                          int node)
{
    const limb_document *doc = places->doc;
    for (int i = 0; i < LIMB__XML_COUNTED; i++) {
        limb__xml_counted *known = &places->counted[i];
        if (known->number > 0 && known->node <= node &&
            doc->node[known->node].parent == it->parent && same_name(doc, known->node, it)) {
            return known;
        }
    }
    return NULL;
}

static bool has_later_sibling(const limb_document *doc, int node)
{
    const limb__xml_node *it = &doc->node[node];
    int looked = 0;
    for (int i = limb__xml_next(doc, node); i >= 0 && looked < MAX_SIBLINGS; looked++) {
        if (same_name(doc, i, it)) return true;
        i = limb__xml_next(doc, i);
    }
    return false;
}

static inline bool same_name(const limb_document *doc, int node, const limb__xml_node *other)
{
    const limb__xml_node *it = &doc->node[node];
    // a label other than 0 identifies exactly one name
    if (limb__xml_word(other->label) != 0)
        return limb__xml_word(it->label) == limb__xml_word(other->label);
    return limb__xml_kind(it) == limb__xml_kind(other) && it->label.size == other->label.size &&
           memcmp(doc->source.text + limb__xml_name(it), doc->source.text + limb__xml_name(other),
                  it->label.size) == 0;
}
