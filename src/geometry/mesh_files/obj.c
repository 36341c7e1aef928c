// OBJ: lines of vertices, faces and material names.
//
// Faces may have any number of corners, each "v", "v/t", "v//n" or "v/t/n", counted from 1 or
// backwards from -1. usemtl, o and g begin parts. Materials come from the libraries named by
// mtllib; a missing library leaves its materials white, with a finding.
#include "geometry/mesh_files/obj.h"

#include "base/memory.h"
#include "geometry/mesh_files/window.h"

#include <string.h>

enum { MAX_LIBRARIES = 1000 }; // of materials; further ones are not read

static limb_status expect_usual(limb__mesh_builder *b);
static limb_status read_lines(limb__obj *o);
static const char *find_end(const char *line, const char *end);
static const char *find_continued_end(const char *line, const char *line_end, const char *end);
static limb_status read_line(limb__obj *o, const char *line, const char *line_end);
static limb_status read_vertex(limb__obj *o, const char *at, const char *line_end);
static limb_status read_color(limb__obj *o, const char *at, const char *line_end);
static limb_status read_normal(limb__obj *o, const char *at, const char *line_end);
static limb_status read_texcoord(limb__obj *o, const char *at, const char *line_end);
static const char *read_floats(limb__obj *o, const char *at, const char *line_end, float *value,
                               int count, const char *what);
static limb_status read_face(limb__obj *o, const char *at, const char *line_end);
static const char *read_corner(limb__obj *o, const char *at, const char *line_end,
                               limb__corner *corner);
static uint32_t attribute_index(limb__obj *o, int64_t written, int count, const char *at);
static limb_status begin_group(limb__obj *o, const char *at, const char *line_end);
static limb_status use_material(limb__obj *o, const char *at, const char *line_end);
static limb_status read_libraries(limb__obj *o, const char *at, const char *line_end);
static limb_status read_library(limb__obj *o, limb_text name, bool report);
static limb_text next_word(limb_text *rest);
static const char *skip_blank(const char *at, const char *line_end);
static bool begins(const char *line, const char *line_end, const char *word, size_t size);

limb_status limb__obj_read(limb__mesh_builder *b)
{
    limb__obj o = {.b = b, .group = "", .material = -1};
    limb_status status = limb__pieces_begin(&o.piece, b);
    if (status == LIMB_OK) status = expect_usual(b);
    if (status == LIMB_OK) status = read_lines(&o);
    limb__pieces_end(&o.piece);
    limb__release(b->memory, o.corner, (size_t)o.corner_capacity * sizeof *o.corner);
    limb__release(b->memory, o.library, (size_t)o.library_capacity * sizeof *o.library);
    // colors count only when every vertex has one
    if (b->color.count != b->position.count) b->color.count = 0;
    return status;
}

// Room as files of this size mostly need it: blocks that grow are moved less often. That of the
// corners becomes the mesh, with its vertices after the indices.
static limb_status expect_usual(limb__mesh_builder *b)
{
    enum { TEXT_OF_ROW = 128, TEXT_OF_WORD = 12, MAX_WORDS = INT32_MAX / 4 };
    const size_t words = b->source.size / TEXT_OF_WORD;
    const int nrow = (int)(b->source.size / TEXT_OF_ROW);
    return limb__mesh_reserve_floats(b, &b->position, nrow, 3) &&
                   limb__mesh_reserve_floats(b, &b->normal, nrow, 3) &&
                   limb__mesh_reserve_corners(b, &b->corner_position,
                                              words < MAX_WORDS ? (int)words : MAX_WORDS)
               ? LIMB_OK
               : LIMB_ERROR_MEMORY;
}

static limb_status read_lines(limb__obj *o)
{
    const limb__obj_reader *reader = limb__obj_reader_of(o->b->isa);
    limb_status status = LIMB_OK;
    for (const char *line = o->piece.text; status == LIMB_OK;) {
        line = reader->read_common(o, line, &status);
        const bool is_last = limb__pieces_is_last(&o->piece);
        if (status != LIMB_OK || (is_last && line >= o->piece.end)) break;
        const char *const line_end = find_end(line, o->piece.end);
        // near the end of a piece a line may be broken, or common and only without room after it
        if (!is_last && o->piece.end - line_end < LIMB__WINDOW_ROOM) {
            status = limb__pieces_read_on(&o->piece, &line);
            continue;
        }
        status = read_line(o, limb__scan_blank(line, line_end), line_end);
        line = line_end + 1;
    }
    return status;
}

