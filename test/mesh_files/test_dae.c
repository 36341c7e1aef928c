// Tests of COLLADA: primitives, inputs, scenes, materials, pictures; and hostile files.
#include "mesh_files/dae_texts.h"
#include "support/hostile.h"

#include <stdio.h>

TEST(every_primitive_is_read)
{
    static const struct {
        const char *text;
        int ntriangle;
        int nskipped;
    } primitive[] = {
        {HEAD GEOMETRY(ONE_TRIANGLE) TAIL, 1, 0},
        {HEAD GEOMETRY("<polylist count=\"2\">" VERTEX_INPUT
                       "<vcount>4 3</vcount><p>0 1 2 3 0 1 4</p></polylist>") TAIL,
         3, 0},
        {HEAD GEOMETRY("<polygons count=\"2\">" VERTEX_INPUT
                       "<p>0 1 2 3</p><ph><p>0 1 2</p><h>0 1 4"
                       "</h></ph><p>0 1 4</p></polygons>") TAIL,
         3, 1},
        {HEAD GEOMETRY("<tristrips count=\"1\">" VERTEX_INPUT "<p>0 1 3 2 4</p></tristrips>") TAIL,
         3, 0},
        {HEAD GEOMETRY("<trifans count=\"1\">" VERTEX_INPUT "<p>4 0 1 2 3</p></trifans>") TAIL, 3,
         0},
        {HEAD GEOMETRY("<lines count=\"1\">" VERTEX_INPUT "<p>0 1</p></lines>" ONE_TRIANGLE) TAIL,
         1, 1},
        // a comment between the numbers
        {HEAD GEOMETRY("<triangles count=\"2\">" VERTEX_INPUT
                       "<p>0 1 2 <!-- half --> 0 2 3</p></triangles>") TAIL,
         2, 0},
    };
    for (size_t i = 0; i < sizeof primitive / sizeof *primitive; i++) {
        limb_mesh *mesh = parse(primitive[i].text, NULL);
        ENSURE_INT(mesh->ntriangle, primitive[i].ntriangle);
        ENSURE_INT(mesh->nskipped, primitive[i].nskipped);
        limb_mesh_free(mesh);
    }
}

TEST(inputs_have_offsets)
{
    static const char text[] = HEAD
        "<library_geometries><geometry id=\"g\"><mesh>" SQUARE SOURCE("nor", 6, 3, "0 0 1 0 0 3")
            SOURCE("tex", 6, 2, "0 0 1 0.25 0.5 1") VERTICES
        "<triangles count=\"2\"><input semantic=\"NORMAL\" source=\"#nor\" offset=\"2\"/>"
        "<input semantic=\"TEXCOORD\" source=\"#tex\" offset=\"1\" set=\"0\"/>" VERTEX_INPUT
        "<p>0 0 0 1 1 1 2 2 1  0 0 0 2 2 0 3 1 1</p></triangles></mesh></geometry>"
        "</library_geometries>" TAIL;
    limb_mesh *mesh = parse(text, NULL);
    ENSURE_INT(mesh->ntriangle, 2);
    ENSURE_INT(mesh->nvertex, 4); // equal normals of different length are one
    ENSURE(mesh->normal && mesh->texcoord);
    const uint32_t second = mesh->index[1];
    ENSURE(mesh->normal[3 * second + 2] == 1);
    ENSURE(mesh->texcoord[2 * second] == 1 && mesh->texcoord[2 * second + 1] == 0.75f);
    limb_mesh_free(mesh);
    mesh = parse(text, &(limb_mesh_opts){.normals = LIMB_MESH_NORMALS_NONE});
    ENSURE(!mesh->normal && !mesh->texcoord);
    limb_mesh_free(mesh);
}

