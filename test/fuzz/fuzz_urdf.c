// Any bytes as a robot: read, checked and walked; then loaded again with default options; malformed
// ones are also repaired.
#include "../urdf/urdf_walk.h"
#include "limb/edit.h"
#include "limb/robot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static limb_status compare(void *ctx, const void *bytes, size_t size)
{
    limb_test_must(size == 0 || memcmp(ctx, bytes, size) == 0);
    return LIMB_OK;
}

// What was repaired can be read.
static limb_status read_repaired(void *ctx, const void *bytes, size_t size)
{
    limb_robot *robot = NULL;
    const limb_load_opts opts = {.keep_broken = true, .skip_checks = true};
    (void)ctx;
    (void)!limb_robot_parse(&robot, bytes, size, &opts);
    limb_test_must(robot != NULL);
    limb_robot_free(robot);
    return LIMB_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    limb_report *report = NULL;
    limb_robot *robot = NULL;
    if (limb_report_create(&report, NULL) != LIMB_OK) return 0;
    const limb_load_opts opts = {.report = report, .keep_broken = true};
    const limb_status kept = limb_robot_parse(&robot, (const char *)data, size, &opts);
    limb_test_must(kept == LIMB_OK || report->nerror > 0);
    for (int i = 0; i < report->nfinding; i++) {
        const limb_span span = report->finding[i].span;
        limb_test_must((size_t)span.offset + span.size <= size);
        for (int k = 0; k < report->finding[i].nfix; k++) {
            const limb_fix *fix = &report->finding[i].fix[k];
            limb_test_must((size_t)fix->offset + fix->size <= size);
        }
    }
    if (robot) {
        limb_test_walk_robot(robot);
        if (limb_robot_write(robot, compare, (void *)(uintptr_t)data) != LIMB_OK) abort();
    }
    limb_robot_free(robot);
    limb_report_free(report);

    // without a report the verdict is the same
    const limb_status plain = limb_robot_parse(&robot, (const char *)data, size, NULL);
    limb_test_must(plain == kept);
    limb_test_must((plain == LIMB_OK) == (robot != NULL));
    limb_robot_free(robot);

    int count;
    (void)!limb_xml_repair((const char *)data, size, NULL, read_repaired, NULL, &count);
    return 0;
}
