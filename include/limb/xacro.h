// xacro: a robot written with properties, macros, conditions and includes, expanded to plain XML.
//
// No ROS and no Python is needed. The language is that of ros/xacro (ROS 2); docs/xacro.md
// describes it. The expansion records the origin of each element and value, so that findings about
// the robot point into the original files:
//
//     limb_xacro *xacro;
//     limb_status status = limb_xacro_load(&xacro, "arm.urdf.xacro", &opts);
//     if (status == LIMB_OK) {
//         const limb_load_opts load = {.report = report, .file = limb_xacro_name(xacro)};
//         status = limb_robot_parse(&robot, xacro->text, xacro->size, &load);
//         limb_xacro_relocate(xacro, report);
//     }
//     limb_xacro_free(xacro);
//
// Threads: any number may expand at once, each with its own report, and any number may
// read one limb_xacro.
#ifndef LIMB_XACRO_H
#define LIMB_XACRO_H

#include "limb/base.h"
#include "limb/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_xacro_argument { // name:=value of the command line
    const char *name;
    const char *value;
} limb_xacro_argument;

// Receives one name of a folder's content.
typedef void limb_xacro_name_fn(void *list, const char *name);

// How an expansion accesses files, packages and the environment; each may be NULL.
typedef struct limb_xacro_host {
    void *ctx;
    // Reads the whole file into one block of size + 1 bytes from memory, the last of them NUL.
    // LIMB_ERROR_IO: it does not exist or cannot be read. Default: the file system.
    limb_status (*read)(void *ctx, const char *path, const limb_allocator *memory, size_t max_size,
                        char **bytes, size_t *size);
    // Calls add for every name in the folder, in any order; false: it cannot be read. For includes
    // with * ? [ in their name. Default: the file system.
    bool (*list)(void *ctx, const char *folder, limb_xacro_name_fn *add, void *list);
    // The folder of a package, for $(find name); NULL: unknown. Default: no package is known.
    const char *(*find_package)(void *ctx, const char *name);
    // The value of an environment variable or NULL, for $(env NAME) and $(optenv NAME). Only names
    // that the file uses are read. Default: getenv.
    const char *(*environment)(void *ctx, const char *name);
} limb_xacro_host;

// How $(env NAME) and $(optenv NAME) behave: the values of environment variables go into the
// expansion and into every file made from it.
typedef struct limb_xacro_environment { // zero-initialize
    bool refuse;                        // both are errors
    // Receives the name of each variable whose value is used, once per use. Nullable.
    void (*took)(void *ctx, const char *name);
    void *ctx;
} limb_xacro_environment;

//---- YAML ----------------------------------------------------------------------------------------

typedef enum limb_yaml_kind {
    LIMB_YAML_DOCUMENT, // begins
    LIMB_YAML_SCALAR,
    LIMB_YAML_ALIAS,
    LIMB_YAML_LIST,    // begins
    LIMB_YAML_MAPPING, // begins; then key, value, key, value, ...
    LIMB_YAML_END      // of the innermost list or mapping
} limb_yaml_kind;

typedef struct limb_yaml_event { // texts are valid only during the call
    limb_yaml_kind kind;
    int line;           // from 1
    int column;         // from 1
    const char *anchor; // NULL: none; of an alias: what it stands for
    const char *tag;    // "!degrees" or "tag:yaml.org,2002:int"; NULL: none
    limb_text text;     // of a scalar
    bool is_plain;      // a scalar without quotes, whose form determines its type
} limb_yaml_event;

typedef struct limb_yaml_problem {
    int line;
    int column;
    char message[120];
} limb_yaml_problem;

// Receives one event; returns false to stop.
typedef bool limb_yaml_event_fn(void *ctx, const limb_yaml_event *event);

// Reads YAML 1.1 for xacro.load_yaml and passes its events on in order. LIMB_ERROR_INPUT: it is not
// YAML, *problem gives the place. limb_yaml_read is one; the library itself has none, because
// libyaml would be its only dependency besides libc.
typedef limb_status limb_yaml_fn(const char *text, size_t size, limb_yaml_event_fn *take, void *ctx,
                                 limb_yaml_problem *problem);

//---- expansion -----------------------------------------------------------------------------------

