// Rules for the collision pairs of an SRDF. A pair with an unknown link disables nothing, so a
// collision that was meant to be accepted is still reported.
#include "documents/srdf/srdf.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    const char *low, *high; // the links, sorted by name
    int pair;
} entry;

static void check_pair(limb__srdf_check *c, const limb_srdf_pair *pair);
static void check_repeated(limb__srdf_check *c);
static int compare(const void *a, const void *b);

void limb__srdf_check_pairs(limb__srdf_check *c)
{
    for (int i = 0; i < c->srdf->npair; i++)
        check_pair(c, &c->srdf->pair[i]);
    check_repeated(c);
}

static void check_pair(limb__srdf_check *c, const limb_srdf_pair *pair)
{
    const bool all = pair->link2[0] == 0;
    const char *const attr[2] = {all ? "link" : "link1", "link2"};
    const char *const name[2] = {pair->link1, pair->link2};
    if (!all && strcmp(pair->link1, pair->link2) == 0) {
        limb__report(c->report, limb__srdf_at(c, pair->node, "link2"), LIMB_RULE_SRDF_PAIR_REPEATED,
                     "both links of the pair are \"%s\"", pair->link1);
    }
    for (int k = 0; k < (all ? 1 : 2); k++) {
        const int link = limb__srdf_link(c, pair->node, attr[k], name[k], LIMB_RULE_SRDF_PAIR_LINK);
        if (link < 0 || pair->enables) continue;
        const limb_link *it = &c->robot->link[link];
        if (it->ncollision + it->nbroken_collision > 0) continue;
        limb__report(c->report, limb__srdf_at(c, pair->node, attr[k]), LIMB_RULE_SRDF_PAIR_STALE,
                     "link \"%s\" has no collision shape, so the pair has no effect", name[k]);
        return;
    }
}

static void check_repeated(limb__srdf_check *c)
{
    const size_t size = ((size_t)c->srdf->npair + 1) * sizeof(entry);
    entry *list = limb__allocate(c->memory, size);
    if (!list) {
        c->failed = true;
        return;
    }
    int count = 0;
    for (int i = 0; i < c->srdf->npair; i++) {
        const limb_srdf_pair *pair = &c->srdf->pair[i];
        if (pair->enables || pair->link2[0] == 0) continue;
        const bool swapped = strcmp(pair->link1, pair->link2) > 0;
        list[count++] =
            (entry){swapped ? pair->link2 : pair->link1, swapped ? pair->link1 : pair->link2, i};
    }
    qsort(list, (size_t)count, sizeof *list, compare);
    for (int i = 1; i < count; i++) {
        const entry *first = &list[i - 1], *it = &list[i];
        if (strcmp(first->low, it->low) != 0 || strcmp(first->high, it->high) != 0) continue;
        limb__report(c->report, limb__srdf_at(c, c->srdf->pair[it->pair].node, NULL),
                     LIMB_RULE_SRDF_PAIR_REPEATED, "\"%s\" and \"%s\" are disabled twice", it->low,
                     it->high);
        limb__report_note(c->report, limb__srdf_at(c, c->srdf->pair[first->pair].node, NULL),
                          "they are first disabled here");
    }
    limb__release(c->memory, list, size);
}

// Orders pairs by links, and pairs of the same links by their order in the file.
static int compare(const void *a, const void *b)
{
    const entry *one = a, *other = b;
    const int low = strcmp(one->low, other->low);
    if (low) return low;
    const int high = strcmp(one->high, other->high);
    return high ? high : (one->pair > other->pair) - (one->pair < other->pair);
}
