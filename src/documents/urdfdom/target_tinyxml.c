// TinyXML 2.6: parses bytes into elements by TinyXML's own rules.
//
// TinyXML descends by recursion; here the open element is the stack. TinyXML stops in two ways:
// with an error, after which urdfdom refuses the file, or silently, if something at the top level
// is not markup or a comment, a declaration or the like has no end. Inside an element a silent stop
// also becomes an error, because the end tag is then missing.
#include "documents/urdfdom/target_tinyxml.h"

#include "base/names.h"
#include "documents/urdfdom/target_tinytext.h"

#include <string.h>

typedef enum markup {
    NO_MARKUP,
    DECLARATION,
    COMMENT,
    CDATA,
    UNKNOWN, // <!DOCTYPE ...>, <?...?>, < ...>, stray </...>: up to the next '>'
    ELEMENT
} markup;

enum { FEW = 8 }; // attributes that are compared pairwise

typedef struct parser {
    limb__tiny_document *doc;
    limb__arena *arena;
    limb__tiny_input in;
    bool encoding_known;
    int depth;
} parser;

static void detect_byte_order_mark(parser *p);
static markup identify(const parser *p, const char *at);
static const char *read_simple(parser *p, markup kind, const char *at);
static const char *read_to(const parser *p, const char *at, const char *literal);
static const char *read_declaration(parser *p, const char *at);
static bool means_utf8(limb_text encoding);
static const char *read_element(parser *p, const char *at);
static const char *open_element(parser *p, const char *at, limb__tiny_element **open);
static const char *read_start_tag(parser *p, const char *at, limb__tiny_element *element);
static const char *read_attribute(parser *p, const char *at, limb__tiny_attr *attr);
static const char *read_quoted(parser *p, const char *at, limb__tiny_attr *attr);
static const char *read_bare(parser *p, const char *at, limb__tiny_attr *attr);
static limb_text decode(parser *p, const char *begin, const char *end);
static bool has_duplicate(parser *p, limb__tiny_element *element, int nattr);
static const limb__tiny_attr *find_duplicate(const limb__tiny_element *element);
static const limb__tiny_attr *find_duplicate_by_hash(parser *p, const limb__tiny_element *element,
                                                     int nattr);
static const char *read_text(parser *p, const char *at);
static const char *close_element(parser *p, const char *at, limb__tiny_element **open);
static const char *fail(parser *p, const char *message, const char *at, size_t size,
                        const limb__tiny_element *in);

void limb__tiny_parse(limb__tiny_document *doc, limb__arena *arena, const char *text, size_t size)
{
    memset(doc, 0, sizeof *doc);
    parser p = {.doc = doc, .arena = arena, .in = {.text = text, .limit = text + size}};
    limb__tiny_begin(&p.in, text);
    detect_byte_order_mark(&p);

    const char *at = limb__tiny_skip_space(&p.in, p.in.text);
    bool empty = true;
    while (at < p.in.end) {
        const markup kind = identify(&p, at);
        if (kind == NO_MARKUP) break;
        empty = false;
        const char *after = kind == ELEMENT ? read_element(&p, at) : read_simple(&p, kind, at);
        if (!after) break;
        at = limb__tiny_skip_space(&p.in, after);
    }
    doc->stop = (uint32_t)(at - text);
    if (empty) fail(&p, "there is no element in it", at, 0, NULL);
}

limb__tiny_element *limb__tiny_find(const limb__tiny_element *parent, const char *name)
{
    const size_t size = strlen(name);
    for (limb__tiny_element *child = parent->child; child; child = child->next)
        if (child->name.size == size && memcmp(child->name.data, name, size) == 0) return child;
    return NULL;
}

limb__tiny_element *limb__tiny_next(const limb__tiny_element *element)
{
    for (limb__tiny_element *other = element->next; other; other = other->next)
        if (other->name.size == element->name.size &&
            memcmp(other->name.data, element->name.data, element->name.size) == 0)
            return other;
    return NULL;
}

int limb__tiny_count(const limb__tiny_element *first)
{
    int count = 0;
    for (; first; first = limb__tiny_next(first))
        count++;
    return count;
}

