// The functions and constants of Python's module math, with its errors for arguments out of domain.
#define _DEFAULT_SOURCE // lgamma_r: lgamma writes to a global
#include "documents/builtins/builtins.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

static bool number(limb__eval *eval, const limb__value *value, double *result)
{
    if (limb__is_number(value)) {
        *result = limb__as_double(value);
        return true;
    }
    limb__raise(eval, "TypeError", "must be real number, not %s", limb__type_name(value));
    return false;
}

bool limb__math_integer(limb__eval *eval, const limb__value *value, int64_t *result)
{
    if (limb__is_int(value)) {
        *result = value->as.integer;
        return true;
    }
    limb__raise(eval, "TypeError", "'%s' object cannot be interpreted as an integer",
                limb__type_name(value));
    return false;
}

// Raises an error for a NaN result of an argument that is not NaN, and for an infinite result of
// a finite one.
static limb__value *checked(limb__eval *eval, double result, bool is_nan, bool is_finite,
                            bool overflows)
{
    if (isnan(result) && !is_nan) return limb__raise(eval, "ValueError", "math domain error");
    if (isinf(result) && is_finite) {
        return limb__raise(eval, overflows ? "OverflowError" : "ValueError",
                           overflows ? "math range error" : "math domain error");
    }
    return limb__value_float(eval, result);
}

#define UNARY(name, expression, overflows)                                                         \
    static limb__value *math_##name(limb__eval *eval, limb__call *call)                            \
    {                                                                                              \
        double x;                                                                                  \
        if (!number(eval, call->argument[0], &x)) return NULL;                                     \
        return checked(eval, (expression), isnan(x), isfinite(x), (overflows));                    \
    }
UNARY(acos, acos(x), false)
UNARY(acosh, acosh(x), false)
UNARY(asin, asin(x), false)
UNARY(asinh, asinh(x), false)
UNARY(atan, atan(x), false)
UNARY(atanh, atanh(x), false)
UNARY(cbrt, cbrt(x), false)
UNARY(cos, cos(x), false)
UNARY(cosh, cosh(x), true)
UNARY(degrees, x *(180.0 / PI), true)
UNARY(erf, erf(x), false)
UNARY(erfc, erfc(x), false)
UNARY(exp, exp(x), true)
UNARY(exp2, exp2(x), true)
UNARY(expm1, expm1(x), true)
UNARY(fabs, fabs(x), false)
UNARY(gamma, tgamma(x), x != 0)
UNARY(lgamma, lgamma_r(x, &(int){0}), false)
UNARY(log10, log10(x), false)
UNARY(log1p, log1p(x), false)
UNARY(log2, log2(x), false)
UNARY(radians, x *(PI / 180.0), true)
UNARY(sin, sin(x), false)
UNARY(sinh, sinh(x), true)
UNARY(sqrt, sqrt(x), false)
UNARY(tan, tan(x), false)
UNARY(tanh, tanh(x), false)
UNARY(ulp, nextafter(fabs(x), INFINITY) - fabs(x), false)
#undef UNARY

#define BINARY(name, expression, overflows)                                                        \
    static limb__value *math_##name(limb__eval *eval, limb__call *call)                            \
    {                                                                                              \
        double x;                                                                                  \
        double y;                                                                                  \
        if (!number(eval, call->argument[0], &x) || !number(eval, call->argument[1], &y)) {        \
            return NULL;                                                                           \
        }                                                                                          \
        return checked(eval, (expression), isnan(x) || isnan(y), isfinite(x) && isfinite(y),       \
                       (overflows));                                                               \
    }
BINARY(atan2, atan2(x, y), false)
BINARY(copysign, copysign(x, y), false)
BINARY(fmod, fmod(x, y), false)
BINARY(nextafter, nextafter(x, y), true)
BINARY(pow, pow(x, y), x != 0)
BINARY(remainder, remainder(x, y), false)
#undef BINARY

