// const means that any number of threads may read: every public function with only const objects is
// called by eight threads at once, on objects that have not been read before, and each gets the
// same result. Under ThreadSanitizer this also verifies that none writes to shared data.
//
// The calls are generated from the headers (make_const_calls.py); const_calls.txt lists exceptions
// with their reasons.
#include "project/const_objects.h"

#include "harness.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 8, CALLS = 2 };

typedef struct worker {
    const shared *s;
    own *o;
    const call_of_function *function;
    atomic_int *nready;
} worker;

static void *work_on(void *ctx)
{
    const worker *w = ctx;
    const int nv = w->s->model->nv;
    // all begin at once
    atomic_fetch_add(w->nready, 1);
    while (atomic_load(w->nready) < THREADS)
        sched_yield();
    for (int i = 0; i < CALLS; i++) {
        for (int k = 0; k < nv * nv; k++)
            w->o->identity[k] = k % (nv + 1) == 0;
        w->function->call(w->s, w->o);
        for (int k = 0; k < 8; k++)
            take(w->o, w->o->out[k], 64 * sizeof(double));
    }
    return NULL;
}

// limb_robot_meshes_find_image used a resolver that all threads shared and that each call modified:
// eight threads crashed.
TEST(threads_share_what_is_const)
{
    static shared s;
    open_shared(&s);
    own *of[THREADS];
    for (int t = 0; t < THREADS; t++)
        of[t] = make_own(&s);
    for (int i = 0; i < nconst_call; i++) {
        pthread_t thread[THREADS];
        worker w[THREADS];
        atomic_int nready = 0;
        for (int t = 0; t < THREADS; t++) {
            of[t]->nbyte = 0;
            w[t] = (worker){&s, of[t], &const_calls[i], &nready};
            ENSURE_INT(pthread_create(&thread[t], NULL, work_on, &w[t]), 0);
        }
        for (int t = 0; t < THREADS; t++)
            pthread_join(thread[t], NULL);
        for (int t = 1; t < THREADS; t++) {
            if (of[t]->digest == of[0]->digest && of[t]->nbyte == of[0]->nbyte) continue;
            printf("%s: thread %d has another answer\n", const_calls[i].name, t);
            ENSURE(of[t]->digest == of[0]->digest);
        }
    }
    printf("%d functions\n", nconst_call);
    ENSURE(nconst_call > 200);
    for (int t = 0; t < THREADS; t++) {
        free_own(of[t]);
    }
}
