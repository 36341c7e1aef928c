// Tests of comma-separated values: cells, quotes, lines, refused input with its
// place, hostile text.
#include "harness.h"
#include "limb/motion.h"
#include "support/hostile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct notes {
    char text[1024];
} notes;

static void listen(void *ctx, int line, const char *message)
{
    notes *n = ctx;
    const size_t size = strlen(n->text);
    snprintf(n->text + size, sizeof n->text - size, "%d: %s\n", line, message);
}

static limb_table *parse(const char *text)
{
    limb_table *table;
    notes n = {{0}};
    const limb_table_opts opts = {.note = listen, .note_ctx = &n};
    ENSURE_INT(limb_table_parse(&table, text, strlen(text), &opts), LIMB_OK);
    ENSURE_TEXT(n.text, "");
    return table;
}

static void refuse(const char *text, const char *expected)
{
    limb_table *table;
    notes n = {{0}};
    const limb_table_opts opts = {.note = listen, .note_ctx = &n};
    ENSURE_INT(limb_table_parse(&table, text, strlen(text), &opts), LIMB_ERROR_INPUT);
    ENSURE(table == NULL);
    ENSURE_TEXT(n.text, expected);
    ENSURE_INT(limb_table_parse(&table, text, strlen(text), NULL), LIMB_ERROR_INPUT);
}

TEST(cells_lose_blanks_and_quotes)
{
    limb_table *table = parse("\xef\xbb\xbf# a note\r\n"
                              " time ,\"a, \"\"b\"\"\", c,\" d \"\r\n"
                              "\r\n"
                              "0 ,1,\"2\", 3e1 \r\n"
                              "# 9,9,9,9\n"
                              "0.5,-1,.25,4");
    static const char *const name[] = {"time", "a, \"b\"", "c", "d"};
    static const double value[] = {0, 1, 2, 30, 0.5, -1, 0.25, 4};
    ENSURE_INT(table->ncolumn, 4);
    ENSURE_INT(table->nrow, 2);
    ENSURE_INT(table->time_column, 0);
    for (int i = 0; i < 4; i++) {
        ENSURE_TEXT(table->name[i], name[i]);
        ENSURE_INT(table->bad_row[i], -1);
        ENSURE(table->bad_text[i] == NULL);
    }
    for (int i = 0; i < 8; i++)
        ENSURE(table->value[i] == value[i]);
    ENSURE_INT(table->line[0], 4);
    ENSURE_INT(table->line[1], 6);
    limb_table_free(table);
}

TEST(what_is_not_a_number_is_remembered_by_its_column)
{
    limb_table *table = parse("a,b,c\n1,x,2\n1,,inf\n1,3,4\n");
    ENSURE_INT(table->time_column, -1);
    ENSURE_INT(table->bad_row[0], -1);
    ENSURE_INT(table->bad_row[1], 0);
    ENSURE_TEXT(table->bad_text[1], "x");
    ENSURE_INT(table->bad_row[2], 1);
    ENSURE_TEXT(table->bad_text[2], "inf");
    ENSURE(isnan(table->value[1]) && isnan(table->value[4]) && isnan(table->value[5]));
    ENSURE(table->value[7] == 3);
    limb_table_free(table);
}

TEST(refusals_name_the_line)
{
    refuse("", "0: no rows\n");
    refuse("a,b\n", "0: no rows\n");
    refuse("a,b\n1,2\n\n3\n", "4: 1 value for 2 columns\n");
    refuse("a\n1,2\n", "2: 2 values for 1 column\n");
    refuse("t,a\n1,2\n1,3\n", "3: time does not increase after 1 s\n");
    refuse("a,time\n1,2\n1,\x1b[31m\n", "3: \"?[31m\" is not a number\n");
    limb_table *table;
    notes n = {{0}};
    const limb_table_opts opts = {.note = listen, .note_ctx = &n};
    ENSURE_INT(limb_table_parse(&table, "a\n1\n\0\n", 6, &opts), LIMB_ERROR_INPUT);
    ENSURE_TEXT(n.text, "3: not text: it has a NUL byte\n");
    ENSURE_INT(limb_table_parse(&table, NULL, 0, NULL), LIMB_ERROR_INPUT);
}

TEST(columns_are_limited)
{
    enum { COUNT = 4097 };
    char *text = malloc(4 * COUNT + 1);
    ENSURE(text != NULL);
    for (int count = COUNT - 1; count <= COUNT; count++) {
        size_t size = 0;
        for (int line = 0; line < 2; line++)
            for (int i = 0; i < count; i++) {
                text[size++] = '1';
                text[size++] = i + 1 < count ? ',' : '\n';
            }
        limb_table *table;
        notes n = {{0}};
        const limb_table_opts opts = {.note = listen, .note_ctx = &n};
        const limb_status status = limb_table_parse(&table, text, size, &opts);
        ENSURE_INT(status, count < COUNT ? LIMB_OK : LIMB_ERROR_LIMIT);
        ENSURE_TEXT(n.text, count < COUNT ? "" : "1: more than 4096 columns\n");
        limb_table_free(table);
    }
    free(text);
}

static const char sample[] = "time,\"a \"\"1\"\"\", b\n# x\n0,1,2\r\n1,\"3\",x\n\n2,5,6\n";

static void try_bytes(const char *bytes, size_t size, void *ctx)
{
    int *nread = ctx;
    limb_table *table;
    notes n = {{0}};
    const limb_table_opts opts = {.note = listen, .note_ctx = &n};
    const limb_status status = limb_table_parse(&table, bytes, size, &opts);
    ENSURE(status == LIMB_OK ? n.text[0] == 0 && table->nrow > 0 : n.text[0] != 0 && !table);
    for (int i = 0; table && i < table->nrow * table->ncolumn; i++)
        ENSURE(isfinite(table->value[i]) || table->bad_text[i % table->ncolumn]);
    *nread += status == LIMB_OK;
    limb_table_free(table);
}

TEST(no_text_is_read_beyond_its_end)
{
    int nread = 0;
    limb_test_every_truncation(sample, sizeof sample - 1, try_bytes, &nread);
    ENSURE(nread > 5);
    limb_test_every_flip(sample, sizeof sample - 1, try_bytes, &nread);
    ENSURE(nread > 50);
}

static limb_status parse_with(const limb_allocator *memory, void *ctx)
{
    limb_table *table;
    (void)ctx;
    const limb_status status =
        limb_table_parse(&table, sample, sizeof sample - 1, &(limb_table_opts){.memory = memory});
    limb_table_free(table);
    return status;
}

TEST(reading_survives_a_lack_of_memory)
{
    ENSURE(limb_test_every_failure(LIMB_OK, parse_with, NULL) >= 4);
}
