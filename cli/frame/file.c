// Files: reads whole files, writes atomically, finds robots in a folder.
#define _XOPEN_SOURCE 700
#include "frame/cli.h"
#include "frame/git.h"
#include "limb/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

// more than the library's default limit (256 MiB), so that the library reports a file that
// is too long
static const size_t max_bytes = (size_t)257 << 20;

static bool add_below(const cli *app, cli_paths *paths, const char *top, const char *extension);
static void report_no_urdf(const cli *app, const char *folder);
static int check_output(const cli *app, const char *path);
static int write_file(const cli *app, const char *path, const limb_text *before, const void *bytes,
                      size_t size);
static FILE *open_input(const char *path);
static bool add_path(cli_paths *paths, const char *folder, const char *name);
static bool add_from_git(cli_paths *files, cli_paths *folders, const char *folder,
                         const char *extension);
static bool is_ignored(const char *folder);
static bool add_entry(cli_paths *files, cli_paths *folders, const char *folder, const char *name,
                      const char *extension);
static bool add_folder(cli_paths *files, cli_paths *folders, const char *folder,
                       const char *extension);
static void sort_once(cli_paths *paths, int first);
static int by_name(const void *a, const void *b);

limb_status cli_buffer_write(void *buffer, const void *bytes, size_t size)
{
    cli_buffer *out = buffer;
    if (out->failed) return LIMB_ERROR_MEMORY;
    if (size >= out->capacity - out->size) {
        size_t capacity = out->capacity > 0 ? out->capacity : 4096;
        while (capacity - out->size <= size)
            capacity *= 2;
        char *moved = realloc(out->data, capacity);
        out->failed = !moved;
        if (!moved) return LIMB_ERROR_MEMORY;
        out->data = moved;
        out->capacity = capacity;
    }
    if (size > 0) memcpy(out->data + out->size, bytes, size);
    out->size += size;
    out->data[out->size] = 0;
    return LIMB_OK;
}

void cli_buffer_write_xml(cli_buffer *buffer, const char *text)
{
    for (; *text; text++) {
        const char *reference = *text == '&'    ? "&amp;"
                                : *text == '<'  ? "&lt;"
                                : *text == '"'  ? "&quot;"
                                : *text == '\n' ? "&#10;"
                                : *text == '\r' ? "&#13;"
                                : *text == '\t' ? "&#9;"
                                                : NULL;
        if (reference)
            (void)cli_buffer_write(buffer, reference, strlen(reference));
        else if ((unsigned char)*text >= ' ')
            (void)cli_buffer_write(buffer, text, 1);
    }
}

bool cli_buffer_is_whole(const cli *app, const cli_buffer *buffer)
{
    if (buffer->failed) cli_message(app, "%s", limb_status_text(LIMB_ERROR_MEMORY));
    return !buffer->failed;
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

bool cli_is_stream(const char *path)
{
    return strcmp(path, "-") == 0 || strncmp(path, "/dev/", 5) == 0;
}

bool cli_has_extension(const char *path, const char *extension)
{
    const size_t size = strlen(path);
    const size_t length = strlen(extension);
    return size > length && strcasecmp(path + size - length, extension) == 0;
}

bool cli_check_extension(const cli *app, const char *path, const char *extensions)
{
    if (!path || cli_is_stream(path)) return true;
    char extension[16], list[64] = "";
    for (const char *at = extensions; at; at = strchr(at, '|')) {
        if (*at == '|') at++;
        snprintf(extension, sizeof extension, "%.*s", (int)strcspn(at, "|"), at);
        if (cli_has_extension(path, extension)) return true;
        const bool last = !strchr(at, '|');
        if (list[0]) strcat(list, last ? " or " : ", ");
        strcat(list, extension);
    }
    cli_usage(app, "%s must end with %s", path, list);
    return false;
}

bool cli_read_file(const char *path, cli_buffer *out)
{
    if (!cli_read_start(path, out)) return false;
    if (out->size < max_bytes) return true;
    cli_buffer_free(out);
    errno = EFBIG;
    return false;
}

int cli_read_text(const cli *app, const char *path, cli_buffer *out)
{
    if (!cli_read_file(path, out)) {
        cli_message(app, "cannot read %s: %s", cli_file_name(path), limb_system_error_text(errno));
        return CLI_UNREADABLE;
    }
    const char *nul = memchr(out->data, 0, out->size);
    if (!nul) return CLI_OK;
    int line = 1;
    for (const char *at = out->data; at < nul; at++)
        line += *at == '\n';
    cli_message(app, "%s:%d: not text: it has a NUL byte", cli_file_name(path), line);
    cli_buffer_free(out);
    return CLI_FINDINGS;
}

bool cli_read_start(const char *path, cli_buffer *out)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : open_input(path);
    if (!file) return false;
    char chunk[65536];
    size_t count;
    errno = 0;
    limb_status status = cli_buffer_write(out, "", 0);
    while (status == LIMB_OK && out->size < max_bytes &&
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
        fwrite(bytes, 1, size, stdout); // cli_out_close reports failures
        return CLI_OK;
    }
    const int code = check_output(app, path);
    return code == CLI_OK ? write_file(app, path, NULL, bytes, size) : code;
}

