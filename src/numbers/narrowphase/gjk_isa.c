// Distance of two convex cores by the algorithm of Gilbert, Johnson and Keerthi (1988).
//
// The points of a minus those of b form a convex set, whose distance from the origin is computed.
// A simplex of at most four of its points grows towards the origin; its point v closest to the
// origin is an upper bound. The support point w against v gives a lower bound, v.w / |v|. The
// bounds converge. Every v is a point of the set by construction (nonnegative weights that sum to
// one), so a result cut short by rounding or the iteration limit is still an upper bound with
// points of the shapes.
#include "numbers/narrowphase/convex.h"

#include <string.h>

static const double relative_gap = 1e-12; // of upper and lower bound, at which the search ends
static const double rounding_gap = 8e-16; // of the largest coordinate: smaller gaps
                                          // are not resolved
static const double touching = 1e-13;     // of the largest coordinate: closer shapes
                                          // count as touching
static const double fine = 1e-4;          // of the largest coordinate: closer hulls
                                          // are searched exactly
enum { MAX_ITERATION = 128, MAX_RESTART = 3 };

typedef struct search { // parameters of the search
    const limb__convex_pair *pair;
    limb__pair_memory *memory;
    double near, far;
    double error; // error of the support function along a unit vector
} search;

typedef enum ending { GO_ON, FAR, CLOSED } ending;

// The search mode for vertices of hulls: fastest, all of them in floats, or in doubles.
typedef enum effort { QUICK, SCANNED, CONFIRMED } effort;

typedef struct state {
    limb__simplex simplex[2]; // the current one, and the one being made
    int current;
    limb__vec3 v; // the point of the current simplex nearest to the origin
    double vv;    // its square
    double size;  // square of the largest point
} state;

typedef struct nearest { // the point of a face of the simplex nearest to the origin
    limb__vec3 v;
    double vv;
    int count;
    int corner[3];
    double weight[3];
} nearest;

static limb__gjk_verdict descend(const search *bounds, limb__vec3 axis, limb__gjk_answer *out,
                                 bool *stalled);
static double support_error(const limb__convex_pair *pair);
static ending judge(const state *s, limb__vec3 w, double length, double far, double error);
static limb__vec3 start_axis(const limb__convex_pair *pair, const limb__pair_memory *memory);
static limb__vec3 support(const limb__convex_pair *pair, limb__pair_memory *memory, limb__vec3 v,
                          effort how, limb__vec3 *on_a);
static bool advance(state *s, limb__vec3 w, limb__vec3 on_a, bool *inside);
static bool holds(const limb__simplex *simplex, limb__vec3 w);
static bool nearest_of(const limb__simplex *simplex, double size, nearest *best);
static void try_segment(const limb__vec3 *w, int i, int j, nearest *best);
static void try_triangle(const limb__vec3 *w, const int corner[3], double size, nearest *best);
static limb__vec3 project_on_needle(limb__vec3 a, limb__vec3 b, limb__vec3 c, limb__vec3 near);
static bool try_tetrahedron(const limb__vec3 *w, double size, nearest *best);

limb__gjk_verdict limb__gjk(const limb__convex_pair *pair, limb__pair_memory *memory, double near,
                            double far, limb__gjk_answer *out)
{
    const search bounds = {pair, memory, near, far, support_error(pair)};
    limb__vec3 axis = start_axis(pair, memory);
    bool stalled;
    limb__gjk_verdict verdict = descend(&bounds, axis, out, &stalled);
    // points of a curved side cluster until rounding hides the direction: use fresh ones
    for (int round = 0; stalled && round < MAX_RESTART; round++) {
        limb__gjk_answer again;
        axis = out->axis;
        const limb__gjk_verdict next = descend(&bounds, axis, &again, &stalled);
        if (next == LIMB__GJK_SEPARATE && !(again.distance < out->distance)) break;
        verdict = next;
        *out = again;
    }
    limb__vec3_store(memory->axis, out->axis);
    return verdict;
}

