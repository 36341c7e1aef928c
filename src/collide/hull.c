// From the mesh of a hull to the arrays that support functions read.
#include "collide/hull.h"

#include "math/pose.h"

#include <string.h>

// Each edge of a closed triangle mesh belongs to two triangles, once in each direction: the first
// corners of the directed edges are a vertex and the second ones its neighbours, each once.
limb__hull_plan limb__hull_measure(const limb_mesh *hull)
{
    limb__hull_plan plan = {.nvertex = hull->nvertex,
                            .nlane = (hull->nvertex + LIMB__HULL_LANES - 1) & -LIMB__HULL_LANES};
    if (hull->nvertex >= LIMB__HULL_CLIMB) plan.nneighbor = 3 * hull->ntriangle;
    return plan;
}

void limb__hull_fill(const limb_mesh *hull, const double scale[3], const double *pose,
                     const limb__hull_plan *plan, double *vertex, double *packed, int *first,
                     int *neighbor, limb__convex *out)
{
    *out = (limb__convex){.core = LIMB__CORE_HULL, .nvertex = plan->nvertex, .nlane = plan->nlane};
    for (int i = 0; i < plan->nlane; i++) {
        const int from = i < plan->nvertex ? i : plan->nvertex - 1;
        double p[3], at[3];
        for (int k = 0; k < 3; k++)
            p[k] = at[k] = (double)hull->position[3 * from + k] * scale[k];
        if (pose) limb__pose_point(pose, p, at);
        for (int k = 0; k < 3; k++)
            vertex[k * plan->nlane + i] = at[k];
        if (i >= plan->nvertex) continue;
        memcpy(packed + 4 * (size_t)i, at, sizeof at);
        packed[4 * (size_t)i + 3] = 0;
    }
    out->vertex = vertex;
    if (plan->nneighbor == 0) return;
    memset(first, 0, (size_t)(plan->nvertex + 1) * sizeof *first);
    for (int i = 0; i < plan->nneighbor; i++)
        first[hull->index[i] + 1]++;
    for (int i = 0; i < plan->nvertex; i++)
        first[i + 1] += first[i];
    for (int i = 0; i < plan->nneighbor; i++) {
        const int next = i % 3 == 2 ? i - 2 : i + 1;
        neighbor[first[hull->index[i]]++] = (int)hull->index[next];
    }
    // first was moved on to the end of each vertex
    memmove(first + 1, first, (size_t)plan->nvertex * sizeof *first);
    first[0] = 0;
    out->first = first;
    out->neighbor = neighbor;
    out->packed = packed;
    for (int k = 0; k < 6; k++) {
        const double *along = vertex + (k / 2) * plan->nlane, sign = k % 2 ? -1 : 1;
        for (int i = 1; i < plan->nvertex; i++)
            if (sign * along[i] > sign * along[out->extreme[k]]) out->extreme[k] = i;
    }
}
