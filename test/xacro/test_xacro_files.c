// Includes by pattern, from the file system itself.
#define _POSIX_C_SOURCE 200809L // mkdtemp

#include "harness.h"
#include "limb/xacro.h"

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
