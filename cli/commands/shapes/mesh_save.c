// limb mesh: writes a mesh with its pictures.
//
// A GLB contains its pictures. An OBJ has a material library beside it, with the extension .mtl,
// which names the pictures relative to itself; embedded pictures are written beside it.
#define _XOPEN_SOURCE 700 // realpath
#include "commands/shapes/mesh.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int save_copy(const cli *app, const limb_mesh *mesh, const char *path);
static int save_materials(const cli *app, const limb_mesh *mesh, char *name, size_t size);
static int save_bytes(const cli *app, const char *path, cli_buffer *bytes, limb_status status);
static void hold_picture(const cli *app, limb_mesh_texture *texture, cli_buffer *held,
                         const char *path);
static int write_picture(const cli *app, limb_mesh_texture *texture, cli_buffer *held,
                         const char *path, int number);
static void name_picture(limb_mesh_texture *texture, cli_buffer *held, const char *path);
static bool real_folder(const char *path, char folder[PATH_MAX]);
static const char *picture_ending(const void *bytes, size_t size);
static const char *base_name(const char *path);

int cli_mesh_save(const cli *app, const limb_mesh *mesh, const char *path)
{
    const size_t count = mesh->nmaterial > 0 ? (size_t)mesh->nmaterial : 1;
    limb_mesh copy = *mesh;
    limb_mesh_material *material = malloc(count * sizeof *material);
    cli_buffer *held = calloc(count, sizeof *held); // the pictures, or their names
    int code = CLI_OK;
    if (!material || !held) code = cli_fail(app, LIMB_ERROR_MEMORY);
    const limb_mesh_format format = limb_mesh_format_written(path);
    for (int i = 0; i < mesh->nmaterial && code == CLI_OK; i++) {
        material[i] = mesh->material[i];
        if (!material[i].has_texture) continue;
        if (format == LIMB_MESH_FORMAT_GLB)
            hold_picture(app, &material[i].texture, &held[i], path);
        else if (format == LIMB_MESH_FORMAT_OBJ)
            code = write_picture(app, &material[i].texture, &held[i], path, i);
    }
    copy.material = material;
    if (code == CLI_OK) code = save_copy(app, &copy, path);
    for (size_t i = 0; i < count && held; i++)
        cli_buffer_free(&held[i]);
    free(held);
    free(material);
    return code;
}

static int save_copy(const cli *app, const limb_mesh *mesh, const char *path)
{
    const limb_mesh_format format = limb_mesh_format_written(path);
    char library[PATH_MAX] = "";
    if (format == LIMB_MESH_FORMAT_OBJ && mesh->nmaterial > 0) {
        if (strlen(path) >= sizeof library) return cli_usage(app, "the output's name is too long");
        strcpy(library, path);
        const int code = save_materials(app, mesh, library, strlen(library));
        if (code != CLI_OK) return code;
    }
    cli_buffer bytes = {0};
    const limb_status status = limb_mesh_write(mesh, format, library[0] ? base_name(library) : NULL,
                                               cli_buffer_write, &bytes);
    return save_bytes(app, path, &bytes, status);
}

// Returns the name of the OBJ's library.
static int save_materials(const cli *app, const limb_mesh *mesh, char *name, size_t size)
{
    memcpy(name + size - 3, "mtl", 3);
    cli_buffer text = {0};
    const limb_status status = limb_mesh_write_mtl(mesh, cli_buffer_write, &text);
    return save_bytes(app, name, &text, status);
}

// Writes the buffer with this status to the file; frees it.
static int save_bytes(const cli *app, const char *path, cli_buffer *bytes, limb_status status)
{
    const int code =
        status == LIMB_OK ? cli_save(app, path, bytes->data, bytes->size) : cli_fail(app, status);
    cli_buffer_free(bytes);
    return code;
}

//---- pictures ------------------------------------------------------------------------------------

// Returns the bytes of a picture to embed; reports one that cannot be embedded.
static void hold_picture(const cli *app, limb_mesh_texture *texture, cli_buffer *held,
                         const char *path)
{
    if (texture->bytes) return;
    if (cli_read_file(texture->path, held) && picture_ending(held->data, held->size)) {
        texture->bytes = held->data;
        texture->size = held->size;
        texture->path = NULL;
        return;
    }
    cli_message(app, "%s cannot be read as PNG or JPEG; referenced, not embedded", texture->path);
    cli_buffer_free(held);
    name_picture(texture, held, path);
}

// Writes an embedded picture to a file beside the mesh: hand.obj has hand_0.png.
static int write_picture(const cli *app, limb_mesh_texture *texture, cli_buffer *held,
                         const char *path, int number)
{
    if (!texture->bytes) {
        name_picture(texture, held, path);
        return CLI_OK;
    }
    const char *ending = picture_ending(texture->bytes, texture->size);
    if (!ending) {
        cli_message(app, "an embedded picture is neither PNG nor JPEG; omitted");
        return CLI_OK;
    }
    char tail[32];
    const int size = snprintf(tail, sizeof tail, "_%d%s", number, ending);
    if (cli_buffer_write(held, path, strlen(path) - 4) != LIMB_OK ||
        cli_buffer_write(held, tail, (size_t)size) != LIMB_OK) {
        return cli_fail(app, LIMB_ERROR_MEMORY);
    }
    const int code = cli_save(app, held->data, texture->bytes, texture->size);
    texture->uri = base_name(held->data);
    texture->path = texture->uri;
    texture->bytes = NULL;
    return code;
}

// Returns the picture's name relative to the folder of the written mesh; unchanged if one of the
// folders does not exist.
static void name_picture(limb_mesh_texture *texture, cli_buffer *held, const char *path)
{
    char from[PATH_MAX], to[PATH_MAX];
    if (!real_folder(path, from) || !real_folder(texture->path, to)) return;
    size_t same = 0; // up to and including the last common slash
    for (size_t i = 0; from[i] && from[i] == to[i]; i++) {
        if (from[i] == '/') same = i + 1;
    }
    limb_status status = LIMB_OK;
    for (const char *up = from + same; (up = strchr(up, '/')) && status == LIMB_OK; up++)
        status = cli_buffer_write(held, "../", 3);
    if (status == LIMB_OK) status = cli_buffer_write(held, to + same, strlen(to + same));
    const char *name = base_name(texture->path);
    if (status == LIMB_OK) status = cli_buffer_write(held, name, strlen(name));
    if (status == LIMB_OK) texture->uri = held->data;
}

// Returns the absolute folder of a file, with a trailing slash.
static bool real_folder(const char *path, char folder[PATH_MAX])
{
    char given[PATH_MAX] = ".";
    const size_t size = (size_t)(base_name(path) - path);
    if (size >= sizeof given) return false;
    if (size > 0) {
        memcpy(given, path, size);
        given[size] = 0;
    }
    if (!realpath(given, folder)) return false;
    const size_t length = strlen(folder);
    if (length + 2 > PATH_MAX) return false;
    if (length > 1) strcpy(folder + length, "/");
    return true;
}

static const char *picture_ending(const void *bytes, size_t size)
{
    if (size > 4 && memcmp(bytes, "\x89PNG", 4) == 0) return ".png";
    if (size > 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0) return ".jpg";
    return NULL;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
