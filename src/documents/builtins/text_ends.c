// Methods of str: stripping and padding.
#include "documents/builtins/text_methods.h"

// Returns the size of the first character if it is in the set, or is white space if there is no
// set; else 0.
static size_t first_in_set(limb_text text, const limb_text *set)
{
    if (!set) return limb__space_at(text.data, text.data + text.size);
    const limb_text first = {text.data, byte_of(text, 1)};
    return first.size > 0 && limb__text_first(*set, first, 0) != SIZE_MAX ? first.size : 0;
}

static size_t last_in_set(limb_text text, const limb_text *set)
{
    if (!set) return limb__space_before(text.data, text.data + text.size);
    size_t at = text.size;
    while (at > 0 && ((unsigned char)text.data[--at] & 0xc0) == 0x80) {
    }
    const limb_text last = {text.data + at, text.size - at};
    return last.size > 0 && limb__text_first(*set, last, 0) != SIZE_MAX ? last.size : 0;
}

static limb__value *stripped(limb__eval *eval, limb__call *call, bool left, bool right)
{
    limb_text text = self_text(call);
    limb_text given;
    const limb_text *set = NULL;
    if (call->count > 0 && call->argument[0]->kind != LIMB__VALUE_NONE) {
        if (!text_at(eval, call, 0, &given)) return NULL;
        set = &given;
    }
    for (size_t size; left && (size = first_in_set(text, set)) > 0;) {
        if (set && !limb__step_text(eval, *set)) return NULL;
        text.data += size;
        text.size -= size;
    }
    for (size_t size; right && (size = last_in_set(text, set)) > 0;) {
        if (set && !limb__step_text(eval, *set)) return NULL;
        text.size -= size;
    }
    return text_value(eval, text);
}

limb__value *limb__text_strip(limb__eval *eval, limb__call *call)
{
    return stripped(eval, call, true, true);
}

limb__value *limb__text_lstrip(limb__eval *eval, limb__call *call)
{
    return stripped(eval, call, true, false);
}

limb__value *limb__text_rstrip(limb__eval *eval, limb__call *call)
{
    return stripped(eval, call, false, true);
}

static limb__value *padded(limb__eval *eval, limb__call *call, int side)
{
    const limb_text text = self_text(call);
    limb_text fill = {" ", 1};
    int64_t width;
    if (!int_at(eval, call, 0, &width)) return NULL;
    if (call->count > 1 && !text_at(eval, call, 1, &fill)) return NULL;
    if (characters(fill) != 1) {
        return limb__raise(eval, "TypeError", "the fill character must be one character");
    }
    const int64_t room = width - characters(text);
    if (room <= 0) return text_value(eval, text);
    if (!limb__step(eval, room)) return NULL;
    // as in Python, center() puts an odd space on the left if the width is odd, too
    const int64_t left = side < 0 ? 0 : side > 0 ? room : room / 2 + (room & width & 1);
    limb__builder out;
    limb__eval_builder(eval, &out);
    for (int64_t i = 0; i < left; i++)
        limb__builder_bytes(&out, fill.data, fill.size);
    limb__builder_bytes(&out, text.data, text.size);
    for (int64_t i = left; i < room; i++)
        limb__builder_bytes(&out, fill.data, fill.size);
    return limb__builder_value(eval, &out);
}

limb__value *limb__text_ljust(limb__eval *eval, limb__call *call)
{
    return padded(eval, call, -1);
}

limb__value *limb__text_rjust(limb__eval *eval, limb__call *call)
{
    return padded(eval, call, 1);
}

limb__value *limb__text_center(limb__eval *eval, limb__call *call)
{
    return padded(eval, call, 0);
}

limb__value *limb__text_zfill(limb__eval *eval, limb__call *call)
{
    limb_text text = self_text(call);
    int64_t width;
    if (!int_at(eval, call, 0, &width)) return NULL;
    int64_t room = width - characters(text);
    if (room > 0 && !limb__step(eval, room)) return NULL;
    limb__builder out;
    limb__eval_builder(eval, &out);
    if (text.size > 0 && (text.data[0] == '-' || text.data[0] == '+')) {
        limb__builder_char(&out, text.data[0]);
        text.data++;
        text.size--;
    }
    for (; room > 0; room--)
        limb__builder_char(&out, '0');
    limb__builder_bytes(&out, text.data, text.size);
    return limb__builder_value(eval, &out);
}

limb__value *limb__text_removeprefix(limb__eval *eval, limb__call *call)
{
    limb_text text = self_text(call);
    limb_text part;
    if (!text_at(eval, call, 0, &part)) return NULL;
    if (part.size <= text.size && same(text, 0, part)) {
        text.data += part.size;
        text.size -= part.size;
    }
    return text_value(eval, text);
}

limb__value *limb__text_removesuffix(limb__eval *eval, limb__call *call)
{
    limb_text text = self_text(call);
    limb_text part;
    if (!text_at(eval, call, 0, &part)) return NULL;
    if (part.size <= text.size && same(text, text.size - part.size, part)) text.size -= part.size;
    return text_value(eval, text);
}
