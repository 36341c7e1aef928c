// Convex shapes as the algorithms see them: a core, rounded by a radius.
//
// A sphere is a point and a capsule a segment with a radius, so that distances between them are
// those of the cores less the radii; box, cylinder, hull and triangle have no radius of their own.
// Cores other than hulls and triangles are centred at their origin, the axis is z.
#ifndef LIMB_COLLIDE_CONVEX_H
#define LIMB_COLLIDE_CONVEX_H

#include "collide/vec3.h"
#include "limb/base.h"

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
    double radius;        // added all around the core
    double half[3];       // half of the size: box; segment and cylinder: half[2], with half[0] the
                          // cylinder's radius
    int nvertex;          // hull; triangle: 3
    int nlane;            // nvertex rounded up to a multiple of 4, the last vertex repeated
    const double *vertex; // hull: x (nlane), y (nlane), z (nlane); triangle: 3 x 3
    const int *first;     // neighbours of vertex i are neighbor[first[i]] .. [first[i + 1] - 1]
    const int *neighbor;  // NULL: every vertex is tried
} limb__convex;

// From this many vertices on a hull is searched along its edges instead of whole.
enum { LIMB__HULL_CLIMB = 24 };

// The vertex farthest along d by trying all, four at a time.
LIMB__INLINE int limb__hull_scan(const limb__convex *c, limb__vec3 d)
{
    const double *x = c->vertex, *y = x + c->nlane, *z = y + c->nlane;
    double best[4] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    int at[4] = {0, 0, 0, 0};
    for (int i = 0; i < c->nlane; i += 4) {
        for (int k = 0; k < 4; k++) {
            const double along =
                limb__fma1(z[i + k], d.z, limb__fma1(y[i + k], d.y, x[i + k] * d.x));
            at[k] = along > best[k] ? i : at[k];
            best[k] = along > best[k] ? along : best[k];
        }
    }
    int lane = 0;
    for (int k = 1; k < 4; k++)
        if (best[k] > best[lane]) lane = k;
    const int found = at[lane] + lane;
    return found < c->nvertex ? found : c->nvertex - 1;
}

LIMB__INLINE limb__vec3 limb__hull_vertex(const limb__convex *c, int i)
{
    const double *x = c->vertex + i;
    return (limb__vec3){x[0], x[c->nlane], x[2 * (ptrdiff_t)c->nlane]};
}

// The same by going to the best neighbour until none is better. On a convex polytope that is the
// farthest one; a hull of rounded vertices is convex only to rounding, so that whoever claims a
// distance confirms it by limb__hull_scan.
LIMB__INLINE int limb__hull_climb(const limb__convex *c, limb__vec3 d, int start)
{
    int at = start;
    double best = limb__vec3_dot(limb__hull_vertex(c, at), d);
    for (int step = 0; step < c->nvertex; step++) {
        int next = at;
        for (int k = c->first[at]; k < c->first[at + 1]; k++) {
            const double along = limb__vec3_dot(limb__hull_vertex(c, c->neighbor[k]), d);
            next = along > best ? c->neighbor[k] : next;
            best = along > best ? along : best;
        }
        if (next == at) break;
        at = next;
    }
    return at;
}

// The point of the core farthest along d; *hint is where a hull's search starts and ends.
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
        *hint = c->neighbor ? limb__hull_climb(c, d, *hint) : limb__hull_scan(c, d);
        return limb__hull_vertex(c, *hint);
    }
    return (limb__vec3){0, 0, 0};
}

// The same with every vertex of a hull tried.
LIMB__INLINE limb__vec3 limb__support_confirmed(const limb__convex *c, limb__vec3 d, int *hint)
{
    if (c->core == LIMB__CORE_HULL) *hint = limb__hull_scan(c, d);
    if (c->core == LIMB__CORE_HULL) return limb__hull_vertex(c, *hint);
    return limb__support(c, d, hint);
}

