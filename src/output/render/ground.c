// The background of the robot: the wall, the ground with its pool of light, shadows and grid.
//
// All colors here are display values and bypass the tone curve, so a backdrop has exactly the color
// of the table. The shadow of the sun uses its depth map; the soft shadow on the ground uses a map
// of heights, seen from below and blurred. web/src/appearance/ground.ts does the same on the page.
#include "output/render/draw.h"

#include "output/appearance/appearance.h"

#include <math.h>

typedef struct theme {
    const float *wall_high, *wall_low, *floor, *grid;
    float sun_shadow, contact_shadow;
} theme;

static theme theme_of(const limb__stage *stage);
static void wall(const limb__stage *stage, const float ray[3], float rgb[3]);
static float vignette(const limb__stage *stage, float x, float y);
static float grid_ink(const limb__stage *stage, const float point[3], const float width[2]);
static float grid_line(float at, float width);
static float contact_at(const limb__stage *stage, const float point[3]);
static void blur_line(float *line, int step, int reach, float *scratch);
static float smoothstep(float low, float high, float x);
static float dither(float x, float y);

void limb__shade_ground(const limb__stage *stage, float x, float y, float rgba[4])
{
    const theme look = theme_of(stage);
    const bool clear = stage->opts->transparent;
    float ray[3];
    limb__camera_ray(&stage->camera, x, y, ray);
    const float length = sqrtf(limb__dot3(ray, ray));
    wall(stage, ray, rgba);
    rgba[3] = clear ? 0 : 1;
    const float way = ray[2] < -1e-4f ? (stage->floor - stage->camera.eye[2]) / ray[2] : -1;
    float shade = 1;
    if (way > 0 && !stage->opts->no_ground) {
        float point[3];
        for (int k = 0; k < 3; k++)
            point[k] = stage->camera.eye[k] + way * ray[k];
        point[2] = stage->floor;
        const float across =
            hypotf(point[0] - stage->center[0], point[1] - stage->center[1]) / stage->radius;
        const float pool = across / limb__looks.floor_reach;
        const float lit = expf(-pool * pool);
        const float sun =
            limb__depth_map_light(&stage->sun, point, stage->radius * 0.004f, stage->sun_blur);
        shade = (1 - look.sun_shadow * (1 - sun)) *
                (1 - look.contact_shadow * contact_at(stage, point));
        const float pixel = way / stage->camera.focal; // width of a pixel on the ground
        const float slant = pixel / limb__max(0.02f, -ray[2] / length);
        const float width[2] = {limb__max(pixel, slant * fabsf(ray[0]) / length),
                                limb__max(pixel, slant * fabsf(ray[1]) / length)};
        const float ink = grid_ink(stage, point, width) *
                          (1 - smoothstep(0.25f, 1, across / limb__looks.grid_reach));
        for (int k = 0; k < 3; k++) {
            rgba[k] += (look.floor[k] - rgba[k]) * lit;
            rgba[k] = rgba[k] * shade * (1 - ink) + look.grid[k] * ink;
        }
    }
    const float corner = vignette(stage, x, y);
    const float grain = dither(x, y);
    for (int k = 0; k < 3; k++)
        rgba[k] = clear ? 0 : rgba[k] * corner + grain;
    if (clear) rgba[3] = 1 - shade;
}

void limb__contact_build(limb__stage *stage, float *scratch)
{
    limb__depth_map *map = &stage->contact;
    const float height = limb__looks.contact_height * stage->radius;
    const size_t count = (size_t)map->size * (size_t)map->size;
    for (size_t i = 0; i < count; i++) {
        // the map looks up from below: its depth is minus the height
        const float up = (-map->depth[i] - stage->floor) / height;
        const float near = up < 1 ? 1 - limb__max(up, 0) : 0;
        map->depth[i] = near * near;
    }
    // three box filters approximate a Gaussian
    const int reach = (int)(limb__looks.contact_blur * stage->radius * map->scale + 0.5f);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < map->size; i++)
            blur_line(map->depth + (size_t)i * (size_t)map->size, 1, reach, scratch);
        for (int i = 0; i < map->size; i++)
            blur_line(map->depth + i, map->size, reach, scratch);
    }
}

