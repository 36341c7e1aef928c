// Adapts a tool to a robot's file, before its text is copied there.
//
// Names get the prefix; materials, transmissions, hardware, sensors and actuators with conflicting
// names are renamed with it, or cause an error without a prefix; addresses of meshes and textures
// relative to the tool's folder are rewritten relative to the robot's.
#include "documents/edit/edit_join.h"

#include "base/file.h"
#include "base/names.h"
#include "base/text.h"

#include <string.h>

// The meaning of each material name: the robot's material, or the first visual that defines it.
typedef struct definitions {
    limb__names name;
    const limb_material **item;
    int count;
} definitions;

static limb_status check_names(limb__joining *j);
static limb_status fit_extensions(limb__joining *j);
static bool is_named_apart(const limb_document *doc, int node);
static const char *extension_key(limb__joining *j, const limb_document *doc, int node,
                                 size_t *size);
static limb_status fit_materials(limb__joining *j);
static bool find_definitions(limb__joining *j, const limb_robot *robot, definitions *out);
static void add_definition(definitions *d, const limb_material *material);
static const limb_material *definition_of(const definitions *d, const char *name);
static limb_status fit_material(limb__joining *j, const limb_material *own, const definitions *tool,
                                const definitions *robot);
static bool is_same_material(const limb_material *a, const limb_material *b);
static limb_status fit_addresses(limb__joining *j);
static limb_status fit_mesh(limb_edit *tool, const limb_link_shape *shape, const void *folder);
static limb_status fit_texture(limb_edit *tool, const limb_material *material, const char *folder);
static limb_status fit_address(limb_edit *tool, int node, const char *uri, const char *folder);
static const char *folder_between(limb__joining *j);
static bool real_folder(const char *file, char out[LIMB__PATH_MAX]);
static const char *way(limb__joining *j, const char *robot, const char *tool);
static limb_status pass_on(limb_edit *edit, limb_status status, const limb_edit *from);

limb_status limb__join_fit(limb__joining *j)
{
    limb_status status = LIMB_OK;
    if (j->opts->prefix && *j->opts->prefix)
        status = pass_on(j->edit, limb_edit_add_prefix(j->tool, j->opts->prefix), j->tool);
    if (status == LIMB_OK) status = check_names(j);
    if (status == LIMB_OK) status = fit_extensions(j);
    if (status == LIMB_OK) status = fit_materials(j);
    if (status == LIMB_OK) status = fit_addresses(j);
    if (status == LIMB_OK) status = pass_on(j->edit, limb_edit_stage(j->tool, NULL), j->tool);
    return status;
}

static limb_status check_names(limb__joining *j)
{
    const limb_robot *robot = j->edit->robot, *tool = j->tool->robot;
    for (int i = 0; i < tool->nlink; i++)
        if (limb_robot_find_link(robot, tool->link[i].name) >= 0)
            return limb__edit_fail(j->edit, "both robots have a link \"%s\"; give a prefix",
                                   tool->link[i].name);
    for (int i = 0; i < tool->njoint; i++)
        if (limb_robot_find_joint(robot, tool->joint[i].name) >= 0)
            return limb__edit_fail(j->edit, "both robots have a joint \"%s\"; give a prefix",
                                   tool->joint[i].name);
    return LIMB_OK;
}

//---- extensions ----------------------------------------------------------------------------------

// Transmissions, hardware, sensors and actuators are identified by their names: if the robot has
// the name too, it gets the prefix.
static limb_status fit_extensions(limb__joining *j)
{
    const limb_document *own = j->tool->doc, *other = j->edit->doc;
    limb__names taken;
    if (!limb__names_init(&taken, &j->arena, other->nnode)) return LIMB_ERROR_MEMORY;
    size_t size;
    for (int node = 0; node < other->nnode; node++) {
        if (!is_named_apart(other, node)) continue;
        const char *key = extension_key(j, other, node, &size);
        if (!key) return LIMB_ERROR_MEMORY;
        limb__names_add(&taken, key, size, node);
    }
    for (int node = 0; node < own->nnode; node++) {
        if (!is_named_apart(own, node)) continue;
        const char *key = extension_key(j, own, node, &size);
        if (!key) return LIMB_ERROR_MEMORY;
        if (limb__names_find(&taken, key, size) < 0) continue;
        const limb_text tag = limb_node_name(own, node);
        const char *name = key + tag.size + 1;
        if (!j->opts->prefix || !*j->opts->prefix)
            return limb__edit_fail(j->edit, "both robots have a %.*s \"%s\"; give a prefix",
                                   (int)tag.size, tag.data, name);
        const char *new_name = limb__arena_join_text(&j->arena, j->opts->prefix, name);
        if (!new_name) return LIMB_ERROR_MEMORY;
        const limb_status status = limb_edit_set_attribute(j->tool, node, "name", new_name);
        if (status != LIMB_OK) return pass_on(j->edit, status, j->tool);
    }
    return LIMB_OK;
}

