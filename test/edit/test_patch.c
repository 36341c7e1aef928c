// Tests of patches: order, overlap, undo, and the resulting text.
#include "documents/edit/patch.h"
#include "harness.h"
#include "support/hostile.h"

#include <stdio.h>
#include <string.h>

static const char text[] = "0123456789";

static void expect(const limb__patches *patches, const char *expected)
{
    limb__builder out;
    limb__builder_init(&out, NULL);
    limb__patches_apply(patches, text, strlen(text), &out);
    ENSURE_TEXT(limb__builder_nul(&out), expected);
    limb__builder_free(&out);
}

static limb_status add(limb__patches *patches, uint32_t offset, uint32_t size, const char *new_text)
{
    return limb__patches_add(patches, offset, size, 0, new_text, strlen(new_text));
}

// Insertions at one position used to be searched one after another: 200,000 took minutes.
TEST(insertions_at_one_place_are_found_by_their_rank)
{
    enum { COUNT = 200000 };
    limb__patches patches;
    limb__patches_init(&patches, NULL);
    ENSURE_INT(limb__patches_add(&patches, 5, 0, 1, "b", 1), LIMB_OK);
    for (int i = 0; i < COUNT; i++) {
        ENSURE(!limb__patches_inserts(&patches, 5, 2, "", 0));
        ENSURE(limb__patches_inserts(&patches, 5, 1, "b", 1));
        ENSURE_INT(limb__patches_add(&patches, 5, 0, 0, "a", 1), LIMB_OK);
    }
    ENSURE_INT(limb__patches_add(&patches, 5, 2, -1, "c", 1), LIMB_OK);
    ENSURE_INT(limb__patches_add(&patches, 5, 0, -1, "z", 1), LIMB_OK);
    limb__builder out;
    limb__builder_init(&out, NULL);
    limb__patches_apply(&patches, text, strlen(text), &out);
    ENSURE_INT(out.size, COUNT + 11);
    ENSURE_INT(memcmp(out.data, "01234zaaaa", 10), 0);
    ENSURE_TEXT(limb__builder_nul(&out) + COUNT + 4, "aabc789");
    limb__builder_free(&out);
    limb__patches_free(&patches);
}

enum { STRIDE = 4, MAX_SPREAD = 128000 };

// What comes when: from the front, from the back, all over the place.
static uint32_t place_of(int order, int i, int count)
{
    const uint32_t at = (uint32_t)i;
    return STRIDE * (order == 0   ? at
                     : order == 1 ? (uint32_t)(count - 1 - i)
                                  : (uint32_t)(at * 7919ull % (uint32_t)count));
}

// Patches that are looked at for count patches; half of them are undone and added again.
static long long visits(int order, int count)
{
    long long nvisit = 0;
    limb__patches patches;
    limb__patches_init(&patches, NULL);
    patches.nvisit = &nvisit;
    for (int round = 0; round < 2; round++) {
        for (int i = limb__patches_mark(&patches); i < count; i++)
            ENSURE_INT(limb__patches_add(&patches, place_of(order, i, count), 2, 0, "new", 3),
                       LIMB_OK);
        for (int i = 0; i < count; i += 97)
            ENSURE(limb__patches_overlap(&patches, place_of(order, i, count) + 1, 1));
        if (round == 0) limb__patches_undo(&patches, count / 2);
    }
    static char old[STRIDE * MAX_SPREAD];
    memset(old, '.', sizeof old);
    limb__builder out;
    limb__builder_init(&out, NULL);
    limb__patches_apply(&patches, old, STRIDE * (size_t)count, &out);
    ENSURE_INT(out.size, 5 * (size_t)count);
    for (int i = 0; i < count; i++)
        ENSURE(memcmp(out.data + 5 * (size_t)i, "new..", 5) == 0);
    limb__builder_free(&out);
    limb__patches_free(&patches);
    return nvisit;
}

