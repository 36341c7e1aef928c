// The state shared by the steps of an expansion. One expansion is one call of limb_xacro_expand.
//
// A step that fails reports at once, with the location and its origin, and returns false (or NULL).
// The element that contains the failing step is left out and the expansion continues, so that one
// run finds all errors, unless a limit or memory ended it.
#ifndef LIMB_XACRO_EXPAND_H
#define LIMB_XACRO_EXPAND_H

#include "documents/xacro/dom.h"
#include "limb/xacro.h"

// Default limits of the nesting of an expansion and of an expression, and of the memory for values.
// A browser worker has half a megabyte of stack, of which a macro call takes up to 1 kB, and memory
// granted to a tab is never returned.
//
// The stack limit for nesting leaves a quarter of the smallest common stack (128 kB: a thread of
// musl) to the callers and to functions that do not nest. In WebAssembly it counts the stack in the
// module's memory (4 MB, LimbWasm.cmake), not that of the browser, which the depth limits.
#ifdef __wasm__
enum { LIMB__MAX_NESTING = 400, LIMB__MAX_EXPRESSION = 200, LIMB__MAX_VALUES_MB = 128 };
#else
enum { LIMB__MAX_NESTING = 1000, LIMB__MAX_EXPRESSION = 400, LIMB__MAX_VALUES_MB = 512 };
#endif
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define LIMB__WIDE_FRAMES
#endif
#endif
#ifdef __wasm__
enum { LIMB__MAX_STACK_KB = 3 << 10 };
#elif defined(LIMB__WIDE_FRAMES) || defined(__SANITIZE_ADDRESS__)
enum { LIMB__MAX_STACK_KB = 8 * 96 };
#else
enum { LIMB__MAX_STACK_KB = 96 };
#endif

typedef struct limb__table { // names to pointers, open addressing; zero-initialize
    struct limb__table_slot *slot;
    int nslot;
    int count; // slots in use, including removed names
} limb__table;

void **limb__table_add(limb__eval *eval, limb__table *table, limb_text name); // NULL: raised
void *limb__table_find(const limb__table *table, limb_text name);             // NULL: none
void limb__table_remove(limb__table *table, limb_text name);

typedef struct limb__property {
    limb__value *value; // NULL: text is evaluated when first used
    limb_text text;
    limb__origin origin; // of the text
    bool is_resolving;
    bool is_failed; // its value could not be computed, which was reported; uses of it
                    // are not reported
    bool is_used;
    bool is_parameter;           // of a macro: not reported when unused
    struct limb__property *next; // list of all, for the report of unused ones
    const limb__trail *trail;    // created when a value is first taken from it
    const limb__trail *from;     // the origin of its own value
    limb_text name;
} limb__property;

typedef struct limb__scope {    // properties; blocks are stored as "*name" and "**name"
    struct limb__scope *parent; // NULL: the document's
    bool is_namespace;          // of a file included with ns="..."
    limb__table table;
} limb__scope;

typedef struct limb__macro {
    limb_text name;
    limb__dom *body;
    struct limb__macro_parameter *parameter;
    int nparameter;
    int file; // source in which it is defined
} limb__macro;

typedef struct limb__macros {
    struct limb__macros *parent; // NULL: the document's, or that of a namespace
    limb__table table;           // name to limb__macro
    limb__table spaces;          // name to limb__macros
} limb__macros;

typedef struct limb__argument {
    limb_text name;
    limb_text value;
    limb_text default_value; // data NULL: not declared, or the value was given
    bool is_given;
    bool is_declared;
    bool is_used;
    limb__origin origin; // of the declaration
    struct limb__argument *next;
} limb__argument;

typedef struct limb__file_source {
    const char *path; // as shown and as opened
    char *text;
    size_t size;
    limb__source source; // for locations; belongs to the expansion while it runs
    limb_document doc;
    const limb__frame *first_frame;
} limb__file_source;

typedef struct limb__kept limb__kept; // the internals of limb_xacro (origin.h)

