// URI resolution: the order in which places are tried. limb/resolve.h states the order.
#define _XOPEN_SOURCE 700

#include "base/memory.h"
#include "base/text.h"
#include "resolve/uri.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_URI = 8192, LEVELS_GUESSED = 4 };

typedef struct uri { // taken apart
    bool is_package; // package:// or model://
    bool is_model;
    const char *package;
    const char *rest; // path within the package, or the whole path
} uri;

static limb_status find_folders(limb_resolver *r, const char *file);
static limb_resolve_result take_apart(limb_resolver *r, const char *text, uri *u);
static bool has_scheme(const char *text);
static const char *decoded(limb__arena *arena, const char *text, size_t size);
static bool climbs_out(limb_resolver *r, const uri *u);
static const char *try_file(limb_resolver *r, const char *folder, const char *rest,
                            const char *why);
static const char *resolve_package(limb_resolver *r, const uri *u, limb_resolution *out);
static const char *guess_package(limb_resolver *r, const uri *u);
static const char *try_map(limb_resolver *r, const uri *u, bool *decided);
static const char *try_around(limb_resolver *r, const uri *u);
static const char *try_prefixes(limb_resolver *r, const uri *u);
static const char *try_models(limb_resolver *r, const uri *u);
static const char *resolve_path(limb_resolver *r, const uri *u, limb_resolution *out);
static void suggest(limb_resolver *r, const uri *u, limb_resolution *out);
static const char *folder_of_package(const limb_resolver *r, const char *package);
static const char *uri_of(limb_resolver *r, const uri *u, const char *folder, const char *path);

limb_status limb_resolver_create(limb_resolver **out, const char *file,
                                 const limb_resolve_opts *opts)
{
    *out = NULL;
    const limb_allocator *memory = limb__memory(opts ? opts->memory : NULL);
    limb_resolver *r = limb__allocate(memory, sizeof *r);
    if (!r) return LIMB_ERROR_MEMORY;
    memset(r, 0, sizeof *r);
    if (opts) r->opts = *opts;
    r->memory = memory;
    limb__arena_init(&r->arena, memory, 0);
    const limb_status status = find_folders(r, file);
    if (status != LIMB_OK) {
        limb_resolver_free(r);
        return status;
    }
    *out = r;
    return LIMB_OK;
}

void limb_resolver_free(limb_resolver *r)
{
    if (!r) return;
    limb__release(r->memory, r->place, (size_t)r->place_capacity * sizeof *r->place);
    limb__release(r->memory, r->step, (size_t)r->step_capacity * sizeof *r->step);
    limb__arena_free(&r->arena);
    limb__release(r->memory, r, sizeof *r);
}

