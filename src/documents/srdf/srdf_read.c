// SRDF: the elements of the document as lists, each with its node.
//
// The only entries checked here are pairs that lack a link: they have no effect, since otherwise
// they would hide an overlap. Everything else is kept as written, for limb_srdf_check to compare
// with the robot.
#include "documents/srdf/srdf.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>

static void read_virtual_joints(limb__srdf *s);
static void read_groups(limb__srdf *s);
static void read_states(limb__srdf *s);
static void read_values(limb__srdf *s, limb_srdf_state *state);
static int read_numbers(limb__srdf *s, const char *text, const double **value);
static void read_end_effectors(limb__srdf *s);
static void read_spheres(limb__srdf *s);
static void read_properties(limb__srdf *s);
static void read_pairs(limb__srdf *s, limb_report *report);
static bool read_pair(limb__srdf *s, limb__xml_places *places, int node, limb_report *report,
                      limb_srdf_pair *pair);
static void index_names(limb__srdf *s);
static const limb_srdf_name *read_names(limb__srdf *s, int parent, const char *tag, int *count);
static int count_of(const limb__srdf *s, int parent, const char *tag);
static void *list_of(limb__srdf *s, int count, size_t size);
static const char *attribute(limb__srdf *s, int node, const char *name);

// Runs the body with node set to each child element of that name.
#define EACH(s, node, parent, tag)                                                                 \
    for (int node = limb_node_find(&(s)->document, parent, tag); node >= 0;                        \
         node = limb_node_find_next(&(s)->document, node, tag))

