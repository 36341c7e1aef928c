// Turns the boxes of a tree to fit what is in them, for distances.
//
// A box that follows a smooth surface is thin: its thickness falls with the square of its size,
// where that of a box along the axes falls with the size. So the bound of a distance comes close
// to it high up in the tree (Gottschalk, Lin and Manocha 1996). A leaf's axes are the mean
// normal of its triangles and the longest edge across it, those of other boxes the axes of the
// spread of the boxes below. Extents come from corners of triangles where those are few, else
// from the boxes below.
#include "collide/pairs.h"

#include "collide/triangle_lanes.h"
#include "math/inertia.h"
#include "math/pose.h"

#include <math.h>
#include <string.h>

enum { MAX_BLOCKS = 32 }; // below a box, whose corners are looked at

typedef struct frame {
    double axis[3][3]; // unit, orthogonal
    double lower[3], upper[3];
} frame;

typedef struct spread { // of points with weights: sums of w, w p and w p p
    double weight, sum[3], square[6];
} spread;

typedef struct tree {
    const limb__bvh_node *node;
    const limb__triangle_block *block;
    limb__oriented_node *oriented;
} tree;

static void orient_box(const tree *t, int node, int slot, double rounding);
static bool take_normal(const limb__triangle_block *block, frame *out);
static bool take_axes(const limb__oriented_node *below, int count, frame *out);
static spread spread_below(const limb__oriented_node *oriented, int count);
static void add_spread(spread *s, double weight, const double p[3]);
static int list_blocks(const tree *t, int child, int *list);
static void measure_blocks(const tree *t, const int *list, int count, frame *f);
static void measure_boxes(const limb__oriented_node *below, int count, frame *f);
static double area(const double half[3]);
static void store(limb__oriented_node *to, int slot, const frame *f, double rounding);

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
    // parents are before their children
    for (int i = mesh->nnode - 1; i >= 0; i--) {
        memset(&oriented[i], 0, sizeof oriented[i]);
        for (int k = 0; k < node[i].count; k++)
            orient_box(&t, i, k, 1e-6 * largest);
    }
    mesh->oriented = oriented;
}

static void orient_box(const tree *t, int node, int slot, double rounding)
{
    const limb__bvh_node *at = &t->node[node];
    const int child = at->child[slot];
    frame straight = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double half[3];
    for (int k = 0; k < 3; k++) {
        straight.lower[k] = (double)at->lower[k][slot];
        straight.upper[k] = (double)at->upper[k][slot];
        half[k] = 0.5 * (straight.upper[k] - straight.lower[k]);
    }
    frame f;
    bool fits = child < 0 ? take_normal(&t->block[-1 - child], &f)
                          : take_axes(&t->oriented[child], t->node[child].count, &f);
    if (fits) {
        int list[MAX_BLOCKS];
        const int nblock = list_blocks(t, child, list);
        if (nblock > 0) {
            measure_blocks(t, list, nblock, &f);
        } else {
            measure_boxes(&t->oriented[child], t->node[child].count, &f);
        }
        double oriented[3];
        for (int k = 0; k < 3; k++)
            oriented[k] = 0.5 * (f.upper[k] - f.lower[k]);
        fits = area(oriented) < area(half);
    }
    store(&t->oriented[node], slot, fits ? &f : &straight, rounding);
}

//---- axes ----------------------------------------------------------------------------------------

// The mean normal, and across it the direction in which the corners spread most. False: the normals
// point everywhere, or there are none.
static bool take_normal(const limb__triangle_block *block, frame *out)
{
    limb__lane_triangle t = limb__lane_triangle_of(block);
    const limb__lane_vec cross =
        limb__lane_cross(limb__lane_subtract(t.p[1], t.p[0]), limb__lane_subtract(t.p[2], t.p[0]));
    const limb__v4 square = limb__lane_dot(cross, cross);
    double n[3] = {sum4(cross.x), sum4(cross.y), sum4(cross.z)}, areas = 0;
    for (int k = 0; k < 4; k++)
        areas += sqrt(square[k]);
    const double length = sqrt(limb__dot(n, n));
    if (!(length > 0.5 * areas) || !(length < HUGE_VAL)) return false;
    limb__lane_vec middle = limb__lane_vec_of(0, 0, 0);
    for (int i = 0; i < 3; i++)
        middle = limb__lane_add_scaled(middle, limb__splat4(1 / 12.0), t.p[i]);
    middle = limb__lane_vec_of(sum4(middle.x), sum4(middle.y), sum4(middle.z));
    for (int k = 0; k < 3; k++)
        n[k] /= length;
    double u[3], v[3];
    limb__vec3_store(u, limb__vec3_normal_to(limb__vec3_load(n)));
    limb__cross(n, u, v);
    limb__v4 uu = limb__splat4(0), uv = uu, vv = uu;
    for (int i = 0; i < 3; i++) {
        const limb__lane_vec p = limb__lane_subtract(t.p[i], middle);
        const limb__v4 x = limb__lane_dot(p, limb__lane_vec_of(u[0], u[1], u[2]));
        const limb__v4 y = limb__lane_dot(p, limb__lane_vec_of(v[0], v[1], v[2]));
        uu = fma4(x, x, uu);
        uv = fma4(x, y, uv);
        vv = fma4(y, y, vv);
    }
    // the direction of the larger eigenvalue
    const double apart = sum4(uu) - sum4(vv), twice = 2 * sum4(uv);
    const double root = sqrt(apart * apart + twice * twice);
    double along[2] = {apart >= 0 ? root + apart : twice, apart >= 0 ? twice : root - apart};
    const double norm = sqrt(along[0] * along[0] + along[1] * along[1]);
    if (!(norm > 0)) along[0] = 1;
    for (int k = 0; k < 3; k++) {
        out->axis[0][k] = n[k];
        out->axis[1][k] = (along[0] * u[k] + along[1] * v[k]) / (norm > 0 ? norm : 1);
    }
    limb__cross(out->axis[0], out->axis[1], out->axis[2]);
    return true;
}

