// Reads trajectories and tables from CSV files.
#include "robot/trajectory.h"

typedef struct remark {
    const cli *app;
    const char *path;
} remark;

static void print_note(void *ctx, int line, const char *message);
static int exit_code(const cli *app, limb_status status);

int cli_trajectory_load(const cli *app, const char *path, const cli_motion *motion,
                        limb_trajectory **out)
{
    cli_buffer text = {0};
    remark r = {app, cli_file_name(path)};
    *out = NULL;
    const int code = cli_read_text(app, path, &text);
    if (code != CLI_OK) return code;
    const limb_trajectory_opts opts = {.start = motion->q, .note = print_note, .note_ctx = &r};
    const limb_status status =
        limb_trajectory_parse(out, motion->model, text.data, text.size, &opts);
    cli_buffer_free(&text);
    return exit_code(app, status);
}

int cli_table_load(const cli *app, const char *path, limb_table **out)
{
    cli_buffer text = {0};
    remark r = {app, cli_file_name(path)};
    *out = NULL;
    const int code = cli_read_text(app, path, &text);
    if (code != CLI_OK) return code;
    const limb_table_opts opts = {.note = print_note, .note_ctx = &r};
    const limb_status status = limb_table_parse(out, text.data, text.size, &opts);
    cli_buffer_free(&text);
    return exit_code(app, status);
}

static void print_note(void *ctx, int line, const char *message)
{
    const remark *r = ctx;
    if (line > 0)
        cli_message(r->app, "%s:%d: %s", r->path, line, message);
    else
        cli_message(r->app, "%s: %s", r->path, message);
}

// Returns the exit code of a status. Mistakes in the table were printed as notes.
static int exit_code(const cli *app, limb_status status)
{
    if (status == LIMB_OK) return CLI_OK;
    if (status == LIMB_ERROR_INPUT || status == LIMB_ERROR_LIMIT) return CLI_FINDINGS;
    return cli_fail(app, status);
}
