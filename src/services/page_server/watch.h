// Which files changed on disk: their times and sizes, looked at when asked.
#ifndef LIMB_PAGE_SERVER_WATCH_H
#define LIMB_PAGE_SERVER_WATCH_H

#include "limb/base.h"

typedef struct limb__watch {
    struct limb__watched *file;
    int count;
    int capacity;
    int next; // where a file that is added again is expected
} limb__watch;

void limb__watch_clear(limb__watch *watch);
// A new list: what is added between these two is watched from then on. Files that were watched
// before are still compared with the last look, so that a change while they were read counts.
void limb__watch_begin(limb__watch *watch);
void limb__watch_end(limb__watch *watch);
void limb__watch_add(limb__watch *watch,
                     const char *path); // a file that is not there is watched for
// True when any file differs from the last look (or from when it was first added).
bool limb__watch_look(limb__watch *watch);

#endif
