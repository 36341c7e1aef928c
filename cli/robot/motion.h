// Shared by the commands that compute: a posed model with its scratch memory.
#ifndef LIMB_CLI_MOTION_H
#define LIMB_CLI_MOTION_H

#include "frame/cli.h"
#include "frame/json.h"

typedef struct cli_motion_opts {
    const char *joints;
    const char *random; // a seed
    const char *gravity;
    const char *root;
    bool floating_base;
} cli_motion_opts;

// Option table rows for a command whose options have a cli_motion_opts named motion.
#define CLI_MOTION_POSE(opts)                                                                      \
    {0,                                                                                            \
     "joints",                                                                                     \
     CLI_TEXT,                                                                                     \
     offsetof(opts, motion.joints),                                                                \
     "A=1,B=30deg",                                                                                \
     NULL,                                                                                         \
     "positions; joints not named are at zero, or in the middle of a range without "               \
     "zero"},                                                                                      \
    {                                                                                              \
        0, "random", CLI_TEXT, offsetof(opts, motion.random), "SEED", NULL,                        \
            "a random configuration within the limits; --joints overrides individual joints"       \
    }
#define CLI_MOTION_BASE(opts)                                                                      \
    {0,                                                                                            \
     "root",                                                                                       \
     CLI_TEXT,                                                                                     \
     offsetof(opts, motion.root),                                                                  \
     "LINK",                                                                                       \
     NULL,                                                                                         \
     "the link that is fixed in the world; default the file's root"},                              \
    {                                                                                              \
        0, "floating-base", CLI_FLAG, offsetof(opts, motion.floating_base), NULL, NULL,            \
            "let the root move freely: joint floating_base/x ... /qw"                              \
    }

typedef struct cli_motion {
    limb_model *model;
    limb_work *work;
    double *q;                 // (nq)
    double *v, *a, *tau, *aux; // (nv), zero
} cli_motion;

// Loads, builds and poses. Returns CLI_OK, or an exit code after reporting why.
int cli_motion_load(const cli *app, const char *path, const cli_motion_opts *opts,
                    cli_motion *motion);
// The same for a robot that is already loaded.
int cli_motion_build(const cli *app, const limb_robot *robot, const cli_motion_opts *opts,
                     cli_motion *motion);
void cli_motion_free(cli_motion *motion);

// Returns the link's index; -1 after reporting an unknown name with a suggestion, or a missing name
// with the option that sets it.
int cli_motion_link(const cli *app, const cli_motion *motion, const char *name, const char *option);
// Writes the object {"NAME": value, ...} with a member for each coordinate.
void cli_motion_json(cli_json *json, const char *key, const char *const *name, const double *value,
                     int count);
// Prints "12.300000" in a field of the given width, never "-0.000000"; from 1e15 on as "1e+20".
void cli_print_fixed(FILE *out, double value, int width, int decimals);
enum { CLI_FIXED_SIZE = 64 };
void cli_fixed_text(char text[CLI_FIXED_SIZE], double value, int decimals);
// Writes a cell of a CSV table: name and suffix, in quotes if the name has a comma, quote
// or line break.
void cli_write_cell(limb_write_fn *write, void *out, const char *name, const char *suffix);
bool cli_all_finite(const double *value, int count);
// Reports why forward dynamics has no answer at q: links without mass, or numbers that are too
// large. or_else is appended to the latter, ", or --step is too long". Returns an exit code.
int cli_motion_fail(const cli *app, const cli_motion *motion, const char *or_else);
#define CLI_TOO_LARGE                                                                              \
    "the result is not finite: gravity, velocities, torques or values of the file are too large"

#endif
