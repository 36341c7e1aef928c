// SRDF: edits. An edit creates patches of the source; the patched text is then parsed and replaces
// the old document, so that all nodes and strings match the bytes.
#include "documents/srdf/srdf.h"

#include "base/memory.h"
#include "documents/edit/edit.h"
#include "documents/edit/patch.h"

#include <assert.h>
#include <stdlib.h>

typedef struct pair_key { // the two names in sorted order, to find a pair in O(log n)
    const char *low, *high;
    int index;
} pair_key;

static limb_status patch_pairs(const limb_srdf *srdf, const limb_srdf_pair *pair, int npair,
                               limb__patches *patches, limb_srdf_pair_changes *changes);
static limb_status patch_old(const limb_srdf *srdf, const limb_srdf_pair *pair, int npair,
                             const pair_key *key, bool *is_there, limb__patches *patches,
                             limb_srdf_pair_changes *changes);
static limb_status insert_new(const limb_srdf *srdf, const limb_srdf_pair *pair, int npair,
                              const bool *is_there, limb__patches *patches,
                              limb_srdf_pair_changes *changes);
static uint32_t place_of_new(const limb_document *doc, const limb_srdf *srdf, limb_text *indent);
static limb_status patch_value(const limb_document *doc, int node, const char *attr,
                               const char *value, limb__patches *patches);
static bool is_generated(const char *reason);
static pair_key key_of(const limb_srdf_pair *pair, int index);
static int find_key(const pair_key *key, int count, pair_key wanted);
static int compare_keys(const void *a, const void *b);
static limb_status adopt_patched(limb_srdf *srdf, const limb__patches *patches);
static const char *new_name(const limb_document *doc, int node, const char *key, const char *value,
                            const limb_robot *before, const limb_robot *after);
static bool names_link(limb_text tag, const char *key);
static bool names_joint(limb_text tag, const char *key);
static bool is_one_of(limb_text text, const char *const *list, size_t count);

enum { NAME_SIZE = 1024 };

//---- pairs ---------------------------------------------------------------------------------------

limb_status limb_srdf_update_pairs(limb_srdf *srdf, const limb_srdf_pair *pair, int npair,
                                   limb_srdf_pair_changes *changes)
{
    assert(srdf && srdf->document);
    limb_srdf_pair_changes own;
    if (!changes) changes = &own;
    *changes = (limb_srdf_pair_changes){0};
    limb__patches patches;
    limb__patches_init(&patches, limb__srdf_of(srdf)->memory);
    limb_status status = patch_pairs(srdf, pair, npair, &patches, changes);
    if (status == LIMB_OK) status = adopt_patched(srdf, &patches);
    limb__patches_free(&patches);
    return status;
}

static limb_status patch_pairs(const limb_srdf *srdf, const limb_srdf_pair *pair, int npair,
                               limb__patches *patches, limb_srdf_pair_changes *changes)
{
    const limb_allocator *memory = limb__srdf_of(srdf)->memory;
    const size_t count = (size_t)npair + 1;
    pair_key *key = limb__allocate(memory, count * sizeof *key);
    bool *is_there = limb__allocate(memory, count * sizeof *is_there);
    limb_status status = LIMB_ERROR_MEMORY;
    if (key && is_there) {
        for (int i = 0; i < npair; i++) {
            key[i] = key_of(&pair[i], i);
            is_there[i] = false;
        }
        qsort(key, (size_t)npair, sizeof *key, compare_keys);
        status = patch_old(srdf, pair, npair, key, is_there, patches, changes);
        if (status == LIMB_OK) status = insert_new(srdf, pair, npair, is_there, patches, changes);
    }
    limb__release(memory, is_there, count * sizeof *is_there);
    limb__release(memory, key, count * sizeof *key);
    return status;
}

// Patches the pairs of the file: wanted ones keep their bytes, other generated ones are removed.
static limb_status patch_old(const limb_srdf *srdf, const limb_srdf_pair *pair, int npair,
                             const pair_key *key, bool *is_there, limb__patches *patches,
                             limb_srdf_pair_changes *changes)
{
    const limb_document *doc = srdf->document;
    limb_status status = LIMB_OK;
    for (int i = 0; i < srdf->npair && status == LIMB_OK; i++) {
        const limb_srdf_pair *old = &srdf->pair[i];
        if (old->enables || old->link2[0] == 0) continue;
        const bool by_hand = !is_generated(old->reason);
        const int found = find_key(key, npair, key_of(old, -1));
        changes->nkept_by_hand += by_hand;
        if (found >= 0 && (by_hand || !is_there[found])) {
            is_there[found] = true;
            if (by_hand || strcmp(pair[found].reason, old->reason) == 0) continue;
            changes->nchanged++;
            status = patch_value(doc, old->node, "reason", pair[found].reason, patches);
        } else if (!by_hand) {
            uint32_t begin, end;
            limb__layout_lines_of(doc, old->node, &begin, &end);
            changes->nremoved++;
            status = limb__patches_add(patches, begin, end - begin, 0, "", 0);
        }
    }
    return status;
}

