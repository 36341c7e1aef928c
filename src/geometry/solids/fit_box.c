// The smallest box around points, of any orientation.
//
// A smallest box has a face on which an edge of the hull lies (J. O'Rourke, "Finding minimal
// enclosing boxes", 1985), and most have one on which a whole face lies. So a box is built on each
// of the hull's largest faces, rotated about its normal to the smallest rectangle, one side of
// which is an edge of the outline (H. Freeman, R. Shapira, 1975). The best few are refined by a
// local search over all rotations.
#include "base/memory.h"
#include "geometry/solids/fit.h"
#include "numbers/math/pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REFINED = 4, HALVINGS = 18 };
static const double FIRST_TURN = 0.1; // rad

typedef struct frame {
    double axis[3][3]; // rows: the box's directions
    double measure;    // the quantity to minimize
} frame;

typedef struct turn_search {
    const limb__cloud *cloud;
    frame from;
    double flat; // replaces a thickness of 0, so that flat boxes have a smallest one
} turn_search;

typedef struct flat_point {
    double u, v;
} flat_point;

static frame on_face(const limb__cloud *cloud, const double normal[3], double flat,
                     flat_point *scratch);
static int outline(flat_point *p, int count, flat_point *ring);
static int by_place(const void *a, const void *b);
static double measure_of(const double (*point)[3], int npoint, double axis[3][3], double flat);
static double whole_measure(const limb__cloud *cloud, double axis[3][3], double flat);
static void keep_best(frame best[REFINED], const frame *found);
static double turned_measure(void *search, const double *turn);
static void turned(const frame *from, const double *turn, double axis[3][3]);
static void nearest_to_frame(double axis[3][3]);
static void write_box(limb_fit *out, const limb__cloud *cloud, double axis[3][3]);

limb_status limb__fit_box(limb_fit *out, const limb__cloud *cloud)
{
    const size_t size = 3 * (size_t)cloud->npoint * sizeof(flat_point);
    flat_point *scratch = limb__allocate(cloud->memory, size);
    if (!scratch) return LIMB_ERROR_MEMORY;
    const double flat = 1e-4;
    frame best[REFINED], upright = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    upright.measure = measure_of(cloud->point, cloud->npoint, upright.axis, flat);
    for (int i = 0; i < REFINED; i++)
        best[i] = upright;
    for (int i = 0; i < cloud->ndirection; i++) {
        const frame found = on_face(cloud, cloud->direction[i], flat, scratch);
        keep_best(best, &found);
    }
    limb__release(cloud->memory, scratch, size);

    frame chosen = upright;
    for (int i = 0; i < REFINED; i++) {
        turn_search search = {.cloud = cloud, .from = best[i], .flat = flat};
        double turn[3] = {0}, step[3] = {FIRST_TURN, FIRST_TURN, FIRST_TURN};
        const double measure = limb__search(turned_measure, &search, turn, step, 3, HALVINGS);
        if (!(measure < chosen.measure)) continue;
        turned(&best[i], turn, chosen.axis);
        chosen.measure = measure;
    }
    upright.measure = whole_measure(cloud, upright.axis, flat);
    if (whole_measure(cloud, chosen.axis, flat) > LIMB__FIT_TURN * upright.measure)
        chosen = upright;
    nearest_to_frame(chosen.axis);
    write_box(out, cloud, chosen.axis);
    return LIMB_OK;
}

// The smallest box with a side along the normal.
static frame on_face(const limb__cloud *cloud, const double normal[3], double flat,
                     flat_point *scratch)
{
    frame best = {.measure = INFINITY};
    double u[3], v[3];
    limb__directions_across(normal, u, v);
    flat_point *ring = scratch + cloud->npoint;
    for (int i = 0; i < cloud->npoint; i++)
        scratch[i] = (flat_point){limb__dot(cloud->point[i], u), limb__dot(cloud->point[i], v)};
    const int count = outline(scratch, cloud->npoint, ring);
    for (int i = 0; i < count; i++) {
        const flat_point *a = &ring[i], *b = &ring[(i + 1) % count];
        const double length = hypot(b->u - a->u, b->v - a->v);
        const double c = length > 0 ? (b->u - a->u) / length : 1;
        const double s = length > 0 ? (b->v - a->v) / length : 0;
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (int k = 0; k < count; k++) {
            const double along = c * ring[k].u + s * ring[k].v;
            const double across = c * ring[k].v - s * ring[k].u;
            low[0] = fmin(low[0], along);
            high[0] = fmax(high[0], along);
            low[1] = fmin(low[1], across);
            high[1] = fmax(high[1], across);
        }
        const double area = (high[0] - low[0] + flat) * (high[1] - low[1] + flat);
        if (!(area < best.measure)) continue;
        best.measure = area;
        for (int k = 0; k < 3; k++) {
            best.axis[0][k] = c * u[k] + s * v[k];
            best.axis[1][k] = c * v[k] - s * u[k];
            best.axis[2][k] = normal[k];
        }
    }
    best.measure = measure_of(cloud->point, cloud->npoint, best.axis, flat);
    return best;
}

