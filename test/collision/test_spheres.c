// Compares sphere sets with brute force over all pairs of spheres: random robots, random spheres,
// on every instruction set, in doubles and in lanes, with bad input and failing allocations.
#include "base/isa.h"
#include "harness.h"
#include "limb/limb.h"
#include "support/memory.h"
#include "support/random_robot.h"
#include "support/robot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPHERES = 80, CONFIGURATIONS = 100 };

// The least of distance less radii over all pairs that are compared.
static double brute_force(const limb_model *model, const limb_work *work, const limb_sphere *sphere,
                          int nsphere, const int *skip, int nskip)
{
    double least = HUGE_VAL;
    for (int i = 0; i < nsphere; i++)
        for (int j = 0; j < i; j++) {
            const int a = sphere[i].link, b = sphere[j].link;
            const int body_a = model->link_body[a], body_b = model->link_body[b];
            bool skipped = body_a < 0 || body_b < 0 || body_a == body_b;
            for (int k = 0; k < model->njoint; k++) {
                const int parent = model->joint_parent[k], child = k + 1;
                skipped |= parent == body_a && child == body_b;
                skipped |= parent == body_b && child == body_a;
            }
            for (int k = 0; k < nskip; k++) {
                skipped |= skip[2 * k] == a && skip[2 * k + 1] == b;
                skipped |= skip[2 * k] == b && skip[2 * k + 1] == a;
            }
            if (skipped) continue;
            double p[3], q[3], dd = 0;
            limb_pose_apply(limb_link_pose(model, work, a), sphere[i].center, p);
            limb_pose_apply(limb_link_pose(model, work, b), sphere[j].center, q);
            for (int k = 0; k < 3; k++)
                dd += (p[k] - q[k]) * (p[k] - q[k]);
            least = fmin(least, sqrt(dd) - sphere[i].radius - sphere[j].radius);
        }
    return least;
}

static void random_spheres(limb_test_rng *rng, const limb_model *model, limb_sphere *sphere)
{
    for (int i = 0; i < SPHERES; i++) {
        sphere[i].link = limb_test_below(rng, model->nlink);
        sphere[i].radius = limb_test_uniform(rng, 0, 0.12);
        for (int k = 0; k < 3; k++)
            sphere[i].center[k] = limb_test_uniform(rng, -0.3, 0.3);
    }
}

static void compare_robot(uint64_t seed, limb_isa isa, int *touching, int *apart)
{
    limb_test_rng rng = {seed};
    limb_robot *robot = limb_test_robot(seed, NULL);
    limb_model *model;
    limb_work *work;
    ENSURE(limb_model_build(&model, robot, &(limb_model_opts){.isa = isa}) == LIMB_OK);
    ENSURE(limb_work_create(&work, model, NULL) == LIMB_OK);
    limb_sphere sphere[SPHERES];
    random_spheres(&rng, model, sphere);
    const int skip[4] = {sphere[0].link, sphere[1].link, sphere[3].link, sphere[2].link};
    const limb_sphere_set_opts opts = {.skip = skip, .nskip = 2};
    limb_sphere_set *set;
    ENSURE(limb_sphere_set_build(&set, model, sphere, SPHERES, &opts) == LIMB_OK);
    const size_t nq = (size_t)model->nq;
    double *q = calloc(nq + 1, sizeof *q), gap[CONFIGURATIONS];
    float *all = calloc(CONFIGURATIONS * nq + 1, sizeof *all);
    bool exact[CONFIGURATIONS], touches[CONFIGURATIONS];
    for (int i = 0; i < CONFIGURATIONS; i++) {
        limb_test_random_q(&rng, model, q);
        for (size_t k = 0; k < nq; k++)
            q[k] = (double)(all[(size_t)i * nq + k] = (float)q[k]);
        limb_fk(model, work, q);
        gap[i] = brute_force(model, work, sphere, SPHERES, skip, 2);
        int link[2] = {-1, -1};
        exact[i] = limb_sphere_set_collide(set, work, link);
        if (fabs(gap[i]) > 1e-12) ENSURE(exact[i] == (gap[i] < 0));
        ENSURE(exact[i] == (link[0] >= 0 && link[1] >= 0));
    }
    void *scratch = malloc(limb_sphere_set_scratch_size(set, 2));
    limb_sphere_set_collide_batch(set, scratch, NULL, all, CONFIGURATIONS, touches);
    for (int i = 0; i < CONFIGURATIONS; i++) {
        if (fabs(gap[i]) > 2e-5) ENSURE(touches[i] == exact[i]);
        *touching += touches[i];
        *apart += !touches[i];
    }
    limb_pool *pool;
    bool again[CONFIGURATIONS];
    ENSURE(limb_pool_create(&pool, 2, NULL) == LIMB_OK);
    limb_sphere_set_collide_batch(set, scratch, pool, all, CONFIGURATIONS, again);
    ENSURE(memcmp(again, touches, sizeof again) == 0);
    limb_pool_free(pool);
    free(scratch);
    free(q);
    free(all);
    limb_sphere_set_free(set);
    limb_work_free(work);
    limb_model_free(model);
    limb_test_robot_free(robot);
}

