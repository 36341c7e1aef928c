// limb edit: changes a robot's file by verbs, only in the bytes concerned.
//
// All edits of one call are applied together or not at all. After each one the robot is parsed and
// checked again: an edit that would cause new errors is refused.
#include "commands/edit/edit.h"

#include <stdlib.h>
#include <string.h>

typedef struct edit_opts {
    cli_list edits;
    const char *script;
    const char *srdf;
    cli_delivery delivery;
    bool density;
    bool force;
} edit_opts;

typedef struct session {
    const cli *app;
    limb_edit *edit;
    limb_srdf *srdf;        // NULL: none
    cli_buffer srdf_before; // its text as it was read
    limb_report *before;    // findings of the robot before the current edit
    bool has_scaled;
} session;

static int run(cli *app);
static int edit_robot(const cli *app, limb_robot *robot, limb_srdf *srdf);
static int run_all(session *s);
static int run_operands(session *s);
static int run_line(session *s, const char *text, size_t size, const char *file, int number);
static int run_script(session *s, const char *path);
static int run_words(session *s, const char *const *word, int nword);
static int rename_in_srdf(const session *s, const char *verb, const char *before, size_t size);
static int say(const session *s, const char *const *word, int nword, const char *before,
               size_t size);
static int deliver(const session *s, limb_robot *robot, char *before, size_t size);
static int deliver_both(const session *s, limb_text old, limb_text made);

static const cli_option option[] = {
    {'e', "edit", CLI_MANY, offsetof(edit_opts, edits), "'VERB ARG...'", NULL,
     "an edit in one argument; may be repeated, and all are applied together"},
    {0, "script", CLI_TEXT, offsetof(edit_opts, script), "FILE", NULL,
     "edits from a file, one per line; # begins a comment"},
    {'o', "output", CLI_TEXT, offsetof(edit_opts, delivery.output), "FILE", NULL,
     "write the result to a file instead of standard output"},
    {'w', "write", CLI_FLAG, offsetof(edit_opts, delivery.write), NULL, NULL,
     "write the file back"},
    {'n', "dry-run", CLI_FLAG, offsetof(edit_opts, delivery.dry_run), NULL, NULL,
     "write nothing; print the changes as a unified diff"},
    {0, "srdf", CLI_TEXT, offsetof(edit_opts, srdf), "FILE", NULL,
     "also rename in this SRDF file (with --write or --dry-run)"},
    {0, "density", CLI_FLAG, offsetof(edit_opts, density), NULL, NULL,
     "scale: keep the density, so that masses grow with the cube of the factor"},
    {0, "force", CLI_FLAG, offsetof(edit_opts, force), NULL, NULL,
     "apply edits even if they cause new errors"},
};

static const cli_example example[] = {
    {"limb edit arm.urdf rename link tool0 flange --write", "the link and every reference to it"},
    {"limb edit arm.urdf set joint/elbow/limit upper 2.5 --dry-run", "show what would change"},
    {"limb edit left.urdf mirror y left=right -o right.urdf", "turn a left arm into a right arm"},
    {"limb edit arm.urdf -e 'lock tool_roll 90deg' -e lump -o small.urdf", "several edits"},
};

const cli_command cli_edit = {
    .name = "edit",
    .operands = "FILE [VERB ARG...]",
    .summary = "change a robot: rename, set, remove, root, lump, scale, mirror, ...",
    .description =
        "An edit changes only the bytes concerned; comments, layout and unknown elements "
        "stay. All edits of one call are applied together or not at all, and an edit that would "
        "cause "
        "new errors is refused.\n\n"
        "A PATH is joint/elbow/limit, link/base/visual[2]/origin, material/red, gazebo/base or "
        "robot. lock and move also accept degrees (90deg) and millimeters (12mm).",
    .verb = cli_edit_verb_at,
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(edit_opts),
    .min_operands = 1,
    .max_operands = -1,
    .operand_kind = CLI_EDITS,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const edit_opts *opts = app->opts;
    const char *path = app->operand.item[0];
    if (!cli_delivery_check(app, &opts->delivery, path)) return CLI_USAGE;
    if (opts->srdf && !opts->delivery.write && !opts->delivery.dry_run)
        return cli_usage(app, "--srdf changes a second file: use --write or --dry-run");
    if (app->operand.count == 1 && opts->edits.count == 0 && !opts->script)
        return cli_usage(app, "no edit is given: for example \"limb edit %s rename link a b\"",
                         path);
    limb_robot *robot = NULL;
    limb_srdf *srdf = NULL;
    int code = cli_load_document(app, path, &robot);
    if (code == CLI_OK && opts->srdf) code = cli_load_srdf(app, opts->srdf, NULL, &srdf);
    if (code == CLI_OK) code = edit_robot(app, robot, srdf);
    limb_srdf_free(srdf);
    limb_robot_free(robot);
    return code;
}

