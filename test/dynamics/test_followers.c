// Mimic joints at any position in the tree: the dynamics of the reduced coordinates are compared
// with those of the same robot with independent joints. With v_full = G v: M = G^T M_full G,
// likewise for the derivatives of inverse dynamics; and inverse dynamics inverts forward dynamics.
#include "harness.h"
#include "limb/dynamics.h"
#include "limb/robot.h"
#include "numbers/model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NV = 24, MATRIX = MAX_NV * MAX_NV + 4 };

#define LINK(name)                                                                                 \
    "<link name='" name "'><inertial><origin xyz='.1 -.05 .2'/><mass value='1.5'/>"                \
    "<inertia ixx='.03' ixy='.002' ixz='-.001' iyy='.04' iyz='.003' izz='.05'/></inertial></link>"
#define JOINT(type, parent, child, axis, more)                                                     \
    "<joint name='" child "' type='" type "'><parent link='" parent "'/><child link='" child       \
    "'/><origin xyz='.2 .1 -.3' rpy='.3 -.2 .5'/><axis xyz='" axis                                 \
    "'/><limit effort='1' velocity='1' lower='-9' upper='9'/>" more "</joint>" LINK(child)
#define TURN(parent, child, more)  JOINT("revolute", parent, child, "0 1 0", more)
#define SLIDE(parent, child, more) JOINT("prismatic", parent, child, "1 0 0", more)
#define FLOAT(parent, child)       JOINT("floating", parent, child, "1 0 0", "")
#define MIMIC(joint, multiplier)                                                                   \
    "<mimic joint='" joint "' multiplier='" multiplier "' offset='0.1'/>"
#define ROBOT(body) "<robot name='r'>" LINK("base") body "</robot>"

static const struct {
    const char *what;
    bool grouped;
    const char *text;
} robots[] = {
    {"two fingers on one hand", true,
     ROBOT(TURN("base", "arm", "") SLIDE("arm", "left", "")
               SLIDE("arm", "right", MIMIC("left", "-1")))},
    {"a follower before its source", true,
     ROBOT(TURN("base", "arm", "") TURN("arm", "left", MIMIC("right", "2"))
               TURN("arm", "right", ""))},
    {"followers of followers, in a chain", true,
     ROBOT(TURN("base", "one", "") SLIDE("one", "two", MIMIC("one", "0.5"))
               TURN("two", "three", MIMIC("two", "-3")))},
    {"on the base itself", true,
     ROBOT(SLIDE("base", "left", "") SLIDE("base", "right", MIMIC("left", "1")))},
    {"joints of their own after both fingers", true,
     ROBOT(TURN("base", "arm", "") TURN("arm", "left", "") TURN("left", "left_tip", "")
               SLIDE("left_tip", "left_pin", "") TURN("arm", "right", MIMIC("left", "-1"))
                   TURN("right", "right_tip", "") TURN("right_tip", "right_pin", ""))},
    {"a branch between two in a row", true,
     ROBOT(TURN("base", "arm", "") TURN("arm", "one", "") TURN("one", "side", "") TURN(
         "one", "two", MIMIC("one", "1.5")) TURN("two", "tip", "") FLOAT("tip", "ball"))},
    {"a group below a group", true,
     ROBOT(SLIDE("base", "one", "") SLIDE("one", "two", MIMIC("one", "1")) TURN("two", "left", "")
               TURN("two", "right", MIMIC("left", "-1")) TURN("right", "tip", ""))},
    {"a multiplier of zero", true,
     ROBOT(TURN("base", "arm", "") TURN("arm", "left", "")
               TURN("arm", "right", MIMIC("left", "0")))},
    {"across a joint that moves by itself", false,
     ROBOT(TURN("base", "one", "") TURN("one", "two", "")
               TURN("two", "three", MIMIC("one", "-1")))},
    {"in another branch", false,
     ROBOT(TURN("base", "left", "") TURN("left", "left_arm", "") TURN("base", "right", "")
               TURN("right", "right_arm", MIMIC("left_arm", "1")) FLOAT("right_arm", "ball"))},
};

