// Workflow commands of GitHub Actions: one line per finding, shown beside the changed line. GitHub
// shows only ten of a kind per step, so similar findings are combined.
//
//     ::error file=arm.urdf,line=42,col=17,title=joint-axis-zero::axis has zero length
#include "documents/diag/alike.h"
#include "documents/diag/print.h"

#include <limits.h>

static void print_finding(limb__printer *printer, const limb_finding *finding, int nmore);
static void print_property(limb__builder *out, const char *key, uint32_t value);
static void print_escaped(limb__builder *out, const char *text, bool in_property);

void limb__print_github(limb__printer *printer)
{
    const limb_print_opts *opts = printer->opts;
    const int most = opts->max_alike > 0 ? opts->max_alike : INT_MAX;
    limb__alike alike;
    limb__alike_init(&alike, printer->report, printer->store->memory, opts->min_severity);
    for (int i = 0; i < printer->report->nfinding; i++) {
        const limb_finding *finding = &printer->report->finding[i];
        const int count = limb__alike_count(&alike, i);
        if (!limb__print_shows(printer, finding)) continue;
        if (count > most && !limb__alike_is_first(&alike, i)) continue;
        print_finding(printer, finding, count > most ? count - 1 : 0);
        limb__print_flush(printer);
    }
    limb__alike_free(&alike);
}

static void print_finding(limb__printer *printer, const limb_finding *finding, int nmore)
{
    static const char *const command[] = {"notice", "warning", "error"};
    limb__builder *out = &printer->text;
    const limb_span *span = &finding->span;
    limb__builder_text(out, "::");
    limb__builder_text(out, command[limb__print_severity(printer, finding->severity)]);
    limb__builder_text(out, " file=");
    print_escaped(out, span->file, true);
    if (span->line > 0) {
        print_property(out, ",line=", span->line);
        // columns are only allowed within one line
        if (span->end_line == span->line) {
            print_property(out, ",col=", span->column);
            print_property(out, ",endColumn=", span->end_column);
        } else {
            print_property(out, ",endLine=", span->end_line);
        }
    }
    limb__builder_text(out, ",title=");
    print_escaped(out, finding->id, true);
    limb__builder_text(out, "::");
    print_escaped(out, finding->message, false);
    for (int i = 0; i < finding->nnote; i++) {
        limb__builder_text(out, "%0Anote: line ");
        limb__builder_int(out, finding->note[i].span.line);
        limb__builder_text(out, ": ");
        print_escaped(out, finding->note[i].message, false);
    }
    if (finding->nfix > 0) {
        limb__builder_text(out, "%0Afix: ");
        print_escaped(out, finding->fix[0].title, false);
    }
    if (nmore > 0) {
        limb__builder_text(out, "%0Aand ");
        limb__builder_int(out, nmore);
        limb__builder_text(out, " more like it in this file");
    }
    limb__builder_char(out, '\n');
}

static void print_property(limb__builder *out, const char *key, uint32_t value)
{
    limb__builder_text(out, key);
    limb__builder_int(out, value);
}

static void print_escaped(limb__builder *out, const char *text, bool in_property)
{
    static const char digit[] = "0123456789ABCDEF";
    for (;;) {
        const size_t size = strcspn(text, in_property ? "%\r\n:," : "%\r\n");
        limb__builder_visible(out, text, size);
        text += size;
        if (!*text) return;
        limb__builder_char(out, '%');
        limb__builder_char(out, digit[(unsigned char)*text >> 4]);
        limb__builder_char(out, digit[(unsigned char)*text++ & 15]);
    }
}
