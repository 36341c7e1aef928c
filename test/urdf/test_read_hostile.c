// Tests reading under hostile conditions: memory exhaustion, truncated files, damaged bytes, large
// and deep robots.
#include "harness.h"
#include "limb/robot.h"
#include "support/files.h"
#include "support/hostile.h"
#include "support/memory.h"
#include "urdf_walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct source {
    char *text;
    size_t size;
    limb_status expected;
} source;

static source read_example(const char *name)
{
    char path[512];
    source s = {NULL, 0, LIMB_OK};
    snprintf(path, sizeof path, "%s/examples/%s", LIMB_SOURCE_DIR, name);
    s.text = limb_test_read_file(path, &s.size);
    return s;
}

static limb_status load_with(const limb_allocator *memory, void *ctx)
{
    const source *s = ctx;
    limb_report *report = NULL;
    limb_robot *robot = NULL;
    limb_status status = limb_report_create(&report, &(limb_report_opts){.memory = memory});
    if (status != LIMB_OK) return status;
    const limb_load_opts opts = {.memory = memory, .report = report, .keep_broken = true};
    status = limb_robot_parse(&robot, s->text, s->size, &opts);
    if (robot) limb_test_walk_robot(robot);
    limb_robot_free(robot);
    limb_report_free(report);
    return status;
}

TEST(every_allocation_may_fail)
{
    source clean = read_example("every_feature.urdf");
    ENSURE(limb_test_every_failure(LIMB_OK, load_with, &clean) >= 3);
    free(clean.text);

    // a robot with findings of every kind
    static char broken[] =
        "<robot version=\"9\"><link name=\"a\"/><link name=\"a\"/><link/><link name=\"c\"/>"
        "<joint name=\"j\" type=\"Fixed\"><parent link=\"b\"/><child link=\"c\"/>"
        "<origin xyz=\"1,2,3\" rpy=\"1 x 2\"/><axis xzy=\"1\"/></joint>"
        "<joint name=\"k\" type=\"fixed\"><parent link=\"c\"/><child link=\"c\"/></joint>"
        "<material name=\"m\"/><material name=\"m\"/><xacro:x/><jiont/></robot>";
    source s = {broken, sizeof broken - 1, LIMB_ERROR_INPUT};
    limb_test_every_failure(LIMB_ERROR_INPUT, load_with, &s);
}

static void parse_and_walk(const char *bytes, size_t size, void *ctx)
{
    int *nread = ctx;
    limb_report *report = NULL;
    limb_robot *robot = NULL;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report, .keep_broken = true};
    const limb_status status = limb_robot_parse(&robot, bytes, size, &opts);
    ENSURE(status == LIMB_OK || status == LIMB_ERROR_INPUT || status == LIMB_ERROR_LIMIT);
    // a refusal has a reason, with a place
    if (status != LIMB_OK) ENSURE(report->nerror > 0);
    for (int i = 0; i < report->nfinding; i++) {
        const limb_span span = report->finding[i].span;
        ENSURE(span.line > 0 && span.column > 0 && span.offset + span.size <= size);
    }
    if (robot) {
        limb_test_walk_robot(robot);
        ++*nread;
    }
    limb_robot_free(robot);
    limb_report_free(report);
}

TEST(files_cut_anywhere_are_refused_with_a_place)
{
    int nread = 0;
    source s = read_example("every_feature.urdf");
    limb_test_every_truncation(s.text, s.size, parse_and_walk, &nread);
    ENSURE(nread >= 1);
    free(s.text);
}

TEST(any_byte_may_be_wrong)
{
    int nread = 0;
    source s = read_example("every_feature.urdf");
    // flipping every byte of the whole file would take too long: its first 2500 bytes and the small
    // robot below contain most elements
    limb_test_every_flip(s.text, s.size < 2500 ? s.size : 2500, parse_and_walk, &nread);
    static const char small[] =
        "<robot name=\"r\" version=\"1.2\"><link name=\"a\"><inertial><origin quat_xyzw=\"0 0 0 "
        "1\"/>"
        "<mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>"
        "</inertial><visual><geometry><mesh filename=\"m\" scale=\"1 1 1\"/></geometry>"
        "<material name=\"m\"><color rgba=\"1 0 0 1\"/></material></visual></link><link "
        "name=\"b\"/>"
        "<joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/>"
        "<axis xyz=\"0 0 1\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>"
        "<mimic joint=\"j\"/></joint></robot>";
    limb_test_every_flip(small, sizeof small - 1, parse_and_walk, &nread);
    ENSURE(nread > 1000);
    free(s.text);
}

//---- large robots --------------------------------------------------------------------------------

typedef enum chain_kind { CHAIN, ONE_CYCLE, ALL_ROOTS, ALL_MISSING, ALL_TWICE } chain_kind;

