// Tests the building of models: folded links, rotated frames, repaired and refused input.
#include "harness.h"
#include "limb/bindings.h"
#include "limb/diag.h"
#include "limb/kinematics.h"
#include "limb/model.h"
#include "limb/robot.h"
#include "support/hostile.h"
#include "support/random_robot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static limb_robot *parse(const char *text)
{
    limb_robot *robot;
    const limb_load_opts opts = {.keep_broken = true};
    (void)!limb_robot_parse(&robot, text, strlen(text), &opts);
    ENSURE(robot != NULL);
    return robot;
}

static limb_model *build(const char *text, const limb_model_opts *opts)
{
    limb_robot *robot = parse(text);
    limb_model *model;
    ENSURE_INT(limb_model_build(&model, robot, opts), LIMB_OK);
    limb_robot_free(robot);
    return model;
}

static const char gripper[] =
    "<robot name='g'>"
    "<link name='tip'/><link name='palm'/><link name='left'/><link name='right'/>"
    "<link name='base'><inertial><mass value='4'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
    "izz='1'/></inertial></link>"
    "<joint name='wrist' type='revolute'><parent link='base'/><child link='palm'/>"
    "<origin xyz='0 0 1' rpy='0 0.5 0'/><axis xyz='0 2 0'/>"
    "<limit lower='-1' upper='2' effort='30' velocity='3'/><dynamics damping='0.5' friction='0.1'/>"
    "<calibration rising='0.25'/>"
    "<safety_controller soft_lower_limit='-0.9' soft_upper_limit='1.9' k_position='10' "
    "k_velocity='20'/></joint>"
    "<joint name='left_joint' type='prismatic'><parent link='palm'/><child link='left'/>"
    "<axis xyz='0 1 0'/><limit lower='0' upper='0.04' effort='5' velocity='0.2'/>"
    "<dynamics damping='2' friction='3'/></joint>"
    "<joint name='right_joint' type='prismatic'><parent link='palm'/><child link='right'/>"
    "<axis xyz='0 1 0'/><limit lower='-1' upper='1' effort='5' velocity='0.2'/>"
    "<mimic joint='left_joint' multiplier='-2' offset='0.01'/>"
    "<dynamics damping='1' friction='1'/></joint>"
    "<joint name='mount' type='fixed'><parent link='palm'/><child link='tip'/>"
    "<origin xyz='0 0 0.1'/></joint></robot>";

// source from -1 to 1, or continuous, and a follower with limits of its own
#define FOLLOWED(type, source_limit, limit, mimic)                                                 \
    "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"                             \
    "<joint name='s' type='" type "'><parent link='a'/><child link='b'/>" source_limit "</joint>"  \
    "<joint name='f' type='revolute'><parent link='a'/><child link='c'/>"                          \
    "<limit effort='1' velocity='1' " limit "/><mimic joint='s' " mimic "/></joint></robot>"
#define ONE "<limit effort='1' velocity='1' lower='-1' upper='1'/>"

static void expect_range(const char *text, double low, double high, bool wraps)
{
    limb_model *m = build(text, NULL);
    ENSURE_INT(m->nq, 1);
    ENSURE_NEAR(m->q_min[0], low, isinf(low) ? 0 : 1e-15);
    ENSURE_NEAR(m->q_max[0], high, isinf(high) ? 0 : 1e-15);
    ENSURE(m->soft_min[0] == m->q_min[0] && m->soft_max[0] == m->q_max[0]);
    ENSURE(m->joint_wraps[limb_model_find_joint(m, "s")] == wraps);
    uint64_t seed = 3;
    for (int i = 0; i < 100; i++) {
        double q;
        limb_random_configuration(m, &seed, &q);
        ENSURE(q >= fmax(m->q_min[0], -4) && q <= fmin(m->q_max[0], 4));
    }
    limb_model_free(m);
}

