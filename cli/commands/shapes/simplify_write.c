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
static limb_status file_address(void *ctx, int mesh, int part, char *out, size_t size);
static void escape_percent(char *text, size_t size);
static void replace_char(char *text, size_t size, char c, const char *by);
static void file_name(const writing *w, int mesh, int part, char *out, size_t size);
static int write_meshes(writing *w);
static int write_mesh(writing *w, const limb_mesh *mesh, const char *name);
static bool is_used(const simplify_table *t, int mesh, limb_replacement_kind kind);

int cli_simplify_edit(simplify_table *t, limb_edit *edit, bool dry)
{
    const simplify_opts *opts = t->app->opts;
    writing w = {.table = t, .edit = edit, .dry = dry, .ending = opts->mesh_format};
    if (!w.ending) w.ending = "stl";
    if (!name_folder(&w)) {
        cli_message(t->app, "the output's name is too long");
        return CLI_UNREADABLE;
    }
    const limb_status status = limb_simplification_edit(t->all, edit, file_address, &w);
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
static void file_name(const writing *w, int mesh, int part, char *out, size_t size)
{
    if (part == 0)
        snprintf(out, size, "%s_hull.%s", w->table->name[mesh], w->ending);
    else
        snprintf(out, size, "%s_part_%d.%s", w->table->name[mesh], part, w->ending);
}

// package://NAME/... if the mesh was addressed so and the output is below that package's folder.
static limb_status file_address(void *ctx, int mesh, int part, char *out, size_t size)
{
    const writing *w = ctx;
    const limb_simplified_mesh *made = &w->table->all->mesh[mesh];
    static const char scheme[] = "package://";
    char name[128], real_mesh[PATH_MAX], real_folder[PATH_MAX], before[PATH_MAX];
    file_name(w, mesh, part, name, sizeof name);
    snprintf(out, size, "%s%s", w->address, name);
    escape_percent(out, size);
    const char *uri = made->uri, *rest = NULL;
    if (strncmp(uri, scheme, sizeof scheme - 1) == 0) rest = strchr(uri + sizeof scheme - 1, '/');
    const char *output = w->table->output;
    if (!rest || !output || !made->path || !realpath(made->path, real_mesh)) return LIMB_OK;
    // the folder that the output is in, which is there
    const char *slash = strrchr(output, '/');
    if (strlen(output) >= sizeof before - 2) return LIMB_OK;
    snprintf(before, sizeof before, "%.*s", slash ? (int)(slash - output + 1) : 2,
             slash ? output : "./");
    if (!realpath(before, real_folder)) return LIMB_OK;
    const size_t tail = strlen(rest), all = strlen(real_mesh);
    if (all <= tail || strcmp(real_mesh + all - tail, rest) != 0) return LIMB_OK;
    const size_t root = all - tail;
    if (strncmp(real_folder, real_mesh, root) != 0 ||
        (real_folder[root] != 0 && real_folder[root] != '/')) {
        return LIMB_OK;
    }
    const size_t package = (size_t)(rest - uri);
    if (package >= size) return LIMB_OK;
    memcpy(out, uri, package);
    snprintf(out + package, size - package, "%s/%s%s", real_folder + root, w->address, name);
    escape_percent(out + package, size - package);
    return LIMB_OK;
}

static int write_meshes(writing *w)
{
    const simplify_table *t = w->table;
    int code = CLI_OK;
    for (int i = 0; i < t->all->nmesh && code == CLI_OK; i++) {
        const limb_simplified_mesh *made = &t->all->mesh[i];
        char name[128];
        if (is_used(t, i, LIMB_REPLACEMENT_HULL)) {
            file_name(w, i, 0, name, sizeof name);
            code = write_mesh(w, made->hull, name);
        }
        const int count = is_used(t, i, LIMB_REPLACEMENT_PARTS) ? made->parts->npart : 0;
        for (int part = 0; part < count && code == CLI_OK; part++) {
            file_name(w, i, part + 1, name, sizeof name);
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

static bool is_used(const simplify_table *t, int mesh, limb_replacement_kind kind)
{
    for (int i = 0; i < t->all->nreplacement; i++) {
        const limb_replacement *row = &t->all->replacement[i];
        if (row->mesh == mesh && row->kind == kind) return true;
    }
    return false;
}
