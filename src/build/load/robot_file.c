// Loads a robot from a .urdf or .xacro file: combines xacro, packages and the URDF reader.
#include "limb/load.h"

#include "base/file.h"
#include "base/memory.h"
#include "documents/rules/check.h"

#include <assert.h>
#include <string.h>

typedef struct file_impl {
    limb_robot_file file; // first: a limb_robot_file * is a file_impl *
    const limb_allocator *memory;
    char *path; // of a URDF file
    const char *path_list[1];
} file_impl;

static int given_roots(limb_resolver *resolver, const limb_resolve_opts *opts,
                       const limb_allocator *memory, const char ***root);
static size_t root_capacity(const limb_resolve_opts *opts);
static limb_status load_stream(file_impl *impl, const char *path, const limb_robot_file_opts *opts);
static bool keep_path(file_impl *impl, const char *path);
static limb_status load_urdf(file_impl *impl, const char *path, const limb_robot_file_opts *opts);
static limb_status load_xacro(file_impl *impl, const char *path, const limb_robot_file_opts *opts);
static const char *find_package(void *resolver, const char *name);

limb_status limb_robot_file_load(limb_robot_file **out, const char *path,
                                 const limb_robot_file_opts *opts)
{
    assert(out);
    static const limb_robot_file_opts defaults = {0};
    if (!opts) opts = &defaults;
    const limb_allocator *memory = limb__memory(opts->load.memory);
    *out = NULL;
    if (!path) return LIMB_ERROR_IO;
    file_impl *impl = limb__allocate(memory, sizeof *impl);
    if (!impl) return LIMB_ERROR_MEMORY;
    *impl = (file_impl){.memory = memory};
    const limb_status status = limb_robot_file_is_xacro(path) ? load_xacro(impl, path, opts)
                               : limb__is_stream(path)        ? load_stream(impl, path, opts)
                                                              : load_urdf(impl, path, opts);
    if (status == LIMB_ERROR_MEMORY) {
        limb_robot_file_free(&impl->file);
        return status;
    }
    *out = &impl->file;
    return status;
}

void limb_robot_file_free(limb_robot_file *file)
{
    if (!file) return;
    file_impl *impl = (file_impl *)file;
    const limb_allocator *memory = impl->memory;
    limb_robot_free(file->robot);
    limb_xacro_free(file->xacro);
    if (impl->path) limb__release(memory, impl->path, strlen(impl->path) + 1);
    limb__release(memory, impl, sizeof *impl);
}

bool limb_robot_file_is_xacro(const char *path)
{
    static const char extension[] = ".xacro";
    const size_t size = path ? strlen(path) : 0;
    if (size < sizeof extension) return false;
    const char *end = path + size - (sizeof extension - 1);
    for (size_t i = 0; extension[i]; i++) {
        const char c = end[i] >= 'A' && end[i] <= 'Z' ? (char)(end[i] + 32) : end[i];
        if (c != extension[i]) return false;
    }
    return true;
}

limb_status limb_robot_file_relocate(const limb_robot_file *file, limb_report *report)
{
    assert(file);
    return file->xacro ? limb_xacro_relocate(file->xacro, report) : LIMB_OK;
}

limb_status limb_robot_file_expand(limb_xacro **out, const char *path,
                                   const limb_robot_file_opts *opts)
{
    assert(out);
    static const limb_robot_file_opts defaults = {0};
    if (!opts) opts = &defaults;
    limb_resolver *resolver;
    *out = NULL;
    limb_status status = limb_resolver_create(&resolver, path, opts->resolve);
    if (status != LIMB_OK) return status;
    limb_xacro_opts xacro = opts->xacro;
    const char **root = NULL;
    const limb_allocator *memory = limb__memory(opts->load.memory);
    const int nroot = given_roots(resolver, opts->resolve, memory, &root);
    if (!root) {
        limb_resolver_free(resolver);
        return LIMB_ERROR_MEMORY;
    }
    xacro.memory = opts->load.memory;
    xacro.report = opts->load.report;
    xacro.file = opts->load.file;
    if (!xacro.host.find_package) {
        xacro.host.find_package = find_package;
        xacro.host.ctx = resolver;
    }
    if (xacro.nroot == 0) {
        xacro.root = root;
        xacro.nroot = nroot;
    }
    if (opts->text && !xacro.file) xacro.file = path;
    status = opts->text ? limb_xacro_expand(out, opts->text, opts->size, &xacro)
                        : limb_xacro_load(out, path, &xacro);
    limb__release(memory, root, root_capacity(opts->resolve) * sizeof *root);
    limb_resolver_free(resolver);
    return status;
}

