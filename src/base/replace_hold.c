// A lock on a file that is going to be replaced by renaming another one over it.
//
// The lock is on the file, not on its name: who waited for it may then hold a file that another
// program has just replaced. So the name is looked up again, until it leads to the file that is
// held. The lock is advisory and belongs to the open file (F_OFD_SETLK), which makes it work
// between threads, too, and apart from flock, by which a script may hold the file while it runs us.
// A file system without locks is used without them.
#define _GNU_SOURCE // F_OFD_SETLK

#include "base/file.h"
#include "limb/system.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MAX_WAITS = 2000, WAIT_NS = 5000000 }; // ten seconds in all

static bool is_locked_by_other(int file);
static bool leads_to(const char *target, int file);

const char *limb__file_hold(const char *target, int *file)
{
    for (int i = 0; i < MAX_WAITS; i++) {
        // a lock for writing needs a file that is open for writing
        *file = open(target, O_RDWR | O_CLOEXEC | O_NONBLOCK);
        if (*file < 0) return errno == ENOENT ? NULL : limb_system_error_text(errno);
        const bool is_locked = is_locked_by_other(*file);
        if (!is_locked && leads_to(target, *file)) return NULL;
        limb__file_release(*file);
        if (is_locked) nanosleep(&(struct timespec){.tv_nsec = WAIT_NS}, NULL);
    }
    *file = -1;
    return "another program holds a lock on it";
}

void limb__file_release(int file)
{
    if (file >= 0) close(file);
}

bool limb__file_is_same(int file, const void *bytes, size_t size)
{
    enum { PIECE = 16384 };
    char piece[PIECE];
    struct stat info;
    if (fstat(file, &info) != 0 || info.st_size != (off_t)size) return false;
    for (size_t at = 0; at < size;) {
        const size_t wanted = size - at < PIECE ? size - at : PIECE;
        const ssize_t got = pread(file, piece, wanted, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0 || memcmp(piece, (const char *)bytes + at, (size_t)got) != 0) return false;
        at += (size_t)got;
    }
    return true;
}

static bool is_locked_by_other(int file)
{
#ifdef F_OFD_SETLK
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES);
#else
    return flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
#endif
}

static bool leads_to(const char *target, int file)
{
    struct stat named, held;
    return fstat(file, &held) == 0 && stat(target, &named) == 0 && named.st_dev == held.st_dev &&
           named.st_ino == held.st_ino;
}