typedef struct pair {
    limb_robot *robot;
    limb_model *model, *full; // full: every joint by itself
    limb_work *work, *full_work;
    double q[MAX_NV + 8], v[MAX_NV], full_q[MAX_NV + 8];
    double spread[MAX_NV * MAX_NV]; // G, full->nv x model->nv
} pair;

static void load(pair *p, const char *text, bool floating, limb_isa isa)
{
    const limb_load_opts load = {.skip_checks = true};
    limb_robot *loose;
    char *without = malloc(strlen(text) + 1);
    strcpy(without, text);
    for (char *at = without; (at = strstr(at, "<mimic")) != NULL;)
        memset(at, ' ', (size_t)(strstr(at, "/>") + 2 - at));
    ENSURE_INT(limb_robot_parse(&p->robot, text, strlen(text), &load), LIMB_OK);
    ENSURE_INT(limb_robot_parse(&loose, without, strlen(without), &load), LIMB_OK);
    const limb_model_opts opts = {.floating_base = floating, .isa = isa};
    ENSURE_INT(limb_model_build(&p->model, p->robot, &opts), LIMB_OK);
    ENSURE_INT(limb_model_build(&p->full, loose, &opts), LIMB_OK);
    ENSURE_INT(limb_work_create(&p->work, p->model, NULL), LIMB_OK);
    ENSURE_INT(limb_work_create(&p->full_work, p->full, NULL), LIMB_OK);
    limb_robot_free(loose);
    free(without);
    ENSURE(p->full->nv <= MAX_NV && p->full->njoint == p->model->njoint);
    limb_test_rng rng = {9};
    for (int k = 0; k < p->model->nq; k++)
        p->q[k] = limb_test_uniform(&rng, -1, 1);
    for (int k = 0; k < p->model->nv; k++)
        p->v[k] = limb_test_uniform(&rng, -1, 1);
    memset(p->spread, 0, sizeof p->spread);
    for (int i = 0; i < p->model->njoint; i++) {
        const limb_model *m = p->model, *f = p->full;
        const bool free_joint = m->joint_kind[i] == LIMB_MOTION_FLOATING;
        for (int k = 0; k < (free_joint ? 7 : 1); k++) {
            p->full_q[f->joint_q[i] + k] =
                m->joint_scale[i] * p->q[m->joint_q[i] + k] + m->joint_offset[i];
        }
        for (int k = 0; k < (free_joint ? 6 : 1); k++)
            p->spread[(f->joint_v[i] + k) * m->nv + m->joint_v[i] + k] = m->joint_scale[i];
    }
}

static void drop(pair *p)
{
    limb_work_free(p->work);
    limb_work_free(p->full_work);
    limb_model_free(p->model);
    limb_model_free(p->full);
    limb_robot_free(p->robot);
}

static void clear(double *matrix)
{
    for (int k = 0; k < MATRIX; k++)
        matrix[k] = 1e300;
}

// nothing is written after the matrix
static void ensure_untouched(const pair *p, const double *matrix)
{
    const int size = p->model->nv * p->model->nv;
    for (int k = size; k < size + 4; k++)
        ENSURE(matrix[k] == 1e300);
}

// own = G^T full G
static void ensure_reduced(const pair *p, const double *own, const double *full)
{
    const int nv = p->model->nv, nfull = p->full->nv;
    ensure_untouched(p, own);
    for (int row = 0; row < nv; row++) {
        for (int column = 0; column < nv; column++) {
            double sum = 0;
            for (int a = 0; a < nfull; a++) {
                for (int b = 0; b < nfull; b++)
                    sum +=
                        p->spread[a * nv + row] * full[a * nfull + b] * p->spread[b * nv + column];
            }
            ENSURE_NEAR(own[row * nv + column], sum, 1e-12 * (1 + fabs(sum)));
        }
    }
}

