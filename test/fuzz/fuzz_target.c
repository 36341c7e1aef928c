// The prediction of urdfdom's result for any text: verdict, reason and findings are consistent, and
// everything returned can be read.
#include "limb/check.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ensure(int condition)
{
    if (!condition) abort();
}

static void check_shapes(const limb_target_shape *shape, int count, size_t longest)
{
    for (int i = 0; i < count; i++) {
        ensure(shape[i].shape[0] != 0 && strlen(shape[i].filename) <= longest);
        ensure(strlen(shape[i].material) <= longest && strlen(shape[i].texture) <= longest);
    }
}

static void check_names_sorted(const limb_target *target)
{
    for (int i = 1; i < target->nlink; i++)
        ensure(strcmp(target->link[i - 1].name, target->link[i].name) < 0);
    for (int i = 1; i < target->njoint; i++)
        ensure(strcmp(target->joint[i - 1].name, target->joint[i].name) < 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    limb_report *report;
    limb_target *target;
    if (limb_report_create(&report, NULL) != LIMB_OK) return 0;
    const limb_target_opts opts = {.report = report};
    ensure(limb_target_urdfdom(&target, (const char *)data, size, &opts) == LIMB_OK);

    const int refused = target->verdict == LIMB_VERDICT_REFUSES;
    ensure(refused == (target->reason[0] != 0) && refused == (report->nerror > 0));
    ensure(refused == (target->nlink == 0));
    ensure(refused || (target->verdict == LIMB_VERDICT_LOSES) == (target->nloss > 0));
    ensure(target->nloss == report->nwarning);
    check_names_sorted(target);
    for (int i = 0; i < target->nlink; i++) {
        check_shapes(target->link[i].visual, target->link[i].nvisual, size);
        check_shapes(target->link[i].collision, target->link[i].ncollision, size);
    }
    limb_target_free(target);
    limb_report_free(report);
    return 0;
}
