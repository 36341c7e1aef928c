// Collision of spheres, capsules, boxes and cylinders compared with FCL, libccd and Bullet: every
// pair at random poses.
#include "bench.h"
#include "pairs.h"

#include <stdio.h>

BENCH(collide, "collide")
{
    // two of each kind, of different sizes
    static const struct {
        const char *name;
        bench_body body[2];
    } shapes[] = {
        {"sphere", {{.kind = BENCH_SPHERE, .size = {0.3}}, {.kind = BENCH_SPHERE, .size = {0.4}}}},
        {"capsule",
         {{.kind = BENCH_CAPSULE, .size = {0.15, 0.7}},
          {.kind = BENCH_CAPSULE, .size = {0.2, 0.5}}}},
        {"box",
         {{.kind = BENCH_BOX, .size = {0.3, 0.5, 0.7}},
          {.kind = BENCH_BOX, .size = {0.6, 0.4, 0.3}}}},
        {"cylinder",
         {{.kind = BENCH_CYLINDER, .size = {0.2, 0.7}},
          {.kind = BENCH_CYLINDER, .size = {0.3, 0.4}}}},
    };
    if (!limb_bench_wanted("collide/")) return;
    for (int i = 0; i < 4; i++)
        for (int j = i; j < 4; j++) {
            char name[40];
            snprintf(name, sizeof name, "%s-%s", shapes[i].name, shapes[j].name);
            bench_pair_run(name, (bench_body[2]){shapes[i].body[0], shapes[j].body[1]}, 0.4, 512);
        }
}
