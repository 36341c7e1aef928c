// Covers: a link's shapes as a few spheres that contain all of them.
//
// Every point of the shapes, and of what closed meshes enclose, is in a sphere; how far the spheres
// stick out is bounded by a proof, not by sampling. The overshoot is never larger than reported.
// For checks of many configurations by limb/spheres.h, and for planners that take spheres.
//
// Threads: the functions share nothing.
#ifndef LIMB_COVER_H
#define LIMB_COVER_H

#include "limb/mesh.h"
#include "limb/robot.h"
#include "limb/spheres.h"

#ifdef __cplusplus
extern "C" {
#endif

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
#endif // LIMB_COVER_H
