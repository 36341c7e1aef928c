// Expands small documents in tests: files in memory, and the result on one line.
#ifndef LIMB_TEST_XACRO_CASES_H
#define LIMB_TEST_XACRO_CASES_H

#include "harness.h"
#include "limb/xacro.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct memory_file {
    const char *path;
    const char *text;
} memory_file;

typedef struct memory_disk {
    const memory_file *file; // ends with path NULL
} memory_disk;

static inline limb_status disk_read(void *ctx, const char *path, const limb_allocator *memory,
                                    size_t max_size, char **bytes, size_t *size)
{
    const memory_disk *disk = ctx;
    if (strncmp(path, "./", 2) == 0) path += 2;
    for (const memory_file *file = disk->file; file && file->path; file++) {
        if (strcmp(file->path, path) != 0) continue;
        *size = strlen(file->text);
        if (*size > max_size) return LIMB_ERROR_LIMIT;
        *bytes = memory ? memory->resize(memory->ctx, NULL, 0, *size + 1) : malloc(*size + 1);
        if (!*bytes) return LIMB_ERROR_MEMORY;
        memcpy(*bytes, file->text, *size + 1);
        return LIMB_OK;
    }
    return LIMB_ERROR_IO;
}

static inline bool disk_list(void *ctx, const char *folder, limb_xacro_name_fn *add, void *list)
{
    const memory_disk *disk = ctx;
    size_t size = strcmp(folder, ".") == 0 ? 0 : strlen(folder);
    for (const memory_file *file = disk->file; file && file->path; file++) {
        if (strncmp(file->path, folder, size) != 0 || strchr(file->path + size, '/')) continue;
        add(list, file->path + size);
    }
    return true;
}

static inline const char *disk_package(void *ctx, const char *name)
{
    (void)ctx;
    return strcmp(name, "arm_description") == 0 ? "/ros/arm_description" : NULL;
}

static inline const char *disk_environment(void *ctx, const char *name)
{
    (void)ctx;
    return strcmp(name, "SIDE") == 0 ? "left" : NULL;
}

// The expansion without its declaration and without white space between tags, or the rules of the
// errors ("!xacro-undefined xacro-macro"), or of warnings after it (" ?xacro-lost"); to be freed.
static inline char *expanded(const char *text, const memory_file *files,
                             const limb_xacro_argument *argument, int nargument)
{
    limb_report *report;
    limb_xacro *xacro;
    memory_disk disk = {files};
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_xacro_opts opts = {
        .report = report,
        .argument = argument,
        .nargument = nargument,
        .current_folder = "/work",
        .host = {&disk, disk_read, disk_list, disk_package, disk_environment},
        .yaml = limb_yaml_read};
    const limb_status status = limb_xacro_expand(&xacro, text, strlen(text), &opts);
    ENSURE(xacro != NULL);
    char *out = calloc(1, 20000);
    ENSURE(out != NULL);
    size_t size = 0;
    if (status == LIMB_OK) {
        ENSURE(xacro->text && strlen(xacro->text) == xacro->size);
        const char *at = strchr(xacro->text, '\n');
        for (; *at && size < 19000; at++) {
            if (*at == '\n') { // with the blanks that follow, between tags
                at += strspn(at, " \n") - 1;
                continue;
            }
            out[size++] = *at;
        }
    } else {
        ENSURE(xacro->text == NULL);
        out[size++] = '!';
    }
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        const bool shown = status != LIMB_OK ? finding->severity == LIMB_SEVERITY_ERROR : true;
        if (!shown) continue;
        size += (size_t)snprintf(out + size, 20000 - size, "%s%s%s", size > 1 ? " " : "",
                                 status == LIMB_OK ? "?" : "", finding->id);
        ENSURE(finding->span.line > 0); // every finding has a place
    }
    limb_xacro_free(xacro);
    limb_report_free(report);
    return out;
}

static inline void check_expands(int line, const char *text, const memory_file *files,
                                 const limb_xacro_argument *argument, int nargument,
                                 const char *expected)
{
    char *found = expanded(text, files, argument, nargument);
    const bool same = strcmp(found, expected) == 0;
    if (!same) fprintf(stderr, "line %d\n  gives    %s\n  expected %s\n", line, found, expected);
    free(found);
    ENSURE(same);
}

#define NS "xmlns:xacro=\"http://www.ros.org/wiki/xacro\""
// The body inside <a>, and what it becomes inside <a>.
#define EXPANDS(body, result)                                                                      \
    check_expands(__LINE__, "<a " NS ">" body "</a>", NULL, NULL, 0, "<a>" result "</a>")
#define EXPANDS_EMPTY(body) check_expands(__LINE__, "<a " NS ">" body "</a>", NULL, NULL, 0, "<a/>")
#define FAILS(body, rules)                                                                         \
    check_expands(__LINE__, "<a " NS ">" body "</a>", NULL, NULL, 0, "!" rules)

#endif
