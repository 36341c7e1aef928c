// In place of engine_xacro.c where its size counts, as in limb.wasm: a xacro file gets the finding
// that says what it is.
#include "services/wasm_api/engine.h"

#include <assert.h>

bool limb_engine_reads_xacro(void)
{
    return false;
}

limb_status limb_engine_load(limb_engine *engine, const char *path)
{
    assert(engine);
    limb__engine_drop_robot(engine);
    const limb_load_opts opts = {
        .memory = engine->memory, .report = engine->report, .keep_broken = true};
    return limb__engine_loaded(engine, limb_robot_load(&engine->robot, path, &opts));
}

const char *limb__engine_file(const limb_engine *engine)
{
    return engine->robot ? engine->robot->file : NULL;
}

limb_status limb__engine_relocate(limb_engine *engine)
{
    (void)engine;
    return LIMB_OK;
}

void limb__engine_drop_file(limb_engine *engine)
{
    (void)engine;
}
