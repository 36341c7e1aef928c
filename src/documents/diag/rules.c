// The table of rules, generated from rules.def.
#include "base/text.h"
#include "limb/diag.h"

#include <string.h>

#define EFFECT_REFUSE true
#define EFFECT_KEEP   false

static const limb_rule_info table[] = {
#define LIMB_RULE(number, name, id, severity, effect, summary)                                     \
    {LIMB_RULE_##name, id, LIMB_SEVERITY_##severity, EFFECT_##effect, summary},
#include "limb/rules.def"
#undef LIMB_RULE
};

// index of each number in the table, from 1; rules.def is ordered by number, which a test verifies
enum {
#define LIMB_RULE(number, name, id, severity, effect, summary) RANK_##name,
#include "limb/rules.def"
#undef LIMB_RULE
    RULE_COUNT,
    NUMBER_COUNT = 1000
};
static const uint8_t rank[NUMBER_COUNT] = {
#define LIMB_RULE(number, name, id, severity, effect, summary) [number] = RANK_##name + 1,
#include "limb/rules.def"
#undef LIMB_RULE
};

static bool is_number_text(const char *text, int number);
static int find_containing(const char *part);

int limb_rule_count(void)
{
    return RULE_COUNT;
}

const limb_rule_info *limb_rule_at(int index)
{
    return index >= 0 && index < RULE_COUNT ? &table[index] : NULL;
}

const limb_rule_info *limb_rule_of(limb_rule rule)
{
    const unsigned number = (unsigned)rule;
    return number < NUMBER_COUNT && rank[number] > 0 ? &table[rank[number] - 1] : NULL;
}

const limb_rule_info *limb_rule_find(const char *id)
{
    if (!id) return NULL;
    for (int i = 0; i < RULE_COUNT; i++) {
        if (strcmp(table[i].id, id) == 0 || is_number_text(id, (int)table[i].rule)) {
            return &table[i];
        }
    }
    return NULL;
}

const limb_rule_info *limb_rule_nearest(const char *id)
{
    if (!id) return NULL;
    int near = find_containing(id);
    if (near < 0) {
        const char *known[RULE_COUNT];
        for (int i = 0; i < RULE_COUNT; i++)
            known[i] = table[i].id;
        near = limb__nearest(id, strlen(id), known, RULE_COUNT);
    }
    return near < 0 ? NULL : &table[near];
}

static int find_containing(const char *part)
{
    enum { SHORTEST_PART = 3 };
    if (strlen(part) < SHORTEST_PART) return -1;
    for (int i = 0; i < RULE_COUNT; i++)
        if (strstr(table[i].id, part)) return i;
    return -1;
}

// rule numbers have three digits
static bool is_number_text(const char *text, int number)
{
    const char digits[4] = {(char)('0' + number / 100), (char)('0' + number / 10 % 10),
                            (char)('0' + number % 10), 0};
    return strcmp(text, digits) == 0;
}
