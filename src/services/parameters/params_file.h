// Parameters in YAML: files and single values.
#ifndef LIMB_PARAMETERS_PARAMS_FILE_H
#define LIMB_PARAMETERS_PARAMS_FILE_H

#include "services/parameters/overrides.h"

// Same as in overrides.h; name is used in messages.
limb_status limb__params_file_read(limb__overrides *list, const char *text, size_t size,
                                   const char *name, limb_yaml_fn *yaml);
// Reads a value without its name. On LIMB_ERROR_INPUT, list->reason says what is wrong.
limb_status limb__params_value_read(limb__overrides *list, const char *text, limb__parameter *out,
                                    limb_yaml_fn *yaml);
// Moves the parameter into the list, for the nodes that match a pattern.
limb_status limb__overrides_add(limb__overrides *list, const char *node, size_t size,
                                limb__parameter *parameter);

#endif
