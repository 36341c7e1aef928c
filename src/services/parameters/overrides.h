// Parameter overrides, from --params-file and -p, and their selection for a node.
//
// The rules are those of rcl and rclcpp: entries for one node replace each other in the order
// given; a node takes the entries of every pattern that matches its full name, in the order in
// which the patterns first appeared, and the last value wins. "*" matches one name, "**" any
// number of them.
#ifndef LIMB_PARAMETERS_OVERRIDES_H
#define LIMB_PARAMETERS_OVERRIDES_H

#include "limb/xacro.h"
#include "services/parameters/parameter.h"

enum { LIMB__OVERRIDE_REASON = 256 };

typedef struct limb__override {
    char *node; // "/left/state", "/**"
    limb__parameter parameter;
} limb__override;

typedef struct limb__overrides { // zero-initialize
    limb__override *item;
    int count;
    int capacity;
    char reason[LIMB__OVERRIDE_REASON]; // why an input was refused
} limb__overrides;

// Returns LIMB_ERROR_INPUT if the file is not a parameters file, LIMB_ERROR_IO if it cannot be
// read; list->reason has details.
limb_status limb__overrides_read_file(limb__overrides *list, const char *path, limb_yaml_fn *yaml);
limb_status limb__overrides_read_text(limb__overrides *list, const char *text, size_t size,
                                      const char *name, limb_yaml_fn *yaml);
// Adds "name:=value" or "node:name:=value"; the value is YAML, or XML if it begins with "<".
limb_status limb__overrides_read_rule(limb__overrides *list, const char *rule, limb_yaml_fn *yaml);
// Collects the parameters of a node, sorted by name. Fails only with LIMB_ERROR_MEMORY.
limb_status limb__overrides_resolve(const limb__overrides *list, const char *node,
                                    limb__parameters *out);
void limb__overrides_free(limb__overrides *list);

// Returns true if a pattern matches a node's full name.
bool limb__override_matches(const char *pattern, const char *node);
// Determines the type of a YAML scalar as rcl does. Returns false if memory is exhausted.
bool limb__override_scalar(limb_text text, bool is_plain, limb__parameter *out);

#endif