limb_status limb_resolve(limb_resolver *r, const char *text, limb_resolution *out)
{
    memset(out, 0, sizeof *out);
    out->package = "";
    r->nstep = 0;
    r->guessing = false;
    uri u;
    out->result = take_apart(r, text, &u);
    if (r->arena.failed) return LIMB_ERROR_MEMORY;
    if (out->result != LIMB_RESOLVE_FOUND) return LIMB_OK;
    out->package = u.package;
    // a path needs no package but the robot's own
    const limb_status status = u.is_package ? limb__find_packages(r) : limb__find_own_package(r);
    if (status != LIMB_OK) return status;
    if (climbs_out(r, &u)) {
        out->result = LIMB_RESOLVE_OUTSIDE;
        return r->arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    }
    out->result = LIMB_RESOLVE_MISSING;
    out->path = u.is_package ? resolve_package(r, &u, out) : resolve_path(r, &u, out);
    if (out->path)
        out->result = LIMB_RESOLVE_FOUND;
    else
        suggest(r, &u, out);
    limb_resolve_step *step = LIMB__ARENA_ARRAY(&r->arena, limb_resolve_step, r->nstep);
    if (step && r->nstep > 0) memcpy(step, r->step, (size_t)r->nstep * sizeof *step);
    out->step = step;
    out->nstep = r->nstep;
    return r->arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

// The robot's folder and all above it, absolute and without symbolic links.
static limb_status find_folders(limb_resolver *r, const char *file)
{
    const bool named = file && file[0] && strcmp(file, "-") != 0;
    const char *slash = named ? strrchr(file, '/') : NULL;
    const char *given =
        slash ? limb__arena_copy_text(&r->arena, file, slash == file ? 1 : (size_t)(slash - file))
              : ".";
    char absolute[PATH_MAX];
    if (!given) return LIMB_ERROR_MEMORY;
    if (!realpath(given, absolute)) strcpy(absolute, "/");
    r->folder = limb__arena_copy_text(&r->arena, absolute, strlen(absolute));
    int count = 1;
    for (const char *c = absolute; *c; c++)
        count += *c == '/' && c[1];
    r->above = LIMB__ARENA_ARRAY(&r->arena, const char *, count);
    if (!r->folder || !r->above) return LIMB_ERROR_MEMORY;
    for (size_t size = strlen(absolute); size > 0 && r->nabove < count;) {
        r->above[r->nabove] = limb__arena_copy_text(&r->arena, absolute, size);
        if (!r->above[r->nabove++]) return LIMB_ERROR_MEMORY;
        if (size == 1) break;
        while (size > 0 && absolute[size - 1] != '/')
            size--;
        if (size > 1) size--;
    }
    return LIMB_OK;
}

//---- the URI -------------------------------------------------------------------------------------

static limb_resolve_result take_apart(limb_resolver *r, const char *text, uri *u)
{
    memset(u, 0, sizeof *u);
    u->package = "";
    const size_t size = strlen(text);
    if (size == 0 || size > MAX_URI) return LIMB_RESOLVE_MALFORMED;
    u->is_model = strncmp(text, "model://", 8) == 0;
    u->is_package = u->is_model || strncmp(text, "package://", 10) == 0;
    if (u->is_package) {
        const char *name = text + (u->is_model ? 8 : 10);
        const size_t length = strcspn(name, "/");
        u->package = decoded(&r->arena, name, length);
        const char *rest = name + length + (name[length] == '/');
        u->rest = decoded(&r->arena, rest, strlen(rest));
        const bool empty = u->rest && u->rest[0] == 0;
        return empty ? LIMB_RESOLVE_MALFORMED : LIMB_RESOLVE_FOUND;
    }
    if (strncmp(text, "file://", 7) == 0) {
        text += 7;
        if (strncmp(text, "localhost/", 10) == 0) text += 9;
    } else if (has_scheme(text)) {
        return LIMB_RESOLVE_REMOTE;
    }
    u->rest = decoded(&r->arena, text, strlen(text));
    return text[0] ? LIMB_RESOLVE_FOUND : LIMB_RESOLVE_MALFORMED;
}

static bool has_scheme(const char *text)
{
    const size_t length = strcspn(text, ":/");
    return length > 0 && strncmp(text + length, "://", 3) == 0;
}

static const char *decoded(limb__arena *arena, const char *text, size_t size)
{
    char *out = limb__arena_take(arena, size + 1);
    if (out) out[limb__percent_decode(text, size, out)] = 0;
    return out;
}

// Lexically: links inside a package may lead out of it, as workspaces do on purpose.
static bool climbs_out(limb_resolver *r, const uri *u)
{
    if (r->opts.allow_outside) return false;
    bool outside = strcmp(u->package, "..") == 0;
    if (u->is_package) {
        if (!outside) limb__clean_path(&r->arena, u->rest, &outside);
        return outside;
    }
    if (u->rest[0] == '/') return false;
    // a relative path may climb up to the robot's own package, or anywhere when it is in none
    if (!r->package_folder) return false;
    const char *inside = r->folder + strlen(r->package_folder);
    const char *path = limb__join(&r->arena, inside[0] ? inside + 1 : "", u->rest, strlen(u->rest));
    if (path) limb__clean_path(&r->arena, path, &outside);
    return outside;
}

//---- places --------------------------------------------------------------------------------------

// The file when it exists; each try is a step of the explanation.
static const char *try_file(limb_resolver *r, const char *folder, const char *rest, const char *why)
{
    const char *path = limb__join(&r->arena, folder, rest, strlen(rest));
    if (!path) return NULL;
    for (int i = 0; i < r->nstep; i++) {
        if (strcmp(r->step[i].path, path) == 0) return NULL;
    }
    const bool found = limb__is_file(path);
    if (!limb__grow(r->memory, (void **)&r->step, &r->step_capacity, r->nstep + 1,
                    sizeof *r->step)) {
        r->arena.failed = true;
        return NULL;
    }
    r->step[r->nstep++] =
        (limb_resolve_step){.path = path, .why = why, .found = found, .is_guess = r->guessing};
    return found ? path : NULL;
}

static const char *resolve_package(limb_resolver *r, const uri *u, limb_resolution *out)
{
    bool decided;
    const char *path = try_map(r, u, &decided);
    if (path || decided) return path;
    path = try_around(r, u);
    if (!path) path = try_prefixes(r, u);
    if (!path && u->is_model) path = try_models(r, u);
    if (path) return path;
    if (r->nstep == 0) out->result = LIMB_RESOLVE_NO_PACKAGE;

    r->guessing = true;
    path = guess_package(r, u);
    out->is_guess = path != NULL;
    return path;
}

// A folder of that name near the robot's file without a package.xml; else no package at all but a
// path ("package://meshes/a.stl", "package:///a.stl"), or a package that lies here under another
// name.
static const char *guess_package(limb_resolver *r, const uri *u)
{
    const char *path = NULL;
    const int nlevel = r->nabove - 1 < LEVELS_GUESSED ? r->nabove - 1 : LEVELS_GUESSED;
    for (int i = 0; i < nlevel && !path && u->package[0]; i++) {
        const char *folder = limb__join(&r->arena, r->above[i], u->package, strlen(u->package));
        if (folder && limb__is_folder(folder) && !limb__is_ignored(r, folder))
            path = try_file(r, folder, u->rest, "a folder of that name near the robot's file");
    }
    for (int i = 0; i < nlevel && !path; i++)
        path = try_file(r, r->above[i], u->rest,
                        "a folder above the robot's file, taken for the package");
    return path;
}

static const char *try_map(limb_resolver *r, const uri *u, bool *decided)
{
    *decided = false;
    for (int i = 0; i < r->opts.npackage; i++) {
        if (strcmp(r->opts.package[i].name, u->package) != 0) continue;
        *decided = true;
        return try_file(r, r->opts.package[i].folder, u->rest, "the package's folder as given");
    }
    return NULL;
}

// Above and near the robot's file, by package.xml; then by folder name; then ROS_PACKAGE_PATH.
static const char *try_around(limb_resolver *r, const uri *u)
{
    const char *path = NULL;
    int i = 0;
    for (; i < r->nplace && !path; i++) {
        // the packages above come first
        if (strncmp(r->place[i].why, "a folder above", 14) != 0) break;
        if (strcmp(r->place[i].name, u->package) == 0)
            path = try_file(r, r->place[i].folder, u->rest, r->place[i].why);
    }
    for (int k = 0; k < r->nabove && !path && u->package[0]; k++) {
        const char *slash = strrchr(r->above[k], '/');
        if (slash && strcmp(slash + 1, u->package) == 0)
            path =
                try_file(r, r->above[k], u->rest, "a folder of that name above the robot's file");
    }
    for (; i < r->nplace && !path; i++) {
        if (strcmp(r->place[i].name, u->package) == 0)
            path = try_file(r, r->place[i].folder, u->rest, r->place[i].why);
    }
    return path;
}

// Where packages are installed: PREFIX/share/P, and PREFIX/P/share/P when each has its own.
static const char *try_prefixes(limb_resolver *r, const uri *u)
{
    static const struct {
        const char *variable;
        const char *why;
    } list[] = {{"ROS_PACKAGE_PATH", "a folder of that name in ROS_PACKAGE_PATH"},
                {"AMENT_PREFIX_PATH", "installed below AMENT_PREFIX_PATH"},
                {"COLCON_PREFIX_PATH", "installed below COLCON_PREFIX_PATH"},
                {"CMAKE_PREFIX_PATH", "installed below CMAKE_PREFIX_PATH"}};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof list / sizeof *list && !found && u->package[0]; i++) {
        const char *value = limb__environment(r, list[i].variable);
        while (value && *value && !found) {
            const size_t size = strcspn(value, ":;");
            const char *prefix = limb__arena_copy_text(&r->arena, value, size);
            char inside[3][MAX_URI * 2 + 16];
            snprintf(inside[0], sizeof inside[0], "%s", u->package);
            snprintf(inside[1], sizeof inside[1], "share/%s", u->package);
            snprintf(inside[2], sizeof inside[2], "%s/share/%s", u->package, u->package);
            for (int k = i == 0 ? 0 : 1; k < (i == 0 ? 1 : 3) && prefix && size && !found; k++) {
                const char *folder = limb__join(&r->arena, prefix, inside[k], strlen(inside[k]));
                if (folder && limb__is_folder(folder))
                    found = try_file(r, folder, u->rest, list[i].why);
            }
            value += size;
            if (*value) value++;
        }
    }
    return found;
}

