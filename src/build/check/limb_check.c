// The single entry to all rules: parsing, the rules for the text, for the files it names, their
// meshes and shapes, and for other readers; then findings accepted by comments, the policy and the
// baseline are dropped. Every front of limb checks with these two functions.
#include "base/memory.h"
#include "build/check/check_run.h"
#include "documents/rules/check.h"
#include "limb/collision.h"
#include "limb/edit.h"
#include "limb/shapes.h"

#include <assert.h>
#include <string.h>

typedef struct checked {
    limb_checked open; // first: a limb_checked * is a checked *
    const limb_allocator *memory;
} checked;

static limb_status begin(checked **out, limb__check_run *run, const char *path,
                         const limb_check_opts *opts);
static limb_status finish(limb_checked **out, checked *c, limb__check_run *run, limb_status status);
static limb_status load(checked *c, limb__check_run *run, char **text, size_t *size);
static void check_loaded(checked *c, limb__check_run *run);
static void check_beyond(checked *c, limb__check_run *run);
static limb_status load_meshes(checked *c, limb__check_run *run);
static void ask_target(checked *c, limb__check_run *run, limb_text text);
static void ask_readers(checked *c, limb__check_run *run, limb_text text, const char *names,
                        const char *file);
static void note_incomplete(checked *c, limb_status status);

limb_status limb_check(limb_checked **out, const char *path, const limb_check_opts *opts)
{
    assert(path);
    limb__check_run run;
    checked *c;
    limb_status status = begin(&c, &run, path, opts);
    if (status == LIMB_OK) {
        char *text = NULL;
        size_t size = 0;
        status = load(c, &run, &text, &size);
        check_loaded(c, &run);
        if (text) limb__release(c->memory, text, size + 1);
    }
    return finish(out, c, &run, status);
}

limb_status limb_check_text(limb_checked **out, const char *text, size_t size,
                            const limb_check_opts *opts)
{
    assert(text || size == 0);
    limb__check_run run;
    checked *c;
    const char *name = opts && opts->file ? opts->file->load.file : NULL;
    limb_status status = begin(&c, &run, name ? name : "", opts);
    if (status == LIMB_OK) {
        status = limb_robot_parse(&c->open.robot, text, size, &run.file.load);
        check_beyond(c, &run);
        note_incomplete(c, limb_report_drop_idle_fixes(run.report, run.name, text, size));
        note_incomplete(c, limb__check_apply_policy(&run, c->open.robot, NULL, false));
    }
    return finish(out, c, &run, status);
}

limb_status limb_check_adjust(const char *path, const limb_check_opts *opts)
{
    assert(path);
    limb__check_run run;
    limb_status status = limb__check_begin(&run, path, opts);
    if (status == LIMB_OK) status = limb__check_apply_policy(&run, NULL, NULL, false);
    limb__check_end(&run);
    return status;
}

void limb_checked_free(limb_checked *open)
{
    if (!open) return;
    const limb_allocator *memory = ((checked *)open)->memory;
    limb_target_check_free(open->targets);
    limb_robot_meshes_free(open->meshes);
    limb_robot_free(open->robot);
    if (open->file) limb_robot_file_free(open->file);
    limb__release(memory, open, sizeof(checked));
}

static limb_status begin(checked **out, limb__check_run *run, const char *path,
                         const limb_check_opts *opts)
{
    const limb_status status = limb__check_begin(run, path, opts);
    const limb_allocator *memory = limb__memory(run->file.load.memory);
    checked *c = limb__allocate(memory, sizeof *c);
    *out = c;
    if (!c) return LIMB_ERROR_MEMORY;
    *c = (checked){.memory = memory};
    if (status == LIMB_ERROR_MEMORY) return status;
    note_incomplete(c, status); // of the policy
    return LIMB_OK;
}

static limb_status finish(limb_checked **out, checked *c, limb__check_run *run, limb_status status)
{
    if (out) *out = NULL;
    if (c && c->open.incomplete == LIMB_ERROR_MEMORY) status = LIMB_ERROR_MEMORY;
    if (run->report && run->report->nlost > 0) status = LIMB_ERROR_MEMORY;
    if (run->report) limb_report_sort(run->report);
    const bool keep_broken = run->opts->file && run->opts->file->load.keep_broken;
    if (c && status != LIMB_OK && !keep_broken) {
        limb_robot_free(c->open.robot);
        c->open.robot = NULL;
    }
    if (c && status == LIMB_OK) status = c->open.incomplete;
    limb__check_end(run);
    if (c && out && status != LIMB_ERROR_MEMORY) {
        *out = &c->open;
    } else if (c) {
        limb_checked_free(&c->open);
    }
    return status;
}

//---- steps ---------------------------------------------------------------------------------------

