// Screen-space ambient occlusion: how much light the surroundings of each pixel block.
//
// Scalable ambient obscurance (M. McGuire, M. Mara, D. Luebke, 2012): points of a spiral around the
// pixel are weighted by their height over the pixel's tangent plane, less with distance. The spiral
// is rotated by a pattern of 4 x 4 pixels and the results are averaged over that pattern, without
// crossing edges. web/src/appearance/occlusion.ts does the same on the page.
#include "output/render/draw.h"

#include "output/appearance/appearance.h"

#include <math.h>

enum { SAMPLES = 12, TURNS = 5, BLUR = 2 };

static bool position(const limb__stage *stage, int x, int y, float out[3]);
static void normal_from_depth(const limb__stage *stage, int x, int y, const float at[3],
                              float normal[3]);
static float noise(int x, int y);

// Writes a row of unsmoothed results: 0 dark .. 1 open.
void limb__occlude_row(const limb__stage *stage, int y)
{
    const int width = stage->camera.width;
    const float reach = limb__looks.occlusion_reach * stage->radius;
    for (int x = 0; x < width; x++) {
        float at[3], normal[3];
        float *out = &stage->open[(size_t)y * (size_t)width + (size_t)x];
        *out = 1;
        if (!position(stage, x, y, at)) continue;
        normal_from_depth(stage, x, y, at, normal);
        const float pixels = limb__min(reach * stage->camera.focal / -at[2], 0.25f * (float)width);
        if (!(pixels > 1)) continue;
        float sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            const float part = ((float)i + 0.5f) / SAMPLES;
            const float angle = 6.2831853f * (part * TURNS + noise(x, y));
            float other[3];
            if (!position(stage, x + (int)rintf(part * pixels * cosf(angle)),
                          y + (int)rintf(part * pixels * sinf(angle)), other))
                continue;
            const float v[3] = {other[0] - at[0], other[1] - at[1], other[2] - at[2]};
            const float vv = limb__dot3(v, v) / (reach * reach);
            const float rise = limb__dot3(v, normal) / reach - 0.02f;
            const float fall = limb__max(1 - vv, 0);
            sum += fall * fall * fall * limb__max(rise, 0) / (vv + 0.01f);
        }
        *out = limb__max(0, 1 - limb__looks.occlusion_strength * sum * (2.0f / SAMPLES));
    }
}

float limb__open_at(const limb__stage *stage, int x, int y)
{
    const int width = stage->camera.width;
    const float *depth = stage->depth;
    const float here = depth[(size_t)y * (size_t)width + (size_t)x];
    if (!(here > 0)) return 1;
    float sum = 0;
    float weight = 0;
    for (int j = y - BLUR; j < y + BLUR; j++) {
        for (int i = x - BLUR; i < x + BLUR; i++) {
            if (i < 0 || j < 0 || i >= width || j >= stage->camera.height) continue;
            const size_t at = (size_t)j * (size_t)width + (size_t)i;
            const bool same = fabsf(depth[at] - here) < 0.02f * here;
            sum += same ? stage->open[at] : 0;
            weight += same ? 1 : 0;
        }
    }
    return weight > 0 ? sum / weight : 1;
}

// Converts a pixel to the camera's frame: right, up, back. Returns false if it shows no surface.
static bool position(const limb__stage *stage, int x, int y, float out[3])
{
    const limb__camera *camera = &stage->camera;
    if (x < 0 || y < 0 || x >= camera->width || y >= camera->height) return false;
    const float near = stage->depth[(size_t)y * (size_t)camera->width + (size_t)x];
    if (!(near > 0)) return false;
    out[0] = ((float)x + 0.5f - (float)camera->width / 2) / (camera->focal * near);
    out[1] = ((float)camera->height / 2 - (float)y - 0.5f) / (camera->focal * near);
    out[2] = -1 / near;
    return true;
}

// Uses the neighbors closest in depth, so that edges do not distort it.
static void normal_from_depth(const limb__stage *stage, int x, int y, const float at[3],
                              float normal[3])
{
    float side[2][3]; // tangents along x and y
    for (int axis = 0; axis < 2; axis++) {
        float best = INFINITY;
        for (int way = -1; way <= 1; way += 2) {
            float other[3];
            if (!position(stage, x + (axis == 0 ? way : 0), y + (axis == 1 ? way : 0), other))
                continue;
            const float step = fabsf(other[2] - at[2]);
            if (step >= best) continue;
            best = step;
            for (int k = 0; k < 3; k++)
                side[axis][k] = (float)way * (other[k] - at[k]);
        }
        if (best == INFINITY) {
            side[axis][0] = axis == 0 ? 1 : 0;
            side[axis][1] = axis == 1 ? -1 : 0;
            side[axis][2] = 0;
        }
    }
    // y runs down the screen
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3;
        const int v = (k + 2) % 3;
        normal[k] = side[1][u] * side[0][v] - side[1][v] * side[0][u];
    }
    const float length = sqrtf(limb__dot3(normal, normal));
    for (int k = 0; k < 3; k++)
        normal[k] = length > 0 ? normal[k] / length : (k == 2 ? 1.0f : 0.0f);
}

// Returns an even pattern over 4 x 4 pixels.
static float noise(int x, int y)
{
    static const uint8_t order[4][4] = {
        {0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    return (float)order[y & 3][x & 3] / 16;
}