static const char *try_models(limb_resolver *r, const uri *u)
{
    static const char *const variable[] = {"GAZEBO_MODEL_PATH", "GZ_SIM_RESOURCE_PATH",
                                           "IGN_GAZEBO_RESOURCE_PATH"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof variable / sizeof *variable && !found; i++) {
        const char *value = limb__environment(r, variable[i]);
        while (value && *value && !found) {
            const size_t size = strcspn(value, ":");
            const char *entry = limb__arena_copy_text(&r->arena, value, size);
            const char *folder =
                entry && size ? limb__join(&r->arena, entry, u->package, strlen(u->package)) : NULL;
            if (folder && limb__is_folder(folder))
                found = try_file(r, folder, u->rest, "a model in a Gazebo model path");
            value += size;
            if (*value) value++;
        }
    }
    return found;
}

static const char *resolve_path(limb_resolver *r, const uri *u, limb_resolution *out)
{
    if (u->rest[0] == '/') return try_file(r, "", u->rest, "the path as written");
    const char *path = try_file(r, r->folder, u->rest, "relative to the robot's file");
    if (path) return path;
    r->guessing = true;
    for (int i = 1; i < r->nabove - 1 && i <= LEVELS_GUESSED && !path; i++)
        path = try_file(r, r->above[i], u->rest, "relative to a folder above the robot's file");
    out->is_guess = path != NULL;
    return path;
}

