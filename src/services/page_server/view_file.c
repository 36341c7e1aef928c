// Finds, reads and saves view files.
#define _XOPEN_SOURCE 700

#include "services/page_server/view_file.h"

#include "base/json.h"
#include "base/memory.h"
#include "limb/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t stem_length(const char *path);
static bool ends_with(const char *text, size_t size, const char *end);
static bool is_json_object(const char *text, size_t size);

bool limb__view_file_path(char out[LIMB__PATH_MAX], const char *robot, const char *config)
{
    const int length = config ? snprintf(out, LIMB__PATH_MAX, "%s", config)
                              : snprintf(out, LIMB__PATH_MAX, "%.*s.limb-view.json",
                                         (int)stem_length(robot), robot);
    return length >= 0 && length < LIMB__PATH_MAX;
}

limb_status limb__view_file_read(char **text, const char *path)
{
    size_t size;
    *text = NULL;
    errno = 0;
    const limb_allocator *memory = limb__memory(NULL);
    const limb_status status = limb__file_read(path, memory, LIMB__MAX_VIEW, text, &size);
    if (status == LIMB_ERROR_IO && (errno == ENOENT || errno == ENOTDIR)) return LIMB_OK;
    if (status == LIMB_ERROR_LIMIT) return LIMB_ERROR_IO;
    if (status != LIMB_OK) return status;
    // allocated so that its size need not be stored
    char *copy = strdup(*text);
    limb__release(memory, *text, size + 1);
    *text = copy;
    return copy ? LIMB_OK : LIMB_ERROR_MEMORY;
}

void limb__view_file_free(char *text)
{
    free(text);
}

limb__save_answer limb__view_file_save(const char *path, const char *text, size_t size)
{
    limb__save_answer answer = {.status = 204};
    if (size > LIMB__MAX_VIEW || !is_json_object(text, size)) {
        answer.status = 422;
        snprintf(answer.reason, sizeof answer.reason, "The view is not a JSON object.");
        return answer;
    }
    const char *why;
    const limb_status status = limb_file_replace(path, text, size, &why);
    if (status == LIMB_OK) return answer;
    answer.status = 500;
    snprintf(answer.reason, sizeof answer.reason, "The view file cannot be written: %s.",
             status == LIMB_ERROR_IO ? why : "out of memory");
    return answer;
}

// Returns the length without the extension, or without both of NAME.urdf.xacro.
static size_t stem_length(const char *path)
{
    size_t size = strlen(path);
    if (ends_with(path, size, ".xacro")) {
        size -= strlen(".xacro");
        return ends_with(path, size, ".urdf") ? size - strlen(".urdf") : size;
    }
    if (ends_with(path, size, ".urdf")) return size - strlen(".urdf");
    return ends_with(path, size, ".xml") ? size - strlen(".xml") : size;
}

static bool ends_with(const char *text, size_t size, const char *end)
{
    const size_t length = strlen(end);
    return size > length && memcmp(text + size - length, end, length) == 0;
}

static bool is_json_object(const char *text, size_t size)
{
    limb__json_document document;
    const limb__json_opts opts = {.max_depth = 16};
    const bool read = limb__json_parse(&document, text, size, &opts) == LIMB_OK;
    const bool is_object = read && limb__json_is(document.value, LIMB__JSON_OBJECT);
    limb__json_free(&document);
    return is_object;
}
