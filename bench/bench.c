// The program around the benchmarks: it selects topics, times cases and prints results.
//
// A sample is a batch of calls: a millisecond of short ones, several of long ones. Samples of limb
// and of the peer alternate, and the smallest counts, since disturbances only ever add time. A call
// before each sample is not timed, since the other side has filled the caches. The spread is how
// far limb's median lies above its minimum; a large one means that the machine was busy.
#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_TOPICS = 64, MIN_SAMPLES = 5, MAX_SAMPLES = 2000, WARM_CALLS = 8 };
static const double SAMPLE_NS = 1e6; // a batch lasts at least this long and has WARM_CALLS calls,
static const double WARM_NS = 10e6;  // unless it lasts this long
static const double CASE_NS = 400e6; // ours and peer together

static struct {
    const char *room;
    void (*run)(void);
} topics[MAX_TOPICS];
static int ntopic;
static const char *filter = "";
static bool is_room;      // the filter names a room: its cases and no others
static int nprinted;      // cases
static bool is_shown;     // a case of this topic was printed
static char pending[512]; // a note that is printed if a case of its topic follows

typedef struct samples {
    limb_bench_fn *fn;
    int batch;
    int count;
    double ns[MAX_SAMPLES]; // for one call
} samples;

static void warm_up(samples *s, limb_bench_fn *fn, void *ctx);
static void take_sample(samples *s, void *ctx);
static double time_calls(limb_bench_fn *fn, void *ctx, int count);
static bool begins_with_room(const char *name);
static void note_clock(void);
static void count_up(void *ctx);
static int ascending(const void *a, const void *b);

int main(int argc, char **argv)
{
    if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
        fprintf(stderr, "usage: limb-bench [FILTER]\n");
        return 2;
    }
    if (argc == 2) filter = argv[1];
    for (int i = 0; i < ntopic; i++)
        is_room |= strcmp(topics[i].room, filter) == 0;
    printf("case\tours_ns\tpeer\tpeer_ns\tratio\tspread\n");
    note_clock();
    for (int i = 0; i < ntopic; i++) {
        if (is_room && strcmp(topics[i].room, filter) != 0) continue;
        is_shown = is_room || filter[0] == 0;
        pending[0] = 0;
        topics[i].run();
    }
    if (nprinted == 0) {
        fprintf(stderr, "limb-bench: no case has \"%s\" in its name; rooms:", filter);
        for (int i = 0; i < ntopic; i++)
            fprintf(stderr, " %s", topics[i].room);
        fprintf(stderr, "\n");
        return 1;
    }
    return 0;
}

void limb_bench_register(const char *room, void (*topic)(void))
{
    if (ntopic == MAX_TOPICS) abort();
    topics[ntopic].room = room;
    topics[ntopic++].run = topic;
}

bool limb_bench_matches(const char *name)
{
    return is_room ? begins_with_room(name) : strstr(name, filter) != NULL;
}

bool limb_bench_wanted(const char *prefix)
{
    if (is_room) return begins_with_room(prefix);
    // the filter may lie in the prefix, go on after it, or be part of what follows it
    const size_t size = strlen(prefix);
    return strstr(prefix, filter) || strncmp(filter, prefix, size) == 0 || !strchr(filter, '/');
}

double limb_bench_run(const limb_bench_case *c)
{
    static samples ours, peer;
    if (!limb_bench_matches(c->name)) return 0;
    warm_up(&ours, c->ours, c->ctx);
    if (c->peer) warm_up(&peer, c->peer, c->ctx);
    double spent = 0;
    while (ours.count < MIN_SAMPLES || (spent < CASE_NS && ours.count < MAX_SAMPLES)) {
        take_sample(&ours, c->ctx);
        spent += ours.ns[ours.count - 1] * ours.batch;
        if (!c->peer) continue;
        take_sample(&peer, c->ctx);
        spent += peer.ns[peer.count - 1] * peer.batch;
    }
    qsort(ours.ns, (size_t)ours.count, sizeof ours.ns[0], ascending);
    if (pending[0]) printf("# %s\n", pending);
    pending[0] = 0;
    is_shown = true;
    const double ours_ns = ours.ns[0] / c->count;
    const double spread = ours.ns[ours.count / 2] / ours.ns[0] - 1;
    if (c->peer) {
        qsort(peer.ns, (size_t)peer.count, sizeof peer.ns[0], ascending);
        const double peer_ns = peer.ns[0] / c->count;
        printf("%s\t%.1f\t%s\t%.1f\t%.2f\t%.0f%%\n", c->name, ours_ns, c->peer_name, peer_ns,
               peer_ns / ours_ns, 100 * spread);
    } else {
        printf("%s\t%.1f\t-\t-\t-\t%.0f%%\n", c->name, ours_ns, 100 * spread);
    }
    fflush(stdout);
    nprinted++;
    return ours_ns;
}

void limb_bench_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(pending, sizeof pending, format, args);
    va_end(args);
    if (!is_shown) return;
    printf("# %s\n", pending);
    pending[0] = 0;
}

void limb_bench_result(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("# ");
    vprintf(format, args);
    printf("\n");
    va_end(args);
    fflush(stdout);
    nprinted++;
}

void limb_bench_keep(double value)
{
    static volatile double kept;
    kept = value;
    (void)kept;
}

static bool begins_with_room(const char *name)
{
    const size_t size = strlen(filter);
    return strncmp(name, filter, size) == 0 && (name[size] == '/' || name[size] == 0);
}

// one call to fill caches, then as many as make a batch long enough
static void warm_up(samples *s, limb_bench_fn *fn, void *ctx)
{
    s->fn = fn;
    s->count = 0;
    s->batch = 1;
    time_calls(fn, ctx, 1);
    for (; s->batch < 1 << 20; s->batch *= 2) {
        const double ns = time_calls(fn, ctx, s->batch);
        if (ns >= WARM_NS || (ns >= SAMPLE_NS && s->batch >= WARM_CALLS)) break;
    }
}

static void take_sample(samples *s, void *ctx)
{
    s->fn(ctx);
    s->ns[s->count++] = time_calls(s->fn, ctx, s->batch) / s->batch;
}

static double time_calls(limb_bench_fn *fn, void *ctx, int count)
{
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (int i = 0; i < count; i++)
        fn(ctx);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    return (double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec);
}

enum { ADDITIONS = 800000 };

// The clock as a chain of additions sees it, one a cycle: what to know before comparing times
// of two machines.
static void note_clock(void)
{
    double min = INFINITY;
    unsigned long sum = 0;
    for (int i = 0; i < 50; i++)
        min = fmin(min, time_calls(count_up, &sum, 1));
    if (sum > 0) printf("# clock %.2f GHz\n", ADDITIONS / min);
}

static void count_up(void *ctx)
{
    unsigned long *sum = ctx;
#ifdef __x86_64__
    for (int i = 0; i < ADDITIONS; i += 8) {
        __asm__ volatile("add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0\n"
                         "add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0"
                         : "+r"(*sum));
    }
#else
    *sum = 0; // not known
#endif
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
