// limb fk: the poses of the links.
#include "limb/system.h"
#include "robot/trajectory.h"

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

typedef struct wanted { // the output
    const cli_motion *motion;
    const int *link; // (count), NULL: all
    int count;
    int from;         // poses are relative to this link; -1: the world
    double *jacobian; // scratch for one (6 x nv); NULL: not requested
} wanted;

static int run(cli *app);
static int print_pose(const cli *app, const wanted *w, bool json);
static int print_trajectory(const cli *app, const wanted *w);
static bool is_finite(const cli *app, const wanted *w, const char *when);
static void print_table(const wanted *w);
static void print_jacobian(const wanted *w, int link);
static void print_json(const wanted *w);
static void put_jacobian(cli_json *json, const wanted *w, int link);
static void print_rows(const wanted *w, const limb_trajectory *t);
static void print_rows_json(const wanted *w, const limb_trajectory *t);
static void pose_row(const wanted *w, const limb_trajectory *t, int row);
static int link_at(const wanted *w, int i);
static void pose_of(const wanted *w, int link, double pose[12]);

static const cli_option option[] = {
    CLI_MOTION_POSE(fk_opts),
    {'l', "link", CLI_MANY, offsetof(fk_opts, link), "LINK", NULL,
     "only this link; may be repeated. Default: all"},
    {0, "in", CLI_TEXT, offsetof(fk_opts, seen_from), "LINK", NULL,
     "poses relative to this link instead of the world"},
    {0, "jacobian", CLI_FLAG, offsetof(fk_opts, jacobian), NULL, NULL,
     "also print the Jacobian of each link: angular rows first, world axes"},
    {0, "trajectory", CLI_TEXT, offsetof(fk_opts, trajectory), "FILE.csv", NULL,
     "poses for every row of joint values in a table; prints CSV, or JSON with --json"},
    CLI_MOTION_BASE(fk_opts),
    {'j', "json", CLI_FLAG, offsetof(fk_opts, json), NULL, NULL,
     "JSON: positions, quaternions and angles of every link"},
};

static const cli_example example[] = {
    {"limb fk arm.urdf --joints shoulder=0.5,elbow=-30deg",
     "poses of all links for these joint values"},
    {"limb fk arm.urdf --random 7 --link flange --json", "one link, for a program"},
};

const cli_command cli_fk = {
    .name = "fk",
    .operands = "FILE",
    .summary = "print the pose of every link for given joint values",
    .description = "Poses of links in the world, where the root link is at the origin: position "
                   "in meters, and roll, pitch and yaw in radians about fixed axes. Angles may be "
                   "given in degrees (30deg) and lengths in millimeters (12mm). Mimic joints "
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
    if (count > MAX_FRAMES) code = cli_usage(app, "at most %d links can be given", MAX_FRAMES);
    for (int i = 0; i < count && code == CLI_OK; i++) {
        link[i] = cli_motion_link(app, &motion, opts->link.item[i], "--link");
        if (link[i] < 0) code = CLI_USAGE;
    }
    if (opts->seen_from && code == CLI_OK) {
        from = cli_motion_link(app, &motion, opts->seen_from, "--in");
        if (from < 0) code = CLI_USAGE;
    }
    wanted w = {.motion = &motion,
                .link = count ? link : NULL,
                .count = count ? count : motion.model->nlink,
                .from = from};
    if (code == CLI_OK && opts->jacobian) {
        w.jacobian = calloc(6 * (size_t)motion.model->nv + 1, sizeof *w.jacobian);
        if (!w.jacobian) code = cli_fail(app, LIMB_ERROR_MEMORY);
    }
    if (code == CLI_OK)
        code = opts->trajectory ? print_trajectory(app, &w) : print_pose(app, &w, opts->json);
    free(w.jacobian);
    cli_motion_free(&motion);
    return code;
}

static int print_pose(const cli *app, const wanted *w, bool json)
{
    limb_fk(w->motion->model, w->motion->work, w->motion->q);
    if (!is_finite(app, w, "")) return CLI_FINDINGS;
    (json ? print_json : print_table)(w);
    return CLI_OK;
}

static int print_trajectory(const cli *app, const wanted *w)
{
    const fk_opts *opts = app->opts;
    limb_trajectory *trajectory;
    int code = cli_trajectory_load(app, opts->trajectory, w->motion, &trajectory);
    // all rows are computed before the first is printed
    for (int row = 0; code == CLI_OK && row < trajectory->nrow; row++) {
        char when[32];
        snprintf(when, sizeof when, "row %d: ", row + 1);
        pose_row(w, trajectory, row);
        if (!is_finite(app, w, when)) code = CLI_FINDINGS;
    }
    if (code == CLI_OK) {
        (opts->json ? print_rows_json : print_rows)(w, trajectory);
        if (cli_trajectory_check(app, trajectory, w->motion->model) > 0) code = CLI_FINDINGS;
    }
    limb_trajectory_free(trajectory);
    return code;
}

// Returns whether all requested values can be printed; reports the first link that cannot.
static bool is_finite(const cli *app, const wanted *w, const char *when)
{
    const limb_model *model = w->motion->model;
    for (int i = 0; i < w->count; i++) {
        const int link = link_at(w, i);
        double pose[12];
        pose_of(w, link, pose);
        const char *what = cli_all_finite(pose, 12) ? NULL : "pose";
        if (!what && w->jacobian) {
            limb_jacobian(model, w->motion->work, link, NULL, LIMB_REFERENCE_ALIGNED, w->jacobian);
            if (!cli_all_finite(w->jacobian, 6 * model->nv)) what = "Jacobian";
        }
        if (!what) continue;
        cli_message(app,
                    "%sthe %s of link \"%s\" is not finite: an origin or a joint value above it is "
                    "too large",
                    when, what, model->link_name[link]);
        return false;
    }
    return true;
}

