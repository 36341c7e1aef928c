// The search space of the fits: a few corners of the hull at unit size, and candidate directions.
#include "base/memory.h"
#include "geometry/solids/fit.h"
#include "numbers/math/inertia.h"
#include "numbers/math/pose.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
// Normals that differ by less count as one.
static const double SAME_NORMAL = 1e-6; // rad^2 / 2

static bool all_finite(const float *point, int npoint, const double *scale);
static limb_status fill(limb__cloud *cloud, const limb_mesh *hull, const double *scale);
static void to_unit(limb__cloud *cloud, const limb_mesh *hull, const double *scale,
                    double (*point)[3]);
static int keep_outermost(const double (*point)[3], int npoint, bool *kept, double (*out)[3]);
static void spread_direction(int i, int n, double out[3]);
static int add_frame(double (*direction)[3]);
static int add_axes(const double (*point)[3], int npoint, double (*direction)[3]);
static int add_normals(const limb_mesh *hull, const double (*point)[3], double *area,
                       double (*normal)[3], double (*direction)[3]);

limb_status limb__cloud_build(limb__cloud *out, const float *point, int npoint, const double *scale,
                              const limb_allocator *memory)
{
    memset(out, 0, sizeof *out);
    out->memory = limb__memory(memory);
    if (npoint <= 0 || !point || !all_finite(point, npoint, scale)) return LIMB_ERROR_INPUT;
    limb_mesh *hull;
    limb_status status = limb_hull_build(&hull, point, npoint, out->memory, &out->dimension);
    if (status != LIMB_OK) return status;
    status = fill(out, hull, scale);
    limb_mesh_free(hull);
    if (status != LIMB_OK) limb__cloud_free(out);
    return status;
}

void limb__cloud_free(limb__cloud *cloud)
{
    limb__release(cloud->memory, cloud->block, cloud->block_size);
    memset(cloud, 0, sizeof *cloud);
}

static bool all_finite(const float *point, int npoint, const double *scale)
{
    for (int i = 0; i < npoint; i++) {
        for (int k = 0; k < 3; k++) {
            // twice, so that the difference of two values is finite
            if (!isfinite(2 * (double)point[3 * (size_t)i + (size_t)k] * (scale ? scale[k] : 1)))
                return false;
        }
    }
    return true;
}

static limb_status fill(limb__cloud *cloud, const limb_mesh *hull, const double *scale)
{
    const size_t npoint = (size_t)hull->nvertex, ntriangle = (size_t)hull->ntriangle;
    const size_t ndirection = 2 * LIMB__CLOUD_FRAME + LIMB__CLOUD_DIRECTIONS;
    const size_t row = 3 * sizeof(double);
    const size_t size = (npoint + LIMB__CLOUD_POINTS + ndirection + ntriangle) * row +
                        ntriangle * sizeof(double) + npoint * sizeof(bool);
    double(*point)[3] = limb__allocate(cloud->memory, size);
    if (!point) return LIMB_ERROR_MEMORY;
    cloud->block = point;
    cloud->block_size = size;
    double(*few)[3] = point + npoint;
    double(*direction)[3] = few + LIMB__CLOUD_POINTS;
    double(*normal)[3] = direction + ndirection;
    double *area = (double *)(void *)(normal + ntriangle);
    bool *kept = (bool *)(void *)(area + ntriangle);

    to_unit(cloud, hull, scale, point);
    int n = add_frame(direction);
    n += add_axes((const double(*)[3])point, hull->nvertex, direction + n);
    n += add_normals(hull, (const double(*)[3])point, area, normal, direction + n);
    cloud->ncorner = hull->nvertex;
    cloud->corner = (const double(*)[3])point;
    cloud->npoint = keep_outermost(cloud->corner, cloud->ncorner, kept, few);
    cloud->point = (const double(*)[3])few;
    cloud->direction = (const double(*)[3])direction;
    cloud->ndirection = n;
    return LIMB_OK;
}

