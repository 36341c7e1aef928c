// The shapes of a robot: its meshes, the inertia of its links, and covers of spheres.
#ifndef LIMB_SHAPES_H
#define LIMB_SHAPES_H

#include "limb/collision.h"
#include "limb/mesh.h"
#include "limb/packages.h"
#include "limb/pool.h"
#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- meshes --------------------------------------------------------------------------------------
//
// All meshes of a robot: each file is found and loaded once even if it is named several times,
// on several threads.
//
// Threads: any number may read one limb_robot_meshes.

typedef struct limb_robot_mesh { // one URI of the robot
    const char *uri;
    const char *path;      // the file; NULL if it is not found
    const limb_mesh *mesh; // NULL: not loaded. URIs of one file share it.
    const char *reason;    // why not, one phrase; NULL if loaded
    bool in_visual;        // named by a visual
    bool in_collision;
} limb_robot_mesh;

typedef struct limb_robot_meshes {
    int nmesh;
    const limb_robot_mesh *mesh; // by URI, in order of first use
    int nfile;                   // distinct files
    int nloaded;                 // of them
    long long ntriangle;         // of the loaded files
    bool gltf_turned;            // glTF meshes were rotated from y-up to z-up
} limb_robot_meshes;

typedef struct limb_robot_meshes_opts { // zero-initialize
    const limb_allocator *memory;       // with a pool of several workers it must allow threads
    limb_report *report;                // findings of URIs and files
    const limb_resolve_opts *resolve;   // where packages are; NULL: as found
    const limb_mesh_opts *mesh;         // how to load; its memory, report, file, read and
                                        // turn_y_up are not used
    limb_pool *pool;      // NULL: a built-in thread pool during the call; one thread when
                          // memory is given
    limb_gltf_up gltf_up; // mesh->turn_y_up is not used
    bool no_visual;       // leave out what only visuals name
    bool no_collision;
    void (*progress)(void *ctx, int done, int total); // called by the calling thread's worker
    void *progress_ctx;
} limb_robot_meshes_opts;

// Loads the meshes. LIMB_OK even if files are missing or broken: the report and each entry say so.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_meshes_load(limb_robot_meshes **out,
                                                            const limb_robot *robot,
                                                            const limb_robot_meshes_opts *opts);
// Nullable: meshes
LIMB_API void limb_robot_meshes_free(limb_robot_meshes *meshes);

// The mesh of a URI as written in the robot, or NULL with the reason. ctx is the limb_robot_meshes:
// this function is a limb_find_mesh_fn.
LIMB_API const limb_mesh *limb_robot_meshes_find(void *ctx, const char *uri, const char **reason);

// Reads the picture named by a URI of the robot or by a mesh's texture path, into a block of *size
// bytes from memory. LIMB_ERROR_IO: it cannot be read, or neither named it when the meshes were
// loaded; files other than PNG or JPEG are rejected. ctx is the limb_robot_meshes: this function is
// a limb_find_image_fn.
// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_meshes_find_image(void *ctx, const char *uri,
                                                                  const limb_allocator *memory,
                                                                  void **bytes, size_t *size);

//---- inertia -------------------------------------------------------------------------------------
//
// Inertia from geometry: the mass properties of a link if its shapes were solid, compared with
// the declared ones.
//
// Boxes, cylinders, spheres and capsules have closed forms, closed meshes exact integrals over
// their faces; meshes that are not closed are replaced by their convex hull (counted in nhull).
// Several shapes of a link are summed, and overlapping volume counts twice. Real links are hollow
// and contain motors, so the result is an estimate, not a measurement.
//
// Threads: any number may compute links of one robot, each with its own report.

typedef enum limb_inertia_source {
    LIMB_INERTIA_SOURCE_ANY, // collisions if the link has usable ones, else visuals
    LIMB_INERTIA_SOURCE_COLLISION,
    LIMB_INERTIA_SOURCE_VISUAL
} limb_inertia_source;

typedef struct limb_inertia_opts { // zero-initialize
    const limb_allocator *memory;  // only during the call, to examine meshes
    limb_find_mesh_fn *find_mesh;  // limb_robot_meshes_find; NULL: every mesh is missing
    void *find_ctx;
    limb_inertia_source source;
    double density;     // kg/m^3; default 1000, water
    bool declared_mass; // scale to the mass that the link declares, instead of using the density
} limb_inertia_opts;

