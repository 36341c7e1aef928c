// Four triangles against one, in lanes of doubles: contact, and distance.
#ifndef LIMB_NARROWPHASE_TRIANGLE_LANES_H
#define LIMB_NARROWPHASE_TRIANGLE_LANES_H

#include "numbers/narrowphase/bvh.h"
#include "numbers/simd/registers.h"

#include <math.h>

typedef struct limb__lane_vec {
    limb__v4 x, y, z;
} limb__lane_vec;

typedef struct limb__lane_triangle {
    limb__lane_vec p[3];
} limb__lane_triangle;

LIMB__INLINE limb__lane_vec limb__lane_vec_of(double x, double y, double z)
{
    return (limb__lane_vec){limb__splat4(x), limb__splat4(y), limb__splat4(z)};
}

LIMB__INLINE limb__lane_vec limb__lane_subtract(limb__lane_vec a, limb__lane_vec b)
{
    return (limb__lane_vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

LIMB__INLINE limb__v4 limb__lane_dot(limb__lane_vec a, limb__lane_vec b)
{
    return fma4(a.z, b.z, fma4(a.y, b.y, a.x * b.x));
}

LIMB__INLINE limb__lane_vec limb__lane_cross(limb__lane_vec a, limb__lane_vec b)
{
    return (limb__lane_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// a + s b
LIMB__INLINE limb__lane_vec limb__lane_add_scaled(limb__lane_vec a, limb__v4 s, limb__lane_vec b)
{
    return (limb__lane_vec){fma4(s, b.x, a.x), fma4(s, b.y, a.y), fma4(s, b.z, a.z)};
}

LIMB__INLINE limb__lane_triangle limb__lane_triangle_of(const limb__triangle_block *block)
{
    limb__lane_triangle t;
    for (int i = 0; i < 3; i++) {
        t.p[i].x = *(const limb__v4 *)block->corner[3 * i];
        t.p[i].y = *(const limb__v4 *)block->corner[3 * i + 1];
        t.p[i].z = *(const limb__v4 *)block->corner[3 * i + 2];
    }
    return t;
}

// The triangles of a block in another frame.
LIMB__INLINE limb__lane_triangle limb__lane_triangle_moved(const limb__triangle_block *block,
                                                           const double pose[12])
{
    limb__lane_triangle t = limb__lane_triangle_of(block);
    for (int i = 0; i < 3; i++) {
        const limb__lane_vec p = t.p[i];
        limb__v4 out[3];
        for (int k = 0; k < 3; k++) {
            const double *row = pose + 4 * k;
            out[k] = fma4(p.x, limb__splat4(row[0]),
                          fma4(p.y, limb__splat4(row[1]),
                               fma4(p.z, limb__splat4(row[2]), limb__splat4(row[3]))));
        }
        t.p[i] = (limb__lane_vec){out[0], out[1], out[2]};
    }
    return t;
}

// One lane in all four.
LIMB__INLINE limb__lane_triangle limb__lane_triangle_spread(const limb__lane_triangle *t, int lane)
{
    limb__lane_triangle out;
    for (int i = 0; i < 3; i++) {
        out.p[i] = (limb__lane_vec){limb__splat4(t->p[i].x[lane]), limb__splat4(t->p[i].y[lane]),
                                    limb__splat4(t->p[i].z[lane])};
    }
    return out;
}

LIMB__INLINE limb__v4 limb__lane_min3(limb__v4 a, limb__v4 b, limb__v4 c)
{
    return min4(a, min4(b, c));
}

LIMB__INLINE limb__v4 limb__lane_max3(limb__v4 a, limb__v4 b, limb__v4 c)
{
    return max4(a, max4(b, c));
}

// The gap between two triangles along an axis of any length; positive: they are apart.
LIMB__INLINE limb__v4 limb__lane_gap(const limb__lane_triangle *a, const limb__lane_triangle *b,
                                     limb__lane_vec axis)
{
    const limb__v4 a0 = limb__lane_dot(a->p[0], axis), a1 = limb__lane_dot(a->p[1], axis),
                   a2 = limb__lane_dot(a->p[2], axis);
    const limb__v4 b0 = limb__lane_dot(b->p[0], axis), b1 = limb__lane_dot(b->p[1], axis),
                   b2 = limb__lane_dot(b->p[2], axis);
    return max4(limb__lane_min3(a0, a1, a2) - limb__lane_max3(b0, b1, b2),
                limb__lane_min3(b0, b1, b2) - limb__lane_max3(a0, a1, a2));
}

// Returns bits of the lanes in which no axis separates the triangles; *doubtful: lanes in which one
// of them has no area, for which the axes do not suffice.
LIMB__INLINE int limb__lane_triangles_hit(const limb__lane_triangle *at,
                                          const limb__lane_triangle *bt, int *doubtful)
{
    // relative to a corner, so that rounding depends on the triangles and not on their position
    limb__lane_triangle a, b;
    const limb__lane_vec origin = bt->p[0];
    for (int i = 0; i < 3; i++) {
        a.p[i] = limb__lane_subtract(at->p[i], origin);
        b.p[i] = limb__lane_subtract(bt->p[i], origin);
    }
    // planes of the two
    const limb__lane_vec nb = limb__lane_cross(b.p[1], b.p[2]);
    const limb__v4 d0 = limb__lane_dot(nb, a.p[0]), d1 = limb__lane_dot(nb, a.p[1]),
                   d2 = limb__lane_dot(nb, a.p[2]);
    limb__v4 gap = max4(limb__lane_min3(d0, d1, d2), -limb__lane_max3(d0, d1, d2));
    if (bits4(gap <= 0.0) == 0) return 0;
    limb__lane_vec ea[3], eb[3];
    for (int i = 0; i < 3; i++) {
        ea[i] = limb__lane_subtract(a.p[(i + 1) % 3], a.p[i]);
        eb[i] = limb__lane_subtract(b.p[(i + 1) % 3], b.p[i]);
    }
    const limb__lane_vec na = limb__lane_cross(ea[0], ea[1]);
    gap = max4(gap, limb__lane_gap(&a, &b, na));
    if (bits4(gap <= 0.0) == 0) return 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            gap = max4(gap, limb__lane_gap(&a, &b, limb__lane_cross(ea[i], eb[j])));
        if (bits4(gap <= 0.0) == 0) return 0;
    }
    // coplanar triangles
    for (int i = 0; i < 3; i++) {
        gap = max4(gap, limb__lane_gap(&a, &b, limb__lane_cross(na, ea[i])));
        gap = max4(gap, limb__lane_gap(&a, &b, limb__lane_cross(nb, eb[i])));
    }
    const limb__v4 la = limb__lane_dot(ea[0], ea[0]) * limb__lane_dot(ea[1], ea[1]);
    const limb__v4 lb = limb__lane_dot(eb[0], eb[0]) * limb__lane_dot(eb[1], eb[1]);
    *doubtful =
        bits4((limb__lane_dot(na, na) <= 1e-20 * la) | (limb__lane_dot(nb, nb) <= 1e-20 * lb));
    return bits4(gap <= 0.0);
}

LIMB__INLINE limb__v4 limb__lane_clamp(limb__v4 t)
{
    return min4(max4(t, limb__splat4(0)), limb__splat4(1));
}

// Edges of a triangle, with the reciprocals of their squares, and its normal.
typedef struct limb__lane_edges {
    limb__lane_vec e[3]; // from corner i to the next
    limb__v4 square[3], inverse[3];
    limb__lane_vec n;
    limb__v4 nn, nn_inverse;
} limb__lane_edges;

LIMB__INLINE limb__lane_edges limb__lane_edges_of(const limb__lane_triangle *t)
{
    const limb__v4 one = limb__splat4(1), tiny = limb__splat4(1e-300);
    limb__lane_edges out;
    for (int i = 0; i < 3; i++) {
        out.e[i] = limb__lane_subtract(t->p[(i + 1) % 3], t->p[i]);
        out.square[i] = limb__lane_dot(out.e[i], out.e[i]);
        out.inverse[i] = one / max4(out.square[i], tiny);
    }
    out.n = limb__lane_cross(out.e[0], limb__lane_subtract(t->p[2], t->p[0]));
    out.nn = limb__lane_dot(out.n, out.n);
    out.nn_inverse = one / max4(out.nn, tiny);
    return out;
}

LIMB__INLINE limb__lane_vec limb__lane_vec_spread(limb__lane_vec v, int lane)
{
    return limb__lane_vec_of(v.x[lane], v.y[lane], v.z[lane]);
}

// One lane in all four.
LIMB__INLINE limb__lane_edges limb__lane_edges_spread(const limb__lane_edges *t, int lane)
{
    limb__lane_edges out;
    for (int i = 0; i < 3; i++) {
        out.e[i] = limb__lane_vec_spread(t->e[i], lane);
        out.square[i] = limb__splat4(t->square[i][lane]);
        out.inverse[i] = limb__splat4(t->inverse[i][lane]);
    }
    out.n = limb__lane_vec_spread(t->n, lane);
    out.nn = limb__splat4(t->nn[lane]);
    out.nn_inverse = limb__splat4(t->nn_inverse[lane]);
    return out;
}

// Returns the squared distance of edge i of a triangle from edge j of another, whose first corner
// is at r from that of the first, as in limb__segments_nearest.
LIMB__INLINE limb__v4 limb__lane_segments(const limb__lane_edges *a, int i,
                                          const limb__lane_edges *b, int j, limb__lane_vec r)
{
    const limb__lane_vec d = a->e[i], e = b->e[j];
    const limb__lane_vec n = limb__lane_cross(d, e);
    const limb__v4 nn = limb__lane_dot(n, n);
    const limb__v4 de = limb__lane_dot(d, e), dr = limb__lane_dot(d, r), er = limb__lane_dot(e, r);
    const limb__v4 crossing =
        limb__lane_dot(limb__lane_cross(r, e), n) / max4(nn, limb__splat4(1e-300));
    limb__v4 s = limb__lane_clamp(
        select4(nn > 1e-30 * a->square[i] * b->square[j], crossing, dr * a->inverse[i]));
    const limb__v4 t = limb__lane_clamp(fma4(de, s, -er) * b->inverse[j]);
    s = limb__lane_clamp(fma4(de, t, dr) * a->inverse[i]);
    const limb__lane_vec apart = limb__lane_add_scaled(limb__lane_add_scaled(r, t, e), -s, d);
    return limb__lane_dot(apart, apart);
}

// Returns the squared distance of a point, at w from the first corner of a triangle, if its
// projection is inside, else infinity.
LIMB__INLINE limb__v4 limb__lane_point_face(limb__lane_vec w, const limb__lane_edges *t)
{
    const limb__v4 u = limb__lane_dot(t->n, limb__lane_cross(t->e[0], w));
    const limb__v4 v = limb__lane_dot(t->n, limb__lane_cross(t->e[2], w));
    const limb__v4 height = limb__lane_dot(t->n, w);
    const limb__i4 inside = (u >= 0.0) & (v >= 0.0) & (u + v <= t->nn) & (t->nn > 0.0);
    return select4(inside, height * height * t->nn_inverse, limb__splat4(HUGE_VAL));
}

// Squared distances of triangles that do not cross.
LIMB__INLINE limb__v4 limb__lane_triangles_apart(const limb__lane_triangle *a,
                                                 const limb__lane_edges *ea,
                                                 const limb__lane_triangle *b,
                                                 const limb__lane_edges *eb)
{
    limb__v4 best = limb__splat4(HUGE_VAL);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const limb__lane_vec r = limb__lane_subtract(b->p[j], a->p[i]);
            best = min4(best, limb__lane_segments(ea, i, eb, j, r));
        }
    for (int i = 0; i < 3; i++) {
        best = min4(best, limb__lane_point_face(limb__lane_subtract(b->p[i], a->p[0]), ea));
        best = min4(best, limb__lane_point_face(limb__lane_subtract(a->p[i], b->p[0]), eb));
    }
    return best;
}

LIMB__INLINE limb__v4 limb__lane_interval_gap(limb__v4 a0, limb__v4 a1, limb__v4 a2, limb__v4 b0,
                                              limb__v4 b1, limb__v4 b2)
{
    const limb__v4 below = limb__lane_min3(a0, a1, a2) - limb__lane_max3(b0, b1, b2);
    const limb__v4 above = limb__lane_min3(b0, b1, b2) - limb__lane_max3(a0, a1, a2);
    return max4(max4(below, above), limb__splat4(0));
}

// Lower bounds of the squared distances: those of the boxes around the triangles.
LIMB__INLINE limb__v4 limb__lane_boxes_apart(const limb__lane_triangle *a,
                                             const limb__lane_triangle *b)
{
    const limb__lane_vec *p = a->p, *q = b->p;
    const limb__v4 x = limb__lane_interval_gap(p[0].x, p[1].x, p[2].x, q[0].x, q[1].x, q[2].x);
    const limb__v4 y = limb__lane_interval_gap(p[0].y, p[1].y, p[2].y, q[0].y, q[1].y, q[2].y);
    const limb__v4 z = limb__lane_interval_gap(p[0].z, p[1].z, p[2].z, q[0].z, q[1].z, q[2].z);
    return fma4(x, x, fma4(y, y, z * z));
}

// Returns the squared distance of a triangle on one side of the plane of another; 0 if it is
// on both sides.
LIMB__INLINE limb__v4 limb__lane_plane_apart(const limb__lane_triangle *plane,
                                             const limb__lane_edges *edges,
                                             const limb__lane_triangle *t)
{
    const limb__v4 h0 = limb__lane_dot(edges->n, limb__lane_subtract(t->p[0], plane->p[0])),
                   h1 = limb__lane_dot(edges->n, limb__lane_subtract(t->p[1], plane->p[0])),
                   h2 = limb__lane_dot(edges->n, limb__lane_subtract(t->p[2], plane->p[0]));
    const limb__v4 above = max4(limb__lane_min3(h0, h1, h2), -limb__lane_max3(h0, h1, h2));
    const limb__v4 gap = max4(above, limb__splat4(0));
    return gap * gap * edges->nn_inverse;
}

#endif
