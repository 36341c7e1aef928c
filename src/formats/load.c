// Loading a mesh: tell the format from the content, let its reader fill a builder, finish.
#define _POSIX_C_SOURCE 200809L

#include "mesh/builder.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <string.h>

enum { STL_HEADER = 84, HEAD_SIZE = 4096 };

typedef struct ending {
    const char *text;
    limb_mesh_format format;
} ending;

// what a file of that name is expected to hold; binary and ASCII kinds stand for each other
static const ending known_ending[] = {
    {"stl", LIMB_MESH_FORMAT_STL},   {"obj", LIMB_MESH_FORMAT_OBJ}, {"dae", LIMB_MESH_FORMAT_DAE},
    {"gltf", LIMB_MESH_FORMAT_GLTF}, {"glb", LIMB_MESH_FORMAT_GLB}, {"ply", LIMB_MESH_FORMAT_PLY},
};

static void tell_unreadable(const char *path, const limb_mesh_opts *opts);
static limb_status load_file(limb_mesh **out, const char *path, const limb__file *file,
                             size_t max_bytes, const limb_mesh_opts *opts);
static bool is_plain_text(const char *head, size_t size);
static limb_status load_bytes(limb_mesh **out, limb_mesh_format format, const char *file,
                              const char *bytes, size_t size, const limb__file *stream,
                              const limb_mesh_opts *opts);
static limb_status read_format(limb__mesh_builder *b);
static limb_mesh_format detect(const char *file, const char *bytes, size_t size);
static bool is_lfs_pointer(const char *bytes, size_t size);
static bool is_binary_stl(const char *head, size_t size);
static limb_mesh_format detect_ascii_stl(const char *bytes, size_t size);
static bool looks_like_obj(const char *bytes, size_t size);
static limb_mesh_format format_of_ending(const char *file);
static limb_mesh_format ending_family(limb_mesh_format format);
static bool contains(const char *bytes, size_t size, const char *word);
static bool is_any_case(const char *bytes, const char *word, size_t size);

limb_status limb_mesh_load(limb_mesh **out, const char *path, const limb_mesh_opts *opts)
{
    static const size_t default_max_bytes = (size_t)1 << 30;
    *out = NULL;
    const limb_mesh_opts none = {0};
    if (!opts) opts = &none;
    const size_t max_bytes = opts->max_bytes ? opts->max_bytes : default_max_bytes;
    limb__file file;
    limb_status status = limb__file_open(&file, path);
    if (status != LIMB_OK) {
        tell_unreadable(path, opts);
        return status;
    }
    status = load_file(out, path, &file, max_bytes, opts);
    limb__file_close(&file);
    return status;
}

static void tell_unreadable(const char *path, const limb_mesh_opts *opts)
{
    limb__report_file(opts->report, path, LIMB_RULE_FILE_READ, 0, "cannot be read: %s",
                      strerror(errno));
}

static limb_status load_file(limb_mesh **out, const char *path, const limb__file *file,
                             size_t max_bytes, const limb_mesh_opts *opts)
{
    // some formats are read piece by piece
    char head[HEAD_SIZE];
    const size_t nhead = file->size < HEAD_SIZE ? file->size : HEAD_SIZE;
    if (file->regular && file->size <= max_bytes && limb__file_read_at(file, 0, head, nhead)) {
        if (is_binary_stl(head, file->size))
            return load_bytes(out, LIMB_MESH_FORMAT_STL, path, head, file->size, file, opts);
        if (is_plain_text(head, nhead) && detect("", head, nhead) == LIMB_MESH_FORMAT_OBJ)
            return load_bytes(out, LIMB_MESH_FORMAT_OBJ, path, NULL, file->size, file, opts);
    }

    const limb_allocator *memory = limb__memory(opts->memory);
    char *bytes;
    size_t size;
    limb_status status = limb__file_read_whole(file, memory, max_bytes, &bytes, &size);
    if (status == LIMB_ERROR_IO) tell_unreadable(path, opts);
    if (status == LIMB_ERROR_LIMIT) {
        limb__report_file(opts->report, path, LIMB_RULE_MESH_LIMIT, 0,
                          "the file is larger than %lu bytes", (unsigned long)max_bytes);
    }
    if (status != LIMB_OK) return status;
    limb__mesh_plain_text(bytes, size);
    status = load_bytes(out, detect(path, bytes, size), path, bytes, size, NULL, opts);
    limb__release(memory, bytes, size + 1);
    return status;
}

