// A control loop at 1 kHz: compensates gravity and friction, pulls to a target as critically damped
// springs do, keeps efforts within limits. limb_simulate_step plays the machine's driver.
//
//     control_loop robot.urdf [seconds]        without seconds: until interrupted
#define _POSIX_C_SOURCE 200809L
#include <limb/limb.h>

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

enum { MAX_Q = 32, PERIOD_NS = 1000000 };
static const double STIFFNESS = 100, DAMPING = 20; // 1/s^2 and 1/s
static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    stopped = signal;
}

// tau for this period, how many were limited; nothing here allocates or fails
static int control(const limb_model *model, limb_work *work, const double *q, const double *v,
                   const double *target, double *tau)
{
    double way[MAX_Q], a[MAX_Q];
    limb_difference(model, q, target, way);
    for (int i = 0; i < model->nv; i++) {
        a[i] = STIFFNESS * way[i] - DAMPING * v[i];
        way[i] *= STIFFNESS / DAMPING; // the speed wanted: its friction, for a joint at rest too
    }
    limb_inverse_dynamics(model, work, q, v, a, NULL, 0, tau); // gravity included
    limb_resistance(model, way, 0.01, a);
    for (int i = 0; i < model->nv; i++)
        tau[i] += a[i];
    return limb_safety_limit_effort(model, q, v, tau);
}

int main(int argc, char **argv)
{
    limb_robot *robot = NULL;
    limb_model *model = NULL;
    limb_work *work = NULL;
    double q[MAX_Q], v[MAX_Q] = {0}, tau[MAX_Q], target[MAX_Q], seconds = INFINITY;
    long steps = 0, limited = 0;
    struct timespec next;

    if (argc < 2 || (argc > 2 && !limb_number_parse(argv[2], &seconds))) return 2;
    limb_status status = limb_robot_load(&robot, argv[1], NULL);
    if (status == LIMB_OK) status = limb_model_build(&model, robot, NULL);
    if (status == LIMB_OK) status = limb_work_create(&work, model, NULL);
    if (status == LIMB_OK && model->nq > MAX_Q) status = LIMB_ERROR_LIMIT;
    if (status != LIMB_OK) goto done;
    signal(SIGINT, stop);
    limb_neutral(model, q);
    limb_random_configuration(model, &(uint64_t){7}, target);
    limb_interpolate(model, q, target, 0.1, target);
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (; !stopped && (double)steps * 1e-3 < seconds; steps++) {
        next.tv_nsec += PERIOD_NS;
        if (next.tv_nsec >= 1000000000) next.tv_sec++, next.tv_nsec -= 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL); // a signal ends it early
        limited += control(model, work, q, v, target, tau) > 0;
        status = limb_simulate_step(model, work, tau, 1e-3, NULL, q, v);
        if (status != LIMB_OK) goto done; // links without mass have no definite acceleration
    }
    limb_difference(model, q, target, tau);
    for (int i = 0; i < model->nv; i++)
        if (model->v_q[i] >= 0) // a floating joint has no position by that name
            printf("%-22s at %8.4f, %7.4f from its target\n", model->v_name[i], q[model->v_q[i]],
                   tau[i]);
    printf("%ld steps, %ld limited\n", steps, limited);
done:
    if (status != LIMB_OK) fprintf(stderr, "%s: %s\n", argv[1], limb_status_text(status));
    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
    return status != LIMB_OK;
}