//---- near hits -----------------------------------------------------------------------------------

static void suggest(limb_resolver *r, const uri *u, limb_resolution *out)
{
    const char *slash = strrchr(u->rest, '/');
    const char *name = slash ? slash + 1 : u->rest;
    if (u->rest[0] == '/' || name[0] == 0) return;
    bool outside;
    const char *path = limb__clean_path(&r->arena, u->rest, &outside);
    if (!path) path = name;
    const char *folder = u->is_package ? folder_of_package(r, u->package) : r->folder;
    if (folder) out->near_path = limb__find_near(r, folder, path, out);
    // elsewhere in the robot's own package, or beside and below its file
    const char *around =
        r->package_folder ? r->package_folder : (r->nabove > 4 ? r->above[1] : r->folder);
    const bool elsewhere = !out->near_path && (!folder || !u->is_package);
    if (elsewhere) {
        folder = around;
        out->near_path = limb__find_near(r, around, name, out);
    }
    // a package that is nowhere cannot be named: the robot's own, or a relative path, can
    uri named = *u;
    if (u->is_package && elsewhere) {
        named.is_package = named.is_model = false;
        named.package = "";
        if (r->package_folder) {
            named.is_package = true;
            named.package = r->package_name;
        }
    }
    if (out->near_path) out->near_uri = uri_of(r, &named, folder, out->near_path);
    if (!out->near_uri) out->near_is_certain = out->near_differs_in_case = false;
}

static const char *folder_of_package(const limb_resolver *r, const char *package)
{
    for (int i = 0; i < r->opts.npackage; i++) {
        if (strcmp(r->opts.package[i].name, package) == 0) return r->opts.package[i].folder;
    }
    if (r->package_folder && strcmp(r->package_name, package) == 0) return r->package_folder;
    for (int i = 0; i < r->nabove && package[0]; i++) {
        const char *slash = strrchr(r->above[i], '/');
        if (slash && strcmp(slash + 1, package) == 0) return r->above[i];
    }
    for (int i = 0; i < r->nplace; i++) {
        if (strcmp(r->place[i].name, package) == 0) return r->place[i].folder;
    }
    return NULL;
}

// How the near file would be written in the manner of the URI at hand.
static const char *uri_of(limb_resolver *r, const uri *u, const char *folder, const char *path)
{
    const char *base = u->is_package ? folder : r->folder;
    size_t up = strlen(base);
    int climbs = 0;
    if (!u->is_package) {
        // the nearest folder above both
        for (climbs = 0; climbs < r->nabove; climbs++) {
            base = r->above[climbs];
            up = strlen(base);
            if (strncmp(path, base, up) == 0 && (path[up] == '/' || up == 1)) break;
        }
    }
    if (strncmp(path, base, up) != 0) return NULL;
    const char *rest = path + up;
    while (*rest == '/')
        rest++;
    const char *scheme = u->is_package ? (u->is_model ? "model://" : "package://") : "";
    const size_t length =
        strlen(scheme) + strlen(u->package) + 3 * (size_t)climbs + strlen(rest) + 3;
    char *text = limb__arena_take(&r->arena, length);
    if (!text) return NULL;
    int written = snprintf(text, length, "%s%s%s", scheme, u->package, u->is_package ? "/" : "");
    for (int i = 0; i < climbs; i++)
        written += snprintf(text + written, length - (size_t)written, "../");
    snprintf(text + written, length - (size_t)written, "%s", rest);
    return text;
}