static bool is_named_apart(const limb_document *doc, int node)
{
    static const char *const places[][2] = {
        {"robot", "transmission"},    {"robot", "ros2_control"},  {"robot", "sensor"},
        {"transmission", "actuator"}, {"ros2_control", "sensor"}, {"ros2_control", "gpio"},
    };
    const int parent = doc->node[node].parent;
    if (limb__xml_kind(&doc->node[node]) != LIMB_NODE_ELEMENT || parent < 0) return false;
    const limb_text tag = limb_node_name(doc, node), above = limb_node_name(doc, parent);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (limb__text_equal(above, places[i][0]) && limb__text_equal(tag, places[i][1]))
            return limb__xml_find_attr(doc, node, "name") >= 0;
    return false;
}

// Returns a key of tag and name, such as "transmission elbow_drive".
static const char *extension_key(limb__joining *j, const limb_document *doc, int node, size_t *size)
{
    const limb_text tag = limb_node_name(doc, node);
    const char *name = limb__xml_attr_text(doc, limb__xml_find_attr(doc, node, "name"), &j->arena);
    const size_t length = name ? strlen(name) : 0;
    *size = tag.size + 1 + length;
    char *key = name ? limb__arena_take(&j->arena, *size + 1) : NULL;
    if (!key) return NULL;
    memcpy(key, tag.data, tag.size);
    key[tag.size] = ' ';
    memcpy(key + tag.size + 1, name, length + 1);
    return key;
}

//---- materials -----------------------------------------------------------------------------------

// A material that the robot also defines is merged if it is equal, else renamed, whether it is at
// the robot level or defined in a visual, where it counts for all later visuals.
static limb_status fit_materials(limb__joining *j)
{
    const limb_robot *robot = j->edit->robot, *tool = j->tool->robot;
    definitions own, other;
    j->is_merged = limb__arena_take_zero(&j->arena, (size_t)tool->nmaterial + 1);
    if (!find_definitions(j, tool, &own) || !find_definitions(j, robot, &other))
        return LIMB_ERROR_MEMORY;
    limb_status status = LIMB_OK;
    for (int i = 0; i < tool->nmaterial && status == LIMB_OK; i++) {
        const int there = limb_robot_find_material(robot, tool->material[i].name);
        j->is_merged[i] =
            there >= 0 && is_same_material(&tool->material[i], &robot->material[there]);
        if (!j->is_merged[i]) status = fit_material(j, &tool->material[i], &own, &other);
    }
    for (int i = 0; i < tool->nlink; i++)
        for (int k = 0; k < tool->link[i].nvisual && status == LIMB_OK; k++)
            status = fit_material(j, tool->link[i].visual[k].inline_material, &own, &other);
    return status;
}

static bool find_definitions(limb__joining *j, const limb_robot *robot, definitions *out)
{
    size_t count = (size_t)robot->nmaterial + 1;
    for (int i = 0; i < robot->nlink; i++)
        count += (size_t)robot->link[i].nvisual;
    *out = (definitions){.item = limb__arena_take(&j->arena, count * sizeof *out->item)};
    if (!limb__names_init(&out->name, &j->arena, (int)count) || !out->item) return false;
    for (int i = 0; i < robot->nmaterial; i++)
        add_definition(out, &robot->material[i]);
    for (int i = 0; i < robot->nlink; i++) {
        for (int k = 0; k < robot->link[i].nvisual; k++) {
            const limb_material *m = robot->link[i].visual[k].inline_material;
            if (m && (m->has_color || m->texture)) add_definition(out, m);
        }
    }
    return true;
}

static void add_definition(definitions *d, const limb_material *material)
{
    if (!*material->name) return; // belongs only to its visual
    if (limb__names_add(&d->name, material->name, strlen(material->name), d->count) >= 0) return;
    d->item[d->count++] = material;
}

static const limb_material *definition_of(const definitions *d, const char *name)
{
    const int index = limb__names_find(&d->name, name, strlen(name));
    return index < 0 ? NULL : d->item[index];
}

// Renames it in its definition and in all visuals, according to the tool's meaning of the name.
static limb_status fit_material(limb__joining *j, const limb_material *own, const definitions *tool,
                                const definitions *robot)
{
    if (!own || !*own->name) return LIMB_OK;
    const limb_material *meant = definition_of(tool, own->name);
    const limb_material *other = definition_of(robot, own->name);
    if (!meant || !other || is_same_material(meant, other)) return LIMB_OK;
    if (!j->opts->prefix || !*j->opts->prefix)
        return limb__edit_fail(j->edit,
                               "both robots have a material \"%s\", and they differ; give a prefix",
                               own->name);
    const char *name = limb__arena_join_text(&j->arena, j->opts->prefix, own->name);
    if (!name) return LIMB_ERROR_MEMORY;
    return pass_on(j->edit, limb_edit_set_attribute(j->tool, own->node, "name", name), j->tool);
}

