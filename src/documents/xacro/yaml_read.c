// YAML through libyaml: converts its events to those of limb/xacro.h.
#include "limb/xacro.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

static bool translate(const yaml_event_t *event, limb_yaml_event *out);
static void say(const yaml_parser_t *parser, const char *text, size_t size,
                limb_yaml_problem *problem);

limb_status limb_yaml_read(const char *text, size_t size, limb_yaml_event_fn *take, void *ctx,
                           limb_yaml_problem *problem)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return LIMB_ERROR_MEMORY;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    limb_status status = LIMB_OK;
    for (bool done = false; !done;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            // libyaml describes every error in a text, but not always a lack of memory
            status = parser.error == YAML_MEMORY_ERROR || !parser.problem ? LIMB_ERROR_MEMORY
                                                                          : LIMB_ERROR_INPUT;
            say(&parser, text, size, problem);
            break;
        }
        limb_yaml_event found = {.line = (int)event.start_mark.line + 1,
                                 .column = (int)event.start_mark.column + 1};
        done = event.type == YAML_STREAM_END_EVENT ||
               (translate(&event, &found) && !take(ctx, &found));
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return status;
}

// Returns false for an event without information.
static bool translate(const yaml_event_t *event, limb_yaml_event *out)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        out->kind = LIMB_YAML_DOCUMENT;
        return true;
    case YAML_SCALAR_EVENT:
        out->kind = LIMB_YAML_SCALAR;
        out->anchor = (const char *)event->data.scalar.anchor;
        out->tag = (const char *)event->data.scalar.tag;
        out->text = (limb_text){(const char *)event->data.scalar.value, event->data.scalar.length};
        out->is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
        return true;
    case YAML_ALIAS_EVENT:
        out->kind = LIMB_YAML_ALIAS;
        out->anchor = (const char *)event->data.alias.anchor;
        return true;
    case YAML_SEQUENCE_START_EVENT:
        out->kind = LIMB_YAML_LIST;
        out->anchor = (const char *)event->data.sequence_start.anchor;
        out->tag = (const char *)event->data.sequence_start.tag;
        return true;
    case YAML_MAPPING_START_EVENT:
        out->kind = LIMB_YAML_MAPPING;
        out->anchor = (const char *)event->data.mapping_start.anchor;
        out->tag = (const char *)event->data.mapping_start.tag;
        return true;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        out->kind = LIMB_YAML_END;
        return true;
    default:
        return false;
    }
}

static void say(const yaml_parser_t *parser, const char *text, size_t size,
                limb_yaml_problem *problem)
{
    problem->line = (int)parser->problem_mark.line + 1;
    problem->column = (int)parser->problem_mark.column + 1;
    const size_t at = parser->problem_mark.index;
    const bool is_tab = parser->error == YAML_SCANNER_ERROR && at < size && text[at] == '\t';
    snprintf(problem->message, sizeof problem->message, "%s",
             is_tab            ? "a tab cannot indent YAML; write blanks"
             : parser->problem ? parser->problem
                               : "invalid");
}
