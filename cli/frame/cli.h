// Shared by the commands: the table of a command, the parsed arguments, output, loading.
//
// To add a command: write cmd_<name>.c with its struct of options, its option table and
// its cli_command, and add a row to main.c. Help, manual page and completion are generated
// from the tables.
#ifndef LIMB_CLI_H
#define LIMB_CLI_H

#include "limb/limb.h"
#ifdef LIMB_DRACO_BUILT
#include "limb/mesh.h"
#define CLI_DRACO limb_draco_decode // for limb_mesh_opts
#else
#define CLI_DRACO NULL
#endif
#ifdef LIMB_YAML_BUILT
#include "limb/xacro.h"
#define CLI_YAML limb_yaml_read // for limb_xacro_opts
#else
#define CLI_YAML NULL
#endif

#include <stddef.h>
#include <stdio.h>

// Exit codes of every command. The table in test/cli/check_status.py has their meaning for each.
enum {
    CLI_OK = 0,
    CLI_FINDINGS = 1, // the input has errors, or the answer is negative: links touch, a
                      // file would change
    CLI_USAGE = 2,    // wrong arguments
    CLI_UNREADABLE =
        3 // a file cannot be read or written, there is no memory, or something that the
          // answer should hold is left out of it (cli_leave_out)
};

//---- options (args.c) ----------------------------------------------------------------------------

typedef struct cli_list { // for a repeatable option, and for operands
    const char **item;
    int count;
} cli_list;

typedef enum cli_option_kind {
    CLI_FLAG,         // bool
    CLI_TEXT,         // const char *
    CLI_CHOICE,       // const char *, one of choices
    CLI_POSITIVE_INT, // int, above 0: 0 means not given
    CLI_INT,          // int, not negative
    CLI_NUMBER,       // double
    CLI_POSITIVE,     // double, finite and above 0: 0 means not given
    CLI_MANY,         // cli_list
    CLI_MAYBE_INT,    // int, above 0 or CLI_NO_VALUE: the value is optional
    CLI_REST          // cli_list: all arguments up to "--" or the last
} cli_option_kind;
enum { CLI_NO_VALUE = -1 };

typedef struct cli_option {
    char letter;      // 'o' for -o; 0: none
    const char *name; // "output" for --output
    cli_option_kind kind;
    size_t field;        // offset of the value in the command's struct of options
    const char *value;   // its name in the help, "FILE"; NULL for flags
    const char *choices; // CLI_CHOICE: "text|json"; the first is the default
    const char *help;    // no capital at the start, no stop at the end
} cli_option;

typedef struct cli_example {
    const char *command; // "limb check arm.urdf"
    const char *meaning;
} cli_example;

typedef enum cli_operand_kind { // for completion
    CLI_FILES,
    CLI_EDITS, // a file, then a verb of limb edit and its words
    CLI_RULES,
    CLI_COMMANDS,
    CLI_SHELLS
} cli_operand_kind;

struct cli_verb_call;
typedef struct cli_verb { // of limb edit
    const char *name;
    const char *arguments; // the words after it, "JOINT [VALUE]"
    const char *help;      // no capital at the start, no stop at the end
    int min_words;         // after the verb
    int max_words;
    int (*run)(const struct cli_verb_call *call); // edit_verbs.c; returns an exit code
} cli_verb;

typedef struct cli cli;

typedef struct cli_command {
    const char *name;
    const char *operands;    // "FILE..."; "": none
    const char *summary;     // one line
    const char *description; // paragraphs, separated by empty lines; wrapped when shown
    const cli_option *option;
    int noption;
    size_t opts_size; // of the options struct, which is zeroed first
    int min_operands;
    int max_operands;    // -1: any number
    bool hidden;         // for scripts: not listed by help and completion
    bool reads_settings; // reads the .limb.yaml of each file itself
    cli_operand_kind operand_kind;
    const cli_verb *(*verb)(int index); // NULL after the last; NULL: the command has none
    const cli_example *example;
    int nexample;
    int (*run)(cli *app); // returns an exit code
} cli_command;

#define CLI_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

//---- one run of the command ----------------------------------------------------------------------

