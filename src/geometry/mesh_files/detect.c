// Detects mesh formats by the first bytes of a file.
//
// Names are not trusted: files called .stl hold OBJ and COLLADA called .dae is a web page. A test
// looks at the head alone, so that it costs the same for any file.
#include "geometry/mesh_files/mesh_format.h"

#include "base/text.h"

#include <string.h>

enum { STL_HEADER = 84, STL_FACET = 50, LOOK_AHEAD = 4096 };

static size_t text_begin(const limb__mesh_head *head);
static bool begins(const limb__mesh_head *head, const char *word);
static bool is_ply(const limb__mesh_head *head);
static bool is_vertex_line(const char *at, const char *end);
static bool has_nul(const limb__mesh_head *head);
static bool is_lfs_pointer(const limb__mesh_head *head);
static bool is_utf16(const limb__mesh_head *head);
static bool is_web_page(const limb__mesh_head *head);
static bool contains(const char *bytes, size_t size, const char *word);
static bool is_any_case(const char *bytes, const char *word, size_t size);

//---- formats -------------------------------------------------------------------------------------

// A length that fits the number of facets exactly is not a coincidence.
bool limb__is_binary_stl(const limb__mesh_head *head)
{
    if (head->nbyte < STL_HEADER || is_lfs_pointer(head) || begins(head, "glTF")) return false;
    uint32_t count;
    memcpy(&count, head->bytes + STL_HEADER - 4, 4);
    return head->size == STL_HEADER + (uint64_t)count * STL_FACET;
}

bool limb__is_glb(const limb__mesh_head *head)
{
    return begins(head, "glTF");
}

bool limb__is_ascii_stl(const limb__mesh_head *head)
{
    enum { NAME_AND_FIRST_FACET = 1024 };
    size_t at = 0;
    while (at < head->nbyte && (unsigned char)head->bytes[at] <= ' ' && head->bytes[at])
        at++;
    const char *const text = head->bytes + at;
    const size_t left = head->nbyte - at;
    if (left < 5 || !is_any_case(text, "solid", 5)) return false;
    const size_t size = left < NAME_AND_FIRST_FACET ? left : NAME_AND_FIRST_FACET;
    if (memchr(text, 0, size)) return false;
    for (size_t i = 0; i + 8 <= size; i++) {
        if (is_any_case(text + i, "facet", 5) || is_any_case(text + i, "endsolid", 8)) return true;
    }
    return false;
}

bool limb__is_ascii_ply(const limb__mesh_head *head)
{
    enum { FORMAT_LINE = 200 };
    const size_t size = head->nbyte < FORMAT_LINE ? head->nbyte : FORMAT_LINE;
    return is_ply(head) && contains(head->bytes, size, "ascii");
}

bool limb__is_binary_ply(const limb__mesh_head *head)
{
    return is_ply(head) && !limb__is_ascii_ply(head);
}

static bool is_ply(const limb__mesh_head *head)
{
    return head->nbyte >= 4 && begins(head, "ply") && (unsigned char)head->bytes[3] <= ' ';
}

bool limb__is_gltf(const limb__mesh_head *head)
{
    const size_t at = text_begin(head);
    return at < head->nbyte && head->bytes[at] == '{';
}

bool limb__is_dae(const limb__mesh_head *head)
{
    const size_t at = text_begin(head);
    const size_t left = head->nbyte - at;
    return left > 0 && head->bytes[at] == '<' &&
           contains(head->bytes + at, left < LOOK_AHEAD ? left : LOOK_AHEAD, "<COLLADA");
}

// A line "v number ..." among the first, and no NUL before it.
bool limb__is_obj(const limb__mesh_head *head)
{
    enum { LINES = 2000 };
    const char *at = head->bytes + text_begin(head);
    const char *const end = head->bytes + head->nbyte;
    if (is_lfs_pointer(head) || (at < end && *at == '<')) return false;
    for (int line = 0; line < LINES && at < end; line++) {
        if (is_vertex_line(at, end)) return true;
        const char *next = memchr(at, '\n', (size_t)(end - at));
        if (!next || memchr(at, 0, (size_t)(next - at))) return false;
        at = next + 1;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
    }
    return false;
}

