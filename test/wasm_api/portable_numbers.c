// Prints the results of the portable code for each robot given: poses, torques, mass matrix and one
// step at q = 0.1, 0.2, ..., as the bits of the doubles. test/web/engine.test.mjs compares them.
#include "limb/limb.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const char *name, const double *value, int count)
{
    printf("%s", name);
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &value[i], sizeof bits);
        // NaN has many forms
        if (value[i] != value[i]) bits = 0x7ff8000000000000u;
        printf(" %016" PRIx64, bits);
    }
    printf("\n");
}

static double *take(int count)
{
    double *value = calloc((size_t)count + 1, sizeof *value);
    if (!value) abort();
    return value;
}

static int compute(const char *path)
{
    limb_robot *robot;
    limb_model *model;
    limb_work *work;
    const limb_load_opts load = {.keep_broken = true};
    if (limb_robot_load(&robot, path, &load) != LIMB_OK ||
        limb_model_build(&model, robot, &(limb_model_opts){.isa = LIMB_ISA_PORTABLE}) != LIMB_OK ||
        limb_work_create(&work, model, NULL) != LIMB_OK)
        return 1;
    double *q = take(model->nq), *v = take(model->nv), *tau = take(model->nv);
    double *pose = take(12 * model->nlink), *mass = take(model->nv * model->nv);
    limb_neutral(model, q);
    for (int i = 0; i < model->nq; i++)
        q[i] += 0.1 * (i + 1);
    limb_fk(model, work, q);
    for (int i = 0; i < model->nlink; i++)
        memcpy(pose + 12 * i, limb_link_pose(model, work, i), 12 * sizeof *pose);
    print("fk", pose, 12 * model->nlink);
    limb_gravity(model, work, q, tau);
    print("gravity", tau, model->nv);
    limb_mass_matrix(model, work, q, mass);
    print("mass", mass, model->nv * model->nv);
    const bool stepped = limb_simulate_step(model, work, NULL, 0.001, NULL, q, v) == LIMB_OK;
    print("step", v, stepped ? model->nv : 0);
    free(q);
    free(v);
    free(tau);
    free(pose);
    free(mass);
    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        printf("robot %s\n", argv[i]);
        if (compute(argv[i]) != 0) printf("none\n");
    }
    return 0;
}
