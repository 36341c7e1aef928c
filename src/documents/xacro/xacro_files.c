// Files: paths relative to the including file, access control, and the record of files read.
#define _POSIX_C_SOURCE 200809L // getcwd
#include "base/file.h"

#include "base/memory.h"
#include "documents/xacro/expand.h"
#include "documents/xacro/origin.h"

#include <string.h>
#include <unistd.h>

#define MANIFEST "package.xml"

static bool keep_root(limb__expansion *x, limb__root root);
static const char *copied(limb__expansion *x, const char *text, size_t size);
static bool is_allowed(limb__expansion *x, const char *path, char real[LIMB__PATH_MAX]);
static bool is_below(const char *path, const char *folder);
static size_t folder_size(const char *path);
static void normalize(char *path);

const char *limb__full_path(limb__expansion *x, limb_text name)
{
    const char *current = limb__kept_source(x->kept, x->file)->path;
    const size_t folder = name.size > 0 && name.data[0] == '/' ? 0 : folder_size(current);
    char *path = limb__take(&x->eval, folder + name.size + 3);
    if (!path) return NULL;
    memcpy(path, current, folder);
    memcpy(path + folder, name.data, name.size);
    path[folder + name.size] = 0;
    if (memchr(name.data, 0, name.size)) {
        return limb__raise(&x->eval, "ValueError", "the name of a file holds a NUL byte");
    }
    return path;
}

limb_status limb__read_allowed(limb__expansion *x, const char *path, char **text, size_t *size)
{
    const limb_xacro_host *host = &x->opts->host;
    const limb_allocator *memory = x->kept->memory;
    const size_t max = x->opts->max_bytes > 0 ? x->opts->max_bytes : (size_t)256 << 20;
    const size_t taken = x->eval.arena->total + x->eval.held;
    const size_t room = taken < x->eval.limits.max_memory ? x->eval.limits.max_memory - taken : 0;
    const size_t most = max < room ? max : room;
    limb__remember_file(x, path);
    char real[LIMB__PATH_MAX];
    if (!is_allowed(x, path, real)) return LIMB_ERROR_INPUT;
    const limb_status status =
        host->read ? host->read(host->ctx, path, memory, most, text, size)
                   : limb__file_read(real[0] ? real : path, memory, most, text, size);
    if (status != LIMB_ERROR_LIMIT || most == max) return status;
    // the files read before leave too little of the memory limit
    limb__raise_too_large(&x->eval);
    return LIMB_ERROR_MEMORY;
}

// Returns why a file could not be read, as the end of a sentence.
const char *limb__read_problem(limb_status status)
{
    if (status == LIMB_ERROR_INPUT) {
        return "is outside the folders that may be read (--allow-outside allows it)";
    }
    if (status == LIMB_ERROR_LIMIT) return "is too large";
    return "is not there, or cannot be read";
}

void limb__remember_file(limb__expansion *x, const char *path)
{
    limb__kept *kept = x->kept;
    if (limb__table_find(&x->remembered, (limb_text){path, strlen(path)})) return;
    char *copy = limb__arena_copy_text(&kept->arena, path, strlen(path));
    void **known =
        copy ? limb__table_add(&x->eval, &x->remembered, (limb_text){copy, strlen(copy)}) : NULL;
    void *paths = kept->path;
    if (!known || !limb__grow(kept->memory, &paths, &kept->path_capacity, kept->xacro.nfile + 1,
                              sizeof *kept->path)) {
        limb__raise_memory(&x->eval);
        return;
    }
    *known = copy;
    kept->path = paths;
    kept->path[kept->xacro.nfile++] = copy;
    kept->xacro.path = kept->path;
}

// NOTE: colcon build --symlink-install fills the folder of a package with links to the files of its
// source, including package.xml. So the real folder of package.xml belongs to the package, too.
bool limb__add_root(limb__expansion *x, const char *folder)
{
    limb__root root = {.path = limb__absolute_path(x, folder)};
    if (!root.path) return false;
    for (int i = 0; i < x->kept->nroot; i++) {
        const char *known = x->kept->root[i].path;
        if (known && strcmp(known, root.path) == 0) return true;
    }
    if (x->opts->host.read) return keep_root(x, root);
    char real[LIMB__PATH_MAX];
    if (limb__file_real_path(folder, real)) root.real = copied(x, real, strlen(real));
    if (!keep_root(x, root)) return false;
    char *manifest = limb__take(&x->eval, strlen(folder) + sizeof "/" MANIFEST);
    if (!manifest) return false;
    strcpy(manifest, folder);
    strcat(manifest, "/" MANIFEST);
    const char *slash = limb__file_real_path(manifest, real) ? strrchr(real, '/') : NULL;
    if (!slash || slash == real || strcmp(slash + 1, MANIFEST) != 0) return true;
    return keep_root(x, (limb__root){.real = copied(x, real, (size_t)(slash - real))});
}

