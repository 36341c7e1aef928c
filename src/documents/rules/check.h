// Rules over a robot's values: what the check_*.c files share.
#ifndef LIMB_RULES_CHECK_H
#define LIMB_RULES_CHECK_H

#include "documents/urdf/urdf.h"

typedef struct limb__check {
    const limb_robot *robot;
    const limb_document *doc;
    limb__xml_places *places;
    limb_report *report;
    const limb_allocator *memory;
    const char **candidate; // names for did-you-mean, links first; made when first needed
    int nsearch;            // did-you-mean searches so far
    int nname;              // names with characters that break other tools
    int name_node;          // the first of them
    const char *name_problem;
    bool failed; // no memory: not all could be checked
} limb__check;

//---- load.c --------------------------------------------------------------------------------------

enum { LIMB__DEFAULT_MAX_BYTES = 256 << 20 }; // of limb_load_opts

// The text of a file of at most opts->max_bytes, to be released as size + 1 bytes. LIMB_ERROR_IO
// and LIMB_ERROR_LIMIT are reported.
limb_status limb__robot_text_read(const char *path, const limb_load_opts *opts, char **text,
                                  size_t *size);

//---- check.c -------------------------------------------------------------------------------------

// limb_robot_check with known places; report is sorted.
limb_status limb__check_robot(const limb_robot *robot, limb__xml_places *places,
                              limb_report *report);

//---- suppress.c ----------------------------------------------------------------------------------

// limb_robot_suppress. Unless all rules were run, comments about meshes, shapes and other readers
// that accept nothing are not reported: their findings may not have been looked for.
limb_status limb__suppress(const limb_robot *robot, limb_report *report, bool is_complete);

//---- one joint or link, by index -----------------------------------------------------------------

void limb__check_joint_values(limb__check *c, int joint);
void limb__check_joint_name(limb__check *c, int joint);
void limb__check_follower(limb__check *c, int joint); // one with a mimic
void limb__check_inertia(limb__check *c, int link);
void limb__check_shapes(limb__check *c, int link);
void limb__check_link_name(limb__check *c, int link);
// Of a joint that is revolute and has limits; of the origin of a link's part or a joint.
void limb__check_bound_angles(limb__check *c, const limb_joint *joint);
void limb__check_origin_angles(limb__check *c, const limb_origin *origin);
// Of the whole robot.
void limb__check_mimic_cycles(limb__check *c);
void limb__check_sides(limb__check *c);
void limb__check_report_names(limb__check *c); // what limb__check_link_name and the other collected
void limb__check_references(limb__check *c);

// What a link's declared mass and tensor show by themselves. True when nothing is wrong with them
// and the shapes may be asked; without a report it only returns that.
bool limb__check_body(limb__check *c, const limb_link *link);

// Places for limb__report, whose sentence then begins with the link, joint or transmission around
// the node (joint "elbow": ...).
// The value of an attribute; the element's start tag where it does not have it or attr is NULL.
limb__place limb__check_at(limb__check *c, int node, const char *attr);
// Some of an attribute's numbers: from the first to the last, counted from 0.
limb__place limb__check_at_numbers(limb__check *c, int node, const char *attr, int first, int last);
limb__place limb__check_at_content(limb__check *c, int node); // the text between the tags
// The attribute is there, but its value could not be read, which the reader reported: what it means
// is not known, so nothing follows from the default in its place.
bool limb__check_is_broken(const limb__check *c, int node, const char *attr, bool was_read);
// A visual or collision of the link could not be read, so the size of the link is not known.
bool limb__check_has_broken_shape(const limb_link *link);
// False: the type is absent or unknown, and the joint only taken for a fixed one.
bool limb__check_knows_type(const limb__check *c, const limb_joint *joint);
// The lower and the upper limit are known and leave a range; others have findings of their own.
bool limb__check_has_range(const limb__check *c, const limb_limit *limit);
// "; did you mean \"elbow\"?" or "", in the caller's buffer.
enum { LIMB__HINT_SIZE = 128 };
const char *limb__check_hint(limb__check *c, const char *name, bool links, bool joints,
                             char hint[LIMB__HINT_SIZE]);
// A number for a message: six significant digits are enough there.
enum { LIMB__SHOWN_SIZE = 40 };
const char *limb__check_show(double value, char text[LIMB__SHOWN_SIZE]);

#endif
