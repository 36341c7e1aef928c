// The camera: as the options specify, or as close as possible with everything visible.
#include "output/render/draw.h"

#include <math.h>

static const double DEGREE = 3.14159265358979323846 / 180;

static void look_from(limb__camera *camera, double azimuth, double elevation);
static void bounds_on_axes(const limb__camera *camera, const limb_mesh *scene,
                           const float center[3], float distance, float low[2], float high[2]);
static float needed_distance(const limb__camera *camera, const limb_mesh *scene,
                             const float center[3]);

void limb__camera_fit(limb__camera *camera, const limb_mesh *scene, const limb_render_opts *opts)
{
    camera->width = opts->width;
    camera->height = opts->height;
    const double field =
        opts->field_of_view > 0 ? opts->field_of_view : (double)limb__looks.field_of_view * DEGREE;
    camera->focal = (float)(opts->height / (2 * tan(field / 2)));
    look_from(camera, opts->has_view ? opts->azimuth : (double)limb__looks.iso_azimuth * DEGREE,
              opts->has_view ? opts->elevation : (double)limb__looks.iso_elevation * DEGREE);

    float center[3];
    for (int k = 0; k < 3; k++)
        center[k] = (scene->lower[k] + scene->upper[k]) / 2;
    // perspective shifts the center of the picture: move until it is centered
    float distance = needed_distance(camera, scene, center);
    for (int round = 0; round < 3 && scene->nvertex > 0; round++) {
        float low[2];
        float high[2];
        bounds_on_axes(camera, scene, center, distance, low, high);
        for (int k = 0; k < 3; k++) {
            center[k] += (low[0] + high[0]) / 2 * distance * camera->right[k] +
                         (low[1] + high[1]) / 2 * distance * camera->up[k];
        }
        distance = needed_distance(camera, scene, center);
    }
    for (int k = 0; k < 3; k++)
        camera->eye[k] = center[k] + distance * camera->back[k];
}

void limb__camera_ray(const limb__camera *camera, float x, float y, float ray[3])
{
    const float right = (x - (float)camera->width / 2) / camera->focal;
    const float up = ((float)camera->height / 2 - y) / camera->focal;
    for (int k = 0; k < 3; k++) {
        ray[k] = right * camera->right[k] + up * camera->up[k] - camera->back[k];
    }
}

static void look_from(limb__camera *camera, double azimuth, double elevation)
{
    const double ca = cos(azimuth), sa = sin(azimuth);
    const double ce = cos(elevation), se = sin(elevation);
    const double back[3] = {ce * ca, ce * sa, se};
    const double right[3] = {-sa, ca, 0};
    const double up[3] = {-se * ca, -se * sa, ce};
    for (int k = 0; k < 3; k++) {
        camera->back[k] = (float)back[k];
        camera->right[k] = (float)right[k];
        camera->up[k] = (float)up[k];
    }
}

// Computes the slopes of the scene from that distance.
static void bounds_on_axes(const limb__camera *camera, const limb_mesh *scene,
                           const float center[3], float distance, float low[2], float high[2])
{
    low[0] = low[1] = INFINITY;
    high[0] = high[1] = -INFINITY;
    for (int i = 0; i < scene->nvertex; i++) {
        const float *p = scene->position + 3 * (size_t)i;
        const float d[3] = {p[0] - center[0], p[1] - center[1], p[2] - center[2]};
        const float depth = distance - limb__dot3(d, camera->back);
        const float slope[2] = {limb__dot3(d, camera->right) / depth,
                                limb__dot3(d, camera->up) / depth};
        for (int k = 0; k < 2; k++) {
            low[k] = limb__min(low[k], slope[k]);
            high[k] = limb__max(high[k], slope[k]);
        }
    }
}

// Returns the smallest distance from which every vertex is inside the picture's margin.
static float needed_distance(const limb__camera *camera, const limb_mesh *scene,
                             const float center[3])
{
    const float half_height = (float)camera->height / 2 / camera->focal * limb__looks.margin;
    const float half_width = half_height * (float)camera->width / (float)camera->height;
    float distance = 1e-6f;
    for (int i = 0; i < scene->nvertex; i++) {
        const float *p = scene->position + 3 * (size_t)i;
        const float d[3] = {p[0] - center[0], p[1] - center[1], p[2] - center[2]};
        const float depth = limb__dot3(d, camera->back);
        distance = limb__max(distance, depth + fabsf(limb__dot3(d, camera->right)) / half_width);
        distance = limb__max(distance, depth + fabsf(limb__dot3(d, camera->up)) / half_height);
    }
    return distance > 1e-6f ? distance : 1;
}
