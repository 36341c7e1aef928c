// The characters of TinyXML 2.6: white space, names, and one character at a time of
// values and text.
#ifndef LIMB_URDFDOM_TARGET_TINYTEXT_H
#define LIMB_URDFDOM_TARGET_TINYTEXT_H

#include "limb/base.h"

typedef struct limb__tiny_input {
    const char *text;
    const char *end;   // the next NUL, or the limit: to TinyXML the text ends there
    const char *limit; // nothing is read at or after it
    bool utf8;         // declared, or begun with a byte order mark: characters have 1 to 4 bytes
} limb__tiny_input;

bool limb__tiny_is_space(char c);
// Also steps over byte order marks and U+FFFE, U+FFFF anywhere, when the text is UTF-8.
const char *limb__tiny_skip_space(const limb__tiny_input *in, const char *at);

bool limb__tiny_begins_name(char c);
// After the name at the place, or NULL when none begins there.
const char *limb__tiny_read_name(const limb__tiny_input *in, const char *at, limb_text *name);

bool limb__tiny_starts(const limb__tiny_input *in, const char *at, const char *literal);
bool limb__tiny_starts_any_case(const limb__tiny_input *in, const char *at, const char *literal);

typedef struct limb__tiny_char {
    char byte[4];
    int size;     // 0: the character vanishes
    bool altered; // it is not what XML makes of it
} limb__tiny_char;

// The text from that place to its next NUL.
void limb__tiny_begin(limb__tiny_input *in, const char *at);

// Decodes one character or reference of a value or text; at must lie before the end. Returns the
// place after it, at most the end, or NULL for a character reference that TinyXML cannot read. A
// UTF-8 character that is cut off by a NUL hides it, and the text goes on after.
const char *limb__tiny_read_char(limb__tiny_input *in, const char *at, limb__tiny_char *out);

#endif
