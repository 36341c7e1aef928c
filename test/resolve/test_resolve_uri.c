// URI resolution: every place in its order, near hits, what is refused.
#define _XOPEN_SOURCE 700

#include "harness.h"
#include "limb/check.h"
#include "support/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char root[512]; // of the tree below, without a slash at its end

static void make_file(const char *path, const char *text)
{
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    for (char *slash = whole + strlen(root) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = 0;
        mkdir(whole, 0777);
        *slash = '/';
    }
    FILE *file = fopen(whole, "w");
    ENSURE(file != NULL);
    fputs(text, file);
    fclose(file);
}

static void make_tree(void)
{
    if (root[0]) return;
    char name[256];
    snprintf(name, sizeof name, "%s/resolve_XXXXXX", LIMB_BINARY_DIR);
    ENSURE(mkdtemp(name) != NULL);
    ENSURE(realpath(name, root) != NULL);
    make_file("ws/src/arm_folder/package.xml",
              "<?xml version=\"1.0\"?>\n<!-- <name>no</name> -->\n<package><name> arm </name>"
              "</package>");
    make_file("ws/src/arm_folder/urdf/arm.urdf", "<robot/>");
    make_file("ws/src/arm_folder/meshes/link one.stl", "x");
    make_file("ws/src/arm_folder/meshes/Hand.STL", "x");
    make_file("ws/src/arm_folder/meshes/visual/only.dae", "x");
    make_file("ws/src/arm_folder/meshes/visual/both.dae", "x");
    make_file("ws/src/arm_folder/meshes/collision/both.dae", "x");
    make_file("ws/src/gripper/package.xml", "<package><name>gripper_description</name></package>");
    make_file("ws/src/gripper/finger.stl", "x");
    make_file("ws/src/hidden/package.xml", "<package><name>hidden</name></package>");
    make_file("ws/src/hidden/COLCON_IGNORE", "");
    make_file("ws/src/hidden/a.stl", "x");
    make_file("ws/src/plain/a.stl", "x");
    make_file("ws/src/plain/meshes/Hand.STL", "x");
    make_file("ws/outside.stl", "x");
    make_file("prefix/share/installed/a.stl", "x");
    make_file("isolated/lonely/share/lonely/a.stl", "x");
    make_file("ros/deep/er/package.xml", "<package><name>old</name></package>");
    make_file("ros/deep/er/a.stl", "x");
    make_file("ros/stack/oldest/manifest.xml", "<package/>");
    make_file("ros/stack/oldest/a.stl", "x");
    make_file("ros/stack/other/manifest.xml", "<database/>");
    make_file("ros/stack/other/a.stl", "x");
    make_file("models/table/a.dae", "x");
}

static const char *environment(void *ctx, const char *name)
{
    (void)ctx;
    static char value[2048];
    if (strcmp(name, "AMENT_PREFIX_PATH") == 0) {
        snprintf(value, sizeof value, "/nowhere:%s/prefix", root);
    } else if (strcmp(name, "COLCON_PREFIX_PATH") == 0) {
        snprintf(value, sizeof value, "%s/isolated", root);
    } else if (strcmp(name, "ROS_PACKAGE_PATH") == 0) {
        snprintf(value, sizeof value, "%s/ros", root);
    } else if (strcmp(name, "GZ_SIM_RESOURCE_PATH") == 0) {
        snprintf(value, sizeof value, "%s/models", root);
    } else {
        return NULL;
    }
    return value;
}

static limb_resolver *make_resolver(limb_resolve_opts opts)
{
    make_tree();
    char file[1024];
    snprintf(file, sizeof file, "%s/ws/src/arm_folder/urdf/arm.urdf", root);
    opts.environment = environment;
    limb_resolver *resolver;
    ENSURE_INT(limb_resolver_create(&resolver, file, &opts), LIMB_OK);
    return resolver;
}

static void expect_path(limb_resolver *resolver, const char *uri, const char *path, bool guess)
{
    limb_resolution found;
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    ENSURE_INT(limb_resolve(resolver, uri, &found), LIMB_OK);
    ENSURE_INT(found.result, LIMB_RESOLVE_FOUND);
    ENSURE_TEXT(found.path, whole);
    ENSURE(found.nstep > 0 && found.step[found.nstep - 1].found);
    ENSURE_TEXT(found.step[found.nstep - 1].path, whole);
    ENSURE_INT(found.is_guess, guess);
}

static limb_resolution expect_result(limb_resolver *resolver, const char *uri,
                                     limb_resolve_result result)
{
    limb_resolution found;
    ENSURE_INT(limb_resolve(resolver, uri, &found), LIMB_OK);
    ENSURE_INT(found.result, result);
    ENSURE(found.path == NULL);
    return found;
}

