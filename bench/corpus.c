// Robots of the corpus: found by name in its list of sources, and used only if present.
#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_COLUMN = 0, FILE_COLUMN = 6 };

static const char *corpus(void);
static char *read_file(const char *path, size_t *size);
static const char *column(const char *line, int index, size_t *size);

char *limb_bench_corpus_robot(const char *name, size_t *size)
{
    const char *folder = corpus();
    char path[4096];
    snprintf(path, sizeof path, "%s/SOURCES.tsv", folder);
    char *list = read_file(path, NULL);
    if (!list) return NULL;
    char *robot = NULL;
    for (const char *line = list; line && !robot; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        size_t name_size, file_size;
        const char *line_name = column(line, NAME_COLUMN, &name_size);
        const char *file = column(line, FILE_COLUMN, &file_size);
        if (!file || strlen(name) != name_size || memcmp(line_name, name, name_size) != 0) continue;
        snprintf(path, sizeof path, "%s/robots/%.*s", folder, (int)file_size, file);
        robot = read_file(path, size);
    }
    free(list);
    return robot;
}

bool limb_bench_corpus_path(const char *name, char *path, size_t capacity)
{
    const int size = snprintf(path, capacity, "%s/robots/%s", corpus(), name);
    return size > 0 && (size_t)size < capacity && access(path, R_OK) == 0;
}

static const char *corpus(void)
{
    const char *named = getenv("LIMB_CORPUS");
    return named ? named : LIMB_BENCH_CORPUS;
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)length + 1);
    if (bytes && fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    if (!bytes) return NULL;
    bytes[length] = 0;
    if (size) *size = (size_t)length;
    return bytes;
}

// NULL when the line has fewer
static const char *column(const char *line, int index, size_t *size)
{
    for (; index > 0; index--) {
        line += strcspn(line, "\t\n");
        if (*line != '\t') return NULL;
        line++;
    }
    *size = strcspn(line, "\t\n");
    return line;
}