TEST(scenes_place_their_geometries)
{
    // unit, translate, rotate, scale, a nested node, an instanced node
    static const char text[] =
        HEAD "<asset><unit meter=\"0.1\"/><up_axis>Y_UP</up_axis></asset>" GEOMETRY(
            ONE_TRIANGLE) "<library_nodes><node id=\"lib\"><scale>2 2 2</scale><instance_geometry "
                          "url=\"#g\"/></node>"
                          "</library_nodes>" SCENE(
                              "<node id=\"a\" name=\"first\"><translate>10 0 "
                              "0</translate><rotate>0 0 1 90</rotate>"
                              "<instance_geometry url=\"#g\"/><node id=\"b\"><matrix>1 0 0 0 0 1 0 "
                              "0 0 0 1 5 0 0 0 1"
                              "</matrix><instance_node url=\"#lib\"/></node></node>") TAIL;
    limb_mesh *mesh = parse(text, NULL);
    ENSURE_INT(mesh->ntriangle, 2);
    ENSURE_INT(mesh->up_axis, LIMB_UP_Y);
    ENSURE(mesh->has_unit);
    ENSURE_NEAR(mesh->unit, 0.1, 0);
    ENSURE_TEXT(mesh->part[0].name, "first");
    expect_point(mesh, 0, 1, 0, 0);
    expect_point(mesh, 1, 1, 0.1, 0); // (1 0 0) turned to (0 1 0)
    expect_point(mesh, 4, 1, 0.2, 0.5);
    limb_mesh_free(mesh);

    mesh = parse(text, &(limb_mesh_opts){.apply_up_axis = true, .ignore_unit = true});
    expect_point(mesh, 1, 10, 0, 1); // y is up: it becomes z
    limb_mesh_free(mesh);
}

// X_UP: x is up, y points to the left, z to the front (the specification's table of up_axis).
TEST(an_up_axis_of_x_keeps_right_and_front)
{
    limb_mesh *mesh = parse(HEAD "<asset><up_axis>X_UP</up_axis></asset>" GEOMETRY(
                                "<triangles>" VERTEX_INPUT "<p>1 3 4</p></triangles>") TAIL,
                            &(limb_mesh_opts){.apply_up_axis = true});
    expect_point(mesh, 0, 0, 0, 1);
    expect_point(mesh, 1, -1, 0, 0);
    expect_point(mesh, 2, 0, -1, 0);
    limb_mesh_free(mesh);
}

TEST(a_mirror_turns_triangles_round)
{
    limb_mesh *mesh =
        parse(HEAD GEOMETRY(ONE_TRIANGLE)
                  SCENE("<node><scale>-1 1 1</scale><instance_geometry url=\"#g\"/></node>") TAIL,
              NULL);
    expect_point(mesh, 0, 0, 0, 0);
    expect_point(mesh, 1, -1, 1, 0);
    expect_point(mesh, 2, -1, 0, 0);
    limb_mesh_free(mesh);
}

TEST(look_at_and_skins_are_placed)
{
    // at the eye, looking along -z towards +x of the world, z up
    limb_mesh *mesh = parse(
        HEAD GEOMETRY(ONE_TRIANGLE)
            SCENE("<node><lookat>1 2 3 5 2 3 0 0 1</lookat><instance_geometry url=\"#g\"/></node>")
                TAIL,
        NULL);
    expect_point(mesh, 0, 1, 2, 3);
    expect_point(mesh, 1, 1, 1, 3); // its x is the world's -y
    limb_mesh_free(mesh);

    mesh = parse(
        HEAD GEOMETRY(
            ONE_TRIANGLE) "<library_controllers><controller id=\"c\"><skin "
                          "source=\"#g\"><bind_shape_matrix>"
                          "1 0 0 7 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix></skin></controller>"
                          "</library_controllers>" SCENE(
                              "<node><instance_controller url=\"#c\"/></node>") TAIL,
        NULL);
    expect_point(mesh, 0, 7, 0, 0);
    limb_mesh_free(mesh);

    // the skin of a morph, named with an escape
    mesh = parse(HEAD GEOMETRY(ONE_TRIANGLE) "<library_controllers><controller id=\"m o\"><morph "
                                             "source=\"#g\"/></controller><controller id=\"c\">"
                                             "<skin source=\"#m%20o\"/></controller>"
                                             "</library_controllers>" SCENE(
                                                 "<node><instance_controller url=\"#c\"/></node>")
                                                 TAIL,
                 NULL);
    ENSURE_INT(mesh->ntriangle, 1);
    limb_mesh_free(mesh);
}

