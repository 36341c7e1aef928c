// Building a model in four steps, each with its file.
//
//   order  (model_order.c)  the links reachable from the root, depth first, and the joints between
//   plan   (model_plan.c)   how each joint of the file is modeled: held, moving, following
//   fold   (model_fold.c)   bodies: fixed joints merged, axes rotated to z, inertias added
//   fill   (model_fill.c)   the block: coordinates, limits, names
#ifndef LIMB_MODEL_MODEL_BUILD_H
#define LIMB_MODEL_MODEL_BUILD_H

#include "base/arena.h"
#include "limb/diag.h"
#include "limb/model.h"
#include "limb/robot.h"

// One step of the traversal from the root: over a joint to a new link.
typedef struct limb__model_step {
    int joint; // robot's
    int from, to;
    bool reversed; // from the joint's child to its parent
} limb__model_step;

typedef enum limb__motion {
    LIMB__MOTION_HELD, // fixed, locked, or following a held joint
    LIMB__MOTION_TURN, // revolute, continuous
    LIMB__MOTION_SLIDE,
    LIMB__MOTION_PLANAR,
    LIMB__MOTION_FLOATING
} limb__motion;

typedef struct limb__joint_plan { // of one joint of the robot
    bool reached;
    limb__motion motion;
    double axis[3]; // unit
    double value;   // HELD: its position
    int mimics;     // the joint that it mimics directly, -1: none
    int source;     // TURN, SLIDE: the joint whose coordinate moves it, itself if independent
    double scale, offset;
} limb__joint_plan;

typedef struct limb__built_joint { // one joint of the model
    int source;                    // robot's joint, -1: the floating base
    int part;                      // of a planar joint: 1 x, 2 y, 3 theta; else 0
    limb_motion_kind kind;
    int parent; // body
    double frame[12];
} limb__built_joint;

typedef struct limb__model_builder {
    const limb_robot *robot;
    const limb_model_opts *opts;
    limb__arena arena; // temporary
    bool changed;      // something could not be modeled as written

    int root;
    int nstep;
    limb__model_step *step; // (nlink)
    limb__joint_plan *plan; // (robot->njoint)

    int njoint;
    limb__built_joint *joint; // (njoint)
    int *link_body;           // (nlink), -1: not reached
    double *link_frame;       // (nlink x 12)
    double *body_inertia;     // (njoint + 1) x 10
} limb__model_builder;

limb_status limb__model_order(limb__model_builder *build);
limb_status limb__model_plan(limb__model_builder *build);
limb_status limb__model_fold(limb__model_builder *build);
limb_status limb__model_fill_block(limb__model_builder *build, limb_model **out);

// Adds a finding about a repair: joint "NAME" text.
void limb__model_report_change(limb__model_builder *build, int joint, limb_rule rule,
                               const char *text);
// Adds a finding that rejects the robot: text "NAME". Returns LIMB_ERROR_INPUT.
limb_status limb__model_refuse(limb__model_builder *build, limb_rule rule, const char *text,
                               const char *name);

#endif
