// Files dropped on the page: kept in a folder of their own until the view ends.
#ifndef LIMB_SERVE_DROP_H
#define LIMB_SERVE_DROP_H

#include "limb/base.h"

typedef struct limb__drop {
    char *folder; // NULL before the first file
    size_t size;  // bytes so far
} limb__drop;

// NULL, or why the file is not taken. The path must stay below the drop.
const char *limb__drop_file(limb__drop *drop, const char *name, const char *path, const void *bytes,
                            size_t size);
// The robot among the files of a drop: the .urdf nearest to its top. A malloc'd path, or NULL.
char *limb__drop_find(const limb__drop *drop, const char *name);
void limb__drop_remove(limb__drop *drop);

#endif
