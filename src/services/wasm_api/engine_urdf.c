// Replaces engine_xacro.c where size matters, as in limb.wasm: a xacro file is reported as such.
#include "base/memory.h"
#include "documents/rules/check.h"
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
    char *text = NULL;
    size_t size = 0;
    const limb_load_opts how = limb__engine_how(engine, path)->load;
    if (!path) return limb__engine_loaded(engine, LIMB_ERROR_IO);
    const limb_status status = limb__robot_text_read(path, &how, &text, &size);
    if (status != LIMB_OK) return limb__engine_loaded(engine, status);
    const limb_status parsed = limb_engine_parse(engine, text, size, path);
    limb__release(limb__memory(engine->memory), text, size + 1);
    return parsed;
}

const char *limb__engine_file(const limb_engine *engine)
{
    return engine->robot ? engine->robot->file : NULL;
}

limb_status limb__engine_check_expansion(limb_engine *engine, limb_checked **out,
                                         const limb_check_opts *opts)
{
    (void)engine;
    (void)opts;
    *out = NULL;
    return LIMB_ERROR_INPUT;
}

void limb__engine_drop_file(limb_engine *engine)
{
    (void)engine;
}
