// Edits: change a robot's file in the places that are meant, and nowhere else.
//
// An edit collects changes of the source text; limb_edit_apply writes them all, reads the result
// and only then replaces the robot's content, so a change that would break the file leaves the
// robot as it was. Bytes outside the changed spans stay as they are: comments, layout, unknown
// elements. Nodes and indices given to the calls are those of the robot before the edit is applied.
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

// Each call returns LIMB_ERROR_INPUT when the change makes no sense (no such node, name taken,
// overlap with a change already made) and then adds nothing; limb_edit_message says why.
LIMB_API const char *limb_edit_message(const limb_edit *edit); // "" after success

// Any attribute of any element, given as plain text that is escaped as needed. NULL removes it.
LIMB_API limb_status limb_edit_set_attribute(limb_edit *edit, int node, const char *name,
                                             const char *value);
LIMB_API limb_status limb_edit_set_numbers(limb_edit *edit, int node, const char *name,
                                           const double *value, int count);
// XML text as the last child of an element, on a line of its own with the indentation of its
// siblings.
LIMB_API limb_status limb_edit_add(limb_edit *edit, int parent, const char *xml);
// The element with the line it stands on, when nothing else stands there.
LIMB_API limb_status limb_edit_remove(limb_edit *edit, int node);
LIMB_API limb_status limb_edit_replace(limb_edit *edit, int node, const char *xml);

// The name and every reference to it: joints, mimic, gazebo, transmission, ros2_control, sensors.
LIMB_API limb_status limb_edit_rename_link(limb_edit *edit, int link, const char *name);
LIMB_API limb_status limb_edit_rename_joint(limb_edit *edit, int joint, const char *name);
// The joint hangs from another link. The pose of the child is kept at position zero when keep_pose
// is set.
LIMB_API limb_status limb_edit_reparent(limb_edit *edit, int joint, int new_parent, bool keep_pose);
// The <origin> of a joint, visual, collision or inertial element, made when absent, removed when
// identity and it was absent. Pose is 3x4 row-major; written as xyz and rpy, or quat_xyzw where the
// element has that.
LIMB_API limb_status limb_edit_set_origin(limb_edit *edit, int node, const double pose[12]);
LIMB_API limb_status limb_edit_set_origin_quat(limb_edit *edit, int node, const double xyz[3],
                                               const double quat[4]);
// The certain fixes of a report's findings that speak of this robot's file. Returns how many were
// taken.
LIMB_API int limb_edit_add_fixes(limb_edit *edit, const limb_report *report);

// Makes the changes. LIMB_ERROR_INPUT: the result would be refused, the report (may be NULL) says
// why, and the robot is unchanged. After success the edit is empty and can be used again.
LIMB_API LIMB_MUST_CHECK limb_status limb_edit_apply(limb_edit *edit, limb_report *report);

typedef struct limb_format_opts { // zero-initialize
    int indent;                   // spaces per level; default 2
    bool keep_numbers;            // leave numbers as written instead of their shortest form
    bool keep_order;              // leave the order of children as written
} limb_format_opts;

// The robot's source in canonical layout; comments and unknown elements are kept; formatting twice
// gives the same.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_format(const limb_robot *robot,
                                                       const limb_format_opts *opts,
                                                       limb_write_fn *write, void *ctx);

#ifdef __cplusplus
}
#endif
#endif // LIMB_EDIT_H