limb_status limb_mesh_parse(limb_mesh **out, const void *bytes, size_t size,
                            const limb_mesh_opts *opts)
{
    *out = NULL;
    limb_mesh_opts own = {0};
    if (opts) own = *opts;
    const limb_allocator *memory = limb__memory(own.memory);
    if (!own.read) own.skip_companions = true;
    if (own.max_bytes != 0 && size > own.max_bytes) {
        limb__report_file(own.report, own.file, LIMB_RULE_MESH_LIMIT, 0,
                          "the file is larger than %lu bytes", (unsigned long)own.max_bytes);
        return LIMB_ERROR_LIMIT;
    }
    const char *file = own.file ? own.file : "";
    if (is_binary_stl(bytes, size))
        return load_bytes(out, LIMB_MESH_FORMAT_STL, file, bytes, size, NULL, &own);
    // readers of text count on a NUL behind it
    char *copy = limb__allocate(memory, size + 1);
    if (!copy) return LIMB_ERROR_MEMORY;
    if (size > 0) memcpy(copy, bytes, size);
    copy[size] = 0;
    limb__mesh_plain_text(copy, size);
    const limb_mesh_format format = detect(file, copy, size);
    const limb_status status = load_bytes(out, format, file, copy, size, NULL, &own);
    limb__release(memory, copy, size + 1);
    return status;
}

// Whether limb__mesh_plain_text leaves a text of this head as it is.
static bool is_plain_text(const char *head, size_t size)
{
    return size > 0 && head[0] != '\xef' && memchr(head, '\n', size) != NULL;
}

void limb__mesh_plain_text(char *text, size_t size)
{
    const bool marked = size > 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    // the readers of XML and JSON know the mark
    if (marked && text[3] != '<' && text[3] != '{') memset(text, ' ', 3);
    if (memchr(text, '\n', size) || memchr(text, 0, size)) return;
    for (char *at = text; (at = memchr(at, '\r', size - (size_t)(at - text)));)
        *at = '\n';
}

const char *limb_mesh_format_name(limb_mesh_format format)
{
    switch (format) {
    case LIMB_MESH_FORMAT_STL:
        return "binary STL";
    case LIMB_MESH_FORMAT_STL_ASCII:
        return "ASCII STL";
    case LIMB_MESH_FORMAT_OBJ:
        return "OBJ";
    case LIMB_MESH_FORMAT_DAE:
        return "COLLADA";
    case LIMB_MESH_FORMAT_GLTF:
        return "glTF";
    case LIMB_MESH_FORMAT_GLB:
        return "GLB";
    case LIMB_MESH_FORMAT_PLY:
        return "binary PLY";
    case LIMB_MESH_FORMAT_PLY_ASCII:
        return "ASCII PLY";
    case LIMB_MESH_FORMAT_UNKNOWN:
        break;
    }
    return "unknown";
}

// With a stream, bytes are the header of a binary STL or NULL.
static limb_status load_bytes(limb_mesh **out, limb_mesh_format format, const char *file,
                              const char *bytes, size_t size, const limb__file *stream,
                              const limb_mesh_opts *opts)
{
    limb__mesh_builder b;
    limb__mesh_builder_init(&b, opts, file, bytes, size);
    b.stream = stream;
    b.format = format;
    const limb_mesh_format named = format_of_ending(file);
    if (named != LIMB_MESH_FORMAT_UNKNOWN && b.format != LIMB_MESH_FORMAT_UNKNOWN &&
        ending_family(b.format) != named) {
        limb__report_file(b.report, file, LIMB_RULE_MESH_ENDING, 0,
                          "the file's name ends as %s, its content is %s",
                          limb_mesh_format_name(named), limb_mesh_format_name(b.format));
    }
    limb_status status = read_format(&b);
    if (status == LIMB_OK && b.arena.failed) status = LIMB_ERROR_MEMORY;
    if (status == LIMB_OK) status = limb__mesh_finish(&b, out);
    limb__mesh_builder_free(&b);
    return status;
}

