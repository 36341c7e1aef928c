// Parameters of a node: a name and a value of one of ROS's nine types, and lists of them.
#ifndef LIMB_PARAMETERS_PARAMETER_H
#define LIMB_PARAMETERS_PARAMETER_H

#include "limb/base.h"

// Numbered as in rcl_interfaces/msg/ParameterType.
typedef enum limb__parameter_type {
    LIMB__PARAMETER_NOT_SET,
    LIMB__PARAMETER_BOOL,
    LIMB__PARAMETER_INTEGER,
    LIMB__PARAMETER_DOUBLE,
    LIMB__PARAMETER_STRING,
    LIMB__PARAMETER_BYTES,
    LIMB__PARAMETER_BOOLS,
    LIMB__PARAMETER_INTEGERS,
    LIMB__PARAMETER_DOUBLES,
    LIMB__PARAMETER_STRINGS
} limb__parameter_type;
enum { LIMB__PARAMETER_NTYPE = LIMB__PARAMETER_STRINGS + 1 };

typedef struct limb__parameter_item {
    int64_t integer; // also booleans and bytes
    double number;
    char *text; // owned; strings only
} limb__parameter_item;

typedef struct limb__parameter { // zero-initialize
    char *name;                  // owned
    limb__parameter_type type;
    int count; // 1, or the length of an array
    int capacity;
    limb__parameter_item *item;
} limb__parameter;

typedef struct limb__parameters { // zero-initialize; in insertion order
    limb__parameter *item;
    int count;
    int capacity;
} limb__parameters;

const char *limb__parameter_type_name(limb__parameter_type type); // "integer", "string_array"
bool limb__parameter_is_array(limb__parameter_type type);
// Returns the type of an array's items.
limb__parameter_type limb__parameter_item_type(limb__parameter_type type);

bool limb__parameter_name(limb__parameter *p, const char *name,
                          size_t size); // false: memory exhausted
// Appends an item of the parameter's type. Returns false if memory is exhausted.
bool limb__parameter_add(limb__parameter *p, const limb__parameter_item *item);
bool limb__parameter_copy(limb__parameter *out,
                          const limb__parameter *from); // false: memory exhausted
void limb__parameter_free(limb__parameter *p);
bool limb__parameter_equal(const limb__parameter *a,
                           const limb__parameter *b); // compares the values
// Converts a boolean (0 or 1), an integer or a double; returns false for other types.
bool limb__parameter_number(const limb__parameter *p, double *out);
const char *limb__parameter_text(const limb__parameter *p); // NULL: not a string

const limb__parameter *limb__parameters_find(const limb__parameters *list, const char *name);
// Moves the parameter into the list; *p is empty afterwards. Returns false if memory is exhausted.
bool limb__parameters_add(limb__parameters *list, limb__parameter *p);
void limb__parameters_free(limb__parameters *list);

#endif
