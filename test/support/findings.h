// Collects all findings for a robot: in its text, in the files it names, and from
// urdfdom's prediction.
#ifndef LIMB_TEST_SUPPORT_FINDINGS_H
#define LIMB_TEST_SUPPORT_FINDINGS_H

#include "limb/diag.h"
#include "limb/robot.h"

// Reads the text as the file of that name (relative mesh addresses are looked for beside it) and
// loads its meshes. For the rules about xacro it is expanded first. urdfdom is asked only for the
// rules about it, and limits are those under which the rule can be met in a small file. No
// environment variable has a say. To be freed.
limb_report *limb_test_findings(const limb_rule_info *rule, const char *file, const char *text,
                                size_t size);

// The rule is about SRDF: the text is then one, and belongs to test/srdf/robot.urdf.
bool limb_test_is_srdf_rule(const limb_rule_info *rule);

int limb_test_count_rule(const limb_report *report, limb_rule rule);

// The text form of a report, and the source of a robot as it is now; to be freed.
char *limb_test_report_text(const limb_report *report);
char *limb_test_robot_text(const limb_robot *robot, size_t *size);

#endif
