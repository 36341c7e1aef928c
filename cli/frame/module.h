// What needs large libraries is loaded when it is used: pictures, the page's server, ROS 2 and
// Draco are modules, shared objects in a folder of their own. Loading them with the command would
// be most of the time that `limb check` takes on a small robot.
//
// The functions of a module (module_calls.def) have their usual names and prototypes. Before the
// first of them, a command calls cli_module_load; until then they do nothing and return
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
// The exit code of a run whose own is code: CLI_UNREADABLE where a module was not loaded, since
// what needed it, such as a mesh, was left out.
int cli_module_exit_code(int code);

#endif
