// "did you mean": the known name that an unknown one probably misspells.
//
// Only used for errors. It copies each name to the arena outside the limits; without memory there
// is simply no suggestion.
#include "documents/expression/value.h"

void limb__known_add(limb__known *names, limb_text name)
{
    const char *copy = limb__arena_copy_text(names->arena, name.data, name.size);
    if (copy) limb__known_add_word(names, copy);
}

void limb__known_add_word(limb__known *names, const char *word)
{
    enum { FIRST = 64 };
    if (names->count == names->capacity) {
        const int capacity = names->capacity > 0 ? 2 * names->capacity : FIRST;
        const char **moved = limb__arena_take(names->arena, (size_t)capacity * sizeof *moved);
        if (!moved) return;
        for (int i = 0; i < names->count; i++)
            moved[i] = names->name[i];
        names->name = moved;
        names->capacity = capacity;
    }
    names->name[names->count++] = word;
}

void limb__known_add_keys(limb__known *names, const limb__value *dict)
{
    for (int i = 0; i < dict->as.dict->count; i++) {
        const limb__value *key = dict->as.dict->key[i];
        if (key && key->kind == LIMB__VALUE_TEXT) limb__known_add(names, key->as.text);
    }
}

limb__suggestion limb__known_nearest_or_list(const limb__known *names, limb_text wanted)
{
    enum { MAX_SHOWN = 6, SIZE = 200 };
    const limb__suggestion near = limb__known_nearest(names, wanted);
    char *list = near.name[0] || names->count == 0 ? NULL : limb__arena_take(names->arena, SIZE);
    if (!list) return near;
    size_t size = 0;
    int shown = 0;
    for (; shown < names->count && shown < MAX_SHOWN; shown++) {
        const size_t length = strlen(names->name[shown]);
        if (size + length + 3 > SIZE) break;
        if (shown > 0) list[size++] = ',';
        if (shown > 0) list[size++] = ' ';
        memcpy(list + size, names->name[shown], length);
        size += length;
    }
    list[size] = 0;
    if (shown == 0) return near;
    return (limb__suggestion){"; it has ", list, shown < names->count ? ", ..." : ""};
}

limb__suggestion limb__known_nearest(const limb__known *names, limb_text wanted)
{
    const int near = limb__nearest(wanted.data, wanted.size, names->name, names->count);
    if (near < 0) return (limb__suggestion){"", "", ""};
    return (limb__suggestion){"; did you mean \"", names->name[near], "\"?"};
}
