// The expansion: what its steps share. One expansion is one call of limb_xacro_expand.
//
// A step that fails reports at once, with the place and the way that led there, and returns false
// (or NULL). The element that held the failing step is left out and the expansion goes on, so that
// one run finds what it can, unless a limit or memory ended it.
#ifndef LIMB_XACRO_EXPAND_H
#define LIMB_XACRO_EXPAND_H

#include "documents/xacro/dom.h"
#include "limb/xacro.h"

// How deep an expansion and an expression may nest, and how much memory values may take, unless the
// caller says otherwise. A worker of a browser has half a megabyte of stack, of which a macro call
// takes up to 1 kB, and memory that a tab was given is not given back.
//
// The stack that nesting may take leaves a quarter of the smallest common one (128 kB: a thread of
// musl) to the callers and to what does not nest.
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
#if defined(LIMB__WIDE_FRAMES) || defined(__SANITIZE_ADDRESS__)
enum { LIMB__MAX_STACK_KB = 8 * 96 };
#else
enum { LIMB__MAX_STACK_KB = 96 };
#endif

typedef struct limb__table { // names to anything, open addressing; zero-initialize
    struct limb__table_slot *slot;
    int nslot;
    int count; // slots in use, removed names included
} limb__table;

void **limb__table_add(limb__eval *eval, limb__table *table, limb_text name); // NULL: raised
void *limb__table_find(const limb__table *table, limb_text name);             // NULL: none
void limb__table_remove(limb__table *table, limb_text name);

typedef struct limb__property {
    limb__value *value; // NULL: text is evaluated when it is first used
    limb_text text;
    limb__origin origin; // of the text
    bool is_resolving;
    bool is_failed; // its value could not be computed, which is reported: uses of it are not
    bool is_used;
    bool is_parameter;           // of a macro: not reported when unused
    struct limb__property *next; // all, for the report of unused ones
    const limb__trail *trail;    // made when a value is first taken from it
    const limb__trail *from;     // what its own value was taken from
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
    struct limb__macros *parent; // NULL: the document's, or those of a namespace
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
    limb__source source; // for places; belongs to the expansion while it runs
    limb_document doc;
    const limb__frame *first_frame;
} limb__file_source;

typedef struct limb__kept limb__kept; // what limb_xacro is inside (origin.h)

typedef struct limb__expansion {
    const limb_xacro_opts *opts;
    limb_report *report;
    limb__kept *kept; // lives on: sources, frames, output
    limb__arena work; // values and elements
    limb__eval eval;
    const limb__dom *root;
    limb__scope top;
    limb__macros macros;
    limb__table argument; // name to limb__argument
    limb__argument *first_argument, *last_argument;
    limb__property *first_property;
    limb__dom *stop_blank;    // the one blank that ends the removal of comments
    const limb__frame *frame; // macro calls and includes that are open
    limb__scope *scope;       // of the text that is evaluated
    int file;                 // the file that is processed: relative names start there
    limb__origin at;          // the text that is evaluated
    const limb__trail *used;  // the property that the text at hand used first
    const limb__trail *from;  // the same of the text that was evaluated last
    int depth;
    int nerror;
    limb__table reported;          // rule, place and message of every finding
    limb__table remembered;        // paths in the list of files
    limb__origin noted;            // of the finding or note that was added last
    bool is_broken;                // an error was reported
    bool is_suppressed;            // the last finding was not added, so its notes are not either
    bool is_incomplete;            // a file could not be included
    bool is_stopped;               // no use to go on
    limb_status status;            // LIMB_OK until a limit or memory ended it
    struct limb__pending *pending; // properties that are being resolved
} limb__expansion;

//---- text (text.c) -------------------------------------------------------------------------------

// The value of a text with ${} and $(): typed when it is one expression alone, else a text. NULL:
// reported.
limb__value *limb__expand_text(limb__expansion *x, limb_text text, limb__scope *scope,
                               limb__origin origin);
// The same as text; data NULL: reported.
limb_text limb__expand_str(limb__expansion *x, limb_text text, limb__scope *scope,
                           limb__origin origin);
