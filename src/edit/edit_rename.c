// Renaming a link or a joint with everything that refers to it.
//
// References are known by where they stand (the table below), or in extensions by the attribute
// that holds them: link, link1, tip_link and the like name links, joint and so on joints. Each is a
// patch of one value. What else in extensions says the same word (a plug-in's parameter) may or may
// not mean the link: it is left alone and counted, and the message tells of it.
#include "edit/edit.h"
#include "urdf/schema.h"

#include <string.h>

enum { LINK = 1, JOINT = 2 };

typedef struct reference {
    int what; // LINK, JOINT or both
    const char *parent;
    const char *tag;
    const char *key;
} reference;

// clang-format off
static const reference references[] = {
    {LINK, "joint", "parent", "link"},
    {LINK, "joint", "child", "link"},
    {LINK, "sensor", "parent", "link"},
    {LINK, "robot", "sensor", "parent_link_name"}, // urdfdom up to 5.0
    {LINK | JOINT, "robot", "gazebo", "reference"},
    {JOINT, "joint", "mimic", "joint"},
    {JOINT, "ros2_control", "joint", "name"},
    {JOINT, "transmission", "joint", "name"}, // in ros2_control too
    {JOINT, "transmission", "flexJoint", "name"}, // PR2, as the next three
    {JOINT, "transmission", "rollJoint", "name"},
    {JOINT, "transmission", "gap_joint", "name"},
    {JOINT, "transmission", "passive_joint", "name"},
    {JOINT, "model_state", "joint_state", "joint"},
};
// clang-format on

typedef struct renaming {
    limb_edit *edit;
    int what;
    limb_text old_name;
    const char *name;
    size_t size;
    bool with_gazebo;  // gazebo's references are meant
    limb__arena arena; // decoded values
    int nother;        // places in extensions that say the same word
    char first_other[256];
} renaming;

static limb_status rename_element(limb_edit *edit, int what, int node, const char *old_name,
                                  const char *name, bool is_found, bool with_gazebo);
static limb_status rename_references(renaming *r);
static limb_status rename_in_attributes(renaming *r, int node, bool in_extension);
static limb_status rename_in_text(renaming *r, int node);
static bool is_reference(const renaming *r, int node, int attr);
static bool is_named_for(limb_text key, const char *what);
static bool is_mimic_param(const limb_document *doc, int node);
static bool is_extension(const limb_document *doc, int node);
static bool says(renaming *r, uint32_t offset, uint32_t size, bool has_reference);
static void count_other(renaming *r, int node);
static bool is_tag(const limb_document *doc, int node, const char *tag);

limb_status limb_edit_rename_link(limb_edit *edit, int link, const char *name)
{
    limb__edit_start(edit);
    const limb_robot *robot = edit->robot;
    if (link < 0 || link >= robot->nlink) return limb__edit_fail(edit, "no link %d", link);
    const limb_link *old = &robot->link[link];
    const int taken = limb_robot_find_link(robot, name);
    if (taken >= 0 && taken != link) {
        return limb__edit_fail(edit, "there is a link \"%s\" already", name);
    }
    // of several links with one name only the first is referred to
    const bool is_found = limb_robot_find_link(robot, old->name) == link;
    return rename_element(edit, LINK, old->node, old->name, name, is_found, true);
}

limb_status limb_edit_rename_joint(limb_edit *edit, int joint, const char *name)
{
    limb__edit_start(edit);
    const limb_robot *robot = edit->robot;
    if (joint < 0 || joint >= robot->njoint) return limb__edit_fail(edit, "no joint %d", joint);
    const limb_joint *old = &robot->joint[joint];
    const int taken = limb_robot_find_joint(robot, name);
    if (taken >= 0 && taken != joint) {
        return limb__edit_fail(edit, "there is a joint \"%s\" already", name);
    }
    const bool is_found = limb_robot_find_joint(robot, old->name) == joint;
    // where a link has the same name, gazebo's references are taken to mean the link
    const bool with_gazebo = limb_robot_find_link(robot, old->name) < 0;
    return rename_element(edit, JOINT, old->node, old->name, name, is_found, with_gazebo);
}

static limb_status rename_element(limb_edit *edit, int what, int node, const char *old_name,
                                  const char *name, bool is_found, bool with_gazebo)
{
    if (!*name) return limb__edit_fail(edit, "a name cannot be empty");
    if (strcmp(old_name, name) == 0) return LIMB_OK;
    renaming r = {.edit = edit,
                  .what = what,
                  .old_name = {old_name, strlen(old_name)},
                  .name = name,
                  .size = strlen(name),
                  .with_gazebo = with_gazebo};
    const int mark = limb__patches_mark(&edit->patches);
    limb__arena_init(&r.arena, edit->memory, 0);
    limb_status status = limb__edit_put_attribute(edit, node, "name", name, r.size);
    if (status == LIMB_OK && is_found) status = rename_references(&r);
    if (status != LIMB_OK) {
        limb__patches_undo(&edit->patches, mark);
    } else if (r.nother > 0) {
        limb__edit_fail(edit, "%d other place%s in extensions still say%s \"%s\", the first is %s",
                        r.nother, r.nother == 1 ? "" : "s", r.nother == 1 ? "s" : "", old_name,
                        r.first_other);
    }
    limb__arena_free(&r.arena);
    return status;
}

