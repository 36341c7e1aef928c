// Reading .limb.yaml: libyaml makes the tree, this takes it apart and says what it does not know.
#define _XOPEN_SOURCE 700 // realpath

#include "robot/config.h"
#include "limb/system.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef LIMB_YAML_BUILT
#include <yaml.h>
#endif

static const char file_name[] = ".limb.yaml";

int cli_config_find(const cli *app, const char *file, cli_config *config)
{
    *config = (cli_config){0};
    errno = 0;
    char *folder = realpath(strcmp(file, "-") == 0 ? "." : file, NULL);
    if (!folder && errno != ENOMEM)
        return CLI_OK; // the file does not exist, which is reported
                       // elsewhere
    struct stat info;
    const bool is_folder = folder && stat(folder, &info) == 0 && S_ISDIR(info.st_mode);
    if (folder && !is_folder) {
        char *slash = strrchr(folder, '/');
        *(slash == folder ? slash + 1 : slash) = 0;
    }
    char *path = folder ? malloc(strlen(folder) + sizeof file_name + 1) : NULL;
    if (!path) {
        free(folder);
        return cli_fail(app, LIMB_ERROR_MEMORY);
    }
    for (char *slash;; *slash = 0) {
        strcat(strcat(strcpy(path, strcmp(folder, "/") == 0 ? "" : folder), "/"), file_name);
        if (lstat(path, &info) == 0 || (errno != ENOENT && errno != ENOTDIR)) {
            config->folder = folder;
            config->path = path;
            return CLI_OK;
        }
        slash = strrchr(folder, '/');
        if (slash[1] == 0) break;
        if (slash == folder) slash++; // the root is also searched
    }
    free(path);
    free(folder);
    return CLI_OK;
}

void cli_config_free(cli_config *config)
{
    for (int i = 0; i < config->npackage; i++)
        free((void *)(uintptr_t)config->package[i]);
    free(config->package);
    free(config->setting);
    free(config->folder);
    free(config->path);
    cli_paths_free(&config->texts);
    *config = (cli_config){0};
}

bool cli_config_choose(const cli_config *config, const char *path, cli_setting *out, int *count)
{
    *count = 0;
    if (config->nsetting == 0) return true;
    errno = 0;
    char *real = realpath(path, NULL);
    if (!real && errno == ENOMEM) return false;
    const size_t size = strlen(config->folder);
    const bool inside = real && strncmp(real, config->folder, size) == 0 && real[size] == '/';
    for (int i = 0; i < config->nsetting; i++) {
        const cli_setting *setting = &config->setting[i];
        if (setting->pattern && !(inside && fnmatch(setting->pattern, real + size + 1, 0) == 0))
            continue;
        int at = 0;
        while (at < *count && out[at].rule != setting->rule)
            at++;
        out[at] = *setting;
        *count += at == *count;
    }
    free(real);
    return true;
}

int cli_setting_parse(const char *rule, const char *severity, cli_setting *out, char *why,
                      size_t why_size)
{
    static const char *const name[] = {"off", "info", "warning", "error"};
    const limb_rule_info *info = limb_rule_find(rule);
    if (!info) {
        const limb_rule_info *near = limb_rule_nearest(rule);
        snprintf(why, why_size, "unknown rule \"%s\"%s%s%s", rule, near ? "; did you mean " : "",
                 near ? near->id : "", near ? "?" : "");
        return CLI_USAGE;
    }
    for (int i = 0; i < CLI_COUNT(name); i++) {
        if (strcmp(severity, name[i]) != 0) continue;
        if (info->refuses && i - 1 != LIMB_SEVERITY_ERROR) {
            snprintf(why, why_size, "%s stays an error: such a file is not loaded", info->id);
            return CLI_USAGE;
        }
        *out = (cli_setting){.rule = info->rule, .severity = i - 1};
        return CLI_OK;
    }
    snprintf(why, why_size, "a severity must be off, info, warning or error, not \"%s\"", severity);
    return CLI_USAGE;
}

//---- the tree ------------------------------------------------------------------------------------

#ifdef LIMB_YAML_BUILT

enum {
    MAX_SETTINGS = 1 << 20, // bytes
    MAX_DEPTH = 100,        // levels
    MAX_MEMBERS = 10 * 1000 // of all lists and mappings: an alias may repeat a long one many times
};

typedef struct reading {
    const cli *app;
    cli_config *config;
    yaml_document_t tree;
    int code;
    int nmessage; // messages so far
    int nmember;  // members so far
} reading;