static const char *find_end(const char *line, const char *end)
{
    const char *line_end = limb__scan_line(line, end);
    const bool odd =
        line_end > line && line_end < end && (line_end[-1] == '\\' || line_end[-1] == '\r');
    return odd ? find_continued_end(line, line_end, end) : line_end;
}

// A backslash before the line's end joins it with the next.
static const char *find_continued_end(const char *line, const char *line_end, const char *end)
{
    for (;;) {
        const char *last = line_end - 1;
        if (*last == '\r' && last > line) last--;
        if (line_end == end || *last != '\\') return line_end;
        line_end = limb__scan_line(line_end + 1, end);
    }
}

static limb_status read_line(limb__obj *o, const char *line, const char *line_end)
{
    const ptrdiff_t size = line_end - line;
    if (size < 2) return LIMB_OK;
    const bool blank = line[1] == ' ' || line[1] == '\t';
    switch (line[0]) {
    case 'v':
        if (blank) return read_vertex(o, line + 2, line_end);
        if (size > 2 && line[1] == 'n') return read_normal(o, line + 2, line_end);
        if (size > 2 && line[1] == 't') return read_texcoord(o, line + 2, line_end);
        return LIMB_OK;
    case 'f':
        return blank ? read_face(o, line + 2, line_end) : LIMB_OK;
    case 'l':
    case 'p':
        o->b->nskipped += blank;
        return LIMB_OK;
    case 'o':
    case 'g':
        return blank ? begin_group(o, line + 2, line_end) : LIMB_OK;
    case 'u':
        return begins(line, line_end, "usemtl", 6) ? use_material(o, line + 6, line_end) : LIMB_OK;
    case 'm':
        return begins(line, line_end, "mtllib", 6) ? read_libraries(o, line + 6, line_end)
                                                   : LIMB_OK;
    default:
        return LIMB_OK;
    }
}

//---- attributes ----------------------------------------------------------------------------------

static limb_status read_vertex(limb__obj *o, const char *at, const char *line_end)
{
    float value[3];
    at = read_floats(o, at, line_end, value, 3, "a vertex");
    if (!at) return LIMB_ERROR_INPUT;
    if (!limb__mesh_add_position(o->b, value[0], value[1], value[2])) return LIMB_ERROR_MEMORY;
    at = limb__scan_blank(at, line_end);
    return at < line_end ? read_color(o, at, line_end) : LIMB_OK;
}

// Some writers put red, green and blue after a vertex; a single number there is a weight.
static limb_status read_color(limb__obj *o, const char *at, const char *line_end)
{
    uint8_t rgba[4] = {0, 0, 0, 255};
    for (int k = 0; k < 3; k++) {
        float value;
        at = limb__scan_float(limb__scan_blank(at, line_end), o->piece.end, &value);
        if (!at || at > line_end || !(value >= 0 && value <= 1)) return LIMB_OK;
        rgba[k] = (uint8_t)(value * 255 + 0.5f);
    }
    limb__corner_stream *color = &o->b->color;
    if (color->count != o->b->position.count - 1) return LIMB_OK;
    if (!limb__mesh_reserve_corners(o->b, color, 1)) return LIMB_ERROR_MEMORY;
    memcpy(&color->value[color->count++], rgba, 4);
    return LIMB_OK;
}

static limb_status read_normal(limb__obj *o, const char *at, const char *line_end)
{
    float value[3];
    at = read_floats(o, at, line_end, value, 3, "a normal");
    if (!at) return LIMB_ERROR_INPUT;
    return limb__mesh_add_normal(o->b, value[0], value[1], value[2]) ? LIMB_OK : LIMB_ERROR_MEMORY;
}

