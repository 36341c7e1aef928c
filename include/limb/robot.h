// limb_robot: what a URDF file says, in document order, each part with its place in the source.
//
// Everything here is plain data to read. "Absent" is never confused with a default: optional parts
// are pointers that are NULL, optional values have a has_ flag beside the default they fall back
// to. Units are SI and radians. Names and texts are NUL-terminated UTF-8, decoded. Only the
// calls of edit.h change a robot.
//
// Threads: any number may read one robot while none edits it.
#ifndef LIMB_ROBOT_H
#define LIMB_ROBOT_H

#include "limb/base.h"
#include "limb/diag.h"
#include "limb/document.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- poses ---------------------------------------------------------------------------------------

// <origin>: a pose, as written. When the element is absent node is -1 and the pose is the identity.
typedef struct limb_origin {
    int node;
    bool has_xyz, has_rpy, has_quat; // has_quat only where the file's version allows it
    double xyz[3];                   // m
    double rpy[3];  // rad, about fixed axes x, y, z: R = Rz(yaw) Ry(pitch) Rx(roll)
    double quat[4]; // x y z w, unit; kept equal to rpy's rotation only when has_quat
} limb_origin;

// The pose as a 3x4 row-major matrix; the quaternion wins over rpy where both were read.
LIMB_API void limb_origin_pose(const limb_origin *origin, double pose[12]);

//---- materials -----------------------------------------------------------------------------------

typedef struct limb_material {
    int node;
    const char *name; // "" when absent
    bool has_name, has_color;
    double rgba[4];
    const char *texture; // URI as written, or NULL
} limb_material;

//---- links ---------------------------------------------------------------------------------------

typedef enum limb_shape_type {
    LIMB_SHAPE_BOX,
    LIMB_SHAPE_CYLINDER, // axis z, centred
    LIMB_SHAPE_SPHERE,
    LIMB_SHAPE_CAPSULE, // axis z, centred; length is the cylinder's part, without the caps
    LIMB_SHAPE_MESH
} limb_shape_type;
enum { LIMB_SHAPE_TYPE_COUNT = LIMB_SHAPE_MESH + 1, LIMB_SHAPE_MAX_DIMENSIONS = 2 };

typedef struct limb_shape {
    int node; // the shape's element, <box> and so on
    limb_shape_type type;
    double size[3];       // box: full edge lengths, m
    double radius;        // cylinder, sphere, capsule, m
    double length;        // cylinder, capsule, m
    const char *filename; // mesh: URI as written; NULL for other shapes
    bool has_scale;
    double scale[3]; // mesh: 1 1 1 when absent; negative mirrors
} limb_shape;

typedef enum limb_sign {
    LIMB_SIGN_ANY,
    LIMB_SIGN_POSITIVE,    // more than 0
    LIMB_SIGN_NOT_NEGATIVE // 0 or more
} limb_sign;

// What all shapes of a type have in common, for programs that treat them alike.
typedef struct limb_shape_dimension {
    const char *name; // of the attribute and of the member of limb_shape: "radius"
    int count;        // of numbers
    limb_sign sign;   // that a sound shape has
    size_t offset;    // of the numbers in limb_shape
} limb_shape_dimension;

typedef struct limb_shape_info {
    const char *name; // "box"
    int ndimension;
    limb_shape_dimension dimension[LIMB_SHAPE_MAX_DIMENSIONS];
} limb_shape_info;

LIMB_API const limb_shape_info *limb_shape_info_of(limb_shape_type type); // NULL: no such type

// A <visual> or a <collision>. One whose geometry is broken is reported and left out.
typedef struct limb_link_shape {
    int node;
    const char *name; // "" when absent
    bool has_name;
    limb_origin origin; // in the link's frame
    limb_shape geometry;
    const limb_material *inline_material; // as written inside this visual, or NULL
    const limb_material *material; // what the visual means: its own colour if it has one, else the
                                   // robot's material of that name; NULL: none
    const limb_material
        *urdfdom_material; // what urdfdom gives it (the first definition of a name wins)
} limb_link_shape;

