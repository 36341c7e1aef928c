// Loads a robot: reads it, checks it by all rules, and decides by the findings whether to return
// it. The only file that depends on both the reader and the rules.
#include "base/file.h"
#include "base/memory.h"
#include "documents/rules/check.h"
#include "limb/check.h"
#include "limb/system.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

enum { LARGEST_MAX_BYTES = 1 << 30 }; // spans are 32 bits

static limb_status build(limb_robot **out, const limb__robot_input *in, const limb_load_opts *opts);
static limb_status read_and_judge(limb__robot *robot, const limb__robot_input *in,
                                  const limb_load_opts *opts);
static size_t max_bytes(const limb_load_opts *opts);
static limb_status over_max_bytes(const char *file, const limb_load_opts *opts);

static const limb_load_opts defaults = {0};

limb_status limb_robot_load(limb_robot **out, const char *path, const limb_load_opts *opts)
{
    assert(out);
    if (!opts) opts = &defaults;
    *out = NULL;
    if (!path) return LIMB_ERROR_IO;
    limb__robot_input in = {.file = opts->file ? opts->file : path};
    const limb_status status = limb__robot_text_read(path, opts, &in.text, &in.size);
    if (status != LIMB_OK) return status;
    in.census = limb__xml_census(in.text, in.size, NULL);
    return build(out, &in, opts);
}

limb_status limb_robot_parse(limb_robot **out, const char *text, size_t size,
                             const limb_load_opts *opts)
{
    assert(out);
    if (!opts) opts = &defaults;
    *out = NULL;
    if (!text) size = 0; // an empty document
    limb__robot_input in = {.file = opts->file ? opts->file : "", .size = size};
    if (size > max_bytes(opts)) return over_max_bytes(in.file, opts);
    in.text = limb__allocate(limb__memory(opts->memory), size + 1);
    if (!in.text) return LIMB_ERROR_MEMORY;
    in.census = limb__xml_census(text, size, in.text);
    in.text[size] = 0;
    return build(out, &in, opts);
}

limb_status limb__robot_text_read(const char *path, const limb_load_opts *opts, char **text,
                                  size_t *size)
{
    const char *file = opts->file ? opts->file : path;
    const limb_status status =
        limb__file_read_input(path, limb__memory(opts->memory), max_bytes(opts), text, size);
    if (status == LIMB_ERROR_LIMIT) return over_max_bytes(file, opts);
    if (status == LIMB_ERROR_IO) {
        limb__report(opts->report, limb__place_file(file), LIMB_RULE_FILE_READ,
                     "cannot be read: %s", limb_system_error_text(errno));
    }
    return status;
}

static limb_status build(limb_robot **out, const limb__robot_input *in, const limb_load_opts *opts)
{
    limb__robot *robot;
    if (limb__robot_create(&robot, in, opts) != LIMB_OK) return LIMB_ERROR_MEMORY;
    const limb_status status = read_and_judge(robot, in, opts);
    robot->refused = status == LIMB_ERROR_INPUT;
    const bool keep = opts->keep_broken && status == LIMB_ERROR_INPUT && robot->open.document;
    if (status != LIMB_OK && !keep) {
        limb_robot_free(&robot->open);
        return status;
    }
    *out = &robot->open;
    return status;
}

// Decides by the report's counts; without a report, an internal one counts the findings.
static limb_status read_and_judge(limb__robot *robot, const limb__robot_input *in,
                                  const limb_load_opts *opts)
{
    limb_report *report = opts->report;
    const limb_report_opts only_count = {.memory = opts->memory, .max_findings = -1};
    if (!report && limb_report_create(&report, &only_count) != LIMB_OK) return LIMB_ERROR_MEMORY;
    const int nrefusal = report->nrefusal;
    const int nwarning = report->nwarning + report->nerror;
    limb__xml_places places;
    limb_status status = limb__robot_read(robot, in, &places, report, opts);
    if (status == LIMB_OK && !opts->skip_checks) {
        status = limb__xml_check_namespaces(&places, report);
        if (status == LIMB_OK) status = limb__check_robot(&robot->open, &places, report);
    }
    limb__xml_places_free(&places);
    if (report->nlost > 0) status = LIMB_ERROR_MEMORY;
    const bool refused = report->nrefusal > nrefusal ||
                         (opts->strict && report->nwarning + report->nerror > nwarning);
    if (opts->report) {
        limb_report_sort(report);
    } else {
        limb_report_free(report);
    }
    return status == LIMB_OK && refused ? LIMB_ERROR_INPUT : status;
}

static size_t max_bytes(const limb_load_opts *opts)
{
    const size_t bytes = opts->max_bytes > 0 ? opts->max_bytes : LIMB__DEFAULT_MAX_BYTES;
    return bytes < LARGEST_MAX_BYTES ? bytes : LARGEST_MAX_BYTES;
}

static limb_status over_max_bytes(const char *file, const limb_load_opts *opts)
{
    limb__report(opts->report, limb__place_file(file), LIMB_RULE_XML_LIMIT,
                 "the file is larger than the limit of %zu bytes", max_bytes(opts));
    return LIMB_ERROR_LIMIT;
}
