// limb fk: where every link is.
#include "trajectory.h"

#include <stdlib.h>
#include <string.h>

typedef struct fk_opts {
    cli_motion_opts motion;
    cli_list link;
    const char *seen_from;
    const char *trajectory;
    bool jacobian;
    bool json;
} fk_opts;

static int run(cli *app);
static int check_poses(const cli *app, const cli_motion *motion);
static void print_table(const cli_motion *motion, const int *link, int count, int from,
                        bool jacobian);
static void print_jacobian(const cli_motion *motion, int link);
static void print_json(const cli_motion *motion, const int *link, int count, int from,
                       bool jacobian);
static void put_jacobian(cli_json *json, const cli_motion *motion, int link);
static int print_trajectory(const cli *app, const cli_motion *motion, const int *link, int count,
                            int from);
static void print_rows(const cli_motion *motion, const cli_trajectory *t, const int *link,
                       int count, int from);
static void print_rows_json(const cli_motion *motion, const cli_trajectory *t, const int *link,
                            int count, int from);
static void pose_of(const cli_motion *motion, int link, int from, double pose[12]);

static const cli_option option[] = {
    CLI_MOTION_POSE(fk_opts),
    {'l', "link", CLI_MANY, offsetof(fk_opts, link), "LINK", NULL,
     "only this link; may be repeated. Default: all"},
    {0, "in", CLI_TEXT, offsetof(fk_opts, seen_from), "LINK", NULL,
     "poses as seen from this link instead of the world"},
    {0, "jacobian", CLI_FLAG, offsetof(fk_opts, jacobian), NULL, NULL,
     "also the Jacobian of each link: angular rows first, world axes"},
    {0, "trajectory", CLI_TEXT, offsetof(fk_opts, trajectory), "FILE.csv", NULL,
     "for every row of joint values in a table; prints CSV, or JSON with --json"},
    CLI_MOTION_BASE(fk_opts),
    {'j', "json", CLI_FLAG, offsetof(fk_opts, json), NULL, NULL,
     "JSON: positions, quaternions and angles of every link"},
};

static const cli_example example[] = {
    {"limb fk arm.urdf --joints shoulder=0.5,elbow=-30deg", "where the links are in that pose"},
    {"limb fk arm.urdf --random 7 --link flange --json", "one link, for a program"},
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
    const int count = opts->link.count;
    if (count > MAX_FRAMES) code = cli_usage(app, "at most %d links can be named", MAX_FRAMES);
    for (int i = 0; i < count && code == CLI_OK; i++) {
        link[i] = cli_motion_link(app, &motion, opts->link.item[i], "--link");
        if (link[i] < 0) code = CLI_USAGE;
    }
    if (opts->seen_from && code == CLI_OK) {
        from = cli_motion_link(app, &motion, opts->seen_from, "--in");
        if (from < 0) code = CLI_USAGE;
    }
    if (code == CLI_OK && opts->trajectory) {
        code = print_trajectory(app, &motion, count ? link : NULL,
                                count ? count : motion.model->nlink, from);
    } else if (code == CLI_OK) {
        limb_fk(motion.model, motion.work, motion.q);
        code = check_poses(app, &motion);
    }
    if (code == CLI_OK && !opts->trajectory) {
        (opts->json ? print_json : print_table)(&motion, count ? link : NULL,
                                                count ? count : motion.model->nlink, from,
                                                opts->jacobian);
    }
    cli_motion_free(&motion);
    return code;
}

static int check_poses(const cli *app, const cli_motion *motion)
{
    for (int i = 0; i < motion->model->nlink; i++) {
        if (cli_all_finite(limb_link_pose(motion->model, motion->work, i), 12)) continue;
        cli_message(app, "the pose of link \"%s\" is not finite: an origin above it is too large",
                    motion->model->link_name[i]);
        return CLI_FINDINGS;
    }
    return CLI_OK;
}

static void print_table(const cli_motion *motion, const int *link, int count, int from,
                        bool jacobian)
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
        char name[CLI_NAME_SIZE];
        printf("%-*s", width, cli_visible(motion->model->link_name[at], name));
        for (int k = 0; k < 3; k++)
            cli_print_fixed(stdout, pose[4 * k + 3], 11, 6);
        printf("  ");
        for (int k = 0; k < 3; k++)
            cli_print_fixed(stdout, rpy[k], 10, 6);
        printf("\n");
        if (jacobian) print_jacobian(motion, at);
    }
}

