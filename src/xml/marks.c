// Finding the marks of a window, and in passing the bytes that need a closer look.
#include "xml/marks.h"

#include "xml/scan.h"

enum { GROUP = 64 };

static uint32_t window_size(const limb__marks *marks);
static void add_window(limb__marks *marks, uint32_t *out, uint32_t size);
static uint32_t *mark_groups(limb__marks *marks, const char *p, uint32_t at, size_t size,
                             uint32_t *out);

void limb__marks_init(limb__marks *marks, const char *text, size_t size)
{
    marks->text = text;
    marks->size = (uint32_t)size;
    marks->window_end = 0;
    marks->plain = true;
    marks->wide = limb__xml_is_wide();
    marks->place[0] = marks->place[1] = marks->size;
    marks->next = marks->stop = marks->place;
}

const char *limb__marks_refill(limb__marks *marks, uint32_t from)
{
    while (marks->window_end < marks->size) {
        add_window(marks, marks->place, window_size(marks));
        while (*marks->next < from)
            marks->next++;
        if (marks->next != marks->stop) return marks->text + *marks->next;
    }
    return marks->text + marks->size;
}

bool limb__marks_extend(limb__marks *marks)
{
    const size_t left = (size_t)(marks->stop - marks->next);
    const uint32_t size = window_size(marks);
    if (left > LIMB__MARKS_KEPT || marks->window_end + size == marks->size) return false;
    memmove(marks->place, marks->next, left * sizeof *marks->place);
    add_window(marks, marks->place + left, size);
    return true;
}

// Whole groups as long as the margin is left behind them; the rest is one window.
static uint32_t window_size(const limb__marks *marks)
{
    const uint32_t left = marks->size - marks->window_end;
    const uint32_t whole =
        left > LIMB__MARKS_MARGIN ? (left - LIMB__MARKS_MARGIN) / GROUP * GROUP : 0;
    if (whole == 0) return left;
    return whole < LIMB__MARKS_WINDOW ? whole : LIMB__MARKS_WINDOW;
}

static void add_window(limb__marks *marks, uint32_t *out, uint32_t size)
{
    uint32_t *(*const find)(limb__marks *, const char *, uint32_t, size_t, uint32_t *) =
        marks->wide ? limb__marks_groups_avx2 : mark_groups;
    const uint32_t at = marks->window_end;
    const uint32_t whole = size / GROUP * GROUP;
    out = find(marks, marks->text + at, at, whole, out);
    if (whole < size) {
        char last[GROUP]; // the rest and blanks
        memset(last, ' ', sizeof last);
        memcpy(last, marks->text + at + whole, size - whole);
        out = find(marks, last, at + whole, sizeof last, out);
    }
    out[0] = out[1] = marks->size;
    marks->stop = out;
    marks->window_end = at + size;
    marks->next = marks->place;
}

#if !defined(LIMB_HAS_AVX2) || defined(LIMB_NO_SIMD)

uint32_t *limb__marks_groups_avx2(limb__marks *marks, const char *p, uint32_t at, size_t size,
                                  uint32_t *out)
{
    return mark_groups(marks, p, at, size, out);
}

#endif

#if defined(__SSE2__) && !defined(LIMB_NO_SIMD)

// low..high, for bounds that are ASCII: two operations
static inline __m128i in_range(__m128i block, char low, char high)
{
    const __m128i top = _mm_add_epi8(block, _mm_set1_epi8((char)(0x7f - high)));
    return _mm_cmpgt_epi8(top, _mm_set1_epi8((char)(0x7f - (high - low) - 1)));
}

static inline __m128i marks_of(__m128i block)
{
    const __m128i quote = _mm_or_si128(in_range(block, '&', '\''), limb__block_equal(block, '"'));
    return _mm_or_si128(quote, limb__block_equal(block, '<'));
}

// Below blank as signed numbers are control characters and all bytes above ASCII.
static inline __m128i odd_of(__m128i block)
{
    const __m128i low = _mm_cmplt_epi8(block, _mm_set1_epi8(0x20));
    const __m128i gap = _mm_or_si128(in_range(block, '\t', '\n'), limb__block_equal(block, '\r'));
    return _mm_andnot_si128(gap, low);
}

// Writes eight places at a time, too many or not: that is faster than asking.
static uint32_t *mark_groups(limb__marks *marks, const char *p, uint32_t at, size_t size,
                             uint32_t *out)
{
    __m128i odd = _mm_setzero_si128();
    for (const char *end = p + size; p < end; p += GROUP, at += GROUP) {
        __m128i count = _mm_setzero_si128(); // per lane
        uint64_t bits = 0;
        for (int i = 0; i < 4; i++) {
            const __m128i block = limb__block_load(p + i * LIMB__BLOCK_SIZE);
            const __m128i mark = marks_of(block);
            odd = _mm_or_si128(odd, odd_of(block));
            count = _mm_sub_epi8(count, mark);
            bits |= (uint64_t)limb__block_set(mark) << i * LIMB__BLOCK_SIZE;
        }
        uint32_t *const stop = out + limb__block_sum(count);
        for (; bits; out += 8) {
            for (int i = 0; i < 8; i++) {
                out[i] = at + (uint32_t)__builtin_ctzll(bits | (uint64_t)1 << 63);
                bits &= bits - 1;
            }
        }
        out = stop;
    }
    if (limb__block_set(odd)) marks->plain = false;
    return out;
}

#else

static uint32_t *mark_groups(limb__marks *marks, const char *p, uint32_t at, size_t size,
                             uint32_t *out)
{
    for (const char *end = p + size; p < end; p++, at++) {
        if (*p == '<' || *p == '&' || *p == '"' || *p == '\'')
            *out++ = at;
        else if ((unsigned char)(*p - 0x20) >= 0x60 && *p != '\n' && *p != '\t' && *p != '\r')
            marks->plain = false;
    }
    return out;
}

#endif
