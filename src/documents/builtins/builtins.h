// The functions that expressions know by name, as builtins.c lists them.
#ifndef LIMB_BUILTINS_BUILTINS_H
#define LIMB_BUILTINS_BUILTINS_H

#include "documents/expression/value.h"

limb__value *limb__type_value(limb__eval *eval, limb__value_kind kind);

limb__value *limb__builtin_map(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_filter(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_zip(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_enumerate(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_reversed(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_len(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_min(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_max(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_round(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_sorted(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_abs(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_all(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_any(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_divmod(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_hash(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_isinstance(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_issubclass(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_ord(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_chr(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_repr(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_sum(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_type(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_vars(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_format(limb__eval *eval, limb__call *call);
limb__value *limb__builtin_complex(limb__eval *eval, limb__call *call);

// math
bool limb__math_integer(limb__eval *eval, const limb__value *value,
                        int64_t *result); // false: raised
limb__value *limb__math_factorial(limb__eval *eval, limb__call *call);
limb__value *limb__math_gcd(limb__eval *eval, limb__call *call);
limb__value *limb__math_lcm(limb__eval *eval, limb__call *call);
limb__value *limb__math_isqrt(limb__eval *eval, limb__call *call);
limb__value *limb__math_comb(limb__eval *eval, limb__call *call);
limb__value *limb__math_perm(limb__eval *eval, limb__call *call);

#endif
