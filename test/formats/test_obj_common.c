// OBJ: the fast way through common lines beside the way that all other lines go.
//
// A blank before a line changes nothing in what it says but takes it off the fast way: so each text
// is read as it is, by every path that this machine has, and with every line indented, and all must
// give the same.
#include "harness.h"
#include "limb/mesh.h"
#include "mesh/builder.h"
#include "support/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 1 << 20 };

typedef struct text {
    char *data;
    size_t size;
} text;

static text begin_text(void)
{
    text t = {malloc(CAPACITY), 0};
    ENSURE(t.data != NULL);
    // common lines begin only where there are some bytes before them
    t.size = (size_t)snprintf(t.data, CAPACITY, "# a comment, longer than a few bytes\no whole\n");
    return t;
}

static void add(text *t, const char *more)
{
    const size_t size = strlen(more);
    ENSURE(t->size + size < CAPACITY);
    memcpy(t->data + t->size, more, size + 1);
    t->size += size;
}

// room after the last line, without which it would not be a common one
static void add_room(text *t)
{
    for (int i = 0; i < 4; i++)
        add(t, "# nothing more is said here\n");
}

static text indented(const text *t)
{
    text out = {malloc(2 * CAPACITY), 0};
    ENSURE(out.data != NULL);
    for (size_t i = 0; i < t->size; i++) {
        if (i == 0 || t->data[i - 1] == '\n') out.data[out.size++] = ' ';
        out.data[out.size++] = t->data[i];
    }
    return out;
}

static bool same_floats(const float *a, const float *b, size_t count)
{
    return (a == NULL) == (b == NULL) && (!a || memcmp(a, b, count * sizeof *a) == 0);
}

typedef struct reading {
    limb_status status;
    limb_mesh *mesh;
    limb_report *report;
} reading;

// With the processor's best instruction set, or the portable one.
static reading read_text(const text *t, limb_mesh_opts opts, bool wide)
{
    reading r = {0};
    ENSURE_INT(limb_report_create(&r.report, NULL), LIMB_OK);
    opts.report = r.report;
    opts.skip_companions = true;
    limb__mesh_builder b;
    t->data[t->size] = 0;
    limb__mesh_builder_init(&b, &opts, "", t->data, t->size);
    b.format = LIMB_MESH_FORMAT_OBJ;
    b.is_text = true;
    if (!wide) b.isa = LIMB_ISA_PORTABLE;
    r.status = limb__obj_read(&b);
    if (r.status == LIMB_OK) r.status = limb__mesh_finish(&b, &r.mesh);
    limb__mesh_builder_free(&b);
    return r;
}

static void free_reading(reading *r)
{
    limb_report_free(r->report);
    limb_mesh_free(r->mesh);
}

// Findings of the second are in lines that are indented by so much.
static void ensure_same(const reading *first, const reading *second, unsigned indent)
{
    ENSURE_INT(first->status, second->status);
    ENSURE_INT(first->report->nfinding, second->report->nfinding);
    for (int i = 0; i < first->report->nfinding; i++) {
        const limb_finding *a = &first->report->finding[i], *b = &second->report->finding[i];
        ENSURE_TEXT(a->message, b->message);
        ENSURE_INT(a->span.line, b->span.line);
        ENSURE_INT(a->span.column + (a->span.column > 0 ? indent : 0), b->span.column);
    }
    if (first->status != LIMB_OK) return;
    const limb_mesh *a = first->mesh, *b = second->mesh;
    ENSURE_INT(a->nvertex, b->nvertex);
    ENSURE_INT(a->ntriangle, b->ntriangle);
    ENSURE_INT(a->nskipped, b->nskipped);
    const size_t nvertex = (size_t)a->nvertex;
    ENSURE(same_floats(a->position, b->position, nvertex * 3));
    ENSURE(same_floats(a->normal, b->normal, nvertex * 3));
    ENSURE(same_floats(a->texcoord, b->texcoord, nvertex * 2));
    ENSURE((a->color == NULL) == (b->color == NULL));
    ENSURE(memcmp(a->index, b->index, (size_t)a->ntriangle * 12) == 0);
}

