// Tests of transforms from joint values: equality with limb_fk, the throttling rule, mimic
// chains, ignored values.
#include "harness.h"
#include "limb/limb.h"
#include "services/ros/state.h"
#include "support/corpus.h"
#include "support/random_robot.h"
#include "support/robot.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t SECOND = 1000000000;

typedef struct fixture {
    limb_robot *robot;
    limb__state *state;
    limb__transform *out;
    int count;
} fixture;

static void open_state(fixture *f, const char *text, const limb__state_opts *opts)
{
    memset(f, 0, sizeof *f);
    f->robot = limb_test_parse(text);
    ENSURE(limb__state_build(&f->state, f->robot, opts) == LIMB_OK);
    f->out = calloc((size_t)limb__state_max(f->state) + 1, sizeof *f->out);
}

static void close_state(fixture *f)
{
    free(f->out);
    limb__state_free(f->state);
    limb_robot_free(f->robot);
}

static limb__state_result send(fixture *f, int64_t stamp, int64_t now, int count,
                               const char *const *name, const double *value)
{
    limb_text text[16];
    for (int i = 0; i < count; i++)
        text[i] = (limb_text){name[i], strlen(name[i])};
    const limb__joint_values values = {stamp, now, count, text, count, value};
    return limb__state_update(f->state, &values, f->out, &f->count);
}

static const limb__transform *find(const limb__transform *list, int count, const char *child)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i].child, child) == 0) return &list[i];
    }
    return NULL;
}

// The transform of a child that must be there.
static const limb__transform *found(const limb__transform *list, int count, const char *child)
{
    const limb__transform *transform = find(list, count, child);
    if (!transform) limb_test_fail(__FILE__, __LINE__, "no transform of %s", child);
    return transform;
}

static const limb__transform *find_last(const limb__transform *list, int count, const char *child)
{
    while (count > 0 && strcmp(list[count - 1].child, child) != 0)
        count--;
    return count > 0 ? &list[count - 1] : NULL;
}

//---- equal to limb_fk ----------------------------------------------------------------------------

// Poses of all links by composing transforms along the tree, against limb_fk.
static int compare_with_fk(const limb_robot *robot, uint64_t seed)
{
    limb_model *model;
    limb_work *work;
    limb__state *state;
    const limb__state_opts opts = {0};
    if (limb_model_build(&model, robot, NULL) != LIMB_OK) return 0;
    ENSURE(limb_work_create(&work, model, NULL) == LIMB_OK);
    ENSURE(limb__state_build(&state, robot, &opts) == LIMB_OK);
    double *q = calloc((size_t)model->nq + 1, sizeof *q);
    limb_text *name = calloc((size_t)model->nq + 1, sizeof *name);
    const int max = limb__state_max(state);
    limb__transform *tf = calloc(2 * (size_t)max + 1, sizeof *tf);
    double *pose = calloc((size_t)robot->nlink + 1, 12 * sizeof *pose);
    bool *known = calloc((size_t)robot->nlink + 1, sizeof *known);
    for (int i = 0; i < model->nq; i++)
        name[i] = (limb_text){model->q_name[i], strlen(model->q_name[i])};
    limb_random_configuration(model, &seed, q);
    limb_fk(model, work, q);
    int total = limb__state_fixed(state, tf), count;
    const limb__joint_values values = {SECOND, SECOND, model->nq, name, model->nq, q};
    ENSURE(limb__state_update(state, &values, tf + total, &count) == LIMB__STATE_READY);
    total += count;

    // parents come before children in link_order
    int compared = 0;
    for (int i = 0; i < robot->norder; i++) {
        const int link = robot->link_order[i];
        const int joint = robot->link[link].parent_joint;
        double *own = pose + 12 * (size_t)link;
        known[link] = true;
        if (joint < 0) {
            limb_pose_identity(own);
            continue;
        }
        // a planar joint that moves has two transforms, of which the later one is used
        const limb__transform *step = find_last(tf, total, robot->link[link].name);
        ENSURE(step != NULL);
        const int parent = robot->joint[joint].parent;
        ENSURE(known[parent]);
        ENSURE_TEXT(step->parent, robot->link[parent].name);
        double local[12];
        limb_pose_from_quat(step->xyz, step->quat, local);
        limb_pose_multiply(pose + 12 * (size_t)parent, local, own);
        double norm = 0;
        for (int k = 0; k < 4; k++)
            norm += step->quat[k] * step->quat[k];
        ENSURE_NEAR(norm, 1, 1e-12);
        const double *fk = work->pose + 12 * (size_t)model->link_slot[link];
        double size = 1;
        for (int k = 3; k < 12; k += 4)
            size = fmax(size, fabs(fk[k]));
        for (int k = 0; k < 12; k++)
            ENSURE_NEAR(own[k], fk[k], 1e-11 * size);
        compared++;
    }
    free(known);
    free(pose);
    free(tf);
    free(name);
    free(q);
    limb__state_free(state);
    limb_work_free(work);
    limb_model_free(model);
    return compared;
}

