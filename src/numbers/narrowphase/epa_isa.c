// The depth of two overlapping convex cores: the expanding polytope algorithm (van
// den Bergen 2001).
//
// The origin is inside the set of the points of a minus those of b; a polytope inside this set
// grows at its face closest to the origin until that face belongs to the boundary of the set. Its
// distance is a lower bound of the depth and the support along its normal an upper bound. Vertices
// and faces have a fixed capacity; if it is exhausted, or rounding stops the growth, the result is
// the best upper bound: moving b by that distance along that normal separates the two.
#include "numbers/narrowphase/convex.h"

static const double relative_gap = 1e-11;
static const double rounding_gap = 2e-15; // of the largest coordinate
static const double sliver_height = 1e-8; // of the largest coordinate
static const double flat = 1e-12;         // of the largest coordinate: no thickness

enum { MAX_VERTEX = 192, MAX_FACE = 2 * MAX_VERTEX }; // a closed one has 2 n - 4 faces

typedef struct vertex {
    limb__vec3 w, on_a;
} vertex;

typedef struct face {
    int corner[3];   // counter-clockwise from outside
    int neighbor[3]; // across the edge from corner k to corner k + 1
    bool gone;
    limb__vec3 normal;
} face;

typedef struct edge { // of the outline of the faces visible from a point
    int from, to;
    int outside; // the face on its other side
} edge;

typedef struct polytope {
    const limb__convex_pair *pair;
    int hint[2];
    int nvertex, nface, nfree;
    vertex vertex[MAX_VERTEX];
    face face[MAX_FACE];
    // distances of the faces' planes from the origin; infinite: removed, or does not grow
    _Alignas(32) double distance[MAX_FACE];
    int free[MAX_FACE]; // removed faces, to be reused
    double size;        // the largest coordinate
    double gap;         // of upper and lower bound, at which the search may end
} polytope;

typedef struct best_face {
    double depth;
    limb__vec3 normal;
    vertex corner[3];
} best_face;

static int span(polytope *p, const limb__simplex *simplex, limb__vec3 *normal);
static vertex support(polytope *p, limb__vec3 d);
static bool add_point(polytope *p, limb__vec3 d, limb__vec3 measure);
static int add_face(polytope *p, int a, int b, int c);
static bool start(polytope *p);
static bool expand(polytope *p, int nearest, const vertex *added);
static int find_outline(polytope *p, int from, limb__vec3 w, edge *outline);
static void link_faces(polytope *p, int face, int from, int to, int neighbor);
static bool expand_until_closed(polytope *p, best_face *best);
static int nearest_face(polytope *p);
static void polish(polytope *p, best_face *best, limb__vec3 *on_a);
static const face *face_below(const polytope *p, const face *nearest, double distance);
static void keep(const polytope *p, const face *f, double depth, best_face *best);
static bool point_on_a(const best_face *best, limb__vec3 *on_a);
static void areas(limb__vec3 a, limb__vec3 b, limb__vec3 c, limb__vec3 n, double out[3]);

void limb__epa(const limb__convex_pair *pair, const limb__simplex *simplex, double gap,
               limb__proximity *out)
{
    polytope p;
    p.pair = pair;
    p.hint[0] = p.hint[1] = 0;
    p.nvertex = p.nface = p.nfree = 0;
    p.size = 0;
    p.gap = gap;
    limb__vec3 normal = {1, 0, 0};
    const int dimension = span(&p, simplex, &normal);
    best_face best = {.depth = HUGE_VAL};
    const bool closed = dimension == 3 && start(&p) && expand_until_closed(&p, &best);
    limb__vec3 on_a;
    if (best.depth < HUGE_VAL) {
        const bool over = point_on_a(&best, &on_a);
        if (!(gap > 0) && (!closed || !over)) polish(&p, &best, &on_a);
        normal = best.normal;
    } else {
        // the set has no volume: any step along its normal separates
        best.depth = 0;
        on_a = (limb__vec3){0, 0, 0};
        for (int i = 0; i < simplex->count; i++)
            on_a = limb__vec3_add_scaled(on_a, simplex->weight[i], simplex->on_a[i]);
    }
    out->distance = -best.depth;
    limb__vec3_store(out->normal, normal);
    limb__vec3_store(out->point[0], on_a);
    limb__vec3_store(out->point[1], limb__vec3_add_scaled(on_a, -best.depth, normal));
}

