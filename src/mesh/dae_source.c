// COLLADA sources: arrays of numbers and the accessors that cut them into rows.
#include "mesh/dae.h"

#include "mesh/scan.h"
#include "mesh/scan_list.h"

static limb_status read_array(limb__dae *dae, int array, limb__dae_source *source);

limb__dae_source *limb__dae_read_source(limb__dae *dae, int node, limb_status *status)
{
    *status = LIMB_OK;
    if (node < 0) return NULL;
    if (dae->source_of[node]) return dae->source_of[node];
    limb__dae_source *source = limb__arena_take_zero(dae->arena, sizeof *source);
    if (!source) {
        *status = LIMB_ERROR_MEMORY;
        return NULL;
    }
    source->stride = 3;

    // the accessor may point to an array elsewhere
    const int common = limb_node_find(&dae->doc, node, "technique_common");
    const int accessor = common >= 0 ? limb_node_find(&dae->doc, common, "accessor") : -1;
    int array = accessor >= 0 ? limb__dae_target(dae, accessor, "source") : -1;
    if (!limb__dae_is(dae, array, "float_array"))
        array = limb_node_find(&dae->doc, node, "float_array");
    if (array < 0) return NULL;
    *status = read_array(dae, array, source);
    if (*status != LIMB_OK) return NULL;
    if (accessor >= 0) {
        source->stride = limb__dae_int(dae, accessor, "stride", 1);
        source->offset = limb__dae_int(dae, accessor, "offset", 0);
    }
    if (source->stride < 1 || source->offset < 0 || source->offset > source->nvalue) return NULL;
    source->count = (source->nvalue - source->offset) / source->stride;
    dae->source_of[node] = source;
    return source;
}

// As many numbers as the array declares, or fewer when it has fewer.
static limb_status read_array(limb__dae *dae, int array, limb__dae_source *source)
{
    // a number takes two bytes at least, its separator included
    const limb__xml_node *node = &dae->doc.node[array];
    const int most = (int)((node->close - node->open_end) / 2 + 1);
    const int declared = limb__dae_int(dae, array, "count", most);
    const int capacity = declared < 0 ? 0 : (declared < most ? declared : most);
    source->value = LIMB__ARENA_ARRAY(dae->arena, float, capacity);
    if (!source->value) return LIMB_ERROR_MEMORY;
    int child = -1;
    const char *at, *end;
    while (limb__dae_next_text(dae, array, &child, &at, &end)) {
        source->nvalue +=
            limb__scan_floats(&at, end, source->value + source->nvalue, capacity - source->nvalue);
        if (at < end && source->nvalue < capacity) {
            return limb__mesh_broken(dae->b, (size_t)(at - dae->doc.source.text),
                                     "an array holds something that is not a number");
        }
    }
    if (declared != source->nvalue && declared != most) {
        limb__mesh_skipped(dae->b, node->begin, "an array declares %d numbers and has %d", declared,
                           source->nvalue);
    }
    return LIMB_OK;
}
