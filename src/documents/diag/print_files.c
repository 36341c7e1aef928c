// Lists all files of a report, once each, with their findings, in one pass over the findings.
#include "documents/diag/print.h"

#include <string.h>

static int add_file(limb__print_files *files, const char *name);

bool limb__print_files_init(limb__print_files *files, const limb__printer *printer)
{
    const limb__store *store = printer->store;
    const int nasked = printer->opts->nfile;
    const int nfinding = printer->report->nfinding;
    *files = (limb__print_files){0};
    limb__arena_init(&files->arena, store->memory, 0);
    files->file = LIMB__ARENA_ARRAY(&files->arena, limb__print_file, nasked + store->nfile);
    files->next = LIMB__ARENA_ARRAY(&files->arena, int, nfinding);
    int *place = LIMB__ARENA_ARRAY(&files->arena, int, store->nfile); // of the store's files
    limb__names_init(&files->name, &files->arena, nasked + store->nfile);
    if (files->arena.failed) return false;

    for (int i = 0; i < nasked; i++) {
        const int at = add_file(files, printer->opts->file[i]);
        if (files->file[at].asked < 0) files->file[at].asked = i;
    }
    for (int i = 0; i < store->nfile; i++) {
        place[i] = add_file(files, store->file[i].name);
        files->file[place[i]].counts = &store->file[i];
    }
    for (int i = nfinding - 1; i >= 0; i--) {
        limb__print_file *file = &files->file[place[store->key[i].place >> 32]];
        files->next[i] = file->first;
        file->first = i;
    }
    return true;
}

void limb__print_files_free(limb__print_files *files)
{
    limb__arena_free(&files->arena);
}

static int add_file(limb__print_files *files, const char *name)
{
    const int known = limb__names_add(&files->name, name, strlen(name), files->count);
    if (known >= 0) return known;
    files->file[files->count] = (limb__print_file){.name = name, .asked = -1, .first = -1};
    return files->count++;
}
