// Tests of inverse kinematics: reachable poses are reached within limits, failures have a reason.
#include "harness.h"
#include "limb/kinematics.h"
#include "limb/model.h"
#include "limb/robot.h"
#include "support/corpus.h"
#include "support/random_robot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// six joints in the manner of an industrial arm, written for this test; the wrist's axes meet
static const char arm_text[] =
    "<robot name='arm'><link name='base'/>"
    "<link name='l1'/><link name='l2'/><link name='l3'/><link name='l4'/><link name='l5'/>"
    "<link name='l6'/><link name='tip'/>"
    "<joint name='j1' type='revolute'><parent link='base'/><child link='l1'/><origin xyz='0 0 "
    "0.4'/>"
    "<axis xyz='0 0 1'/><limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
    "<joint name='j2' type='revolute'><parent link='l1'/><child link='l2'/><origin xyz='0.1 0 "
    "0.1'/>"
    "<axis xyz='0 1 0'/><limit lower='-1.5' upper='2' effort='1' velocity='1'/></joint>"
    "<joint name='j3' type='revolute'><parent link='l2'/><child link='l3'/><origin xyz='0 0 0.5'/>"
    "<axis xyz='0 1 0'/><limit lower='-2' upper='2' effort='1' velocity='1'/></joint>"
    "<joint name='j4' type='revolute'><parent link='l3'/><child link='l4'/><origin xyz='0.2 0 0'/>"
    "<axis xyz='1 0 0'/><limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
    "<joint name='j5' type='revolute'><parent link='l4'/><child link='l5'/><origin xyz='0.3 0 0'/>"
    "<axis xyz='0 1 0'/><limit lower='-2' upper='2' effort='1' velocity='1'/></joint>"
    "<joint name='j6' type='continuous'><parent link='l5'/><child link='l6'/>"
    "<axis xyz='1 0 0'/></joint>"
    "<joint name='flange' type='fixed'><parent link='l6'/><child link='tip'/>"
    "<origin xyz='0.1 0 0' rpy='0 1.5707963267948966 0'/></joint></robot>";

typedef struct setup {
    limb_model *model;
    limb_work *work;
    int tip;
} setup;

static setup build(const char *text, const char *tip)
{
    limb_robot *robot;
    setup s;
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), NULL), LIMB_OK);
    ENSURE_INT(limb_model_build(&s.model, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_work_create(&s.work, s.model, NULL), LIMB_OK);
    limb_robot_free(robot);
    s.tip = limb_model_find_link(s.model, tip);
    ENSURE(s.tip >= 0);
    return s;
}

static void drop(setup *s)
{
    limb_work_free(s->work);
    limb_model_free(s->model);
}

// whether q is within limits and brings the link to the pose
static bool reaches(const limb_model *model, limb_work *work, int link, const double pose[12],
                    const double *q, double tolerance)
{
    double way[6];
    limb_fk(model, work, q);
    limb_pose_difference(limb_link_pose(model, work, link), pose, way);
    const double turn = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    const double move = sqrt(way[3] * way[3] + way[4] * way[4] + way[5] * way[5]);
    return turn <= tolerance && move <= tolerance && limb_limit_margin(model, q, NULL, NULL) >= 0;
}

static double share_solved(const limb_model *model, limb_work *work, int link, int count)
{
    double *q = malloc(sizeof(double) * (size_t)model->nq);
    uint64_t seed = 1;
    int solved = 0;
    for (int i = 0; i < count; i++) {
        double pose[12];
        limb_random_configuration(model, &seed, q);
        limb_fk(model, work, q);
        memcpy(pose, limb_link_pose(model, work, link), sizeof pose);
        limb_ik_result result;
        limb_ik(model, work, link, pose, &(limb_ik_opts){.seed = (uint64_t)i}, q, &result);
        const bool good = reaches(model, work, link, pose, q, 1.0000001e-6);
        ENSURE(good == (result.outcome == LIMB_IK_OUTCOME_SOLVED));
        solved += good;
    }
    free(q);
    return (double)solved / count;
}

TEST(reachable_poses_of_an_arm_are_reached)
{
    setup s = build(arm_text, "tip");
    const double share = share_solved(s.model, s.work, s.tip, 2000);
    printf("arm of six joints: %.2f %% of 2000 poses\n", 100 * share);
    ENSURE(share >= 0.995);
    drop(&s);
}

