// A check that memory exhaustion prevented is a failure, never a pass: whichever allocation of the
// report fails, the call returns an error or the report is complete.
#include "harness.h"
#include "limb/check.h"
#include "limb/collision.h"
#include "limb/edit.h"
#include "limb/robot.h"
#include "limb/shapes.h"
#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char broken[] =
    "<robot name=\"r\">\n"
    "<link name=\"a\"><inertial><mass value=\"-1\"/>"
    "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"9\"/></inertial>"
    "<collision><geometry><box size=\"0 1 1\"/></geometry></collision></link>\n"
    "<link name=\"b\"/><link name=\"b\"/>\n"
    "<joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/>"
    "<axis xyz=\"0 0 2\"/><limit lower=\"1\" upper=\"0\" effort=\"1\" velocity=\"1\"/></joint>\n"
    "</robot>\n";

typedef struct sum {
    int nfinding, nnote, nfix;
} sum;

static sum count(const limb_report *report)
{
    sum s = {report->nfinding, 0, 0};
    for (int i = 0; i < report->nfinding; i++) {
        s.nnote += report->finding[i].nnote;
        s.nfix += report->finding[i].nfix;
    }
    return s;
}

// The status of all checks, with the given call for memory of the report failing.
static limb_status check_all(long fail_at, bool forever, sum *found, bool *failed)
{
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    memory.fail_at = fail_at;
    memory.fail_forever = forever;
    limb_report *report;
    limb_robot *robot = NULL;
    limb_status status =
        limb_report_create(&report, &(limb_report_opts){.memory = &memory.allocator});
    if (status == LIMB_OK) {
        const limb_load_opts opts = {.report = report, .keep_broken = true};
        status = limb_robot_parse(&robot, broken, sizeof broken - 1, &opts);
        if (status == LIMB_ERROR_INPUT) status = LIMB_OK;
        if (status == LIMB_OK) status = limb_robot_check_inertia(robot, NULL, report);
        *found = count(report);
    }
    *failed = memory.failed;
    limb_robot_free(robot);
    limb_report_free(report);
    ENSURE_INT((long long)memory.in_use, 0);
    return status;
}

TEST(a_report_that_is_not_whole_makes_a_status)
{
    sum whole;
    bool failed;
    ENSURE_INT(check_all(-1, false, &whole, &failed), LIMB_OK);
    ENSURE(whole.nfinding >= 5 && whole.nnote >= 1 && whole.nfix >= 1 && !failed);
    int nfailure = 0;
    for (int forever = 0; forever <= 1; forever++) {
        for (long at = 0;; at++) {
            sum found = {0, 0, 0};
            const limb_status status = check_all(at, forever != 0, &found, &failed);
            if (!failed) break;
            nfailure++;
            const bool is_whole = found.nfinding == whole.nfinding && found.nnote == whole.nnote &&
                                  found.nfix == whole.nfix;
            if (status != LIMB_ERROR_MEMORY && !is_whole)
                limb_test_fail(__FILE__, __LINE__, "call %ld: status %d, %d of %d findings", at,
                               (int)status, found.nfinding, whole.nfinding);
        }
    }
    ENSURE(nfailure > 6);
}

// The robot has more pairs of shapes than are compared: the status is not a pass, and the
// report says why.
TEST(links_that_cannot_be_compared_are_reported)
{
    enum { NSHAPE = 8300, SHAPE_SIZE = 70 };
    static char text[2 * NSHAPE * SHAPE_SIZE + 1000];
    size_t size = (size_t)sprintf(text, "<robot name='r'>");
    for (int link = 0; link < 3; link++) {
        size += (size_t)sprintf(text + size, "<link name='l%d'>", link);
        for (int i = 0; i < NSHAPE && link != 1; i++)
            size += (size_t)sprintf(text + size, "<collision><geometry><sphere radius='1'/>"
                                                 "</geometry></collision>");
        size += (size_t)sprintf(text + size, "</link>");
    }
    for (int i = 0; i < 2; i++)
        size += (size_t)sprintf(text + size,
                                "<joint name='j%d' type='continuous'><parent link='l%d'/>"
                                "<child link='l%d'/></joint>",
                                i, i, i + 1);
    size += (size_t)sprintf(text + size, "</robot>");
    limb_robot *robot;
    limb_report *report;
    ENSURE_INT(limb_robot_parse(&robot, text, size, NULL), LIMB_OK);
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_check_touching(robot, NULL, report), LIMB_ERROR_LIMIT);
    ENSURE_INT(report->nfinding, 1);
    ENSURE(strstr(report->finding[0].message, "were not looked for"));
    limb_report_free(report);
    limb_robot_free(robot);
}

