// Python's library for expressions: the names listed in builtins.c, the methods of each type, and
// functions that only this room and the expander call.
#ifndef LIMB_BUILTINS_BUILTINS_H
#define LIMB_BUILTINS_BUILTINS_H

#include "documents/expression/python.h"

// The argument of limb__eval_init that makes Python's names available.
extern const limb__python limb__python_library;

//---- names (builtins.c) --------------------------------------------------------------------------

limb__value *limb__type_value(limb__eval *eval, limb__value_kind kind);
// The functions of limb__python; see there.
limb__value *limb__global(limb__eval *eval, limb_text name);
limb__value *limb__module_member(limb__eval *eval, int module, limb_text name);
bool limb__is_global(limb__eval *eval, limb_text name);

//---- methods (methods_*.c) -----------------------------------------------------------------------

const limb__function_info *limb__find_method(const limb__value *value, limb_text name);
void limb__known_add_methods(limb__known *names, const limb__value *value);
extern const limb__function_info limb__dict_fromkeys;
// The tables of methods, one per type.
extern const limb__function_info limb__text_method[];
extern const limb__function_info limb__list_method[], limb__tuple_method[], limb__dict_method[];
extern const limb__function_info limb__set_method[]; // those of frozenset first
extern const int limb__ntext_method, limb__nlist_method, limb__ntuple_method, limb__ndict_method;
extern const int limb__nset_method;
enum { LIMB__NFROZEN_METHOD = 8 };
limb__value *limb__dict_update(limb__eval *eval, limb__call *call);
limb__value *limb__set_combine(limb__eval *eval, limb__operator op, limb__value *a, limb__value *b);
limb__value *limb__format_percent(limb__eval *eval, limb_text format, limb__value *values);

//---- functions -----------------------------------------------------------------------------------

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
                        int64_t *result); // false: an error was raised
limb__value *limb__math_factorial(limb__eval *eval, limb__call *call);
limb__value *limb__math_gcd(limb__eval *eval, limb__call *call);
limb__value *limb__math_lcm(limb__eval *eval, limb__call *call);
limb__value *limb__math_isqrt(limb__eval *eval, limb__call *call);
limb__value *limb__math_comb(limb__eval *eval, limb__call *call);
limb__value *limb__math_perm(limb__eval *eval, limb__call *call);

#endif
