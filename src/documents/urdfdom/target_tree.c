// The tree as urdfdom builds it: joints in name order; the last joint that names a link as child
// becomes its parent. Every named link must exist and exactly one link must have no parent; cycles
// that are separate from that root, and links with two parents, pass.
#include "documents/urdfdom/target.h"

#include <string.h>

typedef struct tree_scratch {
    limb__names link_names;
    int *parent_link;  // per joint
    int *child_link;   // per joint
    int *parent_joint; // per link: the parent joint that urdfdom keeps, or -1
    int *first_joint;  // per link: the first child joint, or -1
    int *next_joint;   // per joint: the next joint with the same parent link
    int *reached;      // links reachable from the root, in order
    bool *is_reached;
} tree_scratch;

static bool prepare(limb__target_reader *reader, const limb__target_tree *tree, tree_scratch *s);
static bool resolve_links(limb__target_reader *reader, const limb__target_tree *tree,
                          tree_scratch *s);
static int find_link(limb__target_reader *reader, const limb__target_tree *tree, int joint,
                     tree_scratch *s, bool is_child);
static void connect(limb__target_reader *reader, const limb__target_tree *tree, tree_scratch *s);
static int find_root(limb__target_reader *reader, const limb__target_tree *tree,
                     const tree_scratch *s);
static void report_unreached(limb__target_reader *reader, const limb__target_tree *tree,
                             tree_scratch *s, int root);

int limb__target_check_tree(limb__target_reader *reader, const limb__target_tree *tree)
{
    tree_scratch s;
    if (!prepare(reader, tree, &s)) return -1;
    if (!resolve_links(reader, tree, &s)) return -1;
    connect(reader, tree, &s);
    const int root = find_root(reader, tree, &s);
    if (root >= 0) report_unreached(reader, tree, &s, root);
    return root;
}

static bool prepare(limb__target_reader *reader, const limb__target_tree *tree, tree_scratch *s)
{
    limb__arena *scratch = reader->scratch;
    limb__names_init(&s->link_names, scratch, tree->nlink);
    s->parent_link = LIMB__ARENA_ARRAY(scratch, int, tree->njoint);
    s->child_link = LIMB__ARENA_ARRAY(scratch, int, tree->njoint);
    s->next_joint = LIMB__ARENA_ARRAY(scratch, int, tree->njoint);
    s->parent_joint = LIMB__ARENA_ARRAY(scratch, int, tree->nlink);
    s->first_joint = LIMB__ARENA_ARRAY(scratch, int, tree->nlink);
    s->reached = LIMB__ARENA_ARRAY(scratch, int, tree->nlink);
    s->is_reached = limb__arena_take_zero(scratch, sizeof(bool) * (size_t)tree->nlink);
    if (scratch->failed) return false;
    for (int i = 0; i < tree->nlink; i++) {
        const char *name = tree->link[i].name;
        limb__names_add(&s->link_names, name, strlen(name), i);
        s->parent_joint[i] = s->first_joint[i] = -1;
    }
    return true;
}

static bool resolve_links(limb__target_reader *reader, const limb__target_tree *tree,
                          tree_scratch *s)
{
    bool ok = true;
    for (int i = 0; i < tree->njoint; i++) {
        const limb_target_joint *joint = &tree->joint[i];
        if (!joint->parent[0] || !joint->child[0]) {
            const limb__target_fault at = {.element = tree->joint_element[i]};
            limb__target_refuse(reader, &at, "joint \"%s\" names no %s link",
                                limb__target_show_name(reader, joint->name),
                                joint->parent[0] ? "child" : "parent");
            ok = false;
            continue;
        }
        s->child_link[i] = find_link(reader, tree, i, s, true);
        s->parent_link[i] = find_link(reader, tree, i, s, false);
        ok = ok && s->child_link[i] >= 0 && s->parent_link[i] >= 0;
    }
    return ok;
}

static int find_link(limb__target_reader *reader, const limb__target_tree *tree, int joint,
                     tree_scratch *s, bool is_child)
{
    const char *role = is_child ? "child" : "parent";
    const char *name = is_child ? tree->joint[joint].child : tree->joint[joint].parent;
    const int link = limb__names_find(&s->link_names, name, strlen(name));
    if (link >= 0) return link;
    const limb__tiny_element *element = limb__tiny_find(tree->joint_element[joint], role);
    const limb__target_fault at = {.element = element,
                                   .attr = limb__tiny_attribute(element, "link")};
    limb__target_refuse(reader, &at, "joint \"%s\": no link named \"%s\" for its %s",
                        limb__target_show_name(reader, tree->joint[joint].name),
                        limb__target_show_name(reader, name), role);
    return -1;
}

static void connect(limb__target_reader *reader, const limb__target_tree *tree, tree_scratch *s)
{
    for (int i = 0; i < tree->njoint; i++) {
        const int child = s->child_link[i];
        const int before = s->parent_joint[child];
        if (before >= 0) {
            const limb__target_fault at = {.element = tree->joint_element[before]};
            limb__target_lose(
                reader, &at, "urdfdom takes joint \"%s\", not \"%s\", as the parent of link \"%s\"",
                limb__target_show_name(reader, tree->joint[i].name),
                limb__target_show_name(reader, tree->joint[before].name),
                limb__target_show_name(reader, tree->link[child].name));
            limb__target_note(reader, tree->joint_element[i], "the joint that it takes");
        }
        s->parent_joint[child] = i;
        s->next_joint[i] = s->first_joint[s->parent_link[i]];
        s->first_joint[s->parent_link[i]] = i;
    }
}

static int find_root(limb__target_reader *reader, const limb__target_tree *tree,
                     const tree_scratch *s)
{
    int root = -1;
    for (int i = 0; i < tree->nlink; i++) {
        if (s->parent_joint[i] >= 0) continue;
        if (root >= 0) {
            const limb__target_fault at = {.element = tree->link_element[i]};
            limb__target_refuse(reader, &at, "links \"%s\" and \"%s\" both have no parent",
                                limb__target_show_name(reader, tree->link[root].name),
                                limb__target_show_name(reader, tree->link[i].name));
            limb__target_note(reader, tree->link_element[root], "the other one");
            return -1;
        }
        root = i;
    }
    if (root < 0) {
        const limb__target_fault at = {.element = tree->link_element[0]};
        limb__target_refuse(reader, &at, "every link has a parent, so there is no root");
    }
    return root;
}

// Reports links in cycles: urdfdom keeps them, but they are not reachable from the root.
static void report_unreached(limb__target_reader *reader, const limb__target_tree *tree,
                             tree_scratch *s, int root)
{
    int count = 1;
    s->reached[0] = root;
    s->is_reached[root] = true;
    for (int i = 0; i < count; i++) {
        for (int joint = s->first_joint[s->reached[i]]; joint >= 0; joint = s->next_joint[joint]) {
            const int child = s->child_link[joint];
            if (s->is_reached[child]) continue;
            s->is_reached[child] = true;
            s->reached[count++] = child;
        }
    }
    for (int i = 0; i < tree->nlink; i++) {
        if (s->is_reached[i]) continue;
        const limb__target_fault at = {.element = tree->link_element[i]};
        limb__target_lose(reader, &at,
                          "urdfdom keeps link \"%s\", but in a cycle that the root does not reach",
                          limb__target_show_name(reader, tree->link[i].name));
    }
}
