// Rules for an SRDF: names that the robot does not have, and entries that srdfdom silently drops.
// srdfdom loads every well-formed XML file, however much of it was dropped.
#include "documents/srdf/srdf.h"

#include "base/format.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

static void run_all(limb__srdf_check *c);
static void check_robot_name(limb__srdf_check *c);
static void check_elements(limb__srdf_check *c);
static void check_virtual_joints(limb__srdf_check *c);
static void check_end_effectors(limb__srdf_check *c);
static bool is_adjacent(limb__srdf_check *c, int link);
static bool takes_steps(limb__srdf_check *c, double count);
static void check_end_effector_link(limb__srdf_check *c, const limb_srdf_end_effector *it,
                                    int group);
static void check_joint_names(limb__srdf_check *c);
static void check_spheres(limb__srdf_check *c);
static const char *nearest_group(limb__srdf_check *c, const char *name, char hint[LIMB__HINT_SIZE]);

limb_status limb_srdf_check(const limb_srdf *srdf, const limb_robot *robot, limb_report *report)
{
    assert(srdf && srdf->document);
    const limb_allocator *memory = limb__srdf_of(srdf)->memory;
    const size_t njoint = robot ? (size_t)robot->njoint + 1 : 1;
    limb__srdf_check c = {.srdf = srdf, .robot = robot, .report = report, .memory = memory};
    c.names = (limb__check){.robot = robot, .report = report, .memory = memory};
    limb__arena arena;
    limb__arena_init(&arena, memory, njoint * (sizeof *c.value_of + 2 * sizeof *c.is_member) + 64);
    c.is_member = LIMB__ARENA_ARRAY(&arena, bool, njoint);
    c.is_passive = limb__arena_take_zero(&arena, njoint * sizeof *c.is_passive);
    c.value_of = LIMB__ARENA_ARRAY(&arena, int, njoint);
    if (arena.failed) {
        limb__arena_free(&arena);
        return LIMB_ERROR_MEMORY;
    }
    limb__xml_places_init(&c.places, srdf->document);
    run_all(&c);
    limb__xml_places_free(&c.places);
    limb__arena_free(&arena);
    if (robot) {
        limb__release(memory, c.names.candidate,
                      sizeof *c.names.candidate * (size_t)(robot->nlink + robot->njoint));
    }
    if (report) limb_report_sort(report);
    if (c.failed || c.names.failed || (report && report->nlost > 0)) return LIMB_ERROR_MEMORY;
    return c.too_long ? LIMB_ERROR_LIMIT : LIMB_OK;
}

static void run_all(limb__srdf_check *c)
{
    for (int i = 0; c->robot && i < c->srdf->npassive; i++) {
        const int joint = limb_robot_find_joint(c->robot, c->srdf->passive[i].name);
        if (joint >= 0) c->is_passive[joint] = true;
    }
    check_robot_name(c);
    check_elements(c);
    check_virtual_joints(c);
    limb__srdf_check_groups(c);
    limb__srdf_check_states(c);
    check_end_effectors(c);
    check_joint_names(c);
    check_spheres(c);
    limb__srdf_check_pairs(c);
}

static void check_robot_name(limb__srdf_check *c)
{
    const char *name = c->srdf->robot;
    if (!c->robot || !c->robot->has_name || strcmp(name, c->robot->name) == 0) return;
    const int root = c->srdf->document->root;
    const int attr = limb__xml_find_attr(c->srdf->document, root, "name");
    const limb__place place = limb__xml_at_value(&c->places, root, attr);
    limb__report(c->report, place, LIMB_RULE_SRDF_ROBOT_NAME,
                 "the SRDF is for \"%s\", but the robot's name is \"%s\"", name, c->robot->name);
}

// Reports elements that srdfdom does not know and ignores.
static void check_elements(limb__srdf_check *c)
{
    static const char *const known[] = {"group",
                                        "group_state",
                                        "virtual_joint",
                                        "end_effector",
                                        "passive_joint",
                                        "joint_property",
                                        "disable_collisions",
                                        "enable_collisions",
                                        "disable_default_collisions",
                                        "link_sphere_approximation"};
    enum { NKNOWN = sizeof known / sizeof *known };
    const limb_document *doc = c->srdf->document;
    for (int node = limb_node_find(doc, doc->root, NULL); node >= 0;
         node = limb_node_find_next(doc, node, NULL)) {
        const limb_text name = limb_node_name(doc, node);
        bool is_known = memchr(name.data, ':', name.size) != NULL;
        for (int i = 0; i < NKNOWN && !is_known; i++)
            is_known = limb__text_equal(name, known[i]);
        if (is_known) continue;
        const int near = limb__nearest(name.data, name.size, known, NKNOWN);
        const limb__place place = limb__xml_at_name(&c->places, node, -1);
        if (near < 0) {
            limb__report(c->report, place, LIMB_RULE_SRDF_EXTENSION,
                         "<%.*s> is not part of SRDF, and MoveIt does not read it", (int)name.size,
                         name.data);
        } else {
            limb__report(c->report, place, LIMB_RULE_SRDF_ELEMENT,
                         "<%.*s> is not part of SRDF and is not read; did you mean <%s>?",
                         (int)name.size, name.data, known[near]);
        }
    }
}

