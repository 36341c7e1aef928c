// Dropped files: kept below their folder, the robot among them found, gone at the end.
#include "harness.h"
#include "serve/drop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool put(limb__drop *drop, const char *path)
{
    return limb__drop_file(drop, "one", path, "text", 4) == NULL;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text);
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

TEST(paths_that_lead_out_are_refused)
{
    static const char *const bad[] = {
        "",
        "/",
        "/etc/x",
        "..",
        "../x",
        "a/..",
        "a/../x",
        "a/../../x",
        "./x",
        "a//b",
        "a/",
        "a/./",
        "a\\b",
        "...",
        "..\\..\\x",
        "a/.../b",
        "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q",
    };
    limb__drop drop = {0};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (put(&drop, bad[i])) limb_test_fail(__FILE__, __LINE__, "took %s", bad[i]);
    }
    ENSURE(!drop.folder);
    ENSURE_INT(drop.size, 0);
    limb__drop_remove(&drop);
}

TEST(a_path_that_is_too_long_is_refused)
{
    limb__drop drop = {0};
    char path[6000];
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = 0;
    ENSURE(!put(&drop, path));
    path[300] = 0; // longer than a name may be, shorter than a path
    ENSURE(!put(&drop, path));
    limb__drop_remove(&drop);
}

TEST(files_are_written_and_removed_with_the_view)
{
    limb__drop drop = {0};
    ENSURE(put(&drop, "meshes/deep/arm .stl"));
    ENSURE(put(&drop, "r\xc3\xb6"
                      "bot.urdf"));
    ENSURE_INT(drop.size, 8);
    char path[600];
    size_t size;
    snprintf(path, sizeof path, "%s/one/meshes/deep/arm .stl", drop.folder);
    char *bytes = limb_test_read_file(path, &size);
    ENSURE_TEXT(bytes, "text");
    free(bytes);

    // nobody else may look
    struct stat info;
    ENSURE(stat(drop.folder, &info) == 0 && (info.st_mode & 077) == 0);
    snprintf(path, sizeof path, "%s", drop.folder);
    limb__drop_remove(&drop);
    ENSURE(stat(path, &info) != 0);
    ENSURE(!drop.folder);
}

TEST(more_than_fits_is_refused)
{
    limb__drop drop = {.size = ((size_t)1 << 30) - 3};
    ENSURE(!put(&drop, "a.urdf"));
    limb__drop_remove(&drop);
}

TEST(the_robot_nearest_to_the_top_is_found)
{
    limb__drop drop = {0};
    ENSURE(!limb__drop_find(&drop, "one"));
    ENSURE(put(&drop, "readme.txt"));
    ENSURE(put(&drop, ".urdf"));
    ENSURE(put(&drop, "folder.urdf/x.txt"));
    ENSURE(!limb__drop_find(&drop, "one"));
    ENSURE(put(&drop, "a/b/c/first.urdf"));
    char *found = limb__drop_find(&drop, "one");
    ENSURE(found && ends_with(found, "/one/a/b/c/first.urdf"));
    free(found);
    ENSURE(put(&drop, "z/UPPER.URDF"));
    found = limb__drop_find(&drop, "one");
    ENSURE(found && ends_with(found, "/one/z/UPPER.URDF"));
    free(found);
    ENSURE(!limb__drop_find(&drop, "two"));
    limb__drop_remove(&drop);
}

TEST(a_file_does_not_become_a_folder)
{
    limb__drop drop = {0};
    ENSURE(put(&drop, "a"));
    ENSURE(!put(&drop, "a/b"));
    ENSURE(put(&drop, "c/d"));
    ENSURE(!put(&drop, "c"));
    limb__drop_remove(&drop);
}
