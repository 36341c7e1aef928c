// Unexpected content: unknown, misspelt, misplaced, repeated and missing elements and attributes.
//
// A misspelling gets a fix if it is certain: only the case or one letter differs, and the intended
// name is not already present. If that is a required attribute, one finding reports both that it is
// missing and the probable misspelling. The same applies to names that other formats use for it,
// without a fix.
#include "base/text.h"
#include "documents/diag/report.h"
#include "documents/urdf/read.h"
#include "documents/urdf/types.h"

#include <stdio.h>
#include <string.h>

enum { LIST_SIZE = 256, ONE_EDIT = 2 }; // distances are in half steps

static bool report_redundant_entry(limb__reader *r, int node, int attr, limb_text name);
static void remove_attr(limb__reader *r, int attr);
static const char *nearest_key(const limb__reader *r, int node, limb_text name, uint64_t keys);
static bool is_meant_for(const limb__reader *r, int node, limb_text name, const char *near,
                         uint64_t keys);
static const char *synonym_of(const limb__reader *r, int node, limb_text name, limb__tag tag);
static uint64_t report_misspelt_attrs(limb__reader *r, int node, uint64_t missing, limb__tag tag);
static limb_text name_of(const limb__reader *r, int node);
static bool starts_with(limb_text text, const char *prefix);
static bool has_prefix(limb_text name);
static uint64_t homes_of_key(limb__key key);
static void report_misplaced(limb__reader *r, int node, limb__tag tag, limb__tag parent);
static void fix_attr_name(limb__reader *r, int attr, const char *name);
static void fix_element_name(limb__reader *r, int node, const char *name);
static void list_tags(uint64_t set, const char *word, char list[LIST_SIZE]);
static void list_keys(uint64_t set, char list[LIST_SIZE]);
static void append(char list[LIST_SIZE], const char *text);

void limb__report_unexpected_attr(limb__reader *r, int node, int attr, limb__tag tag)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    const limb_text name = {r->text + a->name, a->label.size};
    if (starts_with(name, "xmlns")) return;
    if (tag == LIMB__TAG_INERTIA && report_redundant_entry(r, node, attr, name)) return;
    const limb__schema *schema = &limb__schema_of[tag];
    const uint64_t homes = homes_of_key(limb__key_of(name.data, name.size));
    if (homes) {
        char list[LIST_SIZE];
        list_tags(homes, "or", list);
        limb__report(r->report, limb__at_attr(r, node, attr), LIMB_RULE_ATTRIBUTE_MISPLACED,
                     "%.*s is not read on <%s>; it belongs on %s", (int)name.size, name.data,
                     limb__tag_name[tag], list);
        return;
    }

    const char *near = has_prefix(name) ? NULL : nearest_key(r, node, name, schema->key);
    // the finding of the missing attribute names this one
    if (near && !r->ignore_missing && is_meant_for(r, node, name, near, schema->required_key))
        return;
    if (!near && !r->ignore_missing && synonym_of(r, node, name, tag)) return;
    if (!near) {
        limb__report(r->report, limb__at_attr(r, node, attr), LIMB_RULE_ATTRIBUTE_UNKNOWN,
                     "<%s> has no attribute \"%.*s\" in URDF; it is kept but not read",
                     limb__tag_name[tag], (int)name.size, name.data);
        return;
    }
    limb__report(r->report, limb__at_attr(r, node, attr), LIMB_RULE_ATTRIBUTE_MISSPELT,
                 "<%s> has no attribute \"%.*s\"; did you mean \"%s\"?", limb__tag_name[tag],
                 (int)name.size, name.data, near);
    if (limb__is_certain(name, near) && limb__xml_find_attr(r->doc, node, near) < 0)
        fix_attr_name(r, attr, near);
}

void limb__report_unread(limb__reader *r, int node, limb__tag tag)
{
    const limb__xml_node *n = &r->doc->node[node];
    r->ignore_missing = true;
    for (int i = n->attr; i < limb__xml_attr_end(n); i++) {
        if (!(limb__schema_of[tag].key & LIMB__BIT(limb__key_at(r, i))))
            limb__report_unexpected_attr(r, node, i, tag);
    }
    r->ignore_missing = false;
    limb__children unused;
    if (n->close != n->open_end) limb__read_children(r, node, tag, &unused);
}

