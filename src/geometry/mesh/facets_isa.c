// Normals of triangles and weights of their corners, eight triangles at a time.
//
// The corners of eight triangles are arranged by lane, and all lanes are computed together. Every
// instruction set performs the same operations in the same order, without fusing.
#include "geometry/mesh/facets.h"

#include "numbers/math/lanes.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif
#include <math.h>
#include <string.h>

enum { LANES = 8 };

typedef struct lanes {
    float x[3][LANES], y[3][LANES], z[3][LANES]; // of the corners
    float square[3][LANES];                      // of the edges' lengths
    float dot[3][LANES];                         // of the two edges at each corner
    float area[LANES];                           // twice, within bounds; 0 without
    float normal[3][LANES];
    float weight[3][LANES];
} lanes;

typedef float floats4 __attribute__((vector_size(16)));

static void measure_all(const uint32_t *index, int ntriangle, const float *position, float *normal,
                        float *weight);
static void take_corners(lanes *l, const uint32_t *index, int count, const float *position);
static void measure(lanes *l);
static void measure_edges(lanes *l, int first);
LIMB__INLINE limb__v8 angle_of(limb__v8 cosine);
LIMB__INLINE limb__v4 dot4(const limb__v4 *a, const limb__v4 *b);
LIMB__INLINE limb__v4 load4(const float *from);
LIMB__INLINE void store4(float *to, limb__v4 value);
LIMB__INLINE limb__v8 load8(const float *from);
LIMB__INLINE limb__v8 select8(limb__i8 mask, limb__v8 yes, limb__v8 no);
LIMB__INLINE limb__v4 root4(limb__v4 x);
LIMB__INLINE limb__v8 root8(limb__v8 x);

const limb__facet_meter LIMB__FOR_ISA(limb__facet_meter) = {measure_all};

static void measure_all(const uint32_t *index, int ntriangle, const float *position, float *normal,
                        float *weight)
{
    lanes l;
    for (int done = 0; done < ntriangle; done += LANES) {
        const int count = ntriangle - done < LANES ? ntriangle - done : LANES;
        const size_t first = (size_t)done * 3;
        take_corners(&l, index + first, count, position);
        measure(&l);
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < 3; k++) {
                normal[first + (size_t)(3 * i + k)] = l.normal[k][i];
                weight[first + (size_t)(3 * i + k)] = l.weight[k][i];
            }
        }
    }
}

// lanes without a triangle repeat the last one
static inline void take_corners(lanes *l, const uint32_t *index, int count, const float *position)
{
    for (int i = 0; i < LANES; i++) {
        const uint32_t *corner = index + 3 * (i < count ? i : count - 1);
        for (int k = 0; k < 3; k++) {
            const float *p = position + (size_t)corner[k] * 3;
            l->x[k][i] = p[0];
            l->y[k][i] = p[1];
            l->z[k][i] = p[2];
        }
    }
}

static void measure(lanes *l)
{
    measure_edges(l, 0);
    measure_edges(l, 4);
    const limb__v8 zero = limb__splat8(0);
    limb__v8 inverse[3];
    for (int k = 0; k < 3; k++)
        inverse[k] = 1 / root8(load8(l->square[k]));
    const limb__v8 area = load8(l->area);
    const limb__i8 has_area = area > zero;
    for (int k = 0; k < 3; k++) {
        const limb__v8 cosine = -load8(l->dot[k]) * inverse[k] * inverse[(k + 2) % 3];
        const limb__v8 weight = select8(has_area, angle_of(cosine) * area, zero);
        memcpy(l->weight[k], &weight, sizeof weight);
    }
}

