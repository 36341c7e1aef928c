// Verbs on whole robots: random scripts on random files never break the robot.
//
// The input is a script of three-byte steps, ended by a byte 0xff, then the file. A refused verb
// leaves the caller's robot unchanged and gives a reason; after the script is applied, reading the
// new source alone gives the same robot, and its difference from itself is empty.
#include "limb/limb.h"
#include "support/robot.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_STEPS = 8, MAX_BYTES = 1 << 20 };

static limb_status make_step(limb_edit *edit, const uint8_t step[3])
{
    static const char *const words[] = {"left", "a", "_", "base", "1", "<&\"'>"};
    const limb_robot *robot = limb_edit_robot(edit);
    const int link = robot->nlink > 0 ? step[1] % (robot->nlink + 1) - 1 : -1;
    const int other = robot->nlink > 0 ? step[2] % (robot->nlink + 1) - 1 : -1;
    const int joint = robot->njoint > 0 ? step[1] % (robot->njoint + 1) - 1 : -1;
    const char *word = words[step[2] % 6];
    const limb_join_opts join = {.at = link, .prefix = word};
    switch (step[0] % 13) {
    case 0:
        return limb_edit_set_root(edit, link);
    case 1:
        return limb_edit_add_prefix(edit, word);
    case 2:
        return limb_edit_lock_joint(edit, joint, 0.1 * step[2]);
    case 3:
        return limb_edit_lump(edit);
    case 4:
        return limb_edit_strip(edit, (limb_strip)(step[1] % 5));
    case 5:
        return limb_edit_scale(edit, 0.01 * step[1], step[2] & 1);
    case 6:
        return limb_edit_mirror(edit, step[1] % 4, word, words[step[1] % 6]);
    case 7:
        return limb_edit_remove_tree(edit, link);
    case 8:
        return limb_edit_extract(edit, link, other);
    case 9:
        return limb_edit_join(edit, robot, &join);
    case 10:
        return limb_edit_rename_link(edit, link, word);
    case 11:
        return limb_edit_reparent(edit, joint, other, step[0] & 16);
    default:
        return limb_edit_move_shape(edit, step[1], other);
    }
}

static void expect(bool condition)
{
    if (!condition) abort();
}

static void expect_same(const limb_robot *robot)
{
    const limb_text source = limb_document_source(robot->document);
    limb_robot *again = NULL;
    const limb_status status = limb_robot_parse(&again, source.data, source.size, NULL);
    if (status == LIMB_ERROR_MEMORY) return;
    expect(status == LIMB_OK);
    char why[200];
    expect(limb_test_same_robot(robot, again, why, sizeof why));
    limb_diff *diff;
    if (limb_diff_build(&diff, robot, again, NULL) == LIMB_OK) expect(diff->nchange == 0);
    limb_diff_free(diff);
    limb_robot_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = memchr(data, 0xff, size);
    if (!end || size > MAX_BYTES) return 0;
    limb_robot *robot;
    const char *text = (const char *)end + 1;
    if (limb_robot_parse(&robot, text, size - (size_t)(end + 1 - data), NULL) != LIMB_OK) return 0;
    limb_edit *edit;
    expect(limb_edit_begin(&edit, robot) == LIMB_OK);
    const limb_text before = limb_document_source(robot->document);
    int steps = 0;
    for (const uint8_t *step = data; end - step >= 3 && steps < MAX_STEPS; step += 3, steps++) {
        const limb_status status = make_step(edit, step);
        if (status == LIMB_ERROR_INPUT) expect(*limb_edit_message(edit));
        const limb_text now = limb_document_source(robot->document);
        expect(now.data == before.data && now.size == before.size);
        if (limb_document_source(limb_edit_robot(edit)->document).size > MAX_BYTES) break;
    }
    if (limb_edit_apply(edit, NULL) == LIMB_OK) expect_same(robot);
    limb_edit_free(edit);
    limb_robot_free(robot);
    return 0;
}
