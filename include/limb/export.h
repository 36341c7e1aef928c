// A robot's tree as a drawing: DOT for Graphviz, or SVG drawn by limb.
//
// Threads: any number may export one robot.
#ifndef LIMB_EXPORT_H
#define LIMB_EXPORT_H

#include "limb/base.h"
#include "limb/mesh.h"
#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_export_opts { // zero-initialize
    const limb_allocator *memory; // for scratch
} limb_export_opts;

// Writes everything that was read, as JSON: the schema of docs/command.md, indented.
// Nullable: opts
LIMB_API limb_status limb_export_json(const limb_robot *robot, const limb_export_opts *opts,
                                      limb_write_fn *write, void *ctx);

// Writes links as nodes and joints as edges; all of them, in document order.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_export_dot(const limb_robot *robot,
                                                     const limb_export_opts *opts,
                                                     limb_write_fn *write, void *ctx);

// Writes a self-contained picture: links as boxes, joints as labeled lines colored by type. The
// tree grows down or to the right, whichever fits a page better. Shows the links that are reachable
// from the root.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_export_svg(const limb_robot *robot,
                                                     const limb_export_opts *opts,
                                                     limb_write_fn *write, void *ctx);

//---- glb -----------------------------------------------------------------------------------------
//
// A robot as one GLB, for the page and pictures.
//
// glTF is y-up, so the root node, limb_z_up, rotates the robot. Below it every joint's node is at
// the joint's origin in its parent link, and the child link's node below that carries the joint's
// motion. A link's node has its shapes in two groups, visuals and collisions. `extras` give the
// meaning of nodes: {"limb": "link" | "joint" | "visuals" | "collisions" | "visual" | "collision",
// "name": ...}; joints also have type, axis, limits and mimic, links a size (m) for overlays. A
// visual whose mesh could not be loaded is marked {"missing": reason} and has no mesh; it is
// replaced by the link's collision shapes, else by its inertia box, marked in the same way, and
// links without any shape are drawn as bones {"limb": "skeleton"}. A robot without shapes is drawn
// entirely as bones; its node limb_z_up is marked {"skeleton": true}. limb's own materials have
// names: limb_collision, limb_inertia, limb_missing, limb_skeleton, limb_axis_x ...
//
// Threads: any number may export one robot, each with a report of its own.

// Finds the picture for a URI as written in the robot, or for a mesh's texture path.
// LIMB_ERROR_MEMORY ends the build; after any other error the picture is left out.
typedef limb_status limb_find_image_fn(void *ctx, const char *uri, const limb_allocator *memory,
                                       void **bytes, size_t *size);

typedef struct limb_glb_opts { // zero-initialize
    const limb_allocator *memory;
    limb_report *report;
    limb_find_mesh_fn *find_mesh; // NULL: every mesh is missing
    limb_find_image_fn
        *find_image; // textures of URDF materials and meshes; NULL: none are embedded
    void *find_ctx;
    const double *link_pose; // *link_pose; // world poses, 3x4 row-major (nlink x 12); NULL:
                             // those of limb_neutral
    bool override_colors;    // a color or texture of the URDF replaces the looks of a mesh that has
                             // its own, as in RViz since 2026; default: such a mesh keeps them
    bool own_materials;      // of a material name that is defined more than once, each visual shows
                             // its own definition; default: all show the first one, as ROS does
    bool no_visual;
    bool no_collision;
    bool frames;  // also draw the frame of each link
    bool inertia; // also draw each link's inertia as the box of even density that has it
    bool animate; // an animation that sweeps each joint through its range in turn
} limb_glb_opts;

typedef struct limb_glb {
    void *bytes; // a whole GLB file
    size_t size;
    const limb_allocator *memory;
} limb_glb;

// LIMB_ERROR_INPUT: the robot has no root.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_glb_build(limb_glb **out, const limb_robot *robot,
                                                    const limb_glb_opts *opts);
// Nullable: glb
LIMB_API void limb_glb_free(limb_glb *glb);
LIMB_API const void *limb_glb_bytes(const limb_glb *glb);
LIMB_API size_t limb_glb_size(const limb_glb *glb);

typedef struct limb_page_opts { // zero-initialize
    const limb_allocator *memory;
    limb_find_mesh_fn *find_mesh; // as above: says which meshes are missing
    void *find_ctx;
    int version;         // increases with each change of the file
    bool broken;         // the report is about a newer file that cannot be shown
    bool writable;       // the page may change the file
    const char *compare; // file of a second robot to compare with; NULL: none
    const char *view;    // text of the view file; NULL: none
    int ntriangle;
    bool name_only;     // "file" is the name without its folders, for a page that is sent to others
    bool urdf_colors;   // the GLB was built with override_colors
    bool own_materials; // the GLB was built with own_materials
    bool gltf_turned;   // glTF meshes were rotated from y-up to z-up
} limb_page_opts;

// Identifies the text that a page showed: 16 hexadecimal digits, the same on every machine. It
// detects that a file has changed meanwhile; it is not a protection against forgery.
enum { LIMB_SOURCE_HASH_SIZE = 17 };
LIMB_API void limb_source_hash(const char *text, size_t size, char hash[LIMB_SOURCE_HASH_SIZE]);

// Writes the page's data other than the GLB: links, joints, findings, source. The form is
// documented in docs/page.md.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_page_write(const limb_robot *robot,
                                                     const limb_report *report,
                                                     const limb_page_opts *opts,
                                                     limb_write_fn *write, void *ctx);

#ifdef __cplusplus
}
#endif
#endif // LIMB_EXPORT_H
