// Edits: random scripts on random files never break the robot.
//
// The input is a script of four-byte steps, ended by a byte 0xff, then the file. After a
// refused edit the source is unchanged; after each accepted one, reading the new source alone
// gives the same robot.
#include "limb/limb.h"
#include "support/robot.h"

#include <stdlib.h>
#include <string.h>

static const char *const words[] = {"a", "b", "base", "", "<&>\"'", "1 2 3", "\n\t", "\xff", "xyz"};
static const char *const names[] = {"name", "link", "xyz",       "rpy",
                                    "new",  "a b",  "quat_xyzw", "joint"};
static const char *const fragments[] = {"<x/>",
                                        "<link name=\"b\"/>",
                                        "<visual>\n  <geometry/>\n</visual>",
                                        "</x>",
                                        "text",
                                        "<!-- c -->",
                                        "<origin xyz=\"1 2 3\"/>\n<axis/>",
                                        "<joint name=\"q\" type=\"fixed\"/>"};

#define PICK(table, index) ((table)[(index) % (sizeof(table) / sizeof *(table))])

static void pose_of(uint8_t seed, double pose[12])
{
    const double xyz[3] = {seed % 3, 0.1 * seed, -1e-9 * seed};
    const double rpy[3] = {seed % 5, 1.5707963267948966 * (seed % 4), 0.01 * seed};
    limb_pose_from_rpy(xyz, rpy, pose);
}

static limb_status make_step(limb_edit *edit, const limb_robot *robot, const uint8_t step[4])
{
    const int node = step[1] % (limb_document_node_count(robot->document) + 1);
    const int link = robot->nlink > 0 ? step[1] % robot->nlink : 0;
    const int joint = robot->njoint > 0 ? step[1] % robot->njoint : 0;
    double pose[12];
    pose_of(step[3], pose);
    switch (step[0] % 12) {
    case 0:
    case 1:
        return limb_edit_set_attribute(edit, node, PICK(names, step[2]), PICK(words, step[3]));
    case 2:
        return limb_edit_set_attribute(edit, node, PICK(names, step[2]), NULL);
    case 3:
        return limb_edit_set_numbers(edit, node, PICK(names, step[2]), pose, step[3] % 5);
    case 4:
    case 5:
        return limb_edit_add(edit, node, PICK(fragments, step[2]));
    case 6:
        return limb_edit_remove(edit, node);
    case 7:
        return limb_edit_replace(edit, node, PICK(fragments, step[2]));
    case 8:
        return limb_edit_rename_link(edit, link, PICK(words, step[2]));
    case 9:
        return limb_edit_rename_joint(edit, joint, PICK(words, step[2]));
    case 10:
        return limb_edit_reparent(edit, joint, robot->nlink > 0 ? step[2] % robot->nlink : 0,
                                  step[3] & 1);
    default:
        return limb_edit_set_origin(edit, node, pose);
    }
}

static void apply(limb_edit *edit, limb_robot *robot, const limb_load_opts *opts)
{
    const limb_text before = limb_document_source(robot->document);
    char *copy = malloc(before.size + 1);
    if (!copy) abort();
    memcpy(copy, before.data, before.size);
    const limb_status status = limb_edit_apply(edit, NULL);
    const limb_text after = limb_document_source(robot->document);
    if (status != LIMB_OK) {
        if (after.size != before.size || memcmp(after.data, copy, after.size) != 0) abort();
    } else {
        limb_robot *again;
        (void)!limb_robot_parse(&again, after.data, after.size, opts);
        char why[200] = "";
        if (!again || !limb_test_same_robot(robot, again, why, sizeof why)) abort();
        limb_robot_free(again);
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, 0xff, size) : NULL;
    if (!end) return 0;
    const size_t script = (size_t)(end - data);
    const limb_load_opts opts = {.keep_broken = true, .skip_checks = true};
    limb_robot *robot;
    (void)!limb_robot_parse(&robot, (const char *)end + 1, size - script - 1, &opts);
    if (!robot) return 0;
    limb_edit *edit;
    if (limb_edit_begin(&edit, robot) != LIMB_OK) abort();
    for (size_t i = 0; i + 4 <= script && i < 200; i += 4) {
        (void)!make_step(edit, robot, data + i); // what makes no sense is refused
        if (data[i] & 0x40) apply(edit, robot, &opts);
        if (data[i] & 0x20) {
            limb_edit_free(edit);
            if (limb_edit_begin(&edit, robot) != LIMB_OK) abort();
        }
    }
    apply(edit, robot, &opts);
    limb_edit_free(edit);
    limb_robot_free(robot);
    return 0;
}
