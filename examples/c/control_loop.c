// A control loop of 1 kHz: gravity is compensated, the arm is drawn to a rest pose as if by
// springs, and the safety bounds of the file are kept. The robot is simulated here; on a real one
// the two marked lines talk to the drives.
//
//     control_loop arm.urdf
#define _POSIX_C_SOURCE 200809L
#include <limb/limb.h>

#include <stdio.h>
#include <time.h>

enum { MAX_JOINTS = 64 };
static const double PERIOD = 1e-3;                 // s
static const double STIFFNESS = 100, DAMPING = 20; // 1/s^2 and 1/s: critically damped

// all that happens in one period; nothing is allocated and nothing can fail
static void control(const limb_model *model, limb_work *work, const double *rest, const double *q,
                    const double *v, double *tau)
{
    double way[MAX_JOINTS], wanted[MAX_JOINTS], resistance[MAX_JOINTS];
    limb_difference(model, q, rest, way);
    for (int k = 0; k < model->nv; k++)
        wanted[k] = STIFFNESS * way[k] - DAMPING * v[k];
    // gravity, Coriolis forces and inertia together; limb_gravity alone would only hold still
    limb_inverse_dynamics(model, work, q, v, wanted, NULL, 0, tau);
    limb_resistance(model, v, 0.01, resistance);
    for (int k = 0; k < model->nv; k++)
        tau[k] += resistance[k];
    limb_safety_limit_effort(model, q, v, tau);
}

int main(int argc, char **argv)
{
    limb_robot *robot;
    limb_model *model;
    limb_work *work, *plant; // the plant is the simulated robot
    if (argc != 2 || limb_robot_load(&robot, argv[1], NULL) != LIMB_OK) {
        fprintf(stderr, "usage: control_loop FILE\n");
        return 2;
    }
    if (limb_model_build(&model, robot, NULL) != LIMB_OK) return 1;
    limb_robot_free(robot); // the model stands by itself
    if (model->nq > MAX_JOINTS) return 1;
    if (limb_work_create(&work, model, NULL) != LIMB_OK) return 1;
    if (limb_work_create(&plant, model, NULL) != LIMB_OK) return 1;

    double rest[MAX_JOINTS], q[MAX_JOINTS], v[MAX_JOINTS] = {0}, tau[MAX_JOINTS] = {0};
    uint64_t seed = 1;
    limb_neutral(model, rest);
    limb_random(model, &seed, q);
    double longest = 0;
    for (int tick = 0; tick < 5000; tick++) {
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        control(model, work, rest, q, v, tau); // on a robot: read q and v from the drives first
        clock_gettime(CLOCK_MONOTONIC, &end);
        const double seconds =
            (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
        if (seconds > longest) longest = seconds;
        // on a robot: send tau to the drives, then sleep until the next period
        if (limb_step(model, plant, tau, PERIOD, NULL, q, v) != LIMB_OK) break;
    }

    double way[MAX_JOINTS];
    limb_difference(model, q, rest, way);
    for (int k = 0; k < model->nv; k++)
        printf("%-20s %8.4f from rest, %8.3f N m\n", model->v_name[k], way[k], tau[k]);
    fprintf(stderr, "longest computation of a period: %.1f us\n", 1e6 * longest);
    limb_work_free(plant, NULL);
    limb_work_free(work, NULL);
    limb_model_free(model);
    return 0;
}
