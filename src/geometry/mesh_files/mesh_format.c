// The table of mesh formats, and the questions that are answered by looking into it.
#include "geometry/mesh_files/mesh_format.h"

#include "geometry/mesh_files/write.h"

#include <assert.h>
#include <string.h>

static bool has_extension(const char *file, const char *extension);

// in the order in which contents are tested
static const limb__mesh_format table[] = {
#define LIMB_MESH_FORMAT(number, NAME, name, extension, is_text, in_pieces, test, reader, may_be,  \
                         write)                                                                    \
    {LIMB_MESH_FORMAT_##NAME, name, extension, is_text, in_pieces, limb__is_##test, may_be,        \
     limb__##reader##_read,   write},
#include "limb/mesh_formats.def"
#undef LIMB_MESH_FORMAT
};
enum { NFORMAT = sizeof table / sizeof table[0] };

const limb__mesh_format *limb__mesh_format_row(limb_mesh_format format)
{
    for (int i = 0; i < NFORMAT; i++) {
        if (table[i].id == format) return &table[i];
    }
    return NULL;
}

const limb__mesh_format *limb__mesh_format_of_name(const char *file)
{
    for (int i = 0; i < NFORMAT; i++) {
        if (has_extension(file, table[i].extension)) return &table[i];
    }
    return NULL;
}

const limb__mesh_format *limb__mesh_format_detect(const limb__mesh_head *head)
{
    for (int i = 0; i < NFORMAT; i++) {
        if (table[i].matches(head)) return &table[i];
    }
    for (int i = 0; i < NFORMAT; i++) {
        if (table[i].may_be && has_extension(head->file, table[i].extension) &&
            table[i].may_be(head))
            return &table[i];
    }
    return NULL;
}

const char *limb_mesh_format_name(limb_mesh_format format)
{
    const limb__mesh_format *row = limb__mesh_format_row(format);
    return row ? row->name : "unknown";
}

limb_mesh_format limb_mesh_format_written(const char *path)
{
    for (int i = 0; path && i < NFORMAT; i++) {
        if (table[i].write && has_extension(path, table[i].extension)) return table[i].id;
    }
    return LIMB_MESH_FORMAT_UNKNOWN;
}

limb_status limb_mesh_write(const limb_mesh *mesh, limb_mesh_format format, const char *mtllib,
                            limb_write_fn *write, void *ctx)
{
    assert(mesh);
    const limb__mesh_format *row = limb__mesh_format_row(format);
    return row && row->write ? row->write(mesh, mtllib, write, ctx) : LIMB_ERROR_UNSUPPORTED;
}

// The extension is given in lower case; the file's may be in any.
static bool has_extension(const char *file, const char *extension)
{
    const char *dot = strrchr(file, '.');
    if (!dot || strlen(dot + 1) != strlen(extension)) return false;
    for (const char *at = dot + 1; *at; at++, extension++) {
        if ((*at | 32) != *extension) return false;
    }
    return true;
}
