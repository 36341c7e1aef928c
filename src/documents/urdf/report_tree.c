// Reports why links do not form one tree.
//
// Here every link has at most one parent, so a link that no root reaches is connected to a cycle,
// and following parents finds each cycle in time linear in the number of links.
#include "base/text.h"
#include "documents/diag/report.h"
#include "documents/urdf/read.h"

#include <string.h>

enum { MAX_NAMES = 12 }; // per message; the rest are counted

static void report_bad_parents(limb__reader *r);
static void note_swapped(limb__reader *r, int first, int second);
static int count_roots(const limb__reader *r);
static void report_several_roots(limb__reader *r, int nroot, int *order, int *stack);
static bool is_named_root(const limb__reader *r, int link);
static void note_misplaced_joint(limb__reader *r);
static bool is_explained_root(const limb__reader *r, int link);
static void mark_reached(const limb__reader *r, int *mark, int *order, int *stack);
static void report_cycles(limb__reader *r, bool has_root, int *mark);
static void report_cycle(limb__reader *r, int link, limb_rule rule);
static int parent_of(const limb__reader *r, int link);

void limb__report_tree_defects(limb__reader *r, int *scratch)
{
    const limb_robot *robot = &r->robot->open;
    int *order = LIMB__ARENA_ARRAY(r->arena, int, robot->nlink);
    int *mark = limb__arena_take_zero(r->arena, sizeof(int) * (size_t)robot->nlink);
    if (r->arena->failed) return;
    r->owner = -1;
    report_bad_parents(r);
    const int nroot = count_roots(r);
    if (nroot > 1) report_several_roots(r, nroot, order, scratch);
    mark_reached(r, mark, order, scratch);
    report_cycles(r, nroot > 0, mark);
}

static void report_bad_parents(limb__reader *r)
{
    for (int i = 0; i < r->robot->open.njoint; i++) {
        const limb_joint *joint = &r->joint[i];
        if (joint->parent < 0 || joint->child < 0) continue;
        const limb_link *child = &r->link[joint->child];
        if (joint->parent == joint->child) {
            const limb__place place =
                limb__at_value(r, r->refs[i].child_node, r->refs[i].child_attr);
            limb__report(r->report, limb__xml_about(place, r->places, joint->node),
                         LIMB_RULE_TREE_SELF, "parent and child are both link \"%s\"", child->name);
        } else if (child->parent_joint != i) {
            const limb_joint *winner = &r->joint[child->parent_joint];
            // a copy of the joint is reported as a duplicate
            if (strcmp(joint->name, winner->name) == 0) continue;
            limb__report(r->report, limb__at_value(r, r->refs[i].child_node, r->refs[i].child_attr),
                         LIMB_RULE_TREE_TWO_PARENTS,
                         "link \"%s\" is the child of joint \"%s\" and of joint \"%s\"; it is "
                         "attached to \"%s\", whose name sorts last",
                         child->name, joint->name, winner->name, winner->name);
            limb__report_note(r->report,
                              limb__at_value(r, -1, r->refs[child->parent_joint].child_attr),
                              "joint \"%s\" has it as its child here", winner->name);
            note_swapped(r, i, child->parent_joint);
        }
    }
}

// If two joints have one child and there are two roots, reversing one of the joints may fix both:
// its parent is then no longer a root, and the child has one parent. The root that comes first is
// more likely correct.
static void note_swapped(limb__reader *r, int first, int second)
{
    const limb_link *link = r->link;
    if (count_roots(r) != 2) return;
    int main_root = 0;
    while (link[main_root].parent_joint >= 0)
        main_root++;
    const int a = r->joint[first].parent;
    const int b = r->joint[second].parent;
    const int swapped = a == main_root ? second : first;
    const int other = a == main_root ? a : b;
    const int new_child = r->joint[swapped].parent;
    if (link[new_child].parent_joint >= 0 || new_child == main_root) return;
    // the other parent must not be connected to the link that is moved
    int at = other;
    for (int steps = 0; link[at].parent_joint >= 0 && steps < r->robot->open.nlink; steps++)
        at = parent_of(r, at);
    if (at != main_root) return;
    limb__report_note(
        r->report, limb__at_value(r, -1, r->refs[swapped].parent_attr),
        "with parent and child of joint \"%s\" swapped, the links would form one tree",
        r->joint[swapped].name);
}

static int count_roots(const limb__reader *r)
{
    int count = 0;
    for (int i = 0; i < r->robot->open.nlink; i++)
        count += r->link[i].parent_joint < 0;
    return count;
}

