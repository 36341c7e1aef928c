// limb join and limb extract: attach one robot to another, and extract a part of one.
#include "commands/edit/edit.h"

#include <stdlib.h>
#include <string.h>

typedef struct join_opts {
    const char *at;
    const char *xyz;
    const char *rpy;
    const char *prefix;
    const char *joint;
    cli_delivery delivery;
} join_opts;

typedef struct extract_opts {
    const char *from;
    const char *to;
    cli_delivery delivery;
} extract_opts;

static int run_join(cli *app);
static int join(const cli *app, limb_robot *base, const limb_robot *tool);
static int run_extract(cli *app);
static int finish(const cli *app, limb_edit *edit, limb_robot *robot, limb_status status,
                  const cli_delivery *delivery);
static int find_link(const cli *app, const limb_robot *robot, const char *name);

static const cli_option join_option[] = {
    {0, "at", CLI_TEXT, offsetof(join_opts, at), "LINK", NULL,
     "the link of BASE to attach the tool to"},
    {0, "xyz", CLI_TEXT, offsetof(join_opts, xyz), "'X Y Z'", NULL,
     "position of the tool's root in that link, in meters"},
    {0, "rpy", CLI_TEXT, offsetof(join_opts, rpy), "'R P Y'", NULL,
     "orientation of the tool's root: roll, pitch, yaw"},
    {0, "prefix", CLI_TEXT, offsetof(join_opts, prefix), "PREFIX", NULL,
     "prefix for the names of the tool's links and joints"},
    {0, "joint", CLI_TEXT, offsetof(join_opts, joint), "NAME", NULL, "name of the new fixed joint"},
    {'o', "output", CLI_TEXT, offsetof(join_opts, delivery.output), "FILE", NULL,
     "write the result to a file instead of standard output"},
    {'w', "write", CLI_FLAG, offsetof(join_opts, delivery.write), NULL, NULL,
     "write the result to BASE"},
    {'n', "dry-run", CLI_FLAG, offsetof(join_opts, delivery.dry_run), NULL, NULL,
     "write nothing; print the changes as a unified diff"},
};

static const cli_example join_example[] = {
    {"limb join arm.urdf gripper.urdf --at tool0 -o cell.urdf", "a gripper on an arm"},
    {"limb join cell.urdf arm.urdf --at table --xyz '0 0.5 0' --prefix left_ -o two.urdf",
     "the same arm twice"},
};

const cli_command cli_join = {
    .name = "join",
    .operands = "BASE TOOL",
    .summary = "attach one robot to a link of another",
    .description =
        "Everything in the tool's file is included: comments, unknown elements, materials; equal "
        "materials are merged. A name that occurs in both robots is an error unless a prefix makes "
        "the names distinct. Package addresses are kept; relative ones are rewritten relative to "
        "BASE.",
    .option = join_option,
    .noption = CLI_COUNT(join_option),
    .opts_size = sizeof(join_opts),
    .min_operands = 2,
    .max_operands = 2,
    .example = join_example,
    .nexample = CLI_COUNT(join_example),
    .run = run_join,
};

static const cli_option extract_option[] = {
    {0, "from", CLI_TEXT, offsetof(extract_opts, from), "LINK", NULL, "the link to start from"},
    {0, "to", CLI_TEXT, offsetof(extract_opts, to), "LINK", NULL,
     "keep only the chain to this link"},
    {'o', "output", CLI_TEXT, offsetof(extract_opts, delivery.output), "FILE", NULL,
     "write the result to a file instead of standard output"},
    {'w', "write", CLI_FLAG, offsetof(extract_opts, delivery.write), NULL, NULL,
     "write the file back"},
    {'n', "dry-run", CLI_FLAG, offsetof(extract_opts, delivery.dry_run), NULL, NULL,
     "write nothing; print the changes as a unified diff"},
};

static const cli_example extract_example[] = {
    {"limb extract robot.urdf --from left_shoulder -o left_arm.urdf", "one arm"},
    {"limb extract arm.urdf --from base --to wrist", "one chain, without its branches"},
};