// Reports iyx, izx and izy: the tensor is symmetric, so URDF has only the entries
// above the diagonal.
static bool report_redundant_entry(limb__reader *r, int node, int attr, limb_text name)
{
    static const char *const entry[3][2] = {{"iyx", "ixy"}, {"izx", "ixz"}, {"izy", "iyz"}};
    int which = 0;
    while (which < 3 && !limb__text_equal(name, entry[which][0]))
        which++;
    if (which == 3) return false;
    double value;
    double other;
    const bool both = limb_node_numbers(r->doc, node, entry[which][0], &value, 1) &&
                      limb_node_numbers(r->doc, node, entry[which][1], &other, 1);
    const bool equal = both && value == other;
    limb__report(r->report, limb__at_attr(r, node, attr), LIMB_RULE_INERTIA_REDUNDANT,
                 equal  ? "%s is not read: the tensor is symmetric, and %s says the same"
                 : both ? "%s is not read and differs from %s, but the tensor has to be symmetric"
                        : "%s is not read: the tensor is symmetric, write %s",
                 entry[which][0], entry[which][1]);
    if (equal) remove_attr(r, attr);
    return true;
}

// Removes it with the white space before it.
static void remove_attr(limb__reader *r, int attr)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    uint32_t begin = a->name;
    while (begin > 0 && limb__is_space(r->text[begin - 1]))
        begin--;
    const uint32_t end = a->value + a->value_size + 1; // after the quote
    limb__report_fix(r->report, limb__at_bytes(r, -1, attr, begin, end - begin), "remove it", "");
}

// Prefers an attribute that the element does not have yet.
static const char *nearest_key(const limb__reader *r, int node, limb_text name, uint64_t keys)
{
    const char *candidate[LIMB__KEY_COUNT];
    for (int taken = 0; taken <= 1; taken++) {
        int count = 0;
        for (int key = 1; key < LIMB__KEY_COUNT; key++) {
            if (!(keys & LIMB__BIT(key))) continue;
            const bool is_there = limb__attr_of(r, node, (limb__key)key) >= 0;
            if (is_there == (taken == 1)) candidate[count++] = limb__key_name[key];
        }
        const int near = limb__nearest(name.data, name.size, candidate, count);
        if (near >= 0) return candidate[near];
    }
    return NULL;
}

// Returns whether it is certainly one of these keys, which the element does not have.
static bool is_meant_for(const limb__reader *r, int node, limb_text name, const char *near,
                         uint64_t keys)
{
    const limb__key key = limb__key_of(near, strlen(near));
    return (keys & LIMB__BIT(key)) != 0 && limb__attr_of(r, node, key) < 0 &&
           limb__is_certain(name, near);
}

