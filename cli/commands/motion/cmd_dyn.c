// limb dyn: torques, accelerations, mass matrix, energy.
#include "limb/system.h"
#include "robot/trajectory.h"

#include <stdlib.h>
#include <string.h>

typedef struct dyn_opts {
    cli_motion_opts motion;
    const char *velocities, *accelerations, *torques;
    const char *trajectory, *plot;
    bool mass_matrix, resistance, json;
} dyn_opts;

typedef struct answer {
    bool forward;
    double *mass; // (nv x nv) or NULL
    double kinetic, potential, total_mass;
    double center[3];
} answer;

static int run(cli *app);
static int run_trajectory(const cli *app, const cli_motion *motion);
static void print_rows(const limb_model *model, const limb_trajectory *t);
static void print_rows_json(const limb_model *model, const limb_trajectory *t);
static int compute(cli *app, cli_motion *motion, answer *out);
static void print_text(const cli_motion *motion, const answer *out);
static void print_json(const cli_motion *motion, const answer *out);

static const cli_option option[] = {
    CLI_MOTION_POSE(dyn_opts),
    {0, "velocities", CLI_TEXT, offsetof(dyn_opts, velocities), "A=1,B=30deg", NULL,
     "joint velocities; joints not named have zero"},
    {0, "accelerations", CLI_TEXT, offsetof(dyn_opts, accelerations), "A=1,B=2", NULL,
     "joint accelerations; the required torques are computed"},
    {0, "torques", CLI_TEXT, offsetof(dyn_opts, torques), "A=1,B=2", NULL,
     "joint torques; the resulting accelerations are computed. \"\" for none"},
    {0, "mass-matrix", CLI_FLAG, offsetof(dyn_opts, mass_matrix), NULL, NULL,
     "also print the mass matrix"},
    {0, "resistance", CLI_FLAG, offsetof(dyn_opts, resistance), NULL, NULL,
     "include damping and friction of the joints"},
    {0, "trajectory", CLI_TEXT, offsetof(dyn_opts, trajectory), "FILE.csv", NULL,
     "torques for every row of joint values in a table with a column time, as CSV or JSON; "
     "positions, velocities, accelerations and torques are checked against the limits"},
    {0, "plot", CLI_TEXT, offsetof(dyn_opts, plot), "FILE.svg", NULL,
     "with --trajectory: draw positions, velocities and torques with their limits"},
    {0, "gravity", CLI_TEXT, offsetof(dyn_opts, motion.gravity), "\"X Y Z\"", NULL,
     "m/s^2; default 0 0 -9.81"},
    CLI_MOTION_BASE(dyn_opts),
    {'j', "json", CLI_FLAG, offsetof(dyn_opts, json), NULL, NULL,
     "JSON: torques or accelerations, energies, mass matrix"},
};

static const cli_example example[] = {
    {"limb dyn arm.urdf --joints elbow=90deg", "torques that hold the arm in that pose"},
    {"limb dyn arm.urdf --torques \"\" --json", "accelerations of the arm without torques"},
    {"limb dyn arm.urdf --mass-matrix", "the mass matrix at zero"},
};

