// The XML of a robot: every element, attribute, comment and byte of the source, read-only.
//
// A node is an index into the document, in document order; -1 is none. A robot has its document
// and, for each link, joint and so on, the node it was read from, so a program can read its own
// elements (<gazebo>, <ros2_control>, <my_tag>) in addition to those of URDF. Nodes are valid until
// the robot is edited or freed. Names are compared literally, including the prefix ("xacro:macro").
//
// Threads: any number may read one document.
#ifndef LIMB_ROBOT_H
#define LIMB_ROBOT_H

#include "limb/base.h"
#include "limb/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_document limb_document;

typedef enum limb_node_kind {
    LIMB_NODE_ELEMENT,
    LIMB_NODE_TEXT, // white space alone between elements is not a node; it is kept in the source
    LIMB_NODE_CDATA,
    LIMB_NODE_COMMENT,
    LIMB_NODE_PI, // <?name ...?>, the XML declaration included
    LIMB_NODE_DOCTYPE
} limb_node_kind;

// The whole source, byte for byte.
LIMB_API limb_text limb_document_source(const limb_document *doc);
// The outermost element, or -1.
LIMB_API int limb_document_root(const limb_document *doc);
LIMB_API int limb_document_node_count(const limb_document *doc);

LIMB_API limb_node_kind limb_node_kind_of(const limb_document *doc, int node);
LIMB_API int limb_node_parent(const limb_document *doc, int node);      // -1 at the top
LIMB_API int limb_node_first_child(const limb_document *doc, int node); // any kind; -1: none
LIMB_API int limb_node_next(const limb_document *doc, int node);        // next sibling of any kind
// The element's name, or the target of a processing instruction; empty for other kinds.
LIMB_API limb_text limb_node_name(const limb_document *doc, int node);
// The source of the node from "<" to ">", end tag included; for text, all of it.
LIMB_API limb_text limb_node_source(const limb_document *doc, int node);
// Lines are counted from the start of the file in each call, so that threads can share a document:
// the time is proportional to the node's offset.
LIMB_API limb_span limb_node_span(const limb_document *doc, int node);

// The first child element with that name, or -1; any element if name is NULL. find_next: the next
// sibling element with that name.
// Nullable: name
LIMB_API int limb_node_find(const limb_document *doc, int node, const char *name);
// Nullable: name
LIMB_API int limb_node_find_next(const limb_document *doc, int node, const char *name);

LIMB_API int limb_node_attribute_count(const limb_document *doc, int node);
LIMB_API limb_text limb_node_attribute_name(const limb_document *doc, int node, int index);
// The value between the quotes as written, with references such as &amp; not decoded; data is
// NULL if absent.
LIMB_API limb_text limb_node_attribute_raw(const limb_document *doc, int node, const char *name);
// Copies the decoded value to buffer, NUL-terminated and truncated if necessary. Returns the full
// decoded length without the NUL, or -1 if the attribute is absent.
// Nullable: buffer (with capacity 0)
LIMB_API int limb_node_attribute(const limb_document *doc, int node, const char *name, char *buffer,
                                 size_t capacity);
// The decoded text and CDATA directly inside the element, returned in the same way.
// Nullable: buffer (with capacity 0)
LIMB_API int limb_node_text(const limb_document *doc, int node, char *buffer, size_t capacity);
// Reads the attribute as count numbers; false if absent, malformed or of another count.
LIMB_API bool limb_node_numbers(const limb_document *doc, int node, const char *name, double *out,
                                int count);
// "/robot/joint[3]/axis", returned in the same way as limb_node_attribute.
// Nullable: buffer (with capacity 0)
LIMB_API int limb_node_path(const limb_document *doc, int node, char *buffer, size_t capacity);

//---- robot ---------------------------------------------------------------------------------------
//
// limb_robot: the content of a URDF file, in document order, each part with its location.
//
// Everything here is plain data to read. An absent value is always distinguishable from a default:
// optional parts are pointers that may be NULL, optional values have a has_ flag beside their
// default. Units are SI and radians. Names and texts are NUL-terminated UTF-8, decoded. Only the
// calls of edit.h change a robot.
//
// Threads: any number may read a robot while no thread edits it.

//---- poses ---------------------------------------------------------------------------------------

// <origin>: a pose, as written. If the element is absent, node is -1 and the pose is the identity.
typedef struct limb_origin {
    int node;
    bool has_xyz, has_rpy, has_quat; // has_quat only where the file's version allows it
    double xyz[3];                   // m
    double rpy[3];  // rad, about fixed axes x, y, z: R = Rz(yaw) Ry(pitch) Rx(roll)
    double quat[4]; // x y z w, unit; kept equal to rpy's rotation only when has_quat
} limb_origin;

