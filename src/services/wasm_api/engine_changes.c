// Lists the changes of the engine's robot since an older text of it, as JSON.
#include "services/wasm_api/engine.h"

#include "limb/check.h"
#include "limb/edit.h"
#include "output/export/json_out.h"

#include <assert.h>

static void write_change(limb__json_out *out, const limb_change *change);

limb_status limb_engine_write_changes(limb_engine *engine, const char *old_text, size_t size)
{
    assert(engine);
    engine->bytes.size = 0;
    if (!engine->robot) return limb__engine_end(engine, LIMB_ERROR_INPUT, "there is no robot");
    const limb_load_opts opts = {.memory = engine->memory, .keep_broken = true};
    limb_robot *old = NULL;
    limb_diff *diff = NULL;
    limb_status status = limb_robot_parse(&old, old_text, size, &opts);
    if (status == LIMB_ERROR_INPUT && old) status = LIMB_OK;
    if (status == LIMB_OK) status = limb_diff_build(&diff, old, engine->robot, engine->memory);
    if (status == LIMB_OK) {
        limb__builder text;
        limb__json_out out;
        limb__builder_init(&text, engine->memory);
        limb__json_out_init(&out, &text, true);
        limb__json_out_open(&out, NULL, '[');
        for (int i = 0; i < diff->nchange; i++)
            write_change(&out, &diff->change[i]);
        limb__json_out_close(&out);
        status = text.failed ? LIMB_ERROR_MEMORY : limb__engine_write(engine, text.data, text.size);
        limb__builder_free(&text);
    }
    limb_diff_free(diff);
    limb_robot_free(old);
    return limb__engine_end(engine, status,
                            status == LIMB_ERROR_INPUT ? "the older text is not a robot" : NULL);
}

static void write_change(limb__json_out *out, const limb_change *change)
{
    static const char *const kind[] = {"added", "removed", "changed", "renamed"};
    limb__json_out_open(out, NULL, '{');
    limb__json_out_text(out, "kind", kind[change->kind]);
    limb__json_out_text(out, "path", change->path);
    limb__json_out_text(out, "attribute", change->attribute);
    limb__json_out_text(out, "old", change->old_value);
    limb__json_out_text(out, "new", change->new_value);
    limb__json_out_number(out, "old_line", change->old_place.line);
    limb__json_out_number(out, "line", change->new_place.line);
    limb__json_out_close(out);
}
