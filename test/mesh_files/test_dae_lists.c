// Tests of COLLADA: long lists of indices, which are read in blocks.
#include "harness.h"
#include "limb/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 1 << 20, NPOINT = 500 };

typedef struct text {
    char *data;
    size_t size;
} text;

static void add(text *t, const char *more)
{
    const size_t size = strlen(more);
    ENSURE(t->size + size < CAPACITY);
    memcpy(t->data + t->size, more, size + 1);
    t->size += size;
}

static void add_number(text *t, int value)
{
    char word[32];
    snprintf(word, sizeof word, "%d ", value);
    add(t, word);
}

static int normal_of(int point)
{
    return point % 2;
}

// The begin of a file with NPOINT points (i, i^2, 0) and two normals, up to the primitive.
static text begin_file(void)
{
    text t = {malloc(CAPACITY), 0};
    ENSURE(t.data != NULL);
    add(&t, "<COLLADA version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh>"
            "<source id=\"p\"><float_array id=\"pa\" count=\"1500\">");
    for (int i = 0; i < NPOINT; i++) {
        add_number(&t, i);
        add_number(&t, i * i);
        add(&t, "0 ");
    }
    add(&t, "</float_array><technique_common><accessor source=\"#pa\" stride=\"3\"/>"
            "</technique_common></source><source id=\"n\"><float_array id=\"na\" count=\"6\">"
            "0 0 1 0 1 0</float_array><technique_common><accessor source=\"#na\" stride=\"3\"/>"
            "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" "
            "source=\"#p\"/></vertices>\n");
    return t;
}

static void add_inputs(text *t, int stride, bool normals)
{
    char input[200];
    add(t, "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>");
    if (normals) add(t, "<input semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/>");
    // something that nothing reads
    snprintf(input, sizeof input, "<input semantic=\"COLOR\" source=\"#n\" offset=\"%d\"/>",
             stride - 1);
    if (stride > 2) add(t, input);
}

static void add_corner(text *t, int point, int stride, bool normals)
{
    add_number(t, point);
    for (int k = 1; k < stride; k++)
        add_number(t, k == 1 && normals ? normal_of(point) : 7);
}

static void end_file(text *t)
{
    add(t, "</mesh></geometry></library_geometries></COLLADA>\n");
}

static int corner_point(int i)
{
    return (i * 7 + i / 3) % NPOINT;
}

static void expect_corner(const limb_mesh *mesh, int corner, int point, bool normals)
{
    const float *p = mesh->position + 3 * mesh->index[corner];
    ENSURE_INT(p[0], point);
    if (!normals) return;
    ENSURE_INT(mesh->normal[3 * mesh->index[corner] + 2], 1 - normal_of(point));
}

TEST(dae_triangles_may_be_many)
{
    static const int strides[] = {1, 2, 3, 5, 100, 256};
    static const int counts[] = {1, 2, 84, 85, 86, 127, 128, 129, 255, 256, 257, 600};
    for (size_t s = 0; s < sizeof strides / sizeof *strides; s++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            const int stride = strides[s], ntriangle = counts[c];
            if (stride > 10 && ntriangle > 200) continue;
            const bool normals = stride > 1;
            text t = begin_file();
            add(&t, "<triangles>");
            add_inputs(&t, stride, normals);
            add(&t, "<p>");
            for (int i = 0; i < 3 * ntriangle; i++) {
                add_corner(&t, corner_point(i), stride, normals);
                // texts may be interrupted anywhere, and lines broken
                if (i % 50 == 20) add(&t, "<!-- -->");
                if (i % 70 == 30) add(&t, "\n   ");
            }
            if (c % 2) add_number(&t, 1); // less than a triangle is left over
            add(&t, "</p></triangles>");
            end_file(&t);
            limb_mesh *mesh;
            ENSURE_INT(
                limb_mesh_parse(&mesh, t.data, t.size, &(limb_mesh_opts){.keep_degenerate = true}),
                LIMB_OK);
            ENSURE_INT(mesh->ntriangle, ntriangle);
            for (int i = 0; i < 3 * ntriangle; i++)
                expect_corner(mesh, i, corner_point(i), normals);
            limb_mesh_free(mesh);
            free(t.data);
        }
    }
}

