// Welding: growth of the table, whole arrays, and welding within a tolerance.
//
// Within a tolerance: space is divided into cubes of the tolerance's size, and each kept point is
// listed in its cube; a new point is compared with the 27 cubes around it. Kept points are
// farther apart than the tolerance, so a cube contains a bounded number of them, and the total
// time is linear.
#include "geometry/mesh/weld.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { BATCH = 192, SLOTS_PER_ROW = 3 };

// one list per bucket of cubes
typedef struct cube_grid {
    uint32_t *first; // point + 1, 0: none  (mask + 1)
    uint32_t *next;  // point + 1           (count)
    uint32_t mask;
    double per_cube; // 1 / edge length
} cube_grid;

static void add_rows(limb__weld *weld, const uint32_t *row, int width, int count, bool floats,
                     uint32_t *number);
static bool resize_table(limb__weld *weld, int wanted_rows);
static bool resize_rows(limb__weld *weld, int wanted_rows);
static uint32_t bucket_of(const cube_grid *grid, const int64_t cube[3]);
static void cube_of(const cube_grid *grid, const float *point, int64_t cube[3]);
static int find_near(const limb__weld *weld, const cube_grid *grid, const float *point,
                     double tolerance);

limb_status limb__weld_init(limb__weld *weld, const limb_allocator *memory, int width, int expected)
{
    memset(weld, 0, sizeof *weld);
    weld->memory = memory;
    weld->width = width;
    if (!limb__weld_reserve(weld, expected > 16 ? expected : 16)) {
        limb__weld_free(weld);
        return LIMB_ERROR_MEMORY;
    }
    return LIMB_OK;
}

void limb__weld_free(limb__weld *weld)
{
    const size_t row_size = (size_t)weld->width * sizeof(uint32_t);
    if (weld->row) limb__release(weld->memory, weld->row, (size_t)weld->row_capacity * row_size);
    if (weld->slot) limb__release(weld->memory, weld->slot, sizeof(uint32_t) << (64 - weld->shift));
    weld->row = weld->slot = NULL;
}

bool limb__weld_reserve(limb__weld *weld, int more)
{
    if (more > INT32_MAX / 2 - weld->count) return false;
    const int wanted = weld->count + more;
    const size_t nslot = weld->slot ? (size_t)1 << (64 - weld->shift) : 0;
    if ((size_t)wanted * SLOTS_PER_ROW > nslot && !resize_table(weld, wanted)) return false;
    return wanted <= weld->row_capacity || resize_rows(weld, wanted);
}

limb_status limb__weld_rows(limb__weld *weld, const uint32_t *row, int count, bool floats,
                            uint32_t *number)
{
    const int width = weld->width;
    for (int done = 0; done < count; done += BATCH) {
        const int step = count - done < BATCH ? count - done : BATCH;
        if (!limb__weld_reserve(weld, step)) return LIMB_ERROR_MEMORY;
        const uint32_t *first = row + (size_t)done * (size_t)width;
        if (width == 3)
            add_rows(weld, first, 3, step, floats, number + done);
        else if (width == 2)
            add_rows(weld, first, 2, step, floats, number + done);
        else
            add_rows(weld, first, 4, step, floats, number + done);
    }
    return LIMB_OK;
}

// First the slots of all rows, then the rows: mispredicted branches of the second loop do not delay
// the arithmetic of the first. The table is kept in a local variable, because the compiler would
// load it again after every store.
static inline void add_rows(limb__weld *weld, const uint32_t *row, int width, int count,
                            bool floats, uint32_t *number)
{
    limb__weld w = *weld;
    uint32_t word[BATCH * 4];
    uint32_t slot[BATCH];
    if (floats) {
        // a fourth word is a color
        for (int i = 0; i < count * width; i++)
            word[i] = width < 4 || i % 4 < 3 ? limb__weld_word(row[i]) : row[i];
        row = word;
    }
    for (int i = 0; i < count; i++)
        slot[i] = (uint32_t)(limb__weld_hash(row + i * width, width) >> w.shift);
    for (int i = 0; i < count; i++)
        number[i] = limb__weld_add_at(&w, row + i * width, width, slot[i]);
    *weld = w;
}

