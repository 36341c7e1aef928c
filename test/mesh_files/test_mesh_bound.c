// Memory is bounded by the size of the file: a small file that repeats its content excessively is
// refused with a finding, and accepted files stay below the bound documented in mesh.h.
#include "harness.h"
#include "limb/mesh.h"
#include "support/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 4 << 20, LONG = 200 * 1000 };

typedef struct text {
    char *data;
    size_t size;
} text;

static text begin(void)
{
    text t = {malloc(CAPACITY), 0};
    ENSURE(t.data != NULL);
    return t;
}

static void add(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    t->size += (size_t)vsnprintf(t->data + t->size, CAPACITY - t->size, format, args);
    va_end(args);
    ENSURE(t->size < CAPACITY);
}

static void add_long_name(text *t)
{
    ENSURE(t->size + LONG < CAPACITY);
    memset(t->data + t->size, 'n', LONG);
    t->size += LONG;
    t->data[t->size] = 0;
}

static size_t stated_bound(size_t size)
{
    return 256 * size + ((size_t)512 << 20);
}

// Loads with normals of every kind. A refusal must say what was asked for and what is allowed.
static void expect(const text *t, limb_status expected, int ntriangle, size_t bound)
{
    for (int normals = LIMB_MESH_NORMALS_GIVEN; normals <= LIMB_MESH_NORMALS_NONE; normals++) {
        limb_test_memory used;
        limb_test_memory_init(&used);
        limb_report *report;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        limb_mesh *mesh;
        const limb_mesh_opts opts = {.memory = &used.allocator,
                                     .report = report,
                                     .normals = (limb_mesh_normals)normals,
                                     .keep_degenerate = true};
        ENSURE_INT(limb_mesh_parse(&mesh, t->data, t->size, &opts), expected);
        if (expected == LIMB_OK) {
            ENSURE_INT(mesh->ntriangle, ntriangle);
        } else {
            char allowed[80];
            snprintf(allowed, sizeof allowed, "the limit for %lu bytes is %lu",
                     (unsigned long)t->size, (unsigned long)(64 * t->size + ((size_t)128 << 20)));
            const limb_finding *last = &report->finding[report->nfinding - 1];
            ENSURE_INT(last->rule, LIMB_RULE_MESH_LIMIT);
            ENSURE(strstr(last->message, "beyond the limit") != NULL);
            ENSURE(strstr(last->message, allowed) != NULL);
        }
        ENSURE(used.peak < bound);
        limb_mesh_free(mesh);
        limb_report_free(report);
        ENSURE_INT(used.in_use, 0);
    }
}

//---- glTF ----------------------------------------------------------------------------------------

static const char json_head[] = "{\"asset\":{\"version\":\"2.0\"},";

// An accessor without a view is all zeros: three positions, and ncorner indices of the first.
static void add_accessors(text *t, int ncorner)
{
    add(t,
        "\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"componentType\":5125,\"count\":%d,\"type\":\"SCALAR\"}]",
        ncorner);
}

// Primitives of one mesh, or of one mesh each, share their indices.
TEST(gltf_primitives_that_share_accessors_are_limited)
{
    enum { PRIMITIVES = 2000, CORNERS = 60000 };
    static const char *const between[] = {",", "]},{\"primitives\":["};
    for (int kind = 0; kind < 2; kind++) {
        text t = begin();
        add(&t, "%s\"meshes\":[{\"primitives\":[", json_head);
        for (int i = 0; i < PRIMITIVES; i++)
            add(&t, "%s{\"attributes\":{\"POSITION\":0},\"indices\":1}", i ? between[kind] : "");
        add(&t, "]}],");
        add_accessors(&t, CORNERS);
        add(&t, "}");
        expect(&t, LIMB_ERROR_LIMIT, 0, stated_bound(t.size));
        free(t.data);
    }
}

