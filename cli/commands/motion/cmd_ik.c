// limb ik: joint values that bring a link to a pose.
#include "robot/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct ik_opts {
    cli_motion_opts motion; // joints: the start of the search
    const char *link, *xyz, *rpy, *quat;
    const char *tool_xyz, *tool_rpy;
    double tolerance, seconds;
    int solutions, seed;
    bool json;
} ik_opts;

static int run(cli *app);
static bool read_goal(const cli *app, const ik_opts *opts, limb_ik_opts *ik, double pose[12],
                      double tool[12]);
static void print_text(const cli *app, const cli_motion *motion, const limb_ik_result *result,
                       const double *q, int found);
static void print_json(const cli_motion *motion, const limb_ik_result *result, const double *q,
                       int found, bool several);

static const cli_option option[] = {
    {'l', "link", CLI_TEXT, offsetof(ik_opts, link), "LINK", NULL, "the link to bring to the pose"},
    {0, "xyz", CLI_TEXT, offsetof(ik_opts, xyz), "\"X Y Z\"", NULL,
     "target position of its origin in the world, m; default: any"},
    {0, "rpy", CLI_TEXT, offsetof(ik_opts, rpy), "\"R P Y\"", NULL,
     "target orientation as roll, pitch, yaw; default: any"},
    {0, "quat", CLI_TEXT, offsetof(ik_opts, quat), "\"X Y Z W\"", NULL,
     "target orientation as a quaternion"},
    {0, "tool-xyz", CLI_TEXT, offsetof(ik_opts, tool_xyz), "\"X Y Z\"", NULL,
     "position of a tool in the link's frame, which is brought to the pose instead of the link"},
    {0, "tool-rpy", CLI_TEXT, offsetof(ik_opts, tool_rpy), "\"R P Y\"", NULL,
     "orientation of the tool in the link's frame"},
    {0, "joints", CLI_TEXT, offsetof(ik_opts, motion.joints), "A=1,B=30deg", NULL,
     "start of the search; joints that do not move the link keep these values"},
    {'n', "solutions", CLI_POSITIVE_INT, offsetof(ik_opts, solutions), "N", NULL,
     "up to N different solutions; default 1"},
    {0, "seed", CLI_INT, offsetof(ik_opts, seed), "N", NULL, "seed of the random starts"},
    {0, "tolerance", CLI_POSITIVE, offsetof(ik_opts, tolerance), "X", NULL,
     "m and rad; default 1e-6"},
    {0, "seconds", CLI_POSITIVE, offsetof(ik_opts, seconds), "S", NULL, "stop after this time"},
    CLI_MOTION_BASE(ik_opts),
    {'j', "json", CLI_FLAG, offsetof(ik_opts, json), NULL, NULL,
     "JSON: {\"solved\", \"joints\", \"error\", ...}"},
};

static const cli_example example[] = {
    {"limb ik arm.urdf --link flange --xyz \"0.4 0.1 0.5\" --rpy \"0 90deg 0\"",
     "joint values for a pose of the flange"},
    {"limb ik arm.urdf --link flange --xyz \"0.4 0.1 0.5\" -n 8 --json",
     "several, for a program; any orientation"},
};

const cli_command cli_ik = {
    .name = "ik",
    .operands = "FILE --link LINK",
    .summary = "find joint values that bring a link to a pose",
    .description =
        "Searches from the given start and then from random ones until the link is within the "
        "tolerance. Joint limits are respected, and mimic joints follow. The exit status is 1 if "
        "there is no solution; then the reason and the closest configuration are printed.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(ik_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const ik_opts *opts = app->opts;
    double pose[12], tool[12];
    limb_ik_opts ik = {.seed = (uint64_t)opts->seed};
    if (!read_goal(app, opts, &ik, pose, tool)) return CLI_USAGE;
    cli_motion motion;
    int code = cli_motion_load(app, app->operand.item[0], &opts->motion, &motion);
    if (code != CLI_OK) return code;
    const int link = cli_motion_link(app, &motion, opts->link, "--link");
    const int max = opts->solutions > 0 ? opts->solutions : 1;
    double *q = calloc((size_t)max * (size_t)motion.model->nq + 1, sizeof(double));
    if (link < 0 || !q) {
        code = CLI_USAGE;
    } else {
        limb_ik_result result;
        if (opts->motion.joints) ik.start = motion.q;
        ik.position_tolerance = ik.rotation_tolerance = opts->tolerance;
        ik.max_seconds = opts->seconds;
        const int found = limb_ik_many(motion.model, motion.work, link, pose, &ik, max, q, &result);
        if (opts->json) {
            print_json(&motion, &result, q, found, opts->solutions > 0);
        } else {
            print_text(app, &motion, &result, q, found);
        }
        code = found > 0 ? CLI_OK : CLI_FINDINGS;
    }
    free(q);
    cli_motion_free(&motion);
    return code;
}

