// Hostile circumstances for anything that reads a file: no memory, cut files, wrong bytes.
//
//     static limb_status load(const limb_allocator *memory, void *ctx)
//     {
//         limb_robot *robot;
//         const limb_status status = limb_robot_parse(&robot, text, size,
//                                                     &(limb_load_opts){.memory = memory});
//         if (status == LIMB_OK) limb_robot_free(robot);
//         return status;
//     }
//     TEST(loading_survives_a_lack_of_memory)
//     {
//         limb_test_every_failure(LIMB_OK, load, NULL);
//     }
//
// The functions below fail the test by themselves; crashes, wild reads and leaks inside a run are
// for ASan to find.
#ifndef LIMB_TEST_SUPPORT_HOSTILE_H
#define LIMB_TEST_SUPPORT_HOSTILE_H

#include "limb/base.h"

// Does the whole thing, loading and freeing, with memory from the allocator it is given.
typedef limb_status limb_test_memory_fn(const limb_allocator *memory, void *ctx);

// Runs with the first allocation failing, then the second, and so on until a run needs no more than
// are granted; each time once with only that one failing and once with all that follow failing too.
// Ensures after every run that no memory is left in use and that the status is LIMB_ERROR_MEMORY or
// the expected one (a run may do without), and that the run in which nothing failed had the
// expected status. Returns how many allocations there were, at least 1.
long limb_test_every_failure(limb_status expected, limb_test_memory_fn *run, void *ctx);

// Gets bytes in a block of exactly that size (no NUL after it), so that ASan sees each
// byte too far.
typedef void limb_test_bytes_fn(const char *bytes, size_t size, void *ctx);

// Every prefix of bytes, from the empty one to the whole.
void limb_test_every_truncation(const char *bytes, size_t size, limb_test_bytes_fn *run, void *ctx);

// Every byte replaced by each of several others: single bits turned, NUL, 0xff, and the characters
// that mean something to XML and number readers. About twelve runs for each byte.
void limb_test_every_flip(const char *bytes, size_t size, limb_test_bytes_fn *run, void *ctx);

#endif
