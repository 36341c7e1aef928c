// Reading a robot for a command that needs it whole, with its findings on standard error.
#include "cli.h"

#include <stdio.h>
#include <string.h>

static int load(const cli *app, const char *path, bool keep_broken, limb_robot **robot);
static void print_counts(const cli *app, const limb_report *report, const char *path);

bool cli_refuses_xacro(const cli *app, const char *path)
{
    if (!cli_has_extension(path, ".xacro")) return false;
    cli_message(app, "%s must be expanded first: xacro %s > robot.urdf", path, path);
    return true;
}

bool cli_print_findings(const cli *app, const limb_report *report, limb_severity least)
{
    const int width = cli_terminal_width(stderr);
    const limb_print_opts opts = {
        .color = app->color_err, .width = width > 10 ? width - 9 : 0, .min_severity = least};
    const limb_status status =
        limb_report_print(report, LIMB_REPORT_FORMAT_TEXT, &opts, cli_write, stderr);
    if (status == LIMB_OK && report->nlost == 0) return true;
    cli_message(app, "not all findings are shown: %s",
                limb_status_text(status == LIMB_OK ? LIMB_ERROR_MEMORY : status));
    return false;
}

int cli_load_robot(const cli *app, const char *path, limb_robot **robot)
{
    return load(app, path, false, robot);
}

int cli_load_document(const cli *app, const char *path, limb_robot **robot)
{
    return load(app, path, true, robot);
}

static int load(const cli *app, const char *path, bool keep_broken, limb_robot **robot)
{
    *robot = NULL;
    if (cli_refuses_xacro(app, path)) return CLI_UNREADABLE;
    limb_report *report;
    if (limb_report_create(&report, NULL) != LIMB_OK) {
        cli_message(app, "%s", limb_status_text(LIMB_ERROR_MEMORY));
        return CLI_UNREADABLE;
    }
    const limb_load_opts opts = {.report = report,
                                 .file = cli_file_name(path),
                                 .keep_broken = keep_broken,
                                 .skip_checks = keep_broken};
    const limb_status status = limb_robot_load(robot, path, &opts);
    bool shown = true;
    if (*robot) {
        if (!keep_broken) print_counts(app, report, path);
    } else if (report->nfinding > 0) {
        shown = cli_print_findings(app, report, LIMB_SEVERITY_ERROR);
    } else {
        cli_message(app, "%s: %s", cli_file_name(path), limb_status_text(status));
    }
    limb_report_free(report);
    if (*robot) return CLI_OK;
    const bool is_read = status != LIMB_ERROR_IO && status != LIMB_ERROR_MEMORY;
    return is_read && shown ? CLI_FINDINGS : CLI_UNREADABLE;
}

// A robot that loads may still be wrong: say so in one line, the rest is for limb check.
static void print_counts(const cli *app, const limb_report *report, const char *path)
{
    const int nerror = report->nerror;
    const int nwarning = report->nwarning;
    char errors[40] = "";
    char warnings[40] = "";
    if (nerror + nwarning == 0) return;
    if (nerror > 0) snprintf(errors, sizeof errors, "%d error%s", nerror, cli_plural(nerror));
    if (nwarning > 0) {
        snprintf(warnings, sizeof warnings, "%d warning%s", nwarning, cli_plural(nwarning));
    }
    cli_message(app, "%s has %s%s%s: see \"limb check %s\"", cli_file_name(path), errors,
                nerror > 0 && nwarning > 0 ? " and " : "", warnings, path);
}
