// Version and status texts.
#include "limb/base.h"

const char *limb_version(void)
{
    return "0.1.0";
}

const char *limb_status_text(limb_status status)
{
    switch (status) {
    case LIMB_OK:
        return "no error";
    case LIMB_ERROR_INPUT:
        return "the input is wrong";
    case LIMB_ERROR_MEMORY:
        return "out of memory";
    case LIMB_ERROR_IO:
        return "a file could not be read or written";
    case LIMB_ERROR_LIMIT:
        return "a limit was reached";
    case LIMB_ERROR_UNSUPPORTED:
        return "not supported";
    case LIMB_ERROR_NUMERIC:
        return "no numerical solution";
    }
    return "unknown status";
}
