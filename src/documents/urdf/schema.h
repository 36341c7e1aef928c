// The shape of URDF 1.0 to 1.2: which attributes and children each element may have.
//
// One table serves the reader (what is unknown, misplaced, repeated, missing) and the formatter
// (canonical order is the order of the enumerators). Elements and attributes are small integers, so
// sets of them are 64-bit masks.
#ifndef LIMB_URDF_SCHEMA_H
#define LIMB_URDF_SCHEMA_H

#include "base/words.h"
#include "limb/base.h"

typedef enum limb__tag {
    LIMB__TAG_OTHER = 0, // not an element of URDF
#define LIMB__TAG(name, text) LIMB__TAG_##name,
#include "documents/urdf/schema.def"
#undef LIMB__TAG
    LIMB__TAG_COUNT
} limb__tag;

typedef enum limb__key {
    LIMB__KEY_OTHER = 0, // not an attribute of URDF
#define LIMB__KEY(name, text) LIMB__KEY_##name,
#include "documents/urdf/schema.def"
#undef LIMB__KEY
    LIMB__KEY_COUNT
} limb__key;

#define LIMB__BIT(index) ((uint64_t)1 << (index))

typedef struct limb__schema {
    uint64_t key;          // attributes that are read
    uint64_t required_key; // of these, the ones that attribute-missing reports
    uint64_t child;        // elements that are read
    uint64_t many;         // of these, the ones that may be repeated
    uint64_t required_child;
} limb__schema;

// Indexed by limb__tag. An element with no children and no attributes here is kept,
// not looked into.
extern const limb__schema limb__schema_of[LIMB__TAG_COUNT];
extern const char *const limb__tag_name[LIMB__TAG_COUNT]; // NULL for LIMB__TAG_OTHER
extern const char *const limb__key_name[LIMB__KEY_COUNT]; // "" for LIMB__KEY_OTHER

// Names to limb__tag and limb__key: schema_words.c, which tools/make_words.py makes.
extern const limb__words limb__tag_words;
extern const limb__words limb__key_words;

limb__tag limb__tag_of(const char *name, size_t size);
limb__key limb__key_of(const char *name, size_t size);

#endif
