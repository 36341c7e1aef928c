// PLY headers: lines that name elements and their properties.
#include "geometry/mesh_files/ply.h"

#include "geometry/mesh_files/scan.h"

#include <string.h>

static limb_status read_line(limb__mesh_builder *b, limb__ply_header *h, const char *line,
                             const char *line_end, bool *ended);
static void read_comment(limb__ply_header *h, const char *at, const char *line_end);
static limb_status read_format(limb__mesh_builder *b, limb__ply_header *h, const char *at,
                               const char *line_end);
static limb_status read_element(limb__mesh_builder *b, limb__ply_header *h, const char *at,
                                const char *line_end);
static limb_status read_property(limb__mesh_builder *b, limb__ply_header *h, const char *at,
                                 const char *line_end);
static limb__ply_type type_of(limb_text word);
static limb_text next_word(const char **at, const char *end);
static bool is(limb_text word, const char *text);

limb_status limb__ply_read_header(limb__mesh_builder *b, limb__ply_header *h)
{
    memset(h, 0, sizeof *h);
    const char *const end = b->source.text + b->source.size;
    const char *line = b->source.text;
    bool ended = false;
    limb_status status = LIMB_OK;
    while (!ended && status == LIMB_OK) {
        const char *line_end = limb__scan_line(line, end);
        if (line_end == end)
            return limb__mesh_broken(b, b->source.size, "the header has no end_header");
        status = read_line(b, h, line, line_end, &ended);
        line = line_end + 1;
    }
    h->data = line;
    if (status == LIMB_OK && !h->has_format)
        return limb__mesh_broken(b, 0, "the header has no format line");
    return status;
}

static limb_status read_line(limb__mesh_builder *b, limb__ply_header *h, const char *line,
                             const char *line_end, bool *ended)
{
    const char *at = line;
    const limb_text word = next_word(&at, line_end);
    if (is(word, "format")) return read_format(b, h, at, line_end);
    if (is(word, "element")) return read_element(b, h, at, line_end);
    if (is(word, "property")) return read_property(b, h, at, line_end);
    if (is(word, "comment")) read_comment(h, at, line_end);
    if (is(word, "end_header")) *ended = true;
    const bool known =
        *ended || word.size == 0 || is(word, "ply") || is(word, "comment") || is(word, "obj_info");
    if (!known)
        limb__mesh_skipped(b, (size_t)(line - b->source.text),
                           "unknown PLY header keyword; the line is ignored");
    return LIMB_OK;
}

// "comment TextureFile name", as MeshLab and others write it; the first counts.
static void read_comment(limb__ply_header *h, const char *at, const char *line_end)
{
    if (!is(next_word(&at, line_end), "TextureFile") || h->picture.size > 0) return;
    h->picture = limb__scan_words(at, line_end);
}

static limb_status read_format(limb__mesh_builder *b, limb__ply_header *h, const char *at,
                               const char *line_end)
{
    const limb_text name = next_word(&at, line_end);
    h->has_format = true;
    h->ascii = is(name, "ascii");
    h->big_endian = is(name, "binary_big_endian");
    b->format = h->ascii ? LIMB_MESH_FORMAT_PLY_ASCII : LIMB_MESH_FORMAT_PLY;
    b->is_text = h->ascii;
    if (h->ascii || h->big_endian || is(name, "binary_little_endian")) return LIMB_OK;
    return limb__mesh_broken(b, (size_t)(name.data - b->source.text), "the format is not known");
}

static limb_status read_element(limb__mesh_builder *b, limb__ply_header *h, const char *at,
                                const char *line_end)
{
    limb__ply_element e = {.name = next_word(&at, line_end), .first = h->nproperty};
    const limb_text count = next_word(&at, line_end);
    if (!limb__scan_int(count.data, count.data + count.size, &e.count) || e.count < 0)
        return limb__mesh_broken(b, (size_t)(count.data - b->source.text),
                                 "an element has no count");
    if (h->nelement == LIMB__PLY_MAX_ELEMENTS)
        return limb__mesh_broken(b, (size_t)(e.name.data - b->source.text),
                                 "there are more than %d elements", LIMB__PLY_MAX_ELEMENTS);
    h->element[h->nelement++] = e;
    return LIMB_OK;
}

static limb_status read_property(limb__mesh_builder *b, limb__ply_header *h, const char *at,
                                 const char *line_end)
{
    limb__ply_property p = {.count = LIMB__PLY_NONE};
    limb_text word = next_word(&at, line_end);
    const size_t offset = (size_t)(word.data - b->source.text);
    const bool list = is(word, "list");
    if (list) {
        p.count = type_of(next_word(&at, line_end));
        word = next_word(&at, line_end);
    }
    p.type = type_of(word);
    p.name = next_word(&at, line_end);
    const bool whole = !list || (p.count != LIMB__PLY_NONE && p.count < LIMB__PLY_F32);
    if (p.type == LIMB__PLY_NONE || !whole || h->nelement == 0)
        return limb__mesh_broken(b, offset, "a property has no known type");
    if (h->nproperty == LIMB__PLY_MAX_PROPERTIES)
        return limb__mesh_broken(b, offset, "there are more than %d properties",
                                 LIMB__PLY_MAX_PROPERTIES);
    h->property[h->nproperty++] = p;
    h->element[h->nelement - 1].nproperty++;
    return LIMB_OK;
}

static limb__ply_type type_of(limb_text word)
{
    static const struct {
        const char *name;
        limb__ply_type type;
    } known[] = {{"char", LIMB__PLY_I8},    {"int8", LIMB__PLY_I8},     {"uchar", LIMB__PLY_U8},
                 {"uint8", LIMB__PLY_U8},   {"short", LIMB__PLY_I16},   {"int16", LIMB__PLY_I16},
                 {"ushort", LIMB__PLY_U16}, {"uint16", LIMB__PLY_U16},  {"int", LIMB__PLY_I32},
                 {"int32", LIMB__PLY_I32},  {"uint", LIMB__PLY_U32},    {"uint32", LIMB__PLY_U32},
                 {"float", LIMB__PLY_F32},  {"float32", LIMB__PLY_F32}, {"double", LIMB__PLY_F64},
                 {"float64", LIMB__PLY_F64}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (is(word, known[i].name)) return known[i].type;
    }
    return LIMB__PLY_NONE;
}

static limb_text next_word(const char **at, const char *end)
{
    const char *begin = limb__scan_blank(*at, end);
    const char *stop = begin;
    while (stop < end && (unsigned char)*stop > ' ')
        stop++;
    *at = stop;
    return (limb_text){begin, (size_t)(stop - begin)};
}

static bool is(limb_text word, const char *text)
{
    return word.size == strlen(text) && memcmp(word.data, text, word.size) == 0;
}