limb__tiny_attr *limb__tiny_attribute(const limb__tiny_element *element, const char *name)
{
    const size_t size = strlen(name);
    for (limb__tiny_attr *attr = element->attr; attr; attr = attr->next)
        if (attr->name.size == size && memcmp(attr->name.data, name, size) == 0) return attr;
    return NULL;
}

//---- markup that is not an element ---------------------------------------------------------------

static void detect_byte_order_mark(parser *p)
{
    p->in.utf8 = p->encoding_known = limb__tiny_starts(&p->in, p->in.text, "\xef\xbb\xbf");
}

static markup identify(const parser *p, const char *at)
{
    if (*at != '<') return NO_MARKUP;
    if (limb__tiny_starts_any_case(&p->in, at, "<?xml")) return DECLARATION;
    if (limb__tiny_starts(&p->in, at, "<!--")) return COMMENT;
    if (limb__tiny_starts(&p->in, at, "<![CDATA[")) return CDATA;
    if (at + 1 < p->in.end && limb__tiny_begins_name(at[1])) return ELEMENT;
    return UNKNOWN;
}

// Returns the position after the markup, at most the end; NULL: TinyXML stops without an error.
static const char *read_simple(parser *p, markup kind, const char *at)
{
    switch (kind) {
    case DECLARATION:
        return read_declaration(p, at);
    case COMMENT:
        return read_to(p, at + 4, "-->");
    case CDATA:
        return read_to(p, at + 9, "]]>");
    default:
        return read_to(p, at + 1, ">");
    }
}

static const char *read_to(const parser *p, const char *at, const char *literal)
{
    while (at < p->in.end) {
        at = memchr(at, literal[0], (size_t)(p->in.end - at));
        if (!at) break;
        if (limb__tiny_starts(&p->in, at, literal)) return at + strlen(literal);
        at++;
    }
    return p->in.end;
}

// Reads a declaration. The first complete one at the top level determines whether the
// text is UTF-8.
static const char *read_declaration(parser *p, const char *at)
{
    limb_text encoding = {"", 0};
    at += strlen("<?xml");
    while (at < p->in.end && *at != '>') {
        at = limb__tiny_skip_space(&p->in, at);
        const bool is_encoding = limb__tiny_starts_any_case(&p->in, at, "encoding");
        if (is_encoding || limb__tiny_starts_any_case(&p->in, at, "version") ||
            limb__tiny_starts_any_case(&p->in, at, "standalone")) {
            limb__tiny_attr attr;
            at = read_attribute(p, at, &attr);
            if (!at) return NULL;
            if (is_encoding) encoding = attr.value;
        } else {
            while (at < p->in.end && *at != '>' && !limb__tiny_is_space(*at))
                at++;
        }
    }
    if (at >= p->in.end) return NULL;
    if (!p->encoding_known && p->depth == 0) {
        p->encoding_known = true;
        p->in.utf8 = means_utf8(encoding);
    }
    return at + 1;
}

static bool means_utf8(limb_text encoding)
{
    const limb__tiny_input name = {.text = encoding.data, .end = encoding.data + encoding.size};
    return encoding.size == 0 || limb__tiny_starts_any_case(&name, name.text, "UTF-8") ||
           limb__tiny_starts_any_case(&name, name.text, "UTF8");
}

//---- elements ------------------------------------------------------------------------------------

// Reads one top-level element with its content. Returns NULL on an error or if memory is exhausted.
static const char *read_element(parser *p, const char *at)
{
    limb__tiny_element *open = &p->doc->top;
    at = open_element(p, at, &open);
    while (at && open != &p->doc->top) {
        at = limb__tiny_skip_space(&p->in, at);
        if (at >= p->in.end) {
            return fail(p, "an element is not closed", open->name.data, open->name.size, open);
        }
        if (*at != '<') {
            at = read_text(p, at);
            if (!at) {
                return fail(p, "a character reference in the text of an element is malformed",
                            open->name.data, open->name.size, open);
            }
            continue;
        }
        if (limb__tiny_starts(&p->in, at, "</")) {
            at = close_element(p, at, &open);
            continue;
        }
        const markup kind = identify(p, at);
        if (kind == ELEMENT) {
            at = open_element(p, at, &open);
            continue;
        }
        const char *after = read_simple(p, kind, at);
        if (!after) return fail(p, "a declaration inside an element is malformed", at, 1, open);
        at = after;
    }
    return at;
}

