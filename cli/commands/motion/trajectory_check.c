// A trajectory against the limits of the joints.
#include "limb/system.h"
#include "robot/trajectory.h"

#include <math.h>

typedef struct limit {
    const char *what; // "velocity limit"
    const double *value;
    int stride;
    int index;
    double low, high;
} limit;

static bool check(const cli *app, const cli_trajectory *t, const char *joint, limit l);

// differences of rounded positions are not exact: what exceeds a limit by less is within it
static const double SLACK = 1e-6;

int cli_trajectory_check(const cli *app, const cli_trajectory *trajectory, const limb_model *model)
{
    int count = 0;
    for (int k = 0; k < model->nv; k++) {
        const int position = model->v_q[k], nv = model->nv;
        const char *joint = model->v_name[k];
        if (position >= 0) {
            count += check(app, trajectory, joint,
                           (limit){"position limit", trajectory->q, model->nq, position,
                                   model->q_min[position], model->q_max[position]});
        }
        const double deceleration = fmax(model->a_max[k], model->d_max[k]);
        count += check(
            app, trajectory, joint,
            (limit){"velocity limit", trajectory->v, nv, k, -model->v_max[k], model->v_max[k]});
        count +=
            check(app, trajectory, joint,
                  (limit){"acceleration limit", trajectory->a, nv, k, -deceleration, deceleration});
        if (!trajectory->tau) continue;
        count += check(
            app, trajectory, joint,
            (limit){"effort limit", trajectory->tau, nv, k, -model->tau_max[k], model->tau_max[k]});
    }
    return count;
}

static bool check(const cli *app, const cli_trajectory *t, const char *joint, limit l)
{
    int first = -1, count = 0;
    const double slack =
        SLACK * (1 + fmax(isfinite(l.low) ? fabs(l.low) : 0, isfinite(l.high) ? fabs(l.high) : 0));
    for (int row = 0; row < t->nrow; row++) {
        const double value = l.value[(size_t)row * (size_t)l.stride + (size_t)l.index];
        if (value >= l.low - slack && value <= l.high + slack) continue;
        if (first < 0) first = row;
        count++;
    }
    if (first < 0) return false;
    const double value = l.value[(size_t)first * (size_t)l.stride + (size_t)l.index];
    char shown[CLI_NAME_SIZE], text[2][LIMB_NUMBER_SIZE];
    limb_number_print(text[0], round(value * 1e6) / 1e6);
    limb_number_print(text[1], value < l.low ? l.low : l.high);
    if (t->has_time) {
        char time[LIMB_NUMBER_SIZE];
        limb_number_print(time, t->time[first]);
        cli_message(app, "%s exceeds its %s at %s s: %s, limit %s (%d of %d rows)",
                    cli_visible(joint, shown), l.what, time, text[0], text[1], count, t->nrow);
    } else {
        cli_message(app, "%s exceeds its %s in row %d: %s, limit %s (%d of %d rows)",
                    cli_visible(joint, shown), l.what, first + 1, text[0], text[1], count, t->nrow);
    }
    return true;
}
