// What another reader would make of the file: whether ROS's parser, urdfdom, loads it, and what it
// loses.
#ifndef LIMB_TARGET_H
#define LIMB_TARGET_H

#include "limb/base.h"
#include "limb/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum limb_verdict {
    LIMB_VERDICT_LOADS,  // everything the file says arrives
    LIMB_VERDICT_LOSES,  // it loads, but something is dropped or changed in silence
    LIMB_VERDICT_REFUSES // nothing loads
} limb_verdict;

LIMB_API const char *limb_verdict_name(limb_verdict verdict); // "loads", "loses", "refuses"

typedef struct limb_target_link { // what survives of a link
    const char *name;
    bool has_inertial;
    double mass;
    double inertia[6];
    int nvisual, ncollision;
} limb_target_link;

typedef struct limb_target_joint {
    const char *name;
    const char *type; // "revolute"
    const char *parent, *child;
    double xyz[3], quat[4]; // origin; x y z w
    double axis[3];
    bool has_limit;
    double lower, upper, effort, velocity;
} limb_target_joint;

typedef struct limb_target {
    limb_verdict verdict;
    const char *reason; // of a refusal: one sentence; "" otherwise
    const char *root;   // root link's name; "" when refused
    int nlink;
    const limb_target_link *link; // in urdfdom's order: by name
    int njoint;
    const limb_target_joint *joint;
    int nloss; // each dropped or changed thing; also added to the report as findings
} limb_target;

typedef struct limb_target_opts { // zero-initialize
    const limb_allocator *memory;
    limb_report *report; // receives one finding per refusal and loss
    const char *file;
} limb_target_opts;

// Reads the text as urdfdom 3.0 (ROS 2 Humble, Debian 12) does. LIMB_OK whatever the verdict.
LIMB_API LIMB_MUST_CHECK limb_status limb_target_urdfdom(limb_target **out, const char *text,
                                                         size_t size, const limb_target_opts *opts);
LIMB_API void limb_target_free(limb_target *target); // NULL is fine

#ifdef __cplusplus
}
#endif
#endif // LIMB_TARGET_H