limb_status limb__srdf_read(limb__srdf *s, limb_report *report)
{
    s->open.robot = attribute(s, s->document.root, "name");
    read_virtual_joints(s);
    read_groups(s);
    read_states(s);
    read_end_effectors(s);
    s->open.passive = read_names(s, s->document.root, "passive_joint", &s->open.npassive);
    read_spheres(s);
    read_properties(s);
    read_pairs(s, report);
    index_names(s);
    s->open.document = &s->document;
    return s->arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

static void read_virtual_joints(limb__srdf *s)
{
    const int root = s->document.root;
    limb_srdf_virtual_joint *list =
        list_of(s, count_of(s, root, "virtual_joint"), sizeof(limb_srdf_virtual_joint));
    if (!list) return;
    EACH(s, node, root, "virtual_joint")
    {
        list[s->open.nvirtual_joint++] =
            (limb_srdf_virtual_joint){.node = node,
                                      .name = attribute(s, node, "name"),
                                      .type = attribute(s, node, "type"),
                                      .parent_frame = attribute(s, node, "parent_frame"),
                                      .child_link = attribute(s, node, "child_link")};
    }
    s->open.virtual_joint = list;
}

static void read_groups(limb__srdf *s)
{
    const int root = s->document.root;
    limb_srdf_group *list = list_of(s, count_of(s, root, "group"), sizeof(limb_srdf_group));
    if (!list) return;
    EACH(s, node, root, "group")
    {
        limb_srdf_group *group = &list[s->open.ngroup++];
        *group = (limb_srdf_group){.node = node, .name = attribute(s, node, "name")};
        group->link = read_names(s, node, "link", &group->nlink);
        group->joint = read_names(s, node, "joint", &group->njoint);
        group->subgroup = read_names(s, node, "group", &group->nsubgroup);
        limb_srdf_chain *chain = list_of(s, count_of(s, node, "chain"), sizeof *chain);
        if (!chain) return;
        EACH(s, child, node, "chain")
        {
            chain[group->nchain++] = (limb_srdf_chain){child, attribute(s, child, "base_link"),
                                                       attribute(s, child, "tip_link")};
        }
        group->chain = chain;
    }
    s->open.group = list;
}

static void read_states(limb__srdf *s)
{
    const int root = s->document.root;
    limb_srdf_state *list = list_of(s, count_of(s, root, "group_state"), sizeof(limb_srdf_state));
    if (!list) return;
    EACH(s, node, root, "group_state")
    {
        limb_srdf_state *state = &list[s->open.nstate++];
        *state = (limb_srdf_state){
            .node = node, .name = attribute(s, node, "name"), .group = attribute(s, node, "group")};
        read_values(s, state);
    }
    s->open.state = list;
}

static void read_values(limb__srdf *s, limb_srdf_state *state)
{
    limb_srdf_value *list = list_of(s, count_of(s, state->node, "joint"), sizeof(limb_srdf_value));
    if (!list) return;
    EACH(s, node, state->node, "joint")
    {
        limb_srdf_value *value = &list[state->nvalue++];
        *value = (limb_srdf_value){.node = node, .joint = attribute(s, node, "name")};
        value->count = read_numbers(s, attribute(s, node, "value"), &value->value);
    }
    state->value = list;
}

// Reads numbers separated by white space; returns 0 if there are none or one of them is malformed.
static int read_numbers(limb__srdf *s, const char *text, const double **value)
{
    const char *end = text + strlen(text);
    double *out = LIMB__ARENA_ARRAY(&s->arena, double, (end - text) / 2 + 1);
    int count = 0;
    *value = out;
    for (const char *at = text; out;) {
        while (at < end && limb__is_space(*at))
            at++;
        if (at == end) return count;
        const char *stop;
        const limb__number_result result = limb__number_parse(at, end, &out[count], &stop);
        const bool is_finite = result == LIMB__NUMBER_OK || result == LIMB__NUMBER_UNDERFLOW;
        if (!is_finite || (stop < end && !limb__is_space(*stop))) return 0;
        count++;
        at = stop;
    }
    return 0;
}

static void read_end_effectors(limb__srdf *s)
{
    const int root = s->document.root;
    limb_srdf_end_effector *list =
        list_of(s, count_of(s, root, "end_effector"), sizeof(limb_srdf_end_effector));
    if (!list) return;
    EACH(s, node, root, "end_effector")
    {
        list[s->open.nend_effector++] =
            (limb_srdf_end_effector){.node = node,
                                     .name = attribute(s, node, "name"),
                                     .group = attribute(s, node, "group"),
                                     .parent_link = attribute(s, node, "parent_link"),
                                     .parent_group = attribute(s, node, "parent_group")};
    }
    s->open.end_effector = list;
}

static void read_spheres(limb__srdf *s)
{
    static const char tag[] = "link_sphere_approximation";
    const int root = s->document.root;
    limb_srdf_link_spheres *list =
        list_of(s, count_of(s, root, tag), sizeof(limb_srdf_link_spheres));
    if (!list) return;
    EACH(s, node, root, tag)
    {
        limb_srdf_link_spheres *spheres = &list[s->open.nspheres++];
        *spheres = (limb_srdf_link_spheres){.node = node, .link = attribute(s, node, "link")};
        limb_srdf_sphere *sphere = list_of(s, count_of(s, node, "sphere"), sizeof *sphere);
        if (!sphere) return;
        EACH(s, child, node, "sphere")
        {
            limb_srdf_sphere *one = &sphere[spheres->nsphere++];
            const double *number;
            *one = (limb_srdf_sphere){.node = child};
            const int ncenter = read_numbers(s, attribute(s, child, "center"), &number);
            for (int i = 0; i < 3 && ncenter == 3; i++)
                one->center[i] = number[i];
            const int nradius = read_numbers(s, attribute(s, child, "radius"), &number);
            if (nradius == 1) one->radius = number[0];
            one->is_read = ncenter == 3 && nradius == 1 && one->radius >= 0;
        }
        spheres->sphere = sphere;
    }
    s->open.spheres = list;
}

static void read_properties(limb__srdf *s)
{
    const int root = s->document.root;
    limb_srdf_property *list =
        list_of(s, count_of(s, root, "joint_property"), sizeof(limb_srdf_property));
    if (!list) return;
    EACH(s, node, root, "joint_property")
    {
        list[s->open.nproperty++] =
            (limb_srdf_property){.node = node,
                                 .joint = attribute(s, node, "joint_name"),
                                 .name = attribute(s, node, "property_name"),
                                 .value = attribute(s, node, "value")};
    }
    s->open.property = list;
}

static void read_pairs(limb__srdf *s, limb_report *report)
{
    const int root = s->document.root;
    limb_srdf_pair *list = list_of(s, count_of(s, root, NULL), sizeof(limb_srdf_pair));
    if (!list) return;
    s->open.pair = list;
    limb__xml_places places;
    limb__xml_places_init(&places, &s->document);
    EACH(s, node, root, NULL)
    {
        s->open.npair += read_pair(s, &places, node, report, &list[s->open.npair]);
    }
    limb__xml_places_free(&places);
}

// Returns false if the element is not a collision pair, or lacks a link and was reported. An
// incomplete pair must not disable anything: it would hide an overlap.
static bool read_pair(limb__srdf *s, limb__xml_places *places, int node, limb_report *report,
                      limb_srdf_pair *pair)
{
    const limb_text name = limb_node_name(&s->document, node);
    const bool disables = limb__text_equal(name, "disable_collisions");
    const bool enables = limb__text_equal(name, "enable_collisions");
    const bool all = limb__text_equal(name, "disable_default_collisions");
    if (!disables && !enables && !all) return false;
    const char *const key = all ? "link" : "link1";
    *pair = (limb_srdf_pair){.link1 = attribute(s, node, key),
                             .link2 = all ? "" : attribute(s, node, "link2"),
                             .reason = attribute(s, node, "reason"),
                             .enables = enables,
                             .node = node};
    const char *const missing = pair->link1[0] == 0 ? key : all || pair->link2[0] ? NULL : "link2";
    if (missing && report && !s->arena.failed)
        limb__report(report, limb__xml_at_tag(places, node), LIMB_RULE_ATTRIBUTE_MISSING,
                     "<%.*s> has no %s: it has no effect", (int)name.size, name.data, missing);
    return !missing;
}

// Builds tables that find a group, a virtual joint and the first of several equal states.
static void index_names(limb__srdf *s)
{
    const limb_srdf *open = &s->open;
    limb__names state_name;
    int *first = LIMB__ARENA_ARRAY(&s->arena, int, open->nstate + 1);
    if (!first || !limb__names_init(&s->group_name, &s->arena, open->ngroup) ||
        !limb__names_init(&s->virtual_name, &s->arena, open->nvirtual_joint) ||
        !limb__names_init(&state_name, &s->arena, open->nstate)) {
        return;
    }
    for (int i = 0; i < open->ngroup; i++)
        limb__names_add(&s->group_name, open->group[i].name, strlen(open->group[i].name), i);
    for (int i = 0; i < open->nvirtual_joint; i++) {
        const char *name = open->virtual_joint[i].name;
        limb__names_add(&s->virtual_name, name, strlen(name), i);
    }
    for (int i = 0; i < open->nstate; i++) {
        // neither name can contain a newline, so it separates them unambiguously
        const char *group = limb__arena_join_text(&s->arena, open->state[i].group, "\n");
        const char *key =
            group ? limb__arena_join_text(&s->arena, group, open->state[i].name) : NULL;
        if (!key) return;
        const int before = limb__names_add(&state_name, key, strlen(key), i);
        first[i] = before < 0 ? i : before;
    }
    s->first_state = first;
}

static const limb_srdf_name *read_names(limb__srdf *s, int parent, const char *tag, int *count)
{
    limb_srdf_name *list = list_of(s, count_of(s, parent, tag), sizeof(limb_srdf_name));
    if (!list) return NULL;
    EACH(s, node, parent, tag)
    {
        list[(*count)++] = (limb_srdf_name){node, attribute(s, node, "name")};
    }
    return list;
}

static int count_of(const limb__srdf *s, int parent, const char *tag)
{
    int count = 0;
    EACH(s, node, parent, tag)
    {
        count++;
    }
    return count;
}

// Allocates a list; does not return NULL for an empty one.
static void *list_of(limb__srdf *s, int count, size_t size)
{
    return limb__arena_take_zero(&s->arena, ((size_t)count + 1) * size);
}

static const char *attribute(limb__srdf *s, int node, const char *name)
{
    const int attr = limb__xml_find_attr(&s->document, node, name);
    const char *text = attr < 0 ? "" : limb__xml_attr_text(&s->document, attr, &s->arena);
    return text ? text : "";
}
