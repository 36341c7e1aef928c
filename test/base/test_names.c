#include "base/names.h"
#include "harness.h"

#include <stdio.h>
#include <string.h>

TEST(names_are_found_and_duplicates_told)
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