typedef struct limb_inertial {
    int node;
    limb_origin origin; // of the centre of mass; its rotation turns the tensor's axes
    bool has_mass;
    double mass;       // kg
    bool has_inertia;  // all six were read
    double inertia[6]; // ixx ixy ixz iyy iyz izz, kg m^2, about the centre of mass, entries
                       // of the matrix
} limb_inertial;

typedef struct limb_link {
    int node;
    const char *name;
    const limb_inertial *inertial; // NULL: absent
    int nvisual;
    int nbroken_visual; // <visual>s that were reported and left out: their geometry cannot be read
    const limb_link_shape *visual;
    int ncollision;
    int nbroken_collision;
    const limb_link_shape *collision;
    int parent_joint; // -1 at the root
    int nchild_joint;
    const int *child_joint; // joints whose parent is this link, in document order
} limb_link;

//---- joints --------------------------------------------------------------------------------------

typedef enum limb_joint_type {
    LIMB_JOINT_REVOLUTE,
    LIMB_JOINT_CONTINUOUS,
    LIMB_JOINT_PRISMATIC,
    LIMB_JOINT_FIXED,
    LIMB_JOINT_FLOATING,
    LIMB_JOINT_PLANAR
} limb_joint_type;
enum { LIMB_JOINT_TYPE_COUNT = LIMB_JOINT_PLANAR + 1 };

// What all joints of a type have in common.
typedef struct limb_joint_info {
    const char *name; // "revolute"
    int ndof;         // degrees of freedom
    bool has_axis;
    bool has_bounds; // lower and upper limit
    bool turns;      // has coordinates in rad
    bool slides;     // has coordinates in m
} limb_joint_info;

LIMB_API const limb_joint_info *limb_joint_info_of(limb_joint_type type); // NULL: no such type
LIMB_API const char *limb_joint_type_name(limb_joint_type type);          // "revolute"

typedef struct limb_limit { // rad or m, and per second; effort N m or N
    int node;
    bool has_lower, has_upper, has_effort, has_velocity;
    bool has_acceleration, has_deceleration, has_jerk;
    double lower, upper;     // 0 when absent (URDF 1.0); -inf, +inf in 1.2
    double effort, velocity; // 0 when absent (1.0), +inf in 1.2
    double acceleration, deceleration,
        jerk; // +inf when absent; deceleration falls back to acceleration
} limb_limit;

typedef struct limb_dynamics {
    int node;
    bool has_damping, has_friction;
    double damping, friction; // 0 when absent
} limb_dynamics;

typedef struct limb_mimic { // value = multiplier * value(source) + offset
    int node;
    const char *joint_name;
    int joint; // the source as written, or -1 when there is no such joint
    bool has_multiplier, has_offset;
    double multiplier, offset; // 1 and 0 when absent
} limb_mimic;

typedef struct limb_safety {
    int node;
    bool has_soft_lower, has_soft_upper, has_k_position, has_k_velocity;
    double soft_lower, soft_upper, k_position, k_velocity; // 0 when absent
} limb_safety;

typedef struct limb_calibration {
    int node;
    bool has_rising, has_falling;
    double rising, falling;
} limb_calibration;

typedef struct limb_joint {
    int node;
    const char *name;
    limb_joint_type type;
    limb_origin origin;      // of the joint frame in the parent link, at position zero
    const char *parent_name; // as written; "" when absent
    const char *child_name;
    int parent; // link, or -1 when there is none of that name
    int child;
    int axis_node;           // the <axis> element, -1: absent
    bool has_axis;           // its xyz was read
    double axis[3];          // as written, not normalised; 1 0 0 when absent or broken
    const limb_limit *limit; // NULL: absent
    const limb_dynamics *dynamics;
    const limb_mimic *mimic;
    const limb_safety *safety;
    const limb_calibration *calibration;
} limb_joint;

//---- the robot -----------------------------------------------------------------------------------

// Anything at robot level that is not a link, joint or material: transmission, gazebo, sensor,
// ros2_control, or unknown. Elements nested in links and joints are reached through the document.
typedef struct limb_extension {
    int node;
    const char *tag;       // "gazebo"
    const char *name;      // attribute name, "" when absent
    const char *reference; // gazebo's reference, "" when absent
} limb_extension;

