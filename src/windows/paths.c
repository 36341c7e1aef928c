// Windows: paths, as limb writes them and as the system does.
#include <posix_files.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static int has_drive(const char *path);

// The prefix \\?\ lifts the limit of 260 characters; it takes absolute paths only.
int limb__wide_path(const char *path, wchar_t out[LIMB__WIDE_PATH])
{
    if (path[0] == '/' && has_drive(path + 1)) path++;
    if (strcmp(path, "/dev/null") == 0) path = "NUL";
    wchar_t given[LIMB__WIDE_PATH];
    if (!MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, given, LIMB__WIDE_PATH)) {
        errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : ENOENT;
        return 0;
    }
    for (wchar_t *c = given; *c; c++)
        if (*c == L'/') *c = L'\\';
    const size_t size = wcslen(given);
    enum { SHORT = 240, PREFIX = 4 };
    if (size < SHORT || !has_drive(path)) {
        wcscpy(out, given);
        return 1;
    }
    wcscpy(out, L"\\\\?\\");
    if (GetFullPathNameW(given, LIMB__WIDE_PATH - PREFIX, out + PREFIX, NULL) <
        LIMB__WIDE_PATH - PREFIX)
        return 1;
    errno = ENAMETOOLONG;
    return 0;
}

int limb__narrow_path(const wchar_t *path, char *out, size_t size)
{
    if (wcsncmp(path, L"\\\\?\\", 4) == 0) path += 4;
    out[0] = '/';
    const int done = WideCharToMultiByte(CP_UTF8, 0, path, -1, out + 1, (int)size - 1, NULL, NULL);
    if (done == 0) return 0;
    for (char *c = out; *c; c++)
        if (*c == '\\') *c = '/';
    // a share of the network keeps its two slashes: //server/share
    if (!has_drive(out + 1)) memmove(out, out + 1, strlen(out));
    return 1;
}

char *limb__posix_realpath(const char *path, char *out)
{
    (void)out;
    wchar_t wide[LIMB__WIDE_PATH], real[LIMB__WIDE_PATH];
    if (!limb__wide_path(path, wide)) return NULL;
    const HANDLE file = CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                    NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        errno = limb__errno_of(GetLastError());
        return NULL;
    }
    const DWORD size = GetFinalPathNameByHandleW(file, real, LIMB__WIDE_PATH, 0);
    CloseHandle(file);
    enum { ROOM = 3 * LIMB__WIDE_PATH };
    char *narrow = size > 0 && size < LIMB__WIDE_PATH ? malloc(ROOM) : NULL;
    if (narrow && limb__narrow_path(real, narrow, ROOM)) return narrow;
    free(narrow);
    errno = ENAMETOOLONG;
    return NULL;
}

char *limb__posix_getcwd(char *out, size_t size)
{
    wchar_t wide[LIMB__WIDE_PATH];
    const DWORD length = GetCurrentDirectoryW(LIMB__WIDE_PATH, wide);
    if (length > 0 && length < LIMB__WIDE_PATH && limb__narrow_path(wide, out, size)) return out;
    errno = ERANGE;
    return NULL;
}

int limb__errno_of(unsigned long error)
{
    static const struct {
        unsigned long error;
        int number;
    } known[] = {{ERROR_FILE_NOT_FOUND, ENOENT},    {ERROR_PATH_NOT_FOUND, ENOENT},
                 {ERROR_INVALID_NAME, ENOENT},      {ERROR_BAD_PATHNAME, ENOENT},
                 {ERROR_ACCESS_DENIED, EACCES},     {ERROR_SHARING_VIOLATION, EACCES},
                 {ERROR_WRITE_PROTECT, EROFS},      {ERROR_ALREADY_EXISTS, EEXIST},
                 {ERROR_FILE_EXISTS, EEXIST},       {ERROR_DISK_FULL, ENOSPC},
                 {ERROR_NOT_ENOUGH_MEMORY, ENOMEM}, {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
                 {ERROR_DIRECTORY, ENOTDIR}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error) return known[i].number;
    return EIO;
}

static int has_drive(const char *path)
{
    const int letter = (path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z');
    return letter && path[1] == ':';
}
