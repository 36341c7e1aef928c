// The sheet of a file: the XML's own features, the robot element, and the order in which the
// rest is read.
#include "documents/readers/readers.h"

#include <string.h>

enum { DEEPEST = 500, MAX_DEPTH = 1000000 };

static void read_xml_findings(limb__sheet *sheet, const limb_report *report, const char *text);
static void read_nodes(limb__sheet *sheet);
static void read_robot(limb__sheet *sheet);
static void read_transmissions(limb__sheet *sheet);
static bool grow(limb__sheet *sheet, void **items, int count, int *capacity, size_t item_size);

const limb__feature_info limb__feature_table[LIMB__FEATURE_COUNT] = {
#define LIMB__FEATURE(id, cells, what, edit) {cells, what, edit},
#include "documents/readers/readers.def"
#undef LIMB__FEATURE
};

char limb__feature_cell(limb__feature feature, limb__reader_id reader)
{
    return limb__feature_table[feature].cells[reader];
}

bool limb__sheet_read(limb__sheet *sheet, limb__arena *arena, const limb_allocator *memory,
                      limb_document *doc, const char *text, size_t size)
{
    *sheet = (limb__sheet){.arena = arena, .robot = -1};
    limb_report *report;
    if (limb_report_create(&report, &(limb_report_opts){.memory = memory}) != LIMB_OK) return false;
    const limb__xml_limits limits = {.max_depth = MAX_DEPTH};
    const limb_status status = limb__xml_parse(doc, arena, memory, "", text, size, &limits, report);
    sheet->failed = status == LIMB_ERROR_MEMORY || report->nlost > 0;
    if (!sheet->failed) {
        sheet->doc = doc;
        sheet->robot = doc->root;
        read_xml_findings(sheet, report, text);
        read_nodes(sheet);
        if (sheet->robot >= 0) read_robot(sheet);
    }
    limb_report_free(report);
    return !sheet->failed && !arena->failed;
}

//---- XML -----------------------------------------------------------------------------------------

static void read_xml_findings(limb__sheet *sheet, const limb_report *report, const char *text)
{
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        switch (finding->rule) {
        case LIMB_RULE_XML_DUPLICATE_ATTRIBUTE:
            limb__sheet_add(sheet, LIMB__FEATURE_XML_DUPLICATE_ATTRIBUTE, 0, NULL);
            break;
        case LIMB_RULE_XML_EXTRA_ROOT:
            if (text[finding->span.offset] != '<')
                limb__sheet_add(sheet, LIMB__FEATURE_XML_TEXT_AFTER, 0, NULL);
            break;
        case LIMB_RULE_XML_ENTITY:
            limb__sheet_add(sheet, LIMB__FEATURE_XML_ENTITY, 0, NULL);
            break;
        case LIMB_RULE_XML_AMPERSAND:
            limb__sheet_add(sheet, LIMB__FEATURE_XML_AMPERSAND, 0, NULL);
            break;
        case LIMB_RULE_XML_COMMENT:
            limb__sheet_add(sheet, LIMB__FEATURE_XML_COMMENT, 0, NULL);
            break;
        case LIMB_RULE_XML_UTF8:
        case LIMB_RULE_XML_ENCODING:
            limb__sheet_add(sheet, LIMB__FEATURE_XML_UTF8, 0, NULL);
            break;
        default:
            if (limb_rule_of(finding->rule)->refuses)
                limb__sheet_add(sheet, LIMB__FEATURE_XML_BROKEN, 0, NULL);
            break;
        }
    }
}

// Features of nodes wherever they are: instructions, depth, prefixes.
static void read_nodes(limb__sheet *sheet)
{
    const limb_document *doc = sheet->doc;
    int *depth = LIMB__ARENA_ARRAY(sheet->arena, int, doc->nnode + 1);
    if (!depth) return;
    bool is_deep = false;
    bool has_content = false; // a node that is not the declaration
    for (int i = 0; i < doc->nnode; i++) {
        const limb__xml_node *node = &doc->node[i];
        const limb_node_kind kind = limb__xml_kind(node);
        depth[i] = node->parent < 0 ? 1 : depth[node->parent] + 1;
        is_deep |= kind == LIMB_NODE_ELEMENT && depth[i] > DEEPEST;
        if (kind == LIMB_NODE_PI) {
            const limb_text name = limb_node_name(doc, i);
            const bool is_declaration = name.size == 3 && memcmp(name.data, "xml", 3) == 0;
            if (has_content)
                limb__sheet_add(sheet,
                                is_declaration ? LIMB__FEATURE_XML_DECLARATION_LATE
                                               : LIMB__FEATURE_XML_INSTRUCTION,
                                i, NULL);
        } else {
            has_content = true;
        }
    }
    if (is_deep) limb__sheet_add(sheet, LIMB__FEATURE_XML_DEEP, doc->root, NULL);
    if (doc->root < 0) return;
    sheet->is_namespaced = limb__xml_find_attr(doc, doc->root, "xmlns") >= 0;
    if (sheet->is_namespaced)
        limb__sheet_add(sheet, LIMB__FEATURE_XML_NAMESPACE, doc->root, "xmlns");
    for (int i = 0; doc->nprefix > 0 && i < doc->nnode; i++) {
        if (limb__xml_kind(&doc->node[i]) != LIMB_NODE_ELEMENT) continue;
        const limb_text name = limb_node_name(doc, i);
        const char *colon = memchr(name.data, ':', name.size);
        if (!colon || colon - name.data > 40) continue;
        char attr[64] = "xmlns:";
        memcpy(attr + 6, name.data, (size_t)(colon - name.data));
        bool is_bound = false;
        for (int at = i; at >= 0 && !is_bound; at = doc->node[at].parent)
            is_bound = limb__xml_find_attr(doc, at, attr) >= 0;
        if (is_bound) continue;
        limb__sheet_add(sheet, LIMB__FEATURE_XML_PREFIX, i, NULL);
        break;
    }
}