// Reports the second root; all roots are named with the size of their trees. Roots that follow from
// another finding (a joint that names no link or one link twice, a second link of one name) are not
// reported separately.
static void report_several_roots(limb__reader *r, int nroot, int *order, int *stack)
{
    const limb_robot *robot = &r->robot->open;
    int ndefect = nroot;
    for (int i = 0; i < robot->nlink; i++)
        ndefect -= r->link[i].parent_joint < 0 && is_explained_root(r, i);
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *joint = &r->joint[i];
        const bool is_broken = joint->parent < 0 || joint->child < 0;
        const bool is_self = !is_broken && joint->parent == joint->child;
        ndefect -= is_self;
        ndefect -= is_broken && (joint->child < 0 || r->link[joint->child].parent_joint < 0);
    }
    if (ndefect < 2) return;

    limb__builder text;
    limb__builder_init(&text, r->robot->memory);
    int second = -1;
    int nnamed = 0;
    for (int i = 0; i < robot->nlink; i++) {
        if (!is_named_root(r, i)) continue;
        if (nnamed == 1) second = i;
        if (nnamed++ >= MAX_NAMES) continue;
        const int size = limb__walk_tree(r, i, order, stack);
        limb__builder_text(&text, nnamed > 1 ? ", \"" : "\"");
        limb__builder_text(&text, r->link[i].name);
        limb__builder_text(&text, "\" (");
        limb__builder_int(&text, size);
        limb__builder_text(&text, size == 1 ? " link)" : " links)");
    }
    if (nnamed > MAX_NAMES) {
        limb__builder_text(&text, " and ");
        limb__builder_int(&text, nnamed - MAX_NAMES);
        limb__builder_text(&text, " more");
    }
    limb__report(r->report, limb__at_owner(r, r->link[second].node), LIMB_RULE_TREE_SEVERAL_ROOTS,
                 "the links form %d separate trees, with the roots %s", nnamed,
                 limb__builder_nul(&text));
    limb__builder_free(&text);
    nnamed = 0;
    for (int i = 0; i < robot->nlink && nnamed < MAX_NAMES; i++) {
        if (!is_named_root(r, i) || i == second) continue;
        limb__report_note(r->report, limb__at_owner(r, r->link[i].node),
                          "link \"%s\" has no parent either", r->link[i].name);
        nnamed++;
    }
    note_misplaced_joint(r);
}

// Finds the first joint that is not read because it is inside an unclosed link or joint: it may be
// the missing one.
static void note_misplaced_joint(limb__reader *r)
{
    for (int i = 0; i < r->doc->nnode; i++) {
        const limb__xml_node *node = &r->doc->node[i];
        if (limb__xml_kind(node) != LIMB_NODE_ELEMENT || limb__tag_at(r, i) != LIMB__TAG_JOINT ||
            node->parent < 0) {
            continue;
        }
        const limb__tag outer = limb__tag_at(r, node->parent);
        if (outer != LIMB__TAG_LINK && outer != LIMB__TAG_JOINT) continue;
        limb__report_note(r->report, limb__at_owner(r, i),
                          "this <joint> is inside <%s>, so it is not read", limb__tag_name[outer]);
        return;
    }
}

static bool is_named_root(const limb__reader *r, int link)
{
    return r->link[link].parent_joint < 0 && !is_explained_root(r, link);
}

static bool is_explained_root(const limb__reader *r, int link)
{
    const char *name = r->link[link].name;
    return limb__names_find(&r->robot->link_name, name, strlen(name)) != link ||
           !limb__has_name(r, r->link[link].node);
}

static void mark_reached(const limb__reader *r, int *mark, int *order, int *stack)
{
    for (int i = 0; i < r->robot->open.nlink; i++) {
        if (r->link[i].parent_joint >= 0) continue;
        const int count = limb__walk_tree(r, i, order, stack);
        for (int k = 0; k < count; k++)
            mark[order[k]] = -1;
    }
}

// Follows parents from every link that is not reached; a path that meets itself is a cycle.
static void report_cycles(limb__reader *r, bool has_root, int *mark)
{
    bool missing_root = !has_root;
    for (int i = 0; i < r->robot->open.nlink; i++) {
        int at = i;
        while (mark[at] == 0) {
            mark[at] = i + 1;
            at = parent_of(r, at);
        }
        if (mark[at] != i + 1) continue;
        if (missing_root) {
            report_cycle(r, at, LIMB_RULE_TREE_NO_ROOT);
            missing_root = false;
        } else {
            report_cycle(r, at, LIMB_RULE_TREE_CYCLE);
        }
    }
}

// Names the cycle from its first link in the file: a → b → a.
static void report_cycle(limb__reader *r, int link, limb_rule rule)
{
    int first = link;
    int length = 1;
    for (int at = parent_of(r, link); at != link; at = parent_of(r, at)) {
        if (at < first) first = at;
        length++;
    }
    // parents are found in reverse order: the last names are collected, then written in order
    int above[MAX_NAMES];
    int count = 0;
    for (int at = first; count < length && count < MAX_NAMES; at = parent_of(r, at))
        above[count++] = parent_of(r, at);

    limb__builder text;
    limb__builder_init(&text, r->robot->memory);
    if (count < length) limb__builder_text(&text, "… → ");
    while (count > 0) {
        limb__builder_text(&text, r->link[above[--count]].name);
        limb__builder_text(&text, " → ");
    }
    limb__builder_text(&text, r->link[first].name);
    const int joint = r->link[first].parent_joint;
    const char *format = rule == LIMB_RULE_TREE_NO_ROOT
                             ? "every link has a parent, so there is no root: "
                             : "links form a cycle that the root does not reach: ";
    limb__report(r->report, limb__at_value(r, r->refs[joint].child_node, r->refs[joint].child_attr),
                 rule, "%s%s", format, limb__builder_nul(&text));
    limb__builder_free(&text);
    limb__report_note(r->report, limb__at_owner(r, r->link[first].node),
                      "link \"%s\" is declared here", r->link[first].name);
}

static int parent_of(const limb__reader *r, int link)
{
    return r->joint[r->link[link].parent_joint].parent;
}
