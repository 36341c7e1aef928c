// Rules for names: characters that break TF, SDFormat, MoveIt or a shell, and names with a special
// meaning elsewhere.
#include "base/format.h"
#include "base/text.h"
#include "documents/rules/check.h"

#include <string.h>

static void check_name(limb__check *c, const char *kind, const char *name, int node);
static const char *trouble(const char *name);
static bool is_usual(unsigned char c);

void limb__check_link_name(limb__check *c, int index)
{
    const limb_robot *robot = c->robot;
    const limb_link *link = &robot->link[index];
    check_name(c, "link", link->name, link->node);
    if (index != robot->root && robot->root >= 0 && strcmp(link->name, "world") == 0) {
        limb__report(
            c->report, limb__check_at(c, link->node, "name"), LIMB_RULE_LINK_WORLD,
            "the link is not the root, but Drake, MuJoCo and SDFormat take a link of that name "
            "for the fixed world");
    }
}

void limb__check_joint_name(limb__check *c, int index)
{
    const limb_joint *joint = &c->robot->joint[index];
    check_name(c, "joint", joint->name, joint->node);
    if (joint->name[0] && limb_robot_find_link(c->robot, joint->name) >= 0) {
        limb__report(c->report, limb__check_at(c, joint->node, "name"), LIMB_RULE_NAME_SHARED,
                     "a link has the same name, so a gazebo reference is ambiguous");
    }
}

static void check_name(limb__check *c, const char *kind, const char *name, int node)
{
    if (name[0] == 0) {
        // absent names were reported by the reader
        const int attr = limb__xml_find_attr(c->doc, node, "name");
        if (attr < 0) return;
        limb__report(c->report, limb__xml_at_value(c->places, node, attr), LIMB_RULE_NAME_EMPTY,
                     "a %s has an empty name", kind);
        return;
    }
    const char *problem = trouble(name);
    if (!problem || limb__has_substitution(name, strlen(name))) return;
    if (c->nname++ > 0 && c->name_node < node) return;
    c->name_node = node;
    c->name_problem = problem;
}

// Reports once per file: such names usually come in dozens.
void limb__check_report_names(limb__check *c)
{
    if (c->nname == 0) return;
    char more[64] = "";
    if (c->nname > 1) {
        limb__format(more, sizeof more, "; %d more name%s", c->nname - 1,
                     c->nname == 2 ? " has such characters" : "s have such characters");
    }
    limb__report(c->report, limb__check_at(c, c->name_node, "name"), LIMB_RULE_NAME_CHARACTERS,
                 "the name holds %s%s", c->name_problem, more);
}

static const char *trouble(const char *name)
{
    const unsigned char *at = (const unsigned char *)name;
    while (is_usual(*at))
        at++;
    if (*at == 0) return NULL;
    if (strstr(name, "::")) return "\"::\", which separates scopes in SDFormat";
    for (; *at; at++) {
        if (*at <= ' ' || *at == 0x7f) return "white space or a control character";
        if (*at == '/') return "\"/\", which separates namespaces in ROS";
        if (strchr("\"'`\\$<>|;&*?", *at))
            return "a character that shells and XML tools stumble over";
        if (*at >= 0x80)
            return "letters outside ASCII, which ROS names and several exporters refuse";
    }
    return NULL;
}

// Letters, digits, '_', '-' and '.', the usual characters of names: a bit for each character,
// 32 per word.
static bool is_usual(unsigned char c)
{
    static const uint32_t usual[8] = {0, 0x03ff6000, 0x87fffffe, 0x07fffffe};
    return usual[c / 32] >> c % 32 & 1;
}
