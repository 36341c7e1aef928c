// COLLADA materials: <material> to <effect>, its common profile, and through parameters to images.
#include "geometry/mesh_files/dae.h"

#include "geometry/mesh_files/scan.h"

#include <math.h>
#include <string.h>

typedef struct shading {
    const limb__dae *dae;
    int effect;
    int profile; // that the shader is in
    int shader;
} shading;

static void read_effect(limb__dae *dae, int effect, limb_mesh_material *m, limb_text *picture);
static int find_shader(const limb__dae *dae, int profile);
static bool read_color(const shading *s, const char *property, double rgba[4]);
static bool read_float(const shading *s, const char *property, double *value);
static int find_value(const shading *s, const char *property, const char *kind);
static float opacity(const shading *s);
static limb_text find_picture(const shading *s, int diffuse);
static int find_image(const shading *s, limb_text name);
static int find_parameter(const shading *s, limb_text sid);
static limb_text image_file(const limb__dae *dae, int image);
static limb_text trimmed_text(const limb__dae *dae, int node);

int limb__dae_material(limb__dae *dae, int node)
{
    if (dae->material_of[node] > 0) return dae->material_of[node] - 1;
    const char *name = limb__dae_name(dae, node);
    const int index = name ? limb__mesh_add_material(dae->b, name) : -1;
    if (index < 0) return -1;
    dae->material_of[node] = index + 1;

    const int instance = limb_node_find(&dae->doc, node, "instance_effect");
    const int effect = instance >= 0 ? limb__dae_target(dae, instance, "url") : -1;
    if (!limb__dae_is(dae, effect, "effect")) return index;
    limb_text picture = {NULL, 0};
    read_effect(dae, effect, &dae->b->material[index], &picture);
    if (picture.size > 0) {
        char *decoded = limb__arena_take(dae->arena, picture.size + 1);
        if (!decoded) return -1;
        const size_t size = limb__xml_decode(picture.data, picture.size, decoded);
        if (!limb__mesh_set_texture(dae->b, index, decoded, size)) return -1;
    }
    return index;
}

static void read_effect(limb__dae *dae, int effect, limb_mesh_material *m, limb_text *picture)
{
    const int profile = limb_node_find(&dae->doc, effect, "profile_COMMON");
    const int shader = profile >= 0 ? find_shader(dae, profile) : -1;
    if (shader < 0) return;
    const shading s = {dae, effect, profile, shader};
    double rgba[4], value;
    const int diffuse = limb_node_find(&dae->doc, shader, "diffuse");
    if (diffuse >= 0) *picture = find_picture(&s, diffuse);
    if (read_color(&s, "diffuse", rgba)) {
        for (int k = 0; k < 3; k++)
            m->rgba[k] = (float)rgba[k];
    }
    if (read_color(&s, "emission", rgba)) {
        for (int k = 0; k < 3; k++)
            m->emissive[k] = (float)rgba[k];
        // a shader without diffuse light shows only what it emits
        if (limb__dae_is(dae, shader, "constant")) memcpy(m->rgba, m->emissive, 3 * sizeof(float));
    }
    if (read_float(&s, "shininess", &value) && value >= 0) {
        // the width of Phong's highlight as that of a microfacet surface
        m->roughness = sqrtf((float)(2 / (value + 2)));
    }
    m->rgba[3] = opacity(&s);
}

static int find_shader(const limb__dae *dae, int profile)
{
    static const char *const kind[] = {"phong", "lambert", "blinn", "constant"};
    const int technique = limb_node_find(&dae->doc, profile, "technique");
    for (size_t i = 0; technique >= 0 && i < sizeof kind / sizeof *kind; i++) {
        const int shader = limb_node_find(&dae->doc, technique, kind[i]);
        if (shader >= 0) return shader;
    }
    return -1;
}

static bool read_color(const shading *s, const char *property, double rgba[4])
{
    const int color = find_value(s, property, "color");
    if (color < 0) return false;
    rgba[3] = 1;
    return limb__dae_numbers(s->dae, color, rgba, 4) >= 3;
}

static bool read_float(const shading *s, const char *property, double *value)
{
    const int number = find_value(s, property, "float");
    return number >= 0 && limb__dae_numbers(s->dae, number, value, 1) == 1;
}

// The element that holds the numbers of the shader's property: of that kind, or the value of a
// parameter. -1: none.
static int find_value(const shading *s, const char *property, const char *kind)
{
    const int holder = limb_node_find(&s->dae->doc, s->shader, property);
    if (holder < 0) return -1;
    const int own = limb_node_find(&s->dae->doc, holder, kind);
    const int param = own < 0 ? limb_node_find(&s->dae->doc, holder, "param") : -1;
    if (param < 0) return own;
    const int parameter = find_parameter(s, limb__dae_attr(s->dae, param, "ref"));
    static const char *const type[] = {"float4", "float3", "float"};
    int value = -1;
    for (size_t i = 0; i < sizeof type / sizeof *type && parameter >= 0 && value < 0; i++)
        value = limb_node_find(&s->dae->doc, parameter, type[i]);
    return value;
}

