// Inertia: moving ten parameters between frames, and principal moments by Jacobi's rotations.
#include "numbers/math/inertia.h"

#include <math.h>

static void jacobi_rotate(double a[3][3], double v[3][3], int p, int q);

void limb__inertia_from_center(double mass, const double center[3], const double tensor[6],
                               double inertia[10])
{
    const double x = center[0], y = center[1], z = center[2];
    inertia[0] = mass;
    inertia[1] = mass * x;
    inertia[2] = mass * y;
    inertia[3] = mass * z;
    // Steiner: I + m (c.c 1 - c c^T)
    inertia[4] = tensor[0] + mass * (y * y + z * z);
    inertia[5] = tensor[1] - mass * x * y;
    inertia[6] = tensor[2] - mass * x * z;
    inertia[7] = tensor[3] + mass * (x * x + z * z);
    inertia[8] = tensor[4] - mass * y * z;
    inertia[9] = tensor[5] + mass * (x * x + y * y);
}

void limb__inertia_transform(const double pose[12], const double inertia[10], double out[10])
{
    const double m = inertia[0];
    const double *h = inertia + 1;
    const double p[3] = {pose[3], pose[7], pose[11]};
    double g[3]; // m c in the outer axes, about the inner origin
    for (int row = 0; row < 3; row++) {
        g[row] = pose[4 * row] * h[0] + pose[4 * row + 1] * h[1] + pose[4 * row + 2] * h[2];
    }
    double tensor[6];
    limb__tensor_rotate(pose, inertia + 4, tensor);
    // I' = R I R^T + (2 p.g + m p.p) 1 - (p g^T + g p^T + m p p^T)
    const double u[3] = {2 * g[0] + m * p[0], 2 * g[1] + m * p[1], 2 * g[2] + m * p[2]};
    const double trace = p[0] * u[0] + p[1] * u[1] + p[2] * u[2];
    out[0] = m;
    for (int k = 0; k < 3; k++)
        out[1 + k] = g[k] + m * p[k];
    out[4] = tensor[0] + trace - p[0] * u[0];
    out[5] = tensor[1] - (p[0] * g[1] + g[0] * p[1] + m * p[0] * p[1]);
    out[6] = tensor[2] - (p[0] * g[2] + g[0] * p[2] + m * p[0] * p[2]);
    out[7] = tensor[3] + trace - p[1] * u[1];
    out[8] = tensor[4] - (p[1] * g[2] + g[1] * p[2] + m * p[1] * p[2]);
    out[9] = tensor[5] + trace - p[2] * u[2];
}

void limb__inertia_add(const double inertia[10], double sum[10])
{
    for (int k = 0; k < 10; k++)
        sum[k] += inertia[k];
}

void limb__tensor_rotate(const double pose[12], const double tensor[6], double out[6])
{
    const double a[3][3] = {{tensor[0], tensor[1], tensor[2]},
                            {tensor[1], tensor[3], tensor[4]},
                            {tensor[2], tensor[4], tensor[5]}};
    double ra[3][3];
    for (int i = 0; i < 3; i++) {
        const double *r = pose + 4 * i;
        for (int j = 0; j < 3; j++)
            ra[i][j] = r[0] * a[0][j] + r[1] * a[1][j] + r[2] * a[2][j];
    }
    int at = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            const double *r = pose + 4 * j;
            out[at++] = ra[i][0] * r[0] + ra[i][1] * r[1] + ra[i][2] * r[2];
        }
    }
}

void limb__tensor_eigen(const double tensor[6], double value[3], double vectors[9])
{
    double a[3][3] = {{tensor[0], tensor[1], tensor[2]},
                      {tensor[1], tensor[3], tensor[4]},
                      {tensor[2], tensor[4], tensor[5]}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    // Jacobi converges quadratically: six sweeps are sufficient for 3x3; entries below the last bit
    // of the diagonal cannot change it
    for (int sweep = 0; sweep < 12; sweep++) {
        const double off = fabs(a[0][1]) + fabs(a[0][2]) + fabs(a[1][2]);
        if (off <= 1e-17 * fmax(fabs(a[0][0]), fmax(fabs(a[1][1]), fabs(a[2][2])))) break;
        jacobi_rotate(a, v, 0, 1);
        jacobi_rotate(a, v, 0, 2);
        jacobi_rotate(a, v, 1, 2);
    }
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2 - i; j++) {
            if (a[order[j]][order[j]] > a[order[j + 1]][order[j + 1]]) {
                const int swap = order[j];
                order[j] = order[j + 1];
                order[j + 1] = swap;
            }
        }
    }
    for (int j = 0; j < 3; j++) {
        value[j] = a[order[j]][order[j]];
        for (int i = 0; vectors && i < 3; i++)
            vectors[3 * i + j] = v[i][order[j]];
    }
}

void limb__tensor_axes(const double tensor[6], double vectors[9])
{
    double a[3][3] = {{tensor[0], tensor[1], tensor[2]},
                      {tensor[1], tensor[3], tensor[4]},
                      {tensor[2], tensor[4], tensor[5]}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < 2; sweep++) {
        jacobi_rotate(a, v, 0, 1);
        jacobi_rotate(a, v, 0, 2);
        jacobi_rotate(a, v, 1, 2);
    }
    for (int i = 0; i < 9; i++)
        vectors[i] = v[i / 3][i % 3];
}

// zeroes a[p][q] by a plane rotation (Golub and Van Loan, 8.5.2)
static void jacobi_rotate(double a[3][3], double v[3][3], int p, int q)
{
    if (a[p][q] == 0) return;
    const double tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double t = (tau >= 0 ? 1 : -1) / (fabs(tau) + sqrt(1 + tau * tau));
    const double c = 1 / sqrt(1 + t * t), s = t * c;
    const int r = 3 - p - q;
    const double apq = a[p][q];
    a[p][p] -= t * apq;
    a[q][q] += t * apq;
    a[p][q] = a[q][p] = 0;
    const double arp = a[r][p], arq = a[r][q];
    a[r][p] = a[p][r] = c * arp - s * arq;
    a[r][q] = a[q][r] = s * arp + c * arq;
    for (int i = 0; i < 3; i++) {
        const double vip = v[i][p], viq = v[i][q];
        v[i][p] = c * vip - s * viq;
        v[i][q] = s * vip + c * viq;
    }
}
