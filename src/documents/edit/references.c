// Finds references by their location (the table below), or in extensions by the attribute that
// contains them: link, link1, tip_link and the like name links, joint and so on joints. Other text
// in an extension (a plug-in's parameter) may or may not name a link: it is reported as uncertain.
#include "documents/edit/references.h"

#include "base/text.h"
#include "documents/urdf/schema.h"

#include <string.h>

typedef struct place {
    int what;
    const char *parent;
    const char *tag;
    const char *key;
} place;

// clang-format off
static const place places[] = {
    {LIMB__NAMES_LINK, "joint", "parent", "link"},
    {LIMB__NAMES_LINK, "joint", "child", "link"},
    {LIMB__NAMES_LINK, "sensor", "parent", "link"},
    {LIMB__NAMES_LINK, "robot", "sensor", "parent_link_name"}, // urdfdom up to 5.0
    {LIMB__NAMES_LINK | LIMB__NAMES_JOINT, "robot", "gazebo", "reference"},
    {LIMB__NAMES_JOINT, "joint", "mimic", "joint"},
    {LIMB__NAMES_JOINT, "ros2_control", "joint", "name"},
    {LIMB__NAMES_JOINT, "transmission", "joint", "name"}, // in ros2_control too
    {LIMB__NAMES_JOINT, "transmission", "flexJoint", "name"}, // PR2, as the next three
    {LIMB__NAMES_JOINT, "transmission", "rollJoint", "name"},
    {LIMB__NAMES_JOINT, "transmission", "gap_joint", "name"},
    {LIMB__NAMES_JOINT, "transmission", "passive_joint", "name"},
    {LIMB__NAMES_JOINT, "model_state", "joint_state", "joint"},
};
// clang-format on

typedef struct walk {
    const limb_document *doc;
    limb__arena *arena;
    limb__reference_fn *fn;
    void *ctx;
} walk;

static limb_status visit_attributes(const walk *w, int node, bool in_extension);
static limb_status visit_text(const walk *w, int node);
static limb_status pass_on(const walk *w, limb__reference *reference, bool has_reference);
static int named_by_place(const limb_document *doc, int node, limb_text key);
static int named_by_key(limb_text key);
static bool ends_with_word(limb_text key, const char *word);
static bool is_mimic_param(const limb_document *doc, int node);
static bool is_extension(const limb_document *doc, int node);
static bool is_tag(const limb_document *doc, int node, const char *tag);

limb_status limb__each_reference(const limb_document *doc, limb__arena *arena,
                                 limb__reference_fn *fn, void *ctx)
{
    const walk w = {doc, arena, fn, ctx};
    uint32_t extension_end = 0; // end of the outermost extension around the node
    for (int node = doc->root + 1; node < doc->nnode; node++) {
        if (doc->node[node].parent < 0) break;
        if (doc->node[node].begin >= extension_end && is_extension(doc, node))
            extension_end = doc->node[node].end;
        const bool in_extension = doc->node[node].begin < extension_end;
        limb_status status = LIMB_OK;
        if (limb__xml_kind(&doc->node[node]) == LIMB_NODE_ELEMENT) {
            status = visit_attributes(&w, node, in_extension);
        } else if (in_extension && limb__xml_kind(&doc->node[node]) == LIMB_NODE_TEXT) {
            status = visit_text(&w, node);
        }
        if (status != LIMB_OK) return status;
    }
    return LIMB_OK;
}

int limb__robot_child_of(const limb_document *doc, int node)
{
    while (node >= 0 && doc->node[node].parent != doc->root)
        node = doc->node[node].parent;
    return node;
}

static limb_status visit_attributes(const walk *w, int node, bool in_extension)
{
    const limb__xml_node *n = &w->doc->node[node];
    for (int attr = n->attr; attr < limb__xml_attr_end(n); attr++) {
        const limb__xml_attr *a = &w->doc->attr[attr];
        const limb_text key = {w->doc->source.text + a->name, a->label.size};
        limb__reference reference = {.in_extension = in_extension,
                                     .node = node,
                                     .attr = attr,
                                     .offset = a->value,
                                     .size = a->value_size};
        reference.what = named_by_place(w->doc, node, key);
        if (reference.what == 0 && in_extension) reference.what = named_by_key(key);
        reference.is_certain = reference.what != 0;
        if (!reference.is_certain && !in_extension) continue;
        if (!reference.is_certain) reference.what = LIMB__NAMES_LINK | LIMB__NAMES_JOINT;
        const limb_status status = pass_on(w, &reference, limb__xml_has_reference(a->label));
        if (status != LIMB_OK) return status;
    }
    return LIMB_OK;
}

