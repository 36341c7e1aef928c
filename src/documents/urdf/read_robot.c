// <robot>: its name and version, then every element in document order, then resolution of names.
#include "documents/urdf/read.h"

#include <string.h>

static void read_version(limb__reader *r, int node, int attr);
static bool parse_version(limb_text text, int *major, int *minor);
static bool parse_field(limb_text *text, int *value);
static bool make_arrays(limb__reader *r);
static void read_elements(limb__reader *r, int node);
static inline void add_name(limb__reader *r, limb__names *names, const char *name, int index,
                            int node, limb_rule rule, const char *what);
static LIMB__COLD void report_duplicate(limb__reader *r, int node, int first, limb_rule rule,
                                        const char *what, const char *name);
static int node_of(const limb__reader *r, limb_rule rule, int index);
static void read_extension(limb__reader *r, int node, limb_extension *out);

void limb__read_robot(limb__reader *r)
{
    limb_robot *robot = &r->robot->open;
    const int node = r->doc->root;
    robot->node = node;
    robot->name = "";
    robot->version_major = 1;
    robot->root = -1;
    if (limb__tag_at(r, node) != LIMB__TAG_ROBOT && !limb__report_wrong_root(r, node)) return;
    limb__attrs attrs;
    limb__read_attrs(r, node, LIMB__TAG_ROBOT, &attrs);
    robot->has_name = (attrs.present & LIMB__BIT(LIMB__KEY_NAME)) != 0;
    robot->name = limb__read_text(r, limb__attr(&attrs, LIMB__KEY_NAME));
    if (!robot->has_name)
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_ROBOT_NAME,
                     "the robot has no name");
    const int version = limb__attr(&attrs, LIMB__KEY_VERSION);
    if (version >= 0) read_version(r, node, version);
    r->minor = robot->version_minor;

    limb__report_xacro_values(r);
    if (!make_arrays(r)) return;
    read_elements(r, node);
    if (robot->nlink == 0) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_LINK_NONE,
                     "the robot has no link");
    }
    limb__resolve_joints(r);
    limb__resolve_materials(r);
    limb__build_tree(r);
}

static void read_version(limb__reader *r, int node, int attr)
{
    limb_robot *robot = &r->robot->open;
    const limb__xml_attr *a = &r->doc->attr[attr];
    const limb_text text = {r->text + a->value, a->value_size};
    int major = 0;
    int minor = 0;
    if (!parse_version(text, &major, &minor) || major != 1 || minor > 2) {
        limb__report(r->report, limb__at_value(r, node, attr), LIMB_RULE_ROBOT_VERSION,
                     "\"%.*s\" is not a version of URDF: 1.0, 1.1 or 1.2", (int)text.size,
                     text.data);
        return;
    }
    robot->has_version = true;
    robot->version_major = major;
    robot->version_minor = minor;
}

// Parses major.minor; a trailing point is accepted, as in urdfdom.
static bool parse_version(limb_text text, int *major, int *minor)
{
    if (!parse_field(&text, major) || text.size == 0) return false;
    text.data++;
    text.size--;
    return parse_field(&text, minor) && (text.size == 0 || text.size == 1);
}

// Parses digits up to a point or the end.
static bool parse_field(limb_text *text, int *value)
{
    enum { LARGEST = 1000 };
    const size_t before = text->size;
    *value = 0;
    for (; text->size > 0 && text->data[0] != '.'; text->data++, text->size--) {
        if (text->data[0] < '0' || text->data[0] > '9' || *value > LARGEST) return false;
        *value = 10 * *value + (text->data[0] - '0');
    }
    return text->size < before;
}