TEST(a_source_moves_where_its_followers_may_go)
{
    // wider, narrower on one side, turned around and shifted
    expect_range(FOLLOWED("revolute", ONE, "lower='-3' upper='3'", ""), -1, 1, false);
    expect_range(FOLLOWED("revolute", ONE, "lower='-3' upper='0.5'", ""), -1, 0.5, false);
    expect_range(FOLLOWED("revolute", ONE, "lower='-3' upper='0.5'", "multiplier='-2'"), -0.25, 1,
                 false);
    expect_range(FOLLOWED("revolute", ONE, "lower='0' upper='1'", "multiplier='2' offset='0.5'"),
                 -0.25, 0.25, false);
    // rounding is not a limit, neither is one that leaves nothing, nor one of no width
    expect_range(FOLLOWED("revolute", ONE, "lower='-0.99999999999' upper='1'", ""), -1, 1, false);
    expect_range(FOLLOWED("revolute", ONE, "lower='2' upper='3'", ""), -1, 1, false);
    expect_range(FOLLOWED("revolute", ONE, "lower='0' upper='0'", ""), -1, 1, false);
    expect_range(FOLLOWED("revolute", ONE, "lower='0' upper='0.1'", "multiplier='0'"), -1, 1,
                 false);
    // a source without limits has those of its follower
    expect_range(FOLLOWED("continuous", "", "lower='-1' upper='2'", ""), -1, 2, false);
}

TEST(a_gripper_has_its_lists)
{
    limb_model *m = build(gripper, NULL);
    ENSURE_INT(m->nlink, 5);
    ENSURE_INT(m->njoint, 3);
    ENSURE_INT(m->nbody, 4);
    ENSURE_INT(m->nq, 2);
    ENSURE_INT(m->nv, 2);
    ENSURE_INT(m->nmimic, 1);
    ENSURE_INT(m->depth, 2);
    ENSURE_TEXT(m->link_name[m->root], "base");
    ENSURE_TEXT(m->joint_name[0], "wrist");
    ENSURE_TEXT(m->q_name[1], "left_joint");
    ENSURE_INT(limb_model_find_link(m, "tip"), 0);
    ENSURE_INT(limb_model_find_link(m, "nothing"), -1);
    ENSURE_INT(limb_model_find_joint(m, "mount"), -1);
    const int right = limb_model_find_joint(m, "right_joint");
    ENSURE(m->joint_mimics[right] && m->joint_q[right] == 1);
    ENSURE(m->joint_scale[right] == -2 && m->joint_offset[right] == 0.01);
    ENSURE(m->q_min[0] == -1 && m->q_max[0] == 2 && m->v_max[0] == 3 && m->tau_max[0] == 30);
    ENSURE(m->has_safety[0] && m->soft_min[0] == -0.9 && m->k_velocity[0] == 20);
    ENSURE(m->rising[0] == 0.25 && isnan(m->falling[0]) && isnan(m->rising[1]));
    ENSURE(!m->has_safety[1] && m->soft_max[1] == 0.04);
    // the follower's resistance is felt through its multiplier
    ENSURE_NEAR(m->damping[1], 2 + 4 * 1, 1e-15);
    ENSURE_NEAR(m->friction[1], 3 + 2 * 1, 1e-15);
    ENSURE_NEAR(limb_model_mass(m), 4, 0);
    // the folded tip is attached to the palm's body
    ENSURE_INT(m->link_body[0], m->link_body[1]);
    limb_model_free(m);
}

