// Companions of a mesh file: material libraries, buffers and textures that it names.
//
// A name is a path or URI relative to the mesh file's folder. Files are read, and textures named,
// only below the mesh's package or the folder given by the caller: an untrusted mesh must not be
// able to access arbitrary files. The test is lexical: links inside a package may lead out of it,
// as workspaces do on purpose.
#define _XOPEN_SOURCE 700
#include "geometry/mesh/builder.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool lies_outside(limb__mesh_builder *b, const char *uri, size_t length, bool *outside);
static bool is_below_root(limb__mesh_builder *b, const char *path);
static const char *find_root(limb__mesh_builder *b, const char *folder);
static void clean_path(char *path);
static limb_status read_beside(limb__mesh_builder *b, const char *uri, char **bytes, size_t *size);
static char *path_of(limb__mesh_builder *b, const char *uri, size_t size);
static size_t folder_size(const char *file);
static bool has_scheme(const char *uri, size_t size);
static bool is_absolute(const char *uri, size_t size);
static bool climbs(const char *path);

limb_status limb__mesh_read_companion(limb__mesh_builder *b, const char *uri, char **bytes,
                                      size_t *size)
{
    const limb_status status = limb__mesh_try_companion(b, uri, bytes, size);
    if (status == LIMB_ERROR_IO && !b->opts.skip_companions) {
        bool outside;
        if (!lies_outside(b, uri, strlen(uri), &outside)) return LIMB_ERROR_MEMORY;
        limb__report(b->report, limb__place_file(b->source.file), LIMB_RULE_MESH_COMPANION,
                     outside ? "\"%.200s\" is outside the mesh's package and is not read"
                             : "\"%.200s\", which the mesh refers to, cannot be read",
                     uri);
    }
    return status;
}

limb_status limb__mesh_try_companion(limb__mesh_builder *b, const char *uri, char **bytes,
                                     size_t *size)
{
    if (b->opts.skip_companions) return LIMB_ERROR_IO;
    bool outside;
    if (!lies_outside(b, uri, strlen(uri), &outside)) return LIMB_ERROR_MEMORY;
    if (outside) return LIMB_ERROR_IO;
    limb_status status;
    if (b->opts.read) {
        void *read = NULL;
        status = b->opts.read(b->opts.read_ctx, uri, b->memory, &read, size);
        *bytes = read;
    } else {
        status = read_beside(b, uri, bytes, size);
    }
    if (status == LIMB_OK) b->nbyte += *size;
    return status;
}

// Determines whether the file must not be read. Returns false if there is no memory.
static bool lies_outside(limb__mesh_builder *b, const char *uri, size_t length, bool *outside)
{
    char *plain = limb__arena_take(&b->arena, length + 1);
    if (!plain) return false;
    const bool local = length >= 7 && memcmp(uri, "file://", 7) == 0 && b->on_disk;
    const size_t skipped = local ? 7 : 0;
    const size_t size = limb__percent_decode(uri + skipped, length - skipped, plain);
    plain[size] = 0;
    const bool simple = !has_scheme(plain, size) && !is_absolute(plain, size) && !climbs(plain);
    *outside = !simple && !b->opts.allow_parent_paths;
    if (!*outside || !b->on_disk || has_scheme(plain, size)) return true;
    *outside = !is_below_root(b, plain);
    return true;
}

// Compares the lexical path, from the mesh's real folder, with the root.
static bool is_below_root(limb__mesh_builder *b, const char *path)
{
    char own[LIMB__PATH_MAX], whole[2 * LIMB__PATH_MAX], real[LIMB__PATH_MAX];
    const size_t folder = folder_size(b->source.file);
    if (folder >= sizeof own || strlen(path) >= LIMB__PATH_MAX) return false;
    memcpy(own, b->source.file, folder);
    own[folder] = 0;
    if (!limb__file_real_path(folder > 0 ? own : ".", real)) return false;
    if (!b->root) b->root = find_root(b, real);
    if (!b->root) return false;
    snprintf(whole, sizeof whole, "%s/%s", is_absolute(path, strlen(path)) ? "" : real, path);
    clean_path(whole);
    const size_t size = strlen(b->root);
    return strncmp(whole, b->root, size) == 0 && (whole[size] == '/' || size == 1);
}

// Returns the caller's folder, the mesh's package, or the mesh's folder; NULL: no memory.
static const char *find_root(limb__mesh_builder *b, const char *folder)
{
    char at[LIMB__PATH_MAX];
    if (b->opts.root)
        return limb__file_real_path(b->opts.root, at)
                   ? limb__arena_copy_text(&b->arena, at, strlen(at))
                   : NULL;
    snprintf(at, sizeof at, "%s", folder);
    for (char *slash = at + strlen(at); slash && slash > at; slash = strrchr(at, '/')) {
        *slash = 0;
        char manifest[LIMB__PATH_MAX + 16];
        struct stat info;
        snprintf(manifest, sizeof manifest, "%s/package.xml", at);
        if (stat(manifest, &info) == 0 && S_ISREG(info.st_mode))
            return limb__arena_copy_text(&b->arena, at, strlen(at));
    }
    return limb__arena_copy_text(&b->arena, folder, strlen(folder));
}

