// Center of mass and its Jacobian.
//
// Joint i moves its subtree, of mass m and center c together, as one body: its column is z x m
// (c - o) / M for a rotation and z m / M for a translation. The sums over all subtrees come from
// one inward pass.
#include "limb/kinematics.h"
#include "numbers/kernels/kernels.h"
#include "numbers/math/pose.h"
#include "numbers/model/bodies.h"

#include "numbers/model/work.h"

#include <assert.h>
#include <string.h>

static void sum_inwards(const limb_model *m, limb_work *w);
static void body_moment(const limb_model *m, const limb_work *w, int body, double out[4]);

void limb_center_of_mass(const limb_model *m, const limb_work *w, double center[3])
{
    assert(m && w);
    limb__kernels_for(m)->center(m, w, center);
}

void limb_center_of_mass_jacobian(const limb_model *m, limb_work *w, double *jacobian)
{
    assert(m && w);
    const size_t nv = (size_t)m->nv;
    const double mass = limb_model_mass(m);
    memset(jacobian, 0, 3 * nv * sizeof(double));
    sum_inwards(m, w);
    for (int i = 0; i < m->njoint; i++) {
        const double *subtree = w->scratch->body + 4 * ((size_t)i + 1);
        const double *pose = limb__body_pose(w, i + 1);
        const double arm[3] = {subtree[0] - subtree[3] * pose[3], subtree[1] - subtree[3] * pose[7],
                               subtree[2] - subtree[3] * pose[11]};
        const int kind = m->joint_kind[i];
        for (int k = 0; k < limb__kind_nv(kind); k++) {
            double axis[3], column[3];
            limb__joint_axis(w, i + 1, kind, k, axis);
            limb__cross(axis, arm, column);
            const double scale = m->joint_scale[i] / mass;
            const bool turns = limb__joint_turns(kind, k);
            for (size_t row = 0; row < 3; row++) {
                jacobian[row * nv + (size_t)(m->joint_v[i] + k)] +=
                    scale * (turns ? column[row] : subtree[3] * axis[row]);
            }
        }
    }
}

// scratch: mass times center, and mass, of each body with its subtree
static void sum_inwards(const limb_model *m, limb_work *w)
{
    double *sum = w->scratch->body;
    for (int body = 0; body < m->nbody; body++)
        body_moment(m, w, body, sum + 4 * (size_t)body);
    for (int i = m->njoint - 1; i >= 0; i--) {
        for (size_t k = 0; k < 4; k++)
            sum[4 * (size_t)m->joint_parent[i] + k] += sum[4 * ((size_t)i + 1) + k];
    }
}

// mass times center in the world, and mass
static void body_moment(const limb_model *m, const limb_work *w, int body, double out[4])
{
    const double *inertia = m->body_inertia + 10 * (size_t)body;
    const double *pose = limb__body_pose(w, body);
    limb__pose_rotate(pose, inertia + 1, out);
    for (int k = 0; k < 3; k++)
        out[k] += inertia[0] * pose[4 * k + 3];
    out[3] = inertia[0];
}
