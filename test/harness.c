// The test harness: registry, runner, and the assertions' messages.
#include "harness.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_TESTS = 4096 }; // tools/mutate.py links all tests into one program

static struct {
    const char *name;
    limb_test_fn *fn;
} tests[MAX_TESTS];
static int ntest;
static int npassed;
static int nfailed;
static jmp_buf on_failure;

void limb_test_register(const char *name, limb_test_fn *fn)
{
    if (ntest == MAX_TESTS) abort();
    tests[ntest].name = name;
    tests[ntest].fn = fn;
    ntest++;
}

int main(int argc, char **argv)
{
    const char *locale = getenv("LIMB_TEST_LOCALE");
    if (locale && !setlocale(LC_ALL, locale)) {
        fprintf(stderr, "there is no locale %s\n", locale);
        return 1;
    }
    const bool progress = getenv("LIMB_TEST_PROGRESS") != NULL;
    for (volatile int i = 0; i < ntest; i++) {
        if (argc > 1 && !strstr(tests[i].name, argv[1])) continue;
        if (progress) fprintf(stderr, "TEST %s\n", tests[i].name);
        if (setjmp(on_failure) == 0) {
            tests[i].fn();
            npassed++;
        } else {
            fprintf(stderr, "FAILED %s\n", tests[i].name);
            nfailed++;
        }
    }
    printf("%d passed, %d failed\n", npassed, nfailed);
    return npassed > 0 && nfailed == 0 ? 0 : 1;
}

void limb_test_fail(const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    longjmp(on_failure, 1);
}

void limb_test_int(const char *file, int line, const char *what, long long actual,
                   long long expected)
{
    if (actual != expected) {
        limb_test_fail(file, line, "%s is %lld, expected %lld", what, actual, expected);
    }
}

void limb_test_text(const char *file, int line, const char *what, const char *actual,
                    const char *expected)
{
    if (!actual || !expected || strcmp(actual, expected) != 0) {
        limb_test_fail(file, line, "%s is\n--- actual\n%s\n--- expected\n%s\n---", what,
                       actual ? actual : "(null)", expected ? expected : "(null)");
    }
}

void limb_test_near(const char *file, int line, const char *what, double actual, double expected,
                    double tolerance)
{
    if (!(fabs(actual - expected) <= tolerance)) {
        limb_test_fail(file, line, "%s is %.17g, expected %.17g within %g (off by %g)", what,
                       actual, expected, tolerance, fabs(actual - expected));
    }
}

const char *limb_test_corpus(void)
{
    const char *named = getenv("LIMB_CORPUS");
    if (named) return named;
    static const char beside[] = LIMB_TEST_BESIDE;
    struct stat info;
    return stat(beside, &info) == 0 ? beside : NULL;
}

char *limb_test_read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) limb_test_fail(__FILE__, __LINE__, "cannot open %s", path);
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)length + 1);
    if (!bytes || fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        limb_test_fail(__FILE__, __LINE__, "cannot read %s", path);
    }
    bytes[length] = 0;
    fclose(file);
    if (size) *size = (size_t)length;
    return bytes;
}

uint64_t limb_test_next(limb_test_rng *rng)
{
    uint64_t z = (rng->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double limb_test_uniform(limb_test_rng *rng, double low, double high)
{
    const double unit = (double)(limb_test_next(rng) >> 11) * 0x1p-53;
    return low + (high - low) * unit;
}

int limb_test_below(limb_test_rng *rng, int bound)
{
    return (int)(limb_test_next(rng) % (uint64_t)bound);
}
