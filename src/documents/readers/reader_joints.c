// Joints of the sheet, and the tree that they make.
#include "documents/readers/readers.h"

#include <string.h>

static void read_joint(limb__sheet *sheet, int index);
static void read_parts(limb__sheet *sheet, int index);
static limb__sheet_type read_type(limb__sheet *sheet, const limb__sheet_joint *joint);
static int read_end(limb__sheet *sheet, const limb__sheet_joint *joint, const char *name);
static void read_axis(limb__sheet *sheet, const limb__sheet_joint *joint);
static void read_limit(limb__sheet *sheet, int index);
static void read_extras(limb__sheet *sheet, int index);
static void read_twice(limb__sheet *sheet);
static void read_mimics(limb__sheet *sheet);
static bool moves(const limb__sheet_joint *joint);
static void order_links(limb__sheet *sheet);
static void read_roots(limb__sheet *sheet);

void limb__sheet_joints(limb__sheet *sheet)
{
    const limb_document *doc = sheet->doc;
    int count = 0;
    int at = limb_node_find(doc, sheet->robot, "joint");
    for (int i = at; i >= 0; i = limb_node_find_next(doc, i, "joint"))
        count++;
    sheet->joint = LIMB__ARENA_ARRAY(sheet->arena, limb__sheet_joint, count + 1);
    if (!sheet->joint || !limb__names_init(&sheet->joint_names, sheet->arena, count + 1)) {
        sheet->failed = true;
        return;
    }
    for (; at >= 0; at = limb_node_find_next(doc, at, "joint")) {
        sheet->joint[sheet->njoint] = (limb__sheet_joint){.node = at,
                                                          .name = "",
                                                          .parent = -1,
                                                          .child = -1,
                                                          .limit = -1,
                                                          .mimic = -1,
                                                          .source = -1,
                                                          .source_name = ""};
        read_joint(sheet, sheet->njoint++);
    }
}

static void read_joint(limb__sheet *sheet, int index)
{
    const int nhit = sheet->nhit, nodd = sheet->nodd;
    read_parts(sheet, index);
    if (sheet->joint[index].name[0]) return;
    for (int i = nhit; i < sheet->nhit; i++)
        sheet->hit[i].in_unnamed = sheet->hit[i].feature != LIMB__FEATURE_JOINT_EMPTY_NAME &&
                                   sheet->hit[i].feature != LIMB__FEATURE_JOINT_NO_NAME;
    for (int i = nodd; i < sheet->nodd; i++)
        sheet->odd[i].in_unnamed = true;
}

static void read_parts(limb__sheet *sheet, int index)
{
    static const char *const once[] = {"origin", "parent", "child",   "axis",
                                       "limit",  "mimic",  "dynamics"};
    limb__sheet_joint *joint = &sheet->joint[index];
    const limb_text name = limb__sheet_text(sheet, joint->node, "name");
    if (!name.data)
        limb__sheet_add(sheet, LIMB__FEATURE_JOINT_NO_NAME, joint->node, NULL);
    else if (name.size == 0)
        limb__sheet_add(sheet, LIMB__FEATURE_JOINT_EMPTY_NAME, joint->node, "name");
    joint->name = name.data ? name.data : "";
    limb__sheet_twice(sheet, joint->node, once, 7);
    limb__sheet_origin(sheet, joint->node, LIMB__FEATURE_NUMBER_JOINT_ORIGIN);
    joint->type = read_type(sheet, joint);
    joint->parent = read_end(sheet, joint, "parent");
    joint->child = read_end(sheet, joint, "child");
    read_axis(sheet, joint);
    read_limit(sheet, index);
    read_extras(sheet, index);
}

static limb__sheet_type read_type(limb__sheet *sheet, const limb__sheet_joint *joint)
{
    static const char *const known[] = {"revolute", "continuous", "prismatic", "fixed",
                                        "floating", "planar",     "spherical"};
    const limb_text type = limb__sheet_text(sheet, joint->node, "type");
    for (int i = 0; type.data && i < LIMB__TYPE_OTHER; i++) {
        if (strcmp(type.data, known[i]) != 0) continue;
        if (i == LIMB__TYPE_SPHERICAL)
            limb__sheet_add(sheet, LIMB__FEATURE_TYPE_SPHERICAL, joint->node, "type");
        if (i == LIMB__TYPE_PLANAR)
            limb__sheet_add(sheet, LIMB__FEATURE_PLANAR, joint->node, "type");
        return (limb__sheet_type)i;
    }
    limb__sheet_add(sheet,
                    !type.data       ? LIMB__FEATURE_TYPE_MISSING
                    : type.size == 0 ? LIMB__FEATURE_TYPE_EMPTY
                                     : LIMB__FEATURE_TYPE_UNKNOWN,
                    joint->node, "type");
    return LIMB__TYPE_OTHER;
}