// (6 x nv), a line for each coordinate
static void print_jacobian(const cli_motion *motion, int link)
{
    const limb_model *model = motion->model;
    const size_t nv = (size_t)model->nv;
    double *jacobian = calloc(6 * nv + 1, sizeof *jacobian);
    if (!jacobian) return;
    limb_jacobian(model, motion->work, link, NULL, LIMB_REFERENCE_ALIGNED, jacobian);
    for (size_t k = 0; k < nv; k++) {
        printf("  %-20s", model->v_name[k]);
        for (size_t row = 0; row < 6; row++)
            cli_print_fixed(stdout, jacobian[row * nv + k], 11, 6);
        printf("\n");
    }
    free(jacobian);
}

static void print_json(const cli_motion *motion, const int *link, int count, int from,
                       bool jacobian)
{
    const limb_model *model = motion->model;
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-fk/1");
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
        if (jacobian) put_jacobian(&json, motion, at);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

// six rows of nv numbers
static void put_jacobian(cli_json *json, const cli_motion *motion, int link)
{
    const size_t nv = (size_t)motion->model->nv;
    double *jacobian = calloc(6 * nv + 1, sizeof *jacobian);
    if (!jacobian) return;
    limb_jacobian(motion->model, motion->work, link, NULL, LIMB_REFERENCE_ALIGNED, jacobian);
    cli_json_open(json, "jacobian", '[');
    for (size_t row = 0; row < 6; row++)
        cli_json_numbers(json, NULL, jacobian + row * nv, (int)nv);
    cli_json_close(json);
    free(jacobian);
}

static int print_trajectory(const cli *app, const cli_motion *motion, const int *link, int count,
                            int from)
{
    const fk_opts *opts = app->opts;
    cli_trajectory trajectory = {0};
    int code = cli_trajectory_load(app, opts->trajectory, motion, &trajectory);
    if (code == CLI_OK) {
        (opts->json ? print_rows_json : print_rows)(motion, &trajectory, link, count, from);
        if (cli_trajectory_check(app, &trajectory, motion->model) > 0) code = CLI_FINDINGS;
    }
    cli_trajectory_free(&trajectory);
    return code;
}

// time, then x y z qx qy qz qw of each link
static void print_rows(const cli_motion *motion, const cli_trajectory *t, const int *link,
                       int count, int from)
{
    static const char *const part[] = {"/x", "/y", "/z", "/qx", "/qy", "/qz", "/qw"};
    const limb_model *model = motion->model;
    printf("time");
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 7; k++) {
            fputc(',', stdout);
            cli_write_cell(cli_write, stdout, model->link_name[link ? link[i] : i], part[k]);
        }
    printf("\n");
    char text[LIMB_NUMBER_SIZE];
    for (int row = 0; row < t->nrow; row++) {
        limb_fk(model, motion->work, t->q + (size_t)row * (size_t)model->nq);
        limb_number_print(text, t->time[row]);
        printf("%s", text);
        for (int i = 0; i < count; i++) {
            double pose[12], quat[4];
            pose_of(motion, link ? link[i] : i, from, pose);
            limb_pose_to_quat(pose, quat);
            for (int k = 0; k < 7; k++) {
                limb_number_print(text, k < 3 ? pose[4 * k + 3] : quat[k - 3]);
                printf(",%s", text);
            }
        }
        printf("\n");
    }
}

static void print_rows_json(const cli_motion *motion, const cli_trajectory *t, const int *link,
                            int count, int from)
{
    const limb_model *model = motion->model;
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-fk-trajectory/1");
    cli_json_numbers(&json, "time", t->time, t->nrow);
    cli_json_open(&json, "links", '{');
    for (int i = 0; i < count; i++) {
        const int at = link ? link[i] : i;
        cli_json_open(&json, model->link_name[at], '[');
        for (int row = 0; row < t->nrow; row++) {
            double pose[12], quat[4];
            limb_fk(model, motion->work, t->q + (size_t)row * (size_t)model->nq);
            pose_of(motion, at, from, pose);
            limb_pose_to_quat(pose, quat);
            const double numbers[7] = {pose[3], pose[7], pose[11], quat[0],
                                       quat[1], quat[2], quat[3]};
            cli_json_numbers(&json, NULL, numbers, 7);
        }
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
