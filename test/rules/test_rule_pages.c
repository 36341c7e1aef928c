// Every rule has a page in docs/rules with the common structure and valid examples: the first xml
// block breaks the rule, the second does not.
//
// A block that begins with <robot, <?xml or <! is a whole file. Others are parts: the content of a
// link is put into one, and links named by joints but not shown are added. Blocks for rules about
// bytes or files that a page cannot contain are marked as text and not run.
#include "harness.h"
#include "support/files.h"
#include "support/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 8192, MAX_LINES = 60, MAX_COLUMNS = 100 };

static const limb_rule shown_as_text[] = {
    LIMB_RULE_XML_LIMIT,   // 500 levels
    LIMB_RULE_XML_NUL,     // not a byte of a page
    LIMB_RULE_XML_UTF8,    // not a byte of a page
    LIMB_RULE_FILE_READ,   // no file, no text
    LIMB_RULE_MESH_BROKEN, // these depend on the content of another file
    LIMB_RULE_MESH_FORMAT,     LIMB_RULE_MESH_UNSUPPORTED, LIMB_RULE_MESH_LIMIT,
    LIMB_RULE_MESH_SKIPPED,    LIMB_RULE_MESH_COMPANION,   LIMB_RULE_MESH_EMPTY,
    LIMB_RULE_MESH_ENDING,     LIMB_RULE_MESH_CASE,        LIMB_RULE_MESH_SIZE,
    LIMB_RULE_MESH_NOT_FOUND,  LIMB_RULE_MESH_LOOKS,       LIMB_RULE_MESH_UP_AXIS,
    LIMB_RULE_MESH_TURNED,     LIMB_RULE_XACRO_YAML,       LIMB_RULE_XACRO_NAMESPACE,
    LIMB_RULE_SETTINGS_INVALID};

static char *read_page(const limb_rule_info *rule);
static bool is_shown_as_text(const limb_rule_info *rule);
static const char *find_block(const char *page, const char *heading, char block[MAX_BYTES]);
static limb_report *read_example(const limb_rule_info *rule, const char *block);
static void make_whole(const char *block, char whole[MAX_BYTES]);
static void add_links(const char *block, const char *element, char whole[MAX_BYTES]);
static bool begins(const char *text, const char *with);
static void add(char whole[MAX_BYTES], const char *text, size_t size);
static void expect_page_of_rule(const char *path, void *ctx);

TEST(pages_have_one_form)
{
    for (int i = 0; i < limb_rule_count(); i++) {
        const limb_rule_info *rule = limb_rule_at(i);
        char *page = read_page(rule);
        char title[128];
        snprintf(title, sizeof title, "# %s\n\n", rule->id);
        if (!begins(page, title))
            limb_test_fail(__FILE__, __LINE__, "%s.md does not begin with its id", rule->id);
        static const char *const part[] = {"\n\n**Why.** ", "\n\n**Wrong**\n\n```",
                                           "\n\n**Right**\n\n```"};
        const char *at = page;
        for (int k = 0; k < 3; k++) {
            at = strstr(at, part[k]);
            if (!at) limb_test_fail(__FILE__, __LINE__, "%s.md lacks %s", rule->id, part[k] + 2);
        }
        int nline = 0;
        for (const char *line = page; *line; nline++) {
            const size_t size = strcspn(line, "\n");
            if (size > MAX_COLUMNS)
                limb_test_fail(__FILE__, __LINE__, "%s.md: line %d is long", rule->id, nline + 1);
            line += size + (line[size] == '\n');
        }
        if (nline > MAX_LINES) limb_test_fail(__FILE__, __LINE__, "%s.md is long", rule->id);
        free(page);
    }
}