// The link that a <parent> or <child> names, or -1.
static int read_end(limb__sheet *sheet, const limb__sheet_joint *joint, const char *name)
{
    const int end = limb_node_find(sheet->doc, joint->node, name);
    if (end < 0) {
        limb__sheet_add(sheet, LIMB__FEATURE_JOINT_NO_LINKS, joint->node, NULL);
        return -1;
    }
    const limb_text link = limb__sheet_text(sheet, end, "link");
    if (!link.data) {
        limb__sheet_add(sheet, LIMB__FEATURE_JOINT_LINK_UNNAMED, end, NULL);
        return -1;
    }
    const int found = limb__names_find(&sheet->link_names, link.data, link.size);
    if (found < 0) {
        const bool is_world = strcmp(link.data, "world") == 0;
        limb__sheet_add(sheet,
                        name[0] == 'c' ? LIMB__FEATURE_JOINT_CHILD_UNKNOWN
                        : is_world     ? LIMB__FEATURE_JOINT_PARENT_WORLD
                                       : LIMB__FEATURE_JOINT_PARENT_UNKNOWN,
                        end, "link");
    }
    return found;
}

static void read_axis(limb__sheet *sheet, const limb__sheet_joint *joint)
{
    const int axis = limb_node_find(sheet->doc, joint->node, "axis");
    if (axis < 0) return;
    const bool has_axis = joint->type != LIMB__TYPE_OTHER && joint->type != LIMB__TYPE_FIXED &&
                          joint->type != LIMB__TYPE_FLOATING;
    const limb__sheet_number xyz =
        limb__sheet_take(sheet, axis, "xyz", 3,
                         joint->type == LIMB__TYPE_OTHER ? LIMB__FEATURE_NUMBER_AXIS_UNTYPED
                                                         : LIMB__FEATURE_NUMBER_AXIS,
                         -1);
    if (!xyz.text.data) limb__sheet_add(sheet, LIMB__FEATURE_AXIS_NO_XYZ, axis, NULL);
    double value[3];
    if (!has_axis || !xyz.plain || !limb__reader_plain(xyz.text, 3, value)) return;
    if (value[0] == 0 && value[1] == 0 && value[2] == 0)
        limb__sheet_add(sheet, LIMB__FEATURE_AXIS_ZERO, axis, "xyz");
}

static void read_limit(limb__sheet *sheet, int index)
{
    limb__sheet_joint *joint = &sheet->joint[index];
    const bool bounded = joint->type == LIMB__TYPE_REVOLUTE || joint->type == LIMB__TYPE_PRISMATIC;
    joint->limit = limb_node_find(sheet->doc, joint->node, "limit");
    if (joint->limit < 0) {
        if (bounded) limb__sheet_add(sheet, LIMB__FEATURE_LIMIT_ABSENT, joint->node, NULL);
        return;
    }
    const limb__feature malformed = LIMB__FEATURE_NUMBER_LIMIT;
    joint->lower = limb__sheet_take(sheet, joint->limit, "lower", 1, malformed, index);
    joint->upper = limb__sheet_take(sheet, joint->limit, "upper", 1, malformed, index);
    const limb__sheet_number effort =
        limb__sheet_take(sheet, joint->limit, "effort", 1, malformed, -1);
    const limb__sheet_number velocity =
        limb__sheet_take(sheet, joint->limit, "velocity", 1, malformed, -1);
    const bool has_lower = joint->lower.text.data, has_upper = joint->upper.text.data;
    if (!velocity.text.data)
        limb__sheet_add(sheet, LIMB__FEATURE_LIMIT_NO_VELOCITY, joint->limit, NULL);
    if (effort.value < 0)
        limb__sheet_add(sheet, LIMB__FEATURE_EFFORT_NEGATIVE, joint->limit, "effort");
    if (velocity.value < 0)
        limb__sheet_add(sheet, LIMB__FEATURE_VELOCITY_NEGATIVE, joint->limit, "velocity");
    if (bounded && has_lower != has_upper)
        limb__sheet_add(sheet, LIMB__FEATURE_LIMIT_ONE_BOUND, joint->limit, NULL);
    if (joint->type == LIMB__TYPE_CONTINUOUS && (has_lower || has_upper))
        limb__sheet_add(sheet, LIMB__FEATURE_CONTINUOUS_BOUNDS, joint->limit, NULL);
    if (joint->type == LIMB__TYPE_SPHERICAL && (has_lower || has_upper))
        limb__sheet_add(sheet, LIMB__FEATURE_TYPE_SPHERICAL_RANGE, joint->limit, NULL);
    if (!joint->lower.plain || !joint->upper.plain || !bounded) return;
    if (joint->lower.value > joint->upper.value)
        limb__sheet_add(sheet, LIMB__FEATURE_LIMIT_SWAPPED, joint->limit, NULL);
    if (joint->lower.value == joint->upper.value)
        limb__sheet_add(sheet, LIMB__FEATURE_LIMIT_EQUAL, joint->limit, NULL);
}

