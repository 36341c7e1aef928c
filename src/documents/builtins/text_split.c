// Methods of str: splitting and joining.
#include "documents/builtins/text_methods.h"

static bool add_part(limb__eval *eval, limb__value *list, const char *begin, const char *end)
{
    return limb__list_add(eval, list, limb__value_text_kept(eval, begin, (size_t)(end - begin)));
}

static limb__value *split_blanks(limb__eval *eval, limb_text text, int64_t max)
{
    limb__value *list = limb__value_list(eval, LIMB__VALUE_LIST, 0);
    text = limb__trim(text);
    const char *at = text.data;
    const char *end = text.data + text.size;
    while (list && at < end) {
        const char *stop = max-- == 0 ? end : at;
        while (stop < end && limb__space_at(stop, end) == 0)
            stop++;
        if (!add_part(eval, list, at, stop)) return NULL;
        at = stop;
        for (size_t space; (space = limb__space_at(at, end)) > 0;)
            at += space;
    }
    return list;
}

static void reverse(limb__value *list)
{
    for (int i = 0, k = list->as.items.count - 1; i < k; i++, k--) {
        limb__value *swap = list->as.items.item[i];
        list->as.items.item[i] = list->as.items.item[k];
        list->as.items.item[k] = swap;
    }
}

static limb__value *rsplit_blanks(limb__eval *eval, limb_text text, int64_t max)
{
    limb__value *list = limb__value_list(eval, LIMB__VALUE_LIST, 0);
    text = limb__trim(text);
    const char *start = text.data;
    const char *at = text.data + text.size;
    while (list && at > start) {
        const char *begin = max-- == 0 ? start : at;
        while (begin > start && limb__space_before(start, begin) == 0)
            begin--;
        if (!add_part(eval, list, begin, at)) return NULL;
        at = begin;
        for (size_t space; (space = limb__space_before(start, at)) > 0;)
            at -= space;
    }
    if (list) reverse(list);
    return list;
}

static limb__value *split_at(limb__eval *eval, limb_text text, limb_text mark, int64_t max,
                             bool from_right)
{
    limb__value *list = limb__value_list(eval, LIMB__VALUE_LIST, 0);
    if (mark.size == 0) return limb__raise(eval, "ValueError", "empty separator");
    size_t at = 0;
    size_t end = text.size;
    for (; list && max != 0; max--) {
        const size_t next =
            from_right ? limb__text_last(text, mark, end) : limb__text_first(text, mark, at);
        if (next == SIZE_MAX) break;
        if (from_right) {
            if (!add_part(eval, list, text.data + next + mark.size, text.data + end)) return NULL;
            end = next;
        } else {
            if (!add_part(eval, list, text.data + at, text.data + next)) return NULL;
            at = next + mark.size;
        }
    }
    if (!list || !add_part(eval, list, text.data + at, text.data + end)) return NULL;
    if (from_right) reverse(list);
    return list;
}

static const limb__function_info split_info = {"split", NULL, 0, 2, "sep maxsplit"};

static limb__value *split(limb__eval *eval, limb__call *call, bool from_right)
{
    const limb_text text = self_text(call);
    const limb__value *mark = limb__call_argument(call, &split_info, 0);
    const limb__value *limit = limb__call_argument(call, &split_info, 1);
    int64_t max = -1;
    if (limit) {
        if (!limb__is_int(limit)) {
            return limb__raise(eval, "TypeError", "maxsplit must be an integer");
        }
        max = limit->as.integer < 0 ? -1 : limit->as.integer;
    }
    if (!mark || mark->kind == LIMB__VALUE_NONE) {
        return from_right ? rsplit_blanks(eval, text, max) : split_blanks(eval, text, max);
    }
    if (mark->kind != LIMB__VALUE_TEXT) {
        return limb__raise(eval, "TypeError", "must be str or None, not %s", limb__type_name(mark));
    }
    return split_at(eval, text, mark->as.text, max, from_right);
}

limb__value *limb__text_split(limb__eval *eval, limb__call *call)
{
    return split(eval, call, false);
}

limb__value *limb__text_rsplit(limb__eval *eval, limb__call *call)
{
    return split(eval, call, true);
}

