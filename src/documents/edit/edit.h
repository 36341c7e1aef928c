// Edits inside: what the edit_*.c files share.
//
// edit.c begins, applies and drops edits; edit_element.c changes attributes and elements;
// edit_layout.c knows how the file is laid out, so that new text fits in; edit_rename.c and
// edit_origin.c are built from these.
#ifndef LIMB_EDIT_EDIT_H
#define LIMB_EDIT_EDIT_H

#include "documents/edit/patch.h"
#include "documents/urdf/urdf.h"
#include "limb/edit.h"

enum { LIMB__EDIT_MESSAGE_MAX = 512 };

// Where the next child of an element goes.
typedef struct limb__edit_slot {
    uint32_t offset;
    bool own_line;       // the new element gets a line of its own
    bool before_sibling; // and the sibling that begins at offset goes to the next line
    bool in_empty;       // the parent holds nothing yet
    limb_text indent[2]; // of the new line, in two pieces
} limb__edit_slot;

struct limb_edit {
    limb_robot *target;       // the caller's
    limb_robot *robot;        // the target, or a private copy of it with all steps so far
    limb_robot *held;         // what limb__edit_settle may go back to; NULL: nothing
    const limb_document *doc; // of the robot
    const limb_allocator *memory;
    limb__patches patches;
    limb__builder scratch; // new text in work
    limb__edit_slot slot;  // the last that was looked for, since a join adds thousands of children
    int slot_parent;       // of which element of doc
    bool slot_first;
    bool has_slot;
    char message[LIMB__EDIT_MESSAGE_MAX];
};

//---- edit.c --------------------------------------------------------------------------------------

// Every public call begins with one of these: clear the message, and for the second also see that
// the node is an element. False: the message is set.
void limb__edit_start(limb_edit *edit);
bool limb__edit_start_element(limb_edit *edit, int node);
// Goes on with another state of the robot.
void limb__edit_use(limb_edit *edit, limb_robot *robot);
// LIMB_ERROR_INPUT with a message for people.
limb_status limb__edit_fail(limb_edit *edit, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// False, with a message: the text is not UTF-8, or has control characters.
bool limb__edit_is_text(limb_edit *edit, const char *text, size_t size);
// Adds a patch; the message says so when it overlaps another.
limb_status limb__edit_patch(limb_edit *edit, uint32_t offset, uint32_t size, int rank,
                             const char *text, size_t text_size);
// The same with the text in edit->scratch.
limb_status limb__edit_patch_scratch(limb_edit *edit, uint32_t offset, uint32_t size, int rank);
// True when the robot's file is read by the rules of URDF 1.1 or later.
static inline bool limb__edit_has_quat(const limb_edit *edit)
{
    return edit->robot->version_major == 1 && edit->robot->version_minor >= 1;
}

// Makes the changes so far on a private copy, which the edit works on from then on; what follows
// refers to its nodes and indices. Changes made of several such steps are still applied together.
limb_status limb__edit_stage(limb_edit *edit, limb_report *report);
// Around changes of several stages, begun after one: when they fail, all of them are dropped.
// Returns the status given.
void limb__edit_hold(limb_edit *edit);
limb_status limb__edit_settle(limb_edit *edit, limb_status status);

//---- edit_rename.c -------------------------------------------------------------------------------

// New names of links and joints by a function of the old name, which takes the new one from the
// arena; NULL: it stays.
typedef const char *limb__rename_fn(limb__arena *arena, const char *name, const void *ctx);
limb_status limb__edit_rename_each(limb_edit *edit, limb__rename_fn *fn, const void *ctx);

//---- edit_element.c ------------------------------------------------------------------------------

// As the public calls, without clearing the message.
limb_status limb__edit_put_attribute(limb_edit *edit, int node, const char *name, const char *value,
                                     size_t size);
limb_status limb__edit_put_numbers(limb_edit *edit, int node, const char *name, const double *value,
                                   int count);
// Replaces the value of an attribute that is there.
limb_status limb__edit_put_value(limb_edit *edit, int attr, const char *value, size_t size);

//---- edit_layout.c -------------------------------------------------------------------------------

// XML text as the first or last child of an element, in the file's layout. As the first: only one
// of that name in one edit.
limb_status limb__edit_insert(limb_edit *edit, int parent, bool first, const char *xml);
// The same with XML that was built for it; frees the builder.
limb_status limb__edit_insert_built(limb_edit *edit, int parent, bool first, limb__builder *xml);
// Appends XML text to edit->scratch, its lines after the first indented by the given white space
// and ended as the file's lines are. Fails when it is not well-formed by itself.
limb_status limb__edit_fragment(limb_edit *edit, const char *xml, limb_text indent);

// The white space before offset on its line; data is NULL when something else is there.
limb_text limb__layout_indent(const limb_document *doc, uint32_t offset);
// "\n" or "\r\n", as the file's first line ends.
const char *limb__layout_newline(const limb_document *doc);
// The quote that the file's first attribute uses.
char limb__layout_quote(const limb_document *doc);
// The node with the line it is on when nothing else is there; else the node alone.
void limb__layout_lines_of(const limb_document *doc, int node, uint32_t *begin, uint32_t *end);

// Whether the file would be accepted with the fixes of the findings from first to before end.
// Nothing is changed.
bool limb__edit_fixes_are_sound(limb_edit *edit, const limb_report *report, int first, int end);

// Findings whose fixes are tried together, since each try reads the whole file: twice as many after
// a success, half as many after a failure. Thousands that all fail would still take time that grows
// with the square of the file's size, so what is read in all is limited, to half a second or so.
enum { LIMB__EDIT_MAX_READ = 32 << 20 };
typedef struct limb__fix_group {
    int first;
    int size;    // 1 at the beginning
    size_t read; // bytes, by all tries
} limb__fix_group;

// After a try that read so many bytes. False: the limit is reached, no more may be tried.
bool limb__edit_next_group(limb__fix_group *group, bool is_sound, size_t text_size);

#endif