static theme theme_of(const limb__stage *stage)
{
    const limb__look *l = &limb__looks;
    if (stage->opts->dark)
        return (theme){l->dark_wall_high, l->dark_wall_low,   l->dark_floor,
                       l->dark_grid,      l->dark_sun_shadow, l->dark_contact_shadow};
    return (theme){l->light_wall_high, l->light_wall_low,   l->light_floor,
                   l->light_grid,      l->light_sun_shadow, l->light_contact_shadow};
}

static void wall(const limb__stage *stage, const float ray[3], float rgb[3])
{
    const theme look = theme_of(stage);
    const float t = smoothstep(-0.6f, 0.5f, ray[2] / sqrtf(limb__dot3(ray, ray)));
    for (int k = 0; k < 3; k++)
        rgb[k] = look.wall_low[k] + (look.wall_high[k] - look.wall_low[k]) * t;
}

static float vignette(const limb__stage *stage, float x, float y)
{
    const float u = 2 * x / (float)stage->camera.width - 1;
    const float v = 2 * y / (float)stage->camera.height - 1;
    return 1 - limb__looks.vignette * (u * u + v * v) / 2;
}

static float grid_ink(const limb__stage *stage, const float point[3], const float width[2])
{
    float ink = 0;
    for (int k = 0; k < 2; k++) {
        const float fine = grid_line(point[k] / stage->grid, width[k] / stage->grid);
        const float coarse =
            grid_line(point[k] / (10 * stage->grid), width[k] / (10 * stage->grid));
        ink = limb__max(ink, limb__looks.grid_fine * fine);
        ink = limb__max(ink, limb__looks.grid_coarse * coarse);
    }
    return ink;
}

// Returns the coverage of a line one pixel wide at each integer; it fades where lines are
// closer than pixels.
static float grid_line(float at, float width)
{
    const float away = fabsf(at - rintf(at));
    const float line = limb__max(0, 1 - away / limb__max(width, 1e-6f));
    return line * (1 - smoothstep(0.2f, 0.6f, width));
}

static float contact_at(const limb__stage *stage, const float point[3])
{
    const limb__depth_map *map = &stage->contact;
    const float x = map->scale * limb__dot3(map->axis[0], point) + map->shift[0] - 0.5f;
    const float y = map->scale * limb__dot3(map->axis[1], point) + map->shift[1] - 0.5f;
    const float end = (float)(map->size - 1);
    if (!(x >= 0 && y >= 0 && x < end && y < end)) return 0;
    const float fx = x - floorf(x);
    const float fy = y - floorf(y);
    const float *at = map->depth + (size_t)y * (size_t)map->size + (size_t)x;
    const float low = at[0] + (at[1] - at[0]) * fx;
    const float high = at[map->size] + (at[map->size + 1] - at[map->size]) * fx;
    return low + (high - low) * fy;
}

static void blur_line(float *line, int step, int reach, float *scratch)
{
    float sum = 0;
    for (int i = 0; i < LIMB__CONTACT_SIZE; i++)
        scratch[i] = line[(size_t)i * (size_t)step];
    for (int i = 0; i < reach && i < LIMB__CONTACT_SIZE; i++)
        sum += scratch[i];
    for (int i = 0; i < LIMB__CONTACT_SIZE; i++) {
        sum += i + reach < LIMB__CONTACT_SIZE ? scratch[i + reach] : 0;
        sum -= i - reach - 1 >= 0 ? scratch[i - reach - 1] : 0;
        line[(size_t)i * (size_t)step] = limb__max(sum / (float)(2 * reach + 1), 0);
    }
}

static float smoothstep(float low, float high, float x)
{
    const float t = limb__min(limb__max((x - low) / (high - low), 0), 1);
    return t * t * (3 - 2 * t);
}

// Dithers by up to half a display step, so that wide gradients show no bands.
static float dither(float x, float y)
{
    static const int8_t order[4][4] = {
        {-15, 1, -11, 5}, {9, -7, 13, -3}, {-9, 7, -13, 3}, {15, -1, 11, -5}};
    return (float)order[(int)y & 3][(int)x & 3] / (32 * 255);
}
