// Tests of COLLADA findings: invalid, missing and superfluous content is reported.
#include "mesh_files/dae_texts.h"
#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>

static void expect_finding(const char *text, limb_status status, limb_rule rule)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text),
                               &(limb_mesh_opts){.report = report, .file = "x.dae"}),
               status);
    bool found = false;
    for (int i = 0; i < report->nfinding; i++)
        found = found || report->finding[i].rule == rule;
    ENSURE(found);
    limb_mesh_free(mesh);
    limb_report_free(report);
}

// The XML parser used to continue after </COLLADA> and past the end of its marks, because a quote
// after the end tag closed one before it.
TEST(what_follows_the_document_is_not_read)
{
    static const char text[] =
        "<? version\".=10\" encoding=\"utf-8\"?>\n<COLLADA xmlns=/up_axis></asset>\n"
        "<library_geometries><geometry id=\"g\"><mesh><source id=\"g/library_nodes>"
        "<library_visual_scenes><visual_scene id=\"s</COLLADA>\">";
    expect_finding(text, LIMB_ERROR_INPUT, LIMB_RULE_XML_SYNTAX);
    char longer[sizeof text + 64];
    for (const char *c = "\"'<>/=&"; *c; c++) {
        snprintf(longer, sizeof longer, "%s%c trailing </COLLADA>", text, *c);
        expect_finding(longer, LIMB_ERROR_INPUT, LIMB_RULE_XML_SYNTAX);
    }
}

