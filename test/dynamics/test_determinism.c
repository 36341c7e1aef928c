// An instruction set gives the same bits with every compiler: hashes of poses, Jacobians,
// torques, mass matrices and accelerations of random robots, also in lanes, are compared
// with recorded values.
//
// The robots' frames are quaternions, so that no function of the C library is involved. When the
// order of operations in a kernel changes on purpose, print the hashes and record them here.
#include "harness.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"
#include "support/random_robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t PORTABLE_HASH = 0x5f6fdbe7b359993au;
static const uint64_t AVX2_HASH = 0x1eb46b9d4444a154u;
static const uint64_t NEON_HASH = 0x24c0927d87c4a7a7u;

static const uint64_t PORTABLE_LANES_HASH = 0x21aeef7f81aba0a7u;
// in lanes, sets with fused products do the same in the same order
static const uint64_t FUSED_LANES_HASH = 0x050c558bb6505984u;

enum { MAX_NV = 128 };

static void mix(uint64_t *hash, const double *x, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        uint64_t bits;
        const double value = x[k] + 0.0; // -0 and 0 are the same
        memcpy(&bits, &value, sizeof bits);
        *hash = (*hash ^ bits) * 0x100000001b3u;
    }
}

static void mix_robot(uint64_t *hash, uint64_t seed, limb_isa isa)
{
    static double q[MAX_NV + 32], v[MAX_NV], a[MAX_NV], tau[MAX_NV], matrix[MAX_NV * MAX_NV];
    const limb_test_robot_opts robot_opts = {.all_mass = true, .quaternions = true};
    limb_robot *robot = limb_test_robot(seed, &robot_opts);
    limb_model *m;
    limb_work *w;
    const limb_model_opts opts = {.floating_base = seed % 2, .isa = isa};
    ENSURE_INT(limb_model_build(&m, robot, &opts), LIMB_OK);
    ENSURE_INT(limb_work_create(&w, m, NULL), LIMB_OK);
    ENSURE(m->nv <= MAX_NV && m->nq <= MAX_NV + 32);
    limb_test_rng rng = {seed};
    limb_test_random_q(&rng, m, q);
    const size_t nv = (size_t)m->nv;
    for (size_t k = 0; k < nv; k++) {
        v[k] = limb_test_uniform(&rng, -1, 1);
        a[k] = limb_test_uniform(&rng, -1, 1);
    }
    limb_fk_acceleration(m, w, q, v, a);
    mix(hash, w->pose, 12 * (size_t)m->nslot);
    mix(hash, w->acceleration, 6 * (size_t)m->nbody);
    limb_jacobian(m, w, m->nlink - 1, NULL, LIMB_REFERENCE_LOCAL, matrix);
    mix(hash, matrix, 6 * nv);
    limb_inverse_dynamics(m, w, q, v, a, NULL, 0, tau);
    mix(hash, tau, nv);
    limb_mass_matrix(m, w, q, matrix);
    mix(hash, matrix, nv * nv);
    if (limb_forward_dynamics(m, w, q, v, tau, NULL, 0, a) == LIMB_OK) mix(hash, a, nv);
    limb_work_free(w);
    limb_model_free(m);
    limb_test_robot_free(robot);
}

static uint64_t hash_of(limb_isa isa)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint64_t seed = 0; seed < 200; seed++)
        mix_robot(&hash, seed, isa);
    printf("isa %d: hash %016llx\n", (int)isa, (unsigned long long)hash);
    return hash;
}

static void mix_floats(uint64_t *hash, const float *x, size_t count)
{
    for (size_t k = 0; k < count; k++)
        mix(hash, &(const double){(double)x[k]}, 1);
}

static void mix_lanes(uint64_t *hash, uint64_t seed, limb_isa isa)
{
    enum { D = LIMB_LANES, F = LIMB_LANES_FLOAT, MAX_SLOTS = 64 };
    _Alignas(32) static double q[MAX_NV * D], v[MAX_NV * D], out[12 * MAX_SLOTS * D];
    _Alignas(32) static float qf[MAX_NV * F], vf[MAX_NV * F], outf[12 * MAX_SLOTS * F];
    limb_robot *robot =
        limb_test_robot(seed, &(limb_test_robot_opts){.quaternions = true, .plain = seed % 3 != 0});
    limb_model *m;
    const limb_model_opts opts = {.floating_base = seed % 2, .isa = isa};
    ENSURE_INT(limb_model_build(&m, robot, &opts), LIMB_OK);
    ENSURE(m->nq <= MAX_NV && m->nslot <= MAX_SLOTS);
    limb_test_rng rng = {seed};
    const size_t nq = (size_t)m->nq, nv = (size_t)m->nv, nslot = (size_t)m->nslot;
    for (size_t k = 0; k < F * nq; k++) {
        qf[k] = (float)limb_test_uniform(&rng, -3, 3);
        vf[k] = (float)limb_test_uniform(&rng, -1, 1);
        if (k < D * nq) q[k] = limb_test_uniform(&rng, -3, 3);
        if (k < D * nq) v[k] = limb_test_uniform(&rng, -1, 1);
    }
    const size_t size = limb_inverse_dynamics_lanes_size(m);
    void *scratch = aligned_alloc(64, (size + 63) / 64 * 64);
    limb_fk_lanes(m, q, out);
    mix(hash, out, 12 * nslot * D);
    limb_fk_lanes_float(m, qf, outf);
    mix_floats(hash, outf, 12 * nslot * F);
    limb_inverse_dynamics_lanes(m, scratch, q, v, v, out);
    mix(hash, out, nv * D);
    limb_inverse_dynamics_lanes_float(m, scratch, qf, vf, vf, outf);
    mix_floats(hash, outf, nv * F);
    free(scratch);
    limb_model_free(m);
    limb_test_robot_free(robot);
}

static uint64_t lanes_hash_of(limb_isa isa)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint64_t seed = 0; seed < 200; seed++)
        mix_lanes(&hash, seed, isa);
    printf("isa %d: hash of lanes %016llx\n", (int)isa, (unsigned long long)hash);
    return hash;
}

TEST(the_portable_kernels_give_the_same_bits_everywhere)
{
    ENSURE(hash_of(LIMB_ISA_PORTABLE) == PORTABLE_HASH);
    ENSURE(lanes_hash_of(LIMB_ISA_PORTABLE) == PORTABLE_LANES_HASH);
}

static void check_fused(limb_isa isa, const char *name, uint64_t hash)
{
    limb_robot *robot = limb_test_robot(1, NULL);
    limb_model *m;
    const limb_status status = limb_model_build(&m, robot, &(limb_model_opts){.isa = isa});
    limb_test_robot_free(robot);
    if (status == LIMB_ERROR_UNSUPPORTED) {
        printf("this processor has no %s\n", name);
        return;
    }
    ENSURE_INT(status, LIMB_OK);
    limb_model_free(m);
    ENSURE(hash_of(isa) == hash);
    ENSURE(lanes_hash_of(isa) == FUSED_LANES_HASH);
}

TEST(the_avx2_kernels_give_the_same_bits_everywhere)
{
    check_fused(LIMB_ISA_AVX2, "AVX2", AVX2_HASH);
}

TEST(the_neon_kernels_give_the_same_bits_everywhere)
{
    check_fused(LIMB_ISA_NEON, "NEON", NEON_HASH);
}