const cli_command cli_dyn = {
    .name = "dyn",
    .operands = "FILE",
    .summary = "compute torques, accelerations, the mass matrix and energy",
    .description =
        "Computes the torques for the given accelerations (inverse dynamics); without "
        "accelerations, those that hold the robot still. With --torques, the accelerations that "
        "they cause (forward dynamics). Units are N m, N, rad, m and s.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(dyn_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const dyn_opts *opts = app->opts;
    if (opts->torques && opts->accelerations)
        return cli_usage(app, "--torques and --accelerations cannot be used together");
    if (opts->plot && !opts->trajectory) return cli_usage(app, "--plot needs --trajectory FILE");
    cli_motion motion;
    int code = cli_motion_load(app, app->operand.item[0], &opts->motion, &motion);
    if (code != CLI_OK) return code;
    if (opts->trajectory) {
        code = run_trajectory(app, &motion);
        cli_motion_free(&motion);
        return code;
    }
    const limb_model *model = motion.model;
    answer out = {.forward = opts->torques != NULL};
    if ((opts->velocities && !cli_rates_parse(app, model, opts->velocities, motion.v)) ||
        (opts->accelerations && !cli_rates_parse(app, model, opts->accelerations, motion.a)) ||
        (opts->torques && !cli_efforts_parse(app, model, opts->torques, motion.tau))) {
        code = CLI_USAGE;
    }
    if (opts->mass_matrix && code == CLI_OK) {
        out.mass = calloc((size_t)model->nv * (size_t)model->nv + 1, sizeof(double));
        if (!out.mass) code = cli_fail(app, LIMB_ERROR_MEMORY);
    }
    if (code == CLI_OK) code = compute(app, &motion, &out);
    if (code == CLI_OK) (opts->json ? print_json : print_text)(&motion, &out);
    free(out.mass);
    cli_motion_free(&motion);
    return code;
}

static int run_trajectory(const cli *app, const cli_motion *motion)
{
    const dyn_opts *opts = app->opts;
    const limb_model *model = motion->model;
    limb_trajectory *t;
    int code = cli_trajectory_load(app, opts->trajectory, motion, &t);
    if (code == CLI_OK && !t->has_time) {
        cli_message(app, "%s has no column \"time\", which is needed for rates", opts->trajectory);
        code = CLI_FINDINGS;
    }
    if (code == CLI_OK) {
        const limb_status status =
            limb_trajectory_compute_torques(t, model, motion->work, opts->resistance);
        if (status != LIMB_OK) code = cli_fail(app, status);
    }
    for (int row = 0; code == CLI_OK && row < t->nrow; row++) {
        if (cli_all_finite(t->tau + (size_t)row * (size_t)model->nv, model->nv)) continue;
        cli_message(app, "row %d of %s: " CLI_TOO_LARGE, row + 1, opts->trajectory);
        code = CLI_FINDINGS;
    }
    if (code == CLI_OK) {
        (opts->json ? print_rows_json : print_rows)(model, t);
        if (opts->plot) code = cli_trajectory_plot(app, t, model, opts->plot);
        if (code == CLI_OK && cli_trajectory_check(app, t, model) > 0) code = CLI_FINDINGS;
    }
    limb_trajectory_free(t);
    return code;
}

static void print_rows(const limb_model *model, const limb_trajectory *t)
{
    char text[LIMB_NUMBER_SIZE];
    printf("time");
    for (int k = 0; k < model->nv; k++) {
        fputc(',', stdout);
        cli_write_cell(cli_write, stdout, model->v_name[k], "");
    }
    printf("\n");
    for (int row = 0; row < t->nrow; row++) {
        limb_number_print(text, t->time[row]);
        printf("%s", text);
        for (int k = 0; k < model->nv; k++) {
            limb_number_print(text, t->tau[(size_t)row * (size_t)model->nv + (size_t)k]);
            printf(",%s", text);
        }
        printf("\n");
    }
}

static void print_rows_json(const limb_model *model, const limb_trajectory *t)
{
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-dyn-trajectory/1");
    cli_json_numbers(&json, "time", t->time, t->nrow);
    cli_json_open(&json, "coordinates", '[');
    for (int k = 0; k < model->nv; k++)
        cli_json_text(&json, NULL, model->v_name[k]);
    cli_json_close(&json);
    cli_json_open(&json, "torques", '[');
    for (int row = 0; row < t->nrow; row++)
        cli_json_numbers(&json, NULL, t->tau + (size_t)row * (size_t)model->nv, model->nv);
    cli_json_close(&json);
    cli_json_close(&json);
}

