// Reading a robot: the state shared by the read_*.c files, and the functions they call
// in each other.
//
// An element is read in three steps: limb__read_attrs and limb__read_children sort its content by
// the schema (and report unexpected parts), then the element's own function reads the values. No
// defect stops reading: a broken value keeps its default and gets a finding.
#ifndef LIMB_URDF_READ_H
#define LIMB_URDF_READ_H

#include "documents/urdf/schema.h"
#include "documents/urdf/urdf.h"
#include "documents/xml/places.h"

typedef struct limb__joint_refs { // locations needed again when names are resolved
    int parent_node, parent_attr; // -1: absent
    int child_node, child_attr;
    limb_mimic *mimic;
    int mimic_attr;
} limb__joint_refs;

typedef struct limb__lost_material { // inside a visual that is left out
    const limb_link *link;
    const limb_material *material;
    struct limb__lost_material *next;
} limb__lost_material;

typedef struct limb__reader {
    limb__robot *robot;
    const limb_document *doc;
    limb__xml_places *places;
    const char *text;
    limb__arena *arena;
    limb_report *report; // never NULL
    int minor;           // of the version: 1.minor
    int max_number_bytes;
    uint32_t decimal_end; // values that end before this offset may be read in words of eight bytes

    limb_link *link;
    limb_joint *joint;
    limb__joint_refs *refs; // (njoint)
    limb_material *material;
    limb_extension *extension;
    int ninline;               // materials with content inside visuals
    limb__lost_material *lost; // in document order
    limb__lost_material *last_lost;
    int nresolved;   // joints, from the first on, whose names were all known when they were read
    bool not_a_tree; // a link has two parents or is its own parent

    int owner;                   // the current link, joint or material, named in messages; -1: none
    int nsuggestion;             // did-you-mean searches for links so far
    const char **link_candidate; // names of all links, created for the first missing one
    const char *renamed_link;    // the probable new name of a missing link; NULL: unknown
    bool renamed_sought;
    bool xacro_found;    // reported once
    bool ignore_missing; // the current element is not read: no attribute is required
    bool over_limit;     // a limit in the options was reached
} limb__reader;

//---- reading, by file ----------------------------------------------------------------------------

void limb__read_robot(limb__reader *r);
void limb__read_link(limb__reader *r, int node, limb_link *out);
void limb__read_joint(limb__reader *r, int node, limb_joint *out, limb__joint_refs *refs);
void limb__read_material(limb__reader *r, int node, limb_material *out);
void limb__read_origin(limb__reader *r, int node, limb_origin *out);  // node -1: the identity
bool limb__read_geometry(limb__reader *r, int node, limb_shape *out); // false: unusable
void limb__resolve_materials(limb__reader *r);
// Finds the links and the source that the joint names if all of them precede it, and connects it,
// so that most joints are processed while they and their links are in the cache. Returns false,
// with nothing done, otherwise.
bool limb__resolve_known(limb__reader *r, int joint);
void limb__resolve_joints(limb__reader *r); // the remaining ones
// Makes the joint the parent of its child link; a joint with an unknown link connects nothing. To
// be called in the order of joints.
void limb__connect(limb__reader *r, int joint);
void limb__build_tree(limb__reader *r);
// Lists links in order from root, parents first, children in document order; returns their number.
// Both arrays must have room for all links.
int limb__walk_tree(const limb__reader *r, int root, int *order, int *stack);
void limb__report_tree_defects(limb__reader *r, int *scratch);

// Marks functions that report, which are kept out of line so that the stack space for a location
// and a sentence is not set up for every element.
#define LIMB__COLD __attribute__((cold, noinline))

//---- attributes and children ---------------------------------------------------------------------

typedef struct limb__attrs {
    uint64_t present;            // set of limb__key
    int32_t at[LIMB__KEY_COUNT]; // index into doc->attr, for attributes that are present
} limb__attrs;

typedef struct limb__children {
    uint64_t present;            // set of limb__tag
    uint64_t repeated;           // of these, the ones that occur more than once
    int32_t at[LIMB__TAG_COUNT]; // the first of that name, for elements that are present
} limb__children;

void limb__read_attrs(limb__reader *r, int node, limb__tag tag, limb__attrs *out);
void limb__read_children(limb__reader *r, int node, limb__tag tag, limb__children *out);

static inline int limb__attr(const limb__attrs *attrs, limb__key key) // -1: absent
{
    return attrs->present & LIMB__BIT(key) ? attrs->at[key] : -1;
}

static inline limb__tag limb__tag_at(const limb__reader *r, int node)
{
    return (limb__tag)limb__xml_word(r->doc->node[node].label);
}

static inline limb__key limb__key_at(const limb__reader *r, int attr)
{
    return (limb__key)limb__xml_word(r->doc->attr[attr].label);
}

// Slow path of the three inline functions below.
int limb__read_unexpected_attr(limb__reader *r, int node, limb__tag tag, limb__key key);

// Variant of limb__read_attrs for the many elements with one attribute: returns its index, or -1. A
// leaf is an element without children; a branch has children and does not require the attribute.
static inline int limb__read_leaf_attr(limb__reader *r, int node, limb__tag tag, limb__key key)
{
    const limb__xml_node *n = &r->doc->node[node];
    const bool is_common =
        limb__xml_nattr(n) == 1 && n->close == n->open_end && limb__key_at(r, n->attr) == key;
    return is_common ? n->attr : limb__read_unexpected_attr(r, node, tag, key);
}

