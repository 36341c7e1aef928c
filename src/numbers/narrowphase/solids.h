// Solids with a closed-form projection of points: segments, boxes and cylinders.
//
// Their distance is bounded from both sides. Closest points are found by alternating projections,
// which show on which face, edge, side or rim they lie; if these are flat the direction between
// them follows from the degrees of freedom there, if they are curved Newton's method finds it. The
// gap along the direction is a lower bound of the distance, the points give an upper one: when they
// agree, both are the result.
#ifndef LIMB_NARROWPHASE_SOLIDS_H
#define LIMB_NARROWPHASE_SOLIDS_H

#include "numbers/narrowphase/convex.h"

#include <math.h>

// A shape in the current frame.
typedef struct limb__solid {
    const limb__convex *c;
    limb__vec3 center, axis[3];
} limb__solid;

// A point of a solid, and the directions in which it can move without leaving the surface: straight
// along some axes, or around on a rim or side.
typedef struct limb__grip {
    limb__vec3 point;
    int nfree;
    int free[3]; // axes
    bool round;
    bool inside; // the point that was projected belongs to the solid
} limb__grip;

static inline bool limb__is_solid(const limb__convex *c)
{
    return c->core == LIMB__CORE_SEGMENT || c->core == LIMB__CORE_BOX ||
           c->core == LIMB__CORE_CYLINDER;
}

LIMB__INLINE limb__solid limb__solid_of(const limb__convex *c, const double pose[12])
{
    return (limb__solid){
        c,
        limb__vec3_origin(pose),
        {{pose[0], pose[4], pose[8]}, {pose[1], pose[5], pose[9]}, {pose[2], pose[6], pose[10]}}};
}

LIMB__INLINE limb__vec3 limb__solid_local(const limb__solid *s, limb__vec3 d)
{
    return (limb__vec3){limb__vec3_dot(s->axis[0], d), limb__vec3_dot(s->axis[1], d),
                        limb__vec3_dot(s->axis[2], d)};
}

LIMB__INLINE limb__vec3 limb__solid_back(const limb__solid *s, limb__vec3 a)
{
    return limb__vec3_add_scaled(
        limb__vec3_add_scaled(limb__vec3_scale(s->axis[0], a.x), a.y, s->axis[1]), a.z, s->axis[2]);
}

// Returns its extent from its center along n (unit).
LIMB__INLINE double limb__solid_reach(const limb__solid *s, limb__vec3 n)
{
    const double *h = s->c->half;
    const limb__vec3 d = limb__solid_local(s, n);
    switch (s->c->core) {
    case LIMB__CORE_BOX:
        return fabs(d.x) * h[0] + fabs(d.y) * h[1] + fabs(d.z) * h[2];
    case LIMB__CORE_CYLINDER:
        return sqrt(d.x * d.x + d.y * d.y) * h[0] + fabs(d.z) * h[2];
    default:
        return fabs(d.z) * h[2];
    }
}

// A point of it that is farthest along n.
LIMB__INLINE limb__vec3 limb__solid_support(const limb__solid *s, limb__vec3 n)
{
    int unused = 0;
    const limb__vec3 d = limb__solid_local(s, n);
    return limb__vec3_add(s->center, limb__solid_back(s, limb__support(s->c, d, &unused)));
}

// Returns the point of a shape closest to p, both in its own frame; *inside: p itself.
LIMB__INLINE limb__vec3 limb__solid_nearest(const limb__convex *c, limb__vec3 p, bool *inside)
{
    const double *h = c->half;
    limb__vec3 at = p;
    at.z = p.z < -h[2] ? -h[2] : p.z > h[2] ? h[2] : p.z;
    *inside = at.z == p.z;
    if (c->core == LIMB__CORE_BOX) {
        at.x = p.x < -h[0] ? -h[0] : p.x > h[0] ? h[0] : p.x;
        at.y = p.y < -h[1] ? -h[1] : p.y > h[1] ? h[1] : p.y;
        *inside &= at.x == p.x && at.y == p.y;
    } else if (c->core == LIMB__CORE_CYLINDER) {
        const double across = p.x * p.x + p.y * p.y;
        if (across > h[0] * h[0]) {
            const double share = h[0] / sqrt(across);
            at.x *= share;
            at.y *= share;
            *inside = false;
        }
    } else {
        at.x = at.y = 0;
        *inside = false;
    }
    return at;
}