// n links and joints; the memory is the caller's.
static char *make_chain(int n, chain_kind kind, size_t *size)
{
    char *text = malloc((size_t)n * 160 + 100);
    ENSURE(text != NULL);
    char *at = text + sprintf(text, "<robot name=\"chain\">");
    for (int i = 0; i < n; i++)
        at += sprintf(at, "<link name=\"link%d\"/>\n", kind == ALL_TWICE ? i / 2 : i);
    for (int i = 0; i < n && kind != ALL_ROOTS; i++) {
        const int child = i + 1 < n ? i + 1 : 0;
        if (child == 0 && kind != ONE_CYCLE) break;
        at += sprintf(at,
                      "<joint name=\"joint%d\" type=\"fixed\"><parent link=\"%s%d\"/>"
                      "<child link=\"link%d\"/></joint>\n",
                      i, kind == ALL_MISSING ? "lnik" : "link", i, child);
    }
    at += sprintf(at, "</robot>");
    *size = (size_t)(at - text);
    return text;
}

TEST(depth_of_the_tree_is_not_dangerous)
{
    size_t size;
    char *text = make_chain(100000, CHAIN, &size);
    limb_robot *robot;
    ENSURE_INT(limb_robot_parse(&robot, text, size, NULL), LIMB_OK);
    ENSURE_INT(robot->norder, 100000);
    for (int i = 0; i < robot->norder; i++)
        ENSURE_INT(robot->link_order[i], i);
    ENSURE_INT(limb_robot_find_link(robot, "link77777"), 77777);
    limb_robot_free(robot);
    free(text);
}

TEST(memory_is_in_proportion)
{
    double per_byte[2];
    static const int count[] = {1000, 50000};
    for (int i = 0; i < 2; i++) {
        size_t size;
        char *text = make_chain(count[i], CHAIN, &size);
        limb_test_memory memory;
        limb_test_memory_init(&memory);
        limb_robot *robot;
        const limb_load_opts opts = {.memory = &memory.allocator};
        ENSURE_INT(limb_robot_parse(&robot, text, size, &opts), LIMB_OK);
        ENSURE_INT(robot->memory, memory.in_use);
        per_byte[i] = (double)memory.peak / (double)size;
        // calls do not grow with the robot
        ENSURE(memory.ncall < 40);
        limb_robot_free(robot);
        ENSURE_INT(memory.in_use, 0);
        free(text);
    }
    ENSURE(per_byte[1] < 1.5 * per_byte[0]);
}

// Each robot has a defect in every link or joint. The report limits the number of findings, and the
// time stays linear (if it were quadratic, this test would take minutes).
TEST(defects_everywhere_cost_no_more_than_reading)
{
    static const chain_kind kind[] = {ONE_CYCLE, ALL_ROOTS, ALL_MISSING, ALL_TWICE};
    static const char *const id[] = {"tree-no-root", "tree-several-roots", "joint-parent",
                                     "link-duplicate"};
    for (int i = 0; i < 4; i++) {
        size_t size;
        char *text = make_chain(60000, kind[i], &size);
        limb_report *report;
        limb_robot *robot;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        const limb_load_opts opts = {.report = report, .keep_broken = true};
        ENSURE_INT(limb_robot_parse(&robot, text, size, &opts), LIMB_ERROR_INPUT);
        bool found = false;
        for (int k = 0; k < report->nfinding; k++)
            found = found || strcmp(report->finding[k].id, id[i]) == 0;
        ENSURE(found);
        limb_test_walk_robot(robot);
        limb_robot_free(robot);
        limb_report_free(report);
        free(text);
    }
}

//---- real robots ---------------------------------------------------------------------------------

typedef struct tally {
    int nfile, nloaded, nrefused;
} tally;

static limb_status compare(void *ctx, const void *bytes, size_t size)
{
    const source *s = ctx;
    ENSURE_INT(size, s->size);
    ENSURE(memcmp(bytes, s->text, size) == 0);
    return LIMB_OK;
}

// It loads, or is refused with a place; and what is written is what was read.
static void read_and_write(const char *path, void *ctx)
{
    tally *count = ctx;
    source s = {0};
    s.text = limb_test_read_file(path, &s.size);
    limb_report *report;
    limb_robot *robot;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report, .keep_broken = true, .file = path};
    const limb_status status = limb_robot_load(&robot, path, &opts);
    ENSURE(status == LIMB_OK || status == LIMB_ERROR_INPUT);
    if (status != LIMB_OK) {
        ENSURE(report->nrefusal > 0);
        for (int i = 0; i < report->nfinding; i++)
            ENSURE(report->finding[i].span.line > 0 && report->finding[i].span.column > 0);
    }
    if (robot) {
        limb_test_walk_robot(robot);
        ENSURE_INT(limb_robot_write(robot, compare, &s), LIMB_OK);
    }
    count->nfile++;
    count->nloaded += status == LIMB_OK;
    count->nrefused += status != LIMB_OK;
    limb_robot_free(robot);
    limb_report_free(report);
    free(s.text);
}

TEST(real_robots_load_or_say_why)
{
    tally own = {0};
    ENSURE_INT(limb_test_each_file(LIMB_SOURCE_DIR "/examples", ".urdf", read_and_write, &own), 4);
    ENSURE_INT(own.nloaded, 4);
    tally real = {0};
    limb_test_each_file(limb_test_corpus(), ".urdf", read_and_write, &real);
    printf("%d files of the corpus: %d loaded, %d refused\n", real.nfile, real.nloaded,
           real.nrefused);
}
