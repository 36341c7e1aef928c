// Convex shapes in the form used by the algorithms: a core, rounded by a radius.
//
// A sphere is a point and a capsule a segment with a radius, so that distances between them are
// those of the cores minus the radii; box, cylinder, hull and triangle have no radius of their own.
// Cores other than hulls and triangles are centered at their origin, the axis is z.
#ifndef LIMB_NARROWPHASE_CONVEX_H
#define LIMB_NARROWPHASE_CONVEX_H

#include "limb/base.h"
#include "numbers/narrowphase/vec3.h"
#include "numbers/simd/registers.h"

typedef enum limb__core {
    LIMB__CORE_POINT,
    LIMB__CORE_SEGMENT,
    LIMB__CORE_BOX,
    LIMB__CORE_CYLINDER,
    LIMB__CORE_TRIANGLE,
    LIMB__CORE_HULL
} limb__core;

typedef struct limb__convex {
    limb__core core;
    double radius;        // added to the core on all sides
    double half[3];       // half of the size: box; segment and cylinder: half[2], with half[0]
                          // the cylinder's radius
    int nvertex;          // hull; triangle: 3
    int nlane;            // nvertex rounded up to a multiple of LIMB__HULL_LANES, the last repeated
    const double *vertex; // hull: x (nlane), y (nlane), z (nlane); triangle: 3 x 3
    const int *first;     // neighbors of vertex i are neighbor[first[i]] .. [first[i + 1] - 1]
    const int *neighbor;  // NULL: every vertex is tried
    const double *packed; // hull with neighbors: the vertices again, x y z 0 (nvertex x 4)
    int extreme[6];       // indices of the vertices farthest along x, -x, y, -y, z, -z
    const float *coarse;  // hull: the vertices relative to its center, as vertex (3 x nlane)
    double coarse_error;  // how much farther along a unit vector another vertex may be than the
                          // one that coarse finds
    double inner[3];      // a ball inside the core
    double inner_radius;
} limb__convex;

// Returns whether the shape is a sphere, capsule, box or cylinder.
static inline bool limb__is_primitive(const limb__convex *c)
{
    return c->core <= LIMB__CORE_CYLINDER;
}

// From this many vertices on a hull is searched along its edges instead of exhaustively.
enum {
    LIMB__HULL_CLIMB = 500,
    LIMB__HULL_LANES = 16 // vertices that are tried together
};

// Finds the vertex farthest along d by testing all, in four independent rows of four.
LIMB__INLINE int limb__hull_scan(const limb__convex *c, limb__vec3 d)
{
    const double *x = c->vertex, *y = x + c->nlane, *z = y + c->nlane;
    const limb__v4 dx = limb__splat4(d.x), dy = limb__splat4(d.y), dz = limb__splat4(d.z);
    limb__v4 best[4], at[4], number = limb__splat4(0);
    for (int row = 0; row < 4; row++) {
        best[row] = limb__splat4(-HUGE_VAL);
        at[row] = limb__splat4(0);
    }
    for (int i = 0; i < c->nlane; i += LIMB__HULL_LANES) {
        for (int row = 0; row < 4; row++) {
            const int k = i + 4 * row;
            const limb__v4 along =
                fma4(*(const limb__v4u *)(z + k), dz,
                     fma4(*(const limb__v4u *)(y + k), dy, *(const limb__v4u *)(x + k) * dx));
            const limb__i4 better = along > best[row];
            at[row] = select4(better, number, at[row]);
            best[row] = max4(along, best[row]);
        }
        number = number + (double)LIMB__HULL_LANES;
    }
    for (int row = 1; row < 4; row++) {
        const limb__i4 better = best[row] > best[0];
        at[0] = select4(better, at[row] + 4.0 * row, at[0]);
        best[0] = max4(best[row], best[0]);
    }
    int lane = 0;
    for (int k = 1; k < 4; k++)
        if (best[0][k] > best[0][lane]) lane = k;
    const int found = (int)at[0][lane] + lane;
    return found < c->nvertex ? found : c->nvertex - 1;
}

