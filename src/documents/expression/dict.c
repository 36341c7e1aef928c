// Dictionaries and sets: entries in insertion order, found through an index of hashes.
//
// A few entries are searched linearly; from MIN_HASHED on, an open-addressing table points to them.
// A removed entry keeps its index, with key NULL, until the table grows.
#include "base/names.h"
#include "documents/expression/value.h"

#include <math.h>
#include <string.h>

enum { MIN_HASHED = 9, MAX_HASH_DEPTH = 64 };

static bool hash(limb__eval *eval, const limb__value *key, int depth, uint64_t *result);
static bool hash_set(limb__eval *eval, const limb__dict *set, int depth, uint64_t *result);
static uint64_t mix(uint64_t bits);
static bool grow(limb__eval *eval, limb__value *holder);
static bool build_index(limb__eval *eval, limb__dict *dict);
static void insert_slot(limb__dict *dict, uint64_t code, int entry);

limb__value *limb__value_dict(limb__eval *eval, limb__value_kind kind)
{
    limb__value *value = limb__value_new(eval, kind);
    if (!value) return NULL;
    value->as.dict = limb__take(eval, sizeof *value->as.dict);
    if (!value->as.dict) return NULL;
    *value->as.dict = (limb__dict){0};
    return value;
}

bool limb__dict_set(limb__eval *eval, limb__value *holder, limb__value *key, limb__value *value)
{
    if (!key || !value || !limb__step(eval, 1)) return false;
    limb__dict *dict = holder->as.dict;
    const int found = limb__dict_find(eval, holder, key);
    if (found == -2) return false;
    if (found >= 0) {
        if (dict->value) dict->value[found] = value;
        return true;
    }
    if (dict->count == dict->capacity && !grow(eval, holder)) return false;
    const int entry = dict->count++;
    dict->key[entry] = key;
    if (dict->value) dict->value[entry] = value;
    dict->used++;
    if (!dict->slot) return dict->count < MIN_HASHED || build_index(eval, dict);
    uint64_t code;
    if (!hash(eval, key, 0, &code)) return false;
    insert_slot(dict, code, entry);
    return true;
}

int limb__dict_find(limb__eval *eval, const limb__value *holder, const limb__value *key)
{
    const limb__dict *dict = holder->as.dict;
    uint64_t code;
    if (!hash(eval, key, 0, &code)) return -2;
    if (!dict->slot) {
        for (int i = 0; i < dict->count; i++) {
            if (!dict->key[i]) continue;
            const int equal = limb__value_equal(eval, dict->key[i], key);
            if (equal < 0) return -2;
            if (equal) return i;
        }
        return -1;
    }
    const uint32_t mask = (uint32_t)dict->nslot - 1;
    for (uint32_t at = (uint32_t)code & mask; dict->slot[at] >= 0; at = (at + 1) & mask) {
        const int entry = dict->slot[at];
        if (!limb__step(eval, 1)) return -2;
        if (!dict->key[entry]) continue;
        const int equal = limb__value_equal(eval, dict->key[entry], key);
        if (equal < 0) return -2;
        if (equal) return entry;
    }
    return -1;
}

limb__value *limb__dict_find_text(limb__eval *eval, const limb__value *holder, limb_text key)
{
    const limb__value name = {.kind = LIMB__VALUE_TEXT, .as.text = key};
    const int entry = limb__dict_find(eval, holder, &name);
    return entry >= 0 ? holder->as.dict->value[entry] : NULL;
}

void limb__dict_remove(limb__value *holder, int entry)
{
    holder->as.dict->key[entry] = NULL;
    holder->as.dict->used--;
}

