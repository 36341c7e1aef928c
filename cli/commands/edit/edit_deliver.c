// Delivers the changed text: to standard output, a file, its original file, or only as a diff.
#include "commands/edit/edit.h"

#include <string.h>

bool cli_delivery_check(const cli *app, const cli_delivery *delivery, const char *path)
{
    if ((delivery->output != NULL) + delivery->write + delivery->dry_run > 1) {
        cli_usage(app, "-o, --write and --dry-run cannot be used together");
        return false;
    }
    if (delivery->write && strcmp(path, "-") == 0) {
        cli_usage(app, "standard input cannot be written back: use -o");
        return false;
    }
    if (delivery->write && limb_robot_file_is_xacro(path)) {
        cli_usage(app, CLI_XACRO_STAYS, path);
        return false;
    }
    return true;
}

int cli_deliver(const cli *app, const cli_delivery *delivery, const char *path, limb_text before,
                limb_text after)
{
    if (delivery->dry_run) {
        char name[CLI_NAME_SIZE];
        snprintf(name, sizeof name, "%s%s", cli_file_name(path),
                 limb_robot_file_is_xacro(path) ? " (expanded)" : "");
        return cli_text_diff(stdout, name, name, before, after, app->color_out).failed
                   ? cli_fail(app, LIMB_ERROR_MEMORY)
                   : CLI_OK;
    }
    const bool is_same =
        before.size == after.size && memcmp(before.data, after.data, after.size) == 0;
    if (!delivery->write) return cli_save(app, delivery->output, after.data, after.size);
    return is_same ? CLI_OK : cli_save_back(app, path, before, after.data, after.size);
}
