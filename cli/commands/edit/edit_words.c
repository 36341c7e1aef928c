// Splits a line into words as a shell does.
#include "commands/edit/edit.h"

#include <string.h>

int cli_split_words(char *line, const char *word[CLI_MAX_WORDS])
{
    int count = 0;
    char *at = line;
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (*at == 0 || *at == '#') return count;
        if (count == CLI_MAX_WORDS) return -2;
        char *out = at;
        word[count++] = at;
        char quote = 0;
        for (; *at && (quote || !strchr(" \t\r\n", *at)); at++) {
            if (quote ? *at == quote : *at == '"' || *at == '\'') {
                quote = quote ? 0 : *at;
            } else {
                *out++ = *at;
            }
        }
        if (quote) return -1;
        const bool ended = *at == 0;
        *out = 0;
        if (ended) return count;
        at++;
    }
}
