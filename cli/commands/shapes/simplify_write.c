// limb simplify: applies the edits, and writes the mesh files of hulls and parts.
//
// Files go into a folder beside the output, named after it: arm.urdf has arm_collision/. They
// are addressed as package:// if the mesh was and the folder is in the same package, else
// relative to the output.
#define _XOPEN_SOURCE 700 // realpath
#include "commands/shapes/simplify.h"
#include "limb/system.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESS_SIZE = 3 * PATH_MAX + 256 }; // of a URI: package, folder and name

typedef struct writing {
    simplify_table *table;
    limb_edit *edit;
    bool dry;
    const char *ending;     // "stl"
    char folder[PATH_MAX];  // of the files, relative to the current folder, with a slash
    char address[PATH_MAX]; // the same relative to the output
} writing;

static bool name_folder(writing *w);
static limb_status edit_row(writing *w, const simplify_row *row);
static limb_status edit_primitive(writing *w, const simplify_row *row);
static limb_status edit_capsule(writing *w, const simplify_row *row);
static limb_status edit_files(writing *w, const simplify_row *row);
static limb_status add_copy(writing *w, const simplify_row *row, int number, const double *pose,
                            const char *geometry);
static void shape_text(const limb_fit *fit, char *text, size_t size);
static void file_address(const writing *w, const simplify_row *row, int part, char *out,
                         size_t size);
static limb_status mesh_text(const simplify_row *row, const char *address, char *text, size_t size);
static void escape_percent(char *text, size_t size);
static void replace_char(char *text, size_t size, char c, const char *by);
static void file_name(const writing *w, const simplify_mesh *made, int part, char *out,
                      size_t size);
static int write_meshes(writing *w);
static int write_mesh(writing *w, const limb_mesh *mesh, const char *name);
static bool is_used(const simplify_table *t, const simplify_mesh *made, simplify_kind kind);

int cli_simplify_edit(simplify_table *t, limb_edit *edit, bool dry)
{
    const simplify_opts *opts = t->app->opts;
    writing w = {.table = t, .edit = edit, .dry = dry, .ending = opts->mesh_format};
    if (!w.ending) w.ending = "stl";
    if (!name_folder(&w)) {
        cli_message(t->app, "the output's name is too long");
        return CLI_UNREADABLE;
    }
    limb_status status = LIMB_OK;
    for (int i = 0; i < t->nrow && status == LIMB_OK; i++)
        status = edit_row(&w, &t->row[i]);
    if (status != LIMB_OK) {
        const char *why = limb_edit_message(edit);
        cli_message(t->app, "%s", why[0] ? why : limb_status_text(status));
        return status == LIMB_ERROR_INPUT ? CLI_FINDINGS : CLI_UNREADABLE;
    }
    return write_meshes(&w);
}

// "out/arm.urdf": files go to "out/arm_collision/".
static bool name_folder(writing *w)
{
    const char *output = w->table->output ? w->table->output : "robot";
    const char *slash = strrchr(output, '/');
    const char *base = slash ? slash + 1 : output;
    const char *dot = strrchr(base, '.');
    const int size = (int)(dot && dot != base ? dot - base : (long)strlen(base));
    const int before = (int)(base - output);
    const int a = snprintf(w->address, sizeof w->address, "%.*s_collision/", size, base);
    const int b =
        snprintf(w->folder, sizeof w->folder, "%.*s%.*s_collision/", before, output, size, base);
    return a < (int)sizeof w->address - 200 && b < (int)sizeof w->folder - 200;
}

//---- edits ---------------------------------------------------------------------------------------

static limb_status edit_row(writing *w, const simplify_row *row)
{
    if (row->kind == SIMPLIFY_KEEP) return LIMB_OK;
    if (row->kind != SIMPLIFY_PRIMITIVE) return edit_files(w, row);
    const limb_robot *robot = w->table->robot;
    const bool has_capsule = robot->version_major == 1 && robot->version_minor >= 1;
    if (row->fit.kind == LIMB_FIT_CAPSULE && !has_capsule) return edit_capsule(w, row);
    return edit_primitive(w, row);
}

static limb_status edit_primitive(writing *w, const simplify_row *row)
{
    char text[200];
    shape_text(&row->fit, text, sizeof text);
    const limb_status status = limb_edit_replace(w->edit, row->shape->geometry.node, text);
    if (status != LIMB_OK) return status;
    return limb_edit_set_origin(w->edit, row->shape->node, row->fit.pose);
}

