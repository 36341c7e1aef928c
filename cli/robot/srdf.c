// Reads an SRDF file for a command that needs it, and prints its findings on standard error.
#include "frame/cli.h"
#include "limb/system.h"

#include <errno.h>

int cli_load_srdf(const cli *app, const char *path, cli_buffer *source, limb_srdf **srdf)
{
    limb_report *report;
    cli_buffer text = {0};
    *srdf = NULL;
    if (limb_report_create(&report, NULL) != LIMB_OK) return cli_fail(app, LIMB_ERROR_MEMORY);
    if (!cli_read_file(path, &text)) {
        cli_message(app, "cannot read %s: %s", cli_file_name(path), limb_system_error_text(errno));
        limb_report_free(report);
        return CLI_UNREADABLE;
    }
    const limb_srdf_opts how = {.report = report, .file = cli_file_name(path)};
    const limb_status status = limb_srdf_parse(srdf, text.data, text.size, &how);
    if (source) {
        *source = text;
    } else {
        cli_buffer_free(&text);
    }
    cli_print_findings(app, report, LIMB_SEVERITY_ERROR);
    const bool explained = report->nerror > 0;
    limb_report_free(report);
    if (status == LIMB_OK) return CLI_OK;
    if (!explained) {
        cli_message(app, "%s: %s", cli_file_name(path), limb_status_text(status));
    }
    return status == LIMB_ERROR_INPUT ? CLI_FINDINGS : CLI_UNREADABLE;
}