const cli_command cli_extract = {
    .name = "extract",
    .operands = "FILE",
    .summary = "extract a subtree or a chain from a robot",
    .description = "Transmissions, gazebo and ros2_control elements, sensors and materials are "
                   "included if they belong to the extracted links and joints.",
    .option = extract_option,
    .noption = CLI_COUNT(extract_option),
    .opts_size = sizeof(extract_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = extract_example,
    .nexample = CLI_COUNT(extract_example),
    .run = run_extract,
};

static int run_join(cli *app)
{
    const join_opts *opts = app->opts;
    if (!opts->at) return cli_usage(app, "--at LINK is missing: the link to attach the tool to");
    if (!cli_delivery_check(app, &opts->delivery, app->operand.item[0])) return CLI_USAGE;
    limb_robot *base = NULL, *tool = NULL;
    int code = cli_load_robot(app, app->operand.item[0], &base);
    if (code == CLI_OK) code = cli_load_robot(app, app->operand.item[1], &tool);
    if (code == CLI_OK) code = join(app, base, tool);
    limb_robot_free(tool);
    limb_robot_free(base);
    return code;
}

static int join(const cli *app, limb_robot *base, const limb_robot *tool)
{
    const join_opts *opts = app->opts;
    double xyz[3] = {0, 0, 0}, rpy[3] = {0, 0, 0}, pose[12];
    if (opts->xyz && !cli_vector_parse(opts->xyz, 3, CLI_LENGTH, xyz))
        return cli_usage(app, "--xyz takes three numbers, not \"%s\"", opts->xyz);
    if (opts->rpy && !cli_vector_parse(opts->rpy, 3, CLI_ANGLE, rpy))
        return cli_usage(app, "--rpy takes three numbers, not \"%s\"", opts->rpy);
    limb_pose_from_rpy(xyz, rpy, pose);
    limb_join_opts join_at = {.prefix = opts->prefix, .joint = opts->joint};
    if (opts->xyz || opts->rpy) join_at.pose = pose;
    join_at.at = find_link(app, base, opts->at);
    if (join_at.at < 0) return CLI_FINDINGS;
    limb_edit *edit = NULL;
    limb_status status = limb_edit_begin(&edit, base);
    if (status == LIMB_OK) status = limb_edit_join(edit, tool, &join_at);
    return finish(app, edit, base, status, &opts->delivery);
}

static int run_extract(cli *app)
{
    const extract_opts *opts = app->opts;
    if (!opts->from) return cli_usage(app, "--from LINK is missing: the link to start from");
    if (!cli_delivery_check(app, &opts->delivery, app->operand.item[0])) return CLI_USAGE;
    limb_robot *robot = NULL;
    int code = cli_load_robot(app, app->operand.item[0], &robot);
    if (code != CLI_OK) return code;
    const int from = find_link(app, robot, opts->from);
    const int to = opts->to && from >= 0 ? find_link(app, robot, opts->to) : -1;
    if (from < 0 || (opts->to && to < 0)) {
        limb_robot_free(robot);
        return CLI_FINDINGS;
    }
    limb_edit *edit = NULL;
    limb_status status = limb_edit_begin(&edit, robot);
    if (status == LIMB_OK) status = limb_edit_extract(edit, from, to);
    code = finish(app, edit, robot, status, &opts->delivery);
    limb_robot_free(robot);
    return code;
}

// Applies and delivers the edit, or prints why it failed; frees the edit.
static int finish(const cli *app, limb_edit *edit, limb_robot *robot, limb_status status,
                  const cli_delivery *delivery)
{
    const limb_text source = limb_document_source(robot->document);
    char *before = malloc(source.size + 1);
    const limb_text old = {before, source.size};
    if (!before) status = LIMB_ERROR_MEMORY;
    if (before) memcpy(before, source.data, source.size);
    if (status == LIMB_OK) {
        if (*limb_edit_message(edit)) cli_message(app, "%s", limb_edit_message(edit));
        status = limb_edit_apply(edit, NULL);
    }
    int code = CLI_FINDINGS;
    if (status == LIMB_OK) {
        code = cli_deliver(app, delivery, app->operand.item[0], old,
                           limb_document_source(robot->document));
    } else {
        const char *message = edit ? limb_edit_message(edit) : "";
        cli_message(app, "%s", *message ? message : limb_status_text(status));
        if (status != LIMB_ERROR_INPUT) code = CLI_UNREADABLE;
    }
    free(before);
    limb_edit_free(edit);
    return code;
}

static int find_link(const cli *app, const limb_robot *robot, const char *name)
{
    const int link = limb_robot_find_link(robot, name);
    if (link >= 0) return link;
    char shown[CLI_NAME_SIZE], other[CLI_NAME_SIZE];
    const int near = cli_edit_nearest_link(robot, name);
    cli_message(app, "%s: no link named \"%s\"%s%s%s", robot->file, cli_visible(name, shown),
                near >= 0 ? "; did you mean \"" : "",
                near >= 0 ? cli_visible(robot->link[near].name, other) : "",
                near >= 0 ? "\"?" : "");
    return -1;
}