TEST(reachable_poses_of_real_arms_are_reached)
{
    static const char *const arms[][2] = {
        {"panda_moveit/panda_description/urdf/panda.urdf", "panda_link8"},
        {"ur5/ur_description/urdf/ur5.urdf", "tool0"}};
    const char *corpus = limb_test_corpus();
    const int npose = LIMB_TEST_COUNT(10000);
    int used = 0;
    for (int i = 0; corpus && i < 2; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/robots/%s", corpus, arms[i][0]);
        limb_robot *robot;
        limb_model *model;
        limb_work *work;
        if (limb_robot_load(&robot, path, NULL) != LIMB_OK) continue;
        ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
        ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
        const double share =
            share_solved(model, work, limb_model_find_link(model, arms[i][1]), npose);
        printf("%s: %.2f %% of %d poses\n", arms[i][0], 100 * share, npose);
        ENSURE(share >= 0.995);
        limb_work_free(work);
        limb_model_free(model);
        limb_robot_free(robot);
        used++;
    }
    printf("%d arms of the corpus\n", used);
    ENSURE(used == 2 || !corpus);
}

// the link that most joints move, five to eight of them, each by itself; -1: the robot is
// not an arm
static int tip_of_arm(const limb_model *m)
{
    int tip = -1, most = 4;
    for (int link = 0; link < m->nlink && m->njoint <= 12; link++) {
        int count = 0;
        for (int body = m->link_body[link]; body > 0; body = m->joint_parent[body - 1]) {
            const bool single =
                !m->joint_mimics[body - 1] && m->joint_kind[body - 1] != LIMB_MOTION_FLOATING;
            count += single ? 1 : 100;
        }
        if (count <= most || count > 8) continue;
        most = count;
        tip = link;
    }
    return tip;
}

// poses of a seeded configuration, every joint of which may be within 1e-4 of one of its limits;
// returns how many were not solved
static int count_missed(const limb_model *m, limb_work *w, int tip, bool near_limits, int count)
{
    double *q = malloc(2 * sizeof(double) * (size_t)m->nq), *solved = q + m->nq;
    limb_test_rng rng = {11};
    uint64_t seed = 5;
    int missed = 0;
    for (int i = 0; i < count; i++) {
        limb_random_configuration(m, &seed, q);
        for (int k = 0; k < m->nq && near_limits; k++) {
            const double low = m->q_min[k], high = m->q_max[k];
            if (!isfinite(low) || !isfinite(high)) continue;
            const double inside = limb_test_uniform(&rng, 0, fmin(1e-4, (high - low) / 2));
            q[k] = limb_test_below(&rng, 2) ? low + inside : high - inside;
        }
        double pose[12];
        limb_fk(m, w, q);
        memcpy(pose, limb_link_pose(m, w, tip), sizeof pose);
        limb_ik_result result;
        limb_ik(m, w, tip, pose, &(limb_ik_opts){.seed = (uint64_t)i}, solved, &result);
        ENSURE(result.outcome != LIMB_IK_OUTCOME_LIMITS); // it is within them
        const bool good = reaches(m, w, tip, pose, solved, 1.0000001e-6);
        ENSURE(good == (result.outcome == LIMB_IK_OUTCOME_SOLVED));
        missed += !good;
    }
    free(q);
    return missed;
}

TEST(poses_of_sixteen_arms_are_reached_near_limits_too)
{
    enum { ARMS = 16 };
    limb_test_robots robots = {0};
    const int npose = LIMB_TEST_COUNT(640);
    int used = 0, missed = 0;
    while (limb_test_next_robot(&robots)) {
        limb_robot *robot;
        limb_model *model;
        limb_work *work;
        if (used == ARMS) continue; // to the end, which frees the table
        if (limb_robot_load(&robot, robots.path, &(limb_load_opts){.skip_checks = true}) != LIMB_OK)
            continue;
        if (limb_model_build(&model, robot, NULL) == LIMB_OK) {
            const int tip = tip_of_arm(model);
            ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
            if (tip >= 0) {
                used++;
                missed += count_missed(model, work, tip, false, npose);
                missed += count_missed(model, work, tip, true, npose);
            }
            limb_work_free(work);
            limb_model_free(model);
        }
        limb_robot_free(robot);
    }
    printf("%d of %d poses of %d arms were missed\n", missed, 2 * npose * used, used);
    ENSURE(used == ARMS || !limb_test_corpus());
    ENSURE(missed <= 1e-4 * 2 * npose * used);
}

