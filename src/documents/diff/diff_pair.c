// Pairs elements of two robots: first those with the same content, then those with the same tag and
// name, then those with the same tag, each in the order of the files.
//
// Each criterion is one number that must be equal, so that sorting finds all pairs: comparing each
// element with all others would take minutes for tens of thousands.
#include "documents/diff/diff.h"

#include "base/names.h"
#include "documents/xml/xml.h"

#include <stdlib.h>
#include <string.h>

typedef enum agree_in { IN_ALL, IN_NAME, IN_TAG } agree_in;

typedef struct entry {
    uint64_t key;
    int place; // index in the list of nodes
    int next;  // in the first entry of a key: its next free entry
} entry;

static void pair_by(limb__diff *d, agree_in what, const int *a, int na, const int *b, int nb,
                    int *partner, int *back, entry *sorted);
static uint64_t key_of(const limb__diff *d, bool is_old, int node, agree_in what);
static void sort(entry *sorted, int count);
static int by_key(const void *a, const void *b);
static int find_first(const entry *sorted, int count, uint64_t key);

int *limb__diff_pair(limb__diff *d, const int *a, int na, const int *b, int nb, bool by_name,
                     int **back)
{
    const size_t size = (size_t)(na + nb + 1) * sizeof(int);
    int *partner = limb__arena_take(&d->arena, size);
    entry *sorted = limb__arena_take(&d->arena, (size_t)(nb + 1) * sizeof *sorted);
    if (!partner || !sorted) return NULL;
    memset(partner, -1, size);
    *back = partner + na;
    for (int what = IN_ALL; what <= (by_name ? IN_NAME : IN_TAG); what++)
        pair_by(d, (agree_in)what, a, na, b, nb, partner, *back, sorted);
    return partner;
}

int *limb__diff_number(limb__diff *d, bool is_old, const int *node, int count)
{
    int *number = limb__arena_take(&d->arena, (size_t)(count + 1) * sizeof *number);
    entry *sorted = limb__arena_take(&d->arena, (size_t)(count + 1) * sizeof *sorted);
    if (!number || !sorted) return NULL;
    for (int i = 0; i < count; i++)
        sorted[i] = (entry){key_of(d, is_old, node[i], IN_TAG), i, 0};
    sort(sorted, count);
    for (int begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && sorted[end].key == sorted[begin].key; end++)
            number[sorted[end].place] = end - begin + 1;
        if (end == begin + 1) number[sorted[begin].place] = 0;
    }
    return number;
}

static void pair_by(limb__diff *d, agree_in what, const int *a, int na, const int *b, int nb,
                    int *partner, int *back, entry *sorted)
{
    int count = 0;
    for (int k = 0; k < nb; k++)
        if (back[k] < 0) sorted[count++] = (entry){key_of(d, false, b[k], what), k, 0};
    sort(sorted, count);
    for (int i = 0; i < na && count > 0; i++) {
        if (partner[i] >= 0) continue;
        const uint64_t key = key_of(d, true, a[i], what);
        const int first = find_first(sorted, count, key);
        if (first == count) continue;
        const int free = sorted[first].next;
        if (free == count || sorted[free].key != key) continue;
        sorted[first].next = free + 1;
        partner[i] = sorted[free].place;
        back[partner[i]] = i;
    }
}

static uint64_t key_of(const limb__diff *d, bool is_old, int node, agree_in what)
{
    if (what == IN_ALL) return is_old ? d->a_hash[node] : d->b_hash[node];
    const limb_document *doc = is_old ? d->a->document : d->b->document;
    const limb_text tag = limb_node_name(doc, node);
    uint64_t key[3] = {limb__hash_text(tag.data, tag.size), 0, 0};
    if (what == IN_TAG) return key[0];
    static const char *const name[2] = {"name", "reference"};
    for (int i = 0; i < 2; i++)
        key[1 + i] =
            limb__diff_hash_attribute(d, is_old, node, limb__xml_find_attr(doc, node, name[i]));
    return limb__hash_text((const char *)key, sizeof key);
}

static void sort(entry *sorted, int count)
{
    qsort(sorted, (size_t)count, sizeof *sorted, by_key);
    for (int i = 0; i < count; i++)
        sorted[i].next = i;
}

static int by_key(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->place - y->place;
}

// Returns the first entry with the key, or count.
static int find_first(const entry *sorted, int count, uint64_t key)
{
    int low = 0, high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (sorted[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && sorted[low].key == key ? low : count;
}
