// The files that a client may fetch.
#define _XOPEN_SOURCE 700 // realpath, strdup

#include "services/foxglove/foxglove_assets.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static limb_status add_shapes(limb__asset_files *out, const limb_link_shape *geom, int count,
                              limb_resolver *resolver);
static limb_status add(limb__asset_files *out, const char *uri, limb_resolver *resolver);
static size_t folder_size(const char *path);
static char *find_below(const limb__asset_file *file, limb_text rest);

limb_status limb__asset_files_collect(limb__asset_files *out, const limb_robot *robot,
                                      const limb_resolve_opts *resolve)
{
    limb_resolver *resolver;
    limb_status status = limb_resolver_create(&resolver, robot->file, resolve);
    if (status != LIMB_OK) return status;
    for (int i = 0; status == LIMB_OK && i < robot->nlink; i++) {
        const limb_link *link = &robot->link[i];
        status = add_shapes(out, link->visual, link->nvisual, resolver);
        if (status == LIMB_OK)
            status = add_shapes(out, link->collision, link->ncollision, resolver);
    }
    for (int i = 0; status == LIMB_OK && i < robot->nmaterial; i++)
        status = add(out, robot->material[i].texture, resolver);
    limb_resolver_free(resolver);
    return status;
}

void limb__asset_files_free(limb__asset_files *files)
{
    for (int i = 0; i < files->count; i++) {
        free(files->file[i].uri);
        free(files->file[i].path);
    }
    limb__release(limb__memory(NULL), files->file, (size_t)files->capacity * sizeof *files->file);
    memset(files, 0, sizeof *files);
}

char *limb__asset_files_find(const limb__asset_files *files, limb_text uri)
{
    if (memchr(uri.data, 0, uri.size)) return NULL;
    for (int i = 0; i < files->count; i++) {
        if (limb__text_equal(uri, files->file[i].uri)) return strdup(files->file[i].path);
    }
    for (int i = 0; i < files->count; i++) {
        const size_t size = folder_size(files->file[i].uri);
        if (size == 0 || size > uri.size || memcmp(files->file[i].uri, uri.data, size) != 0)
            continue;
        const limb_text rest = {uri.data + size, uri.size - size};
        char *found = find_below(&files->file[i], rest);
        if (found) return found;
    }
    return NULL;
}

static limb_status add_shapes(limb__asset_files *out, const limb_link_shape *geom, int count,
                              limb_resolver *resolver)
{
    limb_status status = LIMB_OK;
    for (int i = 0; status == LIMB_OK && i < count; i++) {
        status = add(out, geom[i].geometry.filename, resolver);
        if (status == LIMB_OK && geom[i].inline_material)
            status = add(out, geom[i].inline_material->texture, resolver);
    }
    return status;
}

static limb_status add(limb__asset_files *out, const char *uri, limb_resolver *resolver)
{
    if (!uri) return LIMB_OK;
    for (int i = 0; i < out->count; i++) {
        if (strcmp(out->file[i].uri, uri) == 0) return LIMB_OK;
    }
    limb_resolution found;
    const limb_status status = limb_resolve(resolver, uri, &found);
    if (status != LIMB_OK || !found.path) return status;
    if (!limb__grow(limb__memory(NULL), (void **)&out->file, &out->capacity, out->count + 1,
                    sizeof *out->file))
        return LIMB_ERROR_MEMORY;
    const limb__asset_file file = {strdup(uri), strdup(found.path)};
    out->file[out->count++] = file;
    return file.uri && file.path ? LIMB_OK : LIMB_ERROR_MEMORY;
}

// Returns the size of the path through its last slash.
static size_t folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

// Finds a file below the folder of another, after resolving links; files elsewhere are not served.
static char *find_below(const limb__asset_file *file, limb_text rest)
{
    const size_t folder = folder_size(file->path);
    char *path = malloc(folder + rest.size + 1);
    char *base = malloc(folder + 2);
    char *found = NULL;
    if (path && base) {
        memcpy(path, file->path, folder);
        path[folder + limb__percent_decode(rest.data, rest.size, path + folder)] = 0;
        memcpy(base, folder > 0 ? file->path : ".", folder > 0 ? folder : 1);
        base[folder > 0 ? folder : 1] = 0;
        char *real_base = realpath(base, NULL);
        char *real = realpath(path, NULL);
        const size_t size = real_base ? strlen(real_base) : 0;
        if (real && real_base && strncmp(real, real_base, size) == 0 && real[size] == '/') {
            found = real;
            real = NULL;
        }
        free(real_base);
        free(real);
    }
    free(base);
    free(path);
    return found;
}