TEST(failures_are_explained)
{
    setup s = build(arm_text, "tip");
    double q[6], pose[12];
    const double far[3] = {5, 0, 0}, none[3] = {0, 0, 0};
    limb_ik_result result;
    limb_pose_from_rpy(far, none, pose);
    ENSURE_INT(limb_ik(s.model, s.work, s.tip, pose, &(limb_ik_opts){.max_tries = 5}, q, &result),
               LIMB_IK_OUTCOME_OUT_OF_REACH);
    ENSURE(result.position_error > 3);
    ENSURE_INT(result.tries, 1); // the arm's length settles it
    ENSURE(limb_limit_margin(s.model, q, NULL, NULL) >= 0);
    ENSURE_TEXT(limb_ik_outcome_text(result.outcome), "out of reach");

    // straight back and folded: only with the shoulder beyond its limit
    double beyond[6] = {3.1, 0.3, 1.1, 0.2, 0.5, 0};
    limb_fk(s.model, s.work, beyond);
    memcpy(pose, limb_link_pose(s.model, s.work, s.tip), sizeof pose);
    const limb_ik_opts few = {.max_tries = 30};
    const limb_ik_outcome outcome = limb_ik(s.model, s.work, s.tip, pose, &few, q, &result);
    ENSURE(outcome == LIMB_IK_OUTCOME_LIMITS || outcome == LIMB_IK_OUTCOME_SOLVED);
    if (outcome == LIMB_IK_OUTCOME_SOLVED) ENSURE(reaches(s.model, s.work, s.tip, pose, q, 1.1e-6));

    ENSURE_INT(limb_ik(s.model, s.work, limb_model_find_link(s.model, "base"), pose, NULL, q, NULL),
               LIMB_IK_OUTCOME_NO_JOINTS);
    // a nanosecond is over before the first try ends
    limb_pose_from_rpy((const double[3]){0.3, 0.3, 0.3}, (const double[3]){3, 1, 2}, pose);
    const limb_ik_opts hurried = {.max_seconds = 1e-9, .position_tolerance = 1e-300};
    ENSURE_INT(limb_ik(s.model, s.work, s.tip, pose, &hurried, q, NULL), LIMB_IK_OUTCOME_BUDGET);
    drop(&s);
}

TEST(a_pose_only_beyond_a_limit_is_reported)
{
    static const char text[] =
        "<robot name='one'><link name='a'/><link name='b'/>"
        "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
        "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint></robot>";
    setup s = build(text, "b");
    double q[1], pose[12], beyond = 2;
    limb_fk(s.model, s.work, &beyond);
    memcpy(pose, limb_link_pose(s.model, s.work, s.tip), sizeof pose);
    ENSURE_INT(limb_ik(s.model, s.work, s.tip, pose, NULL, q, NULL), LIMB_IK_OUTCOME_LIMITS);
    ENSURE_NEAR(q[0], 1, 1e-12); // as near as the limit allows
    drop(&s);
}

TEST(position_or_orientation_alone_and_a_tool)
{
    setup s = build(arm_text, "tip");
    double q[6], pose[12], way[6], tool[12], at[12];
    uint64_t seed = 9;
    limb_pose_from_rpy((const double[3]){0.05, -0.02, 0.2}, (const double[3]){0.3, 0.1, -0.4},
                       tool);
    for (int i = 0; i < 100; i++) {
        limb_random_configuration(s.model, &seed, q);
        limb_fk(s.model, s.work, q);
        limb_pose_multiply(limb_link_pose(s.model, s.work, s.tip), tool, pose);
        for (int goal = LIMB_IK_GOAL_POSE; goal <= LIMB_IK_GOAL_ORIENTATION; goal++) {
            const limb_ik_opts opts = {.goal = (limb_ik_goal)goal, .tool = tool};
            ENSURE_INT(limb_ik(s.model, s.work, s.tip, pose, &opts, q, NULL),
                       LIMB_IK_OUTCOME_SOLVED);
            limb_fk(s.model, s.work, q);
            limb_pose_multiply(limb_link_pose(s.model, s.work, s.tip), tool, at);
            limb_pose_difference(at, pose, way);
            for (int k = 0; k < 3; k++) {
                if (goal != LIMB_IK_GOAL_POSITION) ENSURE_NEAR(way[k], 0, 1.1e-6);
                if (goal != LIMB_IK_GOAL_ORIENTATION) ENSURE_NEAR(way[3 + k], 0, 1.1e-6);
            }
        }
    }
    drop(&s);
}

