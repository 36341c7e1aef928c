// Prints documents as text; see json_print.h. Values come in document order, so one loop with the
// ends of the open containers suffices.
#include "support/json_print.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static void print_scalar(limb__builder *out, const limb__json *value);

typedef struct level {
    int end; // index of the first value after the container
    int nprinted;
    bool object;
} level;

void limb_test_json_print(limb__builder *out, const limb__json_document *doc)
{
    level *open = malloc(((size_t)doc->count + 1) * sizeof *open);
    if (!open) abort();
    int depth = 0;
    for (int i = 0; i <= doc->count; i++) {
        while (depth > 0 && open[depth - 1].end == i)
            limb__builder_char(out, open[--depth].object ? '}' : ']');
        if (i == doc->count) break;
        if (depth > 0) {
            level *in = &open[depth - 1];
            const bool value_of_member = in->object && in->nprinted % 2 == 1;
            if (in->nprinted++ > 0) limb__builder_char(out, value_of_member ? ':' : ',');
        }
        const limb__json *value = &doc->value[i];
        if (value->kind != LIMB__JSON_ARRAY && value->kind != LIMB__JSON_OBJECT) {
            print_scalar(out, value);
            continue;
        }
        const bool object = value->kind == LIMB__JSON_OBJECT;
        limb__builder_char(out, object ? '{' : '[');
        open[depth++] = (level){.end = i + (int)value->as.extent, .object = object};
    }
    free(open);
}

static void print_scalar(limb__builder *out, const limb__json *value)
{
    switch (value->kind) {
    case LIMB__JSON_STRING:
        limb__builder_json(out, value->as.text, value->count);
        break;
    case LIMB__JSON_NUMBER:
        limb_test_json_number(out, value->as.number);
        break;
    case LIMB__JSON_TRUE:
        limb__builder_text(out, "true");
        break;
    case LIMB__JSON_FALSE:
        limb__builder_text(out, "false");
        break;
    default:
        limb__builder_text(out, "null");
        break;
    }
}

void limb_test_json_number(limb__builder *out, double value)
{
    if (isfinite(value)) {
        limb__builder_number(out, value);
    } else {
        limb__builder_text(out, value < 0 ? "-1e999" : "1e999");
    }
}