// Runs one search from an axis. *stalled: it ended without proof that the distance is minimal.
static limb__gjk_verdict descend(const search *bounds, limb__vec3 axis, limb__gjk_answer *out,
                                 bool *stalled)
{
    const limb__convex_pair *pair = bounds->pair;
    limb__gjk_verdict verdict = LIMB__GJK_SEPARATE;
    double proven_apart = 0; // the best lower bound
    state s;
    s.current = 0;
    s.simplex[0].count = 0;
    s.size = 0;
    s.v = axis;
    s.vv = HUGE_VAL;
    *stalled = false;
    for (int iteration = 0;; iteration++) {
        const double length = limb__vec3_length(s.v);
        // close to touching, missed vertices would matter: all are tested
        double error = s.vv <= fine * fine * s.size ? 0 : bounds->error;
        limb__vec3 on_a,
            w = support(pair, bounds->memory, s.v, error == 0 ? CONFIRMED : QUICK, &on_a);
        ending end = judge(&s, w, length, bounds->far, error);
        if (end == CLOSED && error == HUGE_VAL) {
            // a climb proves nothing; a scan in floats suffices for most pairs
            error = pair->a->coarse_error + pair->b->coarse_error;
            w = support(pair, bounds->memory, s.v, SCANNED, &on_a);
            end = judge(&s, w, length, bounds->far, error);
        }
        if (end == CLOSED && error > 0) {
            // here too: the bound would be too high
            error = 0;
            w = support(pair, bounds->memory, s.v, CONFIRMED, &on_a);
            end = judge(&s, w, length, bounds->far, error);
        }
        const double reached = limb__vec3_dot(s.v, w) - error * length; // a bound times the length
        if (end == FAR) {
            verdict = LIMB__GJK_FAR;
            out->distance = reached / length;
        }
        if (end != GO_ON) break;
        if (reached > proven_apart * length) proven_apart = reached / length;
        bool inside;
        *stalled = iteration == MAX_ITERATION || !advance(&s, w, on_a, &inside);
        if (*stalled) break;
        if (inside && proven_apart * proven_apart > touching * touching * s.size) {
            // all of the set is beyond a plane: a needle-shaped simplex that seems to contain the
            // origin is a rounding error
            s.simplex[s.current].count--;
            *stalled = true;
            break;
        }
        if (inside || s.vv <= touching * touching * s.size) {
            verdict = LIMB__GJK_OVERLAP;
            break;
        }
        if (s.vv <= bounds->near * bounds->near) {
            verdict = LIMB__GJK_NEAR;
            break;
        }
    }
    out->axis = s.v;
    // a caller that needs only a bound needs no points
    if (verdict == LIMB__GJK_SEPARATE || verdict == LIMB__GJK_OVERLAP)
        out->simplex = s.simplex[s.current];
    if (verdict != LIMB__GJK_FAR) out->distance = verdict == LIMB__GJK_OVERLAP ? 0 : sqrt(s.vv);
    return verdict;
}

// Hulls are searched approximately, or along their edges, which may end in a wrong vertex.
static double support_error(const limb__convex_pair *pair)
{
    if (pair->a->neighbor || pair->b->neighbor) return HUGE_VAL;
    return pair->a->coarse_error + pair->b->coarse_error;
}

// Returns whether the support point w against v, of this length, ends the search.
static ending judge(const state *s, limb__vec3 w, double length, double far, double error)
{
    const double along = limb__vec3_dot(s->v, w);
    if (along > far * length) {
        if (along - error * length > far * length) return FAR;
        if (error > 0) return CLOSED;
    }
    if (!(s->vv < HUGE_VAL)) return GO_ON;
    const double gap = relative_gap * s->vv + rounding_gap * sqrt(s->vv * s->size);
    return s->vv - along <= gap || holds(&s->simplex[s->current], w) ? CLOSED : GO_ON;
}

static limb__vec3 start_axis(const limb__convex_pair *pair, const limb__pair_memory *memory)
{
    limb__vec3 v = limb__vec3_load(memory->axis);
    if (limb__vec3_squared(v) > 0) return v;
    v = limb__vec3_negate(limb__vec3_origin(pair->pose));
    return limb__vec3_squared(v) > 0 ? v : (limb__vec3){1, 0, 0};
}

