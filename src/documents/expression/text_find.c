// Finds the first occurrence of one text in another, in time proportional to both and without
// memory: the two-way algorithm (Crochemore and Perrin, 1991). The needle is split where its right
// part is a maximal suffix; that part is compared from left to right, then the left one from right
// to left, and the needle's period determines how far a mismatch allows to skip.
//
// The last occurrence is the first one in the reversed texts: bytes are read with a step of 1 or
// -1.
#include "documents/expression/text_find.h"

typedef struct reader {
    const char *first;
    ptrdiff_t step;
} reader;

static size_t search(reader text, size_t ntext, reader part, size_t npart);
static size_t search_periodic(reader text, size_t ntext, reader part, size_t npart, size_t cut,
                              size_t period);
static size_t critical_cut(reader part, size_t npart, size_t *period);
static size_t maximal_suffix(reader part, size_t npart, int sign, size_t *period);
static bool is_periodic(reader part, size_t cut, size_t period);
static inline unsigned char byte_at(reader text, size_t index);

size_t limb__text_first(limb_text text, limb_text part, size_t from)
{
    if (from > text.size || part.size > text.size - from) return SIZE_MAX;
    if (part.size == 0) return from;
    // most texts do not even contain the first byte
    const char *at = memchr(text.data + from, part.data[0], text.size - from - part.size + 1);
    if (!at || part.size == 1) return at ? (size_t)(at - text.data) : SIZE_MAX;
    const size_t found = search((reader){at, 1}, (size_t)(text.data + text.size - at),
                                (reader){part.data, 1}, part.size);
    return found == SIZE_MAX ? SIZE_MAX : (size_t)(at - text.data) + found;
}

size_t limb__text_last(limb_text text, limb_text part, size_t end)
{
    if (part.size > end) return SIZE_MAX;
    if (part.size == 0) return end;
    const size_t found = search((reader){text.data + end - 1, -1}, end,
                                (reader){part.data + part.size - 1, -1}, part.size);
    return found == SIZE_MAX ? SIZE_MAX : end - found - part.size;
}

static size_t search(reader text, size_t ntext, reader part, size_t npart)
{
    size_t period;
    if (npart > ntext) return SIZE_MAX;
    const size_t cut = critical_cut(part, npart, &period);
    if (is_periodic(part, cut, period)) {
        return search_periodic(text, ntext, part, npart, cut, period);
    }
    period = (cut > npart - cut ? cut : npart - cut) + 1;
    for (size_t at = 0; at <= ntext - npart;) {
        size_t i = cut;
        while (i < npart && byte_at(part, i) == byte_at(text, at + i))
            i++;
        if (i < npart) {
            at += i - cut + 1;
            continue;
        }
        i = cut;
        while (i > 0 && byte_at(part, i - 1) == byte_at(text, at + i - 1))
            i--;
        if (i == 0) return at;
        at += period;
    }
    return SIZE_MAX;
}

// After a shift by the period the first npart - period bytes are known to match.
static size_t search_periodic(reader text, size_t ntext, reader part, size_t npart, size_t cut,
                              size_t period)
{
    size_t known = 0;
    for (size_t at = 0; at <= ntext - npart;) {
        size_t i = cut > known ? cut : known;
        while (i < npart && byte_at(part, i) == byte_at(text, at + i))
            i++;
        if (i < npart) {
            at += i - cut + 1;
            known = 0;
            continue;
        }
        i = cut;
        while (i > known && byte_at(part, i - 1) == byte_at(text, at + i - 1))
            i--;
        if (i <= known) return at;
        at += period;
        known = npart - period;
    }
    return SIZE_MAX;
}

// Of the two suffixes that are maximal in the order of bytes and in its reverse, the longer starts
// first; the needle is split where the other one starts.
static size_t critical_cut(reader part, size_t npart, size_t *period)
{
    size_t period_up;
    size_t period_down;
    const size_t up = maximal_suffix(part, npart, 1, &period_up);
    const size_t down = maximal_suffix(part, npart, -1, &period_down);
    *period = up >= down ? period_up : period_down;
    return up >= down ? up : down;
}

static size_t maximal_suffix(reader part, size_t npart, int sign, size_t *period)
{
    size_t begin = 0;     // of the suffix
    size_t candidate = 1; // where a greater one may start
    size_t same = 0;      // number of bytes in which they agree
    *period = 1;
    while (candidate + same < npart) {
        const int order =
            sign * ((int)byte_at(part, candidate + same) - (int)byte_at(part, begin + same));
        if (order < 0) {
            candidate += same + 1;
            same = 0;
            *period = candidate - begin;
        } else if (order == 0) {
            if (++same == *period) {
                candidate += same;
                same = 0;
            }
        } else {
            begin = candidate++;
            same = 0;
            *period = 1;
        }
    }
    return begin;
}

// Returns whether the part before the split is repeated one period later.
static bool is_periodic(reader part, size_t cut, size_t period)
{
    for (size_t i = 0; i < cut; i++)
        if (byte_at(part, i) != byte_at(part, i + period)) return false;
    return true;
}

static inline unsigned char byte_at(reader text, size_t index)
{
    return (unsigned char)text.first[(ptrdiff_t)index * text.step];
}