// Nodes at different places that show one mesh.
static text many_nodes(int nnode, int ncorner)
{
    text t = begin();
    add(&t, "%s\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],",
        json_head);
    add_accessors(&t, ncorner);
    add(&t, ",\"scenes\":[{\"nodes\":[");
    for (int i = 0; i < nnode; i++)
        add(&t, "%s%d", i ? "," : "", i);
    add(&t, "]}],\"nodes\":[");
    for (int i = 0; i < nnode; i++)
        add(&t, "%s{\"mesh\":0,\"translation\":[%d,0,0]}", i ? "," : "", i);
    add(&t, "]}");
    while (t.size < (size_t)ncorner)
        add(&t, " ");
    return t;
}

TEST(gltf_instances_are_limited_but_a_hundred_are_not)
{
    text t = many_nodes(100, 3 * 10000);
    expect(&t, LIMB_OK, 100 * 10000, stated_bound(t.size));
    free(t.data);
    t = many_nodes(1000, 3 * 10000);
    expect(&t, LIMB_ERROR_LIMIT, 0, stated_bound(t.size));
    free(t.data);
}

// Many parts share a name, many materials the name of a picture or the picture itself: each gets
// its own copy.
TEST(gltf_texts_that_are_shared_are_limited)
{
    enum { REPEATED = 5000 };
    static const char *const uri[] = {"", "", "data:;base64,"};
    for (int kind = 0; kind < 3; kind++) {
        text t = begin();
        add(&t, "%s\"textures\":[{\"source\":0}],\"images\":[{\"uri\":\"%s", json_head, uri[kind]);
        if (kind > 0) add_long_name(&t);
        add(&t, "\"}],\"materials\":[{}");
        for (int i = 1; i < REPEATED; i++)
            add(&t, ",{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}");
        add(&t, "],\"meshes\":[{\"name\":\"");
        if (kind == 0) add_long_name(&t);
        add(&t, "\",\"primitives\":[");
        for (int i = 0; i < REPEATED; i++)
            add(&t, "%s{\"attributes\":{\"POSITION\":0},\"material\":%d}", i ? "," : "",
                kind == 0 ? i % 2 : i);
        add(&t, "]}],");
        add_accessors(&t, 3);
        add(&t, "}");
        expect(&t, LIMB_ERROR_LIMIT, 0, stated_bound(t.size));
        free(t.data);
    }
}

// Each primitive that uses a sparse accessor searches its replaced rows.
TEST(gltf_work_for_replaced_rows_is_limited)
{
    enum { PRIMITIVES = 2000, REPLACED = 50000 };
    text t = begin();
    add(&t, "%s\"meshes\":[{\"primitives\":[", json_head);
    for (int i = 0; i < PRIMITIVES; i++)
        add(&t, "%s{\"attributes\":{\"POSITION\":0},\"indices\":1}", i ? "," : "");
    add(&t,
        "]}],\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"componentType\":5121,\"count\":1,\"type\":\"SCALAR\",\"sparse\":{\"count\":%d,"
        "\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":0}}}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d}],"
        "\"buffers\":[{\"byteLength\":%d,\"uri\":\"data:;base64,",
        REPLACED, REPLACED, REPLACED);
    for (int i = 0; i < (REPLACED + 2) / 3; i++)
        add(&t, "AAAA");
    add(&t, "\"}]}");
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, t.data, t.size, NULL), LIMB_ERROR_LIMIT);
    free(t.data);
}

//---- COLLADA -------------------------------------------------------------------------------------

static const char dae_head[] =
    "<COLLADA version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh><source id=\"p\">"
    "<float_array>0 0 0 1 0 0 0 1 0</float_array></source>";

// Instances of a geometry.
static text many_instances(int ninstance, int ntriangle)
{
    text t = begin();
    add(&t, "%s<triangles><input semantic=\"POSITION\" source=\"#p\"/><p>", dae_head);
    for (int i = 0; i < ntriangle; i++)
        add(&t, "0 1 2 ");
    add(&t, "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>"
            "<visual_scene>");
    for (int i = 0; i < ninstance; i++)
        add(&t, "<node><translate>%d 0 0</translate><instance_geometry url=\"#g\"/></node>", i);
    add(&t, "</visual_scene></library_visual_scenes></COLLADA>");
    return t;
}

TEST(collada_instances_are_limited_but_a_hundred_are_not)
{
    text t = many_instances(100, 10000);
    expect(&t, LIMB_OK, 100 * 10000, stated_bound(t.size));
    free(t.data);
    t = many_instances(1000, 10000);
    expect(&t, LIMB_ERROR_LIMIT, 0, stated_bound(t.size));
    free(t.data);
}

