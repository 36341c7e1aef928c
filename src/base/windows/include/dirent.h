// Windows: folders, see posix_files.h.
#ifndef LIMB_WINDOWS_DIRENT_H
#define LIMB_WINDOWS_DIRENT_H

enum { DT_UNKNOWN = 0, DT_DIR = 4, DT_REG = 8, DT_LNK = 10 };

struct dirent {
    unsigned char d_type;
    char d_name[1024]; // UTF-8
};
typedef struct limb__posix_folder DIR;

DIR *limb__posix_opendir(const char *path);
struct dirent *limb__posix_readdir(DIR *folder);
int limb__posix_closedir(DIR *folder);
// What an entry is; a link itself where the flag says so, else what it leads to.
struct limb__posix_stat;
int limb__posix_fstatat(DIR *folder, const char *name, struct limb__posix_stat *out, int flags);
enum { AT_SYMLINK_NOFOLLOW = 1 };
#define dirfd(folder) (folder)
#define fstatat       limb__posix_fstatat
#define opendir       limb__posix_opendir
#define readdir       limb__posix_readdir
#define closedir      limb__posix_closedir

#endif
