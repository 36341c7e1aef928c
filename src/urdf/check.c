// The rules over a robot's values.
#include "limb/robot.h"

limb_status limb_robot_check(const limb_robot *robot, limb_report *report)
{
    (void)robot;
    (void)report;
    return LIMB_OK;
}