TEST(examples_are_true)
{
    for (int i = 0; i < limb_rule_count(); i++) {
        const limb_rule_info *rule = limb_rule_at(i);
        char *page = read_page(rule);
        char block[MAX_BYTES];
        const char *language = find_block(page, "**Wrong**", block);
        if (!is_shown_as_text(rule)) {
            ENSURE(begins(language, "xml\n"));
            limb_report *wrong = read_example(rule, block);
            if (limb_test_count_rule(wrong, rule->rule) == 0)
                limb_test_fail(__FILE__, __LINE__, "what is wrong in %s.md is not", rule->id);
            limb_report_free(wrong);
            ENSURE(begins(find_block(page, "**Right**", block), "xml\n"));
            limb_report *right = read_example(rule, block);
            if (limb_test_count_rule(right, rule->rule) > 0)
                limb_test_fail(__FILE__, __LINE__, "what is right in %s.md is not", rule->id);
            limb_report_free(right);
        }
        free(page);
    }
}

TEST(no_page_is_left_of_a_rule_that_is_gone)
{
    // and the index
    ENSURE_INT(limb_test_each_file(LIMB_SOURCE_DIR "/docs/rules", ".md", expect_page_of_rule, NULL),
               limb_rule_count() + 1);
}

static char *read_page(const limb_rule_info *rule)
{
    char path[1024];
    size_t size;
    snprintf(path, sizeof path, "%s/docs/rules/%s.md", LIMB_SOURCE_DIR, rule->id);
    return limb_test_read_file(path, &size);
}

static bool is_shown_as_text(const limb_rule_info *rule)
{
    for (size_t i = 0; i < sizeof shown_as_text / sizeof shown_as_text[0]; i++) {
        if (shown_as_text[i] == rule->rule) return true;
    }
    return false;
}

// The block below a heading; returns the place of its language.
static const char *find_block(const char *page, const char *heading, char block[MAX_BYTES])
{
    const char *at = strstr(page, heading);
    ENSURE(at != NULL);
    at = strstr(at, "```");
    ENSURE(at != NULL);
    const char *language = at + 3;
    const char *begin = strchr(language, '\n');
    ENSURE(begin != NULL);
    const char *end = strstr(begin, "\n```");
    ENSURE(end != NULL && end - begin < MAX_BYTES);
    block[0] = 0;
    add(block, begin + 1, (size_t)(end - begin));
    return language;
}

static limb_report *read_example(const limb_rule_info *rule, const char *block)
{
    char whole[MAX_BYTES];
    make_whole(block, whole);
    return limb_test_findings(rule, "example.urdf", whole, strlen(whole));
}

static void make_whole(const char *block, char whole[MAX_BYTES])
{
    whole[0] = 0;
    if (begins(block, "<robot") || begins(block, "<?xml") || begins(block, "<!")) {
        add(whole, block, strlen(block));
        return;
    }
    const bool in_link =
        begins(block, "<inertial") || begins(block, "<visual") || begins(block, "<collision");
    add(whole, "<robot name=\"example\">\n", 23);
    if (in_link) add(whole, "<link name=\"arm\">\n", 18);
    add(whole, block, strlen(block));
    if (in_link) add(whole, "</link>\n", 8);
    add_links(block, "<parent link=\"", whole);
    add_links(block, "<child link=\"", whole);
    add(whole, "</robot>\n", 9);
}

static void add_links(const char *block, const char *element, char whole[MAX_BYTES])
{
    for (const char *at = strstr(block, element); at; at = strstr(at + 1, element)) {
        const char *name = at + strlen(element);
        char link[128];
        snprintf(link, sizeof link, "<link name=\"%.*s\"", (int)strcspn(name, "\""), name);
        if (strstr(whole, link)) continue;
        add(whole, link, strlen(link));
        add(whole, "/>\n", 3);
    }
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static void add(char whole[MAX_BYTES], const char *text, size_t size)
{
    const size_t used = strlen(whole);
    ENSURE(used + size < MAX_BYTES);
    memcpy(whole + used, text, size);
    whole[used + size] = 0;
}

static void expect_page_of_rule(const char *path, void *ctx)
{
    (void)ctx;
    const char *slash = strrchr(path, '/');
    char id[256];
    snprintf(id, sizeof id, "%s", slash ? slash + 1 : path);
    id[strcspn(id, ".")] = 0;
    if (strcmp(id, "README") != 0 && !limb_rule_find(id))
        limb_test_fail(__FILE__, __LINE__, "%s belongs to no rule", path);
}
