// Pieces of work taken by several threads; which thread takes which piece does not matter to the
// result.
#ifndef LIMB_RENDER_PARALLEL_H
#define LIMB_RENDER_PARALLEL_H

typedef void limb__piece_fn(void *ctx, int piece);

// Runs fn for every piece from 0 to count - 1 on at most threads threads (0: one per core) and
// waits.
void limb__parallel(int threads, int count, limb__piece_fn *fn, void *ctx);

#endif
