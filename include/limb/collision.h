// Collision: which links of a robot touch each other or an obstacle, and how far apart they are.
//
// A limb_scene holds shapes: those of a robot's links, and obstacles fixed in the world. It is
// built once, never changes and may be shared by any number of threads. A limb_query is the scratch
// of one thread: place the links in it, then query. Queries neither allocate nor fail on finite
// poses. Lengths in m, poses 3x4 row-major, points and normals in the world.
//
//     limb_scene_build(&scene, robot, &(limb_scene_opts){.find_mesh = ..., .find_ctx = ...});
//     limb_query_create(&query, scene, NULL);
//     limb_fk(model, work, q);
//     if (limb_query_place(query, model, work) == LIMB_OK && limb_collide(query, NULL)) ...
//
// Shapes are solid, except meshes (their triangles) and point clouds (balls). The shapes of one
// object form a union and are never compared with each other.
//
// Threads: a scene may be shared by any number; a query belongs to one at a time.
#ifndef LIMB_COLLISION_H
#define LIMB_COLLISION_H

#include "limb/model.h"
#include "limb/pool.h"

#ifdef __cplusplus
extern "C" {
#endif

struct limb_mesh;   // mesh.h
struct limb_report; // diag.h
struct limb_robot;  // robot.h
struct limb_sphere; // spheres.h
struct limb_srdf;   // srdf.h

//---- scenes --------------------------------------------------------------------------------------

typedef enum limb_collider_kind {
    LIMB_COLLIDER_SPHERE,
    LIMB_COLLIDER_BOX,
    LIMB_COLLIDER_CYLINDER,  // axis z, centered
    LIMB_COLLIDER_CAPSULE,   // axis z, centered; length is that of the cylindrical part
    LIMB_COLLIDER_HULL,      // convex hull of a mesh or of points
    LIMB_COLLIDER_MESH,      // triangles, two-sided
    LIMB_COLLIDER_POINTS,    // a point cloud: balls of one radius
    LIMB_COLLIDER_PLANE,     // z = 0, without thickness
    LIMB_COLLIDER_HALF_SPACE // z <= 0
} limb_collider_kind;

typedef struct limb_collider { // zero-initialize; everything is copied by the scene
    limb_collider_kind kind;
    const double *pose;           // in the frame of its object (12); NULL: identity
    double size[3];               // box: full edge lengths
    double radius;                // sphere, cylinder, capsule, points
    double length;                // cylinder, capsule
    const struct limb_mesh *mesh; // hull, mesh
    const double *scale;          // of the mesh or the points, per axis (3); NULL: 1 1 1
    const float *point;           // hull without a mesh, points (npoint x 3)
    int npoint;
} limb_collider;

typedef struct limb_scene_object {
    const char *name;   // NULL: ""
    const double *pose; // in the world (12), for those that limb_query_place does not move; NULL:
                        // identity
    int ncollider;
    const limb_collider *collider;
} limb_scene_object;

typedef struct limb_scene limb_scene;

typedef struct limb_scene_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    limb_isa isa; // LIMB_ERROR_UNSUPPORTED when this processor lacks it

    // obstacles, fixed in the world: objects after the links, not compared with each other
    const limb_scene_object *obstacle;
    int nobstacle;

    // of a robot
    // a limb_find_mesh_fn such as limb_robot_meshes_find; NULL: every mesh is missing
    const struct limb_mesh *(*find_mesh)(void *ctx, const char *uri, const char **reason);
    void *find_ctx;
    bool from_visual;  // use shapes of <visual> instead of <collision>
    bool mesh_as_hull; // use the convex hulls of meshes: faster, and larger than the mesh
    const struct limb_sphere *sphere; // used instead of the links' own shapes; NULL: none
    int nsphere;
    bool all_pairs;               // also compare links connected by a joint
    const struct limb_srdf *srdf; // pairs that it disables are not compared; NULL: none
} limb_scene_opts;