static limb_status read_format(limb__mesh_builder *b)
{
    switch (b->format) {
    case LIMB_MESH_FORMAT_STL:
        return limb__stl_read(b);
    case LIMB_MESH_FORMAT_STL_ASCII:
        b->is_text = true;
        return limb__stl_ascii_read(b);
    case LIMB_MESH_FORMAT_OBJ:
        b->is_text = true;
        return limb__obj_read(b);
    case LIMB_MESH_FORMAT_DAE:
        b->is_text = true;
        return limb__dae_read(b);
    case LIMB_MESH_FORMAT_GLTF:
        b->is_text = true;
        return limb__gltf_read(b);
    case LIMB_MESH_FORMAT_GLB:
        return limb__gltf_read(b);
    case LIMB_MESH_FORMAT_PLY:
        return limb__ply_read(b);
    case LIMB_MESH_FORMAT_PLY_ASCII:
        b->is_text = true;
        return limb__ply_read(b);
    case LIMB_MESH_FORMAT_UNKNOWN:
        break;
    }
    limb__report_file(
        b->report, b->source.file, LIMB_RULE_MESH_FORMAT, 0, "%s",
        b->source.size == 0 ? "the file is empty"
        : is_lfs_pointer(b->source.text, b->source.size)
            ? "the file is a pointer of Git LFS, not the mesh: git lfs pull fetches it"
            : "the file is not STL, OBJ, COLLADA, glTF or PLY");
    return LIMB_ERROR_INPUT;
}

//---- which format --------------------------------------------------------------------------------

static limb_mesh_format detect(const char *file, const char *bytes, size_t size)
{
    if (is_binary_stl(bytes, size)) return LIMB_MESH_FORMAT_STL;
    if (is_lfs_pointer(bytes, size)) return LIMB_MESH_FORMAT_UNKNOWN;
    if (size >= 4 && memcmp(bytes, "glTF", 4) == 0) return LIMB_MESH_FORMAT_GLB;
    const limb_mesh_format stl = detect_ascii_stl(bytes, size);
    if (stl != LIMB_MESH_FORMAT_UNKNOWN) return stl;
    if (size >= 4 && memcmp(bytes, "ply", 3) == 0 && (unsigned char)bytes[3] <= ' ')
        return contains(bytes, size < 200 ? size : 200, "ascii") ? LIMB_MESH_FORMAT_PLY_ASCII
                                                                 : LIMB_MESH_FORMAT_PLY;

    // text: the first byte that is not white space tells
    size_t at = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < size && (unsigned char)bytes[at] <= ' ' && bytes[at])
        at++;
    const size_t head = size - at < 4096 ? size - at : 4096;
    if (at < size && bytes[at] == '{') return LIMB_MESH_FORMAT_GLTF;
    if (at < size && bytes[at] == '<') {
        const bool dae = contains(bytes + at, head, "<COLLADA");
        return dae || format_of_ending(file) == LIMB_MESH_FORMAT_DAE ? LIMB_MESH_FORMAT_DAE
                                                                     : LIMB_MESH_FORMAT_UNKNOWN;
    }
    if (looks_like_obj(bytes + at, size - at)) return LIMB_MESH_FORMAT_OBJ;
    // broken files of a known ending get that reader's explanation
    const limb_mesh_format named = format_of_ending(file);
    const bool binary = size > 0 && memchr(bytes, 0, size < 4096 ? size : 4096) != NULL;
    if (named == LIMB_MESH_FORMAT_STL && size > 0)
        return binary || size < 6 || memcmp(bytes, "solid", 5) != 0 ? LIMB_MESH_FORMAT_STL
                                                                    : LIMB_MESH_FORMAT_STL_ASCII;
    if (named == LIMB_MESH_FORMAT_OBJ && size > 0 && !binary) return LIMB_MESH_FORMAT_OBJ;
    return LIMB_MESH_FORMAT_UNKNOWN;
}

