// The model that urdfdom builds from the elements of its XML reader: shared by
// the target_*.c files.
//
// A part that urdfdom cannot read is a fault: in a joint it makes urdfdom refuse the file, in a
// link it ends the reading of that link. The readers of parts therefore only describe the fault,
// and the reader of the link or joint reports its consequence.
#ifndef LIMB_URDFDOM_TARGET_H
#define LIMB_URDFDOM_TARGET_H

#include "base/names.h"
#include "documents/diag/report.h"
#include "documents/urdfdom/target_tinyxml.h"
#include "limb/check.h"

typedef struct limb__target_material {
    const char *name;
    const limb__tiny_element *element;
    bool has_color;
    bool has_texture;
    float rgba[4];
    const char *texture;
} limb__target_material;

typedef struct limb__target_reader {
    limb__arena *arena;   // memory of the result
    limb__arena *scratch; // memory needed only while reading
    limb__source *source;
    limb_report *report;
    limb__tiny_document doc;
    limb_target *target;
    limb_urdfdom version;
    int minor;                       // minor version of URDF: 1.minor
    const limb__tiny_element *owner; // the robot, link, joint or material being read
    bool refused;
    int nloss;
    bool counted; // siblings have been numbered
    // named materials, robot-level ones first
    limb__names material_names;
    const limb__target_material **material;
    int nmaterial;
    struct limb__target_wish *wish; // visuals whose material is not defined yet
} limb__target_reader;

typedef struct limb__target_fault {
    const limb__tiny_element *element;
    const limb__tiny_attr *attr; // NULL: the whole element
    limb_text part;              // part of the attribute's value; data NULL: all of it
    const char *what;            // "xyz has 2 numbers instead of 3"
} limb__target_fault;

//---- target_report.c: findings -------------------------------------------------------------------

// Adds a finding at the fault's place (without using its text): urdfdom refuses the file for the
// reason in format, or loses something.
void limb__target_refuse(limb__target_reader *reader, const limb__target_fault *at,
                         const char *format, ...) __attribute__((format(printf, 3, 4)));
void limb__target_lose(limb__target_reader *reader, const limb__target_fault *at,
                       const char *format, ...) __attribute__((format(printf, 3, 4)));
// Adds the note "... is declared here" to the last finding.
void limb__target_note(limb__target_reader *reader, const limb__tiny_element *element,
                       const char *message);
// Returns the element's name for a message: "link \"arm\"", "a joint"; "the file" for NULL.
const char *limb__target_owner(limb__target_reader *reader, const limb__tiny_element *element);
// Returns a name or value for a message, shortened if it is long.
const char *limb__target_show(limb__target_reader *reader, limb_text text);
const char *limb__target_show_name(limb__target_reader *reader, const char *name);
// Formats text in the scratch arena; returns "" if memory is exhausted.
const char *limb__target_text(limb__target_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Describes a fault; always returns false, for the caller to return.
bool limb__target_fault_at(limb__target_fault *fault, const limb__tiny_element *element,
                           const limb__tiny_attr *attr, const char *what);

//---- target_tinyxml2.c ---------------------------------------------------------------------------

// Same as limb__tiny_parse, for urdfdom 4 and later. Returns false if memory is exhausted.
bool limb__tiny2_parse(limb__tiny_document *doc, limb__arena *arena, const limb_allocator *memory,
                       const char *text, size_t size);

//---- target_part.c: what links and joints are made of --------------------------------------------

// Returns the first child of that name; reports the others, which urdfdom ignores.
const limb__tiny_element *limb__target_child(limb__target_reader *reader,
                                             const limb__tiny_element *parent, const char *name);
// Returns the attribute or NULL; reports a value that TinyXML alters.
const limb__tiny_attr *limb__target_attr(limb__target_reader *reader,
                                         const limb__tiny_element *element, const char *name);
// Returns the attribute's value in the arena of the result; "" if attr is NULL.
const char *limb__target_string(limb__target_reader *reader, const limb__tiny_attr *attr);
// Reads one number; attr must not be NULL.
bool limb__target_scalar(limb__target_reader *reader, const limb__tiny_element *element,
                         const limb__tiny_attr *attr, double *value, limb__target_fault *fault);
// Reads three or four numbers; stores zeros if they cannot be read.
bool limb__target_vector(limb__target_reader *reader, const limb__tiny_element *element,
                         const limb__tiny_attr *attr, double *value, int count,
                         limb__target_fault *fault);
// Reads the <origin> of the element; the identity if it is absent.
bool limb__target_origin(limb__target_reader *reader, const limb__tiny_element *parent,
                         double xyz[3], double quat[4], limb__target_fault *fault);

// Reports an attribute of a later version of URDF, which is ignored.
void limb__target_lose_newer(limb__target_reader *reader, const limb__tiny_element *element,
                             const limb__tiny_attr *attr, const char *since);

//---- target_number.c: numbers as a C++ stream reads them -----------------------------------------

bool limb__target_number(limb_text text, double *value);
// Reads numbers separated by blanks, each in [low, high], and stores the first capacity of them.
// Returns their number, or -1 with the first invalid one in *bad.
int limb__target_numbers(limb_text text, double low, double high, double *value, int capacity,
                         limb_text *bad);
void limb__target_quat(const double rpy[3], double quat[4]);

//---- target_material.c ---------------------------------------------------------------------------

bool limb__target_materials_init(limb__target_reader *reader, const limb__tiny_element *robot);
// Reads the material of a visual as written; *material becomes NULL if urdfdom drops it.
bool limb__target_visual_material(limb__target_reader *reader, const limb__tiny_element *visual,
                                  limb_target_shape *shape, const limb__target_material **material,
                                  limb__target_fault *fault);
// Assigns the visual its material.
void limb__target_assign_material(limb__target_reader *reader, limb_target_shape *shape,
                                  const limb__target_material *written,
                                  const limb__tiny_element *visual);
// Reports visuals that refer to a material before its definition.
void limb__target_late_materials(limb__target_reader *reader);

//---- target_shape.c, target_link.c, target_joint.c, target_tree.c --------------------------------

// Reads a visual or collision: its origin and geometry.
bool limb__target_shape(limb__target_reader *reader, const limb__tiny_element *element,
                        limb_target_shape *shape, limb__target_fault *fault);
// Reads the parts of a link that urdfdom keeps; never fails, however broken the link is.
void limb__target_link(limb__target_reader *reader, const limb__tiny_element *element,
                       limb_target_link *link);
// Returns false if the joint makes urdfdom refuse the file; this has been reported.
bool limb__target_joint(limb__target_reader *reader, const limb__tiny_element *element,
                        limb_target_joint *joint);

// Links and joints sorted by name, with their elements in parallel arrays.
typedef struct limb__target_tree {
    int nlink;
    limb_target_link *link;
    const limb__tiny_element **link_element;
    int njoint;
    limb_target_joint *joint;
    const limb__tiny_element **joint_element;
} limb__target_tree;

// Returns the index of the root link, or -1 if urdfdom refuses the tree; reports all
// losses and refusals.
int limb__target_check_tree(limb__target_reader *reader, const limb__target_tree *tree);

#endif
