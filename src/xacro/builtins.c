// The names every expression knows: Python's built-ins and the modules math, python and xacro.
//
// As in ROS, a few built-ins are known without a prefix and all of them under python.
#include "xacro/value.h"

#include <math.h>
#include <string.h>

static limb__value *make_iterator(limb__eval *eval, limb__value *list);
static limb__value *function_map(limb__eval *eval, limb__call *call);
static limb__value *function_filter(limb__eval *eval, limb__call *call);
static limb__value *function_zip(limb__eval *eval, limb__call *call);
static limb__value *function_enumerate(limb__eval *eval, limb__call *call);
static limb__value *function_reversed(limb__eval *eval, limb__call *call);
static limb__value *function_len(limb__eval *eval, limb__call *call);
static limb__value *function_min(limb__eval *eval, limb__call *call);
static limb__value *function_max(limb__eval *eval, limb__call *call);
static limb__value *function_round(limb__eval *eval, limb__call *call);
static limb__value *function_sorted(limb__eval *eval, limb__call *call);
static limb__value *function_abs(limb__eval *eval, limb__call *call);
static limb__value *function_all(limb__eval *eval, limb__call *call);
static limb__value *function_any(limb__eval *eval, limb__call *call);
static limb__value *function_divmod(limb__eval *eval, limb__call *call);
static limb__value *function_hash(limb__eval *eval, limb__call *call);
static limb__value *function_isinstance(limb__eval *eval, limb__call *call);
static limb__value *function_issubclass(limb__eval *eval, limb__call *call);
static limb__value *function_ord(limb__eval *eval, limb__call *call);
static limb__value *function_chr(limb__eval *eval, limb__call *call);
static limb__value *function_repr(limb__eval *eval, limb__call *call);
static limb__value *function_sum(limb__eval *eval, limb__call *call);
static limb__value *function_type(limb__eval *eval, limb__call *call);
static limb__value *function_format(limb__eval *eval, limb__call *call);
static limb__value *function_complex(limb__eval *eval, limb__call *call);

static const limb__function_info python_function[] = {
    {"map", function_map, 2, -1, NULL},
    {"len", function_len, 1, 1, NULL},
    {"min", function_min, 1, -1, "*key default"},
    {"max", function_max, 1, -1, "*key default"},
    {"round", function_round, 1, 2, "number ndigits"},
    {"sorted", function_sorted, 1, 3, "*key reverse"},
    {"abs", function_abs, 1, 1, NULL},
    {"all", function_all, 1, 1, NULL},
    {"any", function_any, 1, 1, NULL},
    {"chr", function_chr, 1, 1, NULL},
    {"complex", function_complex, 0, -1, NULL},
    {"divmod", function_divmod, 2, 2, NULL},
    {"enumerate", function_enumerate, 1, 2, "iterable start"},
    {"filter", function_filter, 2, 2, NULL},
    {"format", function_format, 1, 2, NULL},
    {"hash", function_hash, 1, 1, NULL},
    {"isinstance", function_isinstance, 2, 2, NULL},
    {"issubclass", function_issubclass, 2, 2, NULL},
    {"ord", function_ord, 1, 1, NULL},
    {"repr", function_repr, 1, 1, NULL},
    {"reversed", function_reversed, 1, 1, NULL},
    {"sum", function_sum, 1, 2, "iterable start"},
    {"type", function_type, 1, 1, NULL},
    {"zip", function_zip, 0, -1, NULL},
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
    {"slice", LIMB__VALUE_SLICE, false}, {"bool", LIMB__VALUE_BOOL, false},
    {"range", LIMB__VALUE_RANGE, false},
};

enum { NPYTHON_FUNCTION = sizeof python_function / sizeof *python_function };
enum { NPYTHON_TYPE = sizeof python_type / sizeof *python_type };
enum { NBARE_FUNCTION = 5 }; // map to round are known without a prefix

static limb__value *type_value(limb__eval *eval, limb__value_kind kind)
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
                return type_value(eval, python_type[i].kind);
        function = find_function(python_function, NPYTHON_FUNCTION, name);
    }
    return function ? limb__value_function(eval, function) : NULL;
}