typedef struct limb__expansion {
    const limb_xacro_opts *opts;
    limb_report *report;
    limb__kept *kept; // survives the expansion: sources, frames, output
    limb__arena work; // values and elements
    limb__eval eval;
    const limb__dom *root;
    limb__scope top;
    limb__macros macros;
    limb__table argument; // name to limb__argument
    limb__argument *first_argument, *last_argument;
    limb__property *first_property;
    limb__dom *stop_blank;    // the space that ends the removal of comments
    const limb__frame *frame; // open macro calls and includes
    limb__scope *scope;       // of the text being evaluated
    int file;                 // the current file: relative names start there
    limb__origin at;          // the text being evaluated
    const limb__trail *used;  // the property that the current text used first
    const limb__trail *from;  // the same for the text evaluated last
    int depth;
    int nerror;
    limb__table reported;          // rule, place and message of every finding
    limb__table remembered;        // paths in the list of files
    limb__origin noted;            // of the finding or note added last
    bool is_broken;                // an error was reported
    bool is_suppressed;            // the last finding was not added, so its notes are
                                   // not added either
    bool is_incomplete;            // a file could not be included
    bool is_stopped;               // continuing is useless
    limb_status status;            // LIMB_OK until a limit or memory ends it
    struct limb__pending *pending; // properties being resolved
} limb__expansion;

//---- text (text.c) -------------------------------------------------------------------------------

// Returns the value of a text with ${} and $(): typed if it is a single expression, else a text.
// NULL: an error was reported.
limb__value *limb__expand_text(limb__expansion *x, limb_text text, limb__scope *scope,
                               limb__origin origin);
// The same as text; data NULL: an error was reported.
limb_text limb__expand_str(limb__expansion *x, limb_text text, limb__scope *scope,
                           limb__origin origin);
// Converts numbers and booleans to typed values and strips quotes: the rules for the text
// of a property.
limb__value *limb__literal(limb__expansion *x, limb__value *value);
// Returns -1 if it is not a condition (nothing is reported).
int limb__condition(limb__expansion *x, limb__value *value);
// Evaluates $(command arguments), given without the parentheses. NULL: an error was raised.
limb__value *limb__substitute(limb__expansion *x, limb_text text); // substitution.c

//---- properties (property.c, scope.c) ------------------------------------------------------------

limb__value *limb__find_property(limb__eval *eval, void *scope, limb_text name);
limb__value *limb__find_member(limb__eval *eval, void *scope, limb_text name);
bool limb__has_member(limb__eval *eval, void *scope, limb_text name);
void *limb__scope_at_hand(limb__eval *eval);
void limb__list_properties(limb__eval *eval, void *scope, limb__known *names);
limb__property *limb__scope_find(limb__scope *scope, limb_text name);
limb__property *limb__scope_set(limb__expansion *x, limb__scope *scope, limb_text name,
                                limb__value *value, bool is_lazy, limb__origin origin);
bool limb__define_property(limb__expansion *x, limb__dom *node, limb__scope *scope);
bool limb__declare_argument(limb__expansion *x, limb__dom *node, limb__scope *scope);
limb__argument *limb__argument_add(limb__expansion *x, limb_text name);

//---- elements (expand.c, macro.c, include.c) -----------------------------------------------------

// Evaluates attributes and all children in place.
bool limb__expand_element(limb__expansion *x, limb__dom *node, limb__macros *macros,
                          limb__scope *scope);
bool limb__expand_children(limb__expansion *x, limb__dom *node, limb__macros *macros,
                           limb__scope *scope);
bool limb__define_macro(limb__expansion *x, limb__dom *node, limb__macros *macros);
bool limb__call_macro(limb__expansion *x, limb__dom *node, limb__macros *macros,
                      limb__scope *scope);
