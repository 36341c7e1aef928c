// The rules over a robot's values: runs them all, and says where they point.
#include "limb/check.h"

#include "rules/check.h"

#include "base/format.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// did-you-mean looks at every name, so only so many are looked for in one run
enum { MAX_SEARCHES = 50, MESSAGE_SIZE = 1024 };

static void check_joints(limb__check *c);
static void check_links(limb__check *c);
static void make_candidates(limb__check *c);

limb_status limb_robot_check(const limb_robot *robot, limb_report *report)
{
    limb__robot *inner = limb__robot_of(robot);
    limb__check c = {
        .robot = robot, .doc = &inner->document, .report = report, .memory = inner->memory};
    if (robot->has_name && robot->name[0] == 0) {
        limb__check_find(&c, robot->node, "name", LIMB_RULE_NAME_EMPTY,
                         "the robot has an empty name");
    }
    check_joints(&c);
    check_links(&c);
    limb__check_references(&c);
    limb__release(c.memory, c.candidate,
                  sizeof *c.candidate * (size_t)(robot->nlink + robot->njoint));
    if (report) limb_report_sort(report);
    return c.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

static void check_joints(limb__check *c)
{
    int nmimic = 0;
    for (int i = 0; i < c->robot->njoint; i++) {
        limb__check_joint_values(c, i);
        limb__check_joint_name(c, i);
        if (!c->robot->joint[i].mimic) continue;
        limb__check_follower(c, i);
        nmimic++;
    }
    if (nmimic > 0) limb__check_mimic_cycles(c);
}

static void check_links(limb__check *c)
{
    for (int i = 0; i < c->robot->nlink; i++) {
        limb__check_inertia(c, i);
        limb__check_shapes(c, i);
        limb__check_link_name(c, i);
    }
}

void limb__check_find(limb__check *c, int node, const char *attr, limb_rule rule,
                      const char *format, ...)
{
    const int index = attr ? limb__xml_find_attr(c->doc, node, attr) : -1;
    va_list args;
    va_start(args, format);
    limb__xml_report_list(c->doc, c->report, node, index, rule, format, args);
    va_end(args);
}

void limb__check_find_numbers(limb__check *c, int node, const char *attr, int first, int last,
                              limb_rule rule, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list args;
    va_start(args, format);
    limb__format_list(message, sizeof message, format, args);
    va_end(args);
    const int index = limb__xml_find_attr(c->doc, node, attr);
    if (index < 0) return;
    const limb_text part = limb__numbers_part(c->doc, index, first, last);
    limb__xml_report_part(c->doc, c->report, node, index,
                          (uint32_t)(part.data - c->doc->source.text), (uint32_t)part.size, rule,
                          "%s", message);
}

void limb__check_find_text(limb__check *c, int node, limb_rule rule, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    char path[256];
    va_list args;
    va_start(args, format);
    limb__format_list(message, sizeof message, format, args);
    va_end(args);
    const limb__xml_node *n = &c->doc->node[node];
    limb_node_path(c->doc, node, path, sizeof path);
    limb__report_add_text(c->report, &c->doc->source, rule, path, n->open_end,
                          n->close - n->open_end, message);
}

bool limb__check_is_broken(const limb__check *c, int node, const char *attr, bool was_read)
{
    return !was_read && limb__xml_find_attr(c->doc, node, attr) >= 0;
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
        const int decimals = 5 - (int)floor(log10(fabs(value)));
        const double scale = pow(10, abs(decimals));
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