static int compute(cli *app, cli_motion *motion, answer *out)
{
    const dyn_opts *opts = app->opts;
    const limb_model *model = motion->model;
    if (opts->resistance) limb_resistance(model, motion->v, 0, motion->aux);
    if (out->forward) {
        for (int k = 0; k < model->nv; k++)
            motion->aux[k] = motion->tau[k] - motion->aux[k];
        if (limb_forward_dynamics(model, motion->work, motion->q, motion->v, motion->aux, NULL, 0,
                                  motion->a) != LIMB_OK)
            return cli_motion_fail(app, motion, "");
    } else {
        limb_inverse_dynamics(model, motion->work, motion->q, motion->v, motion->a, NULL, 0,
                              motion->tau);
        for (int k = 0; k < model->nv; k++)
            motion->tau[k] += motion->aux[k];
    }
    limb_fk(model, motion->work, motion->q);
    out->kinetic = limb_kinetic_energy(model, motion->work, motion->q, motion->v);
    out->potential = limb_potential_energy(model, motion->work, motion->q);
    out->total_mass = limb_model_mass(model);
    limb_center_of_mass(model, motion->work, out->center);
    if (out->mass) limb_mass_matrix(model, motion->work, motion->q, out->mass);
    const double other[] = {out->kinetic,   out->potential, out->total_mass,
                            out->center[0], out->center[1], out->center[2]};
    if (cli_all_finite(out->forward ? motion->a : motion->tau, model->nv) &&
        cli_all_finite(other, out->total_mass > 0 ? CLI_COUNT(other) : 3) &&
        (!out->mass || cli_all_finite(out->mass, model->nv * model->nv)))
        return CLI_OK;
    cli_message(app, CLI_TOO_LARGE);
    return CLI_FINDINGS;
}

static void print_text(const cli_motion *motion, const answer *out)
{
    const limb_model *model = motion->model;
    int width = 10;
    for (int k = 0; k < model->nv; k++) {
        const int length = (int)strlen(model->v_name[k]);
        if (length > width) width = length;
    }
    printf("%-*s %14s\n", width, "coordinate", out->forward ? "acceleration" : "torque");
    for (int k = 0; k < model->nv; k++) {
        char name[CLI_NAME_SIZE];
        printf("%-*s ", width, cli_visible(model->v_name[k], name));
        cli_print_fixed(stdout, out->forward ? motion->a[k] : motion->tau[k], 14, 6);
        printf("\n");
    }
    if (out->mass) printf("\nmass matrix\n");
    for (int row = 0; out->mass && row < model->nv; row++) {
        for (int k = 0; k < model->nv; k++)
            cli_print_fixed(stdout, out->mass[row * model->nv + k], 12, 6);
        printf("\n");
    }
    printf("\nkinetic energy   ");
    cli_print_fixed(stdout, out->kinetic, 14, 6);
    printf(" J\npotential energy ");
    cli_print_fixed(stdout, out->potential, 14, 6);
    printf(" J\nmass             ");
    cli_print_fixed(stdout, out->total_mass, 14, 6);
    printf(" kg\n");
}

static void print_json(const cli_motion *motion, const answer *out)
{
    const limb_model *model = motion->model;
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-dyn/1");
    cli_motion_json(&json, out->forward ? "accelerations" : "torques", model->v_name,
                    out->forward ? motion->a : motion->tau, model->nv);
    cli_json_open(&json, "energy", '{');
    cli_json_number(&json, "kinetic", out->kinetic);
    cli_json_number(&json, "potential", out->potential);
    cli_json_close(&json);
    cli_json_number(&json, "mass", out->total_mass);
    cli_json_numbers(&json, "center_of_mass", out->center, 3);
    if (out->mass) {
        cli_json_open(&json, "mass_matrix", '[');
        for (int row = 0; row < model->nv; row++)
            cli_json_numbers(&json, NULL, out->mass + row * model->nv, model->nv);
        cli_json_close(&json);
        cli_json_open(&json, "coordinates", '[');
        for (int k = 0; k < model->nv; k++)
            cli_json_text(&json, NULL, model->v_name[k]);
        cli_json_close(&json);
    }
    cli_json_close(&json);
}
