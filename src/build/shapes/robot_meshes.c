// Loads all meshes of a robot: resolves URIs to files, and loads files on a pool of threads.
//
// URIs are resolved sequentially (it needs few system calls and keeps the findings in order); files
// are then loaded in any order, each with its own report, and the reports are merged in the order
// of the robot. Pictures are resolved last, so that the resolver, which belongs to one thread, is
// not used after loading.
#define _XOPEN_SOURCE 700 // realpath
#include "limb/shapes.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/names.h"
#include "build/shapes/mesh_orientation.h"
#include "documents/diag/report.h"
#include "documents/packages/uri.h"
#include "documents/urdf/urdf.h"
#include "documents/xml/places.h"
#include "geometry/mesh/builder.h"
#include "limb/check.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct file { // a file to be loaded once
    const char *path;
    const char *root; // its textures and companions must be in this folder; NULL: its package
    int node;         // that names it first
    limb_mesh *mesh;
    limb_report *report;
    limb_status status;
} file;

typedef struct meshes {
    limb_robot_meshes open; // first: a limb_robot_meshes * is a meshes *
    const limb_allocator *memory;
    limb__arena arena;
    limb_resolver *resolver;
    limb__names uri;  // to entries
    limb__names path; // to files
    limb_robot_mesh *entry;
    int *file_of; // file of each entry, -1: none
    file *file;
    limb__names picture;       // URIs of the robot and paths of the meshes, to picture_path
    const char **picture_path; // NULL: not found
    int npicture;
} meshes;

typedef struct loading { // shared by the workers
    meshes *m;
    limb_mesh_opts opts;
    bool reporting;
    const limb_robot_meshes_opts *given;
} loading;

static bool is_picture(const char *bytes, size_t size);
static limb_status collect(meshes *m, const limb_robot *robot, const limb_robot_meshes_opts *opts);
static int count_geoms(const limb_robot *robot);
static limb_status add_geom(meshes *m, const limb_link_shape *geom, bool visual);
static limb_status resolve_entry(meshes *m, limb_robot_mesh *entry, int index, int node);
static const char *root_of(meshes *m, const limb_resolution *found);
static const char *place_of(limb__arena *arena, const char *path);
static const char *reason_of(limb_resolve_result result);
static limb_status load_files(meshes *m, const limb_robot_meshes_opts *opts);
static void load_one(void *ctx, int task, int worker);
static void report_textures(const file *f);
static limb_status take_results(meshes *m, const limb_robot *robot, limb_report *report);
static limb_status turn_gltf(meshes *m, const limb_robot *robot,
                             const limb_robot_meshes_opts *opts);
static limb_status collect_pictures(meshes *m, const limb_robot *robot, bool visual);
static int count_pictures(const meshes *m, const limb_robot *robot);
static limb_status add_picture(meshes *m, const limb_material *material);

limb_status limb_robot_meshes_load(limb_robot_meshes **out, const limb_robot *robot,
                                   const limb_robot_meshes_opts *opts)
{
    assert(out && robot);
    static const limb_robot_meshes_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    const limb_allocator *memory = limb__memory(opts->memory);
    meshes *m = limb__allocate(memory, sizeof *m);
    if (!m) return LIMB_ERROR_MEMORY;
    memset(m, 0, sizeof *m);
    m->memory = memory;
    limb__arena_init(&m->arena, memory, 0);
    limb_resolve_opts where = {0};
    if (opts->resolve) where = *opts->resolve;
    where.memory = memory;
    limb_status status = limb_resolver_create(&m->resolver, robot->file, &where);
    if (status == LIMB_OK) status = collect(m, robot, opts);
    if (status == LIMB_OK && opts->report)
        status = limb_robot_check_files(robot, m->resolver, opts->report);
    if (status == LIMB_OK) status = load_files(m, opts);
    if (status == LIMB_OK) status = take_results(m, robot, opts->report);
    if (status == LIMB_OK) status = turn_gltf(m, robot, opts);
    if (status == LIMB_OK) status = collect_pictures(m, robot, !opts->no_visual);
    if (status != LIMB_OK) {
        limb_robot_meshes_free(&m->open);
        return status;
    }
    *out = &m->open;
    return LIMB_OK;
}

void limb_robot_meshes_free(limb_robot_meshes *open)
{
    if (!open) return;
    meshes *m = (meshes *)open;
    for (int i = 0; i < m->open.nfile; i++) {
        limb_mesh_free(m->file[i].mesh);
        limb_report_free(m->file[i].report);
    }
    limb_resolver_free(m->resolver);
    limb__arena_free(&m->arena);
    limb__release(m->memory, m, sizeof *m);
}

