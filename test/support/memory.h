// An allocator for tests: counts, fails on request, and holds callers to the contract.
//
//     limb_test_memory memory;
//     limb_test_memory_init(&memory);
//     opts.memory = &memory.allocator;
//     ... load and free ...
//     ENSURE_INT(memory.in_use, 0); // nothing leaked
//
// It checks that the old size given is the true one, fills fresh bytes with a pattern, and moves a
// block at every resize, so that a pointer kept across one is caught by ASan. To try a whole call
// with each of its allocations failing in turn, see limb_test_every_failure in hostile.h.
#ifndef LIMB_TEST_SUPPORT_MEMORY_H
#define LIMB_TEST_SUPPORT_MEMORY_H

#include "limb/base.h"

typedef struct limb_test_memory {
    limb_allocator allocator; // hand out its address; the struct must stay where it is
    long fail_at;             // calls that succeed before one fails; -1: none fails
    bool fail_forever;        // all calls after that one fail too

    long ncall;    // calls that asked for memory so far: new blocks, growth, shrinking
    bool failed;   // at least one was refused
    int nblock;    // blocks in use
    size_t in_use; // bytes in use
    size_t peak;   // most bytes ever in use, the old block of a move not counted
} limb_test_memory;

void limb_test_memory_init(limb_test_memory *memory);

#endif
