// Converts paths from URDF files and from lists in environment variables to limb's form: with
// slashes, and absolute ones starting with a slash. On other systems they have this form already;
// on Windows C:\robots\arm becomes /C:/robots/arm.
#include "documents/packages/uri.h"

#include <ctype.h>
#include <string.h>

#ifdef _WIN32
enum { IS_WINDOWS = true };
static const char LIST_SEPARATORS[] = ";";
#else
enum { IS_WINDOWS = false };
static const char LIST_SEPARATORS[] = ":;"; // CMake separates its lists with semicolons
#endif

char *limb__outside_path(limb__arena *arena, const char *text, size_t size)
{
    char *path = limb__arena_take(arena, size + 2);
    if (!path) return NULL;
    const bool has_drive = IS_WINDOWS && size > 1 && isalpha((unsigned char)text[0]) &&
                           text[1] == ':' && (size == 2 || text[2] == '/' || text[2] == '\\');
    if (has_drive) path[0] = '/';
    memcpy(path + has_drive, text, size);
    path[has_drive + size] = 0;
    for (char *c = path; IS_WINDOWS && *c; c++)
        if (*c == '\\') *c = '/';
    return path;
}

const char *limb__next_path(limb__arena *arena, const char **list)
{
    const char *rest = *list ? *list + strspn(*list, LIST_SEPARATORS) : "";
    const size_t size = strcspn(rest, LIST_SEPARATORS);
    *list = rest + size;
    return size > 0 ? limb__outside_path(arena, rest, size) : NULL;
}
