// The depth of two solids: the minimum over all directions of the distance that separates them.
//
// For segments and boxes it is along an axis of one, or along the cross product of an axis of
// each; all are tried. Round sides have more directions: from the best of those Newton's method
// rotates the direction while the distance decreases, also along creases of the depth, where an
// axis is perpendicular to the direction. The depth is never too small: moving by it along the
// normal separates them.
#include "numbers/narrowphase/boxes.h"
#include "numbers/narrowphase/cylinders.h"
#include "numbers/narrowphase/pairs.h"
#include "numbers/narrowphase/solids.h"

static const double coarse_gap = 1e-4; // of the size
static const double near_fold = 0.1;   // rad
enum { MAX_TURN = 12, MAX_HALVE = 4, MAX_SETTLE = 12 };

typedef struct way_out {
    limb__vec3 n; // unit; b moves along it
    double depth;
} way_out;

typedef struct search {
    const limb__convex_pair *pair;
    limb__solid s[2];
    double size;
    way_out best;
} search;

static bool belong(const search *f, const limb__proximity *near);
static int edges(const limb__solid *s, limb__vec3 out[3]);
static void try_faces(search *f);
static void try_edges(search *f);
static void try_rounds(search *f, limb__pair_memory *memory, limb__proximity *out);
static void try_rims(search *f);
static void consider(search *f, limb__vec3 d);
static double depth_along(const search *f, limb__vec3 n);
static void climb(const search *f, way_out *way);
static void climb_along(const search *f, const limb__vec3 *fold, way_out *way);
static bool take_if_better(const search *f, limb__vec3 n, way_out *way);
static limb__vec3 newton_turn(const search *f, limb__vec3 n, const limb__vec3 *fold);
static void find_points(const search *f, const way_out *way, limb__proximity *out);
static void points_farther(const search *f, const way_out *way, limb__vec3 *on_a);

void limb__solids_depth(const limb__convex_pair *pair, limb__pair_memory *memory,
                        limb__proximity *out)
{
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    if (limb__are_cylinders(pair) && limb__cylinders_depth(pair, out)) return;
    search f = {.pair = pair, .best = {.depth = HUGE_VAL}};
    f.s[0] = limb__solid_of(pair->a, identity);
    f.s[1] = limb__solid_of(pair->b, pair->pose);
    f.size = limb__vec3_length(f.s[1].center);
    for (int k = 0; k < 3; k++)
        f.size += pair->a->half[k] + pair->b->half[k];
    bool all = true;
    if (pair->a->core == LIMB__CORE_BOX && pair->b->core == LIMB__CORE_BOX) {
        const limb__box_axes axes = limb__box_axes_of(pair->a->half, pair->b->half, pair->pose);
        consider(&f, limb__box_axes_best(&axes, pair->pose, &all));
    }
    if (all) {
        try_faces(&f);
        try_edges(&f);
    }
    // two collinear segments
    if (!(f.best.depth < HUGE_VAL)) consider(&f, limb__vec3_normal_to(f.s[0].axis[2]));
    if (limb__are_cylinders(pair)) {
        try_rounds(&f, memory, out);
    } else if (pair->a->core == LIMB__CORE_CYLINDER || pair->b->core == LIMB__CORE_CYLINDER) {
        try_rims(&f);
    }
    find_points(&f, &f.best, out);
    if (belong(&f, out)) return;
    // the direction is not final: the polytope completes it
    limb__gjk_answer answer;
    limb__proximity other;
    if (limb__gjk(pair, memory, 0, HUGE_VAL, &answer) != LIMB__GJK_OVERLAP) return;
    limb__epa(pair, &answer.simplex, 0, &other);
    if (other.distance > out->distance - 1e-9 * f.size) *out = other;
}

// Returns whether the point of b does belong to it.
static bool belong(const search *f, const limb__proximity *near)
{
    const limb__vec3 p = limb__vec3_load(near->point[1]);
    const limb__grip g = limb__solid_project(&f->s[1], p);
    return limb__vec3_length(limb__vec3_subtract(g.point, p)) <= 1e-10 * f->size;
}

//---- directions ----------------------------------------------------------------------------------

static int edges(const limb__solid *s, limb__vec3 out[3])
{
    if (s->c->core != LIMB__CORE_BOX) {
        out[0] = s->axis[2];
        return 1;
    }
    for (int k = 0; k < 3; k++)
        out[k] = s->axis[k];
    return 3;
}

static void try_faces(search *f)
{
    for (int side = 0; side < 2; side++) {
        const limb__solid *s = &f->s[side];
        limb__vec3 edge[3];
        if (s->c->core == LIMB__CORE_SEGMENT) continue;
        const int count = edges(s, edge);
        for (int k = 0; k < count; k++)
            consider(f, edge[k]);
    }
}

static void try_edges(search *f)
{
    limb__vec3 a[3], b[3];
    const int na = edges(&f->s[0], a), nb = edges(&f->s[1], b);
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++)
            consider(f, limb__vec3_cross(a[i], b[j]));
}