static limb_status read_texcoord(limb__obj *o, const char *at, const char *line_end)
{
    float u, v = 0;
    at = read_floats(o, at, line_end, &u, 1, "a texture coordinate");
    if (!at) return LIMB_ERROR_INPUT;
    if (!limb__scan_float(limb__scan_blank(at, line_end), line_end, &v)) v = 0;
    return limb__mesh_add_texcoord(o->b, u, 1 - v) ? LIMB_OK : LIMB_ERROR_MEMORY;
}

static const char *read_floats(limb__obj *o, const char *at, const char *line_end, float *value,
                               int count, const char *what)
{
    for (int k = 0; k < count; k++) {
        at = skip_blank(at, line_end);
        // reading up to the piece's end is faster; a number cannot reach over a line's end
        const char *after = at < line_end ? limb__scan_float(at, o->piece.end, &value[k]) : NULL;
        if (!after) {
            limb__mesh_broken(o->b, limb__pieces_offset(&o->piece, at), "%s needs %d numbers", what,
                              count);
            return NULL;
        }
        at = after;
    }
    return at;
}

//---- faces ---------------------------------------------------------------------------------------

static limb_status read_face(limb__obj *o, const char *at, const char *line_end)
{
    int count = 0;
    for (;;) {
        at = skip_blank(at, line_end);
        if (at >= line_end || *at == '#') break;
        if (count == o->corner_capacity &&
            !limb__grow(o->b->memory, (void **)&o->corner, &o->corner_capacity, count + 1,
                        sizeof *o->corner))
            return LIMB_ERROR_MEMORY;
        at = read_corner(o, at, line_end, &o->corner[count++]);
        if (!at) return LIMB_ERROR_INPUT;
    }
    return limb__mesh_add_polygon(o->b, o->corner, count);
}

// Numbers are read up to the piece's end, which is faster: they cannot reach over a line's end.
static const char *read_corner(limb__obj *o, const char *at, const char *line_end,
                               limb__corner *corner)
{
    const char *const begin = at;
    int64_t index;
    at = limb__scan_int(at, o->piece.end, &index);
    const int count = o->b->position.count;
    if (at && index < 0) index += count + 1;
    if (!at || index < 1 || index > count) {
        limb__mesh_broken(o->b, limb__pieces_offset(&o->piece, begin),
                          at ? "a face refers to a vertex that does not exist"
                             : "a face's corner is not a number");
        return NULL;
    }
    corner->position = (uint32_t)(index - 1);
    corner->normal = corner->texcoord = LIMB__CORNER_NONE;
    if (at == line_end || *at != '/') return at;
    at++;
    if (at < line_end && *at != '/') {
        const char *after = limb__scan_int(at, o->piece.end, &index);
        if (!after) return at;
        corner->texcoord = attribute_index(o, index, o->b->texcoord.count, at);
        at = after;
    }
    if (at == line_end || *at != '/') return at;
    at++;
    const char *after = at < line_end ? limb__scan_int(at, o->piece.end, &index) : NULL;
    if (!after) return at;
    corner->normal = attribute_index(o, index, o->b->normal.count, at);
    return after;
}

// A wrong reference to a normal or texture coordinate loses only that.
static uint32_t attribute_index(limb__obj *o, int64_t written, int count, const char *at)
{
    const int64_t index = written < 0 ? written + count : written - 1;
    if (index >= 0 && index < count) return (uint32_t)index;
    if (!o->bad_attribute_reported) {
        o->bad_attribute_reported = true;
        limb__mesh_skipped(o->b, limb__pieces_offset(&o->piece, at),
                           "a face refers to a normal or texture coordinate that does not exist");
    }
    return LIMB__CORNER_NONE;
}

//---- groups and materials ------------------------------------------------------------------------

static limb_status begin_group(limb__obj *o, const char *at, const char *line_end)
{
    const limb_text name = limb__scan_words(at, line_end);
    o->group = limb__arena_copy_text(&o->b->arena, name.data, name.size);
    if (!o->group || !limb__mesh_begin_part(o->b, o->group, o->material)) return LIMB_ERROR_MEMORY;
    return LIMB_OK;
}