// What is known without a prefix only out of courtesy, and the module it belongs to.
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
            return type_value(eval, python_type[i].kind);
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

//---- iterators -----------------------------------------------------------------------------------

static limb__value *make_iterator(limb__eval *eval, limb__value *list)
{
    limb__value *iterator = list ? limb__value_new(eval, LIMB__VALUE_ITERATOR) : NULL;
    if (!iterator) return NULL;
    iterator->as.iterator.item = list->as.items.item;
    iterator->as.iterator.count = list->as.items.count;
    if (!iterator->as.iterator.item) iterator->as.iterator.item = limb__take(eval, 1);
    return iterator->as.iterator.item ? iterator : NULL;
}

// Item i of each argument from the given one on as a tuple; NULL without an error at the end.
static limb__value *row(limb__eval *eval, limb__value ***column, const int *count, int ncolumn,
                        int i)
{
    for (int k = 0; k < ncolumn; k++)
        if (i >= count[k]) return NULL;
    limb__value *tuple = limb__value_list(eval, LIMB__VALUE_TUPLE, ncolumn);
    for (int k = 0; tuple && k < ncolumn; k++)
        if (!limb__list_add(eval, tuple, column[k][i])) return NULL;
    return tuple;
}

static limb__value *rows(limb__eval *eval, limb__value **argument, int ncolumn)
{
    limb__value *list = limb__value_list(eval, LIMB__VALUE_LIST, 0);
    if (ncolumn == 0) return list;
    limb__value ***column = limb__take(eval, (size_t)ncolumn * sizeof *column);
    int *count = limb__take(eval, (size_t)ncolumn * sizeof *count);
    if (!list || !column || !count) return NULL;
    for (int k = 0; k < ncolumn; k++) {
        column[k] = limb__value_items(eval, argument[k], &count[k]);
        if (!column[k]) return NULL;
    }
    for (int i = 0;; i++) {
        limb__value *tuple = row(eval, column, count, ncolumn, i);
        if (!tuple) return eval->error ? NULL : list;
        if (!limb__list_add(eval, list, tuple)) return NULL;
    }
}

static limb__value *function_zip(limb__eval *eval, limb__call *call)
{
    return make_iterator(eval, rows(eval, call->argument, call->count));
}

static limb__value *function_map(limb__eval *eval, limb__call *call)
{
    limb__value *all = rows(eval, call->argument + 1, call->count - 1);
    limb__value *list = all ? limb__value_list(eval, LIMB__VALUE_LIST, all->as.items.count) : NULL;
    for (int i = 0; list && i < all->as.items.count; i++) {
        const limb__value *tuple = all->as.items.item[i];
        limb__call inner = {.argument = tuple->as.items.item,
                            .count = tuple->as.items.count,
                            .npositional = tuple->as.items.count};
        if (!limb__list_add(eval, list, limb__invoke(eval, call->argument[0], &inner))) return NULL;
    }
    return make_iterator(eval, list);
}

static limb__value *function_filter(limb__eval *eval, limb__call *call)
{
    int count;
    limb__value **item = limb__value_items(eval, call->argument[1], &count);
    limb__value *list = item ? limb__value_list(eval, LIMB__VALUE_LIST, 0) : NULL;
    for (int i = 0; list && i < count; i++) {
        bool keep;
        limb__value *verdict = call->argument[0]->kind == LIMB__VALUE_NONE
                                   ? item[i]
                                   : limb__invoke1(eval, call->argument[0], item[i]);
        if (!verdict || !limb__value_true(eval, verdict, &keep)) return NULL;
        if (keep && !limb__list_add(eval, list, item[i])) return NULL;
    }
    return make_iterator(eval, list);
}

