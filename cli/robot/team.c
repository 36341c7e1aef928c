// Applying what a team decided, in this order: severities, comments in the file, the baseline.
#include "robot/team.h"

#include <stdlib.h>
#include <string.h>

typedef struct settings { // those of .limb.yaml that are for a file
    const cli_team_file *file;
    cli_setting *setting; // one for each rule, the last of it
    int count;
} settings;

static limb_status apply(const cli_team_file *file, const limb_robot *robot,
                         const limb_robot_file *sources, limb_report *report);
static limb_status apply_settings(const cli_team_file *file, limb_report *report);
static limb_status apply_comments(const cli_team_file *file, const limb_robot *robot,
                                  const limb_robot_file *sources, limb_report *report);
static limb_status apply_comments_of(const char *path, bool is_first, limb_report *report);
static int set_severity(void *ctx, const limb_finding *finding);
static int drop_unused(void *ctx, const limb_finding *finding);
static int accept(void *ctx, const limb_finding *finding);
static bool is_of_file(const cli_team_file *file, const limb_finding *finding);

int cli_team_find_place(const cli *app, cli_team *team, const char *file, const cli_list *package,
                        const cli_place **out)
{
    cli_place *made = calloc(1, sizeof *made);
    cli_place **grown = realloc(team->place, ((size_t)team->nplace + 1) * sizeof *grown);
    if (grown) team->place = grown;
    if (!made || !grown) {
        free(made);
        return cli_fail(app, LIMB_ERROR_MEMORY);
    }
    int code = cli_config_find(app, file, &made->config);
    if (code != CLI_OK) {
        free(made);
        return code;
    }
    const bool found = made->config.path != NULL;
    for (int i = 0; i < team->nplace; i++) {
        const char *path = team->place[i]->config.path;
        if (found ? !path || strcmp(path, made->config.path) != 0 : path != NULL) continue;
        *out = team->place[i];
        cli_config_free(&made->config);
        free(made);
        return CLI_OK;
    }
    *out = team->place[team->nplace++] = made;
    code = cli_config_read(app, &made->config);
    if (code != CLI_OK) return code;
    return cli_packages_parse_beside(app, package, made->config.package, made->config.npackage,
                                     &made->packages);
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
    if (!grown) return cli_fail(app, LIMB_ERROR_MEMORY);
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
    if (!cli_baseline_init(&team->baseline, path)) return cli_fail(app, LIMB_ERROR_MEMORY);
    const int allowed = update ? cli_baseline_may_replace(app, path) : CLI_OK;
    if (allowed != CLI_OK) return allowed;
    if (!update) return cli_baseline_load(app, &team->baseline, path);
    return cli_buffer_write(&team->new_baseline, cli_baseline_header,
                            strlen(cli_baseline_header)) == LIMB_OK
               ? CLI_OK
               : cli_fail(app, LIMB_ERROR_MEMORY);
}

limb_status cli_team_apply(const cli_team_file *file, const limb_robot *robot, limb_report *report)
{
    return apply(file, robot, NULL, report);
}

limb_status cli_team_apply_sources(const cli_team_file *file, const limb_robot_file *sources,
                                   limb_report *report)
{
    return apply(file, NULL, sources, report);
}

limb_status cli_team_silence(const cli_team_file *file, const limb_robot *robot,
                             const limb_robot_file *sources, limb_report *report)
{
    cli_team *team = file->team;
    limb_status status = apply_settings(file, report);
    if (status == LIMB_OK) status = apply_comments(file, robot, sources, report);
    if (status != LIMB_OK || !team->baseline_path || team->update_baseline) return status;
    const int naccepted = team->baseline.naccepted;
    bool *used = malloc((size_t)team->baseline.count + 1);
    if (!used) return LIMB_ERROR_MEMORY;
    memcpy(used, team->baseline.used, (size_t)team->baseline.count);
    limb_report_adjust(report, accept, (void *)(uintptr_t)file);
    memcpy(team->baseline.used, used, (size_t)team->baseline.count);
    team->baseline.naccepted = naccepted;
    free(used);
    return team->no_memory ? LIMB_ERROR_MEMORY : LIMB_OK;
}

int cli_team_finish(const cli *app, cli_team *team)
{
    if (!team->update_baseline) return CLI_OK;
    if (team->no_memory) return cli_fail(app, LIMB_ERROR_MEMORY);
    return cli_save_result(app, team->baseline_path, team->new_baseline.data,
                           team->new_baseline.size);
}