// The pose as a 3x4 row-major matrix; the quaternion takes precedence over rpy if both were read.
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
    LIMB_SHAPE_CYLINDER, // axis z, centered
    LIMB_SHAPE_SPHERE,
    LIMB_SHAPE_CAPSULE, // axis z, centered; length is that of the cylindrical part,
                        // without the caps
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

// The common properties of all shapes of a type.
typedef struct limb_shape_dimension {
    const char *name; // of the attribute and of the member of limb_shape: "radius"
    int count;        // of numbers
    limb_sign sign;   // that a valid shape has
    size_t offset;    // of the numbers in limb_shape
} limb_shape_dimension;

typedef struct limb_shape_info {
    const char *name; // "box"
    int ndimension;
    limb_shape_dimension dimension[LIMB_SHAPE_MAX_DIMENSIONS];
} limb_shape_info;

LIMB_API const limb_shape_info *limb_shape_info_of(limb_shape_type type); // NULL: no such type

// A <visual> or a <collision>. Shapes with broken geometry are reported and left out.
typedef struct limb_link_shape {
    int node;
    const char *name; // "" when absent
    bool has_name;
    limb_origin origin; // in the link's frame
    limb_shape geometry;
    const limb_material *inline_material; // as written inside this visual, or NULL
    const limb_material *material; // the visual's material: its own color if it has one, else the
                                   // robot's material of that name; NULL: none
    const limb_material
        *urdfdom_material; // *urdfdom_material; // the one that urdfdom uses (the first definition
                           // of a name)
} limb_link_shape;

// The material to show for a visual. As in ROS the first definition of a name counts for all
// visuals that use the name; with own, a visual's own definition takes precedence. NULL: none.
LIMB_API const limb_material *limb_visual_material(const limb_link_shape *visual, bool own);

typedef struct limb_inertial {
    int node;
    limb_origin origin; // of the center of mass; its rotation rotates the tensor's axes
    bool has_mass;
    double mass;       // kg
    bool has_inertia;  // all six were read
    double inertia[6]; // ixx ixy ixz iyy iyz izz, kg m^2, about the center of mass, entries
                       // of the matrix
} limb_inertial;

typedef struct limb_link {
    int node;
    const char *name;
    const limb_inertial *inertial; // NULL: absent
    int nvisual;
    int nbroken_visual; // <visual>s that were reported and left out because their geometry
                        // cannot be read
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

// The common properties of all joints of a type.
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
    int joint; // the source as written, or -1 if there is no such joint
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
    int parent; // link, or -1 if there is none of that name
    int child;
    int axis_node;           // the <axis> element, -1: absent
    bool has_axis;           // its xyz was read
    double axis[3];          // as written, not normalized; 1 0 0 when absent or broken
    const limb_limit *limit; // NULL: absent
    const limb_dynamics *dynamics;
    const limb_mimic *mimic;
    const limb_safety *safety;
    const limb_calibration *calibration;
} limb_joint;

//---- the robot -----------------------------------------------------------------------------------

// An element at robot level other than a link, joint or material: transmission, gazebo, sensor,
// ros2_control, or unknown. Elements nested in links and joints are available through the document.
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

    int root;              // the only link without a parent; -1 if there is none or several
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
    bool keep_broken;    // return the robot even if findings reject it, so that it can be
                         // inspected and repaired
    bool strict;         // warnings reject too

    size_t max_bytes;     // of the source; default 256 MiB, at most 1 GiB
    int max_depth;        // nested elements; default 500
    int max_attributes;   // per element; default 1000
    int max_name_bytes;   // element, attribute names; default 1000
    int max_number_bytes; // one number as text; default 1000
} limb_load_opts;

// Reads a robot. LIMB_OK: *out is a robot to be freed. LIMB_ERROR_INPUT: the file has errors, which
// are in the report; *out is NULL unless keep_broken was set and the XML itself could be read.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_load(limb_robot **out, const char *path,
                                                     const limb_load_opts *opts);
// The same from memory; the text is copied.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_parse(limb_robot **out, const char *text,
                                                      size_t size, const limb_load_opts *opts);
// Nullable: robot
LIMB_API void limb_robot_free(limb_robot *robot); // NULL is allowed

// Writes the source, byte for byte as read or as edited.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_write(const limb_robot *robot, limb_write_fn *write,
                                                      void *ctx);
// Writes to a temporary file beside path, which then replaces it.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_save(const limb_robot *robot, const char *path);

// Finds by name; -1: none, also for a NULL name.
LIMB_API int limb_robot_find_link(const limb_robot *robot, const char *name);
LIMB_API int limb_robot_find_joint(const limb_robot *robot, const char *name);
LIMB_API int limb_robot_find_material(const limb_robot *robot, const char *name);

//---- the same as functions -----------------------------------------------------------------------

#ifdef __cplusplus
}
#endif
#endif // LIMB_ROBOT_H