limb_status limb__weld_near(limb__weld *weld, const float *point, int count, double tolerance,
                            uint32_t *number)
{
    uint32_t nbucket = 16;
    while (nbucket < (uint32_t)count)
        nbucket *= 2;
    const size_t size = ((size_t)nbucket + (size_t)count) * sizeof(uint32_t);
    uint32_t *block = limb__allocate(weld->memory, size);
    if (!block) return LIMB_ERROR_MEMORY;
    memset(block, 0, size);
    cube_grid grid = {block, block + nbucket, nbucket - 1, 1.0 / tolerance};

    limb_status status = LIMB_OK;
    for (int i = 0; i < count && status == LIMB_OK; i++) {
        const float *p = point + (size_t)i * 3;
        int near = find_near(weld, &grid, p, tolerance);
        if (near < 0) {
            if (!limb__weld_reserve(weld, 1)) {
                status = LIMB_ERROR_MEMORY;
                break;
            }
            near = weld->count++;
            memcpy(weld->row + (size_t)near * 3, p, 3 * sizeof *p);
            int64_t cube[3];
            cube_of(&grid, p, cube);
            uint32_t *first = &grid.first[bucket_of(&grid, cube)];
            grid.next[near] = *first;
            *first = (uint32_t)near + 1;
        }
        number[i] = (uint32_t)near;
    }
    limb__release(weld->memory, block, size);
    return status;
}

//---- table ---------------------------------------------------------------------------------------

static bool resize_table(limb__weld *weld, int wanted_rows)
{
    int bits = 6;
    while (((size_t)1 << bits) < (size_t)wanted_rows * SLOTS_PER_ROW)
        bits++;
    const size_t size = sizeof(uint32_t) << bits;
    uint32_t *slot = limb__allocate(weld->memory, size);
    if (!slot) return false;
    memset(slot, 0, size);
    const int shift = 64 - bits;
    const uint32_t mask = (uint32_t)(((size_t)1 << bits) - 1);
    for (int i = 0; i < weld->count; i++) {
        const uint32_t *row = weld->row + (size_t)i * (size_t)weld->width;
        uint32_t at = (uint32_t)(limb__weld_hash(row, weld->width) >> shift);
        while (slot[at])
            at = (at + 1) & mask;
        slot[at] = (uint32_t)i + 1;
    }
    if (weld->slot) limb__release(weld->memory, weld->slot, sizeof(uint32_t) << (64 - weld->shift));
    weld->slot = slot;
    weld->shift = shift;
    return true;
}

static bool resize_rows(limb__weld *weld, int wanted_rows)
{
    // grows by half: few copies, little waste
    int capacity = weld->row_capacity + weld->row_capacity / 2;
    if (capacity < wanted_rows) capacity = wanted_rows;
    const size_t row_size = (size_t)weld->width * sizeof(uint32_t);
    uint32_t *row =
        weld->memory->resize(weld->memory->ctx, weld->row, (size_t)weld->row_capacity * row_size,
                             (size_t)capacity * row_size);
    if (!row) return false;
    weld->row = row;
    weld->row_capacity = capacity;
    return true;
}

//---- within a distance ---------------------------------------------------------------------------

static uint32_t bucket_of(const cube_grid *grid, const int64_t cube[3])
{
    const uint32_t word[3] = {(uint32_t)cube[0], (uint32_t)cube[1], (uint32_t)cube[2]};
    return (uint32_t)(limb__weld_hash(word, 3) >> 32) & grid->mask;
}

static void cube_of(const cube_grid *grid, const float *point, int64_t cube[3])
{
    for (int k = 0; k < 3; k++) {
        const double at = floor((double)point[k] * grid->per_cube);
        if (fabs(at) < 1e15) {
            cube[k] = (int64_t)at;
        } else {
            // at this distance floats are farther apart than the tolerance: only equal
            // ones are near
            uint32_t word;
            memcpy(&word, point + k, sizeof word);
            cube[k] = word;
        }
    }
}

static int find_near(const limb__weld *weld, const cube_grid *grid, const float *point,
                     double tolerance)
{
    int64_t center[3];
    cube_of(grid, point, center);
    int best = -1;
    double best_square = tolerance * tolerance;
    for (int i = 0; i < 27; i++) {
        const int64_t cube[3] = {center[0] + i % 3 - 1, center[1] + i / 3 % 3 - 1,
                                 center[2] + i / 9 - 1};
        for (uint32_t at = grid->first[bucket_of(grid, cube)]; at != 0; at = grid->next[at - 1]) {
            float kept[3];
            memcpy(kept, weld->row + (size_t)(at - 1) * 3, sizeof kept);
            const double x = (double)kept[0] - (double)point[0];
            const double y = (double)kept[1] - (double)point[1];
            const double z = (double)kept[2] - (double)point[2];
            const double square = x * x + y * y + z * z;
            if (square < best_square || (square == best_square && (int)at - 1 < best)) {
                best_square = square;
                best = (int)at - 1;
            }
        }
    }
    return best;
}
