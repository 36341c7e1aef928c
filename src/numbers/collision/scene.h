// Internals of scenes and queries.
#ifndef LIMB_COLLISION_SCENE_H
#define LIMB_COLLISION_SCENE_H

#include "base/arena.h"
#include "limb/collision.h"
#include "numbers/narrowphase/pairs.h"

typedef enum limb__shape_class {
    LIMB__SHAPE_CONVEX,
    LIMB__SHAPE_MESH, // or a cloud
    LIMB__SHAPE_PLANE // or a half-space
} limb__shape_class;

typedef struct limb__collider {
    limb__shape_class class;
    int object;
    bool is_placed; // pose is not the identity
    bool half_space;
    double pose[12];           // in the object; hulls and meshes have theirs in their vertices
    double center[3], half[3]; // box in its own frame, without the radius
    double radius;
    limb__convex convex; // for a mesh its hull; nvertex 0: none
    limb__bvh mesh;
} limb__collider;

typedef struct limb__object {
    const char *name;
    int first, count;          // colliders
    double center[3], half[3]; // box in its frame, including radii; infinite with a plane
    double pose[12];           // initial pose
} limb__object;

typedef struct limb__object_pair {
    int a, b;
    int memory; // index of its first pair of colliders
} limb__object_pair;

struct limb_scene {
    const limb_allocator *memory;
    limb__arena arena;
    const limb__pairs *pairs;
    const struct limb__broad *broad;
    int nobject, nlink; // nlink: objects that move
    limb__object *object;
    int ncollider;
    limb__collider *collider;
    int npair;
    limb__object_pair *pair;
    int nmemory; // pairs of colliders
    int nmissing;
};

// Box around an object in the world, for the broad phase: lower and -upper.
typedef struct limb__world_box {
    _Alignas(32) double lower[4], upper[4];
} limb__world_box;

struct limb_query {
    const limb_scene *scene;
    const limb_allocator *memory; // NULL: the caller's block
    size_t size;
    void *block;
    bool is_placed;
    double *pose;                   // of objects (nobject x 12)
    limb__world_box *box;           // (nobject)
    int *candidate;                 // pairs whose boxes touch (npair)
    double *speed;                  // of pairs, see sweep.c (npair)
    limb__pair_memory *pair_memory; // (nmemory)
};

//---- scene.c -------------------------------------------------------------------------------------

//---- broad_isa.c ---------------------------------------------------------------------------------

typedef struct limb__broad {
    // Sets poses of the first count objects, and their boxes; false: a number is not finite. Object
    // i is at pose + 12 slot[i]; slot may be NULL for i.
    bool (*place)(const limb_scene *scene, limb_query *query, const double *pose, const int *slot,
                  int count);
    // Finds pairs whose boxes are at most margin apart; returns their number.
    int (*candidates)(const limb_scene *scene, limb_query *query, double margin);
} limb__broad;
LIMB__ISA_TABLES(limb__broad)

//---- plane.c -------------------------------------------------------------------------------------

// Computes the signed distance of a plane or half-space (a) and another shape (b, not a plane),
// with poses in the world.
bool limb__plane_distance(const limb__collider *a, const double pose_a[12], const limb__collider *b,
                          const double pose_b[12], double bound, limb__proximity *out);

//---- query.c -------------------------------------------------------------------------------------

// Stores the indices of the pairs in contact, in order, in query->candidate; returns their number.
int limb__touching_pairs(limb_query *query);
// Computes the signed distance of a pair of the scene. False: farther than bound.
bool limb__pair_distance(limb_query *query, int pair, double bound, limb_contact *out);
// Returns a lower bound of the distance of a pair; negative: their boxes overlap.
double limb__pair_box_gap(const limb_query *query, int pair);

//---- narrow.c ------------------------------------------------------------------------------------

bool limb__colliders_touch(const limb_query *query, const limb__collider *a,
                           const limb__collider *b, limb__pair_memory *memory);
// Computes the signed distance of two colliders, in the world. False: farther than bound.
bool limb__colliders_distance(const limb_query *query, const limb__collider *a,
                              const limb__collider *b, limb__pair_memory *memory, double bound,
                              limb__proximity *out);
// Returns the collider's pose in the world; scratch is used if it is not its object's.
const double *limb__collider_pose(const limb_query *query, const limb__collider *c,
                                  double scratch[12]);

#endif