static bool is_same_material(const limb_material *a, const limb_material *b)
{
    const bool same_texture =
        a->texture && b->texture ? strcmp(a->texture, b->texture) == 0 : a->texture == b->texture;
    return same_texture && a->has_color == b->has_color &&
           (!a->has_color || memcmp(a->rgba, b->rgba, sizeof a->rgba) == 0);
}

//---- addresses -----------------------------------------------------------------------------------

static limb_status fit_addresses(limb__joining *j)
{
    const limb_robot *tool = j->tool->robot;
    const char *folder = folder_between(j);
    if (!folder) return LIMB_ERROR_MEMORY;
    if (!*folder) return LIMB_OK;
    limb_status status = limb__edit_each_shape(j->tool, fit_mesh, folder);
    for (int i = 0; i < tool->nmaterial && status == LIMB_OK; i++)
        status = fit_texture(j->tool, &tool->material[i], folder);
    for (int i = 0; i < tool->nlink; i++)
        for (int k = 0; k < tool->link[i].nvisual && status == LIMB_OK; k++)
            status = fit_texture(j->tool, tool->link[i].visual[k].inline_material, folder);
    return pass_on(j->edit, status, j->tool);
}

static limb_status fit_mesh(limb_edit *tool, const limb_link_shape *shape, const void *folder)
{
    return fit_address(tool, shape->geometry.node, shape->geometry.filename, folder);
}

static limb_status fit_texture(limb_edit *tool, const limb_material *material, const char *folder)
{
    const int node = material ? limb_node_find(tool->doc, material->node, "texture") : -1;
    return node < 0 ? LIMB_OK : fit_address(tool, node, material->texture, folder);
}

static limb_status fit_address(limb_edit *tool, int node, const char *uri, const char *folder)
{
    if (!uri || !*uri || strstr(uri, "://") || uri[0] == '/') return LIMB_OK;
    limb__builder text;
    limb__builder_init(&text, tool->memory);
    limb__builder_text(&text, folder);
    limb__builder_text(&text, uri);
    limb__builder_nul(&text);
    const limb_status status = text.failed
                                   ? LIMB_ERROR_MEMORY
                                   : limb_edit_set_attribute(tool, node, "filename", text.data);
    limb__builder_free(&text);
    return status;
}

// Returns the path from the folder of the robot's file to that of the tool's, with a trailing
// slash; "" if it is the same or cannot be determined from the names. NULL: no memory.
static const char *folder_between(limb__joining *j)
{
    const char *robot = j->edit->target->file, *tool = j->tool->robot->file;
    char real_robot[LIMB__PATH_MAX], real_tool[LIMB__PATH_MAX];
    if (real_folder(robot, real_robot) && real_folder(tool, real_tool))
        return way(j, real_robot, real_tool);
    if (!*robot || !*tool || (robot[0] == '/') != (tool[0] == '/') || strstr(robot, ".."))
        return "";
    return way(j, robot, tool);
}

// Returns the folder of an existing file, with a trailing slash.
static bool real_folder(const char *file, char out[LIMB__PATH_MAX])
{
    char folder[LIMB__PATH_MAX];
    const char *slash = strrchr(file, '/');
    const size_t size = slash ? (size_t)(slash + 1 - file) : 0;
    if (!*file || size >= sizeof folder || !limb__file_real_path(file, out)) return false;
    memcpy(folder, file, size);
    folder[size] = 0;
    // for a link, the folder of the link
    if (!limb__file_real_path(size > 0 ? folder : ".", out)) return false;
    const size_t length = strlen(out);
    if (length + 2 > LIMB__PATH_MAX) return false;
    if (length > 0 && out[length - 1] != '/') strcpy(out + length, "/");
    return true;
}

// Returns the path from the folder of one path to that of another with a common start.
static const char *way(limb__joining *j, const char *robot, const char *tool)
{
    size_t shared = 0; // up to the last common slash
    for (size_t i = 0; robot[i] && robot[i] == tool[i]; i++)
        if (robot[i] == '/') shared = i + 1;
    limb__builder text;
    limb__builder_init(&text, j->edit->memory);
    for (const char *at = robot + shared; (at = strchr(at, '/')); at++)
        limb__builder_text(&text, "../");
    const char *end = strrchr(tool + shared, '/');
    if (end) limb__builder_bytes(&text, tool + shared, (size_t)(end + 1 - (tool + shared)));
    const char *copy =
        text.failed ? NULL
                    : limb__arena_copy_text(&j->arena, text.data ? text.data : "", text.size);
    limb__builder_free(&text);
    return copy;
}

// errors of the tool are reported by the caller's edit
static limb_status pass_on(limb_edit *edit, limb_status status, const limb_edit *from)
{
    if (status == LIMB_ERROR_INPUT) limb__edit_fail(edit, "%s", from->message);
    return status;
}
