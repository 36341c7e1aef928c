// The constants of sines in lanes: parts of pi / 2 (Cody and Waite 1980), polynomials of fdlibm's
// kernel functions (Sun Microsystems 1993), and for floats those of Cephes (Moshier 1992).
#include "numbers/math/sincos_table.h"

#define FOUR(x)                                                                                    \
    {                                                                                              \
        x, x, x, x                                                                                 \
    }
#define EIGHT(x)                                                                                   \
    {                                                                                              \
        x, x, x, x, x, x, x, x                                                                     \
    }

const limb__sincos_table limb__sincos_numbers = {
    .per_quarter = FOUR(0x1.45f306dc9c883p-1),
    .shift = FOUR(0x1.8p52),
    .fused_pi_2 = {FOUR(-0x1.921fb54442d18p+0), FOUR(-0x1.1a62633145c07p-54)},
    .pi_2 = {FOUR(0x1.921fb544p+0), FOUR(0x1.0b4611a6p-34), FOUR(0x1.3198a2e037073p-69)},
    .sine = {FOUR(1.58969099521155010221e-10), FOUR(-2.50507602534068634195e-08),
             FOUR(2.75573137070700676789e-06), FOUR(-1.98412698298579493134e-04),
             FOUR(8.33333333332248946124e-03), FOUR(-1.66666666666666324348e-01)},
    .cosine = {FOUR(-1.13596475577881948265e-11), FOUR(2.08757232129817482790e-09),
               FOUR(-2.75573143513906633035e-07), FOUR(2.48015872894767294178e-05),
               FOUR(-1.38888888888741095749e-03), FOUR(4.16666666666666019037e-02), FOUR(-0.5),
               FOUR(1.0)},
    .sign = FOUR(-0.0),
    .far = FOUR(0x1p17),
};

const limb__sincos_table_float limb__sincos_numbers_float = {
    .per_quarter = EIGHT(0x1.45f306p-1f),
    .shift = EIGHT(0x1.8p23f),
    .fused_pi_2 = {EIGHT(-0x1.921fb6p+0f), EIGHT(0x1.777a5cp-25f)},
    .pi_2 = {EIGHT(0x1.92p+0f), EIGHT(0x1.fb4p-12f), EIGHT(0x1.4442d2p-24f)},
    .sine = {EIGHT(-1.9515295891e-4f), EIGHT(8.3321608736e-3f), EIGHT(-1.6666654611e-1f)},
    .cosine = {EIGHT(2.443315711809948e-5f), EIGHT(-1.388731625493765e-3f),
               EIGHT(4.166664568298827e-2f), EIGHT(-0.5f), EIGHT(1.0f)},
    .sign = EIGHT(-0.0f),
    .far = EIGHT(4096.0f),
};
