// assimp as users call it: triangulate, join identical vertices.
#ifndef LIMB_BENCH_PEER_ASSIMP_H
#define LIMB_BENCH_PEER_ASSIMP_H

#ifdef __cplusplus
extern "C" {
#endif

// Loads and drops a file; how many faces it has, -1 when it cannot be read.
long limb_bench_assimp_load(const char *path);

#ifdef __cplusplus
}
#endif
#endif