// Links in one place, all children of the first.
static limb_robot *parse_boxes(int nlink)
{
    enum { LINK_SIZE = 300 };
    char *text = malloc((size_t)nlink * LINK_SIZE);
    ENSURE(text != NULL);
    size_t size = (size_t)sprintf(text, "<robot name='r'>");
    for (int i = 0; i < nlink; i++) {
        size += (size_t)sprintf(text + size,
                                "<link name='l%d'><collision><geometry><box size='1 1 1'/>"
                                "</geometry></collision></link>",
                                i);
        if (i > 0)
            size += (size_t)sprintf(text + size,
                                    "<joint name='j%d' type='continuous'><parent link='l0'/>"
                                    "<child link='l%d'/></joint>",
                                    i, i);
    }
    size += (size_t)sprintf(text + size, "</robot>");
    limb_robot *robot = NULL;
    ENSURE_INT(limb_robot_parse(&robot, text, size, NULL), LIMB_OK);
    free(text);
    return robot;
}

// The number of pairs grows with the square of the links: the findings and the time are bounded.
TEST(very_many_links_are_not_all_compared)
{
    enum { MAX_OVERLAPS = 10000 };
    limb_robot *robot = parse_boxes(200);
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, &(limb_report_opts){.max_findings = 2 * MAX_OVERLAPS}),
               LIMB_OK);
    ENSURE_INT(limb_robot_check_touching(robot, NULL, report), LIMB_OK);
    ENSURE_INT(report->nfinding, MAX_OVERLAPS + 1);
    int nremark = 0;
    for (int i = 0; i < report->nfinding; i++)
        nremark += strstr(report->finding[i].message, "the others were not compared") != NULL;
    ENSURE_INT(nremark, 1);
    limb_report_free(report);
    limb_robot_free(robot);

    robot = parse_boxes(4100);
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_check_touching(robot, NULL, report), LIMB_ERROR_LIMIT);
    ENSURE_INT(report->nfinding, 1);
    ENSURE(strstr(report->finding[0].message, "were not looked for"));
    limb_report_free(report);
    limb_robot_free(robot);
}

//---- fixes that are offered ----------------------------------------------------------------------

static int count_fixes(const char *text, size_t size)
{
    limb_report *report;
    limb_robot *robot;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report, .file = "a.urdf", .keep_broken = true};
    const limb_status status = limb_robot_parse(&robot, text, size, &opts);
    ENSURE(status == LIMB_OK || status == LIMB_ERROR_INPUT);
    ENSURE(report->nfinding > 0);
    ENSURE_INT(limb_report_drop_idle_fixes(report, "a.urdf", text, size), LIMB_OK);
    const int nfix = count(report).nfix;
    limb_robot_free(robot);
    limb_report_free(report);
    return nfix;
}

TEST(a_fix_is_offered_only_where_it_would_be_made)
{
    // a binary file: its last NUL is not what is wrong with it
    static const char binary[] = "\x7f"
                                 "ELF\0\0\0\0\0\0";
    ENSURE_INT(count_fixes(binary, sizeof binary - 1), 0);
    // beyond repair: the file ends in a tag, so the ampersand is not replaced either
    static const char cut[] = "<robot name=\"a & b\"><link name=\"x\"><visual";
    ENSURE_INT(count_fixes(cut, sizeof cut - 1), 0);
    // both can be repaired
    static const char odd[] = "<robot name=\"a & b\"><link name=\"x\"></linkk></robot>";
    ENSURE(count_fixes(odd, sizeof odd - 1) >= 2);
    static const char nul[] = "<robot name=\"a\"><link name=\"x\"/></robot>\n\0";
    ENSURE_INT(count_fixes(nul, sizeof nul - 1), 1);
    ENSURE(count_fixes(broken, sizeof broken - 1) >= 1);
}
