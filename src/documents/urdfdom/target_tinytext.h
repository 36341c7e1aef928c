// The characters of TinyXML 2.6: white space, names, and single characters of values and text.
#ifndef LIMB_URDFDOM_TARGET_TINYTEXT_H
#define LIMB_URDFDOM_TARGET_TINYTEXT_H

#include "limb/base.h"

typedef struct limb__tiny_input {
    const char *text;
    const char *end;   // the next NUL or the limit: TinyXML treats it as the end of the text
    const char *limit; // one past the last readable byte
    bool utf8;         // declared, or detected by a byte order mark: characters have 1 to 4 bytes
} limb__tiny_input;

bool limb__tiny_is_space(char c);
// Skips white space; in UTF-8 also byte order marks, U+FFFE and U+FFFF anywhere.
const char *limb__tiny_skip_space(const limb__tiny_input *in, const char *at);

bool limb__tiny_begins_name(char c);
// Returns the position after the name at `at`, or NULL if none begins there.
const char *limb__tiny_read_name(const limb__tiny_input *in, const char *at, limb_text *name);

bool limb__tiny_starts(const limb__tiny_input *in, const char *at, const char *literal);
bool limb__tiny_starts_any_case(const limb__tiny_input *in, const char *at, const char *literal);

typedef struct limb__tiny_char {
    char byte[4];
    int size;     // 0: the character vanishes
    bool altered; // the result differs from XML's
} limb__tiny_char;

// Sets the end of the text that begins at `at` to its next NUL.
void limb__tiny_begin(limb__tiny_input *in, const char *at);

// Decodes one character or reference of a value or text; at must lie before the end. Returns the
// position after it, at most the end, or NULL for a character reference that TinyXML cannot read. A
// UTF-8 character that is cut off by a NUL hides the NUL, and the text continues after it.
const char *limb__tiny_read_char(limb__tiny_input *in, const char *at, limb__tiny_char *out);

#endif