// Builds a scene of the links of a robot, object i being link i, then the obstacles. Links
// connected by a joint are not compared unless all_pairs is set. Shapes that cannot be compared are
// left out and counted, see limb_scene_missing_count: unreadable geometry, a mesh that is missing
// or empty or has dropped triangles (limb_mesh.nnonfinite), a negative size, a size or position
// that is not finite or beyond 1e15 m. LIMB_ERROR_INPUT: a sphere's link does not exist, or its
// radius or position is invalid in this sense. LIMB_ERROR_LIMIT: more than 67 million pairs of
// shapes would be compared.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_scene_build(limb_scene **out,
                                                      const struct limb_robot *robot,
                                                      const limb_scene_opts *opts);
// Builds a scene of objects that move independently, then the obstacles. skip (nskip x 2) are
// pairs of objects that are not compared. A mesh that is empty, not finite or beyond 1e15 m is
// left out and counted; LIMB_ERROR_INPUT: a size is negative, or a size or pose is not finite
// or beyond that.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_scene_create(limb_scene **out,
                                                       const limb_scene_object *object, int nobject,
                                                       const int *skip, int nskip,
                                                       const limb_scene_opts *opts);
// Nullable: scene
LIMB_API void limb_scene_free(limb_scene *scene);

LIMB_API int limb_scene_object_count(const limb_scene *scene); // obstacles included
LIMB_API const char *limb_scene_object_name(const limb_scene *scene, int object);
LIMB_API int limb_scene_find_object(const limb_scene *scene, const char *name); // -1: none
LIMB_API int limb_scene_shape_count(const limb_scene *scene, int object);
LIMB_API int limb_scene_missing_count(const limb_scene *scene); // shapes that are not compared
LIMB_API size_t limb_scene_memory(const limb_scene *scene);     // bytes of its block
// The number of pairs of objects that are compared.
LIMB_API int limb_scene_pair_count(const limb_scene *scene);
LIMB_API void limb_scene_pair(const limb_scene *scene, int pair, int *a, int *b);

// Adds a finding for links not connected by a joint that overlap by more than a millimeter at the
// zero pose; links fixed to each other count as one. Links that cannot be placed are left out.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_check_touching(const struct limb_robot *robot,
                                                               const limb_scene_opts *opts,
                                                               struct limb_report *report);

//---- queries -------------------------------------------------------------------------------------

typedef struct limb_query limb_query;

// The size of a query, the scratch of one thread. A new query has every object at its own pose.
LIMB_API size_t limb_query_size(const limb_scene *scene);
// Places a query in memory of at least limb_query_size bytes (any alignment). Returns NULL if it
// is too small.
LIMB_API limb_query *limb_query_init(const limb_scene *scene, void *memory, size_t size);
// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status limb_query_create(limb_query **out, const limb_scene *scene,
                                                       const limb_allocator *memory);
// Nullable: query
LIMB_API void limb_query_free(limb_query *query); // of limb_query_create; NULL is allowed

// Places the links at the poses of limb_fk. LIMB_ERROR_NUMERIC: a pose is not finite; the query
// then reports no contacts until it is placed again.
LIMB_API LIMB_MUST_CHECK limb_status limb_query_place(limb_query *query, const limb_model *model,
                                                      const limb_work *work);
// Places the first count objects at these poses (count x 12).
LIMB_API LIMB_MUST_CHECK limb_status limb_query_place_objects(limb_query *query, const double *pose,
                                                              int count);
// Discards the starting points kept from earlier queries. Results change by rounding only.
LIMB_API void limb_query_reset(limb_query *query);

typedef struct limb_contact {
    int a, b;                      // objects, a < b
    double distance;               // negative: how deep they overlap
    double point[3];               // halfway between the two points
    double point_a[3], point_b[3]; // on a and on b; point_b = point_a + distance * normal
    double normal[3];              // unit, from a to b
} limb_contact;
// For convex shapes the depth is the length of the shortest translation that separates them, along
// the normal for b. For a mesh it is that of the touching triangles, which is less.

