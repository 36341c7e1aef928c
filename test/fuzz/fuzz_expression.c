// Xacro expressions: any text is evaluated or refused, within its limits.
#include "base/memory.h"
#include "documents/builtins/builtins.h"
#include "documents/expression/value.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const limb__eval_limits limits = {.max_memory = (size_t)16 << 20,
                                      .max_steps = 200000,
                                      .max_depth = 200,
                                      .max_stack = (size_t)1 << 20};
    limb__arena arena;
    limb__eval eval;
    limb__arena_init(&arena, limb__memory(NULL), 0);
    limb__eval_init(&eval, &arena, &limb__python_library, &limits);
    limb__value *value = limb__evaluate_text(&eval, (const char *)data, size);
    if (value) limb__value_str(&eval, value);
    if (!value && !eval.error) abort(); // a failure says why
    if (eval.depth != 0) abort();
    limb__arena_free(&arena);
    return 0;
}