typedef struct limb_robot {
    const char *file; // as given; "" when parsed from memory without a name
    const char *name; // "" when absent
    bool has_name;
    bool has_version;
    int version_major, version_minor; // 1 and 0 when absent
    int node;                         // the <robot> element

    int nlink;
    const limb_link *link; // document order
    int njoint;
    const limb_joint *joint; // document order
    int nmaterial;
    const limb_material *material; // robot level, document order
    int nextension;
    const limb_extension *extension;

    int root;              // the only link without a parent; -1 when there is none or several
    const int *link_order; // links reachable from root, depth first, children in document order
    int norder;

    const limb_document *document;
    size_t memory; // bytes taken from the allocator, the source included
} limb_robot;

typedef struct limb_load_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    limb_report *report; // receives findings; NULL: only the status is returned
    const char *file;    // name used in findings; NULL: the path that is loaded
    bool skip_checks;    // read only; do not run the rules of limb_robot_check
    bool keep_broken;    // give the robot even where findings refuse it, so that it can be
                         // inspected and repaired
    bool strict;         // warnings refuse too

    size_t max_bytes;     // of the source; default 256 MiB, at most 1 GiB
    int max_depth;        // nested elements; default 500
    int max_attributes;   // per element; default 1000
    int max_name_bytes;   // element, attribute names; default 1000
    int max_number_bytes; // one number as text; default 1000
} limb_load_opts;

// Reads a robot. LIMB_OK: *out is a robot to be freed. LIMB_ERROR_INPUT: the file is wrong, the
// report says how; *out is NULL unless keep_broken was set and the XML itself could be read.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_load(limb_robot **out, const char *path,
                                                     const limb_load_opts *opts);
// The same from memory; the text is copied.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_parse(limb_robot **out, const char *text,
                                                      size_t size, const limb_load_opts *opts);
LIMB_API void limb_robot_free(limb_robot *robot); // NULL is fine

// The source, byte for byte as read or as edited.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_write(const limb_robot *robot, limb_write_fn *write,
                                                      void *ctx);
// To a temporary file beside path, then renamed over it.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_save(const limb_robot *robot, const char *path);

// -1: none, also for a NULL name.
LIMB_API int limb_robot_find_link(const limb_robot *robot, const char *name);
LIMB_API int limb_robot_find_joint(const limb_robot *robot, const char *name);
LIMB_API int limb_robot_find_material(const limb_robot *robot, const char *name);

//---- the same as functions -----------------------------------------------------------------------

// For languages that call functions and do not know the layout of structs. An index out of range
// gives NULL, or -1.
LIMB_API const char *limb_robot_name(const limb_robot *robot);
LIMB_API int limb_robot_root(const limb_robot *robot); // link; -1: none, or several
LIMB_API const limb_document *limb_robot_document(const limb_robot *robot);

LIMB_API int limb_robot_link_count(const limb_robot *robot);
LIMB_API const char *limb_robot_link_name(const limb_robot *robot, int link);
LIMB_API int limb_robot_link_parent_joint(const limb_robot *robot, int link); // -1 at the root
LIMB_API int limb_robot_link_node(const limb_robot *robot, int link);

LIMB_API int limb_robot_joint_count(const limb_robot *robot);
LIMB_API const char *limb_robot_joint_name(const limb_robot *robot, int joint);
LIMB_API const char *limb_robot_joint_type(const limb_robot *robot, int joint); // "revolute"
LIMB_API int limb_robot_joint_parent(const limb_robot *robot, int joint);       // link; -1: unknown
LIMB_API int limb_robot_joint_child(const limb_robot *robot, int joint);        // link; -1: unknown
LIMB_API int limb_robot_joint_node(const limb_robot *robot, int joint);
// The <limit>'s lower and upper, rad or m; -inf and inf where the joint has none. False:
// no such joint.
LIMB_API bool limb_robot_joint_limits(const limb_robot *robot, int joint, double *lower,
                                      double *upper);

LIMB_API int limb_robot_material_count(const limb_robot *robot);
LIMB_API const char *limb_robot_material_name(const limb_robot *robot, int material);

#ifdef __cplusplus
}
#endif
#endif // LIMB_ROBOT_H