const limb_mesh *limb_robot_meshes_find(void *ctx, const char *uri, const char **reason)
{
    assert(ctx);
    const meshes *m = ctx;
    const int index = uri ? limb__names_find(&m->uri, uri, strlen(uri)) : -1;
    if (index < 0) {
        if (reason) *reason = "the mesh was not requested";
        return NULL;
    }
    if (reason) *reason = m->entry[index].reason;
    return m->entry[index].mesh;
}

limb_status limb_robot_meshes_find_image(void *ctx, const char *uri, const limb_allocator *memory,
                                         void **bytes, size_t *size)
{
    assert(ctx && bytes && size);
    enum { MAX_PICTURE = 256 << 20 };
    const meshes *m = ctx;
    memory = limb__memory(memory);
    const int index = uri ? limb__names_find(&m->picture, uri, strlen(uri)) : -1;
    if (index < 0 || !m->picture_path[index]) return LIMB_ERROR_IO;
    char *read;
    const limb_status status =
        limb__file_read(m->picture_path[index], memory, MAX_PICTURE, &read, size);
    if (status != LIMB_OK) return status;
    if (!is_picture(read, *size)) {
        limb__release(memory, read, *size + 1);
        return LIMB_ERROR_UNSUPPORTED;
    }
    // without the NUL appended when reading
    void *exact = memory->resize(memory->ctx, read, *size + 1, *size);
    if (!exact) {
        limb__release(memory, read, *size + 1);
        return LIMB_ERROR_MEMORY;
    }
    *bytes = exact;
    return LIMB_OK;
}

static bool is_picture(const char *bytes, size_t size)
{
    const bool png = size > 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0;
    return png || (size > 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0);
}

//---- what the robot names ------------------------------------------------------------------------

static limb_status collect(meshes *m, const limb_robot *robot, const limb_robot_meshes_opts *opts)
{
    const int max = count_geoms(robot);
    m->entry = limb__arena_take_zero(&m->arena, (size_t)max * sizeof *m->entry);
    m->file_of = LIMB__ARENA_ARRAY(&m->arena, int, max);
    m->file = limb__arena_take_zero(&m->arena, (size_t)max * sizeof *m->file);
    if (!limb__names_init(&m->uri, &m->arena, max) || !limb__names_init(&m->path, &m->arena, max) ||
        m->arena.failed)
        return LIMB_ERROR_MEMORY;
    m->open.mesh = m->entry;
    limb_status status = LIMB_OK;
    for (int i = 0; i < robot->nlink && status == LIMB_OK; i++) {
        const limb_link *link = &robot->link[i];
        for (int k = 0; k < link->nvisual && !opts->no_visual && status == LIMB_OK; k++)
            status = add_geom(m, &link->visual[k], true);
        for (int k = 0; k < link->ncollision && !opts->no_collision && status == LIMB_OK; k++)
            status = add_geom(m, &link->collision[k], false);
    }
    return status;
}

static int count_geoms(const limb_robot *robot)
{
    int count = 0;
    for (int i = 0; i < robot->nlink; i++)
        count += robot->link[i].nvisual + robot->link[i].ncollision;
    return count;
}

static limb_status add_geom(meshes *m, const limb_link_shape *geom, bool visual)
{
    const char *uri = geom->geometry.filename;
    if (geom->geometry.type != LIMB_SHAPE_MESH || !uri) return LIMB_OK;
    int index = limb__names_find(&m->uri, uri, strlen(uri));
    limb_status status = LIMB_OK;
    if (index < 0) {
        index = m->open.nmesh++;
        // the robot may be freed before the meshes
        const char *kept = limb__arena_copy_text(&m->arena, uri, strlen(uri));
        if (!kept) return LIMB_ERROR_MEMORY;
        m->entry[index].uri = kept;
        limb__names_add(&m->uri, kept, strlen(kept), index);
        status = resolve_entry(m, &m->entry[index], index, geom->geometry.node);
    }
    m->entry[index].in_visual |= visual;
    m->entry[index].in_collision |= !visual;
    return status;
}

static limb_status resolve_entry(meshes *m, limb_robot_mesh *entry, int index, int node)
{
    limb_resolution found;
    const limb_status status = limb_resolve(m->resolver, entry->uri, &found);
    if (status != LIMB_OK) return status;
    m->file_of[index] = -1;
    entry->path = found.path;
    entry->reason = reason_of(found.result);
    if (!found.path) return LIMB_OK;
    const char *key = place_of(&m->arena, found.path);
    if (!key) return LIMB_ERROR_MEMORY;
    const int known = limb__names_add(&m->path, key, strlen(key), m->open.nfile);
    m->file_of[index] = known >= 0 ? known : m->open.nfile;
    if (known >= 0) return LIMB_OK;
    file *f = &m->file[m->open.nfile++];
    f->path = found.path;
    f->root = root_of(m, &found);
    f->node = node;
    return LIMB_OK;
}

