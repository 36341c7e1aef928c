// The global names of expressions: Python's built-ins and the modules math, python and xacro.
//
// As in ROS, a few built-ins are available without a prefix and all of them under python.
#include "documents/builtins/builtins.h"

#include <string.h>

static const limb__function_info python_function[] = {
    {"map", limb__builtin_map, 2, -1, NULL},
    {"len", limb__builtin_len, 1, 1, NULL},
    {"min", limb__builtin_min, 1, -1, "*key default"},
    {"max", limb__builtin_max, 1, -1, "*key default"},
    {"round", limb__builtin_round, 1, 2, "number ndigits"},
    {"sorted", limb__builtin_sorted, 1, 3, "*key reverse"},
    {"abs", limb__builtin_abs, 1, 1, NULL},
    {"all", limb__builtin_all, 1, 1, NULL},
    {"any", limb__builtin_any, 1, 1, NULL},
    {"chr", limb__builtin_chr, 1, 1, NULL},
    {"complex", limb__builtin_complex, 0, -1, NULL},
    {"divmod", limb__builtin_divmod, 2, 2, NULL},
    {"enumerate", limb__builtin_enumerate, 1, 2, "iterable start"},
    {"filter", limb__builtin_filter, 2, 2, NULL},
    {"format", limb__builtin_format, 1, 2, NULL},
    {"hash", limb__builtin_hash, 1, 1, NULL},
    {"isinstance", limb__builtin_isinstance, 2, 2, NULL},
    {"issubclass", limb__builtin_issubclass, 2, 2, NULL},
    {"ord", limb__builtin_ord, 1, 1, NULL},
    {"repr", limb__builtin_repr, 1, 1, NULL},
    {"reversed", limb__builtin_reversed, 1, 1, NULL},
    {"sum", limb__builtin_sum, 1, 2, "iterable start"},
    {"type", limb__builtin_type, 1, 1, NULL},
    {"vars", limb__builtin_vars, 0, 0, NULL},
    {"zip", limb__builtin_zip, 0, -1, NULL},
};

static const struct {
    const char *name;
    limb__value_kind kind;
    bool is_bare;
} python_type[] = {
    {"list", LIMB__VALUE_LIST, true},    {"dict", LIMB__VALUE_DICT, true},
    {"str", LIMB__VALUE_TEXT, true},     {"float", LIMB__VALUE_FLOAT, true},
    {"int", LIMB__VALUE_INT, true},      {"tuple", LIMB__VALUE_TUPLE, false},
    {"set", LIMB__VALUE_SET, false},     {"frozenset", LIMB__VALUE_FROZENSET, false},
    {"slice", LIMB__VALUE_SLICE, false}, {"bool", LIMB__VALUE_BOOL, true},
    {"range", LIMB__VALUE_RANGE, false},
};

enum { NPYTHON_FUNCTION = sizeof python_function / sizeof *python_function };
enum { NPYTHON_TYPE = sizeof python_type / sizeof *python_type };
enum { NBARE_FUNCTION = 5 }; // map to round are available without a prefix

static void add_globals(limb__known *names);
static void add_members(limb__known *names, limb__eval *eval, int module);

const limb__python limb__python_library = {.find_global = limb__global,
                                           .find_member = limb__module_member,
                                           .find_method = limb__find_method,
                                           .fromkeys = &limb__dict_fromkeys,
                                           .format = limb__format_percent,
                                           .combine_sets = limb__set_combine,
                                           .add_globals = add_globals,
                                           .add_members = add_members,
                                           .add_methods = limb__known_add_methods};

limb__value *limb__type_value(limb__eval *eval, limb__value_kind kind)
{
    limb__value *type = limb__value_new(eval, LIMB__VALUE_TYPE);
    if (type) type->as.type = kind;
    return type;
}

static const limb__function_info *find_function(const limb__function_info *table, int count,
                                                limb_text name)
{
    for (int i = 0; i < count; i++) // most names differ in the first letter already
        if (table[i].name[0] == name.data[0] && limb__text_equal(name, table[i].name))
            return &table[i];
    return NULL;
}

static limb__value *module_value(limb__eval *eval, int module)
{
    limb__value *value = limb__value_new(eval, LIMB__VALUE_MODULE);
    if (value) value->as.module = module;
    return value;
}