// Processes four lanes from the first on, in the steps that need the precision of doubles.
static inline void measure_edges(lanes *l, int first)
{
    limb__v4 edge[3][3]; // from corner k to k + 1
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        edge[k][0] = load4(l->x[next] + first) - load4(l->x[k] + first);
        edge[k][1] = load4(l->y[next] + first) - load4(l->y[k] + first);
        edge[k][2] = load4(l->z[next] + first) - load4(l->z[k] + first);
    }
    for (int k = 0; k < 3; k++) {
        store4(l->square[k] + first, dot4(edge[k], edge[k]));
        store4(l->dot[k] + first, dot4(edge[k], edge[(k + 2) % 3]));
    }
    const limb__v4 *u = edge[0], *v = edge[1];
    const limb__v4 n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                           u[0] * v[1] - u[1] * v[0]};
    const limb__v4 zero = limb__splat4(0);
    const limb__v4 length = root4(dot4(n, n));
    const limb__i4 has_area = length > zero;
    const limb__v4 scale = limb__select4(has_area, 1 / length, zero);
    for (int k = 0; k < 3; k++)
        store4(l->normal[k] + first, n[k] * scale);
    // within bounds for which the square of a weight is a finite float
    const limb__v4 least = limb__splat4(1e-15), most = limb__splat4(1e15);
    const limb__v4 large = limb__select4(length > least, length, least);
    const limb__v4 area = limb__select4(large < most, large, most);
    store4(l->area + first, limb__select4(has_area, area, zero));
}

// The angle of a cosine, to 2e-8 (Abramowitz and Stegun, 4.4.46).
LIMB__INLINE limb__v8 angle_of(limb__v8 cosine)
{
    static const float a[8] = {1.5707963050f, -0.2145988016f, 0.0889789874f, -0.0501743046f,
                               0.0308918810f, -0.0170881256f, 0.0066700901f, -0.0012624911f};
    const limb__v8 one = limb__splat8(1);
    const limb__i8 negative = cosine < limb__splat8(0);
    const limb__v8 size = select8(negative, -cosine, cosine);
    const limb__v8 x = select8(size < one, size, one);
    limb__v8 sum = limb__splat8(a[7]);
    for (int i = 6; i >= 0; i--)
        sum = sum * x + limb__splat8(a[i]);
    const limb__v8 angle = root8(one - x) * sum;
    return select8(negative, limb__splat8(3.1415927f) - angle, angle);
}

LIMB__INLINE limb__v4 dot4(const limb__v4 *a, const limb__v4 *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

LIMB__INLINE limb__v4 load4(const float *from)
{
    floats4 value;
    memcpy(&value, from, sizeof value);
    return __builtin_convertvector(value, limb__v4);
}

LIMB__INLINE void store4(float *to, limb__v4 value)
{
    const floats4 rounded = __builtin_convertvector(value, floats4);
    memcpy(to, &rounded, sizeof rounded);
}

LIMB__INLINE limb__v8 load8(const float *from)
{
    limb__v8 value;
    memcpy(&value, from, sizeof value);
    return value;
}

// mask lanes are all ones or all zeros, as results of comparisons
LIMB__INLINE limb__v8 select8(limb__i8 mask, limb__v8 yes, limb__v8 no)
{
    return (limb__v8)(((limb__i8)yes & mask) | ((limb__i8)no & ~mask));
}

// square roots: compilers vectorize this plain loop
LIMB__INLINE limb__v4 root4(limb__v4 x)
{
#if defined(__AVX2__)
    return _mm256_sqrt_pd(x);
#else
    double lane[4];
    memcpy(lane, &x, sizeof lane);
    for (int i = 0; i < 4; i++)
        lane[i] = sqrt(lane[i]);
    memcpy(&x, lane, sizeof lane);
    return x;
#endif
}

LIMB__INLINE limb__v8 root8(limb__v8 x)
{
#if defined(__AVX2__)
    return _mm256_sqrt_ps(x);
#else
    float lane[8];
    memcpy(lane, &x, sizeof lane);
    for (int i = 0; i < 8; i++)
        lane[i] = sqrtf(lane[i]);
    memcpy(&x, lane, sizeof lane);
    return x;
#endif
}
