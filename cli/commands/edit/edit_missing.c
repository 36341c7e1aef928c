// Names that limb edit does not find, with suggestions.
#include "commands/edit/edit.h"
#include "limb/system.h"

#include <stdlib.h>
#include <string.h>

static const char *synonym_of(const char *verb);
static int nearest_joint(const limb_robot *robot, const char *name);
static bool take_name(const char *path, const char *tag, char name[CLI_NAME_SIZE]);
static void say_missing(const cli *app, const char *what, const char *name, const char *near);

int cli_edit_unknown_verb(const cli *app, const char *word)
{
    const char *names[64];
    int count = 0;
    while (count < CLI_COUNT(names) && cli_edit_verb_at(count)) {
        names[count] = cli_edit_verb_at(count)->name;
        count++;
    }
    const char *synonym = synonym_of(word);
    if (synonym)
        return cli_usage(app, "unknown edit \"%s\": it is called \"%s\" here", word, synonym);
    const int near = limb_nearest(word, names, count);
    if (near >= 0)
        return cli_usage(app, "unknown edit \"%s\"; did you mean \"%s\"?", word, names[near]);
    return cli_usage(app, "unknown edit \"%s\"", word);
}

int cli_edit_find_link(const cli *app, const limb_robot *robot, const char *name)
{
    const int link = limb_robot_find_link(robot, name);
    if (link >= 0) return link;
    const int near = cli_edit_nearest_link(robot, name);
    say_missing(app, "link", name, near >= 0 ? robot->link[near].name : NULL);
    return -1;
}

int cli_edit_find_joint(const cli *app, const limb_robot *robot, const char *name)
{
    const int joint = limb_robot_find_joint(robot, name);
    if (joint >= 0) return joint;
    const int near = nearest_joint(robot, name);
    say_missing(app, "joint", name, near >= 0 ? robot->joint[near].name : NULL);
    return -1;
}

int cli_edit_find_node(const cli *app, const limb_robot *robot, const char *path)
{
    const int node = limb_robot_find_node(robot, path);
    if (node >= 0) return node;
    char name[CLI_NAME_SIZE], shown[CLI_NAME_SIZE];
    // a misspelt link or joint
    if (take_name(path, "link/", name) && limb_robot_find_link(robot, name) < 0)
        return cli_edit_find_link(app, robot, name);
    if (take_name(path, "joint/", name) && limb_robot_find_joint(robot, name) < 0)
        return cli_edit_find_joint(app, robot, name);
    // its name alone
    const bool is_joint = limb_robot_find_joint(robot, path) >= 0;
    cli_visible(path, shown);
    if (is_joint || limb_robot_find_link(robot, path) >= 0) {
        cli_message(app, "\"%s\" is not a path; did you mean \"%s/%s\"?", shown,
                    is_joint ? "joint" : "link", shown);
    } else {
        cli_message(app, "no element at \"%s\"; an example of a path is joint/elbow/limit", shown);
    }
    return -1;
}

int cli_edit_nearest_link(const limb_robot *robot, const char *name)
{
    const char **names = calloc((size_t)robot->nlink + 1, sizeof *names);
    for (int i = 0; names && i < robot->nlink; i++)
        names[i] = robot->link[i].name;
    const int near = names ? limb_nearest(name, names, robot->nlink) : -1;
    free(names);
    return near;
}

// names in other tools
static const char *synonym_of(const char *verb)
{
    static const char *const words[][2] = {
        {"delete", "remove"}, {"rm", "remove"},        {"del", "remove"},
        {"mv", "rename"},     {"flip", "mirror"},      {"reflect", "mirror"},
        {"freeze", "lock"},   {"fix", "lock"},         {"fold", "lump"},
        {"merge", "lump"},    {"collapse", "lump"},    {"reroot", "root"},
        {"resize", "scale"},  {"attach", "reparent"},  {"parent", "reparent"},
        {"clear", "unset"},   {"translate", "move"},   {"rotate", "move"},
        {"origin", "move"},   {"namespace", "prefix"},
    };
    for (int i = 0; i < CLI_COUNT(words); i++)
        if (strcmp(verb, words[i][0]) == 0) return words[i][1];
    return NULL;
}

static int nearest_joint(const limb_robot *robot, const char *name)
{
    const char **names = calloc((size_t)robot->njoint + 1, sizeof *names);
    for (int i = 0; names && i < robot->njoint; i++)
        names[i] = robot->joint[i].name;
    const int near = names ? limb_nearest(name, names, robot->njoint) : -1;
    free(names);
    return near;
}

// Returns the second part of a path that starts with the tag.
static bool take_name(const char *path, const char *tag, char name[CLI_NAME_SIZE])
{
    const size_t skip = strlen(tag);
    if (strncmp(path, tag, skip) != 0) return false;
    const size_t size = strcspn(path + skip, "/");
    if (size == 0 || size >= CLI_NAME_SIZE) return false;
    memcpy(name, path + skip, size);
    name[size] = 0;
    return true;
}

static void say_missing(const cli *app, const char *what, const char *name, const char *near)
{
    char shown[CLI_NAME_SIZE], other[CLI_NAME_SIZE];
    if (near) {
        cli_message(app, "no %s named \"%s\"; did you mean \"%s\"?", what, cli_visible(name, shown),
                    cli_visible(near, other));
    } else {
        cli_message(app, "no %s named \"%s\"", what, cli_visible(name, shown));
    }
}
