// The pose in which a robot's GLB shows it when its caller gives none.
#ifndef LIMB_EXPORT_GLB_NEUTRAL_H
#define LIMB_EXPORT_GLB_NEUTRAL_H

#include "base/arena.h"
#include "limb/robot.h"

typedef struct limb__glb_neutral {
    double *link_pose; // world poses (nlink x 12); NULL: as with all joints at zero
    double *value;     // position of each joint of one coordinate, 0 of the others (njoint)
} limb__glb_neutral;

// The arrays are taken from the arena.
limb_status limb__glb_neutral_find(limb__glb_neutral *out, const limb_robot *robot,
                                   limb__arena *arena, const limb_allocator *memory);

#endif