static inline int limb__read_branch_attr(limb__reader *r, int node, limb__tag tag, limb__key key)
{
    const limb__xml_node *n = &r->doc->node[node];
    if (limb__xml_nattr(n) == 0) return -1;
    const bool is_common = limb__xml_nattr(n) == 1 && limb__key_at(r, n->attr) == key;
    return is_common ? n->attr : limb__read_unexpected_attr(r, node, tag, key);
}

// Variant for elements without attributes.
static inline void limb__read_no_attr(limb__reader *r, int node, limb__tag tag)
{
    if (limb__xml_nattr(&r->doc->node[node]) > 0)
        limb__read_unexpected_attr(r, node, tag, LIMB__KEY_OTHER);
}

static inline int limb__child(const limb__children *children, limb__tag tag) // -1: absent
{
    return children->present & LIMB__BIT(tag) ? children->at[tag] : -1;
}

// Returns the first attribute of that name, or -1.
int limb__attr_of(const limb__reader *r, int node, limb__key key);
bool limb__has_name(const limb__reader *r, int node); // the element has the attribute name

//---- values --------------------------------------------------------------------------------------

enum {
    LIMB__ALLOW_INFINITE = 1, // keep inf as a value (it is also reported)
    LIMB__SCALE = 2,          // a wrong count is mesh-scale-count
    LIMB__COLOR = 4           // three numbers get alpha 1
};

enum { LIMB__MAX_NUMBERS = 4 }; // per attribute

// Returns the decoded value in the arena, NUL-terminated; "" if attr is -1 or memory ran out.
const char *limb__read_text(limb__reader *r, int attr);
// Reads short decimals, as nearly all numbers are, from an attribute with nothing else. Returns
// false, with out unchanged, for other values.
bool limb__read_decimal(const limb__reader *r, int attr, double *out);
bool limb__read_decimals(const limb__reader *r, int attr, double *out, int count); // 3 or 4
// Reads any numbers; reports malformed ones.
bool limb__read_long_numbers(limb__reader *r, int node, int attr, double *out, int count,
                             int flags);

// Reads exactly count numbers, 1, 3 or 4, into out, which contains defaults and keeps them if the
// numbers are malformed. Returns false if they are malformed, which was reported.
static inline bool limb__read_numbers(limb__reader *r, int node, int attr, double *out, int count,
                                      int flags)
{
    const bool is_read =
        count == 1 ? limb__read_decimal(r, attr, out) : limb__read_decimals(r, attr, out, count);
    return is_read || limb__read_long_numbers(r, node, attr, out, count, flags);
}

// Reads one number if the attribute is present. Returns true if it was read.
static inline bool limb__read_value(limb__reader *r, int node, const limb__attrs *attrs,
                                    limb__key key, double *out, int flags)
{
    return (attrs->present & LIMB__BIT(key)) != 0 &&
           limb__read_numbers(r, node, attrs->at[key], out, 1, flags);
}

//---- findings ------------------------------------------------------------------------------------

// Locations for limb__report; the sentence then starts with the current link or joint (joint
// "elbow": ...). attr is -1 if there is none.
limb__place limb__at_bytes(limb__reader *r, int node, int attr, uint32_t offset, uint32_t size);
limb__place limb__at_value(limb__reader *r, int node, int attr); // the value between the quotes
limb__place limb__at_numbers(limb__reader *r, int node, int attr, int first, int last);
limb__place limb__at_attr(limb__reader *r, int node, int attr); // the attribute's name
limb__place limb__at_element(limb__reader *r, int node);        // the name in the start tag
// The name of a link, joint or material, or the element if it has none: the location of a finding
// about the whole object. The sentence contains the name itself.
limb__place limb__at_owner(limb__reader *r, int node);

// Slow paths of limb__read_attrs and limb__read_children.
void limb__report_unexpected_attr(limb__reader *r, int node, int attr, limb__tag tag);
// Reports unexpected content of an element that is not read: nothing is required, and nothing is
// worse than a warning.
void limb__report_unread(limb__reader *r, int node, limb__tag tag);
void limb__report_unexpected_child(limb__reader *r, int node, limb__tag parent);
// Reports a child of <geometry> that is not a shape. Returns true if it was probably
// intended as one.
bool limb__report_unexpected_shape(limb__reader *r, int node);
// Returns whether a misspelling can be repaired automatically: only the case or one letter differs.
bool limb__is_certain(limb_text written, const char *meant);
void limb__report_repeated(limb__reader *r, int node, int first, limb__tag tag);
// Reports unexpanded xacro in the file: the first call adds a finding at the node, or at its
// attribute unless that is -1; later calls add nothing.
void limb__report_xacro(limb__reader *r, int node, int attr);
void limb__report_xacro_values(limb__reader *r); // ${...} and $(...) in any attribute
void limb__report_stray_text(limb__reader *r, int node, limb__tag parent);
void limb__report_missing_attrs(limb__reader *r, int node, uint64_t missing, limb__tag tag);
bool limb__report_wrong_root(limb__reader *r, int node); // true: a misspelt <robot>, which
                                                         // is read anyway
void limb__report_missing_children(limb__reader *r, int node, uint64_t missing, limb__tag tag);

#endif