// Finds a vertex farthest along d within coarse_error, in floats, which takes half the time.
LIMB__INLINE int limb__hull_scan_coarse(const limb__convex *c, limb__vec3 d)
{
    // the length is arbitrary, but floats have a limited range
    const double scale = 1 / (fabs(d.x) + fabs(d.y) + fabs(d.z) + 1e-300);
    const float *x = c->coarse, *y = x + c->nlane, *z = y + c->nlane;
    const limb__v8 dx = limb__splat8((float)(d.x * scale)), dy = limb__splat8((float)(d.y * scale)),
                   dz = limb__splat8((float)(d.z * scale));
    limb__v8 best[2];
    limb__i8 at[2] = {{0}, {0}}, number = {0};
    best[0] = best[1] = limb__splat8(-HUGE_VALF);
    for (int i = 0; i < c->nlane; i += LIMB__HULL_LANES) {
        for (int row = 0; row < 2; row++) {
            const int k = i + 8 * row;
            const limb__v8 along =
                fma8(*(const limb__v8 *)(z + k), dz,
                     fma8(*(const limb__v8 *)(y + k), dy, *(const limb__v8 *)(x + k) * dx));
            at[row] = choose8(along > best[row], number, at[row]);
            best[row] = max8(along, best[row]);
        }
        number = number + LIMB__HULL_LANES;
    }
    at[0] = choose8(best[1] > best[0], at[1] + 8, at[0]);
    best[0] = max8(best[1], best[0]);
    const int lane = first_of8(best[0] >= largest8(best[0]));
    const int found = at[0][lane] + lane;
    return found < c->nvertex ? found : c->nvertex - 1;
}

LIMB__INLINE limb__vec3 limb__hull_vertex(const limb__convex *c, int i)
{
    const double *x = c->vertex + i;
    return (limb__vec3){x[0], x[c->nlane], x[2 * (ptrdiff_t)c->nlane]};
}

// Returns the start of a climb along d without a hint: the vertex farthest along the axis
// closest to d.
LIMB__INLINE int limb__hull_start(const limb__convex *c, limb__vec3 d)
{
    const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    if (x >= y && x >= z) return c->extreme[d.x > 0 ? 0 : 1];
    return y >= z ? c->extreme[d.y > 0 ? 2 : 3] : c->extreme[d.z > 0 ? 4 : 5];
}

// The same by moving to the best neighbor until none is better. On a convex polytope the result is
// the farthest vertex; a hull of rounded vertices is convex only to rounding, so a distance must be
// confirmed by limb__hull_scan.
LIMB__INLINE int limb__hull_climb(const limb__convex *c, limb__vec3 d, int start)
{
    int at = start;
    const double *packed = c->packed;
    double best = limb__vec3_dot(limb__vec3_load(packed + 4 * (ptrdiff_t)at), d);
    for (int step = 0; step < c->nvertex; step++) {
        int next = at;
        for (int k = c->first[at]; k < c->first[at + 1]; k++) {
            const int other = c->neighbor[k];
            const double along = limb__vec3_dot(limb__vec3_load(packed + 4 * (ptrdiff_t)other), d);
            next = along > best ? other : next;
            best = along > best ? along : best;
        }
        if (next == at) break;
        at = next;
    }
    return at;
}

// Returns the point of the core farthest along d; *hint is the start and end of a hull's search.
// For a hull it is approximate: see coarse_error and limb__hull_climb.
LIMB__INLINE limb__vec3 limb__support(const limb__convex *c, limb__vec3 d, int *hint)
{
    switch (c->core) {
    case LIMB__CORE_POINT:
        return (limb__vec3){0, 0, 0};
    case LIMB__CORE_SEGMENT:
        return (limb__vec3){0, 0, copysign(c->half[2], d.z)};
    case LIMB__CORE_BOX:
        return (limb__vec3){copysign(c->half[0], d.x), copysign(c->half[1], d.y),
                            copysign(c->half[2], d.z)};
    case LIMB__CORE_CYLINDER: {
        const double across = sqrt(d.x * d.x + d.y * d.y);
        const double s = across > 0 ? c->half[0] / across : 0;
        return (limb__vec3){d.x * s, d.y * s, copysign(c->half[2], d.z)};
    }
    case LIMB__CORE_TRIANGLE: {
        const limb__vec3 p = limb__vec3_load(c->vertex), q = limb__vec3_load(c->vertex + 3),
                         r = limb__vec3_load(c->vertex + 6);
        const double pd = limb__vec3_dot(p, d), qd = limb__vec3_dot(q, d),
                     rd = limb__vec3_dot(r, d);
        return pd >= qd ? (pd >= rd ? p : r) : (qd >= rd ? q : r);
    }
    case LIMB__CORE_HULL:
        // hints count from 1; 0 is none
        *hint =
            1 + (c->neighbor ? limb__hull_climb(c, d, *hint ? *hint - 1 : limb__hull_start(c, d))
                             : limb__hull_scan_coarse(c, d));
        return limb__hull_vertex(c, *hint - 1);
    }
    return (limb__vec3){0, 0, 0};
}

