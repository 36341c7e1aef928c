// Builds the model of a robot: the order of the steps, and their findings.
#include "build/model/model_build.h"

#include "base/isa.h"
#include "base/memory.h"
#include "documents/diag/report.h"
#include "documents/xml/places.h"
#include "numbers/model/model.h"

#include <assert.h>
#include <string.h>

static limb_status build_all(limb__model_builder *build, limb_model **out);

limb_status limb_model_build(limb_model **out, const limb_robot *robot, const limb_model_opts *opts)
{
    assert(out && robot);
    const limb_model_opts defaults = {0};
    *out = NULL;
    limb__model_builder build = {.robot = robot, .opts = opts ? opts : &defaults};
    limb__arena_init(&build.arena, limb__memory(build.opts->memory), 0);
    const limb_status status = build_all(&build, out);
    limb__arena_free(&build.arena);
    return status;
}

static limb_status build_all(limb__model_builder *build, limb_model **out)
{
    if (limb__isa_choose(build->opts->isa) == LIMB_ISA_AUTO) return LIMB_ERROR_UNSUPPORTED;
    limb_status status = limb__model_order(build);
    if (status == LIMB_OK) status = limb__model_plan(build);
    if (status == LIMB_OK) status = limb__model_fold(build);
    if (status == LIMB_OK && build->changed && build->opts->strict) status = LIMB_ERROR_INPUT;
    if (status == LIMB_OK) status = limb__model_fill_block(build, out);
    return status;
}

void limb__model_report_change(limb__model_builder *build, int joint, limb_rule rule,
                               const char *text)
{
    const limb_robot *robot = build->robot;
    const limb_joint *at = &robot->joint[joint];
    build->changed = true;
    if (!robot->document || at->node < 0) {
        limb__report(build->opts->report, limb__place_file(robot->file), rule, "joint \"%s\" %s",
                     at->name, text);
        return;
    }
    limb__xml_places places;
    limb__xml_places_init(&places, robot->document);
    limb__report(build->opts->report, limb__xml_at_tag(&places, at->node), rule, "joint \"%s\" %s",
                 at->name, text);
    limb__xml_places_free(&places);
}

limb_status limb__model_refuse(limb__model_builder *build, limb_rule rule, const char *text,
                               const char *name)
{
    limb__report(build->opts->report, limb__place_file(build->robot->file), rule, "%s \"%s\"", text,
                 name);
    return LIMB_ERROR_INPUT;
}
