// Writing JSON; see json.h.
#include "frame/json.h"

#include "limb/base.h"
#include "limb/system.h"

#include <assert.h>
#include <math.h>

static void begin_value(cli_json *json, const char *key);
static void print_text(FILE *out, const char *text);
static size_t character_size(const char *text);
static void print_number(FILE *out, double value);

void cli_json_init(cli_json *json, FILE *out)
{
    *json = (cli_json){.out = out, .empty = {true}};
}

void cli_json_open(cli_json *json, const char *key, char bracket)
{
    assert(json->depth + 1 < CLI_JSON_DEPTH);
    begin_value(json, key);
    fputc(bracket, json->out);
    json->depth++;
    json->end[json->depth] = bracket == '{' ? '}' : ']';
    json->empty[json->depth] = true;
}

void cli_json_open_schema(cli_json *json, const char *schema)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "schema", schema);
}

void cli_json_close(cli_json *json)
{
    const char end = json->end[json->depth];
    const bool empty = json->empty[json->depth];
    json->depth--;
    if (!empty) fprintf(json->out, "\n%*s", 2 * json->depth, "");
    fputc(end, json->out);
    if (json->depth == 0) fputc('\n', json->out);
}

void cli_json_text(cli_json *json, const char *key, const char *text)
{
    begin_value(json, key);
    if (text) {
        print_text(json->out, text);
    } else {
        fputs("null", json->out);
    }
}

void cli_json_number(cli_json *json, const char *key, double value)
{
    begin_value(json, key);
    print_number(json->out, value);
}

void cli_json_numbers(cli_json *json, const char *key, const double *value, int count)
{
    begin_value(json, key);
    fputc('[', json->out);
    for (int i = 0; i < count; i++) {
        if (i > 0) fputs(", ", json->out);
        print_number(json->out, value[i]);
    }
    fputc(']', json->out);
}

void cli_json_int(cli_json *json, const char *key, long long value)
{
    begin_value(json, key);
    fprintf(json->out, "%lld", value);
}

void cli_json_bool(cli_json *json, const char *key, bool value)
{
    begin_value(json, key);
    fputs(value ? "true" : "false", json->out);
}

void cli_json_null(cli_json *json, const char *key)
{
    cli_json_text(json, key, NULL);
}

static void begin_value(cli_json *json, const char *key)
{
    if (!json->empty[json->depth]) fputc(',', json->out);
    json->empty[json->depth] = false;
    if (json->depth > 0) fprintf(json->out, "\n%*s", 2 * json->depth, "");
    if (!key) return;
    print_text(json->out, key);
    fputs(": ", json->out);
}

// Texts of a robot are already valid UTF-8.
static void print_text(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text) {
        const unsigned char c = (unsigned char)*text;
        const size_t size = character_size(text);
        if (size == 0) {
            fputs("\xef\xbf\xbd", out); // U+FFFD replaces a byte that is not UTF-8
        } else if (c == '"' || c == '\\') {
            fprintf(out, "\\%c", c);
        } else if (c < 0x20 || c == 0x7F) {
            fprintf(out, "\\u%04x", (unsigned)c);
        } else {
            fwrite(text, 1, size, out);
        }
        text += size > 0 ? size : 1;
    }
    fputc('"', out);
}

// Returns the size of the UTF-8 character at the start of the text; 0: invalid. (Names in meshes
// and of files may have any encoding.)
static size_t character_size(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x80) return 1;
    const size_t size = c[0] < 0xC2 ? 0 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : c[0] < 0xF5 ? 4 : 0;
    for (size_t i = 1; i < size; i++) {
        if ((c[i] & 0xC0u) != 0x80u) return 0;
    }
    // longer than needed, a surrogate, or beyond the last character
    if (c[0] == 0xE0 && c[1] < 0xA0) return 0;
    if (c[0] == 0xED && c[1] > 0x9F) return 0;
    if (c[0] == 0xF0 && c[1] < 0x90) return 0;
    if (c[0] == 0xF4 && c[1] > 0x8F) return 0;
    return size;
}

static void print_number(FILE *out, double value)
{
    char text[LIMB_NUMBER_SIZE];
    limb_number_print(text, value);
    fputs(isfinite(value) ? text : "null", out);
}
