// What the motors must hold against gravity at the neutral pose, and what happens for half a second
// when they let go.
//
//     dynamics robot.urdf
#include <limb/limb.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 500 };
static const double STEP = 0.001; // s

static double energy(const limb_model *model, limb_work *work, const double *q, const double *v)
{
    return limb_kinetic_energy(model, work, q, v) + limb_potential_energy(model, work, q);
}

// falls freely; without damping and friction the energy stays
static limb_status fall(const limb_model *model, limb_work *work, double *q, double *v)
{
    const limb_simulate_opts opts = {.integrator = LIMB_INTEGRATOR_RK4, .no_resistance = true};
    for (int i = 0; i < STEPS; i++) {
        const limb_status status = limb_simulate_step(model, work, NULL, STEP, &opts, q, v);
        if (status != LIMB_OK) return status;
    }
    return LIMB_OK;
}

int main(int argc, char **argv)
{
    limb_robot *robot = NULL;
    limb_model *model = NULL;
    limb_work *work = NULL;
    double *q = NULL;
    int failed = 1;

    if (argc != 2) {
        fprintf(stderr, "usage: dynamics FILE\n");
        return 2;
    }
    if (limb_robot_load(&robot, argv[1], NULL) != LIMB_OK) goto done;
    if (limb_model_build(&model, robot, NULL) != LIMB_OK) goto done;
    if (limb_work_create(&work, model, NULL) != LIMB_OK) goto done;
    q = calloc((size_t)(model->nq + 2 * model->nv + 1), sizeof *q);
    if (q == NULL) goto done;
    double *const v = q + model->nq;
    double *const tau = v + model->nv;

    limb_neutral(model, q);
    limb_gravity(model, work, q, tau);
    printf("%.3f kg; to hold still at the neutral pose:\n", limb_model_mass(model));
    for (int i = 0; i < model->nv; i++)
        printf("%-22s %9.4f\n", model->v_name[i], tau[i]);

    const double before = energy(model, work, q, v);
    if (fall(model, work, q, v) != LIMB_OK) goto done;
    const double after = energy(model, work, q, v);
    printf("after %g s: moving with %.3f J, energy changed by %s 1e-6 J\n", STEPS * STEP,
           limb_kinetic_energy(model, work, q, v),
           fabs(after - before) < 1e-6 ? "less than" : "over");
    failed = 0;
done:
    free(q);
    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
    return failed;
}