// Patches used to be kept in a sorted array. In a file with the joints before the links, as
// MoveIt's assistant writes it, each patch of a link moved half of the array.
TEST(work_grows_with_n_log_n_in_any_order)
{
    for (int order = 0; order < 3; order++) {
        int nlog = 10; // of count, to the base of 2
        for (int count = 1000; count <= MAX_SPREAD; count *= 2, nlog++) {
            const long long nvisit = visits(order, count);
            ENSURE(nvisit > count); // it counts
            ENSURE(nvisit < 8ll * nlog * count);
        }
    }
}

TEST(undone_patches_leave_nothing)
{
    limb__patches patches;
    limb__patches_init(&patches, NULL);
    ENSURE_INT(add(&patches, 4, 2, "kept"), LIMB_OK);
    const size_t size = patches.text.size;
    const int nlink = patches.nlink;
    for (int i = 0; i < 1000; i++) {
        const int mark = limb__patches_mark(&patches);
        ENSURE_INT(add(&patches, 4, 0, "at the same place"), LIMB_OK);
        ENSURE_INT(add(&patches, 1, 1, "before"), LIMB_OK);
        ENSURE_INT(add(&patches, 4, 0, "again"), LIMB_OK);
        ENSURE_INT(add(&patches, 9, 1, "after"), LIMB_OK);
        limb__patches_undo(&patches, mark);
        ENSURE_INT(patches.text.size, size);
        ENSURE_INT(patches.nlink, nlink);
        expect(&patches, "0123kept6789");
    }
    limb__patches_free(&patches);
}

TEST(patches_are_made_in_the_order_of_the_text)
{
    limb__patches patches;
    limb__patches_init(&patches, NULL);
    expect(&patches, "0123456789");
    ENSURE_INT(add(&patches, 8, 2, "end"), LIMB_OK);
    ENSURE_INT(add(&patches, 0, 1, ""), LIMB_OK);
    ENSURE_INT(add(&patches, 3, 2, "[a]"), LIMB_OK);
    ENSURE_INT(add(&patches, 5, 0, "+"), LIMB_OK);
    ENSURE_INT(add(&patches, 10, 0, "!"), LIMB_OK);
    expect(&patches, "12[a]+567end!");
    limb__patches_clear(&patches);
    expect(&patches, "0123456789");
    limb__patches_free(&patches);
}

TEST(overlaps_are_refused_and_neighbors_are_not)
{
    limb__patches patches;
    limb__patches_init(&patches, NULL);
    ENSURE_INT(add(&patches, 3, 4, "x"), LIMB_OK); // 3456
    ENSURE_INT(add(&patches, 3, 4, "y"), LIMB_ERROR_INPUT);
    ENSURE_INT(add(&patches, 2, 2, "y"), LIMB_ERROR_INPUT);
    ENSURE_INT(add(&patches, 6, 1, "y"), LIMB_ERROR_INPUT);
    ENSURE_INT(add(&patches, 0, 10, "y"), LIMB_ERROR_INPUT);
    ENSURE_INT(add(&patches, 4, 0, "y"), LIMB_ERROR_INPUT);
    ENSURE_INT(add(&patches, 3, 0, "<"), LIMB_OK);
    ENSURE_INT(add(&patches, 7, 0, ">"), LIMB_OK);
    ENSURE_INT(add(&patches, 2, 1, "_"), LIMB_OK);
    ENSURE_INT(add(&patches, 7, 1, "_"), LIMB_OK);
    // an insertion is not to be swallowed
    ENSURE_INT(add(&patches, 1, 1, "_"), LIMB_OK);
    ENSURE_INT(add(&patches, 9, 0, "|"), LIMB_OK);
    ENSURE_INT(add(&patches, 8, 2, "y"), LIMB_ERROR_INPUT);
    expect(&patches, "0__<x>_8|9");
    limb__patches_free(&patches);
}