// Two convex shapes, computed with in the frame of the first.
typedef struct limb__convex_pair {
    const limb__convex *a, *b;
    const double *pose; // of b in the frame of a (12)
} limb__convex_pair;

// What is kept of a pair from one query to the next, so that the next one starts near its answer.
typedef struct limb__pair_memory {
    double axis[3]; // from b to a, in the frame of a; zero: none
    int hint[2];    // vertices of hulls
} limb__pair_memory;

// Signed distance of a pair, in the frame of a.
typedef struct limb__proximity {
    double distance;    // negative: the depth
    double point[2][3]; // on a and on b; point[1] = point[0] + distance * normal
    double normal[3];   // unit, from a to b: moving b by the depth along it separates the two
} limb__proximity;

//---- functions of one instruction set ------------------------------------------------------------

// The sources *_isa.c are compiled once per instruction set; whoever is not one of them calls
// through the table of pairs.h.
#if defined(LIMB__ISA)
#define limb__gjk              LIMB__FOR_ISA(limb__gjk)
#define limb__epa              LIMB__FOR_ISA(limb__epa)
#define limb__segments_nearest LIMB__FOR_ISA(limb__segments_nearest)
#define limb__boxes_overlap    LIMB__FOR_ISA(limb__boxes_overlap)
#define limb__point_box        LIMB__FOR_ISA(limb__point_box)
#define limb__point_cylinder   LIMB__FOR_ISA(limb__point_cylinder)

//---- gjk_isa.c ---------------------------------------------------------------------------------------

typedef struct limb__simplex {
    int count;          // 1 .. 4
    limb__vec3 w[4];    // points of a less points of b
    limb__vec3 on_a[4]; // the points of a
    double weight[4];   // of the point nearest to the origin
} limb__simplex;

typedef enum limb__gjk_verdict {
    LIMB__GJK_SEPARATE, // the cores are apart; the nearest points are known
    LIMB__GJK_FAR,      // the cores are farther apart than was asked for
    LIMB__GJK_NEAR,     // the cores are nearer than was asked for, or overlap
    LIMB__GJK_OVERLAP   // the cores touch or overlap
} limb__gjk_verdict;

typedef struct limb__gjk_answer {
    double distance; // of the cores; FAR: a lower bound, NEAR: an upper bound
    limb__vec3 axis; // from b to a, of that length (FAR: any length)
    limb__simplex simplex;
} limb__gjk_answer;

// Distance of the cores. It ends early once they are known to be farther apart than far, or no
// farther than near.
limb__gjk_verdict limb__gjk(const limb__convex_pair *pair, limb__pair_memory *memory, double near,
                            double far, limb__gjk_answer *out);

//---- epa_isa.c ---------------------------------------------------------------------------------------

// How deep the cores overlap; simplex is that of limb__gjk. The depth is never too small: moving b
// along the normal by it does separate the cores.
void limb__epa(const limb__convex_pair *pair, const limb__simplex *simplex, limb__proximity *out);

//---- closed_form_isa.c -------------------------------------------------------------------------------

// Points of two segments (centre, half vector) nearest to each other, as fractions in -1 .. 1.
void limb__segments_nearest(limb__vec3 ca, limb__vec3 ha, limb__vec3 cb, limb__vec3 hb, double *s,
                            double *t);
// Whether two boxes (half sizes, pose of b in a) touch: no separating axis (Gottschalk 1996).
bool limb__boxes_overlap(const double half_a[3], const double half_b[3], const double pose[12]);
// Signed distance of a point from a box or a cylinder, with the point of its surface nearest to it
// and the unit normal there, outward.
double limb__point_box(limb__vec3 p, const double half[3], limb__vec3 *surface, limb__vec3 *normal);
double limb__point_cylinder(limb__vec3 p, const double half[3], limb__vec3 *surface,
                            limb__vec3 *normal);

#endif
#endif