// Lists the robot's own package and the caller's. Returns their number; *root NULL: no memory.
static int given_roots(limb_resolver *resolver, const limb_resolve_opts *opts,
                       const limb_allocator *memory, const char ***root)
{
    int count = 0;
    const char **list = limb__allocate(memory, root_capacity(opts) * sizeof *list);
    *root = list;
    if (!list) return 0;
    const char *own = limb_resolver_own_package(resolver);
    if (own) list[count++] = own;
    for (int i = 0; opts && i < opts->npackage; i++)
        list[count++] = opts->package[i].folder;
    for (int i = 0; opts && i < opts->npackages; i++)
        list[count++] = opts->packages[i];
    return count;
}

static size_t root_capacity(const limb_resolve_opts *opts)
{
    return 1 + (opts ? (size_t)opts->npackage + (size_t)opts->npackages : 0);
}

// Loads URDF or xacro, depending on the text.
static limb_status load_stream(file_impl *impl, const char *path, const limb_robot_file_opts *opts)
{
    limb_robot_file_opts with_text = *opts;
    char *text = NULL;
    size_t size = 0;
    if (!with_text.text) {
        const limb_status status = limb__robot_text_read(path, &opts->load, &text, &size);
        if (status != LIMB_OK) return keep_path(impl, path) ? status : LIMB_ERROR_MEMORY;
        with_text.text = text;
        with_text.size = size;
    }
    const limb_status status = limb_xacro_is(with_text.text, with_text.size)
                                   ? load_xacro(impl, path, &with_text)
                                   : load_urdf(impl, path, &with_text);
    if (text) limb__release(impl->memory, text, size + 1);
    return status;
}

// Creates the list of files read, with only this one. False: no memory.
static bool keep_path(file_impl *impl, const char *path)
{
    const size_t size = strlen(path) + 1;
    impl->path = limb__allocate(impl->memory, size);
    if (!impl->path) return false;
    memcpy(impl->path, path, size);
    impl->path_list[0] = impl->path;
    impl->file.path = impl->path_list;
    impl->file.nfile = 1;
    return true;
}

static limb_status load_urdf(file_impl *impl, const char *path, const limb_robot_file_opts *opts)
{
    if (!keep_path(impl, path)) return LIMB_ERROR_MEMORY;
    if (!opts->text) return limb_robot_load(&impl->file.robot, path, &opts->load);
    limb_load_opts load = opts->load;
    if (!load.file) load.file = path;
    return limb_robot_parse(&impl->file.robot, opts->text, opts->size, &load);
}

static limb_status load_xacro(file_impl *impl, const char *path, const limb_robot_file_opts *opts)
{
    limb_status status = limb_robot_file_expand(&impl->file.xacro, path, opts);
    const limb_xacro *xacro = impl->file.xacro;
    if (!xacro) return status;
    impl->file.path = xacro->path;
    impl->file.nfile = xacro->nfile;
    if (status != LIMB_OK) return status;
    limb_load_opts load = opts->load;
    load.file = limb_xacro_name(xacro);
    status = limb_robot_parse(&impl->file.robot, xacro->text, xacro->size, &load);
    const limb_status moved = limb_xacro_relocate(xacro, load.report);
    return moved == LIMB_OK ? status : moved;
}

static const char *find_package(void *resolver, const char *name)
{
    return limb_resolver_find_package(resolver, name);
}
