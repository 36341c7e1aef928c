// Reads .limb.yaml: settings go into the policy, and anything unknown becomes a finding
// at its position.
#include "base/file.h"
#include "base/memory.h"
#include "documents/policy/policy.h"
#include "documents/policy/yaml_tree.h"
#include "limb/system.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MAX_READERS = 64,
    MAX_BYTES = 1 << 20,
    MAX_MEMBERS = 10 * 1000, // of all lists and mappings: aliases may repeat a long one many times
    MAX_PATTERN = 1000       // bytes; the time to match is proportional to the product
                             // of both lengths
};

typedef struct reading {
    limb__policy *policy;
    limb_report *report;
    limb__source source;
    limb__yaml_tree tree;
    int nmember;  // read so far
    int nmistake; // reported so far
    int setting_capacity, packages_capacity;
} reading;

typedef struct pair { // a member of a mapping; the nodes have aliases resolved
    int key, value;
    const char *name; // of the key
} pair;

static limb_status read_file(reading *r, const limb_policy_opts *opts);
static limb_status read_tree(reading *r, const limb_policy_opts *opts, const char *text,
                             size_t size);
static void take_member(reading *r, const pair *member);
static void take_strict(reading *r, int node);
static void take_target(reading *r, int node);
static void take_packages(reading *r, int node);
static void add_packages(reading *r, int node);
static void take_paths(reading *r, int node);
static void take_path(reading *r, int node);
static void take_rules(reading *r, int node, const char *pattern);
static void add_setting(reading *r, limb_setting setting, const char *pattern);
static bool each_item(reading *r, int list, int *at, int *item);
static bool each_pair(reading *r, int map, int *at, pair *out);
static bool count_member(reading *r, int node);
static const char *text_of(const reading *r, int node);
static void complain(reading *r, int node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

limb_status limb_policy_load(limb_policy **out, const char *path, const limb_policy_opts *opts)
{
    assert(out);
    static const limb_policy_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    const limb_allocator *memory = limb__memory(opts->memory);
    limb__policy *policy = limb__allocate(memory, sizeof *policy);
    if (!policy) return LIMB_ERROR_MEMORY;
    *policy = (limb__policy){.memory = memory};
    limb__arena_init(&policy->arena, memory, 0);
    limb_status status = LIMB_OK;
    if (path && path[0]) {
        reading r = {.policy = policy, .report = opts->report};
        const char *slash = strrchr(path, '/');
        policy->open.path = limb__arena_copy_text(&policy->arena, path, strlen(path));
        policy->open.folder =
            slash ? limb__arena_copy_text(&policy->arena, path, (size_t)(slash - path))
                  : limb__arena_copy_text(&policy->arena, ".", 1);
        status = policy->arena.failed ? LIMB_ERROR_MEMORY : read_file(&r, opts);
        limb__yaml_tree_free(&r.tree);
    }
    if (policy->arena.failed || (opts->report && opts->report->nlost > 0))
        status = LIMB_ERROR_MEMORY;
    if (opts->report) limb_report_sort(opts->report);
    if (status == LIMB_ERROR_MEMORY) {
        limb_policy_free(&policy->open);
        return status;
    }
    *out = &policy->open;
    return status;
}

void limb_policy_free(limb_policy *open)
{
    if (!open) return;
    limb__policy *policy = (limb__policy *)open;
    const limb_allocator *memory = policy->memory;
    limb__arena_free(&policy->arena);
    limb__release(memory, policy, sizeof *policy);
}

// Reads the file into memory. Returns LIMB_ERROR_IO, after a finding, if it cannot be read.
static limb_status read_file(reading *r, const limb_policy_opts *opts)
{
    const char *path = r->policy->open.path;
    const limb__place whole = limb__place_file(path);
    char *text = NULL;
    size_t size = 0;
    const limb_status status = limb__file_read(path, r->policy->memory, MAX_BYTES, &text, &size);
    if (status == LIMB_ERROR_MEMORY) return status;
    if (status == LIMB_ERROR_LIMIT) {
        limb__report(r->report, whole, LIMB_RULE_SETTINGS_INVALID,
                     "cannot be read: it is larger than %d kB", MAX_BYTES / 1024);
        return LIMB_ERROR_IO;
    }
    if (status != LIMB_OK) {
        limb__report(r->report, whole, LIMB_RULE_SETTINGS_INVALID, "cannot be read: %s",
                     limb_system_error_text(errno));
        return LIMB_ERROR_IO;
    }
    limb_status result = LIMB_ERROR_IO;
    limb__source_init(&r->source, r->policy->memory, path, text, size);
    if (!opts->yaml) {
        limb__report(r->report, whole, LIMB_RULE_SETTINGS_INVALID,
                     "cannot be read: this build of limb has no YAML reader");
    } else {
        result = read_tree(r, opts, text, size);
    }
    limb__source_free(&r->source);
    limb__release(r->policy->memory, text, size + 1);
    return result;
}

static limb_status read_tree(reading *r, const limb_policy_opts *opts, const char *text,
                             size_t size)
{
    const char *nul = memchr(text, 0, size);
    if (nul) {
        limb__report(r->report, limb__place_text(&r->source, (uint32_t)(nul - text), 1),
                     LIMB_RULE_SETTINGS_INVALID, "not text: it has a NUL byte");
        return LIMB_ERROR_INPUT;
    }
    limb_yaml_problem problem = {0};
    const limb_status status =
        limb__yaml_tree_read(&r->tree, r->policy->memory, opts->yaml, text, size, &problem);
    if (status == LIMB_ERROR_INPUT) {
        uint32_t at = 0;
        for (int line = 1; line < problem.line && at < size; at++)
            line += text[at] == '\n';
        const uint32_t column = problem.column > 0 ? (uint32_t)problem.column - 1 : 0;
        limb__report(r->report, limb__place_text(&r->source, at + column, 1),
                     LIMB_RULE_SETTINGS_INVALID, "%s", problem.message);
    }
    if (status != LIMB_OK) return status;
    if (r->tree.nnode == 0) return LIMB_OK; // an empty file
    const int root = limb__yaml_tree_follow(&r->tree, 0);
    const limb__yaml_node *node = &r->tree.node[root];
    pair member;
    if (node->kind == LIMB_YAML_SCALAR && node->text[0] == 0) return LIMB_OK;
    if (node->kind != LIMB_YAML_MAPPING)
        complain(r, root, "expected settings, one NAME: VALUE per line");
    for (int at = -1; each_pair(r, root, &at, &member);)
        take_member(r, &member);
    return r->nmistake > 0 ? LIMB_ERROR_INPUT : LIMB_OK;
}

static void take_member(reading *r, const pair *member)
{
    if (strcmp(member->name, "strict") == 0) {
        take_strict(r, member->value);
    } else if (strcmp(member->name, "target") == 0) {
        take_target(r, member->value);
    } else if (strcmp(member->name, "packages") == 0) {
        take_packages(r, member->value);
    } else if (strcmp(member->name, "rules") == 0) {
        take_rules(r, member->value, NULL);
    } else if (strcmp(member->name, "paths") == 0) {
        take_paths(r, member->value);
    } else {
        complain(r, member->key,
                 "unknown setting \"%.100s\"; expected strict, target, packages, rules or paths",
                 member->name);
    }
}

static void take_strict(reading *r, int node)
{
    const char *text = text_of(r, node);
    r->policy->open.strict = strcmp(text, "true") == 0;
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        complain(r, node, "strict is true or false, not \"%.100s\"", text);
}

static void take_target(reading *r, int node)
{
    const char *text = text_of(r, node);
    int reader[MAX_READERS];
    assert(limb_reader_count() <= MAX_READERS);
    if (strcmp(text, "none") == 0 || limb_reader_list(text, reader, NULL) > 0) {
        r->policy->open.target = limb__arena_copy_text(&r->policy->arena, text, strlen(text));
    } else {
        complain(r, node, "target is none, all, or names such as ros,mujoco,drake, not \"%.100s\"",
                 text);
    }
}

//---- packages ------------------------------------------------------------------------------------

static void take_packages(reading *r, int node)
{
    if (r->tree.node[node].kind != LIMB_YAML_LIST) {
        complain(r, node, "packages is a list of folders");
        return;
    }
    int item;
    for (int at = -1; each_item(r, node, &at, &item);)
        add_packages(r, item);
}

static void add_packages(reading *r, int node)
{
    limb__policy *policy = r->policy;
    const char *text = text_of(r, node);
    const char *folder = text[0] == '/' ? "" : policy->open.folder;
    char *under = limb__arena_join_text(&policy->arena, folder, text[0] == '/' ? "" : "/");
    char *path = under ? limb__arena_join_text(&policy->arena, under, text) : NULL;
    if (policy->open.npackages == r->packages_capacity) {
        // the arena frees everything at once, so the old, smaller lists stay in it
        const int capacity = 2 * r->packages_capacity + 8;
        const char **grown = LIMB__ARENA_ARRAY(&policy->arena, const char *, capacity);
        if (!grown) return;
        for (int i = 0; i < policy->open.npackages; i++)
            grown[i] = policy->open.packages[i];
        policy->open.packages = grown;
        r->packages_capacity = capacity;
    }
    if (!path) return;
    ((const char **)(uintptr_t)policy->open.packages)[policy->open.npackages++] = path;
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        complain(r, node, "no such folder: \"%.200s\"", text);
}

//---- rules ---------------------------------------------------------------------------------------

static void take_paths(reading *r, int node)
{
    if (r->tree.node[node].kind != LIMB_YAML_LIST) {
        complain(r, node, "paths is a list of pattern and rules");
        return;
    }
    int item;
    for (int at = -1; each_item(r, node, &at, &item);)
        take_path(r, item);
}

static void take_path(reading *r, int node)
{
    const char *pattern = NULL;
    int rules = -1;
    pair member;
    for (int at = -1; each_pair(r, node, &at, &member);) {
        if (strcmp(member.name, "pattern") == 0) {
            const char *text = text_of(r, member.value);
            if (strlen(text) > MAX_PATTERN) {
                complain(r, member.value, "the pattern is longer than 1000 characters");
                return;
            }
            pattern = limb__arena_copy_text(&r->policy->arena, text, strlen(text));
            if (!pattern) return;
        } else if (strcmp(member.name, "rules") == 0) {
            rules = member.value;
        } else {
            complain(r, member.key, "unknown setting \"%.100s\"; expected pattern or rules",
                     member.name);
        }
    }
    if (pattern && rules >= 0) {
        take_rules(r, rules, pattern);
    } else {
        complain(r, node, "a path has a pattern and rules");
    }
}

static void take_rules(reading *r, int node, const char *pattern)
{
    pair member;
    if (r->tree.node[node].kind != LIMB_YAML_MAPPING)
        complain(r, node, "rules are given as RULE: SEVERITY");
    for (int at = -1; each_pair(r, node, &at, &member);) {
        limb_setting setting;
        char why[256];
        // "off" without quotes is a boolean in YAML 1.1, but the reader preserves the text
        if (limb_setting_parse(&setting, member.name, text_of(r, member.value), why, sizeof why) ==
            LIMB_OK) {
            add_setting(r, setting, pattern);
        } else {
            complain(r, limb_rule_find(member.name) ? member.value : member.key, "%s", why);
        }
    }
}

static void add_setting(reading *r, limb_setting setting, const char *pattern)
{
    limb__policy *policy = r->policy;
    if (policy->open.nsetting == r->setting_capacity) {
        const int capacity = 2 * r->setting_capacity + 8;
        limb_setting *grown = LIMB__ARENA_ARRAY(&policy->arena, limb_setting, capacity);
        if (!grown) return;
        for (int i = 0; i < policy->open.nsetting; i++)
            grown[i] = policy->open.setting[i];
        policy->open.setting = grown;
        r->setting_capacity = capacity;
    }
    setting.pattern = pattern;
    ((limb_setting *)(uintptr_t)policy->open.setting)[policy->open.nsetting++] = setting;
}

//---- the tree ------------------------------------------------------------------------------------

// Steps through the items of a list; *at must be -1 initially.
static bool each_item(reading *r, int list, int *at, int *item)
{
    *at = *at < 0 ? r->tree.node[list].first : r->tree.node[*at].next;
    if (*at < 0 || !count_member(r, list)) return false;
    *item = limb__yaml_tree_follow(&r->tree, *at);
    return true;
}

static bool each_pair(reading *r, int map, int *at, pair *out)
{
    if (r->tree.node[map].kind != LIMB_YAML_MAPPING) return false;
    const int key = *at < 0 ? r->tree.node[map].first : r->tree.node[*at].next;
    if (key < 0 || r->tree.node[key].next < 0 || !count_member(r, map)) return false;
    *at = r->tree.node[key].next;
    out->key = key;
    out->name = text_of(r, limb__yaml_tree_follow(&r->tree, key));
    out->value = limb__yaml_tree_follow(&r->tree, *at);
    return true;
}

static bool count_member(reading *r, int node)
{
    if (r->nmember == MAX_MEMBERS) complain(r, node, "more than 10000 settings");
    if (r->nmember <= MAX_MEMBERS) r->nmember++;
    return r->nmember <= MAX_MEMBERS;
}

static const char *text_of(const reading *r, int node)
{
    return r->tree.node[node].text;
}

static void complain(reading *r, int node, const char *format, ...)
{
    const limb__yaml_node *n = &r->tree.node[node];
    va_list list;
    va_start(list, format);
    limb__report_list(r->report, limb__place_text(&r->source, n->offset, n->size),
                      LIMB_RULE_SETTINGS_INVALID, format, list);
    va_end(list);
    r->nmistake++;
}
