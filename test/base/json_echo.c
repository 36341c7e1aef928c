// Reads JSON texts from standard input, each after a line with its size, and prints each in
// canonical form (see support/json_print.h) after a line with the size of that, or a line "error".
#include "support/json_print.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    long size;
    while (scanf("%ld", &size) == 1 && getchar() == '\n') {
        char *text = malloc((size_t)size + 1);
        if (!text || fread(text, 1, (size_t)size, stdin) != (size_t)size) return 1;
        limb__json_document doc;
        if (limb__json_parse(&doc, text, (size_t)size, NULL) == LIMB_OK) {
            limb__builder out;
            limb__builder_init(&out, NULL);
            limb_test_json_print(&out, &doc);
            printf("%zu\n", out.size);
            fwrite(out.data, 1, out.size, stdout);
            limb__builder_free(&out);
        } else {
            printf("error\n");
        }
        limb__json_free(&doc);
        free(text);
    }
    return 0;
}
