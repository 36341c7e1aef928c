// limb explain: the page of a rule, or the list of all rules.
//
// The pages are docs/rules/<id>.md; the build converts them to a C file (cmake/EmbedRules.cmake).
#include "frame/cli.h"
#include "frame/rule_pages.h"
#include "limb/system.h"

#include <string.h>

static int run(cli *app);
static void print_list(const cli *app);
static void print_rule(const cli *app, const limb_rule_info *rule);
static const char *skip_title(const char *page);
static int unknown_rule(const cli *app, const char *name);
static const char *severity_name(limb_severity severity);

static const cli_example example[] = {
    {"limb explain joint-axis-zero", "the meaning of the rule, why it matters, examples"},
    {"limb explain 501", "the same by number"},
    {"limb explain", "all rules"},
};

const cli_command cli_explain = {
    .name = "explain",
    .operands = "[RULE...]",
    .summary = "explain a rule: what it means, why it matters, a wrong and a right example",
    .description = "RULE is the id in brackets after each finding, or its number. "
                   "Without RULE, lists all rules.",
    .max_operands = -1,
    .operand_kind = CLI_RULES,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    if (app->operand.count == 0) print_list(app);
    for (int i = 0; i < app->operand.count; i++) {
        const limb_rule_info *rule = limb_rule_find(app->operand.item[i]);
        if (!rule) return unknown_rule(app, app->operand.item[i]);
        if (i > 0) putchar('\n');
        print_rule(app, rule);
    }
    return CLI_OK;
}

static void print_list(const cli *app)
{
    static const char *const group[] = {
        [1] = "XML",     [2] = "structure",  [3] = "files and meshes",
        [4] = "physics", [5] = "kinematics", [6] = "portability",
        [9] = "style",
    };
    int last = 0;
    for (int i = 0; i < limb_rule_count(); i++) {
        const limb_rule_info *rule = limb_rule_at(i);
        const int hundred = (int)rule->rule / 100;
        if (hundred != last) {
            const char *title = hundred < CLI_COUNT(group) && group[hundred] ? group[hundred] : "";
            printf("%s%s%dxx %s%s\n", last ? "\n" : "", app->color_out ? "\x1b[1m" : "", hundred,
                   title, app->color_out ? "\x1b[0m" : "");
        }
        last = hundred;
        printf("  %d  %-24s  %-7s  %s\n", (int)rule->rule, rule->id, severity_name(rule->severity),
               rule->summary);
    }
}

static void print_rule(const cli *app, const limb_rule_info *rule)
{
    const char *bold = app->color_out ? "\x1b[1m" : "";
    const char *off = app->color_out ? "\x1b[0m" : "";
    printf("%s%s%s (%d, %s%s)\n", bold, rule->id, off, (int)rule->rule,
           severity_name(rule->severity), rule->refuses ? ", the file is refused" : "");
    for (int i = 0; i < cli_rule_page_count; i++) {
        if (strcmp(cli_rule_page[i].id, rule->id) == 0)
            cli_print_page(app, skip_title(cli_rule_page[i].text));
    }
}

// The title repeats what was already printed.
static const char *skip_title(const char *page)
{
    if (page[0] != '#') return page;
    page += strcspn(page, "\n");
    return page + strspn(page, "\n");
}

static int unknown_rule(const cli *app, const char *name)
{
    const limb_rule_info *near = limb_rule_nearest(name);
    if (near) return cli_usage(app, "unknown rule \"%s\"; did you mean %s?", name, near->id);
    return cli_usage(app, "unknown rule \"%s\"; \"limb explain\" lists all", name);
}

static const char *severity_name(limb_severity severity)
{
    return severity == LIMB_SEVERITY_ERROR     ? "error"
           : severity == LIMB_SEVERITY_WARNING ? "warning"
                                               : "info";
}
