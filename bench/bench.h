// Benchmarks: ours beside a peer on the same input, alternating in one run, printed as a ratio.
//
// To add a topic, write bench/bench_<topic>.c (or .cpp); it is picked up by itself:
//
//     static void ours(void *ctx) { limb_bench_keep(parse((input *)ctx)); }
//     static void peer(void *ctx) { ... }
//
//     BENCH(mesh, "mesh") // the room that begins the names of its cases
//     {
//         if (!limb_bench_wanted("mesh/stl")) return; // before costly preparation
//         input in = make_input();
//         limb_bench_run(&(limb_bench_case){"mesh/stl", ours, "assimp", peer, &in, 1});
//         free_input(&in);
//     }
//
// One call of `ours` or `peer` does the whole work once. A peer that needs a library gets its own
// file bench/peer_<library>.cmake, which finds it, adds the adapter to limb-bench and defines a
// macro; without the library the case has no peer and prints "-". Only adapters may be C++.
#ifndef LIMB_BENCH_H
#define LIMB_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void limb_bench_fn(void *ctx);

typedef struct limb_bench_case {
    const char *name; // "topic/what"
    limb_bench_fn *ours;
    const char *peer_name; // "strtod"; NULL: none
    limb_bench_fn *peer;   // NULL: none
    void *ctx;             // given to both
    double count;          // things done in one call: times are for one of them
} limb_bench_case;

// Measures and prints one line, when the filter on the command line is the case's room, or else
// part of its name. Returns our time for one thing in nanoseconds; 0: not measured.
double limb_bench_run(const limb_bench_case *c);

// Whether the case of this name is measured.
bool limb_bench_matches(const char *name);

// False when no case whose name begins with prefix can match the filter.
bool limb_bench_wanted(const char *prefix);

// A line "# ..." between the others: sizes, memory. It is left out when the filter leaves out the
// cases around it.
void limb_bench_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
// A result in words, whose name the caller found to match: printed in any case, and counted as one.
void limb_bench_result(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Makes the compiler believe that the value is needed.
void limb_bench_keep(double value);

// A file of the robots beside the project, whole, malloc'd, by its name in the first column of
// SOURCES.tsv; NULL when there is none.
char *limb_bench_corpus_robot(const char *name, size_t *size);

// The path of a file beside the project, by its path under robots/; false when there is none.
bool limb_bench_corpus_path(const char *name, char *path, size_t capacity);

void limb_bench_register(const char *room, void (*topic)(void));

#ifdef __cplusplus
}
#endif

#define BENCH(topic, room)                                                                         \
    static void topic(void);                                                                       \
    __attribute__((constructor)) static void topic##_register(void)                                \
    {                                                                                              \
        limb_bench_register(room, topic);                                                          \
    }                                                                                              \
    static void topic(void)

#endif