void cli_team_free(cli_team *team)
{
    for (int i = 0; i < team->nplace; i++) {
        cli_config_free(&team->place[i]->config);
        cli_packages_free(&team->place[i]->packages);
        free(team->place[i]);
    }
    free(team->place);
    free(team->setting);
    cli_baseline_free(&team->baseline);
    cli_buffer_free(&team->new_baseline);
    *team = (cli_team){0};
}

static limb_status apply(const cli_team_file *file, const limb_robot *robot,
                         const limb_robot_file *sources, limb_report *report)
{
    limb_status status = apply_settings(file, report);
    if (status == LIMB_OK) status = apply_comments(file, robot, sources, report);
    if (status != LIMB_OK || !file->team->baseline_path) return status;
    limb_report_adjust(report, accept, (void *)(uintptr_t)file);
    return file->team->no_memory ? LIMB_ERROR_MEMORY : LIMB_OK;
}

// Which settings are for the file is asked once, not for each finding.
static limb_status apply_settings(const cli_team_file *file, limb_report *report)
{
    const cli_config *config = &file->place->config;
    settings s = {.file = file, .setting = calloc((size_t)config->nsetting + 1, sizeof *s.setting)};
    if (!s.setting || !cli_config_choose(config, file->path, s.setting, &s.count)) {
        free(s.setting);
        return LIMB_ERROR_MEMORY;
    }
    limb_report_adjust(report, set_severity, &s);
    free(s.setting);
    return LIMB_OK;
}

static limb_status apply_comments(const cli_team_file *file, const limb_robot *robot,
                                  const limb_robot_file *sources, limb_report *report)
{
    limb_status status = robot ? limb_robot_suppress(robot, report) : LIMB_OK;
    for (int i = 0; sources && i < sources->nfile && status == LIMB_OK; i++)
        status =
            apply_comments_of(sources->path[i], strcmp(sources->path[i], file->name) == 0, report);
    return status;
}

// A comment in a file that is included may be meant for another robot than this one: that it
// accepts nothing here is not reported.
static limb_status apply_comments_of(const char *path, bool is_first, limb_report *report)
{
    cli_buffer text = {0};
    limb_robot *source = NULL;
    const limb_load_opts opts = {.file = path, .keep_broken = true, .skip_checks = true};
    limb_status status = LIMB_OK;
    if (cli_read_file(path, &text)) status = limb_robot_parse(&source, text.data, text.size, &opts);
    if (status != LIMB_ERROR_MEMORY) status = LIMB_OK; // what is wrong with it is found elsewhere
    if (source) status = limb_robot_suppress(source, report);
    if (!is_first) limb_report_adjust(report, drop_unused, (void *)(uintptr_t)path);
    limb_robot_free(source);
    cli_buffer_free(&text);
    return status;
}

static int drop_unused(void *ctx, const limb_finding *finding)
{
    const bool drops = finding->rule == LIMB_RULE_SUPPRESSION_UNUSED && finding->span.file &&
                       strcmp(finding->span.file, ctx) == 0;
    return drops ? LIMB_SEVERITY_OFF : (int)finding->severity;
}

// The command line wins over the file, and later lines over earlier ones.
static int set_severity(void *ctx, const limb_finding *finding)
{
    const settings *s = ctx;
    const cli_team_file *file = s->file;
    const cli_team *team = file->team;
    int severity = (int)finding->severity;
    if (!is_of_file(file, finding)) return severity;
    for (int i = 0; i < s->count; i++)
        if (s->setting[i].rule == finding->rule) severity = s->setting[i].severity;
    for (int i = 0; i < team->nsetting; i++)
        if (team->setting[i].rule == finding->rule) severity = team->setting[i].severity;
    const bool is_strict = file->place->config.strict && severity == LIMB_SEVERITY_WARNING;
    return is_strict ? LIMB_SEVERITY_ERROR : severity;
}

// A new baseline takes the finding in; an old one is asked.
static int accept(void *ctx, const limb_finding *finding)
{
    const cli_team_file *file = ctx;
    cli_team *team = file->team;
    if (!is_of_file(file, finding)) return (int)finding->severity;
    bool accepted = true;
    const bool known = team->update_baseline
                           ? cli_baseline_add(&team->new_baseline, &team->baseline, finding)
                           : cli_baseline_accepts(&team->baseline, finding, &accepted);
    if (!known) {
        team->no_memory = true;
        accepted = false;
    }
    return accepted ? LIMB_SEVERITY_OFF : (int)finding->severity;
}

static bool is_of_file(const cli_team_file *file, const limb_finding *finding)
{
    bool is = finding->span.file && strcmp(finding->span.file, file->name) == 0;
    for (int i = 0; i < finding->nnote && !is; i++)
        is = finding->note[i].span.file && strcmp(finding->note[i].span.file, file->name) == 0;
    return is;
}