// Almost as many triangles as allowed, which share no vertices: they take the most memory to
// weld and shade.
TEST(what_is_just_allowed_stays_below_the_bound)
{
    enum { TRIANGLES = 1000, INSTANCES = 950 };
    text t = begin();
    add(&t, "<COLLADA version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh>"
            "<source id=\"p\"><float_array>");
    for (int i = 0; i < TRIANGLES * 9; i++)
        add(&t, "%d ", i * 7919 % 10007);
    add(&t, "</float_array></source><triangles><input semantic=\"POSITION\" source=\"#p\"/>"
            "<input semantic=\"TEXCOORD\" source=\"#p\"/><p>");
    for (int i = 0; i < TRIANGLES * 3; i++)
        add(&t, "%d ", i);
    add(&t, "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>"
            "<visual_scene>");
    for (int i = 0; i < INSTANCES; i++)
        add(&t, "<node><translate>%d 0 0</translate><instance_geometry url=\"#g\"/></node>", i);
    add(&t, "</visual_scene></library_visual_scenes></COLLADA>");
    expect(&t, LIMB_OK, TRIANGLES * INSTANCES, stated_bound(t.size));
    free(t.data);
}

TEST(collada_pictures_of_many_materials_are_limited)
{
    enum { REPEATED = 3000 };
    text t = begin();
    add(&t, "%s", dae_head);
    for (int i = 0; i < REPEATED; i++)
        add(&t,
            "<triangles material=\"m%d\"><input semantic=\"POSITION\" source=\"#p\"/><p>0 1 2</p>"
            "</triangles>",
            i);
    add(&t, "</mesh></geometry></library_geometries><library_images><image id=\"i\"><init_from>");
    add_long_name(&t);
    add(&t, "</init_from></image></library_images><library_effects><effect id=\"e\">"
            "<profile_COMMON><technique><phong><diffuse><texture texture=\"i\"/></diffuse></phong>"
            "</technique></profile_COMMON></effect></library_effects><library_materials>");
    for (int i = 0; i < REPEATED; i++)
        add(&t, "<material id=\"m%d\"><instance_effect url=\"#e\"/></material>", i);
    add(&t, "</library_materials></COLLADA>");
    expect(&t, LIMB_ERROR_LIMIT, 0, stated_bound(t.size));
    free(t.data);
}

//---- the others ----------------------------------------------------------------------------------

TEST(obj_name_of_many_parts_is_limited)
{
    text t = begin();
    add(&t, "v 0 0 0\nv 1 0 0\nv 0 1 0\no ");
    add_long_name(&t);
    for (int i = 0; i < 5000; i++)
        add(&t, "\nusemtl %c\nf 1 2 3", "ab"[i % 2]);
    add(&t, "\n");
    expect(&t, LIMB_ERROR_LIMIT, 0, stated_bound(t.size));
    free(t.data);
}

// The files have as many triangles per byte as each format allows. No mesh is instanced twice, and
// the memory stays within the bound for the file's size.
TEST(dense_files_stay_below_the_bound)
{
    enum { CORNERS = 150 * 1000 };
    static const char ply_head[] =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty char x\nproperty char y\n"
        "property char z\nelement tristrips 1\nproperty list int uchar vertex_indices\n"
        "end_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
    for (int kind = 0; kind < 3; kind++) {
        text t = begin();
        if (kind == 0) add(&t, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf");
        if (kind == 1) add(&t, "%s%d", ply_head, CORNERS);
        if (kind == 2)
            add(&t, "%s<tristrips><input semantic=\"POSITION\" source=\"#p\"/><p>", dae_head);
        for (int i = 0; i < CORNERS; i++)
            add(&t, " %d", i % 3 + (kind == 0));
        add(&t, "\n");
        if (kind == 2) add(&t, "</p></tristrips></mesh></geometry></library_geometries></COLLADA>");
        expect(&t, LIMB_OK, CORNERS - 2, 256 * t.size + (1 << 20));
        free(t.data);
    }
}
