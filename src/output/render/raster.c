// Rasterizes triangles by integer edge functions (Pineda, 1988).
//
// Corners are snapped to a grid 16 times as fine as the samples; an edge function is then an
// exact integer, and a sample on an edge shared by two triangles belongs to exactly one of them
// (the top-left rule).
#include "output/render/draw.h"

#include <math.h>

enum { SUB = 16 };
// corners beyond this cannot be snapped; the camera keeps all corners near the picture
static const float FARTHEST = 60000;
// a transparent shell around a surface is drawn even if it touches the surface
static const float UPON = 1.0004f;

typedef struct edge {
    int64_t value; // at the first sample of the row
    int64_t step_x, step_y;
} edge;

static bool covers(const limb__samples *window, const int64_t p[3][2], int64_t low[2],
                   int64_t high[2]);
static edge make_edge(const int64_t a[2], const int64_t b[2], int64_t x, int64_t y);

void limb__raster(const limb__samples *window, const limb__corner corner[3], uint32_t id,
                  const float *behind, const float *before)
{
    int64_t p[3][2];
    for (int k = 0; k < 3; k++) {
        if (!(fabsf(corner[k].x) < FARTHEST && fabsf(corner[k].y) < FARTHEST)) return;
        p[k][0] = llrintf(corner[k].x * SUB);
        p[k][1] = llrintf(corner[k].y * SUB);
    }
    const int64_t area =
        (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
    if (area == 0) return;
    // both sides are drawn: a back face is reversed
    const int second = area > 0 ? 1 : 2;
    const int third = 3 - second;

    int64_t low[2], high[2];
    if (!covers(window, (const int64_t(*)[2])p, low, high)) return;
    const int64_t half = SUB / 2;
    const int64_t x0 = low[0] * SUB + half;
    const int64_t y0 = low[1] * SUB + half;
    edge e[3] = {make_edge(p[0], p[second], x0, y0), make_edge(p[second], p[third], x0, y0),
                 make_edge(p[third], p[0], x0, y0)};

    // depth is linear on the screen
    const double scale = 1.0 / (double)area;
    const double z1 = (double)corner[1].z - (double)corner[0].z;
    const double z2 = (double)corner[2].z - (double)corner[0].z;
    const double dx = (z1 * (double)(p[2][1] - p[0][1]) - z2 * (double)(p[1][1] - p[0][1])) * scale;
    const double dy = (z2 * (double)(p[1][0] - p[0][0]) - z1 * (double)(p[2][0] - p[0][0])) * scale;
    const float step = (float)(dx * SUB);

    const int width = (int)(high[0] - low[0]) + 1;
    for (int64_t y = low[1]; y <= high[1]; y++) {
        const size_t at =
            (size_t)(y - window->y) * (size_t)window->width + (size_t)(low[0] - window->x);
        float *z = window->z + at;
        float depth = (float)((double)corner[0].z + dx * (double)(x0 - p[0][0]) +
                              dy * (double)(y * SUB + half - p[0][1]));
        int64_t a = e[0].value, b = e[1].value, c = e[2].value;
        for (int i = 0; i < width; i++) {
            const bool inside = (a | b | c) >= 0;
            if (inside && depth > z[i] && (!behind || depth < behind[at + (size_t)i]) &&
                (!before || depth * UPON > before[at + (size_t)i])) {
                z[i] = depth;
                if (window->id) window->id[at + (size_t)i] = id;
            }
            a += e[0].step_x;
            b += e[1].step_x;
            c += e[2].step_x;
            depth += step;
        }
        for (int k = 0; k < 3; k++)
            e[k].value += e[k].step_y;
    }
}

// Computes the samples of the window whose centers may lie inside; returns false if there are none.
static bool covers(const limb__samples *window, const int64_t p[3][2], int64_t low[2],
                   int64_t high[2])
{
    const int64_t first[2] = {window->x, window->y};
    const int64_t last[2] = {window->x + window->width - 1, window->y + window->height - 1};
    for (int k = 0; k < 2; k++) {
        const int64_t a = p[0][k] < p[1][k] ? p[0][k] : p[1][k];
        const int64_t b = p[0][k] > p[1][k] ? p[0][k] : p[1][k];
        const int64_t min = a < p[2][k] ? a : p[2][k];
        const int64_t max = b > p[2][k] ? b : p[2][k];
        low[k] = (min - SUB / 2 + SUB - 1) >> 4;
        high[k] = (max - SUB / 2) >> 4;
        if (low[k] < first[k]) low[k] = first[k];
        if (high[k] > last[k]) high[k] = last[k];
        if (low[k] > high[k]) return false;
    }
    return true;
}

// Edge function, positive inside; the bias assigns samples on edges that are not top or left
// to the neighbor.
static edge make_edge(const int64_t a[2], const int64_t b[2], int64_t x, int64_t y)
{
    const int64_t dx = b[0] - a[0];
    const int64_t dy = b[1] - a[1];
    const bool top_left = dy < 0 || (dy == 0 && dx > 0);
    return (edge){.value = dx * (y - a[1]) - dy * (x - a[0]) - (top_left ? 0 : 1),
                  .step_x = -dy * SUB,
                  .step_y = dx * SUB};
}
