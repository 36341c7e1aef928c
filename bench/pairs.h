// Pairs of bodies at random poses, compared with FCL, libccd and Bullet.
#ifndef LIMB_BENCH_PAIRS_H
#define LIMB_BENCH_PAIRS_H

#include "bench_collide.h"

#include <stdint.h>

// Touch at all of count poses, distance at those apart, depth at the others. spread: centers lie
// within so much of the origin along each axis.
void bench_pair_run(const char *name, const bench_body body[2], double spread, int count);

// The next random number between the two.
double bench_uniform(uint64_t *state, double low, double high);

#endif
