// Links and materials of the sheet.
#include "base/text.h"
#include "documents/readers/readers.h"

#include <string.h>

static const double PI = 3.14159265358979323846;

static void read_link(limb__sheet *sheet, int index);
static void read_inertial(limb__sheet *sheet, int index, int inertial);
static void read_shape(limb__sheet *sheet, int index, int node, bool is_visual);
static void read_geometry(limb__sheet *sheet, int index, int geometry, bool is_visual);
static void read_material(limb__sheet *sheet, int node);
static void read_color(limb__sheet *sheet, int material);

void limb__sheet_links(limb__sheet *sheet)
{
    const limb_document *doc = sheet->doc;
    int count = 0;
    int at = limb_node_find(doc, sheet->robot, "link");
    for (int i = at; i >= 0; i = limb_node_find_next(doc, i, "link"))
        count++;
    sheet->link = LIMB__ARENA_ARRAY(sheet->arena, limb__sheet_link, count + 1);
    if (!sheet->link || !limb__names_init(&sheet->link_names, sheet->arena, count + 1)) {
        sheet->failed = true;
        return;
    }
    if (count == 0) limb__sheet_add(sheet, LIMB__FEATURE_ROBOT_NO_LINK, sheet->robot, NULL);
    for (; at >= 0; at = limb_node_find_next(doc, at, "link")) {
        sheet->link[sheet->nlink] =
            (limb__sheet_link){.node = at, .name = "", .inertial = -1, .parent_joint = -1};
        read_link(sheet, sheet->nlink++);
    }
}

static void read_link(limb__sheet *sheet, int index)
{
    limb__sheet_link *link = &sheet->link[index];
    const limb_document *doc = sheet->doc;
    const limb_text name = limb__sheet_text(sheet, link->node, "name");
    if (!name.data)
        limb__sheet_add(sheet, LIMB__FEATURE_LINK_NO_NAME, link->node, NULL);
    else if (name.size == 0)
        limb__sheet_add(sheet, LIMB__FEATURE_LINK_EMPTY_NAME, link->node, "name");
    link->name = name.data ? name.data : "";
    if (name.data && limb__names_add(&sheet->link_names, name.data, name.size, index) >= 0)
        limb__sheet_add(sheet, LIMB__FEATURE_LINK_TWICE, link->node, "name");

    static const char *const once[] = {"inertial"};
    limb__sheet_twice(sheet, link->node, once, 1);
    link->inertial = limb_node_find(doc, link->node, "inertial");
    if (link->inertial >= 0) read_inertial(sheet, index, link->inertial);
    for (int e = limb_node_find(doc, link->node, "visual"); e >= 0;
         e = limb_node_find_next(doc, e, "visual")) {
        read_shape(sheet, index, e, true);
        link->nvisual++;
    }
    for (int e = limb_node_find(doc, link->node, "collision"); e >= 0;
         e = limb_node_find_next(doc, e, "collision")) {
        read_shape(sheet, index, e, false);
        link->ncollision++;
    }
}

