// Tests of trajectories: columns and coordinates, rates against closed forms, torques against
// single calls, limits against an independent count, failing allocations.
#include "harness.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"
#include "limb/motion.h"
#include "support/hostile.h"
#include "support/motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BODY                                                                                       \
    "<inertial><origin xyz='0.1 0 0.2'/><mass value='2'/>"                                         \
    "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"
static const char arm[] =
    "<robot name='arm'><link name='base'/><link name='upper'>" BODY "</link>"
    "<link name='lower'>" BODY "</link><link name='follower'/>"
    "<joint name='lift' type='revolute'><parent link='base'/><child link='upper'/>"
    "<axis xyz='0 1 0'/><limit lower='-1' upper='1' effort='3' velocity='2'/>"
    "<dynamics damping='0.5' friction='0.25'/></joint>"
    "<joint name='slide' type='prismatic'><parent link='upper'/><child link='lower'/>"
    "<axis xyz='0 0 1'/><limit lower='0.5' upper='1.5' effort='1000' velocity='9'/></joint>"
    "<joint name='copy' type='revolute'><parent link='base'/><child link='follower'/>"
    "<mimic joint='lift'/><limit lower='-9' upper='9' effort='1' velocity='9'/></joint></robot>";

typedef struct notes {
    char text[1024];
} notes;

static void listen(void *ctx, int line, const char *message)
{
    notes *n = ctx;
    const size_t size = strlen(n->text);
    snprintf(n->text + size, sizeof n->text - size, "%d: %s\n", line, message);
}

static limb_status parse(limb_trajectory **out, const limb_model *model, const char *text,
                         const double *start, notes *n)
{
    *n = (notes){{0}};
    const limb_trajectory_opts opts = {.start = start, .note = listen, .note_ctx = n};
    return limb_trajectory_parse(out, model, text, strlen(text), &opts);
}

TEST(columns_are_coordinates_by_name)
{
    limb_test_motion m = limb_test_motion_build(arm, NULL);
    limb_trajectory *t;
    notes n;
    const double start[] = {0.75, 1.25};
    ENSURE_INT(m.model->nq, 2);
    ENSURE_INT(
        parse(&t, m.model, "copy,lift,time,other,lift\nx,1,0,y,0.5\n2,1,1,z,0.25\n", start, &n),
        LIMB_OK);
    ENSURE_TEXT(n.text, "0: column \"copy\" is not used: no independent joint has that name\n"
                        "0: column \"lift\" is repeated; its last value counts\n"
                        "0: 1 more column is not used\n");
    ENSURE_INT(t->nrow, 2);
    ENSURE(t->has_time && t->time[1] == 1 && !t->tau);
    ENSURE(t->q[0] == 0.5 && t->q[1] == 1.25 && t->q[2] == 0.25 && t->q[3] == 1.25);
    limb_trajectory_free(t);
    ENSURE_INT(parse(&t, m.model, "lift\n0.5\n0.75\n", NULL, &n), LIMB_OK);
    double neutral[2];
    limb_neutral(m.model, neutral);
    ENSURE(!t->has_time && t->time[1] == 1 && t->q[1] == neutral[1] && t->v[0] == 0);
    limb_trajectory_free(t);
    limb_test_motion_free(&m);
}

static void refuse(const limb_model *model, const char *text, const char *expected)
{
    limb_trajectory *t;
    notes n;
    ENSURE_INT(parse(&t, model, text, NULL, &n), LIMB_ERROR_INPUT);
    ENSURE(t == NULL);
    ENSURE_TEXT(n.text, expected);
}

TEST(refusals_name_the_line)
{
    limb_test_motion m = limb_test_motion_build(arm, NULL);
    refuse(m.model, "lift,slide\n1,2\n1,?\nx,1\n", "3: \"?\" is not a number\n");
    refuse(m.model, "a,b\n1,2\n",
           "0: column \"a\" is not used: no independent joint has that name\n"
           "0: 1 more column is not used\n0: no column is named after a joint (lift, ...)\n");
    refuse(m.model, "time,lift\n0,1\n-1,1\n", "3: time does not increase after 0 s\n");
    limb_test_motion_free(&m);
}

