// Edits: change a robot's file in the intended places and nowhere else.
//
// An edit collects changes of the source text; limb_edit_apply writes all of them, parses the
// result and only then replaces the robot's content, so a change that would break the file leaves
// the robot unchanged. Bytes outside the changed spans stay as they are: comments, layout, unknown
// elements. Nodes and indices in the calls refer to limb_edit_robot.
//
// Threads: an edit and its robot belong to one thread until the edit is applied or freed.
#ifndef LIMB_EDIT_H
#define LIMB_EDIT_H

#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_edit limb_edit;

// Memory comes from the robot's allocator. The robot must outlive the edit.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_begin(limb_edit **out, limb_robot *robot);
// Nullable: edit
LIMB_API void limb_edit_free(limb_edit *edit); // NULL is allowed; discards changes that
                                               // were not applied

// The robot that nodes and indices in the calls refer to: the caller's own, or, after
// limb_edit_stage and the calls that change the whole robot, a private copy with the changes so
// far. Valid until the next call.
LIMB_API const limb_robot *limb_edit_robot(const limb_edit *edit);
// Applies the changes so far to the private copy, so that later ones can build on them: all are
// still applied together or discarded together. Fails as limb_edit_apply does.
// Nullable: report
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_stage(limb_edit *edit, limb_report *report);

// Each call returns LIMB_ERROR_INPUT if the change is impossible (no such node, name taken or NULL,
// no numbers, overlap with an earlier change) and then adds nothing; limb_edit_message gives the
// reason. LIMB_ERROR_MEMORY adds nothing either. The message is empty after success, except for
// renaming, which may add a remark. It is valid until the next call.
LIMB_API const char *limb_edit_message(const limb_edit *edit);

// Sets any attribute of any element, given as unescaped text; only the value's bytes change. A new
// attribute is added after the last one, with the same quotes. NULL removes the attribute and the
// white space before it.
// Nullable: value
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_set_attribute(limb_edit *edit, int node,
                                                             const char *name, const char *value);
// The same with finite numbers, in the shortest form that reads back, separated by one space.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_set_numbers(limb_edit *edit, int node,
                                                           const char *name, const double *value,
                                                           int count);
// Adds XML text (elements, comments, text) as the last child of an element, on a line of its own
// with the indentation and line ends of the file; on the same line if the siblings are on one line.
// Several may be added to one element.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_add(limb_edit *edit, int parent, const char *xml);
// Removes a node of any kind except the outermost element; its line is removed too if nothing else
// is on it.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_remove(limb_edit *edit, int node);
// Replaces an element by XML text, which gets the element's indentation.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_replace(limb_edit *edit, int node, const char *xml);

// Changes the name and every reference to it: parents and children of joints, mimic, gazebo,
// transmission, ros2_control (including mimic parameters), sensor, model_state, and in elements
// that URDF does not define the attributes link, link1, tip_link and the like, joint and so on. If
// a link and a joint share a name, gazebo's references belong to the link. Other occurrences of the
// word in extensions (such as a plug-in's parameter) are kept; the message then gives their number
// and the first of them.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_rename_link(limb_edit *edit, int link,
                                                           const char *name);
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_rename_joint(limb_edit *edit, int joint,
                                                            const char *name);
// Makes another link the parent of the joint; it must not be a descendant of the joint.
// With keep_pose the child keeps its world pose for all joints at zero; otherwise the
// origin is unchanged.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_reparent(limb_edit *edit, int joint, int new_parent,
                                                        bool keep_pose);
// Sets the <origin> of a joint, visual, collision, inertial or sensor element. It is added as the
// first child if absent, unless the pose is the identity; values that already express the pose are
// left as written. Pose is 3x4 row-major; its rotation is written as rpy, or as quat_xyzw if the
// element has that and the file's version allows it, and reads back to within 1e-15.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_set_origin(limb_edit *edit, int node,
                                                          const double pose[12]);
// The same from a unit quaternion x y z w, written as given if the element has quat_xyzw.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_set_origin_quat(limb_edit *edit, int node,
                                                               const double xyz[3],
                                                               const double quat[4]);

//---- the whole robot -----------------------------------------------------------------------------