static int read_settings(const cli *app, const char *path, cli_buffer *text);
static int check_depth(const cli *app, const char *path, const cli_buffer *text);
static void take_member(reading *r, const char *key, yaml_node_t *key_node, yaml_node_t *value);
static void take_rules(reading *r, yaml_node_t *node, const char *pattern);
static void take_packages(reading *r, yaml_node_t *node);
static void take_paths(reading *r, yaml_node_t *node);
static void complain(reading *r, const yaml_node_t *node, const char *what);
static const char *text_of(yaml_node_t *node);
static bool each_pair(reading *r, yaml_node_t *map, int *at, yaml_node_t **key,
                      yaml_node_t **value);
static bool count_member(reading *r, const yaml_node_t *node);

int cli_config_read(const cli *app, cli_config *config)
{
    cli_buffer text = {0};
    yaml_parser_t parser;
    reading r = {.app = app, .config = config, .code = CLI_OK};
    if (!config->path) return CLI_OK;
    r.code = read_settings(app, config->path, &text);
    if (r.code == CLI_OK && !yaml_parser_initialize(&parser)) {
        r.code = cli_fail(app, LIMB_ERROR_MEMORY);
    }
    if (r.code != CLI_OK) {
        cli_buffer_free(&text);
        return r.code;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text.data, text.size);
    if (!yaml_parser_load(&parser, &r.tree)) {
        // libyaml describes every error in a text, but not always a lack of memory
        const bool no_memory = parser.error == YAML_MEMORY_ERROR || !parser.problem;
        cli_message(app, "%s:%zu: %s", config->path, parser.problem_mark.line + 1,
                    no_memory ? limb_status_text(LIMB_ERROR_MEMORY) : parser.problem);
        r.code = no_memory ? CLI_UNREADABLE : CLI_USAGE;
    } else {
        yaml_node_t *root = yaml_document_get_root_node(&r.tree), *key, *value;
        if (root && root->type != YAML_MAPPING_NODE) complain(&r, root, "expected a mapping");
        for (int at = 0; root && each_pair(&r, root, &at, &key, &value);)
            take_member(&r, text_of(key), key, value);
        yaml_document_delete(&r.tree);
    }
    cli_message_rest(app, r.nmessage, "lines like that");
    yaml_parser_delete(&parser);
    cli_buffer_free(&text);
    return r.code;
}

// Returns the text of the settings; rejects files larger or deeper than any settings.
static int read_settings(const cli *app, const char *path, cli_buffer *text)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        cli_message(app, "cannot read %s: %s", path, limb_system_error_text(errno));
    } else if (!S_ISREG(info.st_mode)) {
        cli_message(app, "cannot read %s: it is not a regular file", path);
    } else if (info.st_size > MAX_SETTINGS) {
        cli_message(app, "cannot read %s: it is larger than %d kB", path, MAX_SETTINGS / 1024);
    } else {
        const int code = cli_read_text(app, path, text);
        if (code != CLI_OK) return code == CLI_FINDINGS ? CLI_USAGE : code;
        return check_depth(app, path, text);
    }
    return CLI_UNREADABLE;
}

// libyaml takes quadratic time in the nesting depth of lists. Settings are four levels deep.
static int check_depth(const cli *app, const char *path, const cli_buffer *text)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return cli_fail(app, LIMB_ERROR_MEMORY);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text->data, text->size);
    int depth = 0;
    yaml_event_t event;
    for (bool ended = false; !ended && depth <= MAX_DEPTH;) {
        if (!yaml_parser_parse(&parser, &event)) break; // loading it reports the error
        depth += event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT;
        depth -= event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
        ended = event.type == YAML_STREAM_END_EVENT;
        if (depth > MAX_DEPTH)
            cli_message(app, "%s:%zu: lists and mappings are nested too deeply", path,
                        event.start_mark.line + 1);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return depth > MAX_DEPTH ? CLI_USAGE : CLI_OK;
}

static void take_member(reading *r, const char *key, yaml_node_t *key_node, yaml_node_t *value)
{
    const char *text = text_of(value);
    if (strcmp(key, "strict") == 0) {
        r->config->strict = strcmp(text, "true") == 0;
        if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
            complain(r, value, "strict must be true or false");
    } else if (strcmp(key, "target") == 0) {
        r->config->urdfdom = limb_urdfdom_find(text, &r->config->version);
        if (!r->config->urdfdom && strcmp(text, "none") != 0)
            complain(r, value, "target must be urdfdom-3, urdfdom-6, ros, urdfdom or none");
    } else if (strcmp(key, "packages") == 0) {
        take_packages(r, value);
    } else if (strcmp(key, "rules") == 0) {
        take_rules(r, value, NULL);
    } else if (strcmp(key, "paths") == 0) {
        take_paths(r, value);
    } else {
        complain(r, key_node, "expected strict, target, packages, rules or paths");
    }
}

