// The engine's robot: loading, checking, and text output.
#include "services/wasm_api/engine.h"

#include "base/memory.h"
#include "documents/rules/check.h"
#include "limb/check.h"
#include "limb/collision.h"
#include "limb/edit.h"
#include "limb/export.h"
#include "limb/shapes.h"

#include <assert.h>
#include <string.h>

static const char *refusal(const limb_engine *engine);

limb_engine *limb_engine_create(const limb_allocator *memory)
{
    limb_engine *engine = limb__allocate(limb__memory(memory), sizeof *engine);
    if (!engine) return NULL;
    *engine = (limb_engine){0};
    // without an allocator memory stays NULL, which allows a pool of threads
    if (memory) engine->allocator = *memory;
    engine->memory = memory ? &engine->allocator : NULL;
    limb__builder_init(&engine->bytes, engine->memory);
    limb__builder_init(&engine->message, engine->memory);
    limb__arena_init(&engine->names, limb__memory(engine->memory), 256);
    const limb_report_opts opts = {.memory = engine->memory};
    if (limb_report_create(&engine->report, &opts) == LIMB_OK) return engine;
    limb_engine_free(engine);
    return NULL;
}

void limb_engine_free(limb_engine *engine)
{
    if (!engine) return;
    limb__engine_drop_robot(engine);
    limb__engine_drop_meshes(engine);
    limb_report_free(engine->report);
    limb__builder_free(&engine->bytes);
    limb__builder_free(&engine->message);
    limb__arena_free(&engine->names);
    const bool given = engine->memory != NULL;
    const limb_allocator allocator = engine->allocator;
    const limb_allocator *memory = limb__memory(given ? &allocator : NULL);
    limb__release(memory, engine->package,
                  (size_t)engine->package_capacity * sizeof *engine->package);
    limb__release(memory, engine->argument,
                  (size_t)engine->argument_capacity * sizeof *engine->argument);
    limb__release(memory, engine, sizeof *engine);
}

const char *limb_engine_bytes(const limb_engine *engine)
{
    assert(engine);
    return engine->bytes.size > 0 ? engine->bytes.data : "";
}

size_t limb_engine_size(const limb_engine *engine)
{
    assert(engine);
    return engine->bytes.size;
}

const char *limb_engine_message(const limb_engine *engine)
{
    assert(engine);
    return engine->message.size > 0 ? engine->message.data : "";
}

//---- reading -------------------------------------------------------------------------------------

limb_status limb_engine_add_package(limb_engine *engine, const char *name, const char *folder)
{
    assert(engine);
    if (!name || !folder)
        return limb__engine_end(engine, LIMB_ERROR_INPUT, "a package needs a name and a folder");
    void *items = engine->package;
    if (!limb__grow(limb__memory(engine->memory), &items, &engine->package_capacity,
                    engine->npackage + 1, sizeof *engine->package))
        return limb__engine_end(engine, LIMB_ERROR_MEMORY, NULL);
    engine->package = items;
    const char *kept_name = limb__arena_copy_text(&engine->names, name, strlen(name));
    const char *kept_folder = limb__arena_copy_text(&engine->names, folder, strlen(folder));
    if (!kept_name || !kept_folder) return limb__engine_end(engine, LIMB_ERROR_MEMORY, NULL);
    engine->package[engine->npackage++] = (limb_package){kept_name, kept_folder};
    return limb__engine_end(engine, LIMB_OK, NULL);
}

limb_status limb_engine_add_argument(limb_engine *engine, const char *name, const char *value)
{
    assert(engine);
    if (!name || !value)
        return limb__engine_end(engine, LIMB_ERROR_INPUT, "an argument needs a name and a value");
    void *items = engine->argument;
    if (!limb__grow(limb__memory(engine->memory), &items, &engine->argument_capacity,
                    engine->nargument + 1, sizeof *engine->argument))
        return limb__engine_end(engine, LIMB_ERROR_MEMORY, NULL);
    engine->argument = items;
    const char *kept_name = limb__arena_copy_text(&engine->names, name, strlen(name));
    const char *kept_value = limb__arena_copy_text(&engine->names, value, strlen(value));
    if (!kept_name || !kept_value) return limb__engine_end(engine, LIMB_ERROR_MEMORY, NULL);
    engine->argument[engine->nargument++] = (limb_xacro_argument){kept_name, kept_value};
    return limb__engine_end(engine, LIMB_OK, NULL);
}