// Returns a required attribute that is missing and that other formats call by this name; NULL:
// none.
static const char *synonym_of(const limb__reader *r, int node, limb_text name, limb__tag tag)
{
    static const struct {
        limb__tag tag;
        limb__key key;
        const char *word;
    } known[] = {
        {LIMB__TAG_CYLINDER, LIMB__KEY_LENGTH, "height"},
        {LIMB__TAG_CAPSULE, LIMB__KEY_LENGTH, "height"},
        {LIMB__TAG_BOX, LIMB__KEY_SIZE, "dimensions"},
        {LIMB__TAG_BOX, LIMB__KEY_SIZE, "extents"},
        {LIMB__TAG_MESH, LIMB__KEY_FILENAME, "file"},
        {LIMB__TAG_MESH, LIMB__KEY_FILENAME, "path"},
        {LIMB__TAG_MESH, LIMB__KEY_FILENAME, "src"},
        {LIMB__TAG_MESH, LIMB__KEY_FILENAME, "uri"},
        {LIMB__TAG_MESH, LIMB__KEY_FILENAME, "url"},
        {LIMB__TAG_AXIS, LIMB__KEY_XYZ, "vector"},
        {LIMB__TAG_AXIS, LIMB__KEY_XYZ, "direction"},
        {LIMB__TAG_MASS, LIMB__KEY_VALUE, "mass"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const bool is_it = known[i].tag == tag && limb__text_equal(name, known[i].word) &&
                           limb__attr_of(r, node, known[i].key) < 0 &&
                           (limb__schema_of[tag].required_key & LIMB__BIT(known[i].key));
        if (is_it) return limb__key_name[known[i].key];
    }
    return NULL;
}

void limb__report_unexpected_child(limb__reader *r, int node, limb__tag parent)
{
    const limb_text name = name_of(r, node);
    const limb__tag tag = limb__tag_at(r, node);
    if (starts_with(name, "xacro:")) {
        limb__report_xacro(r, node, -1);
        return;
    }
    if (tag != LIMB__TAG_OTHER) {
        report_misplaced(r, node, tag, parent);
        return;
    }
    const limb__schema *schema = &limb__schema_of[parent];
    const char *candidate[LIMB__TAG_COUNT];
    int ncandidate = 0;
    for (int i = 1; i < LIMB__TAG_COUNT; i++) {
        if (schema->child & LIMB__BIT(i)) candidate[ncandidate++] = limb__tag_name[i];
    }
    const int near =
        has_prefix(name) ? -1 : limb__nearest(name.data, name.size, candidate, ncandidate);
    if (near < 0) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_ELEMENT_UNKNOWN,
                     "<%.*s> in <%s> is not part of URDF; it is kept but not read", (int)name.size,
                     name.data, limb__tag_name[parent]);
        return;
    }
    limb__report(r->report, limb__at_element(r, node), LIMB_RULE_ELEMENT_MISSPELT,
                 "<%s> has no child <%.*s>; did you mean <%s>?", limb__tag_name[parent],
                 (int)name.size, name.data, candidate[near]);
    const int parent_node = r->doc->node[node].parent;
    const bool is_free =
        (schema->many & LIMB__BIT(limb__tag_of(candidate[near], strlen(candidate[near])))) != 0 ||
        limb_node_find(r->doc, parent_node, candidate[near]) < 0;
    // <links> around <link>s is a different mistake from <links> for <link>
    const bool holds_such = limb_node_find(r->doc, node, candidate[near]) >= 0;
    if (is_free && !holds_such && limb__is_certain(name, candidate[near]))
        fix_element_name(r, node, candidate[near]);
}

bool limb__report_unexpected_shape(limb__reader *r, int node)
{
    const limb_text name = name_of(r, node);
    if (limb__tag_at(r, node) != LIMB__TAG_OTHER || starts_with(name, "xacro:")) {
        limb__report_unexpected_child(r, node, LIMB__TAG_GEOMETRY);
        return false;
    }
    const char *shape[LIMB_SHAPE_TYPE_COUNT];
    for (int i = 0; i < LIMB_SHAPE_TYPE_COUNT; i++)
        shape[i] = limb__shape_table[i].open.name;
    const int near = limb__nearest(name.data, name.size, shape, LIMB_SHAPE_TYPE_COUNT);
    if (near < 0) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_GEOMETRY_UNKNOWN,
                     "<%.*s> is not a shape of URDF: %s", (int)name.size, name.data,
                     limb__shape_list);
        return true;
    }
    limb__report(r->report, limb__at_element(r, node), LIMB_RULE_GEOMETRY_UNKNOWN,
                 "<%.*s> is not a shape of URDF; did you mean <%s>?", (int)name.size, name.data,
                 shape[near]);
    const bool is_alone = limb_node_find(r->doc, r->doc->node[node].parent, NULL) == node &&
                          limb_node_find_next(r->doc, node, NULL) < 0;
    if (is_alone && limb__is_certain(name, shape[near])) fix_element_name(r, node, shape[near]);
    return true;
}

void limb__report_repeated(limb__reader *r, int node, int first, limb__tag tag)
{
    limb__report(r->report, limb__at_element(r, node), LIMB_RULE_ELEMENT_REPEATED,
                 "<%s> appears twice; only the first is read", limb__tag_name[tag]);
    limb__report_note(r->report, limb__at_element(r, first), "the first <%s> is here",
                      limb__tag_name[tag]);
}

