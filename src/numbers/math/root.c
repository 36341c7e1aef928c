// Roots by Newton's method on y^n = x, from a guess accurate to a few percent: dividing the bits of
// a double by n divides its exponent, and nearly its logarithm.
#include "numbers/math/root.h"

#include <stdint.h>
#include <string.h>

double limb__root(double x, int n)
{
    const uint64_t one = (uint64_t)0x3ff << 52;
    uint64_t bits;
    double y;
    memcpy(&bits, &x, sizeof bits);
    bits = bits / (unsigned)n + (one - one / (unsigned)n);
    memcpy(&y, &bits, sizeof y);

    // each step squares the error and multiplies it by (n - 1) / 2: five steps end below rounding
    for (int step = 0; step < 5; step++) {
        double power = y; // y^(n - 1)
        for (int i = 2; i < n; i++)
            power *= y;
        y += (x / power - y) / n;
    }
    return y;
}