static void read_extras(limb__sheet *sheet, int index)
{
    const limb_document *doc = sheet->doc;
    limb__sheet_joint *joint = &sheet->joint[index];
    int e = limb_node_find(doc, joint->node, "dynamics");
    if (e >= 0) {
        const limb__feature malformed = LIMB__FEATURE_NUMBER_DYNAMICS;
        const limb__sheet_number damping = limb__sheet_take(sheet, e, "damping", 1, malformed, -1);
        const limb__sheet_number friction =
            limb__sheet_take(sheet, e, "friction", 1, malformed, -1);
        if (!damping.text.data && !friction.text.data)
            limb__sheet_add(sheet, LIMB__FEATURE_DYNAMICS_EMPTY, e, NULL);
        if (damping.value < 0 && moves(joint))
            limb__sheet_add(sheet, LIMB__FEATURE_DAMPING_NEGATIVE, e, "damping");
    }
    e = limb_node_find(doc, joint->node, "safety_controller");
    if (e >= 0) {
        static const char *const name[] = {"soft_lower_limit", "soft_upper_limit", "k_position",
                                           "k_velocity"};
        for (int i = 0; i < 4; i++)
            (void)limb__sheet_take(sheet, e, name[i], 1, LIMB__FEATURE_NUMBER_SAFETY, -1);
        if (limb__xml_find_attr(doc, e, "k_velocity") < 0)
            limb__sheet_add(sheet, LIMB__FEATURE_SAFETY_NO_VELOCITY, e, NULL);
    }
    e = limb_node_find(doc, joint->node, "calibration");
    if (e >= 0) {
        (void)limb__sheet_take(sheet, e, "rising", 1, LIMB__FEATURE_NUMBER_CALIBRATION, -1);
        (void)limb__sheet_take(sheet, e, "falling", 1, LIMB__FEATURE_NUMBER_CALIBRATION, -1);
    }
    joint->mimic = limb_node_find(doc, joint->node, "mimic");
    if (joint->mimic < 0) return;
    const limb__feature malformed = LIMB__FEATURE_NUMBER_MIMIC;
    (void)limb__sheet_take(sheet, joint->mimic, "multiplier", 1, malformed, -1);
    (void)limb__sheet_take(sheet, joint->mimic, "offset", 1, malformed, -1);
    const limb_text source = limb__sheet_text(sheet, joint->mimic, "joint");
    joint->source_name = source.data ? source.data : "";
    if (!source.data) limb__sheet_add(sheet, LIMB__FEATURE_MIMIC_NO_JOINT, joint->mimic, NULL);
}

//---- the tree ------------------------------------------------------------------------------------

void limb__sheet_tree(limb__sheet *sheet)
{
    if (sheet->failed || !sheet->link || !sheet->joint) return;
    read_twice(sheet);
    for (int i = 0; i < sheet->njoint; i++) {
        limb__sheet_joint *joint = &sheet->joint[i];
        if (joint->child < 0) continue;
        limb__sheet_link *child = &sheet->link[joint->child];
        if (child->parent_joint < 0) {
            child->parent_joint = i;
            continue;
        }
        const limb__sheet_joint *first = &sheet->joint[child->parent_joint];
        const bool repeats =
            first->parent == joint->parent || strcmp(first->name, joint->name) == 0;
        limb__sheet_add(
            sheet, repeats ? LIMB__FEATURE_TREE_JOINT_REPEATED : LIMB__FEATURE_TREE_TWO_PARENTS,
            joint->node, NULL);
    }
    order_links(sheet);
    read_roots(sheet);
    read_mimics(sheet);
}