// Allocates every array once, in its final size.
static bool make_arrays(limb__reader *r)
{
    limb_robot *robot = &r->robot->open;
    for (int tag = 0; tag < LIMB__TAG_COUNT; tag++)
        robot->nextension += r->doc->nchild[tag];
    robot->nlink = r->doc->nchild[LIMB__TAG_LINK];
    robot->njoint = r->doc->nchild[LIMB__TAG_JOINT];
    robot->nmaterial = r->doc->nchild[LIMB__TAG_MATERIAL];
    robot->nextension -= robot->nlink + robot->njoint + robot->nmaterial;
    robot->link = r->link = LIMB__ARENA_ARRAY(r->arena, limb_link, robot->nlink);
    robot->joint = r->joint = LIMB__ARENA_ARRAY(r->arena, limb_joint, robot->njoint);
    r->refs = LIMB__ARENA_ARRAY(r->arena, limb__joint_refs, robot->njoint);
    robot->material = r->material = LIMB__ARENA_ARRAY(r->arena, limb_material, robot->nmaterial);
    robot->extension = r->extension =
        LIMB__ARENA_ARRAY(r->arena, limb_extension, robot->nextension);
    limb__names_init(&r->robot->link_name, r->arena, robot->nlink);
    limb__names_init(&r->robot->joint_name, r->arena, robot->njoint);
    return !r->arena->failed;
}

static void read_elements(limb__reader *r, int node)
{
    limb__robot *robot = r->robot;
    const limb__xml_node *nodes = r->doc->node;
    int nlink = 0;
    int njoint = 0;
    int nmaterial = 0;
    int nextension = 0;
    for (int i = node + 1; i < nodes[node].after; i = nodes[i].after) {
        if (limb__xml_kind(&nodes[i]) != LIMB_NODE_ELEMENT) {
            limb__report_stray_text(r, i, LIMB__TAG_ROBOT);
            continue;
        }
        switch (limb__tag_at(r, i)) {
        case LIMB__TAG_LINK:
            limb__read_link(r, i, &r->link[nlink]);
            add_name(r, &robot->link_name, r->link[nlink].name, nlink, i, LIMB_RULE_LINK_DUPLICATE,
                     "link");
            nlink++;
            break;
        case LIMB__TAG_JOINT:
            limb__read_joint(r, i, &r->joint[njoint], &r->refs[njoint]);
            add_name(r, &robot->joint_name, r->joint[njoint].name, njoint, i,
                     LIMB_RULE_JOINT_DUPLICATE, "joint");
            if (r->nresolved == njoint && limb__resolve_known(r, njoint)) r->nresolved++;
            njoint++;
            break;
        case LIMB__TAG_MATERIAL:
            r->owner = i;
            limb__read_material(r, i, &r->material[nmaterial++]);
            r->owner = -1;
            break;
        default:
            read_extension(r, i, &r->extension[nextension++]);
            break;
        }
    }
}

static inline void add_name(limb__reader *r, limb__names *names, const char *name, int index,
                            int node, limb_rule rule, const char *what)
{
    const int first = limb__names_add(names, name, strlen(name), index);
    if (first >= 0) report_duplicate(r, node, first, rule, what, name);
}

static void report_duplicate(limb__reader *r, int node, int first, limb_rule rule, const char *what,
                             const char *name)
{
    if (!limb__has_name(r, node)) return;
    limb__report(r->report, limb__at_owner(r, node), rule, "there are two %ss called \"%s\"", what,
                 name);
    limb__report_note(r->report, limb__at_owner(r, node_of(r, rule, first)),
                      "the first %s \"%s\" is here", what, name);
}

static int node_of(const limb__reader *r, limb_rule rule, int index)
{
    return rule == LIMB_RULE_LINK_DUPLICATE ? r->link[index].node : r->joint[index].node;
}

// The element is kept; only elements that URDF does not define here are reported.
static void read_extension(limb__reader *r, int node, limb_extension *out)
{
    const limb__xml_node *n = &r->doc->node[node];
    const char *tag = limb__tag_name[limb__tag_at(r, node)];
    if (!tag) tag = limb__arena_copy_text(r->arena, r->text + limb__xml_name(n), n->label.size);
    out->node = node;
    out->tag = tag ? tag : "";
    out->name = limb__read_text(r, limb__attr_of(r, node, LIMB__KEY_NAME));
    out->reference = limb__read_text(r, limb__attr_of(r, node, LIMB__KEY_REFERENCE));
    const uint64_t bit = LIMB__BIT(limb__tag_at(r, node));
    if (!(limb__schema_of[LIMB__TAG_ROBOT].child & bit)) {
        limb__report_unexpected_child(r, node, LIMB__TAG_ROBOT);
    }
}
