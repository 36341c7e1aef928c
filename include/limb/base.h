// Status, memory and version: the basis of every other header of limb.
//
// The library keeps no global state, prints nothing, never exits, and takes memory only from the
// allocator that the caller gives (malloc if none is given). A NULL name or text and a negative
// count result in an error status, -1, NULL or false, and so does an index out of range (poses are
// NaN). NULL instead of an object is a caller's bug, which debug builds assert. A line "Nullable:"
// above a declaration names the pointers that may be NULL: options are then the defaults, memory is
// malloc, results are not written. A ctx is only handed on, so it may always be NULL.
//
// Threads: every function here may be called by any number of threads at once.
#ifndef LIMB_BASE_H
#define LIMB_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIMB_VERSION_MAJOR 0
#define LIMB_VERSION_MINOR 1
#define LIMB_VERSION_PATCH 0
// The version as one number, for comparisons: 1.2.3 is 10203.
#define LIMB_VERSION (LIMB_VERSION_MAJOR * 10000 + LIMB_VERSION_MINOR * 100 + LIMB_VERSION_PATCH)

#if defined(__GNUC__)
#define LIMB_API        __attribute__((visibility("default")))
#define LIMB_MUST_CHECK __attribute__((warn_unused_result))
#else
#define LIMB_API
#define LIMB_MUST_CHECK
#endif

#ifdef __cplusplus
extern "C" {
#endif

// "0.1.0": the version of the linked library; the macros give that of the headers.
LIMB_API const char *limb_version(void);

// The result of every call that can fail for a reason other than a caller's bug.
typedef enum limb_status {
    LIMB_OK = 0,
    LIMB_ERROR_INPUT = 1,       // the file is wrong; the report says how and where
    LIMB_ERROR_MEMORY = 2,      // the allocator returned NULL
    LIMB_ERROR_IO = 3,          // a file could not be read or written; the report gives the reason
    LIMB_ERROR_LIMIT = 4,       // a limit in the options was reached; the report names it
    LIMB_ERROR_UNSUPPORTED = 5, // valid, but this build of the library cannot do it
    LIMB_ERROR_NUMERIC = 6      // singular, or did not converge
} limb_status;

// One short English phrase, such as "the input is wrong"; never NULL.
LIMB_API const char *limb_status_text(limb_status status);

// One function allocates (ptr NULL, old_size 0), resizes, and frees (new_size 0, result ignored).
// It returns NULL if there is no memory, and then leaves the old block unchanged. Blocks are
// aligned to 16 bytes. Two threads may use one allocator only if its function allows it.
typedef struct limb_allocator {
    void *(*resize)(void *ctx, void *ptr, size_t old_size, size_t new_size);
    void *ctx;
} limb_allocator;

// A piece of text without a terminating NUL, borrowed from the object that returned it.
typedef struct limb_text {
    const char *data;
    size_t size;
} limb_text;

// Receives output in order; any status other than LIMB_OK stops the writer, which then
// returns that status.
typedef limb_status limb_write_fn(void *ctx, const void *bytes, size_t size);

// The instruction set to compute with; one source is compiled for each. Results of two sets agree
// to rounding; one set gives the same bits with every compiler.
typedef enum limb_isa {
    LIMB_ISA_AUTO = 0,     // the best that this processor supports
    LIMB_ISA_PORTABLE = 1, // plain C
    LIMB_ISA_AVX2 = 2,     // x86-64 with AVX2, FMA and BMI
    LIMB_ISA_NEON = 3      // 64-bit ARM
} limb_isa;

#ifdef __cplusplus
}
#endif
#endif // LIMB_BASE_H
