// Methods of str: changing case, and classifying characters. Only the case of ASCII
// letters is changed.
#include "documents/builtins/text_methods.h"

typedef enum change { TO_UPPER, TO_LOWER, TO_TITLE, TO_CAPITAL, SWAPPED } change;

static limb__value *changed(limb__eval *eval, limb_text text, change how)
{
    char *copy = limb__take(eval, text.size + 1);
    if (!copy || !limb__step(eval, (int64_t)text.size / 16)) return NULL;
    bool after_letter = false;
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.data[i];
        copy[i] = how == TO_UPPER     ? upper(c)
                  : how == TO_LOWER   ? lower(c)
                  : how == SWAPPED    ? is_upper(c) ? lower(c) : upper(c)
                     : how == TO_CAPITAL ? i == 0 ? upper(c) : lower(c)
                     : after_letter ? lower(c)
                                      : upper(c);
        after_letter = is_letter(c);
    }
    copy[text.size] = 0;
    return limb__value_text_kept(eval, copy, text.size);
}

limb__value *limb__text_upper(limb__eval *eval, limb__call *call)
{
    return changed(eval, self_text(call), TO_UPPER);
}

limb__value *limb__text_lower(limb__eval *eval, limb__call *call)
{
    return changed(eval, self_text(call), TO_LOWER);
}

limb__value *limb__text_title(limb__eval *eval, limb__call *call)
{
    return changed(eval, self_text(call), TO_TITLE);
}

limb__value *limb__text_capitalize(limb__eval *eval, limb__call *call)
{
    return changed(eval, self_text(call), TO_CAPITAL);
}

limb__value *limb__text_swapcase(limb__eval *eval, limb__call *call)
{
    return changed(eval, self_text(call), SWAPPED);
}

static limb__value *every(limb__eval *eval, limb__call *call, bool (*is)(char))
{
    const limb_text text = self_text(call);
    for (size_t i = 0; i < text.size; i++)
        if (!is(text.data[i])) return &eval->no;
    return limb__value_bool(eval, text.size > 0);
}

static bool is_alnum(char c)
{
    return is_letter(c) || is_digit(c);
}

limb__value *limb__text_isalnum(limb__eval *eval, limb__call *call)
{
    return every(eval, call, is_alnum);
}

limb__value *limb__text_isalpha(limb__eval *eval, limb__call *call)
{
    return every(eval, call, is_letter);
}

limb__value *limb__text_isdigit(limb__eval *eval, limb__call *call)
{
    return every(eval, call, is_digit);
}

limb__value *limb__text_isspace(limb__eval *eval, limb__call *call)
{
    const limb_text text = self_text(call);
    return limb__value_bool(eval, text.size > 0 && limb__trim(text).size == 0);
}

static limb__value *cased(limb__eval *eval, limb__call *call, bool (*wanted)(char),
                          bool (*other)(char))
{
    const limb_text text = self_text(call);
    bool found = false;
    for (size_t i = 0; i < text.size; i++) {
        if (other(text.data[i])) return &eval->no;
        if (wanted(text.data[i])) found = true;
    }
    return limb__value_bool(eval, found);
}

limb__value *limb__text_isupper(limb__eval *eval, limb__call *call)
{
    return cased(eval, call, is_upper, is_lower);
}

limb__value *limb__text_islower(limb__eval *eval, limb__call *call)
{
    return cased(eval, call, is_lower, is_upper);
}

limb__value *limb__text_istitle(limb__eval *eval, limb__call *call)
{
    const limb_text text = self_text(call);
    bool found = false;
    bool after_letter = false;
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.data[i];
        if ((is_upper(c) && after_letter) || (is_lower(c) && !after_letter)) return &eval->no;
        if (is_upper(c) || is_lower(c)) found = true;
        after_letter = is_letter(c);
    }
    return limb__value_bool(eval, found);
}

limb__value *limb__text_isidentifier(limb__eval *eval, limb__call *call)
{
    const limb_text text = self_text(call);
    if (text.size == 0 || is_digit(text.data[0])) return &eval->no;
    for (size_t i = 0; i < text.size; i++)
        if (!is_alnum(text.data[i]) && text.data[i] != '_') return &eval->no;
    return &eval->yes;
}
