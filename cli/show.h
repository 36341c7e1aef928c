// limb show's second form.
#ifndef LIMB_CLI_SHOW_H
#define LIMB_CLI_SHOW_H

#include "limb/robot.h"

#include <stdio.h>

void cli_show_json(const limb_robot *robot, FILE *out);

#endif
