// Tests of the findings about files that a robot names: each has the right place and
// is reported once.
#define _XOPEN_SOURCE 700

#include "packages/resolve_tree.h"

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

// An invalid URI is reported once, although both the rules and the resolver check it.
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