static limb__value *function_enumerate(limb__eval *eval, limb__call *call)
{
    int count;
    int64_t number = 0;
    if (call->count > 1) {
        if (!limb__is_int(call->argument[1])) {
            return limb__raise(eval, "TypeError", "enumerate() needs an integer to start from");
        }
        number = call->argument[1]->as.integer;
    }
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    limb__value *list = item ? limb__value_list(eval, LIMB__VALUE_LIST, count) : NULL;
    for (int i = 0; list && i < count; i++) {
        limb__value *pair = limb__value_list(eval, LIMB__VALUE_TUPLE, 2);
        if (!pair ||
            !limb__list_add(eval, pair,
                            limb__value_int(eval, (int64_t)((uint64_t)number + (uint64_t)i))) ||
            !limb__list_add(eval, pair, item[i]) || !limb__list_add(eval, list, pair)) {
            return NULL;
        }
    }
    return make_iterator(eval, list);
}

static limb__value *function_reversed(limb__eval *eval, limb__call *call)
{
    int count;
    if (call->argument[0]->kind == LIMB__VALUE_SET ||
        call->argument[0]->kind == LIMB__VALUE_ITERATOR) {
        return limb__raise(eval, "TypeError", "'%s' object is not reversible",
                           limb__type_name(call->argument[0]));
    }
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    limb__value *list = item ? limb__value_list(eval, LIMB__VALUE_LIST, count) : NULL;
    for (int i = count - 1; list && i >= 0; i--)
        if (!limb__list_add(eval, list, item[i])) return NULL;
    return make_iterator(eval, list);
}

//---- one value from many -------------------------------------------------------------------------

static limb__value *function_len(limb__eval *eval, limb__call *call)
{
    const int64_t length = limb__value_length(eval, call->argument[0]);
    return length < 0 ? NULL : limb__value_int(eval, length);
}

static limb__value *extreme(limb__eval *eval, limb__call *call, int sign, const char *name)
{
    limb__value *key = limb__call_keyword(call, "key");
    limb__value *fallback = limb__call_keyword(call, "default");
    limb__value **item = call->argument;
    int count = call->npositional;
    if (count == 0) return limb__raise(eval, "TypeError", "%s() needs an argument", name);
    if (count == 1) {
        item = limb__value_items(eval, call->argument[0], &count);
        if (!item) return NULL;
        if (count == 0 && fallback) return fallback;
        if (count == 0) {
            return limb__raise(eval, "ValueError", "%s() arg is an empty sequence", name);
        }
    }
    limb__value *best = NULL;
    limb__value *best_rank = NULL;
    for (int i = 0; i < count; i++) {
        const bool plain = !key || key->kind == LIMB__VALUE_NONE;
        limb__value *rank = plain ? item[i] : limb__invoke1(eval, key, item[i]);
        if (!rank) return NULL;
        if (best) {
            const int order = limb__value_order(eval, rank, best_rank, sign < 0 ? "<" : ">");
            if (order == -2) return NULL;
            if (order != sign) continue;
        }
        best = item[i];
        best_rank = rank;
    }
    return best;
}

static limb__value *function_min(limb__eval *eval, limb__call *call)
{
    return extreme(eval, call, -1, "min");
}

static limb__value *function_max(limb__eval *eval, limb__call *call)
{
    return extreme(eval, call, 1, "max");
}

static limb__value *function_sum(limb__eval *eval, limb__call *call)
{
    int count;
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    limb__value *sum = call->count > 1 ? call->argument[1] : limb__value_int(eval, 0);
    if (sum && sum->kind == LIMB__VALUE_TEXT) {
        return limb__raise(eval, "TypeError", "sum() can't sum strings [use ''.join(seq) instead]");
    }
    for (int i = 0; item && sum && i < count; i++)
        sum = limb__binary(eval, LIMB__OP_ADD, sum, item[i]);
    return item ? sum : NULL;
}

static limb__value *all_or_any(limb__eval *eval, limb__call *call, bool stops_at)
{
    int count;
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    if (!item) return NULL;
    for (int i = 0; i < count; i++) {
        bool is_true;
        if (!limb__value_true(eval, item[i], &is_true)) return NULL;
        if (is_true == stops_at) return limb__value_bool(eval, stops_at);
    }
    return limb__value_bool(eval, !stops_at);
}

static limb__value *function_all(limb__eval *eval, limb__call *call)
{
    return all_or_any(eval, call, false);
}

static limb__value *function_any(limb__eval *eval, limb__call *call)
{
    return all_or_any(eval, call, true);
}

