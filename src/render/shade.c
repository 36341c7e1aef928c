// Light on surfaces: a sun with a shadow, a sky of many weak lights that are shadowed too, and
// a soft reflection.
//
// The sky's lights give ambient light with its occlusion: a crease sees less of the sky. Surfaces
// follow the metallic-roughness model of glTF (GGX distribution, Schlick's Fresnel term). Colours
// leave through Khronos' neutral tone curve, as on the page.
#include "render/draw.h"

#include <math.h>
#include <string.h>

typedef struct surface {
    float point[3];
    float normal[3]; // unit, towards the eye
    float view[3];   // unit, towards the eye
    float albedo[3]; // linear
    float alpha;
    float emissive[3];
    float metallic, roughness;
} surface;

static const float SUN = 1.65f;
static const float SKY = 1.0f;
static const float BOUNCE = 0.3f;    // light from the ground, from below
static const float GROUND_REACH = 3; // radii around the scene whose ground is darkened by it

static void find_surface(const limb__stage *stage, uint32_t triangle, float x, float y,
                         surface *out);
static void screen_weights(const limb__stage *stage, const float *p[3], float x, float y,
                           float weight[3]);
static void find_normal(const limb__stage *stage, const uint32_t index[3], const float *p[3],
                        const float weight[3], surface *out);
static void find_paint(const limb__stage *stage, uint32_t triangle, const uint32_t index[3],
                       const float *p[3], const float weight[3], surface *out);
static float footprint(const limb__stage *stage, const uint32_t index[3], const float *p[3],
                       const surface *at);
static void light_surface(const limb__stage *stage, const surface *s, float light[3]);
static float sky_light(const limb__stage *stage, const float point[3], const float normal[3],
                       int blur);
static float ground_sky(const limb__stage *stage, const float point[3]);
static void blur_line(float *line, int step, float *scratch);
static float sun_glint(const surface *s, const float sun[3], float roughness);
static float studio(const float direction[3]);
static void tone(float rgb[3]);
static void background(const limb__stage *stage, float y, float rgb[3]);
static float grid_line(float at, float width);
static void normalize(float v[3]);

void limb__shade_triangle(const limb__stage *stage, uint32_t triangle, float x, float y,
                          float rgba[4])
{
    surface s;
    float light[3];
    find_surface(stage, triangle, x, y, &s);
    light_surface(stage, &s, light);
    tone(light);
    for (int k = 0; k < 3; k++)
        rgba[k] = limb__display(light[k]);
    rgba[3] = s.alpha;
}

void limb__shade_ground(const limb__stage *stage, float x, float y, float rgba[4])
{
    background(stage, y, rgba);
    rgba[3] = stage->opts->transparent ? 0 : 1;
    if (stage->opts->no_ground) return;
    float ray[3];
    limb__camera_ray(&stage->camera, x, y, ray);
    const float way = ray[2] < -1e-4f ? (stage->floor - stage->camera.eye[2]) / ray[2] : -1;
    if (way <= 0) return;
    float point[3];
    for (int k = 0; k < 3; k++)
        point[k] = stage->camera.eye[k] + way * ray[k];
    point[2] = stage->floor;
    const float across =
        hypotf(point[0] - stage->centre[0], point[1] - stage->centre[1]) / stage->radius;
    if (!(across < 6)) return;

    const float sun = limb__depth_map_light(&stage->sun, point, stage->radius * 0.004f, 3);
    const float sky = ground_sky(stage, point);
    const float fade = across < 2 ? 1 : limb__max(0, 1 - (across - 2) / 2);
    const float shade = 1 - fade * (1 - (0.56f + 0.44f * sun) * (0.35f + 0.65f * sky));
    if (stage->opts->transparent) {
        rgba[0] = rgba[1] = rgba[2] = 0;
        rgba[3] = 1 - shade;
        return;
    }
    const float pixel = way / stage->camera.focal; // of the ground seen by a pixel, across
    const float slant = pixel / limb__max(0.05f, -ray[2] / sqrtf(limb__dot3(ray, ray)));
    const float width = limb__min(slant, stage->grid);
    const float fine = limb__max(grid_line(point[0] / stage->grid, width / stage->grid),
                                 grid_line(point[1] / stage->grid, width / stage->grid));
    const float far = limb__max(0, 1 - across / 4.5f);
    const float ink = 0.16f * fine * far * far;
    const float dark = stage->opts->dark ? -1.0f : 1.0f;
    for (int k = 0; k < 3; k++)
        rgba[k] = rgba[k] * shade * (1 - dark * ink);
}

