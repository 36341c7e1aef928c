// Tests of OBJ: lines and faces in the common form, or nearly so, give the same result
// on every path.
#include "mesh_files/obj_ways.h"

#include "support/hostile.h"

//---- lines ---------------------------------------------------------------------------------------

TEST(obj_lines_that_are_nearly_common_are_read_alike)
{
    static const char *const vertex[] = {
        "v 1 2 3\r\n",
        "v  1 2 3\n",
        "v 1  2 3\n",
        "v 1 2 3 \n",
        "v 1 2 3 \r\n",
        "v\t1 2 3\n",
        "v 1\t2 3\n",
        "v 1 2 3 1\n",
        "v 1 2 3 .1 0 1\n",
        "v 1 2 3# x\n",
        "v 1 2 3 # x\n",
        "v 1 2 \\\n3\n",
        "v 1 2 3\\\n \n",
        "v 1 2\n",
        "v 1 2\n3\n",
        "v 1..2 2 3\n",
        "v 1 - 3\n",
        "v 1 . 3\n",
        "v 1-2 2 3\n",
        "v 1 2 3\v\n",
        "v 1 2 nan\n",
        "v 1 2 inf\n",
        "v 1 2 1e99\n",
        "v 1,5 2 3\n",
        "v 1 2 3\xa0\n",
        "vx 1 2 3\n",
        "v\n",
        "vt 1 2\nv 1 2 3\n",
        "vt 1\nv 1 2 3\n",
        "vt 1 2 3\nv 1 2 3\n",
        "vt 1 x\nv 1 2 3\n",
        "vt .5 .25 \r\nv 1 2 3\n",
        "vn 1 0\nv 1 2 3\n",
        "vn 0 0 0\nv 1 2 3\n",
        "vn 0 0 1 1\nv 1 2 3\n",
        "v 000000000000000000001.5 2 3\n",
        "v 0.12345678901234567890123456789012345 0.12345678901234567890123456789012345 3\n",
    };
    for (size_t i = 0; i < sizeof vertex / sizeof *vertex; i++) {
        text t = begin_text();
        add(&t, "v 9 8 7\nv 9 8 6\nv 5 4 3\nvt 0 0\nvt .5 1\nvn 1 0 0\nvn 0 1 0\n");
        add(&t, vertex[i]);
        add(&t,
            "v 0 -0.5 0.125\nf 1/2/1 2/1/2 4/2/2\nf 3/1/1 4/2/1 1/1/1\nf 2/1/1 -2/-1/2 5/2/2\n");
        add_room(&t);
        limb_mesh_free(read_all_ways(&t, (limb_mesh_opts){0}));
        free(t.data);
    }
}

