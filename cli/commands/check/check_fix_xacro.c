// limb check --fix for xacro: applies the certain fixes to the files that contain the text.
//
// Findings of the expansion carry a fix only if their text was copied unchanged, so that changing
// it in the file changes every copy.
#include "commands/check/check.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PASS = 8 };

static int fix_once(const cli *app, const cli_robot_opts *opts, const cli_team_file *team,
                    limb_report *scratch);
static int fix_file(const cli *app, const char *path, const limb_report *report);
static bool quotes_lines_of(const limb_report *report, const char *path, const cli_buffer *text);
static int by_place(const void *a, const void *b);

int cli_check_fix_xacro(const cli *app, const cli_robot_opts *opts, const cli_team_file *team,
                        limb_report *scratch)
{
    int nfixed = 0;
    for (int pass = 0; pass < MAX_PASS && nfixed >= 0; pass++) {
        const int count = fix_once(app, opts, team, scratch);
        if (count == 0) break;
        nfixed = count < 0 ? -1 : nfixed + count;
    }
    limb_report_clear(scratch);
    return nfixed;
}

static int fix_once(const cli *app, const cli_robot_opts *opts, const cli_team_file *team,
                    limb_report *scratch)
{
    limb_robot_file_opts how = opts->file;
    limb_robot_file *file;
    int count = 0;
    limb_report_clear(scratch);
    how.load.report = scratch;
    if (limb_robot_file_load(&file, team->path, &how) == LIMB_ERROR_MEMORY) return 0;
    if (cli_team_silence(team, NULL, file, scratch) == LIMB_OK) {
        for (int i = 0; i < file->nfile && count >= 0; i++) {
            const int made = fix_file(app, file->path[i], scratch);
            count = made < 0 ? -1 : count + made;
        }
    }
    limb_robot_file_free(file);
    return count;
}

// Applies the fixes of one file, from its end, so that offsets remain valid; a fix that overlaps
// another waits for the next pass. -1: the file cannot be written.
static int fix_file(const cli *app, const char *path, const limb_report *report)
{
    const limb_fix **fix = calloc((size_t)report->nfinding + 1, sizeof *fix);
    cli_buffer text = {0}, before = {0};
    int nfix = 0;
    int count = 0;
    for (int i = 0; fix && i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (finding->nfix == 1 && strcmp(finding->span.file, path) == 0) {
            fix[nfix++] = &finding->fix[0];
        }
    }
    if (nfix == 0 || !cli_read_file(path, &text) || !quotes_lines_of(report, path, &text) ||
        cli_buffer_write(&before, text.data, text.size) != LIMB_OK) {
        cli_buffer_free(&text);
        free(fix);
        return 0;
    }
    qsort(fix, (size_t)nfix, sizeof *fix, by_place);
    size_t limit = text.size;
    for (int i = 0; i < nfix; i++) {
        const size_t begin = fix[i]->offset;
        const size_t end = begin + fix[i]->size;
        if (end > limit) continue;
        cli_buffer next = {0};
        if (cli_buffer_write(&next, text.data, begin) != LIMB_OK ||
            cli_buffer_write(&next, fix[i]->text, strlen(fix[i]->text)) != LIMB_OK ||
            cli_buffer_write(&next, text.data + end, text.size - end) != LIMB_OK) {
            cli_buffer_free(&next);
            break;
        }
        cli_buffer_free(&text);
        text = next;
        limit = begin;
        count++;
    }
    const limb_text read = {before.data, before.size};
    if (count > 0 && cli_save_source(app, path, read, text.data, text.size) != CLI_OK) count = -1;
    cli_buffer_free(&before);
    cli_buffer_free(&text);
    free(fix);
    return count;
}

// The file is read again for its fixes: the lines quoted in the findings must still exist.
static bool quotes_lines_of(const limb_report *report, const char *path, const cli_buffer *text)
{
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (finding->nfix != 1 || strcmp(finding->span.file, path) != 0) continue;
        if (!finding->source_line || finding->span.line == 0) continue;
        size_t begin = finding->span.offset;
        if (begin > text->size) return false;
        while (begin > 0 && text->data[begin - 1] != '\n' && text->data[begin - 1] != '\r')
            begin--;
        const size_t length = strlen(finding->source_line);
        if (length > text->size - begin ||
            memcmp(text->data + begin, finding->source_line, length) != 0)
            return false;
    }
    return true;
}

// The last offset first; of equal ones only one is applied.
static int by_place(const void *a, const void *b)
{
    const limb_fix *x = *(const limb_fix *const *)a;
    const limb_fix *y = *(const limb_fix *const *)b;
    return x->offset > y->offset ? -1 : x->offset < y->offset;
}
