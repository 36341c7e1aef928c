// Orients the boxes of a tree to fit their content, for distances.
//
// A box oriented along a smooth surface is thin: its thickness decreases with the square of its
// size, that of an axis-aligned box only linearly. So the bound of a distance is tight high up in
// the tree (Gottschalk, Lin and Manocha 1996). A leaf's axes are the mean normal of its triangles
// and the perpendicular direction in which their corners spread most, those of other boxes the
// principal axes of their child boxes. Extents are computed from corners of triangles if there are
// few, else from the child boxes. The boxes of a node are processed together, one per lane.
#include "numbers/narrowphase/pairs.h"

#include "numbers/math/inertia.h"
#include "numbers/narrowphase/triangle_lanes.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = LIMB__BVH_WIDTH,
    MAX_BLOCKS = 32 // maximum of blocks below a box whose corners are examined
};

// Of the triangles of leaves, one leaf per lane. Lengths are arbitrary.
typedef struct moments {
    _Alignas(32) float normal[3][WIDTH]; // the sum of normals, divided by that of their lengths
    float spread[6][WIDTH];              // second moments of corners about their center: xx xy xz
                                         // yy yz zz
} moments;

typedef struct frames {                     // of the boxes of a node, one per lane
    _Alignas(32) float middle[3][WIDTH];    // of the boxes along x, y and z
    float axis[9][WIDTH];                   // entry i of axis k is axis[3 k + i]
    float lower[3][WIDTH], upper[3][WIDTH]; // along the axes, from the center
    moments leaves;
} frames;

typedef struct tree {
    const limb__bvh_node *node;
    const limb__triangle_block *block;
    limb__oriented_node *oriented;
} tree;

static void orient_node(const tree *t, int node, float rounding, frames *f);
static void measure_leaf(const limb__triangle_block *block, int slot, moments *out);
static void take_normals(const moments *of, frames *out);
static void take_axes(const limb__oriented_node *below, int slot, frames *out);
static void spread_below(const limb__oriented_node *below, double tensor[6]);
static int list_blocks(const tree *t, int child, int *list);
static void measure_blocks(const tree *t, const int *list, int count, int slot, frames *f);
static void measure_boxes(const limb__oriented_node *below, int count, int slot, frames *f);
static void store(const limb__bvh_node *node, const frames *f, float rounding,
                  limb__oriented_node *out);

void LIMB__FOR_ISA(limb__mesh_orient)(limb__bvh *mesh, limb__oriented_node *oriented)
{
    const limb__bvh_node *node = mesh->node;
    const tree t = {node, mesh->block, oriented};
    double largest = 0;
    for (int k = 0; k < node[0].count; k++)
        for (int i = 0; i < 3; i++) {
            largest = fmax(largest, fabs((double)node[0].lower[i][k]));
            largest = fmax(largest, fabs((double)node[0].upper[i][k]));
        }
    frames f = {0};
    // parents precede their children; floats may lose less than the rounding of a coordinate
    for (int i = mesh->nnode - 1; i >= 0; i--)
        orient_node(&t, i, (float)(2e-6 * largest), &f);
    mesh->oriented = oriented;
}

LIMB__INLINE limb__v8 load(const float *row)
{
    return *(const limb__v8 *)row;
}

LIMB__INLINE limb__v8 select8(limb__i8 mask, limb__v8 yes, limb__v8 no)
{
    return (limb__v8)choose8(mask, (limb__i8)yes, (limb__i8)no);
}

// f is scratch; lanes without a box are unchanged.
static void orient_node(const tree *t, int node, float rounding, frames *f)
{
    const limb__bvh_node *at = &t->node[node];
    bool has_leaves = false;
    for (int k = 0; k < 3; k++)
        *(limb__v8 *)f->middle[k] = 0.5f * (load(at->lower[k]) + load(at->upper[k]));
    for (int k = at->count - 1; k >= 0; k--) {
        if (at->child[k] >= 0) continue;
        measure_leaf(&t->block[-1 - at->child[k]], k, &f->leaves);
        has_leaves = true;
    }
    if (has_leaves) take_normals(&f->leaves, f);
    for (int k = at->count - 1; k >= 0; k--) {
        const int child = at->child[k];
        int list[MAX_BLOCKS];
        if (child >= 0) take_axes(&t->oriented[child], k, f);
        const int nblock = list_blocks(t, child, list);
        if (nblock > 0) {
            measure_blocks(t, list, nblock, k, f);
        } else {
            measure_boxes(&t->oriented[child], t->node[child].count, k, f);
        }
    }
    store(at, f, rounding, &t->oriented[node]);
}

