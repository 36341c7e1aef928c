// Files that are not a mesh of the type their name suggests: the finding names their actual type.
#include "harness.h"
#include "limb/mesh.h"

#include <string.h>

// What a file is instead is said in words.
static void expect_message(const char *name, const char *bytes, size_t size, const char *words)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh;
    ENSURE_INT(
        limb_mesh_parse(&mesh, bytes, size, &(limb_mesh_opts){.report = report, .file = name}),
        LIMB_ERROR_INPUT);
    ENSURE(report->nfinding > 0);
    if (!strstr(report->finding[0].message, words))
        limb_test_fail(__FILE__, __LINE__, "%s: %s", name, report->finding[0].message);
    limb_report_free(report);
}

TEST(files_that_are_something_else_are_named)
{
#define MESSAGE(name, text, words) expect_message(name, text, sizeof text - 1, words)
    MESSAGE("a.stl", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 3\n", "LFS");
    MESSAGE("a.dae", "\xff\xfe<\0C\0O\0L\0L\0", "UTF-16");
    MESSAGE("a.obj", "v\0 \0001\0 \0001\0 \0001\0", "UTF-16");
    MESSAGE("a.stl", "<!DOCTYPE html><html><body>404</body></html>", "web page");
    MESSAGE("a.dae", "<html><body>404</body></html>", "web page");
    MESSAGE("a.obj", "v 0,5 1,5 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "decimal comma");
    MESSAGE("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0,5 1 2\n", "decimal comma");
    MESSAGE("a.ply",
            "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
            "property float z\nend_header\n0,5 0 0\n",
            "decimal comma");
    MESSAGE("a.dae",
            "<COLLADA><library_geometries><geometry><mesh><source id=\"p\"><float_array "
            "count=\"3\">0,5 1 2</float_array></source><vertices id=\"v\"><input "
            "semantic=\"POSITION\" source=\"#p\"/></vertices><triangles><input "
            "semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 0 0</p></triangles>"
            "</mesh></geometry></library_geometries></COLLADA>",
            "decimal comma");
}
