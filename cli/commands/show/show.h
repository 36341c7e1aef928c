// limb show: its modes other than the table.
#ifndef LIMB_CLI_SHOW_H
#define LIMB_CLI_SHOW_H

#include "frame/cli.h"
#include "limb/robot.h"

#include <stdio.h>

// Prints how a URI in the robot at path is resolved. Returns an exit code.
int cli_show_why(const cli *app, const char *path, const cli_list *package, const char *uri);
// The same for every URI in the robot, each once.
int cli_show_why_all(const cli *app, const char *path, const cli_list *package);

#endif
