// Collects overrides, and selects those of a node.
#define _XOPEN_SOURCE 700 // strdup

#include "services/parameters/overrides.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "services/parameters/params_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 64 << 20 }; // enough for the largest robot descriptions

typedef struct candidate { // an override that matches the node
    const limb__override *from;
    int number; // in the order given
    int node;   // index of the first override with its pattern
} candidate;

static int by_node(const void *a, const void *b);
static int by_name(const void *a, const void *b);
static int compare(int a, int b);

limb_status limb__overrides_read_file(limb__overrides *list, const char *path, limb_yaml_fn *yaml)
{
    char *text;
    size_t size;
    const limb_status status = limb__file_read(path, limb__memory(NULL), MAX_FILE, &text, &size);
    if (status != LIMB_OK) {
        snprintf(list->reason, sizeof list->reason, "cannot read %.180s: %s", path,
                 limb_status_text(status));
        return status;
    }
    const limb_status parsed = limb__overrides_read_text(list, text, size, path, yaml);
    limb__release(limb__memory(NULL), text, size + 1);
    return parsed;
}

limb_status limb__overrides_read_text(limb__overrides *list, const char *text, size_t size,
                                      const char *name, limb_yaml_fn *yaml)
{
    if (yaml) return limb__params_file_read(list, text, size, name, yaml);
    snprintf(list->reason, sizeof list->reason, "parameters files need a reader of YAML");
    return LIMB_ERROR_UNSUPPORTED;
}

limb_status limb__overrides_read_rule(limb__overrides *list, const char *rule, limb_yaml_fn *yaml)
{
    const char *assigned = strstr(rule, ":=");
    if (!assigned || assigned == rule) {
        snprintf(list->reason, sizeof list->reason,
                 "a parameter must be name:=value, not \"%.120s\"", rule);
        return LIMB_ERROR_INPUT;
    }
    const char *colon = memchr(rule, ':', (size_t)(assigned - rule));
    const char *name = colon ? colon + 1 : rule;
    const size_t node_size = colon ? (size_t)(colon - rule) : 0;
    limb__override added = {0};
    limb_status status = limb__params_value_read(list, assigned + 2, &added.parameter, yaml);
    if (status == LIMB_OK &&
        !limb__parameter_name(&added.parameter, name, (size_t)(assigned - name)))
        status = LIMB_ERROR_MEMORY;
    if (status == LIMB_OK)
        status = limb__overrides_add(list, colon ? rule : "/**", colon ? node_size : 3,
                                     &added.parameter);
    limb__parameter_free(&added.parameter);
    return status;
}

limb_status limb__overrides_add(limb__overrides *list, const char *node, size_t size,
                                limb__parameter *parameter)
{
    if (!limb__grow(limb__memory(NULL), (void **)&list->item, &list->capacity, list->count + 1,
                    sizeof *list->item))
        return LIMB_ERROR_MEMORY;
    char *pattern = malloc(size + 2);
    if (!pattern) return LIMB_ERROR_MEMORY;
    // a name without a slash is in the root namespace
    const bool is_relative = size == 0 || node[0] != '/';
    if (is_relative) pattern[0] = '/';
    memcpy(pattern + is_relative, node, size);
    pattern[size + is_relative] = 0;
    list->item[list->count++] = (limb__override){pattern, *parameter};
    memset(parameter, 0, sizeof *parameter);
    return LIMB_OK;
}

limb_status limb__overrides_resolve(const limb__overrides *list, const char *node,
                                    limb__parameters *out)
{
    candidate *match = calloc((size_t)list->count + 1, sizeof *match);
    if (!match) return LIMB_ERROR_MEMORY;
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        if (limb__override_matches(list->item[i].node, node))
            match[count++] = (candidate){&list->item[i], i, i};
    }
    qsort(match, (size_t)count, sizeof *match, by_node);
    for (int i = 1; i < count; i++) {
        if (strcmp(match[i].from->node, match[i - 1].from->node) == 0)
            match[i].node = match[i - 1].node;
    }
    qsort(match, (size_t)count, sizeof *match, by_name);
    limb_status status = LIMB_OK;
    for (int i = 0; i < count && status == LIMB_OK; i++) {
        const limb__parameter *value = &match[i].from->parameter;
        // the last one of a name wins
        if (i + 1 < count && strcmp(value->name, match[i + 1].from->parameter.name) == 0) continue;
        limb__parameter copy;
        if (!limb__parameter_copy(&copy, value)) {
            status = LIMB_ERROR_MEMORY;
        } else if (!limb__parameters_add(out, &copy)) {
            limb__parameter_free(&copy);
            status = LIMB_ERROR_MEMORY;
        }
    }
    free(match);
    return status;
}

void limb__overrides_free(limb__overrides *list)
{
    for (int i = 0; i < list->count; i++) {
        free(list->item[i].node);
        limb__parameter_free(&list->item[i].parameter);
    }
    limb__release(limb__memory(NULL), list->item, sizeof *list->item * (size_t)list->capacity);
    memset(list, 0, sizeof *list);
}

// Matches segment by segment: the part of the pattern after the last "**" is tried at each segment
// in turn, which takes at most the product of both lengths.
bool limb__override_matches(const char *pattern, const char *node)
{
    const char *after_any = NULL, *retry = NULL;
    while (*node) {
        const size_t part = strcspn(pattern + (*pattern == '/'), "/") + (*pattern == '/');
        const size_t name = strcspn(node + 1, "/") + 1;
        if (part == 3 && memcmp(pattern, "/**", 3) == 0) {
            after_any = pattern += 3;
            retry = node;
            continue;
        }
        const bool is_any = part == 2 && memcmp(pattern, "/*", 2) == 0;
        if (part > 0 && (is_any || (part == name && memcmp(pattern, node, part) == 0))) {
            pattern += part;
            node += name;
        } else if (after_any) {
            pattern = after_any;
            retry += strcspn(retry + 1, "/") + 1;
            node = retry;
        } else {
            return false;
        }
    }
    while (strncmp(pattern, "/**", 3) == 0)
        pattern += 3;
    return *pattern == 0;
}

static int by_node(const void *a, const void *b)
{
    const candidate *first = a, *second = b;
    const int order = strcmp(first->from->node, second->from->node);
    return order != 0 ? order : compare(first->number, second->number);
}

static int by_name(const void *a, const void *b)
{
    const candidate *first = a, *second = b;
    const int order = strcmp(first->from->parameter.name, second->from->parameter.name);
    if (order != 0) return order;
    return first->node != second->node ? compare(first->node, second->node)
                                       : compare(first->number, second->number);
}

static int compare(int a, int b)
{
    return (a > b) - (a < b);
}
