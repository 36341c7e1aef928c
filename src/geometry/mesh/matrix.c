// Affine transforms of scenes.
#include "geometry/mesh/matrix.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

void limb__matrix_multiply(const double a[12], const double b[12], double out[12])
{
    double product[12];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            product[i * 4 + k] = a[i * 4] * b[k] + a[i * 4 + 1] * b[4 + k] +
                                 a[i * 4 + 2] * b[8 + k] + (k == 3 ? a[i * 4 + 3] : 0);
        }
    }
    memcpy(out, product, sizeof product);
}

double limb__matrix_determinant(const double m[12])
{
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
           m[2] * (m[4] * m[9] - m[5] * m[8]);
}

void limb__matrix_place_points(const double m[12], float *row, int count)
{
    for (int i = 0; i < count; i++, row += 3) {
        const double x = (double)row[0], y = (double)row[1], z = (double)row[2];
        row[0] = (float)(m[0] * x + m[1] * y + m[2] * z + m[3]);
        row[1] = (float)(m[4] * x + m[5] * y + m[6] * z + m[7]);
        row[2] = (float)(m[8] * x + m[9] * y + m[10] * z + m[11]);
    }
}

void limb__matrix_place_normals(const double m[12], float *row, int count)
{
    double c[9] = {
        m[5] * m[10] - m[6] * m[9], m[6] * m[8] - m[4] * m[10], m[4] * m[9] - m[5] * m[8],
        m[2] * m[9] - m[1] * m[10], m[0] * m[10] - m[2] * m[8], m[1] * m[8] - m[0] * m[9],
        m[1] * m[6] - m[2] * m[5],  m[2] * m[4] - m[0] * m[6],  m[0] * m[5] - m[1] * m[4]};
    // scaled like a rotation, so that floats can hold the result; a mirror reverses it
    double square = 0;
    for (int i = 0; i < 9; i++)
        square += c[i] * c[i];
    const double size = square > 0 && isfinite(square) ? sqrt(square / 3) : 1;
    for (int i = 0; i < 9; i++)
        c[i] /= limb__matrix_determinant(m) < 0 ? -size : size;
    for (int i = 0; i < count; i++, row += 3) {
        const double x = (double)row[0], y = (double)row[1], z = (double)row[2];
        row[0] = (float)(c[0] * x + c[1] * y + c[2] * z);
        row[1] = (float)(c[3] * x + c[4] * y + c[5] * z);
        row[2] = (float)(c[6] * x + c[7] * y + c[8] * z);
    }
}
