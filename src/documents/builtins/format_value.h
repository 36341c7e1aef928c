// Format specifications, and formatting values by them.
#ifndef LIMB_BUILTINS_FORMAT_VALUE_H
#define LIMB_BUILTINS_FORMAT_VALUE_H

#include "documents/expression/value.h"

enum { LIMB__MAX_WIDTH = 10000 };

typedef struct limb__format_spec {
    limb_text fill;
    char align; // 0: not given
    char sign;  // 0, '+', '-', ' '
    bool alternate;
    bool zero;
    int width;
    char group;    // 0, ',' or '_'
    int precision; // -1: not given
    char type;     // 0: not given
} limb__format_spec;

// Parses [[fill]align][sign][#][0][width][group][.precision][type]. False: an error was raised.
bool limb__format_spec_read(limb__eval *eval, limb_text text, limb__format_spec *out);
// Parses the digits of a width or precision at *at, and moves *at after them. False: an
// error was raised.
bool limb__format_count_read(limb__eval *eval, const char **at, const char *end, int *number);
limb__value *limb__format_text(limb__eval *eval, limb_text text, const limb__format_spec *spec);
limb__value *limb__format_int(limb__eval *eval, int64_t value, const limb__format_spec *spec);
limb__value *limb__format_float(limb__eval *eval, double value, const limb__format_spec *spec);

#endif