//---- axes of leaves ------------------------------------------------------------------------------

// Returns the sums of the lanes of four vectors.
LIMB__INLINE limb__v4 sums4(limb__v4 a, limb__v4 b, limb__v4 c, limb__v4 d)
{
    const limb__v4 ab =
        __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const limb__v4 cd =
        __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
    return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) +
           __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

// A leaf has at most four triangles; padding triangles count again.
static void measure_leaf(const limb__triangle_block *block, int slot, moments *out)
{
    limb__lane_triangle t = limb__lane_triangle_of(block);
    // relative to a corner, so that squares lose no precision
    const limb__lane_vec from = limb__lane_vec_of(t.p[0].x[0], t.p[0].y[0], t.p[0].z[0]);
    const limb__v4 zero = limb__splat4(0);
    limb__v4 sum[3] = {zero, zero, zero}, square[6] = {zero, zero, zero, zero, zero, zero};
    for (int i = 0; i < 3; i++) {
        const limb__lane_vec d = t.p[i] = limb__lane_subtract(t.p[i], from);
        sum[0] += d.x;
        sum[1] += d.y;
        sum[2] += d.z;
        square[0] = fma4(d.x, d.x, square[0]);
        square[1] = fma4(d.x, d.y, square[1]);
        square[2] = fma4(d.x, d.z, square[2]);
        square[3] = fma4(d.y, d.y, square[3]);
        square[4] = fma4(d.y, d.z, square[4]);
        square[5] = fma4(d.z, d.z, square[5]);
    }
    const limb__lane_vec n =
        limb__lane_cross(limb__lane_subtract(t.p[1], t.p[0]), limb__lane_subtract(t.p[2], t.p[0]));
    const limb__v4 normal = sums4(n.x, n.y, n.z, sqrt4(limb__lane_dot(n, n)));
    const limb__v4 middle = sums4(sum[0], sum[1], sum[2], square[0]);
    const limb__v4 last = sums4(square[3], square[5], square[1], square[2]);
    const double s[3] = {middle[0] / 12, middle[1] / 12, middle[2] / 12};
    const double xx = middle[3] - s[0] * middle[0], yy = last[0] - s[1] * middle[1],
                 zz = last[1] - s[2] * middle[2];
    const double xy = last[2] - s[0] * middle[1], xz = last[3] - s[0] * middle[2],
                 yz = sum4(square[4]) - s[1] * middle[2];
    // their sizes fit into a float
    const double length = normal[3] > 0 ? 1 / normal[3] : 0, trace = xx + yy + zz;
    const double scale = trace > 0 ? 1 / trace : 0;
    for (int k = 0; k < 3; k++)
        out->normal[k][slot] = (float)(normal[k] * length);
    const double spread[6] = {xx, xy, xz, yy, yz, zz};
    for (int k = 0; k < 6; k++)
        out->spread[k][slot] = (float)(spread[k] * scale);
}

// Computes the axes of the leaves in all lanes: the mean normal, and the perpendicular direction in
// which the corners spread most; x y z if the normals have no common direction, or there are none.
static void take_normals(const moments *of, frames *out)
{
    const limb__v8 zero = limb__splat8(0), one = limb__splat8(1);
    limb__v8 x = load(of->normal[0]), y = load(of->normal[1]), z = load(of->normal[2]);
    const limb__v8 square = fma8(x, x, fma8(y, y, z * z));
    const limb__i8 fits = square > 0.25f;
    const limb__v8 inverse = 1.0f / sqrt8(select8(fits, square, one));
    x = select8(fits, x * inverse, zero);
    y = select8(fits, y * inverse, zero);
    z = select8(fits, z * inverse, one);
    // two axes across (Duff et al., "Building an orthonormal basis, revisited", 2017)
    const limb__v8 sign = select8(z >= 0.0f, one, -one), a = -1.0f / (sign + z), b = x * y * a;
    const limb__v8 u[3] = {fma8(sign * x * x, a, one), sign * b, -sign * x};
    const limb__v8 v[3] = {b, fma8(y * y, a, sign), -y};
    limb__v8 s[6];
    for (int k = 0; k < 6; k++)
        s[k] = load(of->spread[k]);
    limb__v8 su[3], sv[3];
    static const int row[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int i = 0; i < 3; i++) {
        const limb__v8 p = s[row[i][0]], q = s[row[i][1]], r = s[row[i][2]];
        su[i] = fma8(p, u[0], fma8(q, u[1], r * u[2]));
        sv[i] = fma8(p, v[0], fma8(q, v[1], r * v[2]));
    }
    const limb__v8 uu = fma8(u[0], su[0], fma8(u[1], su[1], u[2] * su[2]));
    const limb__v8 uv = fma8(u[0], sv[0], fma8(u[1], sv[1], u[2] * sv[2]));
    const limb__v8 vv = fma8(v[0], sv[0], fma8(v[1], sv[1], v[2] * sv[2]));
    // the direction of the larger eigenvalue
    const limb__v8 apart = uu - vv, twice = 2 * uv;
    const limb__v8 root = sqrt8(fma8(apart, apart, twice * twice));
    limb__v8 along_u = select8(apart >= 0.0f, root + apart, twice);
    limb__v8 along_v = select8(apart >= 0.0f, twice, root - apart);
    const limb__v8 length = sqrt8(fma8(along_u, along_u, along_v * along_v));
    const limb__i8 spreads = (length > 1e-10f) & fits;
    const limb__v8 norm = 1.0f / select8(spreads, length, one);
    along_u = select8(spreads, along_u * norm, one);
    along_v = select8(spreads, along_v * norm, zero);
    limb__v8 n[3] = {x, y, z}, *axis = (limb__v8 *)out->axis;
    for (int i = 0; i < 3; i++) {
        axis[i] = n[i];
        axis[3 + i] = fma8(along_u, u[i], along_v * v[i]);
        axis[6 + i] = fma8(along_u, v[i], -(along_v * u[i]));
    }
}