// Numbers and booleans as typed values, quotes stripped: what a property makes of a text.
limb__value *limb__literal(limb__expansion *x, limb__value *value);
// -1: not a condition (nothing reported).
int limb__condition(limb__expansion *x, limb__value *value);
// $(command arguments) without the brackets. NULL: raised.
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
// Declarations xmlns:name of an element that goes are kept on the one that stays.
bool limb__lift_namespaces(limb__expansion *x, limb__dom *parent, const limb__dom *from);
bool limb__is_xacro_name(limb_text name, const char *local);
// After a failure that was reported: the next element begins afresh, unless nothing may follow.
void limb__recover(limb__expansion *x);
bool limb__is_xml_name(limb_text name);
int limb__order_names(limb_text a, limb_text b); // as memcmp
bool limb__is_keyword_text(limb_text text);
bool limb__text_holds(limb_text text, const char *part);
// The name in a start tag.
limb__origin limb__origin_tag_name(const limb__dom *node);
void limb__table_names(const limb__table *table, limb__known *names);
// Warns once when a file uses the prefix "xacro" that no element around it declares.
void limb__check_prefix(limb__expansion *x, const limb__dom *root);
// The required attribute; NULL: reported.
limb__dom_attr *limb__required_attr(limb__expansion *x, limb__dom *node, const char *name);
// Warns of attributes that are not in the list of names, separated by blanks.
void limb__check_attrs(limb__expansion *x, limb__dom *node, const char *allowed);

typedef struct limb__macro_parameter {
    limb_text name; // with its stars
    bool forwards;  // ^
    bool has_default;
    limb_text default_text;
} limb__macro_parameter;

// Takes the first parameter off the list; false: the list is empty.
bool limb__next_parameter(limb_text *list, limb__macro_parameter *out);

//---- files (files.c, glob.c, yaml.c) -------------------------------------------------------------

// The path of a name in the file that is processed. NULL: raised.
const char *limb__current_folder(limb__expansion *x);
const char *limb__full_path(limb__expansion *x, limb_text name);
// Without "." and "..", in the arena that lives on. NULL: raised.
char *limb__absolute_path(limb__expansion *x, const char *path);
// Reads a file that is allowed to be read, and remembers it. LIMB_ERROR_INPUT: outside.
limb_status limb__read_allowed(limb__expansion *x, const char *path, char **text, size_t *size);
const char *limb__read_problem(limb_status status);
void limb__remember_file(limb__expansion *x, const char *path);
bool limb__add_root(limb__expansion *x, const char *folder);
// The same for what $(find) gives, but for a folder around the document that is not a package: its
// name says nothing about who may read it.
bool limb__add_package(limb__expansion *x, const char *folder);
// The folder in which a file really is, when it is a link. False: no memory.
bool limb__add_home_of(limb__expansion *x, const char *path);
// Paths that match, in order of name, as list of texts. NULL: raised.
limb__value *limb__glob(limb__expansion *x, const char *pattern);
limb__value *limb__load_yaml(limb__expansion *x, const char *path);
limb__value *limb__yaml_plain(limb__eval *eval, limb_text text); // yaml_scalar.c
extern const limb__function_info limb__xacro_function[];
extern const int limb__nxacro_function;

//---- reporting (report.c) ------------------------------------------------------------------------

// A finding at an origin, with the way that led there. Errors are counted.
void limb__xacro_report(limb__expansion *x, limb__origin origin, limb_rule rule, const char *format,
                        ...) __attribute__((cold, format(printf, 4, 5)));
void limb__xacro_note(limb__expansion *x, limb__origin origin, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));
// Parameters of a call that are neither given nor have a default.
void limb__report_missing_parameters(limb__expansion *x, const limb__dom *node,
                                     const limb__macro *macro, const bool *given);
// Where the macro of the last finding is defined.
void limb__note_definition(limb__expansion *x, const limb__macro *macro);
// The calls and includes that led into the frame, as notes of the last finding.
void limb__note_trace(limb__expansion *x, const limb__frame *frame);
// The error of the evaluator at the text that was evaluated; false always.
bool limb__report_error(limb__expansion *x, limb__origin origin);
// Part of a text's origin: exact where the text is literal.
limb__origin limb__origin_part(limb__origin origin, size_t offset, size_t size);

#endif