// Returns the package of the address; without one the common folder of the robot and the mesh,
// unless that is the root of the disk or of all homes.
static const char *root_of(meshes *m, const limb_resolution *found)
{
    const char *package =
        found->package[0] ? limb__package_folder(m->resolver, found->package) : NULL;
    if (package && strncmp(package, found->path, strlen(package)) == 0) return package;
    bool outside;
    const char *path = limb__clean_path(&m->arena, found->path, &outside);
    if (m->resolver->package_folder || !path) return NULL;
    for (int i = 0; i < m->resolver->nabove - 2; i++) {
        const char *above = m->resolver->above[i];
        const size_t size = strlen(above);
        if (strncmp(above, path, size) == 0 && path[size] == '/') return above;
    }
    return NULL;
}

// Identifies the file independent of the path: its real folder and its name. (The target of a link
// with another name is different: it may have its own companions.)
static const char *place_of(limb__arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[LIMB__PATH_MAX];
    char real[LIMB__PATH_MAX];
    const size_t size = slash ? (size_t)(slash - path) + 1 : 0;
    if (size == 0 || size >= sizeof folder) return path;
    memcpy(folder, path, size);
    folder[size] = 0;
    if (!limb__file_real_path(folder, real)) return path;
    return limb__arena_join_text(arena, real, slash);
}

static const char *reason_of(limb_resolve_result result)
{
    switch (result) {
    case LIMB_RESOLVE_FOUND:
        return NULL;
    case LIMB_RESOLVE_MISSING:
        return "the file was not found";
    case LIMB_RESOLVE_NO_PACKAGE:
        return "the package was not found";
    case LIMB_RESOLVE_OUTSIDE:
        return "the path climbs out of its package";
    case LIMB_RESOLVE_REMOTE:
        return "the address is not a local file";
    case LIMB_RESOLVE_MALFORMED:
        return "the address does not name a file";
    case LIMB_RESOLVE_NOT_A_FILE:
        return "it is not a regular file";
    }
    return "the file was not found";
}

//---- loading -------------------------------------------------------------------------------------

static limb_status load_files(meshes *m, const limb_robot_meshes_opts *opts)
{
    loading l = {.m = m, .reporting = opts->report != NULL, .given = opts};
    if (opts->mesh) l.opts = *opts->mesh;
    l.opts.memory = m->memory;
    l.opts.read = NULL;
    l.opts.turn_y_up = false;
    limb_pool *pool = opts->pool;
    // the caller's allocator may not support threads
    limb_pool *own = NULL;
    if (!pool && !opts->memory && m->open.nfile > 1 && limb_pool_create(&own, 0, NULL) == LIMB_OK)
        pool = own;
    if (pool) {
        pool->run(pool, m->open.nfile, load_one, &l);
    } else {
        for (int i = 0; i < m->open.nfile; i++)
            load_one(&l, i, 0);
    }
    limb_pool_free(own);
    return LIMB_OK;
}

static void load_one(void *ctx, int task, int worker)
{
    const loading *l = ctx;
    file *f = &l->m->file[task];
    limb_mesh_opts opts = l->opts;
    opts.report = NULL;
    f->status = LIMB_OK;
    if (l->reporting)
        f->status = limb_report_create(&f->report, &(limb_report_opts){.memory = l->m->memory});
    if (f->status != LIMB_OK) return;
    opts.report = f->report;
    if (!opts.root) opts.root = f->root;
    f->status = limb_mesh_load(&f->mesh, f->path, &opts);
    if (f->status == LIMB_OK && f->report) report_textures(f);
    if (worker == 0 && l->given->progress)
        l->given->progress(l->given->progress_ctx, task + 1, l->m->open.nfile);
}

// Reports all missing pictures of the mesh in one finding.
static void report_textures(const file *f)
{
    const char *first = NULL;
    int count = 0;
    for (int i = 0; i < f->mesh->nmaterial; i++) {
        const limb_mesh_texture *texture = &f->mesh->material[i].texture;
        limb__file opened;
        if (!f->mesh->material[i].has_texture || !texture->path) continue;
        if (limb__file_open(&opened, texture->path) == LIMB_OK) {
            limb__file_close(&opened);
            continue;
        }
        if (!first) first = texture->uri;
        count++;
    }
    if (count == 1)
        limb__report(f->report, limb__place_file(f->path), LIMB_RULE_MESH_NOT_FOUND,
                     "texture \"%s\" was not found", first);
    else if (count > 1)
        limb__report(f->report, limb__place_file(f->path), LIMB_RULE_MESH_NOT_FOUND,
                     "texture \"%s\" was not found, nor those of %d other materials", first,
                     count - 1);
}

