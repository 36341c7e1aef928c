// One run: finds the command, parses its arguments, calls it, closes the output.
#include "frame/module.h"
#include "limb/system.h"
#include "robot/policies.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *first_word(int argc, char **argv);
static const char *synonym_of(const char *name);
static int unknown_command(cli *app, const char *name);
static int run_command(cli *app, int argc, char **argv);
static int run_with_settings(cli *app);

int cli_main(const cli_command *const *command, int ncommand, int argc, char **argv)
{
    cli_paths included = {0}, variable = {0};
    bool is_partial = false;
    cli app = {.command = command,
               .ncommand = ncommand,
               .included = &included,
               .variable = &variable,
               .is_partial = &is_partial};
    cli_out_init(&app);
    const char *name = first_word(argc, argv);
    if (!name) {
        cli_print_overview(&app, stderr);
        return CLI_USAGE;
    }
    app.current = cli_find_command(&app, name);
    if (!app.current) return unknown_command(&app, name);
    const int code = cli_exit_code(&app, run_command(&app, argc - 2, argv + 2));
    cli_paths_free(&variable);
    cli_paths_free(&included);
    return cli_out_close(&app, cli_module_exit_code(code));
}

const cli_command *cli_find_command(const cli *app, const char *name)
{
    for (int i = 0; i < app->ncommand; i++) {
        if (strcmp(app->command[i]->name, name) == 0) return app->command[i];
    }
    return NULL;
}

// Returns the command's name; options that are commands (limb --version) return its name.
static const char *first_word(int argc, char **argv)
{
    if (argc < 2) return NULL;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return "help";
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) return "version";
    return argv[1];
}

// names in other tools
static const char *synonym_of(const char *name)
{
    static const char *const words[][2] = {
        {"validate", "check"},
        {"lint", "check"},
        {"check_urdf", "check"},
        {"verify", "check"},
        {"tree", "show"},
        {"info", "show"},
        {"print", "show"},
        {"format", "fmt"},
        {"pretty", "fmt"},
        {"urdf_to_graphviz", "graph"},
        {"graphviz", "graph"},
        {"dot", "graph"},
        {"visualize", "view"},
        {"display", "view"},
        {"open", "view"},
        {"viewer", "view"},
        {"screenshot", "render"},
        {"picture", "render"},
        {"export", "convert"},
        {"glb", "convert"},
        {"forward", "fk"},
        {"kinematics", "fk"},
        {"inverse", "ik"},
        {"dynamics", "dyn"},
        {"simulate", "sim"},
        {"step", "sim"},
        {"workspace", "reach"},
        {"merge", "join"},
        {"attach", "join"},
        {"subtree", "extract"},
        {"compare", "diff"},
        {"rename", "edit"},
        {"scale", "edit"},
        {"mirror", "edit"},
        {"collision", "collide"},
        {"mass", "inertia"},
        {"robot_state_publisher", "publish"},
        {"pub", "publish"},
        {"expand", "xacro"},
    };
    for (int i = 0; i < CLI_COUNT(words); i++)
        if (strcmp(name, words[i][0]) == 0) return words[i][1];
    return NULL;
}

static int unknown_command(cli *app, const char *name)
{
    enum { MAX_NAMES = 64 };
    const char *synonym = synonym_of(name);
    if (synonym && cli_find_command(app, synonym))
        return cli_usage(app, "unknown command \"%s\": it is called \"%s\" here", name, synonym);
    const char *names[MAX_NAMES];
    int count = 0;
    for (int i = 0; i < app->ncommand && count < MAX_NAMES; i++)
        if (!app->command[i]->hidden) names[count++] = app->command[i]->name;
    const int near = limb_nearest(name, names, count);
    if (near >= 0) {
        return cli_usage(app, "unknown command \"%s\"; did you mean \"%s\"?", name, names[near]);
    }
    struct stat info;
    if (stat(name, &info) == 0 && S_ISREG(info.st_mode)) {
        return cli_usage(app, "\"%s\" is a file, not a command: try \"limb check %s\"", name, name);
    }
    return cli_usage(app, "unknown command \"%s\"", name);
}

static int run_command(cli *app, int argc, char **argv)
{
    const cli_command *command = app->current;
    void *opts = calloc(1, command->opts_size > 0 ? command->opts_size : 1);
    const size_t slots = (size_t)(argc + 1) * (size_t)(command->noption + 2);
    const char **pool = calloc(slots, sizeof *pool);
    int code;
    if (!opts || !pool) {
        code = cli_fail(app, LIMB_ERROR_MEMORY);
        goto done;
    }
    const char *color = NULL;
    code = cli_parse(app, argc, argv, opts, pool, &color);
    if (color) cli_out_color(app, color);
    app->opts = opts;
    if (code == -1) {
        cli_print_help(app, command, stdout);
        code = CLI_OK;
    } else if (code == CLI_OK) {
        code = run_with_settings(app);
    }
done:
    free(opts);
    free(pool);
    return code;
}

// Runs the command with the package folders of .limb.yaml. Mistakes in the file are reported, but
// stop only limb check, which reads it itself.
static int run_with_settings(cli *app)
{
    const cli_command *command = app->current;
    bool takes_packages = false;
    for (int i = 0; i < command->noption; i++)
        takes_packages |= strcmp(command->option[i].name, "package") == 0;
    cli_policies policies = {0};
    int code = CLI_OK;
    if (takes_packages && !command->reads_settings && app->operand.count > 0) {
        const limb_policy *policy;
        code = cli_policies_find(app, &policies, app->operand.item[0], &policy);
        if (policy) {
            app->folder = policy->packages;
            app->nfolder = policy->npackages;
        }
    }
    if (code != CLI_UNREADABLE) code = command->run(app);
    cli_policies_free(&policies);
    return code;
}
