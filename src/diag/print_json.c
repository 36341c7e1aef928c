// JSON: all files that were read, each with its findings and counts; docs/command.md describes it.
// One finding stands on one line.
#include "diag/print.h"

#include <string.h>

static int file_count(const limb__printer *printer);
static void print_file(limb__printer *printer, int index);
static void print_finding(limb__printer *printer, const limb_finding *finding);
static void print_span(limb__builder *out, limb_span span);
static void print_counts(limb__printer *printer, const char *name);

void limb__print_json(limb__printer *printer)
{
    limb__builder *out = &printer->text;
    limb__builder_text(out, "{\"files\":[");
    const char *separator = "\n";
    for (int i = 0; i < file_count(printer); i++) {
        if (limb__print_repeats_file(printer, i)) continue;
        limb__builder_text(out, separator);
        separator = ",\n";
        print_file(printer, i);
    }
    limb__builder_text(out, "\n]}\n");
}

static int file_count(const limb__printer *printer)
{
    return printer->opts->nfile + printer->store->nfile;
}

static void print_file(limb__printer *printer, int index)
{
    limb__builder *out = &printer->text;
    const char *name = limb__print_file(printer, index);
    limb__builder_char(out, '{');
    limb__print_member(out, "file", name);
    limb__builder_text(out, ",\"findings\":[");
    const char *separator = "\n  ";
    for (int i = 0; i < printer->report->nfinding; i++) {
        const limb_finding *finding = &printer->report->finding[i];
        if (strcmp(finding->span.file, name) != 0) continue;
        if (!limb__print_shows(printer, finding)) continue;
        limb__builder_text(out, separator);
        separator = ",\n  ";
        print_finding(printer, finding);
        limb__print_flush(printer);
    }
    limb__builder_char(out, ']');
    print_counts(printer, name);
    if (index < printer->opts->nfile && printer->opts->target_name &&
        printer->opts->target_verdict && printer->opts->target_verdict[index]) {
        limb__builder_text(out, ",\"target\":{");
        limb__print_member(out, "name", printer->opts->target_name);
        limb__print_member(out, "verdict", printer->opts->target_verdict[index]);
        limb__builder_char(out, '}');
    }
    limb__builder_char(out, '}');
}

static void print_finding(limb__printer *printer, const limb_finding *finding)
{
    limb__builder *out = &printer->text;
    const limb_severity severity = limb__print_severity(printer, finding->severity);
    limb__builder_char(out, '{');
    limb__print_member(out, "rule", finding->id);
    limb__print_member(out, "severity", limb__severity_name(severity));
    limb__print_member(out, "message", finding->message);
    limb__print_member(out, "path", finding->path);
    print_span(out, finding->span);
    limb__builder_text(out, ",\"notes\":[");
    for (int i = 0; i < finding->nnote; i++) {
        limb__builder_text(out, i > 0 ? ",{" : "{");
        limb__print_member(out, "message", finding->note[i].message);
        limb__print_member(out, "file", finding->note[i].span.file);
        print_span(out, finding->note[i].span);
        limb__builder_char(out, '}');
    }
    limb__builder_text(out, "],\"fix\":[");
    for (int i = 0; i < finding->nfix; i++) {
        limb__builder_text(out, i > 0 ? ",{" : "{");
        limb__print_member(out, "title", finding->fix[i].title);
        limb__print_member_int(out, "offset", finding->fix[i].offset);
        limb__print_member_int(out, "size", finding->fix[i].size);
        limb__print_member(out, "text", finding->fix[i].text);
        limb__builder_char(out, '}');
    }
    limb__builder_text(out, "]}");
}

static void print_span(limb__builder *out, limb_span span)
{
    limb__print_member_int(out, "line", span.line);
    limb__print_member_int(out, "column", span.column);
    limb__print_member_int(out, "offset", span.offset);
    limb__print_member_int(out, "size", span.size);
}

static void print_counts(limb__printer *printer, const char *name)
{
    limb__file_counts none = {0};
    const limb__file_counts *file = &none;
    for (int i = 0; i < printer->store->nfile; i++) {
        if (strcmp(printer->store->file[i].name, name) == 0) file = &printer->store->file[i];
    }
    int count[3] = {0};
    for (int severity = 0; severity < 3; severity++)
        count[limb__print_severity(printer, (limb_severity)severity)] += file->count[severity];
    limb__print_member_int(&printer->text, "errors", count[LIMB_ERROR]);
    limb__print_member_int(&printer->text, "warnings", count[LIMB_WARNING]);
    limb__print_member_int(&printer->text, "infos", count[LIMB_INFO]);
    limb__print_member_int(&printer->text, "omitted", file->nomitted);
}
