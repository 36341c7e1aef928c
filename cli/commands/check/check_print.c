// limb check: prints the findings, the verdict of another reader, and the summary.
#include "commands/check/check.h"

#include <string.h>

enum { MAX_ALIKE = 3 }; // similar findings that the text format shows individually

void cli_check_print(checker *check)
{
    const limb_report *report = check->report;
    check->nerror += report->nerror;
    check->nwarning += report->nwarning;
    check->ninfo += report->ninfo;
    check->nomitted += report->nomitted;
    if (report->nlost > 0) {
        check->unreadable = true;
        cli_message(check->app, "%d finding%s lost: %s", report->nlost, cli_plural(report->nlost),
                    limb_status_text(LIMB_ERROR_MEMORY));
    }
    // a mesh that exists but cannot be read was not checked
    for (int i = 0; i < report->nfinding; i++)
        check->unreadable |= report->finding[i].rule == LIMB_RULE_FILE_READ &&
                             report->finding[i].severity == LIMB_SEVERITY_ERROR;
    if (check->opts->quiet) return;
    const char *min_severity = check->opts->min_severity;
    const int width = cli_terminal_width(stdout);
    const limb_print_opts opts = {
        .color = check->app->color_out,
        .width = width > 10 ? width - 9 : 0,
        .min_severity = !min_severity                          ? LIMB_SEVERITY_INFO
                        : strcmp(min_severity, "error") == 0   ? LIMB_SEVERITY_ERROR
                        : strcmp(min_severity, "warning") == 0 ? LIMB_SEVERITY_WARNING
                                                               : LIMB_SEVERITY_INFO,
        .warnings_as_errors = check->opts->strict,
        .max_alike = check->opts->all ? 0 : MAX_ALIKE,
        .nalike = &check->nalike,
        .file = check->name,
        .nfile = check->path.count,
        .targets =
            check->format == LIMB_REPORT_FORMAT_JSON ? (const char *const *)check->targets : NULL,
        .target_name = check->target_name,
        .target_verdict = check->verdict};
    const limb_status status = limb_report_print(report, check->format, &opts, cli_write, stdout);
    if (status == LIMB_OK) return;
    check->unreadable = true;
    cli_message(check->app, "cannot print the findings: %s", limb_status_text(status));
}

void cli_check_print_verdict(const checker *check, int index)
{
    const char *verdict = check->verdict[index];
    if (!verdict || check->opts->quiet || check->format != LIMB_REPORT_FORMAT_TEXT) return;
    limb_urdfdom version;
    if (!limb_urdfdom_find(check->target_name[index], &version)) return;
    char visible[CLI_NAME_SIZE];
    printf("%s: %s %s\n", cli_visible(check->name[index], visible), limb_urdfdom_name(version),
           strcmp(verdict, "loads") == 0   ? "loads it completely"
           : strcmp(verdict, "loses") == 0 ? "loads it with the losses listed above"
                                           : "refuses it");
}

void cli_check_print_summary(const checker *check)
{
    if (check->opts->quiet || check->format != LIMB_REPORT_FORMAT_TEXT) return;
    const bool color = check->app->color_err;
    const int nerror = check->nerror + (check->opts->strict ? check->nwarning : 0);
    const int nwarning = check->opts->strict ? 0 : check->nwarning;
    const bool clean = nerror + nwarning + check->ninfo == 0;
    const char *look = !color         ? ""
                       : nerror > 0   ? "\x1b[1;31m"
                       : nwarning > 0 ? "\x1b[1;33m"
                                      : "\x1b[1;32m";
    fflush(stdout);
    fprintf(stderr, "%d file%s: %s", check->path.count, cli_plural(check->path.count), look);
    if (clean && !check->unreadable) fputs("no findings", stderr);
    if (clean && check->unreadable) fputs("some files could not be read", stderr);
    const char *separator = "";
    if (nerror > 0) {
        fprintf(stderr, "%d error%s", nerror, cli_plural(nerror));
        separator = ", ";
    }
    if (nwarning > 0) {
        fprintf(stderr, "%s%d warning%s", separator, nwarning, cli_plural(nwarning));
        separator = ", ";
    }
    if (check->ninfo > 0) fprintf(stderr, "%s%d info", separator, check->ninfo);
    fputs(color ? "\x1b[0m" : "", stderr);
    if (check->nfixed > 0) fprintf(stderr, "; %d fixed", check->nfixed);
    if (check->baseline && check->baseline->naccepted > 0 && !check->opts->update_baseline)
        fprintf(stderr, "; %d accepted by the baseline", check->baseline->naccepted);
    if (check->nalike > 0) fprintf(stderr, "; %d similar not shown, see --all", check->nalike);
    if (check->nomitted > 0) {
        fprintf(stderr, "; %d not shown, see --max-findings", check->nomitted);
    }
    fputc('\n', stderr);
}