void limb__light_ground_row(const limb__stage *stage, int row)
{
    static const float up[3] = {0, 0, 1};
    const float cell = 2 * GROUND_REACH * stage->radius / LIMB__GROUND_CELLS;
    for (int i = 0; i < LIMB__GROUND_CELLS; i++) {
        const float point[3] = {
            stage->centre[0] + ((float)i + 0.5f - LIMB__GROUND_CELLS / 2) * cell,
            stage->centre[1] + ((float)row + 0.5f - LIMB__GROUND_CELLS / 2) * cell, stage->floor};
        stage->ground_sky[row * LIMB__GROUND_CELLS + i] = sky_light(stage, point, up, 2);
    }
}

// The sky is a number of lights; smoothing makes one of it again.
void limb__smooth_ground(const limb__stage *stage, float *scratch)
{
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < LIMB__GROUND_CELLS; i++) {
            blur_line(stage->ground_sky + i * LIMB__GROUND_CELLS, 1, scratch);
        }
        for (int i = 0; i < LIMB__GROUND_CELLS; i++) {
            blur_line(stage->ground_sky + i, LIMB__GROUND_CELLS, scratch);
        }
    }
}

static void blur_line(float *line, int step, float *scratch)
{
    enum { REACH = 3 };
    for (int i = 0; i < LIMB__GROUND_CELLS; i++)
        scratch[i] = line[i * step];
    for (int i = REACH; i < LIMB__GROUND_CELLS - REACH; i++) {
        float sum = 0;
        for (int k = -REACH; k <= REACH; k++)
            sum += scratch[i + k];
        line[i * step] = sum / (2 * REACH + 1);
    }
}

static float ground_sky(const limb__stage *stage, const float point[3])
{
    const float cell = 2 * GROUND_REACH * stage->radius / LIMB__GROUND_CELLS;
    const float x = (point[0] - stage->centre[0]) / cell + LIMB__GROUND_CELLS / 2 - 0.5f;
    const float y = (point[1] - stage->centre[1]) / cell + LIMB__GROUND_CELLS / 2 - 0.5f;
    if (!(x >= 0 && y >= 0 && x < LIMB__GROUND_CELLS - 1 && y < LIMB__GROUND_CELLS - 1)) return 1;
    const int i = (int)x;
    const int j = (int)y;
    const float *at = stage->ground_sky + j * LIMB__GROUND_CELLS + i;
    const float low = at[0] + (at[1] - at[0]) * (x - (float)i);
    const float *next = at + LIMB__GROUND_CELLS;
    const float high = next[0] + (next[1] - next[0]) * (x - (float)i);
    return low + (high - low) * (y - (float)j);
}

