// Distance of a box and a cylinder, in the frame of the box.
//
// Of the axes that most often separate the two, the one with the largest gap gives a starting
// point. Then a point of the box is projected on the cylinder and back, which shows whether a
// corner, an edge or a face of the box is closest. For a corner the result is its projection, for a
// face the extreme point of the cylinder; along an edge the squared distance is convex, and
// Newton's method finds its minimum. If the projection returns to its start, the two points are the
// closest ones, because both shapes are convex.
#include "numbers/narrowphase/boxes.h"
#include "numbers/narrowphase/convex.h"

enum { MAX_ROUND = 6, MAX_NEWTON = 8, NO_EDGE = -1 };
static const double relative_gap = 1e-11; // of upper and lower bound, at which the search ends
static const double rounding_gap = 2e-15; // of the size: smaller gaps are not resolved

typedef struct setting {
    const double *half;         // of the box
    limb__vec3 center, axis;    // of the cylinder; axis: unit
    double radius, half_length; // of the cylinder
    double size;                // of both and of what is between them
} setting;

// A point of the box, relative to the cylinder.
typedef struct foot {
    limb__vec3 p;
    int edge;          // the axis of the edge that contains it; NO_EDGE: none, or unknown
    double along;      // coordinate along the cylinder
    limb__vec3 beside; // and perpendicular to it
    double squared;    // of beside
    limb__vec3 away;   // from the nearest point of the cylinder to p
    double apart;      // the square of that
} foot;

static setting setting_of(const limb__convex_pair *pair);
static double begin(const setting *s, foot *f);
static limb__vec3 edge_point(const setting *s, int k, double sine2);
static limb__vec3 foremost(const setting *s, int k, double sense);
static void look(const setting *s, foot *f);
static void slide(const setting *s, foot *f);
static double plane_gap(const setting *s, limb__vec3 away, limb__vec3 q);
static bool is_nearest(const setting *s, limb__vec3 n, double distance);
static bool try_face(const setting *s, limb__vec3 q, int free, limb__solids_answer *out, foot *f);
static void turn_answer(const limb__convex_pair *pair, limb__solids_answer *out);