typedef struct limb_link_inertia {
    const char *reason; // why there is no result, one phrase; NULL: there is one
    bool from_visual;
    int nshape;
    int nhull;    // of them: meshes that are not closed, taken as their convex hull
    int nmissing; // unusable shapes, because of which there is no result: geometry that
                  // could not be read, a mesh that is missing or in part not finite

    double lower[3], upper[3]; // bounds of the shapes in the link's frame, m
    double volume;             // m^3
    double density;            // kg/m^3
    double mass;               // kg
    double center[3];          // of mass, in the link's frame, m
    double inertia[6];         // xx xy xz yy yz zz about the center of mass in the link's axes
    double own_inertia[6]; // the same in the axes of the declared <inertial>: what its attributes
                           // should say; equal to inertia where those are not turned
    double moment[3];      // principal, ascending
} limb_link_inertia;

// Computes the inertia of a link. LIMB_OK even if the link has no shapes, or unusable ones: reason
// gives the cause.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_link_compute_inertia(limb_link_inertia *out,
                                                               const limb_link *link,
                                                               const limb_inertia_opts *opts);

// The declared inertia of a link in the same form: about the center of mass, in the link's axes.
// Returns false if the link declares no mass.
LIMB_API bool limb_link_declared_inertia(limb_mass_properties *out, const limb_link *link);

// The declared inertia compared with the computed one at the declared mass, independent
// of the density.
typedef struct limb_inertia_comparison {
    double factor;           // sum of the declared principal moments over that of the shapes
    double moment_factor[3]; // the same for each, ascending
    double center_distance;  // between the two centers of mass, m
    double center_outside;   // how far the declared one is outside the bounds, m; 0 inside
    bool products_negated;   // with the opposite sign, the declared products would fit the shapes
    bool about_origin;       // declared about the link's origin, moved to the center it would fit
} limb_inertia_comparison;

// Returns false if there is nothing to compare: no result, no declared mass, or a tensor that no
// body can have.
LIMB_API bool limb_link_compare_inertia(limb_inertia_comparison *out, const limb_link *link,
                                        const limb_link_inertia *computed);

// Adds a finding for each link whose declared inertia does not fit its shapes: rules
// inertia-geometry, inertia-center-outside, inertia-sign, inertia-about-origin and
// density-impossible. Links with a mesh that was not loaded are left out. If both collisions and
// visuals are usable, both must disagree. Tensors that limb_robot_check reports are not reported
// again. The density has no effect.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_check_inertia(const limb_robot *robot,
                                                              const limb_inertia_opts *opts,
                                                              limb_report *report);

//---- cover ---------------------------------------------------------------------------------------
//
// Covers: a few spheres that contain all of a link's shapes.
//
// Every point of the shapes, and of the volume of closed meshes, is in a sphere. The bound on how
// far the spheres protrude is proven, not sampled: the overshoot is never larger than reported. For
// checks of many configurations by sphere sets (collision.h), and for planners that use spheres.
//
// Threads: the functions share no data.

typedef struct limb_cover_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    limb_find_mesh_fn *find_mesh; // limb_robot_meshes_find; NULL: every mesh is missing
    void *find_ctx;
    bool from_visual; // shapes of <visual> instead of <collision>
    int count;        // at most so many spheres for the link; default: as many as overshoot needs
    double overshoot; // m: how far spheres may stick out, without count; default 0.05 of the link's
                      // longest side. Aimed at: the answer says what was reached
    // Called between steps; returning true ends the call with LIMB_ERROR_LIMIT. May be NULL.
    bool (*stop)(void *ctx);
    void *stop_ctx;
} limb_cover_opts;

typedef struct limb_link_cover {
    const char *reason; // why there are no spheres, one phrase; NULL: there are
    int nmissing; // shapes that were left out: geometry that could not be read, a size that is
                  // negative, a mesh that is missing, empty or in part not finite
    int nsphere;
    const limb_sphere *sphere; // with the link's number
    double overshoot;          // m: upper bound of the distance of the spheres' points
                               // from the shapes
} limb_link_cover;

// Builds the spheres of one link. Spheres in the file are used unchanged and are not counted.
// LIMB_OK even if the link has no shapes: reason says so. LIMB_ERROR_INPUT: no such link.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_link_cover_build(limb_link_cover **out,
                                                           const limb_robot *robot, int link,
                                                           const limb_cover_opts *opts);
// Nullable: cover
LIMB_API void limb_link_cover_free(limb_link_cover *cover);

// Spheres as JSON, in the form written by limb spheres and read by planners: {"collision_spheres":
// {"LINK": [{"center": [x, y, z], "radius": r}, ...], ...}}, or the inner object alone.
typedef struct limb_sphere_list {
    int count;
    const limb_sphere *sphere; // in the file's order
} limb_sphere_list;

