// Methods of str. Case is changed for ASCII letters only; other characters stay as they are.
#include "xacro/value.h"

#include <string.h>

static limb_text self_text(const limb__call *call)
{
    return call->self->as.text;
}

// The text argument at index; false: raised.
static bool text_at(limb__eval *eval, const limb__call *call, int index, limb_text *text)
{
    const limb__value *value = call->argument[index];
    if (value->kind == LIMB__VALUE_TEXT) {
        *text = value->as.text;
        return true;
    }
    limb__raise(eval, "TypeError", "expected str, not %s", limb__type_name(value));
    return false;
}

static bool int_at(limb__eval *eval, const limb__call *call, int index, int64_t *number)
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

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_letter(char c)
{
    return is_upper(c) || is_lower(c) || (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

static char upper(char c)
{
    return is_lower(c) ? (char)(c - 32) : c;
}

static char lower(char c)
{
    return is_upper(c) ? (char)(c + 32) : c;
}

static limb__value *text_value(limb__eval *eval, limb_text text)
{
    return limb__value_text_kept(eval, text.data, text.size);
}

static bool same(limb_text text, size_t at, limb_text part)
{
    return part.size == 0 || memcmp(text.data + at, part.data, part.size) == 0;
}

// Byte offset of the part at or behind from, SIZE_MAX: none.
static size_t find(limb_text text, limb_text part, size_t from)
{
    for (size_t i = from; i + part.size <= text.size; i++)
        if (same(text, i, part)) return i;
    return SIZE_MAX;
}

static size_t find_last(limb_text text, limb_text part, size_t end)
{
    if (part.size > end) return SIZE_MAX;
    for (size_t i = end - part.size + 1; i-- > 0;)
        if (same(text, i, part)) return i;
    return SIZE_MAX;
}

static int64_t characters(limb_text text)
{
    int64_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return count;
}

static size_t byte_of(limb_text text, int64_t character)
{
    size_t at = 0;
    for (int64_t i = -1; at < text.size; at++) {
        i += ((unsigned char)text.data[at] & 0xc0) != 0x80;
        if (i == character) break;
    }
    return at;
}

//---- case and form -------------------------------------------------------------------------------

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

static limb__value *text_upper(limb__eval *eval, limb__call *call)
{
    return changed(eval, self_text(call), TO_UPPER);
}

static limb__value *text_lower(limb__eval *eval, limb__call *call)
{
    return changed(eval, self_text(call), TO_LOWER);
}

static limb__value *text_title(limb__eval *eval, limb__call *call)
{
    return changed(eval, self_text(call), TO_TITLE);
}

static limb__value *text_capitalize(limb__eval *eval, limb__call *call)
{
    return changed(eval, self_text(call), TO_CAPITAL);
}

static limb__value *text_swapcase(limb__eval *eval, limb__call *call)
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

static limb__value *text_isalnum(limb__eval *eval, limb__call *call)
{
    return every(eval, call, is_alnum);
}

static limb__value *text_isalpha(limb__eval *eval, limb__call *call)
{
    return every(eval, call, is_letter);
}

static limb__value *text_isdigit(limb__eval *eval, limb__call *call)
{
    return every(eval, call, is_digit);
}

static limb__value *text_isspace(limb__eval *eval, limb__call *call)
{
    return every(eval, call, is_space);
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

static limb__value *text_isupper(limb__eval *eval, limb__call *call)
{
    return cased(eval, call, is_upper, is_lower);
}

static limb__value *text_islower(limb__eval *eval, limb__call *call)
{
    return cased(eval, call, is_lower, is_upper);
}

static limb__value *text_istitle(limb__eval *eval, limb__call *call)
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

static limb__value *text_isidentifier(limb__eval *eval, limb__call *call)
{
    const limb_text text = self_text(call);
    if (text.size == 0 || is_digit(text.data[0])) return &eval->no;
    for (size_t i = 0; i < text.size; i++)
        if (!is_alnum(text.data[i]) && text.data[i] != '_') return &eval->no;
    return &eval->yes;
}

//---- ends and padding ----------------------------------------------------------------------------

static bool in_set(char c, const limb_text *set)
{
    return set ? set->size > 0 && memchr(set->data, c, set->size) != NULL : is_space(c);
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
    while (left && text.size > 0 && in_set(text.data[0], set)) {
        text.data++;
        text.size--;
    }
    while (right && text.size > 0 && in_set(text.data[text.size - 1], set))
        text.size--;
    return text_value(eval, text);
}

static limb__value *text_strip(limb__eval *eval, limb__call *call)
{
    return stripped(eval, call, true, true);
}

static limb__value *text_lstrip(limb__eval *eval, limb__call *call)
{
    return stripped(eval, call, true, false);
}

static limb__value *text_rstrip(limb__eval *eval, limb__call *call)
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
    // an odd blank of center() goes left when the width is odd, too
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

static limb__value *text_ljust(limb__eval *eval, limb__call *call)
{
    return padded(eval, call, -1);
}

static limb__value *text_rjust(limb__eval *eval, limb__call *call)
{
    return padded(eval, call, 1);
}

static limb__value *text_center(limb__eval *eval, limb__call *call)
{
    return padded(eval, call, 0);
}

static limb__value *text_zfill(limb__eval *eval, limb__call *call)
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

static limb__value *has_end(limb__eval *eval, limb__call *call, bool at_start)
{
    const limb_text text = self_text(call);
    limb__value **item = call->argument;
    int count = 1;
    if (call->argument[0]->kind == LIMB__VALUE_TUPLE) {
        item = call->argument[0]->as.items.item;
        count = call->argument[0]->as.items.count;
    }
    for (int i = 0; i < count; i++) {
        if (item[i]->kind != LIMB__VALUE_TEXT) {
            return limb__raise(eval, "TypeError",
                               "startswith() and endswith() take str or a tuple of str");
        }
        const limb_text part = item[i]->as.text;
        if (part.size <= text.size && same(text, at_start ? 0 : text.size - part.size, part)) {
            return &eval->yes;
        }
    }
    return &eval->no;
}

static limb__value *text_startswith(limb__eval *eval, limb__call *call)
{
    return has_end(eval, call, true);
}

static limb__value *text_endswith(limb__eval *eval, limb__call *call)
{
    return has_end(eval, call, false);
}

static limb__value *text_removeprefix(limb__eval *eval, limb__call *call)
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

static limb__value *text_removesuffix(limb__eval *eval, limb__call *call)
{
    limb_text text = self_text(call);
    limb_text part;
    if (!text_at(eval, call, 0, &part)) return NULL;
    if (part.size <= text.size && same(text, text.size - part.size, part)) text.size -= part.size;
    return text_value(eval, text);
}

//---- search --------------------------------------------------------------------------------------

// The part of the text between the optional arguments start and end.
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
    if (!limb__step(eval, (int64_t)text.size / 16)) return NULL;
    size_t at = start == SIZE_MAX ? SIZE_MAX
                : last            ? find_last(text, part, text.size)
                                  : find(text, part, start);
    if (last && at != SIZE_MAX && at < start) at = SIZE_MAX;
    if (at != SIZE_MAX) {
        return limb__value_int(eval, characters((limb_text){whole.data, at}));
    }
    if (must) return limb__raise(eval, "ValueError", "substring not found");
    return limb__value_int(eval, -1);
}

static limb__value *text_find(limb__eval *eval, limb__call *call)
{
    return found(eval, call, false, false);
}

static limb__value *text_rfind(limb__eval *eval, limb__call *call)
{
    return found(eval, call, true, false);
}

static limb__value *text_index(limb__eval *eval, limb__call *call)
{
    return found(eval, call, false, true);
}

static limb__value *text_rindex(limb__eval *eval, limb__call *call)
{
    return found(eval, call, true, true);
}

static limb__value *text_count(limb__eval *eval, limb__call *call)
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
    int64_t count = 0;
    for (size_t at = find(text, part, start); at != SIZE_MAX;
         at = find(text, part, at + part.size)) {
        count++;
    }
    return limb__value_int(eval, count);
}

static limb__value *text_replace(limb__eval *eval, limb__call *call)
{
    const limb_text text = self_text(call);
    limb_text old;
    limb_text new;
    int64_t left = -1;
    if (!text_at(eval, call, 0, &old) || !text_at(eval, call, 1, &new)) return NULL;
    if (call->count > 2 && !int_at(eval, call, 2, &left)) return NULL;
    if (old.size == 0 && !limb__step(eval, (int64_t)text.size)) return NULL;
    limb__builder out;
    limb__eval_builder(eval, &out);
    size_t at = 0;
    while (left != 0 && out.size <= eval->limits.max_memory) {
        const size_t next = find(text, old, at);
        if (next == SIZE_MAX) break;
        limb__builder_bytes(&out, text.data + at, next - at);
        limb__builder_bytes(&out, new.data, new.size);
        at = next + old.size;
        left--;
        if (old.size == 0) { // before each character and at the end
            if (at == text.size) {
                at = text.size + 1;
                break;
            }
            do {
                limb__builder_char(&out, text.data[at++]);
            } while (at < text.size && ((unsigned char)text.data[at] & 0xc0) == 0x80);
        }
    }
    if (at < text.size) limb__builder_bytes(&out, text.data + at, text.size - at);
    return limb__builder_value(eval, &out);
}

//---- splitting and joining -----------------------------------------------------------------------

static bool add_part(limb__eval *eval, limb__value *list, const char *begin, const char *end)
{
    return limb__list_add(eval, list, limb__value_text_kept(eval, begin, (size_t)(end - begin)));
}

static limb__value *split_blanks(limb__eval *eval, limb_text text, int64_t max)
{
    limb__value *list = limb__value_list(eval, LIMB__VALUE_LIST, 0);
    const char *at = text.data;
    const char *end = text.data + text.size;
    for (; list; max--) {
        while (at < end && is_space(*at))
            at++;
        if (at == end) break;
        const char *stop = at;
        if (max == 0) {
            stop = end;
            while (stop > at && is_space(stop[-1]))
                stop--;
            return add_part(eval, list, at, stop) ? list : NULL;
        }
        while (stop < end && !is_space(*stop))
            stop++;
        if (!add_part(eval, list, at, stop)) return NULL;
        at = stop;
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
    const char *end = text.data + text.size;
    for (; list; max--) {
        while (end > text.data && is_space(end[-1]))
            end--;
        if (end == text.data) break;
        const char *begin = end;
        if (max == 0) {
            begin = text.data;
            while (begin < end && is_space(*begin))
                begin++;
            if (!add_part(eval, list, begin, end)) return NULL;
            break;
        }
        while (begin > text.data && !is_space(begin[-1]))
            begin--;
        if (!add_part(eval, list, begin, end)) return NULL;
        end = begin;
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
        const size_t next = from_right ? find_last(text, mark, end) : find(text, mark, at);
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
    if (!limb__step(eval, (int64_t)text.size / 16)) return NULL;
    if (!mark || mark->kind == LIMB__VALUE_NONE) {
        return from_right ? rsplit_blanks(eval, text, max) : split_blanks(eval, text, max);
    }
    if (mark->kind != LIMB__VALUE_TEXT) {
        return limb__raise(eval, "TypeError", "must be str or None, not %s", limb__type_name(mark));
    }
    return split_at(eval, text, mark->as.text, max, from_right);
}

static limb__value *text_split(limb__eval *eval, limb__call *call)
{
    return split(eval, call, false);
}

static limb__value *text_rsplit(limb__eval *eval, limb__call *call)
{
    return split(eval, call, true);
}

static limb__value *text_splitlines(limb__eval *eval, limb__call *call)
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
    const size_t at = last ? find_last(text, mark, text.size) : find(text, mark, 0);
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

static limb__value *text_partition(limb__eval *eval, limb__call *call)
{
    return partition(eval, call, false);
}

static limb__value *text_rpartition(limb__eval *eval, limb__call *call)
{
    return partition(eval, call, true);
}

static limb__value *text_join(limb__eval *eval, limb__call *call)
{
    const limb_text mark = self_text(call);
    int count;
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    if (!item) return NULL;
    limb__builder out;
    limb__eval_builder(eval, &out);
    for (int i = 0; i < count; i++) {
        if (item[i]->kind != LIMB__VALUE_TEXT) {
            limb__raise(eval, "TypeError", "sequence item %d: expected str instance, %s found", i,
                        limb__type_name(item[i]));
            break;
        }
        if (i > 0) limb__builder_bytes(&out, mark.data, mark.size);
        limb__builder_bytes(&out, item[i]->as.text.data, item[i]->as.text.size);
        if (out.size > eval->limits.max_memory) break;
    }
    return limb__builder_value(eval, &out);
}

static limb__value *text_expandtabs(limb__eval *eval, limb__call *call)
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

static limb__value *text_format(limb__eval *eval, limb__call *call)
{
    return limb__format_braces(eval, self_text(call), call);
}

static const limb__function_info text_method[] = {
    {"capitalize", text_capitalize, 0, 0, NULL},
    {"casefold", text_lower, 0, 0, NULL},
    {"center", text_center, 1, 2, NULL},
    {"count", text_count, 1, 3, NULL},
    {"endswith", text_endswith, 1, 1, NULL},
    {"expandtabs", text_expandtabs, 0, 1, "tabsize"},
    {"find", text_find, 1, 3, NULL},
    {"index", text_index, 1, 3, NULL},
    {"isalnum", text_isalnum, 0, 0, NULL},
    {"isalpha", text_isalpha, 0, 0, NULL},
    {"isdecimal", text_isdigit, 0, 0, NULL},
    {"isdigit", text_isdigit, 0, 0, NULL},
    {"isidentifier", text_isidentifier, 0, 0, NULL},
    {"islower", text_islower, 0, 0, NULL},
    {"isnumeric", text_isdigit, 0, 0, NULL},
    {"isspace", text_isspace, 0, 0, NULL},
    {"istitle", text_istitle, 0, 0, NULL},
    {"isupper", text_isupper, 0, 0, NULL},
    {"join", text_join, 1, 1, NULL},
    {"ljust", text_ljust, 1, 2, NULL},
    {"lower", text_lower, 0, 0, NULL},
    {"lstrip", text_lstrip, 0, 1, NULL},
    {"partition", text_partition, 1, 1, NULL},
    {"removeprefix", text_removeprefix, 1, 1, NULL},
    {"removesuffix", text_removesuffix, 1, 1, NULL},
    {"replace", text_replace, 2, 3, NULL},
    {"rfind", text_rfind, 1, 3, NULL},
    {"rindex", text_rindex, 1, 3, NULL},
    {"rjust", text_rjust, 1, 2, NULL},
    {"rpartition", text_rpartition, 1, 1, NULL},
    {"rsplit", text_rsplit, 0, 2, "sep maxsplit"},
    {"rstrip", text_rstrip, 0, 1, NULL},
    {"split", text_split, 0, 2, "sep maxsplit"},
    {"splitlines", text_splitlines, 0, 1, "keepends"},
    {"startswith", text_startswith, 1, 1, NULL},
    {"strip", text_strip, 0, 1, NULL},
    {"swapcase", text_swapcase, 0, 0, NULL},
    {"title", text_title, 0, 0, NULL},
    {"upper", text_upper, 0, 0, NULL},
    {"zfill", text_zfill, 1, 1, NULL},
};

// str.format takes any keyword: it is found apart from the table
static const limb__function_info format_method = {"format", text_format, 0, -1, "*"};

const limb__function_info *limb__find_text_method(limb_text name)
{
    if (limb__text_equal(name, "format")) return &format_method;
    for (size_t i = 0; i < sizeof text_method / sizeof *text_method; i++)
        if (limb__text_equal(name, text_method[i].name)) return &text_method[i];
    return NULL;
}
