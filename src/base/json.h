// JSON (RFC 8259): parses text to a flat array of values, each with its location in the text.
//
// The text is neither changed nor copied; it must outlive the document. Values of 24 bytes are in
// document order: the elements of an array follow it, and so do the members of an object, each as
// its key (a string) and its value. Strings without escapes are slices of the text.
//
// Where the standard leaves a choice: a byte order mark is skipped; of members with equal keys the
// last one counts, as in JavaScript and Python; an unpaired escaped surrogate becomes U+FFFD; a
// number too large for a double is infinite.
#ifndef LIMB_BASE_JSON_H
#define LIMB_BASE_JSON_H

#include "base/arena.h"

typedef enum limb__json_kind {
    LIMB__JSON_NULL,
    LIMB__JSON_FALSE,
    LIMB__JSON_TRUE,
    LIMB__JSON_NUMBER,
    LIMB__JSON_STRING,
    LIMB__JSON_ARRAY,
    LIMB__JSON_OBJECT
} limb__json_kind;

typedef struct limb__json {
    uint32_t kind;   // limb__json_kind
    uint32_t offset; // of the first byte in the text
    uint32_t size;   // bytes in the text, quotes and brackets included
    uint32_t count;  // elements of an array, members of an object, bytes of a string's text
    union {
        double number;
        const char *text; // decoded UTF-8, not NUL-terminated; may contain NUL
        uint32_t extent;  // of an array or object: values from it to the last one inside it
    } as;
} limb__json;

typedef struct limb__json_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    int max_depth;  // nesting of arrays and objects; default 1000
    bool any_bytes; // accept strings that are not valid UTF-8
} limb__json_opts;

typedef struct limb__json_document {
    const limb_allocator *memory;
    limb__json *value; // the root first; NULL after failure
    int count;
    int capacity;
    limb__arena arena; // texts of strings with escapes

    // after LIMB_ERROR_INPUT and LIMB_ERROR_LIMIT: the offset of the first offending byte
    // and a phrase
    size_t error_offset;
    const char *error;
} limb__json_document;

// Takes time linear in the size of the text and at most 48 bytes of memory for each of its bytes
// (24 for each value, doubled while the array grows). Free the document whatever the status is.
limb_status limb__json_parse(limb__json_document *doc, const char *text, size_t size,
                             const limb__json_opts *opts);
void limb__json_free(limb__json_document *doc);

// ---- accessors; all of them accept NULL for a missing value

bool limb__json_is(const limb__json *value, limb__json_kind kind);
// The first element of an array, or key of an object; NULL if it is empty or neither of these.
const limb__json *limb__json_first(const limb__json *container);
// The element (or key, or member's value) after this one; NULL after the last.
const limb__json *limb__json_next(const limb__json *container, const limb__json *value);
// Elements of an array or members of an object, 0 for anything else.
int limb__json_count(const limb__json *value);
// Returns an element of an array by walking over those before it.
const limb__json *limb__json_at(const limb__json *array, int index);
// Returns the member's value by comparing all keys; NULL if there is none, or if this is
// not an object.
const limb__json *limb__json_find(const limb__json *object, const char *name);

// Returns a number without a fraction, clamped to the range of int; otherwise the default.
int limb__json_int(const limb__json *value, int absent);
double limb__json_number(const limb__json *value, double absent);
// Reads up to count numbers of an array, until one element is not a number; returns how many.
int limb__json_numbers(const limb__json *array, double *out, int count);
// The text of a string; data is NULL for other values.
limb_text limb__json_text(const limb__json *value);

#endif
