// Lists of numbers: by windows as long as they are short decimals, else one by one.
#include "geometry/mesh_files/scan_list.h"

#include "geometry/mesh_files/window.h"

static int scan_floats(const char **at, const char *end, float *value, int capacity);
static int scan_indices(const char **at, const char *end, uint32_t *value, int capacity);
static inline bool has_window(const char *text, const char *end, int room);
static const char *floats_of_window(const char *text, float *value, int *count);
static const char *indices_of_window(const char *text, uint32_t *value, int *count);

// A window holds no more numbers than this: each has a separator.
enum { MAX_IN_WINDOW = 32 };

const limb__list_scanner LIMB__FOR_ISA(limb__list_scanner) = {scan_floats, scan_indices};

static int scan_floats(const char **at, const char *end, float *value, int capacity)
{
    int count = 0;
    const char *text = limb__scan_space(*at, end);
    while (text < end && count < capacity) {
        if (has_window(text, end, capacity - count)) {
            const char *const begin = text;
            text = floats_of_window(text, value, &count);
            if (text > begin) {
                text = limb__scan_space(text, end);
                continue;
            }
        }
        const char *const stop = limb__scan_float(text, end, &value[count]);
        if (!stop) break;
        count++;
        text = limb__scan_space(stop, end);
    }
    *at = text;
    return count;
}

static int scan_indices(const char **at, const char *end, uint32_t *value, int capacity)
{
    int count = 0;
    const char *text = limb__scan_space(*at, end);
    while (text < end && count < capacity) {
        if (has_window(text, end, capacity - count)) {
            const char *const begin = text;
            text = indices_of_window(text, value, &count);
            if (text > begin) {
                text = limb__scan_space(text, end);
                continue;
            }
        }
        int64_t read;
        const char *const stop = limb__scan_int(text, end, &read);
        if (!stop) break;
        const int64_t max = UINT32_MAX - 1;
        value[count++] = read < 0 ? UINT32_MAX : (uint32_t)(read < max ? read : max);
        text = limb__scan_space(stop, end);
    }
    *at = text;
    return count;
}

// Whether a whole window can be read, and all that it may hold be kept.
static inline bool has_window(const char *text, const char *end, int room)
{
    return LIMB__WINDOWS && end - text >= LIMB__WINDOW_ROOM && room >= MAX_IN_WINDOW;
}

#if LIMB__WINDOWS

// The short decimals that the window begins with, and the place after the last; text itself when
// there is none.
static inline const char *floats_of_window(const char *text, float *value, int *count)
{
    const limb__window window = limb__window_floats(text);
    uint64_t space = window.space;
    size_t begin = 0;
    for (;;) {
        const uint64_t second = space & (space - 1);
        const uint64_t third = second & (second - 1);
        if (third == 0) break;
        const size_t end[3] = {(size_t)__builtin_ctzll(space), (size_t)__builtin_ctzll(second),
                               (size_t)__builtin_ctzll(third)};
        if (!limb__window_three(text, window.stop, begin, end, &value[*count])) break;
        *count += 3;
        begin = end[2] + 1;
        space = third & (third - 1);
    }
    for (; space != 0; space &= space - 1) {
        const size_t end = (size_t)__builtin_ctzll(space);
        if (!limb__window_float(text + begin, text + end, window.stop >> begin, &value[*count]))
            break;
        ++*count;
        begin = end + 1;
    }
    return text + begin;
}

// The same for indices, four at a time.
static inline const char *indices_of_window(const char *text, uint32_t *value, int *count)
{
    const uint64_t space = limb__window_spaces(text);
    // up to the first byte that is neither digit nor space, or the second of two spaces
    const uint64_t other = (limb__window_no_digits(text) & ~space) | (space & space << 1);
    uint64_t stop = space & (other - 1) & ~other;
    size_t begin = 0;
    for (;;) {
        const uint64_t second = stop & (stop - 1);
        const uint64_t third = second & (second - 1);
        const uint64_t fourth = third & (third - 1);
        if (fourth == 0) break;
        const size_t end[4] = {(size_t)__builtin_ctzll(stop), (size_t)__builtin_ctzll(second),
                               (size_t)__builtin_ctzll(third), (size_t)__builtin_ctzll(fourth)};
        const size_t length[4] = {end[0] - begin, end[1] - end[0] - 1, end[2] - end[1] - 1,
                                  end[3] - end[2] - 1};
        if ((length[0] | length[1] | length[2] | length[3]) > LIMB__WINDOW_DIGITS) break;
        const __m128i four = limb__window_indices((limb__window_number){text + end[0], length[0]},
                                                  (limb__window_number){text + end[1], length[1]},
                                                  (limb__window_number){text + end[2], length[2]},
                                                  (limb__window_number){text + end[3], length[3]});
        _mm_storeu_si128((__m128i *)(void *)(value + *count), four);
        *count += 4;
        begin = end[3] + 1;
        stop = fourth & (fourth - 1);
    }
    return text + begin;
}

#else

static const char *floats_of_window(const char *text, float *value, int *count)
{
    (void)value, (void)count;
    return text;
}

static const char *indices_of_window(const char *text, uint32_t *value, int *count)
{
    (void)value, (void)count;
    return text;
}

#endif
