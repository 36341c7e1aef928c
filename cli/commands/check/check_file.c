// limb check: checks one file, URDF or xacro. The library checks and fixes; this file
// prints the messages.
#include "commands/check/check.h"

#include <string.h>

typedef struct saving {
    const cli *app;
    bool is_xacro;
    int code;
} saving;

static limb_check_opts opts_of(const checker *check, int index, const limb_robot_file_opts *file);
static limb_robot_file_opts file_of(const checker *check, int index, limb_report *report);
static void fix_file(checker *check, int index);
static limb_status save(void *ctx, const char *path, limb_text before, limb_text after);
static void mark_unreadable(checker *check, int index, limb_status status, int nerror_before);

void cli_check_file(checker *check, int index)
{
    const char *path = check->path.item[index];
    const limb_robot_file_opts file = file_of(check, index, check->report);
    const limb_check_opts opts = opts_of(check, index, &file);
    if (cli_has_extension(path, ".srdf")) {
        cli_check_srdf(check, path, check->name[index], NULL, index);
        check->unreadable |= limb_check_adjust(path, &opts) != LIMB_OK;
        return;
    }
    if (check->opts->fix) fix_file(check, index);
    const int before = check->report->nerror;
    limb_checked *checked;
    limb_status status = limb_check(&checked, path, &opts);
    if (checked) {
        check->verdict[index] = checked->verdict;
        check->target_name[index] = checked->target;
        if (checked->targets) cli_check_keep_targets(check, index, checked->targets);
        if (checked->incomplete != LIMB_OK) status = LIMB_ERROR_IO;
        if (check->opts->srdf && checked->robot)
            cli_check_srdf(check, check->opts->srdf, cli_file_name(check->opts->srdf),
                           checked->robot, index);
    }
    const limb_status reason =
        checked && checked->incomplete != LIMB_OK ? checked->incomplete : status;
    limb_checked_free(checked);
    if (status == LIMB_ERROR_IO || status == LIMB_ERROR_MEMORY)
        mark_unreadable(check, index, reason, before);
}

static limb_check_opts opts_of(const checker *check, int index, const limb_robot_file_opts *file)
{
    return (limb_check_opts){.file = file,
                             .policy = check->policy[index],
                             .setting = check->setting,
                             .nsetting = check->nsetting,
                             .baseline = check->baseline,
                             .no_files = check->opts->no_meshes,
                             .any_place = check->opts->meshes,
                             .target = check->opts->target};
}

static limb_robot_file_opts file_of(const checker *check, int index, limb_report *report)
{
    limb_robot_file_opts file = check->robot.file;
    file.load = (limb_load_opts){.report = report, .file = check->name[index], .keep_broken = true};
    return file;
}

static void fix_file(checker *check, int index)
{
    const char *path = check->path.item[index];
    const limb_robot_file_opts file = file_of(check, index, check->scratch);
    const limb_check_opts opts = opts_of(check, index, &file);
    saving to = {.app = check->app, .is_xacro = limb_robot_file_is_xacro(path), .code = CLI_OK};
    int count;
    const limb_status status = limb_fix_file(path, &opts, save, &to, &count);
    check->nfixed += count;
    if (to.code != CLI_OK) {
        check->unreadable = true;
    } else if (status == LIMB_ERROR_MEMORY) {
        mark_unreadable(check, index, status, check->report->nerror);
    }
}

static limb_status save(void *ctx, const char *path, limb_text before, limb_text after)
{
    saving *to = ctx;
    to->code = to->is_xacro ? cli_save_source(to->app, path, before, after.data, after.size)
                            : cli_save_back(to->app, path, before, after.data, after.size);
    return to->code == CLI_OK ? LIMB_OK : LIMB_ERROR_IO;
}

// Records a file that could not be read, or not be checked by all rules. Prints a message unless a
// finding already says so.
static void mark_unreadable(checker *check, int index, limb_status status, int nerror_before)
{
    check->unreadable = true;
    if (check->report->nerror == nerror_before)
        cli_message(check->app, "%s: %s", check->name[index], limb_status_text(status));
}
