// One evaluation and one linear step of inverse kinematics.
//
// Computes the pose of the tool, the error to the goal as a rotation vector and a translation,
// and their Jacobian, in world axes at the tool's origin; then one step of damped least
// squares (Wampler 1986).
#include "numbers/kernels/ik.h"

#include "numbers/kernels/chain.h"
#include "numbers/kernels/kernels.h"
#include "numbers/math/dense.h"
#include "numbers/simd/sincos.h"

static void add_columns(limb__ik *ik, int k, const double *pose);

void LIMB__FOR_ISA(limb__ik_evaluate)(limb__ik *ik, const double *q)
{
    const limb_model *m = ik->m;
    for (int k = 0; k < ik->njoint; k++) {
        const int i = ik->joint[k];
        ik->position[k] = limb__fma1(m->joint_scale[i], q[m->joint_q[i]], m->joint_offset[i]);
    }
    for (int k = 0; k < ik->njoint; k += 4) {
        limb__v4 s, c;
        sincos4(*(const limb__v4 *)(ik->position + k), &s, &c);
        *(limb__v4 *)(ik->sine + k) = s;
        *(limb__v4 *)(ik->cosine + k) = c;
    }
    axes current = axes_of(ik->base);
    for (int k = 0; k < ik->njoint; k++) {
        _Alignas(32) double step[12];
        joint_step(m, ik->joint[k], q, ik->position[k], ik->sine[k], ik->cosine[k], step);
        current = chain(current, step);
        axes_put(current, ik->pose + 12 * (size_t)k);
    }
    axes_put(chain(current, ik->tool), ik->tip);
    limb_pose_difference(ik->tip, ik->goal, ik->error);
}

// Computes the 6 x ncolumn Jacobian of the tool's origin in world axes, with rows multiplied by
// their weights and columns by their scales.
void LIMB__FOR_ISA(limb__ik_jacobian)(limb__ik *ik)
{
    for (int k = 0; k < ik->nrow * ik->ncolumn; k++)
        ik->jacobian[k] = 0;
    for (int k = 0; k < ik->njoint; k++)
        add_columns(ik, k, ik->pose + 12 * (size_t)k);
}

// Adds the weighted columns of the k-th joint on the path; those of mimic joints are added
// to their source's.
static void add_columns(limb__ik *ik, int k, const double *pose)
{
    const limb_model *m = ik->m;
    const int i = ik->joint[k], kind = m->joint_kind[i];
    const bool floating = kind == LIMB_MOTION_FLOATING;
    const double arm[3] = {ik->tip[3] - pose[3], ik->tip[7] - pose[7], ik->tip[11] - pose[11]};
    for (int c = 0; c < (floating ? 6 : 1); c++) {
        const double *axis_at = pose + (floating ? c % 3 : 2);
        const double axis[3] = {axis_at[0], axis_at[4], axis_at[8]};
        double full[6] = {0, 0, 0, axis[0], axis[1], axis[2]};
        if (kind == LIMB_MOTION_REVOLUTE || (floating && c < 3)) {
            limb__copy3(axis, full);
            limb__cross(axis, arm, full + 3);
        }
        const int column = ik->column[k] + c;
        const double scale = m->joint_scale[i] * ik->column_scale[column];
        for (int row = 0; row < ik->nrow; row++) {
            const int at = ik->first_row + row;
            ik->jacobian[row * ik->ncolumn + column] += scale * ik->weight[at] * full[at];
        }
    }
}

// step = wish + J^T (J J^T + damping 1)^-1 (error - J wish): damped least squares with
// a preferred step.
bool LIMB__FOR_ISA(limb__ik_solve)(limb__ik *ik, double damping)
{
    const int nrow = ik->nrow, n = ik->ncolumn;
    double left[6], a[36];
    // the part of the error that wish does not remove
    for (int row = 0; row < nrow; row++) {
        const double *j = ik->jacobian + row * n;
        double sum = ik->weight[ik->first_row + row] * ik->error[ik->first_row + row];
        for (int c = 0; c < n; c++)
            sum -= ik->blocked[c] ? 0 : j[c] * ik->wish[c];
        left[row] = sum;
    }
    for (int row = 0; row < nrow; row++) {
        const double *j = ik->jacobian + row * n;
        for (int other = 0; other <= row; other++) {
            const double *k = ik->jacobian + other * n;
            double sum = 0;
            for (int c = 0; c < n; c++)
                sum = limb__fma1(j[c], ik->blocked[c] ? 0 : k[c], sum);
            a[other * nrow + row] = sum;
        }
        a[row * nrow + row] += damping;
    }
    if (!limb__ldlt_factor(a, nrow)) return false;
    limb__ldlt_solve(a, nrow, left);
    for (int c = 0; c < n; c++) {
        double sum = ik->wish[c];
        for (int row = 0; row < nrow; row++)
            sum = limb__fma1(ik->jacobian[row * n + c], left[row], sum);
        ik->step[c] = ik->blocked[c] ? 0 : sum * ik->column_scale[c];
    }
    return true;
}