// What a clone without Git LFS holds in place of a large file.
static bool is_lfs_pointer(const char *bytes, size_t size)
{
    static const char begin[] = "version https://git-lfs";
    return size >= sizeof begin - 1 && memcmp(bytes, begin, sizeof begin - 1) == 0;
}

// The exact length of a binary STL is no accident. Only the file's head is looked at.
static bool is_binary_stl(const char *head, size_t size)
{
    enum { FACET = 50 };
    if (size < STL_HEADER || is_lfs_pointer(head, size) || memcmp(head, "glTF", 4) == 0)
        return false;
    uint32_t count;
    memcpy(&count, head + STL_HEADER - 4, 4);
    return size == STL_HEADER + (uint64_t)count * FACET;
}

static limb_mesh_format detect_ascii_stl(const char *bytes, size_t size)
{
    enum { LOOK_AHEAD = 1024 };
    size_t at = 0;
    while (at < size && (unsigned char)bytes[at] <= ' ' && bytes[at])
        at++;
    if (size - at < 5 || !is_any_case(bytes + at, "solid", 5)) return LIMB_MESH_FORMAT_UNKNOWN;
    const size_t head = size - at < LOOK_AHEAD ? size - at : LOOK_AHEAD;
    if (memchr(bytes + at, 0, head)) return LIMB_MESH_FORMAT_UNKNOWN;
    bool ascii = false;
    for (size_t i = 0; i + 8 <= head && !ascii; i++) {
        const char *word = bytes + at + i;
        ascii = is_any_case(word, "facet", 5) || is_any_case(word, "endsolid", 8);
    }
    return ascii ? LIMB_MESH_FORMAT_STL_ASCII : LIMB_MESH_FORMAT_UNKNOWN;
}

// A line "v number ..." among the first, and no NUL before it.
static bool looks_like_obj(const char *bytes, size_t size)
{
    enum { LINES = 2000 };
    const char *at = bytes;
    const char *const end = bytes + size;
    for (int line = 0; line < LINES && at < end; line++) {
        if (end - at > 2 && at[0] == 'v' && (at[1] == ' ' || at[1] == '\t')) {
            at += 2;
            while (at < end && (*at == ' ' || *at == '\t'))
                at++;
            if (at < end && (*at == '-' || *at == '+' || *at == '.' || (*at >= '0' && *at <= '9')))
                return true;
        }
        const char *next = memchr(at, '\n', (size_t)(end - at));
        if (!next) return false;
        if (memchr(at, 0, (size_t)(next - at))) return false;
        at = next + 1;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
    }
    return false;
}

static limb_mesh_format format_of_ending(const char *file)
{
    const char *dot = strrchr(file, '.');
    if (!dot) return LIMB_MESH_FORMAT_UNKNOWN;
    for (size_t i = 0; i < sizeof known_ending / sizeof known_ending[0]; i++) {
        const char *text = known_ending[i].text;
        const size_t length = strlen(text);
        if (strlen(dot + 1) == length && is_any_case(dot + 1, text, length))
            return known_ending[i].format;
    }
    return LIMB_MESH_FORMAT_UNKNOWN;
}

static limb_mesh_format ending_family(limb_mesh_format format)
{
    if (format == LIMB_MESH_FORMAT_STL_ASCII) return LIMB_MESH_FORMAT_STL;
    if (format == LIMB_MESH_FORMAT_PLY_ASCII) return LIMB_MESH_FORMAT_PLY;
    return format;
}

static bool contains(const char *bytes, size_t size, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++) {
        if (bytes[i] == word[0] && memcmp(bytes + i, word, length) == 0) return true;
    }
    return false;
}

// The word is in lower case.
static bool is_any_case(const char *bytes, const char *word, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if ((bytes[i] | 32) != word[i]) return false;
    }
    return true;
}
