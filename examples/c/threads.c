// Several threads share one model; each has a work of its own. Here they look for the highest point
// that a link reaches, over random configurations.
//
//     threads robot.urdf link
#include <limb/limb.h>

#include <stdio.h>
#include <stdlib.h>

enum { TASKS = 64, SAMPLES = 500, WORKERS = 4, MAX_Q = 64 };

typedef struct search {
    const limb_model *model; // never changes: shared without locks
    limb_work *work[WORKERS];
    int link;
    double highest[TASKS];
} search;

static void look(void *ctx, int task, int worker)
{
    search *s = ctx;
    double q[MAX_Q];
    uint64_t seed = (uint64_t)task; // per task, so that the answer does not depend on the threads
    s->highest[task] = -1e300;
    for (int i = 0; i < SAMPLES; i++) {
        limb_random_configuration(s->model, &seed, q);
        limb_fk(s->model, s->work[worker], q);
        const double z = limb_link_pose(s->model, s->work[worker], s->link)[11];
        if (z > s->highest[task]) s->highest[task] = z;
    }
}

int main(int argc, char **argv)
{
    limb_robot *robot = NULL;
    limb_model *model = NULL;
    limb_pool *pool = NULL;
    search s = {0};
    int failed = 1;

    if (argc != 3) {
        fprintf(stderr, "usage: threads FILE LINK\n");
        return 2;
    }
    if (limb_robot_load(&robot, argv[1], NULL) != LIMB_OK) goto done;
    if (limb_model_build(&model, robot, NULL) != LIMB_OK || model->nq > MAX_Q) goto done;
    s.model = model;
    s.link = limb_model_find_link(model, argv[2]);
    if (s.link < 0) goto done;
    for (int w = 0; w < WORKERS; w++)
        if (limb_work_create(&s.work[w], model, NULL) != LIMB_OK) goto done;
    if (limb_pool_create(&pool, WORKERS, NULL) != LIMB_OK) goto done;

    pool->run(pool, TASKS, look, &s);
    double highest = s.highest[0];
    for (int t = 1; t < TASKS; t++)
        if (s.highest[t] > highest) highest = s.highest[t];
    printf("%s reaches %.3f m high in %d configurations\n", argv[2], highest, TASKS * SAMPLES);
    failed = 0;
done:
    limb_pool_free(pool);
    for (int w = 0; w < WORKERS; w++)
        limb_work_free(s.work[w]);
    limb_model_free(model);
    limb_robot_free(robot);
    return failed;
}
