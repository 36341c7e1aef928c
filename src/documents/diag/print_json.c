// JSON: all files that were read, each with its findings and counts; described in docs/command.md.
// Each finding is on one line.
#include "documents/diag/print.h"

static void print_file(limb__printer *printer, const limb__print_files *files,
                       const limb__print_file *file);
static void print_finding(limb__printer *printer, const limb_finding *finding);
static void print_span(limb__builder *out, limb_span span);
static void print_counts(limb__printer *printer, const limb__file_counts *counts);

void limb__print_json(limb__printer *printer)
{
    limb__builder *out = &printer->text;
    limb__print_files files;
    if (!limb__print_files_init(&files, printer)) printer->status = LIMB_ERROR_MEMORY;
    limb__builder_text(out, "{\"schema\":\"limb-check/1\",\"files\":[");
    for (int i = 0; i < files.count && printer->status == LIMB_OK; i++) {
        limb__builder_text(out, i > 0 ? ",\n" : "\n");
        print_file(printer, &files, &files.file[i]);
    }
    limb__builder_text(out, "\n]}\n");
    limb__print_files_free(&files);
}

static void print_file(limb__printer *printer, const limb__print_files *files,
                       const limb__print_file *file)
{
    limb__builder *out = &printer->text;
    limb__builder_char(out, '{');
    limb__print_member(out, "file", file->name);
    limb__builder_text(out, ",\"findings\":[");
    const char *separator = "\n  ";
    for (int i = file->first; i >= 0; i = files->next[i]) {
        const limb_finding *finding = &printer->report->finding[i];
        if (!limb__print_shows(printer, finding)) continue;
        limb__builder_text(out, separator);
        separator = ",\n  ";
        print_finding(printer, finding);
        limb__print_flush(printer);
    }
    limb__builder_char(out, ']');
    print_counts(printer, file->counts);
    const limb_print_opts *opts = printer->opts;
    if (file->asked >= 0 && opts->target_name && opts->target_verdict &&
        opts->target_name[file->asked] && opts->target_verdict[file->asked]) {
        limb__builder_text(out, ",\"target\":{");
        limb__print_member(out, "name", opts->target_name[file->asked]);
        limb__print_member(out, "verdict", opts->target_verdict[file->asked]);
        limb__builder_char(out, '}');
    }
    if (file->asked >= 0 && opts->targets && opts->targets[file->asked]) {
        limb__builder_text(out, ",\"targets\":");
        limb__builder_text(out, opts->targets[file->asked]);
    }
    limb__builder_char(out, '}');
    limb__print_flush(printer);
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

static void print_counts(limb__printer *printer, const limb__file_counts *counts)
{
    static const limb__file_counts none = {0};
    const limb__file_counts *file = counts ? counts : &none;
    int count[3] = {0};
    for (int severity = 0; severity < 3; severity++)
        count[limb__print_severity(printer, (limb_severity)severity)] += file->count[severity];
    limb__print_member_int(&printer->text, "errors", count[LIMB_SEVERITY_ERROR]);
    limb__print_member_int(&printer->text, "warnings", count[LIMB_SEVERITY_WARNING]);
    limb__print_member_int(&printer->text, "infos", count[LIMB_SEVERITY_INFO]);
    limb__print_member_int(&printer->text, "omitted", file->nomitted);
}