// runs of triangles of every length between quads, which end at every position of a block
TEST(dae_polylists_may_be_many)
{
    for (int every = 1; every < 12; every++) {
        text t = begin_file();
        add(&t, "<polylist>");
        add_inputs(&t, 2, true);
        add(&t, "<vcount>");
        enum { POLYGONS = 700 };
        int ncorner = 0, ntriangle = 0;
        for (int i = 0; i < POLYGONS; i++) {
            const int count = every > 1 && i % every == 0 ? 4 : 3;
            add_number(&t, count);
            ncorner += count;
            ntriangle += count - 2;
        }
        add(&t, "</vcount><p>");
        for (int i = 0; i < ncorner; i++)
            add_corner(&t, i % NPOINT, 2, true);
        // more than was declared, and wrong: nobody asks
        add(&t, "9999 0 -1 -1 x</p></polylist>");
        end_file(&t);
        limb_mesh *mesh;
        ENSURE_INT(
            limb_mesh_parse(&mesh, t.data, t.size, &(limb_mesh_opts){.keep_degenerate = true}),
            LIMB_OK);
        ENSURE_INT(mesh->ntriangle, ntriangle);
        // the points lie on a parabola: quads are convex and cut from their first corner, unless
        // they run over the last point
        int corner = 0, at = 0;
        for (int i = 0; i < POLYGONS; i++) {
            const int count = every > 1 && i % every == 0 ? 4 : 3;
            for (int k = 0; k < 3 && at + 4 < NPOINT; k++)
                expect_corner(mesh, corner + k, at + k, true);
            corner += (count - 2) * 3;
            at += count;
        }
        limb_mesh_free(mesh);
        free(t.data);
    }
}

// a wrong index is reported at its own location, wherever a block ends
TEST(dae_wrong_indices_are_reported_in_their_place)
{
    static const char *const word[] = {"500 0 ", "-1 0 ", "x 0 ", "4294967296 0 ", "1 9 ", "1 -1 "};
    static const int place[] = {0, 1, 2, 3, 100, 254, 255, 256, 257, 383, 384, 385, 500, 767, 768};
    for (size_t w = 0; w < sizeof word / sizeof *word; w++) {
        for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
            text t = begin_file();
            add(&t, "<triangles>");
            add_inputs(&t, 2, true);
            add(&t, "<p>");
            const size_t line = t.size - (size_t)(strrchr(t.data, '\n') + 1 - t.data);
            size_t column = 0;
            const size_t begin = t.size;
            for (int k = 0; k < 900; k++) {
                if (k == place[i]) {
                    add(&t, word[w]);
                    // the finding is after the corner, or at what is not a number
                    column = line + 1 + t.size - begin - (word[w][0] == 'x' ? 4 : 1);
                } else {
                    add_corner(&t, corner_point(k), 2, true);
                }
            }
            add(&t, "</p></triangles>");
            end_file(&t);
            const bool attribute = word[w][0] == '1';
            limb_report *report;
            ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
            limb_mesh *mesh;
            const limb_status status =
                limb_mesh_parse(&mesh, t.data, t.size, &(limb_mesh_opts){.report = report});
            ENSURE_INT(status, attribute ? LIMB_OK : LIMB_ERROR_INPUT);
            ENSURE_INT(report->nfinding, 1);
            ENSURE_INT(report->finding[0].rule,
                       attribute ? LIMB_RULE_MESH_SKIPPED : LIMB_RULE_MESH_BROKEN);
            ENSURE_INT(report->finding[0].span.line, 2);
            ENSURE_INT(report->finding[0].span.column, column);
            if (status == LIMB_OK) {
                ENSURE(mesh->normal == NULL); // not every corner has one
                limb_mesh_free(mesh);
            }
            limb_report_free(report);
            free(t.data);
        }
    }
}

TEST(dae_triangles_are_limited)
{
    text t = begin_file();
    add(&t, "<triangles>");
    add_inputs(&t, 1, false);
    add(&t, "<p>");
    for (int i = 0; i < 300; i++)
        add_corner(&t, i, 1, false);
    add(&t, "</p></triangles>");
    end_file(&t);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, t.data, t.size, &(limb_mesh_opts){.max_triangles = 99}),
               LIMB_ERROR_LIMIT);
    ENSURE_INT(limb_mesh_parse(&mesh, t.data, t.size, &(limb_mesh_opts){.max_triangles = 100}),
               LIMB_OK);
    ENSURE_INT(mesh->ntriangle, 100);
    limb_mesh_free(mesh);
    free(t.data);
}