limb_status limb_engine_parse(limb_engine *engine, const char *text, size_t size, const char *name)
{
    assert(engine);
    limb__engine_drop_robot(engine);
    const limb_check_opts opts = limb__engine_check_opts(engine, name, true);
    limb_checked *checked;
    const limb_status status = limb_check_text(&checked, text, size, &opts);
    limb__engine_take(engine, checked);
    return limb__engine_loaded(engine, status);
}

size_t limb_engine_max_bytes(void)
{
    return LIMB__DEFAULT_MAX_BYTES;
}

void limb__engine_drop_robot(limb_engine *engine)
{
    limb__engine_changed(engine);
    limb_robot_free(engine->robot);
    engine->robot = NULL;
    limb__engine_drop_file(engine);
    if (engine->report) limb_report_clear(engine->report);
}

const limb_robot_file_opts *limb__engine_how(limb_engine *engine, const char *name)
{
    engine->resolve = (limb_resolve_opts){
        .memory = engine->memory, .package = engine->package, .npackage = engine->npackage};
    engine->file = (limb_robot_file_opts){
        .load = {.memory = engine->memory,
                 .report = engine->report,
                 .file = name,
                 .keep_broken = true},
        .resolve = &engine->resolve,
        .xacro = {.argument = engine->argument, .nargument = engine->nargument}};
    return &engine->file;
}

limb_check_opts limb__engine_check_opts(limb_engine *engine, const char *name, bool text_only)
{
    return (limb_check_opts){
        .file = limb__engine_how(engine, name), .ignore_policy = true, .text_only = text_only};
}

void limb__engine_take(limb_engine *engine, limb_checked *checked)
{
    if (!checked) return;
    engine->robot = checked->robot;
    engine->xacro = checked->file;
    checked->robot = NULL;
    checked->file = NULL;
    limb_checked_free(checked);
}

limb_status limb__engine_loaded(limb_engine *engine, limb_status status)
{
    return limb__engine_end(engine, status, status == LIMB_OK ? NULL : refusal(engine));
}

// Returns the first finding that refuses the file.
static const char *refusal(const limb_engine *engine)
{
    const limb_report *report = engine->report;
    for (int i = 0; i < report->nfinding; i++) {
        const limb_rule_info *rule = limb_rule_of(report->finding[i].rule);
        if (rule && rule->refuses) return report->finding[i].message;
    }
    return NULL;
}

bool limb_engine_has_robot(const limb_engine *engine)
{
    assert(engine);
    return engine->robot != NULL;
}

void limb__engine_changed(limb_engine *engine)
{
    engine->is_expansion = false;
    limb_robot_meshes_free(engine->meshes);
    engine->meshes = NULL;
    engine->is_checked = false;
    limb__engine_forget_scene(engine);
    limb_work_free(engine->work);
    engine->work = NULL;
    limb_model_free(engine->model);
    engine->model = NULL;
}

//---- checking ------------------------------------------------------------------------------------

limb_status limb_engine_check_files(limb_engine *engine)
{
    assert(engine);
    if (!engine->robot) return limb__engine_end(engine, LIMB_ERROR_INPUT, "there is no robot");
    if (engine->is_checked) return limb__engine_end(engine, LIMB_OK, NULL);
    const limb_mesh_opts smooth = {.normals = LIMB_MESH_NORMALS_COMPUTE};
    limb_check_opts opts = limb__engine_check_opts(engine, engine->robot->file, false);
    opts.mesh = &smooth;
    limb_checked *checked;
    const limb_text source = limb_document_source(engine->robot->document);
    limb_report_clear(engine->report);
    limb_status status = engine->is_expansion
                             ? limb__engine_check_expansion(engine, &checked, &opts)
                             : limb_check_text(&checked, source.data, source.size, &opts);
    if (checked) {
        status = checked->incomplete;
        limb_robot_meshes_free(engine->meshes);
        engine->meshes = checked->meshes;
        checked->meshes = NULL;
        limb_checked_free(checked);
    }
    engine->is_checked = status == LIMB_OK;
    return limb__engine_end(engine, status, NULL);
}

