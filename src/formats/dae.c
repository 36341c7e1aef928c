// COLLADA 1.4 and 1.5: ids, unit and up axis, and the questions that all parts of the reader ask.
#include "formats/dae.h"

#include "base/number.h"
#include "base/text.h"
#include "scan/scan.h"

#include <math.h>
#include <string.h>

static limb_status collect_ids(limb__dae *dae);
static void read_asset(limb__dae *dae);
static void root_matrix(const limb__mesh_builder *b, double m[12]);

limb_status limb__dae_read(limb__mesh_builder *b)
{
    static const limb__xml_limits limits = {
        .max_depth = 500, .max_attributes = 1000, .max_name_bytes = 1000};
    limb__dae dae = {.b = b, .arena = &b->arena};
    limb_status status = limb__xml_parse(&dae.doc, &b->arena, b->memory, b->source.file,
                                         b->source.text, b->source.size, &limits, b->report);
    if (status == LIMB_OK && !limb__dae_is(&dae, dae.doc.root, "COLLADA"))
        status = limb__mesh_broken(b, limb__dae_offset(&dae, dae.doc.root),
                                   "the outermost element is not <COLLADA>");
    if (status == LIMB_OK) status = collect_ids(&dae);
    if (status == LIMB_OK) {
        read_asset(&dae);
        double root[12];
        root_matrix(b, root);
        status = limb__dae_read_scene(&dae, root);
    }
    limb__xml_free(&dae.doc);
    return status;
}

static limb_status collect_ids(limb__dae *dae)
{
    const limb_document *doc = &dae->doc;
    const size_t nnode = (size_t)doc->nnode;
    dae->source_of = limb__arena_take_zero(dae->arena, nnode * sizeof *dae->source_of);
    dae->material_of = limb__arena_take_zero(dae->arena, nnode * sizeof *dae->material_of);
    dae->name_of = limb__arena_take_zero(dae->arena, nnode * sizeof *dae->name_of);
    int count = 0;
    for (int i = 0; i < doc->nnode; i++)
        count += limb__xml_find_attr(doc, i, "id") >= 0;
    if (!limb__names_init(&dae->id, dae->arena, count) || dae->arena->failed)
        return LIMB_ERROR_MEMORY;
    for (int i = 0; i < doc->nnode; i++) {
        const limb_text id = limb__dae_attr(dae, i, "id");
        if (id.data) limb__names_add(&dae->id, id.data, id.size, i);
    }
    return LIMB_OK;
}

static void read_asset(limb__dae *dae)
{
    limb__mesh_builder *b = dae->b;
    const int asset = limb_node_find(&dae->doc, dae->doc.root, "asset");
    if (asset < 0) return;
    const int unit = limb_node_find(&dae->doc, asset, "unit");
    const limb_text meter = unit >= 0 ? limb__dae_attr(dae, unit, "meter") : (limb_text){0};
    if (meter.data) {
        double value;
        const char *stop;
        const char *at = limb__scan_space(meter.data, meter.data + meter.size);
        if (limb__number_parse(at, meter.data + meter.size, &value, &stop) == LIMB__NUMBER_OK &&
            value > 0) {
            b->unit = value;
            b->has_unit = true;
        }
    }
    const int up = limb_node_find(&dae->doc, asset, "up_axis");
    int child = -1;
    const char *at, *end;
    if (up < 0 || !limb__dae_next_text(dae, up, &child, &at, &end)) return;
    at = limb__scan_space(at, end);
    if (at == end) return;
    if (*at >= 'X' && *at <= 'Z') b->up_axis = (limb_up_axis)(LIMB_UP_X + (*at - 'X'));
}

// Unit and, when asked for, the turn that makes the up axis z.
static void root_matrix(const limb__mesh_builder *b, double m[12])
{
    const double s = b->opts.ignore_unit ? 1 : b->unit;
    const double upright[12] = {s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0};
    const double from_y[12] = {s, 0, 0, 0, 0, 0, -s, 0, 0, s, 0, 0};
    const double from_x[12] = {0,  -s, 0, 0, 0, 0,
                               -s, 0,  s, 0, 0, 0}; // y points left, z to the front
    const double *chosen = upright;
    if (b->opts.apply_up_axis && b->up_axis == LIMB_UP_Y) chosen = from_y;
    if (b->opts.apply_up_axis && b->up_axis == LIMB_UP_X) chosen = from_x;
    memcpy(m, chosen, 12 * sizeof *m);
}

//---- questions -----------------------------------------------------------------------------------