TEST(locked_joints_are_folded_with_their_followers)
{
    const limb_lock lock[2] = {{"left_joint", 0.02}, {"wrist", 0.7}};
    limb_model *m = build(gripper, &(limb_model_opts){.lock = lock, .nlock = 2});
    limb_model *whole = build(gripper, NULL);
    limb_work *work, *whole_work;
    ENSURE_INT(m->nv, 0);
    ENSURE_INT(limb_work_create(&work, m, NULL), LIMB_OK);
    ENSURE_INT(limb_work_create(&whole_work, whole, NULL), LIMB_OK);
    const double q[2] = {0.7, 0.02};
    limb_fk(m, work, q);
    limb_fk(whole, whole_work, q);
    for (int link = 0; link < m->nlink; link++) {
        const double *a = limb_link_pose(m, work, link);
        const double *b = limb_link_pose(whole, whole_work, link);
        for (int k = 0; k < 12; k++)
            ENSURE_NEAR(a[k], b[k], 1e-14);
    }
    limb_work_free(work);
    limb_work_free(whole_work);
    limb_model_free(m);
    limb_model_free(whole);
    limb_robot *robot = parse(gripper);
    const limb_lock wrong = {"mouth", 1};
    ENSURE_INT(limb_model_build(&m, robot, &(limb_model_opts){.lock = &wrong, .nlock = 1}),
               LIMB_ERROR_INPUT);
    ENSURE(m == NULL);
    const limb_lock unnamed = {NULL, 1};
    ENSURE_INT(limb_model_build(&m, robot, &(limb_model_opts){.lock = &unnamed, .nlock = 1}),
               LIMB_ERROR_INPUT);
    ENSURE_INT(limb_model_build(&m, robot, &(limb_model_opts){.lock = lock, .nlock = -1}),
               LIMB_ERROR_INPUT);
    ENSURE_INT(limb_model_build(&m, robot, &(limb_model_opts){.root = "nowhere"}),
               LIMB_ERROR_INPUT);
    limb_robot_free(robot);
}

TEST(a_payload_is_a_link_more)
{
    limb_model *m = build(gripper, NULL), *loaded;
    const double center[3] = {0.1, 0.2, 0.3}, inertia[6] = {1, 0, 0, 1, 0, 1};
    const int tip = limb_model_find_link(m, "tip");
    ENSURE_INT(limb_model_add_payload(&loaded, m, tip, 2, center, inertia, NULL), LIMB_OK);
    ENSURE_NEAR(limb_model_mass(loaded), 6, 1e-15);
    limb_work *work;
    ENSURE_INT(limb_work_create(&work, loaded, NULL), LIMB_OK);
    double q[2] = {0.3, 0.01}, expected[3], at[3];
    limb_fk(loaded, work, q);
    limb_pose_apply(limb_link_pose(loaded, work, tip), center, at);
    limb_center_of_mass(loaded, work, expected);
    for (int k = 0; k < 3; k++)
        ENSURE_NEAR(expected[k], at[k] * 2 / 6, 1e-14); // the base's mass is at the origin
    limb_model_free(m);                                 // the copy does not need it, names included
    ENSURE_INT(limb_model_find_link(loaded, "tip"), tip);
    ENSURE_TEXT(loaded->joint_name[limb_model_find_joint(loaded, "right_joint")], "right_joint");
    limb_work_free(work);
    limb_model_free(loaded);
}

static int findings(const char *text, limb_rule rule, int expected_nv)
{
    limb_robot *robot = parse(text);
    limb_report *report;
    limb_model *model;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(limb_model_build(&model, robot, &(limb_model_opts){.report = report}), LIMB_OK);
    ENSURE_INT(model->nv, expected_nv);
    limb_model_free(model);
    int count = 0;
    for (int i = 0; i < report->nfinding; i++)
        count += report->finding[i].rule == rule;
    ENSURE_INT(limb_model_build(&model, robot, &(limb_model_opts){.strict = true}),
               LIMB_ERROR_INPUT);
    limb_report_free(report);
    limb_robot_free(robot);
    return count;
}

#define TWO(a, b)                                                                                  \
    "<robot name='r'><link name='l0'/><link name='l1'/><link name='l2'/>"                          \
    "<joint name='a' type='revolute'><parent link='l0'/><child link='l1'/>" a "</joint>"           \
    "<joint name='b' type='revolute'><parent link='l1'/><child link='l2'/>" b "</joint></robot>"
