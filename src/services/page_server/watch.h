// Detects changed files by their times and sizes, when polled.
#ifndef LIMB_PAGE_SERVER_WATCH_H
#define LIMB_PAGE_SERVER_WATCH_H

#include "limb/base.h"

typedef struct limb__watch {
    struct limb__watched *file;
    int count;
    int capacity;
    int next; // expected index of the next file that is added again
} limb__watch;

void limb__watch_clear(limb__watch *watch);
// Begins a new list: the files added until limb__watch_end are watched. Files watched before are
// still compared with the last poll, so that changes while they were read are detected.
void limb__watch_begin(limb__watch *watch);
void limb__watch_end(limb__watch *watch);
void limb__watch_add(limb__watch *watch,
                     const char *path); // a missing file is watched as well
// Returns true if any file differs from the last poll (or from when it was first added).
bool limb__watch_look(limb__watch *watch);

#endif
