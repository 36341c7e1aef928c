// Tests of SRDF as a document: every byte is preserved, edits are local, groups have the same
// meaning as in MoveIt, and hostile text or a failing allocator does no harm.
#include "harness.h"
#include "limb/robot.h"
#include "limb/srdf.h"
#include "support/files.h"
#include "support/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static limb_srdf *parse(const char *text);
static char *written(const limb_srdf *srdf);
static limb_status append(void *ctx, const void *data, size_t size);
static limb_robot *load_robot(void);
static void expect_update_keeps(const char *path, void *ctx);
static limb_status use_all(const limb_allocator *memory, void *robot);
static void expect_survives(const char *text, size_t size, void *ctx);

static const char file[] =
    "<?xml version='1.0'?>\r\n<!-- made by hand -->\r\n<robot name='arm'>\r\n"
    "  <virtual_joint name='v' type='fixed' parent_frame='world' child_link='base'/>\r\n"
    "  <group name='arm'><chain base_link='base' tip_link='tool'/></group>\r\n"
    "  <group name='hand'><joint name='left_slide'/><link name='right_finger'/></group>\r\n"
    "  <group name='all'><group name='arm'/><group name='hand'/><group name='all'/></group>\r\n"
    "  <group_state name='home' group='arm'><joint name='elbow' value=' 0.5 '/></group_state>\r\n"
    "  <end_effector name='e' group='hand' parent_link='tool' parent_group='arm'/>\r\n"
    "  <passive_joint name='elbow'/>\r\n"
    "  <disable_collisions link1='base' link2='upper' reason='Adjacent'/> <!-- one -->\r\n"
    "  <disable_collisions  link2='base' link1='lower'   reason='User' />\r\n"
    "  <disable_collisions link1='upper' link2='lower' reason='Never'/>\r\n"
    "  <link_sphere_approximation link='base'><sphere center='0 0 1' radius='2'/>"
    "</link_sphere_approximation>\r\n"
    "  <joint_property joint_name='elbow' property_name='p' value='q'/>\r\n"
    "  <my_tag/>\r\n</robot>\r\n";

TEST(everything_is_read_and_written_byte_for_byte)
{
    limb_srdf *srdf = parse(file);
    ENSURE_TEXT(srdf->robot, "arm");
    ENSURE_INT(srdf->nvirtual_joint, 1);
    ENSURE_TEXT(srdf->virtual_joint[0].parent_frame, "world");
    ENSURE_INT(srdf->ngroup, 3);
    ENSURE_TEXT(srdf->group[0].chain[0].tip_link, "tool");
    ENSURE_INT(srdf->group[2].nsubgroup, 3);
    ENSURE_INT(srdf->nstate, 1);
    ENSURE_INT(srdf->state[0].value[0].count, 1);
    ENSURE(srdf->state[0].value[0].value[0] == 0.5);
    ENSURE_INT(srdf->nend_effector, 1);
    ENSURE_INT(srdf->npassive, 1);
    ENSURE_INT(srdf->npair, 3);
    ENSURE(srdf->spheres[0].sphere[0].is_read && srdf->spheres[0].sphere[0].radius == 2);
    ENSURE_TEXT(srdf->property[0].value, "q");
    ENSURE_INT(limb_srdf_find_group(srdf, "hand"), 1);
    ENSURE_INT(limb_srdf_find_group(srdf, "hands"), -1);
    ENSURE_INT(limb_srdf_find_state(srdf, "home", NULL), 0);
    ENSURE_INT(limb_srdf_find_state(srdf, "home", "hand"), -1);
    char *text = written(srdf);
    ENSURE_TEXT(text, file);
    free(text);
    limb_srdf_free(srdf);
}

