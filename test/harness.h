// A small test harness: write TEST(name) { ... ENSURE(...); }; no registration is needed.
//
// A failed ENSURE prints its place and ends that test; the others continue. The program's exit
// status is 0 only if at least one test ran and none failed. An argument selects tests whose name
// contains it. LIMB_TEST_LOCALE names a locale to run in; with LIMB_TEST_PROGRESS the name of each
// test is printed before it runs.
#ifndef LIMB_TEST_HARNESS_H
#define LIMB_TEST_HARNESS_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void limb_test_fn(void);

void limb_test_register(const char *name, limb_test_fn *fn);
void limb_test_fail(const char *file, int line, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

#define TEST(name)                                                                                 \
    static void name(void);                                                                        \
    __attribute__((constructor)) static void name##_register(void)                                 \
    {                                                                                              \
        limb_test_register(#name, name);                                                           \
    }                                                                                              \
    static void name(void)

#define ENSURE(condition)                                                                          \
    ((condition) ? (void)0 : limb_test_fail(__FILE__, __LINE__, "%s", #condition))
#define ENSURE_INT(actual, expected)                                                               \
    limb_test_int(__FILE__, __LINE__, #actual, (long long)(actual), (long long)(expected))
#define ENSURE_TEXT(actual, expected)                                                              \
    limb_test_text(__FILE__, __LINE__, #actual, (actual), (expected))
#define ENSURE_NEAR(actual, expected, tolerance)                                                   \
    limb_test_near(__FILE__, __LINE__, #actual, (actual), (expected), (tolerance))

void limb_test_int(const char *file, int line, const char *what, long long actual,
                   long long expected);
void limb_test_text(const char *file, int line, const char *what, const char *actual,
                    const char *expected);
void limb_test_near(const char *file, int line, const char *what, double actual, double expected,
                    double tolerance);

// The folder of real robots beside the project, or NULL: LIMB_CORPUS, else ../shared/corpus.
const char *limb_test_corpus(void);

// A whole file as malloc'd bytes with a NUL after them; fails the test when it cannot be read.
char *limb_test_read_file(const char *path, size_t *size);

// How many of n random cases to try: all in an optimized build, a share where each costs many times
// as much (without optimization, under sanitizers).
#define LIMB_TEST_COUNT(n) ((n) / LIMB_TEST_SHARE)

// Seeded generator (splitmix64): the same numbers on every machine.
typedef struct limb_test_rng {
    uint64_t state;
} limb_test_rng;
uint64_t limb_test_next(limb_test_rng *rng);
double limb_test_uniform(limb_test_rng *rng, double low, double high);
int limb_test_below(limb_test_rng *rng, int bound);

#ifdef __cplusplus
}
#endif
#endif
