// Tests of the canonical layout: idempotence and unchanged meaning on many files, and
// on broken ones.
#include "harness.h"
#include "support/files.h"
#include "support/hostile.h"
#include "support/robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//---- many files ----------------------------------------------------------------------------------

typedef struct tally {
    int nread, nrefused;
} tally;

static void check_file(const char *path, void *ctx)
{
    tally *count = ctx;
    size_t size;
    char *text = limb_test_read_file(path, &size);
    const limb_load_opts opts = {.file = path, .keep_broken = true, .skip_checks = true};
    limb_robot *robot;
    const limb_status status = limb_robot_parse(&robot, text, size, &opts);
    free(text);
    if (!robot) {
        count->nrefused++;
        return;
    }
    count->nread++;
    char *once = limb_test_format(robot, NULL);
    limb_robot *again;
    ENSURE_INT(limb_robot_parse(&again, once, strlen(once), &opts), status);
    char *twice = limb_test_format(again, NULL);
    if (strcmp(once, twice) != 0) limb_test_fail(__FILE__, __LINE__, "%s: not idempotent", path);
    char why[200] = "";
    if (!limb_test_same_robot(robot, again, why, sizeof why)) {
        limb_test_fail(__FILE__, __LINE__, "%s: %s", path, why);
    }
    free(once);
    free(twice);
    limb_robot_free(robot);
    limb_robot_free(again);
}

TEST(our_examples_keep_their_meaning)
{
    tally count = {0, 0};
    limb_test_each_file(LIMB_SOURCE_DIR "/examples", ".urdf", check_file, &count);
    limb_test_each_file(LIMB_SOURCE_DIR "/test", ".urdf", check_file, &count);
    printf("%d files of our own formatted, %d malformed\n", count.nread, count.nrefused);
    ENSURE(count.nread > 0);
}

TEST(real_robots_keep_their_meaning)
{
    tally count = {0, 0};
    const int found = limb_test_each_file(limb_test_corpus(), ".urdf", check_file, &count);
    printf("%d corpus files formatted, %d malformed\n", count.nread, count.nrefused);
    ENSURE(found == 0 || count.nread > found / 2);
}

//---- hostile circumstances -----------------------------------------------------------------------

static const char small[] = "<?xml version=\"1.0\"?><!-- c --><robot name='r'> <!-- h -->\n"
                            "<link name='a' x='&#34;'><!-- l\n --><visual/>text<collision/> "
                            "<!-- t --></link><gazebo><a> 1 </a><b>x<c/></b></gazebo></robot>";

static limb_status discard(void *ctx, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)ctx += size;
    return LIMB_OK;
}

static limb_status format_small(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb_robot *robot;
    limb_status status = limb_robot_parse(&robot, small, strlen(small),
                                          &(limb_load_opts){.memory = memory, .skip_checks = true});
    if (status != LIMB_OK) return status;
    size_t written = 0;
    status = limb_robot_format(robot, NULL, discard, &written);
    ENSURE((status == LIMB_OK) == (written > 0));
    limb_robot_free(robot);
    return status;
}

TEST(a_lack_of_memory_writes_nothing)
{
    ENSURE(limb_test_every_failure(LIMB_OK, format_small, NULL) > 3);
}

static int nformatted;

static void format_bytes(const char *bytes, size_t size, void *ctx)
{
    (void)ctx;
    limb_robot *robot;
    const limb_load_opts opts = {.keep_broken = true, .skip_checks = true};
    (void)!limb_robot_parse(&robot, bytes, size, &opts);
    if (!robot) return;
    nformatted++;
    char *once = limb_test_format(robot, NULL);
    limb_robot *again;
    (void)!limb_robot_parse(&again, once, strlen(once), &opts);
    ENSURE(again != NULL);
    char *twice = limb_test_format(again, NULL);
    ENSURE_TEXT(twice, once);
    free(once);
    free(twice);
    limb_robot_free(robot);
    limb_robot_free(again);
}

TEST(wrong_bytes_are_formatted_or_refused)
{
    nformatted = 0;
    limb_test_every_flip(small, strlen(small), format_bytes, NULL);
    limb_test_every_truncation(small, strlen(small), format_bytes, NULL);
    ENSURE(nformatted > 100);
}