TEST(a_group_holds_chains_links_and_subgroups)
{
    limb_srdf *srdf = parse(file);
    limb_robot *robot = load_robot();
    bool *is_member = calloc((size_t)robot->njoint, 1);
    static const char *const expected[] = {"shoulder elbow flange", "left_slide right_slide",
                                           "shoulder elbow flange left_slide right_slide"};
    for (int group = 0; group < 3; group++) {
        char members[200] = "";
        ENSURE(limb_srdf_group_joints(srdf, group, robot, is_member) == LIMB_OK);
        for (int i = 0; i < robot->njoint; i++) {
            if (!is_member[i]) continue;
            if (members[0]) strcat(members, " ");
            strcat(members, robot->joint[i].name);
        }
        ENSURE_TEXT(members, expected[group]);
    }
    free(is_member);
    limb_robot_free(robot);
    limb_srdf_free(srdf);
}

TEST(updating_pairs_leaves_all_other_bytes)
{
    limb_srdf *srdf = parse(file);
    const limb_srdf_pair pair[] = {{.link1 = "upper", .link2 = "base", .reason = "Adjacent"},
                                   {.link1 = "base", .link2 = "lower", .reason = "Never"},
                                   {.link1 = "a\"<", .link2 = "base", .reason = "Always"}};
    limb_srdf_pair_changes changes;
    ENSURE(limb_srdf_update_pairs(srdf, pair, 3, &changes) == LIMB_OK);
    ENSURE_INT(changes.nadded, 1);
    ENSURE_INT(changes.nremoved, 1);
    ENSURE_INT(changes.nchanged, 0);
    ENSURE_INT(changes.nkept_by_hand, 1);
    char *text = written(srdf);
    const char *gone = "  <disable_collisions link1='upper' link2='lower' reason='Never'/>\r\n";
    const char *made =
        "  <disable_collisions link1=\"a&quot;&lt;\" link2=\"base\" reason=\"Always\"/>\r\n";
    const char *at = strstr(file, gone);
    ENSURE(at != NULL);
    char expected[sizeof file + 200];
    snprintf(expected, sizeof expected, "%.*s%s%s", (int)(at - file), file, made,
             at + strlen(gone));
    ENSURE_TEXT(text, expected);
    ENSURE_INT(srdf->npair, 3);
    free(text);

    // the same again changes nothing
    ENSURE(limb_srdf_update_pairs(srdf, pair, 3, &changes) == LIMB_OK);
    text = written(srdf);
    ENSURE_TEXT(text, expected);
    free(text);
    limb_srdf_free(srdf);
}

TEST(pairs_are_added_to_files_of_every_form)
{
    static const char *const before[] = {
        "<robot name='r'/>", "<robot name='r'></robot>",
        "<robot name='r'>\n    <group name='g'/>\n</robot>\n",
        "<robot name='r'><disable_collisions link1='x' link2='y'/></robot>"};
    static const char *const after[] = {
        "<robot name='r'>\n  @\n</robot>", "<robot name='r'>\n  @\n</robot>",
        "<robot name='r'>\n    <group name='g'/>\n    @\n</robot>\n",
        "<robot name='r'><disable_collisions link1='x' link2='y'/>\n  @\n</robot>"};
    const limb_srdf_pair pair[] = {{.link1 = "a", .link2 = "b", .reason = "Never"}};
    for (int i = 0; i < 4; i++) {
        limb_srdf *srdf = parse(before[i]);
        ENSURE(limb_srdf_update_pairs(srdf, pair, 1, NULL) == LIMB_OK);
        char *text = written(srdf), expected[300];
        const char *at = strchr(after[i], '@');
        snprintf(expected, sizeof expected,
                 "%.*s<disable_collisions link1=\"a\" link2=\"b\" reason=\"Never\"/>%s",
                 (int)(at - after[i]), after[i], at + 1);
        ENSURE_TEXT(text, expected);
        ENSURE(limb_srdf_disables(srdf, "b", "a"));
        ENSURE(limb_srdf_update_pairs(srdf, NULL, 0, NULL) == LIMB_OK);
        ENSURE(!limb_srdf_disables(srdf, "b", "a"));
        free(text);
        limb_srdf_free(srdf);
    }
}