// The expanding polytope finds the approximate direction, since no other could be better.
static void try_rounds(search *f, limb__pair_memory *memory, limb__proximity *out)
{
    limb__gjk_answer answer;
    // where they nearly touch, the direction of the search that found out
    consider(f, limb__vec3_load(memory->axis));
    climb(f, &f->best);
    if (limb__gjk(f->pair, memory, 0, HUGE_VAL, &answer) != LIMB__GJK_OVERLAP) return;
    limb__epa(f->pair, &answer.simplex, coarse_gap * f->size, out);
    way_out way = {.n = limb__vec3_load(out->normal)};
    way.depth = depth_along(f, way.n);
    climb(f, &way);
    if (way.depth < f->best.depth) f->best = way;
}

// A box and a cylinder: each edge of the box is a cylinder of radius 0. A corner and a rim never
// give the minimum, because the depth is linear in one of the directions around the rim.
static void try_rims(search *f)
{
    const int round = f->s[0].c->core == LIMB__CORE_CYLINDER ? 0 : 1;
    const limb__solid *cylinder = &f->s[round], *box = &f->s[1 - round];
    const limb__vec3 apart = limb__vec3_subtract(box->center, cylinder->center);
    const double radius[2] = {cylinder->c->half[0], 0};
    for (int edge = 0; edge < 12; edge++) {
        const int i = edge / 4, j = (i + 1) % 3, k = (i + 2) % 3;
        const double along_j = edge & 1 ? -box->c->half[j] : box->c->half[j];
        const double along_k = edge & 2 ? -box->c->half[k] : box->c->half[k];
        const limb__vec3 mid = limb__vec3_add_scaled(
            limb__vec3_add_scaled(apart, along_j, box->axis[j]), along_k, box->axis[k]);
        const double half[2] = {cylinder->c->half[2], box->c->half[i]};
        const limb__cylinders c =
            limb__cylinders_placed(radius, half, limb__solid_local(cylinder, box->axis[i]),
                                   limb__solid_local(cylinder, mid));
        limb__cylinders_arcs arcs;
        limb__cylinders_find_arcs(&c, 15, &arcs);
        for (int lane = 0; lane < 4; lane++) {
            limb__cylinders_way way;
            if (!(arcs.gap[lane] > -f->best.depth)) continue;
            limb__cylinders_arc(&c, &arcs, lane, &way);
            const limb__vec3 n = limb__solid_back(cylinder, limb__cylinders_back(&c, way.n));
            take_if_better(f, round ? limb__vec3_negate(n) : n, &f->best);
        }
    }
}

// Keeps the best direction; d may have any length and sign.
static void consider(search *f, limb__vec3 d)
{
    const double dd = limb__vec3_squared(d);
    if (!(dd > 1e-30)) return;
    const double sense = limb__vec3_dot(d, f->s[1].center) < 0 ? -1 : 1;
    take_if_better(f, limb__vec3_scale(d, sense / sqrt(dd)), &f->best);
}

static double depth_along(const search *f, limb__vec3 n)
{
    return limb__solid_reach(&f->s[0], n) + limb__solid_reach(&f->s[1], n) -
           limb__vec3_dot(n, f->s[1].center);
}

//---- turning -------------------------------------------------------------------------------------

static void climb(const search *f, way_out *way)
{
    climb_along(f, NULL, way);
    // onto nearby creases, where the minimum often is
    const limb__vec3 n = way->n;
    for (int i = 0; i < 6; i++) {
        const limb__solid *s = &f->s[i / 3];
        const limb__vec3 *axis = &s->axis[i % 3];
        if (s->c->core != LIMB__CORE_BOX && i % 3 != 2) continue;
        const double off = limb__vec3_dot(n, *axis);
        if (fabs(off) > near_fold) continue;
        way_out flat = {.n = limb__vec3_unit(limb__vec3_add_scaled(n, -off, *axis), n)};
        flat.depth = depth_along(f, flat.n);
        climb_along(f, axis, &flat);
        // the fold is exact, the other is only near it
        if (flat.depth <= way->depth + 1e-14 * f->size) *way = flat;
    }
}

// Rotates the direction while the distance decreases; it stays perpendicular to fold unless NULL.
static void climb_along(const search *f, const limb__vec3 *fold, way_out *way)
{
    for (int step = 0; step < MAX_TURN; step++) {
        const limb__vec3 turn = newton_turn(f, way->n, fold);
        const double turned = limb__vec3_squared(turn);
        double share = turned > 0.16 ? 0.4 / sqrt(turned) : 1;
        bool better = false;
        for (int k = 0; k < MAX_HALVE && !better; k++, share *= 0.3) {
            limb__vec3 n = limb__vec3_add_scaled(way->n, share, turn);
            n = limb__vec3_scale(n, 1 / limb__vec3_length(n));
            better = take_if_better(f, n, way);
            // near the minimum the depth is dominated by rounding, but the direction still improves
            if (better || turned > 1e-8 || k > 0) continue;
            const double depth = depth_along(f, n);
            better = depth <= way->depth + 1e-15 * f->size;
            if (better) *way = (way_out){n, depth};
        }
        if (!better || turned < 1e-24) break;
    }
}