// Computes the point of the set that is farthest along -v.
static limb__vec3 support(const limb__convex_pair *pair, limb__pair_memory *memory, limb__vec3 v,
                          effort how, limb__vec3 *on_a)
{
    const limb__vec3 along_b = limb__vec3_rotate_back(pair->pose, v);
    limb__vec3 b;
    if (how == SCANNED) {
        *on_a = limb__support_scanned(pair->a, limb__vec3_negate(v), &memory->hint[0]);
        b = limb__support_scanned(pair->b, along_b, &memory->hint[1]);
    } else if (how == CONFIRMED) {
        *on_a = limb__support_confirmed(pair->a, limb__vec3_negate(v), &memory->hint[0]);
        b = limb__support_confirmed(pair->b, along_b, &memory->hint[1]);
    } else {
        *on_a = limb__support(pair->a, limb__vec3_negate(v), &memory->hint[0]);
        b = limb__support(pair->b, along_b, &memory->hint[1]);
    }
    return limb__vec3_subtract(*on_a, limb__vec3_transform(pair->pose, b));
}

static bool holds(const limb__simplex *simplex, limb__vec3 w)
{
    for (int i = 0; i < simplex->count; i++) {
        const limb__vec3 p = simplex->w[i];
        if (p.x == w.x && p.y == w.y && p.z == w.z) return true;
    }
    return false;
}

// Adds w to the simplex and keeps the face closest to the origin. Returns false, with the old
// simplex, if w gives no progress.
static bool advance(state *s, limb__vec3 w, limb__vec3 on_a, bool *inside)
{
    limb__simplex *from = &s->simplex[s->current], *to = &s->simplex[1 - s->current];
    *inside = false;
    const int n = from->count;
    from->w[n] = w;
    from->on_a[n] = on_a;
    from->count = n + 1;
    s->size = fmax(s->size, limb__vec3_squared(w));
    nearest best = {.vv = HUGE_VAL};
    if (nearest_of(from, s->size, &best)) {
        *inside = true;
        return true;
    }
    if (!(best.vv < s->vv)) {
        from->count = n;
        return false;
    }
    to->count = best.count;
    for (int i = 0; i < best.count; i++) {
        to->w[i] = from->w[best.corner[i]];
        to->on_a[i] = from->on_a[best.corner[i]];
        to->weight[i] = best.weight[i];
    }
    s->current = 1 - s->current;
    s->v = best.v;
    s->vv = best.vv;
    return true;
}

// Returns true if the origin is inside the tetrahedron.
static bool nearest_of(const limb__simplex *simplex, double size, nearest *best)
{
    const limb__vec3 *w = simplex->w;
    static const int first_three[3] = {0, 1, 2};
    switch (simplex->count) {
    case 1:
        *best = (nearest){w[0], limb__vec3_squared(w[0]), 1, {0, 0, 0}, {1, 0, 0}};
        return false;
    case 2:
        try_segment(w, 0, 1, best);
        return false;
    case 3:
        try_triangle(w, first_three, size, best);
        return false;
    default:
        return try_tetrahedron(w, size, best);
    }
}

static void try_segment(const limb__vec3 *w, int i, int j, nearest *best)
{
    const limb__vec3 a = w[i], b = w[j];
    const limb__vec3 ab = limb__vec3_subtract(b, a);
    const double length = limb__vec3_squared(ab);
    const double t = -limb__vec3_dot(a, ab);
    nearest found;
    if (!(t > 0)) {
        found = (nearest){a, limb__vec3_squared(a), 1, {i, 0, 0}, {1, 0, 0}};
    } else if (t >= length) {
        found = (nearest){b, limb__vec3_squared(b), 1, {j, 0, 0}, {1, 0, 0}};
    } else {
        const double s = t / length;
        // from the closer end, with less rounding
        const limb__vec3 v =
            s < 0.5 ? limb__vec3_add_scaled(a, s, ab) : limb__vec3_add_scaled(b, -(1 - s), ab);
        found = (nearest){v, limb__vec3_squared(v), 2, {i, j, 0}, {1 - s, s, 0}};
    }
    if (found.vv < best->vv) *best = found;
}

