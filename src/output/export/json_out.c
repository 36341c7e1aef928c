// Writes JSON; see json_out.h.
#include "output/export/json_out.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static void begin_value(limb__json_out *out, const char *key);
static void end_line(limb__json_out *out);
static void write_number(limb__json_out *out, double value);

void limb__json_out_init(limb__json_out *out, limb__builder *text, bool compact)
{
    *out = (limb__json_out){.text = text, .compact = compact, .empty = {true}};
}

void limb__json_out_open(limb__json_out *out, const char *key, char bracket)
{
    assert(out->depth + 1 < LIMB__JSON_OUT_DEPTH);
    begin_value(out, key);
    limb__builder_char(out->text, bracket);
    out->depth++;
    out->end[out->depth] = bracket == '{' ? '}' : ']';
    out->empty[out->depth] = true;
}

void limb__json_out_close(limb__json_out *out)
{
    const char end = out->end[out->depth];
    const bool empty = out->empty[out->depth];
    out->depth--;
    if (!empty) end_line(out);
    limb__builder_char(out->text, end);
    if (out->depth == 0) limb__builder_char(out->text, '\n');
}

void limb__json_out_text(limb__json_out *out, const char *key, const char *text)
{
    if (text)
        limb__json_out_bytes(out, key, text, strlen(text));
    else
        limb__json_out_null(out, key);
}

void limb__json_out_bytes(limb__json_out *out, const char *key, const char *text, size_t size)
{
    begin_value(out, key);
    limb__builder_json(out->text, text, size);
}

void limb__json_out_number(limb__json_out *out, const char *key, double value)
{
    begin_value(out, key);
    write_number(out, value);
}

void limb__json_out_numbers(limb__json_out *out, const char *key, const double *value, int count)
{
    begin_value(out, key);
    limb__builder_char(out->text, '[');
    for (int i = 0; i < count; i++) {
        if (i > 0) limb__builder_text(out->text, out->compact ? "," : ", ");
        write_number(out, value[i]);
    }
    limb__builder_char(out->text, ']');
}

void limb__json_out_bool(limb__json_out *out, const char *key, bool value)
{
    begin_value(out, key);
    limb__builder_text(out->text, value ? "true" : "false");
}

void limb__json_out_null(limb__json_out *out, const char *key)
{
    begin_value(out, key);
    limb__builder_text(out->text, "null");
}

static void begin_value(limb__json_out *out, const char *key)
{
    if (!out->empty[out->depth]) limb__builder_char(out->text, ',');
    out->empty[out->depth] = false;
    if (out->depth > 0) end_line(out);
    if (!key) return;
    limb__builder_json(out->text, key, strlen(key));
    limb__builder_text(out->text, out->compact ? ":" : ": ");
}

static void end_line(limb__json_out *out)
{
    if (out->compact) return;
    limb__builder_char(out->text, '\n');
    limb__builder_repeat(out->text, ' ', 2 * out->depth);
}

static void write_number(limb__json_out *out, double value)
{
    if (isfinite(value))
        limb__builder_number(out->text, value);
    else
        limb__builder_text(out->text, "null");
}
