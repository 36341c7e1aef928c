#define _GNU_SOURCE // F_OFD_SETLK

#include "base/file.h"
#include "base/memory.h"
#include "harness.h"
#include "limb/system.h"
#include "support/hostile.h"
#include "support/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif
#include <unistd.h>

// A fresh folder for one test, removed with what it holds.
typedef struct folder {
    char path[256];
    char file[300];
} folder;

static void folder_make(folder *f, const char *file)
{
    snprintf(f->path, sizeof f->path, "%s/test_file_XXXXXX", LIMB_BINARY_DIR);
    ENSURE(mkdtemp(f->path) != NULL);
    snprintf(f->file, sizeof f->file, "%s/%s", f->path, file);
}

// removes the files; returns how many there were
static int folder_remove(const folder *f)
{
    int count = 0;
    DIR *dir = opendir(f->path);
    ENSURE(dir != NULL);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        char path[600];
        snprintf(path, sizeof path, "%s/%s", f->path, entry->d_name);
        unlink(path);
        count++;
    }
    closedir(dir);
    ENSURE_INT(rmdir(f->path), 0);
    return count;
}

static void ensure_content(const char *path, const char *expected, size_t expected_size)
{
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    char *bytes;
    size_t size;
    ENSURE_INT(limb__file_read_input(path, &memory.allocator, 1 << 20, &bytes, &size), LIMB_OK);
    ENSURE_INT(size, expected_size);
    ENSURE_INT(memcmp(bytes, expected, size), 0);
    ENSURE_INT(bytes[size], 0);
    ENSURE_INT(memory.in_use, size + 1);
    limb__release(&memory.allocator, bytes, size + 1);
    ENSURE_INT(memory.nblock, 0);
}

TEST(what_is_written_is_read)
{
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(limb_file_replace(f.file, "<robot\0/>", 9, NULL), LIMB_OK);
    ensure_content(f.file, "<robot\0/>", 9);
    ENSURE_INT(limb_file_replace(f.file, "", 0, NULL), LIMB_OK);
    ensure_content(f.file, "", 0);
    static char large[300000];
    memset(large, 'x', sizeof large);
    ENSURE_INT(limb_file_replace(f.file, large, sizeof large, NULL), LIMB_OK);
    ensure_content(f.file, large, sizeof large);
    ENSURE_INT(folder_remove(&f), 1); // no temporary file stays
}

TEST(permissions_and_links_are_kept)
{
    folder f;
    folder_make(&f, "robot.urdf");
    char link[300];
    snprintf(link, sizeof link, "%s/link.urdf", f.path);
    ENSURE_INT(limb_file_replace(f.file, "old", 3, NULL), LIMB_OK);
    ENSURE_INT(chmod(f.file, 0640), 0);
    ENSURE_INT(symlink("robot.urdf", link), 0);
    ENSURE_INT(limb_file_replace(link, "new", 3, NULL), LIMB_OK);
    ensure_content(f.file, "new", 3);
    struct stat info;
    ENSURE_INT(lstat(link, &info), 0);
    ENSURE(S_ISLNK(info.st_mode));
    ENSURE_INT(stat(f.file, &info), 0);
    ENSURE_INT(info.st_mode & 07777, 0640);
    ENSURE_INT(folder_remove(&f), 2);
}

TEST(a_link_to_nothing_yet_creates_its_file)
{
    folder f;
    folder_make(&f, "robot.urdf");
    char link[300];
    snprintf(link, sizeof link, "%s/link.urdf", f.path);
    ENSURE_INT(symlink("robot.urdf", link), 0);
    ENSURE_INT(limb_file_replace(link, "new", 3, NULL), LIMB_OK);
    struct stat info;
    ENSURE_INT(lstat(link, &info), 0);
    ENSURE(S_ISLNK(info.st_mode));
    ensure_content(f.file, "new", 3);
    ENSURE_INT(folder_remove(&f), 2);
}