//---- axes of other boxes -------------------------------------------------------------------------

// Uses the principal axes of the child boxes; x y z if these have no direction.
static void take_axes(const limb__oriented_node *below, int slot, frames *out)
{
    double tensor[6], vectors[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    spread_below(below, tensor);
    bool spreads = true;
    for (int k = 0; k < 6; k++)
        spreads &= isfinite(tensor[k]);
    if (spreads) limb__tensor_axes(tensor, vectors);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            out->axis[3 * k + i][slot] = (float)vectors[3 * i + k];
}

LIMB__INLINE double sum8(limb__v8 a)
{
    a += __builtin_shufflevector(a, a, 4, 5, 6, 7, 0, 1, 2, 3);
    return (double)((a[0] + a[1]) + (a[2] + a[3]));
}

// Second moments of boxes about their center, weighted by the product of their two longer sides and
// represented by the ends of their axes. Lanes without a box have no weight.
static void spread_below(const limb__oriented_node *below, double tensor[6])
{
    limb__v8 half[3], d[3];
    for (int i = 0; i < 3; i++)
        half[i] = load(below->half[i]);
    const limb__v8 shorter = select8(half[0] < half[1], half[0], half[1]);
    const limb__v8 longer = max8(half[0], half[1]);
    const limb__v8 weight = longer * max8(shorter, half[2]);
    const double total = sum8(weight), inverse = total > 0 ? 1 / total : 0;
    for (int i = 0; i < 3; i++) {
        // relative to the first box, so that squares lose little precision
        d[i] = load(below->center[i]) - below->center[i][0];
        d[i] -= (float)(sum8(weight * d[i]) * inverse);
    }
    for (int i = 0, at = 0; i < 3; i++)
        for (int j = i; j < 3; j++, at++) {
            limb__v8 sum = d[i] * d[j] * 3.0f;
            for (int k = 0; k < 3; k++) {
                const limb__v8 end = half[k] * half[k];
                sum = fma8(end * load(below->axis[3 * k + i]), load(below->axis[3 * k + j]), sum);
            }
            tensor[at] = sum8(weight * sum) * inverse;
        }
}

//---- extents -------------------------------------------------------------------------------------

// Collects the blocks below a child; 0: there are too many.
static int list_blocks(const tree *t, int child, int *list)
{
    if (child < 0) {
        list[0] = -1 - child;
        return 1;
    }
    // pending nodes are stored from the end of the list down
    int count = 0, open = MAX_BLOCKS;
    list[--open] = child;
    while (open < MAX_BLOCKS) {
        const limb__bvh_node *at = &t->node[list[open++]];
        if (at->count > open - count) return 0;
        for (int k = 0; k < at->count; k++) {
            if (at->child[k] < 0) {
                list[count++] = -1 - at->child[k];
            } else {
                list[--open] = at->child[k];
            }
        }
    }
    return count;
}

static void measure_blocks(const tree *t, const int *list, int count, int slot, frames *f)
{
    limb__v4 lower[3], upper[3];
    double axis[3][3];
    for (int k = 0; k < 3; k++) {
        lower[k] = limb__splat4(HUGE_VAL);
        upper[k] = limb__splat4(-HUGE_VAL);
        for (int i = 0; i < 3; i++)
            axis[k][i] = (double)f->axis[3 * k + i][slot];
    }
    for (int n = 0; n < count; n++) {
        const limb__triangle_block *block = &t->block[list[n]];
        for (int i = 0; i < 3; i++) {
            const limb__v4 x = *(const limb__v4 *)block->corner[3 * i],
                           y = *(const limb__v4 *)block->corner[3 * i + 1],
                           z = *(const limb__v4 *)block->corner[3 * i + 2];
            for (int k = 0; k < 3; k++) {
                const limb__v4 along = fma4(z, limb__splat4(axis[k][2]),
                                            fma4(y, limb__splat4(axis[k][1]), x * axis[k][0]));
                lower[k] = min4(along, lower[k]);
                upper[k] = max4(along, upper[k]);
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        double from = 0;
        for (int i = 0; i < 3; i++)
            from += axis[k][i] * (double)f->middle[i][slot];
        limb__v4 low = lower[k], high = upper[k];
        low = min4(low, __builtin_shufflevector(low, low, 2, 3, 0, 1));
        high = max4(high, __builtin_shufflevector(high, high, 2, 3, 0, 1));
        f->lower[k][slot] = (float)((low[0] < low[1] ? low[0] : low[1]) - from);
        f->upper[k][slot] = (float)((high[0] > high[1] ? high[0] : high[1]) - from);
    }
}

static void measure_boxes(const limb__oriented_node *below, int count, int slot, frames *f)
{
    const limb__i8 number = {0, 1, 2, 3, 4, 5, 6, 7};
    const limb__i8 used = number < count;
    limb__v8 d[3];
    for (int i = 0; i < 3; i++)
        d[i] = load(below->center[i]) - f->middle[i][slot];
    for (int k = 0; k < 3; k++) {
        const float x = f->axis[3 * k][slot], y = f->axis[3 * k + 1][slot],
                    z = f->axis[3 * k + 2][slot];
        const limb__v8 along = d[0] * x + d[1] * y + d[2] * z;
        limb__v8 reach = limb__splat8(0);
        for (int j = 0; j < 3; j++) {
            const limb__v8 across = load(below->axis[3 * j]) * x +
                                    load(below->axis[3 * j + 1]) * y +
                                    load(below->axis[3 * j + 2]) * z;
            reach = fma8(abs8(across), load(below->half[j]), reach);
        }
        const limb__v8 none = limb__splat8(-HUGE_VALF);
        f->lower[k][slot] = -largest8(select8(used, reach - along, none))[0];
        f->upper[k][slot] = largest8(select8(used, reach + along, none))[0];
    }
}

LIMB__INLINE limb__v8 area8(const limb__v8 half[3])
{
    return fma8(half[0], half[1], fma8(half[1], half[2], half[2] * half[0]));
}

// Chooses the smaller of the rotated and the axis-aligned boxes.
static void store(const limb__bvh_node *node, const frames *f, float rounding,
                  limb__oriented_node *out)
{
    const limb__i8 number = {0, 1, 2, 3, 4, 5, 6, 7};
    const limb__i8 used = number < node->count;
    const limb__v8 zero = limb__splat8(0);
    limb__v8 half[3], straight[3], center[3];
    for (int k = 0; k < 3; k++) {
        half[k] = 0.5f * (load(f->upper[k]) - load(f->lower[k]));
        straight[k] = 0.5f * (load(node->upper[k]) - load(node->lower[k]));
        center[k] = load(f->middle[k]);
    }
    const limb__i8 fits = area8(half) < area8(straight);
    for (int k = 0; k < 3; k++) {
        const limb__v8 along = 0.5f * (load(f->lower[k]) + load(f->upper[k]));
        const limb__v8 size = select8(fits, half[k], straight[k]) + rounding;
        *(limb__v8 *)out->half[k] = select8(used, size, zero);
        for (int i = 0; i < 3; i++) {
            const limb__v8 axis = load(f->axis[3 * k + i]), own = limb__splat8(i == k);
            *(limb__v8 *)out->axis[3 * k + i] = select8(used, select8(fits, axis, own), zero);
            center[i] = select8(fits, fma8(along, axis, center[i]), center[i]);
        }
    }
    for (int i = 0; i < 3; i++)
        *(limb__v8 *)out->center[i] = select8(used, center[i], zero);
}
