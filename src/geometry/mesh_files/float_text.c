// Floats as text: as few digits as bring the same float back.
//
// The shortest double is often too long ("0.10000000149011612" for 0.1f): six to nine significant
// digits are tried until the float comes back.
#include "base/number.h"
#include "geometry/mesh_files/write.h"

#include <math.h>

void limb__mesh_float_text(limb__builder *out, float value)
{
    if (!isfinite(value) || value == 0) {
        limb__builder_char(out, '0');
        return;
    }
    const double exact = (double)value;
    const int exponent = limb__number_exponent(exact);
    double best = exact;
    for (int digits = 6; digits <= 9; digits++) {
        // a power of ten up to 22 is exact, so that one operation rounds correctly
        const int shift = digits - 1 - exponent;
        if (shift > 22 || shift < -22) break;
        double scale = 1;
        for (int i = 0; i < (shift < 0 ? -shift : shift); i++)
            scale *= 10;
        const double whole = shift < 0 ? rint(exact / scale) : rint(exact * scale);
        const double candidate = shift < 0 ? whole * scale : whole / scale;
        if ((float)candidate == value) {
            best = candidate;
            break;
        }
    }
    limb__builder_number(out, best);
}
