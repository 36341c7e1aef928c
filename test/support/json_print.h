// Prints a JSON document in canonical form: no blanks, minimal escapes, shortest numbers. Equal
// texts mean equal values.
#ifndef LIMB_TEST_SUPPORT_JSON_PRINT_H
#define LIMB_TEST_SUPPORT_JSON_PRINT_H

#include "base/json.h"
#include "base/text.h"

void limb_test_json_print(limb__builder *out, const limb__json_document *doc);
// One number; what is infinite becomes 1e999, which reads back so.
void limb_test_json_number(limb__builder *out, double value);

#endif