// Reads a start tag into a new child of *open, which becomes the open element unless the
// tag is empty.
static const char *open_element(parser *p, const char *at, limb__tiny_element **open)
{
    limb__tiny_element *element = limb__arena_take_zero(p->arena, sizeof *element);
    if (!element) return NULL;
    if (++p->depth > LIMB__TINY_MAX_DEPTH)
        return fail(p, "elements are nested so deep that the stack overflows", at, 1, *open);
    at = read_start_tag(p, at, element);
    if (!at) return NULL;
    element->name_begin = (uint32_t)(element->name.data - p->in.text);

    limb__tiny_element *parent = *open;
    element->parent = parent;
    *(parent->last_child ? &parent->last_child->next : &parent->child) = element;
    parent->last_child = element;
    if (element->name.size == 8 && memcmp(element->name.data, "material", 8) == 0)
        p->doc->nmaterial++;
    if (at[-2] == '/') { // the tag ended in "/>"
        p->depth--;
    } else {
        *open = element;
    }
    return at;
}

// Returns the position after the '>' of the start tag.
static const char *read_start_tag(parser *p, const char *at, limb__tiny_element *element)
{
    const char *begin = at;
    at = limb__tiny_skip_space(&p->in, at + 1);
    at = limb__tiny_read_name(&p->in, at, &element->name);
    if (!at) return fail(p, "an element has no name", begin, 1, NULL);

    limb__tiny_attr **last = &element->attr;
    for (int nattr = 0;; nattr++) {
        at = limb__tiny_skip_space(&p->in, at);
        if (at >= p->in.end)
            return fail(p, "a start tag has no end", begin, (size_t)(p->in.end - begin), NULL);
        if (*at == '>' || limb__tiny_starts(&p->in, at, "/>")) {
            if (has_duplicate(p, element, nattr)) return NULL;
            return at + (*at == '>' ? 1 : 2);
        }
        if (*at == '/') return fail(p, "\"/\" is not followed by \">\"", at, 1, NULL);
        limb__tiny_attr *attr = limb__arena_take_zero(p->arena, sizeof *attr);
        if (!attr) return NULL;
        const char *after = read_attribute(p, at, attr);
        if (!after) return fail(p, "an attribute is not of the form name=\"value\"", at, 1, NULL);
        *last = attr;
        last = &attr->next;
        at = after;
    }
}

// Returns the position after the attribute; NULL if it is malformed or the last thing in the text.
static const char *read_attribute(parser *p, const char *at, limb__tiny_attr *attr)
{
    at = limb__tiny_skip_space(&p->in, at);
    at = limb__tiny_read_name(&p->in, at, &attr->name);
    if (!at) return NULL;
    at = limb__tiny_skip_space(&p->in, at);
    if (at >= p->in.end || *at != '=') return NULL;
    at = limb__tiny_skip_space(&p->in, at + 1);
    if (at >= p->in.end) return NULL;
    at = *at == '"' || *at == '\'' ? read_quoted(p, at, attr) : read_bare(p, at, attr);
    return at && at < p->in.end ? at : NULL;
}

static const char *read_quoted(parser *p, const char *at, limb__tiny_attr *attr)
{
    const char quote = *at++;
    const char *begin = at;
    bool encoded = false;
    attr->altered = false;
    while (at < p->in.end && *at != quote) {
        limb__tiny_char c;
        encoded = encoded || *at == '&';
        at = limb__tiny_read_char(&p->in, at, &c);
        if (!at) return NULL;
        attr->altered = attr->altered || c.altered;
    }
    if (at >= p->in.end) return NULL;
    attr->begin = (uint32_t)(begin - p->in.text);
    attr->size = (uint32_t)(at - begin);
    attr->value = encoded || attr->altered ? decode(p, begin, at) : (limb_text){begin, attr->size};
    return at + 1;
}