static limb__value *function_sorted(limb__eval *eval, limb__call *call)
{
    limb__value *key = limb__call_keyword(call, "key");
    limb__value *reverse = limb__call_keyword(call, "reverse");
    bool is_reverse = false;
    if (call->npositional != 1) {
        return limb__raise(eval, "TypeError", "sorted() takes one positional argument");
    }
    if (reverse && !limb__value_true(eval, reverse, &is_reverse)) return NULL;
    int count;
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    limb__value *list = item ? limb__value_list(eval, LIMB__VALUE_LIST, count) : NULL;
    for (int i = 0; list && i < count; i++)
        if (!limb__list_add(eval, list, item[i])) return NULL;
    if (!list || !limb__sort(eval, list->as.items.item, count, key, is_reverse)) return NULL;
    return list;
}

//---- numbers and the rest ------------------------------------------------------------------------

static limb__value *function_abs(limb__eval *eval, limb__call *call)
{
    limb__value *value = call->argument[0];
    if (value->kind == LIMB__VALUE_FLOAT) {
        return limb__value_float(eval, fabs(value->as.number));
    }
    if (!limb__is_int(value)) {
        return limb__raise(eval, "TypeError", "bad operand type for abs(): '%s'",
                           limb__type_name(value));
    }
    return value->as.integer < 0 ? limb__unary(eval, LIMB__OP_NEGATE, value)
                                 : limb__value_int(eval, value->as.integer);
}

static limb__value *round_int(limb__eval *eval, int64_t value, int64_t digits)
{
    if (digits >= 0) return limb__value_int(eval, value);
    if (digits < -18) return limb__value_int(eval, 0);
    int64_t unit = 1;
    for (; digits < 0; digits++)
        unit *= 10;
    int64_t rest = value % unit; // towards the even multiple when it is just between
    int64_t base = value - rest;
    if (rest < 0) {
        rest += unit;
        if (__builtin_sub_overflow(base, unit, &base)) base = value;
    }
    const int64_t half = unit / 2;
    const bool up = rest > half || (rest == half && base / unit % 2 != 0);
    if (up && __builtin_add_overflow(base, unit, &base)) {
        return limb__raise(eval, "OverflowError", "the integer does not fit into 64 bits");
    }
    return limb__value_int(eval, base);
}

static limb__value *function_round(limb__eval *eval, limb__call *call)
{
    limb__value *value = call->argument[0];
    limb__value *digits = call->count > 1 ? call->argument[1] : &eval->none;
    if (!limb__is_number(value)) {
        return limb__raise(eval, "TypeError", "type %s doesn't define __round__ method",
                           limb__type_name(value));
    }
    if (digits->kind != LIMB__VALUE_NONE && !limb__is_int(digits)) {
        return limb__raise(eval, "TypeError", "'%s' object cannot be interpreted as an integer",
                           limb__type_name(digits));
    }
    if (limb__is_int(value)) {
        return round_int(eval, value->as.integer,
                         digits->kind == LIMB__VALUE_NONE ? 0 : digits->as.integer);
    }
    if (digits->kind != LIMB__VALUE_NONE) {
        const int64_t n = digits->as.integer;
        return limb__value_float(eval, limb__round_to(value->as.number, n > 1000    ? 1000
                                                                        : n < -1000 ? -1000
                                                                                    : (int)n));
    }
    double whole = floor(value->as.number);
    const double rest = value->as.number - whole;
    if (rest > 0.5 || (rest == 0.5 && fmod(whole, 2) != 0)) whole += 1;
    if (!(fabs(whole) < 9.2e18)) {
        return limb__raise(eval, isnan(whole) ? "ValueError" : "OverflowError",
                           "cannot convert this float to a 64-bit integer");
    }
    return limb__value_int(eval, (int64_t)whole);
}

static limb__value *function_divmod(limb__eval *eval, limb__call *call)
{
    limb__value *pair = limb__value_list(eval, LIMB__VALUE_TUPLE, 2);
    if (!pair ||
        !limb__list_add(eval, pair,
                        limb__binary(eval, LIMB__OP_FLOOR, call->argument[0], call->argument[1])) ||
        !limb__list_add(eval, pair,
                        limb__binary(eval, LIMB__OP_MOD, call->argument[0], call->argument[1]))) {
        return NULL;
    }
    return pair;
}