LIMB__INLINE double entry(limb__vec3 a, int k)
{
    return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

LIMB__INLINE limb__vec3 with_entry(limb__vec3 a, int k, double value)
{
    return (limb__vec3){k == 0 ? value : a.x, k == 1 ? value : a.y, k == 2 ? value : a.z};
}

LIMB__INLINE double within(double x, double half)
{
    const double low = x < half ? x : half;
    return low > -half ? low : -half;
}

LIMB__INLINE limb__vec3 into_box(const setting *s, limb__vec3 q)
{
    return (limb__vec3){within(q.x, s->half[0]), within(q.y, s->half[1]), within(q.z, s->half[2])};
}

// bits of the axes along which a point is between the faces
LIMB__INLINE int free_axes(const setting *s, limb__vec3 q)
{
    return (fabs(q.x) < s->half[0]) | (fabs(q.y) < s->half[1]) << 1 | (fabs(q.z) < s->half[2]) << 2;
}

LIMB__INLINE limb__vec3 corner_along(const setting *s, limb__vec3 n)
{
    return (limb__vec3){copysign(s->half[0], n.x), copysign(s->half[1], n.y),
                        copysign(s->half[2], n.z)};
}

// Returns the edge that contains a point, from the axes along which it lies between the faces.
LIMB__INLINE int edge_of(int free)
{
    return free == 1 ? 0 : free == 2 ? 1 : free == 4 ? 2 : NO_EDGE;
}

limb__solids_verdict limb__box_cylinder_gap(const limb__convex_pair *pair, double near, double far,
                                            limb__solids_answer *out)
{
    const setting s = setting_of(pair);
    const double touching = fmax(1e-26 * s.size * s.size, 1e-300);
    foot f;
    out->distance = begin(&s, &f);
    if (out->distance > far) return LIMB__SOLIDS_FAR;
    look(&s, &f);
    for (int round = 0; round < MAX_ROUND; round++) {
        if (f.edge != NO_EDGE) slide(&s, &f);
        if (f.apart <= fmax(near * near, touching)) return LIMB__SOLIDS_TOUCH;
        const double distance = sqrt(f.apart);
        const limb__vec3 q = limb__vec3_subtract(f.p, f.away), to = into_box(&s, q);
        const int free = free_axes(&s, q);
        if (free == 7) return LIMB__SOLIDS_TOUCH;
        const double lower = plane_gap(&s, f.away, q);
        if (lower > far * distance) {
            out->distance = lower / distance;
            return LIMB__SOLIDS_FAR;
        }
        const bool back = to.x == f.p.x && to.y == f.p.y && to.z == f.p.z;
        const bool on_edge = f.edge != NO_EDGE && fabs(entry(f.p, f.edge)) < s.half[f.edge] &&
                             fabs(entry(f.away, f.edge)) <= 1e-12 * s.size;
        if (back || on_edge) {
            // the direction is perpendicular to the edge, without the rounding error
            // of the position
            const limb__vec3 way = on_edge ? with_entry(f.away, f.edge, 0) : f.away;
            const limb__vec3 n = limb__vec3_scale(way, -1 / limb__vec3_length(way));
            *out = (limb__solids_answer){distance, n, f.p};
            if (is_nearest(&s, n, distance)) {
                turn_answer(pair, out);
                return LIMB__SOLIDS_APART;
            }
            if (back) break;
        }
        if (try_face(&s, q, free, out, &f)) {
            if (out->distance > far) return LIMB__SOLIDS_FAR;
            if (out->distance <= near) return LIMB__SOLIDS_TOUCH;
            turn_answer(pair, out);
            return LIMB__SOLIDS_APART;
        }
    }
    return LIMB__SOLIDS_UNKNOWN;
}

static setting setting_of(const limb__convex_pair *pair)
{
    const double *pose = pair->pose;
    const bool box_first = pair->a->core == LIMB__CORE_BOX;
    const limb__convex *box = box_first ? pair->a : pair->b;
    const limb__convex *cylinder = box_first ? pair->b : pair->a;
    setting s = {box->half,         limb__vec3_origin(pose), {pose[2], pose[6], pose[10]},
                 cylinder->half[0], cylinder->half[2],       0};
    if (!box_first) {
        s.center = limb__vec3_negate(limb__vec3_rotate_back(pose, s.center));
        s.axis = (limb__vec3){pose[8], pose[9], pose[10]};
    }
    s.size = fabs(s.center.x) + fabs(s.center.y) + fabs(s.center.z) + 2 * s.radius + s.half_length +
             box->half[0] + box->half[1] + box->half[2];
    return s;
}

// From the frame of the box to that of a.
static void turn_answer(const limb__convex_pair *pair, limb__solids_answer *out)
{
    if (pair->a->core == LIMB__CORE_BOX) return;
    const limb__vec3 q = limb__vec3_add_scaled(out->on_a, out->distance, out->normal);
    out->normal = limb__vec3_negate(limb__vec3_rotate(pair->pose, out->normal));
    out->on_a = limb__vec3_transform(pair->pose, q);
}

//---- where to begin ------------------------------------------------------------------------------

// The largest gap along the axes of the box, that of the cylinder, and those perpendicular to it
// and to one of the box. f->p: the resulting point of the box.
static double begin(const setting *s, foot *f)
{
    const limb__v4 c = {s->center.x, s->center.y, s->center.z, 0}, b = limb__three(s->half);
    const limb__v4 d = {s->axis.x, s->axis.y, s->axis.z, 0}, flat = abs4(d);
    const limb__v4 d1 = limb__rotated1(d), d2 = limb__rotated2(d);
    const limb__v4 sine2 = fma4(d1, d1, d2 * d2), sine = sqrt4(sine2);
    const limb__v4 of_box = fma4(flat, limb__splat4(s->half_length), sine * s->radius);
    const limb__v4 turn = fma4(limb__rotated2(c), d1, -(limb__rotated1(c) * d2));
    const limb__v4 reach = fma4(limb__rotated1(b), abs4(d2), limb__rotated2(b) * abs4(d1));
    const limb__v4 across = (abs4(turn) - reach) / sine - s->radius;
    const limb__v4 along = c * d, of_axis = b * flat;
    const double way = along[0] + along[1] + along[2];
    double value[8];
    *(limb__v4u *)value = abs4(c) - b - of_box;
    // for edges nearly parallel to the cylinder the axis is dominated by rounding
    *(limb__v4u *)(value + 4) = select4(sine2 > 1e-10, across, limb__splat4(-HUGE_VAL));
    value[3] = fabs(way) - s->half_length - (of_axis[0] + of_axis[1] + of_axis[2]);
    int best = 0;
    for (int k = 1; k < 7; k++)
        if (value[k] > value[best]) best = k;
    f->edge = NO_EDGE;
    if (best < 3) {
        const limb__vec3 q = foremost(s, best, entry(s->center, best) < 0 ? 1 : -1);
        f->p = into_box(s, q);
        f->edge = edge_of(free_axes(s, q));
    } else if (best == 3) {
        f->p = corner_along(s, limb__vec3_scale(s->axis, way));
    } else {
        f->p = edge_point(s, best - 4, sine2[best - 4]);
        f->edge = best - 4;
    }
    return value[best];
}

// Returns where the extreme edge along axis k passes the axis of the cylinder.
static limb__vec3 edge_point(const setting *s, int k, double sine2)
{
    const limb__vec3 e = with_entry((limb__vec3){0, 0, 0}, k, 1);
    limb__vec3 n = limb__vec3_cross(e, s->axis);
    if (limb__vec3_dot(n, s->center) < 0) n = limb__vec3_negate(n);
    const limb__vec3 p = with_entry(corner_along(s, n), k, 0);
    const limb__vec3 w = limb__vec3_subtract(p, s->center);
    const double beside = entry(w, k) - limb__vec3_dot(w, s->axis) * entry(s->axis, k);
    return with_entry(p, k, within(-beside / sine2, s->half[k]));
}

// Returns the point of the cylinder that is farthest along a signed axis of the box; for a
// perpendicular cap, its center.
static limb__vec3 foremost(const setting *s, int k, double sense)
{
    const double up = entry(s->axis, k);
    const limb__vec3 flat = with_entry(s->axis, k, 0);
    const double sine2 = limb__vec3_squared(flat);
    const limb__vec3 end =
        limb__vec3_add_scaled(s->center, sense * copysign(s->half_length, up), s->axis);
    if (!(sine2 > 1e-30)) return end;
    // the axis minus its component along the cylinder, without rounding
    const limb__vec3 side = with_entry(limb__vec3_scale(flat, -up), k, sine2);
    return limb__vec3_add_scaled(end, sense * s->radius / sqrt(sine2), side);
}

//---- points --------------------------------------------------------------------------------------

static void look(const setting *s, foot *f)
{
    const limb__vec3 w = limb__vec3_subtract(f->p, s->center);
    f->along = limb__vec3_dot(w, s->axis);
    f->beside = limb__vec3_add_scaled(w, -f->along, s->axis);
    f->squared = limb__vec3_squared(f->beside);
    const double above = f->along - within(f->along, s->half_length), across = sqrt(f->squared);
    const double share = across > s->radius ? (across - s->radius) / across : 0;
    f->away = limb__vec3_add_scaled(limb__vec3_scale(f->beside, share), above, s->axis);
    f->apart = limb__vec3_squared(f->away);
}

// Finds the minimum of the distance along the edge: Newton's method for the zero of half the
// derivative of its square, which is monotonic.
static void slide(const setting *s, foot *f)
{
    const int k = f->edge;
    const double slope = entry(s->axis, k), bend = limb__vec3_squared(with_entry(s->axis, k, 0));
    const double at = entry(f->p, k), first = entry(f->beside, k);
    double low = -s->half[k] - at, high = s->half[k] - at, t = 0;
    bool tried_low = false, tried_high = false;
    for (int step = 0; step < MAX_NEWTON; step++) {
        const double z = limb__fma1(t, slope, f->along), above = z - within(z, s->half_length);
        const double forward = limb__fma1(t, bend, first);
        const double inverse = 1 / sqrt(limb__fma1(t, forward + first, f->squared));
        const double share = 1 - s->radius * inverse, turned = forward * inverse;
        double d1 = above * slope, d2 = above != 0 ? slope * slope : 0;
        if (share > 0) {
            d1 = limb__fma1(forward, share, d1);
            d2 += limb__fma1(bend, share, s->radius * inverse * turned * turned);
        }
        if (!(d2 > 0)) break;
        double next = t - d1 / d2;
        // an end that was tried is not tried again
        if (d1 > 0) {
            high = t;
            tried_high = true;
            if (next < low) next = tried_low ? 0.5 * (low + t) : low;
        } else {
            low = t;
            tried_low = true;
            if (next > high) next = tried_high ? 0.5 * (t + high) : high;
        }
        const double went = fabs(next - t);
        t = next;
        // the error is squared in each step, and once more in the distance
        if (!(went > 1e-7 * s->half[k])) break;
    }
    if (t == 0) return;
    f->p = with_entry(f->p, k, within(at + t, s->half[k]));
    look(s, f);
}

// The distance of the box from the plane through q with normal away; the cylinder is entirely
// beyond it. Scaled by the length of away.
static double plane_gap(const setting *s, limb__vec3 away, limb__vec3 q)
{
    const double *h = s->half;
    return -limb__vec3_dot(away, q) - fabs(away.x) * h[0] - fabs(away.y) * h[1] -
           fabs(away.z) * h[2];
}

// Returns whether the distance of the two along n equals that of their points.
static bool is_nearest(const setting *s, limb__vec3 n, double distance)
{
    const double *h = s->half;
    const double across = limb__vec3_length(limb__vec3_cross(n, s->axis));
    const double reach = fabs(n.x) * h[0] + fabs(n.y) * h[1] + fabs(n.z) * h[2] +
                         fabs(limb__vec3_dot(n, s->axis)) * s->half_length + across * s->radius;
    const double gap = limb__vec3_dot(n, s->center) - reach;
    return distance - gap <= relative_gap * distance + rounding_gap * s->size;
}

// Computes the next point. If q, a point of the cylinder, is over a face, so may be the point of
// the cylinder that is extreme towards it. Returns true if that is the result.
static bool try_face(const setting *s, limb__vec3 q, int free, limb__solids_answer *out, foot *f)
{
    const double before = f->apart;
    if (free == 6 || free == 5 || free == 3) {
        const int k = free == 6 ? 0 : free == 5 ? 1 : 2;
        const double sense = entry(q, k) < 0 ? -1 : 1;
        const limb__vec3 top = foremost(s, k, -sense);
        const double gap = sense * entry(top, k) - s->half[k];
        const int over = free_axes(s, top);
        f->p = into_box(s, top);
        if (over == free && gap > 0) {
            *out = (limb__solids_answer){gap, with_entry((limb__vec3){0, 0, 0}, k, sense), f->p};
            return true;
        }
        f->edge = edge_of(over);
        look(s, f);
        if (f->apart < before) return false;
    }
    f->p = into_box(s, q);
    f->edge = edge_of(free);
    look(s, f);
    return false;
}
