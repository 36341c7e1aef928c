// Runs all rules for a robot's values.
#include "limb/check.h"

#include "documents/rules/check.h"

#include "base/memory.h"

#include <assert.h>

static void check_joints(limb__check *c);
static void check_links(limb__check *c);

limb_status limb_robot_check(const limb_robot *robot, limb_report *report)
{
    assert(robot);
    limb__xml_places places;
    limb__xml_places_init(&places, &limb__robot_of(robot)->document);
    const limb_status status = limb__check_robot(robot, &places, report);
    limb__xml_places_free(&places);
    return status;
}

limb_status limb__check_robot(const limb_robot *robot, limb__xml_places *places,
                              limb_report *report)
{
    limb__check c = {.robot = robot,
                     .doc = places->doc,
                     .places = places,
                     .report = report,
                     .memory = limb__robot_of(robot)->memory};
    if (robot->has_name && robot->name[0] == 0) {
        limb__report(c.report, limb__check_at(&c, robot->node, "name"), LIMB_RULE_NAME_EMPTY,
                     "the robot has an empty name");
    }
    check_joints(&c);
    check_links(&c);
    limb__check_report_names(&c);
    limb__check_sides(&c);
    limb__check_references(&c);
    limb__release(c.memory, c.candidate,
                  sizeof *c.candidate * (size_t)(robot->nlink + robot->njoint));
    if (report) limb_report_sort(report);
    return c.failed || (report && report->nlost > 0) ? LIMB_ERROR_MEMORY : LIMB_OK;
}

static void check_joints(limb__check *c)
{
    int nmimic = 0;
    for (int i = 0; i < c->robot->njoint; i++) {
        limb__check_joint_values(c, i);
        limb__check_joint_name(c, i);
        if (!c->robot->joint[i].mimic) continue;
        limb__check_follower(c, i);
        nmimic++;
    }
    if (nmimic > 0) limb__check_mimic_cycles(c);
}

static void check_links(limb__check *c)
{
    for (int i = 0; i < c->robot->nlink; i++) {
        limb__check_inertia(c, i);
        limb__check_shapes(c, i);
        limb__check_link_name(c, i);
    }
}
