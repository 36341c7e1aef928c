// Replacing a file in one step: a reader sees the old content or the new, never a part, also after
// a loss of power.
//
// The new content goes to a temporary file beside the old one, gets the old one's owner, group,
// permissions, access control list and extended attributes, is flushed to disk and renamed; then
// the folder is flushed. If one of them cannot be kept, or the file is read-only, nothing is
// written: a file must not change its owner unnoticed.
//
// Renaming would separate a file from its other hard links. Such a file is written in place, as
// editors do, once the temporary file is on disk; that one stays if the write fails halfway.
//
// A file is locked while it is replaced (replace_hold.c), and one that is written back is compared
// under the lock with what was read: a change that another program made meanwhile is not lost.
//
// A path that names an open descriptor (/dev/stdout, /dev/fd/3) is written to that descriptor:
// opening it anew would begin at the start of what a shell's >> appends to, and a socket cannot be
// opened at all.
//
// Signals that would end the process wait until the file is replaced: one that came in between
// would leave the temporary file, or a file written in place by half. A write beyond the limit of
// a file's size (ulimit -f) is a failure like a full disk, not the end of the process.
#define _GNU_SOURCE // fallocate

#include "base/file.h"
#include "limb/base.h"
#include "limb/system.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

enum { MAX_LINKS = 40, MAX_ATTRIBUTE = 4096 };
#ifdef __linux__
static const char list_name[] = "system.posix_acl_access";
#endif

// What is written, and what the file must hold for that.
typedef struct content {
    const void *bytes;
    size_t size;
    const void *read; // what was read from the file; NULL: nothing
    size_t read_size;
    bool is_changed; // the file holds something else by now
} content;

// Signals of this thread while a file is replaced.
typedef struct held_signals {
    sigset_t before; // the mask
    bool was_beyond; // SIGXFSZ was pending
} held_signals;

static limb_status replace(const char *path, content *c, const char **reason);
static const char *replace_path(const char *path, content *c);
static void hold_signals(held_signals *held);
static void release_signals(const held_signals *held);
static bool is_beyond_pending(void);
static const char *follow_links(const char *path, char target[PATH_MAX], int *descriptor);
static int find_descriptor(const char *path);
static const char *write_descriptor(int descriptor, const content *c);
static const char *write_through(const char *path, const content *c);
static const char *replace_regular(const char *target, content *c);
static const char *check_unchanged(int file, content *c);
static const char *replace_at(const char *target, const struct stat *old, const void *bytes,
                              size_t size);
static const char *fill_beside(const char *target, const struct stat *old, bool keep,
                               const void *bytes, size_t size, char name[PATH_MAX]);
static int open_beside(const char *target, mode_t mode, char name[PATH_MAX]);
static const char *keep_attributes(int file, const char *target, const struct stat *old);
#ifdef __linux__
static const char *keep_extended(int file, const char *target);
#endif
static const char *write_in_place(const char *target, const struct stat *old, const void *bytes,
                                  size_t size);
static const char *overwrite(int file, const void *bytes, size_t size, bool *begun);
static bool write_all(int file, const char *bytes, size_t size);
static bool flush_folder(const char *target);

limb_status limb_file_replace(const char *path, const void *bytes, size_t size, const char **reason)
{
    content c = {.bytes = bytes, .size = size};
    return replace(path, &c, reason);
}

limb_status limb_file_rewrite(const char *path, const void *before, size_t before_size,
                              const void *bytes, size_t size, const char **reason)
{
    assert(path && before);
    content c = {.bytes = bytes, .size = size, .read = before, .read_size = before_size};
    return replace(path, &c, reason);
}

static limb_status replace(const char *path, content *c, const char **reason)
{
    const char *problem = replace_path(path, c);
    if (reason) *reason = problem;
    return !problem ? LIMB_OK : c->is_changed ? LIMB_ERROR_INPUT : LIMB_ERROR_IO;
}

static const char *replace_path(const char *path, content *c)
{
    char target[PATH_MAX];
    struct stat info;
    int descriptor = -1;
    if (!path || !path[0]) return limb_system_error_text(ENOENT);
    // the text of a link to a pipe below /proc is not a path
    const bool is_stream = stat(path, &info) == 0 && !S_ISREG(info.st_mode);
    const char *problem = follow_links(path, target, &descriptor);
    if (problem) return problem;
    if (descriptor >= 0) return write_descriptor(descriptor, c);
    return is_stream ? write_through(path, c) : replace_regular(target, c);
}

static void hold_signals(held_signals *held)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        sigaddset(&set, ending[i]);
    held->was_beyond = is_beyond_pending();
    pthread_sigmask(SIG_BLOCK, &set, &held->before);
}