TEST(lies_are_reported)
{
    expect_finding(HEAD GEOMETRY("<triangles count=\"1\">" VERTEX_INPUT "<p>0 1 5</p></triangles>")
                       TAIL,
                   LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    expect_finding(HEAD GEOMETRY("<triangles count=\"1\">" VERTEX_INPUT "<p>0 1 x</p></triangles>")
                       TAIL,
                   LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    expect_finding(HEAD GEOMETRY("<triangles count=\"1\">" VERTEX_INPUT "<p>0 1 -1</p></triangles>")
                       TAIL,
                   LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    expect_finding(HEAD GEOMETRY("<polylist count=\"1\">" VERTEX_INPUT
                                 "<vcount>99999999999</vcount><p>0 1 2</p></polylist>") TAIL,
                   LIMB_OK, LIMB_RULE_MESH_SKIPPED);
    expect_finding("<?xml version=\"1.0\"?><html/>", LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    expect_finding(HEAD TAIL, LIMB_OK, LIMB_RULE_MESH_EMPTY);
    expect_finding(HEAD GEOMETRY(ONE_TRIANGLE)
                       SCENE("<node><instance_geometry url=\"#no\"/></node>") TAIL,
                   LIMB_OK, LIMB_RULE_MESH_SKIPPED);
    // a node that contains itself, and one that doubles at each level
    expect_finding(HEAD GEOMETRY(ONE_TRIANGLE) SCENE(
                       "<node id=\"n\"><instance_geometry url=\"#g\"/><instance_node url=\"#n\"/>"
                       "</node>") TAIL,
                   LIMB_ERROR_LIMIT, LIMB_RULE_MESH_LIMIT);
    char bomb[8192] = HEAD "<library_nodes>";
    for (int i = 0; i < 40; i++) {
        char node[160];
        snprintf(
            node, sizeof node,
            "<node id=\"n%d\"><instance_node url=\"#n%d\"/><instance_node url=\"#n%d\"/></node>", i,
            i + 1, i + 1);
        strcat(bomb, node);
    }
    strcat(bomb, "<node id=\"n40\"/></library_nodes>" SCENE(
                     "<node><instance_node url=\"#n0\"/></node>") TAIL);
    expect_finding(bomb, LIMB_ERROR_LIMIT, LIMB_RULE_MESH_LIMIT);
}

TEST(what_follows_the_document_is_ignored_aloud)
{
    expect_finding(HEAD GEOMETRY(ONE_TRIANGLE) TAIL "ary>\n</COLL left over", LIMB_OK,
                   LIMB_RULE_MESH_SKIPPED);
    limb_mesh *mesh = parse(HEAD GEOMETRY(ONE_TRIANGLE) TAIL "<!-- a comment -->\n", NULL);
    ENSURE_INT(mesh->ntriangle, 1);
    limb_mesh_free(mesh);
}

// A file that refers to one large array repeatedly, with hardly any triangles, must
// not use unbounded memory, whether by instances, by sources that share the array, or
// by an unusable source.
TEST(repeated_vertices_are_limited)
{
    enum { NUMBERS = 3 * 10000, REPEATED = 6000 };
    static const char *const accessor[] = {"stride=\"3\"", "stride=\"3\"", "stride=\"0\""};
    static const limb_status expected[] = {LIMB_ERROR_LIMIT, LIMB_ERROR_LIMIT, LIMB_OK};
    char *text = malloc(NUMBERS * 2 + REPEATED * 200 + 2000);
    ENSURE(text != NULL);
    for (int kind = 0; kind < 3; kind++) {
        char *at = text + sprintf(text, HEAD "<library_geometries><geometry id=\"g\"><mesh>"
                                             "<source id=\"p0\"><float_array id=\"a\">");
        for (int i = 0; i < NUMBERS; i++)
            at += sprintf(at, "%d ", i % 7);
        at += sprintf(at,
                      "</float_array><technique_common><accessor source=\"#a\" %s/>"
                      "</technique_common></source>",
                      accessor[kind]);
        const int nsource = kind == 1 ? REPEATED : 1, ninstance = kind == 0 ? REPEATED : 1;
        for (int i = 1; i < nsource; i++)
            at += sprintf(at,
                          "<source id=\"p%d\"><technique_common><accessor source=\"#a\" "
                          "stride=\"3\"/></technique_common></source>",
                          i);
        for (int i = 0; i < (kind == 0 ? 1 : REPEATED); i++)
            at += sprintf(at,
                          "<triangles><input semantic=\"POSITION\" source=\"#p%d\"/>"
                          "<p>0 1 2</p></triangles>",
                          i % nsource);
        at += sprintf(at, "</mesh></geometry></library_geometries><library_visual_scenes>"
                          "<visual_scene>");
        for (int i = 0; i < ninstance; i++)
            at += sprintf(at, "<node><instance_geometry url=\"#g\"/></node>");
        at += sprintf(at, "</visual_scene></library_visual_scenes></COLLADA>");

        const size_t size = (size_t)(at - text);
        limb_test_memory used;
        limb_test_memory_init(&used);
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, text, size, &(limb_mesh_opts){.memory = &used.allocator}),
                   expected[kind]);
        limb_mesh_free(mesh);
        ENSURE(used.peak < 256 * size + ((size_t)512 << 20));
    }
    free(text);
}

// Instances make a small file as expensive as a large one, if the geometry takes long to search or
// has a long name.
TEST(repeated_work_is_limited)
{
    enum { REPEATED = 4000, NAME = 9000 };
    char *text = malloc(REPEATED * 80 + NAME + 2000);
    ENSURE(text != NULL);
    for (int kind = 0; kind < 2; kind++) {
        char *at = text + sprintf(text, HEAD "<library_geometries><geometry id=\"g\">");
        for (int i = 0; i < REPEATED && kind == 0; i++)
            at += sprintf(at, "<a/>");
        at += sprintf(at, "<mesh/></geometry></library_geometries><library_visual_scenes>"
                          "<visual_scene><node name=\"");
        memset(at, 'n', NAME);
        at += sprintf(at + NAME, "\">") + NAME;
        for (int i = 0; i < REPEATED; i++)
            at += sprintf(at, "<instance_geometry url=\"#g\"/>");
        at += sprintf(at, "</node></visual_scene></library_visual_scenes></COLLADA>");
        const size_t size = (size_t)(at - text);
        limb_test_memory used;
        limb_test_memory_init(&used);
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, text, size, &(limb_mesh_opts){.memory = &used.allocator}),
                   kind == 0 ? LIMB_ERROR_LIMIT : LIMB_OK);
        limb_mesh_free(mesh);
        ENSURE(used.peak < 64 * size + ((size_t)1 << 20));
    }
    free(text);
}

// Vertex colors, which are not read, are reported once, and not if the caller wants positions only.
TEST(colors_are_reported)
{
    static const char text[] =
        HEAD GEOMETRY("<triangles count=\"1\">" VERTEX_INPUT
                      "<input semantic=\"COLOR\" source=\"#pos\" offset=\"0\"/><p>0 1 2</p>"
                      "</triangles><triangles count=\"1\">" VERTEX_INPUT
                      "<input semantic=\"COLOR\" source=\"#pos\" offset=\"0\"/><p>0 2 3</p>"
                      "</triangles>") TAIL;
    for (int plain = 0; plain < 2; plain++) {
        limb_report *report;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        limb_mesh *mesh =
            parse(text, &(limb_mesh_opts){.report = report,
                                          .normals = plain ? LIMB_MESH_NORMALS_NONE
                                                           : LIMB_MESH_NORMALS_GIVEN});
        ENSURE(mesh->color == NULL);
        ENSURE_INT(report->nfinding, plain ? 0 : 1);
        if (!plain) ENSURE_TEXT(report->finding[0].message, "colors of vertices are left out");
        limb_mesh_free(mesh);
        limb_report_free(report);
    }
}
