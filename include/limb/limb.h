// limb: read, check, edit and compute with URDF robot descriptions. Includes all other headers.
//
// Threads: limb has no global state; each header says what its objects may share.
#ifndef LIMB_LIMB_H
#define LIMB_LIMB_H

#include "limb/base.h"
#include "limb/check.h"
#include "limb/collision.h"
#include "limb/diag.h"
#include "limb/dynamics.h"
#include "limb/edit.h"
#include "limb/export.h"
#include "limb/kinematics.h"
#include "limb/load.h"
#include "limb/mesh.h"
#include "limb/model.h"
#include "limb/motion.h"
#include "limb/packages.h"
#include "limb/pool.h"
#include "limb/robot.h"
#include "limb/shapes.h"
#include "limb/srdf.h"
#include "limb/system.h"
#include "limb/xacro.h"

#endif // LIMB_LIMB_H