limb_text limb__dae_attr(const limb__dae *dae, int node, const char *name)
{
    const int attr = limb__xml_find_attr(&dae->doc, node, name);
    if (attr < 0) return (limb_text){NULL, 0};
    const limb__xml_attr *found = &dae->doc.attr[attr];
    return (limb_text){dae->doc.source.text + found->value, found->value_size};
}

int limb__dae_int(const limb__dae *dae, int node, const char *name, int absent)
{
    const limb_text text = limb__dae_attr(dae, node, name);
    int64_t value;
    if (!text.data) return absent;
    const char *at = limb__scan_space(text.data, text.data + text.size);
    if (!limb__scan_int(at, text.data + text.size, &value)) return absent;
    return value > INT32_MAX ? INT32_MAX : (value < INT32_MIN ? INT32_MIN : (int)value);
}

int limb__dae_target(const limb__dae *dae, int node, const char *attribute)
{
    limb_text url = limb__dae_attr(dae, node, attribute);
    if (!url.data || url.size < 2 || url.data[0] != '#') return -1;
    const int found = limb__names_find(&dae->id, url.data + 1, url.size - 1);
    if (found >= 0 || !memchr(url.data, '%', url.size)) return found;
    char plain[1000];
    if (url.size > sizeof plain) return -1;
    return limb__names_find(&dae->id, plain,
                            limb__percent_decode(url.data + 1, url.size - 1, plain));
}

bool limb__dae_is(const limb__dae *dae, int node, const char *name)
{
    if (node < 0 || limb__xml_kind(&dae->doc.node[node]) != LIMB_NODE_ELEMENT) return false;
    const limb__xml_node *n = &dae->doc.node[node];
    return strlen(name) == n->label.size &&
           memcmp(dae->doc.source.text + limb__xml_name(n), name, n->label.size) == 0;
}

int limb__dae_next_element(const limb__dae *dae, int parent, int child)
{
    int next =
        child >= 0 ? limb__xml_next(&dae->doc, child) : limb__xml_first_child(&dae->doc, parent);
    while (next >= 0 && limb__xml_kind(&dae->doc.node[next]) != LIMB_NODE_ELEMENT)
        next = limb__xml_next(&dae->doc, next);
    return next;
}

bool limb__dae_next_text(const limb__dae *dae, int node, int *child, const char **begin,
                         const char **end)
{
    const limb__xml_node *all = dae->doc.node;
    int next =
        *child >= 0 ? limb__xml_next(&dae->doc, *child) : limb__xml_first_child(&dae->doc, node);
    while (next >= 0 && limb__xml_kind(&all[next]) != LIMB_NODE_TEXT &&
           limb__xml_kind(&all[next]) != LIMB_NODE_CDATA)
        next = limb__xml_next(&dae->doc, next);
    if (next < 0) return false;
    *child = next;
    *begin = dae->doc.source.text + all[next].open_end;
    *end = dae->doc.source.text + all[next].close;
    return true;
}

int limb__dae_numbers(const limb__dae *dae, int node, double *value, int count)
{
    int child = -1;
    int read = 0;
    const char *at, *end;
    while (read < count && limb__dae_next_text(dae, node, &child, &at, &end)) {
        for (at = limb__scan_space(at, end); at < end && read < count;
             at = limb__scan_space(at, end)) {
            const char *stop;
            if (limb__number_parse(at, end, &value[read], &stop) == LIMB__NUMBER_MALFORMED)
                return read;
            if (!isfinite(value[read])) return read;
            read++;
            at = stop;
        }
    }
    return read;
}

const char *limb__dae_name(limb__dae *dae, int node)
{
    if (dae->name_of[node]) return dae->name_of[node];
    int attr = limb__xml_find_attr(&dae->doc, node, "name");
    if (attr < 0) attr = limb__xml_find_attr(&dae->doc, node, "id");
    dae->name_of[node] = attr < 0 ? "" : limb__xml_attr_text(&dae->doc, attr, dae->arena);
    return dae->name_of[node];
}

int limb__dae_find(const limb__dae *dae, int node, const char *name)
{
    int child = limb__dae_next_element(dae, node, -1);
    while (child >= 0 && !limb__dae_is(dae, child, name)) {
        dae->b->nstep++;
        child = limb__dae_next_element(dae, node, child);
    }
    return child;
}

size_t limb__dae_offset(const limb__dae *dae, int node)
{
    return node < 0 ? 0 : dae->doc.node[node].begin;
}
