// WebAssembly: the engine checks without a policy and without a baseline, because its host has no
// team's folder. This file replaces baseline.c, policy_find.c, policy_read.c and yaml_tree.c there,
// which no export could reach.
#include "documents/policy/policy.h"

limb_status limb_policy_find(const char *file, char *path, size_t capacity)
{
    (void)file;
    (void)capacity;
    path[0] = 0;
    return LIMB_OK;
}

limb_status limb_policy_load(limb_policy **out, const char *path, const limb_policy_opts *opts)
{
    (void)path;
    (void)opts;
    *out = NULL;
    return LIMB_ERROR_UNSUPPORTED;
}

void limb_policy_free(limb_policy *policy)
{
    (void)policy;
}

bool limb__baseline_records(const limb_baseline *baseline)
{
    (void)baseline;
    return false;
}

limb_status limb__baseline_accept(limb_baseline *baseline, const limb_finding *finding,
                                  bool *accepted)
{
    (void)baseline;
    (void)finding;
    *accepted = false;
    return LIMB_OK;
}

bool limb__baseline_mark_init(limb__baseline_mark *mark, const limb_baseline *baseline)
{
    (void)baseline;
    *mark = (limb__baseline_mark){0};
    return true;
}

void limb__baseline_undo(limb_baseline *baseline, limb__baseline_mark *mark)
{
    (void)baseline;
    (void)mark;
}
