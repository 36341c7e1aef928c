// Converts the surface of a hull to the arrays of the support functions.
#include "numbers/narrowphase/hull_arrays.h"

#include "numbers/math/pose.h"

#include <math.h>
#include <string.h>

static void fill_vertices(const limb__hull_surface *hull, const double scale[3], const double *pose,
                          const limb__hull_plan *plan, const limb__hull_room *room);
static void fill_coarse(const limb__hull_plan *plan, const limb__hull_room *room,
                        limb__convex *out);
static void fill_neighbors(const limb__hull_surface *hull, const limb__hull_plan *plan,
                           const limb__hull_room *room, limb__convex *out);
static void find_inner_ball(const limb__hull_surface *hull, limb__convex *out);
static double face_distance(const limb__hull_surface *hull, const limb__convex *c, int face,
                            limb__vec3 from, limb__vec3 inside, limb__vec3 *normal);

// Each edge of a closed triangle mesh belongs to two triangles, once in each direction: the start
// of a directed edge is a vertex, its end a neighbor, each occurring once.
limb__hull_plan limb__hull_measure(const limb__hull_surface *hull)
{
    limb__hull_plan plan = {.nvertex = hull->nvertex,
                            .nlane = (hull->nvertex + LIMB__HULL_LANES - 1) & -LIMB__HULL_LANES};
    if (hull->nvertex >= LIMB__HULL_CLIMB) plan.nneighbor = 3 * hull->ntriangle;
    return plan;
}

void limb__hull_fill(const limb__hull_surface *hull, const double scale[3], const double *pose,
                     const limb__hull_plan *plan, const limb__hull_room *room, limb__convex *out)
{
    *out = (limb__convex){.core = LIMB__CORE_HULL, .nvertex = plan->nvertex, .nlane = plan->nlane};
    fill_vertices(hull, scale, pose, plan, room);
    out->vertex = room->vertex;
    fill_coarse(plan, room, out);
    if (plan->nneighbor > 0) fill_neighbors(hull, plan, room, out);
    find_inner_ball(hull, out);
}

static void fill_vertices(const limb__hull_surface *hull, const double scale[3], const double *pose,
                          const limb__hull_plan *plan, const limb__hull_room *room)
{
    for (int i = 0; i < plan->nlane; i++) {
        const int from = i < plan->nvertex ? i : plan->nvertex - 1;
        double p[3], at[3];
        for (int k = 0; k < 3; k++)
            p[k] = at[k] = (double)hull->position[3 * from + k] * scale[k];
        if (pose) limb__pose_point(pose, p, at);
        for (int k = 0; k < 3; k++)
            room->vertex[k * plan->nlane + i] = at[k];
        if (i >= plan->nvertex) continue;
        memcpy(room->packed + 4 * (size_t)i, at, sizeof at);
        room->packed[4 * (size_t)i + 3] = 0;
    }
}

// Rounding of the vertices, of the direction and of the products is at most 5 / 2^24 of the maximum
// sum for a unit vector, 1.8 times the distance from the center, and counts twice.
static void fill_coarse(const limb__hull_plan *plan, const limb__hull_room *room, limb__convex *out)
{
    double reach = 0;
    for (int k = 0; k < 3; k++) {
        const double *row = room->vertex + k * plan->nlane;
        double lower = HUGE_VAL, upper = -HUGE_VAL;
        for (int i = 0; i < plan->nvertex; i++) {
            lower = fmin(lower, row[i]);
            upper = fmax(upper, row[i]);
        }
        const double middle = 0.5 * (lower + upper);
        for (int i = 0; i < plan->nlane; i++)
            room->coarse[k * plan->nlane + i] = (float)(row[i] - middle);
        reach = fmax(reach, upper - lower);
    }
    out->coarse = room->coarse;
    out->coarse_error = 2e-6 * reach;
}

static void fill_neighbors(const limb__hull_surface *hull, const limb__hull_plan *plan,
                           const limb__hull_room *room, limb__convex *out)
{
    int *first = room->first;
    memset(first, 0, (size_t)(plan->nvertex + 1) * sizeof *first);
    for (int i = 0; i < plan->nneighbor; i++)
        first[hull->index[i] + 1]++;
    for (int i = 0; i < plan->nvertex; i++)
        first[i + 1] += first[i];
    for (int i = 0; i < plan->nneighbor; i++) {
        const int next = i % 3 == 2 ? i - 2 : i + 1;
        room->neighbor[first[hull->index[i]]++] = (int)hull->index[next];
    }
    // first was advanced to the end of each vertex
    memmove(first + 1, first, (size_t)plan->nvertex * sizeof *first);
    first[0] = 0;
    out->first = first;
    out->neighbor = room->neighbor;
    out->packed = room->packed;
    for (int k = 0; k < 6; k++) {
        const double *along = room->vertex + (k / 2) * plan->nlane, sign = k % 2 ? -1 : 1;
        for (int i = 1; i < plan->nvertex; i++)
            if (sign * along[i] > sign * along[out->extreme[k]]) out->extreme[k] = i;
    }
}

// Finds a large inner ball: its center moves away from the nearest face by decreasing steps. Flat
// hulls have an inner ball of size 0.
static void find_inner_ball(const limb__hull_surface *hull, limb__convex *out)
{
    enum { STEPS = 60 };
    limb__vec3 at = {0, 0, 0};
    for (int i = 0; i < out->nvertex; i++)
        at = limb__vec3_add_scaled(at, 1.0 / out->nvertex, limb__hull_vertex(out, i));
    const limb__vec3 inside = at;
    limb__vec3_store(out->inner, at);
    out->inner_radius = 0;
    double step = 0;
    for (int round = 0; round < STEPS; round++) {
        double least = HUGE_VAL;
        limb__vec3 away = {0, 0, 0};
        for (int i = 0; i < hull->ntriangle; i++) {
            limb__vec3 normal;
            const double distance = face_distance(hull, out, i, at, inside, &normal);
            if (!(distance < least)) continue;
            least = distance;
            away = normal;
        }
        if (!(least > 0) || !(least < HUGE_VAL)) return;
        if (round == 0) step = 0.5 * least;
        if (least > out->inner_radius) {
            // slightly smaller, because faces are rounded
            out->inner_radius = least * (1 - 1e-12);
            limb__vec3_store(out->inner, at);
        }
        at = limb__vec3_add_scaled(limb__vec3_load(out->inner), -step, away);
        step *= 0.85;
    }
}

// Returns the distance of a point behind the plane of a face; inside is a point on that side. A
// face without area has no plane.
static double face_distance(const limb__hull_surface *hull, const limb__convex *c, int face,
                            limb__vec3 from, limb__vec3 inside, limb__vec3 *normal)
{
    const uint32_t *corner = hull->index + 3 * (size_t)face;
    const limb__vec3 p = limb__hull_vertex(c, (int)corner[0]);
    const limb__vec3 e1 = limb__vec3_subtract(limb__hull_vertex(c, (int)corner[1]), p);
    const limb__vec3 e2 = limb__vec3_subtract(limb__hull_vertex(c, (int)corner[2]), p);
    limb__vec3 n = limb__vec3_unit(limb__vec3_cross(e1, e2), (limb__vec3){0, 0, 0});
    if (limb__vec3_dot(n, limb__vec3_subtract(inside, p)) > 0) n = limb__vec3_negate(n);
    *normal = n;
    if (limb__vec3_squared(n) == 0) return HUGE_VAL;
    return limb__vec3_dot(n, limb__vec3_subtract(p, from));
}
