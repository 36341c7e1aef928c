// The part of Python's library that the evaluator needs: names, methods and operations that are not
// part of the language itself. The room builtins implements them and passes them to the evaluator,
// which therefore does not depend on that room.
#ifndef LIMB_EXPRESSION_PYTHON_H
#define LIMB_EXPRESSION_PYTHON_H

#include "documents/expression/value.h"

typedef struct limb__python {
    // A global name; NULL without an error: undefined.
    limb__value *(*find_global)(limb__eval *eval, limb_text name);
    // A member of a module (LIMB__MODULE_MATH, ...); NULL without an error: undefined.
    limb__value *(*find_member)(limb__eval *eval, int module, limb_text name);
    // A built-in method of the value's type, or of the type itself; NULL: none.
    const limb__function_info *(*find_method)(const limb__value *value, limb_text name);
    const limb__function_info *fromkeys; // of the type dict, not of its values

    // "format % values"
    limb__value *(*format)(limb__eval *eval, limb_text format, limb__value *values);
    // A set operation: '|', '&', '-', '^'. NULL without an error: the values are not sets.
    limb__value *(*combine_sets)(limb__eval *eval, limb__operator op, limb__value *a,
                                 limb__value *b);

    // The names above, for suggestions.
    void (*add_globals)(limb__known *names);
    void (*add_members)(limb__known *names, limb__eval *eval, int module);
    void (*add_methods)(limb__known *names, const limb__value *value);
} limb__python;

#endif