static int edit_robot(const cli *app, limb_robot *robot, limb_srdf *srdf)
{
    const limb_text source = limb_document_source(robot->document);
    char *before = malloc(source.size + 1);
    session s = {.app = app, .srdf = srdf, .before = cli_findings_of(robot)};
    int code;
    limb_status status = srdf ? limb_srdf_write(srdf, cli_buffer_write, &s.srdf_before) : LIMB_OK;
    if (status == LIMB_OK) status = limb_edit_begin(&s.edit, robot);
    if (!before || !s.before || status != LIMB_OK) {
        code = cli_fail(app, LIMB_ERROR_MEMORY);
    } else {
        memcpy(before, source.data, source.size);
        code = run_all(&s);
        if (code == CLI_OK) code = deliver(&s, robot, before, source.size);
    }
    cli_buffer_free(&s.srdf_before);
    limb_report_free(s.before);
    limb_edit_free(s.edit);
    free(before);
    return code;
}

// Runs the edits of -e, then those of the script, then those of the operands.
static int run_all(session *s)
{
    const edit_opts *opts = s->app->opts;
    int code = CLI_OK;
    for (int i = 0; i < opts->edits.count && code == CLI_OK; i++)
        code = run_line(s, opts->edits.item[i], strlen(opts->edits.item[i]), NULL, 0);
    if (code == CLI_OK && opts->script) code = run_script(s, opts->script);
    if (code == CLI_OK && s->app->operand.count > 1) code = run_operands(s);
    if (code == CLI_OK && opts->density && !s->has_scaled)
        code = cli_usage(s->app, "--density applies only to scale");
    return code;
}

static int run_operands(session *s)
{
    const char *word[CLI_MAX_WORDS];
    const int count = s->app->operand.count - 1;
    if (count >= CLI_MAX_WORDS) return cli_usage(s->app, "too many words for one edit");
    for (int i = 0; i < count; i++)
        word[i] = s->app->operand.item[i + 1];
    return run_words(s, word, count);
}

static int run_script(session *s, const char *path)
{
    cli_buffer text = {0};
    int code = cli_read_text(s->app, path, &text), number = 0;
    for (size_t at = 0; code == CLI_OK && at < text.size; number++) {
        const char *end = memchr(text.data + at, '\n', text.size - at);
        const size_t size = end ? (size_t)(end - (text.data + at)) : text.size - at;
        code = run_line(s, text.data + at, size, cli_file_name(path), number + 1);
        at += size + 1;
    }
    cli_buffer_free(&text);
    return code;
}

static int run_line(session *s, const char *text, size_t size, const char *file, int number)
{
    char *line = malloc(size + 1);
    if (!line) return cli_fail(s->app, LIMB_ERROR_MEMORY);
    memcpy(line, text, size);
    line[size] = 0;
    const char *word[CLI_MAX_WORDS];
    const int count = cli_split_words(line, word);
    int code = CLI_OK;
    if (count < 0) {
        code =
            cli_usage(s->app, count == -1 ? "a quote is not closed: %.*s" : "too many words: %.*s",
                      (int)(size < 200 ? size : 200), text);
    } else if (count > 0) {
        code = run_words(s, word, count);
    }
    if (code != CLI_OK && file) cli_message(s->app, "stopped at %s:%d", file, number);
    free(line);
    return code;
}