static void check_mass(pair *p)
{
    const int nv = p->model->nv;
    static double mass[MATRIX], full[MATRIX];
    clear(mass);
    limb_mass_matrix(p->model, p->work, p->q, mass);
    limb_mass_matrix(p->full, p->full_work, p->full_q, full);
    ensure_reduced(p, mass, full);
    for (int row = 0; row < nv; row++) {
        for (int column = 0; column < row; column++) {
            const double entry = mass[row * nv + column];
            ENSURE_NEAR(entry, mass[column * nv + row], 1e-14 * (1 + fabs(entry)));
        }
    }
}

static void check_inverse_derivatives(pair *p)
{
    const int nv = p->model->nv, nfull = p->full->nv;
    static double by_q[MATRIX], by_v[MATRIX], by_a[MATRIX];
    static double full_by_q[MATRIX], full_by_v[MATRIX], full_by_a[MATRIX];
    double a[MAX_NV], full_v[MAX_NV] = {0}, full_a[MAX_NV] = {0};
    for (int k = 0; k < nv; k++)
        a[k] = sin(k + 1);
    for (int k = 0; k < nfull * nv; k++) {
        full_v[k / nv] += p->spread[k] * p->v[k % nv];
        full_a[k / nv] += p->spread[k] * a[k % nv];
    }
    clear(by_q), clear(by_v), clear(by_a);
    limb_inverse_dynamics_derivatives(p->model, p->work, p->q, p->v, a, by_q, by_v, by_a);
    limb_inverse_dynamics_derivatives(p->full, p->full_work, p->full_q, full_v, full_a, full_by_q,
                                      full_by_v, full_by_a);
    ensure_reduced(p, by_q, full_by_q);
    ensure_reduced(p, by_v, full_by_v);
    ensure_reduced(p, by_a, full_by_a);
}

// M x + y = 0
static void ensure_solves(int nv, const double *mass, const double *x, const double *y)
{
    for (int k = 0; k < nv * nv; k++) {
        double sum = y[k], size = 1 + fabs(y[k]);
        for (int c = 0; c < nv; c++) {
            const double part = mass[k / nv * nv + c] * x[c * nv + k % nv];
            sum += part;
            size += fabs(part);
        }
        ENSURE_NEAR(sum, 0, 1e-11 * size);
    }
}

static void check_forward_derivatives(pair *p)
{
    const int nv = p->model->nv;
    static double mass[MATRIX], id_q[MATRIX], id_v[MATRIX], less_one[MATRIX];
    double tau[MAX_NV] = {0}, a[MAX_NV];
    for (int k = 0; k < nv; k++)
        tau[k] = cos(k + 1);
    // of exact size, so that the address sanitizer sees what is read or written after them
    const size_t size = (size_t)(nv * nv) * sizeof(double);
    double *by_q = malloc(size), *by_v = malloc(size), *by_tau = malloc(size);
    ENSURE_INT(limb_forward_dynamics_derivatives(p->model, p->work, p->q, p->v, tau, a, by_q, by_v,
                                                 by_tau),
               LIMB_OK);
    limb_inverse_dynamics_derivatives(p->model, p->work, p->q, p->v, a, id_q, id_v, mass);
    for (int k = 0; k < nv * nv; k++)
        less_one[k] = k % (nv + 1) == 0 ? -1 : 0;
    ensure_solves(nv, mass, by_q, id_q);
    ensure_solves(nv, mass, by_v, id_v);
    ensure_solves(nv, mass, by_tau, less_one);
    free(by_q);
    free(by_v);
    free(by_tau);
}

