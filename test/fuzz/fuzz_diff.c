// Two files, separated by a byte 0xff: their difference names only things in them, is empty exactly
// if the reverse difference is empty, and a file's difference from itself is empty.
#include "limb/limb.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define expect(condition) ((condition) ? (void)0 : abort()) // a macro: the stack names the line

static limb_robot *read_robot(const char *text, size_t size);
static int compare(const limb_robot *one, const limb_robot *other, size_t size, size_t other_size);
static void check_change(const limb_change *c, size_t size, size_t other_size);
static void check_match(const int *match, int count, int other_count);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, 0xff, size) : NULL;
    if (!end) return 0;
    const size_t first = (size_t)(end - data), second = size - first - 1;
    limb_robot *one = read_robot((const char *)data, first);
    limb_robot *other = read_robot((const char *)end + 1, second);
    if (one && other) {
        const int there = compare(one, other, first, second);
        const int back = compare(other, one, second, first);
        expect((there == 0) == (back == 0));
        expect(compare(one, one, first, first) == 0);
        expect(compare(other, other, second, second) == 0);
    }
    limb_robot_free(other);
    limb_robot_free(one);
    return 0;
}

// NULL: not even XML
static limb_robot *read_robot(const char *text, size_t size)
{
    const limb_load_opts opts = {.keep_broken = true, .skip_checks = true};
    limb_robot *robot = NULL;
    (void)!limb_robot_parse(&robot, text, size, &opts);
    return robot;
}

// Returns the number of changes.
static int compare(const limb_robot *one, const limb_robot *other, size_t size, size_t other_size)
{
    limb_diff *diff;
    const limb_status status = limb_diff_build(&diff, one, other, NULL);
    expect(status == LIMB_OK);
    for (int i = 0; i < diff->nchange; i++)
        check_change(&diff->change[i], size, other_size);
    check_match(diff->link_match, one->nlink, other->nlink);
    check_match(diff->joint_match, one->njoint, other->njoint);
    const int count = diff->nchange;
    limb_diff_free(diff);
    return count;
}

static void check_change(const limb_change *c, size_t size, size_t other_size)
{
    expect(c->path && c->attribute && c->old_value && c->new_value);
    expect((size_t)c->old_place.offset + c->old_place.size <= size);
    expect((size_t)c->new_place.offset + c->new_place.size <= other_size);
    expect(c->kind == LIMB_CHANGE_ADDED || c->old_place.line > 0);
    expect(c->kind == LIMB_CHANGE_REMOVED || c->new_place.line > 0);
}

// Each of the other robot's at most once.
static void check_match(const int *match, int count, int other_count)
{
    char *taken = calloc((size_t)other_count + 1, 1);
    expect(taken != NULL);
    for (int i = 0; i < count; i++) {
        expect(match[i] >= -1 && match[i] < other_count);
        expect(match[i] < 0 || !taken[match[i]]);
        if (match[i] >= 0) taken[match[i]] = 1;
    }
    free(taken);
}