// Boxes count by the product of their two longer sides, and as the ends of their axes.
static spread spread_below(const limb__oriented_node *oriented, int count)
{
    spread s = {0};
    for (int k = 0; k < count; k++) {
        double half[3], center[3];
        for (int i = 0; i < 3; i++) {
            half[i] = (double)oriented->half[i][k];
            center[i] = (double)oriented->center[i][k];
        }
        const double least = fmin(half[0], fmin(half[1], half[2]));
        const double weight = least > 0 ? half[0] * half[1] * half[2] / least : 0;
        for (int i = 0; i < 6; i++) {
            double p[3];
            const double along = i < 3 ? half[i] : -half[i - 3];
            for (int j = 0; j < 3; j++)
                p[j] = center[j] + along * (double)oriented->axis[3 * (i % 3) + j][k];
            add_spread(&s, weight, p);
        }
    }
    return s;
}

static void add_spread(spread *s, double weight, const double p[3])
{
    s->weight += weight;
    for (int i = 0, at = 0; i < 3; i++) {
        s->sum[i] += weight * p[i];
        for (int j = i; j < 3; j++)
            s->square[at++] += weight * p[i] * p[j];
    }
}

// False: the boxes have no directions.
static bool take_axes(const limb__oriented_node *below, int count, frame *out)
{
    const spread sums = spread_below(below, count), *s = &sums;
    if (!(s->weight > 0)) return false;
    double tensor[6], vectors[9];
    for (int i = 0, at = 0; i < 3; i++)
        for (int j = i; j < 3; j++, at++)
            tensor[at] = s->square[at] - s->sum[i] * s->sum[j] / s->weight;
    for (int k = 0; k < 6; k++)
        if (!isfinite(tensor[k])) return false;
    limb__tensor_axes(tensor, vectors);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            out->axis[k][i] = vectors[3 * i + k];
    }
    return true;
}

//---- extents -------------------------------------------------------------------------------------

// The blocks below a child; 0: there are too many.
static int list_blocks(const tree *t, int child, int *list)
{
    if (child < 0) {
        list[0] = -1 - child;
        return 1;
    }
    // what is not looked at yet is kept from the end of the list down
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

static void measure_blocks(const tree *t, const int *list, int count, frame *f)
{
    limb__v4 lower[3], upper[3];
    for (int k = 0; k < 3; k++) {
        lower[k] = limb__splat4(HUGE_VAL);
        upper[k] = limb__splat4(-HUGE_VAL);
    }
    for (int n = 0; n < count; n++) {
        const limb__triangle_block *block = &t->block[list[n]];
        for (int i = 0; i < 3; i++) {
            const limb__v4 x = *(const limb__v4 *)block->corner[3 * i],
                           y = *(const limb__v4 *)block->corner[3 * i + 1],
                           z = *(const limb__v4 *)block->corner[3 * i + 2];
            for (int k = 0; k < 3; k++) {
                const limb__v4 along =
                    fma4(z, limb__splat4(f->axis[k][2]),
                         fma4(y, limb__splat4(f->axis[k][1]), x * f->axis[k][0]));
                lower[k] = min4(along, lower[k]);
                upper[k] = max4(along, upper[k]);
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        f->lower[k] = fmin(fmin(lower[k][0], lower[k][1]), fmin(lower[k][2], lower[k][3]));
        f->upper[k] = fmax(fmax(upper[k][0], upper[k][1]), fmax(upper[k][2], upper[k][3]));
    }
}

static void measure_boxes(const limb__oriented_node *below, int count, frame *f)
{
    for (int k = 0; k < 3; k++) {
        f->lower[k] = HUGE_VAL;
        f->upper[k] = -HUGE_VAL;
        for (int slot = 0; slot < count; slot++) {
            double along = 0, reach = 0;
            for (int j = 0; j < 3; j++) {
                double across = 0;
                for (int i = 0; i < 3; i++)
                    across += f->axis[k][i] * (double)below->axis[3 * j + i][slot];
                reach += fabs(across) * (double)below->half[j][slot];
                along += f->axis[k][j] * (double)below->center[j][slot];
            }
            f->lower[k] = fmin(f->lower[k], along - reach);
            f->upper[k] = fmax(f->upper[k], along + reach);
        }
    }
}

static double area(const double half[3])
{
    return half[0] * half[1] + half[1] * half[2] + half[2] * half[0];
}

// rounding is what floats may lose of a coordinate.
static void store(limb__oriented_node *to, int slot, const frame *f, double rounding)
{
    double center[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const double middle = 0.5 * (f->lower[k] + f->upper[k]);
        to->half[k][slot] = (float)(0.5 * (f->upper[k] - f->lower[k]) + rounding);
        for (int i = 0; i < 3; i++) {
            to->axis[3 * k + i][slot] = (float)f->axis[k][i];
            center[i] += middle * f->axis[k][i];
        }
    }
    for (int i = 0; i < 3; i++)
        to->center[i][slot] = (float)center[i];
}
