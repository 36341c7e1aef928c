// The shapes of a robot: its meshes, what its links would weigh, and the spheres that cover them.
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
// All meshes of a robot: each file found, loaded once however often it is named,
// on several threads.
//
// Threads: any number may read one limb_robot_meshes.

typedef struct limb_robot_mesh { // one URI of the robot
    const char *uri;
    const char *path;      // the file; NULL when it is not found
    const limb_mesh *mesh; // NULL: not loaded. URIs of one file share it.
    const char *reason;    // why not, one phrase; NULL when loaded
    bool in_visual;        // named by a visual
    bool in_collision;
} limb_robot_mesh;

typedef struct limb_robot_meshes {
    int nmesh;
    const limb_robot_mesh *mesh; // by URI, in order of first use
    int nfile;                   // different files
    int nloaded;                 // of them
    long long ntriangle;         // of the loaded files
    bool gltf_turned;            // glTF meshes were turned from y-up to z-up
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

// LIMB_OK also when files are missing or broken: the report and each entry say so.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_meshes_load(limb_robot_meshes **out,
                                                            const limb_robot *robot,
                                                            const limb_robot_meshes_opts *opts);
LIMB_API void limb_robot_meshes_free(limb_robot_meshes *meshes); // NULL is fine

// The mesh of a URI as written in the robot, or NULL with the reason. ctx is the limb_robot_meshes:
// this is a limb_find_mesh_fn.
LIMB_API const limb_mesh *limb_robot_meshes_find(void *ctx, const char *uri, const char **reason);

// The bytes of a picture named by a URI of the robot or by a mesh's texture path, taken from
// memory; LIMB_ERROR_IO: it cannot be read, or neither named it when the meshes were loaded;
// a file that is not PNG or JPEG is refused. ctx is the limb_robot_meshes: this is a
// limb_find_image_fn. The block has *size bytes.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_meshes_find_image(void *ctx, const char *uri,
                                                                  const limb_allocator *memory,
                                                                  void **bytes, size_t *size);

//---- inertia -------------------------------------------------------------------------------------
//
// Inertia from geometry: what a link would weigh and how it would resist turning if its shapes were
// solid, and how that compares with what the file declares.
//
// Boxes, cylinders, spheres and capsules are taken in closed form, closed meshes by exact integrals
// over their faces, meshes that are not closed by their convex hull (counted in nhull). Several
// shapes of a link are summed: where they overlap, matter counts twice. Real links are hollow
// and carry motors, so the result is a solid's, not a measurement.
//
// Threads: any number may weigh links of one robot, each with a report of its own.

typedef enum limb_inertia_source {
    LIMB_INERTIA_SOURCE_ANY, // collisions where the link has some that can be weighed, else visuals
    LIMB_INERTIA_SOURCE_COLLISION,
    LIMB_INERTIA_SOURCE_VISUAL
} limb_inertia_source;

typedef struct limb_inertia_opts { // zero-initialize
    const limb_allocator *memory;  // only during the call, to look at meshes
    limb_find_mesh_fn *find_mesh;  // limb_robot_meshes_find; NULL: every mesh is missing
    void *find_ctx;
    limb_inertia_source source;
    double density;     // kg/m^3; default 1000, water
    bool declared_mass; // not by density: scaled to the mass that the link declares
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

// LIMB_OK also when the link has no shapes, or some that cannot be weighed: reason says why.
LIMB_API LIMB_MUST_CHECK limb_status limb_link_compute_inertia(limb_link_inertia *out,
                                                               const limb_link *link,
                                                               const limb_inertia_opts *opts);

// The declared inertia of a link in the same form: about the center of mass, turned into the link's
// axes. False: the link declares no mass.
LIMB_API bool limb_link_declared_inertia(limb_mass_properties *out, const limb_link *link);

// Declared against computed, whatever the density: the shapes are given the declared mass.
typedef struct limb_inertia_comparison {
    double factor;           // sum of the declared principal moments over that of the shapes
    double moment_factor[3]; // the same for each, ascending
    double center_distance;  // between the two centers of mass, m
    double center_outside;   // how far the declared one is outside the bounds, m; 0 inside
    bool products_negated;   // with the other sign, the declared products would fit the shapes
    bool about_origin;       // declared about the link's origin, moved to the center it would fit
} limb_inertia_comparison;

// False when there is nothing to compare: no result, no declared mass, or a tensor that
// no body has.
LIMB_API bool limb_link_compare_inertia(limb_inertia_comparison *out, const limb_link *link,
                                        const limb_link_inertia *computed);

// Adds a finding for each link whose declared inertia does not fit its shapes: rules
// inertia-geometry, inertia-center-outside, inertia-sign, inertia-about-origin and
// density-impossible. Links with a mesh that was not loaded are left out. Both the
// collisions and the visuals must disagree where both can be weighed. Links with a tensor that
// limb_robot_check complains about are left to it. The density makes no difference.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_check_inertia(const limb_robot *robot,
                                                              const limb_inertia_opts *opts,
                                                              limb_report *report);

