// One robot and one edit of it, for tests of the form before, change, after.
#ifndef LIMB_TEST_URDF_EDIT_FIXTURE_H
#define LIMB_TEST_URDF_EDIT_FIXTURE_H

#include "harness.h"
#include "limb/limb.h"
#include "support/robot.h"

#include <string.h>

static limb_robot *robot;
static limb_edit *edit;

static const char two_links[] = "<robot name=\"r\">\n"
                                "  <link name=\"a\"/>\n"
                                "  <link name=\"b\"/>\n"
                                "  <joint name=\"j\" type=\"fixed\">\n"
                                "    <parent link=\"a\"/>\n"
                                "    <child link=\"b\"/>\n"
                                "  </joint>\n"
                                "</robot>\n";

static inline void begin(const char *text)
{
    robot = limb_test_parse(text);
    ENSURE_INT(limb_edit_begin(&edit, robot), LIMB_OK);
}

static inline int node(const char *path)
{
    const int found = limb_test_node(robot, path);
    if (found < 0) limb_test_fail(__FILE__, __LINE__, "no node %s", path);
    return found;
}

static inline void end(void)
{
    limb_edit_free(edit);
    limb_robot_free(robot);
}

// Applies the edit; the robot's source is then the expected text, and reading that by itself gives
// the same robot.
static inline void expect(const char *expected)
{
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_TEXT(limb_test_source(robot), expected);
    limb_robot *again = limb_test_parse(expected);
    char why[200] = "";
    ENSURE(limb_test_same_robot(robot, again, why, sizeof why));
    limb_robot_free(again);
    end();
}

#endif
