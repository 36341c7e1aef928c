#include "support/corpus.h"

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIND = 1, COLUMNS = 16 };

static void split(limb_test_robots *it);

bool limb_test_next_robot(limb_test_robots *it)
{
    const char *corpus = limb_test_corpus();
    if (!corpus) return false;
    if (!it->table) {
        snprintf(it->path, sizeof it->path, "%s/SOURCES.tsv", corpus);
        it->table = limb_test_read_file(it->path, NULL);
        it->line = strchr(it->table, '\n'); // after the head
        if (it->line) it->line++;
    }
    while (it->line && *it->line) {
        split(it);
        const char *file = it->column[LIMB_TEST_ROBOT_FILE];
        if (!file || strcmp(it->column[KIND], "urdf") != 0) continue;
        snprintf(it->path, sizeof it->path, "%s/robots/%s", corpus, file);
        return true;
    }
    free(it->table);
    it->table = NULL;
    return false;
}

// The line into columns, and on to the next one.
static void split(limb_test_robots *it)
{
    char *cell = it->line;
    it->line = strchr(cell, '\n');
    if (it->line) *it->line++ = 0;
    for (int i = 0; i < COLUMNS; i++) {
        it->column[i] = cell;
        if (!cell) continue;
        cell = strchr(cell, '\t');
        if (cell) *cell++ = 0;
    }
}