TEST(insertions_at_one_place_are_ordered_by_rank_then_by_age)
{
    limb__patches patches;
    limb__patches_init(&patches, NULL);
    ENSURE_INT(limb__patches_add(&patches, 5, 0, 1, "</b>", 4), LIMB_OK);
    ENSURE_INT(limb__patches_add(&patches, 5, 0, 0, "1", 1), LIMB_OK);
    ENSURE_INT(limb__patches_add(&patches, 5, 2, 0, "new", 3), LIMB_OK);
    ENSURE_INT(limb__patches_add(&patches, 5, 0, 0, "2", 1), LIMB_OK);
    ENSURE_INT(limb__patches_add(&patches, 5, 0, -2, "0", 1), LIMB_OK);
    expect(&patches, "01234012</b>new789");
    ENSURE(limb__patches_inserts(&patches, 5, 1, "/b", 2));
    ENSURE(limb__patches_inserts(&patches, 5, 0, "", 0));
    ENSURE(!limb__patches_inserts(&patches, 5, 0, "/b", 2));
    ENSURE(!limb__patches_inserts(&patches, 6, 0, "", 0));
    limb__patches_free(&patches);
}

TEST(undo_drops_what_came_after_the_mark)
{
    limb__patches patches;
    limb__patches_init(&patches, NULL);
    ENSURE_INT(add(&patches, 5, 1, ""), LIMB_OK);
    const int mark = limb__patches_mark(&patches);
    ENSURE_INT(add(&patches, 2, 1, ""), LIMB_OK);
    ENSURE_INT(add(&patches, 8, 1, "x"), LIMB_OK);
    limb__patches_undo(&patches, mark);
    expect(&patches, "012346789");
    ENSURE_INT(add(&patches, 2, 1, "two"), LIMB_OK);
    expect(&patches, "01two346789");
    limb__patches_free(&patches);
}

// Applies the same changes to an array of pieces, one for each byte and one before each byte.
TEST(random_patches_agree_with_the_plain_way)
{
    limb_test_rng rng = {7};
    int nkept = 0;
    for (int round = 0; round < 2000; round++) {
        char piece[10][8], before[11][64];
        for (int i = 0; i < 10; i++)
            snprintf(piece[i], sizeof piece[i], "%d", i);
        memset(before, 0, sizeof before);
        bool changed[10] = {0};
        limb__patches patches;
        limb__patches_init(&patches, NULL);
        for (int k = 0; k < 8; k++) {
            const int offset = limb_test_below(&rng, 11);
            const int size = limb_test_below(&rng, 11 - offset > 3 ? 3 : 11 - offset);
            char new_text[4] = {(char)('a' + k), 0};
            bool free_span = true;
            for (int i = offset; i < offset + size; i++)
                free_span &= !changed[i] && (i == offset || !before[i][0]);
            // not inside a span of two
            if (size == 0 && offset > 0 && offset < 10 && changed[offset - 1] && !piece[offset][0])
                free_span = false;
            const limb_status status = add(&patches, (uint32_t)offset, (uint32_t)size, new_text);
            ENSURE_INT(status, free_span ? LIMB_OK : LIMB_ERROR_INPUT);
            if (!free_span) continue;
            nkept++;
            if (size == 0) strcat(before[offset], new_text);
            for (int i = offset; i < offset + size; i++) {
                changed[i] = true;
                strcpy(piece[i], i == offset ? new_text : "");
            }
        }
        char expected[512] = "";
        for (int i = 0; i <= 10; i++) {
            strcat(expected, before[i]);
            if (i < 10) strcat(expected, piece[i]);
        }
        expect(&patches, expected);
        limb__patches_free(&patches);
    }
    ENSURE(nkept > 5000);
}

static limb_status make_some(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb__patches patches;
    limb__patches_init(&patches, memory);
    limb_status status = LIMB_OK;
    for (uint32_t i = 0; i < 10 && status == LIMB_OK; i++)
        status = add(&patches, i, 1, "a rather long replacement, so that the texts must grow");
    limb__patches_free(&patches);
    return status;
}

TEST(a_lack_of_memory_leaks_nothing)
{
    ENSURE(limb_test_every_failure(LIMB_OK, make_some, NULL) > 2);
}