bool limb__include(limb__expansion *x, limb__dom *node, limb__macros *macros, limb__scope *scope);
void limb__remove_previous_comments(limb__expansion *x, limb__dom *node);
// Moves the declarations xmlns:name of a removed element to the one that stays.
bool limb__lift_namespaces(limb__expansion *x, limb__dom *parent, const limb__dom *from);
bool limb__is_xacro_name(limb_text name, const char *local);
// Continues after a failure that was reported, unless the expansion must stop.
void limb__recover(limb__expansion *x);
bool limb__is_xml_name(limb_text name);
int limb__order_names(limb_text a, limb_text b); // as memcmp
bool limb__is_keyword_text(limb_text text);
bool limb__text_holds(limb_text text, const char *part);
// The location of the name in a start tag.
limb__origin limb__origin_tag_name(const limb__dom *node);
void limb__table_names(const limb__table *table, limb__known *names);
// Warns once if a file uses the prefix "xacro" without declaring it on an enclosing element.
void limb__check_prefix(limb__expansion *x, const limb__dom *root);
// Returns the required attribute; NULL: missing, which was reported.
limb__dom_attr *limb__required_attr(limb__expansion *x, limb__dom *node, const char *name);
// Warns about attributes that are not in the list of names, which are separated by spaces.
void limb__check_attrs(limb__expansion *x, limb__dom *node, const char *allowed);

typedef struct limb__macro_parameter {
    limb_text name; // with its stars
    bool forwards;  // ^
    bool has_default;
    limb_text default_text;
} limb__macro_parameter;

// Removes the first parameter from the list; returns false if the list is empty.
bool limb__next_parameter(limb_text *list, limb__macro_parameter *out);

//---- files (files.c, glob.c, yaml.c) -------------------------------------------------------------

// Returns the folder of the current file. NULL: an error was raised.
const char *limb__current_folder(limb__expansion *x);
const char *limb__full_path(limb__expansion *x, limb_text name);
// Normalized absolute path, allocated in the persistent arena. NULL: an error was raised.
char *limb__absolute_path(limb__expansion *x, const char *path);
// Reads a file if access is allowed, and records it. LIMB_ERROR_INPUT: outside.
limb_status limb__read_allowed(limb__expansion *x, const char *path, char **text, size_t *size);
const char *limb__read_problem(limb_status status);
void limb__remember_file(limb__expansion *x, const char *path);
bool limb__add_root(limb__expansion *x, const char *folder);
// The same for the result of $(find), except a folder that encloses the document and is not a
// package: its name alone must not grant access.
bool limb__add_package(limb__expansion *x, const char *folder);
// Allows the real folder of a file, if the file is a link. Returns false if there is no memory.
bool limb__add_home_of(limb__expansion *x, const char *path);
// Returns the matching paths in order of name, as a list of texts. NULL: an error was raised.
limb__value *limb__glob(limb__expansion *x, const char *pattern);
limb__value *limb__load_yaml(limb__expansion *x, const char *path);
limb__value *limb__yaml_plain(limb__eval *eval, limb_text text); // yaml_scalar.c
extern const limb__function_info limb__xacro_function[];
extern const int limb__nxacro_function;

//---- reporting (report.c) ------------------------------------------------------------------------

// Adds a finding at an origin, with the calls and includes that led there. Errors are counted.
void limb__xacro_report(limb__expansion *x, limb__origin origin, limb_rule rule, const char *format,
                        ...) __attribute__((cold, format(printf, 4, 5)));
void limb__xacro_note(limb__expansion *x, limb__origin origin, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));
// Lists the parameters of a call that have neither a value nor a default.
void limb__report_missing_parameters(limb__expansion *x, const limb__dom *node,
                                     const limb__macro *macro, const bool *given);
// Notes where the macro of the last finding is defined.
void limb__note_definition(limb__expansion *x, const limb__macro *macro);
// Adds the calls and includes that led into the frame as notes of the last finding.
void limb__note_trace(limb__expansion *x, const limb__frame *frame);
// Reports the evaluator's error at the text being evaluated; returns false.
bool limb__report_error(limb__expansion *x, limb__origin origin);
// Returns part of a text's origin: exact if the text is literal.
limb__origin limb__origin_part(limb__origin origin, size_t offset, size_t size);

#endif
