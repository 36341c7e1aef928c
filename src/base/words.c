// Words at the very end of a text, where no whole integer can be loaded.
#include "base/words.h"

#include <string.h>

#define ALL       UINT64_MAX
#define ALL_EIGHT ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL

// clang-format off
const uint64_t limb__word_mask[] = {
    0, 0xff, 0xffff, 0xffffff, 0xffffffff, 0xffffffffff, 0xffffffffffff, 0xffffffffffffff,
    ALL_EIGHT, ALL_EIGHT, ALL_EIGHT,
};
// clang-format on

unsigned limb__words_find_last(const limb__words *words, const char *name, size_t size)
{
    char copy[LIMB__WORD_LONGEST] = {0};
    if (size > sizeof copy) return 0;
    memcpy(copy, name, size);
    return limb__words_find(words, copy, size);
}
