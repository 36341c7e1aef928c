// Robots in tests: parsing, writing, and semantic comparison.
#ifndef LIMB_TEST_SUPPORT_ROBOT_H
#define LIMB_TEST_SUPPORT_ROBOT_H

#include "limb/edit.h"
#include "limb/robot.h"
#include "limb/shapes.h"

// Fails the test when the text is refused (the first finding is shown).
limb_robot *limb_test_parse(const char *text);
// Also gives robots that are refused; fails only when the XML is malformed.
limb_robot *limb_test_parse_broken(const char *text);

// The meshes of its collisions, positions alone; fails the test without memory.
limb_robot_meshes *limb_test_collision_meshes(const limb_robot *robot);

// The source, NUL-terminated; lives as long as the robot is not changed.
const char *limb_test_source(const limb_robot *robot);
// In canonical layout, to be freed.
char *limb_test_format(const limb_robot *robot, const limb_format_opts *opts);

// True when both say the same: all data but places in the source, extensions by tag, name and
// reference. Else why names the first difference.
bool limb_test_same_robot(const limb_robot *a, const limb_robot *b, char *why, size_t why_size);

// Nodes by a short path of names from the robot on, "joint/axis"; a name may end with @ and the
// value of its attribute "name", "link@arm/visual". -1: none.
int limb_test_node(const limb_robot *robot, const char *path);

#endif
