// Words at the very end of a text, where no whole integer can be loaded.
#include "base/words.h"

unsigned limb__words_find_last(const limb__words *words, const char *name, size_t size)
{
    char copy[LIMB__WORD_LONGEST] = {0};
    if (size > sizeof copy) return 0;
    memcpy(copy, name, size);
    return limb__words_find(words, copy, size);
}
