// limb check: checks an SRDF file against its robot, which is another file on the command line, or
// is searched for by name.
#include "commands/check/check.h"
#include "limb/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

static limb_robot *find_robot(checker *check, int index, const limb_srdf *srdf);
static limb_robot *load_robot(checker *check, const char *path);

void cli_check_srdf(checker *check, const char *path, const char *name, const limb_robot *robot,
                    int index)
{
    cli_buffer text = {0};
    limb_srdf *srdf = NULL;
    limb_robot *found = NULL;
    if (!cli_read_start(path, &text)) {
        cli_message(check->app, "%s: cannot be read: %s", name, limb_system_error_text(errno));
        check->unreadable = true;
        return;
    }
    const int before = check->report->nerror;
    const limb_srdf_opts opts = {.report = check->report, .file = name};
    limb_status status = limb_srdf_parse(&srdf, text.data, text.size, &opts);
    if (srdf && !robot) found = find_robot(check, index, srdf);
    if (srdf && !robot && !found) {
        cli_message(check->app,
                    "%s: its robot is not found, so names are not checked: limb check ROBOT --srdf "
                    "%s",
                    name, path);
        check->unreadable = true;
    }
    if (srdf) status = limb_srdf_check(srdf, robot ? robot : found, check->report);
    if (status != LIMB_OK && status != LIMB_ERROR_INPUT)
        cli_message(check->app, "%s: %s", name, limb_status_text(status));
    check->unreadable |= status != LIMB_OK && check->report->nerror == before;
    limb_robot_free(found);
    limb_srdf_free(srdf);
    cli_buffer_free(&text);
}

// Searches for a file named after the SRDF file or its robot, in the SRDF file's folder and in the
// folders where packages usually keep robots.
static limb_robot *find_robot(checker *check, int index, const limb_srdf *srdf)
{
    static const char *const folder[] = {"", "../urdf/", "../robots/", "../robot/", "../"};
    static const char *const ending[] = {".urdf", ".urdf.xacro", ".xacro"};
    const char *path = check->path.item[index];
    const char *slash = strrchr(path, '/');
    const int nfolder = slash ? (int)(slash + 1 - path) : 0;
    const char *own = path + nfolder;
    const int nown = (int)strcspn(own, ".");
    char candidate[PATH_SIZE];
    for (int i = 0; i < CLI_COUNT(folder); i++) {
        for (int k = 0; k < 2 * CLI_COUNT(ending); k++) {
            const char *stem = k % 2 ? srdf->robot : own;
            const int size = k % 2 ? (int)strlen(stem) : nown;
            if (size == 0 || memchr(stem, '/', (size_t)size)) continue;
            const int length = snprintf(candidate, sizeof candidate, "%.*s%s%.*s%s", nfolder, path,
                                        folder[i], size, stem, ending[k / 2]);
            if (length >= PATH_SIZE || !cli_is_file(candidate)) continue;
            limb_robot *robot = load_robot(check, candidate);
            if (robot) return robot;
        }
    }
    return NULL;
}

// Returns NULL if the file is not a robot or needs arguments.
static limb_robot *load_robot(checker *check, const char *path)
{
    cli_robot_opts opts;
    limb_robot_file *file = NULL;
    if (cli_robot_opts_init(check->app, &opts) != CLI_OK) return NULL;
    opts.file.load = (limb_load_opts){.skip_checks = true};
    limb_robot *robot = NULL;
    if (limb_robot_file_load(&file, path, &opts.file) == LIMB_OK) {
        robot = file->robot;
        file->robot = NULL;
    }
    limb_robot_file_free(file);
    cli_robot_opts_free(&opts);
    return robot;
}
