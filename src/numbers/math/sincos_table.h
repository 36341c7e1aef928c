// The constants of sines in lanes, each repeated for all lanes, so that an instruction loads it as
// its operand without a broadcast.
#ifndef LIMB_MATH_SINCOS_TABLE_H
#define LIMB_MATH_SINCOS_TABLE_H

#define LIMB__SINCOS_TABLE(real, lanes)                                                            \
    struct {                                                                                       \
        _Alignas(32) real per_quarter[lanes]; /* 2 / pi */                                         \
        real shift[lanes]; /* 1.5 times 2 to the bits after the point: rounds to integers */       \
        real fused_pi_2[2][lanes]; /* -pi / 2 in two parts, for fused products */                  \
        real pi_2[3][lanes];       /* pi / 2 in three, of which two have few bits */               \
        real sine[6][lanes];       /* polynomials, highest power first */                          \
        real cosine[8][lanes];                                                                     \
        real sign[lanes]; /* -0 */                                                                 \
        real far[lanes];  /* the largest angle that is reduced here */                             \
    }

typedef LIMB__SINCOS_TABLE(double, 4) limb__sincos_table;
typedef LIMB__SINCOS_TABLE(float, 8) limb__sincos_table_float;

extern const limb__sincos_table limb__sincos_numbers;
extern const limb__sincos_table_float limb__sincos_numbers_float;

#endif