static vertex support(polytope *p, limb__vec3 d)
{
    const limb__convex_pair *pair = p->pair;
    vertex v;
    v.on_a = limb__support_confirmed(pair->a, d, &p->hint[0]);
    const limb__vec3 against = limb__vec3_rotate_back(pair->pose, limb__vec3_negate(d));
    const limb__vec3 b = limb__support_confirmed(pair->b, against, &p->hint[1]);
    v.w = limb__vec3_subtract(v.on_a, limb__vec3_transform(pair->pose, b));
    p->size = fmax(p->size, fmax(fabs(v.w.x), fmax(fabs(v.w.y), fabs(v.w.z))));
    return v;
}

// Adds points until four of them span a tetrahedron around the simplex; returns the dimension
// reached, and below 3 a normal of the set.
static int span(polytope *p, const limb__simplex *simplex, limb__vec3 *normal)
{
    static const limb__vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < simplex->count; i++) {
        p->vertex[p->nvertex++] = (vertex){simplex->w[i], simplex->on_a[i]};
        const limb__vec3 w = simplex->w[i];
        p->size = fmax(p->size, fmax(fabs(w.x), fmax(fabs(w.y), fabs(w.z))));
    }
    if (p->nvertex == 1) {
        for (int k = 0; k < 3 && p->nvertex == 1; k++)
            if (!add_point(p, axis[k], axis[k])) add_point(p, limb__vec3_negate(axis[k]), axis[k]);
        if (p->nvertex == 1) return 0;
    }
    if (p->nvertex == 2) {
        const limb__vec3 along = limb__vec3_subtract(p->vertex[1].w, p->vertex[0].w);
        const limb__vec3 u = limb__vec3_normal_to(along);
        const limb__vec3 v = limb__vec3_unit(limb__vec3_cross(along, u), axis[0]);
        *normal = u;
        if (!add_point(p, u, u) && !add_point(p, limb__vec3_negate(u), u) && !add_point(p, v, v) &&
            !add_point(p, limb__vec3_negate(v), v)) {
            return 1;
        }
    }
    if (p->nvertex == 3) {
        const limb__vec3 a = p->vertex[0].w;
        const limb__vec3 n =
            limb__vec3_unit(limb__vec3_cross(limb__vec3_subtract(p->vertex[1].w, a),
                                             limb__vec3_subtract(p->vertex[2].w, a)),
                            *normal);
        *normal = n;
        if (!add_point(p, n, n) && !add_point(p, limb__vec3_negate(n), n)) return 2;
    }
    return 3;
}

// Adds the support point along d if it is away from the first point along measure.
static bool add_point(polytope *p, limb__vec3 d, limb__vec3 measure)
{
    const vertex v = support(p, d);
    const double away = fabs(limb__vec3_dot(limb__vec3_subtract(v.w, p->vertex[0].w), measure));
    if (!(away > flat * p->size)) return false;
    p->vertex[p->nvertex++] = v;
    return true;
}

