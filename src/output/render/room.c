// The light of the room: walls and soft boxes, by closed formulas.
//
// A soft box is a spherical Gaussian, s exp(k (cos - 1)). For the light that a matte surface
// receives from it there is a good closed-form fit (S. Hill, in M. Pettineo, "SG series part 3",
// 2016); a rough mirror reflects the lobe convolved with the mirror's own: Gaussians of sharpness k
// and m give k m / (k + m), and the strength is scaled by m / (k + m). The walls are a linear
// function of height, which remains linear under both. web/src/appearance/room.ts has the same
// formulas for the page.
#include "output/render/draw.h"

#include "output/appearance/appearance.h"

#include <math.h>
#include <string.h>

static const float PI = 3.14159265f;

static void place_box(limb__lamp *lamp, const limb__soft_box *box, const limb__camera *camera);
static float normalized_irradiance(const limb__lamp *lamp, float facing);
static float mirror_sharpness(float roughness, float toward);

void limb__room_place(limb__lamp lamp[LIMB__NBOX], const limb__camera *camera)
{
    for (int i = 0; i < LIMB__NBOX; i++)
        place_box(&lamp[i], &limb__box[i], camera);
}

void limb__room_irradiance(const limb__lamp lamp[LIMB__NBOX], const limb__camera *camera,
                           const float normal[3], float light[3])
{
    // right is horizontal; rotated by a quarter turn it is the horizontal direction to the camera
    const float front = normal[0] * camera->right[1] - normal[1] * camera->right[0];
    for (int k = 0; k < 3; k++)
        light[k] = limb__looks.matte_middle[k] +
                   limb__looks.matte_tilt[k] * normal[2] * (2.0f / 3) +
                   limb__looks.matte_front * front;
    for (int i = 0; i < LIMB__NBOX; i++) {
        const float part = normalized_irradiance(&lamp[i], limb__dot3(lamp[i].axis, normal));
        for (int k = 0; k < 3; k++)
            light[k] += part * lamp[i].whole[k];
    }
}

void limb__room_reflection(const limb__lamp lamp[LIMB__NBOX], const float mirrored[3],
                           float roughness, float toward, float light[3])
{
    const float sharp = mirror_sharpness(roughness, toward);
    const float flatter = 1 - roughness * roughness / 3; // from 1 (mirror) to 2/3 (matte)
    for (int k = 0; k < 3; k++)
        light[k] = limb__looks.wall_middle[k] + limb__looks.wall_tilt[k] * mirrored[2] * flatter;
    for (int i = 0; i < LIMB__NBOX; i++) {
        const float share = sharp / (sharp + lamp[i].sharpness);
        const float part =
            share * expf(lamp[i].sharpness * share * (limb__dot3(lamp[i].axis, mirrored) - 1));
        for (int k = 0; k < 3; k++)
            light[k] += part * lamp[i].peak[k];
    }
}

void limb__tone(float rgb[3])
{
    const limb__look *look = &limb__looks;
    const float reach = look->tone_limit - look->tone_knee;
    for (int k = 0; k < 3; k++) {
        const float x = look->exposure * rgb[k];
        const float above = x - look->tone_knee;
        rgb[k] = above > 0 ? look->tone_knee + reach * (1 - expf(-above / reach)) : x;
    }
}

// Positions a box; the room rotates with the camera about the vertical.
static void place_box(limb__lamp *lamp, const limb__soft_box *box, const limb__camera *camera)
{
    const float degree = PI / 180;
    const float flat = cosf(box->elevation * degree);
    const float ahead = flat * cosf(box->azimuth * degree);
    const float beside = flat * sinf(box->azimuth * degree);
    // right is horizontal; rotated by a quarter turn it is the horizontal direction to the camera
    const float *right = camera->right;
    lamp->axis[0] = ahead * right[1] + beside * right[0];
    lamp->axis[1] = -ahead * right[0] + beside * right[1];
    lamp->axis[2] = sinf(box->elevation * degree);
    lamp->sharpness = box->sharpness;

    const float k = box->sharpness;
    const float e = expf(-k);
    const float whole = 2 * PI * box->strength * (1 - e * e) / k;
    lamp->scale = 1 + 2 * e * e - 1 / k;
    lamp->bias = (e - e * e) / k - e * e;
    for (int i = 0; i < 3; i++) {
        lamp->peak[i] = box->strength * box->color[i];
        lamp->whole[i] = limb__looks.box_matte * whole * box->color[i] / PI;
    }
}

// Returns the irradiance divided by the integral of the lobe.
static float normalized_irradiance(const limb__lamp *lamp, float facing)
{
    static const float c0 = 0.36f;
    const float root = sqrtf(1 - lamp->scale);
    const float x0 = c0 * facing;
    const float x1 = root / (4 * c0);
    const float sum = x0 + x1;
    const float smooth = fabsf(x0) <= x1 ? sum * sum / root : limb__max(facing, 0);
    return limb__max(lamp->scale * smooth + lamp->bias, 0);
}

// Returns the sharpness of the Gaussian that approximates the GGX lobe about the
// mirrored direction.
static float mirror_sharpness(float roughness, float toward)
{
    const float alpha = roughness * roughness;
    return 0.5f / (alpha * alpha * limb__max(toward, 0.15f));
}