// Values of parameters without a name do not count (COLLADA 1.4, <accessor>).
TEST(accessors_leave_out_what_has_no_name)
{
    static const char params[][200] = {
        "<param/><param name=\"X\"/><param name=\"Y\"/><param name=\"Z\"/>",
        "<param name=\"X\"/><param/><param name=\"Y\"/><param name=\"Z\"/>"};
    for (int i = 0; i < 2; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 HEAD
                 "<library_geometries><geometry><mesh><source id=\"pos\"><float_array "
                 "id=\"a\" count=\"12\">%s</float_array><technique_common><accessor "
                 "source=\"#a\" stride=\"4\">%s</accessor></technique_common></source>" VERTICES
                     ONE_TRIANGLE "</mesh></geometry></library_geometries>" TAIL,
                 i == 0 ? "9 0 0 0 9 1 0 0 9 0 1 0" : "0 9 0 0 1 9 0 0 0 9 1 0", params[i]);
        limb_mesh *mesh = parse(text, NULL);
        expect_point(mesh, 0, 0, 0, 0);
        expect_point(mesh, 1, 1, 0, 0);
        expect_point(mesh, 2, 0, 1, 0);
        limb_mesh_free(mesh);
    }
}

static const char painted[] = HEAD
    "<library_images><image "
    "id=\"img\"><init_from>../tex/a%20b.png</init_from></image></library_images>"
    "<library_effects><effect id=\"red\"><profile_COMMON><technique "
    "sid=\"t\"><phong><emission><color>"
    "0.1 0 0 1</color></emission><diffuse><color>0.8 0.2 0.1 "
    "1</color></diffuse><shininess><float>98"
    "</float></shininess><transparent opaque=\"A_ONE\"><color>1 1 1 0.5</color></transparent>"
    "<transparency><float>0.5</float></transparency></phong></technique></profile_COMMON></effect>"
    "<effect id=\"pic\"><profile_COMMON><newparam sid=\"sur\"><surface type=\"2D\"><init_from>img"
    "</init_from></surface></newparam><newparam "
    "sid=\"sam\"><sampler2D><source>sur</source></sampler2D>"
    "</newparam><technique sid=\"t\"><lambert><diffuse><texture texture=\"sam\" texcoord=\"UV\"/>"
    "</diffuse><transparency><float>0</float></transparency></lambert></technique></profile_COMMON>"
    "</effect></library_effects><library_materials><material id=\"m1\" name=\"red &amp; shiny\">"
    "<instance_effect url=\"#red\"/></material><material id=\"m2\"><instance_effect url=\"#pic\"/>"
    "</material></library_materials>" GEOMETRY(
        "<triangles count=\"1\" material=\"sym\">" VERTEX_INPUT "<p>0 1 2</p></triangles>"
        "<triangles count=\"1\" material=\"m2\">" VERTEX_INPUT "<p>0 2 3</p></triangles>")
        SCENE(
            "<node><instance_geometry url=\"#g\"><bind_material><technique_common>"
            "<instance_material symbol=\"sym\" target=\"#m1\"/></technique_common></bind_material>"
            "</instance_geometry></node>") TAIL;

TEST(materials_have_colors_and_pictures)
{
    limb_mesh *mesh = parse(painted, &(limb_mesh_opts){.file = "meshes/x.dae"});
    ENSURE_INT(mesh->npart, 2);
    ENSURE_INT(mesh->nmaterial, 2);
    const limb_mesh_material *red = &mesh->material[mesh->part[0].material];
    ENSURE_TEXT(red->name, "red & shiny");
    ENSURE(red->rgba[0] == 0.8f && red->rgba[1] == 0.2f && red->rgba[3] == 0.25f);
    ENSURE(red->emissive[0] == 0.1f);
    ENSURE_NEAR((double)red->roughness, 0.141421, 1e-5);
    const limb_mesh_material *picture = &mesh->material[mesh->part[1].material];
    ENSURE(picture->has_texture);
    ENSURE_TEXT(picture->texture.uri, "../tex/a%20b.png");
    ENSURE_TEXT(picture->texture.path, "meshes/../tex/a b.png");
    ENSURE(picture->rgba[3] == 1); // no opacity at all is a writer's mistake
    limb_mesh_free(mesh);
}

