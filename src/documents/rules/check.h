// Rules for a robot's values: shared by the check_*.c files.
#ifndef LIMB_RULES_CHECK_H
#define LIMB_RULES_CHECK_H

#include "documents/urdf/urdf.h"

typedef struct limb__check {
    const limb_robot *robot;
    const limb_document *doc;
    limb__xml_places *places;
    limb_report *report;
    const limb_allocator *memory;
    const char **candidate; // names for did-you-mean, links first; created when first needed
    int nsearch;            // did-you-mean searches so far
    int nname;              // names with characters that break other tools
    int name_node;          // the first of them
    const char *name_problem;
    bool failed; // no memory: not everything could be checked
} limb__check;

//---- load.c --------------------------------------------------------------------------------------

enum { LIMB__DEFAULT_MAX_BYTES = 256 << 20 }; // of limb_load_opts

// Reads the text of a file of at most opts->max_bytes, to be released as size + 1 bytes.
// LIMB_ERROR_IO and LIMB_ERROR_LIMIT are reported.
limb_status limb__robot_text_read(const char *path, const limb_load_opts *opts, char **text,
                                  size_t *size);

//---- check.c -------------------------------------------------------------------------------------

// limb_robot_check with existing locations; the report is sorted.
limb_status limb__check_robot(const limb_robot *robot, limb__xml_places *places,
                              limb_report *report);

//---- suppress.c ----------------------------------------------------------------------------------

// limb_robot_suppress. Unless all rules were run, unused comments about meshes, shapes and other
// readers are not reported, because their findings may not have been searched.
limb_status limb__suppress(const limb_robot *robot, limb_report *report, bool is_complete);

//---- one joint or link, by index -----------------------------------------------------------------

void limb__check_joint_values(limb__check *c, int joint);
void limb__check_joint_name(limb__check *c, int joint);
void limb__check_follower(limb__check *c, int joint); // mimic joints only
void limb__check_inertia(limb__check *c, int link);
void limb__check_shapes(limb__check *c, int link);
void limb__check_link_name(limb__check *c, int link);
// For revolute joints with limits; for the origin of a joint or of a link's part.
void limb__check_bound_angles(limb__check *c, const limb_joint *joint);
void limb__check_origin_angles(limb__check *c, const limb_origin *origin);
// For the whole robot.
void limb__check_mimic_cycles(limb__check *c);
void limb__check_sides(limb__check *c);
void limb__check_report_names(limb__check *c); // names collected by limb__check_link_name
                                               // and the other
void limb__check_references(limb__check *c);

// Checks a link's declared mass and tensor alone. Returns true if they are valid, so that they can
// be compared with the shapes; without a report it only returns that.
bool limb__check_body(limb__check *c, const limb_link *link);

// Locations for limb__report; the sentence then starts with the link, joint or transmission that
// contains the node (joint "elbow": ...).
// The value of an attribute; the element's start tag if the attribute is absent or attr is NULL.
limb__place limb__check_at(limb__check *c, int node, const char *attr);
// Returns the location of some of an attribute's numbers, from the first to the last,
// counted from 0.
limb__place limb__check_at_numbers(limb__check *c, int node, const char *attr, int first, int last);
limb__place limb__check_at_content(limb__check *c, int node); // the text between the tags
// Returns whether the attribute is present but unreadable, which the reader reported: its meaning
// is unknown, so nothing can be concluded from the default.
bool limb__check_is_broken(const limb__check *c, int node, const char *attr, bool was_read);
// Returns whether a visual or collision of the link could not be read, so that its size is unknown.
bool limb__check_has_broken_shape(const limb_link *link);
// Returns false if the type is absent or unknown, and the joint only treated as fixed.
bool limb__check_knows_type(const limb__check *c, const limb_joint *joint);
// Returns whether the lower and the upper limit are known and form a range; otherwise they have
// their own findings.
bool limb__check_has_range(const limb__check *c, const limb_limit *limit);
// Writes "; did you mean \"elbow\"?" or "" to the caller's buffer.
enum { LIMB__HINT_SIZE = 128 };
const char *limb__check_hint(limb__check *c, const char *name, bool links, bool joints,
                             char hint[LIMB__HINT_SIZE]);
// Formats a number for a message with six significant digits.
enum { LIMB__SHOWN_SIZE = 40 };
const char *limb__check_show(double value, char text[LIMB__SHOWN_SIZE]);

#endif
