// Generated robots for reading: of realistic sizes, the same text on every
// machine, without findings.
#ifndef LIMB_BENCH_ROBOTS_H
#define LIMB_BENCH_ROBOTS_H

#include <stddef.h>

// URDF text with a NUL after it, malloc'd.
char *limb_bench_arm(size_t *size);      // 7 joints and a gripper, meshes, inertia: about 15 kB
char *limb_bench_humanoid(size_t *size); // 60 links, transmissions, simulator tags: about 110 kB
char *limb_bench_chain(int nlink, size_t *size); // a chain of joints: about 900 bytes a link

#endif