//---- cover ---------------------------------------------------------------------------------------
//
// Covers: a link's shapes as a few spheres that contain all of them.
//
// Every point of the shapes, and of what closed meshes enclose, is in a sphere; how far the spheres
// stick out is bounded by a proof, not by sampling. The overshoot is never larger than reported.
// For checks of many configurations by limb/spheres.h, and for planners that take spheres.
//
// Threads: the functions share nothing.

typedef struct limb_cover_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    limb_find_mesh_fn *find_mesh; // limb_robot_meshes_find; NULL: every mesh is missing
    void *find_ctx;
    bool from_visual; // shapes of <visual> instead of <collision>
    int count;        // at most so many spheres for the link; default: as many as overshoot needs
    double overshoot; // m: how far spheres may stick out, without count; default 0.05 of the link's
                      // longest side. Aimed at: the answer says what was reached
    // Asked between steps; true ends the call with LIMB_ERROR_LIMIT. May be NULL.
    bool (*stop)(void *ctx);
    void *stop_ctx;
} limb_cover_opts;

typedef struct limb_link_cover {
    const char *reason; // why there are no spheres, one phrase; NULL: there are
    int nmissing; // shapes that were left out: geometry that could not be read, a size that is
                  // negative, a mesh that is missing, empty or in part not finite
    int nsphere;
    const limb_sphere *sphere; // with the link's number
    double overshoot;          // m: no point of a sphere is farther from the shapes
} limb_link_cover;

// The spheres of one link. Spheres of the file are taken as they are, and do not count.
// LIMB_OK also when the link has no shapes: reason says so. LIMB_ERROR_INPUT: no such link.
LIMB_API LIMB_MUST_CHECK limb_status limb_link_cover_build(limb_link_cover **out,
                                                           const limb_robot *robot, int link,
                                                           const limb_cover_opts *opts);
LIMB_API void limb_link_cover_free(limb_link_cover *cover); // NULL is fine

// Spheres as JSON, as limb spheres writes them and planners do: {"collision_spheres": {"LINK":
// [{"center": [x, y, z], "radius": r}, ...], ...}}, or the inner object alone.
typedef struct limb_sphere_list {
    int count;
    const limb_sphere *sphere; // in the file's order
} limb_sphere_list;

// LIMB_ERROR_INPUT: the text is something else, or names a link that the robot does not have;
// *reason (unless NULL) is one phrase about it, *offset (unless NULL) the byte that it is about.
LIMB_API LIMB_MUST_CHECK limb_status limb_sphere_list_parse(limb_sphere_list **out,
                                                            const char *text, size_t size,
                                                            const limb_robot *robot,
                                                            const limb_allocator *memory,
                                                            const char **reason, size_t *offset);
LIMB_API void limb_sphere_list_free(limb_sphere_list *list); // NULL is fine

#ifdef __cplusplus
}
#endif
#endif // LIMB_SHAPES_H
