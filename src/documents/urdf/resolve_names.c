// Resolves names in joints to indices of links and joints.
#include "base/text.h"
#include "documents/urdf/read.h"

#include <string.h>

enum {
    MAX_SUGGESTIONS = 16,   // per file, because searching for the nearest name takes time
    MAX_CANDIDATES = 10000, // links among which the nearest name is searched
};

static int find_known(const limb__reader *r, const limb__names *names, int attr);
static int resolve_link(limb__reader *r, int joint, int node, int attr, limb__tag tag,
                        const char **name);
static LIMB__COLD void report_unnamed_link(limb__reader *r, int joint, int node, limb__tag tag);
static LIMB__COLD void report_missing_link(limb__reader *r, int joint, int node, int attr,
                                           limb_rule rule);
static const char *nearest_link(limb__reader *r, const char *name);
static const char *renamed_link(limb__reader *r);
static int find_unnamed(const limb__reader *r, const bool *is_named);
static bool is_missing_name(const limb__reader *r, int attr, limb_text *name);

bool limb__resolve_known(limb__reader *r, int joint)
{
    const limb__joint_refs *refs = &r->refs[joint];
    // of two links or joints of one name the first counts, so a later one changes nothing
    const int parent = find_known(r, &r->robot->link_name, refs->parent_attr);
    const int child = find_known(r, &r->robot->link_name, refs->child_attr);
    if (parent < 0 || child < 0) return false;
    if (refs->mimic) {
        const int source = find_known(r, &r->robot->joint_name, refs->mimic_attr);
        if (source < 0) return false;
        refs->mimic->joint = source;
    }
    limb_joint *out = &r->joint[joint];
    out->parent = parent;
    out->child = child;
    out->parent_name = r->link[parent].name;
    out->child_name = r->link[child].name;
    limb__connect(r, joint);
    return true;
}

static int find_known(const limb__reader *r, const limb__names *names, int attr)
{
    const limb__xml_attr *a = attr < 0 ? NULL : &r->doc->attr[attr];
    if (!a || limb__xml_has_reference(a->label)) return -1;
    return limb__names_find(names, r->text + a->value, a->value_size);
}

void limb__resolve_joints(limb__reader *r)
{
    const limb_robot *robot = &r->robot->open;
    for (int i = r->nresolved; i < robot->njoint; i++) {
        const limb__joint_refs *refs = &r->refs[i];
        limb_joint *joint = &r->joint[i];
        joint->parent = resolve_link(r, i, refs->parent_node, refs->parent_attr, LIMB__TAG_PARENT,
                                     &joint->parent_name);
        joint->child = resolve_link(r, i, refs->child_node, refs->child_attr, LIMB__TAG_CHILD,
                                    &joint->child_name);
        if (refs->mimic && refs->mimic_attr >= 0) {
            const char *source = refs->mimic->joint_name;
            refs->mimic->joint = limb__names_find(&r->robot->joint_name, source, strlen(source));
        }
        limb__connect(r, i);
    }
}

static int resolve_link(limb__reader *r, int joint, int node, int attr, limb__tag tag,
                        const char **name)
{
    if (attr < 0) {
        report_unnamed_link(r, joint, node, tag);
        return -1;
    }
    const limb__xml_attr *a = &r->doc->attr[attr];
    const char *text = r->text + a->value;
    size_t size = a->value_size;
    if (limb__xml_has_reference(a->label)) {
        text = limb__read_text(r, attr);
        size = strlen(text);
    }
    const int link = limb__names_find(&r->robot->link_name, text, size);
    *name = link >= 0 ? r->link[link].name : limb__read_text(r, attr);
    if (link < 0)
        report_missing_link(r, joint, node, attr,
                            tag == LIMB__TAG_PARENT ? LIMB_RULE_JOINT_PARENT
                                                    : LIMB_RULE_JOINT_CHILD);
    return link;
}

