// An edit must not make a robot worse: the findings before and after it are compared by rule.
#include "commands/edit/edit.h"

static int count_rule(const limb_report *report, limb_rule rule);

limb_report *cli_findings_of(const limb_robot *robot)
{
    limb_report *report;
    if (limb_report_create(&report, NULL) != LIMB_OK) return NULL;
    const limb_text source = limb_document_source(robot->document);
    const limb_load_opts opts = {.report = report, .file = robot->file, .keep_broken = true};
    limb_robot *again = NULL;
    const limb_status status = limb_robot_parse(&again, source.data, source.size, &opts);
    limb_robot_free(again);
    if (status == LIMB_OK || status == LIMB_ERROR_INPUT) return report;
    limb_report_free(report);
    return NULL;
}

int cli_stage_no_worse(const cli *app, limb_edit *edit, limb_report **before, bool force,
                       const char *remedy)
{
    limb_report *report;
    if (limb_report_create(&report, NULL) != LIMB_OK) return cli_fail(app, LIMB_ERROR_MEMORY);
    const limb_status status = limb_edit_stage(edit, report);
    if (status != LIMB_OK) {
        cli_message(app, "%s", limb_edit_message(edit));
        cli_print_findings(app, report, LIMB_SEVERITY_ERROR);
        limb_report_free(report);
        return status == LIMB_ERROR_INPUT ? CLI_FINDINGS : CLI_UNREADABLE;
    }
    limb_report_free(report);
    report = cli_findings_of(limb_edit_robot(edit));
    if (!report) return cli_fail(app, LIMB_ERROR_MEMORY);
    int nworse = 0;
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *f = &report->finding[i];
        if (f->severity < LIMB_SEVERITY_WARNING ||
            count_rule(report, f->rule) <= count_rule(*before, f->rule)) {
            continue;
        }
        const bool is_error = f->severity == LIMB_SEVERITY_ERROR;
        cli_message(app, "%s: %s [%s]", is_error && !force ? "refused" : "note", f->message, f->id);
        nworse += is_error;
    }
    limb_report_free(*before);
    *before = report;
    if (nworse == 0 || force) return CLI_OK;
    cli_message(app, "the edit would cause new errors%s", remedy);
    return CLI_FINDINGS;
}

static int count_rule(const limb_report *report, limb_rule rule)
{
    int count = 0;
    for (int i = 0; i < report->nfinding; i++)
        count += report->finding[i].rule == rule;
    return count;
}