// Each of these stages the earlier changes (limb_edit_stage) and then its own, so nodes and
// indices after it refer to limb_edit_robot. After success limb_edit_message says what else was
// changed, or is empty.

// Makes the link the root: joints between it and the old root are reversed, with the same values
// and limits; every link keeps its frame. If a joint's axis does not pass through the frame of its
// parent link, a link without mass is added at the joint. Planar and floating joints cannot be
// reversed and are an error.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_set_root(limb_edit *edit, int link);
// Adds a prefix to the name of every link and joint.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_add_prefix(limb_edit *edit, const char *prefix);
// Makes the joint fixed at value (rad or m; 0 for planar and floating ones), and with it the joints
// that mimic it. Collected, not staged.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_lock_joint(limb_edit *edit, int joint, double value);
// Merges links across fixed joints: inertias are added, shapes and further joints move to the
// parent link. Links that elements of other programs refer to are kept, and so is a root without
// mass above a link with mass.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_lump(limb_edit *edit);

typedef enum limb_strip {
    LIMB_STRIP_VISUAL,
    LIMB_STRIP_COLLISION,
    LIMB_STRIP_INERTIAL,
    LIMB_STRIP_GAZEBO,
    LIMB_STRIP_UNKNOWN // elements that URDF does not define
} limb_strip;
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_strip(limb_edit *edit, limb_strip what);

// Multiplies every length by factor: origins, shapes, mesh scales, travel of prismatic joints,
// inertias. Masses stay, or with keep_density grow with the cube. Efforts stay.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_scale(limb_edit *edit, double factor,
                                                     bool keep_density);
// Mirrors the robot along an axis (0 x, 1 y, 2 z) of the root's frame. In names of links and
// joints the words a and b are swapped ("left", "right"); NULL: names stay. Joint values
// keep their meaning.
// Nullable: a, b
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_mirror(limb_edit *edit, int axis, const char *a,
                                                      const char *b);

// Removes a link with its subtree, and the elements that refer only to these: gazebo, transmission,
// ros2_control, sensors, materials. Joints that mimic a removed one become independent.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_remove_tree(limb_edit *edit, int link);
// Keeps only the link and its subtree, or with to (else -1) the chain of links to that one.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_extract(limb_edit *edit, int from, int to);

typedef struct limb_join_opts { // zero-initialize
    int at;                     // link of the edited robot to attach the tool to
    const double *pose;         // (12) of the tool's root in that link; NULL: the identity
    const char *prefix;         // for the tool's names; NULL: none
    const char *joint;          // name of the new fixed joint; NULL: made from both links' names
} limb_join_opts;
// Adds all of another robot, which is not changed, under a fixed joint. Names that occur in both
// are an error unless a prefix distinguishes them; equal materials are merged; comments and unknown
// elements are included.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_join(limb_edit *edit, const limb_robot *tool,
                                                    const limb_join_opts *opts);

// Moves a visual or collision to another link; it keeps its world pose for all joints at zero.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_move_shape(limb_edit *edit, int node, int link);

// Finds an element by a path of names: "joint/elbow/limit", "link/base/visual[2]/origin",
// "material/red", "gazebo/base", "robot". The second part is the value of the attribute name, or
// else reference; [2] is the second sibling of that name. -1: none.
LIMB_API int limb_robot_find_node(const limb_robot *robot, const char *path);

// Creates a robot of one link, to be edited.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_create(limb_robot **out, const char *name,
                                                       const char *root_link,
                                                       const limb_load_opts *opts);

//---- fixes and applying --------------------------------------------------------------------------

// Adds the certain fixes of a report's findings that refer to this robot's file as it is now. Of
// overlapping fixes the first is used, and fixes that would get the file rejected are left out;
// apply, check again and call again until nothing is left. Returns the number of findings fixed.
LIMB_API int limb_edit_add_fixes(limb_edit *edit, const limb_report *report);

// For a text so malformed that no robot can be read from it, not even a broken one: applies the
// certain fixes of its XML, repeatedly while they reveal new ones. LIMB_OK: a robot can be read
// from the result, which is written in one call; *count is the number of findings fixed, 0 if there
// was nothing to fix. LIMB_ERROR_INPUT: the fixes do not suffice, nothing is written. Only memory
// and limits of the options are used; NULL: the defaults.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_xml_repair(const char *text, size_t size,
                                                     const limb_load_opts *opts,
                                                     limb_write_fn *write, void *ctx, int *count);

