// Measuring: area, volume, mass properties.
//
// Integrals over a closed surface by the divergence theorem: each triangle and the reference point
// span a tetrahedron of signed volume, whose moments have a closed form (F. Tonon, "Explicit exact
// formulas for the 3-D tetrahedron inertia tensor", 2004). The reference point is the center of the
// bounds, so that a mesh far from its origin loses no precision.
#include "limb/mesh.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// sums over all tetrahedra: volume, first and second moments times 1, 4 and 20
typedef struct moments {
    double volume;
    double first[3];
    double second[6]; // xx xy xz yy yz zz
} moments;

static void reference_point(const limb_mesh *mesh, double point[3]);
static void corners(const limb_mesh *mesh, int triangle, const double reference[3],
                    double corner[3][3]);
static double triple(double corner[3][3]);
static void add_moments(moments *sum, double corner[3][3]);
static void inertia_about_center(const moments *sum, double density, limb_mass_properties *out);

double limb_mesh_area(const limb_mesh *mesh)
{
    assert(mesh);
    double reference[3], c[3][3];
    reference_point(mesh, reference);
    double area = 0;
    for (int i = 0; i < mesh->ntriangle; i++) {
        corners(mesh, i, reference, c);
        double u[3], v[3];
        for (int k = 0; k < 3; k++) {
            u[k] = c[1][k] - c[0][k];
            v[k] = c[2][k] - c[0][k];
        }
        const double x = u[1] * v[2] - u[2] * v[1];
        const double y = u[2] * v[0] - u[0] * v[2];
        const double z = u[0] * v[1] - u[1] * v[0];
        area += sqrt(x * x + y * y + z * z) / 2;
    }
    return area;
}

double limb_mesh_volume(const limb_mesh *mesh)
{
    assert(mesh);
    double reference[3], c[3][3];
    reference_point(mesh, reference);
    double sum = 0;
    for (int i = 0; i < mesh->ntriangle; i++) {
        corners(mesh, i, reference, c);
        sum += triple(c);
    }
    return sum / 6;
}

limb_status limb_mesh_mass(limb_mass_properties *out, const limb_mesh *mesh, double density,
                           const double *scale)
{
    assert(out && mesh);
    memset(out, 0, sizeof *out);
    double reference[3], c[3][3];
    reference_point(mesh, reference);
    moments sum = {0};
    for (int i = 0; i < mesh->ntriangle; i++) {
        corners(mesh, i, reference, c);
        for (int k = 0; k < 9 && scale; k++)
            c[k / 3][k % 3] *= scale[k % 3];
        add_moments(&sum, c);
    }
    // inside out or mirrored: every sum has the other sign
    if (sum.volume < 0) {
        sum.volume = -sum.volume;
        for (int k = 0; k < 3; k++)
            sum.first[k] = -sum.first[k];
        for (int k = 0; k < 6; k++)
            sum.second[k] = -sum.second[k];
    }
    double box = 1;
    for (int k = 0; k < 3; k++) {
        box *= ((double)mesh->upper[k] - (double)mesh->lower[k]) * (scale ? fabs(scale[k]) : 1);
    }
    // what rounding alone leaves of a flat mesh is not a volume
    if (!(sum.volume > 1e-12 * box) || !isfinite(sum.volume)) return LIMB_ERROR_NUMERIC;

    inertia_about_center(&sum, density, out);
    for (int k = 0; k < 3; k++)
        out->center[k] += reference[k] * (scale ? scale[k] : 1);
    return LIMB_OK;
}

static void reference_point(const limb_mesh *mesh, double point[3])
{
    for (int k = 0; k < 3; k++)
        point[k] = ((double)mesh->lower[k] + (double)mesh->upper[k]) / 2;
}

static void corners(const limb_mesh *mesh, int triangle, const double reference[3],
                    double corner[3][3])
{
    const uint32_t *index = mesh->index + (size_t)triangle * 3;
    for (int i = 0; i < 3; i++) {
        const float *p = mesh->position + (size_t)index[i] * 3;
        for (int k = 0; k < 3; k++)
            corner[i][k] = (double)p[k] - reference[k];
    }
}

// six times the signed volume over the reference point
static double triple(double c[3][3])
{
    return c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1]) +
           c[0][1] * (c[1][2] * c[2][0] - c[1][0] * c[2][2]) +
           c[0][2] * (c[1][0] * c[2][1] - c[1][1] * c[2][0]);
}

static void add_moments(moments *sum, double c[3][3])
{
    const double volume = triple(c) / 6;
    double total[3];
    for (int k = 0; k < 3; k++)
        total[k] = c[0][k] + c[1][k] + c[2][k];
    sum->volume += volume;
    for (int k = 0; k < 3; k++)
        sum->first[k] += volume * total[k];
    int at = 0;
    for (int j = 0; j < 3; j++) {
        for (int k = j; k < 3; k++) {
            const double own = c[0][j] * c[0][k] + c[1][j] * c[1][k] + c[2][j] * c[2][k];
            sum->second[at++] += volume * (own + total[j] * total[k]);
        }
    }
}

static void inertia_about_center(const moments *sum, double density, limb_mass_properties *out)
{
    out->mass = density * sum->volume;
    double *const c = out->center;
    for (int k = 0; k < 3; k++)
        c[k] = sum->first[k] / (4 * sum->volume);
    // second moments about the center, by Steiner
    double s[6];
    int at = 0;
    for (int j = 0; j < 3; j++) {
        for (int k = j; k < 3; k++, at++)
            s[at] = density * (sum->second[at] / 20 - sum->volume * c[j] * c[k]);
    }
    out->inertia[0] = s[3] + s[5];
    out->inertia[1] = 0 - s[1];
    out->inertia[2] = 0 - s[2];
    out->inertia[3] = s[0] + s[5];
    out->inertia[4] = 0 - s[4];
    out->inertia[5] = s[0] + s[3];
}
