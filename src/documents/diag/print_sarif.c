// SARIF 2.1.0 (OASIS): the format for code hosts and editors. Columns are code points; every result
// has a location, since hosts reject results without one (line 1 for a file as a whole).
#include "documents/diag/print.h"

#include <string.h>

static void print_rules(limb__printer *printer);
static void print_artifacts(limb__printer *printer);
static void print_result(limb__printer *printer, const limb_finding *finding);
static void print_location(limb__builder *out, limb_span span);
static void print_region(limb__builder *out, limb_span span);
static void print_notes(limb__builder *out, const limb_finding *finding);
static void print_fixes(limb__builder *out, const limb_finding *finding);
static void print_message(limb__builder *out, const char *key, const char *text);
static void print_artifact(limb__builder *out, const char *file);
static const char *level(limb_severity severity);

void limb__print_sarif(limb__printer *printer)
{
    limb__builder *out = &printer->text;
    limb__builder_text(out, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                            "\"version\":\"2.1.0\",\"runs\":[{\n\"tool\":{\"driver\":{");
    limb__print_member(out, "name", "limb");
    limb__print_member(out, "version", limb_version());
    print_rules(printer);
    limb__builder_text(out, "}},\n\"columnKind\":\"unicodeCodePoints\"");
    print_artifacts(printer);
    limb__builder_text(out, ",\n\"results\":[");
    const char *separator = "\n  ";
    for (int i = 0; i < printer->report->nfinding; i++) {
        const limb_finding *finding = &printer->report->finding[i];
        if (!limb__print_shows(printer, finding)) continue;
        limb__builder_text(out, separator);
        separator = ",\n  ";
        print_result(printer, finding);
        limb__print_flush(printer);
    }
    limb__builder_text(out, "]\n}]}\n");
}

static void print_rules(limb__printer *printer)
{
    limb__builder *out = &printer->text;
    limb__builder_text(out, ",\"rules\":[");
    for (int i = 0; i < limb_rule_count(); i++) {
        const limb_rule_info *info = limb_rule_at(i);
        limb__builder_text(out, i > 0 ? ",\n  {" : "\n  {");
        limb__print_member(out, "id", info->id);
        print_message(out, "shortDescription", info->summary);
        limb__builder_text(out, ",\"help\":{\"text\":\"limb explain ");
        limb__builder_text(out, info->id);
        limb__builder_text(out, "\"},\"defaultConfiguration\":{");
        limb__print_member(out, "level", level(info->severity));
        limb__builder_text(out, "}}");
        limb__print_flush(printer);
    }
    limb__builder_text(out, "]");
}

static void print_artifacts(limb__printer *printer)
{
    limb__builder *out = &printer->text;
    if (printer->opts->nfile == 0) return;
    limb__print_files files;
    if (!limb__print_files_init(&files, printer)) printer->status = LIMB_ERROR_MEMORY;
    limb__builder_text(out, ",\n\"artifacts\":[");
    // requested files come first
    for (int i = 0; i < files.count && files.file[i].asked >= 0; i++) {
        limb__builder_text(out, i > 0 ? ",{\"location\":" : "{\"location\":");
        print_artifact(out, files.file[i].name);
        limb__builder_char(out, '}');
    }
    limb__builder_char(out, ']');
    limb__print_files_free(&files);
}

static void print_result(limb__printer *printer, const limb_finding *finding)
{
    limb__builder *out = &printer->text;
    const limb_rule_info *info = limb_rule_of(finding->rule);
    limb__builder_char(out, '{');
    limb__print_member(out, "ruleId", finding->id);
    limb__print_member_int(out, "ruleIndex", (int)(info - limb_rule_at(0)));
    limb__print_member(out, "level", level(limb__print_severity(printer, finding->severity)));
    print_message(out, "message", finding->message);
    limb__builder_text(out, ",\"locations\":[{");
    print_location(out, finding->span);
    if (finding->path[0]) {
        limb__builder_text(out, ",\"logicalLocations\":[{");
        limb__print_member(out, "fullyQualifiedName", finding->path);
        limb__builder_text(out, "}]");
    }
    limb__builder_text(out, "}]");
    print_notes(out, finding);
    print_fixes(out, finding);
    limb__builder_char(out, '}');
}

