// Rules over a robot: what is suspicious or wrong beyond reading. Loading runs limb_robot_check by
// itself; what needs files is asked for separately.
//
// Threads: a robot may be checked by many at once, each with a report and a resolver of its own.
#ifndef LIMB_CHECK_H
#define LIMB_CHECK_H

#include "limb/diag.h"
#include "limb/resolve.h"
#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

// Runs every rule over a robot and adds the findings to the report: LIMB_OK also when there are
// findings, LIMB_ERROR_MEMORY when not all could be checked. Loading does this unless skip_checks.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_check(const limb_robot *robot, limb_report *report);

// Adds a finding for every mesh and texture URI of the robot that is not found, with the places
// tried as notes and a near match as fix. Files are not opened. URIs that are malformed are left
// to limb_robot_check.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_check_files(const limb_robot *robot,
                                                            limb_resolver *resolver,
                                                            limb_report *report);

// Drops the findings that comments of the robot's file accept, and reports comments that name no
// rule or accept nothing. To be called last, when all other findings are in the report.
//     <!-- limb: off RULE reason -->            in an element: for all findings in that element
//     <!-- limb: off-next-line RULE reason -->  for those on the next line
// Findings by rules that keep a robot from loading stay.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_suppress(const limb_robot *robot,
                                                         limb_report *report);

#ifdef __cplusplus
}
#endif
#endif // LIMB_CHECK_H
