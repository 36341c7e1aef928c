// Tests includes by pattern, and the restrictions on files that may be read, with real files.
#define _POSIX_C_SOURCE 200809L // mkdtemp

#include "harness.h"
#include "limb/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NS "xmlns:xacro=\"http://www.ros.org/wiki/xacro\""

static const struct {
    const char *path, *text;
} disk[] = {{"parts/b.xacro", "<p " NS "><b/></p>"},
            {"parts/a.xacro", "<p " NS "><a/></p>"},
            {"parts/note.txt", "not XML"},
            {"more/c.xacro", "<p " NS "><c/></p>"}};
enum { NFILE = sizeof disk / sizeof disk[0] };

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ENSURE(file != NULL);
    fputs(text, file);
    ENSURE_INT(fclose(file), 0);
}

// Which of the elements a, b and c a robot that includes the pattern has, in order.
static void expect(const char *folder, const char *pattern, const char *expected)
{
    char text[300], path[300];
    snprintf(text, sizeof text, "<robot " NS " name=\"r\"><xacro:include filename=\"%s\"/></robot>",
             pattern);
    write_file(folder, "robot.xacro", text);
    snprintf(path, sizeof path, "%s/robot.xacro", folder);
    limb_xacro *xacro;
    ENSURE_INT(limb_xacro_load(&xacro, path, NULL), LIMB_OK);
    char found[100] = "";
    for (const char *at = xacro->text; (at = strpbrk(at, "<")) != NULL; at++) {
        if (at[1] >= 'a' && at[1] <= 'c' && at[2] == '/') strncat(found, at + 1, 1);
    }
    ENSURE_TEXT(found, expected);
    limb_xacro_free(xacro);
    unlink(path);
}

TEST(patterns_take_files_in_order_of_name)
{
    char folder[] = "/tmp/limb_xacro_XXXXXX", path[300];
    ENSURE(mkdtemp(folder) != NULL);
    static const char *const below[2] = {"parts", "more"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, below[i]);
        ENSURE_INT(mkdir(path, 0700), 0);
    }
    for (int i = 0; i < NFILE; i++)
        write_file(folder, disk[i].path, disk[i].text);

    expect(folder, "parts/*.xacro", "ab");
    expect(folder, "*/?.xacro", "cab");
    expect(folder, "parts/[b-z].xacro", "b");
    expect(folder, "m*/c.xacro", "c");
    expect(folder, "none/*.xacro", ""); // there is no such folder
    // only where they exist, never inside a file
    expect(folder, "*/c.xacro", "c");
    expect(folder, "*/../more/c.xacro", "cc");
    expect(folder, "p*/b.xacro/c.xacro", "");

    for (int i = 0; i < NFILE; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, disk[i].path);
        unlink(path);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, below[i]);
        rmdir(path);
    }
    ENSURE_INT(rmdir(folder), 0);
}

//---- confinement ---------------------------------------------------------------------------------

static char tree[] = "/tmp/limb_xacro_XXXXXX";
static char at_hand[2][600];

static const char *in_tree(const char *name)
{
    static int turn;
    turn = !turn;
    snprintf(at_hand[turn], sizeof at_hand[turn], "%s/%s", tree, name);
    return at_hand[turn];
}

static void add_folder(const char *name)
{
    ENSURE_INT(mkdir(in_tree(name), 0700), 0);
}

static void add_link(const char *name, const char *to)
{
    const char *target = in_tree(to);
    ENSURE_INT(symlink(target, in_tree(name)), 0);
}

// A robot in the package at the path that includes the file; with the resolver of a robot file.
static void expect_include(const char *robot, const char *include, const char *rule)
{
    char text[600];
    snprintf(text, sizeof text, "<robot " NS " name=\"r\"><xacro:include filename=\"%s\"/></robot>",
             include);
    write_file(tree, robot, text);
    limb_report *report;
    limb_xacro *xacro;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_resolve_opts resolve = {.ignore_environment = true};
    const limb_robot_file_opts opts = {.load = {.report = report}, .resolve = &resolve};
    const limb_status status = limb_robot_file_expand(&xacro, in_tree(robot), &opts);
    const char *found = report->nfinding > 0 ? report->finding[0].id : "";
    if (strcmp(found, rule) != 0 || (status == LIMB_OK) != (*rule == 0)) {
        limb_test_fail(__FILE__, __LINE__, "%s in %s: %s \"%s\"", include, robot, found,
                       report->nfinding > 0 ? report->finding[0].message : "");
    }
    limb_xacro_free(xacro);
    limb_report_free(report);
}