static void read_twice(limb__sheet *sheet)
{
    bool has_untyped = false;
    for (int i = 0; i < sheet->njoint; i++) {
        const limb__sheet_joint *joint = &sheet->joint[i];
        // yourdfpy numbers coordinates without those of types it does not know
        if (has_untyped && joint->type <= LIMB__TYPE_PRISMATIC && joint->mimic < 0)
            limb__sheet_add(sheet, LIMB__FEATURE_TYPE_BEFORE_OTHERS, joint->node, "type");
        has_untyped |= joint->type >= LIMB__TYPE_SPHERICAL && joint->mimic < 0;
        const int before =
            limb__names_add(&sheet->joint_names, joint->name, strlen(joint->name), i);
        if (before < 0) continue;
        limb__sheet_add(sheet,
                        moves(joint) && moves(&sheet->joint[before])
                            ? LIMB__FEATURE_JOINT_TWICE_MOVING
                            : LIMB__FEATURE_JOINT_TWICE,
                        joint->node, "name");
    }
}

static bool moves(const limb__sheet_joint *joint)
{
    return joint->type != LIMB__TYPE_FIXED && joint->type != LIMB__TYPE_OTHER;
}

// Numbers the links in the order in which urdfdom's users walk the tree: children by the names of
// their joints. Joints are sorted once, then walked with a stack.
static void order_links(limb__sheet *sheet)
{
    const int n = sheet->njoint;
    int *by_name = LIMB__ARENA_ARRAY(sheet->arena, int, n + 1);
    int *other = LIMB__ARENA_ARRAY(sheet->arena, int, n + 1);
    int *next = LIMB__ARENA_ARRAY(sheet->arena, int, n + 1);
    int *first = LIMB__ARENA_ARRAY(sheet->arena, int, sheet->nlink + 1);
    int *stack = LIMB__ARENA_ARRAY(sheet->arena, int, sheet->nlink + n + 1);
    if (!by_name || !other || !next || !first || !stack) {
        sheet->failed = true;
        return;
    }
    for (int i = 0; i < n; i++)
        by_name[i] = i;
    for (int width = 1; width < n; width *= 2) {
        for (int begin = 0; begin < n; begin += 2 * width) {
            const int middle = begin + width < n ? begin + width : n;
            const int end = begin + 2 * width < n ? begin + 2 * width : n;
            for (int to = begin, a = begin, b = middle; to < end; to++) {
                const bool left =
                    b >= end || (a < middle && strcmp(sheet->joint[by_name[a]].name,
                                                      sheet->joint[by_name[b]].name) <= 0);
                other[to] = left ? by_name[a++] : by_name[b++];
            }
        }
        int *swap = by_name;
        by_name = other;
        other = swap;
    }
    for (int i = 0; i < sheet->nlink; i++)
        first[i] = -1;
    // the first joint of a link in the list is pushed last, so it is walked first
    for (int i = 0; i < n; i++) {
        const int parent = sheet->joint[by_name[i]].parent;
        if (parent < 0) continue;
        next[by_name[i]] = first[parent];
        first[parent] = by_name[i];
    }
    int order = 0;
    for (int i = 0; i < sheet->nlink; i++)
        sheet->link[i].order = -1;
    for (int root = 0; root < sheet->nlink; root++) {
        // a parent that does not exist is the world
        const int above = sheet->link[root].parent_joint;
        if (above >= 0 && sheet->joint[above].parent >= 0) continue;
        int depth = 0;
        stack[depth++] = root;
        while (depth > 0) {
            const int link = stack[--depth];
            if (sheet->link[link].order >= 0) continue;
            sheet->link[link].order = order++;
            for (int j = first[link]; j >= 0; j = next[j]) {
                const int child = sheet->joint[j].child;
                if (child >= 0 && sheet->link[child].parent_joint == j) stack[depth++] = child;
            }
        }
    }
}