// Removes "." and ".." and repeated slashes from an absolute path, in place.
static void clean_path(char *path)
{
    char *out = path;
    for (char *at = path; *at;) {
        while (*at == '/' || *at == '\\')
            at++;
        const size_t size = strcspn(at, "/\\");
        if (size == 2 && at[0] == '.' && at[1] == '.') {
            while (out > path && *--out != '/') {
            }
        } else if (size > 0 && !(size == 1 && at[0] == '.')) {
            *out++ = '/';
            memmove(out, at, size);
            out += size;
        }
        at += size;
    }
    if (out == path) *out++ = '/';
    *out = 0;
}

bool limb__mesh_set_texture(limb__mesh_builder *b, int material, const char *uri, size_t size)
{
    // a caller that parses from memory finds textures by its own rules
    bool outside = false;
    if (b->on_disk && !lies_outside(b, uri, size, &outside)) return false;
    if (outside) {
        limb__report(b->report, limb__place_file(b->source.file), LIMB_RULE_MESH_COMPANION,
                     "texture \"%.*s\" is outside the mesh's package and is not used",
                     size < 200 ? (int)size : 200, uri);
        return true;
    }
    // materials may share a name: each copy here and in the mesh is separate
    b->nmade += 4 * size;
    limb_mesh_texture *texture = &b->material[material].texture;
    texture->uri = limb__arena_copy_text(&b->arena, uri, size);
    texture->path = path_of(b, uri, size);
    texture->bytes = NULL;
    texture->size = 0;
    b->material[material].has_texture = true;
    return texture->uri && texture->path;
}

limb_status limb__mesh_keep_textures(limb__mesh_builder *b, size_t max)
{
    enum { LOOK_BACK = 64 };
    const void *from[LOOK_BACK];
    const void *to[LOOK_BACK];
    size_t total = 0;
    int ncopy = 0;
    for (int i = 0; i < b->nmaterial; i++) {
        limb_mesh_texture *texture = &b->material[i].texture;
        if (!texture->bytes) continue;
        const void *copy = NULL;
        // materials often share a picture
        for (int k = 0; k < LOOK_BACK && k < ncopy && !copy; k++)
            copy = from[k] == texture->bytes ? to[k] : NULL;
        if (!copy && texture->size > max - total) {
            limb__mesh_skipped(b, 0, "the embedded pictures exceed %lu bytes; one is left out",
                               (unsigned long)max);
            b->material[i].has_texture = false;
            memset(texture, 0, sizeof *texture);
            continue;
        }
        if (!copy) {
            void *fresh = limb__arena_take(&b->arena, texture->size);
            if (!fresh) return LIMB_ERROR_MEMORY;
            copy = memcpy(fresh, texture->bytes, texture->size);
            total += texture->size;
            from[ncopy % LOOK_BACK] = texture->bytes;
            to[ncopy % LOOK_BACK] = copy;
            ncopy++;
        }
        texture->bytes = copy;
    }
    return LIMB_OK;
}

static limb_status read_beside(limb__mesh_builder *b, const char *uri, char **bytes, size_t *size)
{
    // a name from memory has no folder
    if (b->source.file[0] == 0) return LIMB_ERROR_IO;
    const char *path = path_of(b, uri, strlen(uri));
    if (!path) return LIMB_ERROR_MEMORY;
    return limb__file_read(path, b->memory, b->opts.max_bytes, bytes, size);
}

// Joins the folder of the mesh file and the name, without "./" and "file://",
// percent escapes decoded.
static char *path_of(limb__mesh_builder *b, const char *uri, size_t size)
{
    if (size >= 7 && memcmp(uri, "file://", 7) == 0) {
        uri += 7;
        size -= 7;
    }
    while (size >= 2 && uri[0] == '.' && (uri[1] == '/' || uri[1] == '\\')) {
        uri += 2;
        size -= 2;
    }
    const bool whole = is_absolute(uri, size) || has_scheme(uri, size);
    const size_t folder = whole ? 0 : folder_size(b->source.file);
    char *path = limb__arena_take(&b->arena, folder + size + 1);
    if (!path) return NULL;
    memcpy(path, b->source.file, folder);
    path[folder + limb__percent_decode(uri, size, path + folder)] = 0;
    // written on Windows
    if (!whole) {
        for (char *c = path + folder; *c; c++) {
            if (*c == '\\') *c = '/';
        }
    }
    return path;
}

// Returns the size up to and including the last slash.
static size_t folder_size(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? (size_t)(slash - file) + 1 : 0;
}

static bool has_scheme(const char *uri, size_t size)
{
    for (size_t i = 0; i + 2 < size; i++) {
        if (uri[i] == ':') return uri[i + 1] == '/' && uri[i + 2] == '/';
        if (uri[i] == '/') return false;
    }
    return false;
}

static bool is_absolute(const char *uri, size_t size)
{
    const bool drive = size >= 2 && uri[1] == ':';
    return drive || (size > 0 && (uri[0] == '/' || uri[0] == '\\'));
}

// Returns whether ".." is a component.
static bool climbs(const char *path)
{
    for (const char *at = path; at; at = strpbrk(at, "/\\")) {
        at += *at == '/' || *at == '\\';
        if (at[0] == '.' && at[1] == '.' && (at[2] == 0 || at[2] == '/' || at[2] == '\\'))
            return true;
    }
    return false;
}
