// Renames a link with everything that refers to it, and saves the file; all other bytes stay.
//
//     rename robot.urdf old_name new_name
#include <limb/limb.h>

#include <stdio.h>

static limb_status to_stderr(void *ctx, const void *bytes, size_t size)
{
    (void)ctx;
    return fwrite(bytes, 1, size, stderr) == size ? LIMB_OK : LIMB_ERROR_IO;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: rename FILE OLD NEW\n");
        return 2;
    }
    limb_report *report = NULL;
    limb_robot *robot = NULL;
    limb_edit *edit = NULL;
    int failed = 1;

    if (limb_report_create(&report, NULL) != LIMB_OK) goto done;
    if (limb_robot_load(&robot, argv[1], &(limb_load_opts){.report = report}) != LIMB_OK) {
        if (limb_report_print(report, LIMB_REPORT_FORMAT_TEXT, NULL, to_stderr, NULL) != LIMB_OK)
            fprintf(stderr, "not all findings are shown\n");
        goto done;
    }
    const int link = limb_robot_find_link(robot, argv[2]);
    if (link < 0) {
        fprintf(stderr, "no link named \"%s\"\n", argv[2]);
        goto done;
    }
    if (limb_edit_begin(&edit, robot) != LIMB_OK) goto done;
    if (limb_edit_rename_link(edit, link, argv[3]) != LIMB_OK) {
        fprintf(stderr, "%s\n", limb_edit_message(edit));
        goto done;
    }
    if (*limb_edit_message(edit)) fprintf(stderr, "note: %s\n", limb_edit_message(edit));
    if (limb_edit_apply(edit, report) != LIMB_OK) goto done;
    if (limb_robot_save(robot, argv[1]) != LIMB_OK) goto done;
    failed = 0;
done:
    limb_edit_free(edit);
    limb_robot_free(robot);
    limb_report_free(report);
    return failed;
}