static void check_virtual_joints(limb__srdf_check *c)
{
    static const char *const needed[] = {"name", "type", "parent_frame", "child_link"};
    static const char *const type[] = {"fixed", "floating", "planar"};
    for (int i = 0; i < c->srdf->nvirtual_joint; i++) {
        const limb_srdf_virtual_joint *it = &c->srdf->virtual_joint[i];
        if (!limb__srdf_has(c, it->node, needed, 4)) continue;
        limb__srdf_link(c, it->node, "child_link", it->child_link, LIMB_RULE_SRDF_LINK);
        bool is_type = false;
        for (int k = 0; k < 3; k++)
            is_type |= strcmp(it->type, type[k]) == 0;
        if (is_type) continue;
        const int near = limb__nearest(it->type, strlen(it->type), type, 3);
        limb__report(c->report, limb__srdf_at(c, it->node, "type"), LIMB_RULE_SRDF_VIRTUAL_JOINT,
                     near < 0 ? "type \"%s\" is unknown and becomes fixed%s"
                              : "type \"%s\" is unknown and becomes fixed; did you mean \"%s\"?",
                     it->type, near < 0 ? "" : type[near]);
    }
}

static void check_end_effectors(limb__srdf_check *c)
{
    static const char *const needed[] = {"name", "group", "parent_link"};
    for (int i = 0; i < c->srdf->nend_effector; i++) {
        const limb_srdf_end_effector *it = &c->srdf->end_effector[i];
        if (!limb__srdf_has(c, it->node, needed, 3)) continue;
        const int group = limb__srdf_group(c, it->node, "group", it->group);
        if (it->parent_group[0]) limb__srdf_group(c, it->node, "parent_group", it->parent_group);
        check_end_effector_link(c, it, group);
    }
}

static void check_end_effector_link(limb__srdf_check *c, const limb_srdf_end_effector *it,
                                    int group)
{
    const int link =
        limb__srdf_link(c, it->node, "parent_link", it->parent_link, LIMB_RULE_SRDF_LINK);
    if (link < 0 || group < 0) return;
    if (!limb__srdf_members(c, group)) return;
    bool is_inside = false, has_member = false;
    for (int i = 0; i < c->robot->njoint; i++) {
        is_inside |= c->is_member[i] && c->robot->joint[i].child == link;
        has_member |= c->is_member[i];
    }
    if (is_inside) {
        limb__report(c->report, limb__srdf_at(c, it->node, "parent_link"),
                     LIMB_RULE_SRDF_END_EFFECTOR,
                     "link \"%s\" belongs to its own group \"%s\"; name the link that the group is "
                     "attached to",
                     it->parent_link, it->group);
    } else if (has_member && !is_adjacent(c, link)) {
        limb__report(
            c->report, limb__srdf_at(c, it->node, "parent_link"), LIMB_RULE_SRDF_END_EFFECTOR,
            "no joint of group \"%s\" is attached to link \"%s\"", it->group, it->parent_link);
    }
}

// Returns true if the link is connected to a member, possibly through fixed joints.
static bool is_adjacent(limb__srdf_check *c, int link)
{
    const limb_robot *robot = c->robot;
    for (int i = 0; i < robot->njoint; i++) {
        int at = c->is_member[i] ? robot->joint[i].parent : -1;
        for (int step = 0; step <= robot->nlink && at >= 0; step++) {
            if (!takes_steps(c, 1)) return true;
            if (at == link) return true;
            const int joint = robot->link[at].parent_joint;
            if (joint < 0 || robot->joint[joint].type != LIMB_JOINT_FIXED) break;
            at = robot->joint[joint].parent;
        }
    }
    return false;
}

static void check_joint_names(limb__srdf_check *c)
{
    static const char *const needed[] = {"joint_name", "property_name", "value"};
    static const char *const name[] = {"name"};
    for (int i = 0; i < c->srdf->npassive; i++) {
        const limb_srdf_name *it = &c->srdf->passive[i];
        if (limb__srdf_has(c, it->node, name, 1)) limb__srdf_joint(c, it->node, "name", it->name);
    }
    for (int i = 0; i < c->srdf->nproperty; i++) {
        const limb_srdf_property *it = &c->srdf->property[i];
        if (!limb__srdf_has(c, it->node, needed, 3)) continue;
        if (limb__srdf_is_virtual(c->srdf, it->joint)) continue;
        limb__srdf_joint(c, it->node, "joint_name", it->joint);
    }
}

