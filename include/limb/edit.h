// Edits: change a robot's file in the places that are meant, and nowhere else.
//
// An edit collects changes of the source text; limb_edit_apply writes them all, reads the result
// and only then replaces the robot's content, so a change that would break the file leaves the
// robot as it was. Bytes outside the changed spans stay as they are: comments, layout, unknown
// elements. Nodes and indices given to the calls are those of limb_edit_robot.
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
LIMB_API void limb_edit_free(limb_edit *edit); // NULL is fine; drops what was not applied

// The robot that nodes and indices given to the calls are those of: the caller's own, or after
// limb_edit_stage and the calls that turn the whole robot around a private copy with the changes so
// far. Valid until the next call.
LIMB_API const limb_robot *limb_edit_robot(const limb_edit *edit);
// Makes the changes so far on the private copy, so that later ones can build on them: all are still
// applied together or dropped together. Fails as limb_edit_apply does.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_stage(limb_edit *edit, limb_report *report);

// Each call returns LIMB_ERROR_INPUT when the change makes no sense (no such node, name taken or
// NULL, no numbers, overlap with a change already made) and then adds nothing; limb_edit_message
// says why. LIMB_ERROR_MEMORY adds nothing either. The message is empty after success, except for
// renaming, which may add a remark. It lives until the next call.
LIMB_API const char *limb_edit_message(const limb_edit *edit);

// Any attribute of any element, given as plain text that is escaped as needed; only the value's
// bytes change. A new one goes after the last, quoted like it. NULL removes the attribute and the
// white space before it.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_set_attribute(limb_edit *edit, int node,
                                                             const char *name, const char *value);
// The same with finite numbers, in the shortest form that reads back, one blank between.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_set_numbers(limb_edit *edit, int node,
                                                           const char *name, const double *value,
                                                           int count);
// XML text (elements, comments, text) as the last child of an element, on a line of its own with
// the indentation and line ends of the file; on the same line where the siblings are on one.
// Several may be added to one element.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_add(limb_edit *edit, int parent, const char *xml);
// A node of any kind but the outermost element; its line goes too when nothing else is on it.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_remove(limb_edit *edit, int node);
// An element by XML text, which gets the element's indentation.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_replace(limb_edit *edit, int node, const char *xml);

// The name and every reference to it: parents and children of joints, mimic, gazebo, transmission,
// ros2_control (its mimic parameters too), sensor, model_state, and in elements that URDF does not
// know the attributes link, link1, tip_link and the like, joint and so on. Where a link and a
// joint share a name, gazebo's references are the link's. What else in extensions says the same
// word (a plug-in's parameter) stays; the message then says how many places there are and the
// first of them.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_rename_link(limb_edit *edit, int link,
                                                           const char *name);
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_rename_joint(limb_edit *edit, int joint,
                                                            const char *name);
// Makes another link the parent of the joint; it must not be a descendant of the joint. With
// keep_pose the child stays where it is when all joints are at zero; else the origin stays
// as it is.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_reparent(limb_edit *edit, int joint, int new_parent,
                                                        bool keep_pose);
// The <origin> of a joint, visual, collision, inertial or sensor element. It is made as the first
// child where there is none, unless the pose is the identity; values that say the pose already are
// left as written. Pose is 3x4 row-major; its rotation is written as rpy, or as quat_xyzw where the
// element has that and the file's version allows it, and reads back to within 1e-15.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_set_origin(limb_edit *edit, int node,
                                                          const double pose[12]);
// The same from a unit quaternion x y z w, written as given where the element has quat_xyzw.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_set_origin_quat(limb_edit *edit, int node,
                                                               const double xyz[3],
                                                               const double quat[4]);

//---- the whole robot -----------------------------------------------------------------------------

// Each of these stages what was changed before (limb_edit_stage) and then its own changes, so nodes
// and indices after it are those of limb_edit_robot. After success limb_edit_message says what else
// was changed, or is empty.

// The link becomes the root: joints between it and the old root are turned around, with the same
// values and limits; every link keeps its frame. Where a joint's axis misses the frame of its
// parent link, a link without mass is added at the joint. Planar and floating joints are refused.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_set_root(limb_edit *edit, int link);
// Before the name of every link and joint.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_add_prefix(limb_edit *edit, const char *prefix);
// The joint becomes fixed where it is at value (rad or m; 0 for planar and floating ones), and so
// do the joints that mimic it. Collected, not staged.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_lock_joint(limb_edit *edit, int joint, double value);
// Folds fixed joints: inertias are added up, shapes and further joints move to the link
// above. Links that other programs' elements name are kept, and a root without mass above a
// link with mass.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_lump(limb_edit *edit);

typedef enum limb_strip {
    LIMB_STRIP_VISUAL,
    LIMB_STRIP_COLLISION,
    LIMB_STRIP_INERTIAL,
    LIMB_STRIP_GAZEBO,
    LIMB_STRIP_UNKNOWN // elements that URDF does not define
} limb_strip;
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_strip(limb_edit *edit, limb_strip what);

// Every length times factor: origins, shapes, mesh scales, travel of prismatic joints, inertias.
// Masses stay, or with keep_density grow with the cube. Efforts stay.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_scale(limb_edit *edit, double factor,
                                                     bool keep_density);
// The mirror image along an axis (0 x, 1 y, 2 z) of the root's frame. In names of links and
// joints the words a and b change places ("left", "right"); NULL: names stay. Joint values
// keep their meaning.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_mirror(limb_edit *edit, int axis, const char *a,
                                                      const char *b);