TEST(names_follow_the_robot)
{
    limb_srdf *srdf = parse(file);
    limb_robot *before = load_robot(), *after;
    size_t size;
    char *text = limb_test_read_file(LIMB_SOURCE_DIR "/test/srdf/robot.urdf", &size);
    for (char *at = text; (at = strstr(at, "\"elbow\"")) != NULL; at++)
        memcpy(at, "\"knee\" ", 7);
    for (char *at = text; (at = strstr(at, "\"tool\"")) != NULL; at++)
        memcpy(at, "\"claw\"", 6);
    ENSURE(limb_robot_parse(&after, text, size, NULL) == LIMB_OK);
    ENSURE(limb_srdf_rename(srdf, before, after) == LIMB_OK);
    ENSURE_TEXT(srdf->group[0].chain[0].tip_link, "claw");
    ENSURE_TEXT(srdf->state[0].value[0].joint, "knee");
    ENSURE_TEXT(srdf->passive[0].name, "knee");
    ENSURE_TEXT(srdf->property[0].joint, "knee");
    ENSURE_TEXT(srdf->end_effector[0].parent_link, "claw");
    limb_robot_free(before);
    limb_robot_free(after);
    free(text);
    limb_srdf_free(srdf);
}

TEST(a_draft_is_read_back_without_findings)
{
    limb_robot *robot = load_robot();
    char *text = calloc(1, 1);
    ENSURE(limb_srdf_draft(robot, NULL, 0, append, &text) == LIMB_OK);
    limb_srdf *srdf = parse(text);
    limb_report *report;
    ENSURE(limb_report_create(&report, NULL) == LIMB_OK);
    ENSURE(limb_srdf_check(srdf, robot, report) == LIMB_OK);
    ENSURE_INT(report->nfinding, 0);
    ENSURE_INT(srdf->ngroup, 2);
    ENSURE_TEXT(srdf->group[0].chain[0].base_link, "base");
    ENSURE_TEXT(srdf->group[0].chain[0].tip_link, "tool");
    ENSURE_INT(srdf->nend_effector, 1);
    ENSURE_TEXT(srdf->end_effector[0].parent_link, "tool");
    ENSURE_INT(srdf->nstate, 1);
    limb_report_free(report);
    limb_srdf_free(srdf);
    limb_robot_free(robot);
    free(text);
}

TEST(a_urdf_is_not_an_srdf)
{
    size_t size;
    char *text = limb_test_read_file(LIMB_SOURCE_DIR "/test/srdf/robot.urdf", &size);
    ENSURE(!limb_srdf_is(text, size));
    ENSURE(limb_srdf_is(file, sizeof file - 1));
    ENSURE(!limb_srdf_is("<sdf/>", 6));
    free(text);
}

TEST(real_files_keep_their_bytes)
{

    const char *folder = limb_test_corpus();
    int npair = 0;
    const int count = limb_test_each_file(folder, ".srdf", expect_update_keeps, &npair);
    ENSURE(count == 0 || npair > 100);
}

TEST(cut_and_changed_files_are_survived)
{
    limb_test_every_truncation(file, sizeof file - 1, expect_survives, NULL);
    limb_test_every_flip(file, sizeof file - 1, expect_survives, NULL);
}

TEST(a_lack_of_memory_is_survived)
{
    limb_robot *robot = load_robot();
    ENSURE(limb_test_every_failure(LIMB_OK, use_all, robot) > 20);
    limb_robot_free(robot);
}

TEST(checking_takes_bounded_time)
{
    // groups in one long chain of groups, and states that each name the largest
    enum { COUNT = 20000 };
    char *text = malloc(COUNT * 200);
    size_t size = (size_t)sprintf(text, "<robot name='arm'>");
    for (int i = 0; i < COUNT; i++)
        size += (size_t)sprintf(text + size,
                                "<group name='g%d'><group name='g%d'/></group>"
                                "<group_state name='s' group='g%d'/>",
                                i, i + 1, COUNT - 1);
    size += (size_t)sprintf(text + size, "</robot>");
    limb_robot *robot = load_robot();
    limb_srdf *srdf;
    limb_report *report;
    ENSURE(limb_report_create(&report, NULL) == LIMB_OK);
    ENSURE(limb_srdf_parse(&srdf, text, size, NULL) == LIMB_OK);
    const limb_status status = limb_srdf_check(srdf, robot, report);
    ENSURE(status == LIMB_OK || status == LIMB_ERROR_LIMIT);
    ENSURE(report->nfinding > 0);
    limb_report_free(report);
    limb_srdf_free(srdf);
    limb_robot_free(robot);
    free(text);
}

