// The motion benchmark's input, shared with the adapter of KDL.
#ifndef LIMB_BENCH_MOTION_H
#define LIMB_BENCH_MOTION_H

#include "bench.h"

typedef struct limb_bench_kdl limb_bench_kdl;

#ifdef __cplusplus
extern "C" {
#endif
// A KDL tree of the text, with solvers for the chain from the root to a link and for the tree; the
// joints named in locked are fixed. NULL: KDL cannot read it.
limb_bench_kdl *limb_bench_kdl_load(const char *text, const char *tip);
void limb_bench_kdl_free(limb_bench_kdl *kdl);
limb_bench_fn limb_bench_kdl_fk_chain;       // poses of all links of the chain
limb_bench_fn limb_bench_kdl_fk_tree;        // poses of all links of the tree
limb_bench_fn limb_bench_kdl_jacobian_chain; // of the tip
limb_bench_fn limb_bench_kdl_rnea_chain;
limb_bench_fn limb_bench_kdl_rnea_tree;
limb_bench_fn limb_bench_kdl_mass_chain;
limb_bench_fn limb_bench_kdl_forward_chain;
#ifdef __cplusplus
}
#endif

// The input of both sides. Every call changes q slightly, so that no result of the last call
// can be reused.
typedef struct limb_bench_motion {
    const void *ours;
    limb_bench_kdl *kdl;
} limb_bench_motion;

#endif
