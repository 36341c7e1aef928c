// Windows: errors that no call gives there.
#include_next <errno.h>
#ifndef LIMB_WINDOWS_ERRNO_H
#define LIMB_WINDOWS_ERRNO_H

#ifndef EDQUOT
#define EDQUOT 10069
#endif
#ifndef ESTALE
#define ESTALE 10070
#endif

#endif
