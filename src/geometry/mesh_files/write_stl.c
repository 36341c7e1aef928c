// Writes binary STL.
#include "geometry/mesh_files/write.h"

#include <math.h>
#include <string.h>

enum { FACET_SIZE = 50, FACETS_AT_ONCE = 128 };

static void facet_normal(const float *a, const float *b, const float *c, float normal[3]);

limb_status limb__stl_write(const limb_mesh *mesh, const char *mtllib, limb_write_fn *write,
                            void *ctx)
{
    (void)mtllib;
    char header[84] = "binary STL"; // must not start with "solid"
    const uint32_t count = (uint32_t)mesh->ntriangle;
    memcpy(header + 80, &count, 4);
    limb_status status = write(ctx, header, sizeof header);
    char facets[FACET_SIZE * FACETS_AT_ONCE];
    size_t used = 0;
    for (int t = 0; t < mesh->ntriangle && status == LIMB_OK; t++) {
        const uint32_t *index = mesh->index + (size_t)t * 3;
        const float *corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = mesh->position + (size_t)index[k] * 3;
        float normal[3];
        facet_normal(corner[0], corner[1], corner[2], normal);
        char *facet = facets + used;
        memcpy(facet, normal, 12);
        for (int k = 0; k < 3; k++)
            memcpy(facet + 12 + 12 * k, corner[k], 12);
        memset(facet + 48, 0, 2);
        used += FACET_SIZE;
        if (used == sizeof facets || t == mesh->ntriangle - 1) {
            status = write(ctx, facets, used);
            used = 0;
        }
    }
    return status;
}

static void facet_normal(const float *a, const float *b, const float *c, float normal[3])
{
    double u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = (double)b[k] - (double)a[k];
        v[k] = (double)c[k] - (double)a[k];
    }
    const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                         u[0] * v[1] - u[1] * v[0]};
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++)
        normal[k] = length > 0 ? (float)(n[k] / length) : 0;
}