#define LIMIT "<limit lower='-1' upper='1' effort='1' velocity='1'/>"

TEST(what_cannot_be_modeled_is_repaired_and_reported)
{
    ENSURE_INT(findings(TWO("<axis xyz='0 0 0'/>" LIMIT, LIMIT), LIMB_RULE_AXIS_ZERO, 1), 1);
    ENSURE_INT(findings(TWO("<mimic joint='a'/>" LIMIT, LIMIT), LIMB_RULE_MIMIC_SELF, 2), 1);
    ENSURE_INT(findings(TWO("<mimic joint='b'/>" LIMIT, "<mimic joint='a'/>" LIMIT),
                        LIMB_RULE_MIMIC_CYCLE, 1),
               1);
    ENSURE_INT(findings(TWO("<mimic joint='c'/>" LIMIT, LIMIT), LIMB_RULE_MIMIC_MISSING, 2), 1);
    ENSURE_INT(findings(TWO("<limit lower='1' upper='-1' effort='1' velocity='1'/>", LIMIT),
                        LIMB_RULE_LIMIT_SWAPPED, 2),
               1);
}

TEST(planar_and_floating_joints_have_their_coordinates)
{
    limb_model *m = build(
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
        "<joint name='cart' type='planar'><parent link='a'/><child link='b'/>"
        "<axis xyz='0 0 1'/></joint>"
        "<joint name='fly' type='floating'><parent link='b'/><child link='c'/></joint></robot>",
        NULL);
    ENSURE_INT(m->njoint, 4);
    ENSURE_INT(m->nq, 10);
    ENSURE_INT(m->nv, 9);
    ENSURE_TEXT(m->joint_name[2], "cart/theta");
    ENSURE_INT(limb_model_find_joint(m, "cart"), 0);
    ENSURE_INT(limb_model_find_joint(m, "cart/y"), 1);
    ENSURE(m->joint_wraps[2]);
    ENSURE_TEXT(m->q_name[9], "fly/qw");
    ENSURE_TEXT(m->v_name[3], "fly/wx");
    ENSURE_INT(m->v_q[3], -1);
    limb_model_free(m);
}

TEST(links_that_are_not_connected_have_no_pose)
{
    limb_robot *robot = parse("<robot name='r'><link name='a'/><link name='b'/></robot>");
    limb_model *m;
    limb_work *work;
    ENSURE_INT(limb_model_build(&m, robot, NULL), LIMB_ERROR_INPUT); // two roots
    ENSURE_INT(limb_model_build(&m, robot, &(limb_model_opts){.root = "a"}), LIMB_OK);
    ENSURE_INT(limb_work_create(&work, m, NULL), LIMB_OK);
    limb_fk(m, work, NULL);
    double out[6];
    ENSURE_INT(m->link_body[1], -1);
    ENSURE(isnan(limb_link_pose(m, work, 1)[3]));
    limb_fk_velocity(m, work, NULL, NULL);
    limb_link_velocity(m, work, 1, NULL, LIMB_REFERENCE_LOCAL, out);
    ENSURE(isnan(out[0]));
    limb_work_free(work);
    limb_model_free(m);
    limb_robot_free(robot);
}

static limb_status build_and_free(const limb_allocator *memory, void *ctx)
{
    limb_model *model, *copy = NULL;
    limb_status status = limb_model_build(&model, ctx, &(limb_model_opts){.memory = memory});
    if (status != LIMB_OK) return status;
    const double center[3] = {0};
    status = limb_model_add_payload(&copy, model, 0, 1, center, NULL, memory);
    limb_work *work = NULL;
    if (status == LIMB_OK) status = limb_work_create(&work, model, memory);
    limb_work_free(work);
    limb_model_free(copy);
    limb_model_free(model);
    return status;
}

