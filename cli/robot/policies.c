// Applies the command's options for policies and baselines through the library,
// and prints messages.
#include "robot/policies.h"
#include "limb/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

static int find(const cli *app, const cli_policies *policies, const char *file, char *path,
                const limb_policy **known);
static int load(const cli *app, const char *path, limb_policy **out);

int cli_policies_find(const cli *app, cli_policies *policies, const char *file,
                      const limb_policy **out)
{
    char path[PATH_SIZE];
    *out = NULL;
    int code = find(app, policies, file, path, out);
    if (code != CLI_OK || *out) return code;
    limb_policy **grown =
        realloc(policies->item, ((size_t)policies->count + 1) * sizeof *policies->item);
    if (!grown) return cli_fail(app, LIMB_ERROR_MEMORY);
    policies->item = grown;
    limb_policy *made = NULL;
    code = load(app, path, &made);
    if (!made) return code;
    policies->item[policies->count++] = made;
    *out = made;
    return code;
}

void cli_policies_free(cli_policies *policies)
{
    for (int i = 0; i < policies->count; i++)
        limb_policy_free(policies->item[i]);
    free(policies->item);
    *policies = (cli_policies){0};
}

int cli_baseline_open(const cli *app, limb_baseline **out, const char *path, bool update)
{
    *out = NULL;
    if (update && !path) return cli_usage(app, "--update-baseline needs --baseline FILE");
    if (!path) return CLI_OK;
    errno = 0;
    const limb_status status =
        update ? limb_baseline_create(out, path, NULL) : limb_baseline_load(out, path, NULL);
    if (status == LIMB_ERROR_INPUT)
        return cli_usage(app, "%s is not a baseline, so it is not replaced", path);
    if (status == LIMB_ERROR_IO) {
        const int reason = errno;
        cli_message(app, "cannot read the baseline %s: %s%s", path, limb_system_error_text(reason),
                    reason == ENOENT ? "; --update-baseline writes it" : "");
        return CLI_UNREADABLE;
    }
    return status == LIMB_OK ? CLI_OK : cli_fail(app, status);
}

int cli_baseline_save(const cli *app, const limb_baseline *baseline, const char *path)
{
    cli_buffer text = {0};
    const limb_status status = limb_baseline_write(baseline, cli_buffer_write, &text);
    const int code = status == LIMB_OK ? cli_save_result(app, path, text.data, text.size)
                                       : cli_fail(app, status);
    cli_buffer_free(&text);
    return code;
}

// Finds the path of the file's .limb.yaml, and its policy if it was read before.
static int find(const cli *app, const cli_policies *policies, const char *file, char *path,
                const limb_policy **known)
{
    const limb_status status = limb_policy_find(file, path, PATH_SIZE);
    if (status != LIMB_OK) return cli_fail(app, status);
    for (int i = 0; i < policies->count; i++) {
        const char *read = policies->item[i]->path;
        if (strcmp(read ? read : "", path) == 0) *known = policies->item[i];
    }
    return CLI_OK;
}

static int load(const cli *app, const char *path, limb_policy **out)
{
    limb_report *report;
    if (limb_report_create(&report, &(limb_report_opts){.max_findings = 20}) != LIMB_OK)
        return cli_fail(app, LIMB_ERROR_MEMORY);
    const limb_policy_opts opts = {.report = report, .yaml = CLI_YAML};
    const limb_status status = limb_policy_load(out, path, &opts);
    int code = status == LIMB_OK            ? CLI_OK
               : status == LIMB_ERROR_INPUT ? CLI_USAGE
               : status == LIMB_ERROR_IO    ? CLI_UNREADABLE
                                            : cli_fail(app, status);
    if (report->nfinding > 0 && !cli_print_findings(app, report, LIMB_SEVERITY_INFO))
        code = CLI_UNREADABLE;
    if (report->nomitted > 0)
        cli_message(app, "%s: %d more mistake%s", path, report->nomitted,
                    cli_plural(report->nomitted));
    limb_report_free(report);
    if (code == CLI_UNREADABLE) {
        limb_policy_free(*out);
        *out = NULL;
    }
    return code;
}