static limb_status insert_new(const limb_srdf *srdf, const limb_srdf_pair *pair, int npair,
                              const bool *is_there, limb__patches *patches,
                              limb_srdf_pair_changes *changes)
{
    const limb_document *doc = srdf->document;
    const limb__xml_node *root = &doc->node[doc->root];
    const bool is_empty = root->close == root->open_end && root->end == root->close;
    const char *newline = limb__layout_newline(doc);
    limb_text indent;
    const uint32_t at = is_empty ? root->end - 2 : place_of_new(doc, srdf, &indent);
    if (is_empty) indent = (limb_text){"  ", 2};
    const bool at_line = !is_empty && at > 0 && doc->source.text[at - 1] == '\n';
    limb__builder text;
    limb__builder_init(&text, limb__srdf_of(srdf)->memory);
    if (is_empty) limb__builder_char(&text, '>');
    for (int i = 0; i < npair; i++) {
        if (is_there[i]) continue;
        changes->nadded++;
        if (!at_line) limb__builder_text(&text, newline);
        limb__builder_bytes(&text, indent.data, indent.size);
        limb__srdf_put_pair(&text, &pair[i]);
        if (at_line) limb__builder_text(&text, newline);
    }
    const char next = at < doc->source.size ? doc->source.text[at] : 0;
    if (!at_line && next != '\r' && next != '\n') limb__builder_text(&text, newline);
    if (is_empty) limb__builder_text(&text, "</robot>");
    limb_status status = text.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    if (status == LIMB_OK && changes->nadded > 0)
        status = limb__patches_add(patches, at, is_empty ? 2 : 0, 0, text.data, text.size);
    limb__builder_free(&text);
    return status;
}

// Returns where new pairs are written, after the last pair or before the end tag, and the
// indentation there.
static uint32_t place_of_new(const limb_document *doc, const limb_srdf *srdf, limb_text *indent)
{
    const limb_text source = limb_document_source(doc);
    int last = -1;
    for (int i = 0; i < srdf->npair; i++)
        if (!srdf->pair[i].enables && srdf->pair[i].link2[0]) last = srdf->pair[i].node;
    const int child = last >= 0 ? last : limb_node_find(doc, doc->root, NULL);
    *indent = (limb_text){NULL, 0};
    if (child >= 0) *indent = limb__layout_indent(doc, doc->node[child].begin);
    if (!indent->data) *indent = (limb_text){"  ", 2};
    uint32_t begin, end = doc->node[doc->root].close;
    if (last >= 0) {
        limb__layout_lines_of(doc, last, &begin, &end);
        return end;
    }
    uint32_t at = end;
    while (at > 0 && (source.data[at - 1] == ' ' || source.data[at - 1] == '\t'))
        at--;
    return at > 0 && source.data[at - 1] == '\n' ? at : end;
}

// Patches the value of an attribute; the element must have it.
static limb_status patch_value(const limb_document *doc, int node, const char *attr,
                               const char *value, limb__patches *patches)
{
    const int index = limb__xml_find_attr(doc, node, attr);
    if (index < 0) return LIMB_OK;
    const limb__xml_attr *it = &doc->attr[index];
    limb__builder text;
    limb__builder_init(&text, patches->memory);
    limb__builder_xml(&text, value, strlen(value), doc->source.text[it->value - 1]);
    const limb_status status = text.failed ? LIMB_ERROR_MEMORY
                                           : limb__patches_add(patches, it->value, it->value_size,
                                                               0, text.data, text.size);
    limb__builder_free(&text);
    return status;
}

// Returns true for the reasons written by MoveIt's setup assistant and limb; people write
// "User" or none.
static bool is_generated(const char *reason)
{
    static const char *const known[] = {"Adjacent", "Always", "Default", "Never"};
    return is_one_of((limb_text){reason, strlen(reason)}, known, sizeof known / sizeof *known);
}

static pair_key key_of(const limb_srdf_pair *pair, int index)
{
    const bool swapped = strcmp(pair->link1, pair->link2) > 0;
    return (pair_key){swapped ? pair->link2 : pair->link1, swapped ? pair->link1 : pair->link2,
                      index};
}

