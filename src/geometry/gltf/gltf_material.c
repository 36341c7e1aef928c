// glTF materials: metallic-roughness, the older specular-glossiness extension, and pictures.
#include "geometry/gltf/gltf.h"

#include "base/text.h"
#include "numbers/math/root.h"
#include "numbers/math/sin_cos.h"

#include <math.h>
#include <string.h>

static const limb__json *read_pbr(limb_mesh_material *m, const limb__json *json);
static void read_factors(limb_mesh_material *m, const limb__json *json);
static void display_color(const limb__json *object, const char *name, float *color, int count);
static limb_status read_texture(limb__gltf *g, int material, const limb__json *reference);
static void read_laying(limb__gltf_laying *l, const limb__json *reference);
static int image_of(const limb__json *texture);
static limb_status read_image(limb__gltf *g, int material, const limb__json *image);

int limb__gltf_material(limb__gltf *g, int material)
{
    if (g->material_of[material] > 0) return g->material_of[material] - 1;
    const limb__json *json = g->material.item[material];
    const limb_text name = limb__gltf_json_text(json, "name");
    const char *kept = limb__arena_copy_text(g->arena, name.data ? name.data : "", name.size);
    const int index = kept ? limb__mesh_add_material(g->b, kept) : -1;
    if (index < 0) return -1;
    g->material_of[material] = index + 1;
    limb_mesh_material *m = &g->b->material[index];
    const limb__json *picture = read_pbr(m, json);
    read_factors(m, json);
    read_laying(&g->laying[material], picture);
    if (limb__json_is(picture, LIMB__JSON_OBJECT) &&
        read_texture(g, index, picture) == LIMB_ERROR_MEMORY)
        return -1;
    return index;
}

float limb__gltf_display(double linear)
{
    if (!(linear > 0)) return 0;
    if (!(linear > 0.0031308)) return (float)(12.92 * linear);
    if (!isfinite(linear)) return (float)linear;
    const double twelfth = sqrt(sqrt(limb__root(linear, 3)));
    const double square = twelfth * twelfth;
    return (float)(1.055 * (square * square * twelfth) - 0.055); // to the power of 1 / 2.4
}

// Base color, metal and roughness; returns the reference to the base color's picture.
static const limb__json *read_pbr(limb_mesh_material *m, const limb__json *json)
{
    const limb__json *extensions = limb__json_find(json, "extensions");
    const limb__json *old = limb__json_find(extensions, "KHR_materials_pbrSpecularGlossiness");
    if (limb__json_is(old, LIMB__JSON_OBJECT)) {
        display_color(old, "diffuseFactor", m->rgba, 4);
        m->roughness = (float)(1 - limb__gltf_json_number(old, "glossinessFactor", 1));
        return limb__json_find(old, "diffuseTexture");
    }
    const limb__json *pbr = limb__json_find(json, "pbrMetallicRoughness");
    display_color(pbr, "baseColorFactor", m->rgba, 4);
    m->metallic = (float)limb__gltf_json_number(pbr, "metallicFactor", 1);
    m->roughness = (float)limb__gltf_json_number(pbr, "roughnessFactor", 1);
    return limb__json_find(pbr, "baseColorTexture");
}

static void read_factors(limb_mesh_material *m, const limb__json *json)
{
    display_color(json, "emissiveFactor", m->emissive, 3);
    m->double_sided = limb__json_is(limb__json_find(json, "doubleSided"), LIMB__JSON_TRUE);
    const limb_text mode = limb__gltf_json_text(json, "alphaMode");
    if (!mode.data || limb__text_equal(mode, "OPAQUE")) m->rgba[3] = 1;
}

static void display_color(const limb__json *object, const char *name, float *color, int count)
{
    double value[4];
    const int read = limb__gltf_json_numbers(object, name, value, count);
    for (int k = 0; k < read; k++)
        color[k] = k < 3 ? limb__gltf_display(value[k]) : (float)value[k];
}

//---- pictures ------------------------------------------------------------------------------------

static limb_status read_texture(limb__gltf *g, int material, const limb__json *reference)
{
    const int texture = limb__gltf_json_int(reference, "index", -1);
    if (texture < 0 || texture >= g->texture.count) {
        limb__mesh_skipped(g->b, limb__gltf_place(g, reference),
                           "a material refers to texture %d of %d", texture, g->texture.count);
        return LIMB_OK;
    }
    const int image = image_of(g->texture.item[texture]);
    if (image < 0 || image >= g->image.count) {
        limb__mesh_skipped(g->b, limb__gltf_place(g, g->texture.item[texture]),
                           "textures[%d] has no image", texture);
        return LIMB_OK;
    }
    return read_image(g, material, g->image.item[image]);
}

// uv' = offset + rotation scale uv, with v downwards: the turn is counter-clockwise as it is seen.
static void read_laying(limb__gltf_laying *l, const limb__json *reference)
{
    const limb__json *extensions = limb__json_find(reference, "extensions");
    const limb__json *transform = limb__json_find(extensions, "KHR_texture_transform");
    l->set =
        limb__gltf_json_int(transform, "texCoord", limb__gltf_json_int(reference, "texCoord", 0));
    double offset[2] = {0, 0}, scale[2] = {1, 1}, value[2];
    if (limb__gltf_json_numbers(transform, "offset", value, 2) == 2)
        memcpy(offset, value, sizeof offset);
    if (limb__gltf_json_numbers(transform, "scale", value, 2) == 2)
        memcpy(scale, value, sizeof scale);
    const double angle = limb__gltf_json_number(transform, "rotation", 0);
    double s, c;
    limb__sin_cos(angle, &s, &c);
    l->moved = limb__json_is(transform, LIMB__JSON_OBJECT);
    l->u[0] = c * scale[0];
    l->u[1] = s * scale[1];
    l->u[2] = offset[0];
    l->v[0] = -s * scale[0];
    l->v[1] = c * scale[1];
    l->v[2] = offset[1];
}

// The source without an extension if there is one: any reader knows its format.
static int image_of(const limb__json *texture)
{
    static const char *const extension[] = {"KHR_texture_basisu", "EXT_texture_webp",
                                            "MSFT_texture_dds"};
    const int own_source = limb__gltf_json_int(texture, "source", -1);
    if (own_source >= 0) return own_source;
    const limb__json *all = limb__json_find(texture, "extensions");
    for (size_t i = 0; i < sizeof extension / sizeof *extension; i++) {
        const limb__json *own = limb__json_find(all, extension[i]);
        const int image = limb__gltf_json_int(own, "source", -1);
        if (image >= 0) return image;
    }
    return -1;
}

static limb_status read_image(limb__gltf *g, int material, const limb__json *image)
{
    const limb_text uri = limb__gltf_json_text(image, "uri");
    const char *bytes = NULL;
    size_t size = 0;
    if (uri.data && !limb__gltf_is_data(uri))
        return limb__mesh_set_texture(g->b, material, uri.data, uri.size) ? LIMB_OK
                                                                          : LIMB_ERROR_MEMORY;
    if (uri.data) {
        if (!limb__gltf_data_uri(g, uri, &bytes, &size))
            return g->arena->failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    } else {
        g->about = image;
        const limb_status status =
            limb__gltf_view_bytes(g, limb__gltf_json_int(image, "bufferView", -1), &bytes, &size);
        if (status != LIMB_OK) return status;
    }
    limb_mesh_material *m = &g->b->material[material];
    m->has_texture = size > 0;
    m->texture = (limb_mesh_texture){.uri = "", .bytes = size > 0 ? bytes : NULL, .size = size};
    return LIMB_OK;
}
