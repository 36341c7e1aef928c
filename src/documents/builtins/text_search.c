// Methods of str: find, count, startswith, replace. Offsets are counted in characters.
#include "documents/builtins/text_methods.h"

// Computes the part of the text between the optional arguments start and end.
static bool window(limb__eval *eval, limb__call *call, limb_text *text, size_t *start)
{
    const int64_t length = characters(*text);
    int64_t bound[2] = {0, length};
    for (int i = 0; i < 2 && i + 1 < call->count; i++) {
        if (call->argument[i + 1]->kind == LIMB__VALUE_NONE) continue;
        if (!int_at(eval, call, i + 1, &bound[i])) return false;
        if (bound[i] < 0) bound[i] = bound[i] < -length ? 0 : bound[i] + length;
        if (i == 1 && bound[i] > length) bound[i] = length;
    }
    *start = bound[0] > length ? SIZE_MAX : byte_of(*text, bound[0]);
    text->size = byte_of(*text, bound[1]);
    if (*start > text->size) *start = SIZE_MAX;
    return true;
}

static limb__value *found(limb__eval *eval, limb__call *call, bool last, bool must)
{
    const limb_text whole = self_text(call);
    limb_text text = whole;
    limb_text part;
    size_t start;
    if (!text_at(eval, call, 0, &part) || !window(eval, call, &text, &start)) return NULL;
    size_t at = start == SIZE_MAX ? SIZE_MAX
                : last            ? limb__text_last(text, part, text.size)
                                  : limb__text_first(text, part, start);
    if (last && at != SIZE_MAX && at < start) at = SIZE_MAX;
    if (at != SIZE_MAX) {
        return limb__value_int(eval, characters((limb_text){whole.data, at}));
    }
    if (must) return limb__raise(eval, "ValueError", "substring not found");
    return limb__value_int(eval, -1);
}

limb__value *limb__text_find(limb__eval *eval, limb__call *call)
{
    return found(eval, call, false, false);
}

limb__value *limb__text_rfind(limb__eval *eval, limb__call *call)
{
    return found(eval, call, true, false);
}

limb__value *limb__text_index(limb__eval *eval, limb__call *call)
{
    return found(eval, call, false, true);
}

limb__value *limb__text_rindex(limb__eval *eval, limb__call *call)
{
    return found(eval, call, true, true);
}

// Counts the occurrences of a nonempty part, at most max unless max is negative.
static int64_t occurrences(limb_text text, limb_text part, size_t from, int64_t max)
{
    int64_t count = 0;
    while (count != max) {
        const size_t at = limb__text_first(text, part, from);
        if (at == SIZE_MAX) break;
        from = at + part.size;
        count++;
    }
    return count;
}

limb__value *limb__text_count(limb__eval *eval, limb__call *call)
{
    limb_text text = self_text(call);
    limb_text part;
    size_t start;
    if (!text_at(eval, call, 0, &part) || !window(eval, call, &text, &start)) return NULL;
    if (start == SIZE_MAX) return limb__value_int(eval, 0);
    if (part.size == 0) {
        return limb__value_int(eval,
                               characters((limb_text){text.data + start, text.size - start}) + 1);
    }
    return limb__value_int(eval, occurrences(text, part, start, -1));
}

static limb__value *has_end(limb__eval *eval, limb__call *call, bool at_start)
{
    limb_text text = self_text(call);
    limb__value **item = call->argument;
    int count = 1;
    if (call->argument[0]->kind == LIMB__VALUE_TUPLE) {
        item = call->argument[0]->as.items.item;
        count = call->argument[0]->as.items.count;
    }
    size_t start;
    if (!window(eval, call, &text, &start)) return NULL;
    bool found = false;
    for (int i = 0; i < count; i++) {
        if (item[i]->kind != LIMB__VALUE_TEXT) {
            return limb__raise(eval, "TypeError",
                               "startswith() and endswith() take str or a tuple of str");
        }
        const limb_text part = item[i]->as.text;
        const bool fits = start != SIZE_MAX && part.size <= text.size - start;
        found = found || (fits && same(text, at_start ? start : text.size - part.size, part));
    }
    return limb__value_bool(eval, found);
}

limb__value *limb__text_startswith(limb__eval *eval, limb__call *call)
{
    return has_end(eval, call, true);
}

limb__value *limb__text_endswith(limb__eval *eval, limb__call *call)
{
    return has_end(eval, call, false);
}

// Computes the size before writing, so that a result that is too long allocates no memory.
limb__value *limb__text_replace(limb__eval *eval, limb__call *call)
{
    const limb_text text = self_text(call);
    limb_text old;
    limb_text new;
    int64_t max = -1;
    if (!text_at(eval, call, 0, &old) || !text_at(eval, call, 1, &new)) return NULL;
    if (call->count > 2 && !int_at(eval, call, 2, &max)) return NULL;
    // the empty text occurs before each character and at the end
    int64_t left = old.size > 0 ? occurrences(text, old, 0, max) : characters(text) + 1;
    if (max >= 0 && left > max) left = max;
    if (left == 0) return text_value(eval, text);
    size_t size;
    if (__builtin_mul_overflow((size_t)left, new.size, &size) ||
        __builtin_add_overflow(size, text.size - (size_t)left * old.size, &size) ||
        size >= eval->limits.max_memory) {
        return limb__raise_too_large(eval);
    }
    char *out = limb__step(eval, left) ? limb__take(eval, size + 1) : NULL;
    if (!out) return NULL;
    char *to = out;
    size_t from = 0;
    for (; left > 0; left--) {
        const size_t at = old.size > 0 ? limb__text_first(text, old, from) : from;
        memcpy(to, text.data + from, at - from);
        to += at - from;
        memcpy(to, new.data, new.size);
        to += new.size;
        from = at + old.size;
        if (old.size > 0 || from == text.size) continue;
        do {
            *to++ = text.data[from++];
        } while (from < text.size && ((unsigned char)text.data[from] & 0xc0) == 0x80);
    }
    memcpy(to, text.data + from, text.size - from);
    out[size] = 0;
    return limb__value_text_kept(eval, out, size);
}
