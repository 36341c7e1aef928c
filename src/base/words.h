// Words: a fixed set of names, each with a number, told apart by one multiplication.
//
// The first eight bytes of a name, as one integer, times a multiplier that was searched for so that
// no two names of the set share a slot: a perfect hash (Fredman, Komlos and Szemeredi 1984). One
// comparison then says whether the name is the one in that slot.
#ifndef LIMB_BASE_WORDS_H
#define LIMB_BASE_WORDS_H

#include "base/bits.h"

#include <stddef.h>
#include <string.h>

enum {
    LIMB__WORD_SLOT_BITS = 7,
    LIMB__WORD_SLOTS = 1 << LIMB__WORD_SLOT_BITS,
    LIMB__WORD_LONGEST = 20,
    LIMB__WORD_REACH = 8, // bytes of a name that are looked at, however short it is
};

typedef struct limb__word {
    char text[LIMB__WORD_LONGEST]; // zeros behind it
    uint16_t size;
    uint16_t number; // 0: the slot is empty
} limb__word;

typedef struct limb__words {
    uint64_t multiplier;    // 0: all names go to the first slot
    const limb__word *slot; // (LIMB__WORD_SLOTS)
} limb__words;

static inline uint64_t limb__word_head(const char *name, size_t size)
{
    const uint64_t head = limb__load_eight(name);
    return size < 8 ? head & (((uint64_t)1 << 8 * size) - 1) : head;
}

// The number of a name, or 0 when it is not in the set. LIMB__WORD_REACH bytes can be read at name.
static inline unsigned limb__words_find(const limb__words *words, const char *name, size_t size)
{
    const uint64_t head = limb__word_head(name, size);
    const uint64_t hash = head * words->multiplier;
    const limb__word *word = &words->slot[hash >> (64 - LIMB__WORD_SLOT_BITS)];
    if (limb__load_eight(word->text) != head || word->size != size) return 0;
    if (size > 8 && memcmp(word->text + 8, name + 8, size - 8) != 0) return 0;
    return word->number;
}

// The same for a name behind which nothing may be read.
unsigned limb__words_find_last(const limb__words *words, const char *name, size_t size);

#endif