static void read_inertial(limb__sheet *sheet, int index, int inertial)
{
    static const char *const part[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    static const char *const once[] = {"origin", "mass", "inertia"};
    limb__sheet_link *link = &sheet->link[index];
    limb__sheet_twice(sheet, inertial, once, 3);
    limb__sheet_origin(sheet, inertial, LIMB__FEATURE_NUMBER_INERTIAL_ORIGIN);
    const int mass = limb_node_find(sheet->doc, inertial, "mass");
    if (mass >= 0)
        link->mass = limb__sheet_take(sheet, mass, "value", 1, LIMB__FEATURE_NUMBER_MASS, index);
    if (!link->mass.text.data)
        limb__sheet_add(sheet, LIMB__FEATURE_INERTIAL_NO_MASS, mass >= 0 ? mass : inertial, NULL);
    const int tensor = limb_node_find(sheet->doc, inertial, "inertia");
    if (tensor < 0) {
        limb__sheet_add(sheet, LIMB__FEATURE_INERTIAL_NO_TENSOR, inertial, NULL);
        return;
    }
    for (int i = 0; i < 6; i++) {
        link->inertia[i] =
            limb__sheet_take(sheet, tensor, part[i], 1, LIMB__FEATURE_NUMBER_TENSOR, index);
        if (!link->inertia[i].text.data)
            limb__sheet_add(
                sheet, i < 3 ? LIMB__FEATURE_TENSOR_NO_DIAGONAL : LIMB__FEATURE_TENSOR_NO_PRODUCT,
                tensor, NULL);
    }
}

//---- shapes --------------------------------------------------------------------------------------

static void read_shape(limb__sheet *sheet, int index, int node, bool is_visual)
{
    static const char *const once[] = {"origin", "geometry", "material"};
    limb__sheet_twice(sheet, node, once, is_visual ? 3 : 2);
    limb__sheet_origin(sheet, node,
                       is_visual ? LIMB__FEATURE_NUMBER_VISUAL_ORIGIN
                                 : LIMB__FEATURE_NUMBER_COLLISION_ORIGIN);
    const int geometry = limb_node_find(sheet->doc, node, "geometry");
    if (geometry < 0) {
        limb__sheet_add(
            sheet, is_visual ? LIMB__FEATURE_VISUAL_GEOMETRY : LIMB__FEATURE_COLLISION_GEOMETRY,
            node, NULL);
    } else {
        read_geometry(sheet, index, geometry, is_visual);
    }
    const int material = is_visual ? limb_node_find(sheet->doc, node, "material") : -1;
    if (material >= 0) read_material(sheet, material);
}

static double volume_of(limb_shape_type type, const double size[3])
{
    switch (type) {
    case LIMB_SHAPE_BOX:
        return size[0] * size[1] * size[2];
    case LIMB_SHAPE_SPHERE:
        return 4.0 / 3 * PI * size[0] * size[0] * size[0];
    case LIMB_SHAPE_CYLINDER:
        return PI * size[0] * size[0] * size[1];
    case LIMB_SHAPE_CAPSULE:
        return PI * size[0] * size[0] * (size[1] + 4.0 / 3 * size[0]);
    default:
        return 0;
    }
}

static void read_geometry(limb__sheet *sheet, int index, int geometry, bool is_visual)
{
    const limb_document *doc = sheet->doc;
    limb__sheet_link *link = &sheet->link[index];
    const int shape = limb_node_find(doc, geometry, NULL);
    const limb_text name = shape < 0 ? (limb_text){"", 0} : limb_node_name(doc, shape);
    const limb_shape_info *info = NULL;
    int type = 0;
    for (; type < LIMB_SHAPE_TYPE_COUNT; type++) {
        info = limb_shape_info_of((limb_shape_type)type);
        if (strlen(info->name) == name.size && memcmp(info->name, name.data, name.size) == 0) break;
    }
    if (type == LIMB_SHAPE_TYPE_COUNT) {
        limb__sheet_add(
            sheet, is_visual ? LIMB__FEATURE_VISUAL_GEOMETRY : LIMB__FEATURE_COLLISION_GEOMETRY,
            shape < 0 ? geometry : shape, NULL);
        return;
    }
    if (limb_node_find_next(doc, shape, NULL) >= 0)
        limb__sheet_add(sheet, LIMB__FEATURE_SHAPES_TWO, geometry, NULL);
    if (type == LIMB_SHAPE_CAPSULE) limb__sheet_add(sheet, LIMB__FEATURE_CAPSULE, shape, NULL);
    const limb__feature malformed =
        is_visual ? LIMB__FEATURE_NUMBER_VISUAL_SIZE : LIMB__FEATURE_NUMBER_COLLISION_SIZE;
    if (type == LIMB_SHAPE_MESH) {
        if (!is_visual) link->has_unknown_volume = true;
        if (limb__xml_find_attr(doc, shape, "filename") < 0)
            limb__sheet_add(sheet,
                            is_visual ? LIMB__FEATURE_VISUAL_MESH_NO_FILE
                                      : LIMB__FEATURE_COLLISION_MESH_NO_FILE,
                            shape, NULL);
        (void)limb__sheet_take(sheet, shape, "scale", 3, malformed, -1);
        return;
    }
    double size[3] = {0};
    bool is_sound = true;
    int nsize = 0;
    for (int i = 0; i < info->ndimension; i++) {
        const limb_shape_dimension *dimension = &info->dimension[i];
        const limb__sheet_number number =
            limb__sheet_take(sheet, shape, dimension->name, dimension->count, malformed, index);
        if (!number.text.data)
            limb__sheet_add(sheet,
                            is_visual ? LIMB__FEATURE_VISUAL_SIZE_ABSENT
                                      : LIMB__FEATURE_COLLISION_SIZE_ABSENT,
                            shape, NULL);
        if (number.plain) (void)limb__reader_plain(number.text, dimension->count, size + nsize);
        if (!number.plain && !is_visual) link->has_unknown_volume = true;
        for (int k = 0; number.plain && k < dimension->count; k++)
            is_sound &= size[nsize + k] > 0;
        nsize += dimension->count;
    }
    if (!is_sound)
        limb__sheet_add(sheet, is_visual ? LIMB__FEATURE_VISUAL_SIZE : LIMB__FEATURE_COLLISION_SIZE,
                        shape, NULL);
    if (!is_visual) link->volume += volume_of((limb_shape_type)type, size);
}

//---- materials -----------------------------------------------------------------------------------

// The robot's materials; limb__sheet_links reads those of visuals after them.
void limb__sheet_materials(limb__sheet *sheet)
{
    const limb_document *doc = sheet->doc;
    int count = 0;
    int at = limb_node_find(doc, sheet->robot, "material");
    for (int i = 0; i < doc->nnode; i++)
        count += limb__text_equal(limb_node_name(doc, i), "material");
    if (!limb__names_init(&sheet->material_names, sheet->arena, count + 1)) {
        sheet->failed = true;
        return;
    }
    for (; at >= 0; at = limb_node_find_next(doc, at, "material")) {
        const limb_text name = limb__sheet_text(sheet, at, "name");
        read_color(sheet, at);
        if (!name.data) {
            limb__sheet_add(sheet, LIMB__FEATURE_MATERIAL_ROBOT_NO_NAME, at, NULL);
        } else if (limb__names_add(&sheet->material_names, name.data, name.size, at) >= 0) {
            limb__sheet_add(sheet, LIMB__FEATURE_MATERIAL_TWICE, at, "name");
        }
    }
}

static void read_material(limb__sheet *sheet, int node)
{
    if (limb__xml_find_attr(sheet->doc, node, "name") < 0)
        limb__sheet_add(sheet, LIMB__FEATURE_MATERIAL_NO_NAME, node, NULL);
    read_color(sheet, node);
    const limb_text name = limb__sheet_text(sheet, node, "name");
    const int known =
        name.data ? limb__names_find(&sheet->material_names, name.data, name.size) : -1;
    const int color = limb_node_find(sheet->doc, node, "color");
    // a visual's material is known to those after it
    if (color >= 0 && known < 0 && name.size > 0)
        (void)limb__names_add(&sheet->material_names, name.data, name.size, node);
    if (color < 0 && known < 0) limb__sheet_add(sheet, LIMB__FEATURE_MATERIAL_EMPTY, node, NULL);
    if (color < 0 || known < 0) return;
    const int other = limb_node_find(sheet->doc, known, "color");
    double ours[4], theirs[4];
    const limb_document *doc = sheet->doc;
    if (other >= 0 && limb_node_numbers(doc, color, "rgba", ours, 4) &&
        limb_node_numbers(doc, other, "rgba", theirs, 4) && memcmp(ours, theirs, sizeof ours) != 0)
        limb__sheet_add(sheet, LIMB__FEATURE_MATERIAL_CONFLICT, node, NULL);
}

static void read_color(limb__sheet *sheet, int material)
{
    const int color = limb_node_find(sheet->doc, material, "color");
    if (color < 0) return;
    const limb__sheet_number rgba =
        limb__sheet_take(sheet, color, "rgba", 4, LIMB__FEATURE_NUMBER_COLOR, -1);
    if (!rgba.text.data) limb__sheet_add(sheet, LIMB__FEATURE_COLOR_NO_RGBA, color, NULL);
    double value[4];
    if (!rgba.plain || !limb__reader_plain(rgba.text, 4, value)) return;
    for (int i = 0; i < 4; i++) {
        if (value[i] >= 0 && value[i] <= 1) continue;
        limb__sheet_add(sheet, LIMB__FEATURE_COLOR_RANGE, color, "rgba");
        return;
    }
}
