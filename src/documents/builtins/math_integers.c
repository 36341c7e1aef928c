// The integer functions of Python's module math. Results of more than 64 bits are an error.
#include "documents/builtins/builtins.h"

#include <math.h>

limb__value *limb__math_factorial(limb__eval *eval, limb__call *call)
{
    int64_t n;
    if (!limb__math_integer(eval, call->argument[0], &n)) return NULL;
    if (n < 0) {
        return limb__raise(eval, "ValueError", "factorial() not defined for negative values");
    }
    limb__value *product = limb__value_int(eval, 1);
    for (int64_t i = 2; product && i <= n && i <= 21; i++) {
        limb__value *factor = limb__value_int(eval, i);
        product = factor ? limb__binary(eval, LIMB__OP_MUL, product, factor) : NULL;
    }
    return product;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
    uint64_t y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    while (y != 0) {
        const uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return (int64_t)x;
}

limb__value *limb__math_gcd(limb__eval *eval, limb__call *call)
{
    int64_t result = 0;
    for (int i = 0; i < call->count; i++) {
        int64_t n;
        if (!limb__math_integer(eval, call->argument[i], &n)) return NULL;
        result = common_divisor(result, n);
    }
    return limb__value_int(eval, result);
}

limb__value *limb__math_lcm(limb__eval *eval, limb__call *call)
{
    limb__value *result = limb__value_int(eval, 1);
    for (int i = 0; result && i < call->count; i++) {
        int64_t n;
        if (!limb__math_integer(eval, call->argument[i], &n)) return NULL;
        if (n == 0) return limb__value_int(eval, 0);
        limb__value *rest = limb__value_int(eval, n / common_divisor(result->as.integer, n));
        result = rest ? limb__binary(eval, LIMB__OP_MUL, result, rest) : NULL;
        if (result && result->as.integer < 0) result = limb__unary(eval, LIMB__OP_NEGATE, result);
    }
    return result;
}

limb__value *limb__math_isqrt(limb__eval *eval, limb__call *call)
{
    int64_t n;
    if (!limb__math_integer(eval, call->argument[0], &n)) return NULL;
    if (n < 0) return limb__raise(eval, "ValueError", "isqrt() argument must be nonnegative");
    uint64_t root = (uint64_t)sqrt((double)n);
    while (root * root > (uint64_t)n)
        root--;
    while ((root + 1) * (root + 1) <= (uint64_t)n)
        root++;
    return limb__value_int(eval, (int64_t)root);
}

// Computes n (n-1) ... (n-k+1), divided by k! for combinations.
static limb__value *arrangements(limb__eval *eval, limb__call *call, bool ordered)
{
    int64_t n;
    int64_t k;
    if (!limb__math_integer(eval, call->argument[0], &n)) return NULL;
    k = n;
    if (call->count > 1 && call->argument[1]->kind != LIMB__VALUE_NONE &&
        !limb__math_integer(eval, call->argument[1], &k)) {
        return NULL;
    }
    if (n < 0 || k < 0) {
        return limb__raise(eval, "ValueError", "n and k must be non-negative integers");
    }
    if (k > n) return limb__value_int(eval, 0);
    if (!ordered && k > n - k) k = n - k;
    int64_t result = 1;
    for (int64_t i = 0; i < k; i++) {
        if (!limb__step(eval, 1)) return NULL;
        int64_t factor = n - i;
        int64_t divisor = ordered ? 1 : i + 1;
        // cancel first, so that the product stays as small as the result allows
        int64_t shared = common_divisor(result, divisor);
        result /= shared;
        divisor /= shared;
        factor /= divisor;
        if (__builtin_mul_overflow(result, factor, &result)) {
            return limb__raise(eval, "OverflowError", "the integer does not fit into 64 bits");
        }
    }
    return limb__value_int(eval, result);
}

limb__value *limb__math_comb(limb__eval *eval, limb__call *call)
{
    return arrangements(eval, call, false);
}

limb__value *limb__math_perm(limb__eval *eval, limb__call *call)
{
    return arrangements(eval, call, true);
}