static void try_triangle(const limb__vec3 *w, const int corner[3], double size, nearest *best)
{
    const limb__vec3 a = w[corner[0]], b = w[corner[1]], c = w[corner[2]];
    const limb__vec3 ab = limb__vec3_subtract(b, a), ac = limb__vec3_subtract(c, a);
    const limb__vec3 n = limb__vec3_cross(ab, ac);
    const double nn = limb__vec3_squared(n);
    // areas of the triangles of the origin's projection with the edges
    const double u = limb__vec3_dot(n, limb__vec3_cross(b, limb__vec3_subtract(c, b)));
    const double v = limb__vec3_dot(n, limb__vec3_cross(ac, a));
    const double t = limb__vec3_dot(n, limb__vec3_cross(a, ab));
    const double sum = u + v + t;
    const double least = 1e-28 * limb__vec3_squared(ab) * limb__vec3_squared(ac);
    if (u >= 0 && v >= 0 && t >= 0 && nn > least && sum > 0) {
        const double weight[3] = {u / sum, v / sum, t / sum};
        const limb__vec3 mixed = limb__vec3_add_scaled(
            limb__vec3_add_scaled(limb__vec3_scale(a, weight[0]), weight[1], b), weight[2], c);
        const limb__vec3 plane = limb__vec3_scale(n, limb__vec3_dot(n, a) / nn);
        const double apart = limb__vec3_squared(limb__vec3_subtract(plane, mixed));
        // the projection has the better direction if the origin is close
        const limb__vec3 found = apart <= 1e-30 * size ? plane : project_on_needle(a, b, c, mixed);
        const double vv = limb__vec3_squared(found);
        if (vv < best->vv) {
            *best = (nearest){
                found, vv, 3, {corner[0], corner[1], corner[2]}, {weight[0], weight[1], weight[2]}};
        }
        return;
    }
    const bool degenerate = !(nn > least);
    if (!(u > 0) || degenerate) try_segment(w, corner[1], corner[2], best);
    if (!(v > 0) || degenerate) try_segment(w, corner[0], corner[2], best);
    if (!(t > 0) || degenerate) try_segment(w, corner[0], corner[1], best);
}

// Projects the origin on the plane of a triangle so narrow that its normal is inaccurate: first on
// its longest edge, then across it. near is that point up to rounding.
static limb__vec3 project_on_needle(limb__vec3 a, limb__vec3 b, limb__vec3 c, limb__vec3 near)
{
    const limb__vec3 ab = limb__vec3_subtract(b, a), bc = limb__vec3_subtract(c, b),
                     ca = limb__vec3_subtract(a, c);
    const double lab = limb__vec3_squared(ab), lbc = limb__vec3_squared(bc),
                 lca = limb__vec3_squared(ca);
    limb__vec3 along = ab, across = lbc < lca ? bc : ca;
    if (lbc >= lab && lbc >= lca) {
        along = bc;
        across = lca < lab ? ca : ab;
    } else if (lca >= lab) {
        along = ca;
        across = lab < lbc ? ab : bc;
    }
    along = limb__vec3_unit(along, (limb__vec3){1, 0, 0});
    across = limb__vec3_add_scaled(across, -limb__vec3_dot(across, along), along);
    across = limb__vec3_unit(across, limb__vec3_normal_to(along));
    limb__vec3 v = near;
    for (int pass = 0; pass < 2; pass++) {
        v = limb__vec3_add_scaled(v, -limb__vec3_dot(v, along), along);
        v = limb__vec3_add_scaled(v, -limb__vec3_dot(v, across), across);
    }
    return v;
}

static bool try_tetrahedron(const limb__vec3 *w, double size, nearest *best)
{
    static const int face[4][4] = {{0, 1, 3, 2}, {1, 2, 3, 0}, {0, 2, 3, 1}, {0, 1, 2, 3}};
    bool inside = true;
    for (int f = 0; f < 4; f++) {
        const limb__vec3 a = w[face[f][0]];
        const limb__vec3 n = limb__vec3_cross(limb__vec3_subtract(w[face[f][1]], a),
                                              limb__vec3_subtract(w[face[f][2]], a));
        const limb__vec3 up = limb__vec3_subtract(w[face[f][3]], a);
        const double apex = limb__vec3_dot(n, up);
        const double origin = -limb__vec3_dot(n, a);
        // a height that may be a rounding error
        const bool flat = apex * apex <= 1e-29 * limb__vec3_squared(n) * size;
        if (!flat && apex * origin >= 0) continue;
        inside = false;
        try_triangle(w, face[f], size, best);
    }
    return inside;
}