// Ensures that all ways agree; returns the mesh, NULL when they refuse the text.
static limb_mesh *read_all_ways(const text *t, limb_mesh_opts opts)
{
    reading wide = read_text(t, opts, true);
    reading portable = read_text(t, opts, false);
    text slow_text = indented(t);
    reading slow = read_text(&slow_text, opts, true);
    free(slow_text.data);
    ensure_same(&wide, &slow, 1);
    ensure_same(&wide, &portable, 0);
    free_reading(&portable);
    free_reading(&slow);
    limb_report_free(wide.report);
    return wide.mesh;
}

//---- numbers -------------------------------------------------------------------------------------

static unsigned random_below(unsigned *state, unsigned count)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % count;
}

// A number of any length, with and without point, sign and exponent.
static void random_number(unsigned *state, char *out)
{
    static const char *const sign[] = {"", "", "", "-", "-", "+"};
    int size = sprintf(out, "%s", sign[random_below(state, 6)]);
    const unsigned whole =
        random_below(state, 6) ? random_below(state, 4) : random_below(state, 19);
    unsigned fraction = random_below(state, 6) ? random_below(state, 12) : random_below(state, 20);
    if (whole + fraction == 0) fraction = 1;
    for (unsigned i = 0; i < whole; i++)
        out[size++] = (char)('0' + random_below(state, 10));
    if (fraction > 0 || random_below(state, 4) == 0) out[size++] = '.';
    for (unsigned i = 0; i < fraction; i++)
        out[size++] = (char)('0' + random_below(state, 10));
    out[size] = 0;
    if (random_below(state, 12) == 0) sprintf(out + size, "e%d", (int)random_below(state, 30) - 20);
}

TEST(obj_common_numbers_are_rounded_like_all_others)
{
    enum { LINES = 4000 };
    static char written[LINES * 3][64];
    text t = begin_text();
    unsigned state = 7;
    for (int i = 0; i < LINES; i++) {
        char line[256];
        for (int k = 0; k < 3; k++)
            random_number(&state, written[i * 3 + k]);
        snprintf(line, sizeof line, "v %.60s %.60s %.60s\n", written[i * 3], written[i * 3 + 1],
                 written[i * 3 + 2]);
        add(&t, line);
        if (i % 3 == 2) {
            snprintf(line, sizeof line, "f %d %d %d\n", i - 1, i, i + 1);
            add(&t, line);
        }
    }
    add_room(&t);
    limb_mesh *mesh = read_all_ways(&t, (limb_mesh_opts){.weld = -1, .keep_degenerate = true});
    ENSURE(mesh != NULL);
    ENSURE_INT(mesh->nvertex, LINES / 3 * 3);
    for (int i = 0; i < mesh->nvertex * 3; i++) {
        const float expected = strtof(written[i], NULL);
        if (memcmp(&mesh->position[i], &expected, 4) != 0) ENSURE_TEXT(written[i], "");
    }
    limb_mesh_free(mesh);
    free(t.data);
}

// numbers in the middle between two floats, or next to it, where the last bit is hard to round
TEST(obj_common_numbers_near_the_middle_are_rounded_right)
{
    static const char *const hard[] = {
        "16777217",
        "16777217.0000001",
        "16777216.9999999",
        "1.00000005960464",
        "1.000000059604645",
        "0.1000000052154064",
        "0.50000002980232",
        "8388608.5",
        "8388609.5",
        "-16777219",
        "0.0000000000000001",
        "9999999999999999",
        "-0",
        "-0.0",
        "0.",
        "-.5",
        ".0000000000000001",
        "0000000000000001",
    };
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
        text t = begin_text();
        char line[256];
        snprintf(line, sizeof line, "v %s 1 0\nv 0 0 1\nv 0 %s 5\nf 1 2 3\n", hard[i], hard[i]);
        add(&t, line);
        add_room(&t);
        limb_mesh *mesh = read_all_ways(&t, (limb_mesh_opts){.weld = -1});
        ENSURE(mesh != NULL);
        const float expected = strtof(hard[i], NULL);
        ENSURE(memcmp(&mesh->position[0], &expected, 4) == 0);
        ENSURE(memcmp(&mesh->position[7], &expected, 4) == 0);
        limb_mesh_free(mesh);
        free(t.data);
    }
}

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

// more triangles than room is made for at once, in every form and in turn with quads
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

// an arrow is cut from its reflex corner, wherever that is among the four; with indices of all
// lengths, so that the fourth corner lies in the first window or beyond
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
