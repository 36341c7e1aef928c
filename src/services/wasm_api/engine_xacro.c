// Reading a robot's file, xacro with its arguments among them.
#include "services/wasm_api/engine.h"

#include <assert.h>

bool limb_engine_reads_xacro(void)
{
    return true;
}

limb_status limb_engine_load(limb_engine *engine, const char *path)
{
    assert(engine);
    limb__engine_drop_robot(engine);
    const limb_resolve_opts resolve = {
        .memory = engine->memory, .package = engine->package, .npackage = engine->npackage};
    const limb_robot_file_opts opts = {
        .load = {.memory = engine->memory, .report = engine->report, .keep_broken = true},
        .resolve = &resolve,
        .xacro = {
            .argument = engine->argument, .nargument = engine->nargument, .report_unused = true}};
    const limb_status status = limb_robot_file_load(&engine->xacro, path, &opts);
    if (engine->xacro) {
        engine->robot = engine->xacro->robot;
        engine->xacro->robot = NULL;
        engine->is_expansion = engine->xacro->xacro != NULL;
    }
    return limb__engine_loaded(engine, status);
}

const char *limb__engine_file(const limb_engine *engine)
{
    if (engine->xacro && engine->xacro->xacro) return engine->xacro->xacro->file;
    return engine->robot ? engine->robot->file : NULL;
}

limb_status limb__engine_relocate(limb_engine *engine)
{
    return limb_robot_file_relocate(engine->xacro, engine->report);
}

void limb__engine_drop_file(limb_engine *engine)
{
    limb_robot_file_free(engine->xacro);
    engine->xacro = NULL;
}
