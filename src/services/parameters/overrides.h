// Parameters given from outside, by --params-file and -p, and which of them are a node's.
//
// The rules are those of rcl and rclcpp: entries for one node replace each other in the order in
// which they are given; a node takes the entries of every pattern that matches its full name, in
// the order in which the patterns first appeared, and the last value counts. "*" stands for one
// name, "**" for any number of them.
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
    char reason[LIMB__OVERRIDE_REASON]; // why something was refused
} limb__overrides;

// LIMB_ERROR_INPUT: not a parameters file, LIMB_ERROR_IO: it cannot be read; the reason says more.
limb_status limb__overrides_read_file(limb__overrides *list, const char *path, limb_yaml_fn *yaml);
limb_status limb__overrides_read_text(limb__overrides *list, const char *text, size_t size,
                                      const char *name, limb_yaml_fn *yaml);
// "name:=value" or "node:name:=value"; the value is YAML, and a text that begins with "<" is XML.
limb_status limb__overrides_read_rule(limb__overrides *list, const char *rule, limb_yaml_fn *yaml);
// The parameters of a node, by name. LIMB_ERROR_MEMORY.
limb_status limb__overrides_resolve(const limb__overrides *list, const char *node,
                                    limb__parameters *out);
void limb__overrides_free(limb__overrides *list);

// Whether a pattern matches a node's full name.
bool limb__override_matches(const char *pattern, const char *node);
// What a scalar of YAML is, as rcl has it. False: no memory.
bool limb__override_scalar(limb_text text, bool is_plain, limb__parameter *out);

#endif