TEST(links_do_not_lead_out_of_packages)
{
    static const char manifest[] = "<package><name>arm</name></package>";
    static const char *const folder[] = {
        "ws",
        "ws/src",
        "ws/src/arm",
        "ws/src/arm/urdf",
        "ws/src/grip",
        "ws/install",
        "ws/install/arm",
        "ws/install/arm/urdf",
        "ws/install/grip",
        "ws/home",
        "ws/src/private",
    };
    enum { NFOLDER = sizeof folder / sizeof folder[0] };
    static const char part[] = "<p " NS "><b/></p>";
    ENSURE(mkdtemp(tree) != NULL);
    for (int i = 0; i < NFOLDER; i++)
        add_folder(folder[i]);
    write_file(tree, "ws/src/arm/package.xml", manifest);
    write_file(tree, "ws/src/grip/package.xml", "<package><name>grip</name></package>");
    write_file(tree, "ws/src/arm/urdf/part.xacro", part);
    write_file(tree, "ws/src/grip/jaw.xacro", part);
    write_file(tree, "ws/home/secret.xacro", part);
    write_file(tree, "ws/src/private/key.xacro", part);
    add_link("ws/src/arm/urdf/inside.xacro", "ws/src/arm/urdf/part.xacro");
    add_link("ws/src/arm/urdf/secret.xacro", "ws/home/secret.xacro");
    add_link("ws/src/arm/urdf/home", "ws/home");
    add_link("ws/src/arm/urdf/gone.xacro", "ws/home/gone.xacro");
    // as colcon build --symlink-install makes them
    add_link("ws/install/arm/package.xml", "ws/src/arm/package.xml");
    add_link("ws/install/arm/urdf/part.xacro", "ws/src/arm/urdf/part.xacro");
    add_link("ws/install/arm/urdf/secret.xacro", "ws/home/secret.xacro");
    add_link("ws/install/grip/package.xml", "ws/src/grip/package.xml");
    add_link("ws/install/grip/jaw.xacro", "ws/src/grip/jaw.xacro");
    add_link("ws/install/arm/urdf/arm.xacro", "ws/src/arm/urdf/arm.xacro");

    expect_include("ws/src/arm/urdf/arm.xacro", "part.xacro", "");
    expect_include("ws/src/arm/urdf/arm.xacro", "inside.xacro", "");
    expect_include("ws/src/arm/urdf/arm.xacro", "home/../part.xacro", "xacro-include"); // ws/part
    expect_include("ws/src/arm/urdf/arm.xacro", "secret.xacro", "xacro-include");
    expect_include("ws/src/arm/urdf/arm.xacro", "home/secret.xacro", "xacro-include");
    expect_include("ws/src/arm/urdf/arm.xacro", "../../../home/secret.xacro", "xacro-include");
    expect_include("ws/src/arm/urdf/arm.xacro", "gone.xacro", "xacro-include");
    expect_include("ws/src/arm/urdf/arm.xacro", "$(find grip)/jaw.xacro", "");
    expect_include("ws/src/arm/urdf/arm.xacro", "$(find private)/key.xacro", "xacro-substitution");
    // a folder above the robot is found as a package, but only its own files can be read
    expect_include("ws/src/arm/urdf/arm.xacro", "$(find ws)/home/secret.xacro", "xacro-include");
    expect_include("ws/src/arm/urdf/arm.xacro", "$(find ws)/src/arm/urdf/part.xacro", "");
    // the installed package, whose files are links to those of the source
    expect_include("ws/install/arm/urdf/arm.xacro", "part.xacro", "");
    expect_include("ws/install/arm/urdf/other.xacro", "part.xacro", "");
    expect_include("ws/install/arm/urdf/other.xacro", "$(find grip)/jaw.xacro", "");
    expect_include("ws/install/arm/urdf/other.xacro", "secret.xacro", "xacro-include");

    char remove[700];
    snprintf(remove, sizeof remove, "rm -r '%s'", tree);
    ENSURE_INT(system(remove), 0);
}