static void print_table(const wanted *w)
{
    const limb_model *model = w->motion->model;
    int width = 4;
    for (int i = 0; i < w->count; i++) {
        const int length = (int)strlen(model->link_name[link_at(w, i)]);
        if (length > width) width = length;
    }
    printf("%-*s %10s %10s %10s   %9s %9s %9s\n", width, "link", "x", "y", "z", "roll", "pitch",
           "yaw");
    for (int i = 0; i < w->count; i++) {
        double pose[12], rpy[3];
        const int at = link_at(w, i);
        pose_of(w, at, pose);
        limb_pose_to_rpy(pose, rpy);
        char name[CLI_NAME_SIZE];
        printf("%-*s", width, cli_visible(model->link_name[at], name));
        for (int k = 0; k < 3; k++)
            cli_print_fixed(stdout, pose[4 * k + 3], 11, 6);
        printf("  ");
        for (int k = 0; k < 3; k++)
            cli_print_fixed(stdout, rpy[k], 10, 6);
        printf("\n");
        if (w->jacobian) print_jacobian(w, at);
    }
}

// (6 x nv), a line for each coordinate
static void print_jacobian(const wanted *w, int link)
{
    const limb_model *model = w->motion->model;
    const size_t nv = (size_t)model->nv;
    limb_jacobian(model, w->motion->work, link, NULL, LIMB_REFERENCE_ALIGNED, w->jacobian);
    for (size_t k = 0; k < nv; k++) {
        printf("  %-20s", model->v_name[k]);
        for (size_t row = 0; row < 6; row++)
            cli_print_fixed(stdout, w->jacobian[row * nv + k], 11, 6);
        printf("\n");
    }
}

static void print_json(const wanted *w)
{
    const cli_motion *motion = w->motion;
    const limb_model *model = motion->model;
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-fk/1");
    cli_motion_json(&json, "joints", model->q_name, motion->q, model->nq);
    cli_json_open(&json, "links", '{');
    for (int i = 0; i < w->count; i++) {
        const int at = link_at(w, i);
        double pose[12], rpy[3], quat[4];
        pose_of(w, at, pose);
        limb_pose_to_rpy(pose, rpy);
        limb_pose_to_quat(pose, quat);
        const double xyz[3] = {pose[3], pose[7], pose[11]};
        cli_json_open(&json, model->link_name[at], '{');
        cli_json_numbers(&json, "xyz", xyz, 3);
        cli_json_numbers(&json, "quat_xyzw", quat, 4);
        cli_json_numbers(&json, "rpy", rpy, 3);
        if (w->jacobian) put_jacobian(&json, w, at);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

// six rows of nv numbers
static void put_jacobian(cli_json *json, const wanted *w, int link)
{
    const limb_model *model = w->motion->model;
    const size_t nv = (size_t)model->nv;
    limb_jacobian(model, w->motion->work, link, NULL, LIMB_REFERENCE_ALIGNED, w->jacobian);
    cli_json_open(json, "jacobian", '[');
    for (size_t row = 0; row < 6; row++)
        cli_json_numbers(json, NULL, w->jacobian + row * nv, (int)nv);
    cli_json_close(json);
}

// time, then x y z qx qy qz qw of each link
static void print_rows(const wanted *w, const limb_trajectory *t)
{
    static const char *const part[] = {"/x", "/y", "/z", "/qx", "/qy", "/qz", "/qw"};
    printf("time");
    for (int i = 0; i < w->count; i++)
        for (int k = 0; k < 7; k++) {
            fputc(',', stdout);
            cli_write_cell(cli_write, stdout, w->motion->model->link_name[link_at(w, i)], part[k]);
        }
    printf("\n");
    char text[LIMB_NUMBER_SIZE];
    for (int row = 0; row < t->nrow; row++) {
        pose_row(w, t, row);
        limb_number_print(text, t->time[row]);
        printf("%s", text);
        for (int i = 0; i < w->count; i++) {
            double pose[12], quat[4];
            pose_of(w, link_at(w, i), pose);
            limb_pose_to_quat(pose, quat);
            for (int k = 0; k < 7; k++) {
                limb_number_print(text, k < 3 ? pose[4 * k + 3] : quat[k - 3]);
                printf(",%s", text);
            }
        }
        printf("\n");
    }
}

static void print_rows_json(const wanted *w, const limb_trajectory *t)
{
    const limb_model *model = w->motion->model;
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-fk-trajectory/1");
    cli_json_numbers(&json, "time", t->time, t->nrow);
    cli_json_open(&json, "links", '{');
    for (int i = 0; i < w->count; i++) {
        const int at = link_at(w, i);
        cli_json_open(&json, model->link_name[at], '[');
        for (int row = 0; row < t->nrow; row++) {
            double pose[12], quat[4];
            pose_row(w, t, row);
            pose_of(w, at, pose);
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

static void pose_row(const wanted *w, const limb_trajectory *t, int row)
{
    const limb_model *model = w->motion->model;
    limb_fk(model, w->motion->work, t->q + (size_t)row * (size_t)model->nq);
}

static int link_at(const wanted *w, int i)
{
    return w->link ? w->link[i] : i;
}

static void pose_of(const wanted *w, int link, double pose[12])
{
    const cli_motion *motion = w->motion;
    if (w->from >= 0) {
        limb_relative_pose(motion->model, motion->work, w->from, link, pose);
    } else {
        memcpy(pose, limb_link_pose(motion->model, motion->work, link), 12 * sizeof(double));
    }
}