TEST(packages_are_found_in_every_place)
{
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    expect_path(r, "package://arm/meshes/link%20one.stl", "ws/src/arm_folder/meshes/link one.stl",
                false);
    expect_path(r, "package://arm/meshes/link one.stl", "ws/src/arm_folder/meshes/link one.stl",
                false);
    expect_path(r, "package://arm_folder/meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL",
                false);
    expect_path(r, "package://gripper_description/finger.stl", "ws/src/gripper/finger.stl", false);
    expect_path(r, "package://plain/a.stl", "ws/src/plain/a.stl", true);
    // a folder of that name is nearer to what is meant than a nearer folder with such a file
    expect_path(r, "package://plain/meshes/Hand.STL", "ws/src/plain/meshes/Hand.STL", true);
    expect_path(r, "package://installed/a.stl", "prefix/share/installed/a.stl", false);
    expect_path(r, "package://lonely/a.stl", "isolated/lonely/share/lonely/a.stl", false);
    expect_path(r, "package://old/a.stl", "ros/deep/er/a.stl", false);
    expect_path(r, "package://oldest/a.stl", "ros/stack/oldest/a.stl", false);
    expect_path(r, "model://table/a.dae", "models/table/a.dae", false);
    expect_path(r, "model://arm/meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL", false);
    limb_resolver_free(r);
}

TEST(paths_without_a_package)
{
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    expect_path(r, "../meshes/Hand.STL", "ws/src/arm_folder/urdf/../meshes/Hand.STL", false);
    expect_path(r, "meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL", true);
    expect_path(r, "package://meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL", true);
    expect_path(r, "package:///meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL", true);
    expect_path(r, "package://renamed/meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL", true);
    char uri[1024];
    snprintf(uri, sizeof uri, "file://%s/ws/outside.stl", root);
    expect_path(r, uri, "ws/outside.stl", false);
    expect_path(r, uri + 7, "ws/outside.stl", false);
    limb_resolver_free(r);
}

TEST(the_callers_map_decides)
{
    make_tree();
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/ws/src/gripper", root);
    const limb_package map[] = {{"arm", folder}};
    limb_resolver *r = make_resolver((limb_resolve_opts){.package = map, .npackage = 1});
    expect_path(r, "package://arm/finger.stl", "ws/src/gripper/finger.stl", false);
    expect_result(r, "package://arm/meshes/Hand.STL", LIMB_RESOLVE_MISSING);
    limb_resolver_free(r);
}

TEST(what_is_refused)
{
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    expect_result(r, "package://arm/../../outside.stl", LIMB_RESOLVE_OUTSIDE);
    expect_result(r, "package://arm/meshes/%2e%2e/../../x.stl", LIMB_RESOLVE_OUTSIDE);
    expect_result(r, "../../../outside.stl", LIMB_RESOLVE_OUTSIDE);
    expect_result(r, "package://../x.stl", LIMB_RESOLVE_OUTSIDE);
    expect_result(r, "https://example.org/a.stl", LIMB_RESOLVE_REMOTE);
    expect_result(r, "ftp://a", LIMB_RESOLVE_REMOTE);
    expect_result(r, "", LIMB_RESOLVE_MALFORMED);
    expect_result(r, "package://", LIMB_RESOLVE_MALFORMED);
    expect_result(r, "package://arm", LIMB_RESOLVE_MALFORMED);
    expect_result(r, "file://", LIMB_RESOLVE_MALFORMED);
    expect_result(r, "package://hidden/a.stl", LIMB_RESOLVE_NO_PACKAGE);
    expect_result(r, "package://other/a.stl", LIMB_RESOLVE_NO_PACKAGE);
    limb_resolver_free(r);
    r = make_resolver((limb_resolve_opts){.allow_outside = true});
    expect_path(r, "../../../outside.stl", "ws/src/arm_folder/urdf/../../../outside.stl", false);
    limb_resolver_free(r);
}

TEST(near_hits_are_offered)
{
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    limb_resolution found = expect_result(r, "package://arm/Meshes/hand.stl", LIMB_RESOLVE_MISSING);
    ENSURE(found.near_differs_in_case && found.near_is_certain);
    ENSURE_TEXT(found.near_uri, "package://arm/meshes/Hand.STL");
    found = expect_result(r, "package://arm/meshes/only.dae", LIMB_RESOLVE_MISSING);
    ENSURE(!found.near_differs_in_case && found.near_is_certain);
    ENSURE_TEXT(found.near_uri, "package://arm/meshes/visual/only.dae");
    found = expect_result(r, "package://arm/meshes/both.dae", LIMB_RESOLVE_MISSING);
    ENSURE(found.near_path && !found.near_is_certain);
    found = expect_result(r, "../Meshes/hand.stl", LIMB_RESOLVE_MISSING);
    ENSURE_TEXT(found.near_uri, "../meshes/Hand.STL");
    found = expect_result(r, "package://arm/meshes/nothing.dae", LIMB_RESOLVE_MISSING);
    ENSURE(!found.near_path && !found.near_uri);
    ENSURE(found.nstep >= 1);
    found = expect_result(r, "package://nowhere/no.stl", LIMB_RESOLVE_NO_PACKAGE);
    limb_resolver_free(r);
}

