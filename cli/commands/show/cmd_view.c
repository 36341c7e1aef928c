// limb view: shows the page in the browser, or writes it as one self-contained file.
#define _XOPEN_SOURCE 700

#include "commands/ros/live.h"
#include "frame/module.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct view_opts {
    int port;
    bool no_open, write;
    const char *address;
    const char *html;
    const char *config;
    bool no_environment;
    cli_looks looks;
    cli_list package;
    bool ros;
    double rate;
    cli_ros_opts network;
} view_opts;

static int run(cli *app);

static const cli_option option[] = {
    {0, "port", CLI_POSITIVE_INT, offsetof(view_opts, port), "N", NULL,
     "port to serve on; default 8137, or the next that is free"},
    {0, "no-open", CLI_FLAG, offsetof(view_opts, no_open), NULL, NULL,
     "print the address, do not open a browser"},
    {'w', "write", CLI_FLAG, offsetof(view_opts, write), NULL, NULL,
     "let the page save edits to FILE; not for xacro and read-only files"},
    {0, "html", CLI_TEXT, offsetof(view_opts, html), "FILE", NULL,
     "write one self-contained page instead of serving; without a robot, an empty page that shows "
     "and checks any robot folder dropped onto it"},
    {0, "address", CLI_TEXT, offsetof(view_opts, address), "IP", NULL,
     "address to listen on; default 127.0.0.1. With any other address, other machines can connect"},
    {0, "config", CLI_TEXT, offsetof(view_opts, config), "FILE", NULL,
     "view to open with, as the page's tab View saves it: camera, overlays, hidden links, poses; "
     "default NAME.limb-view.json beside FILE, where it is there"},
    CLI_LOOKS_OPTIONS(view_opts, looks),
    {0, "ros", CLI_FLAG, offsetof(view_opts, ros), NULL, NULL,
     "join a ROS 2 network: sliders publish /joint_states, those of other nodes move the page"},
    {0, "rate", CLI_POSITIVE, offsetof(view_opts, rate), "HZ", NULL,
     "with --ros: rate at which joint states are published; default 10"},
    CLI_PACKAGE_OPTIONS(view_opts, package),
    CLI_ENVIRONMENT_OPTION(view_opts, no_environment),
    CLI_ROS_OPTIONS(view_opts, network),
};

static const cli_example example[] = {
    {"limb view arm.urdf", "opens the robot in the browser; saving the file updates the page"},
    {"limb view arm.urdf --write", "also saves what is edited in the page"},
    {"limb view new.urdf old.urdf", "both, the second as a ghost, with changes marked"},
    {"limb view arm.urdf --html arm.html", "one file that opens anywhere, without limb"},
    {"limb view --html studio.html", "a page for any robot folder dropped onto it"},
    {"limb view arm.urdf --config side.limb-view.json", "as it was when that file was saved"},
    {"limb view arm.urdf --ros", "follows a ROS 2 network, or moves the robot on it"},
};