limb__value *limb__text_splitlines(limb__eval *eval, limb__call *call)
{
    const limb_text text = self_text(call);
    bool keep = false;
    if (call->count > 0 && !limb__value_true(eval, call->argument[0], &keep)) return NULL;
    limb__value *list = limb__value_list(eval, LIMB__VALUE_LIST, 0);
    const char *at = text.data;
    const char *end = text.data + text.size;
    while (list && at < end) {
        const char *stop = at;
        while (stop < end && !(*stop >= '\n' && *stop <= '\r') && !(*stop >= 0x1c && *stop <= 0x1e))
            stop++;
        const char *next = stop < end ? stop + 1 : end;
        if (stop < end && *stop == '\r' && next < end && *next == '\n') next++;
        if (!add_part(eval, list, at, keep ? next : stop)) return NULL;
        at = next;
    }
    return list;
}

static limb__value *partition(limb__eval *eval, limb__call *call, bool last)
{
    const limb_text text = self_text(call);
    limb_text mark;
    if (!text_at(eval, call, 0, &mark)) return NULL;
    if (mark.size == 0) return limb__raise(eval, "ValueError", "empty separator");
    const size_t at =
        last ? limb__text_last(text, mark, text.size) : limb__text_first(text, mark, 0);
    limb__value *tuple = limb__value_list(eval, LIMB__VALUE_TUPLE, 3);
    if (!tuple) return NULL;
    const char *end = text.data + text.size;
    const char *first_end = at == SIZE_MAX ? (last ? text.data : end) : text.data + at;
    const char *mark_end = at == SIZE_MAX ? first_end : first_end + mark.size;
    if (!add_part(eval, tuple, text.data, first_end) ||
        !add_part(eval, tuple, first_end, mark_end) || !add_part(eval, tuple, mark_end, end)) {
        return NULL;
    }
    return tuple;
}

limb__value *limb__text_partition(limb__eval *eval, limb__call *call)
{
    return partition(eval, call, false);
}

limb__value *limb__text_rpartition(limb__eval *eval, limb__call *call)
{
    return partition(eval, call, true);
}

limb__value *limb__text_join(limb__eval *eval, limb__call *call)
{
    const limb_text mark = self_text(call);
    int count;
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    if (!item) return NULL;
    size_t size = 0; // computed first, so that a result that is too long allocates no memory
    for (int i = 0; i < count; i++) {
        if (item[i]->kind != LIMB__VALUE_TEXT) {
            return limb__raise(eval, "TypeError",
                               "sequence item %d: expected str instance, %s found", i,
                               limb__type_name(item[i]));
        }
        size += item[i]->as.text.size + (i > 0 ? mark.size : 0);
        if (size >= eval->limits.max_memory) return limb__raise_too_large(eval);
    }
    char *out = limb__step(eval, count) ? limb__take(eval, size + 1) : NULL;
    if (!out) return NULL;
    char *to = out;
    for (int i = 0; i < count; i++) {
        if (i > 0 && mark.size > 0) memcpy(to, mark.data, mark.size);
        to += i > 0 ? mark.size : 0;
        const limb_text text = item[i]->as.text;
        if (text.size > 0) memcpy(to, text.data, text.size);
        to += text.size;
    }
    *to = 0;
    return limb__value_text_kept(eval, out, size);
}

limb__value *limb__text_expandtabs(limb__eval *eval, limb__call *call)
{
    const limb_text text = self_text(call);
    int64_t width = 8;
    if (call->count > 0 && !int_at(eval, call, 0, &width)) return NULL;
    if (width > 1000) width = 1000;
    limb__builder out;
    limb__eval_builder(eval, &out);
    int64_t column = 0;
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.data[i];
        if (c == '\t') {
            if (width <= 0) continue;
            const int64_t blanks = width - column % width;
            if (!limb__step(eval, blanks)) break;
            limb__builder_repeat(&out, ' ', (int)blanks);
            column += blanks;
            continue;
        }
        limb__builder_char(&out, c);
        if (c == '\n' || c == '\r') {
            column = 0;
        } else {
            column += ((unsigned char)c & 0xc0) != 0x80;
        }
    }
    return limb__builder_value(eval, &out);
}
