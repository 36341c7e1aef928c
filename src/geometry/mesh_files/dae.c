// COLLADA 1.4 and 1.5: the document, its ids, unit and up axis; then the scene.
#include "geometry/mesh_files/dae.h"

#include "base/number.h"
#include "geometry/mesh_files/scan.h"

#include <string.h>

static size_t document_size(limb__mesh_builder *b);
static limb_status collect_ids(limb__dae *dae);
static void read_asset(limb__dae *dae);
static void root_matrix(const limb__mesh_builder *b, double m[12]);

limb_status limb__dae_read(limb__mesh_builder *b)
{
    static const limb__xml_limits limits = {
        .max_depth = 100 * 1000, .max_attributes = 1000, .max_name_bytes = 1000};
    limb__dae dae = {.b = b, .arena = &b->arena};
    limb_status status = limb__xml_parse(&dae.doc, &b->arena, b->memory, b->source.file,
                                         b->source.text, document_size(b), &limits, b->report);
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
    return status;
}

// Up to the end of </COLLADA>: some writers leave the rest of a longer file after it.
static size_t document_size(limb__mesh_builder *b)
{
    static const char tag[] = "</COLLADA>";
    enum { TAG = sizeof tag - 1 };
    const char *const text = b->source.text;
    size_t end = b->source.size;
    while (end > 0 && ((unsigned char)text[end - 1] <= ' '))
        end--;
    if (end < TAG || memcmp(text + end - TAG, tag, TAG) == 0) return b->source.size;
    const char *at = text;
    while ((at = memchr(at, '<', (size_t)(text + end - at))) != NULL) {
        if (text + end - at > TAG && memcmp(at, tag, TAG) == 0) {
            const size_t size = (size_t)(at - text) + TAG;
            const char *after = limb__scan_space(at + TAG, text + end);
            // comments may follow
            if (*after == '<') return b->source.size;
            limb__mesh_skipped(b, size, "%lu bytes after </COLLADA> are ignored",
                               (unsigned long)(end - size));
            return size;
        }
        at++;
    }
    return b->source.size;
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
