// <material>: color and texture, at robot level or inside a visual.
#include "documents/urdf/read.h"

#include <string.h>

static void read_texture(limb__reader *r, int node, limb_material *out);
static void read_color(limb__reader *r, int node, limb_material *out);

void limb__read_material(limb__reader *r, int node, limb_material *out)
{
    limb__children children;
    memset(out, 0, sizeof *out);
    out->node = node;
    const int name = limb__read_branch_attr(r, node, LIMB__TAG_MATERIAL, LIMB__KEY_NAME);
    limb__read_children(r, node, LIMB__TAG_MATERIAL, &children);
    out->has_name = name >= 0;
    out->name = limb__read_text(r, name);
    if (!out->has_name) {
        const bool is_inline = r->doc->node[node].parent != r->robot->open.node;
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_MATERIAL_NAME,
                     is_inline ? "a material has no name; urdfdom drops the visual that contains it"
                               : "a material has no name, so that nothing can refer to it");
    }
    const int color = limb__child(&children, LIMB__TAG_COLOR);
    if (color >= 0) read_color(r, color, out);
    const int texture = limb__child(&children, LIMB__TAG_TEXTURE);
    if (texture >= 0) read_texture(r, texture, out);
}

// An empty <texture/> beside a color has no effect.
static void read_texture(limb__reader *r, int node, limb_material *out)
{
    if (out->has_color && limb__xml_nattr(&r->doc->node[node]) == 0) {
        limb__report(r->report, limb__at_element(r, node), LIMB_RULE_TEXTURE_EMPTY,
                     "<texture> has no filename; the color is used");
        return;
    }
    const int filename = limb__read_leaf_attr(r, node, LIMB__TAG_TEXTURE, LIMB__KEY_FILENAME);
    if (filename >= 0) out->texture = limb__read_text(r, filename);
}

static void read_color(limb__reader *r, int node, limb_material *out)
{
    const int rgba = limb__read_leaf_attr(r, node, LIMB__TAG_COLOR, LIMB__KEY_RGBA);
    if (rgba < 0) return;
    out->has_color = limb__read_numbers(r, node, rgba, out->rgba, 4, LIMB__COLOR);
    int first = -1; // the first one outside the range
    int last = -1;
    for (int i = 0; i < 4; i++) {
        double *part = &out->rgba[i];
        if (!(*part >= 0 && *part <= 1)) {
            if (first < 0) first = i;
            last = i;
        }
        *part = *part > 1 ? 1 : *part > 0 ? *part : 0;
    }
    if (first < 0) return;
    limb__report(r->report, limb__at_numbers(r, node, rgba, first, last), LIMB_RULE_COLOR_RANGE,
                 "color components go from 0 to 1; urdfdom drops this color");
}
