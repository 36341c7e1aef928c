// Tests of glTF and GLB: findings and their places, limits, hostile files.
#include "mesh_files/gltf_texts.h"
#include "support/hostile.h"
#include "support/memory.h"

TEST(lies_are_reported)
{
    char text[4096];
#define REPLACED(from, to)                                                                         \
    (make_text(text, sizeof text, "{\"mesh\":0}", NULL), replace(text, from, to), text)
    expect_failure(REPLACED("\"byteLength\":36", "\"byteLength\":99"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"byteOffset\":36", "\"byteOffset\":-6"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"count\":3,\"type\":\"VEC3\"", "\"count\":4,\"type\":\"VEC3\""),
                   LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"type\":\"VEC3\"", "\"type\":\"VEC2\""), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"indices\":1", "\"indices\":7"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"bufferView\":0,\"componentType\":5126,\"count\":3",
                            "\"componentType\":5126,\"count\":99999999"),
                   LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    replace(text, "{\"POSITION\":0}", "{\"POSITION\":0,\"COLOR_0\":2}");
    replace(text, "\"type\":\"SCALAR\"}",
            "\"type\":\"SCALAR\"},{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}");
    expect_failure(text, LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"mesh\":0}", "\"mesh\":4}"), LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"nodes\":[0]", "\"nodes\":[3]"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("{\"mesh\":0}", "{\"mesh\":0,\"children\":[0]}"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(
        REPLACED("\"2.0\"},", "\"2.0\"},\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],"),
        LIMB_ERROR_UNSUPPORTED, LIMB_RULE_MESH_UNSUPPORTED);
    expect_failure(REPLACED("\"2.0\"", "\"1.0\""), LIMB_ERROR_UNSUPPORTED,
                   LIMB_RULE_MESH_UNSUPPORTED);
    expect_failure(REPLACED("\"scene\":0,", "\"scene\":0,,"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
}

// Many nodes may instance one large accessor, each for one triangle.
TEST(repeated_vertices_are_limited)
{
    enum { NODES = 20000, ROWS = 2000 };
    char *text = malloc(NODES * 100 + ROWS * 40);
    ENSURE(text != NULL);
    for (int kind = 0; kind < 2; kind++) {
        // all at one place share their vertices; at different places they repeat them
        char *at = text + sprintf(text, "%s\"scenes\":[{\"nodes\":[0", json_head);
        for (int i = 1; i < NODES; i++)
            at += sprintf(at, ",%d", i);
        at += sprintf(at,
                      "]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                      "\"indices\":1}]}],\"accessors\":[{\"componentType\":5126,\"count\":%d,"
                      "\"type\":\"VEC3\"},{\"componentType\":5121,\"count\":3,\"type\":"
                      "\"SCALAR\"}],\"nodes\":[",
                      ROWS);
        for (int i = 0; i < NODES; i++)
            at += sprintf(at, "%s{\"mesh\":0,\"translation\":[%d,0,0]}", i ? "," : "", kind * i);
        sprintf(at, "]}");
        limb_test_memory used;
        limb_test_memory_init(&used);
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text),
                                   &(limb_mesh_opts){.memory = &used.allocator}),
                   kind == 0 ? LIMB_OK : LIMB_ERROR_LIMIT);
        limb_mesh_free(mesh);
        ENSURE(used.peak < 256 * strlen(text) + ((size_t)512 << 20));
    }
    free(text);
}

// Many nodes instance a mesh that takes long to search or has a long name.
TEST(repeated_work_is_limited)
{
    enum { REPEATED = 4000, NAME = 9000 };
    char *text = malloc(REPEATED * 60 + NAME + 2000);
    ENSURE(text != NULL);
    for (int kind = 0; kind < 2; kind++) {
        char *at = text + sprintf(text, "%s\"scenes\":[{\"nodes\":[0", json_head);
        for (int i = 1; i < REPEATED; i++)
            at += sprintf(at, ",%d", i);
        at += sprintf(at, "]}],\"nodes\":[{}");
        for (int i = 1; i < REPEATED; i++)
            at += sprintf(at, ",{\"mesh\":0}");
        at += sprintf(at, "],\"meshes\":[{\"name\":\"");
        memset(at, 'n', NAME);
        at += sprintf(at + NAME, "\",\"primitives\":[{\"attributes\":{\"a\":0") + NAME;
        for (int i = 0; i < REPEATED && kind == 0; i++)
            at += sprintf(at, ",\"a%d\":0", i);
        sprintf(at, "}}]}]}");
        limb_test_memory used;
        limb_test_memory_init(&used);
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text),
                                   &(limb_mesh_opts){.memory = &used.allocator}),
                   kind == 0 ? LIMB_ERROR_LIMIT : LIMB_OK);
        limb_mesh_free(mesh);
        ENSURE(used.peak < 64 * strlen(text) + ((size_t)1 << 20));
    }
    free(text);
}

static limb_status load_again(const limb_allocator *memory, void *ctx)
{
    limb_mesh *mesh;
    const limb_status status =
        limb_mesh_parse(&mesh, ctx, strlen(ctx), &(limb_mesh_opts){.memory = memory});
    if (status == LIMB_OK) limb_mesh_free(mesh);
    return status;
}

static void load_any(const char *bytes, size_t size, void *ctx)
{
    (void)ctx;
    limb_mesh *mesh;
    if (limb_mesh_parse(&mesh, bytes, size, &(limb_mesh_opts){.file = "x.gltf"}) == LIMB_OK)
        limb_mesh_free(mesh);
}

