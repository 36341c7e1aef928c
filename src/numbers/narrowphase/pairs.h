// Collision of two shapes, each convex or a mesh: the table of one instruction set.
//
// Everything is computed in the frame of the first shape; pose is that of the second in this frame.
#ifndef LIMB_NARROWPHASE_PAIRS_H
#define LIMB_NARROWPHASE_PAIRS_H

#include "base/isa.h"
#include "numbers/narrowphase/bvh.h"
#include "numbers/narrowphase/convex.h"

// A mesh and a convex shape. box is the convex shape's own, without its radius.
typedef struct limb__mesh_convex {
    const limb__bvh *mesh;
    const limb__convex *convex;
    const double *center, *half; // of the box of the convex shape's core, in its frame
    const double *pose;          // of the convex shape in the mesh's frame
} limb__mesh_convex;

typedef struct limb__mesh_pair {
    const limb__bvh *a, *b;
    const double *pose; // of b in the frame of a
} limb__mesh_pair;

// A hull without a radius, with the box around it, at its pose in the world.
typedef struct limb__placed_hull {
    const limb__convex *hull;
    const double *center, *half; // of the box in the hull's frame
    const double *pose;
} limb__placed_hull;

// Triangles that touch each other, or that touch a convex shape (then second is -1).
typedef struct limb__touch {
    int first, second;
    limb__proximity near; // of the two
} limb__touch;

typedef struct limb__ray { // from + t direction, t in 0 .. reach
    double from[3];
    double direction[3]; // of any length
    double reach;
} limb__ray;

typedef struct limb__ray_hit {
    double t;
    double normal[3]; // unit, outward; of a mesh: against the ray
    int triangle;     // of a mesh; -1: none
} limb__ray_hit;

// The distance of two meshes that are far apart relative to their size is that of two of their
// points, and may exceed the minimum by this share: triangles that are closer by less are skipped,
// otherwise distant parallel planes would be compared triangle by triangle.
static const double limb__mesh_far_share = 2e-10;

// Distances are signed; for a mesh, the depth is the largest of its triangles in contact. A
// distance function returns false, and only sets a lower bound, if the distance exceeds bound.
// touches: at most max are written, the number found is returned.
#define LIMB__PAIR_LIST(PAIR)                                                                         \
    /* whether they touch */                                                                          \
    PAIR(bool, convex_collide, (const limb__convex_pair *pair, limb__pair_memory *memory))            \
    PAIR(bool, hulls_collide,                                                                         \
         (const limb__placed_hull *a, const limb__placed_hull *b, limb__pair_memory *memory))         \
    PAIR(bool, convex_distance,                                                                       \
         (const limb__convex_pair *pair, limb__pair_memory *memory, double bound,                     \
          limb__proximity *out))                                                                      \
    /* whether the boxes (half sizes) of two shapes overlap, with centers in the frames of the two */ \
    PAIR(bool, boxes_overlap,                                                                         \
         (const double *center_a, const double *half_a, const double *center_b,                       \
          const double *half_b, const double *pose))                                                  \
    /* spheres, capsules, boxes and cylinders at their poses in the world, which is where the \
       answer is, too */       \
    PAIR(bool, primitives_collide,                                                                    \
         (const limb__convex *a, const double *pose_a, const limb__convex *b,                         \
          const double *pose_b, limb__pair_memory *memory))                                           \
    PAIR(bool, primitives_distance,                                                                   \
         (const limb__convex *a, const double *pose_a, const limb__convex *b,                         \
          const double *pose_b, limb__pair_memory *memory, double bound, limb__proximity *out))       \
    /* the oriented boxes (nnode) of a tree that is written but for them */                           \
    PAIR(void, mesh_orient, (limb__bvh * mesh, limb__oriented_node * oriented))                       \
    PAIR(bool, mesh_collide, (const limb__mesh_pair *pair, limb__pair_memory *memory))                \
    PAIR(int, mesh_touches, (const limb__mesh_pair *pair, limb__touch *touches, int max))             \
    PAIR(bool, mesh_distance,                                                                         \
         (const limb__mesh_pair *pair, limb__pair_memory *memory, double bound,                       \
          limb__proximity *out))                                                                      \
    PAIR(bool, mesh_convex_collide, (const limb__mesh_convex *pair, limb__pair_memory *memory))       \
    PAIR(int, mesh_convex_touches, (const limb__mesh_convex *pair, limb__touch *touches, int max))    \
    PAIR(bool, mesh_convex_distance,                                                                  \
         (const limb__mesh_convex *pair, limb__pair_memory *memory, double bound,                     \
          limb__proximity *out))                                                                      \
    /* rays in the frame of the shape; false: no hit within reach */                                  \
    PAIR(bool, convex_ray, (const limb__convex *convex, const limb__ray *ray, limb__ray_hit *out))    \
    PAIR(bool, mesh_ray, (const limb__bvh *mesh, const limb__ray *ray, limb__ray_hit *out))

typedef struct limb__pairs {
#define LIMB__MEMBER(result, name, arguments) result(*name) arguments;
    LIMB__PAIR_LIST(LIMB__MEMBER)
#undef LIMB__MEMBER
} limb__pairs;

// limb__pairs_of(isa): the table of an instruction set; NULL: this build lacks it.
LIMB__ISA_TABLES(limb__pairs)

#if defined(LIMB__ISA)
#define LIMB__DECLARE(result, name, arguments) result LIMB__FOR_ISA(limb__##name) arguments;
LIMB__PAIR_LIST(LIMB__DECLARE)
#undef LIMB__DECLARE
#endif

#endif
