// Tests of motions and batches: a swept check never misses a contact found by dense sampling, and
// results do not depend on the number of threads.
#include "harness.h"
#include "limb/limb.h"
#include "support/robot.h"

#include <math.h>
#include <stdlib.h>

typedef struct rig {
    limb_robot *robot;
    limb_model *model;
    limb_work *work;
    limb_scene *scene;
    limb_query *query;
} rig;

static const char arm[] =
    "<robot name='r'>"
    "<link name='a'><collision><geometry><box size='0.3 0.2 0.8'/></geometry></collision></link>"
    "<link name='b'><collision><origin xyz='0 0 0.3'/><geometry><cylinder radius='0.06' "
    "length='0.5'/></geometry></collision></link>"
    "<link name='c'><collision><origin xyz='0 0 0.25'/><geometry><capsule radius='0.05' "
    "length='0.4'/></geometry></collision></link>"
    "<link name='d'><collision><origin xyz='0.1 0 0.1'/><geometry><sphere "
    "radius='0.08'/></geometry></collision>"
    "<collision><origin xyz='0 0.05 0.2'/><geometry><box size='0.05 0.1 "
    "0.3'/></geometry></collision></link>"
    "<link name='e'><collision><geometry><box size='0.1 0.3 0.02'/></geometry></collision></link>"
    "<joint name='ab' type='revolute'><parent link='a'/><child link='b'/><origin xyz='0.1 0 "
    "0.42'/><axis xyz='0 1 0.2'/><limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
    "<joint name='bc' type='continuous'><parent link='b'/><child link='c'/><origin xyz='0 0.02 "
    "0.6'/><axis xyz='1 0.3 0'/></joint>"
    "<joint name='cd' type='prismatic'><parent link='c'/><child link='d'/><origin xyz='0 0 "
    "0.5'/><axis xyz='0 0 1'/><limit lower='0' upper='0.3' effort='1' velocity='1'/></joint>"
    "<joint name='ae' type='revolute'><parent link='a'/><child link='e'/><origin xyz='0 0 "
    "-0.5'/><axis xyz='0 1 0'/><limit lower='-3' upper='3' effort='1' velocity='1'/>"
    "<mimic joint='ab' multiplier='-0.7' offset='0.2'/></joint></robot>";

static void open_rig(rig *r, bool floating)
{
    r->robot = limb_test_parse(arm);
    const double ground[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.9};
    const limb_collider flat = {.kind = LIMB_COLLIDER_HALF_SPACE, .pose = ground};
    const limb_scene_object floor = {.name = "floor", .ncollider = 1, .collider = &flat};
    const limb_model_opts opts = {.floating_base = floating};
    ENSURE(limb_model_build(&r->model, r->robot, &opts) == LIMB_OK);
    ENSURE(limb_work_create(&r->work, r->model, NULL) == LIMB_OK);
    ENSURE(limb_scene_build(&r->scene, r->robot,
                            &(limb_scene_opts){.obstacle = &floor, .nobstacle = 1}) == LIMB_OK);
    ENSURE(limb_query_create(&r->query, r->scene, NULL) == LIMB_OK);
}

static void close_rig(rig *r)
{
    limb_query_free(r->query);
    limb_scene_free(r->scene);
    limb_work_free(r->work);
    limb_model_free(r->model);
    limb_robot_free(r->robot);
}