// Returns the point of the solid closest to p.
LIMB__INLINE limb__grip limb__solid_project(const limb__solid *s, limb__vec3 p)
{
    const double *h = s->c->half;
    const limb__vec3 l = limb__solid_local(s, limb__vec3_subtract(p, s->center));
    limb__grip g = {.nfree = 0, .round = false, .inside = true};
    limb__vec3 at = l;
    switch (s->c->core) {
    case LIMB__CORE_BOX: {
        const double from[3] = {l.x, l.y, l.z};
        double to[3];
        for (int k = 0; k < 3; k++) {
            const bool within = fabs(from[k]) < h[k];
            to[k] = within ? from[k] : copysign(h[k], from[k]);
            g.inside &= fabs(from[k]) <= h[k];
            g.free[g.nfree] = k;
            g.nfree += within;
        }
        at = (limb__vec3){to[0], to[1], to[2]};
        break;
    }
    case LIMB__CORE_CYLINDER: {
        const double across = sqrt(l.x * l.x + l.y * l.y);
        if (across < h[0]) {
            g.free[0] = 0;
            g.free[1] = 1;
            g.nfree = 2;
        } else {
            const double share = across > 0 ? h[0] / across : 1;
            at.x *= share;
            at.y *= share;
            g.round = true;
            g.inside = across <= h[0];
        }
        break;
    }
    default:
        at.x = at.y = 0;
        g.inside = false;
    }
    if (s->c->core != LIMB__CORE_BOX) {
        g.inside &= fabs(l.z) <= h[2];
        if (fabs(l.z) < h[2]) {
            g.free[g.nfree++] = 2;
        } else {
            at.z = copysign(h[2], l.z);
        }
    }
    g.point = limb__vec3_add(s->center, limb__solid_back(s, at));
    return g;
}

// The curvature of a solid where its normal is n: the radius of its curve per radian of rotation of
// the normal about its axis, and the direction. 0: flat.
LIMB__INLINE double limb__solid_bend(const limb__solid *s, limb__vec3 n, limb__vec3 *way)
{
    *way = (limb__vec3){0, 0, 0};
    if (s->c->core != LIMB__CORE_CYLINDER) return 0;
    const limb__vec3 e = limb__vec3_cross(s->axis[2], n);
    const double across = limb__vec3_length(e);
    if (!(across > 1e-9)) return 0;
    *way = limb__vec3_scale(e, 1 / across);
    return s->c->half[0] / across;
}

// Returns the center of the points of a solid that are farthest along n.
LIMB__INLINE limb__grip limb__solid_grip(const limb__solid *s, limb__vec3 n)
{
    const double level = 1e-8;
    const limb__vec3 d = limb__solid_local(s, n);
    const double along[3] = {d.x, d.y, d.z}, *h = s->c->half;
    double at[3] = {0, 0, 0};
    limb__grip g = {.nfree = 0};
    if (s->c->core == LIMB__CORE_BOX) {
        for (int k = 0; k < 2; k++) {
            if (fabs(along[k]) <= level) {
                g.free[g.nfree++] = k;
            } else {
                at[k] = copysign(h[k], along[k]);
            }
        }
    } else if (s->c->core == LIMB__CORE_CYLINDER) {
        const double across = sqrt(d.x * d.x + d.y * d.y);
        if (across <= level) {
            g.free[g.nfree++] = 0;
            g.free[g.nfree++] = 1;
        } else {
            at[0] = h[0] * d.x / across;
            at[1] = h[0] * d.y / across;
            g.round = true;
        }
    }
    if (fabs(d.z) <= level) {
        g.free[g.nfree++] = 2;
    } else {
        at[2] = copysign(h[2], d.z);
    }
    g.point = limb__vec3_add(s->center, limb__solid_back(s, limb__vec3_load(at)));
    return g;
}

#if defined(LIMB__ISA)
#define limb__solids_settle LIMB__FOR_ISA(limb__solids_settle)
// Finds points of the two with normal n, from a to b: free coordinates are moved so that the line
// between the points is along n, as far as possible.
void limb__solids_settle(const limb__solid s[2], const limb__grip grip[2], limb__vec3 n,
                         limb__vec3 point[2]);
#endif
#endif