static const char robot_text[] =
    "<robot name=\"a\"><link name=\"l\">\n"
    "<visual><geometry><mesh filename=\"package://arm/meshes/Hand.STL\"/></geometry></visual>\n"
    "<visual><geometry><mesh filename=\"package://arm/meshes/hand.stl\"/></geometry></visual>\n"
    "<visual><geometry><mesh filename=\"package://arm/no.stl\"/></geometry>\n"
    "<material name=\"m\"><texture filename=\"http://x/y.png\"/></material></visual>\n"
    "<collision><geometry><mesh filename=\"package://arm/../x.stl\"/></geometry></collision>\n"
    "<collision><geometry><mesh filename=\"meshes/Hand.STL\"/></geometry></collision>\n"
    "</link></robot>\n";

TEST(findings_are_at_the_file_names)
{
    limb_robot *robot;
    ENSURE_INT(limb_robot_parse(&robot, robot_text, sizeof robot_text - 1,
                                &(limb_load_opts){.file = "arm.urdf"}),
               LIMB_OK);
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_check_files(robot, r, report), LIMB_OK);
    limb_report_sort(report);
    static const struct {
        limb_rule rule;
        uint32_t line;
        int nfix;
    } expected[] = {{LIMB_RULE_MESH_CASE, 3, 1},
                    {LIMB_RULE_MESH_NOT_FOUND, 4, 0},
                    {LIMB_RULE_MESH_REMOTE, 5, 0},
                    {LIMB_RULE_MESH_OUTSIDE, 6, 0},
                    {LIMB_RULE_MESH_URI, 7, 0}};
    ENSURE_INT(report->nfinding, 5);
    for (int i = 0; i < 5; i++) {
        ENSURE_INT(report->finding[i].rule, expected[i].rule);
        ENSURE_INT(report->finding[i].span.line, expected[i].line);
        ENSURE_INT(report->finding[i].nfix, expected[i].nfix);
    }
    ENSURE_TEXT(report->finding[0].fix[0].text, "package://arm/meshes/Hand.STL");
    ENSURE(report->finding[1].nnote > 0);
    limb_report_free(report);
    limb_resolver_free(r);
    limb_robot_free(robot);
}

// What is wrong with an address is said once, though both the rules and the resolver look at it.
TEST(addresses_are_reported_once)
{
    static const struct {
        const char *uri;
        limb_rule rule;
    } wrong[] = {{"", LIMB_RULE_MESH_URI},
                 {"package://", LIMB_RULE_MESH_URI},
                 {"package://arm", LIMB_RULE_MESH_URI},
                 {"PACKAGE://arm/a.stl", LIMB_RULE_MESH_URI},
                 {"http://arm/a.stl", LIMB_RULE_MESH_REMOTE}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "<robot name=\"a\"><link name=\"l\"><visual><geometry><mesh filename=\"%s\"/>"
                 "</geometry></visual></link></robot>",
                 wrong[i].uri);
        limb_report *report;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        limb_robot *robot;
        ENSURE_INT(
            limb_robot_parse(&robot, text, strlen(text), &(limb_load_opts){.file = "arm.urdf"}),
            LIMB_OK);
        limb_resolver *r = make_resolver((limb_resolve_opts){0});
        ENSURE_INT(limb_robot_check(robot, report), LIMB_OK);
        ENSURE_INT(limb_robot_check_files(robot, r, report), LIMB_OK);
        int count = 0;
        for (int k = 0; k < report->nfinding; k++) {
            const limb_rule rule = report->finding[k].rule;
            const bool of_files = rule == LIMB_RULE_MESH_URI || rule == LIMB_RULE_MESH_REMOTE ||
                                  rule == LIMB_RULE_MESH_NOT_FOUND;
            count += of_files;
            ENSURE(!of_files || rule == wrong[i].rule);
        }
        ENSURE_INT(count, 1);
        limb_resolver_free(r);
        limb_robot_free(robot);
        limb_report_free(report);
    }
}

static limb_status resolve_again(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    char file[1024];
    snprintf(file, sizeof file, "%s/ws/src/arm_folder/urdf/arm.urdf", root);
    limb_resolver *r;
    limb_status status = limb_resolver_create(
        &r, file, &(limb_resolve_opts){.memory = memory, .environment = environment});
    if (status != LIMB_OK) return status;
    static const char *const uri[] = {"package://arm/meshes/Hand.STL",
                                      "package://arm/meshes/hand.stl", "package://installed/a.stl",
                                      "meshes/no.stl"};
    for (int i = 0; i < 4 && status == LIMB_OK; i++) {
        limb_resolution found;
        status = limb_resolve(r, uri[i], &found);
    }
    limb_resolver_free(r);
    return status;
}

TEST(resolving_survives_a_lack_of_memory)
{
    make_tree();
    limb_test_every_failure(LIMB_OK, resolve_again, NULL);
}