static void to_unit(limb__cloud *cloud, const limb_mesh *hull, const double *scale,
                    double (*point)[3])
{
    for (int k = 0; k < 3; k++) {
        const double factor = scale ? scale[k] : 1;
        const double a = (double)hull->lower[k] * factor, b = (double)hull->upper[k] * factor;
        cloud->center[k] = a / 2 + b / 2;
        cloud->size = fmax(cloud->size, fabs(b - a) / 2);
    }
    if (!(cloud->size > 0)) cloud->size = 1;
    for (int i = 0; i < hull->nvertex; i++) {
        for (int k = 0; k < 3; k++) {
            const double x = (double)hull->position[3 * (size_t)i + (size_t)k];
            point[i][k] = (x * (scale ? scale[k] : 1) - cloud->center[k]) / cloud->size;
        }
    }
}

// Selects the points, or of many those that are extreme in some direction; returns how many.
static int keep_outermost(const double (*point)[3], int npoint, bool *kept, double (*out)[3])
{
    memset(kept, npoint <= LIMB__CLOUD_POINTS, (size_t)npoint * sizeof *kept);
    for (int d = 0; d < LIMB__CLOUD_POINTS && npoint > LIMB__CLOUD_POINTS; d++) {
        double toward[3], most = -INFINITY;
        spread_direction(d, LIMB__CLOUD_POINTS, toward);
        int best = 0;
        for (int i = 0; i < npoint; i++) {
            const double reach = limb__dot(point[i], toward);
            if (reach > most) {
                most = reach;
                best = i;
            }
        }
        kept[best] = true;
    }
    int count = 0;
    for (int i = 0; i < npoint; i++) {
        if (kept[i]) memcpy(out[count++], point[i], sizeof out[0]);
    }
    return count;
}

// Returns the i-th of n points on a spiral around the unit sphere, about evenly distributed.
static void spread_direction(int i, int n, double out[3])
{
    const double z = 1 - (2 * i + 1.0) / n, around = i * PI * (3 - sqrt(5));
    out[0] = sqrt(1 - z * z) * cos(around);
    out[1] = sqrt(1 - z * z) * sin(around);
    out[2] = z;
}

//---- directions ----------------------------------------------------------------------------------

static int add_frame(double (*direction)[3])
{
    for (int i = 0; i < LIMB__CLOUD_FRAME; i++) {
        for (int k = 0; k < 3; k++)
            direction[i][k] = i == k;
    }
    return LIMB__CLOUD_FRAME;
}

// The principal axes of the points.
static int add_axes(const double (*point)[3], int npoint, double (*direction)[3])
{
    double mean[3] = {0}, spread[6] = {0}, value[3], vectors[9];
    for (int i = 0; i < npoint; i++) {
        for (int k = 0; k < 3; k++)
            mean[k] += point[i][k] / npoint;
    }
    for (int i = 0; i < npoint; i++) {
        int at = 0;
        for (int j = 0; j < 3; j++) {
            for (int k = j; k < 3; k++)
                spread[at++] += (point[i][j] - mean[j]) * (point[i][k] - mean[k]);
        }
    }
    limb__tensor_eigen(spread, value, vectors);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            direction[i][k] = vectors[3 * k + i];
    }
    return 3;
}

// Normals of the hull's faces, the largest triangles first, each direction once.
static int add_normals(const limb_mesh *hull, const double (*point)[3], double *area,
                       double (*normal)[3], double (*direction)[3])
{
    for (int t = 0; t < hull->ntriangle; t++) {
        const uint32_t *corner = hull->index + 3 * (size_t)t;
        double u[3], v[3];
        limb__subtract(point[corner[1]], point[corner[0]], u);
        limb__subtract(point[corner[2]], point[corner[0]], v);
        limb__cross(u, v, normal[t]);
        area[t] = sqrt(limb__dot(normal[t], normal[t]));
        for (int k = 0; k < 3; k++)
            normal[t][k] = area[t] > 0 ? normal[t][k] / area[t] : 0;
    }
    int count = 0;
    while (count < LIMB__CLOUD_DIRECTIONS) {
        int best = -1;
        for (int t = 0; t < hull->ntriangle; t++) {
            if (area[t] > 0 && (best < 0 || area[t] > area[best])) best = t;
        }
        if (best < 0) break;
        memcpy(direction[count], normal[best], sizeof direction[0]);
        for (int t = 0; t < hull->ntriangle; t++) {
            if (fabs(limb__dot(normal[t], direction[count])) > 1 - SAME_NORMAL) area[t] = 0;
        }
        count++;
    }
    return count;
}
