// Lists all files below a folder, in the same order on every machine.
#ifndef LIMB_TEST_SUPPORT_FILES_H
#define LIMB_TEST_SUPPORT_FILES_H

#include <stddef.h>

typedef void limb_test_file_fn(const char *path, void *ctx);

// Calls fn for every regular file below the folder (at any depth) whose name ends with suffix, by
// path in byte order. Returns how many there were; 0 when folder is NULL or cannot be opened.
int limb_test_each_file(const char *folder, const char *suffix, limb_test_file_fn *fn, void *ctx);

#endif