bool limb__add_package(limb__expansion *x, const char *folder)
{
    static const char *const manifest[] = {"/" MANIFEST, "/manifest.xml"};
    char real[LIMB__PATH_MAX];
    const char *own = x->kept->root[0].real; // of the document
    const bool is_around = own && limb__file_real_path(folder, real) && is_below(own, real);
    bool is_package = !is_around;
    for (int i = 0; i < 2 && !is_package; i++) {
        const char *path = limb__arena_join_text(&x->work, folder, manifest[i]);
        is_package = path && limb__file_real_path(path, real);
    }
    return !is_package || limb__add_root(x, folder);
}

bool limb__add_home_of(limb__expansion *x, const char *path)
{
    char real[LIMB__PATH_MAX];
    if (x->opts->host.read || !limb__file_real_path(path, real)) return true;
    const char *slash = strrchr(real, '/');
    const size_t size = slash > real ? (size_t)(slash - real) : 1;
    return keep_root(x, (limb__root){.real = copied(x, real, size)});
}

static bool keep_root(limb__expansion *x, limb__root root)
{
    limb__kept *kept = x->kept;
    void *roots = kept->root;
    if (kept->arena.failed || !limb__grow(kept->memory, &roots, &kept->root_capacity,
                                          kept->nroot + 1, sizeof *kept->root)) {
        limb__raise_memory(&x->eval);
        return false;
    }
    kept->root = roots;
    kept->root[kept->nroot++] = root;
    return true;
}

static const char *copied(limb__expansion *x, const char *text, size_t size)
{
    return limb__arena_copy_text(&x->kept->arena, text, size);
}

const char *limb__current_folder(limb__expansion *x)
{
    if (x->opts->current_folder) return x->opts->current_folder;
    enum { PATH_ROOM = 4096 };
    char *folder = limb__take(&x->eval, PATH_ROOM);
    return folder && getcwd(folder, PATH_ROOM) ? folder : ".";
}

// Compares real paths, since a package may contain links that lead anywhere: real receives the path
// that may be opened. Only the text is compared for files that do not exist, and if the files are
// not those of the system.
static bool is_allowed(limb__expansion *x, const char *path, char real[LIMB__PATH_MAX])
{
    const limb__kept *kept = x->kept;
    const bool is_real = !x->opts->host.read && limb__file_real_path(path, real);
    if (!is_real) real[0] = 0;
    if (x->opts->allow_outside) return true;
    const char *whole = is_real ? real : limb__absolute_path(x, path);
    for (int i = 0; whole && i < kept->nroot; i++) {
        const char *folder = is_real ? kept->root[i].real : kept->root[i].path;
        if (folder && is_below(whole, folder)) return true;
    }
    return false;
}

static bool is_below(const char *path, const char *folder)
{
    const size_t size = strlen(folder);
    if (size == 1 && folder[0] == '/') return true;
    return strncmp(path, folder, size) == 0 && (path[size] == '/' || path[size] == 0);
}

// Returns the size up to and including the last slash.
static size_t folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

char *limb__absolute_path(limb__expansion *x, const char *path)
{
    const char *folder = path[0] == '/' ? "" : limb__current_folder(x);
    const size_t size = strlen(folder);
    char *whole = limb__arena_take(&x->kept->arena, size + strlen(path) + 2);
    if (!whole) return limb__raise_memory(&x->eval);
    memcpy(whole, folder, size);
    whole[size] = '/';
    strcpy(whole + size + (path[0] == '/' ? 0 : 1), path);
    normalize(whole);
    return whole;
}

// Normalizes the text only: links are not followed.
static void normalize(char *path)
{
    char *out = path;
    const char *at = path;
    while (*at) {
        while (*at == '/')
            at++;
        const size_t size = strcspn(at, "/");
        if (size == 0) break;
        if (size == 1 && at[0] == '.') {
            at += 1;
            continue;
        }
        if (size == 2 && at[0] == '.' && at[1] == '.') {
            while (out > path && *--out != '/') {
            }
            at += 2;
            continue;
        }
        *out++ = '/';
        memmove(out, at, size);
        out += size;
        at += size;
    }
    if (out == path) *out++ = '/';
    *out = 0;
}