TEST(sets_answer_as_brute_force_does)
{
    for (limb_isa isa = LIMB_ISA_PORTABLE; isa <= LIMB_ISA_AVX2; isa = (limb_isa)(isa + 1)) {
        if (limb__isa_choose(isa) != isa) continue;
        int touching = 0, apart = 0;
        for (uint64_t seed = 1; seed <= (uint64_t)LIMB_TEST_COUNT(48); seed++)
            compare_robot(seed, isa, &touching, &apart);
        ENSURE(touching > 100 && apart > 100);
    }
}

TEST(spheres_that_are_none_are_refused_and_memory_may_fail)
{
    limb_robot *robot = limb_test_robot(3, &(limb_test_robot_opts){.nlink = 6, .simple = true});
    limb_model *model;
    ENSURE(limb_model_build(&model, robot, NULL) == LIMB_OK);
    const limb_sphere good = {.link = 1, .center = {0, 0, 1}, .radius = 0.5};
    limb_sphere_set *set;
    for (int k = 0; k < 7; k++) {
        limb_sphere bad = good;
        if (k < 3) bad.center[k] = NAN;
        if (k == 3) bad.radius = INFINITY;
        if (k == 4) bad.radius = -1;
        if (k == 5) bad.link = -1;
        if (k == 6) bad.link = model->nlink;
        ENSURE(limb_sphere_set_build(&set, model, &bad, 1, NULL) == LIMB_ERROR_INPUT);
        ENSURE(!set);
    }
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    const limb_sphere_set_opts opts = {.memory = &memory.allocator};
    memory.fail_at = 0;
    ENSURE(limb_sphere_set_build(&set, model, &good, 1, &opts) == LIMB_ERROR_MEMORY);
    memory.fail_at = -1;
    ENSURE(limb_sphere_set_build(&set, model, &good, 1, &opts) == LIMB_OK);
    ENSURE_INT(limb_sphere_set_count(set), 1);
    ENSURE_INT(limb_sphere_set_pair_count(set), 0);
    limb_sphere_set_free(set);
    ENSURE_INT(memory.in_use, 0);
    // none at all is a set, too
    ENSURE(limb_sphere_set_build(&set, model, NULL, 0, NULL) == LIMB_OK);
    bool touches[3] = {true, true, true};
    float *q = calloc(3 * (size_t)model->nq, sizeof *q);
    void *scratch = malloc(limb_sphere_set_scratch_size(set, 1));
    limb_sphere_set_collide_batch(set, scratch, NULL, q, 3, touches);
    ENSURE(!touches[0] && !touches[1] && !touches[2]);
    free(scratch);
    free(q);
    limb_sphere_set_free(set);
    limb_model_free(model);
    limb_test_robot_free(robot);
}

TEST(a_configuration_that_is_not_finite_counts_as_touching)
{
    limb_robot *robot =
        limb_test_parse("<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
                        "<joint name='ab' type='continuous'><parent link='a'/><child link='b'/>"
                        "</joint><joint name='bc' type='continuous'><parent link='b'/>"
                        "<child link='c'/></joint></robot>");
    limb_model *model;
    ENSURE(limb_model_build(&model, robot, NULL) == LIMB_OK);
    const limb_sphere far[3] = {{.link = 0, .center = {9, 0, 0}, .radius = 0.1},
                                {.link = 1, .center = {9, 0, 0}, .radius = 0.1},
                                {.link = 2, .center = {0, 0, 0}, .radius = 0.1}};
    limb_sphere_set *set;
    ENSURE(limb_sphere_set_build(&set, model, far, 3, NULL) == LIMB_OK);
    ENSURE_INT(limb_sphere_set_pair_count(set), 1);
    float *q = calloc(2 * (size_t)model->nq, sizeof *q);
    for (int k = 0; k < model->nq; k++)
        q[model->nq + k] = NAN;
    void *scratch = malloc(limb_sphere_set_scratch_size(set, 1));
    bool touches[2];
    limb_sphere_set_collide_batch(set, scratch, NULL, q, 2, touches);
    ENSURE(!touches[0] && touches[1]);
    // the same in lanes, configuration k in lane k: those that are not finite touch
    _Alignas(32) float lanes[2 * LIMB_LANES_FLOAT] = {0};
    for (int k = 1; k < LIMB_LANES_FLOAT; k += 2)
        lanes[k] = lanes[LIMB_LANES_FLOAT + k] = NAN;
    unsigned odd = 0;
    for (int k = 1; k < LIMB_LANES_FLOAT; k += 2)
        odd |= 1u << k;
    ENSURE_INT(model->nq, 2);
    ENSURE_INT(limb_sphere_set_collide_lanes(set, scratch, lanes), odd);
    free(scratch);
    free(q);
    limb_sphere_set_free(set);
    limb_model_free(model);
    limb_robot_free(robot);
}
