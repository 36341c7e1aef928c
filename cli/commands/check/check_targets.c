// limb check --target: predicts how several readers load a file.
//
// In text, the report of the readers follows the findings of the file. In the other formats each
// reason is a finding; JSON also has the numbers that the reader gets.
#include "commands/check/check.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_READERS = 64 };

static limb_status keep(void *ctx, const void *bytes, size_t size);
static int count_and_drop(void *ctx, const limb_finding *finding);

int cli_check_readers_known(const checker *check)
{
    const char *target = check->opts->target;
    limb_urdfdom version;
    int reader[MAX_READERS];
    limb_text unknown;
    if (!target || strcmp(target, "none") == 0 || limb_urdfdom_find(target, &version))
        return CLI_OK;
    if (limb_reader_list(target, reader, &unknown) >= 0) return CLI_OK;
    char visible[CLI_NAME_SIZE], name[64];
    const int size = unknown.size < sizeof name - 1 ? (int)unknown.size : (int)sizeof name - 1;
    snprintf(name, sizeof name, "%.*s", size, unknown.data);
    return cli_usage(check->app,
                     "unknown reader \"%s\" in --target; \"limb help check\" lists them",
                     cli_visible(name, visible));
}

void cli_check_keep_targets(checker *check, int index, const limb_target_check *targets)
{
    if (check->format == LIMB_REPORT_FORMAT_TEXT)
        limb_report_adjust(check->report, count_and_drop, check);
    if (check->format != LIMB_REPORT_FORMAT_TEXT && check->format != LIMB_REPORT_FORMAT_JSON)
        return;
    cli_buffer text = {0};
    limb_status status =
        limb_target_check_print(targets, check->format, check->name[index], keep, &text);
    if (status == LIMB_OK) status = keep(&text, "", 1);
    if (status == LIMB_OK) {
        check->targets[index] = text.data;
        return;
    }
    cli_buffer_free(&text);
    check->unreadable = true;
    cli_message(check->app, "%s: %s", check->name[index], limb_status_text(status));
}

void cli_check_print_targets(const checker *check, int index)
{
    if (check->opts->quiet || check->format != LIMB_REPORT_FORMAT_TEXT) return;
    if (check->targets[index]) fputs(check->targets[index], stdout);
}

static limb_status keep(void *ctx, const void *bytes, size_t size)
{
    return cli_buffer_write(ctx, bytes, size);
}

// Counts findings of readers without showing them, because their report does.
static int count_and_drop(void *ctx, const limb_finding *finding)
{
    checker *check = ctx;
    if (finding->rule < LIMB_RULE_READER_REFUSES || finding->rule > LIMB_RULE_READER_LOSES)
        return (int)finding->severity;
    check->nerror += finding->severity == LIMB_SEVERITY_ERROR;
    check->nwarning += finding->severity == LIMB_SEVERITY_WARNING;
    return LIMB_SEVERITY_OFF;
}