TEST(obj_faces_that_are_nearly_common_are_read_alike)
{
    static const char *const face[] = {
        "f 1 2 3\r\n",
        "f  1 2 3\n",
        "f 1  2 3\n",
        "f 1 2 3 \n",
        "f 1 2 3 \r\n",
        "f 1 2 3  \n",
        "f 1\t2 3\n",
        "f 1 2 3 4\n",
        "f 1 2 3 4 5 6 7 8\n",
        "f 1 2\n",
        "f 1\n",
        "f\n",
        "f \n",
        "f 1 2 3 # x\n",
        "f 1 2 3# x\n",
        "f 1 2 \\\n3\n",
        "f 1 2 3\\\n 4\n",
        "f -1 -2 -3\n",
        "f 1 2 -3\n",
        "f +1 2 3\n",
        "f 1 2 9\n",
        "f 0 1 2\n",
        "f 1 2 3x\n",
        "f 1 2 3.0\n",
        "f 0000001 2 3\n",
        "f 00000001 2 3\n",
        "f 12345678 2 3\n",
        "f 1 2 4294967297\n",
        "f 1 2 18446744073709551617\n",
        "f 1/1 2/2 3/1\n",
        "f 1/1/1 2/2/2 3/1/1\n",
        "f 1//1 2//2 3//1\n",
        "f 1//1 2/1/2 3//1\n",
        "f 1/1 2/1/2 3/1\n",
        "f 1 2/1 3\n",
        "f 1/1 2 3\n",
        "f 1//3 2//1 3//1\n",
        "f 1/9 2/1 3/1\n",
        "f 1/1/9 2/1/1 3/1/1\n",
        "f 1/0 2/1 3/1\n",
        "f 1//0 2//1 3//1\n",
        "f 1// 2// 3//\n",
        "f 1/ 2/ 3/\n",
        "f 1/1/ 2/1/ 3/1/\n",
        "f 1//-1 2//-2 3//1\n",
        "f 1/1/1/1 2/1/1 3/1/1\n",
        "f 1/1/1 2/2/2 3/1/1 4/2/2\n",
        "f 1//1 2//2 3//1 4//2 5//1\n",
        "f 1/1 2/2 4/1 3/2\r\n",
        "f 0000001/0000001/0000001 0000002/0000002/0000002 0000003/0000001/0000002 0000004/2/1\n",
        "f 1/1/000000000000000000000000000000000000000000000000000000000000001 2/2/2 3/1/1\n",
        "f 0000000000000000000000000000000000000000000000000000000000000000000000000001 2 3\n",
        "f 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8\n",
        "f 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 1\n",
        "fo 1 2 3\n",
        "f 1 2 3\nl 1 2\nf 2 3 4\n",
        "f 1 2 3\n\nf 2 3 4\n",
    };
    for (size_t i = 0; i < sizeof face / sizeof *face; i++) {
        for (int before = 0; before < 5; before++) {
            // a common face of every form, or none, comes before it
            static const char *const first[] = {"", "f 1 2 3\n", "f 1/1 2/2 3/1\n",
                                                "f 1//1 2//2 3//1\n", "f 1/2/1 2/1/2 3/2/2\n"};
            text t = begin_text();
            add(&t, "v 0 0 0\nv 1 0 0\nv 1 1 .1\nv 0 1 .2\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                    "vt 0 0\nvt .5 1\nvn 1 0 0\nvn 0 1 0\n");
            for (int k = 0; k < 3; k++)
                add(&t, first[before]);
            add(&t, face[i]);
            add(&t, first[before]);
            add_room(&t);
            limb_mesh_free(read_all_ways(&t, (limb_mesh_opts){0}));
            limb_mesh_free(read_all_ways(&t, (limb_mesh_opts){.max_triangles = 3}));
            free(t.data);
        }
    }
}

// more triangles than one allocation holds, in every form and alternating with quads
TEST(obj_long_runs_of_faces_are_read_alike)
{
    static const char *const after[4][4] = {{"", "", "", ""},
                                            {"/1", "/2", "/1", "/1"},
                                            {"//2", "//1", "//2", "//1"},
                                            {"/1/2", "/2/1", "/1/1", "/2/2"}};
    for (int mixed = 0; mixed < 3; mixed++) {
        for (int i = 0; i < 4; i++) {
            text t = begin_text();
            add(&t, "vt 0 0\nvt .5 1\nvn 1 0 0\nvn 0 1 0\n");
            char line[200];
            for (int k = 0; k < 1100; k++) {
                snprintf(line, sizeof line, "v %d.5 %d.25 0.%d\n", k % 31, k / 31, k % 7);
                add(&t, line);
            }
            for (int k = 1; k + 33 < 1100; k++) {
                // always triangles, every third face a quad, or every fourth triangle
                // of another form
                const int f = mixed == 2 && k % 4 == 0 ? (i + 1) % 4 : i;
                const int corner[4] = {k, k + 1, k + 32, k + 31};
                const int count = mixed == 1 && k % 3 == 0 ? 4 : 3;
                int size = sprintf(line, "f");
                for (int c = 0; c < count; c++)
                    size += sprintf(line + size, " %d%s", corner[c], after[f][c]);
                strcpy(line + size, "\n");
                add(&t, line);
            }
            add_room(&t);
            limb_mesh *mesh = read_all_ways(&t, (limb_mesh_opts){0});
            ENSURE(mesh != NULL && mesh->ntriangle >= 1066);
            limb_mesh_free(mesh);
            free(t.data);
        }
    }
}

// an arrow-shaped quad is split at its reflex corner, whichever of the four that is; the indices
// have all lengths, so that the fourth corner is in the first window or after it
TEST(obj_quads_are_cut_from_their_reflex_corner)
{
    enum { ARROWS = 12000 };
    for (int f = 0; f < 4; f++) {
        text t = begin_text();
        char line[200];
        add(&t, "v -1 -1 0\nv 0 1 0\nv 1 -1 0\nv 0 0 0\nvt 0 0\nvn 0 0 1\n");
        for (int i = 2; i <= ARROWS; i++)
            add(&t, "v -1 -1 0\nv 0 1 0\nv 1 -1 0\nv 0 0 0\nvt 1 0\nvn 0 0 1\n");
        int narrow = 0;
        for (int i = 1; i <= ARROWS; i += i < 200 ? 1 : 97, narrow++) {
            int size = sprintf(line, "f");
            for (int c = 0; c < 4; c++) {
                size += sprintf(line + size, " %d", 4 * (i - 1) + 1 + (c + i) % 4);
                if (f > 0) line[size++] = '/';
                if (f % 2 == 1) size += sprintf(line + size, "%d", i);
                if (f > 1) size += sprintf(line + size, "/%d", i);
            }
            strcpy(line + size, "\n");
            add(&t, line);
        }
        add_room(&t);
        limb_mesh *mesh = read_all_ways(&t, (limb_mesh_opts){.weld = -1});
        ENSURE(mesh != NULL);
        ENSURE_INT(mesh->ntriangle, 2 * narrow);
        ENSURE_NEAR(limb_mesh_area(mesh), narrow, 1e-6);
        limb_mesh_free(mesh);
        free(t.data);
    }
}

//---- hostile -------------------------------------------------------------------------------------

static const char body[] =
    "# so much that common lines are read\no a\n"
    "v 0.5 -0.25 0.125\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0.25\nvn 0 0 1\nvn 0 1 0\n"
    "f 1/1/1 2/2/1 3/1/2\nf 1/1/1 3/2/1 4/1/2\nf 1/2/1 2/2/2 3/1/1 4/1/1\n"
    "g b\nf 1//1 2//1 3//2\nf 1 2 4\nf 2/1 3/2 4/1\n"
    "# and this is to let the last of them be among these, ninety-six bytes before the end of "
    "all\n";

static limb_status load_again(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb_mesh *mesh;
    const limb_status status =
        limb_mesh_parse(&mesh, body, sizeof body - 1, &(limb_mesh_opts){.memory = memory});
    if (status == LIMB_OK) limb_mesh_free(mesh);
    return status;
}

static void load_any(const char *bytes, size_t size, void *ctx)
{
    (void)ctx;
    limb_mesh *mesh;
    if (limb_mesh_parse(&mesh, bytes, size, &(limb_mesh_opts){.file = "x.obj"}) == LIMB_OK)
        limb_mesh_free(mesh);
}

TEST(obj_common_lines_survive_hostile_circumstances)
{
    limb_test_every_failure(LIMB_OK, load_again, NULL);
    limb_test_every_truncation(body, sizeof body - 1, load_any, NULL);
    limb_test_every_flip(body, sizeof body - 1, load_any, NULL);
}
