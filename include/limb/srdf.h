// SRDF: the pairs of links that need no comparison for collision.
//
// Only the elements of a semantic robot description that concern collision are read:
// <disable_collisions>, <enable_collisions> and <disable_default_collisions>. Groups, states and
// end effectors are ignored.
//
// Threads: a limb_srdf never changes and may be shared.
#ifndef LIMB_SRDF_H
#define LIMB_SRDF_H

#include "limb/base.h"
#include "limb/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_srdf_pair {
    const char *link1, *link2; // link2 "": all others (disable_default_collisions)
    const char *reason;        // "Adjacent", "Never", ...; "" if absent
    bool enables;              // reverts a default; has no effect without link2
} limb_srdf_pair;

typedef struct limb_srdf {
    const char *robot; // the name of the robot; "" if absent
    int npair;
    const limb_srdf_pair *pair; // in document order
} limb_srdf;

typedef struct limb_srdf_opts { // zero-initialize
    const limb_allocator *memory;
    limb_report *report; // receives findings of the XML, and elements that lack a link
    const char *file;    // name used in findings
} limb_srdf_opts;

// Reads a file. An element that lacks one of its links is reported and has no effect.
// LIMB_ERROR_INPUT: not XML, or not a <robot>.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_load(limb_srdf **out, const char *path,
                                                    const limb_srdf_opts *opts);
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_parse(limb_srdf **out, const char *text, size_t size,
                                                     const limb_srdf_opts *opts);
// Nullable: srdf
LIMB_API void limb_srdf_free(limb_srdf *srdf);

// Returns whether the pair is disabled, in either order.
LIMB_API bool limb_srdf_disables(const limb_srdf *srdf, const char *link1, const char *link2);

// Writes a file with only these pairs.
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_write(const limb_srdf *srdf, limb_write_fn *write,
                                                     void *ctx);

#ifdef __cplusplus
}
#endif
#endif // LIMB_SRDF_H