TEST(colors_may_be_parameters)
{
    limb_mesh *mesh = parse(
        HEAD "<library_effects><effect id=\"e\"><newparam sid=\"alpha\"><float>0.5</float>"
             "</newparam><profile_COMMON><newparam sid=\"tone\"><float3>0.1 0.2 0.3</float3>"
             "</newparam><technique><lambert><diffuse><param ref=\"tone\"/></diffuse>"
             "<transparency><param ref=\"alpha\"/></transparency></lambert></technique>"
             "</profile_COMMON></effect></library_effects><library_materials><material id=\"red\">"
             "<instance_effect url=\"#e\"/></material></library_materials>" GEOMETRY(
                 "<triangles material=\"red\">" VERTEX_INPUT "<p>0 1 2</p></triangles>") TAIL,
        NULL);
    ENSURE_INT(mesh->nmaterial, 1);
    ENSURE_NEAR((double)mesh->material[0].rgba[1], 0.2, 1e-6);
    ENSURE_NEAR((double)mesh->material[0].rgba[3], 0.5, 1e-6);
    limb_mesh_free(mesh);
}

// Writers repeat ids in each <mesh>; each refers to its own.
TEST(ids_are_looked_up_in_their_own_mesh_first)
{
    static const char text[] =
        HEAD "<library_geometries><geometry id=\"a\"><mesh>" SQUARE VERTICES ONE_TRIANGLE
             "</mesh></geometry><geometry id=\"b\"><mesh>" SOURCE("pos", 9, 3, "7 0 0 8 0 0 7 5 0")
                 VERTICES ONE_TRIANGLE "</mesh></geometry></library_geometries>" TAIL;
    limb_mesh *mesh = parse(text, NULL);
    ENSURE_INT(mesh->ntriangle, 2);
    expect_point(mesh, 0, 0, 0, 0);
    expect_point(mesh, 3, 7, 0, 0);
    expect_point(mesh, 5, 7, 5, 0);
    limb_mesh_free(mesh);
}

TEST(nodes_may_be_deep)
{
    enum { DEPTH = 3000 };
    static char text[DEPTH * 20 + 4096];
    size_t used = (size_t)snprintf(
        text, sizeof text, "%s",
        HEAD GEOMETRY(ONE_TRIANGLE) "<library_visual_scenes><visual_scene id=\"s\">");
    for (int i = 0; i < DEPTH; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "<node>");
    used += (size_t)snprintf(text + used, sizeof text - used, "<instance_geometry url=\"#g\"/>");
    for (int i = 0; i < DEPTH; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "</node>");
    snprintf(text + used, sizeof text - used,
             "</visual_scene></library_visual_scenes><scene>"
             "<instance_visual_scene url=\"#s\"/></scene></COLLADA>");
    limb_mesh *mesh = parse(text, NULL);
    ENSURE_INT(mesh->ntriangle, 1);
    limb_mesh_free(mesh);
}

// The positions of two inputs in a row must not be mixed up if both use one source.
TEST(a_source_may_play_two_parts)
{
    limb_mesh *mesh = parse(
        HEAD "<library_geometries><geometry id=\"g\"><mesh>" SQUARE VERTICES
             "<triangles count=\"1\">" VERTEX_INPUT "<input semantic=\"NORMAL\" source=\"#pos\" "
             "offset=\"0\"/><input semantic=\"TEXCOORD\" source=\"#pos\" offset=\"0\"/><p>1 2 4</p>"
             "</triangles></mesh></geometry></library_geometries>" TAIL,
        NULL);
    ENSURE_INT(mesh->ntriangle, 1);
    limb_mesh_free(mesh);
}

static limb_status load_again(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb_mesh *mesh;
    const limb_status status =
        limb_mesh_parse(&mesh, painted, sizeof painted - 1, &(limb_mesh_opts){.memory = memory});
    if (status == LIMB_OK) limb_mesh_free(mesh);
    return status;
}

static void load_any(const char *bytes, size_t size, void *ctx)
{
    (void)ctx;
    limb_mesh *mesh;
    if (limb_mesh_parse(&mesh, bytes, size, &(limb_mesh_opts){.file = "x.dae"}) == LIMB_OK)
        limb_mesh_free(mesh);
}

TEST(collada_survives_hostile_circumstances)
{
    limb_test_every_failure(LIMB_OK, load_again, NULL);
    limb_test_every_truncation(painted, sizeof painted - 1, load_any, NULL);
    limb_test_every_flip(painted, sizeof painted - 1, load_any, NULL);
}