static limb__value *whole(limb__eval *eval, limb__call *call, double (*round_it)(double))
{
    double x;
    if (limb__is_int(call->argument[0]))
        return limb__value_int(eval, call->argument[0]->as.integer);
    if (!number(eval, call->argument[0], &x)) return NULL;
    x = round_it(x);
    if (isnan(x)) return limb__raise(eval, "ValueError", "cannot convert float NaN to integer");
    if (!(fabs(x) < 9223372036854775808.0)) {
        return limb__raise(eval, "OverflowError", "cannot convert this float to a 64-bit integer");
    }
    return limb__value_int(eval, (int64_t)x);
}

static limb__value *math_ceil(limb__eval *eval, limb__call *call)
{
    return whole(eval, call, ceil);
}

static limb__value *math_floor(limb__eval *eval, limb__call *call)
{
    return whole(eval, call, floor);
}

static limb__value *math_trunc(limb__eval *eval, limb__call *call)
{
    return whole(eval, call, trunc);
}

static limb__value *math_log(limb__eval *eval, limb__call *call)
{
    double x;
    double base = 0;
    if (!number(eval, call->argument[0], &x)) return NULL;
    if (call->count > 1 && !number(eval, call->argument[1], &base)) return NULL;
    if (x <= 0 || (call->count > 1 && base <= 0)) {
        return limb__raise(eval, "ValueError", "math domain error");
    }
    if (call->count == 1) return limb__value_float(eval, log(x));
    if (base == 1) return limb__raise(eval, "ZeroDivisionError", "float division by zero");
    return limb__value_float(eval, log(x) / log(base));
}

static limb__value *math_isnan(limb__eval *eval, limb__call *call)
{
    double x;
    return number(eval, call->argument[0], &x) ? limb__value_bool(eval, isnan(x)) : NULL;
}

static limb__value *math_isinf(limb__eval *eval, limb__call *call)
{
    double x;
    return number(eval, call->argument[0], &x) ? limb__value_bool(eval, isinf(x)) : NULL;
}

static limb__value *math_isfinite(limb__eval *eval, limb__call *call)
{
    double x;
    return number(eval, call->argument[0], &x) ? limb__value_bool(eval, isfinite(x)) : NULL;
}

static limb__value *math_isclose(limb__eval *eval, limb__call *call)
{
    double a;
    double b;
    double relative = 1e-9;
    double absolute = 0;
    limb__value *rel = limb__call_keyword(call, "rel_tol");
    limb__value *abs = limb__call_keyword(call, "abs_tol");
    if (call->npositional != 2) {
        return limb__raise(eval, "TypeError", "isclose() takes 2 positional arguments");
    }
    if (!number(eval, call->argument[0], &a) || !number(eval, call->argument[1], &b) ||
        (rel && !number(eval, rel, &relative)) || (abs && !number(eval, abs, &absolute))) {
        return NULL;
    }
    if (a == b) return &eval->yes;
    if (isinf(a) || isinf(b)) return &eval->no;
    const double difference = fabs(b - a);
    return limb__value_bool(eval, difference <= fabs(relative * b) ||
                                      difference <= fabs(relative * a) || difference <= absolute);
}

static limb__value *math_hypot(limb__eval *eval, limb__call *call)
{
    double sum = 0;
    for (int i = 0; i < call->count; i++) {
        double x;
        if (!number(eval, call->argument[i], &x)) return NULL;
        sum = hypot(sum, x);
    }
    return limb__value_float(eval, sum);
}

static limb__value *math_dist(limb__eval *eval, limb__call *call)
{
    int np;
    int nq;
    limb__value **p = limb__value_items(eval, call->argument[0], &np);
    limb__value **q = p ? limb__value_items(eval, call->argument[1], &nq) : NULL;
    if (!q) return NULL;
    if (np != nq) {
        return limb__raise(eval, "ValueError",
                           "both points must have the same number of dimensions");
    }
    double sum = 0;
    for (int i = 0; i < np; i++) {
        double a;
        double b;
        if (!number(eval, p[i], &a) || !number(eval, q[i], &b)) return NULL;
        sum = hypot(sum, a - b);
    }
    return limb__value_float(eval, sum);
}