TEST(building_survives_a_lack_of_memory)
{
    limb_robot *robot = limb_test_robot(4, NULL);
    limb_test_every_failure(LIMB_OK, build_and_free, robot);
    limb_test_robot_free(robot);
}

TEST(work_fits_where_it_is_put)
{
    limb_model *m = build(gripper, NULL);
    const size_t size = limb_work_size(m);
    char *memory = malloc(size + 1);
    ENSURE(limb_work_init(m, memory + 1, size - 1) == NULL);
    limb_work *work = limb_work_init(m, memory + 1, size); // any alignment
    const double q[2] = {0.1, 0.02};
    ENSURE(work != NULL);
    limb_fk(m, work, q);
    free(memory);
    limb_model_free(m);
}

TEST(a_long_chain_is_linear)
{
    // deep enough to overflow the stack of anything that recurses
    enum { LINKS = 4000 };
    limb_robot *robot =
        limb_test_robot(1, &(limb_test_robot_opts){.nlink = LINKS, .simple = true, .serial = true});
    limb_model *m;
    ENSURE_INT(limb_model_build(&m, robot, NULL), LIMB_OK);
    ENSURE_INT(m->depth, LINKS - 1);
    limb_model_free(m);
    limb_test_robot_free(robot);
}

TEST(counts_names_and_limits_are_functions_too)
{
    limb_robot *robot = limb_test_robot(5, NULL);
    limb_model *m;
    ENSURE_INT(limb_model_build(&m, robot, NULL), LIMB_OK);
    ENSURE(m->nq > 0 && m->njoint > 0);
    ENSURE_INT(limb_model_nq(m), m->nq);
    ENSURE_INT(limb_model_nv(m), m->nv);
    ENSURE_INT(limb_model_link_count(m), m->nlink);
    ENSURE_INT(limb_model_joint_count(m), m->njoint);
    for (int i = 0; i < m->nlink; i++)
        ENSURE_TEXT(limb_model_link_name(m, i), m->link_name[i]);
    for (int i = 0; i < m->njoint; i++) {
        ENSURE_TEXT(limb_model_joint_name(m, i), m->joint_name[i]);
        ENSURE_INT(limb_model_joint_kind(m, i), m->joint_kind[i]);
        ENSURE_INT(limb_model_joint_q(m, i), m->joint_q[i]);
        ENSURE_INT(limb_model_joint_v(m, i), m->joint_v[i]);
    }
    for (int i = 0; i < m->nq; i++) {
        ENSURE_TEXT(limb_model_q_name(m, i), m->q_name[i]);
        ENSURE(limb_model_q_min(m, i) == m->q_min[i] && limb_model_q_max(m, i) == m->q_max[i]);
    }
    for (int i = 0; i < m->nv; i++) {
        ENSURE_TEXT(limb_model_v_name(m, i), m->v_name[i]);
        ENSURE(limb_model_v_max(m, i) == m->v_max[i]);
        ENSURE(limb_model_tau_max(m, i) == m->tau_max[i]);
    }
    ENSURE(!limb_model_link_name(m, -1) && !limb_model_link_name(m, m->nlink));
    ENSURE(!limb_model_joint_name(m, -1) && !limb_model_q_name(m, m->nq));
    ENSURE(!limb_model_v_name(m, m->nv));
    ENSURE_INT(limb_model_joint_kind(m, m->njoint), -1);
    ENSURE_INT(limb_model_joint_q(m, -1), -1);
    ENSURE_INT(limb_model_joint_v(m, m->njoint), -1);
    ENSURE(isnan(limb_model_q_min(m, -1)) && isnan(limb_model_q_max(m, m->nq)));
    ENSURE(isnan(limb_model_v_max(m, -1)) && isnan(limb_model_tau_max(m, m->nv)));
    limb_model_free(m);
    limb_test_robot_free(robot);
}
