// limb fk: where every link is.
#include "motion.h"

#include <string.h>

typedef struct fk_opts {
    cli_motion_opts motion;
    cli_list frame;
    const char *seen_from;
    bool json;
} fk_opts;

static int run(cli *app);
static void print_table(const cli_motion *motion, const int *link, int count, int from);
static void print_json(const cli_motion *motion, const int *link, int count, int from);
static void pose_of(const cli_motion *motion, int link, int from, double pose[12]);

static const cli_option option[] = {
    CLI_MOTION_POSE(fk_opts),
    {'f', "frame", CLI_MANY, offsetof(fk_opts, frame), "LINK", NULL,
     "only this link; may be repeated. Default: all"},
    {0, "in", CLI_TEXT, offsetof(fk_opts, seen_from), "LINK", NULL,
     "poses as seen from this link instead of the world"},
    CLI_MOTION_BASE(fk_opts),
    {'j', "json", CLI_FLAG, offsetof(fk_opts, json), NULL, NULL,
     "JSON: positions, quaternions and angles of every link"},
};

static const cli_example example[] = {
    {"limb fk arm.urdf --joints shoulder=0.5,elbow=-30deg", "where the links are in that pose"},
    {"limb fk arm.urdf --random 7 --frame flange --json", "one link, for a program"},
};

const cli_command cli_fk = {
    .name = "fk",
    .operands = "FILE",
    .summary = "print where every link is for given joint values",
    .description = "Poses of links in the world, where the root link is at the origin: position "
                   "in metres, and roll, pitch and yaw in radians about fixed axes. Angles may be "
                   "given in degrees, 30deg, and lengths in millimetres, 12mm. Joints that mimic "
                   "follow their source.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(fk_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

enum { MAX_FRAMES = 1024 };

static int run(cli *app)
{
    const fk_opts *opts = app->opts;
    cli_motion motion;
    int code = cli_motion_load(app, app->operand.item[0], &opts->motion, &motion);
    if (code != CLI_OK) return code;
    int link[MAX_FRAMES], from = -1;
    const int count = opts->frame.count;
    if (count > MAX_FRAMES) code = cli_usage(app, "at most %d links can be named", MAX_FRAMES);
    for (int i = 0; i < count && code == CLI_OK; i++) {
        link[i] = cli_motion_link(app, &motion, opts->frame.item[i], "--frame");
        if (link[i] < 0) code = CLI_USAGE;
    }
    if (opts->seen_from && code == CLI_OK) {
        from = cli_motion_link(app, &motion, opts->seen_from, "--in");
        if (from < 0) code = CLI_USAGE;
    }
    if (code == CLI_OK) {
        limb_fk(motion.model, motion.work, motion.q);
        (opts->json ? print_json : print_table)(&motion, count ? link : NULL,
                                                count ? count : motion.model->nlink, from);
    }
    cli_motion_free(&motion);
    return code;
}

static void print_table(const cli_motion *motion, const int *link, int count, int from)
{
    int width = 4;
    for (int i = 0; i < count; i++) {
        const int length = (int)strlen(motion->model->link_name[link ? link[i] : i]);
        if (length > width) width = length;
    }
    printf("%-*s %10s %10s %10s   %9s %9s %9s\n", width, "link", "x", "y", "z", "roll", "pitch",
           "yaw");
    for (int i = 0; i < count; i++) {
        double pose[12], rpy[3];
        const int at = link ? link[i] : i;
        pose_of(motion, at, from, pose);
        limb_pose_to_rpy(pose, rpy);
        printf("%-*s", width, motion->model->link_name[at]);
        for (int k = 0; k < 3; k++)
            cli_print_fixed(stdout, pose[4 * k + 3], 11, 6);
        printf("  ");
        for (int k = 0; k < 3; k++)
            cli_print_fixed(stdout, rpy[k], 10, 6);
        printf("\n");
    }
}

static void print_json(const cli_motion *motion, const int *link, int count, int from)
{
    const limb_model *model = motion->model;
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open(&json, NULL, '{');
    cli_motion_json(&json, "joints", model->q_name, motion->q, model->nq);
    cli_json_open(&json, "links", '{');
    for (int i = 0; i < count; i++) {
        const int at = link ? link[i] : i;
        double pose[12], rpy[3], quat[4];
        pose_of(motion, at, from, pose);
        limb_pose_to_rpy(pose, rpy);
        limb_pose_to_quat(pose, quat);
        const double xyz[3] = {pose[3], pose[7], pose[11]};
        cli_json_open(&json, model->link_name[at], '{');
        cli_json_numbers(&json, "xyz", xyz, 3);
        cli_json_numbers(&json, "quat_xyzw", quat, 4);
        cli_json_numbers(&json, "rpy", rpy, 3);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

static void pose_of(const cli_motion *motion, int link, int from, double pose[12])
{
    if (from >= 0) {
        limb_relative_pose(motion->model, motion->work, from, link, pose);
    } else {
        memcpy(pose, limb_link_pose(motion->model, motion->work, link), 12 * sizeof(double));
    }
}
