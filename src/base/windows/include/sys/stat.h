// Windows: see posix_files.h.
#ifndef LIMB_WINDOWS_STAT_H
#define LIMB_WINDOWS_STAT_H

#include <posix_files.h>
#include_next <sys/stat.h>

#undef stat
#undef fstat
#undef lstat
#undef mkdir
#define stat       limb__posix_stat
#define fstat      limb__posix_fstat
#define lstat      limb__posix_lstat
#define mkdir      limb__posix_mkdir
#define S_IFLNK    0xA000
#define S_ISLNK(m) (((m)&0xF000) == S_IFLNK)

#endif
