// limb sim: simulates motion under gravity and torques and writes it as a table.
#include "limb/system.h"
#include "robot/motion.h"

#include <math.h>
#include <string.h>

typedef struct sim_opts {
    cli_motion_opts motion;
    const char *velocities, *torques, *integrator, *output;
    double seconds, step;
    int rate;
    bool csv, no_resistance;
} sim_opts;

static int run(cli *app);
static int simulate(const cli *app, cli_motion *motion, const sim_opts *opts, cli_buffer *out);
static void put_header(cli_buffer *out, const limb_model *model, bool csv);
static void put_name(cli_buffer *out, const char *name, const char *suffix, bool csv, bool first);
static limb_status put_row(cli_buffer *out, cli_motion *motion, double time, bool csv);
static void put_number(cli_buffer *out, double value, bool csv, bool first);

static const cli_option option[] = {
    {'t', "seconds", CLI_POSITIVE, offsetof(sim_opts, seconds), "S", NULL, "duration; default 1"},
    {0, "step", CLI_POSITIVE, offsetof(sim_opts, step), "S", NULL, "time step; default 0.001"},
    {0, "rate", CLI_POSITIVE_INT, offsetof(sim_opts, rate), "N", NULL,
     "rows per second; default 10, with --csv 100"},
    {0, "integrator", CLI_CHOICE, offsetof(sim_opts, integrator), "NAME", "rk4|semi-implicit",
     "integration method: rk4 (order 4) or semi-implicit Euler"},
    CLI_MOTION_POSE(sim_opts),
    {0, "velocities", CLI_TEXT, offsetof(sim_opts, velocities), "A=1,B=30deg", NULL,
     "joint velocities at the start"},
    {0, "torques", CLI_TEXT, offsetof(sim_opts, torques), "A=1,B=2", NULL,
     "constant joint torques"},
    {0, "no-resistance", CLI_FLAG, offsetof(sim_opts, no_resistance), NULL, NULL,
     "ignore damping and friction"},
    {0, "gravity", CLI_TEXT, offsetof(sim_opts, motion.gravity), "\"X Y Z\"", NULL,
     "m/s^2; default 0 0 -9.81"},
    CLI_MOTION_BASE(sim_opts),
    {0, "csv", CLI_FLAG, offsetof(sim_opts, csv), NULL, NULL,
     "comma-separated with all digits; implied if the output ends with .csv"},
    {'o', "output", CLI_TEXT, offsetof(sim_opts, output), "FILE", NULL,
     "write to FILE instead of standard output"},
};

static const cli_example example[] = {
    {"limb sim arm.urdf --seconds 2 --csv -o fall.csv", "the arm falling for two seconds"},
    {"limb sim arm.urdf --velocities base=1 --gravity \"0 0 0\"", "in free space"},
};

