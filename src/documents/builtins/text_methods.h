// Shared by the methods of str: reading arguments, and classes of characters.
#ifndef LIMB_BUILTINS_TEXT_METHODS_H
#define LIMB_BUILTINS_TEXT_METHODS_H

#include "documents/expression/text_find.h"

#include <string.h>

static inline limb_text self_text(const limb__call *call)
{
    return call->self->as.text;
}

// Reads the text argument at index. False: an error was raised.
static inline bool text_at(limb__eval *eval, const limb__call *call, int index, limb_text *text)
{
    const limb__value *value = call->argument[index];
    if (value->kind == LIMB__VALUE_TEXT) {
        *text = value->as.text;
        return true;
    }
    limb__raise(eval, "TypeError", "expected str, not %s", limb__type_name(value));
    return false;
}

static inline bool int_at(limb__eval *eval, const limb__call *call, int index, int64_t *number)
{
    const limb__value *value = call->argument[index];
    if (limb__is_int(value)) {
        *number = value->as.integer;
        return true;
    }
    limb__raise(eval, "TypeError", "'%s' object cannot be interpreted as an integer",
                limb__type_name(value));
    return false;
}

static inline bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool is_letter(char c)
{
    return is_upper(c) || is_lower(c) || (unsigned char)c >= 0x80;
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char upper(char c)
{
    return is_lower(c) ? (char)(c - 32) : c;
}

static inline char lower(char c)
{
    return is_upper(c) ? (char)(c + 32) : c;
}

static inline limb__value *text_value(limb__eval *eval, limb_text text)
{
    return limb__value_text_kept(eval, text.data, text.size);
}

static inline bool same(limb_text text, size_t at, limb_text part)
{
    return part.size == 0 || memcmp(text.data + at, part.data, part.size) == 0;
}

static inline int64_t characters(limb_text text)
{
    int64_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return count;
}

static inline size_t byte_of(limb_text text, int64_t character)
{
    size_t at = 0;
    for (int64_t i = -1; at < text.size; at++) {
        i += ((unsigned char)text.data[at] & 0xc0) != 0x80;
        if (i == character) break;
    }
    return at;
}

limb__value *limb__text_capitalize(limb__eval *eval, limb__call *call);
limb__value *limb__text_lower(limb__eval *eval, limb__call *call);
limb__value *limb__text_center(limb__eval *eval, limb__call *call);
limb__value *limb__text_count(limb__eval *eval, limb__call *call);
limb__value *limb__text_endswith(limb__eval *eval, limb__call *call);
limb__value *limb__text_expandtabs(limb__eval *eval, limb__call *call);
limb__value *limb__text_find(limb__eval *eval, limb__call *call);
limb__value *limb__text_index(limb__eval *eval, limb__call *call);
limb__value *limb__text_isalnum(limb__eval *eval, limb__call *call);
limb__value *limb__text_isalpha(limb__eval *eval, limb__call *call);
limb__value *limb__text_isdigit(limb__eval *eval, limb__call *call);
limb__value *limb__text_isidentifier(limb__eval *eval, limb__call *call);
limb__value *limb__text_islower(limb__eval *eval, limb__call *call);
limb__value *limb__text_isspace(limb__eval *eval, limb__call *call);
limb__value *limb__text_istitle(limb__eval *eval, limb__call *call);
limb__value *limb__text_isupper(limb__eval *eval, limb__call *call);
limb__value *limb__text_join(limb__eval *eval, limb__call *call);
limb__value *limb__text_ljust(limb__eval *eval, limb__call *call);
limb__value *limb__text_lstrip(limb__eval *eval, limb__call *call);
limb__value *limb__text_partition(limb__eval *eval, limb__call *call);
limb__value *limb__text_removeprefix(limb__eval *eval, limb__call *call);
limb__value *limb__text_removesuffix(limb__eval *eval, limb__call *call);
limb__value *limb__text_replace(limb__eval *eval, limb__call *call);
limb__value *limb__text_rfind(limb__eval *eval, limb__call *call);
limb__value *limb__text_rindex(limb__eval *eval, limb__call *call);
limb__value *limb__text_rjust(limb__eval *eval, limb__call *call);
limb__value *limb__text_rpartition(limb__eval *eval, limb__call *call);
limb__value *limb__text_rsplit(limb__eval *eval, limb__call *call);
limb__value *limb__text_rstrip(limb__eval *eval, limb__call *call);
limb__value *limb__text_split(limb__eval *eval, limb__call *call);
limb__value *limb__text_splitlines(limb__eval *eval, limb__call *call);
limb__value *limb__text_startswith(limb__eval *eval, limb__call *call);
limb__value *limb__text_strip(limb__eval *eval, limb__call *call);
limb__value *limb__text_swapcase(limb__eval *eval, limb__call *call);
limb__value *limb__text_title(limb__eval *eval, limb__call *call);
limb__value *limb__text_upper(limb__eval *eval, limb__call *call);
limb__value *limb__text_zfill(limb__eval *eval, limb__call *call);
limb__value *limb__text_format(limb__eval *eval, limb__call *call);

#endif
