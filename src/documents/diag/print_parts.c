// Shared by the printers of the four formats: flushing, severities, JSON members.
#include "documents/diag/print.h"

#include <string.h>

void limb__print_flush(limb__printer *printer)
{
    limb__builder *text = &printer->text;
    if (printer->status == LIMB_OK && !text->failed && text->size > 0) {
        printer->status = printer->write(printer->ctx, text->data, text->size);
    }
    text->size = 0;
}

bool limb__print_shows(const limb__printer *printer, const limb_finding *finding)
{
    return limb__print_severity(printer, finding->severity) >= printer->opts->min_severity;
}

limb_severity limb__print_severity(const limb__printer *printer, limb_severity severity)
{
    const bool raise = printer->opts->warnings_as_errors && severity == LIMB_SEVERITY_WARNING;
    return raise ? LIMB_SEVERITY_ERROR : severity;
}

const char *limb__severity_name(limb_severity severity)
{
    static const char *const name[] = {"info", "warning", "error"};
    return name[severity];
}

void limb__print_member(limb__builder *out, const char *key, const char *text)
{
    if (out->size > 0 && out->data[out->size - 1] != '{') limb__builder_char(out, ',');
    limb__print_json_text(out, key);
    limb__builder_char(out, ':');
    limb__print_json_text(out, text);
}

void limb__print_member_int(limb__builder *out, const char *key, long long value)
{
    if (out->size > 0 && out->data[out->size - 1] != '{') limb__builder_char(out, ',');
    limb__print_json_text(out, key);
    limb__builder_char(out, ':');
    limb__builder_int(out, value);
}

void limb__print_json_text(limb__builder *out, const char *text)
{
    limb__builder_json(out, text, strlen(text));
}