TEST(gltf_survives_hostile_circumstances)
{
    char text[4096], glb[4096];
    make_rich(text, sizeof text);
    limb_test_every_failure(LIMB_OK, load_again, text);
    limb_test_every_truncation(text, strlen(text), load_any, NULL);
    limb_test_every_flip(text, strlen(text), load_any, NULL);
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    const size_t size = make_glb(glb, text);
    limb_test_every_truncation(glb, size, load_any, NULL);
    limb_test_every_flip(glb, size, load_any, NULL);
}

// Returns the number of the mesh's triangles, and joins the messages of all findings.
static int count_triangles(const char *text, char *messages, size_t capacity)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh;
    char glb[8192];
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text),
                               &(limb_mesh_opts){.report = report, .file = "x.glb"}),
               LIMB_OK);
    messages[0] = 0;
    for (int i = 0; i < report->nfinding; i++) {
        const size_t used = strlen(messages);
        snprintf(messages + used, capacity - used, "%s;", report->finding[i].message);
    }
    const int count = mesh->ntriangle;
    limb_mesh_free(mesh);
    limb_report_free(report);
    return count;
}

TEST(extensions_of_looks_are_ignored_aloud)
{
    char text[4096], messages[1000];
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    replace(text, "\"2.0\"},", "\"2.0\"},\"extensionsRequired\":[\"KHR_materials_sheen\"],");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 1);
    ENSURE(strstr(messages, "KHR_materials_sheen changes only looks"));
}

TEST(nodes_in_no_scene_are_reported)
{
    char text[4096], messages[1000];
    make_text(text, sizeof text, "{\"translation\":[1,2,3],\"children\":[1]},{\"mesh\":0}", NULL);
    replace(text, "\"nodes\":[0]", "\"nodes\":[]");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 0);
    ENSURE(strstr(messages, "not in the scene or are hidden: 1"));
    // without any scene the root nodes are shown, each with its transform
    replace(text, "\"scenes\":[{\"nodes\":[]}],", "");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 1);
    ENSURE(strstr(messages, "no scene"));
    limb_mesh *mesh;
    char glb[8192];
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
    expect_point(mesh, 0, 1, 2, 3);
    limb_mesh_free(mesh);
}

TEST(a_missing_version_is_reported)
{
    char text[4096], messages[1000];
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    replace(text, "\"version\":\"2.0\"", "");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 1);
    ENSURE(strstr(messages, "asset.version is missing"));
}

// Every finding about the JSON has the line and column of the value.
TEST(findings_have_the_place_of_their_value)
{
    static const struct {
        const char *text;
        uint32_t line, column;
    } sample[] = {
        {"{\"asset\":\n {\"version\": \"1.0\"}}", 2, 14},
        {"{\"asset\":{\"version\":\"2.0\"},\n  \"nodes\": [1,]}", 2, 14},
        {"{\"asset\":{\"version\":\"2.0\"},\n\"extensionsRequired\":[\n \"NO_such\"]}", 3, 2},
        {"{\"asset\":{\"version\":\"2.0\"},\n\"scenes\":[{\"nodes\":[\n0]}],\"nodes\":[{\"mesh\":"
         "\n 4}]}",
         4, 2},
        {"{\"asset\":{\"version\":\"2.0\"},\n\"scenes\":[{\"nodes\":[\n   5]}]}", 3, 4},
        {"{\"asset\":{\"version\":\"2.0\"},\n\"meshes\":[{\"primitives\":[\n"
         "  {\"attributes\":{\"POSITION\":7}}]}]}",
         3, 3},
        {"{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{"
         "\"POSITION\":0}}]"
         "}],\n\"accessors\":[\n {\"count\":-1}]}",
         3, 2},
        {"{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{"
         "\"POSITION\":0}}]"
         "}],\n\"accessors\":[{\"count\":1,\"type\":\"VEC3\",\"componentType\":5126,\"bufferView\":"
         "0}],"
         "\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],\n\"buffers\":[{\n  \"uri\": "
         "\"gone.bin\"}]}",
         4, 10},
    };
    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
        limb_report *report;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        limb_mesh *mesh;
        ENSURE(limb_mesh_parse(&mesh, sample[i].text, strlen(sample[i].text),
                               &(limb_mesh_opts){.report = report, .file = "a.gltf"}) != LIMB_OK);
        ENSURE(report->nfinding > 0);
        const limb_span *span = &report->finding[report->nfinding - 1].span;
        ENSURE_INT(span->line, sample[i].line);
        ENSURE_INT(span->column, sample[i].column);
        limb_report_free(report);
    }
}

TEST(hidden_nodes_hide_what_is_below_them)
{
    static const char hidden[] = "\"extensions\":{\"KHR_node_visibility\":{\"visible\":false}}";
    char text[4096], node[512], messages[1000];
    snprintf(node, sizeof node,
             "{\"children\":[1,2]},{\"mesh\":0,%s},{\"children\":[3],%s},"
             "{\"mesh\":0}",
             hidden, hidden);
    make_text(text, sizeof text, node, NULL);
    replace(text, "\"2.0\"},", "\"2.0\"},\"extensionsRequired\":[\"KHR_node_visibility\"],");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 0);
    ENSURE(strstr(messages, "not in the scene or are hidden: 2"));
    replace(text, "\"visible\":false", "\"visible\":true");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 1);
    ENSURE_TEXT(messages, "");
}