static limb__value *function_hash(limb__eval *eval, limb__call *call)
{
    limb__value *value = call->argument[0];
    limb__value *set = limb__value_dict(eval, LIMB__VALUE_SET);
    if (!set || !limb__dict_set(eval, set, value, &eval->none)) return NULL;
    if (limb__is_int(value)) return limb__value_int(eval, value->as.integer);
    return limb__raise(eval, "TypeError", "hash() of a %s differs from run to run",
                       limb__type_name(value));
}

static bool is_of_type(const limb__value *value, const limb__value *type)
{
    if (type->kind != LIMB__VALUE_TYPE) return false;
    return value->kind == type->as.type ||
           (value->kind == LIMB__VALUE_BOOL && type->as.type == LIMB__VALUE_INT);
}

static limb__value *function_isinstance(limb__eval *eval, limb__call *call)
{
    const limb__value *type = call->argument[1];
    if (type->kind == LIMB__VALUE_TYPE) {
        return limb__value_bool(eval, is_of_type(call->argument[0], type));
    }
    if (type->kind != LIMB__VALUE_TUPLE) {
        return limb__raise(eval, "TypeError",
                           "isinstance() arg 2 must be a type or a tuple of types");
    }
    for (int i = 0; i < type->as.items.count; i++)
        if (is_of_type(call->argument[0], type->as.items.item[i])) return &eval->yes;
    return &eval->no;
}

static limb__value *function_issubclass(limb__eval *eval, limb__call *call)
{
    const limb__value *a = call->argument[0];
    const limb__value *b = call->argument[1];
    if (a->kind != LIMB__VALUE_TYPE || b->kind != LIMB__VALUE_TYPE) {
        return limb__raise(eval, "TypeError", "issubclass() args must be types");
    }
    return limb__value_bool(eval, a->as.type == b->as.type || (a->as.type == LIMB__VALUE_BOOL &&
                                                               b->as.type == LIMB__VALUE_INT));
}

static limb__value *function_ord(limb__eval *eval, limb__call *call)
{
    const limb__value *value = call->argument[0];
    uint32_t code;
    if (value->kind != LIMB__VALUE_TEXT || value->as.text.size == 0 ||
        limb__utf8_decode(value->as.text.data, value->as.text.data + value->as.text.size, &code) !=
            (int)value->as.text.size) {
        return limb__raise(eval, "TypeError", "ord() expected a character");
    }
    return limb__value_int(eval, code);
}

static limb__value *function_chr(limb__eval *eval, limb__call *call)
{
    char bytes[4];
    const limb__value *value = call->argument[0];
    if (!limb__is_int(value) || value->as.integer < 0 || value->as.integer > 0x10ffff ||
        (value->as.integer >= 0xd800 && value->as.integer < 0xe000)) {
        return limb__raise(eval, "ValueError", "chr() arg not in range(0x110000)");
    }
    const int size = limb__utf8_encode(bytes, (uint32_t)value->as.integer);
    return limb__value_text(eval, bytes, (size_t)size);
}

static limb__value *function_repr(limb__eval *eval, limb__call *call)
{
    const limb_text text = limb__value_repr(eval, call->argument[0]);
    return text.data ? limb__value_text_kept(eval, text.data, text.size) : NULL;
}

static limb__value *function_type(limb__eval *eval, limb__call *call)
{
    return type_value(eval, (limb__value_kind)call->argument[0]->kind);
}

static limb__value *function_format(limb__eval *eval, limb__call *call)
{
    limb_text spec = {"", 0};
    if (call->count > 1) {
        if (call->argument[1]->kind != LIMB__VALUE_TEXT) {
            return limb__raise(eval, "TypeError", "format() argument 2 must be str");
        }
        spec = call->argument[1]->as.text;
    }
    return limb__format_value(eval, call->argument[0], spec);
}

static limb__value *function_complex(limb__eval *eval, limb__call *call)
{
    (void)call;
    return limb__raise(eval, "TypeError", "complex numbers are not supported");
}
