// Applying what a team decided, in this order: severities, comments in the file, the baseline.
#include "team.h"

#include <stdlib.h>
#include <string.h>

typedef struct application {
    cli_team *team;
    const char *path;
    const char *name; // in findings
} application;

static int set_severity(void *ctx, const limb_finding *finding);
static int accept(void *ctx, const limb_finding *finding);
static bool is_of_file(const application *a, const limb_finding *finding);

int cli_team_open_config(const cli *app, cli_team *team, const char *file)
{
    return cli_config_find(app, file, &team->config);
}

int cli_team_add_setting(const cli *app, cli_team *team, const char *text)
{
    const char *equals = strchr(text, '=');
    char rule[128], why[256];
    if (!equals || (size_t)(equals - text) >= sizeof rule)
        return cli_usage(app, "expected RULE=SEVERITY, not \"%s\"", text);
    memcpy(rule, text, (size_t)(equals - text));
    rule[equals - text] = 0;
    cli_setting setting;
    if (cli_setting_parse(rule, equals + 1, &setting, why, sizeof why) != CLI_OK)
        return cli_usage(app, "%s", why);
    cli_setting *grown =
        realloc(team->setting, ((size_t)team->nsetting + 1) * sizeof *team->setting);
    if (!grown) return CLI_UNREADABLE;
    team->setting = grown;
    team->setting[team->nsetting++] = setting;
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

limb_status cli_team_apply(cli_team *team, const limb_robot *robot, const char *path,
                           const char *name, limb_report *report)
{
    application a = {team, path, name};
    limb_report_adjust(report, set_severity, &a);
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
    cli_config_free(&team->config);
    free(team->setting);
    cli_baseline_free(&team->baseline);
    cli_buffer_free(&team->new_baseline);
    *team = (cli_team){0};
}

// The command line wins over the file, and later lines over earlier ones.
static int set_severity(void *ctx, const limb_finding *finding)
{
    const application *a = ctx;
    const cli_config *config = &a->team->config;
    int severity = (int)finding->severity;
    if (!is_of_file(a, finding)) return severity;
    for (int i = 0; i < config->nsetting; i++)
        if (config->setting[i].rule == finding->rule &&
            cli_config_applies(config, &config->setting[i], a->path)) {
            severity = config->setting[i].severity;
        }
    for (int i = 0; i < a->team->nsetting; i++)
        if (a->team->setting[i].rule == finding->rule) severity = a->team->setting[i].severity;
    const bool is_strict = config->strict && severity == LIMB_SEVERITY_WARNING;
    return is_strict ? LIMB_SEVERITY_ERROR : severity;
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
    return !a->name || (finding->span.file && strcmp(finding->span.file, a->name) == 0);
}
