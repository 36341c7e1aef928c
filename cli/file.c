// Files: read whole, write in one step, find robots in a folder.
#define _XOPEN_SOURCE 700 // realpath
#include "cli.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

// more than the library reads by default (256 MiB), so that it can say that the file is too long
static const size_t most_bytes = (size_t)257 << 20;

static int replace_file(const char *path, const void *bytes, size_t size);
static int write_through(const char *path, const void *bytes, size_t size);
static bool write_all(int file, const char *bytes, size_t size);
static bool add_path(cli_paths *paths, const char *folder, const char *name);
static bool add_folder(cli_paths *files, cli_paths *folders, const char *folder);
static int by_name(const void *a, const void *b);

limb_status cli_buffer_write(void *buffer, const void *bytes, size_t size)
{
    cli_buffer *out = buffer;
    if (size >= out->capacity - out->size) {
        size_t capacity = out->capacity > 0 ? out->capacity : 4096;
        while (capacity - out->size <= size)
            capacity *= 2;
        char *moved = realloc(out->data, capacity);
        if (!moved) return LIMB_ERROR_MEMORY;
        out->data = moved;
        out->capacity = capacity;
    }
    if (size > 0) memcpy(out->data + out->size, bytes, size);
    out->size += size;
    out->data[out->size] = 0;
    return LIMB_OK;
}

void cli_buffer_free(cli_buffer *buffer)
{
    free(buffer->data);
    *buffer = (cli_buffer){0};
}

const char *cli_file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

bool cli_has_extension(const char *path, const char *extension)
{
    const size_t size = strlen(path);
    const size_t length = strlen(extension);
    return size > length && strcasecmp(path + size - length, extension) == 0;
}

bool cli_read_file(const char *path, cli_buffer *out)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!file) return false;
    char chunk[65536];
    size_t count;
    errno = 0;
    limb_status status = cli_buffer_write(out, "", 0);
    while (status == LIMB_OK && out->size < most_bytes &&
           (count = fread(chunk, 1, sizeof chunk, file)) > 0)
        status = cli_buffer_write(out, chunk, count);
    if (status != LIMB_OK) errno = ENOMEM;
    const bool failed = ferror(file) != 0 || status != LIMB_OK;
    const int reason = errno;
    if (file != stdin) fclose(file);
    if (failed) cli_buffer_free(out);
    errno = reason;
    return !failed;
}

int cli_save(const cli *app, const char *path, const void *bytes, size_t size)
{
    if (!path || strcmp(path, "-") == 0) {
        fwrite(bytes, 1, size, stdout); // cli_out_close tells when it failed
        return CLI_OK;
    }
    struct stat info;
    const bool is_special = stat(path, &info) == 0 && !S_ISREG(info.st_mode);
    const int reason =
        is_special ? write_through(path, bytes, size) : replace_file(path, bytes, size);
    if (reason == 0) return CLI_OK;
    cli_message(app, "cannot write %s: %s", path, strerror(reason));
    return CLI_UNREADABLE;
}

bool cli_collect_paths(const cli *app, cli_paths *paths, const char *operand)
{
    struct stat info;
    if (strcmp(operand, "-") == 0 || stat(operand, &info) != 0 || !S_ISDIR(info.st_mode)) {
        return add_path(paths, NULL, operand);
    }
    const int first = paths->count;
    cli_paths folders = {0};
    bool ok = add_path(&folders, NULL, operand);
    for (int i = 0; ok && i < folders.count; i++) {
        ok = add_folder(paths, &folders, folders.item[i]);
        if (!ok) cli_message(app, "cannot read %s: %s", folders.item[i], strerror(errno));
    }
    cli_paths_free(&folders);
    if (ok && paths->count == first) {
        cli_message(app, "%s holds no .urdf file", operand);
        return false;
    }
    if (paths->count > first) {
        qsort(paths->item + first, (size_t)(paths->count - first), sizeof *paths->item, by_name);
    }
    return ok;
}

void cli_paths_free(cli_paths *paths)
{
    for (int i = 0; i < paths->count; i++)
        free(paths->item[i]);
    free(paths->item);
    *paths = (cli_paths){0};
}

// The path's temporary neighbour is moved over it; a symbolic link is followed and the permissions
// of a file that is replaced are kept. Returns errno, or 0.
static int replace_file(const char *path, const void *bytes, size_t size)
{
    static const char suffix[] = ".XXXXXX";
    char *target = realpath(path, NULL);
    const char *place = target ? target : path;
    char *beside = malloc(strlen(place) + sizeof suffix);
    int reason = ENOMEM;
    if (!beside) goto done;
    strcpy(beside, place);
    strcat(beside, suffix);
    const int file = mkstemp(beside);
    if (file < 0) {
        reason = errno;
        goto done;
    }
    struct stat info;
    const mode_t mask = umask(0);
    umask(mask);
    const mode_t mode = stat(place, &info) == 0 ? info.st_mode & 07777 : 0666 & ~mask;
    const bool written = write_all(file, bytes, size) && fchmod(file, mode) == 0;
    reason = written ? 0 : errno;
    if (close(file) != 0 && reason == 0) reason = errno;
    if (reason == 0 && rename(beside, place) != 0) reason = errno;
    if (reason != 0) unlink(beside);
done:
    free(beside);
    free(target);
    return reason;
}

// Devices and pipes are written to where they are.
static int write_through(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file) return errno;
    errno = 0;
    const bool written = fwrite(bytes, 1, size, file) == size;
    const bool closed = fclose(file) == 0;
    return written && closed ? 0 : errno ? errno : EIO;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t count = write(file, bytes, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

static bool add_path(cli_paths *paths, const char *folder, const char *name)
{
    if (paths->count == paths->capacity) {
        const int capacity = paths->capacity > 0 ? 2 * paths->capacity : 16;
        char **moved = realloc(paths->item, (size_t)capacity * sizeof *moved);
        if (!moved) return false;
        paths->item = moved;
        paths->capacity = capacity;
    }
    const size_t folder_size = folder ? strlen(folder) : 0;
    char *path = malloc(folder_size + 1 + strlen(name) + 1);
    if (!path) return false;
    path[0] = 0;
    if (folder) strcpy(path, folder);
    if (folder_size > 0 && folder[folder_size - 1] != '/') strcat(path, "/");
    strcat(path, name);
    paths->item[paths->count++] = path;
    return true;
}

// Files of a folder to one list, folders in it to the other. Links to folders are not followed,
// which could lead in a circle.
static bool add_folder(cli_paths *files, cli_paths *folders, const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir) return false;
    bool ok = true;
    const struct dirent *entry;
    while (ok && (entry = readdir(dir)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        struct stat info;
        if (fstatat(dirfd(dir), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (S_ISDIR(info.st_mode)) {
            ok = add_path(folders, folder, entry->d_name);
        } else if (cli_has_extension(entry->d_name, ".urdf")) {
            ok = add_path(files, folder, entry->d_name);
        }
    }
    closedir(dir);
    return ok;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}