// A. Andrew's monotone chain; the ring has capacity for twice the points.
static int outline(flat_point *p, int count, flat_point *ring)
{
    qsort(p, (size_t)count, sizeof *p, by_place);
    int n = 0;
    for (int pass = 0; pass < 2; pass++) {
        const int begin = n;
        for (int i = 0; i < count; i++) {
            const flat_point *c = &p[pass == 0 ? i : count - 1 - i];
            while (n >= begin + 2) {
                const flat_point *a = &ring[n - 2], *b = &ring[n - 1];
                if ((b->u - a->u) * (c->v - a->v) - (b->v - a->v) * (c->u - a->u) > 0) break;
                n--;
            }
            ring[n++] = *c;
        }
        n--; // the last point starts the other chain
    }
    return n > 0 ? n : 1;
}

static int by_place(const void *a, const void *b)
{
    const flat_point *p = a, *q = b;
    if (p->u != q->u) return p->u < q->u ? -1 : 1;
    return p->v < q->v ? -1 : p->v > q->v;
}

// Returns the volume, or for flat points a value that orders them by area.
static double measure_of(const double (*point)[3], int npoint, double axis[3][3], double flat)
{
    double volume = 1;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < npoint; i++) {
            const double x = limb__dot(point[i], axis[k]);
            low = fmin(low, x);
            high = fmax(high, x);
        }
        volume *= high - low + flat;
    }
    return volume;
}

// The same for all corners; a search uses some.
static double whole_measure(const limb__cloud *cloud, double axis[3][3], double flat)
{
    return measure_of(cloud->corner, cloud->ncorner, axis, flat);
}

static void keep_best(frame best[REFINED], const frame *found)
{
    int worst = 0;
    for (int i = 1; i < REFINED; i++) {
        if (best[i].measure > best[worst].measure) worst = i;
    }
    if (found->measure < best[worst].measure) best[worst] = *found;
}

//---- turning -------------------------------------------------------------------------------------

static double turned_measure(void *search, const double *turn)
{
    const turn_search *s = search;
    double axis[3][3];
    turned(&s->from, turn, axis);
    return measure_of(s->cloud->point, s->cloud->npoint, axis, s->flat);
}

static void turned(const frame *from, const double *turn, double axis[3][3])
{
    double quat[4], pose[12];
    limb__quat_from_vector(turn, quat);
    limb__quat_rotation(quat, pose);
    for (int i = 0; i < 3; i++)
        limb__pose_rotate(pose, from->axis[i], axis[i]);
}

// Reorders and reverses the axes of the same box so that its rotation is smallest.
static void nearest_to_frame(double axis[3][3])
{
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    double made[3][3], best[3][3] = {{0}}, most = -INFINITY;
    for (int o = 0; o < 6; o++) {
        double trace = 0;
        for (int i = 0; i < 3; i++) {
            const double *from = axis[order[o][i]];
            for (int k = 0; k < 3; k++)
                made[i][k] = from[i] < 0 ? -from[k] : from[k];
        }
        // x cross y is z: otherwise the direction for which this costs least is reversed
        double z[3];
        limb__cross(made[0], made[1], z);
        if (limb__dot(z, made[2]) < 0) {
            int least = 0;
            for (int i = 1; i < 3; i++) {
                if (made[i][i] < made[least][least]) least = i;
            }
            for (int k = 0; k < 3; k++)
                made[least][k] = -made[least][k];
        }
        for (int i = 0; i < 3; i++)
            trace += made[i][i];
        if (trace <= most + 1e-9) continue;
        most = trace;
        memcpy(best, made, sizeof best);
    }
    memcpy(axis, best, sizeof best);
}

static void write_box(limb_fit *out, const limb__cloud *cloud, double axis[3][3])
{
    double middle[3] = {0};
    for (int j = 0; j < 3; j++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < cloud->npoint; i++) {
            const double x = limb__dot(cloud->point[i], axis[j]);
            low = fmin(low, x);
            high = fmax(high, x);
        }
        out->size[j] = high - low;
        for (int k = 0; k < 3; k++) {
            middle[k] += (low + high) / 2 * axis[j][k];
            out->pose[4 * k + j] = axis[j][k];
        }
    }
    for (int k = 0; k < 3; k++)
        out->pose[4 * k + 3] = middle[k];
}