TEST(links_in_a_circle_are_refused)
{
    folder f;
    folder_make(&f, "a");
    char other[300];
    snprintf(other, sizeof other, "%s/b", f.path);
    ENSURE_INT(symlink("b", f.file), 0);
    ENSURE_INT(symlink("a", other), 0);
    const char *reason = NULL;
    ENSURE_INT(limb_file_replace(f.file, "x", 1, &reason), LIMB_ERROR_IO);
    ENSURE_TEXT(reason, "too many symbolic links");
    ENSURE_INT(folder_remove(&f), 2);
}

// When root edited another user's file, the file became root's, because rename put a new file
// in its place.
TEST(the_owner_is_kept_or_the_write_refused)
{
    enum { SOMEBODY = 12345, SOMEBODY_ELSE = 12346 };
    if (geteuid() != 0) return; // only root may give files away
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(limb_file_replace(f.file, "old", 3, NULL), LIMB_OK);
    ENSURE_INT(chown(f.file, SOMEBODY, SOMEBODY), 0);
    ENSURE_INT(chmod(f.file, 02664), 0);
    ENSURE_INT(limb_file_replace(f.file, "new", 3, NULL), LIMB_OK);
    struct stat info;
    ENSURE_INT(stat(f.file, &info), 0);
    ENSURE_INT(info.st_uid, SOMEBODY);
    ENSURE_INT(info.st_gid, SOMEBODY);
    ENSURE_INT(info.st_mode & 07777, 02664);

    // who may write to the folder but not give files away is refused, and the file stays
    ENSURE_INT(chmod(f.path, 0777), 0);
    const char *reason = NULL;
    ENSURE_INT(seteuid(SOMEBODY_ELSE), 0);
    const limb_status status = limb_file_replace(f.file, "his", 3, &reason);
    ENSURE_INT(seteuid(0), 0);
    // a folder above may be closed to him, which is a refusal too
    ENSURE_INT(status, LIMB_ERROR_IO);
    ENSURE(reason != NULL);
    ensure_content(f.file, "new", 3);
    ENSURE_INT(folder_remove(&f), 1);
}