int cli_save_back(const cli *app, const char *path, limb_text before, const void *bytes,
                  size_t size)
{
    if (strcmp(path, "-") == 0) return cli_save(app, NULL, bytes, size);
    const int code = check_output(app, path);
    return code == CLI_OK ? write_file(app, path, &before, bytes, size) : code;
}

// The sources of a robot must not be replaced by output made from it.
static int check_output(const cli *app, const char *path)
{
    for (int i = 0; i < app->operand.count; i++)
        if (limb_robot_file_is_xacro(app->operand.item[i]) &&
            cli_is_same_file(app->operand.item[i], path))
            return cli_usage(app, CLI_XACRO_STAYS, path);
    for (int i = 0; i < app->included->count; i++)
        if (cli_is_same_file(app->included->item[i], path))
            return cli_usage(app, "%s is read by %s: choose another file for the output", path,
                             app->operand.item[0]);
    return CLI_OK;
}

int cli_save_result(const cli *app, const char *path, const void *bytes, size_t size)
{
    const int code = cli_may_save_result(app, path);
    return code == CLI_OK ? cli_save(app, path, bytes, size) : code;
}

int cli_may_save_result(const cli *app, const char *path)
{
    if (path && (cli_has_extension(path, ".urdf") || cli_has_extension(path, ".xacro")))
        return cli_usage(app, "%s is the name of a robot: choose another for the output", path);
    for (int i = 0; path && i < app->operand.count; i++)
        if (cli_is_same_file(app->operand.item[i], path))
            return cli_usage(app, "%s is an input: choose another file for the output", path);
    return CLI_OK;
}

int cli_save_source(const cli *app, const char *path, limb_text before, const void *bytes,
                    size_t size)
{
    return write_file(app, path, &before, bytes, size);
}

// before: the content that was read; NULL: none.
static int write_file(const cli *app, const char *path, const limb_text *before, const void *bytes,
                      size_t size)
{
    const char *reason;
    fflush(stdout); // before data that goes to /dev/stdout
    const limb_status status =
        before ? limb_file_rewrite(path, before->data, before->size, bytes, size, &reason)
               : limb_file_replace(path, bytes, size, &reason);
    if (status == LIMB_OK) return CLI_OK;
    cli_message(app, "cannot write %s: %s", path, reason);
    return CLI_UNREADABLE;
}

int cli_make_folders(const cli *app, const char *path)
{
    char *folder = malloc(strlen(path) + 1);
    if (!folder) return cli_fail(app, LIMB_ERROR_MEMORY);
    strcpy(folder, path);
    int reason = 0;
    for (char *slash = *folder ? strchr(folder + 1, '/') : NULL; slash && reason == 0;
         slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(folder, 0777) != 0 && errno != EEXIST && errno != EISDIR) reason = errno;
        *slash = '/';
    }
    free(folder);
    if (reason == 0) return CLI_OK;
    cli_message(app, "cannot create the folders of %s: %s", path, strerror(reason));
    return CLI_UNREADABLE;
}

bool cli_collect_paths(const cli *app, cli_paths *paths, const char *operand)
{
    struct stat info;
    if (strcmp(operand, "-") == 0 || stat(operand, &info) != 0 || !S_ISDIR(info.st_mode)) {
        if (add_path(paths, NULL, operand)) return true;
        cli_fail(app, LIMB_ERROR_MEMORY);
        return false;
    }
    const int first = paths->count;
    const bool ok = add_below(app, paths, operand, ".urdf");
    if (ok && paths->count == first) {
        report_no_urdf(app, operand);
        return false;
    }
    sort_once(paths, first);
    return ok;
}

static bool add_below(const cli *app, cli_paths *paths, const char *top, const char *extension)
{
    cli_paths folders = {0};
    bool ok = add_path(&folders, NULL, top);
    // a folder that git ignores is searched if it was given as an argument
    const bool by_hand = ok && is_ignored(top);
    for (int i = 0; ok && i < folders.count; i++) {
        const char *folder = folders.item[i];
        if (!by_hand && add_from_git(paths, &folders, folder, extension)) continue;
        ok = add_folder(paths, &folders, folder, extension);
        if (!ok) cli_message(app, "cannot read %s: %s", folder, limb_system_error_text(errno));
    }
    cli_paths_free(&folders);
    return ok;
}