// The signal of our own write beyond the limit is taken away; the others come now.
static void release_signals(const held_signals *held)
{
    if (!held->was_beyond && is_beyond_pending()) {
        sigset_t beyond;
        int number;
        sigemptyset(&beyond);
        sigaddset(&beyond, SIGXFSZ);
        sigwait(&beyond, &number);
    }
    pthread_sigmask(SIG_SETMASK, &held->before, NULL);
}

static bool is_beyond_pending(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
}

// A link keeps pointing to its file, also when that does not exist yet. NULL, or what is wrong.
// Ends at a name of an open descriptor.
static const char *follow_links(const char *path, char target[PATH_MAX], int *descriptor)
{
    if (strlen(path) >= PATH_MAX) return limb_system_error_text(ENAMETOOLONG);
    strcpy(target, path);
    for (int i = 0; i < MAX_LINKS; i++) {
        char link[PATH_MAX];
        *descriptor = find_descriptor(target);
        if (*descriptor >= 0) return NULL;
        const ssize_t length = readlink(target, link, sizeof link - 1);
        if (length < 0) return NULL;
        link[length] = 0;
        // a relative one begins at the folder of the link
        const char *slash = strrchr(target, '/');
        const size_t folder = slash && link[0] != '/' ? (size_t)(slash + 1 - target) : 0;
        if (folder + (size_t)length >= PATH_MAX) return limb_system_error_text(ENAMETOOLONG);
        memcpy(target + folder, link, (size_t)length + 1);
    }
    return limb_system_error_text(ELOOP);
}

// The number of the open descriptor that the path names, or -1.
static int find_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "/dev/stdout") == 0) return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0) return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t length = strlen(folders[i]);
        if (strncmp(path, folders[i], length) != 0) continue;
        char *end;
        const long number = strtol(path + length, &end, 10);
        const bool is_number = path[length] >= '0' && path[length] <= '9' && !*end;
        if (is_number && number <= INT_MAX) return (int)number;
    }
    return -1;
}

static const char *write_descriptor(int descriptor, const content *c)
{
    errno = EIO;
    return write_all(descriptor, c->bytes, c->size) ? NULL : limb_system_error_text(errno);
}

// Writes to a device or pipe, which cannot be replaced. Writing may block, until Ctrl-C.
static const char *write_through(const char *path, const content *c)
{
    const int device = open(path, O_WRONLY | O_CLOEXEC);
    if (device < 0) return limb_system_error_text(errno);
    const char *problem = write_descriptor(device, c);
    if (close(device) != 0 && !problem) problem = limb_system_error_text(errno);
    return problem;
}

static const char *replace_regular(const char *target, content *c)
{
    struct stat old;
    const bool exists = stat(target, &old) == 0;
    int file = -1;
    // meant to stay, though its folder could be changed
    if (exists && (old.st_mode & 0222) == 0) return "it is read-only";
    const char *problem = limb__file_hold(target, &file);
    if (problem) return problem;
    held_signals held;
    hold_signals(&held);
    const bool is_held = file >= 0 && fstat(file, &old) == 0;
    problem = check_unchanged(file, c);
    if (!problem)
        problem = is_held && old.st_nlink > 1
                      ? write_in_place(target, &old, c->bytes, c->size)
                      : replace_at(target, is_held ? &old : NULL, c->bytes, c->size);
    limb__file_release(file);
    release_signals(&held);
    return problem;
}

// Compares the file with the content that was read. A file that was deleted meanwhile is created
// again, since that overwrites no changes.
static const char *check_unchanged(int file, content *c)
{
    c->is_changed = c->read && file >= 0 && !limb__file_is_same(file, c->read, c->read_size);
    return c->is_changed ? "it was changed by another program after it was read" : NULL;
}

static const char *replace_at(const char *target, const struct stat *old, const void *bytes,
                              size_t size)
{
    char temporary[PATH_MAX];
    const char *problem = fill_beside(target, old, old != NULL, bytes, size, temporary);
    if (problem) return problem;
    if (rename(temporary, target) != 0) {
        problem = limb_system_error_text(errno);
        unlink(temporary);
        return problem;
    }
    return flush_folder(target) ? NULL : "it was replaced, but its folder could not be flushed";
}

// The content in a new file beside the target, on disk, with the attributes of the old one when
// they are to be kept. Nothing is left of it when something is wrong.
static const char *fill_beside(const char *target, const struct stat *old, bool keep,
                               const void *bytes, size_t size, char name[PATH_MAX])
{
    // private until it has the old permissions, which may be strict
    const int file = open_beside(target, old ? 0600 : 0666, name);
    if (file < 0)
        return errno == EACCES ? "its folder cannot be written" : limb_system_error_text(errno);
    const char *problem = NULL;
    errno = EIO;
    if (!write_all(file, bytes, size)) problem = limb_system_error_text(errno);
    if (!problem && keep) problem = keep_attributes(file, target, old);
    if (!problem && fsync(file) != 0) problem = limb_system_error_text(errno);
    if (close(file) != 0 && !problem) problem = limb_system_error_text(errno);
    if (problem) unlink(name);
    return problem;
}

