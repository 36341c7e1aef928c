// Applying what a team decided, in this order: severities, comments in the file, the baseline.
#include "team.h"

#include <stdlib.h>
#include <string.h>

typedef struct application {
    cli_team *team;
    const char *file;
} application;

static int set_severity(void *ctx, const limb_finding *finding);
static int accept(void *ctx, const limb_finding *finding);
static bool is_of_file(const application *a, const limb_finding *finding);

int cli_team_add_setting(const cli *app, cli_team *team, const char *text)
{
    static const char *const name[] = {"off", "info", "warning", "error"};
    const char *equals = strchr(text, '=');
    char id[128];
    if (!equals || (size_t)(equals - text) >= sizeof id)
        return cli_usage(app, "expected RULE=SEVERITY, not \"%s\"", text);
    memcpy(id, text, (size_t)(equals - text));
    id[equals - text] = 0;
    const limb_rule_info *rule = limb_rule_find(id);
    if (!rule) {
        const char *near = cli_nearest_rule(id);
        if (near) return cli_usage(app, "unknown rule \"%s\"; did you mean %s?", id, near);
        return cli_usage(app, "unknown rule \"%s\"", id);
    }
    int severity = -2;
    for (int i = 0; i < CLI_COUNT(name); i++)
        if (strcmp(equals + 1, name[i]) == 0) severity = i - 1;
    if (severity == -2)
        return cli_usage(app, "a severity is off, info, warning or error, not \"%s\"", equals + 1);
    if (rule->refuses && severity != LIMB_SEVERITY_ERROR)
        return cli_usage(app, "%s stays an error: such a file is not loaded", rule->id);
    cli_setting *grown =
        realloc(team->setting, ((size_t)team->nsetting + 1) * sizeof *team->setting);
    if (!grown) return CLI_UNREADABLE;
    team->setting = grown;
    team->setting[team->nsetting++] = (cli_setting){rule->rule, severity};
    return CLI_OK;
}

int cli_team_open_baseline(const cli *app, cli_team *team, const char *path, bool update)
{
    if (update && !path) return cli_usage(app, "--update-baseline needs --baseline FILE");
    if (!path) return CLI_OK;
    team->baseline_path = path;
    team->update_baseline = update;
    if (!update) return cli_baseline_load(app, &team->baseline, path);
    return cli_buffer_write(&team->new_baseline, cli_baseline_header,
                            strlen(cli_baseline_header)) == LIMB_OK
               ? CLI_OK
               : CLI_UNREADABLE;
}

limb_status cli_team_apply(cli_team *team, const limb_robot *robot, const char *file,
                           limb_report *report)
{
    application a = {team, file};
    if (team->nsetting > 0) limb_report_adjust(report, set_severity, &a);
    const limb_status status = robot ? limb_robot_suppress(robot, report) : LIMB_OK;
    if (status == LIMB_OK && team->baseline_path) limb_report_adjust(report, accept, &a);
    return status;
}

int cli_team_finish(const cli *app, cli_team *team)
{
    if (!team->update_baseline) return CLI_OK;
    return cli_save(app, team->baseline_path, team->new_baseline.data, team->new_baseline.size);
}

void cli_team_free(cli_team *team)
{
    free(team->setting);
    cli_baseline_free(&team->baseline);
    cli_buffer_free(&team->new_baseline);
    *team = (cli_team){0};
}

static int set_severity(void *ctx, const limb_finding *finding)
{
    const application *a = ctx;
    int severity = (int)finding->severity;
    for (int i = 0; i < a->team->nsetting && is_of_file(a, finding); i++)
        if (a->team->setting[i].rule == finding->rule) severity = a->team->setting[i].severity;
    return severity;
}

// A new baseline takes the finding in; an old one is asked.
static int accept(void *ctx, const limb_finding *finding)
{
    const application *a = ctx;
    if (!is_of_file(a, finding)) return (int)finding->severity;
    if (a->team->update_baseline) {
        const limb_report one = {.nfinding = 1, .finding = finding};
        return cli_baseline_add(&a->team->new_baseline, &one) ? LIMB_SEVERITY_OFF
                                                              : (int)finding->severity;
    }
    return cli_baseline_accepts(&a->team->baseline, finding) ? LIMB_SEVERITY_OFF
                                                             : (int)finding->severity;
}

static bool is_of_file(const application *a, const limb_finding *finding)
{
    return finding->span.file && strcmp(finding->span.file, a->file) == 0;
}
