// Left and right: parts of one robot whose names differ only in the side are built alike, and
// should have the same mass.
//
// Links of one chain are excluded. Walking up from each link would take quadratic time in the
// length of the chain; instead all subtrees are numbered once, when the first pair differs.
#include "documents/rules/check.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

static const double MASS_TOLERANCE = 0.05; // of the heavier one: cables and covers may differ

enum { NAME_SIZE = 128 };

typedef struct side {
    const char *right, *left;
} side;

// A subtree is consecutive in the depth-first order of links.
typedef struct subtree {
    int begin, size;
} subtree;

static const limb_link *left_of(const limb_robot *robot, int right);
static bool has_mass(const limb_link *link);
static bool make_left(const char *name, char left[NAME_SIZE]);
static const side *side_at(const char *name, const char *at);
static bool is_letter(char c);
static subtree *number_subtrees(limb__check *c);
static bool is_in_chain(const subtree *tree, int link, int other);
static bool is_below(subtree part, subtree whole);

void limb__check_sides(limb__check *c)
{
    const limb_robot *robot = c->robot;
    if (robot->norder < robot->nlink) return; // not a tree, so chains are undefined
    subtree *tree = NULL;
    for (int i = 0; i < robot->nlink; i++) {
        const limb_link *right = &robot->link[i];
        const limb_link *left = left_of(robot, i);
        if (!left) continue;
        const double a = left->inertial->mass;
        const double b = right->inertial->mass;
        if (fabs(a - b) <= MASS_TOLERANCE * fmax(a, b)) continue;
        if (!tree && !(tree = number_subtrees(c))) return;
        if (is_in_chain(tree, (int)(left - robot->link), i)) continue;
        char text[2][LIMB__SHOWN_SIZE];
        limb__report(
            c->report,
            limb__check_at(c, limb_node_find(c->doc, right->inertial->node, "mass"), "value"),
            LIMB_RULE_MASS_ASYMMETRIC, "mass %s kg, but \"%s\" has %s kg",
            limb__check_show(b, text[0]), left->name, limb__check_show(a, text[1]));
        limb__report_note(
            c->report,
            limb__check_at(c, limb_node_find(c->doc, left->inertial->node, "mass"), "value"),
            "the left one is here");
    }
    limb__release(c->memory, tree, sizeof *tree * (size_t)robot->nlink);
}

// Returns the link on the other side, if both have mass.
static const limb_link *left_of(const limb_robot *robot, int right)
{
    char name[NAME_SIZE];
    if (!has_mass(&robot->link[right]) || !make_left(robot->link[right].name, name)) return NULL;
    const int left = limb_robot_find_link(robot, name);
    return left >= 0 && has_mass(&robot->link[left]) ? &robot->link[left] : NULL;
}

static bool has_mass(const limb_link *link)
{
    return link->inertial && link->inertial->mass > 0;
}

// Replaces the name's first word for right by the one for left, in the same case: "right" as part
// of a word, "r" only as a whole word. Returns false if there is none.
static bool make_left(const char *name, char left[NAME_SIZE])
{
    for (const char *at = name; *at; at++) {
        if (*at != 'r' && *at != 'R') continue;
        const side *s = side_at(name, at);
        if (!s) continue;
        const size_t before = (size_t)(at - name), size = strlen(s->left);
        const char *rest = at + strlen(s->right);
        const size_t after = strlen(rest) + 1;
        if (before + size + after > NAME_SIZE) return false;
        memcpy(left, name, before);
        memcpy(left + before, s->left, size);
        memcpy(left + before + size, rest, after);
        return true;
    }
    return false;
}

// Returns the word for right that begins here, or NULL.
static const side *side_at(const char *name, const char *at)
{
    static const side whole[] = {{"right", "left"}, {"Right", "Left"}, {"RIGHT", "LEFT"}};
    static const side letter[] = {{"r", "l"}, {"R", "L"}};
    if (at[1] == 'i' || at[1] == 'I') {
        for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
            if (strncmp(at, whole[i].right, 5) == 0) return &whole[i];
        }
    }
    const bool is_alone = (at == name || !is_letter(at[-1])) && !is_letter(at[1]);
    return is_alone ? &letter[*at == 'R'] : NULL;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Returns one entry per link, by index.
static subtree *number_subtrees(limb__check *c)
{
    const limb_robot *robot = c->robot;
    subtree *tree = limb__allocate(c->memory, sizeof *tree * (size_t)robot->nlink);
    if (!tree) {
        c->failed = true;
        return NULL;
    }
    for (int i = 0; i < robot->norder; i++)
        tree[robot->link_order[i]] = (subtree){i, 1};
    for (int i = robot->norder - 1; i > 0; i--) {
        const int link = robot->link_order[i];
        const int parent = robot->joint[robot->link[link].parent_joint].parent;
        tree[parent].size += tree[link].size;
    }
    return tree;
}

// Returns true if both are in one chain, such as "link_l" and "link_r" of an arm with joints S, L,
// U and R, which are not opposite sides.
static bool is_in_chain(const subtree *tree, int link, int other)
{
    return is_below(tree[link], tree[other]) || is_below(tree[other], tree[link]);
}

static bool is_below(subtree part, subtree whole)
{
    return part.begin > whole.begin && part.begin < whole.begin + whole.size;
}