TEST(the_rest_pose_is_preferred)
{
    setup s = build(arm_text, "tip");
    double q[6], free_q[6], pose[12];
    const double rest[6] = {0.5, 0.4, 0.3, -0.2, -0.5, 1};
    uint64_t seed = 3;
    int nearer = 0;
    for (int i = 0; i < 50; i++) {
        limb_random_configuration(s.model, &seed, q);
        limb_fk(s.model, s.work, q);
        memcpy(pose, limb_link_pose(s.model, s.work, s.tip), sizeof pose);
        limb_ik_opts opts = {.goal = LIMB_IK_GOAL_POSITION};
        ENSURE_INT(limb_ik(s.model, s.work, s.tip, pose, &opts, free_q, NULL),
                   LIMB_IK_OUTCOME_SOLVED);
        opts.rest = rest;
        ENSURE_INT(limb_ik(s.model, s.work, s.tip, pose, &opts, q, NULL), LIMB_IK_OUTCOME_SOLVED);
        double before = 0, after = 0;
        for (int k = 0; k < 6; k++) {
            before += (free_q[k] - rest[k]) * (free_q[k] - rest[k]);
            after += (q[k] - rest[k]) * (q[k] - rest[k]);
        }
        nearer += after <= before + 1e-9;
        ENSURE(limb_limit_margin(s.model, q, NULL, NULL) >= 0);
    }
    ENSURE(nearer >= 48);
    drop(&s);
}

TEST(several_solutions_differ)
{
    setup s = build(arm_text, "tip");
    double q[8 * 6], pose[12];
    const double some[6] = {0.3, 0.5, 0.6, 0.4, 0.7, 0.2};
    limb_fk(s.model, s.work, some);
    memcpy(pose, limb_link_pose(s.model, s.work, s.tip), sizeof pose);
    const int found = limb_ik_many(s.model, s.work, s.tip, pose, NULL, 8, q, NULL);
    ENSURE(found >= 2);
    for (int i = 0; i < found; i++) {
        ENSURE(reaches(s.model, s.work, s.tip, pose, q + 6 * i, 1.1e-6));
        for (int j = 0; j < i; j++) {
            double largest = 0;
            for (int k = 0; k < 6; k++)
                largest = fmax(largest, fabs(q[6 * i + k] - q[6 * j + k]));
            ENSURE(largest > 1e-4);
        }
    }
    drop(&s);
}

// six joints of two turns each have up to 2^6 windings of every posture
TEST(postures_come_before_windings)
{
    char *text = malloc(sizeof arm_text);
    memcpy(text, arm_text, sizeof arm_text);
    // every limit becomes +-7 in place
    for (char *at = strstr(text, "lower='"); at; at = strstr(at + 1, "lower='")) {
        char *end = strstr(at, " effort");
        memset(at, ' ', (size_t)(end - at));
        memcpy(at, "lower='-7' upper='7'", (size_t)(end - at) < 20 ? (size_t)(end - at) : 20);
    }
    setup s = build(text, "tip");
    free(text);
    enum { COUNT = 40 };
    double q[COUNT * 6], pose[12];
    const double some[6] = {0.3, 0.5, 0.6, 0.4, 0.7, 0.2};
    ENSURE(s.model->q_max[0] == 7 && s.model->q_min[3] == -7);
    limb_fk(s.model, s.work, some);
    memcpy(pose, limb_link_pose(s.model, s.work, s.tip), sizeof pose);
    const limb_ik_opts opts = {.start = some};
    const int found = limb_ik_many(s.model, s.work, s.tip, pose, &opts, COUNT, q, NULL);
    ENSURE_INT(found, COUNT);
    for (int k = 0; k < 6; k++)
        ENSURE_NEAR(q[k], some[k], 1e-5); // the start itself
    int postures = 0;
    for (int i = 0; i < found; i++) {
        ENSURE(reaches(s.model, s.work, s.tip, pose, q + 6 * i, 1.1e-6));
        bool again = false;
        for (int j = 0; j < i; j++) {
            double turned = 0, apart = 0;
            for (int k = 0; k < 6; k++) {
                const double way = q[6 * i + k] - q[6 * j + k];
                turned = fmax(turned, fabs(remainder(way, 6.283185307179586)));
                apart = fmax(apart, fabs(way));
            }
            ENSURE(apart > 1e-3);
            again = again || turned < 1e-3;
        }
        if (!again) {
            ENSURE_INT(postures, i); // none comes after a winding
            postures++;
            for (int k = 0; k < 5; k++) // as near to the start as full turns bring it
                ENSURE(fabs(q[6 * i + k] - some[k]) <= 3.1416 || fabs(q[6 * i + k]) > 7 - 6.2832);
        }
    }
    printf("%d postures among %d solutions\n", postures, found);
    ENSURE(postures >= 8 && postures < found);
    drop(&s);
}

