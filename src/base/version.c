// The version, and errors as text.
#include "limb/base.h"
#include "limb/system.h"

#include <errno.h>

#define QUOTE_TOKEN(token) #token
#define QUOTE(macro)       QUOTE_TOKEN(macro)

const char *limb_version(void)
{
    return QUOTE(LIMB_VERSION_MAJOR) "." QUOTE(LIMB_VERSION_MINOR) "." QUOTE(LIMB_VERSION_PATCH);
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

// Not strerror: its words depend on the locale, and it may write to a buffer that threads share.
const char *limb_system_error_text(int error)
{
    static const struct {
        int error;
        const char *text;
    } known[] = {
        {ENOENT, "there is no such file or folder"},
        {EACCES, "permission denied"},
        {EPERM, "the operation is not permitted"},
        {EISDIR, "it is a folder"},
        {ENOTDIR, "a part of the path is not a folder"},
        {ESPIPE, "it is not a regular file"},
        {ENXIO, "it is not a regular file"},
        {ELOOP, "too many symbolic links"},
        {ENAMETOOLONG, "the path is too long"},
        {EROFS, "the file system is read-only"},
        {ENOSPC, "no space is left on the device"},
        {EDQUOT, "the disk quota is used up"},
        {EFBIG, "the file is too large"},
        {EMFILE, "too many files are open"},
        {ENFILE, "too many files are open"},
        {EBUSY, "it is in use"},
        {ETXTBSY, "it is in use"},
        {EEXIST, "it exists already"},
        {EBADF, "it is not open"},
        {EPIPE, "nobody reads the other end"},
        {EIO, "the device reports an error"},
        {ENOMEM, "out of memory"},
        {EADDRINUSE, "the address is in use"},
        {EADDRNOTAVAIL, "this machine does not have that address"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].error == error) return known[i].text;
    }
    return "the system reports an error";
}