// The text of a URDF file is read here, because it is checked even if no robot can be built from
// it. It is the caller's, or *text is released by limb_check.
static limb_status load(checked *c, limb__check_run *run, char **text, size_t *size)
{
    limb_robot_file_opts how = run->file;
    limb_status status = LIMB_OK;
    how.xacro.report_unused = true;
    if (!how.text && !limb_robot_file_is_xacro(run->path)) {
        status = limb__robot_text_read(run->path, &how.load, text, size);
        if (status != LIMB_OK) { // reported; the names of the files are still needed
            how.load.report = NULL;
            how.text = "";
        } else {
            how.text = *text;
            how.size = *size;
        }
    }
    run->file.text = how.text;
    run->file.size = how.size;
    const limb_status loaded = limb_robot_file_load(&c->open.file, run->path, &how);
    if (c->open.file) {
        c->open.robot = c->open.file->robot;
        c->open.file->robot = NULL;
    }
    return status != LIMB_OK && loaded != LIMB_ERROR_MEMORY ? status : loaded;
}

// Runs all steps after parsing.
static void check_loaded(checked *c, limb__check_run *run)
{
    limb_robot_file *file = c->open.file;
    const limb_xacro *xacro = file ? file->xacro : NULL;
    const limb_text text = {xacro ? xacro->text : run->file.text,
                            xacro ? xacro->size : run->file.size};
    check_beyond(c, run);
    if (text.data) ask_target(c, run, text);
    if (xacro) {
        note_incomplete(c, limb_robot_file_relocate(file, run->report));
    } else if (text.data) {
        note_incomplete(c,
                        limb_report_drop_idle_fixes(run->report, run->name, text.data, text.size));
    }
    note_incomplete(c, limb__check_apply_policy(run, c->open.robot, xacro ? file : NULL, false));
}

// Checks beyond the text: the files it names, defects of its meshes, whether the declared inertia
// fits the shapes, and whether links overlap.
static void check_beyond(checked *c, limb__check_run *run)
{
    const limb_robot *robot = c->open.robot;
    if (!robot || run->opts->text_only) return;
    const limb_allocator *memory = run->file.load.memory;
    limb_status status = run->has_files ? load_meshes(c, run) : LIMB_OK;
    limb_robot_meshes *meshes = c->open.meshes;
    const limb_inertia_opts weigh = {
        .memory = memory, .find_mesh = meshes ? limb_robot_meshes_find : NULL, .find_ctx = meshes};
    if (status == LIMB_OK) status = limb_robot_check_inertia(robot, &weigh, run->report);
    const limb_scene_opts shapes = {
        .memory = memory, .find_mesh = weigh.find_mesh, .find_ctx = meshes};
    if (status == LIMB_OK) status = limb_robot_check_touching(robot, &shapes, run->report);
    note_incomplete(c, status);
}

static limb_status load_meshes(checked *c, limb__check_run *run)
{
    limb_mesh_opts mesh = {.normals = LIMB_MESH_NORMALS_NONE};
    if (run->opts->mesh) mesh = *run->opts->mesh;
    mesh.draco = run->file.draco;
    const limb_robot_meshes_opts opts = {.memory = run->file.load.memory,
                                         .report = run->report,
                                         .resolve = &run->resolve,
                                         .mesh = &mesh,
                                         .gltf_up = run->file.gltf_up};
    const limb_status status = limb_robot_meshes_load(&c->open.meshes, c->open.robot, &opts);
    if (status == LIMB_OK) limb_robot_check_meshes(c->open.robot, c->open.meshes, run->report);
    return status;
}

static void ask_target(checked *c, limb__check_run *run, limb_text text)
{
    const char *name = run->opts->target;
    if (!name && run->policy) name = run->policy->target;
    limb_target_opts opts = {
        .memory = run->file.load.memory, .report = run->report, .file = run->name};
    const limb_xacro *xacro = c->open.file ? c->open.file->xacro : NULL;
    if (xacro) opts.file = limb_xacro_name(xacro);
    if (!name || strcmp(name, "none") == 0) return;
    if (!limb_urdfdom_find(name, &opts.version)) {
        ask_readers(c, run, text, name, opts.file);
        return;
    }
    limb_target *target;
    const limb_status status = limb_target_urdfdom(&target, text.data, text.size, &opts);
    note_incomplete(c, status);
    if (status != LIMB_OK) return;
    c->open.target = opts.version == LIMB_URDFDOM_3 ? "urdfdom-3" : "urdfdom-6";
    c->open.verdict = limb_verdict_name(target->verdict);
    limb_target_free(target);
}

static void ask_readers(checked *c, limb__check_run *run, limb_text text, const char *names,
                        const char *file)
{
    enum { MAX_READERS = 64 };
    int reader[MAX_READERS];
    assert(limb_reader_count() <= MAX_READERS);
    const int count = limb_reader_list(names, reader, NULL);
    if (count < 0) {
        note_incomplete(c, LIMB_ERROR_INPUT);
        return;
    }
    const limb_check_target_opts opts = {.memory = run->file.load.memory,
                                         .reader = reader,
                                         .nreader = count,
                                         .report = run->report,
                                         .file = file};
    note_incomplete(c, limb_check_target(&c->open.targets, text.data, text.size, &opts));
}

// The first reason is kept, unless memory runs out later.
static void note_incomplete(checked *c, limb_status status)
{
    if (c->open.incomplete == LIMB_OK || status == LIMB_ERROR_MEMORY) c->open.incomplete = status;
}
