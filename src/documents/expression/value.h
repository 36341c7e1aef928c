// Values of xacro expressions: the Python types of properties, arguments and YAML files.
//
// Values are allocated in one arena and never freed individually. Lists, dictionaries and sets are
// changed in place by their methods; all other values are constant. A function that fails returns
// NULL (or false) after limb__raise; only the first error is kept.
#ifndef LIMB_EXPRESSION_VALUE_H
#define LIMB_EXPRESSION_VALUE_H

#include "base/arena.h"
#include "base/text.h"

typedef enum limb__value_kind {
    LIMB__VALUE_NONE,
    LIMB__VALUE_BOOL,
    LIMB__VALUE_INT,
    LIMB__VALUE_FLOAT,
    LIMB__VALUE_TEXT,
    LIMB__VALUE_LIST,
    LIMB__VALUE_TUPLE,
    LIMB__VALUE_DICT,
    LIMB__VALUE_SET,
    LIMB__VALUE_FROZENSET,
    LIMB__VALUE_RANGE,
    LIMB__VALUE_SLICE,
    LIMB__VALUE_ITERATOR, // result of map, zip, filter, enumerate and reversed: the remaining items
    LIMB__VALUE_VIEW,     // keys, values and items of a dictionary
    LIMB__VALUE_FUNCTION, // built-in
    LIMB__VALUE_METHOD,   // a method bound to its object
    LIMB__VALUE_LAMBDA,
    LIMB__VALUE_TYPE,   // str, int, list, ... : call it to convert
    LIMB__VALUE_MODULE, // math, python, xacro
    LIMB__VALUE_SCOPE,  // the properties of a file included with ns="...", or vars()
    LIMB__VALUE_BLOCK   // an XML element: not usable in an expression
} limb__value_kind;

typedef struct limb__value limb__value;
struct limb__eval;
struct limb__call;

typedef limb__value *limb__function(struct limb__eval *eval, struct limb__call *call);

typedef struct limb__function_info {
    const char *name;
    limb__function *run;
    int min_args;
    int max_args;        // positional and keyword arguments together; -1: any number
    const char *keyword; // names of the arguments, separated by spaces, or NULL: positional only
} limb__function_info;

typedef struct limb__items { // of a list, tuple or iterator
    limb__value **item;
    int count;
    int capacity;
} limb__items;

typedef struct limb__dict { // in order of insertion; a set has no values
    limb__value **key;      // NULL: removed
    limb__value **value;    // NULL for a set
    int count;              // entries, including removed ones
    int used;               // entries without removed ones
    int capacity;
    int32_t *slot; // open addressing, -1: free; NULL for few entries
    int nslot;
} limb__dict;

struct limb__value {
    uint8_t kind;
    bool dotted; // list or dictionary from YAML: d.key reads d["key"], also in nested values
    bool shared; // list or dictionary: its content belongs to another value and is
                 // copied before changes
    bool is_big; // text: an integer of more than 64 bits, which can be printed but
                 // not computed with
    union {
        int64_t integer; // bool, int
        double number;
        limb_text text; // UTF-8
        limb__items items;
        limb__dict *dict;
        struct {
            int64_t start, stop, step;
        } range;
        limb__value *slice[3]; // start, stop, step; None if omitted
        struct {
            limb__value **item;
            int count;
            int next;
        } iterator;
        struct {
            limb__value *dict;
            int what; // 0 keys, 1 values, 2 items
        } view;
        const limb__function_info *function;
        struct {
            const limb__function_info *function;
            limb__value *self;
        } method;
        struct {
            const struct limb__node *node;
            struct limb__local *local;
        } lambda;
        limb__value_kind type;
        int module;
        void *scope;
        void *block;
    } as;
};

// Arguments of a call. Keyword arguments: name[i] belongs to argument npositional + i.
typedef struct limb__call {
    limb__value *self; // of a method
    limb__value **argument;
    int count;
    int npositional;
    const limb_text *name;
} limb__call;

