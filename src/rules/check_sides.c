// Left and right: parts of one robot whose names differ only in the side are built alike, and
// should weigh the same.
#include "rules/check.h"

#include <math.h>
#include <string.h>

static const double MASS_TOLERANCE = 0.05; // of the heavier one: cables and covers may differ

enum { NAME_SIZE = 128 };

typedef struct side {
    const char *right, *left;
} side;

static bool make_left(const char *name, char left[NAME_SIZE]);
static const side *side_at(const char *name, const char *at);
static bool is_letter(char c);
static bool is_above(const limb_robot *robot, int link, int other);

void limb__check_sides(limb__check *c)
{
    const limb_robot *robot = c->robot;
    for (int i = 0; i < robot->nlink; i++) {
        const limb_link *right = &robot->link[i];
        char name[NAME_SIZE];
        if (!right->inertial || !(right->inertial->mass > 0) || !make_left(right->name, name))
            continue;
        const int other = limb_robot_find_link(robot, name);
        const limb_link *left = other < 0 ? NULL : &robot->link[other];
        if (!left || !left->inertial || !(left->inertial->mass > 0)) continue;
        const double a = left->inertial->mass;
        const double b = right->inertial->mass;
        if (fabs(a - b) <= MASS_TOLERANCE * fmax(a, b)) continue;
        if (is_above(robot, other, i) || is_above(robot, i, other)) continue;
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
}

// The name with its first word for right replaced by the one for left, in the same case: "right" as
// part of a word, "r" as a whole one. False: it has none.
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

// The word for right that begins here, NULL: none does.
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

// Parts of one chain, such as "link_l" and "link_r" of an arm with joints S, L, U and R, are not
// the two sides of anything.
static bool is_above(const limb_robot *robot, int link, int other)
{
    // each step goes up; in a cycle it ends after as many steps as there are links
    for (int step = 0; step < robot->nlink; step++) {
        const int joint = robot->link[other].parent_joint;
        if (joint < 0) return false;
        other = robot->joint[joint].parent;
        if (other == link) return true;
    }
    return false;
}