// Creates the faces of the first four vertices.
static bool start(polytope *p)
{
    const limb__vec3 a = p->vertex[0].w;
    const limb__vec3 n = limb__vec3_cross(limb__vec3_subtract(p->vertex[1].w, a),
                                          limb__vec3_subtract(p->vertex[2].w, a));
    if (limb__vec3_dot(n, limb__vec3_subtract(p->vertex[3].w, a)) > 0) {
        const vertex swapped = p->vertex[1];
        p->vertex[1] = p->vertex[2];
        p->vertex[2] = swapped;
    }
    static const int corner[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int neighbor[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int f = 0; f < 4; f++) {
        if (add_face(p, corner[f][0], corner[f][1], corner[f][2]) < 0) return false;
        for (int k = 0; k < 3; k++)
            p->face[f].neighbor[k] = neighbor[f][k];
    }
    return true;
}

// Returns the index of the new face; -1: no capacity left, or the face has no normal.
static int add_face(polytope *p, int a, int b, int c)
{
    if (p->nface == MAX_FACE && p->nfree == 0) return -1;
    const limb__vec3 wa = p->vertex[a].w;
    const limb__vec3 ab = limb__vec3_subtract(p->vertex[b].w, wa);
    const limb__vec3 ac = limb__vec3_subtract(p->vertex[c].w, wa);
    const limb__vec3 n = limb__vec3_cross(ab, ac);
    const double nn = limb__vec3_squared(n);
    if (!(nn > 1e-30 * limb__vec3_squared(ab) * limb__vec3_squared(ac)) || !(nn > 0)) return -1;
    const limb__vec3 unit = limb__vec3_scale(n, 1 / sqrt(nn));
    // a sliver's normal is dominated by rounding: it closes the surface, but never grows
    const double longest = fmax(limb__vec3_squared(ab), limb__vec3_squared(ac));
    const bool sliver = nn <= sliver_height * sliver_height * p->size * p->size * longest;
    const int at = p->nfree > 0 ? p->free[--p->nfree] : p->nface++;
    p->face[at] = (face){.corner = {a, b, c}, .normal = unit};
    p->distance[at] = sliver ? HUGE_VAL : limb__vec3_dot(unit, wa);
    return at;
}

static int nearest_face(polytope *p)
{
    for (int i = p->nface; i % 4; i++)
        p->distance[i] = HUGE_VAL;
    limb__v4 least = *(const limb__v4 *)p->distance;
    limb__i4 at = {0, 1, 2, 3}, number = at;
    for (int i = 4; i < p->nface; i += 4) {
        const limb__v4 distance = *(const limb__v4 *)(p->distance + i);
        number += 4;
        const limb__i4 nearer = distance < least;
        at = (number & nearer) | (at & ~nearer);
        least = min4(distance, least);
    }
    int lane = 0;
    for (int k = 1; k < 4; k++)
        if (least[k] < least[lane]) lane = k;
    return (int)at[lane];
}

// Grows the polytope. Returns false if it stopped before the closest face was known to be
// on the boundary.
static bool expand_until_closed(polytope *p, best_face *best)
{
    for (;;) {
        const int at = nearest_face(p);
        const double distance = p->distance[at];
        if (!(distance < HUGE_VAL)) return false;
        const face nearest = p->face[at];
        const vertex v = support(p, nearest.normal);
        const double depth = limb__vec3_dot(v.w, nearest.normal);
        if (depth < best->depth) keep(p, &nearest, depth, best);
        const double gap = relative_gap * fabs(depth) + 2 * rounding_gap * p->size;
        if (depth - distance <= fmax(gap, p->gap)) {
            keep(p, face_below(p, &nearest, distance), depth, best);
            best->normal = nearest.normal;
            return true;
        }
        if (!expand(p, at, &v)) return false;
    }
}

// Moves b out along the normal and computes the nearest points there. On curved shapes, which the
// polytope only approximates, this gives points of the surfaces and often a better normal.
static void polish(polytope *p, best_face *best, limb__vec3 *on_a)
{
    const limb__convex_pair *pair = p->pair;
    for (int round = 0; round < 8; round++) {
        double pose[12];
        for (int k = 0; k < 12; k++)
            pose[k] = pair->pose[k];
        const double way = best->depth + 0.1 * p->size;
        pose[3] += way * best->normal.x;
        pose[7] += way * best->normal.y;
        pose[11] += way * best->normal.z;
        limb__pair_memory memory = {{0, 0, 0}, {p->hint[0], p->hint[1]}};
        limb__vec3_store(memory.axis, limb__vec3_negate(best->normal));
        limb__gjk_answer answer;
        const limb__convex_pair moved = {pair->a, pair->b, pose};
        if (limb__gjk(&moved, &memory, 0, HUGE_VAL, &answer) != LIMB__GJK_SEPARATE) return;
        const limb__vec3 normal = limb__vec3_unit(limb__vec3_negate(answer.axis), best->normal);
        const double depth = limb__vec3_dot(support(p, normal).w, normal);
        const double gain = best->depth - depth;
        if (gain < -1e-9 * p->size) return;
        *on_a = (limb__vec3){0, 0, 0};
        for (int i = 0; i < answer.simplex.count; i++) {
            *on_a = limb__vec3_add_scaled(*on_a, answer.simplex.weight[i], answer.simplex.on_a[i]);
        }
        if (gain > -1e-12 * p->size) {
            best->normal = normal;
            best->depth = fmax(depth, 0);
        }
        if (gain < 1e-13 * p->size) return;
    }
}

// Replaces the faces visible from the new point by faces that connect it with their outline. False:
// no capacity left, or rounding made the outline invalid.
static bool expand(polytope *p, int nearest, const vertex *added)
{
    edge outline[MAX_VERTEX];
    int made_from[MAX_VERTEX]; // the new face whose edge on the outline begins there
    if (p->nvertex == MAX_VERTEX) return false;
    p->vertex[p->nvertex] = *added;
    const int nedge = find_outline(p, nearest, added->w, outline);
    if (nedge < 3) return false;
    for (int i = 0; i < p->nvertex; i++)
        made_from[i] = -1;
    for (int i = 0; i < nedge; i++) {
        const int made = add_face(p, outline[i].from, outline[i].to, p->nvertex);
        if (made < 0 || made_from[outline[i].from] >= 0) return false;
        made_from[outline[i].from] = made;
        p->face[made].neighbor[0] = outline[i].outside;
        link_faces(p, outline[i].outside, outline[i].to, outline[i].from, made);
    }
    for (int i = 0; i < nedge; i++) {
        const int made = made_from[outline[i].from], next = made_from[outline[i].to];
        if (next < 0) return false;
        p->face[made].neighbor[1] = next;
        p->face[next].neighbor[2] = made;
    }
    p->nvertex++;
    return true;
}

// Finds the outline of the faces visible from w, starting at one of them, and removes these faces.
// Only connected faces count, so that faces that are visible elsewhere by rounding stay. Returns
// the number of edges; 0: no capacity left.
static int find_outline(polytope *p, int from, limb__vec3 w, edge *outline)
{
    int seen[MAX_FACE], nseen = 0, nedge = 0;
    const double level = rounding_gap * p->size;
    seen[nseen++] = from;
    p->face[from].gone = true;
    p->distance[from] = HUGE_VAL;
    for (int i = 0; i < nseen; i++) {
        const face *f = &p->face[seen[i]];
        for (int k = 0; k < 3; k++) {
            face *g = &p->face[f->neighbor[k]];
            if (g->gone) continue;
            const limb__vec3 up = limb__vec3_subtract(w, p->vertex[g->corner[0]].w);
            if (!(limb__vec3_dot(g->normal, up) > level)) continue;
            g->gone = true;
            p->distance[f->neighbor[k]] = HUGE_VAL;
            seen[nseen++] = f->neighbor[k];
        }
    }
    for (int i = 0; i < nseen; i++) {
        const face *f = &p->face[seen[i]];
        for (int k = 0; k < 3; k++) {
            if (p->face[f->neighbor[k]].gone) continue;
            if (nedge == MAX_VERTEX) return 0;
            outline[nedge++] = (edge){f->corner[k], f->corner[(k + 1) % 3], f->neighbor[k]};
        }
    }
    for (int i = 0; i < nseen; i++)
        p->free[p->nfree++] = seen[i];
    return nedge;
}

// Returns the neighbor of a face across its edge.
static void link_faces(polytope *p, int at, int from, int to, int neighbor)
{
    face *f = &p->face[at];
    for (int k = 0; k < 3; k++)
        if (f->corner[k] == from && f->corner[(k + 1) % 3] == to) f->neighbor[k] = neighbor;
}

// Returns the face that contains the projection of the origin, among those coplanar
// with the nearest.
static const face *face_below(const polytope *p, const face *nearest, double distance)
{
    const face *best = nearest;
    double most = -HUGE_VAL;
    for (int i = 0; i < p->nface; i++) {
        const face *f = &p->face[i];
        if (f->gone || p->distance[i] > distance + 1e-11 * p->size ||
            limb__vec3_dot(f->normal, nearest->normal) < 1 - 1e-13) {
            continue;
        }
        const limb__vec3 a = p->vertex[f->corner[0]].w, b = p->vertex[f->corner[1]].w,
                         c = p->vertex[f->corner[2]].w;
        double weight[3];
        areas(a, b, c, f->normal, weight);
        const double least = fmin(weight[0], fmin(weight[1], weight[2])) /
                             (fabs(weight[0]) + fabs(weight[1]) + fabs(weight[2]));
        if (least > most) {
            most = least;
            best = f;
        }
    }
    return best;
}

static void keep(const polytope *p, const face *f, double depth, best_face *best)
{
    best->depth = fmax(depth, 0);
    best->normal = f->normal;
    for (int k = 0; k < 3; k++)
        best->corner[k] = p->vertex[f->corner[k]];
}

// Computes the point of a that corresponds to the point of the face nearest to the origin. False:
// the projection of the origin is outside the face.
static bool point_on_a(const best_face *best, limb__vec3 *on_a)
{
    double weight[3], sum = 0, least = HUGE_VAL;
    areas(best->corner[0].w, best->corner[1].w, best->corner[2].w, best->normal, weight);
    for (int k = 0; k < 3; k++) {
        least = fmin(least, weight[k]);
        weight[k] = fmax(weight[k], 0);
        sum += weight[k];
    }
    *on_a = (limb__vec3){0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const double share = sum > 0 ? weight[k] / sum : 1.0 / 3;
        *on_a = limb__vec3_add_scaled(*on_a, share, best->corner[k].on_a);
    }
    return least > -1e-10 * sum;
}

// Computes the areas of the triangles of the origin with each edge, seen along n.
static void areas(limb__vec3 a, limb__vec3 b, limb__vec3 c, limb__vec3 n, double out[3])
{
    out[0] = limb__vec3_dot(n, limb__vec3_cross(b, limb__vec3_subtract(c, b)));
    out[1] = limb__vec3_dot(n, limb__vec3_cross(c, limb__vec3_subtract(a, c)));
    out[2] = limb__vec3_dot(n, limb__vec3_cross(a, limb__vec3_subtract(b, a)));
}
