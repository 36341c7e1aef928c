// MTL: the materials of an OBJ file.
//
// Read are the diffuse color (Kd), opacity (d, Tr), emission (Ke), shininess (Ns), the
// extension's metallic and roughness (Pm, Pr) and the diffuse picture (map_Kd); options before its
// name are ignored.
#include "geometry/mesh/builder.h"

#include "geometry/mesh_files/scan.h"

#include <math.h>
#include <string.h>

typedef struct property {
    const char *word;
    int min; // numbers it needs
    void (*set)(limb_mesh_material *m, const float *value, int count);
} property;

static void set_property(limb_mesh_material *m, limb_text word, limb_text rest);
static void set_diffuse(limb_mesh_material *m, const float *value, int count);
static void set_emissive(limb_mesh_material *m, const float *value, int count);
static void set_opacity(limb_mesh_material *m, const float *value, int count);
static void set_clarity(limb_mesh_material *m, const float *value, int count);
static void set_shininess(limb_mesh_material *m, const float *value, int count);
static void set_roughness(limb_mesh_material *m, const float *value, int count);
static void set_metallic(limb_mesh_material *m, const float *value, int count);
static limb_status begin_material(limb__mesh_builder *b, limb_text name, int *material);
static void end_material(limb__mesh_builder *b, int material);
static limb_status read_texture(limb__mesh_builder *b, int material, limb_text rest);
static limb_text skip_options(limb_text text);
static bool split(const char *line, const char *line_end, limb_text *word, limb_text *rest);
static bool is(limb_text word, const char *name);
static int read_values(limb_text text, float *value, int count);
static limb_text first_word(limb_text text);
static limb_text without(limb_text text, size_t size);

limb_status limb__mtl_read(limb__mesh_builder *b, const char *text, size_t size)
{
    const char *const end = text + size;
    int current = -1;
    limb_status status = LIMB_OK;
    for (const char *line = text; line < end && status == LIMB_OK;) {
        const char *line_end = limb__scan_line(line, end);
        limb_text word, rest;
        const bool any = split(line, line_end, &word, &rest);
        line = line_end + 1;
        if (!any) continue;
        if (is(word, "newmtl")) {
            end_material(b, current);
            status = begin_material(b, rest, &current);
            continue;
        }
        if (current < 0) continue;
        if (is(word, "map_Kd"))
            status = read_texture(b, current, rest);
        else
            set_property(&b->material[current], word, rest);
    }
    if (status == LIMB_OK) end_material(b, current);
    return status;
}

// Keywords with numbers; others are ignored.
static void set_property(limb_mesh_material *m, limb_text word, limb_text rest)
{
    static const property known[] = {{"Kd", 1, set_diffuse},   {"Ke", 3, set_emissive},
                                     {"d", 1, set_opacity},    {"Tr", 1, set_clarity},
                                     {"Ns", 1, set_shininess}, {"Pr", 1, set_roughness},
                                     {"Pm", 1, set_metallic}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!is(word, known[i].word)) continue;
        float value[3];
        const int count = read_values(rest, value, 3);
        if (count >= known[i].min) known[i].set(m, value, count);
        return;
    }
}

static void set_diffuse(limb_mesh_material *m, const float *value, int count)
{
    for (int k = 0; k < 3; k++)
        m->rgba[k] = value[count == 3 ? k : 0];
}

static void set_emissive(limb_mesh_material *m, const float *value, int count)
{
    (void)count;
    memcpy(m->emissive, value, sizeof m->emissive);
}

static void set_opacity(limb_mesh_material *m, const float *value, int count)
{
    (void)count;
    m->rgba[3] = value[0];
}

static void set_clarity(limb_mesh_material *m, const float *value, int count)
{
    (void)count;
    m->rgba[3] = 1 - value[0];
}

// The width of Phong's highlight as that of a microfacet surface.
static void set_shininess(limb_mesh_material *m, const float *value, int count)
{
    (void)count;
    if (value[0] >= 0) m->roughness = sqrtf(2 / (value[0] + 2));
}

static void set_roughness(limb_mesh_material *m, const float *value, int count)
{
    (void)count;
    m->roughness = value[0];
}

static void set_metallic(limb_mesh_material *m, const float *value, int count)
{
    (void)count;
    m->metallic = value[0];
}

// A name that usemtl has used before is filled in.
static limb_status begin_material(limb__mesh_builder *b, limb_text name, int *material)
{
    *material = limb__mesh_find_material(b, name.data, name.size);
    if (*material == -1) {
        const char *copy = limb__arena_copy_text(&b->arena, name.data, name.size);
        if (copy) *material = limb__mesh_add_material(b, copy);
    }
    if (*material < 0) return LIMB_ERROR_MEMORY;
    b->material[*material].undescribed = false;
    return LIMB_OK;
}

// Some writers leave the color black when a picture gives it, before or after its name.
static void end_material(limb__mesh_builder *b, int material)
{
    if (material < 0 || !b->material[material].has_texture) return;
    float *rgba = b->material[material].rgba;
    if (rgba[0] == 0 && rgba[1] == 0 && rgba[2] == 0) rgba[0] = rgba[1] = rgba[2] = 1;
}

static limb_status read_texture(limb__mesh_builder *b, int material, limb_text rest)
{
    const limb_text name = skip_options(rest);
    if (name.size == 0) return LIMB_OK;
    return limb__mesh_set_texture(b, material, name.data, name.size) ? LIMB_OK : LIMB_ERROR_MEMORY;
}

// "-s 1 1 1 -clamp on name": options and their values come before the name
static limb_text skip_options(limb_text text)
{
    limb_text word = first_word(text);
    while (word.size > 1 && word.data[0] == '-') {
        const bool named = is(word, "-clamp") || is(word, "-imfchan") || is(word, "-type") ||
                           is(word, "-blendu") || is(word, "-blendv") || is(word, "-cc");
        text = without(text, (size_t)(word.data + word.size - text.data));
        word = first_word(text);
        float number;
        while (word.size > 0 && (named || limb__scan_float(word.data, word.data + word.size,
                                                           &number) == word.data + word.size)) {
            const limb_text after = without(text, (size_t)(word.data + word.size - text.data));
            if (after.size == 0) return word;
            text = after;
            word = first_word(text);
            if (named) break;
        }
    }
    return without(text, (size_t)(word.data - text.data));
}

static bool split(const char *line, const char *line_end, limb_text *word, limb_text *rest)
{
    const limb_text text = limb__scan_words(line, line_end);
    *word = first_word(text);
    *rest = without(text, word->size);
    const limb_text next = first_word(*rest);
    *rest = without(*rest, (size_t)(next.data - rest->data));
    return word->size > 0 && word->data[0] != '#';
}

static bool is(limb_text word, const char *name)
{
    return word.size == strlen(name) && memcmp(word.data, name, word.size) == 0;
}

static int read_values(limb_text text, float *value, int count)
{
    const char *at = text.data;
    const char *const end = text.data + text.size;
    for (int k = 0; k < count; k++) {
        at = limb__scan_blank(at, end);
        at = limb__scan_float(at, end, &value[k]);
        if (!at || !isfinite(value[k])) return k;
    }
    return count;
}

static limb_text first_word(limb_text text)
{
    const char *end = text.data + text.size;
    const char *at = limb__scan_blank(text.data, end);
    const char *stop = at;
    while (stop < end && (unsigned char)*stop > ' ')
        stop++;
    return (limb_text){at, (size_t)(stop - at)};
}

static limb_text without(limb_text text, size_t size)
{
    return (limb_text){text.data + size, text.size - size};
}
