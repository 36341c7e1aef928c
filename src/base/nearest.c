// Did you mean: the known word that a given word is probably a misspelling of.
//
// Optimal string alignment distance (Damerau's edits, no substring edited twice) over three rows
// of a table, in half steps: a change of case costs 1; an insertion, deletion, exchange or swap
// costs 2. Only the band around the diagonal in which the distance can be within the limit is
// computed (Ukkonen 1985).
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_WORD = 64, STEP = 2 };

static uint32_t letters_of(const char *text, size_t size);
static bool has_more(uint32_t bits, int count);
static bool is_same_but_case(const char *a, const char *b, size_t size);
static bool has_other_number(const char *a, size_t a_size, const char *b, size_t b_size);
static size_t next_digit(const char *text, size_t from, size_t size);
static char lower(char c);
static int exchange_cost(char a, char b);

bool limb__is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

int limb__edit_distance(const char *a, size_t a_size, const char *b, size_t b_size, int limit)
{
    if (a_size > LONGEST_WORD || b_size > LONGEST_WORD) return limit + 1;
    const int height = (int)a_size;
    const int width = (int)b_size;
    const int band = limit / STEP; // each step off the diagonal is an insertion or a deletion
    if (abs(height - width) > band) return limit + 1;
    int rows[3][LONGEST_WORD + 1];
    int *before = rows[0];
    int *last = rows[1];
    int *row = rows[2];
    for (int j = 0; j <= width; j++)
        last[j] = j * STEP;

    int last_min = 0;
    for (int i = 1; i <= height; i++) {
        const int low = i > band + 1 ? i - band : 1;
        const int high = i + band < width ? i + band : width;
        row[low - 1] = low == 1 ? i * STEP : limit + 1;
        last[high] = i + band <= width ? limit + 1 : last[high]; // above it there was no band
        int min = row[low - 1];
        for (int j = low; j <= high; j++) {
            int best = last[j - 1] + exchange_cost(a[i - 1], b[j - 1]);
            if (last[j] + STEP < best) best = last[j] + STEP;
            if (row[j - 1] + STEP < best) best = row[j - 1] + STEP;
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && before[j - 2] + STEP < best) best = before[j - 2] + STEP;
            row[j] = best;
            if (best < min) min = best;
        }
        // an entry depends on at most the two previous rows, so no later one will be smaller
        if (min > limit && last_min > limit) return limit + 1;
        last_min = min;
        int *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[width] <= limit ? last[width] : limit + 1;
}

int limb__nearest(const char *text, size_t size, const char *const *candidate, int count)
{
    const uint32_t letters = letters_of(text, size);
    int best = -1;
    int best_distance = 0;
    for (int i = 0; i < count; i++) {
        const size_t candidate_size = strlen(candidate[i]);
        if (size == candidate_size && is_same_but_case(text, candidate[i], size)) return i;
        const size_t shorter = size < candidate_size ? size : candidate_size;
        // one edit up to four letters, two up to eight, three beyond: more would be another word
        const int limit = (shorter <= 2 ? 1 : shorter <= 4 ? 2 : shorter <= 8 ? 4 : 6);
        const int edits = limit / STEP;
        if (abs((int)size - (int)candidate_size) > edits) continue;
        // an edit removes one letter, adds one, or both
        const uint32_t others = letters_of(candidate[i], candidate_size);
        if (has_more(letters & ~others, edits) || has_more(others & ~letters, edits)) continue;
        if (has_other_number(text, size, candidate[i], candidate_size)) continue;
        const int distance = limb__edit_distance(text, size, candidate[i], candidate_size, limit);
        if (distance > limit) continue;
        if (best < 0 || distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

// Returns one bit for each letter that occurs, in either case; other characters share the bits.
static uint32_t letters_of(const char *text, size_t size)
{
    uint32_t letters = 0;
    for (size_t i = 0; i < size; i++)
        letters |= (uint32_t)1 << (text[i] & 31);
    return letters;
}

static bool has_more(uint32_t bits, int count)
{
    for (; count > 0; count--)
        bits &= bits - 1; // clears the lowest one
    return bits != 0;
}

static bool is_same_but_case(const char *a, const char *b, size_t size)
{
    size_t i = 0;
    while (i < size && lower(a[i]) == lower(b[i]))
        i++;
    return i == size;
}

// Returns whether the numbers in two names differ: joint3 is not a misspelling of joint1. A number
// may be missing, or differ in leading zeros.
static bool has_other_number(const char *a, size_t a_size, const char *b, size_t b_size)
{
    bool both = false;
    bool same = true;
    for (size_t i = 0, k = 0; same; i++, k++) {
        i = next_digit(a, i, a_size);
        k = next_digit(b, k, b_size);
        if (i == a_size && k == b_size) return false;
        both = both || (i < a_size && k < b_size);
        same = i < a_size && k < b_size && a[i] == b[k];
    }
    return both;
}

// Returns the first index from there on that is not a '0', or size.
static size_t next_digit(const char *text, size_t from, size_t size)
{
    while (from < size && !(text[from] >= '1' && text[from] <= '9'))
        from++;
    return from;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static int exchange_cost(char a, char b)
{
    if (a == b) return 0;
    return lower(a) == lower(b) ? 1 : STEP;
}
