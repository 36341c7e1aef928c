// Windows: the POSIX calls that limb makes on files, with paths in UTF-8.
//
// The headers beside this one come before the compiler's on the include path of Windows builds and
// lead here, so that the sources are the same everywhere. Inside limb an absolute path is
// /C:/folder/file: it begins with a slash as everywhere else, and file:///C:/folder/file is its
// URI. C:/folder/file and backslashes are understood too.
#ifndef LIMB_WINDOWS_POSIX_FILES_H
#define LIMB_WINDOWS_POSIX_FILES_H

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

struct limb__posix_stat {
    unsigned st_mode; // kind of file; nothing about permissions
    int64_t st_size;  // bytes
    uint32_t st_dev;  // with st_ino: two paths of one file; both 0 where a file cannot be opened
    uint64_t st_ino;
    struct timespec st_mtim;
};

// Each sets errno and returns -1 or NULL on failure, as its POSIX namesake.
int limb__posix_open(const char *path, int flags, ...); // always binary
FILE *limb__posix_fopen(const char *path, const char *mode);
FILE *limb__posix_fdopen(int file, const char *mode);
FILE *limb__posix_tmpfile(void); // in the user's own folder; gone when it is closed
int limb__posix_stat(const char *path, struct limb__posix_stat *out);
int limb__posix_lstat(const char *path, struct limb__posix_stat *out);
int limb__posix_fstat(int file, struct limb__posix_stat *out);
ssize_t limb__posix_read(int file, void *bytes, size_t size);
ssize_t limb__posix_pread(int file, void *bytes, size_t size, int64_t offset);
int limb__posix_mkdir(const char *path, int mode);
char *limb__posix_realpath(const char *path, char *out); // out is NULL; to be freed
char *limb__posix_getcwd(char *out, size_t size);

// The path for the system's own calls; false: not UTF-8, too long, or a device's name (errno).
enum { LIMB__WIDE_PATH = 4096 };
int limb__wide_path(const char *path, wchar_t out[LIMB__WIDE_PATH]);
// An absolute path of the system as limb writes it; false: too long.
int limb__narrow_path(const wchar_t *path, char *out, size_t size);
int limb__errno_of(unsigned long error); // of GetLastError

#endif