const cli_command cli_view = {
    .name = "view",
    .operands = "[FILE [OTHER]]",
    .summary = "show the robot in the browser and follow changes of the file",
    .description =
        "Serves the page on this machine until Ctrl-C. The address carries an access token; "
        "requests "
        "without it are rejected. "
        "Saving the robot or one of its meshes updates the page, which keeps its pose and camera. "
        "OTHER is shown as a ghost, and differing links are marked.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(view_opts),
    .min_operands = 0,
    .max_operands = 2,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

#ifdef LIMB_SERVE_BUILT

static int check_config(const cli *app, const char *path);
static int write_html(const cli *app, const char *path, const view_opts *opts,
                      const limb_view_opts *view);
static bool lacks_something(const limb_report *report);
static int serve(const cli *app, const char *path, const view_opts *opts,
                 const limb_view_opts *view);
static int serve_with_node(const cli *app, const char *path, const view_opts *opts,
                           const limb_view_opts *view);
static void wait_for_end(limb_view *view);

static int run(cli *app)
{
    const view_opts *opts = app->opts;
    const char *path = app->operand.count > 0 ? app->operand.item[0] : NULL;
    if (!path && !opts->html) return cli_usage(app, "FILE is missing");
    if (path && strcmp(path, "-") == 0 && !opts->html)
        return cli_usage(app, "standard input cannot be followed; give a file");
    if (opts->port > 65535)
        return cli_usage(app, "--port %d is not a port: 1 to 65535", opts->port);
    if (!cli_check_extension(app, opts->html, ".html|.htm")) return CLI_USAGE;
    const int config = check_config(app, opts->config);
    if (config != CLI_OK) return config;
    cli_robot_opts robot;
    limb_report *report;
    const int begun = cli_robot_opts_init(app, &robot);
    if (begun != CLI_OK) return begun;
    if (limb_report_create(&report, NULL) != LIMB_OK) {
        cli_robot_opts_free(&robot);
        return cli_fail(app, LIMB_ERROR_MEMORY);
    }
    robot.file.load.report = report;
    robot.file.gltf_up = cli_gltf_up(&opts->looks);
    robot.file.override_colors = opts->looks.urdf_colors;
    robot.file.own_materials = opts->looks.own_materials;
    const limb_view_opts view = {.file = robot.file,
                                 .write = opts->write && !opts->html,
                                 .config = opts->config,
                                 .compare = app->operand.count > 1 ? app->operand.item[1] : NULL,
                                 .address = opts->address,
                                 .port = opts->port};
    const int code = opts->html  ? write_html(app, path, opts, &view)
                     : opts->ros ? serve_with_node(app, path, opts, &view)
                                 : serve(app, path, opts, &view);
    limb_report_free(report);
    cli_robot_opts_free(&robot);
    return code;
}

// Reports a requested view file that cannot be read.
static int check_config(const cli *app, const char *path)
{
    if (!path) return CLI_OK;
    cli_buffer text = {0};
    const int code = cli_read_text(app, path, &text);
    cli_buffer_free(&text);
    return code;
}

static int write_html(const cli *app, const char *path, const view_opts *opts,
                      const limb_view_opts *view)
{
    const int loaded = cli_module_load(app, CLI_MODULE_SERVE);
    if (loaded != CLI_OK) return loaded;
    cli_buffer html = {0};
    const limb_status status = limb_view_write_html(path, view, cli_buffer_write, &html);
    int code = cli_view_report(app, status, view->file.load.report, path ? path : "");
    if (code == CLI_OK) code = cli_save_result(app, opts->html, html.data, html.size);
    cli_list_variables(app, opts->html);
    if (lacks_something(view->file.load.report)) cli_leave_out(app);
    cli_buffer_free(&html);
    return code;
}

// Returns whether a mesh or texture is missing. A served page lists it and follows the file; a
// written page stays incomplete.
static bool lacks_something(const limb_report *report)
{
    static const limb_rule rules[] = {
        LIMB_RULE_FILE_READ,        LIMB_RULE_GEOMETRY_MISSING, LIMB_RULE_GEOMETRY_UNKNOWN,
        LIMB_RULE_MESH_NOT_FOUND,   LIMB_RULE_MESH_BROKEN,      LIMB_RULE_MESH_FORMAT,
        LIMB_RULE_MESH_UNSUPPORTED, LIMB_RULE_MESH_LIMIT,       LIMB_RULE_MESH_SKIPPED,
        LIMB_RULE_MESH_COMPANION,   LIMB_RULE_MESH_OUTSIDE,     LIMB_RULE_MESH_REMOTE};
    for (int i = 0; i < report->nfinding; i++)
        for (int k = 0; k < CLI_COUNT(rules); k++)
            if (report->finding[i].rule == rules[k]) return true;
    return false;
}

static int serve(const cli *app, const char *path, const view_opts *opts,
                 const limb_view_opts *view)
{
    limb_view *shown;
    const int code = cli_view_open(app, path, view, opts->no_open, &shown);
    if (code != CLI_OK) return code;
    wait_for_end(shown);
    limb_view_stop(shown);
    return CLI_OK;
}

static int serve_with_node(const cli *app, const char *path, const view_opts *opts,
                           const limb_view_opts *view)
{
#ifdef LIMB_ROS_BUILT
    cli_live_opts live = {
        .path = path, .view = *view, .rate = opts->rate, .no_open = opts->no_open};
    limb_ros_args *args;
    int code = cli_ros_parse(app, &opts->network, &live.ros, &args);
    if (code == CLI_OK) code = cli_live_run(app, &live);
    limb_ros_args_free(args);
    return code;
#else
    (void)path, (void)opts, (void)view;
    cli_message(app, "this limb was built without ROS 2 (LIMB_ROS)");
    return CLI_UNREADABLE;
#endif
}

static void wait_for_end(limb_view *view)
{
    const struct timespec nap = {0, 150 * 1000 * 1000};
    while (!cli_ended()) {
        nanosleep(&nap, NULL);
        limb_view_poll(view);
        waitpid(-1, NULL, WNOHANG);
    }
}

#else

static int run(cli *app)
{
    cli_message(app, "this limb was built without its page (LIMB_VIEW)");
    return CLI_UNREADABLE;
}

#endif