// lift = t^2 and slide = 1 + t at uneven times: central differences of a parabola over (t0, t1) are
// t0 + t1.
TEST(rates_are_central_differences)
{
    limb_test_motion m = limb_test_motion_build(arm, NULL);
    const double time[] = {0, 0.1, 0.4, 0.5, 0.9};
    double q[10];
    limb_trajectory *t;
    for (int i = 0; i < 5; i++) {
        q[2 * i] = time[i] * time[i];
        q[2 * i + 1] = 1 + time[i];
    }
    ENSURE_INT(limb_trajectory_build(&t, m.model, time, q, 5, NULL), LIMB_OK);
    double v[5];
    for (int i = 0; i < 5; i++) {
        const double low = time[i > 0 ? i - 1 : 0], high = time[i < 4 ? i + 1 : 4];
        v[i] = low + high;
        ENSURE_NEAR(t->v[2 * i], v[i], 1e-14);
        ENSURE_NEAR(t->v[2 * i + 1], 1, 1e-14);
        ENSURE_NEAR(t->a[2 * i + 1], 0, 1e-13);
    }
    for (int i = 0; i < 5; i++) {
        const int low = i > 0 ? i - 1 : 0, high = i < 4 ? i + 1 : 4;
        ENSURE_NEAR(t->a[2 * i], (v[high] - v[low]) / (time[high] - time[low]), 1e-13);
    }
    limb_trajectory_free(t);
    ENSURE_INT(limb_trajectory_build(&t, m.model, time, q, 1, NULL), LIMB_OK);
    ENSURE(t->v[0] == 0 && t->a[1] == 0);
    limb_trajectory_free(t);
    limb_test_motion_free(&m);
}