// Returns whether any pair touches. The first such pair is written to pair (2).
// Nullable: pair
LIMB_API bool limb_collide(limb_query *query, int *pair);
// Finds all pairs that touch, each with its deepest contact. Writes at most max and returns the
// number of all.
// Nullable: contact (with max 0)
LIMB_API int limb_collide_all(limb_query *query, limb_contact *contact, int max);
// Returns whether two objects touch, even if they are not among the compared pairs.
LIMB_API bool limb_collide_pair(limb_query *query, int a, int b);

// Finds the closest pair, with a signed distance. Returns false if none is closer than bound
// (HUGE_VAL: there are no pairs).
LIMB_API bool limb_distance(limb_query *query, double bound, limb_contact *nearest);
// The same for two objects.
LIMB_API bool limb_distance_pair(limb_query *query, int a, int b, double bound,
                                 limb_contact *nearest);

typedef struct limb_ray_result {
    int object;
    double t; // the hit is at from + t * direction
    double point[3];
    double normal[3]; // unit, against the ray
} limb_ray_result;

// Finds the first object on the ray from + t * direction, t in 0 .. reach. Returns false if there
// is none, or if the ray is not finite.
LIMB_API bool limb_ray_cast(limb_query *query, const double from[3], const double direction[3],
                            double reach, limb_ray_result *hit);

//---- motions and many configurations -------------------------------------------------------------

typedef struct limb_sweep_result {
    bool touches;
    double
        t; // in 0 .. 1: the first time at which two objects are within the tolerance; 1: none are
    int a, b;  // those objects; -1
    int nstep; // configurations tested
} limb_sweep_result;

// Tests whether anything touches on the path from configuration a to b along limb_interpolate.
// Each step is as long as the distances prove to be free (conservative advancement), so nothing
// between two steps is missed; links that come within tolerance (m; 0: 0.0001) count as touching.
// Uses the work and leaves the query placed at the last configuration. LIMB_ERROR_NUMERIC: a or b
// is not finite.
LIMB_API LIMB_MUST_CHECK limb_status limb_sweep(limb_query *query, const limb_model *model,
                                                limb_work *work, const double *a, const double *b,
                                                double tolerance, limb_sweep_result *result);

// Tests count configurations (count x nq) for contact, on the threads of a pool: query and work
// have one entry for each of its workers. pool NULL: only the calling thread. A configuration that
// is not finite counts as touching. Results do not depend on the number of threads.
// Nullable: pool
LIMB_API void limb_collide_batch(limb_query *const *query, limb_work *const *work,
                                 const limb_model *model, limb_pool *pool, const double *q,
                                 int count, bool *touches);

// How often the pairs of a scene touch at random configurations.
typedef struct limb_pair_count {
    int a, b;
    long long touching; // samples at which they touch
} limb_pair_count;

typedef struct limb_sample_opts { // zero-initialize
    long long nsample;            // default 10,000
    uint64_t seed;
    limb_pool *pool; // NULL: only the calling thread; the counts are the same
    const limb_allocator *memory;
    void (*progress)(void *ctx, long long done, long long total); // by any worker, one at a time
    void *progress_ctx;
} limb_sample_opts;

// Fills pair (limb_scene_pair_count entries, in that order).
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_collide_sample(const limb_scene *scene,
                                                         const limb_model *model,
                                                         const limb_sample_opts *opts,
                                                         limb_pair_count *pair);

// The collision matrix of a robot: what MoveIt's setup assistant computes from samples.
typedef enum limb_pair_class {
    LIMB_PAIR_SOMETIMES, // must be compared
    LIMB_PAIR_ADJACENT,  // a joint connects the two links
    LIMB_PAIR_ALWAYS,    // touch in at least 95 % of the samples
    LIMB_PAIR_NEVER      // touch in none
} limb_pair_class;

typedef struct limb_matrix_pair {
    int a, b; // links of the robot
    limb_pair_class pair_class;
    double share; // of the samples in which they touch; 1 for LIMB_PAIR_ADJACENT
} limb_matrix_pair;

typedef struct limb_collision_matrix { // open to read
    long long nsample;
    int npair;
    const limb_matrix_pair *pair; // links connected by a joint in order of the joints, then
                                  // the scene's pairs
} limb_collision_matrix;