// Parses the JSON. LIMB_ERROR_INPUT: the text has another form, or names a link that the robot does
// not have; *reason is one phrase, *offset the byte concerned.
// Nullable: memory, reason, offset
LIMB_API LIMB_MUST_CHECK limb_status limb_sphere_list_parse(limb_sphere_list **out,
                                                            const char *text, size_t size,
                                                            const limb_robot *robot,
                                                            const limb_allocator *memory,
                                                            const char **reason, size_t *offset);
// Nullable: list
LIMB_API void limb_sphere_list_free(limb_sphere_list *list);

//---- simplification ------------------------------------------------------------------------------
//
// Replaces the meshes of a robot's collisions by shapes that contain them: primitives, convex hulls
// or convex parts. limb_simplification_build chooses, limb_simplification_edit writes the choices
// into the robot's file; hulls and parts are meshes that the caller writes to files.
//
// Threads: any number may read one limb_simplification.

struct limb_edit; // edit.h

typedef enum limb_simplify_shape {
    LIMB_SIMPLIFY_AUTO, // the simplest within the error: a primitive, else the hull, else parts
    LIMB_SIMPLIFY_HULL,
    LIMB_SIMPLIFY_PARTS,
    LIMB_SIMPLIFY_BOX,
    LIMB_SIMPLIFY_CYLINDER,
    LIMB_SIMPLIFY_CAPSULE,
    LIMB_SIMPLIFY_SPHERE
} limb_simplify_shape;

typedef struct limb_simplify_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    limb_simplify_shape shape;
    double max_error; // by which the volume may grow, 0.1 is a tenth; default any, for auto
                      // and parts 0.1
    int max_parts;    // of a mesh
    const bool *link; // (nlink) the links whose meshes are replaced; NULL: all
    void (*progress)(void *ctx, int done, int total);
    void *progress_ctx;
} limb_simplify_opts;

typedef enum limb_replacement_kind {
    LIMB_REPLACEMENT_NONE, // the mesh stays; reason says why
    LIMB_REPLACEMENT_PRIMITIVE,
    LIMB_REPLACEMENT_HULL,
    LIMB_REPLACEMENT_PARTS
} limb_replacement_kind;

// What was made of a mesh, for all collisions that name it: before their scale.
typedef struct limb_simplified_mesh {
    const limb_mesh *mesh;
    const char *uri, *path;
    limb_mesh *hull;   // NULL: not needed
    limb_parts *parts; // NULL: not needed
} limb_simplified_mesh;

typedef struct limb_replacement { // of one collision with a mesh
    const limb_link *link;
    const limb_link_shape *shape;
    int number; // of the link's collisions
    int mesh;   // of the simplification; -1: not loaded
    limb_replacement_kind kind;
    char reason[160];         // why the mesh stays; ""
    bool too_large;           // the reason is max_error: error is that of the refused shape
    limb_fit fit;             // of a primitive, in the frame of the link, rounded for writing
    limb_solid_volume volume; // of the mesh
    double fitted;            // m^3: volume of what replaces it
    double error;             // fitted / volume.solid - 1; HUGE_VAL: the mesh has no volume
} limb_replacement;

typedef struct limb_simplification { // open to read; refers to the robot and its meshes
    int nreplacement;
    const limb_replacement *replacement; // in order of links and collisions
    int nmesh;
    const limb_simplified_mesh *mesh;
    const limb_allocator *memory; // never NULL
} limb_simplification;

// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_simplification_build(limb_simplification **out,
                                                               const limb_robot *robot,
                                                               const limb_robot_meshes *meshes,
                                                               const limb_simplify_opts *opts);
// Nullable: all
LIMB_API void limb_simplification_free(limb_simplification *all);

// Writes the URI of a file with the hull (part 0) or a part (from 1) of a mesh, NUL-terminated.
typedef limb_status limb_simplify_address_fn(void *ctx, int mesh, int part, char *out,
                                             size_t capacity);
// Adds the replacements to an edit of the same robot. Capsules become a cylinder and two spheres
// where the file's version of URDF has none. Fails as the calls of edit.h do.
LIMB_API LIMB_MUST_CHECK limb_status limb_simplification_edit(const limb_simplification *all,
                                                              struct limb_edit *edit,
                                                              limb_simplify_address_fn *address,
                                                              void *ctx);

#ifdef __cplusplus
}
#endif
#endif // LIMB_SHAPES_H