static int run_words(session *s, const char *const *word, int nword)
{
    const limb_text source = limb_document_source(limb_edit_robot(s->edit)->document);
    const size_t source_size = source.size;
    char *before = malloc(source_size + 1);
    if (!before) return cli_fail(s->app, LIMB_ERROR_MEMORY);
    memcpy(before, source.data, source_size);
    const edit_opts *opts = s->app->opts;
    const char *with_density[] = {word[0], nword > 1 ? word[1] : "", "density"};
    const bool is_scale = strcmp(word[0], "scale") == 0;
    s->has_scaled |= is_scale;
    if (opts->density && is_scale && nword == 2) {
        word = with_density;
        nword = 3;
    }
    int code = cli_edit_verb(s->app, s->edit, word, nword);
    if (code == CLI_OK && *limb_edit_message(s->edit))
        cli_message(s->app, "%s: %s", word[0], limb_edit_message(s->edit));
    if (code == CLI_OK)
        code = cli_stage_no_worse(s->app, s->edit, &s->before, opts->force,
                                  "; --force applies it anyway");
    if (code == CLI_OK) code = say(s, word, nword, before, source_size);
    if (code == CLI_OK && s->srdf) code = rename_in_srdf(s, word[0], before, source_size);
    free(before);
    return code;
}

// Applies an edit to the SRDF file if its verb renames; these verbs keep the order of
// links and joints.
static int rename_in_srdf(const session *s, const char *verb, const char *before, size_t size)
{
    static const char *const verbs[] = {"rename", "prefix", "mirror"};
    bool renames = false;
    for (int i = 0; i < CLI_COUNT(verbs); i++)
        renames |= strcmp(verb, verbs[i]) == 0;
    if (!renames) return CLI_OK;
    limb_robot *old_robot = NULL;
    const limb_load_opts opts = {.keep_broken = true, .skip_checks = true};
    limb_status status = limb_robot_parse(&old_robot, before, size, &opts);
    if (old_robot) status = limb_srdf_rename(s->srdf, old_robot, limb_edit_robot(s->edit));
    limb_robot_free(old_robot);
    return status == LIMB_OK ? CLI_OK : cli_fail(s->app, status);
}

static int say(const session *s, const char *const *word, int nword, const char *before,
               size_t size)
{
    const limb_text after = limb_document_source(limb_edit_robot(s->edit)->document);
    const cli_text_changes changes =
        cli_text_diff(NULL, "", "", (limb_text){before, size}, after, false);
    if (changes.failed) return cli_fail(s->app, LIMB_ERROR_MEMORY);
    char text[300] = "", shown[CLI_NAME_SIZE];
    for (int i = 0; i < nword; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? " " : "",
                 cli_visible(word[i], shown));
    }
    const int count = changes.nremoved > changes.nadded ? changes.nremoved : changes.nadded;
    cli_message(s->app, "%s: %d line%s changed", text, count, cli_plural(count));
    return CLI_OK;
}

static int deliver(const session *s, limb_robot *robot, char *before, size_t size)
{
    const edit_opts *opts = s->app->opts;
    const char *path = s->app->operand.item[0];
    const limb_status status = limb_edit_apply(s->edit, NULL);
    if (status != LIMB_OK) {
        cli_message(s->app, "%s", limb_edit_message(s->edit));
        return status == LIMB_ERROR_INPUT ? CLI_FINDINGS : CLI_UNREADABLE;
    }
    const limb_text old = {before, size}, made = limb_document_source(robot->document);
    return s->srdf ? deliver_both(s, old, made)
                   : cli_deliver(s->app, &opts->delivery, path, old, made);
}

// Writes both files, or none: if the robot's file cannot be written, the SRDF file gets
// its text back.
static int deliver_both(const session *s, limb_text old, limb_text made)
{
    const edit_opts *opts = s->app->opts;
    const char *path = s->app->operand.item[0];
    const limb_text srdf = limb_document_source(s->srdf->document);
    const limb_text old_srdf = {s->srdf_before.data, s->srdf_before.size};
    int code;
    if (opts->delivery.dry_run) {
        code = cli_deliver(s->app, &opts->delivery, path, old, made);
        if (code == CLI_OK) code = cli_deliver(s->app, &opts->delivery, opts->srdf, old_srdf, srdf);
    } else {
        code = cli_deliver(s->app, &opts->delivery, opts->srdf, old_srdf, srdf);
        if (code == CLI_OK) {
            code = cli_deliver(s->app, &opts->delivery, path, old, made);
            if (code != CLI_OK)
                (void)cli_deliver(s->app, &opts->delivery, opts->srdf, srdf, old_srdf);
        }
    }
    return code;
}
