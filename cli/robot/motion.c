// Loads a robot, builds its model and poses it according to the options.
#include "robot/motion.h"
#include "limb/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int build(const cli *app, const limb_robot *robot, const cli_motion_opts *opts,
                 cli_motion *motion);
static void note_wide_limits(const cli *app, const limb_model *model);

static bool pose(const cli *app, const limb_robot *robot, const cli_motion_opts *opts,
                 cli_motion *motion);

int cli_motion_load(const cli *app, const char *path, const cli_motion_opts *opts,
                    cli_motion *motion)
{
    *motion = (cli_motion){0};
    limb_robot *robot;
    int code = cli_load_robot(app, path, &robot);
    if (code != CLI_OK) return code;
    code = cli_motion_build(app, robot, opts, motion);
    limb_robot_free(robot);
    return code;
}

int cli_motion_build(const cli *app, const limb_robot *robot, const cli_motion_opts *opts,
                     cli_motion *motion)
{
    *motion = (cli_motion){0};
    int code = build(app, robot, opts, motion);
    if (code == CLI_OK && !pose(app, robot, opts, motion)) code = CLI_USAGE;
    if (code != CLI_OK) cli_motion_free(motion);
    return code;
}

static int build(const cli *app, const limb_robot *robot, const cli_motion_opts *opts,
                 cli_motion *motion)
{
    double gravity[3];
    limb_report *report;
    limb_model_opts model_opts = {.floating_base = opts->floating_base, .root = opts->root};
    if (opts->gravity) {
        if (!cli_vector_parse(opts->gravity, 3, CLI_PURE, gravity))
            return cli_usage(app, "--gravity \"%s\" is not three numbers", opts->gravity);
        model_opts.gravity = gravity;
    }
    if (limb_report_create(&report, NULL) != LIMB_OK) return cli_fail(app, LIMB_ERROR_MEMORY);
    model_opts.report = report;
    limb_status status = limb_model_build(&motion->model, robot, &model_opts);
    const bool shown = cli_print_findings(app, report, LIMB_SEVERITY_INFO);
    limb_report_free(report);
    if (!shown) return CLI_UNREADABLE;
    if (status == LIMB_ERROR_INPUT) return CLI_FINDINGS;
    if (status == LIMB_OK) status = limb_work_create(&motion->work, motion->model, NULL);
    if (status != LIMB_OK) return cli_fail(app, status);
    const size_t nq = (size_t)motion->model->nq, nv = (size_t)motion->model->nv;
    motion->q = calloc(nq + 4 * nv + 1, sizeof(double));
    if (!motion->q) return cli_fail(app, LIMB_ERROR_MEMORY);
    motion->v = motion->q + nq;
    motion->a = motion->v + nv;
    motion->tau = motion->a + nv;
    motion->aux = motion->tau + nv;
    return CLI_OK;
}

static bool pose(const cli *app, const limb_robot *robot, const cli_motion_opts *opts,
                 cli_motion *motion)
{
    limb_neutral(motion->model, motion->q);
    if (opts->random) {
        double seed;
        if (!limb_number_parse(opts->random, &seed) || !(seed >= 0 && seed < 9e15)) {
            cli_usage(app, "--random %s is not a whole number", opts->random);
            return false;
        }
        uint64_t state = (uint64_t)seed;
        limb_random_configuration(motion->model, &state, motion->q);
        note_wide_limits(app, motion->model);
    }
    return !opts->joints || cli_joints_parse(app, robot, motion->model, opts->joints, motion->q);
}

// limits used in place of infinity are not sampled
static void note_wide_limits(const cli *app, const limb_model *model)
{
    for (int k = 0; k < model->nq; k++) {
        const double low = model->q_min[k], high = model->q_max[k];
        if ((isfinite(low) && low < -LIMB_RANDOM_LIMIT) ||
            (isfinite(high) && high > LIMB_RANDOM_LIMIT))
            cli_message(app,
                        "note: the limits of joint \"%s\" are beyond %g; sampled as if unlimited",
                        model->q_name[k], LIMB_RANDOM_LIMIT);
    }
}

void cli_motion_free(cli_motion *motion)
{
    free(motion->q);
    limb_work_free(motion->work);
    limb_model_free(motion->model);
    *motion = (cli_motion){0};
}

int cli_motion_link(const cli *app, const cli_motion *motion, const char *name, const char *option)
{
    if (!name) {
        cli_usage(app, "%s LINK is missing", option);
        return -1;
    }
    const limb_model *model = motion->model;
    const int link = limb_model_find_link(model, name);
    if (link >= 0) return link;
    const int near = limb_nearest(name, model->link_name, model->nlink);
    cli_usage(app, "no link named \"%s\"%s%s%s", name, near < 0 ? "" : "; did you mean \"",
              near < 0 ? "" : model->link_name[near], near < 0 ? "" : "\"?");
    return -1;
}

void cli_motion_json(cli_json *json, const char *key, const char *const *name, const double *value,
                     int count)
{
    cli_json_open(json, key, '{');
    for (int i = 0; i < count; i++)
        cli_json_number(json, name[i], value[i]);
    cli_json_close(json);
}

void cli_print_fixed(FILE *out, double value, int width, int decimals)
{
    char text[CLI_FIXED_SIZE];
    cli_fixed_text(text, value, decimals);
    fprintf(out, "%*s", width, text);
}

void cli_fixed_text(char text[CLI_FIXED_SIZE], double value, int decimals)
{
    if (!(fabs(value) < 1e15)) {
        snprintf(text, CLI_FIXED_SIZE, "%.9g", value);
        return;
    }
    snprintf(text, CLI_FIXED_SIZE, "%.*f", decimals, value);
    const bool zero = strspn(text, "-0.") == strlen(text);
    if (zero && text[0] == '-') memmove(text, text + 1, strlen(text));
}

void cli_write_cell(limb_write_fn *write, void *out, const char *name, const char *suffix)
{
    const bool quoted = strpbrk(name, ",\"\r\n") != NULL;
    // a failure is reported when the file is closed or the buffer is saved
    if (quoted) (void)write(out, "\"", 1);
    for (const char *at = name; *at; at++)
        (void)write(out, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
    (void)write(out, suffix, strlen(suffix));
    if (quoted) (void)write(out, "\"", 1);
}

bool cli_all_finite(const double *value, int count)
{
    bool finite = true;
    for (int i = 0; i < count; i++)
        finite &= isfinite(value[i]) != 0;
    return finite;
}

int cli_motion_fail(const cli *app, const cli_motion *motion, const char *or_else)
{
    // whether the mass matrix is regular depends only on q
    const limb_model *model = motion->model;
    double *zero = calloc(3 * (size_t)model->nv + 1, sizeof *zero);
    if (!zero) return cli_fail(app, LIMB_ERROR_MEMORY);
    const bool regular =
        !cli_all_finite(motion->q, model->nq) ||
        limb_forward_dynamics(model, motion->work, motion->q, zero, zero + model->nv, NULL, 0,
                              zero + 2 * (size_t)model->nv) == LIMB_OK;
    free(zero);
    if (regular)
        cli_message(app, CLI_TOO_LARGE "%s", or_else);
    else
        cli_message(app, "links without mass can be accelerated without force, so there is no "
                         "answer; see \"limb check\" for links without <inertial>");
    return CLI_FINDINGS;
}
