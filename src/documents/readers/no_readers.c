// WebAssembly: the engine has no export that asks what another reader makes of a file. This file
// replaces those of readers and urdfdom there, which limb_check reaches only with a target.
#include "limb/check.h"

bool limb_urdfdom_find(const char *name, limb_urdfdom *out)
{
    (void)name;
    (void)out;
    return false;
}

limb_status limb_target_urdfdom(limb_target **out, const char *text, size_t size,
                                const limb_target_opts *opts)
{
    (void)text;
    (void)size;
    (void)opts;
    *out = NULL;
    return LIMB_ERROR_UNSUPPORTED;
}

void limb_target_free(limb_target *target)
{
    (void)target;
}

const char *limb_verdict_name(limb_verdict verdict)
{
    (void)verdict;
    return "";
}

int limb_reader_count(void)
{
    return 0;
}

int limb_reader_list(const char *names, int *reader, limb_text *unknown)
{
    (void)names;
    (void)reader;
    (void)unknown;
    return -1;
}

limb_status limb_check_target(limb_target_check **out, const char *text, size_t size,
                              const limb_check_target_opts *opts)
{
    (void)text;
    (void)size;
    (void)opts;
    *out = NULL;
    return LIMB_ERROR_UNSUPPORTED;
}

void limb_target_check_free(limb_target_check *check)
{
    (void)check;
}
