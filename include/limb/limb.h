// limb: read, check, edit and compute with URDF robot descriptions. Includes all other headers.
//
// Threads: limb has no global state; each header says what its objects may share.
#ifndef LIMB_LIMB_H
#define LIMB_LIMB_H

#include "limb/base.h"
#include "limb/check.h"
#include "limb/collision.h"
#include "limb/configuration.h"
#include "limb/cover.h"
#include "limb/diag.h"
#include "limb/diff.h"
#include "limb/document.h"
#include "limb/dynamics.h"
#include "limb/edit.h"
#include "limb/engine.h"
#include "limb/export.h"
#include "limb/fit.h"
#include "limb/glb.h"
#include "limb/ik.h"
#include "limb/inertia.h"
#include "limb/kinematics.h"
#include "limb/math.h"
#include "limb/mesh.h"
#include "limb/meshes.h"
#include "limb/model.h"
#include "limb/pool.h"
#include "limb/resolve.h"
#include "limb/robot.h"
#include "limb/robot_file.h"
#include "limb/spheres.h"
#include "limb/srdf.h"
#include "limb/target.h"
#include "limb/xacro.h"

#endif // LIMB_LIMB_H
