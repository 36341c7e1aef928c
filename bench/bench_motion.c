// Kinematics and dynamics compared with orocos-KDL: an arm of seven joints, a quadruped
// and a humanoid.
//
// KDL has no floating base and no batches; those lines have no ratio. Its chain solvers are used
// for the arm, its tree solvers for the others.
#include "bench_motion.h"

#include "limb/limb.h"
#include "robots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LIMB_BENCH_KDL
#define KDL(name) "KDL", limb_bench_kdl_##name
#else
#define KDL(name) NULL, NULL
#endif
#define NO_PEER NULL, NULL

typedef struct ours {
    limb_model *model;
    limb_work *work;
    int tip;
    double *q, *v, *a, *tau, *matrix, *by_v, *by_a;
    // in lanes; the same memory for doubles and floats
    void *lanes_q, *lanes_v, *lanes_a, *lanes_tau, *lanes_pose, *lanes_scratch;
} ours;

static void *numbers(size_t count)
{
    void *memory = aligned_alloc(64, (count * sizeof(double) + 127) / 64 * 64);
    if (!memory) abort();
    memset(memory, 0, count * sizeof(double));
    return memory;
}

static ours *make(const limb_robot *robot, const char *tip, const limb_model_opts *opts)
{
    ours *o = calloc(1, sizeof *o);
    if (!o || limb_model_build(&o->model, robot, opts) != LIMB_OK) abort();
    if (limb_work_create(&o->work, o->model, NULL) != LIMB_OK) abort();
    const size_t nq = (size_t)o->model->nq, nv = (size_t)o->model->nv;
    o->tip = limb_model_find_link(o->model, tip);
    o->q = numbers(nq), o->v = numbers(nv), o->a = numbers(nv), o->tau = numbers(nv);
    o->matrix = numbers((nv > 6 ? nv : 6) * nv);
    o->by_v = numbers(nv * nv), o->by_a = numbers(nv * nv);
    uint64_t seed = 1;
    limb_random_configuration(o->model, &seed, o->q);
    for (size_t k = 0; k < nv; k++)
        o->v[k] = 0.3, o->a[k] = -0.2;
    o->lanes_q = numbers(LIMB_LANES * nq), o->lanes_v = numbers(LIMB_LANES * nv);
    o->lanes_a = numbers(LIMB_LANES * nv), o->lanes_tau = numbers(LIMB_LANES * nv);
    o->lanes_pose = numbers(12 * LIMB_LANES * (size_t)o->model->nslot);
    o->lanes_scratch = numbers(limb_inverse_dynamics_lanes_size(o->model) / sizeof(double));
    return o;
}

static void drop(ours *o)
{
    void *memory[] = {
        o->q,       o->v,       o->a,         o->tau,        o->matrix,        o->lanes_q,
        o->lanes_v, o->lanes_a, o->lanes_tau, o->lanes_pose, o->lanes_scratch, o->by_v,
        o->by_a};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++)
        free(memory[i]);
    limb_work_free(o->work);
    limb_model_free(o->model);
    free(o);
}

static const ours *moved(void *ctx)
{
    const ours *o = ((limb_bench_motion *)ctx)->ours;
    o->q[o->model->nq - 1] += 1e-3;
    return o;
}

static void fk(void *ctx)
{
    const ours *o = moved(ctx);
    limb_fk(o->model, o->work, o->q);
    limb_bench_keep(o->work->pose[12]);
}

static void jacobian(void *ctx)
{
    const ours *o = moved(ctx);
    limb_fk_link(o->model, o->work, o->q, o->tip);
    limb_jacobian(o->model, o->work, o->tip, NULL, LIMB_REFERENCE_ALIGNED, o->matrix);
    limb_bench_keep(o->matrix[0]);
}

static void rnea(void *ctx)
{
    const ours *o = moved(ctx);
    limb_inverse_dynamics(o->model, o->work, o->q, o->v, o->a, NULL, 0, o->tau);
    limb_bench_keep(o->tau[0]);
}

static void mass(void *ctx)
{
    const ours *o = moved(ctx);
    limb_mass_matrix(o->model, o->work, o->q, o->matrix);
    limb_bench_keep(o->matrix[0]);
}

static void forward(void *ctx)
{
    const ours *o = moved(ctx);
    if (limb_forward_dynamics(o->model, o->work, o->q, o->v, o->a, NULL, 0, o->tau) != LIMB_OK)
        limb_bench_keep(0);
    limb_bench_keep(o->tau[0]);
}

static void derivatives(void *ctx)
{
    const ours *o = moved(ctx);
    limb_inverse_dynamics_derivatives(o->model, o->work, o->q, o->v, o->a, o->matrix, NULL, NULL);
    limb_bench_keep(o->matrix[0]);
}

static void inverse_derivatives(void *ctx)
{
    const ours *o = moved(ctx);
    limb_inverse_dynamics_derivatives(o->model, o->work, o->q, o->v, o->a, o->matrix, o->by_v,
                                      o->by_a);
    limb_bench_keep(o->matrix[0]);
}