// URDF 1.0 has no capsule: writes a cylinder, and a sphere at each end.
static limb_status edit_capsule(writing *w, const simplify_row *row)
{
    simplify_row cylinder = *row;
    cylinder.fit.kind = row->fit.length > 0 ? LIMB_FIT_CYLINDER : LIMB_FIT_SPHERE;
    limb_status status = edit_primitive(w, &cylinder);
    for (int side = 0; side < 2 && status == LIMB_OK && row->fit.length > 0; side++) {
        limb_fit ball = {.kind = LIMB_FIT_SPHERE, .radius = row->fit.radius};
        char text[200];
        double end[3] = {0, 0, (side - 0.5) * row->fit.length};
        limb_pose_identity(ball.pose);
        limb_pose_apply(row->fit.pose, end, end);
        for (int k = 0; k < 3; k++)
            ball.pose[4 * k + 3] = end[k];
        shape_text(&ball, text, sizeof text);
        status = add_copy(w, row, side + 2, ball.pose, text);
    }
    return status;
}

// Writes the hull, or the first part in place of the mesh, the others as additional collisions.
static limb_status edit_files(writing *w, const simplify_row *row)
{
    const int count = row->kind == SIMPLIFY_PARTS ? row->made->parts->npart : 1;
    limb_status status = LIMB_OK;
    for (int part = 0; part < count && status == LIMB_OK; part++) {
        char address[ADDRESS_SIZE], text[ADDRESS_SIZE + 200];
        file_address(w, row, row->kind == SIMPLIFY_PARTS ? part + 1 : 0, address, sizeof address);
        if (part == 0) {
            status =
                limb_edit_set_attribute(w->edit, row->shape->geometry.node, "filename", address);
        } else {
            double pose[12];
            limb_origin_pose(&row->shape->origin, pose);
            status = mesh_text(row, address, text, sizeof text);
            if (status == LIMB_OK) status = add_copy(w, row, part + 1, pose, text);
        }
    }
    return status;
}

// Writes an additional collision of the link; if the first has a name, the others get names
// derived from it.
static limb_status add_copy(writing *w, const simplify_row *row, int number, const double *pose,
                            const char *geometry)
{
    char xml[ADDRESS_SIZE + 1200], name[400] = "", origin[400], value[6][LIMB_NUMBER_SIZE];
    double rpy[3];
    limb_pose_to_rpy(pose, rpy);
    bool is_turned = false;
    for (int k = 0; k < 3; k++) {
        limb_number_print(value[k], pose[4 * k + 3] + 0);
        limb_number_print(value[3 + k], rpy[k] + 0);
        is_turned = is_turned || rpy[k] != 0;
    }
    int used =
        snprintf(origin, sizeof origin, "<origin xyz=\"%s %s %s\"", value[0], value[1], value[2]);
    if (is_turned) {
        used += snprintf(origin + used, sizeof origin - (size_t)used, " rpy=\"%s %s %s\"", value[3],
                         value[4], value[5]);
    }
    snprintf(origin + used, sizeof origin - (size_t)used, "/>");
    // unchanged if it is the same
    const limb_document *doc = w->table->robot->document;
    const int own = row->kind == SIMPLIFY_PARTS ? row->shape->origin.node : -1;
    const limb_text source = own >= 0 ? limb_node_source(doc, own) : (limb_text){0};
    if (own >= 0 && source.size < sizeof origin)
        snprintf(origin, sizeof origin, "%.*s", (int)source.size, source.data);
    const limb_text raw = limb_node_attribute_raw(doc, row->shape->node, "name");
    if (raw.data && raw.size < 300)
        snprintf(name, sizeof name, " name=\"%.*s_%d\"", (int)raw.size, raw.data, number);
    // a quote within single quotes would end the value
    if (memchr(name + 7, '"', strlen(name) > 8 ? strlen(name) - 8 : 0)) name[0] = 0;
    snprintf(xml, sizeof xml,
             "<collision%s>\n  %s\n  <geometry>\n    %s\n  </geometry>\n</collision>", name, origin,
             geometry);
    return limb_edit_add(w->edit, row->link->node, xml);
}

static void shape_text(const limb_fit *fit, char *text, size_t size)
{
    char number[3][LIMB_NUMBER_SIZE], length[LIMB_NUMBER_SIZE], radius[LIMB_NUMBER_SIZE];
    for (int k = 0; k < 3; k++)
        limb_number_print(number[k], fit->size[k]);
    limb_number_print(length, fit->length);
    limb_number_print(radius, fit->radius);
    if (fit->kind == LIMB_FIT_BOX)
        snprintf(text, size, "<box size=\"%s %s %s\"/>", number[0], number[1], number[2]);
    else if (fit->kind == LIMB_FIT_SPHERE)
        snprintf(text, size, "<sphere radius=\"%s\"/>", radius);
    else
        snprintf(text, size, "<%s radius=\"%s\" length=\"%s\"/>", limb_fit_kind_name(fit->kind),
                 radius, length);
}

static limb_status mesh_text(const simplify_row *row, const char *address, char *text, size_t size)
{
    const limb_shape *shape = &row->shape->geometry;
    char scale[3][LIMB_NUMBER_SIZE];
    cli_buffer value = {0};
    for (int k = 0; k < 3; k++)
        limb_number_print(scale[k], shape->scale[k]);
    cli_buffer_write_xml(&value, address);
    if (value.failed || !value.data) {
        cli_buffer_free(&value);
        return LIMB_ERROR_MEMORY;
    }
    if (shape->has_scale) {
        snprintf(text, size, "<mesh filename=\"%s\" scale=\"%s %s %s\"/>", value.data, scale[0],
                 scale[1], scale[2]);
    } else {
        snprintf(text, size, "<mesh filename=\"%s\"/>", value.data);
    }
    cli_buffer_free(&value);
    return LIMB_OK;
}