const cli_command cli_sim = {
    .name = "sim",
    .operands = "FILE",
    .summary = "simulate motion under gravity and write it as a table",
    .description =
        "Integrates the equations of motion: time, positions and velocities of every coordinate, "
        "and the energy. There are no contacts, and joint limits do not stop a joint. Damping and "
        "friction of the joints are included.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(sim_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static const double MAX_STEPS = 1e9;

static int run(cli *app)
{
    sim_opts opts = *(const sim_opts *)app->opts;
    if (opts.seconds == 0) opts.seconds = 1;
    if (opts.step == 0) opts.step = 1e-3;
    if (opts.output && cli_has_extension(opts.output, ".csv")) opts.csv = true;
    if (opts.rate == 0) opts.rate = opts.csv ? 100 : 10;
    if (!(opts.seconds > 0) || !(opts.step > 0) || !(opts.seconds / opts.step < MAX_STEPS))
        return cli_usage(app, "--seconds and --step must be positive, with at most 1e9 steps");
    if (!(opts.seconds * opts.rate < MAX_STEPS))
        return cli_usage(app, "--seconds at that --rate would be more than 1e9 rows");
    cli_motion motion;
    int code = cli_motion_load(app, app->operand.item[0], &opts.motion, &motion);
    if (code != CLI_OK) return code;
    if ((opts.velocities && !cli_rates_parse(app, motion.model, opts.velocities, motion.v)) ||
        (opts.torques && !cli_efforts_parse(app, motion.model, opts.torques, motion.tau))) {
        code = CLI_USAGE;
    }
    cli_buffer out = {0};
    if (code == CLI_OK) code = simulate(app, &motion, &opts, &out);
    if (code == CLI_OK) code = cli_save_result(app, opts.output, out.data, out.size);
    cli_buffer_free(&out);
    cli_motion_free(&motion);
    return code;
}

static int simulate(const cli *app, cli_motion *motion, const sim_opts *opts, cli_buffer *out)
{
    const bool rk4 = !opts->integrator || strcmp(opts->integrator, "rk4") == 0;
    const limb_simulate_opts step = {.integrator =
                                         rk4 ? LIMB_INTEGRATOR_RK4 : LIMB_INTEGRATOR_SEMI_IMPLICIT,
                                     .no_resistance = opts->no_resistance};
    // whole steps between rows, of at most the requested size
    const long rows = lround(fmax(ceil(opts->seconds * opts->rate - 1e-9), 1));
    const double interval = opts->seconds / (double)rows;
    const long steps = lround(fmax(ceil(interval / opts->step - 1e-9), 1));
    const double dt = interval / (double)steps;
    cli_progress progress;
    cli_progress_start(&progress, "simulating", (int)rows);
    put_header(out, motion->model, opts->csv);
    limb_status status = put_row(out, motion, 0, opts->csv);
    for (long row = 1; row <= rows && status == LIMB_OK; row++) {
        for (long i = 0; i < steps && status == LIMB_OK; i++)
            status = limb_simulate_step(motion->model, motion->work, motion->tau, dt, &step,
                                        motion->q, motion->v);
        if (status == LIMB_OK) status = put_row(out, motion, interval * (double)row, opts->csv);
        cli_progress_step(&progress, (int)row);
    }
    cli_progress_end(&progress);
    if (status != LIMB_OK) return cli_motion_fail(app, motion, ", or --step is too long");
    return cli_buffer_is_whole(app, out) ? CLI_OK : CLI_UNREADABLE;
}

static void put_header(cli_buffer *out, const limb_model *model, bool csv)
{
    put_name(out, "time", "", csv, true);
    for (int k = 0; k < model->nq; k++)
        put_name(out, model->q_name[k], "", csv, false);
    for (int k = 0; k < model->nv && csv; k++)
        put_name(out, model->v_name[k], ":velocity", csv, false);
    put_name(out, "energy", "", csv, false);
    cli_buffer_write(out, "\n", 1);
}

static void put_name(cli_buffer *out, const char *name, const char *suffix, bool csv, bool first)
{
    char text[64];
    if (!csv) {
        char visible[CLI_NAME_SIZE];
        const int size =
            snprintf(text, sizeof text, first ? "%8.8s" : " %12.12s", cli_visible(name, visible));
        cli_buffer_write(out, text, (size_t)size);
        return;
    }
    if (!first) cli_buffer_write(out, ",", 1);
    cli_write_cell(cli_buffer_write, out, name, suffix);
}

// Writes one row; returns LIMB_ERROR_NUMERIC if a number in it is not finite.
static limb_status put_row(cli_buffer *out, cli_motion *motion, double time, bool csv)
{
    const limb_model *model = motion->model;
    const double energy = limb_kinetic_energy(model, motion->work, motion->q, motion->v) +
                          limb_potential_energy(model, motion->work, motion->q);
    if (!cli_all_finite(motion->q, model->nq) || !cli_all_finite(motion->v, model->nv) ||
        !cli_all_finite(&energy, 1))
        return LIMB_ERROR_NUMERIC;
    put_number(out, time, csv, true);
    for (int k = 0; k < model->nq; k++)
        put_number(out, motion->q[k], csv, false);
    for (int k = 0; k < model->nv && csv; k++)
        put_number(out, motion->v[k], csv, false);
    put_number(out, energy, csv, false);
    cli_buffer_write(out, "\n", 1);
    return LIMB_OK;
}

static void put_number(cli_buffer *out, double value, bool csv, bool first)
{
    char text[LIMB_NUMBER_SIZE];
    char fixed[CLI_FIXED_SIZE], cell[CLI_FIXED_SIZE + 16];
    if (csv) {
        if (!first) cli_buffer_write(out, ",", 1);
        limb_number_print(text, value);
        cli_buffer_write(out, text, strlen(text));
        return;
    }
    cli_fixed_text(fixed, value, first ? 3 : 6);
    snprintf(cell, sizeof cell, first ? "%8s" : " %12s", fixed);
    cli_buffer_write(out, cell, strlen(cell));
}