static limb_status use_material(limb__obj *o, const char *at, const char *line_end)
{
    const limb_text name = limb__scan_words(at, line_end);
    int material = limb__mesh_find_material(o->b, name.data, name.size);
    if (material == -1) {
        const char *copy = limb__arena_copy_text(&o->b->arena, name.data, name.size);
        if (copy) material = limb__mesh_add_material(o->b, copy);
        // until a library describes it
        if (material >= 0) o->b->material[material].undescribed = true;
    }
    if (material < 0) return LIMB_ERROR_MEMORY;
    o->material = material;
    return limb__mesh_begin_part(o->b, o->group, material) ? LIMB_OK : LIMB_ERROR_MEMORY;
}

// The rest of the line is one file's name, blanks and all, perhaps in quotes; or several names,
// where there is no such file and the first word ends as a library's name does.
static limb_status read_libraries(limb__obj *o, const char *at, const char *line_end)
{
    limb_text name = limb__scan_words(at, line_end);
    if (name.size > 1 && name.data[0] == '"' && name.data[name.size - 1] == '"')
        name = (limb_text){name.data + 1, name.size - 2};
    limb_status status = read_library(o, name, false);
    if (status != LIMB_ERROR_IO) return status;
    limb_text rest = name;
    limb_text word = next_word(&rest);
    const bool several =
        word.size > 4 && word.size < name.size && memcmp(word.data + word.size - 4, ".mtl", 4) == 0;
    if (!several) status = read_library(o, name, true);
    for (; several && word.size > 0 && status != LIMB_ERROR_MEMORY; word = next_word(&rest))
        status = read_library(o, word, true);
    return status == LIMB_ERROR_IO ? LIMB_OK : status;
}

// LIMB_ERROR_IO: there is no such file; with `report` a finding says so.
static limb_status read_library(limb__obj *o, limb_text name, bool report)
{
    // some writers name their library before every object; it is read once
    const uint64_t hash = limb__hash_text(name.data, name.size);
    for (int i = 0; i < o->nlibrary; i++) {
        if (o->library[i] == hash) return LIMB_OK;
    }
    if (o->nlibrary == MAX_LIBRARIES) return LIMB_OK;
    const char *uri = limb__arena_copy_text(&o->b->arena, name.data, name.size);
    if (!uri) return LIMB_ERROR_MEMORY;
    char *text;
    size_t size;
    const limb_status status = report ? limb__mesh_read_companion(o->b, uri, &text, &size)
                                      : limb__mesh_try_companion(o->b, uri, &text, &size);
    if (status == LIMB_OK || (status == LIMB_ERROR_IO && report)) {
        if (!limb__grow(o->b->memory, (void **)&o->library, &o->library_capacity, o->nlibrary + 1,
                        sizeof *o->library)) {
            if (status == LIMB_OK) limb__release(o->b->memory, text, size + 1);
            return LIMB_ERROR_MEMORY;
        }
        o->library[o->nlibrary++] = hash;
    }
    if (status != LIMB_OK) return status;
    limb__mesh_plain_text(text, size);
    const limb_status read = limb__mtl_read(o->b, text, size);
    limb__release(o->b->memory, text, size + 1);
    return read;
}

static limb_text next_word(limb_text *rest)
{
    const char *const end = rest->data + rest->size;
    const char *at = limb__scan_blank(rest->data, end);
    const char *stop = at;
    while (stop < end && *stop != ' ' && *stop != '\t')
        stop++;
    *rest = (limb_text){stop, (size_t)(end - stop)};
    return (limb_text){at, (size_t)(stop - at)};
}

// Also over a backslash that joins the line with the next.
static const char *skip_blank(const char *at, const char *line_end)
{
    at = limb__scan_blank(at, line_end);
    while (at < line_end && *at == '\\')
        at = limb__scan_space(at + 1, line_end);
    return at;
}

static bool begins(const char *line, const char *line_end, const char *word, size_t size)
{
    return (size_t)(line_end - line) > size && memcmp(line, word, size) == 0 &&
           (line[size] == ' ' || line[size] == '\t');
}