static void check_forward(pair *p)
{
    const int nv = p->model->nv;
    static double mass[MAX_NV * MAX_NV];
    double wanted[MAX_NV], tau[MAX_NV], a[MAX_NV], dense[MAX_NV];
    for (int k = 0; k < nv; k++)
        wanted[k] = sin(k + 1);
    const limb_external_wrench push[2] = {
        {p->model->nlink - 1, {.1, .2, .3}, {1, -2, 3}, {-4, 5, 6}},
        {p->model->nlink / 2, {0, .2, 0}, {0, 0, 1}, {2, 0, 0}}};
    for (int npush = 0; npush <= 2; npush++) {
        limb_inverse_dynamics(p->model, p->work, p->q, p->v, wanted, push, npush, tau);
        ENSURE_INT(limb_forward_dynamics(p->model, p->work, p->q, p->v, tau, push, npush, a),
                   LIMB_OK);
        ENSURE_INT(limb_forward_dynamics_dense(p->model, p->work, p->q, p->v, tau, push, npush,
                                               mass, dense),
                   LIMB_OK);
        for (int k = 0; k < nv; k++) {
            ENSURE_NEAR(a[k], wanted[k], 1e-9);
            ENSURE_NEAR(dense[k], wanted[k], 1e-9);
        }
    }
}

TEST(followers_match_their_source_wherever_they_are_attached)
{
    static const limb_isa isas[2] = {LIMB_ISA_PORTABLE, LIMB_ISA_AUTO};
    for (size_t i = 0; i < sizeof robots / sizeof robots[0]; i++) {
        for (int way = 0; way < 4; way++) {
            static pair p;
            load(&p, robots[i].text, way % 2, isas[way / 2]);
            if (p.model->internal->fill.grouped != robots[i].grouped)
                printf("%s: not as expected\n", robots[i].what);
            ENSURE(p.model->internal->fill.grouped == robots[i].grouped);
            check_mass(&p);
            check_forward(&p);
            check_inverse_derivatives(&p);
            check_forward_derivatives(&p);
            drop(&p);
        }
    }
}

// covers every size of matrix, and so every size of the last tile
TEST(matrices_of_chains_of_every_length)
{
    static const limb_isa isas[2] = {LIMB_ISA_PORTABLE, LIMB_ISA_AUTO};
    char text[16384];
    for (int count = 1; count <= 18; count++) {
        for (int way = 0; way < 4; way++) {
            int at = snprintf(text, sizeof text, "<robot name='r'>%s", LINK("l0"));
            for (int i = 1; i <= count; i++) {
                at += snprintf(text + at, sizeof text - (size_t)at,
                               "<joint name='j%d' type='continuous'><parent link='l%d'/>"
                               "<child link='l%d'/><origin xyz='.1 .2 .3' rpy='.1 .2 .3'/></joint>"
                               "<link name='l%d'><inertial><mass value='1'/><inertia ixx='1' "
                               "ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>",
                               i, i % 5 ? i - 1 : i / 2, i, i);
            }
            snprintf(text + at, sizeof text - (size_t)at, "</robot>");
            static pair p;
            load(&p, text, way % 2, isas[way / 2]);
            check_mass(&p);
            check_forward(&p);
            check_inverse_derivatives(&p);
            check_forward_derivatives(&p);
            // and by inverse dynamics, column by column
            const int nv = p.model->nv;
            static double mass[MAX_NV * MAX_NV];
            double unit[MAX_NV] = {0}, tau[MAX_NV], bias[MAX_NV];
            limb_mass_matrix(p.model, p.work, p.q, mass);
            limb_bias_forces(p.model, p.work, p.q, p.v, bias);
            for (int column = 0; column < nv; column++) {
                unit[column] = 1;
                limb_inverse_dynamics(p.model, p.work, p.q, p.v, unit, NULL, 0, tau);
                for (int row = 0; row < nv; row++)
                    ENSURE_NEAR(mass[row * nv + column], tau[row] - bias[row], 1e-10);
                unit[column] = 0;
            }
            drop(&p);
        }
    }
}