// Reads an unquoted value, which ends at white space, '/' or '>'; references in it are not decoded.
static const char *read_bare(parser *p, const char *at, limb__tiny_attr *attr)
{
    const char *begin = at;
    for (; at < p->in.end && !limb__tiny_is_space(*at) && *at != '/' && *at != '>'; at++)
        if (*at == '"' || *at == '\'') return NULL;
    attr->begin = (uint32_t)(begin - p->in.text);
    attr->size = (uint32_t)(at - begin);
    attr->value = (limb_text){begin, attr->size};
    attr->altered = false;
    return at;
}

// Decodes a value up to a NUL character. The result is never longer than the source.
static limb_text decode(parser *p, const char *begin, const char *end)
{
    char *text = limb__arena_take(p->arena, (size_t)(end - begin) + 1);
    if (!text) return (limb_text){"", 0};
    size_t size = 0;
    while (begin < end) {
        limb__tiny_char c;
        begin = limb__tiny_read_char(&p->in, begin, &c);
        memcpy(text + size, c.byte, (size_t)c.size);
        size += (size_t)c.size;
    }
    const char *nul = memchr(text, 0, size);
    return (limb_text){text, nul ? (size_t)(nul - text) : size};
}

static bool has_duplicate(parser *p, limb__tiny_element *element, int nattr)
{
    const limb__tiny_attr *second =
        nattr <= FEW ? find_duplicate(element) : find_duplicate_by_hash(p, element, nattr);
    if (second)
        fail(p, "an element has the same attribute twice", second->name.data, second->name.size,
             NULL);
    return second || p->arena->failed;
}

static const limb__tiny_attr *find_duplicate(const limb__tiny_element *element)
{
    for (const limb__tiny_attr *attr = element->attr; attr; attr = attr->next)
        for (const limb__tiny_attr *before = element->attr; before != attr; before = before->next)
            if (before->name.size == attr->name.size &&
                memcmp(before->name.data, attr->name.data, attr->name.size) == 0)
                return attr;
    return NULL;
}

static const limb__tiny_attr *find_duplicate_by_hash(parser *p, const limb__tiny_element *element,
                                                     int nattr)
{
    limb__names names;
    if (!limb__names_init(&names, p->arena, nattr)) return NULL;
    for (const limb__tiny_attr *attr = element->attr; attr; attr = attr->next)
        if (limb__names_add(&names, attr->name.data, attr->name.size, 0) >= 0) return attr;
    return NULL;
}

// Returns the position of the next '<', or the end; NULL after a malformed character reference.
static const char *read_text(parser *p, const char *at)
{
    while (at && at < p->in.end && *at != '<') {
        limb__tiny_char c;
        at = limb__tiny_read_char(&p->in, at, &c);
    }
    return at;
}

static const char *close_element(parser *p, const char *at, limb__tiny_element **open)
{
    const limb__tiny_element *element = *open;
    const char *begin = at;
    const limb_text name = element->name;
    at += 2;
    const bool same =
        (size_t)(p->in.end - at) >= name.size && memcmp(at, name.data, name.size) == 0;
    if (same) at = limb__tiny_skip_space(&p->in, at + name.size);
    if (!same || at >= p->in.end || *at != '>') {
        const char *end = read_to(p, begin, ">");
        return fail(p, "an end tag does not fit the element that is open", begin,
                    (size_t)(end - begin), element);
    }
    *open = element->parent;
    p->depth--;
    return at + 1;
}

// Records the error if it is the first. Returns NULL for the caller to return.
static const char *fail(parser *p, const char *message, const char *at, size_t size,
                        const limb__tiny_element *in)
{
    if (p->doc->error) return NULL;
    p->doc->error = message;
    p->doc->error_begin = (uint32_t)(at - p->in.text);
    p->doc->error_size = (uint32_t)size;
    p->doc->error_in = in;
    return NULL;
}