TEST(transforms_of_random_robots_are_fk)
{
    int compared = 0;
    for (int i = 0; i < LIMB_TEST_COUNT(800); i++) {
        limb_robot *robot = limb_test_robot((uint64_t)i, &(limb_test_robot_opts){0});
        compared += compare_with_fk(robot, (uint64_t)i);
        limb_test_robot_free(robot);
    }
    ENSURE(compared > 100);
}

TEST(transforms_of_examples_are_fk)
{
    const char *folder = LIMB_SOURCE_DIR "/examples";
    DIR *dir = opendir(folder);
    ENSURE(dir != NULL);
    int compared = 0;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".urdf") != 0) continue;
        char path[1200];
        limb_robot *robot;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        ENSURE(limb_robot_load(&robot, path, NULL) == LIMB_OK);
        for (uint64_t seed = 0; seed < 5; seed++)
            compared += compare_with_fk(robot, seed);
        limb_robot_free(robot);
    }
    closedir(dir);
    ENSURE(compared > 20);
}

TEST(transforms_of_real_robots_are_fk)
{
    limb_test_robots it = {0};
    int nrobot = 0, compared = 0;
    while (limb_test_next_robot(&it)) {
        limb_robot *robot = NULL;
        if (limb_robot_load(&robot, it.path, NULL) == LIMB_OK) {
            for (uint64_t seed = 0; seed < 3; seed++)
                compared += compare_with_fk(robot, seed);
            nrobot++;
        }
        limb_robot_free(robot);
    }
    if (!limb_test_corpus()) return;
    ENSURE(nrobot > 20);
    ENSURE(compared > 1000);
}

//---- joints that follow --------------------------------------------------------------------------

#define LINKS                                                                                      \
    "<link name='a'/><link name='b'/><link name='c'/><link name='d'/>"                             \
    "<link name='e'/>"
#define JOINT(name, parent, child, more)                                                           \
    "<joint name='" name "' type='prismatic'><parent link='" parent "'/><child link='" child       \
    "'/><axis xyz='1 0 0'/><limit lower='-9' upper='9' effort='1' velocity='1'/>" more "</joint>"

static const char chain[] =
    "<robot name='r'>" LINKS JOINT("j4", "d", "e", "<mimic joint='j3' offset='1'/>")
        JOINT("j1", "a", "b", "") JOINT("j2", "b", "c", "<mimic joint='j1' multiplier='2'/>")
            JOINT("j3", "c", "d", "<mimic joint='j2' multiplier='-3' offset='0.5'/>") "</robot>";