// Computes Shewchuk's exact sum with partial sums whose bits do not overlap; there are at most 40.
static limb__value *math_fsum(limb__eval *eval, limb__call *call)
{
    enum { MAX_PARTIAL = 64 };
    double partial[MAX_PARTIAL];
    int npartial = 0;
    int count;
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    if (!item) return NULL;
    double special = 0;
    for (int i = 0; i < count; i++) {
        double x;
        if (!number(eval, item[i], &x)) return NULL;
        if (!isfinite(x)) {
            special += x;
            continue;
        }
        int kept = 0;
        for (int k = 0; k < npartial; k++) {
            double y = partial[k];
            if (fabs(x) < fabs(y)) {
                const double swap = x;
                x = y;
                y = swap;
            }
            const double high = x + y;
            const double low = y - (high - x);
            if (low != 0) partial[kept++] = low;
            x = high;
        }
        npartial = kept;
        if (npartial < MAX_PARTIAL) partial[npartial++] = x;
    }
    if (special != 0 || isnan(special)) return limb__value_float(eval, special);
    double sum = 0;
    double low = 0;
    while (npartial > 0) {
        const double x = sum;
        const double y = partial[--npartial];
        sum = x + y;
        low = y - (sum - x);
        if (low != 0) break;
    }
    // if the remainder is exactly half a unit, the next lower partial sum decides the rounding
    if (npartial > 0 && ((low < 0) == (partial[npartial - 1] < 0))) {
        const double twice = low * 2;
        const double moved = sum + twice;
        if (twice == moved - sum) sum = moved;
    }
    return limb__value_float(eval, sum);
}

static limb__value *math_prod(limb__eval *eval, limb__call *call)
{
    int count;
    limb__value *start = limb__call_keyword(call, "start");
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    limb__value *product = start ? start : limb__value_int(eval, 1);
    for (int i = 0; item && product && i < count; i++)
        product = limb__binary(eval, LIMB__OP_MUL, product, item[i]);
    return item ? product : NULL;
}

static limb__value *pair_of(limb__eval *eval, limb__value *first, limb__value *second)
{
    limb__value *pair = limb__value_list(eval, LIMB__VALUE_TUPLE, 2);
    if (!pair || !limb__list_add(eval, pair, first) || !limb__list_add(eval, pair, second)) {
        return NULL;
    }
    return pair;
}

static limb__value *math_frexp(limb__eval *eval, limb__call *call)
{
    double x;
    int exponent = 0;
    if (!number(eval, call->argument[0], &x)) return NULL;
    const double mantissa = isfinite(x) ? frexp(x, &exponent) : x;
    return pair_of(eval, limb__value_float(eval, mantissa), limb__value_int(eval, exponent));
}

static limb__value *math_modf(limb__eval *eval, limb__call *call)
{
    double x;
    double entire;
    if (!number(eval, call->argument[0], &x)) return NULL;
    const double rest = modf(x, &entire);
    return pair_of(eval, limb__value_float(eval, rest), limb__value_float(eval, entire));
}

static limb__value *math_ldexp(limb__eval *eval, limb__call *call)
{
    double x;
    int64_t exponent;
    if (!number(eval, call->argument[0], &x) ||
        !limb__math_integer(eval, call->argument[1], &exponent)) {
        return NULL;
    }
    const int power = exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : (int)exponent;
    return checked(eval, ldexp(x, power), isnan(x), isfinite(x), true);
}

