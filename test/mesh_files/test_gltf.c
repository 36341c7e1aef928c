// Tests of glTF and GLB: buffers of every kind, accessors of every type, nodes, skins, materials.
// test_gltf_findings.c tests broken files.
#include "mesh_files/gltf_texts.h"

TEST(buffers_come_from_everywhere)
{
    unsigned char raw[40];
    memcpy(raw, points, 36);
    memcpy(raw + 36, corners, 4);
    char data[128] = "data:application/octet-stream;base64,";
    base64(raw, 40, data + strlen(data));
    char text[4096], glb[4096];
    limb_mesh *mesh;

    make_text(text, sizeof text, "{\"mesh\":0}", data);
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), NULL), LIMB_OK);
    ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_GLTF);
    ENSURE_INT(mesh->ntriangle, 1);
    expect_point(mesh, 2, 0, 2, 0); // as stored
    limb_mesh_free(mesh);
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), &(limb_mesh_opts){.turn_y_up = true}),
               LIMB_OK);
    expect_point(mesh, 2, 0, 0, 2);
    limb_mesh_free(mesh);

    make_text(text, sizeof text, "{\"mesh\":0}", "a.bin");
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), &(limb_mesh_opts){.read = read_buffer}),
               LIMB_OK);
    expect_point(mesh, 2, 0, 2, 0);
    limb_mesh_free(mesh);
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), NULL), LIMB_ERROR_INPUT);

    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    const size_t size = make_glb(glb, text);
    ENSURE_INT(limb_mesh_parse(&mesh, glb, size, NULL), LIMB_OK);
    ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_GLB);
    expect_point(mesh, 1, 1, 0, 0);
    limb_mesh_free(mesh);
}

TEST(nodes_place_their_meshes)
{
    static const struct {
        const char *node;
        double x, y, z; // of the second corner, 1 0 0 in the mesh, with y up
    } placed[] = {
        {"{\"mesh\":0,\"translation\":[1,2,3]}", 2, 2, 3},
        {"{\"mesh\":0,\"scale\":[2,1,1]}", 2, 0, 0},
        {"{\"mesh\":0,\"rotation\":[0,0,0.7071067811865476,0.7071067811865476]}", 0, 1, 0},
        {"{\"mesh\":0,\"matrix\":[0,1,0,0,-1,0,0,0,0,0,1,0,5,6,7,1]}", 5, 7, 7},
        {"{\"children\":[1],\"translation\":[1,0,0]},{\"mesh\":0,\"scale\":[3,3,3]}", 4, 0, 0}};
    for (size_t i = 0; i < sizeof placed / sizeof *placed; i++) {
        char text[4096], glb[4096];
        make_text(text, sizeof text, placed[i].node, NULL);
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
        expect_point(mesh, 1, placed[i].x, placed[i].y, placed[i].z);
        limb_mesh_free(mesh);
    }
}

TEST(accessors_and_materials_of_every_kind)
{
    char text[4096];
    make_rich(text, sizeof text);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), NULL), LIMB_OK);
    ENSURE_INT(mesh->ntriangle, 2);
    ENSURE_INT(mesh->nskipped, 1);
    expect_point(mesh, 1, 1, 0, 0);
    expect_point(mesh, 4, 1, -1, 0); // the sparse one, in a strip's second triangle
    ENSURE(mesh->texcoord && mesh->color);
    ENSURE_INT(mesh->color[4 * mesh->index[0] + 1], 0);
    ENSURE_INT(mesh->color[4 * mesh->index[0]], 255);
    ENSURE_TEXT(mesh->part[0].name, "n");
    const limb_mesh_material *m = &mesh->material[0];
    ENSURE_NEAR((double)m->rgba[0], 0.735357, 1e-5); // linear 0.5 as shown
    ENSURE(m->rgba[1] == 1 && m->rgba[2] == 0 && m->rgba[3] == 0.5f);
    ENSURE(m->metallic == 0.5f && m->roughness == 0.25f && m->double_sided && m->emissive[1] == 1);
    ENSURE(m->has_texture && m->texture.size == 4);
    ENSURE(memcmp(m->texture.bytes, "\x89PNG", 4) == 0);
    limb_mesh_free(mesh);
}

// The data of two attributes must not be mixed up if both use one accessor.
TEST(an_accessor_may_play_two_parts)
{
    char text[4096], glb[4096];
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    replace(text, "{\"POSITION\":0}", "{\"POSITION\":0,\"NORMAL\":0,\"TEXCOORD_0\":0}");
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
    ENSURE_INT(mesh->ntriangle, 1);
    limb_mesh_free(mesh);
}