TEST(mimic_chains_are_composed_whatever_their_order)
{
    fixture f;
    open_state(&f, chain, &(limb__state_opts){0});
    ENSURE(send(&f, SECOND, SECOND, 1, (const char *[]){"j1"}, (double[]){0.25}) ==
           LIMB__STATE_READY);
    ENSURE_INT(f.count, 4);
    ENSURE_NEAR(found(f.out, f.count, "b")->xyz[0], 0.25, 0);
    ENSURE_NEAR(found(f.out, f.count, "c")->xyz[0], 0.5, 0);
    ENSURE_NEAR(found(f.out, f.count, "d")->xyz[0], -1.0, 0);
    ENSURE_NEAR(found(f.out, f.count, "e")->xyz[0], 0.0, 0);
    close_state(&f);
}

TEST(an_explicit_value_wins_over_mimic_and_leads_the_rest_of_the_chain)
{
    fixture f;
    open_state(&f, chain, &(limb__state_opts){0});
    send(&f, SECOND, SECOND, 2, (const char *[]){"j1", "j2"}, (double[]){0.25, 7});
    ENSURE_INT(f.count, 4);
    ENSURE_NEAR(found(f.out, f.count, "c")->xyz[0], 7, 0);
    ENSURE_NEAR(found(f.out, f.count, "d")->xyz[0], -20.5, 0);
    // only the second link of the chain: the first does not move
    send(&f, 2 * SECOND, 2 * SECOND, 1, (const char *[]){"j2"}, (double[]){1});
    ENSURE_INT(f.count, 3);
    ENSURE(!find(f.out, f.count, "b"));
    close_state(&f);
}

TEST(mimic_in_a_circle_follows_nobody_and_of_a_fixed_joint_stays)
{
    limb_robot *robot = limb_test_parse_broken(
        "<robot name='r'>" LINKS JOINT("j1", "a", "b", "<mimic joint='j2'/>")
            JOINT("j2", "b", "c", "<mimic joint='j1'/>") JOINT(
                "j3", "c", "d",
                "<mimic joint='still' offset='0.5'/>") "<joint name='still' type='fixed'><parent "
                                                       "link='d'/><child "
                                                       "link='e'/></joint></robot>");
    fixture f = {.robot = robot};
    ENSURE(limb__state_build(&f.state, robot, &(limb__state_opts){0}) == LIMB_OK);
    f.out = calloc(8, sizeof *f.out);
    send(&f, SECOND, SECOND, 1, (const char *[]){"j1"}, (double[]){0.25});
    ENSURE_INT(f.count, 1);
    ENSURE_INT(limb__state_fixed(f.state, f.out), 2);
    ENSURE_NEAR(found(f.out, 2, "d")->xyz[0], 0.5, 0);
    close_state(&f);
}

//---- when to publish -----------------------------------------------------------------------------

static const char two[] =
    "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>" JOINT("j1", "a", "b", "")
        JOINT("j2", "a", "c", "") "</robot>";

static int published(fixture *f, double seconds, const char *joint)
{
    const int64_t at = (int64_t)(seconds * 1e9);
    const limb__state_result result =
        send(f, at, at, 1, (const char *[]){joint}, (double[]){seconds});
    return result == LIMB__STATE_READY ? f->count : -1;
}

// 1e9 / frequency is infinite for the smallest frequencies and does not fit any integer
TEST(a_frequency_near_zero_publishes_a_joint_once)
{
    fixture f;
    open_state(&f, two, &(limb__state_opts){.frequency = 1e-320});
    ENSURE(published(&f, 10, "j1") > 0);
    ENSURE(published(&f, 1e6, "j1") <= 0);
    close_state(&f);
}

TEST(a_joint_is_published_at_most_at_its_frequency)
{
    fixture f;
    open_state(&f, two, &(limb__state_opts){.frequency = 20});
    int count = 0;
    for (int i = 0; i < 1000; i++)
        count += published(&f, 10 + 0.001 * i, "j1") > 0;
    ENSURE_INT(count, 20);
    close_state(&f);
}