static bool read_goal(const cli *app, const ik_opts *opts, limb_ik_opts *ik, double pose[12],
                      double tool[12])
{
    double xyz[3] = {0}, rpy[3] = {0}, quat[4];
    if (!opts->xyz && !opts->rpy && !opts->quat) {
        cli_usage(app, "no target: give --xyz, --rpy or --quat");
        return false;
    }
    if (opts->rpy && opts->quat) {
        cli_usage(app, "--rpy and --quat cannot be used together");
        return false;
    }
    if ((opts->xyz && !cli_vector_parse(opts->xyz, 3, CLI_LENGTH, xyz)) ||
        (opts->rpy && !cli_vector_parse(opts->rpy, 3, CLI_ANGLE, rpy)) ||
        (opts->quat && !cli_vector_parse(opts->quat, 4, CLI_PURE, quat))) {
        cli_usage(
            app,
            "--xyz takes three lengths, --rpy three angles, --quat four numbers: \"0.1 0 0.5\"");
        return false;
    }
    if (opts->quat && quat[0] == 0 && quat[1] == 0 && quat[2] == 0 && quat[3] == 0) {
        cli_usage(app, "--quat \"%s\" is not a rotation: its length is 0", opts->quat);
        return false;
    }
    // scaled first, since squares of very large or small numbers overflow or underflow
    double largest = 0;
    for (int k = 0; opts->quat && k < 4; k++)
        largest = fmax(largest, fabs(quat[k]));
    for (int k = 0; opts->quat && k < 4; k++)
        quat[k] /= largest;
    limb_pose_from_rpy(xyz, rpy, pose);
    if (opts->quat) limb_pose_from_quat(xyz, quat, pose);
    ik->goal = !opts->xyz                ? LIMB_IK_GOAL_ORIENTATION
               : opts->rpy || opts->quat ? LIMB_IK_GOAL_POSE
                                         : LIMB_IK_GOAL_POSITION;
    if (!opts->tool_xyz && !opts->tool_rpy) return true;
    double tool_xyz[3] = {0}, tool_rpy[3] = {0};
    if ((opts->tool_xyz && !cli_vector_parse(opts->tool_xyz, 3, CLI_LENGTH, tool_xyz)) ||
        (opts->tool_rpy && !cli_vector_parse(opts->tool_rpy, 3, CLI_ANGLE, tool_rpy))) {
        cli_usage(app, "--tool-xyz takes three lengths, --tool-rpy three angles");
        return false;
    }
    limb_pose_from_rpy(tool_xyz, tool_rpy, tool);
    ik->tool = tool;
    return true;
}

static void print_text(const cli *app, const cli_motion *motion, const limb_ik_result *result,
                       const double *q, int found)
{
    const limb_model *model = motion->model;
    if (result->outcome == LIMB_IK_OUTCOME_NO_JOINTS) {
        cli_message(app, "no solution: %s", limb_ik_outcome_text(result->outcome));
        return;
    }
    if (found == 0) {
        cli_message(app, "no solution: %s; the closest is %.3g m and %.3g rad away",
                    limb_ik_outcome_text(result->outcome), result->position_error,
                    result->rotation_error);
    }
    for (int i = 0; i < (found > 0 ? found : 1); i++) {
        if (i > 0) printf("\n");
        for (int k = 0; k < model->nq; k++) {
            char name[CLI_NAME_SIZE];
            printf("%s=", cli_visible(model->q_name[k], name));
            cli_print_fixed(stdout, q[(size_t)model->nq * (size_t)i + (size_t)k], 0, 6);
            printf(k + 1 < model->nq ? "," : "\n");
        }
    }
}

static void print_json(const cli_motion *motion, const limb_ik_result *result, const double *q,
                       int found, bool several)
{
    const limb_model *model = motion->model;
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-ik/1");
    cli_json_bool(&json, "solved", found > 0);
    cli_json_text(&json, "outcome", limb_ik_outcome_text(result->outcome));
    cli_motion_json(&json, "joints", model->q_name, q, model->nq);
    cli_json_number(&json, "error", fmax(result->position_error, result->rotation_error));
    cli_json_number(&json, "position_error", result->position_error);
    cli_json_number(&json, "rotation_error", result->rotation_error);
    cli_json_int(&json, "tries", result->tries);
    cli_json_int(&json, "iterations", result->iterations);
    if (several) {
        cli_json_open(&json, "solutions", '[');
        for (int i = 0; i < found; i++)
            cli_motion_json(&json, NULL, model->q_name, q + (size_t)model->nq * (size_t)i,
                            model->nq);
        cli_json_close(&json);
    }
    cli_json_close(&json);
}
