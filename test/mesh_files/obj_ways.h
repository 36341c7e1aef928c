// Reads one OBJ text in every way: with each instruction set, and by the slow path.
//
// A blank before a line does not change its meaning but disables the fast path: so each text is
// read unchanged, with every instruction set of this machine, and with every line indented, and all
// results must be equal.
#ifndef LIMB_TEST_FORMATS_OBJ_WAYS_H
#define LIMB_TEST_FORMATS_OBJ_WAYS_H

#include "geometry/mesh/builder.h"
#include "harness.h"
#include "limb/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 1 << 20 };

typedef struct text {
    char *data;
    size_t size;
} text;

static inline text begin_text(void)
{
    text t = {malloc(CAPACITY), 0};
    ENSURE(t.data != NULL);
    // common lines begin only where there are some bytes before them
    t.size = (size_t)snprintf(t.data, CAPACITY, "# a comment, longer than a few bytes\no whole\n");
    return t;
}

static inline void add(text *t, const char *more)
{
    const size_t size = strlen(more);
    ENSURE(t->size + size < CAPACITY);
    memcpy(t->data + t->size, more, size + 1);
    t->size += size;
}

// room after the last line, without which it would not be a common one
static inline void add_room(text *t)
{
    for (int i = 0; i < 4; i++)
        add(t, "# nothing more is said here\n");
}

static inline text indented(const text *t)
{
    text out = {malloc(2 * CAPACITY), 0};
    ENSURE(out.data != NULL);
    for (size_t i = 0; i < t->size; i++) {
        if (i == 0 || t->data[i - 1] == '\n') out.data[out.size++] = ' ';
        out.data[out.size++] = t->data[i];
    }
    return out;
}

static inline bool same_floats(const float *a, const float *b, size_t count)
{
    return (a == NULL) == (b == NULL) && (!a || memcmp(a, b, count * sizeof *a) == 0);
}

typedef struct reading {
    limb_status status;
    limb_mesh *mesh;
    limb_report *report;
} reading;

// With the processor's best instruction set, or the portable one.
static inline reading read_text(const text *t, limb_mesh_opts opts, bool wide)
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

static inline void free_reading(reading *r)
{
    limb_report_free(r->report);
    limb_mesh_free(r->mesh);
}

// Findings of the second are in lines that are indented by so much.
static inline void ensure_same(const reading *first, const reading *second, unsigned indent)
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
static inline limb_mesh *read_all_ways(const text *t, limb_mesh_opts opts)
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

#endif
