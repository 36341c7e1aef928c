// The portable code's times for engine.mjs: reading a robot and checking its text, and poses of all
// links, in nanoseconds, best of many. portable_isa.c selects portable code for reading, too.
#define _POSIX_C_SOURCE 200809L

#include "limb/bindings.h"
#include "limb/limb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static char *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) exit(1);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*size + 1);
    if (!text || fread(text, 1, *size, file) != *size) exit(1);
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    size_t size;
    char *text = read_whole(argv[1], &size);
    double read = 1e300, fk = 1e300;
    for (int i = 0; i < 200; i++) {
        const double begin = now();
        limb_engine *engine = limb_engine_create(NULL);
        if (limb_engine_parse(engine, text, size, "/robot.urdf") != LIMB_OK) return 1;
        limb_engine_free(engine);
        const double time = now() - begin;
        if (time < read) read = time;
    }

    limb_robot *robot;
    limb_model *model;
    limb_work *work;
    if (limb_robot_parse(&robot, text, size, NULL) != LIMB_OK ||
        limb_model_build(&model, robot, &(limb_model_opts){.isa = LIMB_ISA_PORTABLE}) != LIMB_OK ||
        limb_work_create(&work, model, NULL) != LIMB_OK)
        return 1;
    double *q = calloc((size_t)model->nq + 1, sizeof *q);
    double *pose = calloc(12 * (size_t)model->nlink + 1, sizeof *pose);
    if (!q || !pose) return 1;
    limb_neutral(model, q);
    enum { ROUNDS = 1000 };
    for (int i = 0; i < 50; i++) {
        const double begin = now();
        for (int k = 0; k < ROUNDS; k++) {
            limb_fk(model, work, q);
            for (int link = 0; link < model->nlink; link++)
                memcpy(pose + 12 * link, limb_link_pose(model, work, link), 12 * sizeof *pose);
        }
        const double time = (now() - begin) / ROUNDS;
        if (time < fk) fk = time;
    }
    printf("%.0f %.1f\n", read, fk);
    free(pose);
    free(q);
    free(text);
    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
    return 0;
}
