// Shared by the collision benchmarks and their peers: shapes, meshes and poses as plain data.
#ifndef LIMB_BENCH_COLLIDE_H
#define LIMB_BENCH_COLLIDE_H

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_SPHERE, BENCH_CAPSULE, BENCH_BOX, BENCH_CYLINDER, BENCH_HULL, BENCH_MESH };

typedef struct bench_body {
    int kind;
    double size[3];      // radius and length, or edges
    const float *vertex; // hull, mesh (nvertex x 3)
    int nvertex;
    const unsigned *index; // mesh (ntriangle x 3)
    int ntriangle;
} bench_body;

typedef struct bench_poses { // world poses of the two, 3x4 row-major
    int count;
    double (*a)[12], (*b)[12];
} bench_poses;

// A peer holds both bodies in its own form. Returns how many pairs touch; the sum of distances.
typedef struct bench_peer {
    const char *name;
    void *(*open)(const bench_body *a, const bench_body *b);
    int (*collide)(void *pair, const bench_poses *poses);
    double (*distance)(void *pair, const bench_poses *poses); // of poses apart; NULL: has none
    double (*depth)(void *pair, const bench_poses *poses);    // of those that overlap, the same
    void (*build)(const bench_body *mesh);                    // a tree; NULL: has none
    void (*close)(void *pair);
} bench_peer;

extern const bench_peer bench_fcl, bench_ccd_gjk, bench_ccd_mpr, bench_bullet;

#ifdef __cplusplus
}
#endif
#endif
