// Saves changes made in the page to the file that it shows.
#ifndef LIMB_PAGE_SERVER_SAVE_H
#define LIMB_PAGE_SERVER_SAVE_H

#include "limb/base.h"

typedef struct limb__save_answer {
    int status;       // HTTP status
    char reason[200]; // one sentence for the user; "" on success
} limb__save_answer;

// Returns true if the page may offer to change the file: a regular file, writable for its owner.
bool limb__save_is_possible(const char *path);

// Replaces the file by the text, if its content still has the hash (limb_source_hash) and the text
// contains a robot.
limb__save_answer limb__save(const char *path, const char *hash, const char *text, size_t size);

#endif