// ros2_control names the mimicked joint in a parameter: <param name="mimic">joint</param>
static limb_status visit_text(const walk *w, int node)
{
    const limb__xml_node *n = &w->doc->node[node];
    const char *text = w->doc->source.text;
    uint32_t begin = n->begin, end = n->end;
    while (begin < end && limb__is_space(text[begin]))
        begin++;
    while (end > begin && limb__is_space(text[end - 1]))
        end--;
    limb__reference reference = {
        .in_extension = true, .node = n->parent, .attr = -1, .offset = begin, .size = end - begin};
    reference.is_certain = is_mimic_param(w->doc, n->parent);
    reference.what =
        reference.is_certain ? LIMB__NAMES_JOINT : LIMB__NAMES_LINK | LIMB__NAMES_JOINT;
    return pass_on(w, &reference, limb__xml_has_reference(n->label));
}

static limb_status pass_on(const walk *w, limb__reference *reference, bool has_reference)
{
    const char *raw = w->doc->source.text + reference->offset;
    reference->name = (limb_text){raw, reference->size};
    if (has_reference) {
        char *decoded = limb__arena_take(w->arena, (size_t)reference->size + 1);
        if (!decoded) return LIMB_ERROR_MEMORY;
        reference->name.data = decoded;
        reference->name.size = limb__xml_decode(raw, reference->size, decoded);
    }
    return w->fn(w->ctx, reference);
}

static int named_by_place(const limb_document *doc, int node, limb_text key)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const place *p = &places[i];
        if (limb__text_equal(key, p->key) && is_tag(doc, node, p->tag) &&
            is_tag(doc, doc->node[node].parent, p->parent)) {
            return p->what;
        }
    }
    return 0;
}

static int named_by_key(limb_text key)
{
    if (ends_with_word(key, "link")) return LIMB__NAMES_LINK;
    return ends_with_word(key, "joint") ? LIMB__NAMES_JOINT : 0;
}

// Returns true for link, link2, parent_link, but not for linkage.
static bool ends_with_word(limb_text key, const char *word)
{
    const size_t size = strlen(word);
    while (key.size > 0 && key.data[key.size - 1] >= '0' && key.data[key.size - 1] <= '9')
        key.size--;
    if (key.size < size || memcmp(key.data + key.size - size, word, size) != 0) return false;
    return key.size == size || key.data[key.size - size - 1] == '_';
}

static bool is_mimic_param(const limb_document *doc, int node)
{
    const int joint = doc->node[node].parent;
    if (!is_tag(doc, node, "param") || joint < 0 || !is_tag(doc, joint, "joint")) return false;
    const int control = doc->node[joint].parent;
    const int name = limb__xml_find_attr(doc, node, "name");
    if (control < 0 || !is_tag(doc, control, "ros2_control") || name < 0) return false;
    const limb__xml_attr *a = &doc->attr[name];
    return limb__text_equal((limb_text){doc->source.text + a->value, a->value_size}, "mimic");
}

// Returns whether the element is not defined by URDF: beside links, joints and materials,
// or inside them.
static bool is_extension(const limb_document *doc, int node)
{
    if (limb__xml_kind(&doc->node[node]) != LIMB_NODE_ELEMENT) return false;
    const unsigned tag = limb__xml_word(doc->node[node].label);
    const uint64_t own =
        LIMB__BIT(LIMB__TAG_LINK) | LIMB__BIT(LIMB__TAG_JOINT) | LIMB__BIT(LIMB__TAG_MATERIAL);
    if (own & LIMB__BIT(tag)) return false;
    return doc->node[node].parent == doc->root || tag == LIMB__TAG_OTHER ||
           (limb__schema_of[LIMB__TAG_ROBOT].child & LIMB__BIT(tag)) != 0;
}

static bool is_tag(const limb_document *doc, int node, const char *tag)
{
    const limb__xml_node *n = &doc->node[node];
    return limb__text_equal((limb_text){doc->source.text + limb__xml_name(n), n->label.size}, tag);
}
