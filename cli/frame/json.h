// A JSON writer for the commands' data: two spaces per level, arrays of numbers on one line,
// numbers in the shortest form that reads back, null for numbers that are not finite.
#ifndef LIMB_CLI_JSON_H
#define LIMB_CLI_JSON_H

#include <stdbool.h>
#include <stdio.h>

enum { CLI_JSON_DEPTH = 16 };

typedef struct cli_json {
    FILE *out;
    int depth;
    char end[CLI_JSON_DEPTH]; // closing bracket of each open level
    bool empty[CLI_JSON_DEPTH];
} cli_json;

// Key is NULL inside arrays and at the top.
void cli_json_init(cli_json *json, FILE *out);
void cli_json_open(cli_json *json, const char *key, char bracket); // '{' or '['
// Opens a command's output object, with its schema: "limb-fk/1" (docs/json.md).
void cli_json_open_schema(cli_json *json, const char *schema);
void cli_json_close(cli_json *json); // ends the line after the outermost
void cli_json_text(cli_json *json, const char *key, const char *text); // NULL: null
void cli_json_number(cli_json *json, const char *key, double value);
void cli_json_numbers(cli_json *json, const char *key, const double *value, int count);
void cli_json_int(cli_json *json, const char *key, long long value);
void cli_json_bool(cli_json *json, const char *key, bool value);
void cli_json_null(cli_json *json, const char *key);

#endif