static limb_srdf *parse(const char *text)
{
    limb_srdf *srdf;
    ENSURE(limb_srdf_parse(&srdf, text, strlen(text), NULL) == LIMB_OK);
    return srdf;
}

static limb_robot *load_robot(void)
{
    limb_robot *robot;
    ENSURE(limb_robot_load(&robot, LIMB_SOURCE_DIR "/test/srdf/robot.urdf", NULL) == LIMB_OK);
    return robot;
}

static char *written(const limb_srdf *srdf)
{
    char *text = calloc(1, 1);
    ENSURE(limb_srdf_write(srdf, append, &text) == LIMB_OK);
    return text;
}

static limb_status append(void *ctx, const void *data, size_t size)
{
    char **text = ctx;
    const size_t used = strlen(*text);
    char *grown = realloc(*text, used + size + 1);
    ENSURE(grown != NULL);
    memcpy(grown + used, data, size);
    grown[used + size] = 0;
    *text = grown;
    return LIMB_OK;
}

// All bytes but those of pairs with a generated reason are there after the pairs are gone.
static void expect_update_keeps(const char *path, void *ctx)
{
    int *total = ctx;
    size_t size;
    char *text = limb_test_read_file(path, &size);
    limb_srdf *srdf;
    ENSURE(limb_srdf_parse(&srdf, text, size, NULL) == LIMB_OK);
    limb_srdf_pair_changes changes;
    const int npair = srdf->npair;
    ENSURE(limb_srdf_update_pairs(srdf, NULL, 0, &changes) == LIMB_OK);
    *total += changes.nremoved;
    ENSURE_INT(srdf->npair, npair - changes.nremoved);
    char *after = written(srdf);
    const char *at = text;
    int nline = 0;
    for (const char *line = after; *line;) {
        const size_t length = strcspn(line, "\n") + (strchr(line, '\n') != NULL);
        while (*at && strncmp(at, line, length) != 0) {
            const size_t skipped = strcspn(at, "\n") + (strchr(at, '\n') != NULL);
            char *pair = strstr(at, "<disable_collisions");
            ENSURE(pair && pair < at + skipped);
            at += skipped;
            nline++;
        }
        at += length;
        line += length;
    }
    ENSURE_INT(nline, changes.nremoved);
    free(after);
    free(text);
    limb_srdf_free(srdf);
}

static void expect_survives(const char *text, size_t size, void *ctx)
{
    (void)ctx;
    limb_srdf *srdf = NULL;
    limb_report *report;
    ENSURE(limb_report_create(&report, NULL) == LIMB_OK);
    const limb_srdf_opts opts = {.report = report};
    if (limb_srdf_parse(&srdf, text, size, &opts) == LIMB_OK) {
        ENSURE(limb_srdf_check(srdf, NULL, report) == LIMB_OK);
    } else {
        ENSURE(srdf == NULL);
    }
    limb_srdf_free(srdf);
    limb_report_free(report);
}

static limb_status use_all(const limb_allocator *memory, void *robot)
{
    static const limb_srdf_pair pair[] = {{.link1 = "a", .link2 = "b", .reason = "Never"}};
    limb_srdf *srdf = NULL;
    limb_report *report = NULL;
    limb_status status = limb_report_create(&report, &(limb_report_opts){.memory = memory});
    const limb_srdf_opts opts = {.memory = memory, .report = report};
    if (status == LIMB_OK) status = limb_srdf_parse(&srdf, file, sizeof file - 1, &opts);
    if (status == LIMB_OK) status = limb_srdf_check(srdf, robot, report);
    if (status == LIMB_OK) status = limb_srdf_update_pairs(srdf, pair, 1, NULL);
    if (status == LIMB_OK) status = limb_srdf_rename(srdf, robot, robot);
    limb_srdf_free(srdf);
    limb_report_free(report);
    return status;
}
