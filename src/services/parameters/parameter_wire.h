// Parameters in CDR: rcl_interfaces/msg/ParameterValue, Parameter, ParameterDescriptor.
#ifndef LIMB_PARAMETERS_PARAMETER_WIRE_H
#define LIMB_PARAMETERS_PARAMETER_WIRE_H

#include "services/messages/cdr.h"
#include "services/messages/cdr_write.h"
#include "services/parameters/parameter.h"

void limb__parameter_put_value(limb__builder *out, const limb__parameter *p);
void limb__parameter_put(limb__builder *out, const limb__parameter *p);
// Reads a name and a value. Returns LIMB_ERROR_INPUT if malformed; free *out in any case.
limb_status limb__parameter_read(limb__cdr *cdr, limb__parameter *out);

typedef struct limb__parameter_range { // for integers and doubles
    double min, max, step;
    bool has_range;
} limb__parameter_range;
void limb__parameter_put_descriptor(limb__builder *out, const limb__parameter *p,
                                    const char *description, bool is_read_only, bool is_dynamic,
                                    const limb__parameter_range *range);

#endif