static void sweep_many(bool floating, int count, uint64_t seed)
{
    rig r;
    open_rig(&r, floating);
    double a[16], b[16], q[16];
    int touching = 0, free_motions = 0;
    limb_test_rng rng = {seed};
    for (int i = 0; i < count; i++) {
        limb_random_configuration(r.model, &seed, a);
        limb_random_configuration(r.model, &seed, b);
        // short motions as well as long ones
        limb_interpolate(r.model, a, b, limb_test_uniform(&rng, 0.05, 1), b);
        limb_sweep_result result;
        ENSURE(limb_sweep(r.query, r.model, r.work, a, b, 0, &result) == LIMB_OK);
        touching += result.touches;
        free_motions += !result.touches;
        // nothing before the time that is returned, or anywhere when none is, touches
        const double end = result.touches ? result.t : 1;
        for (int k = 0; k < 40 && end > 0; k++) {
            limb_interpolate(r.model, a, b, end * (k + 0.5) / 40, q);
            limb_fk(r.model, r.work, q);
            ENSURE(limb_query_place(r.query, r.model, r.work) == LIMB_OK);
            ENSURE(!limb_collide(r.query, NULL));
        }
        if (!result.touches) continue;
        limb_interpolate(r.model, a, b, end, q);
        limb_fk(r.model, r.work, q);
        ENSURE(limb_query_place(r.query, r.model, r.work) == LIMB_OK);
        limb_contact near;
        ENSURE(limb_distance(r.query, HUGE_VAL, &near));
        ENSURE(near.distance <= 1.0001e-4);
    }
    ENSURE(touching > count / 20 && free_motions > count / 20);
    close_rig(&r);
}

TEST(sweeps_miss_nothing)
{
    sweep_many(false, LIMB_TEST_COUNT(8000), 1);
}

TEST(sweeps_of_a_floating_robot_miss_nothing)
{
    sweep_many(true, LIMB_TEST_COUNT(2000), 2);
}

TEST(sweeps_of_what_is_not_finite_are_refused)
{
    rig r;
    open_rig(&r, false);
    double a[3] = {0, 0, 0}, b[3] = {0, NAN, 0};
    limb_sweep_result result;
    ENSURE(limb_sweep(r.query, r.model, r.work, a, b, 0, &result) == LIMB_ERROR_NUMERIC);
    ENSURE(limb_sweep(r.query, r.model, r.work, b, a, 0, &result) == LIMB_ERROR_NUMERIC);
    close_rig(&r);
}

TEST(threads_change_nothing)
{
    rig r;
    open_rig(&r, false);
    limb_pool *pool;
    ENSURE(limb_pool_create(&pool, 3, NULL) == LIMB_OK);
    const int npair = limb_scene_pair_count(r.scene), count = 1000;
    limb_pair_count *one = calloc((size_t)npair, sizeof *one),
                    *three = calloc((size_t)npair, sizeof *three);
    ENSURE(limb_collide_sample(r.scene, r.model, &(limb_sample_opts){.nsample = 3000, .seed = 5},
                               one) == LIMB_OK);
    ENSURE(limb_collide_sample(r.scene, r.model,
                               &(limb_sample_opts){.nsample = 3000, .seed = 5, .pool = pool},
                               three) == LIMB_OK);
    long long all = 0;
    for (int i = 0; i < npair; i++) {
        ENSURE_INT(one[i].touching, three[i].touching);
        all += one[i].touching;
    }
    ENSURE(all > 100);
    double *q = malloc((size_t)(count * r.model->nq) * sizeof *q);
    uint64_t seed = 9;
    for (int i = 0; i < count; i++)
        limb_random_configuration(r.model, &seed, q + i * r.model->nq);
    limb_query *query[3];
    limb_work *work[3];
    for (int i = 0; i < 3; i++) {
        ENSURE(limb_query_create(&query[i], r.scene, NULL) == LIMB_OK);
        ENSURE(limb_work_create(&work[i], r.model, NULL) == LIMB_OK);
    }
    bool *first = calloc((size_t)count, 1), *second = calloc((size_t)count, 1);
    limb_collide_batch(query, work, r.model, NULL, q, count, first);
    limb_collide_batch(query, work, r.model, pool, q, count, second);
    int touching = 0;
    for (int i = 0; i < count; i++) {
        ENSURE(first[i] == second[i]);
        touching += first[i];
        limb_fk(r.model, r.work, q + i * r.model->nq);
        ENSURE(limb_query_place(r.query, r.model, r.work) == LIMB_OK);
        ENSURE(limb_collide(r.query, NULL) == first[i]);
    }
    ENSURE(touching > 50 && touching < count - 50);
    for (int i = 0; i < 3; i++) {
        limb_query_free(query[i]);
        limb_work_free(work[i]);
    }
    free(first);
    free(second);
    free(q);
    free(one);
    free(three);
    limb_pool_free(pool);
    close_rig(&r);
}
