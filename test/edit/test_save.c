// A file that vanishes, or becomes read-only, between load and save: the robot is complete in
// memory, so nothing is lost, and the failure is a status.
#define _XOPEN_SOURCE 700

#include "harness.h"
#include "limb/limb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char before[] = "<robot name='r'><!-- kept --><link name='a'/></robot>\n";
static const char after[] = "<robot name='r'><!-- kept --><link name='b'/></robot>\n";

typedef struct fixture {
    char folder[512], file[600], other[512 + 32];
    limb_robot *robot;
} fixture;

// A robot from a file of its own, its link renamed in memory.
static void open_robot(fixture *f)
{
    snprintf(f->folder, sizeof f->folder, "%s/save_XXXXXX", LIMB_BINARY_DIR);
    ENSURE(mkdtemp(f->folder) != NULL);
    snprintf(f->file, sizeof f->file, "%s/robot.urdf", f->folder);
    snprintf(f->other, sizeof f->other, "%s.other", f->folder);
    ENSURE_INT(limb_file_replace(f->file, before, strlen(before), NULL), LIMB_OK);
    ENSURE_INT(limb_robot_load(&f->robot, f->file, NULL), LIMB_OK);
    limb_edit *edit;
    ENSURE_INT(limb_edit_begin(&edit, f->robot), LIMB_OK);
    ENSURE_INT(limb_edit_rename_link(edit, 0, "b"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    limb_edit_free(edit);
}

static void ensure_content(const char *path, const char *expected)
{
    size_t size;
    char *text = limb_test_read_file(path, &size);
    ENSURE_TEXT(text, expected);
    free(text);
}

// The robot can still be saved elsewhere.
static void close_robot(fixture *f)
{
    ENSURE_INT(limb_robot_save(f->robot, f->other), LIMB_OK);
    ensure_content(f->other, after);
    ENSURE_INT(unlink(f->other), 0);
    limb_robot_free(f->robot);
}

TEST(a_file_that_vanished_is_made_anew)
{
    fixture f;
    open_robot(&f);
    ENSURE_INT(unlink(f.file), 0);
    ENSURE_INT(limb_robot_save(f.robot, f.file), LIMB_OK);
    ensure_content(f.file, after);
    close_robot(&f);
    ENSURE_INT(unlink(f.file), 0);
    ENSURE_INT(rmdir(f.folder), 0); // nothing else is left there
}

TEST(a_folder_that_vanished_is_a_status)
{
    fixture f;
    open_robot(&f);
    ENSURE_INT(unlink(f.file), 0);
    ENSURE_INT(rmdir(f.folder), 0);
    ENSURE_INT(limb_robot_save(f.robot, f.file), LIMB_ERROR_IO);
    ENSURE(access(f.folder, F_OK) != 0);
    close_robot(&f);
}

TEST(a_folder_in_the_place_of_the_file_is_a_status)
{
    fixture f;
    open_robot(&f);
    ENSURE_INT(unlink(f.file), 0);
    ENSURE_INT(mkdir(f.file, 0700), 0);
    ENSURE_INT(limb_robot_save(f.robot, f.file), LIMB_ERROR_IO);
    close_robot(&f);
    ENSURE_INT(rmdir(f.file), 0);
    ENSURE_INT(rmdir(f.folder), 0);
}

TEST(a_folder_that_became_read_only_is_a_status)
{
    if (geteuid() == 0) {
        printf("SKIPPED: root may write everywhere; check_readonly runs this as another user\n");
        return;
    }
    fixture f;
    open_robot(&f);
    ENSURE_INT(chmod(f.folder, 0500), 0);
    ENSURE_INT(limb_robot_save(f.robot, f.file), LIMB_ERROR_IO);
    ensure_content(f.file, before);
    close_robot(&f);
    ENSURE_INT(chmod(f.folder, 0700), 0);
    ENSURE_INT(unlink(f.file), 0);
    ENSURE_INT(rmdir(f.folder), 0);
}
