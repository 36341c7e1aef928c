// COLLADA sources: arrays of numbers and the accessors that cut them into rows.
#include "geometry/mesh_files/dae.h"

#include "geometry/mesh_files/scan.h"
#include "geometry/mesh_files/scan_list.h"

static limb_status read_source(limb__dae *dae, int node, limb__dae_source *source);
static int array_of(const limb__dae *dae, int source, int accessor);
static void find_columns(const limb__dae *dae, int accessor, limb__dae_source *source);
static limb__dae_source *read_array(limb__dae *dae, int array, limb_status *status);
static limb_status read_numbers(limb__dae *dae, int array, limb__dae_source *source);

limb__dae_source *limb__dae_read_source(limb__dae *dae, int node, limb_status *status)
{
    *status = LIMB_OK;
    if (node < 0) return NULL;
    limb__dae_source *source = dae->source_of[node];
    if (!source) {
        source = dae->source_of[node] = limb__arena_take_zero(dae->arena, sizeof *source);
        *status = source ? read_source(dae, node, source) : LIMB_ERROR_MEMORY;
        if (*status != LIMB_OK) return NULL;
    }
    return source->ncolumn > 0 ? source : NULL;
}

// One without an array stays without columns.
static limb_status read_source(limb__dae *dae, int node, limb__dae_source *source)
{
    const int common = limb_node_find(&dae->doc, node, "technique_common");
    const int accessor = common >= 0 ? limb_node_find(&dae->doc, common, "accessor") : -1;
    const int array = array_of(dae, node, accessor);
    if (array < 0) return LIMB_OK;
    limb_status status = LIMB_OK;
    const limb__dae_source *numbers = read_array(dae, array, &status);
    if (!numbers) return status;
    source->value = numbers->value;
    source->nvalue = numbers->nvalue;
    find_columns(dae, accessor, source);
    return LIMB_OK;
}

// The accessor may point to an array elsewhere.
static int array_of(const limb__dae *dae, int source, int accessor)
{
    const int array = accessor >= 0 ? limb__dae_target_in(dae, source, accessor, "source") : -1;
    return limb__dae_is(dae, array, "float_array")
               ? array
               : limb_node_find(&dae->doc, source, "float_array");
}

// Rows and the values of each that count: those of parameters without a name do not, unless
// none has one.
static void find_columns(const limb__dae *dae, int accessor, limb__dae_source *source)
{
    source->stride = accessor >= 0 ? limb__dae_int(dae, accessor, "stride", 1) : 3;
    source->offset = accessor >= 0 ? limb__dae_int(dae, accessor, "offset", 0) : 0;
    if (source->stride < 1 || source->offset < 0 || source->offset > source->nvalue) return;
    source->count = (source->nvalue - source->offset) / source->stride;
    int at = 0;
    int nnamed = 0;
    for (int param = accessor >= 0 ? limb_node_find(&dae->doc, accessor, "param") : -1;
         param >= 0 && at < source->stride;
         param = limb_node_find_next(&dae->doc, param, "param"), at++) {
        if (limb__dae_attr(dae, param, "name").size == 0) continue;
        if (nnamed < 3) source->column[nnamed] = at;
        nnamed++;
    }
    const bool all = nnamed == 0 || nnamed == at;
    for (int k = 0; k < 3 && all; k++)
        source->column[k] = k;
    const int usable = all ? source->stride : nnamed;
    source->ncolumn = usable < 3 ? usable : 3;
}

// As many numbers as the array declares, or fewer when it has fewer; NULL: see *status. However
// many sources share an array, it is read once.
static limb__dae_source *read_array(limb__dae *dae, int array, limb_status *status)
{
    if (dae->source_of[array]) return dae->source_of[array];
    limb__dae_source *source = limb__arena_take_zero(dae->arena, sizeof *source);
    *status = source ? read_numbers(dae, array, source) : LIMB_ERROR_MEMORY;
    if (*status != LIMB_OK) return NULL;
    dae->source_of[array] = source;
    return source;
}

static limb_status read_numbers(limb__dae *dae, int array, limb__dae_source *source)
{
    // a number takes two bytes at least, its separator included
    const limb__xml_node *node = &dae->doc.node[array];
    const int max = (int)((node->close - node->open_end) / 2 + 1);
    const int declared = limb__dae_int(dae, array, "count", max);
    const int capacity = declared < 0 ? 0 : (declared < max ? declared : max);
    source->value = LIMB__ARENA_ARRAY(dae->arena, float, capacity);
    if (!source->value) return LIMB_ERROR_MEMORY;
    int child = -1;
    const char *at, *end;
    while (limb__dae_next_text(dae, array, &child, &at, &end)) {
        source->nvalue +=
            limb__scan_floats(&at, end, source->value + source->nvalue, capacity - source->nvalue);
        if (at < end && source->nvalue < capacity) {
            return limb__mesh_broken(dae->b, (size_t)(at - dae->doc.source.text),
                                     "an array contains something that is not a number");
        }
    }
    if (declared != source->nvalue && declared != max) {
        limb__mesh_skipped(dae->b, node->begin, "an array declares %d numbers and has %d", declared,
                           source->nvalue);
    }
    return LIMB_OK;
}
