// Tests that every kind of change to a file is detected exactly once.
#define _XOPEN_SOURCE 700

#include "harness.h"
#include "services/page_server/watch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ENSURE(file != NULL);
    fputs(text, file);
    fclose(file);
}

// With times of our own: two writes may fall into one tick of the clock.
static void stamp(const char *path, long seconds)
{
    const struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
    ENSURE(utimensat(AT_FDCWD, path, times, 0) == 0);
}

TEST(each_kind_of_change_is_seen_once)
{
    char folder[300];
    char path[400];
    char other[400];
    snprintf(folder, sizeof folder, "%s/test_watch_XXXXXX", LIMB_BINARY_DIR);
    ENSURE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/robot.urdf", folder);
    snprintf(other, sizeof other, "%s/new.urdf", folder);
    write_text(path, "one");
    stamp(path, 1000);

    limb__watch watch = {0};
    ENSURE(!limb__watch_look(&watch));
    limb__watch_add(&watch, path);
    limb__watch_add(&watch, other); // not there yet
    ENSURE_INT(watch.count, 2);
    ENSURE(!limb__watch_look(&watch));

    // a later time
    stamp(path, 2000);
    ENSURE(limb__watch_look(&watch));
    ENSURE(!limb__watch_look(&watch));
    // another size at the same time
    write_text(path, "three");
    stamp(path, 2000);
    ENSURE(limb__watch_look(&watch));
    ENSURE(!limb__watch_look(&watch));
    // a missing file comes
    write_text(other, "three");
    stamp(other, 2000);
    ENSURE(limb__watch_look(&watch));
    ENSURE(!limb__watch_look(&watch));
    // another file of equal size and time takes its place, as editors save; and the other goes
    ENSURE(rename(other, path) == 0);
    ENSURE(limb__watch_look(&watch));
    ENSURE(!limb__watch_look(&watch));

    unlink(path);
    ENSURE(limb__watch_look(&watch));
    ENSURE(!limb__watch_look(&watch));
    limb__watch_clear(&watch);
    ENSURE_INT(watch.count, 0);
    ENSURE(!limb__watch_look(&watch));
    rmdir(folder);
}

TEST(many_files_are_watched)
{
    limb__watch watch = {0};
    for (int i = 0; i < 1000; i++) {
        char path[64];
        snprintf(path, sizeof path, "/nowhere/%d", i);
        limb__watch_add(&watch, path);
    }
    ENSURE_INT(watch.count, 1000);
    ENSURE(!limb__watch_look(&watch));
    limb__watch_clear(&watch);
}

// The files of a robot are known only after it was read. A file that was saved in the meantime used
// to be watched from its new state on, so the page showed the old content until the next save.
TEST(a_change_while_the_list_is_made_is_seen)
{
    char path[400];
    snprintf(path, sizeof path, "%s/test_watch_XXXXXX", LIMB_BINARY_DIR);
    const int file = mkstemp(path);
    ENSURE(file >= 0);
    close(file);
    stamp(path, 1000);

    limb__watch watch = {0};
    limb__watch_add(&watch, path);
    limb__watch_add(&watch, "/nowhere/old");
    ENSURE(!limb__watch_look(&watch));
    stamp(path, 2000);
    limb__watch_begin(&watch);
    limb__watch_add(&watch, "/nowhere/new");
    limb__watch_add(&watch, path);
    limb__watch_add(&watch, path); // adding it twice has no further effect
    limb__watch_end(&watch);
    ENSURE_INT(watch.count, 2);
    ENSURE(limb__watch_look(&watch));
    ENSURE(!limb__watch_look(&watch));
    limb__watch_clear(&watch);
    unlink(path);
}
