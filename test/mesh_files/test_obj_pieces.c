// Tests of OBJ: a file read piece by piece gives the same as its bytes in memory, which
// are one piece.
#define _POSIX_C_SOURCE 200809L

#include "harness.h"
#include "limb/mesh.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CAPACITY = 2 << 20, SEVERAL_PIECES = 700 * 1000 };

typedef struct text {
    char *data;
    size_t size;
} text;

static void add(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void ensure_same_findings(const limb_report *a, const limb_report *b);
static void ensure_same_mesh(const limb_mesh *a, const limb_mesh *b);

static text begin_text(void)
{
    text t = {malloc(CAPACITY), 0};
    ENSURE(t.data != NULL);
    add(&t, "o piecewise\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nvt 0.5 0.5\n");
    return t;
}

static void add(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int size = vsnprintf(t->data + t->size, CAPACITY - t->size, format, args);
    va_end(args);
    ENSURE(size >= 0 && t->size + (size_t)size < CAPACITY);
    t->size += (size_t)size;
}

// Ensures that both ways agree; the status. The text is freed.
static limb_status read_both_ways(text t)
{
    char path[] = LIMB_BINARY_DIR "/test_obj_pieces_XXXXXX";
    const int file = mkstemp(path);
    ENSURE(file >= 0);
    ENSURE_INT(write(file, t.data, t.size), t.size);
    close(file);

    limb_mesh *mesh[2];
    limb_report *report[2];
    limb_mesh_opts opts = {.file = path, .skip_companions = true};
    for (int i = 0; i < 2; i++)
        ENSURE_INT(limb_report_create(&report[i], NULL), LIMB_OK);
    opts.report = report[0];
    const limb_status status = limb_mesh_load(&mesh[0], path, &opts);
    opts.report = report[1];
    ENSURE_INT(limb_mesh_parse(&mesh[1], t.data, t.size, &opts), status);
    unlink(path);
    free(t.data);

    ensure_same_findings(report[0], report[1]);
    if (status == LIMB_OK) ensure_same_mesh(mesh[0], mesh[1]);
    for (int i = 0; i < 2; i++) {
        limb_report_free(report[i]);
        limb_mesh_free(mesh[i]);
    }
    return status;
}

static void ensure_same_findings(const limb_report *a, const limb_report *b)
{
    ENSURE_INT(a->nfinding, b->nfinding);
    for (int i = 0; i < a->nfinding; i++) {
        ENSURE_TEXT(a->finding[i].message, b->finding[i].message);
        ENSURE_INT(a->finding[i].span.line, b->finding[i].span.line);
        ENSURE_INT(a->finding[i].span.column, b->finding[i].span.column);
        ENSURE_TEXT(a->finding[i].source_line, b->finding[i].source_line);
    }
}

static void ensure_same_mesh(const limb_mesh *a, const limb_mesh *b)
{
    ENSURE_INT(a->nvertex, b->nvertex);
    ENSURE_INT(a->ntriangle, b->ntriangle);
    ENSURE_INT(a->nskipped, b->nskipped);
    ENSURE_INT(a->npart, b->npart);
    for (int i = 0; i < a->npart; i++)
        ENSURE_TEXT(a->part[i].name, b->part[i].name);
    ENSURE(memcmp(a->position, b->position, (size_t)a->nvertex * 12) == 0);
    ENSURE(memcmp(a->index, b->index, (size_t)a->ntriangle * 12) == 0);
    ENSURE((a->normal == NULL) == (b->normal == NULL));
    ENSURE(!a->normal || memcmp(a->normal, b->normal, (size_t)a->nvertex * 12) == 0);
}

// Lines of all kinds and lengths, so that pieces end everywhere within them.
static void add_lines(text *t, limb_test_rng *rng, size_t until)
{
    static const char blanks[] = "                                                            ";
    for (int nvertex = 3, nnormal = 1; t->size < until;) {
        const int digits = limb_test_below(rng, 9);
        const double x = limb_test_uniform(rng, -9, 9);
        const int a = 1 + limb_test_below(rng, nvertex), n = 1 + limb_test_below(rng, nnormal);
        switch (limb_test_below(rng, 8)) {
        case 0:
            add(t, "v %.*f %.*e %.*f\r\n", digits, x, digits, 2 * x, digits, 3 * x);
            nvertex++;
            break;
        case 1:
            add(t, "vn %.*f %g 1\n", digits, x, x);
            nnormal++;
            break;
        case 2:
            add(t, "# %.*s\n", limb_test_below(rng, 60), blanks);
            break;
        case 3:
            add(t, "f %d//%d \\\n %.*s %d//%d \\\r\n -1//-1 \n", a, n, limb_test_below(rng, 60),
                blanks, nvertex, nnormal);
            break;
        case 4:
            add(t, "g part %d\n", a);
            break;
        default:
            add(t, "f %d//%d %d//1 %d//%d%s\n", a, n, nvertex, (a + 1) / 2, n,
                limb_test_below(rng, 2) ? " 1//1" : "");
            break;
        }
    }
}

TEST(obj_pieces_may_end_anywhere)
{
    limb_test_rng rng = {1};
    for (int i = 0; i < LIMB_TEST_COUNT(40) + 2; i++) {
        text t = begin_text();
        add_lines(&t, &rng, SEVERAL_PIECES);
        if (i % 2) t.size -= 3; // within the last line
        read_both_ways(t);
    }
}

TEST(obj_files_may_be_about_as_long_as_a_piece)
{
    limb_test_rng rng = {2};
    for (int i = -100; i < 100; i += 3) {
        text t = begin_text();
        const size_t size = (size_t)(128 * 1024 + i);
        add_lines(&t, &rng, size - 200);
        while (t.size < size)
            add(&t, "%s", t.size + 1 < size ? "#" : "\n");
        ENSURE_INT(read_both_ways(t), LIMB_OK);
    }
}

TEST(obj_lines_may_be_longer_than_a_piece)
{
    text t = begin_text();
    add(&t, "# ");
    for (int i = 0; i < SEVERAL_PIECES; i++)
        add(&t, "-");
    add(&t, "\nf");
    for (int i = 0; i < 100 * 1000; i++)
        add(&t, i % 1000 ? " %d//1" : " \\\n%d//1", 1 + i % 3);
    add(&t, "\nf 1 2 3");
    ENSURE_INT(read_both_ways(t), LIMB_OK);
}

TEST(findings_in_obj_pieces_give_the_line)
{
    limb_test_rng rng = {3};
    for (int i = 0; i < 3; i++) {
        text t = begin_text();
        add(&t, i == 0 ? "f 1//7 2//1 3//1\n" : "#\n");
        add_lines(&t, &rng, SEVERAL_PIECES);
        add(&t, i < 2 ? "f 1//1 2//1 9999999//1\n" : "v 1 2 east\n");
        add_lines(&t, &rng, SEVERAL_PIECES + 1000);
        ENSURE_INT(read_both_ways(t), LIMB_ERROR_INPUT);
    }
}

// such files are normalized before they are parsed, which needs the whole file at once
TEST(obj_files_may_have_a_mark_or_old_line_ends)
{
    limb_test_rng rng = {4};
    for (int old = 0; old < 2; old++) {
        text t = begin_text();
        if (old) {
            add_lines(&t, &rng, 1000);
            for (size_t i = 0; i < t.size; i++)
                t.data[i] = t.data[i] == '\n' ? '\r' : t.data[i];
        } else {
            memcpy(t.data, "\xef\xbb\xbfv 1 2 3\n#", 12);
            add_lines(&t, &rng, SEVERAL_PIECES);
        }
        ENSURE_INT(read_both_ways(t), LIMB_OK);
    }
}
