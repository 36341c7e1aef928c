// A report's counts and findings as functions, for callers that do not know its structs.
#include "limb/bindings.h"
#include "limb/diag.h"

#include <assert.h>

static const limb_finding *finding_at(const limb_report *report, int finding)
{
    assert(report);
    return finding >= 0 && finding < report->nfinding ? &report->finding[finding] : NULL;
}

int limb_report_finding_count(const limb_report *report)
{
    assert(report);
    return report->nfinding;
}

int limb_report_error_count(const limb_report *report)
{
    assert(report);
    return report->nerror;
}

int limb_report_warning_count(const limb_report *report)
{
    assert(report);
    return report->nwarning;
}

int limb_report_info_count(const limb_report *report)
{
    assert(report);
    return report->ninfo;
}

int limb_report_lost_count(const limb_report *report)
{
    assert(report);
    return report->nlost;
}

const char *limb_report_finding_rule(const limb_report *report, int finding)
{
    assert(report);
    const limb_finding *found = finding_at(report, finding);
    return found ? found->id : NULL;
}

limb_severity limb_report_finding_severity(const limb_report *report, int finding)
{
    assert(report);
    const limb_finding *found = finding_at(report, finding);
    return found ? found->severity : LIMB_SEVERITY_INFO;
}

const char *limb_report_finding_message(const limb_report *report, int finding)
{
    assert(report);
    const limb_finding *found = finding_at(report, finding);
    return found ? found->message : NULL;
}

const char *limb_report_finding_file(const limb_report *report, int finding)
{
    assert(report);
    const limb_finding *found = finding_at(report, finding);
    return found ? found->span.file : NULL;
}

int limb_report_finding_line(const limb_report *report, int finding)
{
    assert(report);
    const limb_finding *found = finding_at(report, finding);
    return found ? (int)found->span.line : 0;
}

int limb_report_finding_column(const limb_report *report, int finding)
{
    assert(report);
    const limb_finding *found = finding_at(report, finding);
    return found ? (int)found->span.column : 0;
}

const char *limb_report_finding_path(const limb_report *report, int finding)
{
    assert(report);
    const limb_finding *found = finding_at(report, finding);
    return found ? found->path : NULL;
}