static int find_key(const pair_key *key, int count, pair_key wanted)
{
    int low = 0, high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const int order = strcmp(key[middle].low, wanted.low);
        const int second = order ? order : strcmp(key[middle].high, wanted.high);
        if (second == 0) return key[middle].index;
        if (second < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

static int compare_keys(const void *a, const void *b)
{
    const pair_key *one = a, *other = b;
    const int order = strcmp(one->low, other->low);
    if (order) return order;
    const int second = strcmp(one->high, other->high);
    return second ? second : (one->index > other->index) - (one->index < other->index);
}

// Replaces the srdf by the one parsed from the patched text.
static limb_status adopt_patched(limb_srdf *srdf, const limb__patches *patches)
{
    if (patches->count == 0) return LIMB_OK;
    limb__srdf *s = (limb__srdf *)srdf;
    const limb_text source = limb_document_source(srdf->document);
    limb__builder text;
    limb__builder_init(&text, s->memory);
    limb__patches_apply(patches, source.data, source.size, &text);
    limb_srdf *made = NULL;
    const limb_srdf_opts opts = {.memory = s->memory, .file = s->document.source.file};
    const limb_status status =
        text.failed ? LIMB_ERROR_MEMORY : limb_srdf_parse(&made, text.data, text.size, &opts);
    limb__builder_free(&text);
    if (status != LIMB_OK) return status;
    limb__srdf *other = (limb__srdf *)made;
    const limb__srdf old = *s;
    *s = *other;
    s->open.document = &s->document;
    *other = old;
    limb_srdf_free(made);
    return LIMB_OK;
}

//---- names ---------------------------------------------------------------------------------------

limb_status limb_srdf_rename(limb_srdf *srdf, const limb_robot *before, const limb_robot *after)
{
    assert(srdf && srdf->document && before && after);
    const limb_document *doc = srdf->document;
    limb__patches patches;
    limb__patches_init(&patches, limb__srdf_of(srdf)->memory);
    limb_status status = LIMB_OK;
    for (int node = 0; node < doc->nnode && status == LIMB_OK; node++) {
        if (limb__xml_kind(&doc->node[node]) != LIMB_NODE_ELEMENT) continue;
        for (int i = 0; i < limb_node_attribute_count(doc, node) && status == LIMB_OK; i++) {
            char value[NAME_SIZE], key[128];
            const limb_text name = limb_node_attribute_name(doc, node, i);
            if (name.size >= sizeof key) continue;
            memcpy(key, name.data, name.size);
            key[name.size] = 0;
            const int size = limb_node_attribute(doc, node, key, value, sizeof value);
            if (size < 0 || (size_t)size >= sizeof value) continue;
            const char *to = new_name(doc, node, key, value, before, after);
            if (to && strcmp(to, value) != 0) status = patch_value(doc, node, key, to, &patches);
        }
    }
    if (status == LIMB_OK) status = adopt_patched(srdf, &patches);
    limb__patches_free(&patches);
    return status;
}

// Returns the new value of the attribute; NULL if it does not name a link or joint of the robot.
static const char *new_name(const limb_document *doc, int node, const char *key, const char *value,
                            const limb_robot *before, const limb_robot *after)
{
    const limb_text tag = limb_node_name(doc, node);
    if (names_link(tag, key)) {
        const int link = limb_robot_find_link(before, value);
        return link >= 0 && link < after->nlink ? after->link[link].name : NULL;
    }
    if (!names_joint(tag, key)) return NULL;
    const int joint = limb_robot_find_joint(before, value);
    return joint >= 0 && joint < after->njoint ? after->joint[joint].name : NULL;
}

static bool names_link(limb_text tag, const char *key)
{
    static const char *const keys[] = {"link",     "link1",       "link2",     "base_link",
                                       "tip_link", "parent_link", "child_link"};
    static const char *const tags[] = {"link", "link_sphere_approximation"};
    if (strcmp(key, "name") == 0) return is_one_of(tag, tags, 2);
    return is_one_of((limb_text){key, strlen(key)}, keys, sizeof keys / sizeof *keys);
}

static bool names_joint(limb_text tag, const char *key)
{
    static const char *const tags[] = {"joint", "passive_joint"};
    if (strcmp(key, "name") == 0) return is_one_of(tag, tags, 2);
    return strcmp(key, "joint_name") == 0; // an attribute of a joint's property
}

static bool is_one_of(limb_text text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (limb__text_equal(text, list[i])) return true;
    return false;
}
