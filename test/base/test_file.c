#define _XOPEN_SOURCE 700

#include "base/file.h"
#include "base/memory.h"
#include "harness.h"
#include "support/hostile.h"
#include "support/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
    ENSURE_INT(limb__file_read(path, &memory.allocator, 1 << 20, &bytes, &size), LIMB_OK);
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
    ENSURE_INT(limb__file_replace(f.file, "<robot\0/>", 9), LIMB_OK);
    ensure_content(f.file, "<robot\0/>", 9);
    ENSURE_INT(limb__file_replace(f.file, "", 0), LIMB_OK);
    ensure_content(f.file, "", 0);
    static char large[300000];
    memset(large, 'x', sizeof large);
    ENSURE_INT(limb__file_replace(f.file, large, sizeof large), LIMB_OK);
    ensure_content(f.file, large, sizeof large);
    ENSURE_INT(folder_remove(&f), 1); // no temporary file stays
}

TEST(permissions_and_links_are_kept)
{
    folder f;
    folder_make(&f, "robot.urdf");
    char link[300];
    snprintf(link, sizeof link, "%s/link.urdf", f.path);
    ENSURE_INT(limb__file_replace(f.file, "old", 3), LIMB_OK);
    ENSURE_INT(chmod(f.file, 0640), 0);
    ENSURE_INT(symlink("robot.urdf", link), 0);
    ENSURE_INT(limb__file_replace(link, "new", 3), LIMB_OK);
    ensure_content(f.file, "new", 3);
    struct stat info;
    ENSURE_INT(lstat(link, &info), 0);
    ENSURE(S_ISLNK(info.st_mode));
    ENSURE_INT(stat(f.file, &info), 0);
    ENSURE_INT(info.st_mode & 07777, 0640);
    ENSURE_INT(folder_remove(&f), 2);
}

TEST(failures_say_why_and_leave_nothing)
{
    folder f;
    folder_make(&f, "missing/robot.urdf");
    char *bytes;
    size_t size;
    errno = 0;
    ENSURE_INT(limb__file_replace(f.file, "x", 1), LIMB_ERROR_IO);
    ENSURE_INT(errno, ENOENT);
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
    ENSURE_INT(limb__file_replace(f.file, "12345", 5), LIMB_OK);
    char *bytes;
    size_t size;
    ENSURE_INT(limb__file_read(f.file, NULL, 4, &bytes, &size), LIMB_ERROR_LIMIT);
    ENSURE_INT(limb__file_read(f.file, NULL, 5, &bytes, &size), LIMB_OK);
    limb__release(limb__memory(NULL), bytes, size + 1);
    // no size is known beforehand
    ENSURE_INT(limb__file_read("/dev/zero", NULL, 200000, &bytes, &size), LIMB_ERROR_LIMIT);
    folder_remove(&f);
}

static limb_status read_given(const limb_allocator *memory, void *ctx)
{
    char *bytes;
    size_t size;
    const limb_status status = limb__file_read(ctx, memory, 1 << 20, &bytes, &size);
    if (status == LIMB_OK) limb__release(memory, bytes, size + 1);
    return status;
}

TEST(reading_survives_a_lack_of_memory)
{
    folder f;
    folder_make(&f, "robot.urdf");
    ENSURE_INT(limb__file_replace(f.file, "<robot/>", 8), LIMB_OK);
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