static void print_location(limb__builder *out, limb_span span)
{
    limb__builder_text(out, "\"physicalLocation\":{\"artifactLocation\":");
    print_artifact(out, span.file);
    limb__builder_text(out, ",\"region\":");
    print_region(out, span);
    limb__builder_char(out, '}');
}

static void print_region(limb__builder *out, limb_span span)
{
    limb__builder_char(out, '{');
    limb__print_member_int(out, "startLine", span.line > 0 ? span.line : 1);
    if (span.line > 0) {
        limb__print_member_int(out, "startColumn", span.column);
        limb__print_member_int(out, "endLine", span.end_line);
        limb__print_member_int(out, "endColumn", span.end_column);
        limb__print_member_int(out, "byteOffset", span.offset);
        limb__print_member_int(out, "byteLength", span.size);
    }
    limb__builder_char(out, '}');
}

static void print_notes(limb__builder *out, const limb_finding *finding)
{
    if (finding->nnote == 0) return;
    limb__builder_text(out, ",\"relatedLocations\":[");
    for (int i = 0; i < finding->nnote; i++) {
        limb__builder_text(out, i > 0 ? ",{" : "{");
        print_location(out, finding->note[i].span);
        print_message(out, "message", finding->note[i].message);
        limb__builder_char(out, '}');
    }
    limb__builder_char(out, ']');
}

static void print_fixes(limb__builder *out, const limb_finding *finding)
{
    if (finding->nfix == 0) return;
    limb__builder_text(out, ",\"fixes\":[{");
    print_message(out, "description", finding->fix[0].title);
    limb__builder_text(out, ",\"artifactChanges\":[{\"artifactLocation\":");
    print_artifact(out, finding->span.file);
    limb__builder_text(out, ",\"replacements\":[");
    for (int i = 0; i < finding->nfix; i++) {
        const limb_fix *fix = &finding->fix[i];
        const limb_span span = {.line = fix->line,
                                .column = fix->column,
                                .offset = fix->offset,
                                .size = fix->size,
                                .end_line = fix->end_line,
                                .end_column = fix->end_column};
        limb__builder_text(out, i > 0 ? ",{\"deletedRegion\":" : "{\"deletedRegion\":");
        print_region(out, span);
        print_message(out, "insertedContent", fix->text);
        limb__builder_char(out, '}');
    }
    limb__builder_text(out, "]}]}]");
}

// `"key":{"text":"..."}`, SARIF's form of any text
static void print_message(limb__builder *out, const char *key, const char *text)
{
    if (out->size > 0 && out->data[out->size - 1] != '{') limb__builder_char(out, ',');
    limb__print_json_text(out, key);
    limb__builder_text(out, ":{");
    limb__print_member(out, "text", text);
    limb__builder_char(out, '}');
}

// The file as a URI reference: relative as given, or file:///absolute.
static void print_artifact(limb__builder *out, const char *file)
{
    static const char hex[] = "0123456789ABCDEF";
    limb__builder_text(out, "{\"uri\":\"");
    if (file[0] == '/') limb__builder_text(out, "file://");
    for (const char *at = file; *at; at++) {
        const unsigned char c = (unsigned char)*at;
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || strchr("/-._~", c);
        if (is_plain) {
            limb__builder_char(out, *at);
        } else {
            const char escaped[3] = {'%', hex[c >> 4], hex[c & 15]};
            limb__builder_bytes(out, escaped, sizeof escaped);
        }
    }
    limb__builder_text(out, "\"}");
}

static const char *level(limb_severity severity)
{
    return severity == LIMB_SEVERITY_INFO ? "note" : limb__severity_name(severity);
}
