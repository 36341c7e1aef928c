// Internals of edits, shared by the edit_*.c files.
//
// edit.c begins, applies and discards edits; edit_element.c changes attributes and elements;
// edit_layout.c adapts new text to the layout of the file; edit_rename.c and edit_origin.c are
// built on these.
#ifndef LIMB_EDIT_EDIT_H
#define LIMB_EDIT_EDIT_H

#include "documents/edit/patch.h"
#include "documents/urdf/urdf.h"
#include "limb/edit.h"

enum { LIMB__EDIT_MESSAGE_MAX = 512 };

// Insertion point of the next child of an element.
typedef struct limb__edit_slot {
    uint32_t offset;
    bool own_line;       // the new element gets a line of its own
    bool before_sibling; // also moves the sibling at offset to the next line
    bool in_empty;       // the parent is empty
    limb_text indent[2]; // of the new line, in two parts
} limb__edit_slot;

struct limb_edit {
    limb_robot *target;       // the caller's
    limb_robot *robot;        // the target, or a private copy of it after the steps so far
    limb_robot *held;         // state to which limb__edit_settle may return; NULL: none
    const limb_document *doc; // of the robot
    const limb_allocator *memory;
    limb__patches patches;
    limb__builder scratch; // the new text under construction
    limb__edit_slot slot;  // the last insertion point, since a join adds thousands of children
    int slot_parent;       // its element in doc
    bool slot_first;
    bool has_slot;
    char message[LIMB__EDIT_MESSAGE_MAX];
};

//---- edit.c --------------------------------------------------------------------------------------

// Every public call begins with one of these: they clear the message, and the second also checks
// that the node is an element. Return false if the message was set.
void limb__edit_start(limb_edit *edit);
bool limb__edit_start_element(limb_edit *edit, int node);
// Continues with another state of the robot.
void limb__edit_use(limb_edit *edit, limb_robot *robot);
// Returns LIMB_ERROR_INPUT after setting a message for people.
limb_status limb__edit_fail(limb_edit *edit, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Returns false, with a message, if the text is not UTF-8 or has control characters.
bool limb__edit_is_text(limb_edit *edit, const char *text, size_t size);
// Adds a patch; sets a message if it overlaps another.
limb_status limb__edit_patch(limb_edit *edit, uint32_t offset, uint32_t size, int rank,
                             const char *text, size_t text_size);
// The same with the text in edit->scratch.
limb_status limb__edit_patch_scratch(limb_edit *edit, uint32_t offset, uint32_t size, int rank);
// Returns whether the robot's file follows the rules of URDF 1.1 or later.
static inline bool limb__edit_has_quat(const limb_edit *edit)
{
    return edit->robot->version_major == 1 && edit->robot->version_minor >= 1;
}

// Applies the changes so far to a private copy, which the edit uses from then on; later calls refer
// to its nodes and indices. Changes in several such steps are still applied together.
limb_status limb__edit_stage(limb_edit *edit, limb_report *report);
// Ends changes in several stages, begun after limb__edit_hold: if they failed, all of them are
// discarded. Returns the given status.
void limb__edit_hold(limb_edit *edit);
limb_status limb__edit_settle(limb_edit *edit, limb_status status);

//---- edit_rename.c -------------------------------------------------------------------------------

// Renames links and joints by a function of the old name, which allocates the new one from the
// arena; NULL: unchanged.
typedef const char *limb__rename_fn(limb__arena *arena, const char *name, const void *ctx);
limb_status limb__edit_rename_each(limb_edit *edit, limb__rename_fn *fn, const void *ctx);

//---- edit_element.c ------------------------------------------------------------------------------

// As the public calls, without clearing the message.
limb_status limb__edit_put_attribute(limb_edit *edit, int node, const char *name, const char *value,
                                     size_t size);
limb_status limb__edit_put_numbers(limb_edit *edit, int node, const char *name, const double *value,
                                   int count);
// Replaces the value of an existing attribute.
limb_status limb__edit_put_value(limb_edit *edit, int attr, const char *value, size_t size);

//---- edit_layout.c -------------------------------------------------------------------------------

// Adds XML text as the first or last child of an element, in the file's layout. As the first: only
// one of that name per edit.
limb_status limb__edit_insert(limb_edit *edit, int parent, bool first, const char *xml);
// The same for XML in a builder, which is freed.
limb_status limb__edit_insert_built(limb_edit *edit, int parent, bool first, limb__builder *xml);
// Appends XML text to edit->scratch; lines after the first are indented by the given white space
// and have the file's line ends. Fails if the text is not well-formed by itself.
limb_status limb__edit_fragment(limb_edit *edit, const char *xml, limb_text indent);

// Returns the white space before offset on its line; data is NULL if other text precedes it.
limb_text limb__layout_indent(const limb_document *doc, uint32_t offset);
// Returns "\n" or "\r\n", the line end of the file's first line.
const char *limb__layout_newline(const limb_document *doc);
// Returns the quote character of the file's first attribute.
char limb__layout_quote(const limb_document *doc);
// Returns the node with its line if nothing else is on it, else only the node.
void limb__layout_lines_of(const limb_document *doc, int node, uint32_t *begin, uint32_t *end);

// Returns whether the file would be accepted with the fixes of the findings from first to before
// end. Changes nothing.
bool limb__edit_fixes_are_sound(limb_edit *edit, const limb_report *report, int first, int end);

// Groups of findings whose fixes are tried together, since each attempt reads the whole file: the
// size doubles after a success and halves after a failure. If thousands failed, this would still be
// quadratic in the size of the file, so the total amount read is limited, to about half a second.
enum { LIMB__EDIT_MAX_READ = 32 << 20 };
typedef struct limb__fix_group {
    int first;
    int size;    // initially 1
    size_t read; // bytes, by all attempts
} limb__fix_group;

// Called after an attempt that read so many bytes. Returns false if the limit is reached.
bool limb__edit_next_group(limb__fix_group *group, bool is_sound, size_t text_size);

#endif