void limb__report_missing_attrs(limb__reader *r, int node, uint64_t missing, limb__tag tag)
{
    char list[LIST_SIZE];
    missing &= ~report_misspelt_attrs(r, node, missing, tag);
    if (!missing) return;
    list_keys(missing, list);
    const bool several = (missing & (missing - 1)) != 0;
    limb__report(r->report, limb__at_element(r, node), LIMB_RULE_ATTRIBUTE_MISSING,
                 "<%s> lacks the attribute%s %s", limb__tag_name[tag], several ? "s" : "", list);
}

// Reports those missing attributes that are present under a misspelt name; returns them.
static uint64_t report_misspelt_attrs(limb__reader *r, int node, uint64_t missing, limb__tag tag)
{
    const limb__schema *schema = &limb__schema_of[tag];
    const limb__xml_node *n = &r->doc->node[node];
    uint64_t found = 0;
    for (int attr = n->attr; attr < limb__xml_attr_end(n); attr++) {
        const limb__xml_attr *a = &r->doc->attr[attr];
        const limb_text name = {r->text + a->name, a->label.size};
        if (limb__key_at(r, attr) != LIMB__KEY_OTHER || has_prefix(name)) continue;
        const char *near = nearest_key(r, node, name, schema->key);
        const char *synonym = near ? NULL : synonym_of(r, node, name, tag);
        if (synonym) near = synonym;
        if (!near || (!synonym && !is_meant_for(r, node, name, near, missing))) continue;
        const uint64_t bit = LIMB__BIT(limb__key_of(near, strlen(near)));
        if (found & bit) {
            limb__report(r->report, limb__at_attr(r, node, attr), LIMB_RULE_ATTRIBUTE_MISSPELT,
                         "<%s> has no attribute \"%.*s\"; did you mean \"%s\"?",
                         limb__tag_name[tag], (int)name.size, name.data, near);
            continue;
        }
        found |= bit;
        limb__report(r->report, limb__at_attr(r, node, attr), LIMB_RULE_ATTRIBUTE_MISSING,
                     synonym ? "<%s> lacks the attribute %s; is it meant by \"%.*s\"?"
                             : "<%s> lacks the attribute %s; is \"%.*s\" a misspelling of it?",
                     limb__tag_name[tag], near, (int)name.size, name.data);
        if (!synonym) fix_attr_name(r, attr, near);
    }
    return found;
}

void limb__report_missing_children(limb__reader *r, int node, uint64_t missing, limb__tag tag)
{
    char list[LIST_SIZE];
    list_tags(missing, "and", list);
    limb__report(r->report, limb__at_element(r, node), LIMB_RULE_ELEMENT_MISSING, "<%s> lacks %s",
                 limb__tag_name[tag], list);
}

bool limb__report_wrong_root(limb__reader *r, int node)
{
    static const struct {
        const char *name;
        const char *what;
    } other[] = {{"sdf", ": this is SDFormat"},
                 {"mujoco", ": this is MuJoCo's MJCF"},
                 {"COLLADA", ": this is a mesh file"},
                 {"package", ": this is the manifest of a package"},
                 {"launch", ": this is a launch file"}};
    const limb_text name = name_of(r, node);
    const char *what = "";
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (limb__text_equal(name, other[i].name)) what = other[i].what;
    const int inner = limb_node_find(r->doc, node, "robot");
    if (inner >= 0 && what[0] == 0) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_ROBOT_ELEMENT,
                     "<robot> is inside <%.*s>; it has to be the outermost element", (int)name.size,
                     name.data);
        limb__report_note(r->report, limb__at_element(r, inner), "the <robot> is here");
        return false;
    }
    limb__report(r->report, limb__at_element(r, node), LIMB_RULE_ROBOT_ELEMENT,
                 "the outermost element is <%.*s>, not <robot>%s", (int)name.size, name.data, what);
    if (!limb__is_certain(name, "robot")) return false;
    fix_element_name(r, node, "robot");
    return true;
}

static limb_text name_of(const limb__reader *r, int node)
{
    const limb__xml_node *n = &r->doc->node[node];
    return (limb_text){r->text + limb__xml_name(n), n->label.size};
}

static bool starts_with(limb_text text, const char *prefix)
{
    const size_t size = strlen(prefix);
    return text.size >= size && memcmp(text.data, prefix, size) == 0;
}

static bool has_prefix(limb_text name)
{
    return memchr(name.data, ':', name.size) != NULL;
}

