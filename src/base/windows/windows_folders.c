// Windows: the entries of a folder, and patterns of names.
#include <posix_files.h>

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

struct limb__posix_folder {
    HANDLE search;
    int started;
    char *path; // ends with a slash
    WIN32_FIND_DATAW found;
    struct dirent entry;
};

static const char *match_set(const char *pattern, char c, int *matches);

DIR *limb__posix_opendir(const char *path)
{
    wchar_t wide[LIMB__WIDE_PATH];
    if (!limb__wide_path(path, wide)) return NULL;
    if (wcslen(wide) + 3 > LIMB__WIDE_PATH) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    wcscat(wide, L"\\*");
    DIR *folder = calloc(1, sizeof *folder);
    if (!folder) return NULL;
    folder->search = FindFirstFileW(wide, &folder->found);
    folder->path = malloc(strlen(path) + 2);
    if (folder->path && folder->search != INVALID_HANDLE_VALUE) {
        strcat(strcpy(folder->path, path), "/");
        return folder;
    }
    const int reason = folder->path ? limb__errno_of(GetLastError()) : ENOMEM;
    if (folder->search != INVALID_HANDLE_VALUE) FindClose(folder->search);
    free(folder->path);
    free(folder);
    errno = reason;
    return NULL;
}

// Names that are not text in UTF-16 cannot be opened by us, and are left out.
struct dirent *limb__posix_readdir(DIR *folder)
{
    for (;;) {
        if (folder->started && !FindNextFileW(folder->search, &folder->found)) return NULL;
        folder->started = 1;
        const DWORD kind = folder->found.dwFileAttributes;
        folder->entry.d_type = kind & FILE_ATTRIBUTE_REPARSE_POINT ? DT_LNK
                               : kind & FILE_ATTRIBUTE_DIRECTORY   ? DT_DIR
                                                                   : DT_REG;
        if (WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, folder->found.cFileName, -1,
                                folder->entry.d_name, sizeof folder->entry.d_name, NULL, NULL))
            return &folder->entry;
    }
}

int limb__posix_fstatat(DIR *folder, const char *name, struct limb__posix_stat *out, int flags)
{
    char *path = malloc(strlen(folder->path) + strlen(name) + 1);
    wchar_t wide[LIMB__WIDE_PATH];
    if (!path) return -1;
    strcat(strcpy(path, folder->path), name);
    const int known = limb__posix_stat(path, out);
    if (known == 0 && flags & AT_SYMLINK_NOFOLLOW && limb__wide_path(path, wide) &&
        GetFileAttributesW(wide) & FILE_ATTRIBUTE_REPARSE_POINT)
        out->st_mode = S_IFLNK;
    free(path);
    return known;
}

int limb__posix_closedir(DIR *folder)
{
    FindClose(folder->search);
    free(folder->path);
    free(folder);
    return 0;
}

// Only the latest star is extended, so the time is linear in the text for each star.
int limb__posix_fnmatch(const char *pattern, const char *text, int flags)
{
    (void)flags;
    const char *star = NULL, *resume = NULL;
    while (*text) {
        int same = 0;
        const char *next = pattern + 1;
        if (*pattern == '*') {
            star = ++pattern;
            resume = text;
            continue;
        }
        if (*pattern == '[')
            next = match_set(pattern, *text, &same);
        else
            same = *pattern == '?' || *pattern == *text;
        if (same) {
            pattern = next;
            text++;
        } else if (star) {
            pattern = star;
            text = ++resume;
        } else {
            return 1;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern != 0;
}

// Returns what follows the set; a bracket that is not closed is itself.
static const char *match_set(const char *pattern, char c, int *matches)
{
    const char *at = pattern + 1;
    const int negated = *at == '!';
    if (negated) at++;
    int inside = 0;
    for (const char *first = at; *at && (*at != ']' || at == first); at++) {
        const int is_range = at[1] == '-' && at[2] && at[2] != ']';
        inside |= is_range ? c >= at[0] && c <= at[2] : c == *at;
        if (is_range) at += 2;
    }
    *matches = *at ? inside != negated : c == '[';
    return *at ? at + 1 : pattern + 1;
}