// COLLADA 1.5 chapter "Determining transparency (opacity)". Many writers have it backwards, so that
// everything would be invisible: what has no opacity at all is taken as opaque.
static float opacity(const shading *s)
{
    double rgba[4] = {1, 1, 1, 1};
    double factor = 1;
    read_color(s, "transparent", rgba);
    read_float(s, "transparency", &factor);
    const int transparent = limb_node_find(&s->dae->doc, s->shader, "transparent");
    const limb_text mode =
        transparent >= 0 ? limb__dae_attr(s->dae, transparent, "opaque") : (limb_text){NULL, 0};
    const bool by_color = mode.size >= 3 && memcmp(mode.data, "RGB", 3) == 0;
    const bool zero = mode.size > 5 && memcmp(mode.data + mode.size - 5, "_ZERO", 5) == 0;
    // luminance by ITU-R BT.709
    const double amount =
        by_color ? 0.212671 * rgba[0] + 0.715160 * rgba[1] + 0.072169 * rgba[2] : rgba[3];
    const double alpha = zero ? 1 - amount * factor : amount * factor;
    return alpha > 0 && alpha <= 1 ? (float)alpha : 1;
}

//---- pictures ------------------------------------------------------------------------------------

// diffuse's <texture> names a sampler, which names a surface (1.4) or image (1.5), which
// names a file
static limb_text find_picture(const shading *s, int diffuse)
{
    const limb__dae *dae = s->dae;
    const limb_text none = {NULL, 0};
    const int texture = limb_node_find(&dae->doc, diffuse, "texture");
    if (texture < 0) return none;
    const limb_text name = limb__dae_attr(dae, texture, "texture");
    if (!name.data) return none;
    const int image = find_image(s, name);
    if (image >= 0) return image_file(dae, image);
    limb__mesh_skipped(dae->b, limb__dae_offset(dae, texture),
                       "<texture> names an image that is not in <library_images>");
    return none;
}

static int find_image(const shading *s, limb_text name)
{
    const limb__dae *dae = s->dae;
    // sampler, surface, image: at most three steps
    for (int step = 0; step < 3; step++) {
        const int parameter = find_parameter(s, name);
        if (parameter < 0) break;
        const int sampler = limb_node_find(&dae->doc, parameter, "sampler2D");
        const int surface = limb_node_find(&dae->doc, parameter, "surface");
        if (sampler >= 0) {
            const int direct = limb_node_find(&dae->doc, sampler, "instance_image");
            if (direct >= 0) return limb__dae_target(dae, direct, "url");
            const int source = limb_node_find(&dae->doc, sampler, "source");
            if (source < 0) return -1;
            name = trimmed_text(dae, source);
        } else if (surface >= 0) {
            const int from = limb_node_find(&dae->doc, surface, "init_from");
            if (from < 0) return -1;
            name = trimmed_text(dae, from);
        } else {
            return -1;
        }
    }
    const int image = limb__names_find(&dae->id, name.data ? name.data : "", name.size);
    return limb__dae_is(dae, image, "image") ? image : -1;
}

// <newparam sid="..."> of the profile or the effect
static int find_parameter(const shading *s, limb_text sid)
{
    const limb__dae *dae = s->dae;
    const int holder[2] = {s->profile, s->effect};
    for (int i = 0; i < 2; i++) {
        for (int node = limb_node_find(&dae->doc, holder[i], "newparam"); node >= 0;
             node = limb_node_find_next(&dae->doc, node, "newparam")) {
            dae->b->nstep++;
            const limb_text own = limb__dae_attr(dae, node, "sid");
            if (own.data && own.size == sid.size && memcmp(own.data, sid.data, sid.size) == 0)
                return node;
        }
    }
    return -1;
}

static limb_text image_file(const limb__dae *dae, int image)
{
    const int from = limb_node_find(&dae->doc, image, "init_from");
    if (from < 0) return (limb_text){NULL, 0};
    const int ref = limb_node_find(&dae->doc, from, "ref");
    return trimmed_text(dae, ref >= 0 ? ref : from);
}

static limb_text trimmed_text(const limb__dae *dae, int node)
{
    int child = -1;
    const char *at, *end;
    if (!limb__dae_next_text(dae, node, &child, &at, &end)) return (limb_text){NULL, 0};
    at = limb__scan_space(at, end);
    while (end > at && (unsigned char)end[-1] <= ' ')
        end--;
    return (limb_text){at, (size_t)(end - at)};
}
