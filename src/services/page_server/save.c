// Saves changes made in the page. The page identifies the edited version by its hash; a file that
// has changed since is not overwritten, so that no work is lost.
#define _XOPEN_SOURCE 700

#include "services/page_server/save.h"

#include "base/file.h"
#include "base/memory.h"
#include "limb/check.h"
#include "limb/export.h"
#include "limb/system.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t max_bytes = (size_t)256 << 20; // limb's default limit for reading

static const char changed[] = "The file has changed on disk since it was shown here.";

static limb__save_answer refuse(int status, const char *reason);
static limb__save_answer save_over(const char *path, const char *before, size_t before_size,
                                   const char *text, size_t size);
static bool is_robot(const char *text, size_t size);

// A file without any write permission is meant to be read-only, even for users who could write it.
bool limb__save_is_possible(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && (info.st_mode & 0222) != 0 &&
           access(path, W_OK) == 0;
}

limb__save_answer limb__save(const char *path, const char *hash, const char *text, size_t size)
{
    if (!limb__save_is_possible(path)) return refuse(403, "The file is read-only.");
    char *before;
    size_t before_size;
    char now[LIMB_SOURCE_HASH_SIZE];
    const limb_allocator *memory = limb__memory(NULL);
    if (limb__file_read(path, memory, max_bytes, &before, &before_size) != LIMB_OK)
        return refuse(412, changed);
    limb_source_hash(before, before_size, now);
    const limb__save_answer answer = strcmp(now, hash) == 0
                                         ? save_over(path, before, before_size, text, size)
                                         : refuse(412, changed);
    limb__release(memory, before, before_size + 1);
    return answer;
}

// Another program may also have changed the file since the comparison.
static limb__save_answer save_over(const char *path, const char *before, size_t before_size,
                                   const char *text, size_t size)
{
    if (!is_robot(text, size)) return refuse(422, "The new text is not a robot that can be read.");
    const char *why;
    const limb_status status = limb_file_rewrite(path, before, before_size, text, size, &why);
    if (status == LIMB_OK) return refuse(204, "");
    if (status == LIMB_ERROR_INPUT) return refuse(412, changed);
    limb__save_answer answer = {.status = 500};
    snprintf(answer.reason, sizeof answer.reason, "The file cannot be written: %s.", why);
    return answer;
}

static limb__save_answer refuse(int status, const char *reason)
{
    limb__save_answer answer = {.status = status};
    snprintf(answer.reason, sizeof answer.reason, "%s", reason);
    return answer;
}

static bool is_robot(const char *text, size_t size)
{
    limb_robot *robot = NULL;
    const limb_load_opts opts = {.keep_broken = true};
    const limb_status status = limb_robot_parse(&robot, text, size, &opts);
    const bool readable = (status == LIMB_OK || status == LIMB_ERROR_INPUT) && robot;
    limb_robot_free(robot);
    return readable;
}
