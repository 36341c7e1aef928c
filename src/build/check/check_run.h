// One run of limb_check or of a fix: shared data about the file, and shared steps.
#ifndef LIMB_CHECK_CHECK_RUN_H
#define LIMB_CHECK_CHECK_RUN_H

#include "limb/check.h"
#include "limb/load.h"

typedef struct limb__check_run {
    const limb_check_opts *opts;
    limb_robot_file_opts file; // how it is loaded: the caller's options, with the policy's packages
    limb_resolve_opts resolve; // target of file.resolve
    const char **packages;     // of resolve, if the policy adds some
    size_t packages_size;
    limb_report *report; // the caller's, or the run's own
    limb_report *own_report;
    const limb_policy *policy; // the caller's or the run's own; NULL: none
    limb_policy *own_policy;
    const char *path;
    const char *name; // in findings
    bool has_files;   // search the files that the robot names
} limb__check_run;

// Reads the policy, whose mistakes are findings. LIMB_ERROR_IO: it cannot be read; the run
// continues without it. To be ended by limb__check_end in every case.
limb_status limb__check_begin(limb__check_run *run, const char *path, const limb_check_opts *opts);
void limb__check_end(limb__check_run *run);

// Applies comments of the robot or of the files of an expansion, severities, and the baseline,
// which a trial leaves unchanged.
limb_status limb__check_apply_policy(limb__check_run *run, const limb_robot *robot,
                                     const limb_robot_file *sources, bool is_trial);

#endif
