// Joining of vertices: regardless of the file's indices, two corners become one vertex exactly if
// all their attributes are equal, and vertices are in the order of their first use.
#include "harness.h"
#include "limb/mesh.h"
#include "support/hostile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 1 << 21, MOST = 6000 };

typedef struct vertex {
    float word[8]; // position, normal, texture coordinate
} vertex;

// a mesh of corners and what it must become
typedef struct sample {
    char *text;
    size_t size;
    vertex corner[3 * MOST]; // of the triangles that are left
    int ncorner;
    int ndegenerate;
} sample;

static unsigned random_below(unsigned *state, unsigned count)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % count;
}

static void add(sample *s, const char *line)
{
    const size_t size = strlen(line);
    ENSURE(s->size + size < CAPACITY);
    memcpy(s->text + s->size, line, size + 1);
    s->size += size;
}

// Rows of few different values: many are equal, and zeros have either sign.
static void add_rows(sample *s, const char *name, float (*row)[3], int count, int width, int kinds,
                     unsigned *state)
{
    for (int i = 0; i < count; i++) {
        char line[200];
        int size = sprintf(line, "%s", name);
        for (int k = 0; k < 3; k++) {
            const int value = (int)random_below(state, (unsigned)kinds);
            row[i][k] = k < width ? (float)value / 4 : 0;
            const char *sign = value == 0 && random_below(state, 2) ? "-" : "";
            if (k < width) size += sprintf(line + size, " %s%g", sign, (double)row[i][k]);
        }
        strcpy(line + size, "\n");
        add(s, line);
    }
}

// Triangles of random corners; attribute 0: v/t/n, 1: v//n, 2: v/t, 3: v/t or v in turn.
static sample *make_sample(unsigned seed, int form, int nrow, int kinds, int ntriangle)
{
    sample *s = calloc(1, sizeof *s);
    ENSURE(s != NULL);
    s->text = malloc(CAPACITY);
    ENSURE(s->text != NULL && ntriangle <= MOST && nrow <= MOST);
    static float position[MOST][3], normal[MOST][3], texcoord[MOST][3];
    unsigned state = seed;
    add(s, "# vertices that share nothing, something or all\no whole\n");
    add_rows(s, "v", position, nrow, 3, kinds, &state);
    add_rows(s, "vn", normal, nrow, 3, kinds, &state);
    add_rows(s, "vt", texcoord, nrow, 2, kinds, &state);
    // no normal without direction: it would make all of them unusable
    add(s, "vn 1 0 0\n");
    for (int t = 0; t < ntriangle; t++) {
        char line[200] = "f";
        int size = 1;
        vertex c[3];
        memset(c, 0, sizeof c);
        for (int k = 0; k < 3; k++) {
            const int p = (int)random_below(&state, (unsigned)nrow);
            const int u = (int)random_below(&state, (unsigned)nrow);
            int n = (int)random_below(&state, (unsigned)nrow);
            const float *v = normal[n];
            double length = sqrt((double)v[0] * (double)v[0] + (double)v[1] * (double)v[1] +
                                 (double)v[2] * (double)v[2]);
            static const float ahead[3] = {1, 0, 0};
            if (length < 0.1) {
                n = nrow;
                v = ahead;
                length = 1;
            }
            memcpy(c[k].word, position[p], 12);
            for (int i = 0; i < 3 && form < 2; i++)
                c[k].word[3 + i] = (float)((double)v[i] / length);
            const bool textured = form == 0 || form == 2 || (form == 3 && t % 2);
            if (textured) c[k].word[6] = texcoord[u][0];
            if (textured) c[k].word[7] = 1 - texcoord[u][1];
            size += sprintf(line + size, " %d", p + 1);
            if (form == 1) size += sprintf(line + size, "//%d", n + 1);
            if (textured) size += sprintf(line + size, "/%d", u + 1);
            if (form == 0) size += sprintf(line + size, "/%d", n + 1);
        }
        strcpy(line + size, "\n");
        add(s, line);
        const bool degenerate = memcmp(c[0].word, c[1].word, 12) == 0 ||
                                memcmp(c[1].word, c[2].word, 12) == 0 ||
                                memcmp(c[2].word, c[0].word, 12) == 0;
        s->ndegenerate += degenerate;
        if (degenerate) continue;
        memcpy(s->corner + s->ncorner, c, sizeof c);
        s->ncorner += 3;
    }
    return s;
}

static void compare(const sample *s, int form)
{
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, s->text, s->size, NULL), LIMB_OK);
    ENSURE_INT(mesh->ndegenerate, s->ndegenerate);
    ENSURE_INT(mesh->ntriangle * 3, s->ncorner);
    ENSURE((mesh->normal != NULL) == (form < 2));
    ENSURE((mesh->texcoord != NULL) == (form != 1));
    int used = 0;
    for (int i = 0; i < s->ncorner; i++) {
        const size_t at = mesh->index[i];
        // a vertex is new when the one before it has been used: the order of first use
        ENSURE((int)at <= used);
        if ((int)at == used) used++;
        const float *w = s->corner[i].word;
        ENSURE(memcmp(mesh->position + at * 3, w, 12) == 0);
        if (mesh->normal) ENSURE(memcmp(mesh->normal + at * 3, w + 3, 12) == 0);
        if (mesh->texcoord) ENSURE(memcmp(mesh->texcoord + at * 2, w + 6, 8) == 0);
    }
    ENSURE_INT(used, mesh->nvertex);
    // no two are equal
    for (int i = 0; i < mesh->nvertex; i++) {
        for (int k = 0; k < i; k++) {
            const bool equal =
                memcmp(mesh->position + i * 3, mesh->position + k * 3, 12) == 0 &&
                (!mesh->normal || memcmp(mesh->normal + i * 3, mesh->normal + k * 3, 12) == 0) &&
                (!mesh->texcoord || memcmp(mesh->texcoord + i * 2, mesh->texcoord + k * 2, 8) == 0);
            ENSURE(!equal);
        }
    }
    limb_mesh_free(mesh);
}

TEST(corners_are_joined_by_what_they_show)
{
    static const struct {
        int nrow, kinds, ntriangle;
    } shape[] = {
        {8, 5, 40},       // few rows, each often: as a smooth body
        {300, 4, 300},    // many rows of few values: most equal ones have different indices
        {700, 1000, 700}, // nearly nothing is equal
        {5, 9, 500},      // very many vertices at few positions
    };
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
        for (int form = 0; form < 4; form++) {
            sample *s = make_sample((unsigned)(i * 7 + 1), form, shape[i].nrow, shape[i].kinds,
                                    shape[i].ntriangle);
            compare(s, form);
            free(s->text);
            free(s);
        }
    }
}

static limb_status load_again(const limb_allocator *memory, void *ctx)
{
    const sample *s = ctx;
    limb_mesh *mesh;
    const limb_status status =
        limb_mesh_parse(&mesh, s->text, s->size, &(limb_mesh_opts){.memory = memory});
    if (status == LIMB_OK) limb_mesh_free(mesh);
    return status;
}

TEST(joining_survives_a_lack_of_memory)
{
    for (int form = 0; form < 4; form++) {
        sample *s = make_sample(5, form, 60, 4, 500);
        limb_test_every_failure(LIMB_OK, load_again, s);
        free(s->text);
        free(s);
    }
}