static bool take_if_better(const search *f, limb__vec3 n, way_out *way)
{
    const double depth = depth_along(f, n);
    if (!(depth < way->depth)) return false;
    *way = (way_out){n, depth};
    return true;
}

// As newton() of solids_isa.c, with the second derivative made positive.
static limb__vec3 newton_turn(const search *f, limb__vec3 n, const limb__vec3 *fold)
{
    limb__vec3 bend[2];
    const double radius[2] = {limb__solid_bend(&f->s[0], n, &bend[0]),
                              limb__solid_bend(&f->s[1], n, &bend[1])};
    const limb__vec3 a = limb__solid_support(&f->s[0], n);
    const limb__vec3 b = limb__solid_support(&f->s[1], limb__vec3_negate(n));
    const limb__vec3 g = limb__vec3_subtract(b, a);
    const double gap = limb__vec3_dot(n, g), least = 0.02 * f->size;
    const limb__vec3 e1 = fold            ? limb__vec3_cross(*fold, n)
                          : radius[0] > 0 ? bend[0]
                          : radius[1] > 0 ? bend[1]
                                          : limb__vec3_normal_to(n);
    const limb__vec3 e2 = limb__vec3_cross(n, e1);
    const double u[2] = {limb__vec3_dot(bend[0], e1), limb__vec3_dot(bend[1], e1)};
    const double v[2] = {limb__vec3_dot(bend[0], e2), limb__vec3_dot(bend[1], e2)};
    double m11 = gap + radius[0] * u[0] * u[0] + radius[1] * u[1] * u[1];
    double m22 = gap + radius[0] * v[0] * v[0] + radius[1] * v[1] * v[1];
    const double m12 = radius[0] * u[0] * v[0] + radius[1] * u[1] * v[1];
    const double g1 = limb__vec3_dot(g, e1), g2 = limb__vec3_dot(g, e2);
    if (fold) return limb__vec3_scale(e1, g1 / (m11 > least ? m11 : least));
    const double mean = 0.5 * (m11 + m22), half = 0.5 * (m11 - m22);
    const double lowest = mean - sqrt(half * half + m12 * m12);
    if (lowest < least) {
        m11 += least - lowest;
        m22 += least - lowest;
    }
    const double determinant = m11 * m22 - m12 * m12;
    return limb__vec3_add_scaled(limb__vec3_scale(e1, (g1 * m22 - g2 * m12) / determinant),
                                 (g2 * m11 - g1 * m12) / determinant, e2);
}

//---- points --------------------------------------------------------------------------------------

// After moving by the depth the two only touch; the contact follows from the freedom of points with
// normal n. If whole faces touch, alternating projections end at a common point.
static void find_points(const search *f, const way_out *way, limb__proximity *out)
{
    limb__solid s[2] = {f->s[0], f->s[1]};
    s[1].center = limb__vec3_add_scaled(s[1].center, way->depth, way->n);
    const limb__grip grip[2] = {limb__solid_grip(&s[0], way->n),
                                limb__solid_grip(&s[1], limb__vec3_negate(way->n))};
    limb__vec3 point[2];
    limb__solids_settle(s, grip, way->n, point);
    limb__vec3 on_a = point[0], on_b = point[1];
    bool meet = false;
    for (int round = 0; round < MAX_SETTLE && !meet; round++) {
        const limb__vec3 apart = limb__vec3_subtract(on_b, on_a);
        meet = limb__vec3_squared(apart) <= 1e-22 * f->size * f->size;
        if (meet) break;
        on_a = limb__solid_project(&s[0], on_b).point;
        on_b = limb__solid_project(&s[1], on_a).point;
    }
    if (!meet) points_farther(f, way, &on_a);
    const double depth = way->depth > 0 ? way->depth : 0;
    out->distance = -depth;
    limb__vec3_store(out->normal, way->n);
    limb__vec3_store(out->point[0], on_a);
    limb__vec3_store(out->point[1], limb__vec3_add_scaled(on_a, -depth, way->n));
}

// The same from where the second has gone a little farther than the depth.
static void points_farther(const search *f, const way_out *way, limb__vec3 *on_a)
{
    double pose[12];
    for (int k = 0; k < 12; k++)
        pose[k] = f->pair->pose[k];
    const double beyond = way->depth + 0.01 * f->size;
    pose[3] += beyond * way->n.x;
    pose[7] += beyond * way->n.y;
    pose[11] += beyond * way->n.z;
    const limb__convex_pair moved = {f->pair->a, f->pair->b, pose};
    limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
    limb__vec3_store(memory.axis, limb__vec3_negate(way->n));
    limb__solids_answer apart;
    if (limb__solids_gap(&moved, &memory, 0, HUGE_VAL, &apart) == LIMB__SOLIDS_APART)
        *on_a = apart.on_a;
}
