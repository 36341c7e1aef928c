// Materials: the first definition of a name wins, wherever it is.
//
// Robot-level materials are registered first. A visual's own material is registered under its name
// if the name is new; otherwise its content is discarded. An empty name is never shared.
#include "documents/urdfdom/target.h"

#include <string.h>

// A visual that refers to a material not yet defined at that point.
typedef struct limb__target_wish {
    const char *name;
    const limb__tiny_element *element;
    const limb__tiny_element *owner;
    struct limb__target_wish *next;
} limb__target_wish;

static bool read_material(limb__target_reader *reader, const limb__tiny_element *element,
                          limb__target_material *material);
static void read_color(limb__target_reader *reader, const limb__tiny_element *color,
                       limb__target_material *material);
static const limb__target_material *find(const limb__target_reader *reader, const char *name);
static void define(limb__target_reader *reader, const limb__target_material *material);
static bool same_content(const limb__target_material *a, const limb__target_material *b);

bool limb__target_materials_init(limb__target_reader *reader, const limb__tiny_element *robot)
{
    const int capacity = reader->doc.nmaterial + 1;
    reader->material = LIMB__ARENA_ARRAY(reader->scratch, const limb__target_material *, capacity);
    if (!reader->material || !limb__names_init(&reader->material_names, reader->scratch, capacity))
        return false;

    const limb__tiny_element *e = limb__tiny_find(robot, "material");
    for (; e; e = limb__tiny_next(e)) {
        limb__target_material *material = limb__arena_take_zero(reader->scratch, sizeof *material);
        if (!material) return false;
        const limb__tiny_attr *name = limb__tiny_attribute(e, "name");
        reader->owner = e;
        read_material(reader, e, material);
        const limb__target_fault at = {.element = e};
        if (!name) limb__target_lose(reader, &at, "urdfdom drops a material that has no name");
        const limb__target_material *known = find(reader, material->name);
        if (known) {
            limb__target_refuse(reader, &at, "material \"%s\" is defined twice",
                                limb__target_show_name(reader, material->name));
            limb__target_note(reader, known->element, "the first definition is here");
        } else {
            define(reader, material);
        }
    }
    return true;
}

bool limb__target_visual_material(limb__target_reader *reader, const limb__tiny_element *visual,
                                  limb_target_shape *shape, const limb__target_material **material,
                                  limb__target_fault *fault)
{
    *material = NULL;
    const limb__tiny_element *element = limb__target_child(reader, visual, "material");
    if (!element) return true;
    const limb__tiny_attr *name = limb__target_attr(reader, element, "name");
    if (!name) return limb__target_fault_at(fault, element, NULL, "its material has no name");
    shape->material = limb__target_string(reader, name);
    limb__target_material *written = limb__arena_take_zero(reader->scratch, sizeof *written);
    if (written && read_material(reader, element, written)) *material = written;
    return true;
}

void limb__target_assign_material(limb__target_reader *reader, limb_target_shape *shape,
                                  const limb__target_material *written,
                                  const limb__tiny_element *visual)
{
    const limb__target_material *given = written;
    if (shape->material[0]) {
        const limb__target_material *known = find(reader, shape->material);
        if (known && written && !same_content(known, written)) {
            const limb__target_fault at = {.element = written->element};
            limb__target_lose(reader, &at,
                              "%s: material \"%s\" is known already, so urdfdom ignores what it is "
                              "here",
                              limb__target_owner(reader, reader->owner),
                              limb__target_show_name(reader, shape->material));
            limb__target_note(reader, known->element, "the definition that urdfdom uses");
        }
        if (!known && written) define(reader, written);
        if (known) given = known;
        if (!known && !written) {
            limb__target_wish *wish = limb__arena_take(reader->scratch, sizeof *wish);
            if (!wish) return;
            *wish = (limb__target_wish){shape->material, limb__tiny_find(visual, "material"),
                                        reader->owner, reader->wish};
            reader->wish = wish;
        }
    }
    if (!given) return;
    shape->has_material = true;
    memcpy(shape->rgba, given->rgba, sizeof shape->rgba);
    shape->texture = given->texture;
}

void limb__target_late_materials(limb__target_reader *reader)
{
    for (const limb__target_wish *wish = reader->wish; wish; wish = wish->next) {
        const limb__target_material *known = find(reader, wish->name);
        if (!known) continue;
        const limb__target_fault at = {.element = wish->element};
        limb__target_lose(
            reader, &at,
            "%s: material \"%s\" is defined only later, so urdfdom gives this visual none",
            limb__target_owner(reader, wish->owner), limb__target_show_name(reader, wish->name));
        limb__target_note(reader, known->element, "the definition is here");
    }
}

// Returns true if the element defines a color or a texture. The rest of an unnamed material
// is not read.
static bool read_material(limb__target_reader *reader, const limb__tiny_element *element,
                          limb__target_material *material)
{
    *material = (limb__target_material){
        .name = "", .element = element, .rgba = {0, 0, 0, 1}, .texture = ""};
    const limb__tiny_attr *name = limb__target_attr(reader, element, "name");
    if (!name) return false;
    material->name = limb__target_string(reader, name);
    const limb__tiny_element *texture = limb__target_child(reader, element, "texture");
    const limb__tiny_attr *filename =
        texture ? limb__target_attr(reader, texture, "filename") : NULL;
    material->has_texture = filename != NULL;
    material->texture = limb__target_string(reader, filename);
    const limb__tiny_element *color = limb__target_child(reader, element, "color");
    if (color) read_color(reader, color, material);
    return material->has_color || material->has_texture;
}

static void read_color(limb__target_reader *reader, const limb__tiny_element *color,
                       limb__target_material *material)
{
    const limb__tiny_attr *rgba = limb__target_attr(reader, color, "rgba");
    if (!rgba) return;
    double value[4];
    limb__target_fault at = {.element = color, .attr = rgba};
    const int count = limb__target_numbers(rgba->value, 0, 1, value, 4, &at.part);
    if (count < 0) {
        limb__target_lose(
            reader, &at, "%s: urdfdom drops the color, because \"%s\" is not a number from 0 to 1",
            limb__target_owner(reader, reader->owner), limb__target_show(reader, at.part));
        return;
    }
    material->has_color = true;
    if (count != 4) {
        limb__target_lose(reader, &at,
                          "%s: urdfdom makes the color black, because it has %d number%s",
                          limb__target_owner(reader, reader->owner), count, count == 1 ? "" : "s");
        return;
    }
    for (int i = 0; i < 4; i++)
        material->rgba[i] = (float)value[i];
}

static const limb__target_material *find(const limb__target_reader *reader, const char *name)
{
    const int index = limb__names_find(&reader->material_names, name, strlen(name));
    return index < 0 ? NULL : reader->material[index];
}

static void define(limb__target_reader *reader, const limb__target_material *material)
{
    limb__names_add(&reader->material_names, material->name, strlen(material->name),
                    reader->nmaterial);
    reader->material[reader->nmaterial++] = material;
}

static bool same_content(const limb__target_material *a, const limb__target_material *b)
{
    return memcmp(a->rgba, b->rgba, sizeof a->rgba) == 0 && strcmp(a->texture, b->texture) == 0;
}