float limb__linear(float c)
{
    c = limb__min(limb__max(c, 0), 1);
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

float limb__display(float c)
{
    c = limb__min(limb__max(c, 0), 1);
    return c <= 0.0031308f ? c * 12.92f : 1.055f * powf(c, 1 / 2.4f) - 0.055f;
}

//---- what is seen there --------------------------------------------------------------------------

static void find_surface(const limb__stage *stage, uint32_t triangle, float x, float y,
                         surface *out)
{
    const limb_mesh *mesh = stage->mesh;
    const uint32_t *index = mesh->index + 3 * (size_t)triangle;
    const float *p[3];
    for (int k = 0; k < 3; k++)
        p[k] = mesh->position + 3 * (size_t)index[k];
    float weight[3];
    screen_weights(stage, p, x, y, weight);
    for (int k = 0; k < 3; k++) {
        out->point[k] = weight[0] * p[0][k] + weight[1] * p[1][k] + weight[2] * p[2][k];
        out->view[k] = stage->camera.eye[k] - out->point[k];
    }
    normalize(out->view);
    find_normal(stage, index, p, weight, out);
    find_paint(stage, triangle, index, p, weight, out);
}

// Where the ray through the screen position meets the triangle, as parts of its
// corners; kept inside.
static void screen_weights(const limb__stage *stage, const float *p[3], float x, float y,
                           float weight[3])
{
    float ray[3];
    limb__camera_ray(&stage->camera, x, y, ray);
    float e1[3], e2[3], s[3];
    for (int k = 0; k < 3; k++) {
        e1[k] = p[1][k] - p[0][k];
        e2[k] = p[2][k] - p[0][k];
        s[k] = stage->camera.eye[k] - p[0][k];
    }
    // Moeller and Trumbore, 1997
    const float h[3] = {ray[1] * e2[2] - ray[2] * e2[1], ray[2] * e2[0] - ray[0] * e2[2],
                        ray[0] * e2[1] - ray[1] * e2[0]};
    const float q[3] = {s[1] * e1[2] - s[2] * e1[1], s[2] * e1[0] - s[0] * e1[2],
                        s[0] * e1[1] - s[1] * e1[0]};
    const float det = limb__dot3(e1, h);
    float u = limb__dot3(s, h) / det;
    float v = limb__dot3(ray, q) / det;
    if (!(u > 0)) u = 0; // NaN too
    if (!(v > 0)) v = 0;
    const float sum = u + v;
    if (sum > 1) {
        u /= sum;
        v /= sum;
    }
    weight[0] = limb__max(0, 1 - u - v);
    weight[1] = u;
    weight[2] = v;
}

static void find_normal(const limb__stage *stage, const uint32_t index[3], const float *p[3],
                        const float weight[3], surface *out)
{
    float face[3];
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3;
        const int v = (k + 2) % 3;
        face[k] =
            (p[1][u] - p[0][u]) * (p[2][v] - p[0][v]) - (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
    }
    normalize(face);
    const float *n = stage->mesh->normal;
    memcpy(out->normal, face, sizeof face);
    if (n) {
        for (int k = 0; k < 3; k++) {
            out->normal[k] = weight[0] * n[3 * (size_t)index[0] + (size_t)k] +
                             weight[1] * n[3 * (size_t)index[1] + (size_t)k] +
                             weight[2] * n[3 * (size_t)index[2] + (size_t)k];
        }
        normalize(out->normal);
        if (!(limb__dot3(out->normal, out->normal) > 0.5f)) memcpy(out->normal, face, sizeof face);
    }
    // surfaces have two sides; the one seen faces the eye
    const bool away = limb__dot3(face, out->view) < 0;
    const bool flipped = limb__dot3(out->normal, face) < 0;
    if (away != flipped) {
        for (int k = 0; k < 3; k++)
            out->normal[k] = -out->normal[k];
    }
}

static void find_paint(const limb__stage *stage, uint32_t triangle, const uint32_t index[3],
                       const float *p[3], const float weight[3], surface *out)
{
    const limb_mesh *mesh = stage->mesh;
    const int number = stage->material[triangle];
    const limb_mesh_material *material = number < mesh->nmaterial ? &mesh->material[number] : NULL;
    for (int k = 0; k < 3; k++) {
        out->albedo[k] = limb__linear(material ? material->rgba[k] : 0.78f);
        out->emissive[k] = material ? limb__linear(material->emissive[k]) : 0;
    }
    out->alpha = material ? limb__min(limb__max(material->rgba[3], 0), 1) : 1;
    out->metallic = material ? material->metallic : 0;
    out->roughness = material ? limb__min(limb__max(material->roughness, 0.08f), 1) : 0.6f;
    if (mesh->color) {
        for (int k = 0; k < 3; k++) {
            float c = 0;
            for (int i = 0; i < 3; i++)
                c += weight[i] * (float)mesh->color[4 * (size_t)index[i] + (size_t)k] / 255;
            out->albedo[k] *= limb__linear(c);
        }
    }
    const int picture = material && mesh->texcoord ? stage->texture_of[number] : -1;
    if (picture >= 0) {
        float uv[2] = {0, 0};
        for (int i = 0; i < 3; i++) {
            uv[0] += weight[i] * mesh->texcoord[2 * (size_t)index[i]];
            uv[1] += weight[i] * mesh->texcoord[2 * (size_t)index[i] + 1];
        }
        float rgba[4];
        limb__texture_sample(&stage->texture[picture], uv[0], uv[1],
                             footprint(stage, index, p, out), rgba);
        for (int k = 0; k < 3; k++)
            out->albedo[k] *= rgba[k];
        out->alpha *= rgba[3];
    }
}

// The part of the picture that a pixel covers: the ratio of areas in the picture and in space.
static float footprint(const limb__stage *stage, const uint32_t index[3], const float *p[3],
                       const surface *at)
{
    const float *t = stage->mesh->texcoord;
    const float *a = t + 2 * (size_t)index[0], *b = t + 2 * (size_t)index[1],
                *c = t + 2 * (size_t)index[2];
    const float uv_area = fabsf((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    float cross[3];
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3;
        const int v = (k + 2) % 3;
        cross[k] =
            (p[1][u] - p[0][u]) * (p[2][v] - p[0][v]) - (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
    }
    const float area = sqrtf(limb__dot3(cross, cross));
    float way[3];
    for (int k = 0; k < 3; k++)
        way[k] = stage->camera.eye[k] - at->point[k];
    const float pixel = sqrtf(limb__dot3(way, way)) / stage->camera.focal;
    return area > 0 ? pixel * sqrtf(uv_area / area) : 0;
}

//---- light ---------------------------------------------------------------------------------------

static void light_surface(const limb__stage *stage, const surface *s, float light[3])
{
    const float *sun = stage->sun.axis[2];
    const float facing = limb__dot3(s->normal, sun);
    const float direct = facing > 0 ? facing * limb__depth_map_light(&stage->sun, s->point,
                                                                     stage->radius * 0.006f, 1)
                                    : 0;
    const float ambient =
        SKY * sky_light(stage, s->point, s->normal, 1) + BOUNCE * (0.5f - 0.5f * s->normal[2]);

    const float toward = limb__max(limb__dot3(s->normal, s->view), 0);
    const float grazing = 1 - toward;
    const float fresnel = grazing * grazing * grazing * grazing * grazing;
    float mirrored[3];
    for (int k = 0; k < 3; k++)
        mirrored[k] = 2 * toward * s->normal[k] - s->view[k];
    const float glint = direct > 0 ? sun_glint(s, sun, s->roughness) * direct * SUN : 0;
    const float smooth = 1 - s->roughness;
    const float reflection =
        studio(mirrored) * (0.35f + 0.65f * smooth) * limb__min(1, 0.4f + ambient);
    for (int k = 0; k < 3; k++) {
        const float base = 0.04f + (s->albedo[k] - 0.04f) * s->metallic;
        const float shine = base + (limb__max(smooth, base) - base) * fresnel;
        const float diffuse = s->albedo[k] * (1 - s->metallic) * (1 - shine);
        light[k] = diffuse * (direct * SUN + ambient) * 0.3183099f * 1.75f + shine * reflection +
                   base * glint + s->emissive[k];
    }
}

// The part of the sky that is seen, weighted by how it faces the surface; 1 for open ground.
static float sky_light(const limb__stage *stage, const float point[3], const float normal[3],
                       int blur)
{
    // texels are coarse: the question is asked from a little outside the surface
    const float outside = 1.6f / stage->sky[0].scale;
    float from[3];
    for (int k = 0; k < 3; k++)
        from[k] = point[k] + outside * normal[k];
    float seen = 0;
    float whole = 0;
    for (int i = 0; i < LIMB__SKY_LIGHTS; i++) {
        const limb__depth_map *light = &stage->sky[i];
        const float facing = limb__dot3(normal, light->axis[2]);
        whole += light->axis[2][2];
        if (facing > 0) seen += facing * limb__depth_map_light(light, from, 0, blur);
    }
    return seen / whole;
}

// GGX with the simple visibility term of 1 / (4 max(...)): enough for one small light.
static float sun_glint(const surface *s, const float sun[3], float roughness)
{
    float half[3];
    for (int k = 0; k < 3; k++)
        half[k] = sun[k] + s->view[k];
    normalize(half);
    const float nh = limb__max(limb__dot3(s->normal, half), 0);
    const float lh = limb__max(limb__dot3(sun, half), 0.1f);
    const float a2 = roughness * roughness * roughness * roughness;
    const float d = nh * nh * (a2 - 1) + 1;
    return limb__min(a2 / (4 * lh * lh * (roughness + 0.5f) * d * d), 6);
}

// What a mirror would show: bright above, a softbox, a dim floor.
static float studio(const float direction[3])
{
    const float height = direction[2];
    const float sky = height > 0 ? 0.35f + 0.65f * height : limb__max(0.12f, 0.35f + 0.8f * height);
    const float box = limb__max(0, 1 - fabsf(height - 0.65f) * 4);
    return sky + 0.5f * box;
}

// Khronos PBR Neutral: colours stay as they are until they are bright, then lose saturation softly.
static void tone(float rgb[3])
{
    static const float start = 0.8f - 0.04f;
    const float least = limb__min(rgb[0], limb__min(rgb[1], rgb[2]));
    const float offset = least < 0.08f ? least - 6.25f * least * least : 0.04f;
    for (int k = 0; k < 3; k++)
        rgb[k] -= offset;
    const float peak = limb__max(rgb[0], limb__max(rgb[1], rgb[2]));
    if (peak < start) return;
    const float d = 1 - start;
    const float pressed = 1 - d * d / (peak + d - start);
    const float pale = 1 - 1 / (0.15f * (peak - pressed) + 1);
    for (int k = 0; k < 3; k++) {
        const float c = rgb[k] * pressed / peak;
        rgb[k] = c + (pressed - c) * pale;
    }
}

static void background(const limb__stage *stage, float y, float rgb[3])
{
    static const float light_top[3] = {0.965f, 0.972f, 0.98f},
                       light_low[3] = {0.865f, 0.885f, 0.905f};
    static const float dark_top[3] = {0.16f, 0.18f, 0.2f}, dark_low[3] = {0.095f, 0.105f, 0.12f};
    const float t = y / (float)stage->camera.height;
    for (int k = 0; k < 3; k++) {
        const float top = stage->opts->dark ? dark_top[k] : light_top[k];
        const float low = stage->opts->dark ? dark_low[k] : light_low[k];
        rgb[k] = top + (low - top) * t;
    }
}

// Coverage of a line one pixel wide at each whole number; it fades where lines come
// closer than pixels.
static float grid_line(float at, float width)
{
    const float away = fabsf(at - rintf(at));
    const float line = limb__max(0, 1 - away / limb__max(width, 1e-6f));
    return line * limb__max(0, 1 - width * 2.5f);
}

static void normalize(float v[3])
{
    const float length = sqrtf(limb__dot3(v, v));
    if (!(length > 0)) return;
    for (int k = 0; k < 3; k++)
        v[k] /= length;
}
