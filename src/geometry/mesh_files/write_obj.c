// Writes OBJ and its material library.
#include "geometry/mesh_files/write.h"

#include "base/memory.h"
#include "base/text.h"

#include <assert.h>

enum { FLUSH_AT = 1 << 16 };

typedef struct writer {
    limb__builder text;
    limb_write_fn *write;
    void *ctx;
    limb_status status;
} writer;

static void begin(writer *w, limb_write_fn *write, void *ctx);
static limb_status end(writer *w);
static void flush(writer *w, size_t at_least);
static void add_vertices(writer *w, const limb_mesh *mesh);
static void add_rows(writer *w, const char *word, const float *value, int count, int width,
                     bool flip);
static void add_faces(writer *w, const limb_mesh *mesh, const limb_mesh_part *part);
static void add_name(writer *w, const char *word, const char *name, const char *fallback,
                     int number);
static void add_material(writer *w, const limb_mesh_material *m, int number);

limb_status limb__obj_write(const limb_mesh *mesh, const char *mtllib, limb_write_fn *write,
                            void *ctx)
{
    writer w;
    begin(&w, write, ctx);
    if (mtllib) add_name(&w, "mtllib", mtllib, "", 0);
    // an empty file would not be an OBJ
    if (mesh->nvertex == 0) limb__builder_text(&w.text, "# no vertices\n");
    add_vertices(&w, mesh);
    if (mesh->texcoord) add_rows(&w, "vt", mesh->texcoord, mesh->nvertex, 2, true);
    if (mesh->normal) add_rows(&w, "vn", mesh->normal, mesh->nvertex, 3, false);
    for (int i = 0; i < mesh->npart; i++) {
        const limb_mesh_part *part = &mesh->part[i];
        if (part->name[0]) add_name(&w, "o", part->name, "", 0);
        if (part->material >= 0)
            add_name(&w, "usemtl", mesh->material[part->material].name, "material", part->material);
        add_faces(&w, mesh, part);
    }
    return end(&w);
}

limb_status limb_mesh_write_mtl(const limb_mesh *mesh, limb_write_fn *write, void *ctx)
{
    assert(mesh && write);
    writer w;
    begin(&w, write, ctx);
    for (int i = 0; i < mesh->nmaterial; i++)
        add_material(&w, &mesh->material[i], i);
    return end(&w);
}

static void begin(writer *w, limb_write_fn *write, void *ctx)
{
    limb__builder_init(&w->text, limb__memory(NULL));
    w->write = write;
    w->ctx = ctx;
    w->status = LIMB_OK;
}

static limb_status end(writer *w)
{
    flush(w, 1);
    limb__builder_free(&w->text);
    return w->status;
}

static void flush(writer *w, size_t at_least)
{
    if (w->text.failed) w->status = LIMB_ERROR_MEMORY;
    if (w->status != LIMB_OK || w->text.size < at_least) return;
    w->status = w->write(w->ctx, w->text.data, w->text.size);
    w->text.size = 0;
}

// Colors, if there are any, follow the positions.
static void add_vertices(writer *w, const limb_mesh *mesh)
{
    for (int i = 0; i < mesh->nvertex && w->status == LIMB_OK; i++) {
        limb__builder_char(&w->text, 'v');
        for (int k = 0; k < (mesh->color ? 6 : 3); k++) {
            limb__builder_char(&w->text, ' ');
            limb__mesh_float_text(&w->text, k < 3 ? mesh->position[(size_t)i * 3 + (size_t)k]
                                                  : (float)mesh->color[i * 4 + k - 3] / 255);
        }
        limb__builder_char(&w->text, '\n');
        flush(w, FLUSH_AT);
    }
}

static void add_rows(writer *w, const char *word, const float *value, int count, int width,
                     bool flip)
{
    for (int i = 0; i < count && w->status == LIMB_OK; i++) {
        limb__builder_text(&w->text, word);
        for (int k = 0; k < width; k++) {
            const float v = value[(size_t)i * (size_t)width + (size_t)k];
            limb__builder_char(&w->text, ' ');
            limb__mesh_float_text(&w->text, flip && k == 1 ? 1 - v : v);
        }
        limb__builder_char(&w->text, '\n');
        flush(w, FLUSH_AT);
    }
}

static void add_faces(writer *w, const limb_mesh *mesh, const limb_mesh_part *part)
{
    const size_t first = (size_t)part->first * 3;
    for (size_t i = first; i < first + (size_t)part->count * 3 && w->status == LIMB_OK; i++) {
        const long long number = (long long)mesh->index[i] + 1;
        limb__builder_text(&w->text, i % 3 == 0 ? "f " : " ");
        limb__builder_int(&w->text, number);
        if (mesh->texcoord || mesh->normal) limb__builder_char(&w->text, '/');
        if (mesh->texcoord) limb__builder_int(&w->text, number);
        if (mesh->normal) {
            limb__builder_char(&w->text, '/');
            limb__builder_int(&w->text, number);
        }
        if (i % 3 == 2) limb__builder_char(&w->text, '\n');
        flush(w, FLUSH_AT);
    }
}

// a name ends with its line, so it must not contain a line break
static void add_name(writer *w, const char *word, const char *name, const char *fallback,
                     int number)
{
    limb__builder_text(&w->text, word);
    limb__builder_char(&w->text, ' ');
    for (const char *c = name; *c; c++)
        limb__builder_char(&w->text, *c == '\n' || *c == '\r' ? ' ' : *c);
    if (name[0] == 0) {
        limb__builder_text(&w->text, fallback);
        limb__builder_int(&w->text, number);
    }
    limb__builder_char(&w->text, '\n');
}

static void add_material(writer *w, const limb_mesh_material *m, int number)
{
    add_name(w, "newmtl", m->name, "material", number);
    const float *const color[2] = {m->rgba, m->emissive};
    for (int i = 0; i < 2; i++) {
        limb__builder_text(&w->text, i == 0 ? "Kd" : "Ke");
        for (int k = 0; k < 3; k++) {
            limb__builder_char(&w->text, ' ');
            limb__mesh_float_text(&w->text, color[i][k]);
        }
        limb__builder_char(&w->text, '\n');
    }
    limb__builder_text(&w->text, "d ");
    limb__mesh_float_text(&w->text, m->rgba[3]);
    limb__builder_text(&w->text, "\nPr ");
    limb__mesh_float_text(&w->text, m->roughness);
    limb__builder_text(&w->text, "\nPm ");
    limb__mesh_float_text(&w->text, m->metallic);
    limb__builder_char(&w->text, '\n');
    if (m->has_texture && m->texture.path) add_name(w, "map_Kd", m->texture.uri, "", 0);
    flush(w, FLUSH_AT);
}