TEST(arrays_that_are_no_trajectory_are_refused)
{
    limb_test_motion m = limb_test_motion_build(arm, NULL);
    const double still[] = {0, 0}, back[] = {1, 0}, endless[] = {0, HUGE_VAL}, q[4] = {0};
    const double broken[] = {0, 0, NAN, 0}, time[] = {0, 1};
    limb_trajectory *t;
    ENSURE_INT(limb_trajectory_build(&t, m.model, still, q, 2, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_trajectory_build(&t, m.model, back, q, 2, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_trajectory_build(&t, m.model, endless, q, 2, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_trajectory_build(&t, m.model, time, broken, 2, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_trajectory_build(&t, m.model, time, q, 0, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_trajectory_build(&t, m.model, time, q, -1, NULL), LIMB_ERROR_INPUT);
    ENSURE(t == NULL);
    limb_test_motion_free(&m);
}

TEST(torques_are_those_of_each_row)
{
    limb_test_motion m = limb_test_motion_build(arm, NULL);
    limb_trajectory *t;
    notes n;
    ENSURE_INT(parse(&t, m.model, "t,lift,slide\n0,0,1\n1,0.5,1.1\n2,-0.5,0.9\n", NULL, &n),
               LIMB_OK);
    for (int with = 0; with < 2; with++) {
        ENSURE_INT(limb_trajectory_compute_torques(t, m.model, m.work, with == 1), LIMB_OK);
        for (int row = 0; row < 3; row++) {
            double tau[2];
            limb_inverse_dynamics(m.model, m.work, t->q + 2 * row, t->v + 2 * row, t->a + 2 * row,
                                  NULL, 0, tau);
            // a motor moves the joint against damping and friction
            const double v = t->v[2 * row];
            if (with == 1) tau[0] += 0.5 * v + 0.25 * ((v > 0) - (v < 0));
            for (int k = 0; k < 2; k++)
                ENSURE_NEAR(t->tau[2 * row + k], tau[k], 1e-12);
        }
    }
    limb_trajectory_free(t);
    ENSURE_INT(parse(&t, m.model, "lift\n0\n1\n", NULL, &n), LIMB_OK);
    ENSURE_INT(limb_trajectory_compute_torques(t, m.model, m.work, false), LIMB_ERROR_INPUT);
    limb_trajectory_free(t);
    limb_test_motion_free(&m);
}

TEST(limits_are_counted_from_the_first_row_beyond)
{
    limb_test_motion m = limb_test_motion_build(arm, NULL);
    limb_trajectory *t;
    notes n;
    // lift is at 1 within rounding, then beyond it twice; slide is below its limit once
    ENSURE_INT(parse(&t, m.model, "time,lift,slide\n0,0,1\n10,1.000001,1\n20,1.01,0.4\n30,1.5,1\n",
                     NULL, &n),
               LIMB_OK);
    limb_limit_excess excess[8];
    ENSURE_INT(limb_trajectory_check(t, m.model, excess, 8), 2);
    ENSURE_INT(excess[0].kind, LIMB_LIMIT_POSITION);
    ENSURE_INT(excess[0].v, 0);
    ENSURE_INT(excess[0].row, 2);
    ENSURE_INT(excess[0].count, 2);
    ENSURE(excess[0].value == 1.01 && excess[0].limit == 1);
    ENSURE(excess[1].v == 1 && excess[1].row == 2 && excess[1].count == 1);
    ENSURE(excess[1].value == 0.4 && excess[1].limit == 0.5);
    // gravity on the arm exceeds 3 N m from the second row on
    ENSURE_INT(limb_trajectory_compute_torques(t, m.model, m.work, false), LIMB_OK);
    ENSURE_INT(limb_trajectory_check(t, m.model, NULL, 0), 3);
    ENSURE_INT(limb_trajectory_check(t, m.model, excess, 1), 3);
    ENSURE_INT(limb_trajectory_check(t, m.model, excess, 8), 3);
    ENSURE_INT(excess[1].kind, LIMB_LIMIT_EFFORT);
    int count = 0;
    for (int row = 0; row < t->nrow; row++)
        count += fabs(t->tau[2 * row]) > 3 * (1 + 1e-6);
    ENSURE_INT(excess[1].count, count);
    ENSURE(count > 0 && fabs(excess[1].value) > 3 && fabs(excess[1].limit) == 3);
    limb_trajectory_free(t);
    limb_test_motion_free(&m);
}

TEST(another_models_trajectory_is_refused)
{
    limb_test_motion m = limb_test_motion_build(arm, NULL);
    limb_test_motion free_one =
        limb_test_motion_build(arm, &(limb_model_opts){.floating_base = true});
    limb_trajectory *t;
    const double q[4] = {0}, time[] = {0, 1};
    ENSURE_INT(limb_trajectory_build(&t, m.model, time, q, 2, NULL), LIMB_OK);
    ENSURE_INT(limb_trajectory_check(t, free_one.model, NULL, 0), -1);
    ENSURE_INT(limb_trajectory_compute_torques(t, free_one.model, free_one.work, false),
               LIMB_ERROR_INPUT);
    limb_trajectory_free(t);
    limb_test_motion_free(&free_one);
    limb_test_motion_free(&m);
}

static limb_status run_with(const limb_allocator *memory, void *ctx)
{
    limb_test_motion *m = ctx;
    static const char text[] = "time,lift,other\n0,0,1\n1,0.5,2\n";
    limb_trajectory *t;
    limb_status status = limb_trajectory_parse(&t, m->model, text, sizeof text - 1,
                                               &(limb_trajectory_opts){.memory = memory});
    if (status == LIMB_OK) status = limb_trajectory_compute_torques(t, m->model, m->work, true);
    limb_trajectory_free(t);
    return status;
}

TEST(trajectories_survive_a_lack_of_memory)
{
    limb_test_motion m = limb_test_motion_build(arm, NULL);
    ENSURE(limb_test_every_failure(LIMB_OK, run_with, &m) >= 5);
    limb_test_motion_free(&m);
}