// Reports a missing name; node -1: the element itself is missing.
static void report_unnamed_link(limb__reader *r, int joint, int node, limb__tag tag)
{
    const limb_rule rule = tag == LIMB__TAG_PARENT ? LIMB_RULE_JOINT_PARENT : LIMB_RULE_JOINT_CHILD;
    const int owner = r->joint[joint].node;
    if (node < 0) {
        limb__report(r->report, limb__xml_about(limb__at_owner(r, owner), r->places, owner), rule,
                     "<%s link=\"...\"/> is missing", limb__tag_name[tag]);
        return;
    }
    r->owner = owner;
    limb__report(r->report, limb__at_element(r, node), rule,
                 "<%s> does not name a link: it needs the attribute link", limb__tag_name[tag]);
    r->owner = -1;
}

static void report_missing_link(limb__reader *r, int joint, int node, int attr, limb_rule rule)
{
    const char *name =
        rule == LIMB_RULE_JOINT_PARENT ? r->joint[joint].parent_name : r->joint[joint].child_name;
    const char *near = nearest_link(r, name);
    r->owner = r->joint[joint].node;
    if (near) {
        limb__report(r->report, limb__at_value(r, node, attr), rule,
                     "no link named \"%s\"; did you mean \"%s\"?", name, near);
    } else if (strcmp(name, "world") == 0) {
        // many robots are attached to it without declaring it
        limb__report(r->report, limb__at_value(r, node, attr), rule,
                     "no link named \"world\"; add <link name=\"world\"/>");
    } else {
        const char *renamed = renamed_link(r);
        limb__report(r->report, limb__at_value(r, node, attr), rule,
                     renamed ? "no link named \"%s\"; no joint names link \"%s\": was it renamed?"
                             : "no link named \"%s\"",
                     name, renamed);
    }
    r->owner = -1;
}

// Returns NULL if none is similar, or if the file has too many missing names.
static const char *nearest_link(limb__reader *r, const char *name)
{
    const int count = r->robot->open.nlink;
    if (count > MAX_CANDIDATES || r->nsuggestion++ >= MAX_SUGGESTIONS) return NULL;
    if (!r->link_candidate) {
        r->link_candidate = LIMB__ARENA_ARRAY(r->arena, const char *, count);
        if (!r->link_candidate) return NULL;
        for (int i = 0; i < count; i++)
            r->link_candidate[i] = r->link[i].name;
    }
    const int near = limb__nearest(name, strlen(name), r->link_candidate, count);
    return near < 0 ? NULL : r->link_candidate[near];
}

// Returns the only link that no joint names, if joints miss only one name; else NULL.
static const char *renamed_link(limb__reader *r)
{
    if (r->renamed_sought) return r->renamed_link;
    r->renamed_sought = true;
    const limb_robot *robot = &r->robot->open;
    bool *is_named = limb__arena_take_zero(r->arena, (size_t)robot->nlink + 1);
    if (!is_named) return NULL;
    limb_text missing = {NULL, 0};
    for (int i = 0; i < 2 * robot->njoint; i++) {
        const limb__joint_refs *refs = &r->refs[i / 2];
        const int attr = i % 2 ? refs->child_attr : refs->parent_attr;
        const int link = find_known(r, &r->robot->link_name, attr);
        if (link >= 0) is_named[link] = true;
        if (attr >= 0 && link < 0 && !is_missing_name(r, attr, &missing)) return NULL;
    }
    const int link = find_unnamed(r, is_named);
    r->renamed_link = link >= 0 ? r->link[link].name : NULL;
    return r->renamed_link;
}

// Returns -1 if there are several, or none.
static int find_unnamed(const limb__reader *r, const bool *is_named)
{
    int found = -1;
    for (int i = 0; i < r->robot->open.nlink; i++) {
        const char *name = r->link[i].name;
        const bool is_second = limb__names_find(&r->robot->link_name, name, strlen(name)) != i;
        if (is_named[i] || is_second) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

// Returns whether the attribute's value is the missing name found so far, or the first one; false
// for another name, or one with references.
static bool is_missing_name(const limb__reader *r, int attr, limb_text *name)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    if (limb__xml_has_reference(a->label)) return false;
    const limb_text text = {r->text + a->value, a->value_size};
    if (!name->data) *name = text;
    return name->size == text.size && memcmp(name->data, text.data, text.size) == 0;
}
