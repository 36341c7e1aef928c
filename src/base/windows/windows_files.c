// Windows: files by wide-character calls.
#include <posix_files.h>

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

// ticks of 100 ns from 1601 to 1970
static const int64_t EPOCH = INT64_C(116444736000000000);

static int look(const wchar_t *wide, struct limb__posix_stat *out);
static void fill_whole(struct limb__posix_stat *out, const BY_HANDLE_FILE_INFORMATION *info);
static void fill(struct limb__posix_stat *out, DWORD attributes, DWORD size_high, DWORD size_low,
                 FILETIME written);

int limb__posix_open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const int mode = flags & _O_CREAT ? va_arg(more, int) : 0;
    va_end(more);
    wchar_t wide[LIMB__WIDE_PATH];
    if (!limb__wide_path(path, wide)) return -1;
    // a folder is "permission denied" to the C library
    const DWORD attributes = GetFileAttributesW(wide);
    if (attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY) {
        errno = EISDIR;
        return -1;
    }
    return _wopen(wide, flags | _O_BINARY, mode & (_S_IREAD | _S_IWRITE));
}

FILE *limb__posix_fopen(const char *path, const char *mode)
{
    wchar_t wide[LIMB__WIDE_PATH], wide_mode[8];
    if (!limb__wide_path(path, wide)) return NULL;
    size_t size = 0;
    for (; mode[size] && size < 6; size++)
        wide_mode[size] = (wchar_t)mode[size];
    if (!strchr(mode, 'b')) wide_mode[size++] = L'b';
    wide_mode[size] = 0;
    return _wfopen(wide, wide_mode);
}

FILE *limb__posix_fdopen(int file, const char *mode)
{
    return _fdopen(file, strchr(mode, 'w') ? "wb" : "rb");
}

FILE *limb__posix_tmpfile(void)
{
    wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
    const DWORD size = GetTempPathW(MAX_PATH + 1, folder);
    if (size == 0 || size > MAX_PATH || !GetTempFileNameW(folder, L"lim", 0, name)) {
        errno = limb__errno_of(GetLastError());
        return NULL;
    }
    return _wfopen(name, L"w+bTD"); // short-lived, deleted on closing
}

int limb__posix_stat(const char *path, struct limb__posix_stat *out)
{
    wchar_t wide[LIMB__WIDE_PATH];
    if (!limb__wide_path(path, wide)) return -1;
    // no right is asked for, so that files others have open can be looked at; the flag
    // is for folders
    const HANDLE handle =
        CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE) return look(wide, out);
    BY_HANDLE_FILE_INFORMATION info;
    const BOOL known = GetFileInformationByHandle(handle, &info);
    CloseHandle(handle);
    if (!known) return look(wide, out);
    fill_whole(out, &info);
    return 0;
}

int limb__posix_lstat(const char *path, struct limb__posix_stat *out)
{
    wchar_t wide[LIMB__WIDE_PATH];
    if (!limb__wide_path(path, wide) || look(wide, out) != 0) return -1;
    // of all that is not plainly there, links and junctions lead elsewhere; files that a cloud
    // keeps do not
    WIN32_FIND_DATAW found;
    const HANDLE search = FindFirstFileW(wide, &found);
    if (search == INVALID_HANDLE_VALUE) return 0; // the root of a drive
    FindClose(search);
    if (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT &&
        IsReparseTagNameSurrogate(found.dwReserved0)) {
        out->st_mode = S_IFLNK;
    }
    return 0;
}

int limb__posix_fstat(int file, struct limb__posix_stat *out)
{
    const HANDLE handle = (HANDLE)_get_osfhandle(file);
    BY_HANDLE_FILE_INFORMATION info;
    if (GetFileType(handle) != FILE_TYPE_DISK) { // a pipe or a console
        memset(out, 0, sizeof *out);
        out->st_mode = _S_IFIFO;
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &info)) {
        errno = limb__errno_of(GetLastError());
        return -1;
    }
    fill_whole(out, &info);
    return 0;
}

ssize_t limb__posix_read(int file, void *bytes, size_t size)
{
    return _read(file, bytes, size > 1 << 30 ? 1 << 30 : (unsigned)size);
}

// The system moves the file's place to where it read; reading from there on must not notice.
ssize_t limb__posix_pread(int file, void *bytes, size_t size, int64_t offset)
{
    const int64_t before = _lseeki64(file, 0, SEEK_CUR);
    OVERLAPPED place;
    memset(&place, 0, sizeof place);
    place.Offset = (DWORD)offset;
    place.OffsetHigh = (DWORD)(offset >> 32);
    DWORD done = 0;
    const DWORD wanted = size > 1 << 30 ? 1 << 30 : (DWORD)size;
    const BOOL read = ReadFile((HANDLE)_get_osfhandle(file), bytes, wanted, &done, &place);
    const DWORD error = read ? 0 : GetLastError();
    if (before >= 0) _lseeki64(file, before, SEEK_SET);
    if (read || error == ERROR_HANDLE_EOF) return (ssize_t)done;
    errno = limb__errno_of(error);
    return -1;
}

int limb__posix_mkdir(const char *path, int mode)
{
    (void)mode;
    wchar_t wide[LIMB__WIDE_PATH];
    if (!limb__wide_path(path, wide)) return -1;
    if (CreateDirectoryW(wide, NULL)) return 0;
    errno = limb__errno_of(GetLastError());
    return -1;
}

// Reads the attributes of a path without following a link.
static int look(const wchar_t *wide, struct limb__posix_stat *out)
{
    WIN32_FILE_ATTRIBUTE_DATA info;
    if (!GetFileAttributesExW(wide, GetFileExInfoStandard, &info)) {
        errno = limb__errno_of(GetLastError());
        return -1;
    }
    fill(out, info.dwFileAttributes, info.nFileSizeHigh, info.nFileSizeLow, info.ftLastWriteTime);
    return 0;
}

static void fill_whole(struct limb__posix_stat *out, const BY_HANDLE_FILE_INFORMATION *info)
{
    fill(out, info->dwFileAttributes, info->nFileSizeHigh, info->nFileSizeLow,
         info->ftLastWriteTime);
    out->st_dev = info->dwVolumeSerialNumber;
    out->st_ino = (uint64_t)info->nFileIndexHigh << 32 | (uint64_t)info->nFileIndexLow;
}

static void fill(struct limb__posix_stat *out, DWORD attributes, DWORD size_high, DWORD size_low,
                 FILETIME written)
{
    const int64_t ticks =
        ((int64_t)written.dwHighDateTime << 32 | (int64_t)written.dwLowDateTime) - EPOCH;
    out->st_dev = 0;
    out->st_ino = 0;
    out->st_mode = attributes & FILE_ATTRIBUTE_DIRECTORY ? _S_IFDIR : _S_IFREG;
    out->st_size = (int64_t)size_high << 32 | (int64_t)size_low;
    out->st_mtim.tv_sec = (time_t)(ticks / 10000000);
    out->st_mtim.tv_nsec = (long)(ticks % 10000000) * 100;
}
