// Rules over a robot: what is suspicious or wrong beyond reading. Loading runs limb_robot_check by
// itself; what needs files is asked for separately.
//
// Threads: a robot may be checked by many at once, each with a report and a resolver of its own.
#ifndef LIMB_CHECK_H
#define LIMB_CHECK_H

#include "limb/base.h"
#include "limb/diag.h"
#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

struct limb_resolver;     // packages.h
struct limb_robot_meshes; // shapes.h

// Runs every rule over a robot and adds the findings to the report: LIMB_OK also when there are
// findings, LIMB_ERROR_MEMORY when not all could be checked. Loading does this unless skip_checks.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_check(const limb_robot *robot, limb_report *report);

// Adds a finding for every mesh and texture URI of the robot that is not found, with the places
// tried as notes and a near match as fix. Files are not opened. URIs that are malformed are left
// to limb_robot_check.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_check_files(const limb_robot *robot,
                                                            struct limb_resolver *resolver,
                                                            limb_report *report);

// Adds findings about the meshes of a robot once they are loaded: millimetres taken for metres,
// colors that readers show differently, visuals that lie on their side.
LIMB_API void limb_robot_check_meshes(const limb_robot *robot,
                                      const struct limb_robot_meshes *meshes, limb_report *report);

// Drops the findings that comments of the robot's file accept, and reports comments that name no
// rule or accept nothing. To be called last, when all other findings are in the report.
//     <!-- limb: off RULE reason -->            in an element: for all findings in that element
//     <!-- limb: off-next-line RULE reason -->  for those on the next line
// Findings by rules that keep a robot from loading stay.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_suppress(const limb_robot *robot,
                                                         limb_report *report);

//---- target --------------------------------------------------------------------------------------
//
// What another reader would make of the file: whether ROS's parser, urdfdom, loads it, and what it
// loses. docs/urdfdom.md describes that parser.
//
// Threads: calls share nothing; any number may read one target.

typedef enum limb_verdict {
    LIMB_VERDICT_LOADS,  // everything the file says arrives
    LIMB_VERDICT_LOSES,  // it loads, but something is dropped or changed in silence
    LIMB_VERDICT_REFUSES // nothing loads
} limb_verdict;

LIMB_API const char *limb_verdict_name(limb_verdict verdict); // "loads", "loses", "refuses"

typedef struct limb_target_shape { // what survives of a visual or collision
    const char *shape;             // "box", "cylinder", "sphere", "mesh", "capsule"
    double size[3]; // box: edges; cylinder, capsule: radius, length; sphere: radius; mesh: scale
    const char *filename; // of a mesh; "" otherwise
    double xyz[3];        // origin
    double quat[4];       // x y z w
    const char *material; // a visual's material by name; "" when there is none
    bool has_material;    // false: no material, or one that urdfdom could not make out
    float rgba[4];        // the colour the visual really gets; 0 0 0 1 when there is none
    const char *texture;  // "" when there is none
} limb_target_shape;

typedef struct limb_target_link { // what survives of a link
    const char *name;
    bool has_inertial; // true also when only half of it was read
    double mass;
    double inertia[6]; // ixx ixy ixz iyy iyz izz
    double inertial_xyz[3], inertial_quat[4];
    int nvisual;
    const limb_target_shape *visual;
    int ncollision;
    const limb_target_shape *collision;
} limb_target_link;

typedef struct limb_target_joint {
    const char *name;
    const char *type; // "revolute"
    const char *parent, *child;
    double xyz[3], quat[4]; // origin; x y z w
    double axis[3];         // 0 0 0 for fixed and floating, whatever the file says
    bool has_limit;
    double lower, upper, effort, velocity;
} limb_target_joint;

typedef struct limb_target {
    limb_verdict verdict;
    const char *reason; // of a refusal: the first one that urdfdom meets, one sentence; else ""
    const char *root;   // root link's name; "" when refused
    int nlink;
    const limb_target_link *link; // in urdfdom's order: by name
    int njoint;
    const limb_target_joint *joint;
    int nloss; // each dropped or changed thing; also added to the report as findings
} limb_target;

// Which urdfdom: they differ in what XML they take and in which versions of URDF they know.
typedef enum limb_urdfdom {
    LIMB_URDFDOM_3, // 3.0 with TinyXML 2.6: URDF 1.0; ROS 2 Humble, Debian 12
    LIMB_URDFDOM_6  // 6.0 with TinyXML-2: URDF 1.0 to 1.2; ROS 2 Rolling
} limb_urdfdom;
enum { LIMB_URDFDOM_NEWEST = LIMB_URDFDOM_6 };

// "urdfdom 3 (ROS 2 Humble, Debian 12)"
LIMB_API const char *limb_urdfdom_name(limb_urdfdom version);
// "urdfdom-3", "urdfdom-6", "urdfdom" (as 3) or "ros" (the newest). False: none of these.
LIMB_API bool limb_urdfdom_find(const char *name, limb_urdfdom *version);

typedef struct limb_target_opts { // zero-initialize
    const limb_allocator *memory;
    limb_urdfdom version;
    limb_report *report; // receives a finding for each refusal and each loss; may be NULL
    const char *file;    // name shown in findings; NULL: "-"
} limb_target_opts;

// Reads the text as urdfdom does. LIMB_OK whatever the verdict; LIMB_ERROR_LIMIT: the text is 4 GiB
// or longer. The text need not outlive the call.
LIMB_API LIMB_MUST_CHECK limb_status limb_target_urdfdom(limb_target **out, const char *text,
                                                         size_t size, const limb_target_opts *opts);
LIMB_API void limb_target_free(limb_target *target); // NULL is fine

#ifdef __cplusplus
}
#endif
#endif // LIMB_CHECK_H