// Returns the elements that an attribute belongs to; none for those that extensions use everywhere.
static uint64_t homes_of_key(limb__key key)
{
    if (key == LIMB__KEY_OTHER || key == LIMB__KEY_NAME || key == LIMB__KEY_TYPE) return 0;
    uint64_t homes = 0;
    for (int i = 1; i < LIMB__TAG_COUNT; i++) {
        if (limb__schema_of[i].key & LIMB__BIT(key)) homes |= LIMB__BIT(i);
    }
    return homes;
}

static void report_misplaced(limb__reader *r, int node, limb__tag tag, limb__tag parent)
{
    // many exporters write it; nothing is lost, so it is not reported as a mistake
    if (tag == LIMB__TAG_MATERIAL && parent == LIMB__TAG_COLLISION) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_COLLISION_MATERIAL,
                     "<material> is not read inside <collision>, which is not drawn");
        return;
    }
    uint64_t homes = 0;
    for (int i = 1; i < LIMB__TAG_COUNT; i++) {
        if (limb__schema_of[i].child & LIMB__BIT(tag)) homes |= LIMB__BIT(i);
    }
    char list[LIST_SIZE];
    list_tags(homes, "or", list);
    if (!homes) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_ELEMENT_MISPLACED,
                     "<%s> is not read inside <%s>; it has to be the outermost element",
                     limb__tag_name[tag], limb__tag_name[parent]);
        return;
    }
    limb__report(r->report, limb__at_element(r, node), LIMB_RULE_ELEMENT_MISPLACED,
                 "<%s> is not read inside <%s>; it belongs in %s", limb__tag_name[tag],
                 limb__tag_name[parent], list);
}

static void fix_attr_name(limb__reader *r, int attr, const char *name)
{
    char title[LIST_SIZE];
    snprintf(title, sizeof title, "write \"%s\"", name);
    limb__report_fix(r->report, limb__at_attr(r, -1, attr), title, name);
}

// Renames it in the start tag and, if there is one, in the end tag.
static void fix_element_name(limb__reader *r, int node, const char *name)
{
    const limb__xml_node *n = &r->doc->node[node];
    char title[LIST_SIZE];
    snprintf(title, sizeof title, "write <%s>", name);
    limb__report_fix(r->report, limb__at_element(r, node), title, name);
    if (n->close > n->open_end || n->end > n->close) {
        const uint32_t end_name = n->close + 2;
        if (n->end > end_name + n->label.size) {
            limb__report_fix(r->report, limb__at_bytes(r, node, -1, end_name, n->label.size), title,
                             name);
        }
    }
}

bool limb__is_certain(limb_text written, const char *meant)
{
    const size_t size = strlen(meant);
    if (written.size == size) {
        // only the case differs
        size_t same = 0;
        while (same < size && (written.data[same] | 0x20) == (meant[same] | 0x20))
            same++;
        if (same == size) return true;
    }
    return size >= 3 &&
           limb__edit_distance(written.data, written.size, meant, size, ONE_EDIT) <= ONE_EDIT;
}

// Lists <a>, <b> and <c>.
static void list_tags(uint64_t set, const char *word, char list[LIST_SIZE])
{
    list[0] = 0;
    for (int i = 1; i < LIMB__TAG_COUNT; i++) {
        const uint64_t bit = LIMB__BIT(i);
        if (!(set & bit)) continue;
        if (list[0] && !(set & ~(bit | (bit - 1)))) {
            append(list, " ");
            append(list, word);
            append(list, " ");
        } else if (list[0]) {
            append(list, ", ");
        }
        append(list, "<");
        append(list, limb__tag_name[i]);
        append(list, ">");
    }
}

static void list_keys(uint64_t set, char list[LIST_SIZE])
{
    list[0] = 0;
    for (int i = 1; i < LIMB__KEY_COUNT; i++) {
        const uint64_t bit = LIMB__BIT(i);
        if (!(set & bit)) continue;
        if (list[0]) append(list, set & ~(bit | (bit - 1)) ? ", " : " and ");
        append(list, limb__key_name[i]);
    }
}

static void append(char list[LIST_SIZE], const char *text)
{
    const size_t used = strlen(list);
    snprintf(list + used, LIST_SIZE - used, "%s", text);
}