static limb_status rename_references(renaming *r)
{
    const limb_document *doc = r->edit->doc;
    uint32_t extension_end = 0; // of the outermost one around the node
    for (int node = doc->root + 1; node < doc->nnode; node++) {
        if (doc->node[node].parent < 0) break;
        if (doc->node[node].begin >= extension_end && is_extension(doc, node))
            extension_end = doc->node[node].end;
        const bool in_extension = doc->node[node].begin < extension_end;
        limb_status status = LIMB_OK;
        if (limb__xml_kind(&doc->node[node]) == LIMB_NODE_ELEMENT) {
            status = rename_in_attributes(r, node, in_extension);
        } else if (in_extension && limb__xml_kind(&doc->node[node]) == LIMB_NODE_TEXT) {
            status = rename_in_text(r, node);
        }
        if (status != LIMB_OK) return status;
    }
    return LIMB_OK;
}

static limb_status rename_in_attributes(renaming *r, int node, bool in_extension)
{
    const limb__xml_node *n = &r->edit->doc->node[node];
    for (int attr = n->attr; attr < limb__xml_attr_end(n); attr++) {
        const limb__xml_attr *a = &r->edit->doc->attr[attr];
        const limb_text key = {r->edit->doc->source.text + a->name, a->label.size};
        const bool is_ours =
            is_reference(r, node, attr) ||
            (in_extension && is_named_for(key, r->what == LINK ? "link" : "joint"));
        if (!is_ours && !in_extension) continue;
        if (!says(r, a->value, a->value_size, limb__xml_has_reference(a->label))) continue;
        if (!is_ours) {
            count_other(r, node);
            continue;
        }
        const limb_status status = limb__edit_put_value(r->edit, attr, r->name, r->size);
        if (status != LIMB_OK) return status;
    }
    return r->arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

// ros2_control says in a parameter which joint is mimicked: <param name="mimic">joint</param>
static limb_status rename_in_text(renaming *r, int node)
{
    const limb_document *doc = r->edit->doc;
    const char *text = doc->source.text;
    uint32_t begin = doc->node[node].begin, end = doc->node[node].end;
    while (begin < end && limb__is_space(text[begin]))
        begin++;
    while (end > begin && limb__is_space(text[end - 1]))
        end--;
    if (!says(r, begin, end - begin, limb__xml_has_reference(doc->node[node].label))) {
        return r->arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    }
    const int holder = doc->node[node].parent;
    if (r->what != JOINT || !is_mimic_param(doc, holder)) {
        count_other(r, holder);
        return LIMB_OK;
    }
    r->edit->scratch.size = 0;
    limb__builder_xml(&r->edit->scratch, r->name, r->size, 0);
    return limb__edit_patch_scratch(r->edit, begin, end - begin, 0);
}

static bool is_reference(const renaming *r, int node, int attr)
{
    const limb_document *doc = r->edit->doc;
    const limb__xml_attr *a = &doc->attr[attr];
    const limb_text key = {doc->source.text + a->name, a->label.size};
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        const reference *ref = &references[i];
        if ((ref->what & r->what) == 0 || !limb__text_equal(key, ref->key) ||
            !is_tag(doc, node, ref->tag) || !is_tag(doc, doc->node[node].parent, ref->parent)) {
            continue;
        }
        return ref->what != (LINK | JOINT) || r->with_gazebo;
    }
    return false;
}

// link, link2, parent_link; not linkage
static bool is_named_for(limb_text key, const char *what)
{
    const size_t size = strlen(what);
    while (key.size > 0 && key.data[key.size - 1] >= '0' && key.data[key.size - 1] <= '9')
        key.size--;
    if (key.size < size || memcmp(key.data + key.size - size, what, size) != 0) return false;
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

// An element that is none of URDF's: beside links, joints and materials, or somewhere inside them.
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

// True when a span of the source, decoded, is the old name.
static bool says(renaming *r, uint32_t offset, uint32_t size, bool has_reference)
{
    const char *raw = r->edit->doc->source.text + offset;
    if (!has_reference) {
        return size == r->old_name.size && memcmp(raw, r->old_name.data, size) == 0;
    }
    char *decoded = limb__arena_take(&r->arena, (size_t)size + 1);
    if (!decoded) return false;
    const size_t length = limb__xml_decode(raw, size, decoded);
    return length == r->old_name.size && memcmp(decoded, r->old_name.data, length) == 0;
}

static void count_other(renaming *r, int node)
{
    if (r->nother++ > 0) return;
    limb_node_path(r->edit->doc, node, r->first_other, sizeof r->first_other);
}

static bool is_tag(const limb_document *doc, int node, const char *tag)
{
    const limb__xml_node *n = &doc->node[node];
    return limb__text_equal((limb_text){doc->source.text + limb__xml_name(n), n->label.size}, tag);
}