static void forward_derivatives(void *ctx)
{
    const ours *o = moved(ctx);
    if (limb_forward_dynamics_derivatives(o->model, o->work, o->q, o->v, o->a, o->tau, o->matrix,
                                          o->by_v, o->by_a) != LIMB_OK)
        limb_bench_keep(0);
    limb_bench_keep(o->matrix[0]);
}

static void fk_lanes(void *ctx)
{
    const ours *o = moved(ctx);
    *(double *)o->lanes_q += 1e-3;
    limb_fk_lanes(o->model, o->lanes_q, o->lanes_pose);
    limb_bench_keep(*(double *)o->lanes_pose);
}

static void fk_lanes_float(void *ctx)
{
    const ours *o = moved(ctx);
    limb_fk_lanes_float(o->model, o->lanes_q, o->lanes_pose);
    limb_bench_keep((double)*(float *)o->lanes_pose);
}

static void rnea_lanes(void *ctx)
{
    const ours *o = moved(ctx);
    limb_inverse_dynamics_lanes(o->model, o->lanes_scratch, o->lanes_q, o->lanes_v, o->lanes_a,
                                o->lanes_tau);
    limb_bench_keep(*(double *)o->lanes_tau);
}

static void rnea_lanes_float(void *ctx)
{
    const ours *o = moved(ctx);
    limb_inverse_dynamics_lanes_float(o->model, o->lanes_scratch, o->lanes_q, o->lanes_v,
                                      o->lanes_a, o->lanes_tau);
    limb_bench_keep((double)*(float *)o->lanes_tau);
}

static void fill_lanes(ours *o, bool floats)
{
    const limb_model *m = o->model;
    const int lanes = floats ? LIMB_LANES_FLOAT : LIMB_LANES;
    uint64_t seed = 7;
    for (int lane = 0; lane < lanes; lane++) {
        double *q = numbers((size_t)m->nq);
        limb_random_configuration(m, &seed, q);
        for (int k = 0; k < m->nq; k++) {
            if (floats)
                ((float *)o->lanes_q)[lanes * k + lane] = (float)q[k];
            else
                ((double *)o->lanes_q)[lanes * k + lane] = q[k];
        }
        for (int k = 0; k < m->nv; k++) {
            if (floats)
                ((float *)o->lanes_v)[lanes * k + lane] = 0.3f;
            else
                ((double *)o->lanes_v)[lanes * k + lane] = 0.3;
        }
        free(q);
    }
    memset(o->lanes_a, 0, sizeof(double) * LIMB_LANES * (size_t)m->nv);
}

static double run(const char *robot, const char *what, limb_bench_fn *our_fn, const char *peer_name,
                  limb_bench_fn *peer, limb_bench_motion *ctx, double count)
{
    char title[80];
    snprintf(title, sizeof title, "motion/%s/%s", robot, what);
    if (!ctx->kdl) peer_name = NULL, peer = NULL;
    return limb_bench_run(&(limb_bench_case){title, our_fn, peer_name, peer, ctx, count});
}

// what all derivatives cost in units of one inverse dynamics
static void run_derivatives(const char *robot, limb_bench_motion *ctx, double once)
{
    const ours *o = ctx->ours;
    if (limb_forward_dynamics(o->model, o->work, o->q, o->v, o->a, NULL, 0, o->tau) != LIMB_OK) {
        limb_bench_note("%s: a link without inertia moves freely, no derivatives", robot);
        return;
    }
    const double inverse =
        run(robot, "inverse-dynamics-derivatives", inverse_derivatives, NO_PEER, ctx, 1);
    const double forward_all =
        run(robot, "forward-dynamics-derivatives", forward_derivatives, NO_PEER, ctx, 1);
    if (once > 0 && inverse > 0 && forward_all > 0) {
        limb_bench_note("%s: derivatives of inverse dynamics cost %.1f times one inverse dynamics, "
                        "those of forward dynamics %.1f times",
                        robot, inverse / once, forward_all / once);
    }
}