typedef struct limb_xacro_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    limb_report *report; // receives findings; NULL: only the status is returned
    const char *file;    // name in findings, and the folder in which relative includes are
                         // looked for; NULL: the path that is loaded
    const limb_xacro_argument *argument;
    int nargument;
    limb_xacro_host host;
    limb_yaml_fn *yaml; // reads YAML files, such as limb_yaml_read; NULL: loading one is an error
    const char *current_folder; // $(cwd), and the start of relative paths; NULL: that
                                // of the process

    // Files may be read below these folders, below the folder of the file itself and below every
    // package that find_package returns. Real paths count: a link may not lead out of them, except
    // to the real folder of their package.xml. NOTE: allow_outside follows any path that an
    // untrusted file names.
    const char *const *root;
    int nroot;
    bool allow_outside;

    limb_xacro_environment environment;

    bool report_unused;    // unused properties and arguments (info)
    bool report_redefined; // macros that replace another of the same name (info)

    int max_depth;    // nested elements, macro calls and includes; default 1000, in WebAssembly 400
    size_t max_stack; // bytes of the stack that nesting may take; default 96 KiB, which a thread
                      // of 128 KiB has: some 100 macro calls inside each other. A larger stack
                      // takes up to max_depth (in WebAssembly the default is 3 MiB)
    int64_t max_steps; // steps of expressions and macros; default 50 million
    size_t max_output; // bytes of the expansion; default 64 MiB
    size_t max_memory; // bytes of files, values and elements; default 512 MiB,
                       // in WebAssembly 128
    size_t max_bytes;  // of one file; default 256 MiB
    int max_errors;    // errors after which the expansion stops; default 20
} limb_xacro_opts;

typedef struct limb_xacro_parameter { // an argument that the files declare with xacro:arg
    const char *name;
    const char *value;         // as used
    const char *default_value; // as evaluated; NULL: the value was given, so the default
                               // was not evaluated
    bool is_given;
} limb_xacro_parameter;

typedef struct limb_xacro { // open to read
    const char *file;       // of the document
    const char *text;       // the expansion, NUL-terminated; NULL: it failed
    size_t size;
    int nfile;
    const char *const *path; // (nfile) files that were read or searched, the document first
    int nparameter;
    const limb_xacro_parameter *parameter; // in the order of declaration
    size_t memory;                         // bytes taken from the allocator
} limb_xacro;

// Expands a file ("-": standard input), or a text. LIMB_OK: the text is complete. LIMB_ERROR_INPUT,
// LIMB_ERROR_LIMIT, LIMB_ERROR_IO: the report gives the errors; *out then has no text but lists the
// files that were read. *out is to be freed unless it is NULL (LIMB_ERROR_MEMORY).
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_xacro_load(limb_xacro **out, const char *path,
                                                     const limb_xacro_opts *opts);
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_xacro_expand(limb_xacro **out, const char *text,
                                                       size_t size, const limb_xacro_opts *opts);
// Nullable: xacro
LIMB_API void limb_xacro_free(limb_xacro *xacro);

// Returns whether the text has a xacro: tag or declares the prefix, at any place.
LIMB_API bool limb_xacro_is(const char *text, size_t size);

//---- where it came from --------------------------------------------------------------------------

// The name under which to read the expansion, so that limb_xacro_relocate recognizes its findings.
LIMB_API const char *limb_xacro_name(const limb_xacro *xacro);

typedef struct limb_xacro_step {
    limb_span span;
    char what[96]; // "written here", "in macro \"arm\", called here", "included here"
} limb_xacro_step;

// Traces the byte of the expansion at offset: first the place where it is written, then the macro
// calls and includes that lead there, innermost first. Returns the number of steps, of which at
// most capacity are filled in.
LIMB_API int limb_xacro_trace(const limb_xacro *xacro, size_t offset, limb_xacro_step *step,
                              int capacity);

// Moves the findings about the expansion to its source files, with notes that give the macro calls
// and includes. Fixes are kept only if the text was copied unchanged.
LIMB_API limb_status limb_xacro_relocate(const limb_xacro *xacro, limb_report *report);

//---- yaml ----------------------------------------------------------------------------------------
//
// YAML: the reader for limb_xacro_opts, based on libyaml. It is a separate library (limb-yaml), so
// that liblimb needs only libc and libm.
//
// Threads: any number may read at once.

// A limb_yaml_fn. NOTE: libyaml allocates its own memory while reading, a few times the size
// of the text.
LIMB_MUST_CHECK limb_status limb_yaml_read(const char *text, size_t size, limb_yaml_event_fn *take,
                                           void *ctx, limb_yaml_problem *problem);

#ifdef __cplusplus
}
#endif
#endif // LIMB_XACRO_H
