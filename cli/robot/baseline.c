// A baseline is a text file with one accepted finding per line: file, rule and message, separated
// by tabs. Locations are omitted, so that a finding that only moved remains accepted. Files are
// named relative to the folder of the baseline, however they are named on the command line and in
// any current folder.
#define _XOPEN_SOURCE 700 // realpath

#include "robot/baseline.h"
#include "limb/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char cli_baseline_header[] =
    "# Findings that are accepted: limb check --baseline. One per line: file, rule, message.\n";

static bool index_lines(cli_baseline *baseline);
static bool append_key(cli_buffer *text, const cli_baseline *baseline, const limb_finding *finding);
static bool append_file(cli_buffer *text, const char *folder, const char *file);
static bool append_text(cli_buffer *text, const char *from);
static int by_text(const void *a, const void *b);

bool cli_baseline_init(cli_baseline *baseline, const char *path)
{
    char *folder = malloc(strlen(path) + 2);
    if (!folder) return false;
    strcpy(folder, path);
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    baseline->folder = realpath(slash ? folder : ".", NULL);
    free(folder);
    return baseline->folder || errno != ENOMEM;
}

int cli_baseline_load(const cli *app, cli_baseline *baseline, const char *path)
{
    if (!cli_read_file(path, &baseline->text)) {
        cli_message(app, "cannot read the baseline %s: %s%s", path, limb_system_error_text(errno),
                    errno == ENOENT ? "; --update-baseline writes it" : "");
        return CLI_UNREADABLE;
    }
    if (index_lines(baseline)) return CLI_OK;
    return cli_fail(app, LIMB_ERROR_MEMORY);
}

int cli_baseline_may_replace(const cli *app, const char *path)
{
    static const char begin[] = "# Findings that are accepted";
    cli_buffer text = {0};
    if (strcmp(path, "-") == 0) return CLI_OK;
    if (!cli_read_file(path, &text))
        return errno == ENOMEM ? cli_fail(app, LIMB_ERROR_MEMORY) : CLI_OK;
    const bool other = text.size > 0 && strncmp(text.data, begin, sizeof begin - 1) != 0;
    cli_buffer_free(&text);
    return other ? cli_usage(app, "%s is not a baseline, so it is not replaced", path) : CLI_OK;
}

void cli_baseline_free(cli_baseline *baseline)
{
    free(baseline->folder);
    cli_buffer_free(&baseline->text);
    free(baseline->line);
    free(baseline->used);
    *baseline = (cli_baseline){0};
}

bool cli_baseline_accepts(cli_baseline *baseline, const limb_finding *finding, bool *accepted)
{
    cli_buffer key = {0};
    *accepted = false;
    if (!append_key(&key, baseline, finding)) {
        cli_buffer_free(&key);
        return false;
    }
    // the first line that is not smaller
    int low = 0, high = baseline->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(baseline->line[middle], key.data) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < baseline->count && !*accepted && strcmp(baseline->line[low], key.data) == 0;
         low++) {
        *accepted = !baseline->used[low];
        baseline->used[low] = true;
    }
    baseline->naccepted += *accepted;
    cli_buffer_free(&key);
    return true;
}

bool cli_baseline_add(cli_buffer *text, const cli_baseline *baseline, const limb_finding *finding)
{
    return append_key(text, baseline, finding) && cli_buffer_write(text, "\n", 1) == LIMB_OK;
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

static bool append_key(cli_buffer *text, const cli_baseline *baseline, const limb_finding *finding)
{
    return append_file(text, baseline->folder, finding->span.file ? finding->span.file : "") &&
           cli_buffer_write(text, "\t", 1) == LIMB_OK && append_text(text, finding->id) &&
           cli_buffer_write(text, "\t", 1) == LIMB_OK && append_text(text, finding->message);
}

// Returns the path from the folder to the file; standard input has its name in messages.
static bool append_file(cli_buffer *text, const char *folder, const char *file)
{
    errno = 0;
    char *real = folder ? realpath(file, NULL) : NULL;
    if (folder && !real && errno == ENOMEM) return false;
    if (!real) return append_text(text, file);
    size_t shared = 0; // up to the last common slash
    for (size_t i = 0; real[i] == (folder[i] ? folder[i] : '/'); i++) {
        if (real[i] == '/') shared = i + 1;
        if (!folder[i]) break;
    }
    bool ok = true;
    if (shared > strlen(folder)) {
        ok = append_text(text, real + shared);
    } else {
        for (const char *at = folder + shared; at && *at && ok; at = strchr(at, '/')) {
            at += *at == '/';
            ok = append_text(text, "../");
        }
        ok = ok && append_text(text, real + shared);
    }
    free(real);
    return ok;
}

// Control characters in names become spaces: a finding is one line.
static bool append_text(cli_buffer *text, const char *from)
{
    for (; *from; from++) {
        const char c = (unsigned char)*from < ' ' ? ' ' : *from;
        if (cli_buffer_write(text, &c, 1) != LIMB_OK) return false;
    }
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}
