// Inverse kinematics: solutions that differ by full turns of joints.
//
// A revolute joint reaches the same pose after a full turn, if its limits allow it and no other
// joint on the path uses its coordinate.
#include "numbers/kinematics/ik_search.h"

#include <math.h>
#include <string.h>

static const double TURN = 6.28318530717958647693;
static const double SAME_SOLUTION = 1e-3; // largest difference of a coordinate

static int winding_of(const limb__ik *ik, int k);
static double nearest_turn(double at, double near, double low, double high);
static bool is_listed(const limb_model *m, const double *found, int count, const double *q);

void limb__ik_wind(const limb__ik_search *s, const double *near, bool clamp, double *q)
{
    const limb_model *m = s->ik.m;
    for (int k = 0; k < s->ik.njoint; k++) {
        const int own = m->joint_q[s->ik.joint[k]];
        const bool inside = q[own] >= m->q_min[own] && q[own] <= m->q_max[own];
        if (inside && fabs(q[own] - near[own]) <= TURN / 2) continue; // nearly always
        const int at = winding_of(&s->ik, k);
        if (at >= 0) q[at] = nearest_turn(q[at], near[at], m->q_min[at], m->q_max[at]);
    }
    for (int c = 0; c < s->ik.ncolumn && clamp; c++) {
        const int at = m->v_q[s->ik.coordinate[c]];
        if (at >= 0) q[at] = fmin(fmax(q[at], m->q_min[at]), m->q_max[at]);
    }
}

// returns the coordinate of the k-th joint on the path if it can be shifted by full turns; else -1
static int winding_of(const limb__ik *ik, int k)
{
    const limb_model *m = ik->m;
    const int i = ik->joint[k];
    if (m->joint_kind[i] != LIMB_MOTION_REVOLUTE || m->joint_scale[i] != 1) return -1;
    for (int other = 0; other < ik->njoint; other++) {
        if (other != k && ik->column[other] == ik->column[k]) return -1;
    }
    return m->joint_q[i];
}

// Returns at + 2 pi k closest to near within [low, high]; the closest outside if none is inside.
static double nearest_turn(double at, double near, double low, double high)
{
    double best = at, least = (double)INFINITY;
    const double turns = rint((near - at) / TURN);
    const double candidate[3] = {at + TURN * turns, at + TURN * floor((high - at) / TURN),
                                 at + TURN * ceil((low - at) / TURN)};
    for (int i = 0; i < 3; i++) {
        if (!isfinite(candidate[i])) continue;
        const double outside = fmax(fmax(low - candidate[i], candidate[i] - high), 0);
        // being outside weighs more than any way
        const double cost = 1e6 * outside + fabs(candidate[i] - near);
        if (cost < least) {
            least = cost;
            best = candidate[i];
        }
    }
    return best;
}

bool limb__ik_is_same_posture(const limb__ik_search *s, const double *a, const double *b)
{
    const limb__ik *ik = &s->ik;
    const limb_model *m = ik->m;
    double largest = 0;
    for (int k = 0; k < ik->njoint; k++) {
        const int i = ik->joint[k], at = m->joint_q[i];
        const int count = m->joint_kind[i] == LIMB_MOTION_FLOATING ? 7 : 1;
        for (int n = 0; n < count; n++) {
            double way = a[at + n] - b[at + n];
            if (winding_of(ik, k) >= 0) way = remainder(way, TURN);
            largest = fmax(largest, fabs(way));
        }
    }
    return largest < SAME_SOLUTION;
}

int limb__ik_add_windings(const limb__ik_search *s, double *q, int found, int max)
{
    const limb_model *m = s->ik.m;
    const size_t nq = (size_t)m->nq;
    for (int i = 0; i < found; i++) {
        for (int k = 0; k < s->ik.njoint; k++) {
            const int at = winding_of(&s->ik, k);
            if (at < 0 || m->joint_wraps[s->ik.joint[k]]) continue;
            for (int sign = -1; sign <= 1 && found < max; sign += 2) {
                double *to = q + nq * (size_t)found;
                memcpy(to, q + nq * (size_t)i, nq * sizeof(double));
                to[at] += sign * TURN;
                if (!(to[at] >= m->q_min[at] && to[at] <= m->q_max[at])) continue;
                if (!is_listed(m, q, found, to)) found++;
            }
        }
    }
    return found;
}

static bool is_listed(const limb_model *m, const double *found, int count, const double *q)
{
    const size_t nq = (size_t)m->nq;
    for (int i = 0; i < count; i++) {
        double largest = 0;
        for (size_t k = 0; k < nq; k++)
            largest = fmax(largest, fabs(found[nq * (size_t)i + k] - q[k]));
        if (largest < SAME_SOLUTION) return true;
    }
    return false;
}
