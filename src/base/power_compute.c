// A power of ten from every 27th one: 10^(27 j + i) = 10^(27 j) * 5^i * 2^i, where 5^i is one word
// and 2^i only moves the point.
#include "base/powers.h"

// 10^(27 j) to 192 bits, cut, for j = -13 .. 12: made by tools/make_powers.py --steps
// clang-format off
static const uint64_t power_step[][3] = {
    {0x8049a4ac0c5811aeu, 0x205b896d777d6278u, 0xac261e9f5141430bu}, // 1e-351
    {0xcf42894a5dce35eau, 0x52064cac828675b9u, 0x475f2b7d7df1ad7au}, // 1e-324
    {0xa76c582338ed2621u, 0xaf2af2b80af6f24eu, 0x657c8f4d43323a36u}, // 1e-297
    {0x873e4f75e2224e68u, 0x5a7744a6e804a291u, 0xcc35eddfcf0996d7u}, // 1e-270
    {0xda7f5bf590966848u, 0xaf39a475506a899eu, 0xa30294cc2934e662u}, // 1e-243
    {0xb080392cc4349decu, 0xbd8d794d96aacfb3u, 0xfe13a5c86af64418u}, // 1e-216
    {0x8e938662882af53eu, 0x547eb47b7282ee9cu, 0x41b0230e1421487du}, // 1e-189
    {0xe65829b3046b0afau, 0x0cb4a5a3112a5112u, 0xa3b561b1cb208396u}, // 1e-162
    {0xba121a4650e4ddebu, 0x92f34d62616ce413u, 0x21a0183e10583cd3u}, // 1e-135
    {0x964e858c91ba2655u, 0x3a6a07f8d510f86fu, 0xe9082f25e9c5e9ecu}, // 1e-108
    {0xf2d56790ab41c2a2u, 0xfae27299423fb9c3u, 0x3695dad7e8858901u}, // 1e-81
    {0xc428d05aa4751e4cu, 0xaa97e14c3c26b886u, 0x96842dc95323f5a8u}, // 1e-54
    {0x9e74d1b791e07e48u, 0x775ea264cf55347du, 0xca49f1c05120c9c7u}, // 1e-27
    {0x8000000000000000u, 0x0000000000000000u, 0x0000000000000000u}, // 1e0
    {0xcecb8f27f4200f3au, 0x0000000000000000u, 0x0000000000000000u}, // 1e27
    {0xa70c3c40a64e6c51u, 0x999090b65f67d924u, 0x0000000000000000u}, // 1e54
    {0x86f0ac99b4e8dafdu, 0x69a028bb3ded71a3u, 0xdf9f915627c04e28u}, // 1e81
    {0xda01ee641a708de9u, 0xe80e6f4820cc9495u, 0xd74baad03bc1d8d3u}, // 1e108
    {0xb01ae745b101e9e4u, 0x5ec05dcff72e7f8fu, 0xc04c79ffe324301fu}, // 1e135
    {0x8e41ade9fbebc27du, 0x14588f13be847307u, 0x23bd6a2059c002f5u}, // 1e162
    {0xe5d3ef282a242e81u, 0x8f1668c8a86da5fau, 0xf0b5ccf5176ecc7cu}, // 1e189
    {0xb9a74a0637ce2ee1u, 0x6d953e2bd7173692u, 0x88efb0037ac08bdeu}, // 1e216
    {0x95f83d0a1fb69cd9u, 0x4abdaf101564f98eu, 0x0d5a4af7b3a98e47u}, // 1e243
    {0xf24a01a73cf2dccfu, 0xbc633b39673c8cecu, 0x3d9c44cd2f36917cu}, // 1e270
    {0xc3b8358109e84f07u, 0x0a862f80ec4700c8u, 0x02606ea01029dc37u}, // 1e297
    {0x9e19db92b4e31ba9u, 0x6c07a2c26a8346d1u, 0x4944d9f52cd0dec2u}, // 1e324
};
// clang-format on

limb__wide limb__power_compute(int k)
{
    const int first = -LIMB__POWER_STEP * (1 - LIMB__POWER_MIN / LIMB__POWER_STEP);
    const int j = (k - first) / LIMB__POWER_STEP;
    uint64_t five = 1; // 5^i
    for (int i = (k - first) % LIMB__POWER_STEP; i > 0; i--)
        five *= 5;

    // the upper three words of the product of three words and one; what is below them decides
    // nothing, as a test shows for every power
    const uint64_t *step = power_step[j];
    const limb__wide high = limb__multiply_wide(step[0], five);
    const limb__wide middle = limb__multiply_wide(step[1], five);
    const limb__wide low = limb__multiply_wide(step[2], five);
    const uint64_t third = middle.low + low.high;
    const uint64_t carry = third < low.high;
    const uint64_t second = high.low + middle.high;
    const uint64_t more = second < middle.high;
    const uint64_t whole = second + carry;
    const uint64_t top = high.high + more + (whole < carry);

    // its leading 128 bits
    if (top == 0) return (limb__wide){whole, third};
    const int zeros = limb__leading_zeros(top);
    if (zeros == 0) return (limb__wide){top, whole};
    return (limb__wide){top << zeros | whole >> (64 - zeros),
                        whole << zeros | third >> (64 - zeros)};
}
