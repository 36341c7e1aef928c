// What readers of URDF make of a file: shared by the reader_*.c files.
//
// One pass over the document makes a sheet: links and joints with the texts of their numbers, and
// every feature of readers.def that was met. Each reader is then a column of that table and a
// grammar of numbers; nothing is read again.
#ifndef LIMB_READERS_READERS_H
#define LIMB_READERS_READERS_H

#include "base/arena.h"
#include "base/names.h"
#include "documents/xml/xml.h"
#include "limb/check.h"

typedef enum limb__reader_id {
#define LIMB__READER(id, name, title, version, cure) LIMB__READER_##id,
#include "documents/readers/readers.def"
#undef LIMB__READER
    LIMB__READER_COUNT
} limb__reader_id;

typedef enum limb__feature {
#define LIMB__FEATURE(id, cells, what, edit) LIMB__FEATURE_##id,
#include "documents/readers/readers.def"
#undef LIMB__FEATURE
    LIMB__FEATURE_COUNT
} limb__feature;

typedef struct limb__feature_info {
    const char *cells; // one per reader
    const char *what;
    const char *edit;
} limb__feature_info;

extern const limb__feature_info limb__feature_table[LIMB__FEATURE_COUNT];
char limb__feature_cell(limb__feature feature, limb__reader_id reader);

//---- reader_number.c -----------------------------------------------------------------------------

// Reads text as count numbers in the reader's grammar; false where it finds no such numbers. What
// the reader uses is in value all the same, as far as capacity goes: 0 where it has none.
bool limb__reader_numbers(limb__reader_id reader, limb_text text, int count, bool is_axis,
                          double *value);
bool limb__reader_empty(limb_text text); // white space alone
// Parses decimal numbers separated by single spaces, which every reader parses alike.
bool limb__reader_plain(limb_text text, int count, double *value);

//---- the sheet: reader_sheet.c, reader_links.c, reader_joints.c ----------------------------------

typedef struct limb__sheet_number {
    limb_text text; // data NULL: absent
    bool plain;     // value is what every reader reads
    double value;   // 0 when it is not plain
} limb__sheet_number;

// A feature met in the file, at a node's attribute (-1: the element).
typedef struct limb__sheet_hit {
    limb__feature feature;
    int node;
    int attr;
    bool in_unnamed; // in a joint whose name is empty
} limb__sheet_hit;

// A number or vector that not every reader reads alike.
typedef struct limb__sheet_odd {
    limb__feature feature; // when it cannot be read
    int node;
    int attr;
    limb_text text;
    int count;
    int owner; // link of a mass or size, joint of a limit
    bool in_unnamed;
} limb__sheet_odd;

typedef struct limb__sheet_link {
    int node;
    const char *name;
    int inertial; // node, -1: absent
    limb__sheet_number mass;
    limb__sheet_number inertia[6];
    double volume; // m3 of its collision shapes
    bool has_unknown_volume;
    int nvisual, ncollision;
    int parent_joint; // -1: none
    int order;        // in a walk from the root, children by the names of their joints; -1: not met
} limb__sheet_link;

typedef enum limb__sheet_type {
    LIMB__TYPE_REVOLUTE,
    LIMB__TYPE_CONTINUOUS,
    LIMB__TYPE_PRISMATIC,
    LIMB__TYPE_FIXED,
    LIMB__TYPE_FLOATING,
    LIMB__TYPE_PLANAR,
    LIMB__TYPE_SPHERICAL,
    LIMB__TYPE_OTHER
} limb__sheet_type;

typedef struct limb__sheet_joint {
    int node;
    const char *name;
    limb__sheet_type type;
    int parent, child; // links, -1: none
    int limit;         // node, -1: absent
    limb__sheet_number lower, upper;
    int mimic;  // node, -1: absent
    int source; // joint, -1: none
    const char *source_name;
} limb__sheet_joint;

typedef struct limb__sheet {
    const limb_document *doc; // NULL: the XML cannot be read
    limb__arena *arena;
    int robot; // the outermost element
    int nlink;
    limb__sheet_link *link;
    int njoint;
    limb__sheet_joint *joint;
    int nhit, hit_capacity;
    limb__sheet_hit *hit;
    int nodd, odd_capacity;
    limb__sheet_odd *odd;
    limb__names link_names, joint_names, material_names;
    int nroot;
    bool is_namespaced;
    bool failed; // no memory
} limb__sheet;

// Reads the text into a sheet; all memory is the arena's. False: no memory.
bool limb__sheet_read(limb__sheet *sheet, limb__arena *arena, const limb_allocator *memory,
                      limb_document *doc, const char *text, size_t size);
void limb__sheet_add(limb__sheet *sheet, limb__feature feature, int node, const char *attr);
// The attribute as count numbers, an odd one noted for later; an absent one has no text.
limb__sheet_number limb__sheet_take(limb__sheet *sheet, int node, const char *attr, int count,
                                    limb__feature feature, int owner);
// The attribute's decoded text; data NULL: absent.
limb_text limb__sheet_text(limb__sheet *sheet, int node, const char *attr);
void limb__sheet_twice(limb__sheet *sheet, int node, const char *const *names, int count);
void limb__sheet_origin(limb__sheet *sheet, int parent, limb__feature feature);
void limb__sheet_links(limb__sheet *sheet);
void limb__sheet_materials(limb__sheet *sheet);
void limb__sheet_joints(limb__sheet *sheet);
void limb__sheet_tree(limb__sheet *sheet);

//---- reader_facts.c ------------------------------------------------------------------------------

// What arrives in a reader that does not refuse the file, into result; hits that only the numbers
// show are passed to found, with the reader and the node they belong to.
typedef void limb__found_fn(void *ctx, limb__feature feature, int node, int attr);
void limb__reader_facts(const limb__sheet *sheet, limb__reader_id reader,
                        const limb_target *urdfdom, limb__arena *arena, limb_reader_result *result,
                        limb__found_fn *found, void *ctx);

#endif
