// The start of limb_check and of the fixes: the policy of a file, and how the
// policy affects loading.
#include "build/check/check_run.h"

#include "base/file.h"
#include "base/memory.h"
#include "documents/policy/policy.h"

#include <string.h>

static limb_status find_policy(limb__check_run *run);
static limb_status add_packages(limb__check_run *run);
static bool has_folder(const limb_resolve_opts *resolve, const char *folder);

limb_status limb__check_begin(limb__check_run *run, const char *path, const limb_check_opts *opts)
{
    static const limb_check_opts no_opts = {0};
    if (!opts) opts = &no_opts;
    *run = (limb__check_run){.opts = opts, .path = path};
    if (opts->file) run->file = *opts->file;
    if (run->file.resolve) run->resolve = *run->file.resolve;
    run->file.resolve = &run->resolve;
    run->name = run->file.load.file ? run->file.load.file : path;
    run->file.load.file = run->name;
    run->file.load.keep_broken = true;
    run->file.load.skip_checks = false;
    const bool has_place = opts->any_place || (path[0] != 0 && strcmp(path, "-") != 0);
    run->has_files = !opts->no_files && !opts->text_only && has_place;
    const limb_report_opts report_opts = {.memory = run->file.load.memory};
    if (!run->file.load.report && limb_report_create(&run->own_report, &report_opts) != LIMB_OK)
        return LIMB_ERROR_MEMORY;
    if (run->own_report) run->file.load.report = run->own_report;
    run->report = run->file.load.report;
    limb_status status = find_policy(run);
    if (status != LIMB_ERROR_MEMORY && add_packages(run) != LIMB_OK) status = LIMB_ERROR_MEMORY;
    return status;
}

void limb__check_end(limb__check_run *run)
{
    const limb_allocator *memory = limb__memory(run->file.load.memory);
    if (run->packages) limb__release(memory, run->packages, run->packages_size);
    limb_policy_free(run->own_policy);
    limb_report_free(run->own_report);
}

limb_status limb__check_apply_policy(limb__check_run *run, const limb_robot *robot,
                                     const limb_robot_file *sources, bool is_trial)
{
    const limb__policy_use use = {.memory = run->file.load.memory,
                                  .policy = run->policy,
                                  .setting = run->opts->setting,
                                  .nsetting = run->opts->nsetting,
                                  .baseline = run->opts->baseline,
                                  .path = run->path,
                                  .name = run->name,
                                  .robot = sources ? NULL : robot,
                                  .source = sources ? sources->path : NULL,
                                  .nsource = sources ? sources->nfile : 0,
                                  .is_partial = is_trial || !run->has_files,
                                  .is_trial = is_trial};
    return limb__policy_apply(&use, run->report);
}

// Mistakes in it are findings; settings that could be understood are used.
static limb_status find_policy(limb__check_run *run)
{
    const limb_check_opts *opts = run->opts;
    char path[LIMB__PATH_MAX];
    run->policy = opts->policy;
    if (run->policy || opts->ignore_policy) return LIMB_OK;
    limb_status status = limb_policy_find(run->path, path, sizeof path);
    if (status != LIMB_OK || path[0] == 0) return status;
    const limb_policy_opts how = {
        .memory = run->file.load.memory, .report = run->report, .yaml = run->file.xacro.yaml};
    status = limb_policy_load(&run->own_policy, path, &how);
    run->policy = run->own_policy;
    return status == LIMB_ERROR_INPUT ? LIMB_OK : status;
}

// Folders of .limb.yaml come before the caller's, each once.
static limb_status add_packages(limb__check_run *run)
{
    const limb_policy *policy = run->policy;
    if (!policy || policy->npackages == 0) return LIMB_OK;
    const int given = run->resolve.npackages;
    run->packages_size = (size_t)(policy->npackages + given) * sizeof *run->packages;
    run->packages = limb__allocate(limb__memory(run->file.load.memory), run->packages_size);
    if (!run->packages) return LIMB_ERROR_MEMORY;
    int count = 0;
    for (int i = 0; i < policy->npackages; i++)
        if (!has_folder(&run->resolve, policy->packages[i]))
            run->packages[count++] = policy->packages[i];
    for (int i = 0; i < given; i++)
        run->packages[count++] = run->resolve.packages[i];
    run->resolve.packages = run->packages;
    run->resolve.npackages = count;
    return LIMB_OK;
}

static bool has_folder(const limb_resolve_opts *resolve, const char *folder)
{
    bool has = false;
    for (int i = 0; i < resolve->npackages && !has; i++)
        has = strcmp(resolve->packages[i], folder) == 0;
    return has;
}
