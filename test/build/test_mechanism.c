// Tests of mechanism equality: changes that preserve all motion and changes that do not, robots
// without a model, mass matrices too large to compare completely, failing allocations.
#include "harness.h"
#include "limb/edit.h"
#include "support/hostile.h"
#include "support/robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INERTIAL(mass)                                                                             \
    "<inertial><mass value='" mass "'/>"                                                           \
    "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"
#define ARM(mass, origin, more)                                                                    \
    "<robot name='arm'><link name='base'>" INERTIAL(                                               \
        "3") "</link>"                                                                             \
             "<link name='upper'>" INERTIAL(mass) "</link><link name='lower'>" INERTIAL(           \
                 "1") "</link>"                                                                    \
                      "<joint name='a' type='revolute'><origin xyz='" origin                       \
                      "'/><parent link='base'/>"                                                   \
                      "<child link='upper'/><axis xyz='0 1 0'/>"                                   \
                      "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint>"              \
                      "<joint name='b' type='continuous'><origin xyz='0 0 1'/><parent "            \
                      "link='upper'/>"                                                             \
                      "<child link='lower'/><axis xyz='1 0 0'/></joint>" more "</robot>"

static const char arm[] = ARM("2", "0 0 1", "");

static limb_mechanism_comparison compare(const char *old_text, const char *new_text)
{
    limb_robot *a = limb_test_parse_broken(old_text);
    limb_robot *b = limb_test_parse_broken(new_text);
    limb_diff *diff;
    limb_mechanism_comparison with, without;
    ENSURE_INT(limb_diff_build(&diff, a, b, NULL), LIMB_OK);
    ENSURE_INT(limb_mechanism_compare(&with, a, b, diff, NULL), LIMB_OK);
    ENSURE_INT(limb_mechanism_compare(&without, a, b, NULL, NULL), LIMB_OK);
    ENSURE_INT(with.mechanism, without.mechanism);
    ENSURE_TEXT(with.reason, without.reason);
    ENSURE((with.mechanism == LIMB_MECHANISM_SAME) == (with.reason[0] == 0));
    limb_diff_free(diff);
    limb_robot_free(a);
    limb_robot_free(b);
    return with;
}

TEST(frames_and_names_make_no_difference)
{
    ENSURE_INT(compare(arm, arm).mechanism, LIMB_MECHANISM_SAME);
    static const char frame[] =
        ARM("2", "0 0 1",
            "<link name='tip'/><joint name='t' type='fixed'><origin xyz='0 0 2'/>"
            "<parent link='lower'/><child link='tip'/></joint>");
    ENSURE_INT(compare(arm, frame).mechanism, LIMB_MECHANISM_SAME);
    ENSURE_INT(compare(frame, arm).mechanism, LIMB_MECHANISM_SAME);
    limb_robot *robot = limb_test_parse(arm);
    limb_edit *edit;
    ENSURE_INT(limb_edit_begin(&edit, robot), LIMB_OK);
    ENSURE_INT(limb_edit_rename_link(edit, 1, "shoulder"), LIMB_OK);
    ENSURE_INT(limb_edit_rename_joint(edit, 0, "lift"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_INT(compare(arm, limb_test_source(robot)).mechanism, LIMB_MECHANISM_SAME);
    limb_edit_free(edit);
    limb_robot_free(robot);
}

static void expect_different(const char *text, const char *reason)
{
    const limb_mechanism_comparison out = compare(arm, text);
    ENSURE_INT(out.mechanism, LIMB_MECHANISM_DIFFERENT);
    ENSURE_TEXT(out.reason, reason);
}

TEST(another_pose_mass_or_joint_is_named)
{
    expect_different(ARM("2", "0 0 1.001", ""), "link \"upper\" has a different pose");
    expect_different(ARM("2.001", "0 0 1", ""), "masses or inertias differ");
    expect_different(ARM("2", "0 0 1",
                         "<link name='hand'/><joint name='c' type='continuous'>"
                         "<parent link='lower'/><child link='hand'/></joint>"),
                     "3 coordinates, not 2");
    expect_different(ARM("2", "0 0 1",
                         "<link name='hand'>" INERTIAL(
                             "1") "</link><joint name='c' type='fixed'>"
                                  "<parent link='lower'/><child link='hand'/></joint>"),
                     "link \"hand\" has no counterpart");
}

TEST(a_robot_without_a_root_is_not_compared)
{
    static const char ring[] =
        "<robot name='r'><link name='a'/><link name='b'/>"
        "<joint name='x' type='fixed'><parent link='a'/><child link='b'/></joint>"
        "<joint name='y' type='fixed'><parent link='b'/><child link='a'/></joint></robot>";
    const limb_mechanism_comparison out = compare(arm, ring);
    ENSURE_INT(out.mechanism, LIMB_MECHANISM_UNKNOWN);
    ENSURE_TEXT(out.reason, "a robot cannot be modeled");
}

// A chain beyond the size of which the mass matrix is compared whole; heavy: the link whose inertia
// is another, with the same mass.
static char *chain(int nlink, int heavy)
{
    char *text = malloc((size_t)nlink * 600 + 200);
    ENSURE(text != NULL);
    char *at = text + sprintf(text, "<robot name='chain'>");
    for (int i = 0; i < nlink; i++) {
        at += sprintf(at,
                      "<link name='l%d'><inertial><mass value='1'/><inertia ixx='%s' ixy='0' "
                      "ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>",
                      i, i == heavy ? "1.5" : "1");
        if (i == 0) continue;
        at += sprintf(at,
                      "<joint name='j%d' type='continuous'><origin xyz='0 0 0.01'/><parent "
                      "link='l%d'/><child link='l%d'/><axis xyz='1 0 0'/></joint>",
                      i, i - 1, i);
    }
    sprintf(at, "</robot>");
    return text;
}

TEST(large_mass_matrices_are_compared_by_products)
{
    char *one = chain(150, -1), *other = chain(150, 120);
    ENSURE_INT(compare(one, one).mechanism, LIMB_MECHANISM_SAME);
    const limb_mechanism_comparison out = compare(one, other);
    ENSURE_INT(out.mechanism, LIMB_MECHANISM_DIFFERENT);
    ENSURE_TEXT(out.reason, "masses or inertias differ");
    free(one);
    free(other);
}

static limb_status compare_with(const limb_allocator *memory, void *ctx)
{
    limb_robot *const *robot = ctx;
    limb_mechanism_comparison out;
    const limb_status status = limb_mechanism_compare(&out, robot[0], robot[1], NULL, memory);
    ENSURE(status == LIMB_OK ? out.mechanism == LIMB_MECHANISM_SAME
                             : out.mechanism == LIMB_MECHANISM_UNKNOWN);
    return status;
}

TEST(comparing_survives_a_lack_of_memory)
{
    limb_robot *robot[2] = {limb_test_parse(arm), limb_test_parse(arm)};
    ENSURE(limb_test_every_failure(LIMB_OK, compare_with, robot) > 5);
    limb_robot_free(robot[0]);
    limb_robot_free(robot[1]);
}
