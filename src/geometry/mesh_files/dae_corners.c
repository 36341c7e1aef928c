// COLLADA indices: the integers of a list, and the corners that they make.
//
// Each corner is `stride` integers, of which the inputs name those for position, normal and texture
// coordinate. Integers are read a block at a time straight from the text; where in the text a
// corner is, is found again only when something is wrong with it.
#include "geometry/mesh_files/dae.h"

#include "geometry/mesh_files/scan.h"
#include "geometry/mesh_files/scan_list.h"

#include <string.h>

static bool take_indices(const limb__dae_corners *c, const limb__dae_input *input, uint32_t *index);
static limb_status repair_corners(limb__dae_corners *c);
static void repair_attribute(limb__dae_corners *c, const limb__dae_input *input, int k,
                             uint32_t *index);
static bool in_range(const limb__dae_corners *c, const limb__dae_input *input, int k);
static limb__dae_ints ints_after(const limb__dae_corners *c, int count);
static size_t offset_after(const limb__dae_corners *c, int k);

//---- integers ------------------------------------------------------------------------------------

limb__dae_ints limb__dae_begin_ints(const limb__dae *dae, int node)
{
    return (limb__dae_ints){.dae = dae, .node = node, .child = -1};
}

int limb__dae_read_ints(limb__dae_ints *ints, uint32_t *value, int capacity)
{
    int count = 0;
    for (;;) {
        if (ints->at < ints->end)
            count += limb__scan_indices(&ints->at, ints->end, value + count, capacity - count);
        if (count == capacity || ints->at < ints->end ||
            !limb__dae_next_text(ints->dae, ints->node, &ints->child, &ints->at, &ints->end))
            return count;
    }
}

limb_status limb__dae_end_ints(const limb__dae_ints *ints)
{
    if (ints->at == ints->end) return LIMB_OK;
    return limb__mesh_broken(ints->dae->b, (size_t)(ints->at - ints->dae->doc.source.text),
                             "an index is not an integer");
}

//---- corners -------------------------------------------------------------------------------------

void limb__dae_begin_corners(limb__dae_corners *c, int list)
{
    c->ints = limb__dae_begin_ints(c->dae, list);
    c->nvalue = c->count = c->next = 0;
}

limb_status limb__dae_next_block(limb__dae_corners *c)
{
    // what is left over is less than a corner, after which there is nothing to read
    const int used = c->count * c->stride;
    c->nvalue -= used;
    memmove(c->value, c->value + used, (size_t)c->nvalue * sizeof *c->value);
    const int whole = 3 * c->stride;
    const int capacity = LIMB__DAE_BLOCK / whole * whole;
    c->begin = c->ints;
    c->nvalue += limb__dae_read_ints(&c->ints, c->value + c->nvalue, capacity - c->nvalue);
    c->count = c->nvalue / c->stride;
    c->next = 0;
    if (c->count == 0) return limb__dae_end_ints(&c->ints);
    const bool positions = take_indices(c, &c->position, c->position_of);
    const bool normals = take_indices(c, &c->normal, c->normal_of);
    const bool texcoords = take_indices(c, &c->texcoord, c->texcoord_of);
    return positions && normals && texcoords ? LIMB_OK : repair_corners(c);
}

// One index of each corner; false when one is out of range.
static bool take_indices(const limb__dae_corners *c, const limb__dae_input *input, uint32_t *index)
{
    if (!input->source) {
        memset(index, 0xff, (size_t)c->count * sizeof *index); // LIMB__CORNER_NONE
        return true;
    }
    const uint32_t *value = c->value + input->offset;
    const uint32_t base = (uint32_t)input->base;
    uint32_t largest = 0;
    for (int k = 0; k < c->count; k++, value += c->stride) {
        largest = *value > largest ? *value : largest;
        index[k] = base + *value;
    }
    return largest < (uint32_t)input->source->count;
}

//---- wrong indices -------------------------------------------------------------------------------

// A wrong position is an error when the list is used so far: the block ends before it, and only as
// the first of the next one it is reported. Wrong references to attributes lose only these.
static limb_status repair_corners(limb__dae_corners *c)
{
    for (int k = 0; k < c->count; k++) {
        if (!in_range(c, &c->position, k)) {
            if (k == 0) {
                return limb__mesh_broken(c->dae->b, offset_after(c, k),
                                         "a position index is out of range: there are %d positions",
                                         c->position.source->count);
            }
            c->ints = ints_after(c, k);
            c->nvalue = k * c->stride;
            c->count = k;
            return LIMB_OK;
        }
        repair_attribute(c, &c->normal, k, c->normal_of);
        repair_attribute(c, &c->texcoord, k, c->texcoord_of);
    }
    return LIMB_OK;
}

static void repair_attribute(limb__dae_corners *c, const limb__dae_input *input, int k,
                             uint32_t *index)
{
    if (!input->source || in_range(c, input, k)) return;
    index[k] = LIMB__CORNER_NONE;
    if (c->dae->bad_index_reported) return;
    c->dae->bad_index_reported = true;
    limb__mesh_skipped(c->dae->b, offset_after(c, k),
                       "an index of a normal or texture coordinate is out of range");
}

static bool in_range(const limb__dae_corners *c, const limb__dae_input *input, int k)
{
    return c->value[k * c->stride + input->offset] < (uint32_t)input->source->count;
}

static size_t offset_after(const limb__dae_corners *c, int k)
{
    return (size_t)(ints_after(c, k + 1).at - c->dae->doc.source.text);
}

// Where the list goes on after the block's first corners: reads them once more.
static limb__dae_ints ints_after(const limb__dae_corners *c, int count)
{
    limb__dae_ints ints = c->begin;
    for (int i = 0; i < count * c->stride; i++) {
        ints.at = limb__scan_space(ints.at, ints.end);
        while (ints.at == ints.end &&
               limb__dae_next_text(ints.dae, ints.node, &ints.child, &ints.at, &ints.end))
            ints.at = limb__scan_space(ints.at, ints.end);
        int64_t value;
        ints.at = limb__scan_int(ints.at, ints.end, &value);
    }
    return ints;
}
