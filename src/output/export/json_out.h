// Writes JSON into a growing text: indented for people, or compact.
//
// Indented: two spaces per level, arrays of numbers on one line. Numbers are in the shortest form
// that reads back; numbers that are not finite are null.
#ifndef LIMB_EXPORT_JSON_OUT_H
#define LIMB_EXPORT_JSON_OUT_H

#include "base/text.h"

enum { LIMB__JSON_OUT_DEPTH = 16 };

typedef struct limb__json_out {
    limb__builder *text;
    bool compact;
    int depth;
    char end[LIMB__JSON_OUT_DEPTH];   // closing bracket of each open level
    bool empty[LIMB__JSON_OUT_DEPTH]; // nothing in it yet
} limb__json_out;

// Key is NULL inside arrays and at the top.
void limb__json_out_init(limb__json_out *out, limb__builder *text, bool compact);
void limb__json_out_open(limb__json_out *out, const char *key, char bracket); // '{' or '['
void limb__json_out_close(limb__json_out *out); // ends the line after the outermost
void limb__json_out_text(limb__json_out *out, const char *key, const char *text); // NULL: null
void limb__json_out_bytes(limb__json_out *out, const char *key, const char *text, size_t size);
void limb__json_out_number(limb__json_out *out, const char *key, double value);
void limb__json_out_numbers(limb__json_out *out, const char *key, const double *value, int count);
void limb__json_out_bool(limb__json_out *out, const char *key, bool value);
void limb__json_out_null(limb__json_out *out, const char *key);

#endif
