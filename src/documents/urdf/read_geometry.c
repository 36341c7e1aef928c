// <geometry>: one shape with its sizes.
//
// The first shape that URDF defines counts. A shape whose required sizes cannot be read makes its
// visual or collision unusable; the finding is the one about the size.
#include "documents/urdf/read.h"
#include "documents/urdf/types.h"

_Static_assert((int)LIMB__TAG_MESH - (int)LIMB__TAG_BOX == (int)LIMB_SHAPE_MESH,
               "elements of shapes are in the order of limb_shape_type");

static inline void clear(limb_shape *out);
static int choose_shape(limb__reader *r, int node, limb__tag *tag);
static LIMB__COLD void report_several(limb__reader *r, int node, int chosen);
static LIMB__COLD void report_none(limb__reader *r, int node);
static bool read_shape(limb__reader *r, int node, limb__tag tag, limb_shape *out);
static LIMB__COLD void report_version(limb__reader *r, int node, const limb__shape_info *info);
static bool read_mesh(limb__reader *r, int node, limb_shape *out);

bool limb__read_geometry(limb__reader *r, int node, limb_shape *out)
{
    limb__tag tag = LIMB__TAG_OTHER;
    clear(out);
    limb__read_no_attr(r, node, LIMB__TAG_GEOMETRY);
    const int shape = choose_shape(r, node, &tag);
    if (shape < 0) return false;
    out->node = shape;
    return read_shape(r, shape, tag, out);
}

// Clears field by field, which for so few bytes is faster than the string instruction
// that compilers use.
static inline void clear(limb_shape *out)
{
    out->node = 0;
    out->type = (limb_shape_type)0;
    out->radius = out->length = 0;
    out->filename = NULL;
    out->has_scale = false;
    for (int i = 0; i < 3; i++)
        out->size[i] = out->scale[i] = 0;
}

// Does not use limb__read_children: here the first child decides, and an unknown one is an error.
static int choose_shape(limb__reader *r, int node, limb__tag *tag)
{
    const limb__xml_node *nodes = r->doc->node;
    int chosen = -1;
    int nunknown = 0;
    for (int i = node + 1; i < nodes[node].after; i = nodes[i].after) {
        if (limb__xml_kind(&nodes[i]) != LIMB_NODE_ELEMENT) {
            limb__report_stray_text(r, i, LIMB__TAG_GEOMETRY);
            continue;
        }
        const limb__tag child = limb__tag_at(r, i);
        if (!(limb__schema_of[LIMB__TAG_GEOMETRY].child & LIMB__BIT(child))) {
            nunknown += limb__report_unexpected_shape(r, i);
        } else if (chosen < 0) {
            chosen = i;
            *tag = child;
        } else {
            report_several(r, i, chosen);
        }
    }
    if (chosen < 0 && nunknown == 0) report_none(r, node);
    return chosen;
}

static void report_several(limb__reader *r, int node, int chosen)
{
    limb__report(r->report, limb__at_element(r, node), LIMB_RULE_GEOMETRY_SEVERAL,
                 "a geometry holds one shape; this <%s> is ignored",
                 limb__tag_name[limb__tag_at(r, node)]);
    limb__report_note(r->report, limb__at_element(r, chosen), "this <%s> is the one that is used",
                      limb__tag_name[limb__tag_at(r, chosen)]);
}

static void report_none(limb__reader *r, int node)
{
    const limb__xml_node *nodes = r->doc->node;
    limb__report(r->report, limb__at_element(r, node), LIMB_RULE_GEOMETRY_MISSING,
                 "this geometry holds no shape, so the <%.*s> around it is left out",
                 (int)nodes[nodes[node].parent].label.size,
                 r->text + limb__xml_name(&nodes[nodes[node].parent]));
}

static bool read_shape(limb__reader *r, int node, limb__tag tag, limb_shape *out)
{
    out->type = (limb_shape_type)(tag - LIMB__TAG_BOX);
    if (tag == LIMB__TAG_MESH) return read_mesh(r, node, out);
    const limb__shape_info *info = &limb__shape_table[out->type];
    if (r->minor < info->since_minor) report_version(r, node, info);
    const limb_shape_dimension *dimension = info->open.dimension;
    if (info->open.ndimension == 1) {
        const int attr = limb__read_leaf_attr(r, node, tag, info->key[0]);
        return attr >= 0 && limb__read_numbers(r, node, attr, limb__shape_numbers(out, dimension),
                                               dimension->count, 0);
    }
    limb__attrs attrs;
    limb__read_attrs(r, node, tag, &attrs);
    bool all = true;
    for (int i = 0; i < info->open.ndimension; i++) {
        const int attr = limb__attr(&attrs, info->key[i]);
        all &=
            attr >= 0 && limb__read_numbers(r, node, attr, limb__shape_numbers(out, &dimension[i]),
                                            dimension[i].count, 0);
    }
    return all;
}

static void report_version(limb__reader *r, int node, const limb__shape_info *info)
{
    limb__report(r->report, limb__at_element(r, node), LIMB_RULE_VERSION_FEATURE,
                 "<%s> needs <robot version=\"1.%d\">; urdfdom leaves it out", info->open.name,
                 info->since_minor);
}

static bool read_mesh(limb__reader *r, int node, limb_shape *out)
{
    limb__attrs attrs;
    limb__read_attrs(r, node, LIMB__TAG_MESH, &attrs);
    out->scale[0] = out->scale[1] = out->scale[2] = 1;
    const int scale = limb__attr(&attrs, LIMB__KEY_SCALE);
    if (scale >= 0) {
        out->has_scale = limb__read_numbers(r, node, scale, out->scale, 3, LIMB__SCALE);
    }
    const int filename = limb__attr(&attrs, LIMB__KEY_FILENAME);
    if (filename < 0) return false;
    out->filename = limb__read_text(r, filename);
    return true;
}