typedef struct limb__eval_limits {
    size_t max_memory; // bytes of values
    int64_t max_steps; // nodes evaluated and items processed
    int max_depth;     // nested expressions, calls of lambda
    size_t max_stack;  // bytes of the caller's stack, for all nesting
} limb__eval_limits;

// Looks up names; provided by the expander. Returns NULL without an error if the name is undefined.
typedef limb__value *limb__name_fn(struct limb__eval *eval, void *ctx, limb_text name);

struct limb__known;
struct limb__python;

typedef struct limb__eval {
    limb__arena *arena;
    const struct limb__python *python;
    limb__eval_limits limits;
    size_t held;     // bytes outside the arena that count towards the limit
    uintptr_t stack; // where the stack started
    int64_t steps;
    int depth;
    const char *error;      // NULL: none yet
    const char *error_kind; // Python's name of the exception: "TypeError"
    bool is_limit;          // memory or a limit: the expansion cannot continue
    bool is_final;          // the error was already reported, or must not be caught
    limb__name_fn *find_name;
    void *name_ctx;
    limb__name_fn *find_member; // of a LIMB__VALUE_SCOPE (ctx is its scope)
    bool (*has_member)(struct limb__eval *eval, void *scope, limb_text name); // not evaluated
    void *(*find_scope)(struct limb__eval *eval); // of the current text, for vars()
    void *host;                                   // the expansion, for the functions of xacro
    const limb__function_info *host_function;     // of the module xacro
    int nhost_function;
    void (*list_names)(struct limb__eval *eval, void *scope, struct limb__known *names);
    const char *(*deprecated)(struct limb__eval *eval, const char *name, const char *module);
    limb__value none, yes, no;
} limb__eval;

// python (python.h) has the built-in names and methods; builtins.h has those of Python.
void limb__eval_init(limb__eval *eval, limb__arena *arena, const struct limb__python *python,
                     const limb__eval_limits *limits);

