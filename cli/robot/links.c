// Links named by --link: found, or reported with a suggestion, and selected from all.
#include "frame/cli.h"
#include "limb/system.h"

#include <stdlib.h>
#include <string.h>

int cli_find_link(const cli *app, const limb_robot *robot, const char *name)
{
    const int link = limb_robot_find_link(robot, name);
    if (link >= 0) return link;
    const char **candidate = calloc((size_t)robot->nlink + 1, sizeof *candidate);
    int near = -1;
    for (int i = 0; i < robot->nlink && candidate; i++)
        candidate[i] = robot->link[i].name;
    if (candidate) near = limb_nearest(name, candidate, robot->nlink);
    if (near >= 0)
        cli_usage(app, "no link named \"%s\"; did you mean \"%s\"?", name, candidate[near]);
    else
        cli_usage(app, "no link named \"%s\"", name);
    free(candidate);
    return -1;
}

bool cli_links_exist(const cli *app, const limb_robot *robot, const cli_list *name)
{
    for (int i = 0; i < name->count; i++) {
        if (cli_find_link(app, robot, name->item[i]) < 0) return false;
    }
    return true;
}

bool cli_link_is_chosen(const cli_list *name, const limb_link *link)
{
    for (int i = 0; i < name->count; i++) {
        if (strcmp(name->item[i], link->name) == 0) return true;
    }
    return name->count == 0;
}