static void take_rules(reading *r, yaml_node_t *node, const char *pattern)
{
    yaml_node_t *key, *value;
    if (node->type != YAML_MAPPING_NODE) complain(r, node, "rules are given as RULE: SEVERITY");
    for (int at = 0; each_pair(r, node, &at, &key, &value);) {
        cli_setting setting;
        char why[256];
        // an unquoted "off" is false in YAML 1.1, but libyaml returns the word
        if (cli_setting_parse(text_of(key), text_of(value), &setting, why, sizeof why) != CLI_OK) {
            complain(r, key, why);
            continue;
        }
        setting.pattern = pattern;
        cli_setting *grown =
            realloc(r->config->setting, ((size_t)r->config->nsetting + 1) * sizeof *grown);
        if (!grown) {
            r->code = cli_fail(r->app, LIMB_ERROR_MEMORY);
            return;
        }
        r->config->setting = grown;
        r->config->setting[r->config->nsetting++] = setting;
    }
}

static void take_packages(reading *r, yaml_node_t *node)
{
    if (node->type != YAML_SEQUENCE_NODE) {
        complain(r, node, "packages must be a list of folders");
        return;
    }
    for (yaml_node_item_t *it = node->data.sequence.items.start; it < node->data.sequence.items.top;
         it++) {
        if (!count_member(r, node)) return;
        yaml_node_t *item = yaml_document_get_node(&r->tree, *it);
        const char *text = text_of(item);
        char *folder = malloc(strlen(r->config->folder) + strlen(text) + 2);
        const char **grown =
            realloc(r->config->package, ((size_t)r->config->npackage + 1) * sizeof *grown);
        if (grown) r->config->package = grown;
        if (!folder || !grown) {
            free(folder);
            r->code = cli_fail(r->app, LIMB_ERROR_MEMORY);
            return;
        }
        strcpy(folder, text[0] == '/' ? "" : r->config->folder);
        if (text[0] != '/') strcat(folder, "/");
        strcat(folder, text);
        r->config->package[r->config->npackage++] = folder;
        struct stat info;
        if (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode)) complain(r, item, "no such folder");
    }
}

static void take_paths(reading *r, yaml_node_t *node)
{
    if (node->type != YAML_SEQUENCE_NODE) {
        complain(r, node, "paths must be a list of pattern and rules");
        return;
    }
    for (yaml_node_item_t *it = node->data.sequence.items.start; it < node->data.sequence.items.top;
         it++) {
        if (!count_member(r, node)) return;
        yaml_node_t *item = yaml_document_get_node(&r->tree, *it), *key, *value, *rules = NULL;
        const char *pattern = NULL;
        for (int at = 0; each_pair(r, item, &at, &key, &value);) {
            if (strcmp(text_of(key), "pattern") == 0) {
                if (!cli_paths_add(&r->config->texts, text_of(value))) {
                    r->code = cli_fail(r->app, LIMB_ERROR_MEMORY);
                    return;
                }
                pattern = r->config->texts.item[r->config->texts.count - 1];
            } else if (strcmp(text_of(key), "rules") == 0) {
                rules = value;
            } else {
                complain(r, key, "expected pattern or rules");
            }
        }
        if (pattern && rules) {
            take_rules(r, rules, pattern);
        } else {
            complain(r, item, "a path needs a pattern and rules");
        }
    }
}

static void complain(reading *r, const yaml_node_t *node, const char *what)
{
    cli_message_alike(r->app, &r->nmessage, "%s:%zu: %s", r->config->path,
                      node->start_mark.line + 1, what);
    if (r->code == CLI_OK) r->code = CLI_USAGE;
}

static const char *text_of(yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : "";
}

static bool each_pair(reading *r, yaml_node_t *map, int *at, yaml_node_t **key, yaml_node_t **value)
{
    if (map->type != YAML_MAPPING_NODE) return false;
    yaml_node_pair_t *pair = map->data.mapping.pairs.start + *at;
    if (pair >= map->data.mapping.pairs.top || !count_member(r, map)) return false;
    *key = yaml_document_get_node(&r->tree, pair->key);
    *value = yaml_document_get_node(&r->tree, pair->value);
    (*at)++;
    return *key && *value;
}

static bool count_member(reading *r, const yaml_node_t *node)
{
    if (r->nmember == MAX_MEMBERS) complain(r, node, "more than 10000 settings");
    if (r->nmember <= MAX_MEMBERS) r->nmember++;
    return r->nmember <= MAX_MEMBERS;
}

#else

int cli_config_read(const cli *app, cli_config *config)
{
    if (!config->path) return CLI_OK;
    cli_message(app, "%s cannot be read: this build has no YAML", config->path);
    return CLI_UNREADABLE;
}

#endif