static void check_spheres(limb__srdf_check *c)
{
    static const char *const needed[] = {"link"};
    for (int i = 0; i < c->srdf->nspheres; i++) {
        const limb_srdf_link_spheres *it = &c->srdf->spheres[i];
        if (limb__srdf_has(c, it->node, needed, 1))
            limb__srdf_link(c, it->node, "link", it->link, LIMB_RULE_SRDF_LINK);
        for (int k = 0; k < it->nsphere; k++) {
            if (it->sphere[k].is_read) continue;
            limb__report(c->report, limb__srdf_at(c, it->sphere[k].node, NULL),
                         LIMB_RULE_SRDF_SPHERE,
                         "a sphere needs center=\"x y z\" and radius=\"r\"; it is left out");
        }
    }
}

//---- shared by the rules -------------------------------------------------------------------------

limb__place limb__srdf_at(limb__srdf_check *c, int node, const char *attr)
{
    const limb_document *doc = c->srdf->document;
    const int index = attr ? limb__xml_find_attr(doc, node, attr) : -1;
    const limb__place place = limb__xml_at_value(&c->places, node, index);
    while (node >= 0 && doc->node[node].parent != doc->root)
        node = doc->node[node].parent;
    const bool has_name = node >= 0 && limb__xml_find_attr(doc, node, "name") >= 0;
    return has_name ? limb__xml_about(place, &c->places, node) : place;
}

int limb__srdf_link(limb__srdf_check *c, int node, const char *attr, const char *name,
                    limb_rule rule)
{
    if (!c->robot || !name[0]) return -1;
    const int link = limb_robot_find_link(c->robot, name);
    if (link >= 0) return link;
    char hint[LIMB__HINT_SIZE];
    limb__report(c->report, limb__srdf_at(c, node, attr), rule, "no link named \"%s\"%s", name,
                 limb__check_hint(&c->names, name, true, false, hint));
    return -1;
}

int limb__srdf_joint(limb__srdf_check *c, int node, const char *attr, const char *name)
{
    if (!c->robot || !name[0]) return -1;
    const int joint = limb_robot_find_joint(c->robot, name);
    if (joint >= 0) return joint;
    char hint[LIMB__HINT_SIZE];
    limb__report(c->report, limb__srdf_at(c, node, attr), LIMB_RULE_SRDF_JOINT,
                 "no joint named \"%s\"%s", name,
                 limb__check_hint(&c->names, name, false, true, hint));
    return -1;
}

int limb__srdf_group(limb__srdf_check *c, int node, const char *attr, const char *name)
{
    if (!name[0]) return -1;
    const int group = limb_srdf_find_group(c->srdf, name);
    if (group >= 0) return group;
    char hint[LIMB__HINT_SIZE];
    limb__report(c->report, limb__srdf_at(c, node, attr), LIMB_RULE_SRDF_GROUP,
                 "no group named \"%s\"%s", name, nearest_group(c, name, hint));
    return -1;
}

bool limb__srdf_is_virtual(const limb_srdf *srdf, const char *name)
{
    return limb__names_find(&limb__srdf_of(srdf)->virtual_name, name, strlen(name)) >= 0;
}

bool limb__srdf_members(limb__srdf_check *c, int group)
{
    double nchain = 0;
    for (int i = 0; i < c->srdf->ngroup; i++)
        nchain += c->srdf->group[i].nchain;
    if (!takes_steps(c, (nchain + 1) * c->robot->nlink + c->srdf->ngroup)) return false;
    if (limb_srdf_group_joints(c->srdf, group, c->robot, c->is_member) == LIMB_OK) return true;
    c->failed = true;
    return false;
}

bool limb__srdf_joins(limb__srdf_check *c, int base, int tip)
{
    return !takes_steps(c, c->robot->nlink) || limb__srdf_is_above(c->robot, base, tip);
}

// Counts steps. Returns false if the limit would be exceeded: about a second, far above
// any robot's file.
static bool takes_steps(limb__srdf_check *c, double count)
{
    c->nstep += count;
    c->too_long |= c->nstep > 1e9;
    return !c->too_long;
}

bool limb__srdf_has(limb__srdf_check *c, int node, const char *const *attr, int count)
{
    for (int i = 0; i < count; i++) {
        const limb_text value = limb_node_attribute_raw(c->srdf->document, node, attr[i]);
        if (value.data && value.size > 0) continue;
        const limb_text tag = limb_node_name(c->srdf->document, node);
        limb__report(c->report, limb__srdf_at(c, node, NULL), LIMB_RULE_SRDF_MISSING,
                     "<%.*s> has no %s and is left out", (int)tag.size, tag.data, attr[i]);
        return false;
    }
    return true;
}

static const char *nearest_group(limb__srdf_check *c, const char *name, char hint[LIMB__HINT_SIZE])
{
    enum { MAX_CANDIDATES = 256 };
    const char *candidate[MAX_CANDIDATES];
    int count = 0;
    hint[0] = 0;
    for (int i = 0; i < c->srdf->ngroup && count < MAX_CANDIDATES; i++)
        if (c->srdf->group[i].name[0]) candidate[count++] = c->srdf->group[i].name;
    const int near = limb__nearest(name, strlen(name), candidate, count);
    if (near >= 0) limb__format(hint, LIMB__HINT_SIZE, "; did you mean \"%s\"?", candidate[near]);
    return hint;
}
