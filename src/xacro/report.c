// Reporting: the place in the file that was written by hand, and the macro calls and includes
// that led there.
#include "base/format.h"
#include "xacro/expand.h"
#include "xacro/origin.h"

#include <stdarg.h>
#include <string.h>

enum { MAX_WAY = 8, MESSAGE_SIZE = 900 };

static limb__place place_of(limb__expansion *x, limb__origin origin);
static void note_way(limb__expansion *x, const limb__frame *frame);
static limb_rule rule_of(const limb__eval *eval);

void limb__xacro_report(limb__expansion *x, limb__origin origin, limb_rule rule, const char *format,
                        ...)
{
    const limb_rule_info *info = limb_rule_of(rule);
    if (info->refuses) {
        x->is_broken = true;
        x->nerror++;
        const int max = x->opts->max_errors > 0 ? x->opts->max_errors : 20;
        if (x->nerror >= max) x->is_stopped = true;
    }
    va_list list;
    va_start(list, format);
    limb__report_list(x->report, place_of(x, origin), rule, format, list);
    va_end(list);
    note_way(x, origin.frame);
}

void limb__xacro_note(limb__expansion *x, limb__origin origin, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list list;
    va_start(list, format);
    limb__format_list(message, sizeof message, format, list);
    va_end(list);
    limb__report_note(x->report, place_of(x, origin), "%s", message);
}

bool limb__report_error(limb__expansion *x, limb__origin origin)
{
    limb__eval *eval = &x->eval;
    if (!eval->error) return false;
    if (eval->is_final) { // reported where it arose: a property's own text
        limb__xacro_note(x, origin, "used here");
        return false;
    }
    eval->is_final = true;
    if (eval->is_limit) {
        x->status =
            strcmp(eval->error_kind, "MemoryError") == 0 ? LIMB_ERROR_MEMORY : LIMB_ERROR_LIMIT;
        x->is_stopped = true;
        x->is_broken = true;
        if (x->status == LIMB_ERROR_MEMORY) return false;
    }
    limb__xacro_report(x, origin, rule_of(eval), "%s", eval->error);
    return false;
}

limb__origin limb__origin_part(limb__origin origin, size_t offset, size_t size)
{
    if (!origin.is_literal || offset + size > origin.size) return origin;
    origin.offset += (uint32_t)offset;
    origin.size = (uint32_t)size;
    return origin;
}

static limb__place place_of(limb__expansion *x, limb__origin origin)
{
    limb__file_source *file = limb__kept_source(x->kept, origin.source);
    return limb__place_text(&file->source, origin.offset, origin.size);
}

static void note_way(limb__expansion *x, const limb__frame *frame)
{
    for (int i = 0; frame && i < MAX_WAY; frame = frame->outer, i++) {
        int again = 0; // a macro that calls itself is one line
        while (frame->outer && frame->outer->call.source == frame->call.source &&
               frame->outer->call.offset == frame->call.offset) {
            frame = frame->outer;
            again++;
        }
        if (!frame->macro.data) {
            limb__xacro_note(x, frame->call, "included here");
        } else if (again > 0) {
            limb__xacro_note(x, frame->call, "in macro \"%.*s\", called here %d times",
                             (int)frame->macro.size, frame->macro.data, again + 1);
        } else {
            limb__xacro_note(x, frame->call, "in macro \"%.*s\", called here",
                             (int)frame->macro.size, frame->macro.data);
        }
    }
}

static limb_rule rule_of(const limb__eval *eval)
{
    const char *kind = eval->error_kind;
    if (eval->is_limit || strcmp(kind, "LimitError") == 0) return LIMB_RULE_XACRO_LIMIT;
    if (strcmp(kind, "RecursionError") == 0) return LIMB_RULE_XACRO_LIMIT;
    if (strcmp(kind, "SyntaxError") == 0) return LIMB_RULE_XACRO_SYNTAX;
    if (strcmp(kind, "NameError") == 0) return LIMB_RULE_XACRO_UNDEFINED;
    if (strcmp(kind, "ArgError") == 0) return LIMB_RULE_XACRO_ARGUMENT;
    if (strcmp(kind, "SubstitutionError") == 0) return LIMB_RULE_XACRO_SUBSTITUTION;
    if (strcmp(kind, "YamlError") == 0) return LIMB_RULE_XACRO_YAML;
    if (strcmp(kind, "FileError") == 0) return LIMB_RULE_XACRO_INCLUDE;
    if (strcmp(kind, "FatalError") == 0) return LIMB_RULE_XACRO_FATAL;
    return LIMB_RULE_XACRO_EXPRESSION;
}