static limb_status take_results(meshes *m, const limb_robot *robot, limb_report *report)
{
    limb__xml_places places;
    limb__xml_places_init(&places, robot->document);
    limb_status status = LIMB_OK;
    for (int i = 0; i < m->open.nfile && status == LIMB_OK; i++) {
        file *f = &m->file[i];
        for (int k = 0; report && f->report && k < f->report->nfinding; k++) {
            limb__report_copy(report, &f->report->finding[k]);
            limb__report_note(report, limb__xml_at_tag(&places, f->node),
                              "the mesh is referenced here");
        }
        if (report && f->report) report->nlost += f->report->nlost;
        limb_report_free(f->report);
        f->report = NULL;
        if (f->status == LIMB_ERROR_MEMORY) status = LIMB_ERROR_MEMORY;
        if (!f->mesh) continue;
        m->open.nloaded++;
        m->open.ntriangle += f->mesh->ntriangle;
    }
    limb__xml_places_free(&places);
    if (status != LIMB_OK) return status;
    for (int i = 0; i < m->open.nmesh; i++) {
        if (m->file_of[i] < 0) continue;
        const file *f = &m->file[m->file_of[i]];
        m->entry[i].mesh = f->mesh;
        if (!f->mesh) m->entry[i].reason = "the file cannot be read as a mesh";
    }
    return LIMB_OK;
}

// All of them or none, because they come from one exporter.
static limb_status turn_gltf(meshes *m, const limb_robot *robot, const limb_robot_meshes_opts *opts)
{
    bool turn = opts->gltf_up == LIMB_GLTF_UP_Y;
    if (opts->gltf_up == LIMB_GLTF_UP_FITTING) {
        const limb_status status =
            limb__gltf_is_y_up(robot, &m->open, m->memory, opts->report, &turn);
        if (status != LIMB_OK) return status;
    }
    for (int i = 0; i < m->open.nfile && turn; i++) {
        limb_mesh *mesh = m->file[i].mesh;
        if (mesh && (mesh->format == LIMB_MESH_FORMAT_GLTF || mesh->format == LIMB_MESH_FORMAT_GLB))
            limb__mesh_turn_y_up(mesh);
    }
    m->open.gltf_turned = turn;
    return LIMB_OK;
}

//---- pictures ------------------------------------------------------------------------------------

static limb_status collect_pictures(meshes *m, const limb_robot *robot, bool visual)
{
    const int max = count_pictures(m, robot);
    m->picture_path = LIMB__ARENA_ARRAY(&m->arena, const char *, max);
    if (!limb__names_init(&m->picture, &m->arena, max) || !m->picture_path)
        return LIMB_ERROR_MEMORY;
    // a mesh's are already paths
    for (int i = 0; i < m->open.nfile; i++) {
        const limb_mesh *mesh = m->file[i].mesh;
        for (int k = 0; mesh && k < mesh->nmaterial; k++) {
            const char *path =
                mesh->material[k].has_texture ? mesh->material[k].texture.path : NULL;
            if (path && limb__names_add(&m->picture, path, strlen(path), m->npicture) < 0)
                m->picture_path[m->npicture++] = path;
        }
    }
    limb_status status = LIMB_OK;
    for (int i = 0; i < robot->nmaterial && visual && status == LIMB_OK; i++)
        status = add_picture(m, &robot->material[i]);
    for (int i = 0; i < robot->nlink && visual && status == LIMB_OK; i++)
        for (int k = 0; k < robot->link[i].nvisual && status == LIMB_OK; k++)
            status = add_picture(m, robot->link[i].visual[k].inline_material);
    return status;
}

static int count_pictures(const meshes *m, const limb_robot *robot)
{
    int count = robot->nmaterial;
    for (int i = 0; i < robot->nlink; i++)
        count += robot->link[i].nvisual;
    for (int i = 0; i < m->open.nfile; i++)
        count += m->file[i].mesh ? m->file[i].mesh->nmaterial : 0;
    return count;
}

static limb_status add_picture(meshes *m, const limb_material *material)
{
    const char *uri = material ? material->texture : NULL;
    if (!uri || limb__names_find(&m->picture, uri, strlen(uri)) >= 0) return LIMB_OK;
    const char *kept = limb__arena_copy_text(&m->arena, uri, strlen(uri));
    if (!kept) return LIMB_ERROR_MEMORY;
    limb_resolution found;
    const limb_status status = limb_resolve(m->resolver, kept, &found);
    if (status != LIMB_OK) return status;
    limb__names_add(&m->picture, kept, strlen(kept), m->npicture);
    m->picture_path[m->npicture++] = found.result == LIMB_RESOLVE_FOUND ? found.path : NULL;
    return LIMB_OK;
}