// One row of a primitive's indices is replaced: without that the triangle would have no area.
TEST(indices_may_be_sparse)
{
    char text[4096], glb[4096];
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    replace(text, "\"count\":3,\"type\":\"SCALAR\"}",
            "\"count\":3,\"type\":\"SCALAR\",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":1,"
            "\"byteOffset\":1,\"componentType\":5121},\"values\":{\"bufferView\":1}}}");
    limb_mesh *mesh;
    // row 1 becomes 0
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text),
                               &(limb_mesh_opts){.keep_degenerate = true}),
               LIMB_OK);
    ENSURE_INT(mesh->ntriangle, 1);
    ENSURE_INT(mesh->index[0], mesh->index[1]);
    limb_mesh_free(mesh);
}

// KHR_texture_transform, and the set of coordinates that it names, belong to the material: another
// primitive with the same coordinates keeps them.
TEST(pictures_are_laid_by_their_material)
{
    char text[4096], glb[4096];
    make_text(text, sizeof text, "{\"mesh\":0},{\"mesh\":1}", NULL);
    replace(text, "\"nodes\":[0]", "\"nodes\":[0,1]");
    replace(text, "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}",
            "{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_1\":0},\"material\":0}]},"
            "{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":0},\"material\":1}]}");
    replace(text, "\"meshes\"",
            "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,"
            "\"extensions\":{\"KHR_texture_transform\":{\"offset\":[10,20],\"rotation\":"
            "1.5707963267948966,\"scale\":[2,3],\"texCoord\":1}}}}},{}],\"textures\":"
            "[{\"source\":0}],\"images\":[{\"uri\":\"a.png\"}],\"meshes\"");
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
    ENSURE_INT(mesh->ntriangle, 2);
    // the points' x and y as coordinates: 0 0, 1 0 and 0 2
    static const double expected[6][2] = {{10, 20}, {10, 18}, {16, 20}, {0, 0}, {1, 0}, {0, 2}};
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 2; k++)
            ENSURE_NEAR((double)mesh->texcoord[2 * mesh->index[i] + (uint32_t)k], expected[i][k],
                        1e-5);
    }
    ENSURE(mesh->material[0].has_texture);
    limb_mesh_free(mesh);
}

// The joints of a skinned mesh determine its pose; the transform of its own node is ignored (glTF
// 2.0, 3.7.3.3). Here the joint, below a node with scale 0.5, is at (3 0 0) and was bound at (2 0
// 0) with twice the size.
TEST(skins_are_placed_by_their_joints)
{
    char text[4096], glb[4096];
    make_text(text, sizeof text,
              "{\"children\":[1,2],\"scale\":[0.5,0.5,0.5]},{\"mesh\":0,\"skin\":0,"
              "\"translation\":[9,9,9]},{\"translation\":[6,0,0]}",
              NULL);
    replace(text, "\"meshes\"",
            "\"skins\":[{\"joints\":[2],\"inverseBindMatrices\":2}],\"meshes\"");
    replace(text, "\"type\":\"SCALAR\"}",
            "\"type\":\"SCALAR\"},{\"bufferView\":2,\"componentType\":5120,\"count\":1,\"type\":"
            "\"MAT4\"}");
    replace(text, "\"byteOffset\":36,\"byteLength\":3}",
            "\"byteOffset\":36,\"byteLength\":3},{\"buffer\":1,\"byteLength\":16}");
    static const unsigned char inverse[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0xfc, 0, 0, 1};
    char uri[64] = "data:;base64,";
    base64(inverse, sizeof inverse, uri + strlen(uri));
    char buffer[128];
    snprintf(buffer, sizeof buffer, "\"byteLength\":40},{\"byteLength\":16,\"uri\":\"%s\"}", uri);
    replace(text, "\"byteLength\":40}", buffer);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
    expect_point(mesh, 0, 1, 0, 0); // 3 + (0 * 2 - 4) / 2
    expect_point(mesh, 1, 2, 0, 0);
    expect_point(mesh, 2, 1, 2, 0);
    limb_mesh_free(mesh);
    replace(text, ",\"inverseBindMatrices\":2", ""); // bound where the joint is
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
    expect_point(mesh, 0, 3, 0, 0);
    expect_point(mesh, 1, 3.5f, 0, 0);
    limb_mesh_free(mesh);
    replace(text, "\"joints\":[2]", "\"joints\":[7]");
    expect_failure(text, LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
}
