// What urdfdom makes of the elements that its XML reader gives: shared by the target_*.c files.
//
// A part that urdfdom cannot read is a fault: in a joint it refuses the file, in a link it ends the
// reading of that link. So the readers of parts only describe the fault, and the reader of the link
// or joint says what follows from it.
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
    limb__arena *arena;   // what the result is made of
    limb__arena *scratch; // what is needed only while reading
    limb__source *source;
    limb_report *report;
    limb__tiny_document doc;
    limb_target *target;
    limb_urdfdom version;
    int minor;                       // of the file's version of URDF: 1.minor
    const limb__tiny_element *owner; // the robot, link, joint or material that is being read
    bool refused;
    int nloss;
    bool counted; // siblings have their ordinals
    // materials known by name, robot-level ones first
    limb__names material_names;
    const limb__target_material **material;
    int nmaterial;
    struct limb__target_wish *wish; // visuals whose material is not defined yet
} limb__target_reader;

typedef struct limb__target_fault {
    const limb__tiny_element *element;
    const limb__tiny_attr *attr; // NULL: the element as a whole
    limb_text part;              // of the attribute's value; data NULL: all of it
    const char *what;            // "xyz has 2 numbers instead of 3"
} limb__target_fault;

//---- target_report.c: findings -------------------------------------------------------------------

// Adds a finding that urdfdom refuses the file, with the reason as format, or that it loses
// something, at the fault's place (whose own text is not used).
void limb__target_refuse(limb__target_reader *reader, const limb__target_fault *at,
                         const char *format, ...) __attribute__((format(printf, 3, 4)));
void limb__target_lose(limb__target_reader *reader, const limb__target_fault *at,
                       const char *format, ...) __attribute__((format(printf, 3, 4)));
// "... is declared here", for the finding added last.
void limb__target_note(limb__target_reader *reader, const limb__tiny_element *element,
                       const char *message);
// "link \"arm\"", "a joint": the element for a message; "the file" for NULL.
const char *limb__target_owner(limb__target_reader *reader, const limb__tiny_element *element);
// A name or value for a message: cut when it is long.
const char *limb__target_show(limb__target_reader *reader, limb_text text);
const char *limb__target_show_name(limb__target_reader *reader, const char *name);
// Text in the scratch arena; "" when there is no memory.
const char *limb__target_text(limb__target_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Describes a fault; returns false, for the caller to return.
bool limb__target_fault_at(limb__target_fault *fault, const limb__tiny_element *element,
                           const limb__tiny_attr *attr, const char *what);

//---- target_tinyxml2.c ---------------------------------------------------------------------------

// limb__tiny_parse for urdfdom 4 and later. False: no memory.
bool limb__tiny2_parse(limb__tiny_document *doc, limb__arena *arena, const limb_allocator *memory,
                       const char *text, size_t size);

//---- target_part.c: what links and joints are made of --------------------------------------------

// The first child of that name; reports further ones, which urdfdom does not look at.
const limb__tiny_element *limb__target_child(limb__target_reader *reader,
                                             const limb__tiny_element *parent, const char *name);
// The attribute or NULL; reports when its value arrives changed.
const limb__tiny_attr *limb__target_attr(limb__target_reader *reader,
                                         const limb__tiny_element *element, const char *name);
// The attribute's value in the arena of the result; "" when there is no such attribute.
const char *limb__target_string(limb__target_reader *reader, const limb__tiny_attr *attr);
// One number; attr must not be NULL.
bool limb__target_scalar(limb__target_reader *reader, const limb__tiny_element *element,
                         const limb__tiny_attr *attr, double *value, limb__target_fault *fault);
// Three numbers, or four; zeros when they cannot be read.
bool limb__target_vector(limb__target_reader *reader, const limb__tiny_element *element,
                         const limb__tiny_attr *attr, double *value, int count,
                         limb__target_fault *fault);
// The <origin> of the element, or the identity.
bool limb__target_origin(limb__target_reader *reader, const limb__tiny_element *parent,
                         double xyz[3], double quat[4], limb__target_fault *fault);

// Reports an attribute of a newer version of URDF, which is ignored.
void limb__target_lose_newer(limb__target_reader *reader, const limb__tiny_element *element,
                             const limb__tiny_attr *attr, const char *since);

//---- target_number.c: numbers as a C++ stream reads them -----------------------------------------

bool limb__target_number(limb_text text, double *value);
// Numbers between blanks, each of which must lie in [low, high]. Keeps the first capacity of them.
// Returns how many there are, or -1 and the first that is none of these.
int limb__target_numbers(limb_text text, double low, double high, double *value, int capacity,
                         limb_text *bad);
void limb__target_quat(const double rpy[3], double quat[4]);

//---- target_material.c ---------------------------------------------------------------------------

bool limb__target_materials_init(limb__target_reader *reader, const limb__tiny_element *robot);
// The material of a visual as it is; *material becomes NULL where urdfdom drops it.
bool limb__target_visual_material(limb__target_reader *reader, const limb__tiny_element *visual,
                                  limb_target_shape *shape, const limb__target_material **material,
                                  limb__target_fault *fault);
// Decides which material the visual gets.
void limb__target_assign_material(limb__target_reader *reader, limb_target_shape *shape,
                                  const limb__target_material *written,
                                  const limb__tiny_element *visual);
// Reports visuals that named a material before its definition.
void limb__target_late_materials(limb__target_reader *reader);

//---- target_shape.c, target_link.c, target_joint.c, target_tree.c --------------------------------

// A visual or collision: its origin and geometry.
bool limb__target_shape(limb__target_reader *reader, const limb__tiny_element *element,
                        limb_target_shape *shape, limb__target_fault *fault);
// What urdfdom keeps of a link; never fails, however broken the link is.
void limb__target_link(limb__target_reader *reader, const limb__tiny_element *element,
                       limb_target_link *link);
// False: the joint makes urdfdom refuse the file; this has been reported.
bool limb__target_joint(limb__target_reader *reader, const limb__tiny_element *element,
                        limb_target_joint *joint);

// Links and joints in the order of their names, with their elements beside them.
typedef struct limb__target_tree {
    int nlink;
    limb_target_link *link;
    const limb__tiny_element **link_element;
    int njoint;
    limb_target_joint *joint;
    const limb__tiny_element **joint_element;
} limb__target_tree;

// The index of the root link, or -1 when urdfdom refuses the tree; reports what it
// refuses or loses.
int limb__target_check_tree(limb__target_reader *reader, const limb__target_tree *tree);

#endif