// An editor that renames a new file over the old one breaks its hard links.
TEST(hard_links_stay_one_file)
{
    folder f;
    folder_make(&f, "robot.urdf");
    char other[300];
    snprintf(other, sizeof other, "%s/other.urdf", f.path);
    ENSURE_INT(limb_file_replace(f.file, "a long text", 11, NULL), LIMB_OK);
    ENSURE_INT(chmod(f.file, 0640), 0);
    ENSURE_INT(link(f.file, other), 0);
    ENSURE_INT(limb_file_replace(f.file, "short", 5, NULL), LIMB_OK);
    ensure_content(other, "short", 5);
    static char large[300000];
    memset(large, 'x', sizeof large);
    ENSURE_INT(limb_file_replace(other, large, sizeof large, NULL), LIMB_OK);
    ensure_content(f.file, large, sizeof large);
    struct stat info;
    ENSURE_INT(stat(f.file, &info), 0);
    ENSURE_INT(info.st_nlink, 2);
    ENSURE_INT(info.st_mode & 07777, 0640);
    ENSURE_INT(limb_file_replace(f.file, "", 0, NULL), LIMB_OK);
    ensure_content(other, "", 0);
    // larger than a file may be: noticed before anything is lost
    ENSURE_INT(limb_file_replace(f.file, "text", 4, NULL), LIMB_OK);
    struct rlimit before;
    ENSURE_INT(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit small = {100000, before.rlim_max};
    void (*const handler)(int) = signal(SIGXFSZ, SIG_IGN);
    ENSURE_INT(setrlimit(RLIMIT_FSIZE, &small), 0);
    const char *reason = NULL;
    ENSURE_INT(limb_file_replace(f.file, large, sizeof large, &reason), LIMB_ERROR_IO);
    ENSURE_INT(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    ENSURE_TEXT(reason, "the file is too large");
    ensure_content(other, "text", 4);
    ENSURE_INT(folder_remove(&f), 2); // no temporary file stays
}

// A write beyond the limit raises a signal, which terminates a process that does not handle it.
TEST(a_file_beyond_the_limit_is_refused)
{
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(limb_file_replace(f.file, "text", 4, NULL), LIMB_OK);
    static char large[300000];
    struct rlimit before;
    ENSURE_INT(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit small = {100000, before.rlim_max};
    void (*const handler)(int) = signal(SIGXFSZ, SIG_DFL);
    ENSURE_INT(setrlimit(RLIMIT_FSIZE, &small), 0);
    const char *reason = NULL;
    ENSURE_INT(limb_file_replace(f.file, large, sizeof large, &reason), LIMB_ERROR_IO);
    ENSURE_INT(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    ENSURE_TEXT(reason, "the file is too large");
    ensure_content(f.file, "text", 4);
    ENSURE_INT(folder_remove(&f), 1);
}

static bool has_temporary(const folder *f)
{
    bool found = false;
    DIR *dir = opendir(f->path);
    ENSURE(dir != NULL);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (strstr(entry->d_name, ".tmp")) found = true;
    closedir(dir);
    return found;
}

// If Ctrl-C arrives while the temporary file exists, the target is replaced before
// the process ends.
TEST(a_signal_leaves_no_temporary_file)
{
    static char large[4000000];
    static const int number[] = {SIGINT, SIGTERM, SIGHUP, SIGTERM};
    folder f;
    folder_make(&f, "robot.urdf");
    for (int i = 0; i < 4; i++) {
        const pid_t child = fork();
        ENSURE(child >= 0);
        if (child == 0) {
            signal(number[i], SIG_DFL);
            while (limb_file_replace(f.file, large, sizeof large, NULL) == LIMB_OK) {
            }
            _exit(1);
        }
        while (!has_temporary(&f)) {
        }
        ENSURE_INT(kill(child, number[i]), 0);
        int status;
        ENSURE_INT(waitpid(child, &status, 0), child);
        ENSURE(WIFSIGNALED(status) && WTERMSIG(status) == number[i]);
        ENSURE(!has_temporary(&f));
    }
    ENSURE_INT(folder_remove(&f), 1);
}

TEST(a_name_of_any_length_can_be_replaced)
{
    char name[256];
    memset(name, 'n', 255);
    name[255] = 0;
    folder f;
    folder_make(&f, "");
    char path[600];
    snprintf(path, sizeof path, "%s/%s", f.path, name);
    ENSURE_INT(limb_file_replace(path, "old", 3, NULL), LIMB_OK);
    ENSURE_INT(limb_file_replace(path, "new", 3, NULL), LIMB_OK);
    ensure_content(path, "new", 3);
    ENSURE_INT(folder_remove(&f), 1);
}

#ifdef __linux__
TEST(extended_attributes_are_kept)
{
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(limb_file_replace(f.file, "old", 3, NULL), LIMB_OK);
    if (setxattr(f.file, "user.origin", "https", 5, 0) == 0) { // the file system may have none
        ENSURE_INT(limb_file_replace(f.file, "new", 3, NULL), LIMB_OK);
        char kept[100];
        ENSURE_INT(getxattr(f.file, "user.origin", kept, sizeof kept), 5);
        ENSURE(memcmp(kept, "https", 5) == 0);
    }
    ENSURE_INT(folder_remove(&f), 1);
}

// A default access list of the folder would let others read a file that was private to its owner.
TEST(a_list_of_the_folder_is_not_taken_over)
{
    // user::rwx, user:12345:rwx, group::r-x, mask::rwx, other::---
    static const unsigned char list[] = {2,   0,   0,   0,   1,   0,   7,  0,   255, 255, 255,
                                         255, 2,   0,   7,   0,   57,  48, 0,   0,   4,   0,
                                         5,   0,   255, 255, 255, 255, 16, 0,   7,   0,   255,
                                         255, 255, 255, 32,  0,   0,   0,  255, 255, 255, 255};
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(limb_file_replace(f.file, "old", 3, NULL), LIMB_OK);
    ENSURE_INT(chmod(f.file, 0640), 0);
    if (setxattr(f.path, "system.posix_acl_default", list, sizeof list, 0) == 0) {
        char kept[100];
        ENSURE_INT(limb_file_replace(f.file, "new", 3, NULL), LIMB_OK);
        ENSURE_INT(getxattr(f.file, "system.posix_acl_access", kept, sizeof kept), -1);
        struct stat info;
        ENSURE_INT(stat(f.file, &info), 0);
        ENSURE_INT(info.st_mode & 07777, 0640);
    }
    ENSURE_INT(folder_remove(&f), 1);
}

TEST(an_access_control_list_is_kept)
{
    // user::rw-, user:12345:rw-, group::r--, mask::rw-, other::---; 8 bytes each: tag, rights, id
    static const unsigned char list[] = {2,   0,   0,   0,   1,   0,   6,  0,   255, 255, 255,
                                         255, 2,   0,   6,   0,   57,  48, 0,   0,   4,   0,
                                         4,   0,   255, 255, 255, 255, 16, 0,   6,   0,   255,
                                         255, 255, 255, 32,  0,   0,   0,  255, 255, 255, 255};
    static const char name[] = "system.posix_acl_access";
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(limb_file_replace(f.file, "old", 3, NULL), LIMB_OK);
    if (setxattr(f.file, name, list, sizeof list, 0) == 0) { // the file system may have none
        ENSURE_INT(limb_file_replace(f.file, "new", 3, NULL), LIMB_OK);
        unsigned char kept[100];
        ENSURE_INT(getxattr(f.file, name, kept, sizeof kept), sizeof list);
        ENSURE(memcmp(kept, list, sizeof list) == 0);
    }
    ENSURE_INT(folder_remove(&f), 1);
}
#endif

TEST(a_file_that_changed_since_it_was_read_is_left_alone)
{
    folder f;
    folder_make(&f, "robot.urdf");
    const char *reason = NULL;
    ENSURE_INT(limb_file_replace(f.file, "read", 4, NULL), LIMB_OK);
    ENSURE_INT(limb_file_rewrite(f.file, "read", 4, "mine", 4, &reason), LIMB_OK);
    ENSURE(reason == NULL);
    static const char *const others[] = {"readx", "rea", "", "READ", "mine "};
    for (int i = 0; i < 5; i++) {
        const char *theirs = others[i];
        ENSURE_INT(limb_file_replace(f.file, theirs, strlen(theirs), NULL), LIMB_OK);
        ENSURE_INT(limb_file_rewrite(f.file, "mine", 4, "next", 4, &reason), LIMB_ERROR_INPUT);
        ENSURE_TEXT(reason, "it was changed by another program after it was read");
        ensure_content(f.file, theirs, strlen(theirs));
    }
    // another file with the same content will do; one that is gone is made anew
    ENSURE_INT(unlink(f.file), 0);
    ENSURE_INT(limb_file_rewrite(f.file, "mine", 4, "next", 4, &reason), LIMB_OK);
    ENSURE_INT(limb_file_rewrite(f.file, "next", 4, "last", 4, &reason), LIMB_OK);
    ensure_content(f.file, "last", 4);
    ENSURE_INT(folder_remove(&f), 1);
}

// Reads the file, adds a byte, writes it back; returns how often that was done.
static int add_bytes(const char *path, int attempts)
{
    int made = 0;
    for (int i = 0; i < attempts; i++) {
        char *bytes;
        size_t size;
        if (limb__file_read(path, NULL, 1 << 20, &bytes, &size) != LIMB_OK) return -1;
        char *longer = malloc(size + 1);
        if (!longer) return -1;
        memcpy(longer, bytes, size);
        longer[size] = 'x';
        const limb_status status = limb_file_rewrite(path, bytes, size, longer, size + 1, NULL);
        free(longer);
        limb__release(limb__memory(NULL), bytes, size + 1);
        if (status == LIMB_ERROR_IO) return -1;
        made += status == LIMB_OK;
    }
    return made;
}

static void ensure_no_change_is_lost(const char *path)
{
    enum { NPROCESS = 4, ATTEMPTS = 50 };
    pid_t child[NPROCESS];
    ENSURE_INT(limb_file_replace(path, "", 0, NULL), LIMB_OK);
    for (int i = 0; i < NPROCESS; i++) {
        child[i] = fork();
        ENSURE(child[i] >= 0);
        if (child[i] == 0) {
            const int made = add_bytes(path, ATTEMPTS);
            _exit(made < 0 ? 255 : made);
        }
    }
    int made = 0;
    for (int i = 0; i < NPROCESS; i++) {
        int status;
        ENSURE_INT(waitpid(child[i], &status, 0), child[i]);
        ENSURE(WIFEXITED(status) && WEXITSTATUS(status) != 255);
        made += WEXITSTATUS(status);
    }
    struct stat info;
    ENSURE_INT(stat(path, &info), 0);
    ENSURE(made >= ATTEMPTS); // somebody always wins
    ENSURE_INT(info.st_size, made);
}

TEST(of_changes_at_once_none_is_lost)
{
    folder f;
    folder_make(&f, "robot.urdf");
    ensure_no_change_is_lost(f.file);
    char other[300];
    snprintf(other, sizeof other, "%s/other", f.path);
    ENSURE_INT(link(f.file, other), 0); // a second hard link: written in place
    ensure_no_change_is_lost(f.file);
    ENSURE_INT(folder_remove(&f), 2);
}

// A script may hold the lock while it runs limb: flock arm.urdf limb edit arm.urdf ...
TEST(a_lock_by_flock_does_not_keep_us_out)
{
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(limb_file_replace(f.file, "old", 3, NULL), LIMB_OK);
#ifdef F_OFD_SETLK
    const int file = open(f.file, O_RDONLY);
    ENSURE(file >= 0);
    ENSURE_INT(flock(file, LOCK_EX), 0);
    ENSURE_INT(limb_file_rewrite(f.file, "old", 3, "new", 3, NULL), LIMB_OK);
    close(file);
    ensure_content(f.file, "new", 3);
#endif
    ENSURE_INT(folder_remove(&f), 1);
}

// A shell may have connected these names to a pipe, a socket, or a file opened for appending.
TEST(open_descriptors_are_written_by_name)
{
    static const char *const names[] = {"/dev/fd/", "/proc/self/fd/"};
    folder f;
    folder_make(&f, "link");
    char name[40], got[8];
    int pair[2];
    for (int i = 0; i < 4; i++) {
        if (i < 2) ENSURE_INT(pipe(pair), 0);
        if (i >= 2) ENSURE_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
        snprintf(name, sizeof name, "%s%d", names[i % 2], pair[1]);
        ENSURE_INT(limb_file_replace(name, "out", 3, NULL), LIMB_OK);
        ENSURE_INT(symlink(name, f.file), 0); // as /dev/stdout is one
        ENSURE_INT(limb_file_replace(f.file, "put", 3, NULL), LIMB_OK);
        ENSURE_INT(unlink(f.file), 0);
        ENSURE_INT(read(pair[0], got, sizeof got), 6);
        ENSURE(memcmp(got, "output", 6) == 0);
        close(pair[0]);
        close(pair[1]);
    }
    const int file = open(f.file, O_WRONLY | O_CREAT | O_APPEND, 0600);
    ENSURE(file >= 0);
    ENSURE_INT(write(file, "kept ", 5), 5);
    snprintf(name, sizeof name, "%s%d", names[0], file);
    ENSURE_INT(limb_file_replace(name, "added", 5, NULL), LIMB_OK);
    close(file);
    ensure_content(f.file, "kept added", 10);
    const char *reason = NULL;
    ENSURE_INT(limb_file_replace(name, "x", 1, &reason), LIMB_ERROR_IO); // it is closed
    ENSURE(reason != NULL);
    ENSURE_INT(folder_remove(&f), 1);
}

// Opening a pipe blocks until it has a writer, and a robot may name a pipe as its mesh.
TEST(only_regular_files_are_read)
{
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(mkfifo(f.file, 0600), 0);
    char *bytes;
    size_t size;
    limb__file file;
    errno = 0;
    ENSURE_INT(limb__file_read(f.file, NULL, 100, &bytes, &size), LIMB_ERROR_IO);
    ENSURE_INT(errno, ESPIPE);
    ENSURE_INT(limb__file_read_input(f.file, NULL, 100, &bytes, &size), LIMB_ERROR_IO);
    ENSURE_INT(limb__file_open(&file, "/dev/zero"), LIMB_ERROR_IO);
    // standard input is the user's to name: an include of "-" would wait for it
    errno = 0;
    ENSURE_INT(limb__file_read("-", NULL, 100, &bytes, &size), LIMB_ERROR_IO);
    ENSURE_INT(errno, ENOENT);
    ENSURE_TEXT(limb_system_error_text(ESPIPE), "it is not a regular file");
    ENSURE_INT(folder_remove(&f), 1);
}

TEST(failures_say_why_and_leave_nothing)
{
    folder f;
    folder_make(&f, "missing/robot.urdf");
    char *bytes;
    size_t size;
    const char *reason = NULL;
    ENSURE_INT(limb_file_replace(f.file, "x", 1, &reason), LIMB_ERROR_IO);
    ENSURE_TEXT(reason, "there is no such file or folder");
    errno = 0;
    ENSURE_INT(limb__file_read(f.file, NULL, 100, &bytes, &size), LIMB_ERROR_IO);
    ENSURE_INT(errno, ENOENT);
    errno = 0;
    ENSURE_INT(limb__file_read(f.path, NULL, 100, &bytes, &size), LIMB_ERROR_IO);
    ENSURE_INT(errno, EISDIR);
    ENSURE_INT(folder_remove(&f), 0);
}

TEST(the_limit_counts_bytes)
{
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(limb_file_replace(f.file, "12345", 5, NULL), LIMB_OK);
    char *bytes;
    size_t size;
    ENSURE_INT(limb__file_read(f.file, NULL, 4, &bytes, &size), LIMB_ERROR_LIMIT);
    ENSURE_INT(limb__file_read(f.file, NULL, 5, &bytes, &size), LIMB_OK);
    limb__release(limb__memory(NULL), bytes, size + 1);
    // no size is known beforehand
    ENSURE_INT(limb__file_read_input("/dev/zero", NULL, 200000, &bytes, &size), LIMB_ERROR_LIMIT);
    folder_remove(&f);
}

static limb_status read_given(const limb_allocator *memory, void *ctx)
{
    char *bytes;
    size_t size;
    const limb_status status = limb__file_read_input(ctx, memory, 1 << 20, &bytes, &size);
    if (status == LIMB_OK) limb__release(memory, bytes, size + 1);
    return status;
}

TEST(reading_survives_a_lack_of_memory)
{
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(limb_file_replace(f.file, "<robot/>", 8, NULL), LIMB_OK);
    limb_test_every_failure(LIMB_OK, read_given, f.file);
    // grows on the way
    limb_test_every_failure(LIMB_ERROR_LIMIT, read_given, (char[]){"/dev/zero"});
    folder_remove(&f);
}

TEST(standard_input_is_a_dash)
{
    int pipes[2];
    ENSURE_INT(pipe(pipes), 0);
    const int saved = dup(STDIN_FILENO);
    ENSURE(saved >= 0);
    ENSURE(dup2(pipes[0], STDIN_FILENO) >= 0);
    close(pipes[0]);
    ENSURE_INT(write(pipes[1], "<robot/>", 8), 8);
    close(pipes[1]);
    ensure_content("-", "<robot/>", 8);
    dup2(saved, STDIN_FILENO);
    close(saved);
}
