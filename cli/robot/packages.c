// Parses --package NAME=DIR and --packages DIR, which add to the package folders of .limb.yaml.
#define _POSIX_C_SOURCE 200809L
#include "frame/cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int add(const cli *app, cli_packages *out, const char *text);
static bool is_folder(const char *path);

int cli_packages_parse(const cli *app, const cli_list *list, cli_packages *out)
{
    memset(out, 0, sizeof *out);
    const size_t count = (size_t)list->count + (size_t)app->nfolder + 1;
    out->item = calloc(count, sizeof *out->item);
    out->folder = calloc(count, sizeof *out->folder);
    int code = out->item && out->folder ? CLI_OK : cli_fail(app, LIMB_ERROR_MEMORY);
    for (int i = 0; code == CLI_OK && i < app->nfolder; i++)
        out->folder[out->resolve.npackages++] = app->folder[i];
    for (int i = 0; code == CLI_OK && i < list->count; i++)
        code = add(app, out, list->item[i]);
    out->resolve.package = out->item;
    out->resolve.packages = out->folder;
    if (code != CLI_OK) cli_packages_free(out);
    return code;
}

void cli_packages_free(cli_packages *packages)
{
    for (int i = 0; i < packages->resolve.npackage; i++)
        free((void *)(uintptr_t)packages->item[i].name);
    free(packages->item);
    free(packages->folder);
    memset(packages, 0, sizeof *packages);
}

static int add(const cli *app, cli_packages *out, const char *text)
{
    const char *equals = strchr(text, '=');
    const char *folder = equals ? equals + 1 : text;
    if (equals == text || folder[0] == 0) {
        return cli_usage(app, "--package %s is not NAME=DIR", text);
    }
    if (!is_folder(folder)) {
        return cli_usage(app,
                         equals ? "--package %s: no such folder"
                                : "%s is neither NAME=DIR nor a folder of packages",
                         text);
    }
    if (!equals) {
        out->folder[out->resolve.npackages++] = folder;
        return CLI_OK;
    }
    char *name = calloc((size_t)(equals - text) + 1, 1);
    if (!name) return cli_fail(app, LIMB_ERROR_MEMORY);
    memcpy(name, text, (size_t)(equals - text));
    out->item[out->resolve.npackage++] = (limb_package){name, folder};
    return CLI_OK;
}

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}
