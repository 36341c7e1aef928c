// Checks robots and prints every finding with its place; then counts them by rule.
//
//     check robot.urdf...
#include <limb/limb.h>

#include <stdio.h>

static limb_status to_stdout(void *ctx, const void *bytes, size_t size)
{
    (void)ctx;
    return fwrite(bytes, 1, size, stdout) == size ? LIMB_OK : LIMB_ERROR_IO;
}

static void print_counts(const limb_report *report)
{
    for (int r = 0; r < limb_rule_count(); r++) {
        const limb_rule_info *info = limb_rule_at(r);
        int count = 0;
        for (int i = 0; i < report->nfinding; i++)
            count += report->finding[i].rule == info->rule;
        if (count > 0) printf("%4d %s: %s\n", count, info->id, info->summary);
    }
}

int main(int argc, char **argv)
{
    limb_report *report = NULL;
    if (limb_report_create(&report, NULL) != LIMB_OK) return 3;

    for (int i = 1; i < argc; i++) {
        // one report takes the findings of all files; a refused file does not stop the others
        limb_robot *robot = NULL;
        const limb_status status =
            limb_robot_load(&robot, argv[i], &(limb_load_opts){.report = report});
        if (status != LIMB_OK) printf("%s: %s\n", argv[i], limb_status_text(status));
        limb_robot_free(robot);
    }
    const limb_status printed =
        limb_report_print(report, LIMB_REPORT_FORMAT_TEXT, NULL, to_stdout, NULL);
    print_counts(report);
    printf("%d errors, %d warnings\n", report->nerror, report->nwarning);

    const int failed = report->nerror > 0 || report->nlost > 0 || printed != LIMB_OK;
    limb_report_free(report);
    return failed;
}