// In an address a percent sign starts an escape.
static void escape_percent(char *text, size_t size)
{
    replace_char(text, size, '%', "%25");
}

// The buffer suffices: names are limited to much less than its size.
static void replace_char(char *text, size_t size, char c, const char *by)
{
    const size_t length = strlen(by);
    for (char *at = strchr(text, c); at; at = strchr(at + length, c)) {
        if (strlen(text) + length > size) return;
        memmove(at + length, at + 1, strlen(at + 1) + 1);
        memcpy(at, by, length);
    }
}

//---- files ---------------------------------------------------------------------------------------

// "hand_hull.stl", "hand_part_2.stl"
static void file_name(const writing *w, const simplify_mesh *made, int part, char *out, size_t size)
{
    if (part == 0)
        snprintf(out, size, "%s_hull.%s", made->name, w->ending);
    else
        snprintf(out, size, "%s_part_%d.%s", made->name, part, w->ending);
}

// package://NAME/... if the mesh was addressed so and the output is below that package's folder.
static void file_address(const writing *w, const simplify_row *row, int part, char *out,
                         size_t size)
{
    static const char scheme[] = "package://";
    char name[128], real_mesh[PATH_MAX], real_folder[PATH_MAX], before[PATH_MAX];
    file_name(w, row->made, part, name, sizeof name);
    snprintf(out, size, "%s%s", w->address, name);
    escape_percent(out, size);
    const char *uri = row->made->uri, *rest = NULL;
    if (strncmp(uri, scheme, sizeof scheme - 1) == 0) rest = strchr(uri + sizeof scheme - 1, '/');
    const char *output = w->table->output;
    if (!rest || !output || !row->made->path || !realpath(row->made->path, real_mesh)) return;
    // the folder that the output is in, which is there
    const char *slash = strrchr(output, '/');
    if (strlen(output) >= sizeof before - 2) return;
    snprintf(before, sizeof before, "%.*s", slash ? (int)(slash - output + 1) : 2,
             slash ? output : "./");
    if (!realpath(before, real_folder)) return;
    const size_t tail = strlen(rest), all = strlen(real_mesh);
    if (all <= tail || strcmp(real_mesh + all - tail, rest) != 0) return;
    const size_t root = all - tail;
    if (strncmp(real_folder, real_mesh, root) != 0 ||
        (real_folder[root] != 0 && real_folder[root] != '/')) {
        return;
    }
    const size_t package = (size_t)(rest - uri);
    if (package >= size) return;
    memcpy(out, uri, package);
    snprintf(out + package, size - package, "%s/%s%s", real_folder + root, w->address, name);
    escape_percent(out + package, size - package);
}

static int write_meshes(writing *w)
{
    const simplify_table *t = w->table;
    int code = CLI_OK;
    for (int i = 0; i < t->nmesh && code == CLI_OK; i++) {
        const simplify_mesh *made = &t->mesh[i];
        char name[128];
        if (is_used(t, made, SIMPLIFY_HULL)) {
            file_name(w, made, 0, name, sizeof name);
            code = write_mesh(w, made->hull, name);
        }
        const int count = is_used(t, made, SIMPLIFY_PARTS) ? made->parts->npart : 0;
        for (int part = 0; part < count && code == CLI_OK; part++) {
            file_name(w, made, part + 1, name, sizeof name);
            code = write_mesh(w, made->parts->part[part], name);
        }
    }
    return code;
}

static int write_mesh(writing *w, const limb_mesh *mesh, const char *name)
{
    simplify_table *t = w->table;
    char path[ADDRESS_SIZE];
    snprintf(path, sizeof path, "%s%s", w->folder, name);
    if (!cli_paths_add(&t->file, path)) return cli_fail(t->app, LIMB_ERROR_MEMORY);
    if (w->dry) return CLI_OK;
    int code = cli_make_folders(t->app, path);
    if (code != CLI_OK) return code;
    cli_buffer bytes = {0};
    const limb_status status =
        limb_mesh_write(mesh, limb_mesh_format_written(path), NULL, cli_buffer_write, &bytes);
    if (status == LIMB_OK) {
        code = cli_save(t->app, path, bytes.data, bytes.size);
    } else {
        code = cli_fail(t->app, status);
    }
    cli_buffer_free(&bytes);
    return code;
}

static bool is_used(const simplify_table *t, const simplify_mesh *made, simplify_kind kind)
{
    for (int i = 0; i < t->nrow; i++) {
        if (t->row[i].made == made && t->row[i].kind == kind) return true;
    }
    return false;
}