TEST(the_oldest_joint_of_a_message_decides)
{
    fixture f;
    open_state(&f, two, &(limb__state_opts){.frequency = 10});
    ENSURE_INT(published(&f, 10, "j1"), 1);
    ENSURE_INT(published(&f, 10.05, "j1"), -1);
    ENSURE_INT(published(&f, 10.05, "j2"), 1); // never seen before
    const int64_t at = (int64_t)10.1e9 + 1;
    ENSURE(send(&f, at, at, 2, (const char *[]){"j1", "j2"}, (double[]){1, 2}) ==
           LIMB__STATE_READY);
    ENSURE_INT(f.count, 2);
    ENSURE_INT(published(&f, 10.15, "j2"), -1);
    close_state(&f);
}

TEST(a_clock_that_goes_back_publishes_again)
{
    fixture f;
    open_state(&f, two, &(limb__state_opts){.frequency = 10});
    ENSURE_INT(published(&f, 1000, "j1"), 1);
    ENSURE_INT(published(&f, 5, "j1"), 1);
    ENSURE_INT(published(&f, 5.01, "j1"), -1);
    // only the sender's clock: a recording that starts again; a little disorder is none
    ENSURE(send(&f, 60 * SECOND, 60 * SECOND, 1, (const char *[]){"j1"}, (double[]){1}) ==
           LIMB__STATE_READY);
    ENSURE(send(&f, 59 * SECOND + SECOND / 2, 61 * SECOND, 1, (const char *[]){"j1"},
                (double[]){1}) == LIMB__STATE_TOO_SOON);
    ENSURE(send(&f, 2 * SECOND, 62 * SECOND, 1, (const char *[]){"j1"}, (double[]){1}) ==
           LIMB__STATE_READY);
    close_state(&f);
}

TEST(ignoring_timestamps_publishes_every_message)
{
    fixture f;
    open_state(&f, two, &(limb__state_opts){.frequency = 10, .ignore_timestamp = true});
    ENSURE_INT(published(&f, 10, "j1"), 1);
    ENSURE_INT(published(&f, 10, "j1"), 1);
    close_state(&f);
}

//---- what is ignored -----------------------------------------------------------------------------

TEST(unknown_joints_and_numbers_that_are_not_finite_are_passed_over)
{
    fixture f;
    open_state(&f, two, &(limb__state_opts){0});
    ENSURE(send(&f, SECOND, SECOND, 4, (const char *[]){"nobody", "j1", "j2", "j1"},
                (double[]){1, 2, NAN, 3}) == LIMB__STATE_READY);
    ENSURE_INT(f.count, 1);
    ENSURE_NEAR(f.out[0].xyz[0], 2, 0); // the first value of a name
    close_state(&f);
}

TEST(another_number_of_values_than_of_names_is_refused)
{
    fixture f;
    open_state(&f, two, &(limb__state_opts){0});
    const limb_text name[] = {{"j1", 2}, {"j2", 2}};
    const double value[] = {1, 2, 3};
    limb__joint_values values = {SECOND, SECOND, 2, name, 1, value};
    ENSURE(limb__state_update(f.state, &values, f.out, &f.count) == LIMB__STATE_MISMATCHED);
    values.nvalue = 0;
    ENSURE(limb__state_update(f.state, &values, f.out, &f.count) == LIMB__STATE_MISMATCHED);
    values.nvalue = 3;
    ENSURE(limb__state_update(f.state, &values, f.out, &f.count) == LIMB__STATE_MISMATCHED);
    ENSURE_INT(f.count, 0);
    close_state(&f);
}

//---- frames, planar and floating joints ----------------------------------------------------------

static const char free_robot[] =
    "<robot name='r'>" LINKS
    "<joint name='base' type='floating'><parent link='a'/><child link='b'/>"
    "<origin xyz='1 0 0'/></joint>"
    "<joint name='cart' type='planar'><parent link='b'/><child link='c'/><axis xyz='0 0 "
    "1'/></joint>"
    "<joint name='still' type='fixed'><parent link='c'/><child link='d'/>"
    "<origin xyz='0 0 2' rpy='0 0 1.5707963267948966'/></joint>"
    "<joint name='e' type='fixed'><parent link='d'/><child link='e'/></joint></robot>";

