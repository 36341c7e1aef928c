// Textures of a scene: those that cannot be shown are reported with their file.
//
// A GLB has the bytes of a picture but not its name, so the names are kept by a hash of the bytes.
#include "frame/module.h"

#ifdef LIMB_RENDER_BUILT
#include "limb/render.h"
#endif

#include <stdlib.h>
#include <string.h>

static const char *reason_for(limb_status status);
static bool is_sound(const void *bytes, size_t size);
static void remember(cli_pictures *pictures, const char *uri, const void *bytes, size_t size);
static uint64_t hash_of(const void *bytes, size_t size);

limb_status cli_find_picture(void *ctx, const char *uri, const limb_allocator *memory, void **bytes,
                             size_t *size)
{
    cli_pictures *pictures = ctx;
    if (cli_module_load(pictures->app, CLI_MODULE_RENDER) != CLI_OK) return LIMB_ERROR_IO;
    const limb_status status =
        limb_robot_meshes_find_image(pictures->meshes, uri, memory, bytes, size);
    if (status != LIMB_OK) {
        cli_message_alike(pictures->app, &pictures->nmessage, "texture %s is left out: %s", uri,
                          reason_for(status));
        return status;
    }
    if (!is_sound(*bytes, *size))
        cli_message_alike(pictures->app, &pictures->nmessage,
                          "texture %s may not be shown: it is broken or larger than 64 million "
                          "pixels",
                          uri);
    else
        remember(pictures, uri, *bytes, *size);
    return LIMB_OK;
}

void cli_report_picture(cli_pictures *pictures, const void *bytes, size_t size, const char *reason)
{
    if (!is_sound(bytes, size)) return; // reported when it was found
    const uint64_t hash = hash_of(bytes, size);
    const char *uri = "embedded in a mesh";
    for (int i = 0; i < pictures->uri.count; i++)
        if (pictures->hash[i] == hash) uri = pictures->uri.item[i];
    cli_message_alike(pictures->app, &pictures->nmessage, "texture %s is left out: %s", uri,
                      reason);
}

void cli_pictures_free(cli_pictures *pictures)
{
    cli_message_rest(pictures->app, pictures->nmessage, "textures");
    if (pictures->nmessage > 0) cli_leave_out(pictures->app);
    cli_paths_free(&pictures->uri);
    free(pictures->hash);
    *pictures = (cli_pictures){0};
}

static const char *reason_for(limb_status status)
{
    switch (status) {
    case LIMB_ERROR_UNSUPPORTED:
        return "it is not PNG or JPEG";
    case LIMB_ERROR_IO:
        return "it was not found or cannot be read";
    default:
        return limb_status_text(status);
    }
}

// Returns whether the picture can be decoded, judging by its header only.
static bool is_sound(const void *bytes, size_t size)
{
#ifdef LIMB_RENDER_BUILT
    int width, height;
    return limb_image_size(bytes, size, &width, &height) == LIMB_OK;
#else
    (void)bytes;
    (void)size;
    return true;
#endif
}

// Stores the name for later messages, which lack it if memory runs out.
static void remember(cli_pictures *pictures, const char *uri, const void *bytes, size_t size)
{
    const size_t count = (size_t)pictures->uri.count;
    uint64_t *grown = realloc(pictures->hash, (count + 1) * sizeof *grown);
    if (grown) pictures->hash = grown;
    if (grown && cli_paths_add(&pictures->uri, uri)) pictures->hash[count] = hash_of(bytes, size);
}

// FNV-1a, eight bytes at a time.
static uint64_t hash_of(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t hash = 14695981039346656037u ^ size;
    for (; size >= 8; at += 8, size -= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = (hash ^ word) * 1099511628211u;
        hash ^= hash >> 32;
    }
    for (; size > 0; at++, size--)
        hash = (hash ^ *at) * 1099511628211u;
    return hash;
}
