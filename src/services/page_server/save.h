// Saving what the page changed in the file it showed.
#ifndef LIMB_PAGE_SERVER_SAVE_H
#define LIMB_PAGE_SERVER_SAVE_H

#include "limb/base.h"

typedef struct limb__save_answer {
    int status;       // of HTTP
    char reason[200]; // one sentence for people; "" when it was saved
} limb__save_answer;

// Whether a page may be offered to change the file: a regular one, not read-only for its owner.
bool limb__save_is_possible(const char *path);

// Replaces the file by the text when its content still is what the hash (limb_source_hash) names,
// and the text is a robot's.
limb__save_answer limb__save(const char *path, const char *hash, const char *text, size_t size);

#endif