// Removes a link with all that is below it, and what only refers to those: gazebo, transmission,
// ros2_control, sensors, materials. Joints that mimic a removed one move by themselves.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_remove_tree(limb_edit *edit, int link);
// Keeps only the link and all below it, or with to (else -1) the chain of links down to that one.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_extract(limb_edit *edit, int from, int to);

typedef struct limb_join_opts { // zero-initialize
    int at;                     // link of the edited robot that carries the tool
    const double *pose;         // (12) of the tool's root in that link; NULL: the identity
    const char *prefix;         // before the tool's names; NULL: none
    const char *joint;          // name of the new fixed joint; NULL: made from both links' names
} limb_join_opts;
// Adds all of another robot, which is not changed, under a fixed joint. Names that both have are
// refused unless a prefix distinguishes them; equal materials are merged; comments and unknown
// elements come along.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_join(limb_edit *edit, const limb_robot *tool,
                                                    const limb_join_opts *opts);

// A visual or collision goes to another link and stays where it is when all joints are at zero.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_move_shape(limb_edit *edit, int node, int link);

// An element by a path of names: "joint/elbow/limit", "link/base/visual[2]/origin", "material/red",
// "gazebo/base", "robot". The second part is the value of the attribute name, or else reference;
// [2] is the second of its siblings of that name. -1: none.
LIMB_API int limb_robot_find_node(const limb_robot *robot, const char *path);

// A robot of one link, to be edited.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_create(limb_robot **out, const char *name,
                                                       const char *root_link,
                                                       const limb_load_opts *opts);

//---- fixes and applying --------------------------------------------------------------------------

// The certain fixes of a report's findings that refer to this robot's file as it is now. Of fixes
// that overlap the first is taken, and those that would get the file refused are left out; apply,
// check again and call again until nothing is left. Returns the number of
// findings fixed.
LIMB_API int limb_edit_add_fixes(limb_edit *edit, const limb_report *report);

// For a text that is so malformed that no robot can be read from it, not even a broken one: makes
// the certain fixes of its XML, again while they reveal new ones. LIMB_OK: a robot can be
// read from the result, which is written in one call; *count is the number of findings
// fixed, 0 when there was nothing to fix. LIMB_ERROR_INPUT: they do not suffice, nothing is
// written. Of the options, memory and limits count; NULL: the defaults.
LIMB_API LIMB_MUST_CHECK limb_status limb_xml_repair(const char *text, size_t size,
                                                     const limb_load_opts *opts,
                                                     limb_write_fn *write, void *ctx, int *count);

// Takes the fixes that the two calls above would leave out away from a report's findings about a
// file, whose text is given: so that every fix that is shown is one that would be made. NULL report
// or file: nothing is done.
LIMB_API LIMB_MUST_CHECK limb_status limb_report_drop_idle_fixes(limb_report *report,
                                                                 const char *file, const char *text,
                                                                 size_t size);

// Makes the changes. LIMB_ERROR_INPUT: the result would be refused, the report (may be NULL) says
// why, and the robot and the edit are unchanged; a robot that was refused and kept may stay so.
// After success the edit is empty and can be used again, with the robot's new nodes and indices.
// All pointers into the robot's old content are gone; the robot itself stays where it is.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_apply(limb_edit *edit, limb_report *report);

typedef struct limb_format_opts { // zero-initialize
    int indent;                   // spaces per level; default 2
    bool keep_numbers;            // leave numbers as written instead of their shortest form
    bool keep_order;              // leave the order of children and attributes as written
} limb_format_opts;

// The robot's source in canonical layout (docs/format.md): the same meaning, comments and unknown
// elements kept; formatting the result changes nothing. Written in one call, or not at all.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_format(const limb_robot *robot,
                                                       const limb_format_opts *opts,
                                                       limb_write_fn *write, void *ctx);

//---- diff ----------------------------------------------------------------------------------------
//
// What changed between two robots, by meaning: order, layout, comments and the form of numbers do
// not count. Links and joints that only got another name are recognized by what they are connected
// to and what they hold.
//
// Threads: both robots are only read; a diff is the caller's own.

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

// One block, freed by limb_diff_free; places name the robots' files, so the robots must outlive it.
typedef struct limb_diff {
    int nchange;
    const limb_change *change; // robot, links, joints, materials, then other elements
    const int *link_match;     // index in the new robot, or -1 (nlink of the old robot)
    const int *joint_match;    // (njoint of the old robot)
} limb_diff;

LIMB_API LIMB_MUST_CHECK limb_status limb_diff_build(limb_diff **out, const limb_robot *old_robot,
                                                     const limb_robot *new_robot,
                                                     const limb_allocator *memory);
LIMB_API void limb_diff_free(limb_diff *diff); // NULL is fine

typedef enum limb_mechanism {
    LIMB_MECHANISM_SAME,
    LIMB_MECHANISM_DIFFERENT,
    LIMB_MECHANISM_UNKNOWN // one of the two robots cannot be modeled
} limb_mechanism;

typedef struct limb_mechanism_comparison {
    limb_mechanism mechanism;
    char reason[300]; // why it is not LIMB_MECHANISM_SAME, one phrase; else ""
} limb_mechanism_comparison;

// Whether two robots are the same mechanism: at joint values drawn by a fixed seed, every link and
// its counterpart in the diff have the same pose relative to the root, and the mass matrices agree.
// Links without mass and shapes are only frames, which may come and go. Fails only for want of
// memory.
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