// The same with an exhaustive search of a hull, in floats.
LIMB__INLINE limb__vec3 limb__support_scanned(const limb__convex *c, limb__vec3 d, int *hint)
{
    if (c->core != LIMB__CORE_HULL) return limb__support(c, d, hint);
    const int found = limb__hull_scan_coarse(c, d);
    *hint = 1 + found;
    return limb__hull_vertex(c, found);
}

// The same with an exhaustive search of a hull.
LIMB__INLINE limb__vec3 limb__support_confirmed(const limb__convex *c, limb__vec3 d, int *hint)
{
    if (c->core != LIMB__CORE_HULL) return limb__support(c, d, hint);
    const int found = limb__hull_scan(c, d);
    *hint = 1 + found;
    return limb__hull_vertex(c, found);
}

// Two convex shapes, processed in the frame of the first.
typedef struct limb__convex_pair {
    const limb__convex *a, *b;
    const double *pose; // of b in the frame of a (12)
} limb__convex_pair;

// State of a pair kept between queries, so that the next search starts near its result.
typedef struct limb__pair_memory {
    double axis[3]; // from b to a, in the frame of a; zero: none
    int hint[2];    // 1 + vertices of hulls, 1 + leaves of meshes; 0: none
} limb__pair_memory;

// Signed distance of a pair, in the frame of a.
typedef struct limb__proximity {
    double distance;    // negative: the depth
    double point[2][3]; // on a and on b; point[1] = point[0] + distance * normal
    double normal[3];   // unit, from a to b: moving b by the depth along it separates the two
} limb__proximity;

//---- functions of one instruction set ------------------------------------------------------------

// The sources *_isa.c are compiled once per instruction set; other files call them through the
// table of pairs.h.
#if defined(LIMB__ISA)
#define limb__gjk               LIMB__FOR_ISA(limb__gjk)
#define limb__solids_touch      LIMB__FOR_ISA(limb__solids_touch)
#define limb__solids_depth      LIMB__FOR_ISA(limb__solids_depth)
#define limb__solids_gap        LIMB__FOR_ISA(limb__solids_gap)
#define limb__boxes_gap         LIMB__FOR_ISA(limb__boxes_gap)
#define limb__box_cylinder_gap  LIMB__FOR_ISA(limb__box_cylinder_gap)
#define limb__cylinders_gap     LIMB__FOR_ISA(limb__cylinders_gap)
#define limb__cylinders_depth   LIMB__FOR_ISA(limb__cylinders_depth)
#define limb__epa               LIMB__FOR_ISA(limb__epa)
#define limb__searched_collide  LIMB__FOR_ISA(limb__searched_collide)
#define limb__searched_distance LIMB__FOR_ISA(limb__searched_distance)
#define limb__point_box         LIMB__FOR_ISA(limb__point_box)
#define limb__point_cylinder    LIMB__FOR_ISA(limb__point_cylinder)

//---- gjk_isa.c -----------------------------------------------------------------------------------

typedef struct limb__simplex {
    int count;          // 1 .. 4
    limb__vec3 w[4];    // points of a less points of b
    limb__vec3 on_a[4]; // the points of a
    double weight[4];   // of the point nearest to the origin
} limb__simplex;