// takes over text
static void run_robot(const char *name, char *text, size_t size, const char *tip, bool arm,
                      const limb_lock *lock, int nlock)
{
    char title[80];
    snprintf(title, sizeof title, "motion/%s/", name);
    limb_robot *robot;
    const limb_load_opts load = {.skip_checks = true};
    if (!limb_bench_wanted(title) || limb_robot_parse(&robot, text, size, &load) != LIMB_OK) {
        free(text);
        return;
    }
    const limb_model_opts fixed = {.lock = lock, .nlock = nlock};
    const limb_model_opts free_base = {.lock = lock, .nlock = nlock, .floating_base = true};
    ours *o = make(robot, tip, arm ? &fixed : &free_base), *on_base = make(robot, tip, &fixed);
    limb_bench_motion ctx = {o, NULL}, against = {on_base, NULL};
#ifdef LIMB_BENCH_KDL
    against.kdl = limb_bench_kdl_load(text, tip);
#endif
    limb_bench_note("%s: %d coordinates, %d poses%s", name, o->model->nv, o->model->nslot,
                    arm ? "" : ", floating base; against KDL with the base fixed");
    double once;
    if (arm) {
        run(name, "fk", fk, KDL(fk_chain), &against, 1);
        run(name, "jacobian", jacobian, KDL(jacobian_chain), &against, 1);
        once = run(name, "inverse-dynamics", rnea, KDL(rnea_chain), &against, 1);
        run(name, "mass-matrix", mass, KDL(mass_chain), &against, 1);
        run(name, "forward-dynamics", forward, KDL(forward_chain), &against, 1);
    } else {
        run(name, "fk-on-base", fk, KDL(fk_tree), &against, 1);
        run(name, "inverse-dynamics-on-base", rnea, KDL(rnea_tree), &against, 1);
        run(name, "fk", fk, NO_PEER, &ctx, 1);
        run(name, "jacobian", jacobian, NO_PEER, &ctx, 1);
        once = run(name, "inverse-dynamics", rnea, NO_PEER, &ctx, 1);
        run(name, "mass-matrix", mass, NO_PEER, &ctx, 1);
        run(name, "forward-dynamics", forward, NO_PEER, &ctx, 1);
    }
    run(name, "derivatives", derivatives, NO_PEER, &ctx, 1);
    run_derivatives(name, &ctx, once);
    fill_lanes(o, false);
    run(name, "fk-batch", fk_lanes, NO_PEER, &ctx, LIMB_LANES);
    run(name, "inverse-dynamics-batch", rnea_lanes, NO_PEER, &ctx, LIMB_LANES);
    fill_lanes(o, true);
    run(name, "fk-batch-float", fk_lanes_float, NO_PEER, &ctx, LIMB_LANES_FLOAT);
    run(name, "inverse-dynamics-batch-float", rnea_lanes_float, NO_PEER, &ctx, LIMB_LANES_FLOAT);
#ifdef LIMB_BENCH_KDL
    if (against.kdl) limb_bench_kdl_free(against.kdl);
#endif
    drop(o);
    drop(on_base);
    limb_robot_free(robot);
    free(text);
}

// A chain of nlink links, times for one of them: they must not grow with the chain.
static void run_chain(int nlink)
{
    char name[32];
    char tip[32];
    char title[80];
    size_t size;
    snprintf(name, sizeof name, "per-link-of-%d", nlink);
    snprintf(tip, sizeof tip, "link_%d", nlink - 1);
    snprintf(title, sizeof title, "motion/%s/", name);
    if (!limb_bench_wanted(title)) return;
    char *text = limb_bench_chain(nlink, &size);
    limb_robot *robot;
    const limb_load_opts load = {.skip_checks = true};
    if (limb_robot_parse(&robot, text, size, &load) != LIMB_OK) abort();
    ours *o = make(robot, tip, NULL);
    limb_bench_motion ctx = {o, NULL};
    run(name, "fk", fk, NO_PEER, &ctx, nlink);
    run(name, "jacobian", jacobian, NO_PEER, &ctx, nlink);
    run(name, "inverse-dynamics", rnea, NO_PEER, &ctx, nlink);
    run(name, "forward-dynamics", forward, NO_PEER, &ctx, nlink);
    drop(o);
    limb_robot_free(robot);
    free(text);
}

BENCH(motion, "motion")
{
    if (!limb_bench_wanted("motion/")) return;
    size_t size;
    char *text = limb_bench_arm(&size);
    run_robot("made-arm", text, size, "arm_link7", true,
              (const limb_lock[]){{"arm_joint8", 0}, {"arm_joint9", 0}}, 2);
    text = limb_bench_humanoid(&size);
    limb_robot *robot;
    if (text &&
        limb_robot_parse(&robot, text, size, &(limb_load_opts){.skip_checks = true}) == LIMB_OK) {
        char tip[64];
        snprintf(tip, sizeof tip, "%s", robot->link[robot->nlink - 1].name);
        limb_robot_free(robot);
        run_robot("made-humanoid", text, size, tip, false, NULL, 0);
    }
    // real robots
    text = limb_bench_corpus_robot("panda_moveit", &size);
    if (text) {
        run_robot("panda", text, size, "panda_link8", true,
                  (const limb_lock[]){{"panda_finger_joint1", 0}}, 1);
    }
    text = limb_bench_corpus_robot("ur5", &size);
    if (text) run_robot("ur5", text, size, "tool0", true, NULL, 0);
    text = limb_bench_corpus_robot("hyq", &size);
    if (text) run_robot("hyq", text, size, "lf_foot", false, NULL, 0);
    text = limb_bench_corpus_robot("talos", &size);
    if (text) run_robot("talos", text, size, "gripper_left_base_link", false, NULL, 0);
    for (int nlink = 10; nlink <= 1000; nlink *= 10)
        run_chain(nlink);
}
