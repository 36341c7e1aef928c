// Light on surfaces: the sun with its shadow, and the room.
//
// Surfaces follow the metallic-roughness model of glTF: GGX distribution, Smith's correlated
// visibility, Schlick's Fresnel term; the reflection of the room's light uses B. Karis' fit
// ("Physically based shading on mobile", 2014). web/src/appearance/room.ts has the same formulas.
#include "output/render/draw.h"

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
static void hatch(float x, float y, surface *s);
static void make_ghost(surface *s);
static void light_surface(const limb__stage *stage, const surface *s, float light[3]);
static void add_sun(const limb__stage *stage, const surface *s, const float base[3],
                    float light[3]);
static void add_room(const limb__stage *stage, const surface *s, const float base[3],
                     float light[3]);
static void room_share(float roughness, float toward, float share[2]);
static float sheen(const surface *s);
static void normalize(float v[3]);

void limb__shade_triangle(const limb__stage *stage, uint32_t triangle, float x, float y,
                          float rgba[4])
{
    surface s;
    float light[3];
    const limb__role role = stage->role[stage->material[triangle]];
    find_surface(stage, triangle, x, y, &s);
    if (role == LIMB__ROLE_TOP) { // a marker: its color does not depend on the light
        for (int k = 0; k < 3; k++)
            rgba[k] = limb__display(s.albedo[k]);
        rgba[3] = 1;
        return;
    }
    if (role == LIMB__ROLE_HATCHED) hatch(x, y, &s);
    if (role != LIMB__ROLE_OVERLAY && stage->xray) make_ghost(&s);
    light_surface(stage, &s, light);
    limb__tone(light);
    for (int k = 0; k < 3; k++)
        rgba[k] = limb__display(light[k]);
    rgba[3] = s.alpha;
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

// Computes the barycentric coordinates of the point where the ray through the screen position meets
// the triangle; clamped to the triangle.
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
    if (!(u > 0)) u = 0; // also for NaN
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
    // surfaces are two-sided: the normal faces the eye
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
        out->albedo[k] = limb__linear(material ? material->rgba[k] : limb__looks.plain_color[k]);
        out->emissive[k] = material ? limb__linear(material->emissive[k]) : 0;
    }
    out->alpha = material ? limb__min(limb__max(material->rgba[3], 0), 1) : 1;
    out->metallic = material ? material->metallic : 0;
    out->roughness = material ? limb__min(limb__max(material->roughness, 0.08f), 1)
                              : limb__looks.plain_roughness;
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

// Returns the part of the texture that a pixel covers: the ratio of areas in the texture
// and in space.
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

// Draws diagonal lines on the screen.
static void hatch(float x, float y, surface *s)
{
    const float at = (x - y) / limb__looks.hatch_period;
    if (at - floorf(at) > limb__looks.hatch_share) return;
    for (int k = 0; k < 3; k++)
        s->albedo[k] *= 1 - limb__looks.hatch_strength;
}

// X-ray: clear where the surface faces the eye, less so towards the outline.
static void make_ghost(surface *s)
{
    const float away = 1 - limb__max(limb__dot3(s->normal, s->view), 0);
    s->alpha *=
        limb__looks.ghost_face + (limb__looks.ghost_rim - limb__looks.ghost_face) * away * away;
}

//---- light ---------------------------------------------------------------------------------------

static void light_surface(const limb__stage *stage, const surface *s, float light[3])
{
    float base[3]; // reflectance at normal incidence
    for (int k = 0; k < 3; k++) {
        base[k] = 0.04f + (s->albedo[k] - 0.04f) * s->metallic;
        light[k] = s->emissive[k];
    }
    add_sun(stage, s, base, light);
    add_room(stage, s, base, light);
}

static void add_sun(const limb__stage *stage, const surface *s, const float base[3], float light[3])
{
    const float *sun = stage->sun.axis[2];
    const float nl = limb__dot3(s->normal, sun);
    if (!(nl > 0)) return;
    // texels are coarse: sample slightly outside the surface to avoid self-shadowing
    float from[3];
    for (int k = 0; k < 3; k++)
        from[k] = s->point[k] + s->normal[k] * stage->radius * 0.01f;
    const float lit = nl * limb__looks.sun_strength *
                      limb__depth_map_light(&stage->sun, from, 0, stage->sun_blur);
    float half[3];
    for (int k = 0; k < 3; k++)
        half[k] = sun[k] + s->view[k];
    normalize(half);
    const float nv = limb__max(limb__dot3(s->normal, s->view), 1e-4f);
    const float nh = limb__max(limb__dot3(s->normal, half), 0);
    const float vh = limb__max(limb__dot3(s->view, half), 0);
    const float alpha = s->roughness * s->roughness;
    const float a2 = alpha * alpha;
    const float d = nh * nh * (a2 - 1) + 1;
    const float spread = a2 * 0.3183099f / (d * d);
    const float seen =
        0.5f / (nl * sqrtf(a2 + (1 - a2) * nv * nv) + nv * sqrtf(a2 + (1 - a2) * nl * nl));
    const float grazing = powf(1 - vh, 5);
    const float kept = sheen(s);
    for (int k = 0; k < 3; k++) {
        const float fresnel = base[k] + (1 - base[k]) * grazing;
        const float matte = s->albedo[k] * (1 - s->metallic) * 0.3183099f;
        light[k] += (matte + fresnel * spread * seen * kept) * lit * limb__looks.sun_color[k];
    }
}

static void add_room(const limb__stage *stage, const surface *s, const float base[3],
                     float light[3])
{
    const float toward = limb__max(limb__dot3(s->normal, s->view), 0);
    float mirrored[3], matte[3], shine[3], share[2];
    for (int k = 0; k < 3; k++)
        mirrored[k] = 2 * toward * s->normal[k] - s->view[k];
    limb__room_irradiance(stage->lamp, &stage->camera, s->normal, matte);
    limb__room_reflection(stage->lamp, mirrored, s->roughness, toward, shine);
    room_share(s->roughness, toward, share);
    const float kept = sheen(s);
    for (int k = 0; k < 3; k++) {
        const float reflected = (base[k] * share[0] + share[1]) * kept;
        light[k] +=
            s->albedo[k] * (1 - s->metallic) * (1 - reflected) * matte[k] + reflected * shine[k];
    }
}

// Computes the reflection of uniform light: the color at normal incidence times
// share[0], plus share[1].
static void room_share(float roughness, float toward, float share[2])
{
    const float x = 1 - roughness;
    const float y = 0.0425f - 0.0275f * roughness;
    const float a = limb__min(x * x, exp2f(-9.28f * toward)) * x + y;
    share[0] = -1.04f * a + 1.04f - 0.572f * roughness;
    share[1] = 1.04f * a - 0.04f + 0.022f * roughness;
}

// Returns the part of the specular reflection that is shown: metals have no other color, while
// rough plastic would become pale with all of it.
static float sheen(const surface *s)
{
    const float rough = limb__min(s->roughness / limb__looks.plain_roughness, 1);
    return 1 - (1 - limb__looks.rough_sheen) * rough * (1 - s->metallic);
}

static void normalize(float v[3])
{
    const float length = sqrtf(limb__dot3(v, v));
    if (!(length > 0)) return;
    for (int k = 0; k < 3; k++)
        v[k] /= length;
}