TEST(frames_take_the_prefix_and_fixed_joints_come_in_document_order)
{
    fixture f;
    open_state(&f, free_robot, &(limb__state_opts){.frame_prefix = "left/"});
    // the planar joint, too, as robot_state_publisher has it
    ENSURE_INT(limb__state_fixed(f.state, f.out), 3);
    ENSURE_TEXT(f.out[0].child, "left/c");
    ENSURE_NEAR(f.out[0].quat[3], 1, 0);
    ENSURE_TEXT(f.out[1].parent, "left/c");
    ENSURE_TEXT(f.out[1].child, "left/d");
    ENSURE_NEAR(f.out[1].xyz[2], 2, 0);
    ENSURE_NEAR(f.out[1].quat[2], sqrt(0.5), 1e-15);
    ENSURE_TEXT(f.out[2].child, "left/e");
    close_state(&f);
}

TEST(a_floating_joint_needs_all_its_values)
{
    static const char *const name[] = {"base/x",  "base/y",  "base/z", "base/qx",
                                       "base/qy", "base/qz", "base/qw"};
    const double value[] = {1, 2, 3, 0, 0, 2, 0};
    fixture f;
    open_state(&f, free_robot, &(limb__state_opts){0});
    ENSURE(send(&f, SECOND, SECOND, 6, name, value) == LIMB__STATE_READY);
    ENSURE_INT(f.count, 0);
    send(&f, SECOND, SECOND, 7, name, value);
    ENSURE_INT(f.count, 1);
    ENSURE_NEAR(f.out[0].xyz[0], 2, 0);
    ENSURE_NEAR(f.out[0].quat[2], 1, 0);
    close_state(&f);
}

TEST(poses_of_a_multi_dof_message_go_after_the_origin)
{
    fixture f;
    open_state(&f, free_robot, &(limb__state_opts){0});
    const limb_text name[] = {{"base", 4}, {"cart", 4}, {"still", 5}};
    const double pose[] = {1, 2, 3, 0, 0, 0, 1, 4, 5, 0, 0, 0, 1, 0, 9, 9, 9, 0, 0, 0, 1};
    const limb__joint_values values = {SECOND, SECOND, 3, name, 3, pose};
    ENSURE(limb__state_update_poses(f.state, &values, f.out, &f.count) == LIMB__STATE_READY);
    ENSURE_INT(f.count, 2);
    ENSURE_NEAR(found(f.out, f.count, "b")->xyz[0], 2, 0);
    ENSURE_NEAR(found(f.out, f.count, "c")->xyz[1], 5, 0);
    ENSURE_NEAR(found(f.out, f.count, "c")->quat[2], 1, 0);
    close_state(&f);
}

TEST(a_long_chain_of_followers_takes_linear_time)
{
    enum { JOINTS = 20000 };
    char *text = malloc(JOINTS * 260 + 200);
    int at = sprintf(text, "<robot name='r'><link name='l0'/>");
    for (int i = 1; i <= JOINTS; i++) {
        at += sprintf(text + at,
                      "<link name='l%d'/><joint name='j%d' type='prismatic'><parent link='l0'/>"
                      "<child link='l%d'/><axis xyz='1 0 0'/>"
                      "<limit lower='0' upper='1' effort='1' velocity='1'/>",
                      i, i, i);
        if (i < JOINTS) at += sprintf(text + at, "<mimic joint='j%d'/>", i + 1);
        at += sprintf(text + at, "</joint>");
    }
    sprintf(text + at, "</robot>");
    fixture f;
    open_state(&f, text, &(limb__state_opts){0});
    char last[16];
    snprintf(last, sizeof last, "j%d", JOINTS);
    send(&f, SECOND, SECOND, 1, (const char *[]){last}, (double[]){0.5});
    ENSURE_INT(f.count, JOINTS);
    for (int i = 0; i < f.count; i++)
        ENSURE_NEAR(f.out[i].xyz[0], 0.5, 0);
    close_state(&f);
    free(text);
}