const limb__function_info limb__math_function[] = {
    {"acos", math_acos, 1, 1, NULL},
    {"acosh", math_acosh, 1, 1, NULL},
    {"asin", math_asin, 1, 1, NULL},
    {"asinh", math_asinh, 1, 1, NULL},
    {"atan", math_atan, 1, 1, NULL},
    {"atan2", math_atan2, 2, 2, NULL},
    {"atanh", math_atanh, 1, 1, NULL},
    {"cbrt", math_cbrt, 1, 1, NULL},
    {"ceil", math_ceil, 1, 1, NULL},
    {"comb", limb__math_comb, 2, 2, NULL},
    {"copysign", math_copysign, 2, 2, NULL},
    {"cos", math_cos, 1, 1, NULL},
    {"cosh", math_cosh, 1, 1, NULL},
    {"degrees", math_degrees, 1, 1, NULL},
    {"dist", math_dist, 2, 2, NULL},
    {"erf", math_erf, 1, 1, NULL},
    {"erfc", math_erfc, 1, 1, NULL},
    {"exp", math_exp, 1, 1, NULL},
    {"exp2", math_exp2, 1, 1, NULL},
    {"expm1", math_expm1, 1, 1, NULL},
    {"fabs", math_fabs, 1, 1, NULL},
    {"factorial", limb__math_factorial, 1, 1, NULL},
    {"floor", math_floor, 1, 1, NULL},
    {"fmod", math_fmod, 2, 2, NULL},
    {"frexp", math_frexp, 1, 1, NULL},
    {"fsum", math_fsum, 1, 1, NULL},
    {"gamma", math_gamma, 1, 1, NULL},
    {"gcd", limb__math_gcd, 0, -1, NULL},
    {"hypot", math_hypot, 0, -1, NULL},
    {"isclose", math_isclose, 2, 4, "*rel_tol abs_tol"},
    {"isfinite", math_isfinite, 1, 1, NULL},
    {"isinf", math_isinf, 1, 1, NULL},
    {"isnan", math_isnan, 1, 1, NULL},
    {"isqrt", limb__math_isqrt, 1, 1, NULL},
    {"lcm", limb__math_lcm, 0, -1, NULL},
    {"ldexp", math_ldexp, 2, 2, NULL},
    {"lgamma", math_lgamma, 1, 1, NULL},
    {"log", math_log, 1, 2, NULL},
    {"log10", math_log10, 1, 1, NULL},
    {"log1p", math_log1p, 1, 1, NULL},
    {"log2", math_log2, 1, 1, NULL},
    {"modf", math_modf, 1, 1, NULL},
    {"nextafter", math_nextafter, 2, 2, NULL},
    {"perm", limb__math_perm, 1, 2, NULL},
    {"pow", math_pow, 2, 2, NULL},
    {"prod", math_prod, 1, 2, "*start"},
    {"radians", math_radians, 1, 1, NULL},
    {"remainder", math_remainder, 2, 2, NULL},
    {"sin", math_sin, 1, 1, NULL},
    {"sinh", math_sinh, 1, 1, NULL},
    {"sqrt", math_sqrt, 1, 1, NULL},
    {"tan", math_tan, 1, 1, NULL},
    {"tanh", math_tanh, 1, 1, NULL},
    {"trunc", math_trunc, 1, 1, NULL},
    {"ulp", math_ulp, 1, 1, NULL},
};
const int limb__nmath_function = sizeof limb__math_function / sizeof *limb__math_function;

bool limb__math_constant(limb_text name, double *value)
{
    static const struct {
        const char *name;
        double value;
    } constant[] = {
        {"pi", PI}, {"e", 2.71828182845904523536}, {"tau", 2 * PI}, {"inf", INFINITY}, {"nan", NAN},
    };
    for (size_t i = 0; i < sizeof constant / sizeof *constant; i++) {
        if (limb__text_equal(name, constant[i].name)) {
            *value = constant[i].value;
            return true;
        }
    }
    return false;
}
