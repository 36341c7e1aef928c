// Reports where a trajectory exceeds the limits of the joints.
#include "limb/system.h"
#include "robot/trajectory.h"

#include <math.h>
#include <stdlib.h>

static void print_excess(const cli *app, const limb_trajectory *t, const limb_model *model,
                         const limb_limit_excess *excess);

int cli_trajectory_check(const cli *app, const limb_trajectory *trajectory, const limb_model *model)
{
    const int count = limb_trajectory_check(trajectory, model, NULL, 0);
    limb_limit_excess *excess = malloc(((size_t)count + 1) * sizeof *excess);
    if (!excess) {
        cli_fail(app, LIMB_ERROR_MEMORY);
        return count;
    }
    limb_trajectory_check(trajectory, model, excess, count);
    for (int i = 0; i < count; i++)
        print_excess(app, trajectory, model, &excess[i]);
    free(excess);
    return count;
}

static void print_excess(const cli *app, const limb_trajectory *t, const limb_model *model,
                         const limb_limit_excess *excess)
{
    static const char *const what[] = {"position", "velocity", "acceleration", "effort"};
    char shown[CLI_NAME_SIZE], value[LIMB_NUMBER_SIZE], limit[LIMB_NUMBER_SIZE];
    const char *joint = cli_visible(model->v_name[excess->v], shown);
    limb_number_print(value, round(excess->value * 1e6) / 1e6);
    limb_number_print(limit, excess->limit);
    if (t->has_time) {
        char time[LIMB_NUMBER_SIZE];
        limb_number_print(time, t->time[excess->row]);
        cli_message(app, "%s exceeds its %s limit at %s s: %s, limit %s (%d of %d rows)", joint,
                    what[excess->kind], time, value, limit, excess->count, t->nrow);
    } else {
        cli_message(app, "%s exceeds its %s limit in row %d: %s, limit %s (%d of %d rows)", joint,
                    what[excess->kind], excess->row + 1, value, limit, excess->count, t->nrow);
    }
}
