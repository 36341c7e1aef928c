// Fixing: shared by URDF and xacro.
#ifndef LIMB_CHECK_FIX_H
#define LIMB_CHECK_FIX_H

#include "build/check/check_run.h"

enum { LIMB__FIX_PASSES = 20 }; // real files need three; what is left then is for a person

// The file of the run, as URDF or as xacro: its source files.
limb_status limb__fix_urdf(limb__check_run *run, limb_fix_save_fn *save, void *ctx, int *count);
limb_status limb__fix_xacro(limb__check_run *run, limb_fix_save_fn *save, void *ctx, int *count);

// Adds findings about the files that a robot names: a file that is certainly intended is a certain
// fix. No mesh is read for that.
limb_status limb__fix_find_files(limb__check_run *run, const limb_robot *robot);

#endif
