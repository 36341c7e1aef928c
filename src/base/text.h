// Growing text, and the few questions about strings that several rooms ask.
#ifndef LIMB_BASE_TEXT_H
#define LIMB_BASE_TEXT_H

#include "limb/base.h"

#include <string.h>

// A growing byte buffer. Failure to grow, for want of memory or beyond max_size, is remembered in
// `failed`; later calls do nothing.
typedef struct limb__builder {
    const limb_allocator *memory;
    char *data;
    size_t size;
    size_t capacity;
    size_t max_size; // bytes; 0: any number
    bool failed;
    bool is_too_long; // failed, because of max_size
} limb__builder;

void limb__builder_init(limb__builder *builder, const limb_allocator *memory);
void limb__builder_free(limb__builder *builder);
void limb__builder_bytes(limb__builder *builder, const void *bytes, size_t size);
void limb__builder_text(limb__builder *builder, const char *text);
void limb__builder_char(limb__builder *builder, char c);
void limb__builder_repeat(limb__builder *builder, char c, int count);
void limb__builder_number(limb__builder *builder, double value); // shortest form that reads back
void limb__builder_int(limb__builder *builder, long long value);
void limb__builder_json(limb__builder *builder, const char *text,
                        size_t size); // quoted, escaped, invalid UTF-8 replaced
void limb__builder_xml(limb__builder *builder, const char *text, size_t size,
                       char quote); // escaped for an attribute (quote) or text (0)
// For terminals and pictures: control characters as their pictures, bytes that are not UTF-8 and
// what would not be seen as U+FFFD, so that a file cannot send commands to the terminal.
void limb__builder_visible(limb__builder *builder, const char *text, size_t size);
void limb__builder_base64(limb__builder *builder, const void *bytes, size_t size);
const char *
limb__builder_nul(limb__builder *builder); // the text NUL-terminated, or "" after failure

// Inline: of a literal the compiler knows the size, and the bytes to compare with.
static inline bool limb__text_equal(limb_text text, const char *other)
{
    return text.size == strlen(other) && memcmp(text.data, other, text.size) == 0;
}

bool limb__is_space(char c);                                // XML white space: blank, tab, CR, LF
bool limb__has_substitution(const char *text, size_t size); // ${...} or $(...) of xacro in it
// Returns whether the text is the pointer file that a clone without Git LFS has instead of
// a large file.
bool limb__is_lfs_pointer(const char *text, size_t size);

// Edit distance with swaps (optimal string alignment), at most limit + 1. Case differences count
// half; result is in half steps. For did-you-mean: see limb__nearest.
int limb__edit_distance(const char *a, size_t a_size, const char *b, size_t b_size, int limit);
// The candidate that a reader would call a misspelling of text, or -1: near enough for its length.
int limb__nearest(const char *text, size_t size, const char *const *candidate, int count);

// Matches a name with a pattern of *, ? and [...], byte by byte; '/' is not treated specially.
bool limb__pattern_matches(limb_text pattern, limb_text name);

// Undoes %xx escapes of a URI into out, which has room for size bytes; returns the length. An
// escaped NUL, which would cut a path short, stays as written.
size_t limb__percent_decode(const char *text, size_t size, char *out);

// UTF-8: bytes of the code point at text (1..4), or 0 when it is not valid UTF-8 or an
// encoded surrogate.
int limb__utf8_decode(const char *text, const char *end, uint32_t *code_point);
int limb__utf8_encode(char out[4], uint32_t code_point);
// Returns the first byte that is not valid UTF-8, or NULL.
const char *limb__utf8_invalid(const char *text, const char *end);

#endif
