// Loads a robot's file, including xacro with its arguments.
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
    if (!path) return limb__engine_loaded(engine, LIMB_ERROR_IO);
    const limb_check_opts opts = limb__engine_check_opts(engine, path, true);
    limb_checked *checked;
    const limb_status status = limb_check(&checked, path, &opts);
    limb__engine_take(engine, checked);
    engine->is_expansion = engine->xacro && engine->xacro->xacro;
    return limb__engine_loaded(engine, status);
}

const char *limb__engine_file(const limb_engine *engine)
{
    if (engine->xacro && engine->xacro->xacro) return engine->xacro->xacro->file;
    return engine->robot ? engine->robot->file : NULL;
}

limb_status limb__engine_check_expansion(limb_engine *engine, limb_checked **out,
                                         const limb_check_opts *opts)
{
    const char *path = engine->xacro->xacro->file;
    limb_check_opts again = *opts;
    again.file = limb__engine_how(engine, path);
    return limb_check(out, path, &again);
}

void limb__engine_drop_file(limb_engine *engine)
{
    limb_robot_file_free(engine->xacro);
    engine->xacro = NULL;
}
