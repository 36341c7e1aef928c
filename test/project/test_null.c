// Pointers documented as nullable may be NULL, and options may be combined: every such pointer,
// every two of a function and every pair of options is tried, with everything else valid. Each
// function is called in a process of its own, so that calls cannot affect each other and a crash
// identifies the call. Sanitizers detect errors without a crash.
//
// The calls are generated from the headers (make_null_calls.py).
#define _DEFAULT_SOURCE // mmap, MAP_ANONYMOUS
#include "harness.h"
#include "project/null_calls.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 300 }; // after which a function that does not return is ended

// Runs the calls from first to before end, all of one function; *current is the one that runs.
static int run_calls(const shared *s, int first, int end, volatile int *current)
{
    fflush(NULL);
    const pid_t child = fork();
    ENSURE(child >= 0);
    if (child == 0) {
        alarm(SECONDS);
        for (int i = first; i < end; i++) {
            *current = i;
            own *o = make_own(s);
            null_calls[i].call(s, o);
            free_own(o);
        }
        _exit(0);
    }
    int status;
    ENSURE(waitpid(child, &status, 0) == child);
    return status;
}

TEST(null_and_pairs_of_options_are_answered)
{
    static shared s;
    open_shared(&s);
    int *current =
        mmap(NULL, sizeof *current, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ENSURE(current != MAP_FAILED);
    int nfunction = 0, nfailed = 0;
    for (int i = 0; i < nnull_call; nfunction++) {
        const int first = i;
        while (i < nnull_call && strcmp(null_calls[i].function, null_calls[first].function) == 0)
            i++;
        const int status = run_calls(&s, first, i, current);
        if (status == 0) continue;
        nfailed++;
        printf("%s, %s: status %d\n", null_calls[*current].function, null_calls[*current].how,
               status);
    }
    munmap(current, sizeof *current);
    printf("%d calls of %d functions\n", nnull_call, nfunction);
    ENSURE_INT(nfailed, 0);
    ENSURE(nnull_call > 300 && nfunction > 100);
}
