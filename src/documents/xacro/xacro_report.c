// Reporting: the location in the original file, and the macro calls and includes that led there.
#include "base/format.h"
#include "documents/xacro/expand.h"
#include "documents/xacro/origin.h"

#include <stdarg.h>
#include <string.h>

enum { MAX_TRACE = 8, MESSAGE_SIZE = 900 };

static bool is_consequence(const limb__expansion *x, limb_rule rule);
static bool was_reported(limb__expansion *x, limb__origin origin, limb_rule rule,
                         const char *message);
static limb__place place_of(limb__expansion *x, limb__origin origin);
static limb_rule rule_of(const limb__eval *eval);

void limb__xacro_report(limb__expansion *x, limb__origin origin, limb_rule rule, const char *format,
                        ...)
{
    char message[MESSAGE_SIZE];
    va_list list;
    va_start(list, format);
    limb__format_list(message, sizeof message, format, list);
    va_end(list);
    const limb_rule_info *info = limb_rule_of(rule);
    if (info->refuses) x->is_broken = true;
    x->is_suppressed = is_consequence(x, rule) || was_reported(x, origin, rule, message);
    if (x->is_suppressed) return;
    if (info->refuses) {
        x->nerror++;
        const int max = x->opts->max_errors > 0 ? x->opts->max_errors : 20;
        if (x->nerror >= max) x->is_stopped = true;
    }
    limb__report(x->report, place_of(x, origin), rule, "%s", message);
    x->noted = origin;
    limb__note_trace(x, origin.frame);
}

// Returns whether the finding is only a consequence of a file that could not be included.
static bool is_consequence(const limb__expansion *x, limb_rule rule)
{
    return x->is_incomplete &&
           (rule == LIMB_RULE_XACRO_MACRO || rule == LIMB_RULE_XACRO_UNDEFINED ||
            rule == LIMB_RULE_XACRO_BLOCK || rule == LIMB_RULE_XACRO_ARGUMENT);
}

// The body of a macro is expanded at every call; the same finding at the same location is reported
// once. Messages of the file itself (xacro.error, xacro.warning) are printed every time.
static bool was_reported(limb__expansion *x, limb__origin origin, limb_rule rule,
                         const char *message)
{
    if (rule == LIMB_RULE_XACRO_ERROR || rule == LIMB_RULE_XACRO_WARNING ||
        rule == LIMB_RULE_XACRO_MESSAGE) {
        return false;
    }
    char key[MESSAGE_SIZE + 80];
    const size_t size = limb__format(key, sizeof key, "%d %d %u %s", (int)rule, origin.source,
                                     (unsigned)origin.offset, message);
    if (limb__table_find(&x->reported, (limb_text){key, size})) return true;
    const limb_text kept = {limb__arena_copy_text(x->eval.arena, key, size), size};
    void **slot = kept.data ? limb__table_add(&x->eval, &x->reported, kept) : NULL;
    if (slot) *slot = x; // any pointer other than NULL
    return false;
}

void limb__xacro_note(limb__expansion *x, limb__origin origin, const char *format, ...)
{
    if (x->is_suppressed) return;
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
    if (eval->is_final) { // reported where it occurred: in a property's own text
        if (x->noted.source != origin.source || x->noted.offset != origin.offset) {
            limb__xacro_note(x, origin, "used here");
        }
        x->noted = origin;
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

void limb__report_missing_parameters(limb__expansion *x, const limb__dom *node,
                                     const limb__macro *macro, const bool *given)
{
    limb__builder names;
    limb__eval_builder(&x->eval, &names);
    int count = 0;
    bool forwards = false;
    bool is_number = false; // of a default such as 0 0 1, which was split at its spaces
    for (int i = 0; i < macro->nparameter; i++) {
        if (given[i]) continue;
        if (count++ > 0) limb__builder_text(&names, ", ");
        limb__builder_bytes(&names, macro->parameter[i].name.data, macro->parameter[i].name.size);
        forwards = forwards || macro->parameter[i].forwards;
        is_number = is_number || strchr("+-.0123456789", macro->parameter[i].name.data[0]) != NULL;
    }
    limb__xacro_report(x, node->origin, LIMB_RULE_XACRO_PARAMETER,
                       "macro \"%.*s\" needs the parameter%s %s%s%s", (int)macro->name.size,
                       macro->name.data, count == 1 ? "" : "s", limb__builder_nul(&names),
                       forwards ? ", and there is no such property to take it from" : "",
                       is_number ? "; a default with blanks needs quotes: name:='0 0 1'" : "");
    limb__note_definition(x, macro);
    limb__builder_free(&names);
}

void limb__note_definition(limb__expansion *x, const limb__macro *macro)
{
    // ROS reads "a, b" as the parameters "a," and "b"
    bool has_comma = false;
    for (int i = 0; i < macro->nparameter; i++) {
        const limb_text name = macro->parameter[i].name;
        has_comma = has_comma || (name.size > 0 && name.data[name.size - 1] == ',');
    }
    limb__xacro_note(x, macro->body->origin,
                     has_comma ? "the macro is defined here; blanks separate its parameters, a "
                                 "comma is part of a name"
                               : "the macro is defined here");
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

void limb__note_trace(limb__expansion *x, const limb__frame *frame)
{
    for (int i = 0; frame && i < MAX_TRACE; frame = frame->outer, i++) {
        int again = 0; // a macro that calls itself is shown in one line
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
