// URI resolution: a URI is parsed, rejected if it may not be accessed, and searched.
#define _XOPEN_SOURCE 700

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "documents/packages/uri.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_URI = 8192 };

static limb_status find_folders(limb_resolver *r, const char *file);
static limb_resolve_result take_apart(limb_resolver *r, const char *text, limb__uri *u);
static bool has_scheme(const char *text);
static const char *decoded(limb__arena *arena, const char *text, size_t size);
static bool climbs_out(limb_resolver *r, const limb__uri *u);

limb_status limb_resolver_create(limb_resolver **out, const char *file,
                                 const limb_resolve_opts *opts)
{
    assert(out);
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
    assert(r && out);
    memset(out, 0, sizeof *out);
    if (!text) text = "";
    out->package = "";
    r->nstep = 0;
    r->guessing = r->met_no_file = false;
    limb__uri u;
    out->result = take_apart(r, text, &u);
    if (r->arena.failed) return LIMB_ERROR_MEMORY;
    if (out->result != LIMB_RESOLVE_FOUND) return LIMB_OK;
    out->package = u.package;
    // a path needs no package except the robot's own
    const limb_status status = u.is_package ? limb__find_packages(r) : limb__find_own_package(r);
    if (status != LIMB_OK) return status;
    if (climbs_out(r, &u)) {
        out->result = LIMB_RESOLVE_OUTSIDE;
        return r->arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    }
    out->result = LIMB_RESOLVE_MISSING;
    out->path = u.is_package ? limb__find_in_packages(r, &u, out) : limb__find_path(r, &u, out);
    if (out->path)
        out->result = LIMB_RESOLVE_FOUND;
    else
        limb__suggest(r, &u, out);
    if (out->result == LIMB_RESOLVE_MISSING && r->met_no_file)
        out->result = LIMB_RESOLVE_NOT_A_FILE;
    limb_resolve_step *step = LIMB__ARENA_ARRAY(&r->arena, limb_resolve_step, r->nstep);
    if (step && r->nstep > 0) memcpy(step, r->step, (size_t)r->nstep * sizeof *step);
    out->step = step;
    out->nstep = r->nstep;
    return r->arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

// Lists the robot's folder and all above it, absolute and without symbolic links.
static limb_status find_folders(limb_resolver *r, const char *file)
{
    const bool named = file && file[0] && strcmp(file, "-") != 0;
    const char *slash = named ? strrchr(file, '/') : NULL;
    const char *given =
        slash ? limb__arena_copy_text(&r->arena, file, slash == file ? 1 : (size_t)(slash - file))
              : ".";
    char absolute[LIMB__PATH_MAX];
    if (!given) return LIMB_ERROR_MEMORY;
    errno = 0;
    if (!limb__file_real_path(given, absolute)) {
        if (errno == ENOMEM) return LIMB_ERROR_MEMORY;
        strcpy(absolute, "/");
    }
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

static limb_resolve_result take_apart(limb_resolver *r, const char *text, limb__uri *u)
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
    return out ? limb__outside_path(arena, out, limb__percent_decode(text, size, out)) : NULL;
}

// Returns whether the text of the path leaves the package. Symbolic links are allowed to, because
// workspaces use such links on purpose.
static bool climbs_out(limb_resolver *r, const limb__uri *u)
{
    if (r->opts.allow_outside) return false;
    // a slash in a package's name was written as %2F
    bool outside = strcmp(u->package, "..") == 0 || strchr(u->package, '/');
    if (u->is_package) {
        if (!outside) limb__clean_path(&r->arena, u->rest, &outside);
        return outside;
    }
    if (u->rest[0] == '/') return false;
    // a relative path may lead up to the robot's own package, or anywhere if there is none
    if (!r->package_folder) return false;
    const char *inside = r->folder + strlen(r->package_folder);
    const char *path = limb__join(&r->arena, inside[0] ? inside + 1 : "", u->rest, strlen(u->rest));
    if (path) limb__clean_path(&r->arena, path, &outside);
    return outside;
}
