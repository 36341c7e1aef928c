// Windows: see posix_files.h.
#ifndef LIMB_WINDOWS_FCNTL_H
#define LIMB_WINDOWS_FCNTL_H

#include_next <fcntl.h>
#include <posix_files.h>

#undef open
#undef read
#define open       limb__posix_open
#define read       limb__posix_read
#define O_CLOEXEC  _O_NOINHERIT
#define O_NONBLOCK 0

#endif