struct cli {
    const cli_command *const *command; // all of them
    int ncommand;
    const cli_command *current;
    const void *opts; // the current command's struct of options, filled
    cli_list operand;
    cli_list argument;         // NAME:=VALUE, for a xacro file
    const char *const *folder; // (nfolder) of packages, from the .limb.yaml of the first operand
    int nfolder;
    bool color_out; // use color on standard output and standard error
    bool color_err;
    bool utf8;                  // the terminal's character set
    struct cli_paths *included; // files read by xacro, which no output may replace
    struct cli_paths *variable; // environment variables whose values a xacro file used
    bool *is_partial;           // cli_leave_out was called
};

int cli_main(const cli_command *const *command, int ncommand, int argc, char **argv);
const cli_command *cli_find_command(const cli *app, const char *name); // NULL: none

// Fills opts (zeroed, opts_size bytes) and operand from the arguments after the command's name.
// Lists point into pool, which must have capacity for argc * (noption + 2) texts. Returns CLI_OK,
// or CLI_USAGE after reporting an error, or -1 if help was requested.
int cli_parse(cli *app, int argc, char **argv, void *opts, const char **pool, const char **color);

//---- messages and output (out.c) -----------------------------------------------------------------

// Prints "limb check: message" on standard error.
void cli_message(const cli *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Prints the meaning of the status. Returns the exit code: CLI_FINDINGS for LIMB_ERROR_INPUT,
// else CLI_UNREADABLE.
int cli_fail(const cli *app, limb_status status);
// Records that a required mesh, shape or texture could not be read and is missing from the output.
// The output is still written, and a message names the missing part.
void cli_leave_out(const cli *app);
// Returns the exit code of a run: CLI_OK becomes CLI_UNREADABLE if something was left out, since
// what could not be checked is a failure, never a pass. Wrong input and a negative answer (links
// touch, with or without the missing shape) keep their code.
int cli_exit_code(const cli *app, int code);
// Prints a message and a reference to the help. Returns CLI_USAGE.
int cli_usage(const cli *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Prints one of many similar messages, of which only the first 20 are shown; *nmessage counts
// them, from 0.
void cli_message_alike(const cli *app, int *nmessage, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Prints "and 480 more" after the last of them, unless all were shown.
void cli_message_rest(const cli *app, int nmessage, const char *of_what);

void cli_out_init(cli *app);
void cli_out_color(cli *app, const char *when); // "auto", "always" or "never"
// Flushes standard output; returns CLI_UNREADABLE after a failed write (full disk).
int cli_out_close(const cli *app, int code);
int cli_terminal_width(FILE *stream); // 0: not a terminal

limb_status cli_write(void *file, const void *bytes, size_t size); // a limb_write_fn over FILE *

// A progress bar on standard error, shown only on a terminal and only after a second.
typedef struct cli_progress {
    const char *what; // "checking"
    int total;
    double started; // s
    double shown;
    bool visible;
} cli_progress;
void cli_progress_start(cli_progress *progress, const char *what, int total);
void cli_progress_step(cli_progress *progress, int done);
void cli_progress_end(cli_progress *progress);

// Explains how to locate packages, after one was not found.
void cli_hint_packages(const cli *app);
// Returns "" for 1, else "s", as in "1 error", "2 errors".
const char *cli_plural(int count);
// Makes a name safe for a terminal: control characters become "?"; a name that is too
// long is truncated.
enum { CLI_NAME_SIZE = 160 };
const char *cli_visible(const char *name, char text[CLI_NAME_SIZE]);
// The same for text of any length, keeping tabs. The text ends with a NUL after its size bytes.
void cli_put_visible(FILE *out, const char *text, size_t size);

//---- until Ctrl-C (until.c) ----------------------------------------------------------------------

// Makes Ctrl-C and SIGTERM only set the result of cli_ended.
void cli_catch_signals(void);
bool cli_ended(void);

// Checks whether files changed on disk since the last check; a change counts once no file has
// changed for one check.
struct cli_paths;
typedef struct cli_watch { // zero-initialize
    uint64_t state;        // of all files: times and sizes
    bool known, moving;
} cli_watch;
bool cli_watch_look(cli_watch *watch, const struct cli_paths *files);
// Sets other files to watch, which is not a change by itself. Changes of the previous files since
// the last check still count.
void cli_watch_others(cli_watch *watch, const struct cli_paths *before,
                      const struct cli_paths *files);

//---- files (file.c) ------------------------------------------------------------------------------

typedef struct cli_buffer { // zero-initialize
    char *data;             // with a NUL after the last byte; NULL while empty
    size_t size;
    size_t capacity;
    bool failed; // memory ran out: the content is incomplete
} cli_buffer;
limb_status cli_buffer_write(void *buffer, const void *bytes, size_t size); // a limb_write_fn
// Appends text, or the value of an attribute in double quotes; characters not allowed in
// XML are omitted.
void cli_buffer_write_xml(cli_buffer *buffer, const char *text);
// Returns false, after a message, if memory ran out while the buffer was written.
bool cli_buffer_is_whole(const cli *app, const cli_buffer *buffer);
void cli_buffer_free(cli_buffer *buffer);

// Returns the displayed name of an operand: "<stdin>" for "-".
const char *cli_file_name(const char *path);
// Returns whether it is "-" or below /dev, as for a shell's <(command): the name does not
// indicate the content.
bool cli_is_stream(const char *path);
bool cli_has_extension(const char *path, const char *extension); // ".urdf", in any case
// Returns whether the output has one of the extensions, ".dot|.gv", or is a stream. False,
// after a message.
bool cli_check_extension(const cli *app, const char *path, const char *extensions);
// Reads a file, or standard input for "-". False: errno gives the reason; EFBIG: more than 257 MiB.
bool cli_read_file(const char *path, cli_buffer *out);
// The same, but reads the first 257 MiB of a longer file, for callers that report
// the limit themselves.
bool cli_read_start(const char *path, cli_buffer *out);
// Reads a text file, such as a table; a NUL byte is an error. Returns an exit code,
// after a message.
int cli_read_text(const cli *app, const char *path, cli_buffer *out);
bool cli_is_file(const char *path);                  // a regular one
bool cli_is_same_file(const char *a, const char *b); // both names lead to one regular file
// Writes to a file, or to standard output if path is NULL or "-". A regular file is written beside
// the target and then moved there, so that a failure keeps the old content. Returns an exit code.
int cli_save(const cli *app, const char *path, const void *bytes, size_t size);
// The same for a file that is written back: fails, with a message, unless it still has the content
// that was read. Input from standard input goes to standard output.
int cli_save_back(const cli *app, const char *path, limb_text before, const void *bytes,
                  size_t size);
// As cli_save, for output that is not a robot, such as a table: never replaces a robot
// or an operand.
int cli_save_result(const cli *app, const char *path, const void *bytes, size_t size);
// Refuses, with a message, a path that cli_save_result would refuse. path: NULL is standard output.
int cli_may_save_result(const cli *app, const char *path);
// As cli_save_back, for text that is itself a source: the other functions refuse to replace a xacro
// file of the command line and its includes, because their text comes from the expansion.
int cli_save_source(const cli *app, const char *path, limb_text before, const void *bytes,
                    size_t size);
#define CLI_XACRO_STAYS "%s is xacro, and its expansion must not replace it: use -o"

// Creates the folders of the file if they are missing. Returns an exit code.
int cli_make_folders(const cli *app, const char *path);

typedef struct cli_paths { // zero-initialize
    char **item;
    int count;
    int capacity;
} cli_paths;
// Adds the operand, or, for a folder, all .urdf files below it in order of name; in a git work
// tree those that git does not ignore. False, after a message: a folder cannot be read or has
// no such file.
bool cli_collect_paths(const cli *app, cli_paths *paths, const char *operand);
bool cli_paths_add(cli_paths *paths, const char *path); // false: no memory
void cli_paths_free(cli_paths *paths);

//---- reading robots (load.c) ---------------------------------------------------------------------

// A .urdf file, or a .xacro file with the run's arguments: the arguments of limb_robot_file_load
// other than the load options, with the packages of the command's --package.
typedef struct cli_robot_opts {
    limb_robot_file_opts file;
    limb_xacro_argument *argument;
    struct cli_packages *packages; // of the command's --package
} cli_robot_opts;
// Returns an exit code, after a message.
int cli_robot_opts_init(const cli *app, cli_robot_opts *opts);
void cli_robot_opts_free(cli_robot_opts *opts);
// Prints findings as text on standard error. False, after a message: some were lost or not printed.
bool cli_print_findings(const cli *app, const limb_report *report, limb_severity min_severity);
// Reads one robot for a command that needs a valid one. Findings go to standard error: errors
// if the robot is rejected, otherwise only a line that counts them. Returns CLI_OK,
// CLI_FINDINGS or CLI_UNREADABLE.
int cli_load_robot(const cli *app, const char *path, limb_robot **robot);
// The same; also adds all files that were read or searched to a list, to be watched.
int cli_load_robot_files(const cli *app, const char *path, limb_robot **robot, cli_paths *files);
// The option of commands whose output is handed on; cli_robot_opts_init looks it up.
#define CLI_ENVIRONMENT_OPTION(type, member)                                                       \
    {                                                                                              \
        0, "no-env", CLI_FLAG, offsetof(type, member), NULL, NULL,                                 \
            "reject a xacro file that reads environment variables"                                 \
    }
// Prints which environment variables have their values in the output that was written, if any.
void cli_list_variables(const cli *app, const char *output);
// Adds the files read by xacro, except the file itself, to app->included. False: no memory.
bool cli_note_included(const cli *app, const char *const *path, int count);
// The same for a command that works on the text: the robot may have errors, as long as the XML can
// be read, and nothing is reported.
int cli_load_document(const cli *app, const char *path, limb_robot **robot);

//---- SRDF (srdf.c) -------------------------------------------------------------------------------

// Reads an SRDF file; its text goes to *source unless that is NULL, also when it is refused.
// Returns an exit code, after a message.
int cli_load_srdf(const cli *app, const char *path, cli_buffer *source, limb_srdf **srdf);

//---- joint values (joints.c) ---------------------------------------------------------------------

// The quantity of a number, which determines the allowed units.
typedef enum cli_quantity { CLI_ANGLE, CLI_LENGTH, CLI_PURE } cli_quantity;

// Stores the values of "shoulder=0.5,elbow=-30deg,slide=12mm" in q (nq). False, after a message: a
// joint or value is wrong. Values outside the limits are used, with a message. The robot (may be
// NULL) is used to report joints that do not move.
bool cli_joints_parse(const cli *app, const limb_robot *robot, const limb_model *model,
                      const char *text, double *q);
// The same for velocities, accelerations or torques (nv).
bool cli_rates_parse(const cli *app, const limb_model *model, const char *text, double *v);
bool cli_efforts_parse(const cli *app, const limb_model *model, const char *text, double *tau);
// Parses exactly count numbers, separated by spaces or commas, each with an optional unit.
bool cli_vector_parse(const char *text, int count, cli_quantity quantity, double *out);
// Parses a number with an optional unit: deg, rad, mm, cm, m.
bool cli_number_parse(const char *text, cli_quantity quantity, double *value);

//---- packages (packages.c) -----------------------------------------------------------------------

// Both options fill one list: NAME=DIR is a package, DIR alone a folder of packages.
#define CLI_PACKAGE_OPTIONS(type, member)                                                          \
    {0,                                                                                            \
     "package",                                                                                    \
     CLI_MANY,                                                                                     \
     offsetof(type, member),                                                                       \
     "NAME=DIR",                                                                                   \
     NULL,                                                                                         \
     "the folder of a package; may be repeated"},                                                  \
    {                                                                                              \
        0, "packages", CLI_MANY, offsetof(type, member), "DIR", NULL,                              \
            "a folder of packages; may be repeated"                                                \
    }

typedef struct cli_packages { // from --package NAME=DIR and --packages DIR
    limb_package *item;
    const char **folder;
    limb_resolve_opts resolve; // both; what the command hands to the library
} cli_packages;
// Returns an exit code, after a message.
int cli_packages_parse(const cli *app, const cli_list *list, cli_packages *out);
void cli_packages_free(cli_packages *packages);

//---- links that --link names (links.c) -----------------------------------------------------------

// Returns -1 after reporting a missing link with a suggestion.
int cli_find_link(const cli *app, const limb_robot *robot, const char *name);
bool cli_links_exist(const cli *app, const limb_robot *robot,
                     const cli_list *name); // false: an error was reported
// An empty list selects all.
bool cli_link_is_chosen(const cli_list *name, const limb_link *link);

//---- scenes: a robot with its meshes (scene.c) ---------------------------------------------------

// Appearance of meshes.
typedef struct cli_looks {
    bool urdf_colors, own_materials;
    const char *gltf_up;
} cli_looks;
limb_gltf_up cli_gltf_up(const cli_looks *looks);
#define CLI_LOOKS_OPTIONS(type, member)                                                            \
    {0,                                                                                            \
     "urdf-colors",                                                                                \
     CLI_FLAG,                                                                                     \
     offsetof(type, member.urdf_colors),                                                           \
     NULL,                                                                                         \
     NULL,                                                                                         \
     "URDF colors replace the materials of meshes, as in RViz since 2026"},                        \
        {0,                                                                                        \
         "own-materials",                                                                          \
         CLI_FLAG,                                                                                 \
         offsetof(type, member.own_materials),                                                     \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "show each visual with its own definition of a material name; default: the "              \
         "first definition, as in ROS"},                                                           \
    {                                                                                              \
        0, "gltf-up", CLI_CHOICE, offsetof(type, member.gltf_up), "AXIS", "fit|stored|y",          \
            "orientation of glTF meshes: as stored, rotated from y-up to z-up, or as fits the "    \
            "links"                                                                                \
    }

typedef struct cli_scene_opts {
    cli_list package;
    cli_looks looks;
    const char *joints;
    bool no_visual, no_collision, frames, inertia, animate;
    bool show_something; // also show collision shapes of a robot without visual ones
} cli_scene_opts;

// Names the meshes that could not be loaded completely, as "left out" or "missing", and explains
// how to locate packages if one was not found. Records them as left out.
void cli_report_meshes(const cli *app, const limb_robot_meshes *meshes, const char *what);

// The textures of a scene, and the file of each (pictures.c).
typedef struct cli_pictures { // zero-initialize
    const cli *app;
    limb_robot_meshes *meshes;
    cli_paths uri;
    uint64_t *hash; // of the bytes of each uri (uri.count)
    int nmessage;   // textures that could not be used
} cli_pictures;
// A limb_find_image_fn for cli_pictures; reports pictures that are missing or unusable.
limb_status cli_find_picture(void *pictures, const char *uri, const limb_allocator *memory,
                             void **bytes, size_t *size);
// Reports a picture that was found but could not be drawn.
void cli_report_picture(cli_pictures *pictures, const void *bytes, size_t size, const char *reason);
void cli_pictures_free(cli_pictures *pictures);

// Builds the GLB of the posed robot; to be released with limb_glb_free. Missing meshes and pictures
// are reported on standard error. Returns an exit code; pictures are to be freed in any case.
int cli_scene_build(const cli *app, const char *path, const cli_scene_opts *opts, limb_glb **glb,
                    cli_pictures *pictures);

//---- help, made from the tables ------------------------------------------------------------------

void cli_print_overview(const cli *app, FILE *out);                         // help.c
void cli_print_help(const cli *app, const cli_command *command, FILE *out); // help.c
void cli_print_usage(const cli_command *command, FILE *out);                // help.c
// Returns the choices of an option, "text, json; default text". Empty for an
// option without choices.
enum { CLI_CHOICES_SIZE = 200 };
const char *cli_choices_text(const cli_option *option, char text[CLI_CHOICES_SIZE]); // help.c
void cli_print_page(const cli *app, const char *markdown);                           // page.c
void cli_print_man(const cli *app, const cli_command *command, FILE *out);           // man.c
bool cli_print_completion(const cli *app, const char *shell, FILE *out);             // completion.c
extern const cli_option cli_common_option[];                                         // args.c
extern const int cli_ncommon_option;

#endif
