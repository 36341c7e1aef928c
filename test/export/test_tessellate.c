// Tests of the primitive shapes: closed, facing outwards, with textures upright and never mirrored.
#include "harness.h"
#include "output/export/tessellate.h"

#include <math.h>
#include <stdlib.h>

enum { NSHAPE = 5 };

static limb__tessellation *make(int shape)
{
    limb__tessellation *t = malloc(sizeof *t);
    ENSURE(t != NULL);
    switch (shape) {
    case 0:
        limb__tessellate_box(t);
        break;
    case 1:
        limb__tessellate_cylinder(t);
        break;
    case 2:
        limb__tessellate_sphere(t);
        break;
    case 3:
        limb__tessellate_capsule(t, 0.3, 2);
        break;
    default:
        limb__tessellate_capsule(t, 2, 0.01);
        break;
    }
    ENSURE(t->nvertex <= LIMB__TESSELLATE_VERTICES && t->ntriangle <= LIMB__TESSELLATE_TRIANGLES);
    return t;
}

TEST(shapes_are_closed_and_face_outwards)
{
    for (int shape = 0; shape < NSHAPE; shape++) {
        limb__tessellation *t = make(shape);
        // the flux of (0, 0, 1) through a closed surface is nothing
        double flux = 0;
        for (int i = 0; i < t->ntriangle; i++) {
            double p[3][3];
            for (int k = 0; k < 9; k++)
                p[k / 3][k % 3] = t->position[t->index[i * 3 + k / 3] * 3 + (uint32_t)(k % 3)];
            const double a[3] = {p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]};
            const double b[3] = {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]};
            const double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                 a[0] * b[1] - a[1] * b[0]};
            ENSURE(n[0] * p[0][0] + n[1] * p[0][1] + n[2] * p[0][2] > 0);
            const float *normal = t->normal + t->index[i * 3] * 3;
            ENSURE((float)n[0] * normal[0] + (float)n[1] * normal[1] + (float)n[2] * normal[2] > 0);
            flux += n[2];
        }
        ENSURE_NEAR(flux, 0, 1e-5);
        free(t);
    }
}

TEST(pictures_are_whole_and_never_mirrored)
{
    for (int shape = 0; shape < NSHAPE; shape++) {
        limb__tessellation *t = make(shape);
        double low[2] = {1, 1};
        double high[2] = {0, 0};
        for (int i = 0; i < t->nvertex * 2; i++) {
            low[i % 2] = fmin(low[i % 2], (double)t->texcoord[i]);
            high[i % 2] = fmax(high[i % 2], (double)t->texcoord[i]);
        }
        for (int k = 0; k < 2; k++) {
            ENSURE_NEAR(low[k], 0, 1e-6);
            ENSURE_NEAR(high[k], 1, 1e-6);
        }
        // v points down: seen from outside, corners that go around to the left go to the right here
        for (int i = 0; i < t->ntriangle; i++) {
            const float *a = t->texcoord + t->index[i * 3] * 2;
            const float *b = t->texcoord + t->index[i * 3 + 1] * 2;
            const float *c = t->texcoord + t->index[i * 3 + 2] * 2;
            ENSURE((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < 0);
        }
        free(t);
    }
}

TEST(pictures_are_upright)
{
    for (int shape = 0; shape < NSHAPE; shape++) {
        limb__tessellation *t = make(shape);
        for (int i = 0; i < t->nvertex; i++) {
            if (fabsf(t->normal[i * 3 + 2]) > 0.5f) continue;
            const float z = t->position[i * 3 + 2];
            const float v = t->texcoord[i * 2 + 1];
            ENSURE(fabsf(z) < 1e-6f || (z > 0) == (v < 0.5f));
        }
        free(t);
    }
}