limb__value *limb__module_member(limb__eval *eval, int module, limb_text name)
{
    const limb__function_info *function = NULL;
    if (module == LIMB__MODULE_MATH) {
        double constant;
        if (limb__math_constant(name, &constant)) return limb__value_float(eval, constant);
        function = find_function(limb__math_function, limb__nmath_function, name);
    } else if (module == LIMB__MODULE_XACRO) {
        function = find_function(eval->host_function, eval->nhost_function, name);
    } else {
        for (int i = 0; i < NPYTHON_TYPE; i++)
            if (limb__text_equal(name, python_type[i].name))
                return limb__type_value(eval, python_type[i].kind);
        function = find_function(python_function, NPYTHON_FUNCTION, name);
    }
    return function ? limb__value_function(eval, function) : NULL;
}

static void add_globals(limb__known *names)
{
    for (int i = 0; i < NPYTHON_TYPE; i++)
        if (python_type[i].is_bare) limb__known_add_word(names, python_type[i].name);
    for (int i = 0; i < NBARE_FUNCTION; i++)
        limb__known_add_word(names, python_function[i].name);
    add_members(names, NULL, LIMB__MODULE_MATH);
    limb__known_add_word(names, "True");
    limb__known_add_word(names, "False");
    limb__known_add_word(names, "None");
}

static void add_members(limb__known *names, limb__eval *eval, int module)
{
    const limb__function_info *function = python_function;
    int count = NPYTHON_FUNCTION;
    if (module == LIMB__MODULE_MATH) {
        function = limb__math_function;
        count = limb__nmath_function;
        limb__known_add_word(names, "pi");
    } else if (module == LIMB__MODULE_XACRO) {
        function = eval->host_function;
        count = eval->nhost_function;
    } else {
        for (int i = 0; i < NPYTHON_TYPE; i++)
            limb__known_add_word(names, python_type[i].name);
    }
    for (int i = 0; i < count; i++)
        limb__known_add_word(names, function[i].name);
}

// Returns the module of a name that is available without a prefix only for compatibility.
static const char *deprecated_module(limb_text name)
{
    static const char *const python[] = {"sorted", "range"};
    static const char *const xacro[] = {"load_yaml", "abs_filename", "dotify"};
    for (size_t i = 0; i < sizeof python / sizeof *python; i++)
        if (limb__text_equal(name, python[i])) return "python";
    for (size_t i = 0; i < sizeof xacro / sizeof *xacro; i++)
        if (limb__text_equal(name, xacro[i])) return "xacro";
    return NULL;
}

bool limb__is_global(limb__eval *eval, limb_text name)
{
    double constant;
    (void)eval;
    if (name.size == 0) return false;
    for (int i = 0; i < NPYTHON_TYPE; i++)
        if (python_type[i].is_bare && limb__text_equal(name, python_type[i].name)) return true;
    return find_function(python_function, NBARE_FUNCTION, name) || deprecated_module(name) ||
           limb__math_constant(name, &constant) ||
           find_function(limb__math_function, limb__nmath_function, name) ||
           limb__text_equal(name, "math") || limb__text_equal(name, "python") ||
           limb__text_equal(name, "xacro");
}

limb__value *limb__global(limb__eval *eval, limb_text name)
{
    if (limb__text_equal(name, "math")) return module_value(eval, LIMB__MODULE_MATH);
    if (limb__text_equal(name, "python")) return module_value(eval, LIMB__MODULE_PYTHON);
    if (limb__text_equal(name, "xacro")) return module_value(eval, LIMB__MODULE_XACRO);
    for (int i = 0; i < NPYTHON_TYPE; i++) {
        if (python_type[i].is_bare && limb__text_equal(name, python_type[i].name)) {
            return limb__type_value(eval, python_type[i].kind);
        }
    }
    const limb__function_info *function = find_function(python_function, NBARE_FUNCTION, name);
    if (function) return limb__value_function(eval, function);
    const char *module = deprecated_module(name);
    if (module) {
        const bool is_python = strcmp(module, "python") == 0;
        limb__value *member =
            limb__module_member(eval, is_python ? LIMB__MODULE_PYTHON : LIMB__MODULE_XACRO, name);
        if (member && eval->deprecated) {
            char bare[32];
            memcpy(bare, name.data, name.size);
            bare[name.size] = 0;
            eval->deprecated(eval, bare, module);
        }
        return member;
    }
    return limb__module_member(eval, LIMB__MODULE_MATH, name);
}
