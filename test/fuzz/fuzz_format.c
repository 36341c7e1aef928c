// Formatting: every readable file can be formatted, the result reads as the same robot, and
// formatting it again changes nothing.
#include "limb/limb.h"
#include "support/robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct buffer {
    char *data;
    size_t size;
} buffer;

static limb_status keep(void *ctx, const void *bytes, size_t size)
{
    buffer *out = ctx;
    out->data = malloc(size + 1);
    if (!out->data) abort();
    memcpy(out->data, bytes, size);
    out->data[size] = 0;
    out->size = size;
    return LIMB_OK;
}

static limb_robot *read(const char *text, size_t size)
{
    const limb_load_opts opts = {.keep_broken = true, .skip_checks = true};
    limb_robot *robot;
    (void)!limb_robot_parse(&robot, text, size, &opts);
    return robot;
}

static void fail(const char *why, const buffer *once, const buffer *twice)
{
    fprintf(stderr, "%s\n--- once\n%s\n--- twice\n%s\n", why, once->data,
            twice->data ? twice->data : "");
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    limb_robot *robot = read((const char *)data, size);
    if (!robot) return 0;
    const limb_format_opts opts = {.indent = size > 0 ? data[0] % 5 : 0,
                                   .keep_numbers = size > 1 && data[1] % 4 == 0,
                                   .keep_order = size > 2 && data[2] % 4 == 0};
    buffer once = {NULL, 0}, twice = {NULL, 0};
    if (limb_robot_format(robot, &opts, keep, &once) != LIMB_OK) abort();
    limb_robot *again = read(once.data, once.size);
    if (!again) fail("the result does not read", &once, &twice);
    if (limb_robot_format(again, &opts, keep, &twice) != LIMB_OK) abort();
    if (once.size != twice.size || memcmp(once.data, twice.data, once.size) != 0) {
        fail("not idempotent", &once, &twice);
    }
    char why[200] = "";
    if (!limb_test_same_robot(robot, again, why, sizeof why)) fail(why, &once, &twice);
    free(once.data);
    free(twice.data);
    limb_robot_free(robot);
    limb_robot_free(again);
    return 0;
}