// Samples as limb_collide_sample does. The scene and the model must be those of the robot.
// LIMB_ERROR_INPUT: shapes are missing from the scene, so that pairs that touch could be classified
// as LIMB_PAIR_NEVER.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_collision_matrix_build(limb_collision_matrix **out,
                                                                 const limb_scene *scene,
                                                                 const struct limb_robot *robot,
                                                                 const limb_model *model,
                                                                 const limb_sample_opts *opts);
// Nullable: matrix
LIMB_API void limb_collision_matrix_free(limb_collision_matrix *matrix);
// Writes an SRDF file that disables all pairs except those that touch sometimes.
// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status
limb_collision_matrix_write(const limb_collision_matrix *matrix, const struct limb_robot *robot,
                            const limb_allocator *memory, limb_write_fn *write, void *ctx);

//---- spheres -------------------------------------------------------------------------------------
//
// Sphere sets: links replaced by spheres, to test for many configurations at once whether the
// robot touches itself.
//
// A set is built once for a model, never changes and may be shared by any number of threads; it
// refers to the model, which must outlive it. Nothing allocates and nothing fails after that.
// Lengths in m.
//
//     limb_sphere_set_build(&set, model, sphere, nsphere, NULL);
//     scratch = malloc(limb_sphere_set_scratch_size(set, 1));
//     limb_sphere_set_collide_batch(set, scratch, NULL, q, count, touches);
//
// Spheres of links that are fixed to each other or connected by one joint are never compared.
//
// Threads: a set may be shared by any number; scratch belongs to one call at a time.

typedef struct limb_sphere {
    int link;         // of the model
    double center[3]; // in the frame of the link
    double radius;
} limb_sphere;

typedef struct limb_sphere_set limb_sphere_set;

typedef struct limb_sphere_set_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    const int *skip; // pairs of links that are not compared (nskip x 2)
    int nskip;
} limb_sphere_set_opts;

// Builds a set; the spheres may be in any order and are copied. LIMB_ERROR_INPUT: the model has no
// such link, a number is not finite, or a radius is negative. Links that are not connected to the
// root are left out.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_sphere_set_build(limb_sphere_set **out,
                                                           const limb_model *model,
                                                           const limb_sphere *sphere, int nsphere,
                                                           const limb_sphere_set_opts *opts);
// Nullable: set
LIMB_API void limb_sphere_set_free(limb_sphere_set *set);

LIMB_API int limb_sphere_set_count(const limb_sphere_set *set); // spheres
// The number of pairs of spheres that are compared.
LIMB_API long long limb_sphere_set_pair_count(const limb_sphere_set *set);

// Tests for contact after limb_fk, in doubles. The links of the first two spheres that touch are
// written to link (2) unless it is NULL.
// Nullable: link
LIMB_API bool limb_sphere_set_collide(const limb_sphere_set *set, const limb_work *work, int *link);

// Bytes of scratch (any alignment) for nworker threads.
LIMB_API size_t limb_sphere_set_scratch_size(const limb_sphere_set *set, int nworker);

// Tests one block of LIMB_LANES_FLOAT configurations, q in lanes (nq x LIMB_LANES_FLOAT, aligned to
// 32 bytes; see limb/kinematics.h): bit k of the result is set if configuration k touches. Poses
// and distances are floats: a result within about a millionth of the robot's reach of touching may
// be either. A configuration that is not finite counts as touching.
LIMB_API unsigned limb_sphere_set_collide_lanes(const limb_sphere_set *set, void *scratch,
                                                const float *q);
// The same for count configurations (count x nq), on the threads of a pool; scratch has room for
// its workers. pool NULL: only the calling thread. Results do not depend on the number of threads.
// Nullable: pool
LIMB_API void limb_sphere_set_collide_batch(const limb_sphere_set *set, void *scratch,
                                            limb_pool *pool, const float *q, int count,
                                            bool *touches);

#ifdef __cplusplus
}
#endif
#endif // LIMB_COLLISION_H
