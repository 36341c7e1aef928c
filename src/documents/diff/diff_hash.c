// Computes a content hash of each element: elements with equal hashes have the same content.
//
// The order of attributes and children does not matter, so their hashes are added; comments, white
// space and the notation of numbers are ignored. The old name of a renamed link or joint is
// replaced by its new name. Children come after their parent in the document, so in one pass from
// the end the hashes of children are complete before that of their parent. Two different elements
// have the same 64 bits only by chance.
#include "documents/diff/diff.h"
#include "limb/system.h"

#include "base/names.h"
#include "base/number.h"
#include "documents/xml/xml.h"

#include <string.h>

// Which robot the value belongs to, and whether an ambiguous name is a link or a joint.
typedef enum side_of { IS_NEW, IS_OLD, IS_OLD_JOINT, IS_DONE } side_of;

static uint64_t hash_node(const limb__diff *d, bool is_old, int node);
static uint64_t hash_value(const limb__diff *d, side_of side, limb_text value);
static uint64_t hash_word(const limb__diff *d, side_of side, limb_text word);
static limb_text new_name(const limb__diff *d, side_of side, limb_text name);
static bool ends_with_joint(limb_text word);
static uint64_t mix(uint64_t a, uint64_t b);

bool limb__diff_hash(limb__diff *d, bool is_old)
{
    const limb_document *doc = is_old ? d->a->document : d->b->document;
    uint64_t **out = is_old ? &d->a_hash : &d->b_hash;
    const size_t size = (size_t)doc->nnode * sizeof **out;
    if (!*out) *out = limb__arena_take(&d->arena, size);
    if (!*out) return false;
    memset(*out, 0, size);
    for (int node = doc->nnode - 1; node >= 0; node--) {
        // the sum of the children's hashes
        uint64_t *sum = &(*out)[node];
        const uint64_t own = hash_node(d, is_old, node);
        if (own == 0) continue;
        *sum = mix(own, *sum);
        if (doc->node[node].parent >= 0) (*out)[doc->node[node].parent] += *sum;
    }
    return true;
}

uint64_t limb__diff_hash_attribute(const limb__diff *d, bool is_old, int node, int attr)
{
    if (attr < 0) return 0;
    const limb_document *doc = is_old ? d->a->document : d->b->document;
    const limb__xml_attr *a = &doc->attr[attr];
    const limb_text key = {doc->source.text + a->name, a->label.size};
    const limb_text value = {doc->source.text + a->value, a->value_size};
    // decide which is meant if a link and a joint share the name
    const bool is_joint = ends_with_joint(key) || ends_with_joint(limb_node_name(doc, node));
    return hash_value(d, !is_old ? IS_NEW : is_joint ? IS_OLD_JOINT : IS_OLD, value);
}

static uint64_t hash_value(const limb__diff *d, side_of side, limb_text value)
{
    const limb_text renamed = new_name(d, side, value);
    if (renamed.data != value.data) side = IS_DONE;
    value = renamed;
    uint64_t hash = 1;
    for (size_t at = 0; at < value.size;) {
        const size_t begin = at;
        while (at < value.size && !limb__is_space(value.data[at]))
            at++;
        if (at > begin)
            hash = mix(hash, hash_word(d, side, (limb_text){value.data + begin, at - begin}));
        at++;
    }
    return hash;
}

// Returns the content hash of a node without its children; 0 if the node is ignored.
static uint64_t hash_node(const limb__diff *d, bool is_old, int node)
{
    const limb_document *doc = is_old ? d->a->document : d->b->document;
    const limb__xml_node *n = &doc->node[node];
    const limb_node_kind kind = limb__xml_kind(n);
    if (kind == LIMB_NODE_TEXT || kind == LIMB_NODE_CDATA) {
        const uint64_t hash = hash_value(d, is_old ? IS_OLD : IS_NEW, limb_node_source(doc, node));
        return hash == 1 ? 0 : hash; // 1: only white space
    }
    if (kind != LIMB_NODE_ELEMENT) return 0;
    uint64_t sum = 0;
    for (int i = n->attr; i < limb__xml_attr_end(n); i++)
        sum += mix(limb__hash_text(doc->source.text + doc->attr[i].name, doc->attr[i].label.size),
                   limb__diff_hash_attribute(d, is_old, node, i));
    const limb_text tag = limb_node_name(doc, node);
    return mix(limb__hash_text(tag.data, tag.size), sum) | 1;
}

// Hashes numbers by their value.
static uint64_t hash_word(const limb__diff *d, side_of side, limb_text word)
{
    char text[64];
    double number;
    if (word.size < sizeof text) {
        memcpy(text, word.data, word.size);
        text[word.size] = 0;
        if (limb_number_parse(text, &number)) {
            uint64_t bits;
            number += 0.0; // -0 is 0
            memcpy(&bits, &number, sizeof bits);
            return bits;
        }
    }
    const limb_text name = new_name(d, side, word);
    return limb__hash_text(name.data, name.size);
}

static limb_text new_name(const limb__diff *d, side_of side, limb_text name)
{
    char text[1024];
    if (side == IS_DONE || name.size >= sizeof text) return name;
    memcpy(text, name.data, name.size);
    text[name.size] = 0;
    // an old name that still appears in the new robot keeps its meaning
    if (side == IS_NEW &&
        (limb_robot_find_link(d->b, text) >= 0 || limb_robot_find_joint(d->b, text) >= 0)) {
        return name;
    }
    const int link = limb_robot_find_link(d->a, text), joint = limb_robot_find_joint(d->a, text);
    const int new_link = link >= 0 ? d->link_match[link] : -1;
    const int new_joint = joint >= 0 ? d->joint_match[joint] : -1;
    const bool is_joint = new_joint >= 0 && (new_link < 0 || side == IS_OLD_JOINT);
    if (new_link < 0 && !is_joint) return name;
    const char *made = is_joint ? d->b->joint[new_joint].name : d->b->link[new_link].name;
    return limb__text_equal(name, made) ? name : (limb_text){made, strlen(made)};
}

// Returns true for names such as joint, mimic_joint, rollJoint.
static bool ends_with_joint(limb_text word)
{
    return word.size >= 5 && memcmp(word.data + word.size - 4, "oint", 4) == 0;
}

// Combines two hashes with the finalizer of splitmix64.
static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = a * 0x9e3779b97f4a7c15u + b;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
