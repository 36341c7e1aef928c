// YAML: the reader for limb_xacro_opts, by libyaml. It is a library of its own (limb-yaml), so that
// liblimb needs libc and libm only.
//
// Threads: any number may read at once.
#ifndef LIMB_YAML_H
#define LIMB_YAML_H

#include "limb/xacro.h"

#ifdef __cplusplus
extern "C" {
#endif

// A limb_yaml_fn. NOTE: memory while reading is libyaml's own, a few times the size of the text.
LIMB_MUST_CHECK limb_status limb_yaml_read(const char *text, size_t size, limb_yaml_event_fn *take,
                                           void *ctx, limb_yaml_problem *problem);

#ifdef __cplusplus
}
#endif
#endif // LIMB_YAML_H
