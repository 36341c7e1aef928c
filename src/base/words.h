// Words: a fixed set of names, each with a number, told apart by one multiplication.
//
// The first eight bytes of a name, as one integer, times a multiplier that was searched for so that
// no two names of the set share a slot: a perfect hash (Fredman, Komlos and Szemeredi 1984). One
// comparison then says whether the name is the one in that slot.
#ifndef LIMB_BASE_WORDS_H
#define LIMB_BASE_WORDS_H

#include "base/bits.h"

#include <stddef.h>

enum {
    LIMB__WORD_SLOT_BITS = 7,
    LIMB__WORD_SLOTS = 1 << LIMB__WORD_SLOT_BITS,
    LIMB__WORD_LONGEST = 20,
    LIMB__WORD_NAME_LONGEST = 31,
    LIMB__WORD_REACH = 8, // bytes of a name that are looked at, however short it is
    LIMB__WORD_NUMBERS = 64,
};

// What to keep of a name once it is looked up, copied as one piece.
typedef struct limb__label {
    uint16_t size;   // bytes of the name
    uint16_t number; // 0: not in the set; bits from LIMB__WORD_NUMBERS on are the keeper's own
} limb__label;

typedef struct limb__word {
    char text[LIMB__WORD_LONGEST]; // zeros after it
    limb__label label;             // number 0: the slot is empty
} limb__word;

// The first bytes of an integer, as many as a name has.
extern const uint64_t limb__word_mask[LIMB__WORD_NAME_LONGEST + 1];

typedef struct limb__words {
    uint64_t multiplier;
    const limb__word *slot; // (LIMB__WORD_SLOTS)
} limb__words;

// The word that a name is, or NULL when it is not in the set. The name has 1 to
// LIMB__WORD_NAME_LONGEST bytes; LIMB__WORD_REACH bytes can be read at it.
static inline const limb__word *limb__words_match(const limb__words *words, const char *name,
                                                  size_t size)
{
    const uint64_t head = limb__load_eight(name) & limb__word_mask[size];
    const uint64_t hash = head * words->multiplier;
    const limb__word *word = &words->slot[hash >> (64 - LIMB__WORD_SLOT_BITS)];
    if (limb__load_eight(word->text) != head || word->label.size != size) return NULL;
    if (size <= 8) return word;
    // long ones by two more integers, which overlap
    if (limb__load_eight(word->text + size - 8) != limb__load_eight(name + size - 8)) return NULL;
    if (size > 16 && limb__load_eight(word->text + 8) != limb__load_eight(name + 8)) return NULL;
    return word;
}

// Its number, or 0, for a name of any size.
static inline unsigned limb__words_find(const limb__words *words, const char *name, size_t size)
{
    if (size - 1 >= LIMB__WORD_NAME_LONGEST) return 0;
    const limb__word *word = limb__words_match(words, name, size);
    return word ? word->label.number : 0;
}

// The same for a name after which nothing may be read.
unsigned limb__words_find_last(const limb__words *words, const char *name, size_t size);

#endif
