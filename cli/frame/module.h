// Parts with large libraries are loaded when they are used: pictures, the page's server, ROS 2 and
// Draco are modules, shared objects in a separate folder. Loading them with the command would take
// most of the time of `limb check` on a small robot.
//
// The functions of a module (module_calls.def) have their usual names and prototypes. A command
// calls cli_module_load before the first of them; until then they do nothing and return
// LIMB_ERROR_UNSUPPORTED, false, 0 or "". In a build without modules (LIMB_MODULES=OFF) they are
// linked, and loading always succeeds.
#ifndef LIMB_CLI_MODULE_H
#define LIMB_CLI_MODULE_H

#include "frame/cli.h"

typedef enum cli_module {
    CLI_MODULE_RENDER, // libpng, libjpeg
    CLI_MODULE_SERVE,  // civetweb
    CLI_MODULE_ROS,    // Cyclone DDS, zstd, LZ4
    CLI_MODULE_DRACO,  // libdraco, in C++; limb_draco_decode loads it by itself
    CLI_NMODULE
} cli_module;

// Returns an exit code: CLI_OK, or CLI_UNREADABLE after a message. Any thread may call it.
int cli_module_load(const cli *app, cli_module module);
// Returns the exit code of a run with the given code: CLI_UNREADABLE if a module could not be
// loaded, since something that needs it, such as a mesh, was left out.
int cli_module_exit_code(int code);

#endif
