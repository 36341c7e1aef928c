// Windows: paths, as limb writes them and as the system does.
#include <posix_files.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

static int is_device(const wchar_t *path);
static int has_drive(const char *path);

// Beyond 260 characters the system wants the prefix \\?\ and an absolute path; what is appended to
// a path, as for a temporary file, must fit in too.
int limb__wide_path(const char *path, wchar_t out[LIMB__WIDE_PATH])
{
    const int is_null = strcmp(path, "/dev/null") == 0;
    if (path[0] == '/' && has_drive(path + 1)) path++;
    wchar_t given[LIMB__WIDE_PATH];
    if (!MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, is_null ? "NUL" : path, -1, given,
                             LIMB__WIDE_PATH)) {
        errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : ENOENT;
        return 0;
    }
    for (wchar_t *c = given; *c; c++)
        if (*c == L'/') *c = L'\\';
    if (!is_null && is_device(given)) {
        errno = ESPIPE;
        return 0;
    }
    enum { SHORT = 240, PREFIX = 8 };
    wchar_t *full = out + PREFIX;
    const DWORD size = GetFullPathNameW(given, LIMB__WIDE_PATH - PREFIX, full, NULL);
    if (size >= LIMB__WIDE_PATH - PREFIX) {
        errno = ENAMETOOLONG;
        return 0;
    }
    if (size < SHORT || wcsncmp(given, L"\\\\?\\", 4) == 0) {
        wcscpy(out, given);
        return 1;
    }
    // \\server\share becomes \\?\UNC\server\share
    const int is_share = full[0] == L'\\';
    wmemmove(out + (is_share ? 7 : 4), is_share ? full + 1 : full, size + 1 - (DWORD)is_share);
    wmemcpy(out, is_share ? L"\\\\?\\UNC" : L"\\\\?\\", is_share ? 7 : 4);
    return 1;
}

int limb__narrow_path(const wchar_t *path, char *out, size_t size)
{
    if (wcsncmp(path, L"\\\\?\\UNC\\", 8) == 0)
        path += 7;
    else if (wcsncmp(path, L"\\\\?\\", 4) == 0)
        path += 4;
    else if (path[0] == L'\\')
        path++;
    // a share of the network has two slashes: //server/share
    out[0] = '/';
    const int done = WideCharToMultiByte(CP_UTF8, 0, path, -1, out + 1, (int)size - 1, NULL, NULL);
    if (done == 0) return 0;
    for (char *c = out; *c; c++)
        if (*c == '\\') *c = '/';
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

// Names such as con and aux.stl are devices in every folder: opening one may wait for ever.
static int is_device(const wchar_t *path)
{
    static const wchar_t *const device[] = {L"CON", L"PRN", L"AUX", L"NUL", L"CONIN$", L"CONOUT$"};
    const wchar_t *slash = wcsrchr(path, L'\\');
    const wchar_t *name = slash ? slash + 1 : path;
    size_t size = wcscspn(name, L".:");
    while (size > 0 && name[size - 1] == L' ')
        size--;
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        if (wcslen(device[i]) == size && _wcsnicmp(name, device[i], size) == 0) return 1;
    const int is_port =
        size == 4 && (_wcsnicmp(name, L"COM", 3) == 0 || _wcsnicmp(name, L"LPT", 3) == 0);
    return is_port && name[3] >= L'1' && name[3] <= L'9';
}

static int has_drive(const char *path)
{
    const int letter = (path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z');
    return letter && path[1] == ':';
}