TEST(mimic_planar_and_floating_joints_are_honored)
{
    int solved = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        limb_robot *robot =
            limb_test_robot(seed, &(limb_test_robot_opts){.nlink = 8, .serial = true});
        limb_model *model;
        limb_work *work;
        const limb_model_opts opts = {.floating_base = seed % 4 == 0};
        ENSURE_INT(limb_model_build(&model, robot, &opts), LIMB_OK);
        ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
        const int link = robot->link_order[7];
        double *q = malloc(sizeof(double) * ((size_t)model->nq + 1));
        double pose[12];
        uint64_t state = seed;
        limb_random_configuration(model, &state, q);
        limb_fk(model, work, q);
        memcpy(pose, limb_link_pose(model, work, link), sizeof pose);
        limb_ik_result result;
        limb_ik(model, work, link, pose, NULL, q, &result);
        if (result.outcome == LIMB_IK_OUTCOME_SOLVED) {
            ENSURE(reaches(model, work, link, pose, q, 1.1e-6));
            solved++;
        }
        ENSURE(limb_limit_margin(model, q, NULL, NULL) >= 0);
        free(q);
        limb_work_free(work);
        limb_model_free(model);
        limb_test_robot_free(robot);
    }
    printf("random chains: %d of 200 solved\n", solved);
    ENSURE(solved >= 190);
}

// A matrix that is not a rotation used to be "solved", with meaningless results.
TEST(what_is_not_a_pose_is_refused)
{
    setup s = build(arm_text, "tip");
    double pose[12], q[6];
    limb_pose_from_rpy((const double[3]){0.3, 0.2, 0.5}, (const double[3]){3, 0.4, 2}, pose);
    ENSURE_INT(limb_ik(s.model, s.work, s.tip, pose, NULL, q, NULL), LIMB_IK_OUTCOME_SOLVED);
    static const double factor[] = {0, 5, -1, 1.01, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof factor / sizeof factor[0]; i++) {
        double bad[12];
        limb_ik_result result = {0};
        for (int k = 0; k < 12; k++)
            bad[k] = k % 4 == 3 ? pose[k] : factor[i] * pose[k];
        ENSURE_INT(limb_ik(s.model, s.work, s.tip, bad, NULL, q, &result),
                   LIMB_IK_OUTCOME_NOT_A_POSE);
        ENSURE(isnan(result.position_error) && isnan(result.rotation_error));
        ENSURE(limb_ik(s.model, s.work, s.tip, bad, &(limb_ik_opts){.goal = LIMB_IK_GOAL_POSITION},
                       q, &result) == LIMB_IK_OUTCOME_SOLVED);
        ENSURE_INT(limb_ik(s.model, s.work, s.tip, pose, &(limb_ik_opts){.tool = bad}, q, NULL),
                   LIMB_IK_OUTCOME_NOT_A_POSE);
    }
    // one number of each kind
    for (int k = 0; k < 12; k++) {
        double bad[12];
        memcpy(bad, pose, sizeof bad);
        bad[k] = (double)NAN;
        ENSURE_INT(limb_ik(s.model, s.work, s.tip, bad, NULL, q, NULL), LIMB_IK_OUTCOME_NOT_A_POSE);
    }
    // as someone types it
    for (int k = 0; k < 12; k++)
        pose[k] = round(1000 * pose[k]) / 1000;
    ENSURE_INT(limb_ik(s.model, s.work, s.tip, pose, NULL, q, NULL), LIMB_IK_OUTCOME_SOLVED);
    drop(&s);
}

TEST(the_same_seed_gives_the_same_answer_and_nan_ends)
{
    setup s = build(arm_text, "tip");
    double a[6], b[6], pose[12];
    limb_pose_from_rpy((const double[3]){0.3, 0.2, 0.5}, (const double[3]){3, 0.4, 2}, pose);
    limb_ik(s.model, s.work, s.tip, pose, &(limb_ik_opts){.seed = 7}, a, NULL);
    limb_ik(s.model, s.work, s.tip, pose, &(limb_ik_opts){.seed = 7}, b, NULL);
    ENSURE(memcmp(a, b, sizeof a) == 0);
    pose[3] = NAN;
    ENSURE(limb_ik(s.model, s.work, s.tip, pose, NULL, a, NULL) != LIMB_IK_OUTCOME_SOLVED);
    drop(&s);
}
