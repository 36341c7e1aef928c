// The YAML of parameters: files of them, and single values.
#ifndef LIMB_PARAMETERS_PARAMS_FILE_H
#define LIMB_PARAMETERS_PARAMS_FILE_H

#include "services/parameters/overrides.h"

// As in overrides.h; name is for messages.
limb_status limb__params_file_read(limb__overrides *list, const char *text, size_t size,
                                   const char *name, limb_yaml_fn *yaml);
// A value without its name. LIMB_ERROR_INPUT: list->reason says what is wrong.
limb_status limb__params_value_read(limb__overrides *list, const char *text, limb__parameter *out,
                                    limb_yaml_fn *yaml);
// Takes the parameter over, for the nodes of a pattern.
limb_status limb__overrides_add(limb__overrides *list, const char *node, size_t size,
                                limb__parameter *parameter);

#endif