// Removes from a report's findings about a file, whose text is given, the fixes that the two
// calls above would leave out, so that every fix shown can be applied. Does nothing if report or
// file is NULL.
// Nullable: report, file
LIMB_API LIMB_MUST_CHECK limb_status limb_report_drop_idle_fixes(limb_report *report,
                                                                 const char *file, const char *text,
                                                                 size_t size);

// Applies the changes. LIMB_ERROR_INPUT: the result would be rejected, the report
// gives the reason, and the robot and the edit are unchanged; a robot that was loaded although it
// was rejected may stay so. After success the edit is empty and can be used again, with the
// robot's new nodes and indices. All pointers into the robot's old content are invalid; the robot
// object itself stays.
// Nullable: report
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_apply(limb_edit *edit, limb_report *report);

typedef struct limb_format_opts { // zero-initialize
    int indent;                   // spaces per level; default 2
    bool keep_numbers;            // keep numbers as written instead of their shortest form
    bool keep_order;              // keep the order of children and attributes as written
} limb_format_opts;

// Writes the robot's source in canonical layout (docs/format.md): the meaning is the same, comments
// and unknown elements are kept, and formatting the result changes nothing. Written in one call, or
// not at all.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_format(const limb_robot *robot,
                                                       const limb_format_opts *opts,
                                                       limb_write_fn *write, void *ctx);

//---- diff ----------------------------------------------------------------------------------------
//
// The changes between two robots, by meaning: order, layout, comments and the form of numbers do
// not count. Renamed links and joints are recognized by their connections and content.
//
// Threads: both robots are only read; a diff belongs to the caller.

typedef enum limb_change_kind {
    LIMB_CHANGE_ADDED,
    LIMB_CHANGE_REMOVED,
    LIMB_CHANGE_CHANGED, // an attribute, or an element of another program
    LIMB_CHANGE_RENAMED  // a link or joint
} limb_change_kind;

typedef struct limb_change {
    limb_change_kind kind;
    const char *path;      // the element in the old robot (added: in the new one), as
                           // limb_robot_find_node takes it: "joint/elbow/limit"
    const char *attribute; // "upper"; "" when the element as a whole, or its text, is meant
    const char *old_value; // as people write it; "" when there is none
    const char *new_value;
    limb_span old_place; // line 0 when there is none
    limb_span new_place;
} limb_change;

// One block, freed by limb_diff_free. Spans name the robots' files, so the robots must outlive it.
typedef struct limb_diff {
    int nchange;
    const limb_change *change; // robot, links, joints, materials, then other elements
    const int *link_match;     // index in the new robot, or -1 (nlink of the old robot)
    const int *joint_match;    // (njoint of the old robot)
} limb_diff;

// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status limb_diff_build(limb_diff **out, const limb_robot *old_robot,
                                                     const limb_robot *new_robot,
                                                     const limb_allocator *memory);
// Nullable: diff
LIMB_API void limb_diff_free(limb_diff *diff);

typedef enum limb_mechanism {
    LIMB_MECHANISM_SAME,
    LIMB_MECHANISM_DIFFERENT,
    LIMB_MECHANISM_UNKNOWN // one of the two robots cannot be modeled
} limb_mechanism;

typedef struct limb_mechanism_comparison {
    limb_mechanism mechanism;
    char reason[300]; // why it is not LIMB_MECHANISM_SAME, one phrase; else ""
} limb_mechanism_comparison;

// Compares two robots as mechanisms: for joint values generated from a fixed seed, every link and
// its counterpart in the diff have the same pose relative to the root, and the mass matrices agree.
// Links without mass and shapes are only frames and may be missing. Fails only if memory runs out.
// Nullable: diff (built by the call), memory
LIMB_API LIMB_MUST_CHECK limb_status limb_mechanism_compare(limb_mechanism_comparison *out,
                                                            const limb_robot *old_robot,
                                                            const limb_robot *new_robot,
                                                            const limb_diff *diff,
                                                            const limb_allocator *memory);

#ifdef __cplusplus
}
#endif
#endif // LIMB_EDIT_H