limb_status limb__engine_check_text(limb_engine *engine)
{
    const limb_check_opts opts = limb__engine_check_opts(engine, engine->robot->file, true);
    const limb_text source = limb_document_source(engine->robot->document);
    limb_report_clear(engine->report);
    const limb_status status = limb_check_text(NULL, source.data, source.size, &opts);
    return status == LIMB_ERROR_INPUT ? LIMB_OK : status;
}

limb_status limb__engine_meshes(limb_engine *engine)
{
    if (engine->meshes) return LIMB_OK;
    const limb_mesh_opts smooth = {.normals = LIMB_MESH_NORMALS_COMPUTE};
    const limb_robot_meshes_opts opts = {.memory = engine->memory,
                                         .resolve =
                                             limb__engine_how(engine, engine->robot->file)->resolve,
                                         .mesh = &smooth};
    return limb_robot_meshes_load(&engine->meshes, engine->robot, &opts);
}

int limb_engine_error_count(const limb_engine *engine)
{
    assert(engine);
    return engine->report->nerror;
}

int limb_engine_warning_count(const limb_engine *engine)
{
    assert(engine);
    return engine->report->nwarning;
}

//---- texts ---------------------------------------------------------------------------------------

limb_status limb_engine_write_findings(limb_engine *engine, int format)
{
    assert(engine);
    engine->bytes.size = 0;
    if (format < LIMB_REPORT_FORMAT_TEXT || format > LIMB_REPORT_FORMAT_GITHUB)
        return limb__engine_end(engine, LIMB_ERROR_INPUT, "there is no such format");
    const char *file = limb__engine_file(engine);
    const limb_print_opts opts = {.file = &file, .nfile = file ? 1 : 0};
    return limb__engine_end(engine,
                            limb_report_print(engine->report, (limb_report_format)format, &opts,
                                              limb__engine_write, engine),
                            NULL);
}

limb_status limb_engine_write_source(limb_engine *engine)
{
    assert(engine);
    engine->bytes.size = 0;
    if (!engine->robot) return limb__engine_end(engine, LIMB_ERROR_INPUT, "there is no robot");
    return limb__engine_end(engine, limb_robot_write(engine->robot, limb__engine_write, engine),
                            NULL);
}

limb_status limb_engine_write_formatted(limb_engine *engine)
{
    assert(engine);
    engine->bytes.size = 0;
    if (!engine->robot) return limb__engine_end(engine, LIMB_ERROR_INPUT, "there is no robot");
    return limb__engine_end(
        engine, limb_robot_format(engine->robot, NULL, limb__engine_write, engine), NULL);
}

limb_status limb_engine_write_page(limb_engine *engine)
{
    assert(engine);
    engine->bytes.size = 0;
    if (!engine->robot) return limb__engine_end(engine, LIMB_ERROR_INPUT, "there is no robot");
    limb_status status = limb__engine_meshes(engine);
    if (status == LIMB_OK) {
        const limb_page_opts opts = {.memory = engine->memory,
                                     .find_mesh = limb_robot_meshes_find,
                                     .find_ctx = engine->meshes,
                                     .version = 1,
                                     .ntriangle = (int)engine->meshes->ntriangle,
                                     .gltf_turned = engine->meshes->gltf_turned};
        status = limb_page_write(engine->robot, engine->report, &opts, limb__engine_write, engine);
    }
    return limb__engine_end(engine, status, NULL);
}

limb_status limb__engine_write(void *engine, const void *bytes, size_t size)
{
    limb_engine *e = engine;
    limb__builder_bytes(&e->bytes, bytes, size);
    limb__builder_nul(&e->bytes);
    if (!e->bytes.failed) return LIMB_OK;
    limb__builder_free(&e->bytes);
    return LIMB_ERROR_MEMORY;
}

limb_status limb__engine_end(limb_engine *engine, limb_status status, const char *message)
{
    engine->message.size = 0;
    if (engine->message.failed) limb__builder_free(&engine->message);
    if (status != LIMB_OK || message) {
        limb__builder_text(&engine->message, message ? message : limb_status_text(status));
        limb__builder_nul(&engine->message);
        if (engine->message.failed) limb__builder_free(&engine->message);
    }
    return status;
}