typedef enum limb__gjk_verdict {
    LIMB__GJK_SEPARATE, // the cores are apart; the nearest points are known
    LIMB__GJK_FAR,      // the cores are farther apart than the given bound
    LIMB__GJK_NEAR,     // the cores are closer than the given bound, or overlap
    LIMB__GJK_OVERLAP   // the cores touch or overlap
} limb__gjk_verdict;

typedef struct limb__gjk_answer {
    double distance; // of the cores; FAR: a lower bound, NEAR: an upper bound
    limb__vec3 axis; // from b to a, of that length (FAR: any length)
    limb__simplex simplex;
} limb__gjk_answer;

// Computes the distance of the cores. Ends early once they are known to be farther apart than far,
// or at most near.
limb__gjk_verdict limb__gjk(const limb__convex_pair *pair, limb__pair_memory *memory, double near,
                            double far, limb__gjk_answer *out);

//---- epa_isa.c -----------------------------------------------------------------------------------

// Computes the depth of the cores' overlap; simplex is that of limb__gjk. The depth is never too
// small: moving b along the normal by it separates the cores. It may be too large by gap.
void limb__epa(const limb__convex_pair *pair, const limb__simplex *simplex, double gap,
               limb__proximity *out);

//---- solids_isa.c --------------------------------------------------------------------------------

typedef enum limb__solids_verdict {
    LIMB__SOLIDS_APART,  // the nearest points are known
    LIMB__SOLIDS_FAR,    // they are farther apart than the given bound
    LIMB__SOLIDS_TOUCH,  // they are at most the given bound apart, or overlap
    LIMB__SOLIDS_UNKNOWN // undecided
} limb__solids_verdict;

typedef struct limb__solids_answer {
    double distance; // FAR: a lower bound
    limb__vec3 normal, on_a;
} limb__solids_answer;

// Returns whether two segments, boxes or cylinders are at most reach apart: TOUCH, FAR or UNKNOWN.
limb__solids_verdict limb__solids_touch(const limb__convex_pair *pair, double reach);
// Their distance, as limb__gjk.
limb__solids_verdict limb__solids_gap(const limb__convex_pair *pair, limb__pair_memory *memory,
                                      double near, double far, limb__solids_answer *out);

//---- boxes_gap_isa.c -----------------------------------------------------------------------------

// The same of two boxes; see there.
limb__solids_verdict limb__boxes_gap(const limb__convex_pair *pair, double near, double far,
                                     limb__solids_answer *out);

//---- box_cylinder_isa.c --------------------------------------------------------------------------

// The same of a box and a cylinder, in either order; see there.
limb__solids_verdict limb__box_cylinder_gap(const limb__convex_pair *pair, double near, double far,
                                            limb__solids_answer *out);

//---- cylinders_isa.c, cylinders_depth_isa.c ------------------------------------------------------

// The same of two cylinders, in closed form where there is one.
limb__solids_verdict limb__cylinders_gap(const limb__convex_pair *pair, double near, double far,
                                         limb__solids_answer *out);
// Computes the depth of two cylinders as limb__epa does. Returns false if undecided.
bool limb__cylinders_depth(const limb__convex_pair *pair, limb__proximity *out);

//---- solids_depth_isa.c --------------------------------------------------------------------------

// Computes the depth of two overlapping segments, boxes or cylinders, as limb__epa does.
void limb__solids_depth(const limb__convex_pair *pair, limb__pair_memory *memory,
                        limb__proximity *out);

//---- convex_pair_isa.c ---------------------------------------------------------------------------

// As limb__convex_collide and limb__convex_distance, for pairs without a closed form and those
// whose cores touch.
bool limb__searched_collide(const limb__convex_pair *pair, limb__pair_memory *memory);
bool limb__searched_distance(const limb__convex_pair *pair, limb__pair_memory *memory, double bound,
                             limb__proximity *out);

//---- closed_form_isa.c ---------------------------------------------------------------------------

// Computes the signed distance of a point from a box or a cylinder, with the closest point of its
// surface and the unit outward normal there.
double limb__point_box(limb__vec3 p, const double half[3], limb__vec3 *surface, limb__vec3 *normal);
double limb__point_cylinder(limb__vec3 p, const double half[3], limb__vec3 *surface,
                            limb__vec3 *normal);

#endif
#endif
