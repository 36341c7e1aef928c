// A baseline is a text file with one accepted finding per line: file, rule and message, separated
// by tabs. Places are left out, so that a finding that only moved is still the same.
#include "baseline.h"

#include <stdlib.h>
#include <string.h>

const char cli_baseline_header[] =
    "# Findings that are accepted: limb check --baseline. One per line: file, rule, message.\n";

static bool index_lines(cli_baseline *baseline);
static bool append_key(cli_buffer *text, const limb_finding *finding);
static int by_text(const void *a, const void *b);

int cli_baseline_load(const cli *app, cli_baseline *baseline, const char *path)
{
    if (!cli_read_file(path, &baseline->text)) {
        cli_message(app, "cannot read the baseline %s; --update-baseline writes it", path);
        return CLI_UNREADABLE;
    }
    if (index_lines(baseline)) return CLI_OK;
    cli_message(app, "%s", limb_status_text(LIMB_ERROR_MEMORY));
    return CLI_UNREADABLE;
}

void cli_baseline_free(cli_baseline *baseline)
{
    cli_buffer_free(&baseline->text);
    free(baseline->line);
    free(baseline->used);
    *baseline = (cli_baseline){0};
}

bool cli_baseline_accepts(cli_baseline *baseline, const limb_finding *finding)
{
    cli_buffer key = {0};
    if (!append_key(&key, finding)) return false;
    // the first of the lines that are not before it
    int low = 0, high = baseline->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(baseline->line[middle], key.data) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool accepted = false;
    for (; low < baseline->count && !accepted && strcmp(baseline->line[low], key.data) == 0;
         low++) {
        accepted = !baseline->used[low];
        baseline->used[low] = true;
    }
    baseline->naccepted += accepted;
    cli_buffer_free(&key);
    return accepted;
}

bool cli_baseline_add(cli_buffer *text, const limb_report *report)
{
    for (int i = 0; i < report->nfinding; i++)
        if (!append_key(text, &report->finding[i]) || cli_buffer_write(text, "\n", 1) != LIMB_OK)
            return false;
    return true;
}

static bool index_lines(cli_baseline *baseline)
{
    char *text = baseline->text.data;
    int count = 0;
    for (const char *at = text; *at; at++)
        count += *at == '\n';
    baseline->line = calloc((size_t)count + 2, sizeof *baseline->line);
    baseline->used = calloc((size_t)count + 2, sizeof *baseline->used);
    if (!baseline->line || !baseline->used) return false;
    for (char *at = text; *at;) {
        char *end = at + strcspn(at, "\n");
        const bool is_last = *end == 0;
        *end = 0;
        if (end > at && end[-1] == '\r') end[-1] = 0;
        if (*at && *at != '#') baseline->line[baseline->count++] = at;
        if (is_last) break;
        at = end + 1;
    }
    qsort(baseline->line, (size_t)baseline->count, sizeof *baseline->line, by_text);
    return true;
}

// Control characters in names become blanks: a finding is one line.
static bool append_key(cli_buffer *text, const limb_finding *finding)
{
    const char *part[] = {finding->span.file ? finding->span.file : "", finding->id,
                          finding->message};
    for (int i = 0; i < 3; i++) {
        if (i > 0 && cli_buffer_write(text, "\t", 1) != LIMB_OK) return false;
        for (const char *at = part[i]; *at; at++) {
            const char c = (unsigned char)*at < ' ' ? ' ' : *at;
            if (cli_buffer_write(text, &c, 1) != LIMB_OK) return false;
        }
    }
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}