static void read_roots(limb__sheet *sheet)
{
    for (int i = 0; i < sheet->nlink; i++) {
        const limb__sheet_link *link = &sheet->link[i];
        const bool is_world = strcmp(link->name, "world") == 0;
        if (link->order < 0) {
            limb__sheet_add(sheet, LIMB__FEATURE_TREE_CYCLE, link->node, NULL);
        } else if (link->parent_joint < 0 || sheet->joint[link->parent_joint].parent < 0) {
            // a later link of the same name is none of the tree
            if (limb__names_find(&sheet->link_names, link->name, strlen(link->name)) != i) continue;
            if (++sheet->nroot > 1)
                limb__sheet_add(sheet, LIMB__FEATURE_TREE_TWO_ROOTS, link->node, NULL);
            if (is_world && link->inertial >= 0)
                limb__sheet_add(sheet, LIMB__FEATURE_LINK_WORLD_MASS, link->node, NULL);
        } else if (is_world) {
            limb__sheet_add(sheet, LIMB__FEATURE_LINK_WORLD_INNER, link->node, NULL);
            if (sheet->joint[link->parent_joint].type == LIMB__TYPE_PLANAR)
                limb__sheet_add(sheet, LIMB__FEATURE_LINK_WORLD_PLANAR, link->node, NULL);
        }
    }
    if (sheet->nroot == 0 && sheet->nlink > 0)
        limb__sheet_add(sheet, LIMB__FEATURE_TREE_NO_ROOT, sheet->robot, NULL);
    for (int i = 0; i < sheet->njoint; i++) {
        const limb__sheet_joint *joint = &sheet->joint[i];
        if (joint->type != LIMB__TYPE_FLOATING || joint->parent < 0) continue;
        const limb__sheet_link *parent = &sheet->link[joint->parent];
        const bool is_world = strcmp(parent->name, "world") == 0;
        limb__sheet_add(sheet,
                        parent->parent_joint < 0 && is_world ? LIMB__FEATURE_FLOATING_WORLD
                        : parent->parent_joint < 0           ? LIMB__FEATURE_FLOATING_ROOT
                                                             : LIMB__FEATURE_FLOATING_INNER,
                        joint->node, NULL);
    }
}

static void read_mimics(limb__sheet *sheet)
{
    for (int i = 0; i < sheet->njoint; i++) {
        limb__sheet_joint *joint = &sheet->joint[i];
        if (joint->mimic < 0 || limb__xml_find_attr(sheet->doc, joint->mimic, "joint") < 0)
            continue;
        joint->source =
            limb__names_find(&sheet->joint_names, joint->source_name, strlen(joint->source_name));
        if (!moves(joint)) {
            limb__sheet_add(sheet, LIMB__FEATURE_MIMIC_IS_FIXED, joint->mimic, NULL);
            if (joint->source < 0)
                limb__sheet_add(sheet, LIMB__FEATURE_MIMIC_MISSING, joint->mimic, "joint");
            continue;
        }
        limb__sheet_add(sheet, LIMB__FEATURE_MIMIC, joint->mimic, NULL);
        if (joint->source < 0) {
            limb__sheet_add(sheet, LIMB__FEATURE_MIMIC_MISSING, joint->mimic, "joint");
            continue;
        }
        const limb__sheet_joint *source = &sheet->joint[joint->source];
        if ((source->type == LIMB__TYPE_CONTINUOUS) != (joint->type == LIMB__TYPE_CONTINUOUS))
            limb__sheet_add(sheet, LIMB__FEATURE_MIMIC_CONTINUOUS, joint->mimic, NULL);
        if (source->type >= LIMB__TYPE_SPHERICAL)
            limb__sheet_add(sheet, LIMB__FEATURE_MIMIC_OF_UNTYPED, joint->mimic, "joint");
        if (source == joint)
            limb__sheet_add(sheet, LIMB__FEATURE_MIMIC_SELF, joint->mimic, "joint");
        else if (!moves(source))
            limb__sheet_add(sheet, LIMB__FEATURE_MIMIC_OF_FIXED, joint->mimic, "joint");
        else if (source->mimic >= 0)
            limb__sheet_add(sheet, LIMB__FEATURE_MIMIC_CHAIN, joint->mimic, "joint");
        if (joint->child >= 0 && source->child >= 0 &&
            sheet->link[source->child].order > sheet->link[joint->child].order)
            limb__sheet_add(sheet, LIMB__FEATURE_MIMIC_LATER, joint->mimic, "joint");
    }
}