// Most .xacro files are parts of a robot; only the user knows which file is the robot.
static void report_no_urdf(const cli *app, const char *folder)
{
    cli_paths found = {0};
    const char *robot = NULL;
    if (add_below(app, &found, folder, ".xacro")) sort_once(&found, 0);
    for (int i = 0; i < found.count && !robot; i++)
        if (cli_has_extension(found.item[i], ".urdf.xacro")) robot = found.item[i];
    if (found.count == 0) {
        cli_message(app, "%s has no .urdf file", folder);
    } else {
        cli_message(
            app, "%s has no .urdf file, but %d .xacro file%s: give that of the robot, such as %s",
            folder, found.count, cli_plural(found.count), robot ? robot : found.item[0]);
    }
    cli_paths_free(&found);
}

bool cli_paths_add(cli_paths *paths, const char *path)
{
    return add_path(paths, NULL, path);
}

bool cli_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

// A terminal that is read and written is not a file.
bool cli_is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && S_ISREG(one.st_mode) &&
           one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

void cli_paths_free(cli_paths *paths)
{
    for (int i = 0; i < paths->count; i++)
        free(paths->item[i]);
    free(paths->item);
    *paths = (cli_paths){0};
}

// Accepts pipes and devices only below /dev, as for a shell's <(command): others
// could block forever.
static FILE *open_input(const char *path)
{
    struct stat info;
    const bool stream = cli_is_stream(path);
    const int file = open(path, O_RDONLY | O_CLOEXEC | (stream ? 0 : O_NONBLOCK));
    if (file < 0) return NULL;
    if (fstat(file, &info) == 0 && (stream || S_ISREG(info.st_mode))) {
        FILE *opened = fdopen(file, "rb");
        if (opened) return opened;
    } else {
        errno = S_ISDIR(info.st_mode) ? EISDIR : ESPIPE;
    }
    const int reason = errno;
    close(file);
    errno = reason;
    return NULL;
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

// In a git work tree: lists files that are tracked or not ignored, and folders of nested
// repositories, which git only names. False: it is not a work tree.
static bool add_from_git(cli_paths *files, cli_paths *folders, const char *folder,
                         const char *extension)
{
    static const char *const argument[] = {"ls-files",           "-z", "--cached", "--others",
                                           "--exclude-standard", NULL};
    cli_buffer list = {0};
    bool ok = cli_git(folder, argument, true, &list);
    for (const char *at = list.data; ok && at < list.data + list.size; at += strlen(at) + 1)
        ok = add_entry(files, folders, folder, at, extension);
    cli_buffer_free(&list);
    return ok;
}

static bool is_ignored(const char *folder)
{
    static const char *const argument[] = {"check-ignore", "-q", ".", NULL};
    cli_buffer nothing = {0};
    const bool ignored = cli_git(folder, argument, true, &nothing);
    cli_buffer_free(&nothing);
    return ignored;
}

// Skips deleted files and links to them. Links to folders are not followed, because they could
// form a cycle.
static bool add_entry(cli_paths *files, cli_paths *folders, const char *folder, const char *name,
                      const char *extension)
{
    struct stat info;
    if (!add_path(files, folder, name)) return false;
    char *path = files->item[files->count - 1];
    const bool is_there = lstat(path, &info) == 0;
    const bool is_folder = is_there && S_ISDIR(info.st_mode);
    const bool is_file = is_there && stat(path, &info) == 0 && S_ISREG(info.st_mode);
    if (is_file && cli_has_extension(path, extension)) return true;
    files->count--;
    const bool ok = !is_folder || add_path(folders, NULL, path);
    free(path);
    return ok;
}

// Adds files of a folder to one list, its folders to the other; hidden ones are skipped.
static bool add_folder(cli_paths *files, cli_paths *folders, const char *folder,
                       const char *extension)
{
    DIR *dir = opendir(folder);
    if (!dir) return false;
    bool ok = true;
    const struct dirent *entry;
    while (ok && (entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.')
            ok = add_entry(files, folders, folder, entry->d_name, extension);
    closedir(dir);
    return ok;
}

// Sorts paths and removes duplicates, because git lists a file with merge conflicts several times.
static void sort_once(cli_paths *paths, int first)
{
    if (paths->count == first) return;
    qsort(paths->item + first, (size_t)(paths->count - first), sizeof *paths->item, by_name);
    int kept = first + 1;
    for (int i = kept; i < paths->count; i++) {
        if (strcmp(paths->item[i], paths->item[kept - 1]) == 0) {
            free(paths->item[i]);
        } else {
            paths->item[kept++] = paths->item[i];
        }
    }
    paths->count = kept;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}
