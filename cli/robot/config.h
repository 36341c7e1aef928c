// .limb.yaml: what a team decided for all its robots, found in the folder of a file or the
// nearest one above.
//
//     strict: true                      # warnings are errors
//     target: ros                       # also say what this reader makes of a file, as --target
//     packages: [../share, vendor]      # folders of packages, from the folder of .limb.yaml
//     rules:
//       inertial-missing: error         # off, info, warning or error
//     paths:
//       - pattern: vendor/*             # * matches any characters, from the folder of .limb.yaml
//         rules: {mesh-relative: off}
#ifndef LIMB_CLI_CONFIG_H
#define LIMB_CLI_CONFIG_H

#include "frame/cli.h"

typedef struct cli_setting { // RULE=SEVERITY
    limb_rule rule;
    int severity;        // or LIMB_SEVERITY_OFF
    const char *pattern; // of paths; NULL: all
} cli_setting;

typedef struct cli_config { // zero-initialize
    char *folder;           // absolute; NULL: there is no such file
    char *path;             // of the file
    bool strict;
    bool urdfdom; // a target is given: this version
    limb_urdfdom version;
    cli_setting *setting;
    int nsetting;
    const char **package; // folders, absolute
    int npackage;
    cli_paths texts; // patterns
} cli_config;

// Looks for .limb.yaml from the folder of the file upwards; sets folder and path, or leaves both
// NULL when there is none. An entry of that name that cannot be read is found too, and fails in
// cli_config_read: without its settings a file could pass. Returns an exit code, after a message.
int cli_config_find(const cli *app, const char *file, cli_config *config);
// Reads the file that was found, if any. Returns an exit code, after a message with the line:
// CLI_USAGE for a mistake in the file; what could be understood is set nevertheless.
int cli_config_read(const cli *app, cli_config *config);
void cli_config_free(cli_config *config);
// The settings for the file at path, one for each rule; out has room for all. False: no memory.
bool cli_config_choose(const cli_config *config, const char *path, cli_setting *out, int *count);
// The rule and severity of a setting. Returns CLI_OK, or a reason in why and CLI_USAGE.
int cli_setting_parse(const char *rule, const char *severity, cli_setting *out, char *why,
                      size_t why_size);

#endif