// Records the error and returns NULL.
void *limb__raise(limb__eval *eval, const char *kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void *limb__raise_memory(limb__eval *eval);
void *limb__raise_too_large(limb__eval *eval); // beyond max_memory
// Counts work; returns false if the limit is reached.
bool limb__step(limb__eval *eval, int64_t count);

// Counts reading all bytes of a text.
static inline bool limb__step_text(limb__eval *eval, limb_text text)
{
    enum { BYTES_PER_STEP = 64 };
    return limb__step(eval, (int64_t)(text.size / BYTES_PER_STEP));
}

static inline size_t limb__used_stack(const limb__eval *eval)
{
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return here < eval->stack ? eval->stack - here : here - eval->stack;
}

// Returns whether the stack suffices for one more level of recursion. Depth limits count levels of
// different kinds, which may nest in each other; the stack is the actual limit.
static inline bool limb__has_stack(const limb__eval *eval)
{
    return limb__used_stack(eval) < eval->limits.max_stack;
}

// The same for a level that evaluates expressions: an eighth is reserved for them, so that an
// endless macro is reported as such and not as an error of the last expression in it.
static inline bool limb__has_stack_for_expressions(const limb__eval *eval)
{
    return limb__used_stack(eval) < eval->limits.max_stack - eval->limits.max_stack / 8;
}

//---- suggestions (suggest.c) ---------------------------------------------------------------------

typedef struct limb__known { // known names; zero-initialize, except the arena
    limb__arena *arena;
    const char **name;
    int count, capacity;
} limb__known;
void limb__known_add(limb__known *names, limb_text name);
void limb__known_add_word(limb__known *names, const char *word); // not copied
void limb__known_add_keys(limb__known *names, const limb__value *dict);

typedef struct limb__suggestion { // three texts, for "%s%s%s"
    const char *before, *name, *after;
} limb__suggestion;
limb__suggestion limb__known_nearest(const limb__known *names, limb_text wanted);
// Returns the nearest name; if none is similar, the first few of all: "; it has a, b, ...".
limb__suggestion limb__known_nearest_or_list(const limb__known *names, limb_text wanted);

//---- making (value.c) ----------------------------------------------------------------------------

void *limb__take(limb__eval *eval, size_t size); // from the arena within the limit; NULL: an
                                                 // error was raised
limb__value *limb__value_new(limb__eval *eval, limb__value_kind kind);
limb__value *limb__value_bool(limb__eval *eval, bool value);
limb__value *limb__value_int(limb__eval *eval, int64_t value);
limb__value *limb__value_float(limb__eval *eval, double value);
limb__value *limb__value_text(limb__eval *eval, const char *text, size_t size);      // copied
limb__value *limb__value_text_kept(limb__eval *eval, const char *text, size_t size); // borrowed
limb__value *limb__value_list(limb__eval *eval, limb__value_kind kind, int capacity);
enum { LIMB__MAX_ITEMS = 50000000 }; // per list
bool limb__list_add(limb__eval *eval, limb__value *list, limb__value *item);
limb__value *limb__value_function(limb__eval *eval, const limb__function_info *info);
// A list or dictionary inside one from YAML is also dotted.
limb__value *limb__value_wrap(limb__eval *eval, const limb__value *outer, limb__value *inner);
// The same content, accessible as d.key.
limb__value *limb__value_dotted(limb__eval *eval, const limb__value *value);
// Copies shared content before a list or dictionary is changed. False: an error was raised.
bool limb__value_own(limb__eval *eval, limb__value *value);

//---- dictionaries and sets (dict.c) --------------------------------------------------------------

limb__value *limb__value_dict(limb__eval *eval, limb__value_kind kind);
// False: an error was raised (a key that cannot be hashed, memory).
bool limb__dict_set(limb__eval *eval, limb__value *dict, limb__value *key, limb__value *value);
// Returns the entry; -1: none, -2: an error was raised.
int limb__dict_find(limb__eval *eval, const limb__value *dict, const limb__value *key);
limb__value *limb__dict_find_text(limb__eval *eval, const limb__value *dict, limb_text key);
void limb__dict_remove(limb__value *dict, int entry);

//---- asking (value.c, compare.c) -----------------------------------------------------------------

const char *limb__type_name(const limb__value *value); // "int", "str", ...
const char *limb__kind_name(limb__value_kind kind);
bool limb__is_number(const limb__value *value); // bool, int or float
bool limb__is_int(const limb__value *value);    // bool or int
double limb__as_double(const limb__value *value);
bool limb__text_is(const limb__value *value, const char *text);
bool limb__value_true(limb__eval *eval, const limb__value *value, bool *result);
// Returns len(value); -1: an error was raised.
int64_t limb__value_length(limb__eval *eval, const limb__value *value);
int limb__value_equal(limb__eval *eval, const limb__value *a, const limb__value *b); // -1: raised
// Compares two values; returns <: -1, ==: 0, >: 1, unordered (NaN): 2, an error was raised: -2.
int limb__value_order(limb__eval *eval, const limb__value *a, const limb__value *b,
                      const char *operation);
int limb__value_contains(limb__eval *eval, limb__value *holder, const limb__value *item);
bool limb__value_is(const limb__value *a, const limb__value *b);

// Returns the items of anything iterable as an array; an iterator is consumed. NULL: an
// error was raised.
limb__value **limb__value_items(limb__eval *eval, limb__value *value, int *count);

//---- as text (print.c) ---------------------------------------------------------------------------

// str() and repr() into a builder limited by the eval's arena; false: an error was raised.
bool limb__print_str(limb__eval *eval, limb__builder *out, limb__value *value);
bool limb__print_repr(limb__eval *eval, limb__builder *out, limb__value *value);
void limb__print_float(limb__builder *out, double value); // as Python's repr
// The text of str(value), in the arena; data NULL: an error was raised.
limb_text limb__value_str(limb__eval *eval, limb__value *value);
limb_text limb__value_repr(limb__eval *eval, limb__value *value);
void limb__eval_builder(limb__eval *eval, limb__builder *out);
// Converts the builder's text to a value in the arena; frees the builder.
limb__value *limb__builder_value(limb__eval *eval, limb__builder *builder);

//---- numbers from text (number.c) ----------------------------------------------------------------

// As Python's int(text, base) and float(text): surrounding white space, sign, '_' between digits.
bool limb__parse_int(limb_text text, int base, int64_t *value, bool *overflow);
bool limb__parse_float(limb_text text, double *value);
limb__value *limb__value_big(limb__eval *eval, limb_text text); // decimal, more than 64 bits
limb_text limb__trim(limb_text text);                           // white space at both ends
// Returns the size of the white space, as in Python's str.isspace(), at the start or before the
// end; 0: none.
size_t limb__space_at(const char *at, const char *end);
size_t limb__space_before(const char *begin, const char *at);
// Prints digits after the point, correctly rounded in any locale; form is 'f', 'e' or 'g'.
void limb__print_fixed(limb__builder *out, double value, char form, int precision, bool alternate);
double limb__round_to(double value, int digits); // half to even on the exact decimal value

//---- formatting (format.c) -----------------------------------------------------------------------

limb__value *limb__format_braces(limb__eval *eval, limb_text format, const limb__call *call);
limb__value *limb__format_value(limb__eval *eval, limb__value *value, limb_text spec);

//---- operators (operators.c, subscript.c) --------------------------------------------------------

typedef enum limb__operator {
    LIMB__OP_ADD,
    LIMB__OP_SUB,
    LIMB__OP_MUL,
    LIMB__OP_DIV,
    LIMB__OP_FLOOR,
    LIMB__OP_MOD,
    LIMB__OP_POW,
    LIMB__OP_AND,
    LIMB__OP_OR,
    LIMB__OP_XOR,
    LIMB__OP_LEFT,
    LIMB__OP_RIGHT,
    LIMB__OP_NEGATE,
    LIMB__OP_PLUS,
    LIMB__OP_INVERT
} limb__operator;

limb__value *limb__binary(limb__eval *eval, limb__operator op, limb__value *a, limb__value *b);
limb__value *limb__unary(limb__eval *eval, limb__operator op, limb__value *a);
limb__value *limb__subscript(limb__eval *eval, limb__value *value, limb__value *index);

//---- names and calls -----------------------------------------------------------------------------

// Returns the attribute of a value: methods, dotted keys, members of modules. NULL: an
// error was raised.
limb__value *limb__attribute(limb__eval *eval, limb__value *value, limb_text name);
enum { LIMB__MODULE_MATH, LIMB__MODULE_PYTHON, LIMB__MODULE_XACRO };
limb__value *limb__invoke(limb__eval *eval, limb__value *function, limb__call *call);
limb__value *limb__invoke1(limb__eval *eval, limb__value *function, limb__value *argument);
limb__value *limb__convert(limb__eval *eval, limb__value_kind type, limb__call *call);
// Returns the argument by position or keyword, NULL if omitted.
limb__value *limb__call_argument(const limb__call *call, const limb__function_info *info,
                                 int index);
limb__value *limb__call_keyword(const limb__call *call, const char *name);
// Sorts in place as list.sort(key=, reverse=). False: an error was raised.
bool limb__sort(limb__eval *eval, limb__value **item, int count, limb__value *key, bool reverse);

extern const limb__function_info limb__math_function[];
extern const int limb__nmath_function;
bool limb__math_constant(limb_text name, double *value);

//---- expressions (parse.c, eval.c) ---------------------------------------------------------------

typedef struct limb__node limb__node;
// Parses the expression to a tree in the arena; NULL: an error was raised (SyntaxError).
const limb__node *limb__parse(limb__eval *eval, const char *text, size_t size);
limb__value *limb__evaluate(limb__eval *eval, const limb__node *node);
limb__value *limb__evaluate_text(limb__eval *eval, const char *text, size_t size);
// Calls a lambda (eval.c).
limb__value *limb__invoke_lambda(limb__eval *eval, limb__value *lambda, limb__call *call);
// Returns whether it is an identifier and not a keyword of Python.
bool limb__is_identifier(limb_text text);

#endif
