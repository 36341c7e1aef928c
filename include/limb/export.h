// A robot's tree as a drawing: DOT for Graphviz, or SVG drawn by limb.
//
// Threads: any number may export one robot.
#ifndef LIMB_EXPORT_H
#define LIMB_EXPORT_H

#include "limb/base.h"
#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_export_opts { // zero-initialize
    const limb_allocator *memory; // for scratch
} limb_export_opts;

// Everything that was read, as JSON: the schema of docs/command.md, indented.
LIMB_API limb_status limb_export_json(const limb_robot *robot, const limb_export_opts *opts,
                                      limb_write_fn *write, void *ctx);

// Links are nodes, joints are edges; all of them, in document order. opts may be NULL.
LIMB_API LIMB_MUST_CHECK limb_status limb_export_dot(const limb_robot *robot,
                                                     const limb_export_opts *opts,
                                                     limb_write_fn *write, void *ctx);

// A self-contained picture: links as boxes, joints as labelled lines coloured by type. The
// tree grows downwards or to the right, whichever fits a page better. Shows the links that are
// reachable from the root.
LIMB_API LIMB_MUST_CHECK limb_status limb_export_svg(const limb_robot *robot,
                                                     const limb_export_opts *opts,
                                                     limb_write_fn *write, void *ctx);

#ifdef __cplusplus
}
#endif
#endif // LIMB_EXPORT_H
