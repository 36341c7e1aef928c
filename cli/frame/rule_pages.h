// The pages of docs/rules, embedded by cmake/EmbedRules.cmake.
#ifndef LIMB_CLI_RULE_PAGES_H
#define LIMB_CLI_RULE_PAGES_H

typedef struct cli_page {
    const char *id; // of the rule
    const char *text;
} cli_page;

extern const cli_page cli_rule_page[];
extern const int cli_rule_page_count;

#endif
