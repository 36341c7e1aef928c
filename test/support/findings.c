#include "support/findings.h"

#include "harness.h"
#include "limb/check.h"
#include "limb/collision.h"
#include "limb/load.h"
#include "limb/shapes.h"
#include "limb/srdf.h"
#include "limb/xacro.h"

#include <stdlib.h>
#include <string.h>

typedef struct growing {
    char *data;
    size_t size;
} growing;

static void check_srdf(const char *file, const char *text, size_t size, limb_report *report);
static void load_meshes(const limb_robot *robot, const limb_rule_info *rule, limb_report *report);
static void ask_urdfdom(const char *file, const char *text, size_t size, limb_report *report);
static void ask_mujoco(const char *file, const char *text, size_t size, limb_report *report);
static limb_status append(void *ctx, const void *data, size_t size);

limb_report *limb_test_findings(const limb_rule_info *rule, const char *file, const char *text,
                                size_t size)
{
    limb_report *report;
    ENSURE(limb_report_create(&report, NULL) == LIMB_OK);
    if (limb_test_is_srdf_rule(rule)) {
        check_srdf(file, text, size, report);
        return report;
    }
    limb_load_opts opts = {.report = report, .file = file, .keep_broken = true};
    limb_robot *robot = NULL;
    limb_xacro *xacro = NULL;
    limb_status status = LIMB_OK;
    if (rule->rule / 100 == 7) {
        const limb_xacro_opts expand = {
            .max_stack =
                4 << 20, // as the command: depth is bounded by the count, whatever the frames
            .report = report,
            .file = file,
            .yaml = limb_yaml_read,
            .report_unused = rule->rule == LIMB_RULE_XACRO_DEFINITION_UNUSED,
            .report_redefined = rule->rule == LIMB_RULE_XACRO_REDEFINED};
        status = limb_xacro_expand(&xacro, text, size, &expand);
        ENSURE(xacro != NULL);
        opts.file = limb_xacro_name(xacro);
        text = xacro->text;
        size = xacro->size;
    }
    if (status == LIMB_OK) status = limb_robot_parse(&robot, text, size, &opts);
    ENSURE(status == LIMB_OK || status == LIMB_ERROR_INPUT || status == LIMB_ERROR_LIMIT);
    if (robot) load_meshes(robot, rule, report);
    if (robot) ENSURE(limb_robot_suppress(robot, report) == LIMB_OK);
    limb_robot_free(robot);
    if (xacro) ENSURE(limb_xacro_relocate(xacro, report) == LIMB_OK);
    limb_xacro_free(xacro);
    if (strncmp(rule->id, "urdfdom-", 8) == 0) ask_urdfdom(file, text, size, report);
    if (strncmp(rule->id, "reader-", 7) == 0) ask_mujoco(file, text, size, report);
    limb_report_sort(report);
    return report;
}

bool limb_test_is_srdf_rule(const limb_rule_info *rule)
{
    return strncmp(rule->id, "srdf-", 5) == 0;
}

int limb_test_count_rule(const limb_report *report, limb_rule rule)
{
    int count = 0;
    for (int i = 0; i < report->nfinding; i++)
        count += report->finding[i].rule == rule;
    return count;
}

char *limb_test_report_text(const limb_report *report)
{
    growing text = {calloc(1, 1), 0};
    ENSURE(text.data != NULL);
    ENSURE(limb_report_print(report, LIMB_REPORT_FORMAT_TEXT, NULL, append, &text) == LIMB_OK);
    return text.data;
}

char *limb_test_robot_text(const limb_robot *robot, size_t *size)
{
    growing text = {calloc(1, 1), 0};
    ENSURE(text.data != NULL);
    ENSURE(limb_robot_write(robot, append, &text) == LIMB_OK);
    *size = text.size;
    return text.data;
}

static void check_srdf(const char *file, const char *text, size_t size, limb_report *report)
{
    limb_robot *robot;
    limb_srdf *srdf;
    ENSURE(limb_robot_load(&robot, LIMB_TEST_SOURCES "/test/srdf/robot.urdf", NULL) == LIMB_OK);
    const limb_srdf_opts opts = {.report = report, .file = file};
    ENSURE(limb_srdf_parse(&srdf, text, size, &opts) == LIMB_OK);
    ENSURE(limb_srdf_check(srdf, robot, report) == LIMB_OK);
    limb_srdf_free(srdf);
    limb_robot_free(robot);
}

static void load_meshes(const limb_robot *robot, const limb_rule_info *rule, limb_report *report)
{
    const limb_resolve_opts resolve = {.ignore_environment = true};
    limb_mesh_opts mesh = {0};
    if (rule->rule == LIMB_RULE_MESH_LIMIT) mesh.max_triangles = 1;
    const limb_robot_meshes_opts opts = {.report = report, .resolve = &resolve, .mesh = &mesh};
    limb_robot_meshes *meshes = NULL;
    ENSURE(limb_robot_meshes_load(&meshes, robot, &opts) == LIMB_OK);
    limb_robot_check_meshes(robot, meshes, report);
    const limb_inertia_opts weigh = {.find_mesh = limb_robot_meshes_find, .find_ctx = meshes};
    ENSURE(limb_robot_check_inertia(robot, &weigh, report) == LIMB_OK);
    const limb_scene_opts shapes = {.find_mesh = limb_robot_meshes_find, .find_ctx = meshes};
    ENSURE(limb_robot_check_touching(robot, &shapes, report) == LIMB_OK);
    limb_robot_meshes_free(meshes);
}

static void ask_urdfdom(const char *file, const char *text, size_t size, limb_report *report)
{
    limb_target *target = NULL;
    const limb_target_opts opts = {.report = report, .file = file};
    ENSURE(limb_target_urdfdom(&target, text, size, &opts) == LIMB_OK);
    limb_target_free(target);
}

// One reader, so that each finding of it appears once.
static void ask_mujoco(const char *file, const char *text, size_t size, limb_report *report)
{
    const int reader = limb_reader_find("mujoco");
    const limb_check_target_opts opts = {
        .reader = &reader, .nreader = 1, .report = report, .file = file};
    limb_target_check *check = NULL;
    ENSURE(limb_check_target(&check, text, size, &opts) == LIMB_OK);
    ENSURE_INT(check->nresult, 1);
    limb_target_check_free(check);
}

static limb_status append(void *ctx, const void *data, size_t size)
{
    growing *text = ctx;
    char *grown = realloc(text->data, text->size + size + 1);
    if (!grown) return LIMB_ERROR_MEMORY;
    memcpy(grown + text->size, data, size);
    text->data = grown;
    text->size += size;
    grown[text->size] = 0;
    return LIMB_OK;
}