// Creates a file in the folder of target, named after it unless the name would become too long.
static int open_beside(const char *target, mode_t mode, char name[PATH_MAX])
{
    enum { MAX_NAME = 200 };
    const char *slash = strrchr(target, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - target) : 0;
    const bool is_long = strlen(target + folder) > MAX_NAME;
    for (int attempt = 0; attempt < 100; attempt++) {
        const int length =
            snprintf(name, PATH_MAX, "%.*s%s.%ld.%d.tmp", (int)(is_long ? folder : strlen(target)),
                     target, is_long ? ".limb" : "", (long)getpid(), attempt);
        if (length < 0 || length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

// The owner first: changing it clears bits of the mode. The list last: the mode is a part of it.
static const char *keep_attributes(int file, const char *target, const struct stat *old)
{
    struct stat made;
    if (fstat(file, &made) != 0) return limb_system_error_text(errno);
    const bool same_owner = made.st_uid == old->st_uid && made.st_gid == old->st_gid;
    if (!same_owner && fchown(file, old->st_uid, old->st_gid) != 0) {
        return "its owner and group could not be kept";
    }
#ifdef __linux__
    char list[MAX_ATTRIBUTE];
    const ssize_t size = getxattr(target, list_name, list, sizeof list);
    const bool none = size < 0 && (errno == ENODATA || errno == ENOTSUP);
    const bool known = none || size >= 0;
    // the folder may give new files a list, by which others than before could read them
    if (known && none) (void)fremovexattr(file, list_name);
    if (fchmod(file, old->st_mode & 07777) != 0) return "its permissions could not be kept";
    if (!known || (!none && fsetxattr(file, list_name, list, (size_t)size, 0) != 0))
        return "its access control list could not be kept";
    return keep_extended(file, target);
#else
    if (fchmod(file, old->st_mode & 07777) != 0) return "its permissions could not be kept";
    return NULL;
#endif
}

#ifdef __linux__
// The attributes of users and their programs (user.*).
static const char *keep_extended(int file, const char *target)
{
    static const char problem[] = "its extended attributes could not be kept";
    char names[MAX_ATTRIBUTE], value[MAX_ATTRIBUTE];
    const ssize_t size = listxattr(target, names, sizeof names);
    if (size < 0) return errno == ENOTSUP ? NULL : problem;
    for (const char *name = names; name < names + size; name += strlen(name) + 1) {
        if (strncmp(name, "user.", 5) != 0) continue;
        const ssize_t length = getxattr(target, name, value, sizeof value);
        if (length < 0 || fsetxattr(file, name, value, (size_t)length, 0) != 0) return problem;
    }
    return NULL;
}
#endif

static const char *write_in_place(const char *target, const struct stat *old, const void *bytes,
                                  size_t size)
{
    char temporary[PATH_MAX];
    const char *problem = fill_beside(target, old, false, bytes, size, temporary);
    if (problem) return problem;
    bool begun = false;
    struct stat now;
    const int file = open(target, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        problem = limb_system_error_text(errno);
    else if (fstat(file, &now) != 0 || now.st_dev != old->st_dev || now.st_ino != old->st_ino)
        problem = "it was replaced by another file in the meantime";
    else
        problem = overwrite(file, bytes, size, &begun);
    if (file >= 0 && close(file) != 0 && !problem) problem = limb_system_error_text(errno);
    if (problem && begun)
        return "it was written only in part; all of it is in a new file beside it (.tmp)";
    unlink(temporary);
    return problem;
}

// Reserves the space first, so that a full disk is noticed while the old content is whole.
static const char *overwrite(int file, const void *bytes, size_t size, bool *begun)
{
#ifdef __linux__
    if (size > 0 && fallocate(file, FALLOC_FL_KEEP_SIZE, 0, (off_t)size) != 0 &&
        (errno == ENOSPC || errno == EDQUOT || errno == EFBIG))
        return limb_system_error_text(errno);
#endif
    *begun = true;
    errno = EIO;
    if (!write_all(file, bytes, size) || ftruncate(file, (off_t)size) != 0 || fsync(file) != 0)
        return limb_system_error_text(errno);
    return NULL;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t done = write(file, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        // a pipe that was opened so as not to wait, and is full
        if (done < 0 && errno == EAGAIN &&
            (poll(&(struct pollfd){.fd = file, .events = POLLOUT}, 1, -1) >= 0 || errno == EINTR))
            continue;
        if (done <= 0) return false;
        bytes += done;
        size -= (size_t)done;
    }
    return true;
}

// Some file systems cannot flush a folder, which is not a failure.
static bool flush_folder(const char *target)
{
    char folder[PATH_MAX];
    strcpy(folder, target);
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    const int opened = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return true; // may be written to, but not read
    const bool flushed = fsync(opened) == 0 || errno == EINVAL || errno == EROFS;
    close(opened);
    return flushed;
}