//---- robot ---------------------------------------------------------------------------------------

static void read_robot(limb__sheet *sheet)
{
    const limb_text name = limb_node_name(sheet->doc, sheet->robot);
    if (name.size != 5 || memcmp(name.data, "robot", 5) != 0)
        limb__sheet_add(sheet, LIMB__FEATURE_ROBOT_ELEMENT, sheet->robot, NULL);
    const limb_text given = limb__sheet_text(sheet, sheet->robot, "name");
    if (!given.data)
        limb__sheet_add(sheet, LIMB__FEATURE_ROBOT_NO_NAME, sheet->robot, NULL);
    else if (given.size == 0)
        limb__sheet_add(sheet, LIMB__FEATURE_ROBOT_EMPTY_NAME, sheet->robot, "name");
    limb__sheet_materials(sheet);
    limb__sheet_links(sheet);
    limb__sheet_joints(sheet);
    limb__sheet_tree(sheet);
    read_transmissions(sheet);
}

static void read_transmissions(limb__sheet *sheet)
{
    const limb_document *doc = sheet->doc;
    int at = limb_node_find(doc, sheet->robot, "transmission");
    for (; at >= 0; at = limb_node_find_next(doc, at, "transmission")) {
        const int joint = limb_node_find(doc, at, "joint");
        const limb_text name =
            joint < 0 ? (limb_text){NULL, 0} : limb__sheet_text(sheet, joint, "name");
        if (name.data && limb__names_find(&sheet->joint_names, name.data, name.size) < 0)
            limb__sheet_add(sheet, LIMB__FEATURE_TRANSMISSION_LOST, joint, "name");
    }
}

//---- what the parts share ------------------------------------------------------------------------

void limb__sheet_add(limb__sheet *sheet, limb__feature feature, int node, const char *attr)
{
    if (!grow(sheet, (void **)&sheet->hit, sheet->nhit, &sheet->hit_capacity, sizeof *sheet->hit))
        return;
    sheet->hit[sheet->nhit++] = (limb__sheet_hit){
        feature, node, attr && node >= 0 ? limb__xml_find_attr(sheet->doc, node, attr) : -1, false};
}

limb_text limb__sheet_text(limb__sheet *sheet, int node, const char *name)
{
    const int attr = limb__xml_find_attr(sheet->doc, node, name);
    if (attr < 0) return (limb_text){NULL, 0};
    const char *text = limb__xml_attr_text(sheet->doc, attr, sheet->arena);
    return text ? (limb_text){text, strlen(text)} : (limb_text){"", 0};
}

limb__sheet_number limb__sheet_take(limb__sheet *sheet, int node, const char *name, int count,
                                    limb__feature feature, int owner)
{
    limb__sheet_number number = {.text = {NULL, 0}};
    double value[4] = {0};
    const int attr = limb__xml_find_attr(sheet->doc, node, name);
    if (attr < 0) return number;
    number.text = limb__sheet_text(sheet, node, name);
    number.plain = limb__reader_plain(number.text, count, value);
    number.value = number.plain ? value[0] : 0;
    if (number.plain ||
        !grow(sheet, (void **)&sheet->odd, sheet->nodd, &sheet->odd_capacity, sizeof *sheet->odd))
        return number;
    sheet->odd[sheet->nodd++] =
        (limb__sheet_odd){feature, node, attr, number.text, count, owner, false};
    return number;
}

void limb__sheet_twice(limb__sheet *sheet, int node, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        const int first = limb_node_find(sheet->doc, node, names[i]);
        const int second = first < 0 ? -1 : limb_node_find_next(sheet->doc, first, names[i]);
        if (second >= 0) limb__sheet_add(sheet, LIMB__FEATURE_ELEMENT_TWICE, second, NULL);
    }
}

void limb__sheet_origin(limb__sheet *sheet, int parent, limb__feature feature)
{
    const int origin = limb_node_find(sheet->doc, parent, "origin");
    if (origin < 0) return;
    (void)limb__sheet_take(sheet, origin, "xyz", 3, feature, -1);
    (void)limb__sheet_take(sheet, origin, "rpy", 3, feature, -1);
    if (limb__xml_find_attr(sheet->doc, origin, "quat_xyzw") < 0) return;
    // URDF has it since 1.1
    const limb_text version = limb__sheet_text(sheet, sheet->robot, "version");
    if (version.size == 3 && memcmp(version.data, "1.", 2) == 0 && version.data[2] > '0')
        limb__sheet_add(sheet, LIMB__FEATURE_QUATERNION, origin, "quat_xyzw");
}

// Makes room for one more item. False: no memory.
static bool grow(limb__sheet *sheet, void **items, int count, int *capacity, size_t item_size)
{
    if (count < *capacity) return true;
    const int more = *capacity ? 2 * *capacity : 16;
    void *block = limb__arena_take(sheet->arena, (size_t)more * item_size);
    if (!block) {
        sheet->failed = true;
        return false;
    }
    if (count > 0) memcpy(block, *items, (size_t)count * item_size);
    *items = block;
    *capacity = more;
    return true;
}
