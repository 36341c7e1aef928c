#include "base/names.h"
#include "harness.h"

#include <stdio.h>
#include <string.h>

TEST(names_are_found_and_duplicates_reported)
{
    static char text[1000][16];
    limb__arena arena;
    limb__arena_init(&arena, NULL, 0);
    limb__names names;
    ENSURE(limb__names_init(&names, &arena, 1000));
    for (int i = 0; i < 1000; i++) {
        snprintf(text[i], sizeof text[i], "link_%d", i);
        ENSURE_INT(limb__names_add(&names, text[i], strlen(text[i]), i), -1);
    }
    ENSURE_INT(limb__names_add(&names, "link_7", 6, 1000), 7);
    for (int i = 0; i < 1000; i++)
        ENSURE_INT(limb__names_find(&names, text[i], strlen(text[i])), i);
    ENSURE_INT(limb__names_find(&names, "link_1000", 9), -1);
    ENSURE_INT(limb__names_find(&names, "", 0), -1);
    limb__arena_free(&arena);
}

// Adds texts of every size, and for each the texts that differ from it in one byte or are
// one byte longer.
TEST(names_of_all_sizes_are_distinguished)
{
    enum { LONGEST = 40 };
    char text[LONGEST + 1];
    char other[LONGEST + 1];
    memset(text, 'a', sizeof text);
    for (size_t size = 0; size <= LONGEST; size++) {
        limb__arena arena;
        limb__arena_init(&arena, NULL, 0);
        limb__names names;
        ENSURE(limb__names_init(&names, &arena, 4));
        limb__names_fetch_slot(&names, text, size);
        ENSURE_INT(limb__names_add(&names, text, size, 1), -1);
        memset(other, 'a', sizeof other);
        ENSURE_INT(limb__names_find(&names, other, size), 1);
        if (size > 0) ENSURE_INT(limb__names_find(&names, other, size - 1), -1);
        for (size_t i = 0; i < size; i++) {
            other[i] = 'b';
            ENSURE_INT(limb__names_find(&names, other, size), -1);
            ENSURE(limb__hash_text(other, size) != limb__hash_text(text, size));
            other[i] = 'a';
        }
        limb__arena_free(&arena);
    }
}
