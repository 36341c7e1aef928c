// Shared by the rules: locations, knowledge about a joint, did-you-mean, numbers.
#include "documents/rules/check.h"

#include "base/format.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "documents/urdf/schema.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// did-you-mean compares every name, so the number of searches per run is limited
enum { MAX_SEARCHES = 50 };

static limb__place about_owner(const limb__check *c, limb__place place, int node);
static void make_candidates(limb__check *c);

limb__place limb__check_at(limb__check *c, int node, const char *attr)
{
    const int index = attr ? limb__xml_find_attr(c->doc, node, attr) : -1;
    return about_owner(c, limb__xml_at_value(c->places, node, index), node);
}

limb__place limb__check_at_numbers(limb__check *c, int node, const char *attr, int first, int last)
{
    const int index = limb__xml_find_attr(c->doc, node, attr);
    const limb__place place = index < 0 ? limb__xml_at_tag(c->places, node)
                                        : limb__xml_at_numbers(c->places, node, index, first, last);
    return about_owner(c, place, node);
}

limb__place limb__check_at_content(limb__check *c, int node)
{
    return about_owner(c, limb__xml_at_content(c->places, node), node);
}

// Sets the subject of the sentence: the child of the outermost element that contains the node, i.e.
// a link or a joint.
static limb__place about_owner(const limb__check *c, limb__place place, int node)
{
    const int root = c->doc->root;
    while (node >= 0 && c->doc->node[node].parent != root)
        node = c->doc->node[node].parent;
    const bool is_named = node >= 0 && limb__xml_word(c->doc->node[node].label) != LIMB__TAG_GAZEBO;
    return is_named ? limb__xml_about(place, c->places, node) : place;
}

bool limb__check_is_broken(const limb__check *c, int node, const char *attr, bool was_read)
{
    return !was_read && limb__xml_find_attr(c->doc, node, attr) >= 0;
}

bool limb__check_has_broken_shape(const limb_link *link)
{
    return link->nbroken_visual + link->nbroken_collision > 0;
}

bool limb__check_knows_type(const limb__check *c, const limb_joint *joint)
{
    if (joint->type != LIMB_JOINT_FIXED) return true;
    const limb_text type = limb_node_attribute_raw(c->doc, joint->node, "type");
    return type.data && limb__text_equal(type, limb_joint_type_name(joint->type));
}

bool limb__check_has_range(const limb__check *c, const limb_limit *limit)
{
    return limit->lower < limit->upper &&
           !limb__check_is_broken(c, limit->node, "lower", limit->has_lower) &&
           !limb__check_is_broken(c, limit->node, "upper", limit->has_upper);
}

const char *limb__check_hint(limb__check *c, const char *name, bool links, bool joints,
                             char hint[LIMB__HINT_SIZE])
{
    hint[0] = 0;
    if (!c->report || c->nsearch++ >= MAX_SEARCHES) return hint;
    if (!c->candidate) make_candidates(c);
    if (!c->candidate) return hint;
    const int nlink = c->robot->nlink;
    const char *const *first = links ? c->candidate : c->candidate + nlink;
    const int count = (links ? nlink : 0) + (joints ? c->robot->njoint : 0);
    const int near = limb__nearest(name, strlen(name), first, count);
    if (near >= 0) limb__format(hint, LIMB__HINT_SIZE, "; did you mean \"%s\"?", first[near]);
    return hint;
}

const char *limb__check_show(double value, char text[LIMB__SHOWN_SIZE])
{
    double shown = value;
    if (isfinite(value) && fabs(value) > 1e-290) {
        const int decimals = 5 - limb__number_exponent(value);
        const double scale = limb__number_power_of_ten(abs(decimals));
        shown = decimals >= 0 ? round(value * scale) / scale : round(value / scale) * scale;
    }
    text[limb__number_print(text, isfinite(shown) ? shown : value)] = 0;
    return text;
}

static void make_candidates(limb__check *c)
{
    const limb_robot *robot = c->robot;
    const size_t count = (size_t)(robot->nlink + robot->njoint);
    c->candidate = limb__allocate(c->memory, sizeof *c->candidate * count);
    if (!c->candidate) {
        c->failed = true;
        return;
    }
    for (int i = 0; i < robot->nlink; i++)
        c->candidate[i] = robot->link[i].name;
    for (int i = 0; i < robot->njoint; i++)
        c->candidate[robot->nlink + i] = robot->joint[i].name;
}
