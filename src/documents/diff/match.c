// Matches the links and joints of the old robot with those of the new one.
//
// Elements are matched by name first. The rest may have been renamed: a joint whose links match, a
// link below or above a joint that matches, and finally a link with the same content. Each match
// can lead to others, so this is repeated until nothing changes. Every round but the last adds a
// match, so there are at most as many rounds as links and joints.
#include "documents/diff/diff.h"

#include <string.h>

static bool match_names(limb__diff *d);
static bool begin_names(limb__diff *d, bool is_link, int **turn, int **next);
static bool match_joints_by_links(limb__diff *d);
static int joint_above(const limb__diff *d, const limb_joint *a);
static int joint_below(const limb__diff *d, const limb_joint *a);
static bool is_same_place(const limb_origin *a, const limb_origin *b);
static bool match_links_by_joints(limb__diff *d);
static bool match_links_by_content(limb__diff *d);
static bool pair_links(limb__diff *d, int a, int b);
static bool holds_something(const limb_link *link);
static bool is_same_content(const limb__diff *d, const limb_link *a, const limb_link *b);

bool limb__diff_match(limb__diff *d)
{
    const size_t na = (size_t)d->a->nlink, nb = (size_t)d->b->nlink;
    const size_t ja = (size_t)d->a->njoint, jb = (size_t)d->b->njoint;
    int *all = limb__arena_take(&d->arena, (na + nb + ja + jb + 1) * sizeof *all);
    if (!all) return false;
    memset(all, -1, (na + nb + ja + jb + 1) * sizeof *all);
    d->link_match = all;
    d->link_back = d->link_match + na;
    d->joint_match = d->link_back + nb;
    d->joint_back = d->joint_match + ja;
    // hashes with the names as each robot has them, since nothing is matched yet
    if (!limb__diff_hash(d, true) || !limb__diff_hash(d, false)) return false;
    if (!match_names(d)) return false;
    while (match_joints_by_links(d) || match_links_by_joints(d) || match_links_by_content(d)) {
    }
    return limb__diff_hash(d, true) && limb__diff_hash(d, false);
}

// Pairs elements with equal names; if a broken robot has several with one name, in their order.
// False: no memory.
static bool match_names(limb__diff *d)
{
    int *turn, *next;
    if (!begin_names(d, true, &turn, &next)) return false;
    for (int i = 0; i < d->a->nlink; i++) {
        const int first = limb_robot_find_link(d->b, d->a->link[i].name);
        const int k = first >= 0 ? turn[first] : -1;
        if (k < 0) continue;
        turn[first] = next[k];
        pair_links(d, i, k);
    }
    if (!begin_names(d, false, &turn, &next)) return false;
    for (int i = 0; i < d->a->njoint; i++) {
        const int first = limb_robot_find_joint(d->b, d->a->joint[i].name);
        const int k = first >= 0 ? turn[first] : -1;
        if (k < 0) continue;
        turn[first] = next[k];
        d->joint_match[i] = k;
        d->joint_back[k] = i;
    }
    return true;
}

// Prepares the links or joints of the new robot: turn[first of a name] is the next one to
// be paired, next[i] the one with the same name after i; -1: none. False: no
// memory.
static bool begin_names(limb__diff *d, bool is_link, int **turn, int **next)
{
    const int count = is_link ? d->b->nlink : d->b->njoint;
    const size_t size = (size_t)count * sizeof **turn;
    *turn = limb__arena_take(&d->arena, 2 * size + 1);
    if (!*turn) return false;
    *next = *turn + count;
    for (int i = count - 1; i >= 0; i--) {
        (*turn)[i] = i;
        (*next)[i] = -1;
    }
    // from the end, so that each is inserted before those that follow it
    for (int i = count - 1; i > 0; i--) {
        const int first = is_link ? limb_robot_find_link(d->b, d->b->link[i].name)
                                  : limb_robot_find_joint(d->b, d->b->joint[i].name);
        if (first < 0 || first == i) continue;
        (*next)[i] = (*next)[first];
        (*next)[first] = i;
    }
    return true;
}