static bool is_vertex_line(const char *at, const char *end)
{
    if (end - at < 3 || at[0] != 'v' || (at[1] != ' ' && at[1] != '\t')) return false;
    at += 2;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at < end && (*at == '-' || *at == '+' || *at == '.' || (*at >= '0' && *at <= '9'));
}

//---- broken files whose name says what they should be -------------------------------------------

bool limb__may_be_binary_stl(const limb__mesh_head *head)
{
    return head->nbyte > 0 && !is_lfs_pointer(head) && !is_utf16(head) && !is_web_page(head) &&
           !limb__may_be_ascii_stl(head);
}

bool limb__may_be_ascii_stl(const limb__mesh_head *head)
{
    return head->nbyte >= 6 && begins(head, "solid") && !has_nul(head);
}

bool limb__may_be_text(const limb__mesh_head *head)
{
    return head->nbyte > 0 && !has_nul(head) && !is_lfs_pointer(head) && !is_web_page(head);
}

bool limb__may_be_xml(const limb__mesh_head *head)
{
    const size_t at = text_begin(head);
    return at < head->nbyte && head->bytes[at] == '<' && !is_web_page(head);
}

//---- what is not a mesh --------------------------------------------------------------------------

const char *limb__mesh_not_a_mesh(const limb__mesh_head *head)
{
    if (head->size == 0) return "the file is empty";
    if (is_lfs_pointer(head))
        return "the file is a Git LFS pointer, not the mesh itself: run \"git lfs pull\"";
    if (is_utf16(head)) return "the file is UTF-16 text; convert it to UTF-8";
    if (is_web_page(head)) return "the file is a web page, not a mesh: the download went wrong";
    return "the file is not STL, OBJ, COLLADA, glTF or PLY";
}

// What a clone without Git LFS has in place of a large file.
static bool is_lfs_pointer(const limb__mesh_head *head)
{
    return limb__is_lfs_pointer(head->bytes, head->nbyte);
}

// A byte order mark, or text in which every other byte is NUL.
static bool is_utf16(const limb__mesh_head *head)
{
    const unsigned char *b = (const unsigned char *)head->bytes;
    if (head->nbyte < 4) return false;
    if ((b[0] == 0xff && b[1] == 0xfe) || (b[0] == 0xfe && b[1] == 0xff)) return true;
    const bool little = b[0] && !b[1] && b[2] && !b[3];
    const bool big = !b[0] && b[1] && !b[2] && b[3];
    return (little && b[0] < 128 && b[2] < 128 && b[0] >= ' ') ||
           (big && b[1] < 128 && b[3] < 128 && b[1] >= ' ');
}

static bool is_web_page(const limb__mesh_head *head)
{
    const size_t at = text_begin(head);
    const char *const text = head->bytes + at;
    const size_t left = head->nbyte - at;
    return (left >= 14 && is_any_case(text, "<!doctype", 9) && is_any_case(text + 10, "html", 4)) ||
           (left >= 5 && is_any_case(text, "<html", 5));
}

//---- bytes ---------------------------------------------------------------------------------------

// Where text begins: after a byte order mark and white space.
static size_t text_begin(const limb__mesh_head *head)
{
    size_t at = begins(head, "\xef\xbb\xbf") ? 3 : 0;
    while (at < head->nbyte && (unsigned char)head->bytes[at] <= ' ' && head->bytes[at])
        at++;
    return at;
}

static bool begins(const limb__mesh_head *head, const char *word)
{
    const size_t length = strlen(word);
    return head->nbyte >= length && memcmp(head->bytes, word, length) == 0;
}

static bool has_nul(const limb__mesh_head *head)
{
    const size_t size = head->nbyte < LOOK_AHEAD ? head->nbyte : LOOK_AHEAD;
    return size > 0 && memchr(head->bytes, 0, size) != NULL;
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
        const bool letter = word[i] >= 'a' && word[i] <= 'z';
        if ((letter ? bytes[i] | 32 : bytes[i]) != word[i]) return false;
    }
    return true;
}
