// Windows: see posix_files.h.
#include_next <stdio.h>
#ifndef LIMB_WINDOWS_STDIO_H
#define LIMB_WINDOWS_STDIO_H

#include <posix_files.h>

#undef fopen
#undef fdopen
#undef tmpfile
#define fopen   limb__posix_fopen
#define fdopen  limb__posix_fdopen
#define tmpfile limb__posix_tmpfile

#endif