// Equal values have equal hashes, including 1, 1.0 and True.
static bool hash(limb__eval *eval, const limb__value *key, int depth, uint64_t *result)
{
    switch ((limb__value_kind)key->kind) {
    case LIMB__VALUE_NONE:
        *result = 0x9e3779b97f4a7c15u;
        return true;
    case LIMB__VALUE_BOOL:
    case LIMB__VALUE_INT:
        *result = mix((uint64_t)key->as.integer);
        return true;
    case LIMB__VALUE_FLOAT: {
        const double number = key->as.number;
        if (fabs(number) < 9e18 && number == (double)(int64_t)number) {
            *result = mix((uint64_t)(int64_t)number);
        } else {
            *result = limb__hash_text((const char *)&number, sizeof number);
        }
        return true;
    }
    case LIMB__VALUE_TEXT:
        *result = limb__hash_text(key->as.text.data, key->as.text.size);
        return limb__step_text(eval, key->as.text);
    case LIMB__VALUE_TUPLE: {
        uint64_t sum = 0x345678;
        if (depth >= MAX_HASH_DEPTH || !limb__has_stack(eval)) {
            limb__raise(eval, "LimitError", "a key is nested too deeply");
            return false;
        }
        // tuples may share their items, so that a few of them contain very many
        if (!limb__step(eval, key->as.items.count)) return false;
        for (int i = 0; i < key->as.items.count; i++) {
            uint64_t code;
            if (!hash(eval, key->as.items.item[i], depth + 1, &code)) return false;
            sum = (sum ^ code) * 1000003u;
        }
        *result = sum;
        return true;
    }
    case LIMB__VALUE_LIST:
    case LIMB__VALUE_DICT:
    case LIMB__VALUE_SET:
    case LIMB__VALUE_SLICE:
        limb__raise(eval, "TypeError", "unhashable type: '%s'", limb__type_name(key));
        return false;
    case LIMB__VALUE_FROZENSET:
        return hash_set(eval, key->as.dict, depth, result);
    default:
        *result = mix((uintptr_t)key);
        return true;
    }
}

// The hash does not depend on the order of the items.
static bool hash_set(limb__eval *eval, const limb__dict *set, int depth, uint64_t *result)
{
    uint64_t sum = (uint64_t)set->used;
    if (depth >= MAX_HASH_DEPTH || !limb__has_stack(eval)) {
        limb__raise(eval, "LimitError", "a key is nested too deeply");
        return false;
    }
    if (!limb__step(eval, set->count)) return false;
    for (int i = 0; i < set->count; i++) {
        uint64_t code;
        if (!set->key[i]) continue;
        if (!hash(eval, set->key[i], depth + 1, &code)) return false;
        sum += mix(code);
    }
    *result = mix(sum);
    return true;
}

// Every bit of the result depends on every bit, because slots are selected by the lowest ones (the
// finalizer of MurmurHash3).
static uint64_t mix(uint64_t bits)
{
    bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccdu;
    bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53u;
    return bits ^ bits >> 33;
}

// Doubles the capacity and also drops removed entries.
static bool grow(limb__eval *eval, limb__value *holder)
{
    limb__dict *dict = holder->as.dict;
    const bool has_values = holder->kind == LIMB__VALUE_DICT;
    const int capacity = dict->used > 0 ? dict->used * 2 : 4;
    limb__value **key = limb__take(eval, (size_t)capacity * sizeof *key);
    limb__value **value = has_values ? limb__take(eval, (size_t)capacity * sizeof *value) : NULL;
    if (!key || (has_values && !value)) return false;
    int count = 0;
    for (int i = 0; i < dict->count; i++) {
        if (!dict->key[i]) continue;
        key[count] = dict->key[i];
        if (value) value[count] = dict->value[i];
        count++;
    }
    dict->key = key;
    dict->value = value;
    dict->count = count;
    dict->capacity = capacity;
    dict->slot = NULL;
    return count < MIN_HASHED || build_index(eval, dict);
}

static bool build_index(limb__eval *eval, limb__dict *dict)
{
    int nslot = 32;
    while (nslot < dict->capacity * 2)
        nslot *= 2;
    int32_t *slot = limb__take(eval, (size_t)nslot * sizeof *slot);
    if (!slot) return false;
    for (int i = 0; i < nslot; i++)
        slot[i] = -1;
    dict->slot = slot;
    dict->nslot = nslot;
    for (int i = 0; i < dict->count; i++) {
        uint64_t code;
        if (!dict->key[i]) continue;
        if (!hash(eval, dict->key[i], 0, &code)) return false;
        insert_slot(dict, code, i);
    }
    return true;
}

static void insert_slot(limb__dict *dict, uint64_t code, int entry)
{
    const uint32_t mask = (uint32_t)dict->nslot - 1;
    uint32_t at = (uint32_t)code & mask;
    while (dict->slot[at] >= 0)
        at = (at + 1) & mask;
    dict->slot[at] = entry;
}
