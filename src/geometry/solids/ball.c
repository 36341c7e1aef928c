// The smallest ball around points, exactly, and the search used by the other fits.
//
// The ball is determined by at most four points, its support. The farthest point outside is added,
// and the smallest ball of these five is found by trying all their subsets; the radius grows in
// each step, so no support repeats (B. Gaertner, "Fast and robust smallest enclosing balls", 1999).
#include "geometry/solids/fit.h"

#include <math.h>
#include <string.h>

enum { SUPPORT = 4, MAX_PIVOTS = 1000, MAX_ROUNDS = 400 };
// Points outside by at most this share of the radius count as on the ball: the rounding error of
// balls through four nearly coplanar points.
static const double TOLERANCE = 1e-10;

static int farthest(const double (*point)[3], int npoint, const limb__ball *ball, double *distance);
static bool enter(limb__ball *ball, double support[SUPPORT + 1][3], int *nsupport);
static bool ball_through(limb__ball *out, const double *const *point, int n);
static bool solve(double a[3][4], int n, double *x);
static double distance_to(const double a[3], const double b[3]);

limb__ball limb__ball_around(const double (*point)[3], int npoint)
{
    limb__ball ball = {.radius = 0};
    memcpy(ball.center, point[0], sizeof ball.center);
    double support[SUPPORT + 1][3];
    memcpy(support[0], point[0], sizeof support[0]);
    int nsupport = 1;
    double far = 0;
    for (int pivot = 0; pivot < MAX_PIVOTS; pivot++) {
        const int next = farthest(point, npoint, &ball, &far);
        if (far <= ball.radius * (1 + TOLERANCE)) break;
        memcpy(support[nsupport++], point[next], sizeof support[0]);
        if (!enter(&ball, support, &nsupport)) break;
    }
    farthest(point, npoint, &ball, &far);
    ball.radius = fmax(ball.radius, far);
    return ball;
}

static int farthest(const double (*point)[3], int npoint, const limb__ball *ball, double *distance)
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < npoint; i++) {
        double square = 0;
        for (int k = 0; k < 3; k++)
            square += (point[i][k] - ball->center[k]) * (point[i][k] - ball->center[k]);
        if (square > most) {
            most = square;
            best = i;
        }
    }
    *distance = sqrt(most);
    return best;
}

// The last point of the support is outside the ball: finds the smallest ball around all, with it in
// the support. Returns false if rounding leaves no larger ball.
static bool enter(limb__ball *ball, double support[SUPPORT + 1][3], int *nsupport)
{
    const int n = *nsupport, last = 1 << (n - 1);
    limb__ball best = {.radius = INFINITY};
    int best_set = 0;
    for (int set = last; set < 2 * last; set++) {
        const double *chosen[SUPPORT + 1];
        int count = 0;
        for (int i = 0; i < n; i++) {
            if (set >> i & 1) chosen[count++] = support[i];
        }
        limb__ball made;
        if (count > SUPPORT || !ball_through(&made, chosen, count)) continue;
        bool holds = made.radius < best.radius;
        for (int i = 0; i < n && holds; i++)
            holds = distance_to(made.center, support[i]) <= made.radius * (1 + TOLERANCE);
        if (!holds) continue;
        best = made;
        best_set = set;
    }
    if (!(best.radius > ball->radius) || isinf(best.radius)) return false;
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (best_set >> i & 1) memmove(support[kept++], support[i], sizeof support[0]);
    }
    *nsupport = kept;
    *ball = best;
    return true;
}

// The smallest ball with all of these points on it: its center c = p0 + sum l_i d_i satisfies
// 2 d_k . sum l_i d_i = d_k . d_k for the differences d_i from the first point.
static bool ball_through(limb__ball *out, const double *const *point, int n)
{
    double d[3][3], a[3][4], l[3];
    for (int i = 1; i < n; i++) {
        for (int k = 0; k < 3; k++)
            d[i - 1][k] = point[i][k] - point[0][k];
    }
    for (int i = 0; i < n - 1; i++) {
        for (int j = 0; j < n - 1; j++)
            a[i][j] = 2 * (d[i][0] * d[j][0] + d[i][1] * d[j][1] + d[i][2] * d[j][2]);
        a[i][n - 1] = a[i][i] / 2;
    }
    if (!solve(a, n - 1, l)) return false;
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double offset = 0;
        for (int i = 0; i < n - 1; i++)
            offset += l[i] * d[i][k];
        out->center[k] = point[0][k] + offset;
        square += offset * offset;
    }
    out->radius = sqrt(square);
    return isfinite(out->radius);
}

// Gaussian elimination with the largest pivot, a (n x n+1). False: singular.
static bool solve(double a[3][4], int n, double *x)
{
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++) {
            if (fabs(a[r][c]) > fabs(a[pivot][c])) pivot = r;
        }
        // points closer than this do not determine a ball
        if (!(fabs(a[pivot][c]) > 1e-26)) return false;
        for (int k = 0; k <= n; k++) {
            const double swapped = a[c][k];
            a[c][k] = a[pivot][k];
            a[pivot][k] = swapped;
        }
        for (int r = c + 1; r < n; r++) {
            const double factor = a[r][c] / a[c][c];
            for (int k = c; k <= n; k++)
                a[r][k] -= factor * a[c][k];
        }
    }
    for (int c = n - 1; c >= 0; c--) {
        x[c] = a[c][n];
        for (int k = c + 1; k < n; k++)
            x[c] -= a[c][k] * x[k];
        x[c] /= a[c][c];
    }
    return true;
}

static double distance_to(const double a[3], const double b[3])
{
    double square = 0;
    for (int k = 0; k < 3; k++)
        square += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(square);
}

//---- local search --------------------------------------------------------------------------------

double limb__search(limb__search_fn *f, void *ctx, double *x, const double *step, int n, int nhalf)
{
    double best = f(ctx, x), share = 1;
    for (int round = 0, halved = 0; halved <= nhalf && round < MAX_ROUNDS; round++) {
        bool better = false;
        for (int k = 0; k < 2 * n; k++) {
            const double before = x[k / 2];
            x[k / 2] = before + (k % 2 ? -share : share) * step[k / 2];
            const double value = f(ctx, x);
            if (value < best * (1 - 1e-9)) {
                best = value;
                better = true;
            } else {
                x[k / 2] = before;
            }
        }
        if (better) continue;
        share /= 2;
        halved++;
    }
    return best;
}