static bool match_joints_by_links(limb__diff *d)
{
    bool found = false;
    for (int i = 0; i < d->a->njoint; i++) {
        const limb_joint *a = &d->a->joint[i];
        if (d->joint_match[i] >= 0 || a->child < 0 || a->parent < 0) continue;
        const int k = d->link_match[a->child] >= 0 ? joint_above(d, a) : joint_below(d, a);
        if (k < 0) continue;
        d->joint_match[i] = k;
        d->joint_back[k] = i;
        found = true;
    }
    return found;
}

// Returns the joint above the partner of the child, unless its parent is the partner
// of another link.
static int joint_above(const limb__diff *d, const limb_joint *a)
{
    const int k = d->b->link[d->link_match[a->child]].parent_joint;
    if (k < 0 || d->joint_back[k] >= 0 || d->b->joint[k].parent < 0) return -1;
    const int parent = d->b->joint[k].parent;
    const bool is_free = d->link_match[a->parent] < 0 && d->link_back[parent] < 0;
    return d->link_match[a->parent] == parent || is_free ? k : -1;
}

// Returns the joint below the parent's partner that leads to an unmatched link in the same way; -1
// if there is none, or more than one.
static int joint_below(const limb__diff *d, const limb_joint *a)
{
    const int parent = d->link_match[a->parent];
    if (parent < 0) return -1;
    const limb_link *link = &d->b->link[parent];
    int only = -1;
    for (int n = 0; n < link->nchild_joint; n++) {
        const int k = link->child_joint[n];
        const limb_joint *b = &d->b->joint[k];
        if (d->joint_back[k] >= 0 || b->child < 0 || d->link_back[b->child] >= 0) continue;
        if (b->type != a->type || !is_same_place(&a->origin, &b->origin)) continue;
        if (only >= 0) return -1;
        only = k;
    }
    return only;
}

static bool is_same_place(const limb_origin *a, const limb_origin *b)
{
    double x[12], y[12];
    limb_origin_pose(a, x);
    limb_origin_pose(b, y);
    return memcmp(x, y, sizeof x) == 0;
}

static bool match_links_by_joints(limb__diff *d)
{
    bool found = false;
    for (int i = 0; i < d->a->njoint; i++) {
        if (d->joint_match[i] < 0) continue;
        const limb_joint *a = &d->a->joint[i], *b = &d->b->joint[d->joint_match[i]];
        found |= pair_links(d, a->child, b->child);
        found |= pair_links(d, a->parent, b->parent);
    }
    return found;
}

// Matches only links with content, because all empty links have the same.
static bool match_links_by_content(limb__diff *d)
{
    bool found = false;
    for (int i = 0; i < d->a->nlink; i++) {
        if (d->link_match[i] >= 0 || !holds_something(&d->a->link[i])) continue;
        for (int k = 0; k < d->b->nlink && d->link_match[i] < 0; k++)
            if (d->link_back[k] < 0 && is_same_content(d, &d->a->link[i], &d->b->link[k]))
                found |= pair_links(d, i, k);
    }
    return found;
}

static bool pair_links(limb__diff *d, int a, int b)
{
    if (a < 0 || b < 0 || d->link_match[a] >= 0 || d->link_back[b] >= 0) return false;
    d->link_match[a] = b;
    d->link_back[b] = a;
    return true;
}

static bool holds_something(const limb_link *link)
{
    return link->inertial || link->nvisual > 0 || link->ncollision > 0;
}

static bool is_same_content(const limb__diff *d, const limb_link *a, const limb_link *b)
{
    if (!holds_something(b) || a->nvisual != b->nvisual || a->ncollision != b->ncollision ||
        !a->inertial != !b->inertial) {
        return false;
    }
    if (a->inertial && !limb__diff_is_same_xml(d, a->inertial->node, b->inertial->node))
        return false;
    for (int i = 0; i < a->nvisual; i++)
        if (!limb__diff_is_same_xml(d, a->visual[i].node, b->visual[i].node)) return false;
    for (int i = 0; i < a->ncollision; i++)
        if (!limb__diff_is_same_xml(d, a->collision[i].node, b->collision[i].node)) return false;
    return true;
}
